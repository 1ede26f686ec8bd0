//! Findings as they are printed.

mod text;

use clap::ValueEnum;

use super::messages::{self, Messages};
use super::options::{CommonArgs, FindingArgs};
use super::project::Project;
use crate::object::diagnostic::Severity;
use crate::session::Finding;
pub use crate::session::report::Report;
use crate::session::report::ReportForm;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FindingFormat {
    /// For people
    Text,
    /// A list of findings
    Json,
    /// For code review (Static Analysis Results Interchange Format)
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// A code quality report of GitLab
    Gitlab,
    /// A test report, for build servers
    Junit,
    /// A table, for comments on changes
    Markdown,
}

/// How findings are shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With the lines of the text.
    Snippets,
    /// One line each.
    Lines,
}

impl FindingFormat {
    /// The form of a report for programs; none for people.
    fn form(self) -> Option<ReportForm> {
        match self {
            FindingFormat::Text => None,
            FindingFormat::Json => Some(ReportForm::Json),
            FindingFormat::Sarif => Some(ReportForm::Sarif),
            FindingFormat::Github => Some(ReportForm::Github),
            FindingFormat::Gitlab => Some(ReportForm::Gitlab),
            FindingFormat::Junit => Some(ReportForm::Junit),
            FindingFormat::Markdown => Some(ReportForm::Markdown),
        }
    }
}

/// All findings of a report in one text.
pub fn text_of(report: &Report<'_>, format: FindingFormat, style: Style, messages: &Messages) -> String {
    match (format.form(), style) {
        (Some(form), _) => report.to_text(form),
        (None, Style::Lines) => text::lines(report.findings, messages),
        (None, Style::Snippets) => {
            let snippet = |finding| text::snippet_of(finding, messages.is_styled()) + "\n\n";
            messages::for_stdout(&report.findings.iter().map(snippet).collect::<String>())
        }
    }
}

/// The findings that project and arguments ask for, with the severity that they set.
pub fn weighed(
    mut found: Vec<Finding>,
    common: &CommonArgs,
    args: &FindingArgs,
    messages: &Messages,
) -> anyhow::Result<Vec<Finding>> {
    Project::of(&common.input, messages)?.weigh(&mut found);
    args.apply(&mut found);
    promote(&mut found, messages);
    Ok(found)
}

/// Makes errors of warnings, if they count as errors.
fn promote(findings: &mut [Finding], messages: &Messages) {
    for finding in findings.iter_mut().filter(|_| messages.is_strict()) {
        if finding.diagnostic.severity == Severity::Warning {
            finding.diagnostic.severity = Severity::Error;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::input::{Source, Span};
    use crate::session::finding::{RelatedSpot, Spot};
    use crate::webhook::codes;

    /// Texts with what is wide, of no width, joined, right to left, or moves what follows.
    fn odd_text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ab:\"'é日😀\u{301}\u{200b}\u{200d}\u{feff}\u{202e}\u{2066}\u{2028}\u{85}\u{9b}\u{1b}\t\r\n\u{0} ]{0,40}",
            any::<String>(),
            ("[é日😀]", 490..510_usize).prop_map(|(c, count)| c.repeat(count)),
        ]
    }

    proptest! {
        #[test]
        fn no_text_and_no_span_breaks_what_prints_findings(
            texts in prop::array::uniform5(odd_text()),
            spans in prop::collection::vec((0..9000_usize, 0..60_usize, 0..99_usize), 1..4),
            styled in any::<bool>(),
        ) {
            let [name, own, message, label, help] = texts;
            let source = Arc::new(Source { name, text: own });
            let span = |&(start, length, line): &(usize, usize, usize)| {
                let start = start % (source.text.len() + 3);
                let place = crate::input::Place { line: line + 1, column: start + 1 };
                Span { place, range: start..start + length }
            };
            let related = spans.iter().skip(1).map(|at| {
                RelatedSpot { source: Arc::clone(&source), span: span(at), message: label.clone() }
            });
            let related = related.collect();
            let spot = Spot::Text { source: Arc::clone(&source), span: span(&spans[0]) };
            let finding = Finding::plain(codes::UNKNOWN_FIELD, Severity::Warning, spot, message).with_help(help);
            let findings = [Finding { related, ..finding }];
            let acts = |c: char| !matches!(c, '\n' | '\t') && crate::output::printable::is_active(c);
            let snippet = text::snippet_of(&findings[0], styled);
            prop_assert!(styled || !snippet.contains(acts), "{:?}", snippet);
            let report = Report { command: "validate", findings: &findings, checked: Vec::new(), is_complete: true };
            for form in FindingFormat::value_variants().iter().filter_map(|format| format.form()) {
                let text = report.to_text(form);
                // Those are data, file names at least.
                let is_data = matches!(form, ReportForm::Json | ReportForm::Sarif | ReportForm::Gitlab);
                prop_assert!(is_data || !text.contains(acts), "{:?}", text);
            }
        }
    }
}
