//! Findings in the forms that people, programs and code hosts read.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use serde_json::json;

use crate::Value;
use crate::diagnostic::{Diagnostic, Severity};
use crate::diff;
use crate::input::{Document, Located, Source, Span, Step};

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the piece of the source, for people
    Text,
    /// A list of findings
    Json,
    /// For code review (Static Analysis Results Interchange Format)
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// A finding with its place.
#[derive(Debug, Clone)]
pub struct Finding<'d> {
    pub source: &'d Source,
    pub span: Span,
    /// The document that it is about, such as `InferenceService garden/flower`.
    pub subject: String,
    pub diagnostic: Diagnostic,
}

impl<'d> Finding<'d> {
    /// Finds the place of a diagnostic in its document.
    pub fn new(document: &'d Document, subject: String, diagnostic: Diagnostic) -> Finding<'d> {
        let located = located(document, &diagnostic.path);
        // Of a missing field the thing around it is shown, by its key.
        let span = match document.locate(&steps(document, &diagnostic.path)) {
            Some(found) if matches!(diagnostic.code.name, "unknown-field" | "config-not-read") => found.first().clone(),
            Some(found) => found.value,
            None => located.first().clone(),
        };
        Finding { source: &document.source, span, subject, diagnostic }
    }

    /// As [`Finding::new`], but it stands at the key where there is one.
    pub fn at_key(document: &'d Document, subject: String, diagnostic: Diagnostic) -> Finding<'d> {
        let span = match diagnostic.path.0.is_empty() {
            true => Finding::new(document, subject.clone(), diagnostic.clone()).span,
            false => located(document, &diagnostic.path).first().clone(),
        };
        Finding { source: &document.source, span, subject, diagnostic }
    }

    /// The message, with what helps.
    pub fn message(&self) -> String {
        match &self.diagnostic.help {
            Some(help) => format!("{}; {help}", self.diagnostic.message),
            None => self.diagnostic.message.clone(),
        }
    }

    fn word(&self) -> &'static str {
        match self.diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }

    /// Line and column just behind the span, of which only the first line counts.
    fn end_column(&self) -> usize {
        let text = self.source.text.get(self.span.range.clone()).unwrap_or_default();
        self.span.place.column + text.lines().next().unwrap_or_default().chars().count()
    }
}

fn located(document: &Document, path: &diff::Path) -> Located {
    document.locate_nearest(&steps(document, path))
}

/// A path as the reader of documents takes it; named items of lists are looked up.
fn steps<'p>(document: &Document, path: &'p diff::Path) -> Vec<Step<'p>> {
    let mut at = Some(&document.value);
    let mut steps = Vec::with_capacity(path.0.len());
    for step in &path.0 {
        let step = match step {
            diff::Step::Key(key) => Step::Key(key),
            diff::Step::Index(index) => Step::Index(*index),
            diff::Step::Item { field, value } => {
                let items = at.and_then(Value::as_array).into_iter().flatten();
                let is_it = |item: &Value| item.get(*field).and_then(Value::as_str) == Some(value);
                match items.enumerate().find(|(_, item)| is_it(item)) {
                    Some((index, _)) => Step::Index(index),
                    None => break,
                }
            }
        };
        at = at.and_then(|value| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(index),
        });
        steps.push(step);
    }
    steps
}

/// All findings of a command in one text.
pub fn print(command: &str, findings: &[Finding<'_>], format: Format, styled: bool) -> String {
    match format {
        Format::Text => findings.iter().map(|finding| text(finding, styled) + "\n\n").collect(),
        Format::Json => pretty(&findings.iter().map(as_json).collect()),
        Format::Sarif => pretty(&sarif(command, findings)),
        Format::Github => findings.iter().map(github).collect(),
    }
}

fn pretty(value: &Value) -> String {
    let mut text = String::new();
    crate::output::json::write_pretty(value, 0, &mut text);
    text + "\n"
}

/// Lines of the source that are shown around a place.
const AROUND: usize = 1;

fn text(finding: &Finding<'_>, styled: bool) -> String {
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let diagnostic = &finding.diagnostic;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let shown = shown(&finding.source.text, &finding.span.range, finding.span.place.line);
    let mut group: Group<'_> = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.id).element(
        Snippet::source(shown.text)
            .line_start(shown.line)
            .path(finding.source.name.as_str())
            .annotation(AnnotationKind::Primary.span(shown.span)),
    );
    if diagnostic.refusal {
        group = group.element(Level::NOTE.message("the cluster refuses the document with this text"));
    }
    group = group.element(Level::NOTE.message(diagnostic.code.explanation));
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group])
}

