//! What a live cluster adds to objects, which a comparison with a dump leaves out.

use crate::object::Kind;
use crate::{Map, Value};

/// A field that the API server, an autoscaler or Knative adds to an object that does not set it.
#[derive(Debug, Clone, Copy)]
pub struct Addition {
    /// The kind that gets it; `None` for all kinds.
    pub kind: Option<Kind>,
    /// The path. `[]` stands for every item of a list; a key with dots is in brackets.
    pub path: &'static str,
    /// The added value as JSON; `None` for any value.
    pub value: Option<&'static str>,
    /// Who adds it.
    pub by: &'static str,
}

const fn every(path: &'static str, by: &'static str) -> Addition {
    Addition { kind: None, path, value: None, by }
}

const fn any(kind: Kind, path: &'static str, by: &'static str) -> Addition {
    Addition { kind: Some(kind), path, value: None, by }
}

const fn default(kind: Kind, path: &'static str, value: &'static str, by: &'static str) -> Addition {
    Addition { kind: Some(kind), path, value: Some(value), by }
}

const SERVER: &str = "API server";
const KNATIVE: &str = "Knative";
const HPA: &str = "autoscaler";
const GATEWAY: &str = "Gateway API defaults";

/// What the API server gives a HorizontalPodAutoscaler without metrics, and to the rules of its `behavior`.
const HPA_METRICS: &str =
    r#"[{"resource":{"name":"cpu","target":{"averageUtilization":80,"type":"Utilization"}},"type":"Resource"}]"#;
const HPA_DOWN: &str = r#"[{"periodSeconds":15,"type":"Percent","value":100}]"#;
const HPA_UP: &str =
    r#"[{"periodSeconds":15,"type":"Pods","value":4},{"periodSeconds":15,"type":"Percent","value":100}]"#;

/// All additions that a comparison with a dump leaves out, where the rendered object does not set them.
pub const LIVE_ADDITIONS: &[Addition] = &[
    every("status", SERVER),
    every("metadata.uid", SERVER),
    every("metadata.resourceVersion", SERVER),
    every("metadata.generation", SERVER),
    every("metadata.creationTimestamp", SERVER),
    every("metadata.managedFields", SERVER),
    every("metadata.selfLink", SERVER),
    every("metadata.finalizers", SERVER),
    every("metadata.ownerReferences", SERVER),
    every("metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]", "kubectl"),
    any(Kind::Deployment, "metadata.annotations[deployment.kubernetes.io/revision]", SERVER),
    any(Kind::Deployment, "spec.replicas", HPA),
    default(Kind::Deployment, "spec.template.metadata.creationTimestamp", "null", SERVER),
    any(Kind::Service, "spec.clusterIP", SERVER),
    any(Kind::Service, "spec.clusterIPs", SERVER),
    any(Kind::Service, "spec.ipFamilies", SERVER),
    any(Kind::Service, "spec.ipFamilyPolicy", SERVER),
    default(Kind::Service, "spec.internalTrafficPolicy", "\"Cluster\"", SERVER),
    default(Kind::Service, "spec.sessionAffinity", "\"None\"", SERVER),
    default(Kind::Service, "spec.type", "\"ClusterIP\"", SERVER),
    default(Kind::Service, "spec.ports[].protocol", "\"TCP\"", SERVER),
    any(Kind::HorizontalPodAutoscaler, "metadata.annotations[autoscaling.alpha.kubernetes.io/conditions]", HPA),
    any(Kind::HorizontalPodAutoscaler, "metadata.annotations[autoscaling.alpha.kubernetes.io/current-metrics]", HPA),
    default(Kind::HorizontalPodAutoscaler, "spec.metrics", HPA_METRICS, SERVER),
    default(Kind::HorizontalPodAutoscaler, "spec.behavior.scaleDown.policies", HPA_DOWN, SERVER),
    default(Kind::HorizontalPodAutoscaler, "spec.behavior.scaleDown.selectPolicy", "\"Max\"", SERVER),
    default(Kind::HorizontalPodAutoscaler, "spec.behavior.scaleUp.policies", HPA_UP, SERVER),
    default(Kind::HorizontalPodAutoscaler, "spec.behavior.scaleUp.selectPolicy", "\"Max\"", SERVER),
    default(Kind::HorizontalPodAutoscaler, "spec.behavior.scaleUp.stabilizationWindowSeconds", "0", SERVER),
    any(Kind::ScaledObject, "metadata.labels[scaledobject.keda.sh/name]", "KEDA"),
    any(Kind::KnativeService, "metadata.annotations[serving.knative.dev/creator]", KNATIVE),
    any(Kind::KnativeService, "metadata.annotations[serving.knative.dev/lastModifier]", KNATIVE),
    default(Kind::KnativeService, "spec.template.metadata.creationTimestamp", "null", KNATIVE),
    default(Kind::KnativeService, "spec.template.spec.containerConcurrency", "0", KNATIVE),
    default(Kind::KnativeService, "spec.template.spec.timeoutSeconds", "300", KNATIVE),
    default(Kind::KnativeService, "spec.template.spec.enableServiceLinks", "false", KNATIVE),
    default(Kind::KnativeService, "spec.template.spec.containers[].resources", "{}", KNATIVE),
    any(Kind::KnativeService, "spec.template.spec.containers[].readinessProbe", KNATIVE),
    default(Kind::HttpRoute, "spec.parentRefs[].group", "\"gateway.networking.k8s.io\"", GATEWAY),
    default(Kind::HttpRoute, "spec.parentRefs[].kind", "\"Gateway\"", GATEWAY),
    default(Kind::HttpRoute, "spec.rules[].backendRefs[].group", "\"\"", GATEWAY),
    default(Kind::HttpRoute, "spec.rules[].backendRefs[].kind", "\"Service\"", GATEWAY),
    default(Kind::HttpRoute, "spec.rules[].backendRefs[].weight", "1", GATEWAY),
];

