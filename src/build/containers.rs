//! Changes that the controller makes to containers.

use serde_json::json;

use crate::api::Container;
use crate::{Map, Value};

/// The containers of a pod spec.
pub(crate) fn containers(pod_spec: &mut Map) -> impl Iterator<Item = &mut Map> {
    pod_spec.get_mut("containers").and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

/// Sets the value of a variable: an existing one is overwritten (its `valueFrom` stays), a new one is appended.
pub(crate) fn set_variable(container: &mut Map, name: &str, value: &str) {
    let existing = container
        .get_mut("env")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
        .find(|variable| variable.get("name").is_some_and(|n| n == name))
        .and_then(Value::as_object_mut);
    match existing {
        // Go omits an empty value.
        Some(variable) if value.is_empty() => drop(variable.remove("value")),
        Some(variable) => drop(variable.insert("value".into(), value.into())),
        None => {
            let entry = if value.is_empty() { json!({"name": name}) } else { json!({"name": name, "value": value}) };
            push(container, "env", entry);
        }
    }
}

/// Appends to the list under a key, which is created if it does not exist.
pub(crate) fn push(map: &mut Map, key: &str, item: Value) {
    match map.get_mut(key) {
        Some(Value::Array(items)) => items.push(item),
        _ => drop(map.insert(key.to_owned(), Value::Array(vec![item]))),
    }
}

/// Whether an argument begins with `prefix`, which is how the controller tests for flags.
pub(crate) fn has_argument(container: &Map, prefix: &str) -> bool {
    Container::of(container).arguments().any(|argument| argument.starts_with(prefix))
}

/// Appends a flag and its value as two arguments.
pub(crate) fn push_argument(container: &mut Map, flag: &str, value: &str) {
    push(container, "args", flag.into());
    push(container, "args", value.into());
}

/// Appends a flag unless an argument begins with it.
pub(crate) fn default_argument(container: &mut Map, flag: &str, value: &str) {
    if !has_argument(container, flag) {
        push_argument(container, flag, value);
    }
}