/// A cutting of a source.
struct Shown<'s> {
    text: &'s str,
    /// Number of its first line.
    line: usize,
    /// What is marked, in bytes of the cutting; only on its first line.
    span: Range<usize>,
}

fn shown<'s>(source: &'s str, range: &Range<usize>, line: usize) -> Shown<'s> {
    let mut start = source.get(..range.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line_end =
        source.get(range.start..).and_then(|rest| rest.find('\n')).map_or(source.len(), |at| range.start + at);
    let mut first = line;
    for _ in 0..AROUND {
        let Some(before) = source.get(..start.saturating_sub(1)).filter(|_| start > 0) else { break };
        start = before.rfind('\n').map_or(0, |at| at + 1);
        first -= 1;
    }
    let mut end = line_end;
    for _ in 0..AROUND {
        let Some(rest) = source.get(end + 1..) else { break };
        end = rest.find('\n').map_or(source.len(), |at| end + 1 + at);
    }
    // A line of any length is cut to what a terminal can show.
    let marked = range.start..range.end.clamp(range.start, line_end).max(range.start);
    let text = source.get(start..end).unwrap_or_default();
    Shown { text, line: first.max(1), span: marked.start - start..marked.end - start }
}

fn as_json(finding: &Finding<'_>) -> Value {
    let diagnostic = &finding.diagnostic;
    let mut value = json!({
        "code": diagnostic.code.id,
        "name": diagnostic.code.name,
        "severity": finding.word(),
        "message": diagnostic.message,
        "explanation": diagnostic.code.explanation,
        "subject": finding.subject,
        "path": diagnostic.path.to_string(),
        "file": finding.source.name,
        "line": finding.span.place.line,
        "column": finding.span.place.column,
        "endColumn": finding.end_column(),
        "refusal": diagnostic.refusal,
    });
    if let (Some(help), Some(fields)) = (&diagnostic.help, value.as_object_mut()) {
        fields.insert("help".into(), help.as_str().into());
    }
    value
}

fn sarif(command: &str, findings: &[Finding<'_>]) -> Value {
    let mut rules: Vec<&crate::diagnostic::Code> = findings.iter().map(|finding| finding.diagnostic.code).collect();
    rules.sort_by_key(|code| code.id);
    rules.dedup();
    let rules: Vec<Value> = rules
        .iter()
        .map(|code| {
            json!({
                "id": code.id,
                "name": code.name,
                "shortDescription": {"text": code.name.replace('-', " ")},
                "fullDescription": {"text": code.explanation},
                "help": {"text": code.explanation},
            })
        })
        .collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| {
            json!({
                "ruleId": finding.diagnostic.code.id,
                "level": finding.word(),
                "message": {"text": finding.message()},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": uri(&finding.source.name)},
                    "region": {
                        "startLine": finding.span.place.line,
                        "startColumn": finding.span.place.column,
                        "endColumn": finding.end_column(),
                    },
                }}],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "kserve-render", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            // Code hosts keep the runs of one tool apart by this.
            "automationDetails": {"id": format!("kserve-render/{command}/")},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    path.bytes().fold(String::with_capacity(path.len()), |mut uri, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
        uri
    })
}

fn github(finding: &Finding<'_>) -> String {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escape(text).replace(':', "%3A").replace(',', "%2C");
    let word = match finding.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    format!(
        "::{word} file={},line={},col={},endColumn={},title={}::{}\n",
        property(&finding.source.name),
        finding.span.place.line,
        finding.span.place.column,
        finding.end_column(),
        property(finding.diagnostic.code.id),
        escape(&finding.diagnostic.message),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("./services/leaf 2.yaml"), "services/leaf%202.yaml");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }

    #[test]
    fn a_cutting_shows_the_lines_around() {
        let source = "a: 1\nb: 2\nc: 3\nd: 4\n";
        let cut = shown(source, &(8..9), 2);
        assert_eq!((cut.text, cut.line, cut.span), ("a: 1\nb: 2\nc: 3", 1, 8..9));
        let first = shown(source, &(3..4), 1);
        assert_eq!((first.text, first.line, first.span), ("a: 1\nb: 2", 1, 3..4));
        let empty = shown("", &(0..0), 1);
        assert_eq!((empty.text, empty.line), ("", 1));
    }
}
