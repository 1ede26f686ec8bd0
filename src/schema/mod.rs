//! The structural schemas of KServe's API objects and the Go types behind them.

mod check;
mod decode;
mod definitions;
mod encode;
mod json_schema;
mod openapi;
mod reader;
mod rules;
mod tables;
mod trail;
mod types;

pub(crate) use crate::go::strconv::quote;
pub(crate) use check::{Violation, ViolationKind, check, check_metadata, check_written};
pub(crate) use decode::{Fault, Through, Unknown, object, part};
pub(crate) use definitions::is_loose;
pub(crate) use definitions::served_versions;
pub use definitions::{DefinedKind, defined_kinds, definitions};
pub(crate) use encode::{encode, encode_at};
pub use json_schema::{JsonSchema, json_schemas, of_all_kinds};
pub(crate) use tables::LlmTypes;
#[cfg(test)]
pub(crate) use tables::LocalModelTypes;
pub(crate) use types::{Field, StructId, Type, Types};

use crate::object::Kind;
use crate::{Map, Value};

/// Removes from the `spec` of an object of type `root` the empty names of references: the API server's defaults set them, and Go
/// omits them when the controller, which knows no defaults, writes back what it has read.
pub(crate) fn forget_empty_defaults(types: &Types, root: StructId, spec: &mut Map) {
    if let Some(Type::Struct(id)) = types.structs.get(root).and_then(|root| root.field("spec")).map(|field| &field.ty) {
        forget_in_struct(types, *id, spec);
    }
}

fn forget_in_struct(types: &Types, id: StructId, object: &mut Map) {
    let Some(owner) = types.structs.get(id) else { return };
    object.retain(|key, value| {
        let Some(field) = owner.field(key) else { return true };
        forget_in(types, &field.ty, value);
        field.pointer || field.always || field.default.is_none() || value != ""
    });
}

fn forget_in(types: &Types, ty: &Type, value: &mut Value) {
    match (ty, value) {
        (Type::Struct(id), Value::Object(object)) => forget_in_struct(types, *id, object),
        (Type::List(item), Value::Array(values)) => values.iter_mut().for_each(|value| forget_in(types, item, value)),
        _ => {}
    }
}

/// A runtime or storage container as the API server would store it and the controller would read it: without fields unknown to
/// its schema, with the schema's defaults, and with canonical quantities. Other kinds are returned unchanged.
pub(crate) fn stored(version: crate::release::Version, object: &Value) -> Map {
    let types = Types::of(version);
    let Some(fields) = object.as_object() else { return Map::new() };
    let root = match Kind::of(object) {
        Some(Kind::ServingRuntime) => types.serving_runtime,
        Some(Kind::ClusterServingRuntime) => types.cluster_serving_runtime,
        Some(Kind::ClusterStorageContainer) => types.cluster_storage_container,
        _ => return fields.clone(),
    };
    let mut object = decode::object(types, root, fields, Through::GoTypes).object;
    if let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) {
        forget_empty_defaults(types, root, spec);
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_quoted_as_go_quotes_them() {
        assert_eq!(quote("a\u{200b}b\u{ad}"), r#""a\u200bb\u00ad""#);
    }
}
