//! What a document is to the tool: a service to render, a fact of the cluster, or nothing it knows.

use crate::Value;

/// What a document is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// An InferenceService.
    Service,
    /// An object that controller or webhooks read.
    Context,
    /// An object of another kind.
    Other,
    /// No Kubernetes object at all.
    NoObject,
}

/// Kinds that controller and webhooks read, with their API group.
const CONTEXT: [(&str, &str); 13] = [
    ("", "ConfigMap"),
    ("", "Namespace"),
    ("", "Node"),
    ("", "PersistentVolumeClaim"),
    ("", "Secret"),
    ("", "ServiceAccount"),
    (SERVING, "ClusterServingRuntime"),
    (SERVING, "ClusterStorageContainer"),
    (SERVING, "LocalModelCache"),
    (SERVING, "LocalModelNamespaceCache"),
    (SERVING, "LocalModelNode"),
    (SERVING, "LocalModelNodeGroup"),
    (SERVING, "ServingRuntime"),
];

const SERVING: &str = "serving.kserve.io";

/// Kinds without a namespace among those above.
const CLUSTER_WIDE: [&str; 7] = [
    "ClusterServingRuntime",
    "ClusterStorageContainer",
    "LocalModelCache",
    "LocalModelNode",
    "LocalModelNodeGroup",
    "Namespace",
    "Node",
];

/// The kind of an object, empty if it has none.
pub fn kind(object: &Value) -> &str {
    object.get("kind").and_then(Value::as_str).unwrap_or_default()
}

/// The API version of an object, empty if it has none.
pub fn api_version(object: &Value) -> &str {
    object.get("apiVersion").and_then(Value::as_str).unwrap_or_default()
}

/// The API group of an object, empty for the core group.
pub fn group(object: &Value) -> &str {
    api_version(object).split_once('/').map_or("", |(group, _)| group)
}

/// Whether KServe has a kind of that name among those that the tool reads.
pub fn is_of_kserve(kind: &str) -> bool {
    kind == "InferenceService" || CONTEXT.contains(&(SERVING, kind))
}

/// What a document is for.
pub fn role(object: &Value) -> Role {
    match (group(object), kind(object)) {
        (_, "") => Role::NoObject,
        (SERVING, "InferenceService") => Role::Service,
        known if CONTEXT.contains(&known) => Role::Context,
        _ => Role::Other,
    }
}

/// Puts an object that belongs in a namespace and names none into `namespace`.
pub fn set_namespace(object: &mut Value, namespace: &str) {
    if CLUSTER_WIDE.contains(&kind(object)) {
        return;
    }
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut)
        && metadata.get("namespace").and_then(Value::as_str).unwrap_or_default().is_empty()
    {
        metadata.insert("namespace".into(), namespace.into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn kind_and_group_tell_what_a_document_is_for() {
        let role = |api_version: &str, kind: &str| role(&json!({ "apiVersion": api_version, "kind": kind }));
        assert_eq!(role("serving.kserve.io/v1beta1", "InferenceService"), Role::Service);
        assert_eq!(role("v1", "Secret"), Role::Context);
        assert_eq!(role("example.com/v1", "Secret"), Role::Other);
        assert_eq!(role("apps/v1", "Deployment"), Role::Other);
        assert_eq!(super::role(&json!({ "a": 1 })), Role::NoObject);
    }

    #[test]
    fn only_objects_of_a_namespace_get_one() {
        let mut secret = json!({ "kind": "Secret", "metadata": { "namespace": "" } });
        set_namespace(&mut secret, "team");
        assert_eq!(secret["metadata"]["namespace"], "team");
        let mut runtime = json!({ "kind": "ClusterServingRuntime", "metadata": {} });
        set_namespace(&mut runtime, "team");
        assert_eq!(runtime["metadata"], json!({}));
    }
}
