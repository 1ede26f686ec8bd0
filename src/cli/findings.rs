//! Findings in the forms that people, programs and code hosts read.

use std::collections::HashMap;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use serde_json::json;

use super::files::STDIN;
use super::load::Loaded;
use crate::Value;
use crate::cluster::ObjectKey;
use crate::diagnostic::{Diagnostic, Related, Severity};
use crate::diff;
use crate::input::{Document, Located, Source, Span, Step};
use crate::lint::docs;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
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
    /// Other places that take part, as far as they are in the inputs.
    pub related: Vec<Place<'d>>,
}

/// Another place that takes part in a finding.
#[derive(Debug, Clone)]
pub struct Place<'d> {
    pub source: &'d Source,
    pub span: Span,
    pub message: String,
}

/// The documents that findings are about, by what they are.
pub struct Documents<'d>(HashMap<ObjectKey, &'d Document>);

impl<'d> Documents<'d> {
    pub fn of(loaded: &'d Loaded) -> Documents<'d> {
        let services = loaded.services.iter().map(|service| &service.document);
        let by_key = services.chain(&loaded.checked).map(|document| (ObjectKey::of(&document.value), document));
        // Of the ConfigMap there is only one, whatever its namespace.
        let config = loaded.origins.config.as_ref().map(|document| (loaded.cluster.config_key(), document));
        Documents(by_key.chain(config).collect())
    }
}

impl<'d> Finding<'d> {
    /// Finds the place of a diagnostic in its document.
    pub fn new(document: &'d Document, subject: String, diagnostic: Diagnostic) -> Finding<'d> {
        let steps = steps(document, &diagnostic.path);
        let span = match document.locate(&steps) {
            Some(found) if matches!(diagnostic.code.name, "unknown-field" | "config-not-read") => found.first().clone(),
            Some(found) => found.value,
            // Of a missing field the thing around it is shown, by its key.
            None => document.locate_nearest(&steps).first().clone(),
        };
        Finding { source: &document.source, span, subject, diagnostic, related: Vec::new() }
    }

    /// Finds the other places that take part, in the finding's own document and in others.
    pub fn with_related(mut self, own: &'d Document, documents: &Documents<'d>) -> Finding<'d> {
        let place = |related: &Related| {
            let document = match &related.document {
                Some(key) => documents.0.get(key)?,
                None => own,
            };
            let span = located(document, &related.path).first().clone();
            Some(Place { source: &document.source, span, message: related.message.clone() })
        };
        self.related = self.diagnostic.related.iter().filter_map(place).collect();
        self
    }

    /// As [`Finding::new`], but it stands at the key where there is one.
    pub fn at_key(document: &'d Document, subject: String, diagnostic: Diagnostic) -> Finding<'d> {
        let span = match diagnostic.path.0.is_empty() {
            true => Finding::new(document, subject.clone(), diagnostic.clone()).span,
            false => located(document, &diagnostic.path).first().clone(),
        };
        Finding { source: &document.source, span, subject, diagnostic, related: Vec::new() }
    }

    /// The message, with what helps.
    pub fn message(&self) -> String {
        match &self.diagnostic.help {
            Some(help) => format!("{}; {help}", self.diagnostic.message),
            None => self.diagnostic.message.clone(),
        }
    }

    fn word(&self) -> &'static str {
        docs::severity(self.diagnostic.severity)
    }
}

/// The column just behind a span, of which only the first line counts.
fn end_column(source: &Source, span: &Span) -> usize {
    let text = source.text.get(span.range.clone()).unwrap_or_default();
    span.place.column + text.lines().next().unwrap_or_default().chars().count()
}

/// The place of a byte in the text of a section of the ConfigMap.
pub fn in_section(document: &Document, section: &str, at: usize) -> Option<Span> {
    document.locate_in_text(&[Step::Key("data"), Step::Key(section)], at)
}

fn located(document: &Document, path: &diff::Path) -> Located {
    document.locate_nearest(&steps(document, path))
}

/// A path as the reader of documents takes it; named items of lists are looked up.
pub(super) fn steps<'p>(document: &Document, path: &'p diff::Path) -> Vec<Step<'p>> {
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

