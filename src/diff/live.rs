//! What a live cluster adds to objects, and a comparison with a dump leaves out.

use crate::{Map, Value};

/// A field that the API server, an autoscaler or Knative adds to an object that does not set it.
#[derive(Debug, Clone, Copy)]
pub struct Addition {
    /// The kind that gets it; `*` for all.
    pub kind: &'static str,
    /// The path; `[]` stands for every item of a list, and a key with dots stands in brackets.
    pub path: &'static str,
    /// The value that is added, as JSON; `None` for any value.
    pub value: Option<&'static str>,
    /// Who adds it.
    pub by: &'static str,
}

const fn any(kind: &'static str, path: &'static str, by: &'static str) -> Addition {
    Addition { kind, path, value: None, by }
}

const fn default(kind: &'static str, path: &'static str, value: &'static str, by: &'static str) -> Addition {
    Addition { kind, path, value: Some(value), by }
}

const SERVER: &str = "API server";
const KNATIVE: &str = "Knative";
const HPA: &str = "autoscaler";
const GATEWAY: &str = "Gateway API defaults";

/// All additions that a comparison with a dump leaves out, where the rendered object does not set them.
pub const LIVE_ADDITIONS: &[Addition] = &[
    any("*", "status", SERVER),
    any("*", "metadata.uid", SERVER),
    any("*", "metadata.resourceVersion", SERVER),
    any("*", "metadata.generation", SERVER),
    any("*", "metadata.creationTimestamp", SERVER),
    any("*", "metadata.managedFields", SERVER),
    any("*", "metadata.selfLink", SERVER),
    any("*", "metadata.finalizers", SERVER),
    any("*", "metadata.ownerReferences", SERVER),
    any("*", "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]", "kubectl"),
    any("Deployment", "metadata.annotations[deployment.kubernetes.io/revision]", SERVER),
    any("Deployment", "spec.replicas", HPA),
    default("Deployment", "spec.template.metadata.creationTimestamp", "null", SERVER),
    any("Service", "spec.clusterIP", SERVER),
    any("Service", "spec.clusterIPs", SERVER),
    any("Service", "spec.ipFamilies", SERVER),
    any("Service", "spec.ipFamilyPolicy", SERVER),
    default("Service", "spec.internalTrafficPolicy", "\"Cluster\"", SERVER),
    default("Service", "spec.sessionAffinity", "\"None\"", SERVER),
    default("Service", "spec.type", "\"ClusterIP\"", SERVER),
    default("Service", "spec.ports[].protocol", "\"TCP\"", SERVER),
    any("HorizontalPodAutoscaler", "metadata.annotations[autoscaling.alpha.kubernetes.io/conditions]", HPA),
    any("HorizontalPodAutoscaler", "metadata.annotations[autoscaling.alpha.kubernetes.io/current-metrics]", HPA),
    any("ScaledObject", "metadata.labels[scaledobject.keda.sh/name]", "KEDA"),
    any("Service", "metadata.annotations[serving.knative.dev/creator]", KNATIVE),
    any("Service", "metadata.annotations[serving.knative.dev/lastModifier]", KNATIVE),
    default("Service", "spec.template.metadata.creationTimestamp", "null", KNATIVE),
    default("Service", "spec.template.spec.containerConcurrency", "0", KNATIVE),
    default("Service", "spec.template.spec.timeoutSeconds", "300", KNATIVE),
    default("Service", "spec.template.spec.enableServiceLinks", "false", KNATIVE),
    default("Service", "spec.template.spec.containers[].resources", "{}", KNATIVE),
    any("Service", "spec.template.spec.containers[].readinessProbe", KNATIVE),
    default("HTTPRoute", "spec.parentRefs[].group", "\"gateway.networking.k8s.io\"", GATEWAY),
    default("HTTPRoute", "spec.parentRefs[].kind", "\"Gateway\"", GATEWAY),
    default("HTTPRoute", "spec.rules[].backendRefs[].group", "\"\"", GATEWAY),
    default("HTTPRoute", "spec.rules[].backendRefs[].kind", "\"Service\"", GATEWAY),
    default("HTTPRoute", "spec.rules[].backendRefs[].weight", "1", GATEWAY),
];

/// The live object without what the cluster added to it: each of [`LIVE_ADDITIONS`] that `rendered` does not
/// set, and nothing else.
pub fn without_live_additions(rendered: &Value, live: &Value) -> Value {
    let mut live = live.clone();
    let kind = live.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
    for addition in LIVE_ADDITIONS {
        if addition.kind == "*" || addition.kind == kind {
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
        let rendered = json!({"kind": "Service", "metadata": {"name": "a"}, "spec": {"ports": [{"port": 80}]}});
        let live = json!({
            "kind": "Service",
            "metadata": {"name": "a", "uid": "1", "annotations": {"serving.knative.dev/creator": "x"}},
            "spec": {"clusterIP": "10.0.0.1", "sessionAffinity": "None", "ports": [{"port": 80, "protocol": "TCP"}]},
            "status": {"loadBalancer": {}},
        });
        assert_eq!(without_live_additions(&rendered, &live), rendered);
    }

    #[test]
    fn what_the_rendering_sets_is_kept() {
        let rendered = json!({"kind": "Deployment", "spec": {"replicas": 2}});
        let live = json!({"kind": "Deployment", "spec": {"replicas": 3}});
        assert_eq!(without_live_additions(&rendered, &live), live);
    }

    #[test]
    fn a_changed_default_is_kept() {
        let live = json!({"kind": "Service", "spec": {"type": "NodePort"}});
        assert_eq!(without_live_additions(&json!({"kind": "Service", "spec": {}}), &live), live);
    }

    #[test]
    fn paths_of_additions_are_read() {
        assert_eq!(steps("spec.ports[].protocol"), ["spec", "ports", "[]", "protocol"]);
        assert_eq!(steps("metadata.annotations[a.b/c]"), ["metadata", "annotations", "a.b/c"]);
    }
}
