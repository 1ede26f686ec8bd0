//! Objects without what says nothing about a decision of the controller.

use crate::Value;

/// Fields of `metadata` that say nothing about what a controller decides.
const METADATA: [&str; 5] = ["creationTimestamp", "generation", "managedFields", "resourceVersion", "uid"];
/// Fields that are left out when empty, wherever they stand.
const LEFT_OUT_IF_EMPTY: [&str; 4] = ["behavior", "resources", "status", "strategy"];

/// A value without nulls, bookkeeping and the empty fields that say nothing.
pub fn tidied(mut value: Value) -> Value {
    tidy(&mut value);
    value
}

fn tidy(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(entries) => {
            if let Some(metadata) = entries.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.retain(|key, _| !METADATA.contains(&key.as_str()));
            }
            entries.retain(|key, value| {
                tidy(value);
                !(value.is_null()
                    || key == "lastTransitionTime"
                    || is_nothing(value) && LEFT_OUT_IF_EMPTY.contains(&key.as_str()))
            });
        }
        _ => {}
    }
}

/// An object as it would be applied: tidied, and without `status`.
pub fn without_status(mut object: Value) -> Value {
    if let Some(object) = object.as_object_mut() {
        object.remove("status");
    }
    tidied(object)
}

/// Whether a value is null, or a list or a map without entries.
pub fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}
