//! The Knative Service of a graph.

use serde_json::json;

use super::view::{GRAPH_LABEL, Graph};
use crate::build::workload::{self, PASSTHROUGH};
use crate::engine::store::Effect;
use crate::object::Kind;
use crate::object::fields::{map, object};
use crate::object::keys;
use crate::{Map, Value};

const KIND_LABEL: &str = "serving.kserve.io/kind";

/// The Knative Service that runs `pod_spec`. All annotations of the graph are passed on to its revisions, except for one that
/// OpenShift reads on the Knative Service.
pub fn build(graph: &Graph, pod_spec: Map) -> Value {
    let mut annotations = graph.metadata.annotations.clone();
    workload::scaling_annotations(&mut annotations, &graph.spec);
    let own = annotations.remove_entry(PASSTHROUGH).into_iter().collect();
    let labels = workload::string_map(&graph.metadata.labels);
    let mut revision_labels = labels.clone();
    revision_labels.remove(keys::VISIBILITY_LABEL);
    revision_labels.insert(GRAPH_LABEL.into(), graph.metadata.name.as_str().into());
    revision_labels.insert(KIND_LABEL.into(), Kind::InferenceGraph.name().into());
    let mut revision = pod_spec;
    revision.extend(map([("timeoutSeconds", graph.view().timeout().map_or(Value::Null, Value::from))]));
    let template = json!({
        "metadata": { "annotations": workload::string_map(&annotations), "labels": revision_labels },
        "spec": revision,
    });
    let meta = &graph.metadata;
    let own = workload::string_map(&own);
    let metadata = workload::metadata(&meta.name, &meta.namespace, labels, own, graph.owner().reference());
    Kind::KnativeService.object([("metadata", metadata), ("spec", object([("template", template)]))])
}

/// What happens to the Knative Service: labels and revisions follow the graph, annotations never do; a stop deletes it, whoever
/// owns it.
pub fn effect(existing: Option<&Value>, desired: &Value, stops: bool) -> Effect {
    let Some(existing) = existing else { return if stops { Effect::Nothing } else { Effect::Create } };
    if stops {
        return Effect::Delete;
    }
    workload::updated_knative_service(existing, desired, &[]).map_or(Effect::Nothing, Effect::Update)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;
    use crate::schema::Types;

    fn knative(metadata: Value, spec: Value) -> Value {
        let mut metadata = metadata;
        metadata["name"] = "flow".into();
        let stored = json!({ "metadata": metadata, "spec": spec });
        build(&Graph::of(Types::of(Version::NEWEST), stored.as_object().unwrap()), Map::new())
    }

    #[test]
    fn annotations_go_to_the_revisions_except_for_openshifts() {
        let annotations = json!({ PASSTHROUGH: "true", "a": "b", "autoscaling.knative.dev/min-scale": "7" });
        let service = knative(json!({ "annotations": annotations }), json!({ "nodes": {}, "timeout": 0 }));
        assert_eq!(service["metadata"]["annotations"], json!({ PASSTHROUGH: "true" }));
        let revision = &service["spec"]["template"]["metadata"]["annotations"];
        let class = "autoscaling.knative.dev/class";
        assert_eq!(
            *revision,
            json!({ "a": "b", class: "kpa.autoscaling.knative.dev", "autoscaling.knative.dev/min-scale": "1" })
        );
        assert_eq!(service["spec"]["template"]["spec"], json!({ "timeoutSeconds": 0 }));
    }

    #[test]
    fn an_existing_one_keeps_its_annotations() {
        let desired = knative(json!({ "annotations": { PASSTHROUGH: "true" }, "labels": { "a": "b" } }), json!({}));
        let existing = knative(json!({}), json!({}));
        let Effect::Update(updated) = effect(Some(&existing), &desired, false) else { panic!("not updated") };
        assert_eq!(updated["metadata"].get("annotations"), None);
        assert_eq!(updated["metadata"]["labels"], json!({ "a": "b" }));
        assert_eq!(effect(Some(&existing), &existing, false), Effect::Nothing);
        assert_eq!(effect(Some(&existing), &desired, true), Effect::Delete);
        assert_eq!(effect(None, &desired, true), Effect::Nothing);
    }
}
