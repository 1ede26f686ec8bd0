//! Which fields of pods Knative Services have. The API server drops others from what a controller writes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::object::fields::filled;
use crate::{Map, Value};

static FIELDS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = include_str!("knative.fields").lines().filter(|line| !line.starts_with('#'));
    let of_line = |line: &'static str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.trim_matches('.'), words.collect()))
    };
    filled(lines.filter_map(of_line))
});

/// The fields of the object at a path below the pod, with `*` for the items of a list; `None` if it keeps all.
pub fn fields(path: &str) -> Option<&'static [&'static str]> {
    FIELDS.get(path).map(Vec::as_slice)
}

/// The path of a member of the object at `path`.
pub fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Drops from a desired Knative Service what the server has dropped from the existing one. What the existing one has stays: a
/// cluster may know more fields.
pub fn drop_unknown(desired: &mut Value, existing: &Value) {
    const POD: [&str; 3] = ["spec", "template", "spec"];
    let pod = POD.iter().try_fold(desired, |object, key| object.get_mut(key)).and_then(Value::as_object_mut);
    let found = POD.iter().try_fold(existing, |object, key| object.get(key)).and_then(Value::as_object);
    if let (Some(pod), Some(found)) = (pod, found) {
        drop_below(pod, found, "");
    }
}

fn drop_below(desired: &mut Map, existing: &Map, path: &str) {
    let Some(fields) = fields(path) else { return };
    desired.retain(|key, _| fields.contains(&key.as_str()) || existing.contains_key(key));
    for (key, value) in desired {
        let path = below(path, key);
        match (value, existing.get(key)) {
            (Value::Object(value), Some(Value::Object(existing))) => drop_below(value, existing, &path),
            (Value::Array(items), Some(Value::Array(existing))) => {
                let path = format!("{path}.*");
                for (item, existing) in items.iter_mut().zip(existing) {
                    if let (Value::Object(item), Value::Object(existing)) = (item, existing) {
                        drop_below(item, existing, &path);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_server_has_dropped_is_dropped() {
        let service = |pod: Value| json!({ "spec": { "template": { "spec": pod } } });
        let mut desired = service(json!({
            "containers": [{ "name": "a", "lifecycle": {}, "image": "i" }],
            "nodeName": "n",
            "terminationGracePeriodSeconds": 90,
        }));
        let existing = service(json!({ "containers": [{ "name": "a" }], "nodeName": "m" }));
        drop_unknown(&mut desired, &existing);
        assert_eq!(desired, service(json!({ "containers": [{ "name": "a", "image": "i" }], "nodeName": "n" })));
    }
}
