//! What differs between two values, by path.

use crate::object::fields::filled;
use crate::object::{Path, PathStep};
use crate::{Map, Value};

/// One value that differs. A side without the path has `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Where it is.
    pub path: Path,
    /// The value on the old side; `None` if the path is new.
    pub old: Option<Value>,
    /// The value on the new side; `None` if the path is gone.
    pub new: Option<Value>,
}

/// The lists in Kubernetes objects whose items have a name, and the field that holds it.
const MERGE_KEYS: &[(&str, &[&str])] = &[
    ("conditions", &["type"]),
    ("containers", &["name"]),
    ("env", &["name"]),
    ("hostnames", &[]),
    ("imagePullSecrets", &["name"]),
    ("initContainers", &["name"]),
    ("ownerReferences", &["name"]),
    ("parentRefs", &["name"]),
    ("ports", &["containerPort", "port", "name"]),
    ("rules", &["host"]),
    ("secrets", &["name"]),
    ("topologySpreadConstraints", &["topologyKey"]),
    ("volumeDevices", &["devicePath"]),
    ("volumeMounts", &["mountPath"]),
    ("volumes", &["name"]),
];

/// All differences from `old` to `new`, in the order of keys. Items of a list are matched by their merge key if it has one, or by
/// position if both lists have the same length; other lists differ as a whole.
pub fn changes(old: &Value, new: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    compare(&Path::default(), old, new, &mut found);
    found
}

fn compare(path: &Path, old: &Value, new: &Value, found: &mut Vec<Change>) {
    if old == new {
        return;
    }
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => compare_maps(path, old, new, found),
        (Value::Array(old), Value::Array(new)) if compare_lists(path, old, new, found) => {}
        _ => found.push(Change { path: path.clone(), old: Some(old.clone()), new: Some(new.clone()) }),
    }
}

fn compare_maps(path: &Path, old: &Map, new: &Map, found: &mut Vec<Change>) {
    let keys: std::collections::BTreeSet<&String> = filled(old.keys().chain(new.keys()));
    for key in keys {
        both(&path.with(PathStep::Key(key.clone())), old.get(key), new.get(key), found);
    }
}

fn both(path: &Path, old: Option<&Value>, new: Option<&Value>, found: &mut Vec<Change>) {
    match (old, new) {
        (Some(old), Some(new)) => compare(path, old, new, found),
        (old, new) => found.push(Change { path: path.clone(), old: old.cloned(), new: new.cloned() }),
    }
}

/// Compares two lists item by item; returns false if their items cannot be matched.
fn compare_lists(path: &Path, old: &[Value], new: &[Value], found: &mut Vec<Change>) -> bool {
    let keys =
        path.last_key().and_then(|list| MERGE_KEYS.iter().find(|(name, _)| *name == list)).map_or(&[][..], |(_, k)| k);
    for field in keys {
        let (Some(old_names), Some(new_names)) = (names(old, field), names(new, field)) else { continue };
        let reordered = {
            let kept = |names: &[String], others: &[String]| -> Vec<String> {
                names.iter().filter(|name| others.contains(name)).cloned().collect()
            };
            kept(&old_names, &new_names) != kept(&new_names, &old_names)
        };
        if reordered {
            // The order of containers and variables matters: show the lists as they are.
            return false;
        }
        let item = |value: &str| path.with(PathStep::Item { field, value: value.to_owned() });
        for (name, value) in old_names.iter().zip(old) {
            let other = new_names.iter().position(|n| n == name).and_then(|i| new.get(i));
            both(&item(name), Some(value), other, found);
        }
        for (name, value) in new_names.iter().zip(new) {
            if !old_names.contains(name) {
                both(&item(name), None, Some(value), found);
            }
        }
        return true;
    }
    let comparable = old.len() == new.len() && old.iter().chain(new).all(|item| item.is_object() || item.is_array());
    if comparable {
        for (index, (old, new)) in old.iter().zip(new).enumerate() {
            compare(&path.with(PathStep::Index(index)), old, new, found);
        }
    }
    comparable
}

/// The names of all items, if each item has one and they are unique.
fn names(items: &[Value], field: &str) -> Option<Vec<String>> {
    let mut names = Vec::with_capacity(items.len());
    for item in items {
        let name = match item.get(field)? {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        if names.contains(&name) {
            return None;
        }
        names.push(name);
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn paths(old: Value, new: Value) -> Vec<String> {
        changes(&old, &new).into_iter().map(|change| change.path.to_string()).collect()
    }

    #[test]
    fn items_are_matched_by_merge_key_not_by_position() {
        let old = json!({"env": [{"name": "B", "value": "1"}]});
        let new = json!({"env": [{"name": "A", "value": "0"}, {"name": "B", "value": "2"}]});
        assert_eq!(paths(old, new), ["env[name=B].value", "env[name=A]"]);
    }

    #[test]
    fn a_changed_order_is_a_change_of_the_list() {
        let old = json!({"containers": [{"name": "a"}, {"name": "b"}]});
        let new = json!({"containers": [{"name": "b"}, {"name": "a"}]});
        assert_eq!(paths(old, new), ["containers"]);
    }

    #[test]
    fn lists_of_words_differ_as_a_whole() {
        assert_eq!(paths(json!({"args": ["a", "b"]}), json!({"args": ["a", "c"]})), ["args"]);
    }

    #[test]
    fn equal_values_do_not_differ() {
        assert!(paths(json!({"a": [1, {"b": null}]}), json!({"a": [1, {"b": null}]})).is_empty());
    }
}
