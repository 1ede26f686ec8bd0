//! Objects that the API server cannot return.

use std::fmt;

use super::error::Absent;
use super::{Cause, ControllerError, Kind};

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
            Missing::Object { kind, name, .. } => NotFound(*kind, name).fmt(f),
            Missing::Kind(kind) => {
                write!(f, "no matches for kind \"{}\" in version \"{}\"", kind.name(), kind.api_version())
            }
        }
    }
}

/// The API server's words for an object of a kind that has no object of this name. An error made of them alone has no cause,
/// so that it leads to no advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotFound<'n>(pub Kind, pub &'n str);

impl std::error::Error for NotFound<'_> {}

impl From<NotFound<'_>> for ControllerError {
    fn from(words: NotFound<'_>) -> ControllerError {
        ControllerError::new(words.to_string())
    }
}

impl fmt::Display for NotFound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotFound(kind, name) = self;
        match kind.group() {
            "" => write!(f, "{} \"{name}\" not found", kind.plural()),
            group => write!(f, "{}.{group} \"{name}\" not found", kind.plural()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_kinds_outside_the_core_group_show_their_group() {
        assert_eq!(NotFound(Kind::ConfigMap, "a").to_string(), "configmaps \"a\" not found");
        let missing = Missing::object(Kind::InferenceService, "demo", "a");
        assert_eq!(missing.to_string(), "inferenceservices.serving.kserve.io \"a\" not found");
    }
}
