//! Keys and values as they are written in a text.

use std::sync::Arc;

use crate::Value;
use crate::input::{self, Source};

/// A text in the quotes of an older one. Without quotes it gets some where it needs them.
pub fn in_style(old: &str, text: &str) -> String {
    let doubled = || Value::from(text).to_string();
    match old.chars().next() {
        Some('"') => doubled(),
        Some('\'') => format!("'{}'", text.replace('\'', "''")),
        _ => {
            let probe = Arc::new(Source { name: String::new(), text: format!("[{text}]") });
            let read = input::read(&probe);
            let is_plain =
                read.documents.first().is_some_and(|document| document.value.get(0) == Some(&Value::from(text)));
            if is_plain { text.to_owned() } else { doubled() }
        }
    }
}

/// A value as JSON is usually written on one line.
pub fn json(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), json(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// A map of texts as it is written with brackets.
pub fn flow(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key}: {}", flow(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::String(text) => in_style("", text),
        other => other.to_string(),
    }
}

/// An entry in lines of its own, of which the first has its indentation already.
pub fn block(key: &str, value: &Value, indent: &str) -> String {
    match value {
        Value::Object(fields) => {
            let deeper = format!("{indent}  ");
            let inner: Vec<String> =
                fields.iter().map(|(key, value)| format!("{deeper}{}", block(key, value, &deeper))).collect();
            format!("{key}:\n{}", inner.concat())
        }
        other => format!("{key}: {}\n", flow(other)),
    }
}
