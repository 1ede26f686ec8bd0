//! What identifies an object.

use std::borrow::Cow;
use std::fmt;

use super::Kind;
use super::fields::{NOTHING, text};
use super::role::{group, kind};
use crate::Value;

/// Kind, API group, namespace and name of an object of any kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The kind, such as `Service`.
    pub kind: Cow<'static, str>,
    /// The API group, empty for the core group.
    pub group: Cow<'static, str>,
    /// The namespace; empty for cluster-wide objects.
    pub namespace: String,
    /// The name.
    pub name: String,
}

impl Key {
    /// The key of an object of a known kind.
    pub fn new(kind: Kind, namespace: &str, name: &str) -> Key {
        let (group, kind) = (Cow::Borrowed(kind.group()), Cow::Borrowed(kind.name()));
        Key { kind, group, namespace: namespace.into(), name: name.into() }
    }

    /// The key of an object; fields that the object does not set are empty strings.
    pub fn of(object: &Value) -> Key {
        let metadata = object.get("metadata").and_then(Value::as_object).unwrap_or(&NOTHING);
        let (namespace, name) = (text(metadata, "namespace").to_owned(), text(metadata, "name").to_owned());
        match Kind::of(object) {
            Some(kind) => Key { kind: Cow::Borrowed(kind.name()), group: Cow::Borrowed(kind.group()), namespace, name },
            None => Key {
                kind: Cow::Owned(kind(object).to_owned()),
                group: Cow::Owned(group(object).to_owned()),
                namespace,
                name,
            },
        }
    }

    /// Whether the object is of this kind.
    pub fn is(&self, kind: Kind) -> bool {
        self.kind == kind.name() && self.group == kind.group()
    }

    /// `Kind.group/namespace/name`, without the group for the core and apps groups, whose kinds are unambiguous, and without the
    /// namespace for a cluster-wide object.
    pub fn qualified(&self) -> String {
        match &*self.group {
            "" | "apps" => self.to_string(),
            group => format!("{}.{group}/{}", self.kind, self.place()),
        }
    }

    /// `Kind namespace/name`, as sentences name objects, or `Kind name` for a cluster-wide object.
    pub fn in_words(&self) -> String {
        format!("{} {}", self.kind, self.place())
    }

    /// `namespace/name`, or just the name of a cluster-wide object.
    fn place(&self) -> String {
        match &*self.namespace {
            "" => self.name.clone(),
            namespace => format!("{namespace}/{}", self.name),
        }
    }
}

impl fmt::Display for Key {
    /// `Kind/namespace/name`, as reports name objects, or `Kind/name` for a cluster-wide object.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.place())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_one_kind_and_name_differ_by_their_group() {
        let of = |kind| Key::new(kind, "garden", "leaf-predictor");
        assert_ne!(of(Kind::Service), of(Kind::KnativeService));
        assert_eq!(of(Kind::Service).to_string(), of(Kind::KnativeService).to_string());
        assert_eq!(of(Kind::Service).qualified(), "Service/garden/leaf-predictor");
        assert_eq!(of(Kind::KnativeService).qualified(), "Service.serving.knative.dev/garden/leaf-predictor");
    }

    #[test]
    fn a_cluster_wide_object_has_no_empty_namespace() {
        let key = Key::new(Kind::ClusterRoleBinding, "", "garden-leaf");
        assert_eq!(key.to_string(), "ClusterRoleBinding/garden-leaf");
        assert_eq!(key.qualified(), "ClusterRoleBinding.rbac.authorization.k8s.io/garden-leaf");
    }
}
