//! Objects that the API server cannot return.

use std::fmt;

use crate::Map;
use crate::Value;
use crate::engine::store::{At, Store};
use crate::facts::Cluster;
use crate::object::error::Absent;
use crate::object::{Cause, ControllerError, Kind};

/// Reads an object as clients of the API server do.
///
/// # Errors
///
/// [`Missing`] if it does not exist or its kind is not installed.
pub fn find<'s>(cluster: &Cluster, store: &'s Store<'_>, at: At<'_>) -> Result<&'s Map, Missing> {
    let (kind, namespace, name) = at;
    if !cluster.has_api(kind) {
        return Err(Missing::Kind(kind));
    }
    store.peek(at).and_then(Value::as_object).ok_or_else(|| Missing::object(kind, namespace, name))
}

/// Why an object cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// It does not exist.
    Object {
        /// The kind that was asked for.
        kind: Kind,
        /// Where it was looked for; empty for cluster-wide kinds.
        namespace: String,
        /// Its name.
        name: String,
    },
    /// Its kind is not installed.
    Kind(Kind),
}

impl Missing {
    /// An object that does not exist.
    pub fn object(kind: Kind, namespace: &str, name: &str) -> Missing {
        Missing::Object { kind, namespace: namespace.to_owned(), name: name.to_owned() }
    }

    /// The controller's error, prefixed with what it was doing.
    pub fn within(self, doing: impl fmt::Display) -> ControllerError {
        ControllerError::from(self).within(doing)
    }
}

impl From<Missing> for ControllerError {
    fn from(missing: Missing) -> ControllerError {
        let error = ControllerError::new(missing.to_string());
        error.about(match missing {
            Missing::Object { kind, namespace, name } => {
                Cause::Absent(Absent { kind, name, namespaces: vec![namespace] })
            }
            Missing::Kind(_) => Cause::MissingApi,
        })
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Object { kind, name, .. } => match kind.group() {
                "" => write!(f, "{} \"{name}\" not found", kind.plural()),
                group => write!(f, "{}.{group} \"{name}\" not found", kind.plural()),
            },
            Missing::Kind(kind) => {
                write!(f, "no matches for kind \"{}\" in version \"{}\"", kind.name(), kind.api_version())
            }
        }
    }
}
