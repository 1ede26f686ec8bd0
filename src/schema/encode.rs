//! Objects as Go's encoder writes their types.

use super::types::{StructId, Type, Types};
use crate::go::json;
use crate::{Map, Value};

/// A struct as one line of JSON, its fields in Go's order. Empty values that Go omits are left out, and so are fields that the
/// struct does not have.
pub fn encode(types: &Types, id: StructId, object: &Map) -> String {
    let mut out = String::new();
    structure(&mut out, types, id, object);
    out
}

/// The value at a path of names, where `[N]` is an item of a list; `None` if there is none.
pub fn encode_at(types: &Types, id: StructId, object: &Map, path: &[&str]) -> Option<String> {
    let root = Type::Struct(id);
    let (mut ty, mut members, mut value) = (&root, Some(object), None);
    for step in path {
        if let Some(index) = step.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let Type::List(item) = ty else { return None };
            ty = item;
            value = value.and_then(|list: &Value| list.get(index.parse::<usize>().ok()?));
        } else {
            let Type::Struct(id) = ty else { return None };
            ty = &types.structs.get(*id)?.field(step)?.ty;
            value = members?.get(*step);
        }
        members = value.and_then(Value::as_object);
    }
    let mut out = String::new();
    write(&mut out, types, ty, value?);
    Some(out)
}

fn structure(out: &mut String, types: &Types, id: StructId, object: &Map) {
    let owner = types.structs.get(id);
    let fields = owner.into_iter().flat_map(|owner| owner.order.iter().filter_map(|at| owner.fields.get(*at)));
    let present = fields.filter_map(|field| Some((field, object.get(field.name)?)));
    let present = present.filter(|(field, value)| !field.is_left_out(value));
    out.push('{');
    for (index, (field, value)) in present.enumerate() {
        if index > 0 {
            out.push(',');
        }
        json::write_string(out, field.name);
        out.push(':');
        write(out, types, &field.ty, value);
    }
    out.push('}');
}

fn write(out: &mut String, types: &Types, ty: &Type, value: &Value) {
    match (ty, value) {
        (Type::Struct(id), Value::Object(object)) => structure(out, types, *id, object),
        (Type::List(item), Value::Array(values)) => {
            out.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(out, types, item, value);
            }
            out.push(']');
        }
        (Type::Map(item, _), Value::Object(entries)) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                json::write_string(out, key);
                out.push(':');
                write(out, types, item, value);
            }
            out.push('}');
        }
        _ => out.push_str(&json::marshal(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;
    use serde_json::json;

    #[test]
    fn fields_are_in_the_order_of_the_go_struct() {
        let container = json!({
            "args": ["a<b"],
            "env": [{"value": "1", "name": "A"}],
            "name": "x",
            "resources": {"requests": {"memory": "1Gi", "cpu": "1"}},
            "restartPolicyRules": [{"exitCodes": {"values": [1], "operator": "In"}, "action": "Restart"}],
            "volumeMounts": [{"mountPath": "/a", "name": "v"}],
        });
        let types = Types::of(Version::NEWEST);
        assert_eq!(
            encode(types, types.container, container.as_object().unwrap()),
            r#"{"name":"x","args":["a\u003cb"],"env":[{"name":"A","value":"1"}],"#.to_owned()
                + r#""resources":{"requests":{"cpu":"1","memory":"1Gi"}},"#
                + r#""restartPolicyRules":[{"action":"Restart","exitCodes":{"operator":"In","values":[1]}}],"#
                + r#""volumeMounts":[{"name":"v","mountPath":"/a"}]}"#
        );
    }
}
