//! Reading and building the members of JSON objects.

use std::sync::LazyLock;

use serde::Serialize;

use crate::{Map, Value};

/// An object without members.
pub static NOTHING: LazyLock<Map> = LazyLock::new(Map::new);

/// The string in the member `key`; empty if there is none.
pub fn text<'a>(object: &'a Map, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The number in the member `key`, if it is a whole number.
pub fn integer(object: &Map, key: &str) -> Option<i64> {
    object.get(key).and_then(Value::as_i64)
}

/// The object in the member `key`.
pub fn member<'a>(object: &'a Map, key: &str) -> Option<&'a Map> {
    object.get(key).and_then(Value::as_object)
}

/// The elements of the list `key`; empty if there is no list.
pub fn elements<'a>(object: &'a Map, key: &str) -> &'a [Value] {
    object.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The elements of the list `key` that are objects.
pub fn objects<'a>(object: &'a Map, key: &str) -> impl Iterator<Item = &'a Map> {
    elements(object, key).iter().filter_map(Value::as_object)
}

/// Access to values by their place in a tree.
pub trait Lookup {
    /// Like [`Value::pointer`], but for pointers without `~`: nothing has to be unescaped, so nothing is copied.
    fn at(&self, pointer: &str) -> Option<&Value>;

    /// Like [`Value::pointer_mut`], but for pointers without `~`.
    fn at_mut(&mut self, pointer: &str) -> Option<&mut Value>;
}

impl Lookup for Value {
    fn at(&self, pointer: &str) -> Option<&Value> {
        let mut value = self;
        let mut rest = pointer;
        while let Some((token, following)) = first_token(rest) {
            value = match value {
                Value::Object(members) => members.get(token)?,
                Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
                _ => return None,
            };
            rest = following;
        }
        Some(value)
    }

    fn at_mut(&mut self, pointer: &str) -> Option<&mut Value> {
        let mut value = self;
        let mut rest = pointer;
        while let Some((token, following)) = first_token(rest) {
            value = match value {
                Value::Object(members) => members.get_mut(token)?,
                Value::Array(items) => items.get_mut(token.parse::<usize>().ok()?)?,
                _ => return None,
            };
            rest = following;
        }
        Some(value)
    }
}

/// The first token of a pointer and what follows it; `None` at its end.
fn first_token(pointer: &str) -> Option<(&str, &str)> {
    let after = pointer.strip_prefix('/')?;
    // Tokens are short: looking at each byte is faster than a search.
    let end = after.bytes().position(|byte| byte == b'/').unwrap_or(after.len());
    after.split_at_checked(end)
}

/// An object with these members. Null members are left out, as Go leaves out empty ones.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(map(members))
}

/// Like [`object`], as a map.
pub fn map<const N: usize>(members: [(&str, Value); N]) -> Map {
    filled(members.into_iter().filter(|(_, value)| !value.is_null()).map(|(key, value)| (key.to_owned(), value)))
}

/// A map or set with these entries. Small ones are filled faster entry by entry than by collecting, which sorts first, and the
/// code for sorting takes 7 kB for each type of entries.
pub fn filled<E, M: Default + Extend<E>>(entries: impl IntoIterator<Item = E>) -> M {
    let mut map = M::default();
    map.extend(entries);
    map
}

/// A serializable value as a tree. Structs of strings, numbers and lists can always be serialized; keys are sorted, as in every map.
pub fn tree(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Whether Go's `omitempty` leaves out the number.
pub fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// Whether Go's `omitempty` leaves out the string, which may be absent.
pub fn is_blank(text: &Option<String>) -> bool {
    text.as_deref().is_none_or(str::is_empty)
}

/// A string, or null if it is empty.
pub fn non_empty(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.into() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_place_is_found_as_by_a_pointer() {
        let mut value = json!({"a": [{"b/c": 1}, {"b": 2}], "": {"": 3}});
        for pointer in ["", "/", "//", "/a", "/a/1/b", "/a/2", "/a/x", "/a/-1", "/b", "/a/0/b"] {
            assert_eq!(value.at(pointer), value.pointer(pointer), "{pointer}");
            assert_eq!(value.at_mut(pointer).cloned(), value.pointer(pointer).cloned(), "{pointer}");
        }
    }
}
