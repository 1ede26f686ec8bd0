//! Strings in a status, which are left out if empty.

use crate::{Map, Value};

pub(super) fn text(map: &Map, key: &str) -> String {
    map.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}
