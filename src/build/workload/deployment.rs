//! The Deployments of a component in Standard mode.

use super::autoscaler;
use super::child::{Child, Owned};
use super::extension::Extension;
use super::{pod_defaults, strategy};
use crate::facts::Cluster;
use crate::object::Kind;
use crate::object::fields::object;
use crate::{Map, Value};

/// The Deployment of a component, or of the head of a multi-node predictor. Its replicas are left to the autoscaler unless the
/// class is `none`.
pub(super) fn build(cluster: &Cluster, child: &Child<'_>, extension: Extension<'_>, pod_spec: Map) -> Value {
    let replicas = extension
        .min_replicas
        .filter(|_| child.annotation(autoscaler::CLASS_ANNOTATION) == Some(autoscaler::NONE))
        .map_or(Value::Null, Value::from);
    deployment(child, pod_spec, replicas, strategy::settings(cluster, extension))
}

/// The Deployment of a multi-node predictor's workers, which always sets replicas.
pub(super) fn build_worker(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    pod_spec: Map,
    replicas: i64,
) -> Value {
    let mut settings = strategy::settings(cluster, extension);
    strategy::replace_workers_at_once(&mut settings);
    deployment(child, pod_spec, replicas.into(), settings)
}

fn deployment(child: &Child<'_>, mut pod_spec: Map, replicas: Value, settings: Map) -> Value {
    pod_defaults::fill(&mut pod_spec);
    let mut spec = settings;
    if !replicas.is_null() {
        spec.insert("replicas".into(), replicas);
    }
    spec.insert("selector".into(), object([("matchLabels", object([("app", child.app())]))]));
    spec.insert("template".into(), object([("metadata", child.template_metadata()), ("spec", pod_spec.into())]));
    child.object(Kind::Deployment, Owned::Yes, spec.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Value;
    use crate::build::workload::testing::{cluster, multi_node, object, plan, predictor};
    use crate::object::Kind;
    use crate::object::keys;

    #[test]
    fn replicas_are_fixed_for_class_none_only() {
        let replicas = |class: &str, extension: Value| {
            let built = predictor(&[(keys::AUTOSCALER_CLASS, class)], extension);
            object(&cluster(&[]), built, Kind::Deployment)["spec"].get("replicas").cloned()
        };
        assert_eq!(replicas("none", json!({ "minReplicas": 0 })), Some(0.into()));
        assert_eq!(replicas("none", json!({})), None);
        assert_eq!(replicas("hpa", json!({ "minReplicas": 2 })), None);
    }

    #[test]
    fn the_template_has_the_metadata_of_the_deployment_but_no_owner() {
        let deployment = object(&cluster(&[]), predictor(&[("a", "b")], json!({})), Kind::Deployment);
        let mut metadata = deployment["metadata"].clone();
        metadata.as_object_mut().unwrap().remove("ownerReferences");
        assert_eq!(deployment["spec"]["template"]["metadata"], metadata);
        assert_eq!(deployment["spec"]["selector"], json!({ "matchLabels": { "app": "isvc.flower-predictor" } }));
    }

    #[test]
    fn workers_always_have_replicas_and_are_selected_by_their_own_label() {
        let steps = plan(&cluster(&[]), multi_node(json!({ "minReplicas": 7 }))).steps;
        let worker = &steps[4].desired;
        assert_eq!(worker["metadata"]["name"], "flower-predictor-worker");
        assert_eq!(worker["spec"]["replicas"], 1);
        let app = "isvc.flower-predictor-worker";
        assert_eq!(worker["spec"]["selector"]["matchLabels"]["app"], app);
        assert_eq!(worker["spec"]["template"]["metadata"]["labels"]["app"], app);
    }
}
