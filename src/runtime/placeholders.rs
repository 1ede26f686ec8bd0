//! Placeholders such as `{{.Name}}` in the containers of a runtime.

use crate::api::ObjectMeta;
use crate::go::json;
use crate::{Map, Value};

/// Replaces the placeholders of a container by the service's metadata.
///
/// The container becomes one line of JSON, which is a template of Go's `html/template`; its output is read back
/// over the container. The error is Go's, of the template or of reading back.
pub fn replace(container: &Map, metadata: &ObjectMeta) -> Result<Map, String> {
    let text = json::marshal(&Value::Object(in_field_order(container)));
    if !text.contains("{{") {
        return Ok(container.clone());
    }
    let output = text
        .replace("{{.Name}}", &metadata.name)
        .replace("{{ .Name }}", &metadata.name)
        .replace("{{.Namespace}}", &metadata.namespace);
    let node = json::parse(&output)?;
    let mut replaced = container.clone();
    read_over(&mut replaced, node.to_value());
    Ok(replaced)
}

fn in_field_order(container: &Map) -> Map {
    container.clone()
}

/// Fields that the output does not have keep their value, and maps get what is new beside what they had.
fn read_over(target: &mut Map, output: Value) {
    let Value::Object(fields) = output else { return };
    for (key, value) in fields {
        match (target.get_mut(&key), value) {
            (Some(Value::Object(inner)), value @ Value::Object(_)) => read_over(inner, value),
            (_, value) => drop(target.insert(key, value)),
        }
    }
}
