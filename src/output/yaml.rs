//! Values as YAML.

use crate::Value;

/// Appends a value as a YAML document.
pub fn write(value: &Value, out: &mut String) {
    block(value, 0, out);
}

fn block(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.extend(std::iter::repeat_n(' ', indent));
                }
                scalar(key, out);
                out.push(':');
                match value {
                    Value::Object(entries) if !entries.is_empty() => {
                        out.push('\n');
                        out.extend(std::iter::repeat_n(' ', indent + 2));
                        block(value, indent + 2, out);
                    }
                    Value::Array(items) if !items.is_empty() => {
                        out.push('\n');
                        out.extend(std::iter::repeat_n(' ', indent));
                        block(value, indent, out);
                    }
                    _ => {
                        out.push(' ');
                        block(value, indent, out);
                    }
                }
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.extend(std::iter::repeat_n(' ', indent));
                }
                out.push_str("- ");
                block(item, indent + 2, out);
            }
        }
        Value::String(text) => {
            scalar(text, out);
            out.push('\n');
        }
        other => {
            out.push_str(&other.to_string());
            out.push('\n');
        }
    }
}

fn scalar(text: &str, out: &mut String) {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'/' | b'_'))
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "y" | "yes" | "n" | "no" | "true" | "false" | "on" | "off" | "null"
        );
    if plain {
        out.push_str(text);
    } else {
        out.push_str(&Value::from(text).to_string());
    }
}
