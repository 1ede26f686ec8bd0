//! Objects as JSON, in the layout of `kubectl get -o json`.

use std::borrow::Cow;

use serde::Serialize as _;
use serde_json::Serializer;
use serde_json::ser::PrettyFormatter;

use super::printable::escaped;
use crate::Value;

/// A value over several lines, with the end of the last one.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write_pretty(value, 0, &mut text);
    text + "\n"
}

/// Appends `value` with four blanks for each level below `depth`; the first line is not indented.
pub fn write_pretty(value: &Value, depth: usize, out: &mut String) {
    let mut text = Vec::with_capacity(4096);
    let mut serializer = Serializer::with_formatter(&mut text, PrettyFormatter::with_indent(b"    "));
    // Neither a tree of JSON nor writing to memory fails, and JSON is UTF-8.
    let _ = value.serialize(&mut serializer);
    let text = without_active(String::from_utf8(text).unwrap_or_default());
    if depth == 0 {
        out.push_str(&text);
        return;
    }
    // Line breaks within texts are escaped.
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
            (0..depth).for_each(|_| out.push_str("    "));
        }
        out.push_str(line);
    }
}

/// JSON whose texts have the same meaning, but nothing that a terminal acts on: JSON itself only asks that of the first control characters.
fn without_active(text: String) -> String {
    // Nearly all texts are plain, which is seen quickly.
    if text.is_ascii() && !text.as_bytes().contains(&0x7f) {
        return text;
    }
    match escaped(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(escaped) => escaped,
    }
}

/// What stands between two items of a list.
const BETWEEN: &str = ",\n        ";

/// Objects as consecutive items of a list; empty if there are none.
pub fn items<'v>(objects: impl IntoIterator<Item = &'v Value>) -> String {
    let mut out = String::with_capacity(8192);
    for (index, object) in objects.into_iter().enumerate() {
        if index > 0 {
            out.push_str(BETWEEN);
        }
        write_pretty(object, 2, &mut out);
    }
    out
}

/// The parts of a `List` whose items are already written, some in each text.
pub fn list(items: &[String]) -> impl Iterator<Item = &str> {
    let head = "{\n    \"apiVersion\": \"v1\",\n    \"items\": [";
    let written = items.iter().map(String::as_str).filter(|text| !text.is_empty());
    let any = written.clone().next().is_some();
    let parts = written.enumerate().flat_map(|(index, text)| [if index > 0 { BETWEEN } else { &BETWEEN[1..] }, text]);
    let tail = if any { "\n    ],\n" } else { "],\n" };
    [head].into_iter().chain(parts).chain([tail, "    \"kind\": \"List\"\n}\n"])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_in_json_acts_on_a_terminal() {
        let value = json!({ "a\u{9b}": ["\u{1b}[31m", "\u{7f}\u{202e}", "é日😀"] });
        let text = pretty(&value);
        assert!(!text.contains(|c| c != '\n' && crate::output::printable::is_active(c)), "{text:?}");
        assert!(text.contains("é日😀"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }

    #[test]
    fn a_list_reads_as_json() {
        let objects = [json!({ "a": ["x\n\"", {}, []], "b": { "c": 1.5 } }), json!({})];
        let text: String = list(&[items(&objects[..1]), String::new(), items(&objects[1..])]).collect();
        let read: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read, json!({ "apiVersion": "v1", "kind": "List", "items": objects }));
        assert!(text.contains("\n        {\n            \"a\": [\n"), "{text}");
        assert_eq!(
            list(&[]).collect::<String>(),
            "{\n    \"apiVersion\": \"v1\",\n    \"items\": [],\n    \"kind\": \"List\"\n}\n"
        );
    }
}
