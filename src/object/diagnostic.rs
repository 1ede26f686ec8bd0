//! Findings about a document, with all that a reader needs to place and to mend them.

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
    pub code: &'static Code,
    pub severity: Severity,
    /// In the words of the API server, the webhook or the controller where they have some.
    pub message: String,
    /// Where in the document; empty for the whole.
    pub path: Path,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that take part.
    pub related: Vec<Related>,
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
