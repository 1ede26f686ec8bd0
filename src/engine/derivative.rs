//! Whether an existing object already has everything that is desired: Kubernetes' `DeepDerivative`, with which controllers ignore
//! what others add.

use crate::{Map, Value};

/// Whether `existing` has everything that `desired` sets. Empty values count as unset, and a desired list may be a prefix of the
/// existing one. Fields that Go leaves out when it writes an object count as present with their empty value.
pub fn derives(desired: Option<&Value>, existing: Option<&Value>) -> bool {
    match (desired, existing) {
        (None | Some(Value::Null), _) | (Some(Value::Bool(false)), None) => true,
        (Some(Value::String(text)), _) if text.is_empty() => true,
        (Some(Value::Object(desired)), existing) => {
            let of = |key: &str| existing.and_then(|existing| existing.get(key));
            desired.iter().all(|(key, value)| derives(Some(value), of(key)))
        }
        (Some(Value::Array(desired)), existing) => {
            let of = |index: usize| existing.and_then(|existing| existing.get(index));
            desired.iter().enumerate().all(|(index, value)| of(index).is_some() && derives(Some(value), of(index)))
        }
        (Some(desired), existing) => Some(desired) == existing,
    }
}

/// Whether every key of a desired map of strings exists; an empty string matches any value. Unlike empty members of structs, the
/// keys of maps have to exist.
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
    fn the_keys_of_a_map_have_to_be_there() {
        let (desired, existing) = (json!({ "a": "" }), json!({ "a": "x", "b": "y" }));
        assert!(map_derives(desired.as_object(), existing.as_object()));
        assert!(!map_derives(desired.as_object(), None));
        assert!(map_derives(None, None));
    }
}
