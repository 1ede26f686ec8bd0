//! What a command has found, and the words that all formats share.

use super::super::files::STDIN;
use crate::lint::docs;
use crate::session::Finding;

/// What a command has found.
#[derive(Debug)]
pub struct Report<'r> {
    /// The name of the command.
    pub command: &'static str,
    pub findings: &'r [Finding],
    /// File and name of what was checked.
    pub checked: Vec<(String, String)>,
    /// Whether everything could be read.
    pub is_complete: bool,
}

pub(super) fn word(finding: &Finding) -> &'static str {
    docs::severity(finding.diagnostic.severity)
}

/// The name of a file where a path is wanted.
pub(super) fn path(name: &str) -> &str {
    match name {
        STDIN => "stdin",
        name => name,
    }
}
