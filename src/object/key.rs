//! What identifies an object.

use super::fields::Lookup as _;
use crate::Value;

/// Kind, namespace (empty for cluster-wide objects) and name of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectKey {
    pub kind: String,
    pub namespace: String,
    pub name: String,
}

impl ObjectKey {
    pub fn new(kind: &str, namespace: &str, name: &str) -> ObjectKey {
        ObjectKey { kind: kind.into(), namespace: namespace.into(), name: name.into() }
    }

    /// The key of an object, with empty strings for what it does not say.
    pub fn of(object: &Value) -> ObjectKey {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        ObjectKey {
            kind: text(object.get("kind")),
            namespace: text(object.at("/metadata/namespace")),
            name: text(object.at("/metadata/name")),
        }
    }
}

impl std::fmt::Display for ObjectKey {
    /// `Kind/namespace/name`, as the report names objects.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.kind, self.namespace, self.name)
    }
}
