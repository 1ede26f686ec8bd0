//! What the API server, and webhooks of others, refuse of what a controller writes.

use serde_json::json;

use super::store::{At, Effect, Store};
use crate::Value;
use crate::facts::Cluster;
use crate::go::json;
use crate::object::Kind;
use crate::object::fields::Lookup as _;

/// The text with which a write is refused, if it is.
pub fn refusal(cluster: &Cluster, store: &Store<'_>, at: At<'_>, desired: &Value, effect: &Effect) -> Option<String> {
    let (kind, namespace, name) = at;
    match (kind, effect) {
        (Kind::Service, Effect::Update(updated)) => cluster_ip(store.peek(at)?, updated, name),
        (Kind::Deployment, Effect::Update(updated)) => selector(store.peek(at)?, updated, name),
        (Kind::ScaledObject, Effect::Create | Effect::Update(_)) if cluster.settings.keda_webhook => {
            let target = desired.at("/spec/scaleTargetRef/name").and_then(Value::as_str).unwrap_or_default();
            let scales = |hpa: &Value| {
                let scaled = hpa.at("/spec/scaleTargetRef/name").and_then(Value::as_str);
                scaled == Some(target) && !is_of_keda(hpa)
            };
            let autoscalers = store.list(Kind::HorizontalPodAutoscaler, namespace);
            let (hpa, _) = autoscalers.into_iter().find(|(_, hpa)| scales(hpa))?;
            Some(format!(
                "admission webhook \"vscaledobject.kb.io\" denied the request: the workload '{target}' of type \
                 'apps/v1.Deployment' is already managed by the hpa '{hpa}'"
            ))
        }
        _ => None,
    }
}

/// Whether KEDA itself has made a HorizontalPodAutoscaler.
fn is_of_keda(hpa: &Value) -> bool {
    let owners = hpa.at("/metadata/ownerReferences").and_then(Value::as_array);
    owners.into_iter().flatten().any(|owner| owner.get("kind").is_some_and(|kind| kind == "ScaledObject"))
}

/// The address of a Service is given once.
fn cluster_ip(existing: &Value, updated: &Value, name: &str) -> Option<String> {
    let address = |object: &Value| object.at("/spec/clusterIP").and_then(Value::as_str).unwrap_or_default().to_owned();
    let (before, after) = (address(existing), address(updated));
    let is_external = |object: &Value| object.at("/spec/type").is_some_and(|kind| kind == "ExternalName");
    (before != after && !after.is_empty() && !is_external(existing)).then(|| {
        format!(
            "Service \"{name}\" is invalid: spec.clusterIPs[0]: Invalid value: {}: may not change once set",
            json::marshal(&json!([after]))
        )
    })
}

/// The selector of a Deployment never changes.
fn selector(existing: &Value, updated: &Value, name: &str) -> Option<String> {
    let (before, after) = (existing.at("/spec/selector"), updated.at("/spec/selector"));
    (before.is_some() && before != after).then(|| {
        let value = after.map(json::marshal).unwrap_or_else(|| "null".into());
        format!("Deployment.apps \"{name}\" is invalid: spec.selector: Invalid value: {value}: field is immutable")
    })
}
