//! Types as structural schemas, as the API server uses them.

use serde_json::json;

use super::check::QUANTITY;
use super::types::{Field, FieldRule, Struct, Type, Types};
use crate::{Map, Value};

/// The schema of a property.
pub fn property<'s>(schema: &'s mut Value, name: &str) -> Option<&'s mut Value> {
    schema.get_mut("properties")?.get_mut(name)
}

/// What a schema says besides what the API server needs.
pub trait Annotate {
    /// Adds to the schema of a struct.
    fn structure(&self, _of: &Struct, _schema: &mut Value) {}
    /// Adds to the schema of a field.
    fn field(&self, _of: &Field, _schema: &mut Value) {}
}

/// Adds nothing.
pub struct Bare;

impl Annotate for Bare {}

/// The schema of a struct.
#[expect(
    clippy::indexing_slicing,
    reason = "the schema is written out here as an object, as are those of its properties; writing a key of an object adds it"
)]
pub fn structure(types: &Types, notes: &dyn Annotate, owner: &Struct) -> Value {
    let known = owner.fields.iter().filter(|field| !field.pruned);
    let properties: Map = known.map(|field| (field.name.to_owned(), of_field(types, notes, field))).collect();
    let required: Vec<&str> =
        owner.required.iter().filter_map(|at| owner.fields.get(*at)).map(|field| field.name).collect();
    let mut schema = json!({ "type": "object" });
    if !properties.is_empty() {
        schema["properties"] = properties.into();
    }
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    for validation in owner.validations.iter() {
        let of = match validation.field {
            None => Some(&mut schema),
            Some(field) => property(&mut schema, field),
        };
        if let Some(of) = of {
            let rules = &mut of["x-kubernetes-validations"];
            let rule = json!({ "message": validation.message, "rule": validation.rule });
            match rules.as_array_mut() {
                Some(rules) => rules.push(rule),
                None => *rules = json!([rule]),
            }
        }
    }
    if owner.atomic {
        schema["x-kubernetes-map-type"] = "atomic".into();
    }
    notes.structure(owner, &mut schema);
    schema
}

fn of_field(types: &Types, notes: &dyn Annotate, field: &Field) -> Value {
    let mut schema = match field.free {
        true => json!({ "x-kubernetes-preserve-unknown-fields": true }),
        false => with_rules(types, notes, field),
    };
    notes.field(field, &mut schema);
    schema
}

#[expect(
    clippy::indexing_slicing,
    reason = "every type gives an object, and writing a key of an object, or of null, adds it"
)]
fn with_rules(types: &Types, notes: &dyn Annotate, field: &Field) -> Value {
    let mut schema = of_type(types, notes, &field.ty);
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(key).filter(|_| !field.each.is_empty()) {
            add_rules(inner, &field.each);
        }
    }
    add_rules(&mut schema, &field.rules);
    if matches!(field.ty, Type::Int(_)) {
        let values = schema.get_mut("enum").and_then(Value::as_array_mut).into_iter().flatten();
        values.for_each(|value| {
            if let Some(number) = value.as_str().and_then(|text| text.parse::<i64>().ok()) {
                *value = number.into();
            }
        });
    }
    if field.atomic {
        schema["x-kubernetes-map-type"] = "atomic".into();
    }
    if let Some(default) = &field.default {
        schema["default"] = default.clone();
    }
    schema
}

fn add_rules(schema: &mut Value, rules: &[FieldRule]) {
    for rule in rules {
        let (key, value) = match rule {
            FieldRule::Enum(values) => ("enum", json!(values)),
            FieldRule::Pattern(pattern) => ("pattern", json!(pattern.text)),
            FieldRule::Min(least) => ("minimum", json!(least)),
            FieldRule::Max(most) => ("maximum", json!(most)),
            FieldRule::MinItems(least) => ("minItems", json!(least)),
            FieldRule::MaxItems(most) => ("maxItems", json!(most)),
            FieldRule::MinProperties(least) => ("minProperties", json!(least)),
            FieldRule::MaxProperties(most) => ("maxProperties", json!(most)),
            FieldRule::MinLength(least) => ("minLength", json!(least)),
            FieldRule::MaxLength(most) => ("maxLength", json!(most)),
            FieldRule::Keys(keys) => {
                schema["x-kubernetes-list-map-keys"] = json!(keys);
                ("x-kubernetes-list-type", json!("map"))
            }
            FieldRule::Set => ("x-kubernetes-list-type", json!("set")),
        };
        schema[key] = value;
    }
}

#[expect(clippy::indexing_slicing, reason = "`int_or_string` gives an object, and writing a key of an object adds it")]
fn of_type(types: &Types, notes: &dyn Annotate, ty: &Type) -> Value {
    match ty {
        Type::Any => json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true }),
        Type::String(_) | Type::Url => json!({ "type": "string" }),
        // kubectl itself writes null for a time that is not set.
        Type::Time => json!({ "type": ["string", "null"], "format": "date-time" }),
        Type::Bool => json!({ "type": "boolean" }),
        Type::Int(int) => match int.format() {
            "" => json!({ "type": "integer" }),
            format => json!({ "type": "integer", "format": format }),
        },
        Type::Quantity | Type::MetricQuantity => {
            let mut schema = int_or_string();
            schema["pattern"] = QUANTITY.into();
            schema
        }
        Type::IntOrString => int_or_string(),
        Type::List(item) => json!({ "type": "array", "items": of_type(types, notes, item) }),
        Type::Map(value, _) => json!({ "type": "object", "additionalProperties": of_type(types, notes, value) }),
        Type::Struct(id) => types.structs.get(*id).map(|owner| structure(types, notes, owner)).unwrap_or_default(),
    }
}

fn int_or_string() -> Value {
    json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }], "x-kubernetes-int-or-string": true })
}
