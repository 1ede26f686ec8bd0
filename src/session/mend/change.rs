//! What changes make of documents.

use super::error::Unmendable;
use crate::object::diagnostic::Change;
use crate::object::{Path, PathStep};
use crate::{Map, Value};

/// What a change makes of a document.
///
/// # Errors
/// The document no longer has what is to be changed, or has something else there.
pub fn apply(document: &mut Value, change: &Change) -> Result<(), Unmendable> {
    match change {
        Change::Write { path, value } => {
            *value_at(document, &path.0).ok_or(Unmendable::Gone)? = value.clone();
        }
        // Resolved when its edit was made.
        Change::Quote { .. } => return Err(Unmendable::Gone),
        Change::Rename { path, key } => {
            let (last, map) = entry(document, path).ok_or(Unmendable::Gone)?;
            if map.contains_key(key) {
                return Err(Unmendable::Taken(key.to_owned()));
            }
            let value = map.remove(&last).ok_or(Unmendable::Gone)?;
            map.insert(key.clone(), value);
        }
        Change::Remove { path } => {
            let (last, map) = entry(document, path).ok_or(Unmendable::Gone)?;
            map.remove(&last).ok_or(Unmendable::Gone)?;
        }
        Change::Move { path, to } => {
            let (key, map) = entry(document, path).ok_or(Unmendable::Gone)?;
            let value = map.remove(&key).ok_or(Unmendable::Gone)?;
            insert(document, to, &key, value)?;
        }
        Change::Insert { path, key, value } => insert(document, path, key, value.clone())?,
    }
    Ok(())
}

/// Adds an entry to the map at a path.
fn insert(document: &mut Value, path: &Path, key: &str, value: Value) -> Result<(), Unmendable> {
    let map = value_at(document, &path.0).and_then(Value::as_object_mut);
    let map = map.ok_or(Unmendable::Gone)?;
    match map.insert(key.to_owned(), value) {
        Some(_) => Err(Unmendable::Taken(key.to_owned())),
        None => Ok(()),
    }
}

fn value_at<'v>(value: &'v mut Value, steps: &[PathStep]) -> Option<&'v mut Value> {
    steps.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.get_mut(key),
        PathStep::Index(index) => value.get_mut(index),
        PathStep::Item { field, value: wanted } => {
            let items = value.as_array_mut()?;
            items.iter_mut().find(|item| item.get(field).and_then(Value::as_str) == Some(wanted))
        }
    })
}

/// The key of an entry, and the map that has it.
fn entry<'v>(document: &'v mut Value, path: &Path) -> Option<(String, &'v mut Map)> {
    let (PathStep::Key(last), above) = path.0.split_last()? else { return None };
    Some((last.clone(), value_at(document, above)?.as_object_mut()?))
}
