//! The structural schemas of KServe's API objects and the Go types behind them.

mod check;
mod decode;
mod definitions;
mod encode;
mod trail;
mod types;

use crate::{Map, Value};
pub use check::{Kind as ViolationKind, Violation, check};
pub use decode::{Through, Unknown, by_weight, object, part};
pub use definitions::definitions;
pub use encode::encode;
pub use types::{StructId, Type, Types};

/// A text as Go's `%q` writes it.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{c}' => quoted.push_str("\\f"),
            '\0'..='\u{1f}' | '\u{7f}' => quoted.push_str(&format!("\\x{:02x}", u32::from(character))),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// A runtime or storage container as the API server would store it and the controller reads it: without what its schema
/// does not know, with the schema's defaults, and with canonical quantities. Other kinds stay as they are.
pub fn stored(version: crate::release::Version, object: &Value) -> Map {
    let types = Types::of(version);
    let Some(fields) = object.as_object() else { return Map::new() };
    let root = match object.get("kind").and_then(Value::as_str) {
        Some("ServingRuntime") => types.serving_runtime,
        Some("ClusterServingRuntime") => types.cluster_serving_runtime,
        Some("ClusterStorageContainer") => types.cluster_storage_container,
        _ => return fields.clone(),
    };
    decode::object(types, root, fields, Through::GoTypes).object
}
