//! JSON Patch (RFC 6902), as far as the recorded cases use it.

use kserve_render::Value;

/// Applies the operations `add`, `remove`, `replace` and `move` to `document`.
pub fn apply(document: &mut Value, operations: &Value) -> Result<(), String> {
    for operation in operations.as_array().ok_or("a patch is a list")? {
        let text = |key: &str| operation.get(key).and_then(Value::as_str).unwrap_or_default();
        let value = || operation.get("value").cloned().ok_or("an operation without value");
        let path = text("path");
        match text("op") {
            "remove" => drop(remove(document, path)?),
            "add" => add(document, path, value()?)?,
            "replace" => *document.pointer_mut(path).ok_or_else(|| format!("nothing at {path}"))? = value()?,
            "move" => {
                let moved = remove(document, text("from"))?;
                add(document, path, moved)?;
            }
            other => return Err(format!("unknown operation {other:?}")),
        }
    }
    Ok(())
}

fn target<'v>(document: &'v mut Value, path: &str) -> Result<(&'v mut Value, String), String> {
    let (parent, key) = path.rsplit_once('/').ok_or_else(|| format!("no parent: {path}"))?;
    let parent = document.pointer_mut(parent).ok_or_else(|| format!("nothing at {parent}"))?;
    Ok((parent, key.replace("~1", "/").replace("~0", "~")))
}

fn remove(document: &mut Value, path: &str) -> Result<Value, String> {
    match target(document, path)? {
        (Value::Object(map), key) => map.remove(&key).ok_or_else(|| format!("nothing at {path}")),
        (Value::Array(list), key) => match key.parse() {
            Ok(index) if index < list.len() => Ok(list.remove(index)),
            _ => Err(format!("nothing at {path}")),
        },
        _ => Err(format!("nothing at {path}")),
    }
}

fn add(document: &mut Value, path: &str, value: Value) -> Result<(), String> {
    match target(document, path)? {
        (Value::Object(map), key) => drop(map.insert(key, value)),
        (Value::Array(list), key) => match key.parse() {
            Ok(index) if index <= list.len() => list.insert(index, value),
            _ => return Err(format!("no place at {path}")),
        },
        _ => return Err(format!("no place at {path}")),
    }
    Ok(())
}
