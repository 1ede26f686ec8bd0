//! Texts that are shown before and after a mend, without what is secret.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::Value;
use crate::input::{self, Document, LISTS, Problem, Source, Step};
use crate::object::{Kind, keys, role};
use crate::order;

/// A text with the values of its Secrets hidden.
pub fn without_secrets(source: &Arc<Source>) -> String {
    let read = input::read(source);
    let mut hidden: Vec<Range<usize>> = Vec::new();
    let mut commented = None;
    for document in &read.documents {
        // Of two documents that run into one another the kind of the last one stays, and the fields of both.
        hide(document, &document.value, document.holds_secret, &mut Vec::new(), &mut hidden);
        // The items of a list share a text.
        if document.holds_secret && commented.replace(document.range.start) != Some(document.range.start) {
            hidden.extend(comments(document));
        }
    }
    hidden.extend(unreadable(source, &read.problems));
    order::sort_by_key(&mut hidden, |range| range.start);
    let mut text = String::with_capacity(source.text.len());
    let mut at = 0;
    // A comment may stand among values that are hidden as one.
    for range in hidden {
        if range.start < at {
            at = range.end.max(at);
            continue;
        }
        text.push_str(source.text.get(at..range.start).unwrap_or_default());
        text.push_str("(hidden)");
        at = range.end.max(at);
    }
    text + source.text.get(at..).unwrap_or_default()
}

/// The documents that cannot be read and name the kind: of what is secret in them nothing can be told.
fn unreadable(source: &Source, problems: &[Problem]) -> Vec<Range<usize>> {
    let broken: BTreeSet<usize> = problems.iter().filter(|problem| problem.fatal).map(|problem| problem.at).collect();
    let chunks = input::split(&source.text).into_iter().map(|chunk| chunk.range);
    let ranges = chunks.filter_map(|range| {
        let text = source.text.get(range.clone())?;
        let is_broken = broken.range(range.start..=range.end).next().is_some();
        (is_broken && text.contains(Kind::Secret.name())).then(|| range.start..range.start + text.trim_end().len())
    });
    ranges.collect()
}

/// The comments in the text of a document, where values are kept that were there before. Marks inside of values count as well: to take too
/// much for a comment hides more, never less.
fn comments(document: &Document) -> Vec<Range<usize>> {
    let text = document.source.text.get(document.range.clone()).unwrap_or_default();
    let mut at = document.range.start;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let is_comment = |before: &str| !before.chars().next_back().is_some_and(char::is_alphanumeric);
        let mark = line
            .match_indices('#')
            .filter_map(|(mark, _)| line.split_at_checked(mark))
            .find(|(before, _)| is_comment(before));
        if let Some((_, comment)) = mark {
            let comment = comment.trim_start_matches(['#', ' ', '\t']).trim_end();
            let end = at + line.trim_end().len();
            found.extend((!comment.is_empty()).then(|| end - comment.len()..end));
        }
        at += line.len();
    }
    found
}

/// Finds where the values of the Secrets in a document stand, which may be in lists inside of it. They are known by the name of the kind
/// alone, in whatever group it is written: to take too much for a Secret hides more, never less. `is_secret` says that the list around is
/// one of Secrets, whose items may leave out their kind.
fn hide<'v>(
    document: &Document,
    value: &'v Value,
    is_secret: bool,
    path: &mut Vec<Step<'v>>,
    hidden: &mut Vec<Range<usize>>,
) {
    let is_secret = is_secret || input::names_kind_of_secrets(role::kind(value));
    if is_secret {
        for field in ["data", "stringData"] {
            let Some(values) = value.get(field) else { continue };
            let keys = values.as_object().into_iter().flatten().map(|(key, _)| place(document, path, &[field, key]));
            match keys.collect::<Option<Vec<_>>>() {
                Some(places) if values.is_object() => hidden.extend(places),
                // What is no map may be meant as a value, and what has no place of its own may be merged into the map.
                _ => hidden.extend(place(document, path, &[field])),
            }
        }
        hidden.extend(place(document, path, &["metadata", "annotations", keys::LAST_APPLIED]));
    }
    for list in LISTS {
        for (index, item) in value.get(list).and_then(Value::as_array).into_iter().flatten().enumerate() {
            path.extend([Step::Key(list), Step::Index(index)]);
            hide(document, item, input::names_kind_of_secrets(role::kind(value)), path, hidden);
            path.truncate(path.len() - 2);
        }
    }
}

/// Where a field of an object at a path stands.
fn place(document: &Document, path: &[Step<'_>], field: &[&str]) -> Option<Range<usize>> {
    let steps: Vec<Step<'_>> = path.iter().copied().chain(field.iter().copied().map(Step::Key)).collect();
    Some(document.locate(&steps)?.value.range)
}
