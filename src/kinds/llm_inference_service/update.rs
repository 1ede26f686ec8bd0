//! Whether the controller changes an existing object, and how.

use std::borrow::Cow;

use super::router::route::GROUP_LABEL;
use crate::Value;
use crate::engine::derivative::{derives, equals, map_derives};
use crate::engine::server;
use crate::object::fields::Lookup as _;
use crate::object::{Kind, ObjectView as _};

/// The object after the controller's update; `None` if nothing changes. An update replaces the whole object, except
/// for what the controller keeps on purpose.
pub fn updated(kind: Kind, existing: &Value, desired: &Value) -> Option<Value> {
    let desired = kept(kind, existing, desired);
    if is_same(kind, existing, &desired) {
        return None;
    }
    Some(server::with_status_of(existing, desired.into_owned()))
}

/// The desired object with what the controller keeps: the number of replicas if the service does not set it, and
/// what KEDA writes.
fn kept<'v>(kind: Kind, existing: &Value, desired: &'v Value) -> Cow<'v, Value> {
    let mut desired = Cow::Borrowed(desired);
    match kind {
        Kind::Deployment | Kind::LeaderWorkerSet => {
            if let (None, Some(replicas)) = (desired.replicas(), existing.replicas())
                && let Some(spec) = desired.to_mut().get_mut("spec").and_then(Value::as_object_mut)
            {
                spec.insert("replicas".into(), replicas.into());
            }
        }
        Kind::ScaledObject => keep_of_keda(existing, desired.to_mut()),
        _ => {}
    }
    desired
}

fn keep_of_keda(existing: &Value, desired: &mut Value) {
    const LABEL: &str = "scaledobject.keda.sh/name";
    let Some(metadata) = desired.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    if let (Some(label), Some(labels)) =
        (existing.label(LABEL), metadata.get_mut("labels").and_then(Value::as_object_mut))
    {
        labels.insert(LABEL.into(), label.into());
    }
    if !existing.finalizers().is_empty() {
        metadata.insert("finalizers".into(), existing.finalizers().into());
    }
}

fn is_same(kind: Kind, existing: &Value, desired: &Value) -> bool {
    let contained = |place: &str| derives(desired.at(place), existing.at(place));
    let identical = |place: &str| equals(desired.at(place), existing.at(place));
    let labels_contained = || map_derives(desired.labels(), existing.labels());
    let labelled = labels_contained() && map_derives(desired.annotations(), existing.annotations());
    match kind {
        Kind::Deployment => labelled && contained("/spec") && identical("/spec/template/spec"),
        Kind::LeaderWorkerSet => {
            labelled
                && contained("/spec")
                && identical("/spec/leaderWorkerTemplate/leaderTemplate/spec")
                && identical("/spec/leaderWorkerTemplate/workerTemplate/spec")
        }
        Kind::Secret => is_valid_certificate(existing) && labels_contained() && contained("/type"),
        Kind::HttpRoute => {
            let grouped = desired.label(GROUP_LABEL).is_some();
            let rules = !grouped || identical("/spec/rules");
            labelled && rules && contained("/spec") && (grouped || existing.label(GROUP_LABEL).is_none())
        }
        Kind::VariantAutoscaling | Kind::HorizontalPodAutoscaler | Kind::ScaledObject => {
            identical("/spec") && identical("/metadata/labels") && identical("/metadata/annotations")
        }
        Kind::ResourceClaimTemplate => identical("/spec"),
        Kind::ServiceAccount => labelled && contained("/secrets") && contained("/imagePullSecrets"),
        Kind::Role => labelled && contained("/rules"),
        Kind::RoleBinding | Kind::ClusterRoleBinding => labelled && contained("/subjects") && contained("/roleRef"),
        Kind::ConfigMap => identical("/data"),
        _ => labelled && contained("/spec"),
    }
}

/// Whether a Secret has a certificate: the placeholder of an earlier pass, or one in PEM. Its expiry is not
/// checked.
fn is_valid_certificate(secret: &Value) -> bool {
    use base64::Engine as _;
    let data = |key: &str| secret.get("data").and_then(|data| data.get(key)?.as_str()).unwrap_or_default();
    let is_pem = |text: &str| {
        let decoded = base64::engine::general_purpose::STANDARD.decode(text).unwrap_or_default();
        decoded.starts_with(b"-----BEGIN ")
    };
    ["tls.crt", "tls.key"].iter().all(|key| data(key) == super::workload::GENERATED || is_pem(data(key)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn replicas_are_kept_if_the_service_sets_none() {
        let pod = |image: &str| json!({"template": {"spec": {"containers": [{"image": image}]}}});
        let mut existing = json!({"spec": pod("old")});
        existing["spec"]["replicas"] = 7.into();
        let updated = updated(Kind::Deployment, &existing, &json!({"spec": pod("new")})).unwrap();
        assert_eq!(updated["spec"]["replicas"], 7);
        assert_eq!(super::updated(Kind::Deployment, &updated, &json!({"spec": pod("new")})), None);
    }

    #[test]
    fn fields_removed_from_a_pod_are_removed() {
        let existing = json!({"spec": {"template": {"spec": {"containers": [{"image": "a", "args": ["x"]}]}}}});
        let desired = json!({"spec": {"template": {"spec": {"containers": [{"image": "a", "resources": {}}]}}}});
        assert!(derives(Some(&desired), Some(&existing)));
        assert_eq!(updated(Kind::Deployment, &existing, &desired), Some(desired));
    }

    #[test]
    fn grouped_routes_are_compared_by_all_rules() {
        let route = |labels: Value, rules: Value| json!({"metadata": {"labels": labels}, "spec": {"rules": rules}});
        let grouped = json!({"serving.kserve.io/routing-group": "g"});
        let existing = route(grouped.clone(), json!([1, 2]));
        assert!(updated(Kind::HttpRoute, &existing, &route(grouped, json!([1]))).is_some());
        assert!(updated(Kind::HttpRoute, &existing, &route(json!({}), json!([1]))).is_some(), "the label has to go");
        assert!(updated(Kind::HttpRoute, &route(json!({}), json!([1, 2])), &route(json!({}), json!([1]))).is_none());
    }
}
