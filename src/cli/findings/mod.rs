//! Findings in the forms that people, programs and code hosts read.

mod hosts;
mod report;
mod sarif;
mod text;

use clap::ValueEnum;

use super::messages::Messages;
use crate::Value;
use crate::object::diagnostic::Severity;
use crate::session::{Finding, Session, finding_data};
pub use report::Report;

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
    /// With the lines that they are about.
    Snippets,
    /// One line each.
    Lines,
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

    /// All findings in one text.
    pub fn print(&self, format: FindingFormat, style: Style, messages: &Messages) -> String {
        match (format, style) {
            (FindingFormat::Text, Style::Lines) => text::lines(self.findings, messages),
            (FindingFormat::Text, Style::Snippets) => {
                let snippet = |finding| text::snippet_of(finding, messages.is_styled()) + "\n\n";
                self.findings.iter().map(snippet).collect()
            }
            (format, _) => self.text(format),
        }
    }

    /// All findings for programs; nothing in the format for people.
    fn text(&self, format: FindingFormat) -> String {
        match format {
            FindingFormat::Text => String::new(),
            FindingFormat::Json => pretty(&self.findings.iter().map(finding_data::object).collect()),
            FindingFormat::Sarif => pretty(&sarif::log(self)),
            FindingFormat::Github => hosts::github(self),
            FindingFormat::Gitlab => pretty(&hosts::gitlab(self)),
            FindingFormat::Junit => hosts::junit(self),
            FindingFormat::Markdown => hosts::markdown(self),
        }
    }
}

/// So many of something.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn pretty(value: &Value) -> String {
    let mut text = String::new();
    crate::output::json::write_pretty(value, 0, &mut text);
    text + "\n"
}

/// Makes warnings errors, where they count as such.
pub fn promote(findings: &mut [Finding], messages: &Messages) {
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
            ("[é日😀]", 1990..2010_usize).prop_map(|(c, count)| c.repeat(count)),
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
            for format in FindingFormat::value_variants().iter().filter(|format| **format != FindingFormat::Text) {
                let text = report.text(*format);
                // Those are data, file names at least.
                let is_data = matches!(format, FindingFormat::Json | FindingFormat::Sarif | FindingFormat::Gitlab);
                prop_assert!(is_data || !text.contains(acts), "{:?}", text);
            }
        }
    }
}
