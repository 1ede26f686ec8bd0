//! Findings in the forms that programs, code hosts and build servers read.

mod found;
mod hosts;
mod sarif;

use super::finding_data;
use crate::output::json::pretty;
pub use found::Report;

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

impl Report<'_> {
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
