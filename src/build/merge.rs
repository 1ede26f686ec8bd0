//! Merges the containers and the pod of a runtime with those of a service.

use crate::go::merge::{self, MergeKind};
use crate::release::Release;
use crate::{Map, Value};

/// The pod fields that a runtime contributes, besides its containers.
const POD_FIELDS: [&str; 6] =
    ["nodeSelector", "affinity", "tolerations", "volumes", "imagePullSecrets", "schedulerName"];

/// Merges a container of a service over that of its runtime. This is a strategic merge patch, except for `args`, where those of
/// the service are appended to those of the runtime, and for the name, which stays the runtime's unless the service sets one.
pub fn merge_container(runtime: &Map, service: &Map, release: &Release) -> Map {
    let mut overlay = without_empty(service);
    let mut base = runtime.clone();
    let mut args = Vec::new();
    for container in [&mut base, &mut overlay] {
        if let Some(Value::Array(mut own)) = container.remove("args") {
            args.append(&mut own);
        }
    }
    let mut merged = merge::strategic(base, overlay, MergeKind::Container);
    if !args.is_empty() {
        merged.insert("args".into(), args.into());
    }
    if release.components.env_value_conflicts_resolved {
        resolve_env_conflicts(&mut merged, service);
    }
    merged
}

/// The container without fields that Go would not serialise, such as an empty string or list; they change nothing in a merge.
fn without_empty(container: &Map) -> Map {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    container
        .iter()
        .filter(|(_, value)| !is_empty(value))
        .map(|(key, value)| match (key.as_str(), value) {
            // A variable with an empty value says nothing about the value.
            ("env", Value::Array(entries)) => (key.clone(), entries.iter().map(without_empty_value).collect()),
            _ => (key.clone(), value.clone()),
        })
        .collect()
}

fn without_empty_value(entry: &Value) -> Value {
    let mut entry = entry.clone();
    if let Some(fields) = entry.as_object_mut()
        && fields.get("value").is_some_and(|value| value == "")
    {
        fields.remove("value");
    }
    entry
}

/// If the merge gave a variable both a value and a source, the one that the service set stays.
fn resolve_env_conflicts(merged: &mut Map, service: &Map) {
    let given: Vec<&Value> = service.get("env").and_then(Value::as_array).into_iter().flatten().collect();
    let env = merged.get_mut("env").and_then(Value::as_array_mut).into_iter().flatten();
    for variable in env.filter_map(Value::as_object_mut) {
        if !(variable.contains_key("value") && variable.contains_key("valueFrom")) {
            continue;
        }
        let own = given.iter().rev().find(|other| other.get("name") == variable.get("name"));
        let has = |key: &str| own.is_some_and(|own| own.get(key).is_some_and(|v| !v.is_null() && v != ""));
        if has("valueFrom") {
            variable.remove("value");
        } else if has("value") {
            variable.remove("valueFrom");
        }
    }
}

/// Merges the container of a ClusterStorageContainer over the storage initializer, like a container of a service over that of its
/// runtime, except that its `args` replace the others.
pub fn merge_storage_container(initializer: &Map, own: &Map, release: &Release) -> Map {
    let overlay = without_empty(own);
    let mut merged = merge::strategic(initializer.clone(), overlay, MergeKind::Container);
    if release.pod.stale_storage_container_fields {
        for list in ["env", "volumeMounts", "ports", "volumeDevices"] {
            keep_stale_fields(initializer.get(list), merged.get_mut(list));
        }
    } else if release.components.env_value_conflicts_resolved {
        resolve_env_conflicts(&mut merged, own);
    }
    merged
}

/// Keeps fields that an item of the merged list lacks: some releases decode the merged list over the old one, item by item.
fn keep_stale_fields(old: Option<&Value>, merged: Option<&mut Value>) {
    let old = old.and_then(Value::as_array).into_iter().flatten();
    let merged = merged.and_then(Value::as_array_mut).into_iter().flatten();
    for (old, item) in old.zip(merged) {
        fill_in(old, item, 3);
    }
}

/// Fills the fields that an object lacks from an older one, recursively down to a depth.
fn fill_in(old: &Value, new: &mut Value, depth: usize) {
    let (Some(old), Some(new), true) = (old.as_object(), new.as_object_mut(), depth > 0) else { return };
    for (key, value) in old {
        match new.get_mut(key) {
            None => drop(new.insert(key.clone(), value.clone())),
            Some(own) => fill_in(value, own, depth - 1),
        }
    }
}

/// Merges the pod fields of a service over those that its runtime contributes. Containers are left out.
pub fn merge_pod(runtime: &Map, service: &Map, release: &Release) -> Map {
    let base: Map = POD_FIELDS
        .iter()
        .filter(|field| **field != "schedulerName" || release.components.runtime_scheduler_name)
        .filter_map(|field| Some(((*field).to_owned(), runtime.get(*field)?.clone())))
        .filter(|(_, value)| !value.is_null())
        .collect();
    let overlay: Map = service
        .iter()
        .filter(|(key, value)| key.as_str() != "containers" && !value.is_null() && value.as_str() != Some(""))
        .filter(|(_, value)| !value.as_array().is_some_and(Vec::is_empty))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    merge::strategic(base, overlay, MergeKind::PodSpec)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::release::Version;
    use crate::schema::Types;
    use serde_json::json;

    /// Every field that runtimes have is either merged or excluded here.
    #[test]
    fn the_pod_fields_are_those_of_the_tables() {
        let types = Types::of(Version::NEWEST);
        let spec = types.struct_of(types.serving_runtime, "spec").expect("a spec");
        let fields = types.structs[spec].fields.iter().filter(|field| field.owner == "v1alpha1.ServingRuntimePodSpec");
        let left_aside = ["annotations", "containers", "hostIPC", "labels"];
        let merged: BTreeSet<&str> = fields.map(|field| field.name).filter(|name| !left_aside.contains(name)).collect();
        assert_eq!(merged, BTreeSet::from(POD_FIELDS));
    }

    fn merged(runtime: Value, service: Value) -> Value {
        let (runtime, service) = (runtime.as_object().unwrap(), service.as_object().unwrap());
        Value::Object(merge_container(runtime, service, Release::of(Version::NEWEST)))
    }

    #[test]
    fn args_are_appended_and_the_name_stays() {
        assert_eq!(
            merged(json!({"name": "kserve-container", "args": ["--a"]}), json!({"name": "", "args": ["--a", "--b"]})),
            json!({"name": "kserve-container", "args": ["--a", "--a", "--b"]})
        );
    }

    #[test]
    fn a_service_can_rename_the_container() {
        assert_eq!(merged(json!({"name": "kserve-container"}), json!({"name": "x"})), json!({"name": "x"}));
    }

    #[test]
    fn the_services_side_of_value_and_source_stays() {
        let source = json!({"fieldRef": {"fieldPath": "status.podIP"}});
        assert_eq!(
            merged(json!({"env": [{"name": "A", "value": "1"}]}), json!({"env": [{"name": "A", "valueFrom": source}]})),
            json!({"env": [{"name": "A", "valueFrom": source}]})
        );
        assert_eq!(
            merged(json!({"env": [{"name": "A", "valueFrom": source}]}), json!({"env": [{"name": "A", "value": "1"}]})),
            json!({"env": [{"name": "A", "value": "1"}]})
        );
    }

    #[test]
    fn an_empty_value_blanks_nothing() {
        assert_eq!(
            merged(json!({"env": [{"name": "A", "value": "1"}]}), json!({"env": [{"name": "A", "value": ""}]})),
            json!({"env": [{"name": "A", "value": "1"}]})
        );
    }
}
