//! How the API server, and webhooks other than KServe's, answer what a controller reads and writes.

pub mod defaults;
pub mod knative;

use crate::object::ObjectView as _;
use serde_json::json;

use super::store::{At, Effect, Store};
use crate::facts::Cluster;
use crate::go::json;
use crate::object::fields::Lookup as _;
use crate::object::{Cause, ControllerError, Kind, Missing, Owner};
use crate::{Map, Value};

/// Reads an object as clients of the API server do.
///
/// # Errors
///
/// [`Missing`] if it does not exist or its kind is not installed.
pub fn find<'s>(cluster: &Cluster, store: &'s Store<'_>, at: At<'_>) -> Result<&'s Map, Missing> {
    let (kind, namespace, name) = at;
    if !cluster.has_api(kind) {
        return Err(Missing::Kind(kind));
    }
    store.peek(at).and_then(Value::as_object).ok_or_else(|| Missing::object(kind, namespace, name))
}

/// Why a write is refused, if it is.
pub fn refusal(
    cluster: &Cluster,
    store: &Store<'_>,
    at: At<'_>,
    desired: &Value,
    effect: &Effect,
) -> Option<ControllerError> {
    let (kind, namespace, name) = at;
    match (kind, effect) {
        (Kind::Service, Effect::Update(updated)) => cluster_ip(store.peek(at)?, updated, name),
        (Kind::Deployment, Effect::Update(updated)) => selector(store.peek(at)?, updated, name),
        (Kind::ScaledObject, Effect::Create | Effect::Update(_)) if cluster.settings.keda_webhook => {
            let target = desired.scale_target().unwrap_or_default();
            let scales = |hpa: &Value| {
                let scaled = hpa.scale_target();
                scaled == Some(target) && !Owner::is_owned_by(hpa, Kind::ScaledObject)
            };
            let autoscalers = store.list(Kind::HorizontalPodAutoscaler, namespace);
            let (hpa, _) = autoscalers.into_iter().find(|(_, hpa)| scales(hpa))?;
            Some(ControllerError::new(format!(
                "admission webhook \"vscaledobject.kb.io\" denied the request: the workload '{target}' of type \
                 'apps/v1.Deployment' is already managed by the hpa '{hpa}'"
            )))
        }
        _ => None,
    }
}

/// The result of a dry run that updates an existing object: the desired object with the server's defaults.
///
/// # Errors
///
/// The server's refusal.
pub fn dry_run(kind: Kind, existing: &Value, desired: &Value) -> Result<Value, ControllerError> {
    if kind == Kind::Deployment
        && let Some(refusal) = selector(existing, desired, desired.name())
    {
        return Err(refusal);
    }
    Ok(defaults::adopt(desired, existing))
}

/// The object that an update stores in place of an existing one, whose status it keeps.
pub fn with_status_of(existing: &Value, mut desired: Value) -> Value {
    if let (Some(status), Some(object)) = (existing.get("status"), desired.as_object_mut()) {
        object.insert("status".into(), status.clone());
    }
    desired
}

/// Refuses a change of the address of a Service, which is assigned only once.
fn cluster_ip(existing: &Value, updated: &Value, name: &str) -> Option<ControllerError> {
    let (before, after) = (existing.cluster_ip(), updated.cluster_ip());
    let is_external = |object: &Value| object.at("/spec/type").is_some_and(|kind| kind == "ExternalName");
    (before != after && !after.is_empty() && !is_external(existing)).then(|| {
        let text = format!(
            "Service \"{name}\" is invalid: spec.clusterIPs[0]: Invalid value: {}: may not change once set",
            json::marshal(&json!([after]))
        );
        ControllerError::new(text).about(Cause::Immutable)
    })
}

/// Refuses a change of the selector of a Deployment, which is immutable.
fn selector(existing: &Value, updated: &Value, name: &str) -> Option<ControllerError> {
    let (before, after) = (existing.at("/spec/selector"), updated.at("/spec/selector"));
    (before.is_some() && before != after).then(|| {
        let value = after.map(json::marshal).unwrap_or_else(|| "null".into());
        let text =
            format!("Deployment.apps \"{name}\" is invalid: spec.selector: Invalid value: {value}: field is immutable");
        ControllerError::new(text).about(Cause::Immutable)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Found;
    use crate::release::Version;
    use crate::{Cluster, Settings};

    fn refusal_of(found: &Value, desired: &Value) -> Option<String> {
        let settings = Settings { keda_webhook: true, ..Settings::default() };
        let cluster = Cluster::new(crate::release::Release::of(Version::NEWEST), settings, []);
        let found = Found::new([found.clone()]);
        let store = Store::new(&found);
        let kind = Kind::of(desired)?;
        let effect = match store.peek((kind, "ns", "a")) {
            Some(_) => Effect::Update(desired.clone()),
            None => Effect::Create,
        };
        refusal(&cluster, &store, (kind, "ns", "a"), desired, &effect).map(ControllerError::into_text)
    }

    fn object(api_version: &str, kind: &str, spec: Value) -> Value {
        json!({ "apiVersion": api_version, "kind": kind, "metadata": { "name": "a", "namespace": "ns" }, "spec": spec })
    }

    #[test]
    fn the_address_of_a_service_is_assigned_once() {
        let service = |spec: Value| object("v1", "Service", spec);
        let headless = service(json!({ "clusterIP": "None" }));
        assert_eq!(
            refusal_of(&service(json!({ "clusterIP": "10.0.0.1" })), &headless).as_deref(),
            Some("Service \"a\" is invalid: spec.clusterIPs[0]: Invalid value: [\"None\"]: may not change once set")
        );
        assert_eq!(refusal_of(&headless, &headless), None);
        assert_eq!(refusal_of(&headless, &service(json!({}))), None, "what is left out is kept");
    }

    #[test]
    fn the_selector_of_a_deployment_never_changes() {
        let deployment =
            |app: &str| object("apps/v1", "Deployment", json!({ "selector": { "matchLabels": { "app": app } } }));
        assert_eq!(refusal_of(&deployment("x"), &deployment("x")), None);
        assert_eq!(
            refusal_of(&deployment("x"), &deployment("y")).as_deref(),
            Some(
                "Deployment.apps \"a\" is invalid: spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"y\"}}: field is \
                 immutable"
            )
        );
    }

    #[test]
    fn keda_takes_no_workload_that_another_autoscaler_scales() {
        let target = json!({ "scaleTargetRef": { "name": "a" } });
        let mut hpa = object("autoscaling/v2", "HorizontalPodAutoscaler", target.clone());
        let scaled = object("keda.sh/v1alpha1", "ScaledObject", target);
        let refused = refusal_of(&hpa, &scaled).unwrap_or_default();
        assert!(refused.contains("is already managed by the hpa 'a'"), "{refused}");
        hpa["metadata"]["ownerReferences"] = json!([{ "kind": "ScaledObject", "name": "a" }]);
        assert_eq!(refusal_of(&hpa, &scaled), None, "KEDA's own");
    }
}
