//! What happens to an existing routing object. Each kind has its own rule for what counts as a change, and for what is then
//! written. The functions return the object after the update, or `None` if the controller leaves it alone.

use crate::Value;
use crate::engine::derivative::{derives, map_derives};
use crate::object::ObjectView as _;
use crate::object::fields::Lookup as _;
use crate::release::Ingress;

/// Updates a VirtualService if its spec, labels or annotations differ; everything else is kept.
pub fn virtual_service(existing: &Value, desired: &Value) -> Option<Value> {
    const PARTS: [(&str, &str); 3] = [("", "spec"), ("/metadata", "labels"), ("/metadata", "annotations")];
    fn part<'o>(object: &'o Value, (parent, key): (&str, &str)) -> Option<&'o Value> {
        object.at(parent)?.get(key).filter(is_set)
    }
    if PARTS.into_iter().all(|path| part(existing, path) == part(desired, path)) {
        return None;
    }
    let mut updated = existing.clone();
    for (parent, key) in PARTS {
        put(&mut updated, parent, key, part(desired, (parent, key)).cloned());
    }
    Some(updated)
}

/// Replaces the spec of the ExternalName Service if the existing object lacks something that the desired one has. The creation
/// time counts as such a difference, so an object from a cluster is written in every pass.
pub fn external_name(existing: &Value, desired: &Value, release: &Ingress) -> Option<Value> {
    let created = existing.at("/metadata/creationTimestamp").is_some_and(|time| is_set(&time));
    if !release.external_name_rewritten && !created && derives(Some(desired), Some(existing)) {
        return None;
    }
    let mut updated = existing.clone();
    put(&mut updated, "", "spec", desired.get("spec").cloned());
    if release.external_name_rewritten {
        for key in ["labels", "annotations"] {
            put(&mut updated, "/metadata", key, None);
        }
    }
    Some(updated)
}

/// Replaces an Ingress if its spec differs; annotations alone do not count.
pub fn kubernetes_ingress(existing: &Value, desired: &Value) -> Option<Value> {
    (existing.get("spec") != desired.get("spec")).then(|| desired.clone())
}

/// Replaces an HTTPRoute if it lacks something of the desired spec, labels or annotations. Trailing list items, labels and
/// annotations that are no longer desired do not count. Until v0.15 it is replaced if its spec is not the desired one.
pub fn http_route(existing: &Value, desired: &Value, release: &Ingress) -> Option<Value> {
    let same = if release.routes_compared_by_spec {
        spec_without_defaults(existing) == spec_without_defaults(desired)
    } else {
        derives(desired.get("spec"), existing.get("spec"))
            && map_derives(desired.labels(), existing.labels())
            && map_derives(desired.annotations(), existing.annotations())
    };
    (!same).then(|| desired.clone())
}

/// The spec of an HTTPRoute without what the API server fills in.
fn spec_without_defaults(route: &Value) -> Option<Value> {
    let mut spec = route.get("spec")?.clone();
    let rules = spec.get_mut("rules").and_then(Value::as_array_mut).into_iter().flatten();
    let backends = rules.filter_map(|rule| rule.get_mut("backendRefs")?.as_array_mut()).flatten();
    for backend in backends.filter_map(Value::as_object_mut) {
        backend.retain(|key, value| !(key == "group" && *value == "" || key == "weight" && *value == 1));
    }
    Some(spec)
}

/// Whether a member is set: for Go, empty and absent values are the same.
fn is_set(value: &&Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}

/// Sets or removes `parent.key`.
fn put(object: &mut Value, parent: &str, key: &str, value: Option<Value>) {
    if let Some(parent) = object.at_mut(parent).and_then(Value::as_object_mut) {
        match value {
            Some(value) => parent.insert(key.to_owned(), value),
            None => parent.remove(key),
        };
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::{Release, Version};

    fn release(version: Version) -> &'static Ingress {
        &Release::of(version).ingress
    }

    #[test]
    fn a_virtual_service_keeps_what_is_not_the_controllers() {
        let existing = json!({"metadata": {"finalizers": ["f"], "labels": {"a": "b"}}, "spec": {"hosts": ["x"]}});
        assert_eq!(
            virtual_service(&existing, &json!({"metadata": {"labels": {"a": "b"}}, "spec": {"hosts": ["x"]}})),
            None
        );
        let without_labels = json!({"metadata": {"annotations": {}}, "spec": {"hosts": ["x"]}});
        assert_eq!(
            virtual_service(&existing, &without_labels),
            Some(json!({"metadata": {"finalizers": ["f"]}, "spec": {"hosts": ["x"]}}))
        );
    }

    #[test]
    fn an_external_name_service_keeps_what_others_add_unless_something_is_missing() {
        let desired = json!({"metadata": {"name": "m"}, "spec": {"type": "ExternalName", "externalName": "gw"}});
        let existing = |name: &str, created: &str| {
            json!({
                "metadata": {"name": "m", "labels": {"a": "b"}, "creationTimestamp": created},
                "spec": {"type": "ExternalName", "externalName": name, "ports": [{"port": 80}]},
            })
        };
        let newest = release(Version::NEWEST);
        assert_eq!(external_name(&existing("gw", ""), &desired, newest), None);
        for existing in [existing("other", ""), existing("gw", "2025-01-01T00:00:00Z")] {
            let updated = external_name(&existing, &desired, newest).expect("a change");
            assert_eq!(updated["spec"], desired["spec"]);
            assert_eq!(updated["metadata"], existing["metadata"]);
        }
        let old = external_name(&existing("gw", ""), &desired, release(Version::V0_18)).expect("a change");
        assert_eq!(old["metadata"].get("labels"), None);
    }

    #[test]
    fn annotations_alone_do_not_change_an_ingress() {
        let ingress = |value: &str, host: &str| json!({"metadata": {"annotations": {"a": value}}, "spec": {"h": host}});
        assert_eq!(kubernetes_ingress(&ingress("1", "x"), &ingress("2", "x")), None);
        assert_eq!(kubernetes_ingress(&ingress("1", "x"), &ingress("2", "y")), Some(ingress("2", "y")));
    }

    #[test]
    fn an_http_route_keeps_hosts_and_annotations_that_are_no_longer_desired() {
        let route = |hosts: Value, annotations: Value| json!({"metadata": {"annotations": annotations}, "spec": {"hostnames": hosts}});
        let existing = route(json!(["a", "b"]), json!({"k": "v"}));
        let changed =
            |hosts, annotations, version| http_route(&existing, &route(hosts, annotations), release(version)).is_some();
        assert!(!changed(json!(["a"]), json!({}), Version::NEWEST));
        assert!(changed(json!(["b"]), json!({}), Version::NEWEST));
        assert!(changed(json!(["a"]), json!({"k": "w"}), Version::NEWEST));
        assert!(changed(json!(["a"]), json!({"new": ""}), Version::NEWEST), "a key has to be there");
        assert!(changed(json!(["a"]), json!({}), Version::V0_15));
        assert!(!changed(json!(["a", "b"]), json!({"k": "w"}), Version::V0_15));
    }

    #[test]
    fn defaults_of_the_api_server_are_not_a_difference() {
        let existing = json!({"spec": {"rules": [{"backendRefs": [{"name": "m", "group": "", "weight": 1}]}]}});
        let desired = json!({"spec": {"rules": [{"backendRefs": [{"name": "m"}]}]}});
        for version in Version::ALL {
            assert_eq!(http_route(&existing, &desired, release(version)), None);
        }
    }
}
