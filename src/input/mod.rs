//! YAML and JSON text into documents with source positions.

mod events;
pub mod kinds;
mod locate;
pub(crate) mod scalar;
pub mod settings;
mod stream;
mod tokens;
pub(crate) mod yaml;

use std::ops::Range;
use std::sync::Arc;

use crate::Value;

pub use locate::{Located, Span, Step};
pub use yaml::{MAX_DEPTH, Place};

/// A text to read documents from.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The name in messages: a path, or `<stdin>`.
    pub name: String,
    pub text: String,
}

impl Source {
    /// A source of bytes as they were read. What cannot be YAML is refused: the name is given back with the
    /// place and what is wrong.
    pub fn new(name: String, bytes: Vec<u8>) -> Result<Source, (String, Place, String)> {
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let message = "the text is UTF-16; save it as UTF-8";
            return Err((name, Place { line: 1, column: 1 }, message.into()));
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                let place = place_at(&before, before.len());
                return Err((name, place, "the text is not UTF-8; save it as UTF-8 (is it a binary file?)".into()));
            }
        };
        let control = |b: &u8| (*b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r')) || *b == 0x7f;
        if let Some(at) = text.bytes().position(|b| control(&b)) {
            let place = place_at(&text, at);
            let byte = text.as_bytes()[at];
            let message = format!(
                "control characters are not allowed: found U+{byte:04X}; write it as an escape in double quotes"
            );
            return Err((name, place, message));
        }
        Ok(Source { name, text })
    }
}

/// The place of a byte of a text.
fn place_at(text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place { line: before.bytes().filter(|b| *b == b'\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// One object of a source. Where its fields stand is found on demand.
#[derive(Debug, Clone)]
pub struct Document {
    pub value: Value,
    pub source: Arc<Source>,
    /// Bytes of the source that hold the document.
    pub range: Range<usize>,
    /// Line of the source, from 1, on which the range begins.
    pub line: usize,
    /// Index in the `items` of a list, if the object came in one.
    pub item: Option<usize>,
}

impl Document {
    /// Where the document's first line with content begins.
    pub fn start(&self) -> Place {
        let text = self.source.text.get(self.range.clone()).unwrap_or_default();
        for (index, line) in text.lines().enumerate() {
            let content = line.trim_start_matches('\u{feff}').trim_start();
            let is_marker = line.starts_with("---") && content.trim_end() == "---";
            if !content.is_empty() && !content.starts_with(['#', '%']) && !is_marker {
                return Place { line: self.line + index, column: line.chars().count() - content.chars().count() + 1 };
            }
        }
        Place { line: self.line, column: 1 }
    }
}

/// Something worth saying about a text: an error, if `fatal`, or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub source: Arc<Source>,
    pub place: Place,
    pub message: String,
    pub fatal: bool,
}

/// What a source holds: its objects in order, and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Read {
    pub documents: Vec<Document>,
    pub problems: Vec<Problem>,
}

/// Reads all documents of a source; the items of a `List` count as documents of their own.
pub fn read(source: &Arc<Source>) -> Read {
    let mut read = Read::default();
    for chunk in stream::split(&source.text) {
        let text = &source.text[chunk.range.clone()];
        let in_stream = |place: Place| Place { line: place.line + chunk.line - 1, ..place };
        let parsed = match yaml::parse(text) {
            Ok(parsed) => parsed,
            Err(broken) => {
                read.problems.push(Problem {
                    source: source.clone(),
                    place: in_stream(broken.place),
                    message: match broken.hint {
                        Some(hint) => format!("{} ({hint})", broken.message),
                        None => broken.message,
                    },
                    fatal: true,
                });
                continue;
            }
        };
        for (key, place) in parsed.duplicates {
            let message = format!("key {key:?} stands twice in the same map; the last one counts");
            read.problems.push(Problem { source: source.clone(), place: in_stream(place), message, fatal: false });
        }
        let mut add = |value, item| {
            let range = chunk.range.clone();
            read.documents.push(Document { value, source: source.clone(), range, line: chunk.line, item });
        };
        match list_items(parsed.value) {
            Ok(items) => items.into_iter().enumerate().for_each(|(index, item)| add(item, Some(index))),
            Err(Value::Null) => {}
            Err(value) => add(value, None),
        }
    }
    read
}

/// The items of a `List`, or of the list of one kind, such as `InferenceServiceList`.
fn list_items(mut value: Value) -> Result<Vec<Value>, Value> {
    let is_list = value.get("kind").and_then(Value::as_str).is_some_and(|kind| kind.ends_with("List"));
    match value.get_mut("items").map(Value::take) {
        Some(Value::Array(items)) if is_list => Ok(items),
        Some(other) => {
            value["items"] = other;
            Err(value)
        }
        None if is_list => Ok(Vec::new()),
        None => Err(value),
    }
}
