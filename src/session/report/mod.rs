//! Findings in the forms that programs, code hosts and build servers read.

mod hosts;
mod sarif;

use super::{Finding, Session, finding_data};
use crate::input::STDIN;
use crate::lint::docs;
use crate::object::diagnostic::Severity;
use crate::output::json::pretty;
use crate::output::printable::counted;

/// A form of a report for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportForm {
    /// A list of findings in JSON.
    Json,
    /// The Static Analysis Results Interchange Format.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// A code quality report of GitLab.
    Gitlab,
    /// A test report of JUnit.
    Junit,
    /// A table in Markdown.
    Markdown,
}

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

    /// The report in a form.
    pub fn to_text(&self, form: ReportForm) -> String {
        match form {
            ReportForm::Json => pretty(&self.findings.iter().map(finding_data::object).collect()),
            ReportForm::Sarif => pretty(&sarif::log(self)),
            ReportForm::Github => hosts::github(self),
            ReportForm::Gitlab => pretty(&hosts::gitlab(self)),
            ReportForm::Junit => hosts::junit(self),
            ReportForm::Markdown => hosts::markdown(self),
        }
    }
}

fn word(finding: &Finding) -> &'static str {
    docs::severity(finding.diagnostic.severity)
}

/// The name of a file where a path is wanted.
fn path(name: &str) -> &str {
    match name {
        STDIN => "stdin",
        name => name,
    }
}
