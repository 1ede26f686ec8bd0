//! Texts of a status, which is not there when it is empty.

use crate::{Map, Value};

pub(super) fn text(map: &Map, key: &str) -> String {
    map.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

pub(super) fn put_text(map: &mut Map, key: &str, text: &str) {
    if !text.is_empty() {
        map.insert(key.to_owned(), text.into());
    }
}
