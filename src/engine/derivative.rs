//! Comparison of existing and desired objects as controllers do it: with Kubernetes' `DeepDerivative`, which
//! ignores additions by others, or with its `DeepEqual`, which lets controllers undo them.

use crate::{Map, Value};

/// Whether `existing` has everything that `desired` sets. Empty values count as unset, and a desired list may be a
/// prefix of the existing one. Fields that Go omits when it writes an object count as present with their empty
/// value.
pub fn derives(desired: Option<&Value>, existing: Option<&Value>) -> bool {
    is_covered(desired, existing, false)
}

/// Whether Go considers two values equal: each has everything that the other sets. Empty strings, empty lists and `false` count
/// as unset; an empty object does not.
pub fn equals(a: Option<&Value>, b: Option<&Value>) -> bool {
    is_covered(a, b, true) && is_covered(b, a, true)
}

/// Whether `existing` has everything that `desired` sets. With `objects_count`, it must also have the objects of
/// `desired` that set nothing.
fn is_covered(desired: Option<&Value>, existing: Option<&Value>, objects_count: bool) -> bool {
    match (desired, existing) {
        (None | Some(Value::Null), _) | (Some(Value::Bool(false)), None) => true,
        (Some(Value::String(text)), _) if text.is_empty() => true,
        (Some(Value::Object(_)), existing) if objects_count && !existing.is_some_and(Value::is_object) => false,
        (Some(Value::Object(desired)), existing) => {
            let is_there = |(key, value): (&String, &Value)| {
                // Pods contain this struct by value, so an empty one counts as unset.
                let is_none = key == "resources" && value.as_object().is_some_and(Map::is_empty);
                let existing = existing.and_then(|existing| existing.get(key));
                is_covered(Some(value), existing, objects_count && !is_none)
            };
            desired.iter().all(is_there)
        }
        (Some(Value::Array(desired)), existing) => {
            let of = |index: usize| existing.and_then(|existing| existing.get(index));
            desired
                .iter()
                .enumerate()
                .all(|(index, value)| of(index).is_some() && is_covered(Some(value), of(index), objects_count))
        }
        (Some(desired), existing) => Some(desired) == existing,
    }
}

/// Whether every key of a desired map of strings exists. An empty string matches any value. Unlike empty members of
/// structs, keys of maps have to exist.
pub fn map_derives(desired: Option<&Map>, existing: Option<&Map>) -> bool {
    let has = |(key, value): (&String, &Value)| {
        existing.and_then(|existing| existing.get(key)).is_some_and(|other| value == "" || value == other)
    };
    desired.into_iter().flatten().all(has)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_exists_may_say_more_but_not_something_else() {
        let existing = json!({ "a": [1, 2], "b": { "c": "x" } });
        let is_there = |desired: Value| derives(Some(&desired), Some(&existing));
        assert!(is_there(json!({ "a": [1], "b": { "d": "" }, "e": false, "f": { "g": {} } })));
        for other in [json!({ "a": [2] }), json!({ "a": [1, 2, 3] }), json!({ "e": true }), json!({ "f": { "g": 1 } })]
        {
            assert!(!is_there(other));
        }
    }

    #[test]
    fn empty_values_are_equal_to_none_but_not_empty_objects() {
        let is_equal = |a: Value, b: Value| {
            let equal = equals(Some(&a), Some(&b));
            assert_eq!(equal, equals(Some(&b), Some(&a)));
            equal
        };
        assert!(is_equal(json!({ "a": "", "b": [], "c": false, "resources": {} }), json!({})));
        assert!(is_equal(json!({ "a": [{ "b": 1 }] }), json!({ "a": [{ "b": 1, "c": "" }] })));
        for (a, b) in [
            (json!({ "a": {} }), json!({})),
            (json!({ "a": { "b": "" } }), json!({})),
            (json!({ "a": [1] }), json!({ "a": [1, 2] })),
            (json!({ "a": "x" }), json!({ "a": "" })),
            (json!({ "a": 0 }), json!({})),
            (json!({ "resources": { "limits": {} } }), json!({})),
        ] {
            assert!(!is_equal(a.clone(), b.clone()), "{a} {b}");
        }
        assert!(!equals(None, Some(&json!({}))));
        assert!(equals(None, None));
    }

    #[test]
    fn the_keys_of_a_map_have_to_be_there() {
        let (desired, existing) = (json!({ "a": "" }), json!({ "a": "x", "b": "y" }));
        assert!(map_derives(desired.as_object(), existing.as_object()));
        assert!(!map_derives(desired.as_object(), None));
        assert!(map_derives(None, None));
    }
}
