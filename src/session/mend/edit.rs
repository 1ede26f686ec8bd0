//! The pieces of a text that a change touches, and what takes their place.

use std::ops::Range;

use super::error::Unmendable;
use super::written::{block, flow, in_style, json};
use crate::Value;
use crate::input::{Document, Located, Step};
use crate::object::diagnostic::Change;
use crate::object::{Path, PathStep};
use crate::session::paths::steps;

/// A piece of a text to be replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are removed.
    pub range: Range<usize>,
    /// What takes their place.
    pub text: String,
}

impl Edit {
    /// The same edit, with the line endings of the document.
    pub(super) fn with_line_ends_of(mut self, document: &Document) -> Edit {
        let text = document.source.text.get(document.range.clone()).unwrap_or_default();
        if self.text.contains('\n') && text.contains("\r\n") {
            self.text = self.text.replace("\r\n", "\n").replace('\n', "\r\n");
        }
        self
    }
}

/// The edits for a change; a number that is to be quoted becomes the text of its characters.
///
/// # Errors
/// What is to be changed is not in the text, or written in a form that cannot be changed alone.
pub fn edits(document: &Document, change: &mut Change) -> Result<Vec<Edit>, Unmendable> {
    match change {
        Change::Rename { path, key } => {
            let key_of = locate(document, path)?.key.ok_or(Unmendable::NoKey)?;
            let old = document.source.text.get(key_of.range.clone()).unwrap_or_default();
            Ok(vec![Edit { text: in_style(old, key), range: key_of.range }])
        }
        Change::Write { path, value } => {
            let range = locate(document, path)?.value.range;
            let old = document.source.text.get(range.clone()).unwrap_or_default();
            if old.contains('\n') {
                return Err(Unmendable::SeveralLines);
            }
            let text = match value {
                Value::String(text) => in_style(old, text),
                other => other.to_string(),
            };
            Ok(vec![Edit { text, range }])
        }
        Change::Quote { path } => {
            let range = locate(document, path)?.value.range;
            let lexeme = document.source.text.get(range.clone()).unwrap_or_default().trim_end().to_owned();
            let is_plain =
                !lexeme.is_empty() && lexeme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-._~".contains(&b));
            if !is_plain {
                return Err(Unmendable::NotPlain);
            }
            let range = range.start..range.start + lexeme.len();
            let edit = Edit { range, text: format!("\"{lexeme}\"") };
            *change = Change::Write { path: std::mem::take(path), value: lexeme.into() };
            Ok(vec![edit])
        }
        Change::Remove { path } => {
            *path = with_what_is_left_empty(document, std::mem::take(path));
            Ok(vec![removal(document, path)?])
        }
        Change::Insert { path, key, value } => Ok(vec![insertion(document, path, key, value)?]),
        Change::Move { path, to } => movement(document, path, to),
    }
}

/// The path of an entry, or of the annotations or labels if they have no other entry.
fn with_what_is_left_empty(document: &Document, mut path: Path) -> Path {
    let above = match path.0.as_slice() {
        [above @ .., PathStep::Key(_)] => above,
        _ => return path,
    };
    let is_map_of_texts =
        above.last().is_some_and(|step| matches!(step, PathStep::Key(key) if key == "annotations" || key == "labels"));
    let map = value_of(&document.value, &Path(above.to_vec()));
    if is_map_of_texts && map.and_then(Value::as_object).is_some_and(|map| map.len() == 1) {
        path.0.pop();
    }
    path
}

fn locate(document: &Document, path: &Path) -> Result<Located, Unmendable> {
    let steps: Vec<Step<'_>> = steps(document, path);
    let found = document.locate(&steps).filter(|_| steps.len() == path.0.len());
    found.ok_or(Unmendable::BroughtIn)
}

/// The edits that move an entry: with its lines, so that its comments come along, or else its value only.
fn movement(document: &Document, path: &Path, to: &Path) -> Result<Vec<Edit>, Unmendable> {
    let Some(PathStep::Key(key)) = path.0.last() else { return Err(Unmendable::Gone) };
    let value = value_of(&document.value, path).ok_or(Unmendable::Gone)?;
    if value_of(&document.value, to).is_some_and(|map| map.get(key).is_some()) {
        return Err(Unmendable::Taken(key.to_owned()));
    }
    let mut removal = removal(document, path)?;
    if !is_in_brackets(document, path) {
        removal.range.start = with_comments(&document.source.text, removal.range.start);
    }
    let mut insertion = insertion(document, to, key, value)?;
    let text = document.source.text.get(removal.range.clone()).unwrap_or_default();
    let into_brackets = document.source.text.get(insertion.range.start.saturating_sub(1)..insertion.range.start);
    if !is_in_brackets(document, path) && into_brackets != Some("{") {
        let line = document.source.text.get(..insertion.range.start).unwrap_or_default();
        let indent = " ".repeat(line.len() - line.rfind('\n').map_or(0, |at| at + 1));
        insertion.text = reindented(text, &indent)?;
    }
    Ok(vec![removal, insertion])
}

