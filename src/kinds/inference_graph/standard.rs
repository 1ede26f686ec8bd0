//! Service, Deployment and autoscaler of a graph in Standard mode.

use super::view::{GRAPH_LABEL, Graph};
use crate::build::workload::{self, ObjectStep, Plan, Workload};
use crate::engine::store::Effect;
use crate::facts::Cluster;
use crate::object::ControllerError;
use crate::object::ObjectView as _;
use crate::object::fields::{Lookup as _, filled};
use crate::object::{Kind, keys};
use crate::{Map, Value};

/// The objects that run `pod_spec`, in the controller's order, and the URL that the status reports. All of them have the labels
/// and annotations of the graph.
///
/// # Errors
///
/// The controller's error.
pub fn plan(cluster: &Cluster, graph: &Graph, pod_spec: Map) -> Result<Plan, ControllerError> {
    let meta = &graph.metadata;
    let mut labels = meta.labels.clone();
    labels.insert(GRAPH_LABEL.to_owned(), meta.name.clone());
    let workload = Workload {
        name: &meta.name,
        namespace: &meta.namespace,
        labels: &labels,
        annotations: &meta.annotations,
        owner: graph.owner().reference(),
        pod_spec,
        scaling: &graph.spec,
    };
    let what =
        "fails to reconcile inference graph raw deployment: fails to create NewRawKubeReconciler for inference graph";
    workload::standard_workload(cluster, workload).map_err(|error| error.within(format_args!("{what}")))
}

/// What happens to an object of a graph. An object without owner references that has the graph's label counts as the graph's:
/// dumps are often stripped of owners.
pub fn effect(step: &ObjectStep, existing: Option<&Value>) -> Effect {
    let Some(existing) = existing else { return step.effect(None) };
    if step.kind == Kind::HorizontalPodAutoscaler {
        return autoscaler_effect(step, existing);
    }
    let Some(owned) = with_owner(existing, &step.desired) else { return step.effect(Some(existing)) };
    match step.effect(Some(&owned)) {
        Effect::Update(updated) if updated == *existing => Effect::Nothing,
        effect => effect,
    }
}

/// What happens to the autoscaler: it is replaced if its spec or its class differs, and never deleted, because the rule that
/// would delete it looks for an InferenceService as owner. What the server completes differs in every pass, so one from a cluster
/// follows labels and annotations too.
fn autoscaler_effect(step: &ObjectStep, existing: &Value) -> Effect {
    let class = |object: &'_ Value| object.annotation(keys::AUTOSCALER_CLASS).map(str::to_owned);
    if spec(existing) == spec(&step.desired) && class(existing) == class(&step.desired) {
        return Effect::Nothing;
    }
    workload::updated_hpa(existing, &step.desired).map_or(Effect::Nothing, Effect::Update)
}

/// A spec without empty objects, such as an empty behaviour, which dumps leave out.
fn spec(autoscaler: &Value) -> Map {
    let says_nothing = |value: &Value| value.as_object().is_some_and(Map::is_empty);
    let fields = autoscaler.get("spec").and_then(Value::as_object).into_iter().flatten();
    filled(fields.filter(|(_, value)| !says_nothing(value)).map(|(key, value)| (key.clone(), value.clone())))
}

/// The existing object with the owner of the desired one, if it belongs to the graph and names no owner.
fn with_owner(existing: &Value, desired: &Value) -> Option<Value> {
    let label = |object: &'_ Value| object.label(GRAPH_LABEL).map(str::to_owned);
    let owners = desired.at("/metadata/ownerReferences")?;
    if existing.at("/metadata/ownerReferences").is_some() || label(existing) != label(desired) {
        return None;
    }
    let mut owned = existing.clone();
    owned.get_mut("metadata")?.as_object_mut()?.insert("ownerReferences".into(), owners.clone());
    Some(owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::object::Key;
    use crate::release::Version;
    use crate::schema::Types;

    fn steps(version: Version, annotations: Value) -> Vec<ObjectStep> {
        let stored = json!({ "metadata": { "name": "flow", "namespace": "ns", "annotations": annotations } });
        let graph = Graph::of(Types::of(version), stored.as_object().unwrap());
        let pod = json!({ "containers": [{ "name": "flow" }] }).as_object().cloned().unwrap();
        plan(&Cluster::of(version, []), &graph, pod).unwrap().steps
    }

    #[test]
    fn all_objects_share_labels_and_annotations() {
        let steps = steps(Version::NEWEST, json!({ "a": "b" }));
        let names: Vec<String> = steps.iter().map(|step| Key::of(&step.desired).to_string()).collect();
        assert_eq!(names, ["Service/ns/flow", "Deployment/ns/flow", "HorizontalPodAutoscaler/ns/flow"]);
        for step in &steps {
            assert_eq!(step.desired["metadata"]["labels"], json!({ "app": "isvc.flow", GRAPH_LABEL: "flow" }));
            assert_eq!(step.desired["metadata"]["annotations"], json!({ "a": "b" }));
        }
    }

    #[test]
    fn the_autoscaler_of_a_graph_is_never_deleted() {
        let now = steps(Version::NEWEST, json!({}));
        let autoscaler = now.last().unwrap();
        let none = steps(Version::NEWEST, json!({ keys::AUTOSCALER_CLASS: "none" }));
        let changed = effect(none.last().unwrap(), Some(&autoscaler.desired));
        assert_eq!(changed, Effect::Update(Value::clone(&none.last().unwrap().desired)));
        let annotated = steps(Version::NEWEST, json!({ "a": "b" }));
        assert_eq!(effect(annotated.last().unwrap(), Some(&autoscaler.desired)), Effect::Nothing);
    }

    #[test]
    fn an_autoscaler_that_the_server_completed_changes_with_the_metadata_alone() {
        let now = steps(Version::NEWEST, json!({}));
        let mut found = Value::clone(&now.last().unwrap().desired);
        let percent = json!({ "periodSeconds": 15, "type": "Percent", "value": 100 });
        let pods = json!({ "periodSeconds": 15, "type": "Pods", "value": 4 });
        found["spec"]["behavior"] = json!({
            "scaleDown": { "policies": [percent], "selectPolicy": "Max" },
            "scaleUp": { "policies": [pods, percent], "selectPolicy": "Max", "stabilizationWindowSeconds": 0 },
        });
        assert_eq!(effect(now.last().unwrap(), Some(&found)), Effect::Nothing);
        let annotated = steps(Version::NEWEST, json!({ "a": "b" }));
        let updated = effect(annotated.last().unwrap(), Some(&found));
        assert_eq!(updated, Effect::Update(Value::clone(&annotated.last().unwrap().desired)));
    }

    #[test]
    fn stopping_deletes_what_names_no_owner_but_the_graph() {
        let steps = steps(Version::NEWEST, json!({ keys::STOP: "true" }));
        let mut found = Value::clone(&steps[0].desired);
        found["metadata"].as_object_mut().unwrap().remove("ownerReferences");
        assert_eq!(effect(&steps[0], Some(&found)), Effect::Delete);
        found["metadata"]["labels"] = json!({});
        assert_ne!(effect(&steps[0], Some(&found)), Effect::Delete);
    }
}
