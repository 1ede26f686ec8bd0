//! Objects without the parts that say nothing about a decision of the controller.

use crate::Value;

/// Fields of `metadata` that say nothing about what a controller decides.
const METADATA: [&str; 5] = ["creationTimestamp", "generation", "managedFields", "resourceVersion", "uid"];
/// Fields that say nothing when they are empty, wherever they are, because the API server treats them as absent.
const NOTHING_IF_EMPTY: &[&str] = &["resources", "status", "strategy"];
/// The same fields and `behavior`: an autoscaler behaves the same without it, but the API server fills an empty one with all
/// rules of scaling.
const LEFT_OUT_IF_EMPTY: &[&str] = &["behavior", "resources", "status", "strategy"];

/// A value without nulls, bookkeeping fields, and empty fields that say nothing.
pub fn tidied(mut value: Value) -> Value {
    tidy(&mut value, false, LEFT_OUT_IF_EMPTY);
    value
}

/// Tidies a value, removing the fields named in `empty` where they are empty. `is_metadata` says whether it is the value of a key
/// `metadata`.
fn tidy(value: &mut Value, is_metadata: bool, empty: &[&str]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| tidy(item, false, empty)),
        Value::Object(entries) => {
            let mut stay = true;
            for (key, value) in entries.iter_mut() {
                if value.is_array() || value.is_object() {
                    tidy(value, key == "metadata", empty);
                }
                stay &= !is_left_out(key, value, is_metadata, empty);
            }
            // In most maps all entries stay, and checking that costs less than rebuilding the map.
            if !stay {
                entries.retain(|key, value| !is_left_out(key, value, is_metadata, empty));
            }
        }
        _ => {}
    }
}

/// Whether an entry, whose value is already tidied, is left out of its map.
fn is_left_out(key: &str, value: &Value, of_metadata: bool, empty: &[&str]) -> bool {
    value.is_null()
        || key == "lastTransitionTime"
        || is_nothing(value) && empty.contains(&key)
        || of_metadata && METADATA.contains(&key)
}

/// An object for comparisons and reports: tidied, and without `status`.
pub fn without_status(object: Value) -> Value {
    tidied(applicable(object))
}

/// An object in the form in which it would be applied: without `status`, bookkeeping fields, and empty fields whose absence makes
/// no difference to what the API server stores.
pub fn applicable(mut object: Value) -> Value {
    if let Some(object) = object.as_object_mut() {
        object.remove("status");
    }
    tidy(&mut object, false, NOTHING_IF_EMPTY);
    object
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn empty_fields_are_left_out_everywhere() {
        let value = json!({
            "metadata": { "name": "a", "uid": "u", "creationTimestamp": null, "labels": {} },
            "spec": { "template": { "metadata": { "creationTimestamp": null }, "resources": { "limits": null } }, "uid": "stays" },
            "status": [{ "lastTransitionTime": "now", "type": "Ready", "strategy": {} }],
        });
        let wanted = json!({
            "metadata": { "name": "a", "labels": {} },
            "spec": { "template": { "metadata": {} }, "uid": "stays" },
            "status": [{ "type": "Ready" }],
        });
        assert_eq!(tidied(value.clone()), wanted);
        assert_eq!(without_status(value).get("status"), None);
    }

    #[test]
    fn an_empty_behaviour_is_applied_since_the_server_fills_it() {
        let value = json!({ "spec": { "behavior": {}, "strategy": {} }, "status": {} });
        assert_eq!(applicable(value.clone()), json!({ "spec": { "behavior": {} } }));
        assert_eq!(without_status(value), json!({ "spec": {} }));
    }
}
