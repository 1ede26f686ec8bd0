//! Paths of objects as the reader of documents takes them.

use crate::Value;
use crate::input::{Document, Step};
use crate::object;

/// A path as the reader of documents takes it; named items of lists are looked up.
pub fn steps<'p>(document: &Document, path: &'p object::Path) -> Vec<Step<'p>> {
    let mut at = Some(&document.value);
    let mut steps = Vec::with_capacity(path.0.len());
    for step in &path.0 {
        let step = match step {
            object::PathStep::Key(key) => Step::Key(key),
            object::PathStep::Index(index) => Step::Index(*index),
            object::PathStep::Item { field, value } => {
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