fn text(finding: &Finding<'_>, styled: bool) -> String {
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let diagnostic = &finding.diagnostic;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group: Group<'_> = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.id)
        .element(snippet(finding.source, &finding.span, AnnotationKind::Primary, None));
    for place in &finding.related {
        group = group.element(snippet(place.source, &place.span, AnnotationKind::Context, Some(&place.message)));
    }
    if diagnostic.refusal {
        group = group.element(Level::NOTE.message("the cluster refuses the document with this text"));
    }
    group = group.element(Level::NOTE.message(diagnostic.code.explanation));
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut text = renderer.render(&[group]);
    // The column is told as that of the cutting.
    let related = finding.related.iter().map(|place| (place.source, &place.span));
    for (source, span) in std::iter::once((finding.source, &finding.span)).chain(related) {
        let shown = shown(&source.text, &span.range);
        if shown.is_cut {
            let spot = |column| format!("{}:{}:{column}", source.name, span.place.line);
            let column = shown.text.get(..shown.span.start).unwrap_or_default().chars().count() + 1;
            text = text.replacen(&spot(column), &spot(span.place.column), 1);
        }
    }
    text
}

fn snippet<'s>(
    source: &'s Source,
    span: &Span,
    kind: AnnotationKind,
    label: Option<&'s str>,
) -> Snippet<'s, Annotation<'s>> {
    let shown = shown(&source.text, &span.range);
    Snippet::source(shown.text)
        .line_start(span.place.line)
        .path(source.name.as_str())
        .annotation(kind.span(shown.span).label(label))
}

/// A line of a source, or as much of it as can be of interest.
struct Shown<'s> {
    text: &'s str,
    /// What is marked, in bytes of the text; only on the first line.
    span: Range<usize>,
    /// Whether the line begins before the text.
    is_cut: bool,
}

/// Bytes of a line before a place, and behind its beginning, that are looked at: more than a terminal shows. A document may be
/// one long line with thousands of findings.
const AROUND: usize = 2000;

fn shown<'s>(source: &'s str, range: &Range<usize>) -> Shown<'s> {
    let boundary = |at: usize| (at..=source.len()).find(|at| source.is_char_boundary(*at)).unwrap_or(source.len());
    let at = boundary(range.start.min(source.len()));
    let earliest = boundary(at.saturating_sub(AROUND));
    let latest = boundary(at.saturating_add(AROUND).min(source.len()));
    let newline = source.get(earliest..at).unwrap_or_default().rfind('\n');
    let start = newline.map_or(earliest, |newline| earliest + newline + 1);
    let end = source.get(at..latest).unwrap_or_default().find('\n').map_or(latest, |newline| at + newline);
    let text = source.get(start..end).unwrap_or_default();
    let text = text.strip_suffix('\r').unwrap_or(text);
    let end = start + text.len();
    let at = at.min(end);
    // A place of one byte ends inside of a character where that takes several.
    let marked_end = boundary(range.end.min(source.len())).clamp(at, end);
    Shown { text, span: at - start..marked_end - start, is_cut: newline.is_none() && earliest > 0 }
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
        "endColumn": end_column(finding.source, &finding.span),
        "refusal": diagnostic.refusal,
    });
    if let (Some(help), Some(fields)) = (&diagnostic.help, value.as_object_mut()) {
        fields.insert("help".into(), help.as_str().into());
    }
    if let (Some(rule), Some(fields)) = (docs::rule(diagnostic.code), value.as_object_mut()) {
        fields.insert("fix".into(), rule.fix.into());
    }
    if let (false, Some(fields)) = (finding.related.is_empty(), value.as_object_mut()) {
        let related = finding.related.iter().map(|place| {
            json!({
                "message": place.message,
                "file": place.source.name,
                "line": place.span.place.line,
                "column": place.span.place.column,
            })
        });
        fields.insert("related".into(), related.collect());
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
            let mut entry = json!({
                "id": code.id,
                "name": code.name,
                "shortDescription": {"text": code.name.replace('-', " ")},
                "fullDescription": {"text": code.explanation},
                "help": {"text": code.explanation},
            });
            if let (Some(rule), Some(fields)) = (docs::rule(code), entry.as_object_mut()) {
                fields.insert("help".into(), json!({"text": docs::help(rule), "markdown": docs::help_markdown(rule)}));
                // The words are those of SARIF too.
                fields.insert("defaultConfiguration".into(), json!({"level": docs::severity(rule.severity)}));
            }
            entry
        })
        .collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let mut result = json!({
                "ruleId": finding.diagnostic.code.id,
                "level": finding.word(),
                "message": {"text": finding.message()},
                "locations": [{"physicalLocation": physical_location(finding.source, &finding.span)}],
            });
            if let (false, Some(fields)) = (finding.related.is_empty(), result.as_object_mut()) {
                let related = finding.related.iter().map(|place| {
                    json!({
                        "message": {"text": place.message},
                        "physicalLocation": physical_location(place.source, &place.span),
                    })
                });
                fields.insert("relatedLocations".into(), related.collect());
            }
            result
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

