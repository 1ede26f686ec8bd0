//! What `kubectl apply` makes of the stored document: a three-way JSON merge, as for all resources without merge keys.

use crate::Value;
use crate::object::keys::LAST_APPLIED;

/// The last applied document, from the annotation of the stored one.
pub fn last_applied(stored: &Value) -> Option<Value> {
    let text = stored.get("metadata")?.get("annotations")?.get(LAST_APPLIED)?.as_str()?;
    serde_json::from_str(text).ok()
}

/// The stored document after an apply of `new`: fields that are in `last` but not in `new` are removed, fields in `new` are set,
/// and the rest stays. Maps are merged, lists are replaced. The status is ignored, since it belongs to the controller.
pub fn apply(last: &Value, new: &Value, stored: &Value) -> Value {
    let mut merged = stored.clone();
    merge(Some(last), new, &mut merged);
    if let Some(fields) = merged.as_object_mut() {
        fields.remove("status");
    }
    let remembers =
        stored.get("metadata").and_then(|metadata| metadata.get("annotations")?.get(LAST_APPLIED)).is_some();
    if remembers && let Some(annotation) = merged.pointer_mut("/metadata/annotations").and_then(Value::as_object_mut) {
        annotation.insert(LAST_APPLIED.into(), format!("{new}\n").into());
    }
    merged
}

fn merge(last: Option<&Value>, new: &Value, stored: &mut Value) {
    let Value::Object(new) = new else {
        stored.clone_from(new);
        return;
    };
    if !stored.is_object() {
        *stored = Value::Object(crate::Map::new());
    }
    let Value::Object(stored) = stored else { return };
    if let Some(Value::Object(last)) = last {
        let gone = last.keys().filter(|key| new.get(*key).is_none_or(Value::is_null));
        gone.for_each(|key| drop(stored.remove(key)));
    }
    for (key, value) in new.iter().filter(|(_, value)| !value.is_null()) {
        let last = last.and_then(|last| last.get(key));
        merge(last, value, stored.entry(key.clone()).or_insert(Value::Null));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_others_have_added_stays_unless_it_was_applied_before() {
        let last = json!({ "spec": { "a": 1, "gone": { "x": 1 }, "list": [1, 2], "map": { "k": 1, "l": 2 } } });
        let new = json!({ "spec": { "a": 2, "list": [3], "map": { "l": 2 }, "none": null }, "status": { "x": 1 } });
        let stored = json!({
            "metadata": { "finalizers": ["f"] },
            "spec": { "a": 1, "gone": { "x": 1 }, "list": [1, 2], "map": { "k": 1, "l": 2, "own": 3 }, "none": 4 },
            "status": { "ready": true },
        });
        let merged = json!({
            "metadata": { "finalizers": ["f"] },
            "spec": { "a": 2, "list": [3], "map": { "l": 2, "own": 3 }, "none": 4 },
        });
        assert_eq!(apply(&last, &new, &stored), merged);
    }

    #[test]
    fn a_map_that_takes_the_place_of_another_value_has_no_nulls() {
        assert_eq!(
            apply(&json!({}), &json!({ "a": { "b": null, "c": 1 } }), &json!({ "a": 3 })),
            json!({ "a": { "c": 1 } })
        );
    }

    #[test]
    fn the_last_applied_document_is_remembered() {
        let stored =
            json!({ "metadata": { "annotations": { LAST_APPLIED: "{\"spec\":{\"a\":1}}\n" } }, "spec": { "a": 1 } });
        let last = last_applied(&stored).unwrap_or_default();
        assert_eq!(last, json!({ "spec": { "a": 1 } }));
        let merged = apply(&last, &json!({ "spec": {} }), &stored);
        assert_eq!(last_applied(&merged), Some(json!({ "spec": {} })));
        assert_eq!(merged["spec"], json!({}));
    }
}
