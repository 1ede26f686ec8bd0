//! Findings about a document, with all that a reader needs to place and to mend them.

use crate::Value;
use crate::object::Cause;
use crate::object::Key;
use crate::object::Path;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The document is refused, or does not do what it says.
    Error,
    /// The document is accepted, but a part of it has no effect or surprises later.
    Warning,
    /// Worth knowing.
    Note,
}

/// A kind of finding: stable identifier and name, and what it means.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Never reused for something else, such as `KSV101`.
    pub id: &'static str,
    /// What people write, such as `unknown-field`.
    pub name: &'static str,
    /// What is behind it, in a sentence or two.
    pub explanation: &'static str,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of finding it is.
    pub code: &'static Code,
    /// How bad it is.
    pub severity: Severity,
    /// In the words of the API server, the webhook or the controller where they have some.
    pub message: String,
    /// Where in the document; empty for the whole.
    pub path: Path,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that take part.
    pub related: Vec<Related>,
    /// Where it stands in another document, if that is there: then the path leads into it.
    pub elsewhere: Option<(Key, Path)>,
    /// How it can be mended in the document in which it stands.
    pub mend: Option<Mend>,
    /// What the error of a controller that it tells is about, if that is known.
    pub cause: Option<Cause>,
    /// What to do if the cluster has what is missed here. Where nothing is known of the cluster, the finding is only a warning, and this
    /// its help.
    pub unless_given: Option<&'static str>,
    /// Whether this is the text with which the cluster refuses the document: it gives only the first.
    pub refusal: bool,
}

/// Another place that takes part in a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The document, if it is another one.
    pub document: Option<Key>,
    /// Where in that document; empty for the whole.
    pub path: Path,
    /// What part the place takes.
    pub message: String,
}

impl Diagnostic {
    /// A finding that is just a sentence at a place.
    pub fn new(code: &'static Code, severity: Severity, path: Path, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            path,
            help: None,
            related: Vec::new(),
            elsewhere: None,
            mend: None,
            cause: None,
            unless_given: None,
            refusal: false,
        }
    }
}

/// Changes of a document that mend it, all of them or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    /// Whether nobody can have meant anything else.
    pub is_safe: bool,
    /// The changes, in the order in which they are made.
    pub changes: Vec<Change>,
}

/// A change of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The entry at the path has another key.
    Rename {
        /// The entry.
        path: Path,
        /// Its new key.
        key: String,
    },
    /// The text or number at the path is another.
    Write {
        /// The text or number.
        path: Path,
        /// What stands there then.
        value: Value,
    },
    /// The number or truth value at the path becomes the text of its characters.
    Quote {
        /// The number or truth value.
        path: Path,
    },
    /// The entry at the path is not there.
    Remove {
        /// The entry.
        path: Path,
    },
    /// The entry at the path stands in the map at `to`, where it comes first.
    Move {
        /// The entry.
        path: Path,
        /// The map into which it goes.
        to: Path,
    },
    /// The map at the path has an entry more, which comes first.
    Insert {
        /// The map.
        path: Path,
        /// Key of the new entry.
        key: String,
        /// Its value.
        value: Value,
    },
}

impl Mend {
    /// One change that is the only one that can be meant.
    pub fn safe(change: Change) -> Mend {
        Mend { is_safe: true, changes: vec![change] }
    }

    /// One change that may not be what is meant.
    pub fn uncertain(change: Change) -> Mend {
        Mend { is_safe: false, changes: vec![change] }
    }
}
