//! Findings about a document, with all that a reader needs to locate and fix them.

use crate::Value;
use crate::object::Cause;
use crate::object::Key;
use crate::object::Path;

/// How bad a finding is. The worst comes first in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The document is refused, or does not do what it says.
    Error,
    /// The document is accepted, but part of it has no effect or causes trouble later.
    Warning,
    /// Worth knowing.
    Note,
}

/// A kind of finding, with a stable identifier, a name, and what it means.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The identifier, such as `KSV101`; never reused for something else.
    pub id: &'static str,
    /// The name that people write, such as `unknown-field`.
    pub name: &'static str,
    /// Why such findings are reported, in a sentence or two.
    pub explanation: &'static str,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of finding it is.
    pub code: &'static Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in the words of the API server, the webhook or the controller if they have a text for it.
    pub message: String,
    /// Where in the document it is; empty for the whole document.
    pub path: Path,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that are involved.
    pub related: Vec<Related>,
    /// Where the fault is, if it is in another document; the path then leads into that one.
    pub elsewhere: Option<(Key, Path)>,
    /// How to fix it in the document that contains it.
    pub mend: Option<Mend>,
    /// The cause of the refusal or the controller error that the finding reports, if known.
    pub cause: Option<Cause>,
    /// The advice for users whose cluster has what is missing here. If nothing is known about the cluster, the finding is only a
    /// warning, and this text becomes its help.
    pub unless_given: Option<&'static str>,
    /// Whether `message` is the text with which the cluster refuses the document; the cluster reports only the first fault.
    pub refusal: bool,
}

/// Another place that is involved in a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The document, if it is another one.
    pub document: Option<Key>,
    /// Where in that document; empty for the whole document.
    pub path: Path,
    /// How the place is involved.
    pub message: String,
}

impl Diagnostic {
    /// A finding with only a message and a place.
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

/// Changes that fix a document; either all of them are made or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    /// Whether the changes restore what the user certainly meant.
    pub is_safe: bool,
    /// The changes, in the order in which they are made.
    pub changes: Vec<Change>,
}

/// A change of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The entry at the path gets another key.
    Rename {
        /// The entry.
        path: Path,
        /// Its new key.
        key: String,
    },
    /// The string or number at the path gets another value.
    Write {
        /// The string or number.
        path: Path,
        /// Its new value.
        value: Value,
    },
    /// The number or boolean at the path becomes a string of the same characters.
    Quote {
        /// The number or boolean.
        path: Path,
    },
    /// The entry at the path is removed.
    Remove {
        /// The entry.
        path: Path,
    },
    /// The entry at the path moves into the map at `to`, to the first position.
    Move {
        /// The entry.
        path: Path,
        /// The map into which it goes.
        to: Path,
    },
    /// The map at the path gets a new entry, in the first position.
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
    /// A single change that restores what the user certainly meant.
    pub fn safe(change: Change) -> Mend {
        Mend { is_safe: true, changes: vec![change] }
    }

    /// A single change that may not be what the user meant.
    pub fn uncertain(change: Change) -> Mend {
        Mend { is_safe: false, changes: vec![change] }
    }
}
