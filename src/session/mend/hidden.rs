//! Texts that are shown before and after a mend, without what is secret.

use std::ops::Range;
use std::sync::Arc;

use crate::Value;
use crate::input::{self, Document, Source, Step};
use crate::object::{Kind, role};
use crate::order;

/// A text with the values of its Secrets hidden.
pub fn without_secrets(source: &Arc<Source>) -> String {
    let read = input::read(source);
    let mut hidden: Vec<Range<usize>> = Vec::new();
    // By the name of the kind alone, in whatever group it is written: to take too much for a Secret hides more, never less.
    for document in read.documents.iter().filter(|document| role::kind(&document.value) == Kind::Secret.name()) {
        hidden.extend(["data", "stringData"].into_iter().flat_map(|field| values(document, field)));
    }
    order::sort_by_key(&mut hidden, |range| range.start);
    let mut text = String::with_capacity(source.text.len());
    let mut at = 0;
    for range in hidden {
        text.push_str(source.text.get(at..range.start).unwrap_or_default());
        text.push_str("(hidden)");
        at = range.end.max(at);
    }
    text + source.text.get(at..).unwrap_or_default()
}

/// Where the values below a field stand.
fn values(document: &Document, field: &str) -> Vec<Range<usize>> {
    let keys = document.value.get(field).and_then(Value::as_object).into_iter().flatten();
    let located = keys.filter_map(|(key, _)| document.locate(&[Step::Key(field), Step::Key(key)]));
    located.map(|located| located.value.range).collect()
}