/// The name of a source where a path is wanted.
fn path(source: &Source) -> &str {
    match source.name.as_str() {
        STDIN => "stdin",
        name => name,
    }
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

fn physical_location(source: &Source, span: &Span) -> Value {
    json!({
        "artifactLocation": {"uri": uri(path(source))},
        "region": {
            "startLine": span.place.line,
            "startColumn": span.place.column,
            "endColumn": end_column(source, span),
        },
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
        property(path(finding.source)),
        finding.span.place.line,
        finding.span.place.column,
        end_column(finding.source, &finding.span),
        property(finding.diagnostic.code.id),
        escape(&finding.message()),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("./services/leaf 2.yaml"), "services/leaf%202.yaml");
        let source = |name: &str| Source { name: name.into(), text: "".into() };
        assert_eq!([path(&source("<stdin>")), path(&source("a.yaml"))], ["stdin", "a.yaml"]);
    }

    #[test]
    fn of_a_line_only_what_is_near_is_shown() {
        let source = "a: 1\nb: 2\r\nc: 3\n";
        let cut = shown(source, &(8..9));
        assert_eq!((cut.text, cut.span, cut.is_cut), ("b: 2", 3..4, false));
        // Only the first line is marked.
        let cut = shown(source, &(3..14));
        assert_eq!((cut.text, cut.span, cut.is_cut), ("a: 1", 3..4, false));
        let end = shown(source, &(16..16));
        assert_eq!((end.text, end.span), ("", 0..0));
        let long = "é".repeat(AROUND) + "x" + &"é".repeat(AROUND);
        let cut = shown(&long, &(2 * AROUND..long.len()));
        assert_eq!((cut.text.find('x'), cut.span, cut.is_cut), (Some(AROUND), AROUND..cut.text.len(), true));
        assert!((AROUND * 2..AROUND * 2 + 2).contains(&cut.text.len()), "{}", cut.text.len());
    }

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
            let source = Source { name, text: own };
            let span = |&(start, length, line): &(usize, usize, usize)| {
                let start = start % (source.text.len() + 3);
                let place = crate::input::Place { line: line + 1, column: start + 1 };
                Span { place, range: start..start + length }
            };
            let related = spans.iter().skip(1).map(|at| Place { source: &source, span: span(at), message: label.clone() });
            let diagnostic = Diagnostic {
                code: crate::admission::codes::UNKNOWN_FIELD,
                severity: Severity::Warning,
                message,
                path: diff::Path::default(),
                help: Some(help),
                related: Vec::new(),
                refusal: true,
            };
            let finding = Finding {
                source: &source,
                span: spans.first().map(span).unwrap(),
                subject: String::new(),
                diagnostic,
                related: related.collect(),
            };
            for format in Format::value_variants() {
                print("validate", std::slice::from_ref(&finding), *format, styled);
            }
        }
    }

    #[test]
    fn the_column_is_that_of_the_whole_line() {
        let long = "é".repeat(AROUND) + "x";
        let source = Source { name: "a.yaml".into(), text: format!("\n{long}") };
        let place = crate::input::Place { line: 2, column: AROUND + 1 };
        let span = Span { place, range: 1 + 2 * AROUND..2 + 2 * AROUND };
        let diagnostic = Diagnostic {
            code: crate::admission::codes::UNKNOWN_FIELD,
            severity: Severity::Warning,
            message: "unknown field \"x\"".into(),
            path: diff::Path::default(),
            help: None,
            related: Vec::new(),
            refusal: false,
        };
        let finding = Finding { source: &source, span, subject: String::new(), diagnostic, related: Vec::new() };
        let text = text(&finding, false);
        assert!(text.contains(&format!("--> a.yaml:2:{}\n", AROUND + 1)), "{text}");
        assert!(text.contains("éx\n") && text.contains("| ...é"), "{text}");
    }
}
