//! What the API server asks of metadata.

use crate::object::Path;
use crate::{Map, Value};

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and \
                         must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
                         '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and \
                     end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
                     '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const NAME_PART: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
                         alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                         '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and \
                           must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', \
                           regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// Alphanumeric at both ends, and of characters that `inner` takes between.
fn has_form(text: &str, end: fn(u8) -> bool, inner: &[u8]) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|byte| end(*byte))
        && bytes.last().is_some_and(|byte| end(*byte))
        && bytes.iter().all(|byte| end(*byte) || inner.contains(byte))
}

fn lower(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

fn any_case(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn too_long(text: &str, most: usize) -> Option<String> {
    (text.len() > most).then(|| format!("must be no more than {most} characters"))
}

/// Why a text is no DNS subdomain.
pub fn subdomain_problems(text: &str) -> Vec<String> {
    let valid = text.split('.').all(|label| has_form(label, lower, b"-"));
    too_long(text, 253).into_iter().chain((!valid).then(|| SUBDOMAIN.to_owned())).collect()
}

/// Why a text is no DNS label.
pub fn label_problems(text: &str) -> Vec<String> {
    let valid = has_form(text, lower, b"-");
    too_long(text, 63).into_iter().chain((!valid).then(|| LABEL.to_owned())).collect()
}

/// Why a text is no key of a label or annotation.
fn key_problems(key: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let parts: Vec<&str> = key.split('/').collect();
    let name = match parts[..] {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                problems.push("prefix part must be non-empty".to_owned());
            } else {
                problems.extend(subdomain_problems(prefix).into_iter().map(|problem| format!("prefix part {problem}")));
            }
            name
        }
        _ => {
            return vec![format!(
                "a qualified name {NAME_PART} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
    };
    if name.is_empty() {
        problems.push("name part must be non-empty".to_owned());
    } else {
        problems.extend(too_long(name, 63).map(|problem| format!("name part {problem}")));
    }
    if !has_form(name, any_case, b"-_.") {
        problems.push(format!("name part {NAME_PART}"));
    }
    problems
}

fn value_problems(value: &str) -> Vec<String> {
    let valid = value.is_empty() || has_form(value, any_case, b"-_.");
    too_long(value, 63).into_iter().chain((!valid).then(|| LABEL_VALUE.to_owned())).collect()
}

/// What is wrong with the name, the labels and the annotations of an object, in the words of the API server.
pub fn problems(metadata: &Map) -> Vec<(Path, String)> {
    let mut found = Vec::new();
    let mut report = |path: Path, shown: &str, value: &str, problems: Vec<String>| {
        for problem in problems {
            let value = crate::schema::quote(value);
            found.push((path.clone(), format!("{shown}: Invalid value: {value}: {problem}")));
        }
    };
    if let Some(name) = metadata.get("name").and_then(Value::as_str).filter(|name| !name.is_empty()) {
        report(Path::keys(["metadata", "name"]), "metadata.name", name, subdomain_problems(name));
    }
    let entries = |list: &str| {
        let entries = metadata.get(list).and_then(Value::as_object).into_iter().flatten();
        entries.map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default())).collect::<Vec<_>>()
    };
    for (key, value) in entries("labels") {
        let path = Path::keys(["metadata", "labels", key]);
        report(path.clone(), "metadata.labels", key, key_problems(key));
        report(path, "metadata.labels", value, value_problems(value));
    }
    for (key, _) in entries("annotations") {
        let path = Path::keys(["metadata", "annotations", key]);
        report(path, "metadata.annotations", key, key_problems(&key.to_lowercase()));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_labels_and_annotations_have_forms() {
        let metadata =
            json!({"name": "A.b", "labels": {"a b": "c d", "x/y": ""}, "annotations": {"a/b/c": "", "Up/er": ""}});
        let found: Vec<String> =
            problems(metadata.as_object().expect("an object")).into_iter().map(|(_, message)| message).collect();
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[0].starts_with("metadata.name: Invalid value: \"A.b\": a lowercase RFC 1123 subdomain must"));
        assert!(found[1].starts_with("metadata.labels: Invalid value: \"a b\": name part must consist of"));
        assert!(found[2].starts_with("metadata.labels: Invalid value: \"c d\": a valid label must be an empty string"));
        assert!(found[3].starts_with("metadata.annotations: Invalid value: \"a/b/c\": a qualified name must consist"));
    }
}
