//! What a command has found, and the words that all forms share.

use crate::input::STDIN;
use crate::lint::docs;
use crate::object::diagnostic::Severity;
use crate::output::printable::counted;
use crate::session::{Finding, Session};

/// What a command has found.
#[derive(Debug)]
pub struct Report<'r> {
    /// The name of the command.
    pub command: &'static str,
    /// What it has found.
    pub findings: &'r [Finding],
    /// File and name of what was checked.
    pub checked: Vec<(String, String)>,
    /// Whether everything could be read.
    pub is_complete: bool,
}

impl<'r> Report<'r> {
    /// What a command has found in a session.
    pub fn new(command: &'static str, session: &Session, findings: &'r [Finding]) -> Report<'r> {
        Report { command, findings, checked: session.checked_documents(), is_complete: !session.incomplete }
    }

    fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.diagnostic.severity == severity).count()
    }

    /// The numbers of a summary: documents, errors, warnings, and notes if there are any.
    pub fn counts(&self) -> String {
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
        let mut text = format!(
            "{} checked: {}, {}",
            counted(self.checked.len(), "document"),
            counted(errors, "error"),
            counted(warnings, "warning")
        );
        let notes = self.count(Severity::Note);
        if notes > 0 {
            text += &format!(", {}", counted(notes, "note"));
        }
        text
    }
}

/// How bad a finding is, in one word.
pub fn word(finding: &Finding) -> &'static str {
    docs::severity(finding.diagnostic.severity)
}

/// The name of a file where a path is wanted.
pub fn path(name: &str) -> &str {
    match name {
        STDIN => "stdin",
        name => name,
    }
}