/// The live object without what the cluster added to it: without each of [`LIVE_ADDITIONS`] that `rendered` does not set, and
/// nothing else.
pub fn without_live_additions(rendered: &Value, live: &Value) -> Value {
    let mut live = live.clone();
    let kind = Kind::of(&live);
    for addition in LIVE_ADDITIONS {
        if addition.kind.is_none() || addition.kind == kind {
            let steps = steps(addition.path);
            let value = addition.value.and_then(|text| serde_json::from_str(text).ok());
            remove(&mut live, Some(rendered), &steps, addition.value.is_some().then_some(value.as_ref()).flatten());
        }
    }
    live
}

/// The steps of a path: keys, and `[]` for every item of a list.
fn steps(path: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        if let Some(inner) = rest.strip_prefix('[') {
            let (key, after) = inner.split_once(']').unwrap_or((inner, ""));
            found.push(if key.is_empty() { "[]" } else { key });
            rest = after;
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            found.push(&rest[..end]);
            rest = &rest[end..];
        }
    }
    found
}

fn remove(live: &mut Value, rendered: Option<&Value>, steps: &[&str], value: Option<&Value>) {
    match (steps, live) {
        (["[]", rest @ ..], Value::Array(items)) => {
            for (index, item) in items.iter_mut().enumerate() {
                remove(item, rendered.and_then(|r| r.get(index)), rest, value);
            }
        }
        ([key], Value::Object(map)) => {
            let set_by_us = rendered.and_then(|r| r.get(*key)).is_some();
            if !set_by_us && map.get(*key).is_some_and(|found| value.is_none_or(|value| value == found)) {
                map.remove(*key);
            }
        }
        ([key, rest @ ..], Value::Object(map)) => {
            if let Some(inner) = map.get_mut(*key) {
                remove(inner, rendered.and_then(|r| r.get(*key)), rest, value);
                // A map that held nothing but additions was itself added.
                let emptied = matches!(inner, Value::Object(m) if m.is_empty());
                if emptied && rendered.and_then(|r| r.get(*key)).is_none() {
                    Map::remove(map, *key);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_cluster_adds_is_left_out() {
        let rendered = json!({"apiVersion": "serving.knative.dev/v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"template": {"spec": {}}}});
        let live = json!({
            "apiVersion": "serving.knative.dev/v1",
            "kind": "Service",
            "metadata": {"name": "a", "uid": "1", "annotations": {"serving.knative.dev/creator": "x"}},
            "spec": {"template": {"spec": {"timeoutSeconds": 300}}},
            "status": {"url": "http://a.example.com"},
        });
        assert_eq!(without_live_additions(&rendered, &live), rendered);
    }

    #[test]
    fn what_is_added_to_a_core_service_is_not_added_to_one_of_knative() {
        let spec =
            json!({"clusterIP": "10.0.0.1", "sessionAffinity": "None", "ports": [{"port": 80, "protocol": "TCP"}]});
        let of = |api_version: &str, spec: &Value| json!({"apiVersion": api_version, "kind": "Service", "spec": spec});
        let rendered = json!({"ports": [{"port": 80}]});
        for (api_version, left) in [("v1", &rendered), ("serving.knative.dev/v1", &spec)] {
            let live = without_live_additions(&of(api_version, &rendered), &of(api_version, &spec));
            assert_eq!(live["spec"], *left, "{api_version}");
        }
    }

    #[test]
    fn rules_of_scaling_are_added_to_horizontal_pod_autoscalers() {
        let of =
            |spec: &Value| json!({"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "spec": spec});
        let percent = json!({"periodSeconds": 15, "type": "Percent", "value": 100});
        let pods = json!({"periodSeconds": 15, "type": "Pods", "value": 4});
        let up = json!({"policies": [pods, percent], "selectPolicy": "Max", "stabilizationWindowSeconds": 0});
        let mut down = json!({"policies": [percent], "selectPolicy": "Max"});
        let rendered = of(&json!({"maxReplicas": 1}));
        let live = |down: &Value| of(&json!({"behavior": {"scaleDown": down, "scaleUp": up}, "maxReplicas": 1}));
        assert_eq!(without_live_additions(&rendered, &live(&down)), rendered);
        down["stabilizationWindowSeconds"] = 60.into();
        let slow = of(&json!({"behavior": {"scaleDown": {"stabilizationWindowSeconds": 60}}, "maxReplicas": 1}));
        assert_eq!(without_live_additions(&rendered, &live(&down)), slow);
    }

    #[test]
    fn what_the_rendering_sets_is_kept() {
        let rendered = json!({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"replicas": 2}});
        let live = json!({"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"replicas": 3}});
        assert_eq!(without_live_additions(&rendered, &live), live);
    }

    #[test]
    fn a_changed_default_is_kept() {
        let live = json!({"apiVersion": "v1", "kind": "Service", "spec": {"type": "NodePort"}});
        assert_eq!(without_live_additions(&json!({"apiVersion": "v1", "kind": "Service", "spec": {}}), &live), live);
    }

    #[test]
    fn paths_of_additions_are_read() {
        assert_eq!(steps("spec.ports[].protocol"), ["spec", "ports", "[]", "protocol"]);
        assert_eq!(steps("metadata.annotations[a.b/c]"), ["metadata", "annotations", "a.b/c"]);
    }
}
