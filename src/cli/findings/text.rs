//! Findings for people.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::cli::messages::{self, Messages};
use crate::input::{Source, Span};
use crate::object::diagnostic::Severity;
use crate::output::printable::{on_one_line, pictured};
use crate::session::finding::RelatedSpot;
use crate::session::{Finding, Spot};

/// One line for each finding that is severe enough to be shown.
pub fn lines(findings: &[Finding], messages: &Messages) -> String {
    let mut lines = String::new();
    for finding in findings {
        let severity = messages::Severity::from(finding.diagnostic.severity);
        if messages.says(severity) {
            let code = Some(finding.diagnostic.code.id);
            lines += &messages::line(severity, code, &finding.spot, &finding.message());
            lines.push('\n');
        }
    }
    messages::for_stdout(&lines)
}

/// A finding with the line that it is about.
pub fn snippet_of(finding: &Finding, styled: bool) -> String {
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let diagnostic = &finding.diagnostic;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let origin = finding.spot.to_string();
    let origin = on_one_line(&origin);
    let message = on_one_line(&diagnostic.message);
    let help = diagnostic.help.as_deref().map(on_one_line);
    let mut group: Group<'_> = level.primary_title(&*message).id(diagnostic.code.id).elements(None::<Origin<'_>>);
    group = match &finding.spot {
        Spot::Text { source, span } if !source.text.is_empty() => {
            group.element(snippet(source, span, AnnotationKind::Primary, None))
        }
        Spot::Nowhere => group,
        _ => group.element(Origin::path(&*origin)),
    };
    for place in &finding.related {
        group = add_related(group, place);
    }
    if diagnostic.refusal {
        group = group.element(Level::NOTE.message("the cluster refuses the document with this text"));
    }
    group = group.element(Level::NOTE.message(diagnostic.code.explanation));
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(&**help));
    }
    with_own_columns(renderer.render(&[group]), finding)
}

fn add_related<'a>(group: Group<'a>, place: &'a RelatedSpot) -> Group<'a> {
    match place.source.text.is_empty() {
        false => group.element(snippet(&place.source, &place.span, AnnotationKind::Context, Some(&place.message))),
        // What holds a Secret is not shown.
        true => {
            let spot = format!("{}:{}:{}", place.source.name, place.span.place.line, place.span.place.column);
            let text = format!("{spot}: {}", place.message);
            group.element(Level::NOTE.message(on_one_line(&text).into_owned()))
        }
    }
}

/// Long lines are cut to the part around the place, and the renderer shows the column in that part.
fn with_own_columns(mut text: String, finding: &Finding) -> String {
    let related = finding.related.iter().map(|place| (&place.source, &place.span));
    let own = match &finding.spot {
        Spot::Text { source, span } => Some((source, span)),
        Spot::File(_) | Spot::Option(_) | Spot::Nowhere => None,
    };
    for (source, span) in own.into_iter().chain(related) {
        let shown = shown(&source.text, &span.range);
        if shown.is_cut {
            let spot = |column| format!("{}:{}:{column}", on_one_line(&source.name), span.place.line);
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
    label: Option<&str>,
) -> Snippet<'s, Annotation<'s>> {
    let shown = shown(&source.text, &span.range);
    let mark = kind.span(shown.span).label(label.map(|label| on_one_line(label).into_owned()));
    Snippet::source(shown.text).line_start(span.place.line).path(on_one_line(&source.name)).annotation(mark)
}

/// A line of a source, or the part of it that is of interest.
struct Shown<'s> {
    text: Cow<'s, str>,
    /// What is marked, in bytes of the text; only on the first line.
    span: Range<usize>,
    /// Whether the line begins before the text.
    is_cut: bool,
}

/// How many bytes of a line before and after a place are looked at: more than a terminal shows. A document may be one long line with
/// thousands of findings.
const AROUND: usize = 500;

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
    let is_cut = newline.is_none() && earliest > 0;
    // The signs for what a terminal would act on are of other lengths.
    let length = |from: usize, to: usize| pictured(source.get(from..to).unwrap_or_default()).len();
    let before = length(start, at);
    Shown { text: pictured(text), span: before..before + length(at, marked_end), is_cut }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::webhook::codes;

    #[test]
    fn of_a_line_only_what_is_near_is_shown() {
        let source = "a: 1\nb: 2\r\nc: 3\n";
        let cut = shown(source, &(8..9));
        assert_eq!((&*cut.text, cut.span, cut.is_cut), ("b: 2", 3..4, false));
        // Only the first line is marked.
        let cut = shown(source, &(3..14));
        assert_eq!((&*cut.text, cut.span, cut.is_cut), ("a: 1", 3..4, false));
        let end = shown(source, &(16..16));
        assert_eq!((&*end.text, end.span), ("", 0..0));
        let long = "é".repeat(AROUND) + "x" + &"é".repeat(AROUND);
        let cut = shown(&long, &(2 * AROUND..long.len()));
        assert_eq!((cut.text.find('x'), cut.span, cut.is_cut), (Some(AROUND), AROUND..cut.text.len(), true));
        assert!((AROUND * 2..AROUND * 2 + 2).contains(&cut.text.len()), "{}", cut.text.len());
    }

    #[test]
    fn the_column_is_that_of_the_whole_line() {
        let long = "é".repeat(AROUND) + "x";
        let source = Arc::new(Source { name: "a.yaml".into(), text: format!("\n{long}") });
        let place = crate::input::Place { line: 2, column: AROUND + 1 };
        let span = Span { place, range: 1 + 2 * AROUND..2 + 2 * AROUND };
        let spot = Spot::Text { source, span };
        let finding = Finding::plain(codes::UNKNOWN_FIELD, Severity::Warning, spot, "unknown field \"x\"");
        let text = snippet_of(&finding, false);
        assert!(text.contains(&format!("--> a.yaml:2:{}\n", AROUND + 1)), "{text}");
        assert!(text.contains("éx\n") && text.contains("| ...é"), "{text}");
    }
}
