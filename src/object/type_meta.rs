//! The fields that say what an object is.

use crate::Value;

/// The kind of an object, empty if it has none.
pub fn kind(object: &Value) -> &str {
    object.get("kind").and_then(Value::as_str).unwrap_or_default()
}

/// The API version of an object, empty if it has none.
pub fn api_version(object: &Value) -> &str {
    object.get("apiVersion").and_then(Value::as_str).unwrap_or_default()
}

/// The API group of an object, empty for the core group.
pub fn group(object: &Value) -> &str {
    api_version(object).split_once('/').map_or("", |(group, _)| group)
}
