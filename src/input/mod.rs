//! YAML and JSON text into documents with source positions.

pub mod kinds;
pub(crate) mod scalar;
pub mod settings;
mod stream;
pub(crate) mod yaml;

use std::ops::Range;
use std::sync::Arc;

use crate::Value;

pub use yaml::{MAX_DEPTH, Place};

/// A text to read documents from.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The name in messages: a path, or `<stdin>`.
    pub name: String,
    pub text: String,
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
                    message: broken.message,
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
