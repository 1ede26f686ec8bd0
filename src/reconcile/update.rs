//! How existing routing objects change: when the controller takes one for different, and what it then writes.

use serde_json::json;

use crate::Value;

/// The existing object with another spec, labels and annotations, when one of them differs.
pub(super) fn replaced_if_different(existing: &Value, desired: &Value) -> Option<Value> {
    let part = |object: &Value, key: &str| object.get("metadata").and_then(|metadata| metadata.get(key)).cloned();
    let parts = ["labels", "annotations"];
    let nothing = || json!({});
    let same = parts
        .iter()
        .all(|key| part(existing, key).unwrap_or_else(nothing) == part(desired, key).unwrap_or_else(nothing));
    if same && existing.get("spec") == desired.get("spec") {
        return None;
    }
    let mut changed = with_spec_of(existing, desired);
    if let Some(metadata) = changed.get_mut("metadata").and_then(Value::as_object_mut) {
        for key in parts {
            match part(desired, key) {
                Some(value) => drop(metadata.insert(key.to_owned(), value)),
                None => drop(metadata.remove(key)),
            }
        }
    }
    Some(changed)
}

fn with_spec_of(existing: &Value, desired: &Value) -> Value {
    let mut changed = existing.clone();
    if let (Some(fields), Some(spec)) = (changed.as_object_mut(), desired.get("spec")) {
        fields.insert("spec".into(), spec.clone());
    }
    changed
}

/// The existing object with another spec, when the desired one is not derived from it.
pub(super) fn spec_if_not_derived(existing: &Value, desired: &Value) -> Option<Value> {
    if is_derived(desired.get("spec"), existing.get("spec")) {
        return None;
    }
    Some(with_spec_of(existing, desired))
}

/// The desired object, when its spec differs.
pub(super) fn whole_if_spec_differs(existing: &Value, desired: &Value) -> Option<Value> {
    (existing.get("spec") != desired.get("spec")).then(|| desired.clone())
}

/// The desired object, when its spec, labels or annotations are not derived from the existing one.
pub(super) fn whole_if_not_derived(existing: &Value, desired: &Value) -> Option<Value> {
    let parts = ["/spec", "/metadata/labels", "/metadata/annotations"];
    let derived = parts.iter().all(|part| is_derived(desired.pointer(part), existing.pointer(part)));
    (!derived).then(|| desired.clone())
}

/// Whether `desired` says nothing that `existing` does not say: empty values do not count, and a list may be the
/// beginning of a longer one.
fn is_derived(desired: Option<&Value>, existing: Option<&Value>) -> bool {
    match (desired, existing) {
        (None | Some(Value::Null), _) => true,
        (Some(Value::String(text)), _) if text.is_empty() => true,
        (Some(Value::Object(desired)), existing) => {
            let of = |key: &str| existing.and_then(|existing| existing.get(key));
            desired.iter().all(|(key, value)| is_derived(Some(value), of(key)))
        }
        (Some(Value::Array(desired)), existing) => {
            let of = |index: usize| existing.and_then(|existing| existing.get(index));
            desired.iter().enumerate().all(|(index, value)| of(index).is_some() && is_derived(Some(value), of(index)))
        }
        (Some(desired), existing) => Some(desired) == existing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(labels: Value, annotations: Value, spec: Value) -> Value {
        json!({ "metadata": { "name": "a", "labels": labels, "annotations": annotations }, "spec": spec })
    }

    #[test]
    fn a_virtual_service_keeps_its_other_metadata() {
        let mut existing = object(json!({ "a": "1" }), json!({}), json!({ "hosts": ["x"] }));
        existing["metadata"]["resourceVersion"] = "7".into();
        let mut desired = object(json!({ "a": "1" }), json!({}), json!({ "hosts": ["x"] }));
        desired["metadata"].as_object_mut().unwrap().remove("annotations");
        assert_eq!(replaced_if_different(&existing, &desired), None, "no annotations are like empty ones");
        desired["metadata"]["labels"] = json!({ "b": "2" });
        desired["spec"] = json!({ "hosts": [] });
        assert_eq!(
            replaced_if_different(&existing, &desired),
            Some(json!({
                "metadata": { "name": "a", "labels": { "b": "2" }, "resourceVersion": "7" },
                "spec": { "hosts": [] },
            }))
        );
    }

    #[test]
    fn what_is_no_longer_desired_makes_no_route_different() {
        let existing =
            object(json!({ "a": "1", "b": "2" }), json!({}), json!({ "hostnames": ["x", "y"], "rules": [1] }));
        let change = |labels, spec| whole_if_not_derived(&existing, &object(labels, json!({}), spec)).is_some();
        assert!(!change(json!({ "a": "1" }), json!({ "hostnames": ["x"], "rules": [] })));
        assert!(change(json!({ "a": "2" }), json!({ "hostnames": ["x"] })));
        assert!(change(json!({}), json!({ "hostnames": ["y"] })), "lists are compared place by place");
        assert!(change(json!({}), json!({ "hostnames": ["x", "y", "z"] })));
    }

    #[test]
    fn an_ingress_changes_with_its_spec_only() {
        let existing = object(json!({}), json!({ "a": "1" }), json!({ "rules": [] }));
        assert_eq!(whole_if_spec_differs(&existing, &object(json!({}), json!({}), json!({ "rules": [] }))), None);
        assert!(whole_if_spec_differs(&existing, &object(json!({}), json!({}), json!({}))).is_some());
    }

    #[test]
    fn an_external_name_service_keeps_what_it_is_not_asked_for() {
        let existing = json!({ "spec": { "type": "ExternalName", "externalName": "g", "clusterIP": "None" } });
        let desired = |name: &str| json!({ "spec": { "type": "ExternalName", "externalName": name } });
        assert_eq!(spec_if_not_derived(&existing, &desired("g")), None);
        assert_eq!(spec_if_not_derived(&existing, &desired("h")), Some(desired("h")));
    }
}
