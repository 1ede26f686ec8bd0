//! Compares an object as printed with what the server has stored.

use kserve_render::Value;
use kserve_render::object::Key;

use crate::defaults;

/// One way in which a stored object differs from the printed one. In a path, `*` stands for the positions in lists.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    Added(String, String),
    Missing(String, String),
    Changed(String, String, String),
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Difference::Added(path, value) => write!(f, "{path}: {value} is added"),
            Difference::Missing(path, value) => write!(f, "{path}: {value} is not stored"),
            Difference::Changed(path, printed, stored) => write!(f, "{path}: {printed} is stored as {stored}"),
        }
    }
}

/// The differences that remain, apart from the server's defaults.
pub fn differences(printed: &Value, stored: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(printed, stored, "", &mut found);
    let kind = kind_of(printed);
    found.retain(|difference| !defaults::explains(&kind, difference));
    found
}

/// Kind and group, such as `Deployment.apps`.
pub fn kind_of(object: &Value) -> String {
    let Key { kind, group, .. } = Key::of(object);
    if group.is_empty() { kind.into_owned() } else { format!("{kind}.{group}") }
}

fn compare(printed: &Value, stored: &Value, path: &str, found: &mut Vec<Difference>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (printed, stored) {
        (Value::Object(printed), Value::Object(stored)) => {
            for (key, value) in printed {
                match stored.get(key) {
                    Some(stored) => compare(value, stored, &below(key), found),
                    None => found.push(Difference::Missing(below(key), value.to_string())),
                }
            }
            for (key, value) in stored.iter().filter(|(key, _)| !printed.contains_key(*key)) {
                found.push(Difference::Added(below(key), value.to_string()));
            }
        }
        (Value::Array(printed), Value::Array(stored)) if printed.len() == stored.len() => {
            for (printed, stored) in printed.iter().zip(stored) {
                compare(printed, stored, &below("*"), found);
            }
        }
        _ if printed == stored => {}
        _ => found.push(Difference::Changed(path.to_owned(), printed.to_string(), stored.to_string())),
    }
}
