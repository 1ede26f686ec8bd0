//! Objects as JSON, in the layout of `kubectl get -o json`.

use std::fmt::Write as _;

use crate::Value;

/// Appends `value` with four blanks for each level below `depth`; the first line is not indented.
pub fn write_pretty(value: &Value, depth: usize, out: &mut String) {
    let line = |depth: usize, out: &mut String| {
        out.push('\n');
        (0..depth).for_each(|_| out.push_str("    "));
    };
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                line(depth + 1, out);
                string(key, out);
                out.push_str(": ");
                write_pretty(value, depth + 1, out);
            }
            line(depth, out);
            out.push('}');
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                line(depth + 1, out);
                write_pretty(item, depth + 1, out);
            }
            line(depth, out);
            out.push(']');
        }
        Value::String(text) => string(text, out),
        // Writing to a String cannot fail.
        other => drop(write!(out, "{other}")),
    }
}

fn string(text: &str, out: &mut String) {
    if text.bytes().all(|b| b >= 0x20 && !matches!(b, b'"' | b'\\' | 0x7f)) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&Value::from(text).to_string());
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