/// Where the comments right above a line, with the same indentation, begin.
fn with_comments(text: &str, line: usize) -> usize {
    let blanks = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let indent = blanks(text.get(line..).unwrap_or_default());
    let mut start = line;
    while let Some(above) = text.get(..start).and_then(|before| before.strip_suffix('\n')) {
        let begin = above.rfind('\n').map_or(0, |at| at + 1);
        let own = above.get(begin..).unwrap_or_default();
        if blanks(own) != indent || !own.trim_start().starts_with('#') {
            break;
        }
        start = begin;
    }
    start
}

/// Lines with another indentation. The first is indented already, and another entry follows them.
fn reindented(lines: &str, indent: &str) -> Result<String, Unmendable> {
    let old = lines.len() - lines.trim_start_matches(' ').len();
    let mut text = String::with_capacity(lines.len() + 64);
    for (index, line) in lines.split_inclusive('\n').enumerate() {
        let own = match line.trim().is_empty() {
            true => line.trim_start_matches(' '),
            false => line
                .get(old..)
                .filter(|_| line.get(..old).is_some_and(|start| start.trim().is_empty()))
                .ok_or(Unmendable::Tangled)?,
        };
        if index > 0 && !own.trim().is_empty() {
            text.push_str(indent);
        }
        text.push_str(own);
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text + indent)
}

fn value_of<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
    path.0.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.get(key),
        PathStep::Index(index) => value.get(index),
        PathStep::Item { .. } => None,
    })
}

/// Whether the map or list that holds an entry is written with brackets.
fn is_in_brackets(document: &Document, path: &Path) -> bool {
    let mut above = path.clone();
    above.0.pop();
    locate(document, &above).is_ok_and(|located| {
        let text = document.source.text.get(located.value.range).unwrap_or_default();
        text.trim_start().starts_with(['{', '['])
    })
}

fn removal(document: &Document, path: &Path) -> Result<Edit, Unmendable> {
    let located = locate(document, path)?;
    let text = document.source.text.as_str();
    let start = located.key.as_ref().ok_or(Unmendable::NoKey)?.range.start;
    let end = located.value.range.end.max(start);
    if is_in_brackets(document, path) {
        let after = text.get(end..).unwrap_or_default();
        let blank = after.len() - after.trim_start().len();
        if after.trim_start().starts_with(',') {
            let rest = after.get(blank + 1..).unwrap_or_default();
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            return Ok(Edit { range: start..end + blank + 1 + spaces, text: String::new() });
        }
        let before = text.get(..start).unwrap_or_default().trim_end();
        let from = if before.ends_with(',') { before.len() - 1 } else { start };
        return Ok(Edit { range: from..end, text: String::new() });
    }
    let line = text.get(..start).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
    let indent = text.get(line..start).unwrap_or_default();
    if !indent.trim().is_empty() {
        return Err(Unmendable::BeginsItem);
    }
    // A value of several lines ends where its last line does.
    let value = text.get(start..end).unwrap_or_default();
    let end = start + value.trim_end().len();
    let rest = text.get(end..).unwrap_or_default();
    let line_end = rest.find('\n').map_or(text.len(), |at| end + at + 1);
    let tail = text.get(end..line_end).unwrap_or_default().trim();
    if !(tail.is_empty() || tail.starts_with('#')) {
        return Err(Unmendable::NotAlone);
    }
    Ok(Edit { range: line..line_end, text: String::new() })
}

fn insertion(document: &Document, path: &Path, key: &str, value: &Value) -> Result<Edit, Unmendable> {
    let range = locate(document, path)?.value.range;
    let text = document.source.text.as_str();
    let old = text.get(range.clone()).unwrap_or_default();
    if let Some(inner) = old.strip_prefix('{') {
        let entry = match inner.trim_start().starts_with('"') {
            true => format!("{}: {}", Value::from(key), json(value)),
            false => format!("{key}: {}", flow(value)),
        };
        let separator = if inner.trim_start().starts_with('}') { "" } else { ", " };
        let at = range.start + 1;
        return Ok(Edit { range: at..at, text: format!("{entry}{separator}") });
    }
    let line = text.get(..range.start).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
    let before = text.get(line..range.start).unwrap_or_default();
    if old.is_empty() || !before.chars().all(|c| matches!(c, ' ' | '-')) {
        return Err(Unmendable::NothingBeside);
    }
    let indent = " ".repeat(before.len());
    // What is written above the first entry is about that.
    let at = match before.contains('-') {
        true => range.start,
        false => with_comments(text, line) + before.len(),
    };
    Ok(Edit { range: at..at, text: format!("{}{indent}", block(key, value, &indent)) })
}
