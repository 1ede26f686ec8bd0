//! Objects as JSON, in the layout of `kubectl get -o json`.

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
        other => out.push_str(&other.to_string()),
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

/// A `List` of objects that are already written, each at depth 2.
pub fn list(items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut out = String::from("{\n    \"apiVersion\": \"v1\",\n    \"items\": [");
    let mut any = false;
    for item in items {
        out.push_str(if any { ",\n        " } else { "\n        " });
        out.push_str(item.as_ref());
        any = true;
    }
    out.push_str(if any { "\n    ],\n" } else { "],\n" });
    out.push_str("    \"kind\": \"List\"\n}\n");
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_reads_as_json() {
        let objects = [json!({ "a": ["x\n\"", {}, []], "b": { "c": 1.5 } }), json!({})];
        let written = objects.iter().map(|object| {
            let mut out = String::new();
            write_pretty(object, 2, &mut out);
            out
        });
        let text = list(written);
        let read: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read, json!({ "apiVersion": "v1", "kind": "List", "items": objects }));
        assert!(text.contains("\n        {\n            \"a\": [\n"), "{text}");
        assert_eq!(
            list(Vec::<String>::new()),
            "{\n    \"apiVersion\": \"v1\",\n    \"items\": [],\n    \"kind\": \"List\"\n}\n"
        );
    }
}
