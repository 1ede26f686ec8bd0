//! Which texts the API server accepts as names, keys and values, and the messages with which it refuses others.
//!
//! Each function returns the server's messages about one value; none if the value is valid. They are those of Kubernetes 1.35.

use regex::Regex;
use std::sync::LazyLock;

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an \
                     alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
                     '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN: &str = r"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_OF_SERVICE: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic \
                                character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for \
                                validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
/// The characters of label values and of the name part of label keys, in the server's words.
const SIGNS: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character \
                     (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                     '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start \
                           and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for \
                           validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const CONFIG_KEY: &str = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  \
                          or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const ENVIRONMENT: &str =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";

static SUBDOMAIN_FORM: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$").ok());

fn is_inside(text: &str, is_edge: impl Fn(u8) -> bool, is_inner: impl Fn(u8) -> bool) -> bool {
    let edge = |byte: Option<&u8>| byte.is_some_and(|byte| is_edge(*byte));
    edge(text.as_bytes().first())
        && edge(text.as_bytes().last())
        && text.bytes().all(|byte| is_edge(byte) || is_inner(byte))
}

fn is_lower(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// Whether a text has only the characters of a label value or of the name part of a label key.
fn has_label_signs(text: &str) -> bool {
    is_inside(text, |byte| byte.is_ascii_alphanumeric(), |byte| matches!(byte, b'-' | b'_' | b'.'))
}

fn longer(text: &str, limit: usize, unit: &str) -> Option<String> {
    (text.len() > limit).then(|| format!("must be no more than {limit} {unit}"))
}

fn texts(found: impl IntoIterator<Item = Option<String>>) -> Vec<String> {
    found.into_iter().flatten().collect()
}

/// Checks a DNS label: the name of a container, volume, Service port or namespace.
pub fn dns_label(text: &str) -> Vec<String> {
    let formed = is_inside(text, is_lower, |byte| byte == b'-');
    let is_subdomain = SUBDOMAIN_FORM.as_ref().is_some_and(|form| form.is_match(text));
    let fault = if is_subdomain { "must not contain dots" } else { LABEL };
    texts([longer(text, 63, "characters"), (!formed).then(|| fault.to_owned())])
}

/// Checks a DNS label that begins with a letter: the name of a Service.
pub fn dns_label_of_service(text: &str) -> Vec<String> {
    let begins = text.starts_with(|first: char| first.is_ascii_lowercase());
    let formed = begins && is_inside(text, is_lower, |byte| byte == b'-');
    texts([longer(text, 63, "characters"), (!formed).then(|| LABEL_OF_SERVICE.to_owned())])
}

/// Checks a DNS subdomain: the name of most objects.
pub fn dns_subdomain(text: &str) -> Vec<String> {
    let formed = SUBDOMAIN_FORM.as_ref().is_none_or(|form| form.is_match(text));
    texts([longer(text, 253, "characters"), (!formed).then(|| SUBDOMAIN.to_owned())])
}

/// Checks the key of a label, toleration or the like: a name, optionally prefixed with a DNS subdomain and `/`.
pub fn label_key(text: &str) -> Vec<String> {
    let mut parts = text.split('/');
    let (first, second, third) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    if third.is_some() {
        return vec![format!(
            "a valid label key {SIGNS} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
        )];
    }
    let mut found = Vec::new();
    let name = match second {
        None => first,
        Some(name) => {
            found.extend(prefix(first));
            name
        }
    };
    if name.is_empty() {
        found.push("name part must be non-empty".to_owned());
    }
    found.extend(longer(name, 63, "bytes").map(|text| format!("name part {text}")));
    if !has_label_signs(name) {
        found.push(format!("name part {SIGNS}"));
    }
    found
}

fn prefix(prefix: &str) -> Vec<String> {
    if prefix.is_empty() {
        return vec!["prefix part must be non-empty".to_owned()];
    }
    let formed = SUBDOMAIN_FORM.as_ref().is_none_or(|form| form.is_match(prefix));
    let found = texts([longer(prefix, 253, "bytes"), (!formed).then(|| SUBDOMAIN.to_owned())]);
    found.into_iter().map(|text| format!("prefix part {text}")).collect()
}

/// Checks the value of a label.
pub fn label_value(text: &str) -> Vec<String> {
    let formed = text.is_empty() || has_label_signs(text);
    texts([longer(text, 63, "bytes"), (!formed).then(|| LABEL_VALUE.to_owned())])
}

/// Checks a key of a ConfigMap or Secret.
pub fn config_key(text: &str) -> Vec<String> {
    let formed =
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    let dots = match text {
        "." => Some("must not be '.'".to_owned()),
        ".." => Some("must not be '..'".to_owned()),
        text if text.starts_with("..") => Some("must not start with '..'".to_owned()),
        _ => None,
    };
    texts([longer(text, 253, "characters"), (!formed).then(|| CONFIG_KEY.to_owned()), dots])
}

/// Checks the name of a container port.
pub fn port_name(text: &str) -> Vec<String> {
    let is_known = |byte: u8| is_lower(byte) || byte == b'-';
    let says = |condition: bool, text: &str| condition.then(|| text.to_owned());
    let known = !text.is_empty() && text.bytes().all(is_known);
    texts([
        longer(text, 15, "characters"),
        says(!known, "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"),
        says(!text.bytes().any(|byte| byte.is_ascii_lowercase()), "must contain at least one letter (a-z)"),
        says(text.contains("--"), "must not contain consecutive hyphens"),
        says(text.starts_with('-') || text.ends_with('-'), "must not begin or end with a hyphen"),
    ])
}

/// Checks the name of an environment variable, or a prefix of such names.
pub fn environment_name(text: &str) -> Vec<String> {
    let formed = !text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'=');
    texts([(!formed).then(|| ENVIRONMENT.to_owned())])
}

/// Checks a TCP or UDP port.
pub fn port_number(number: i64) -> Vec<String> {
    texts([(!(1..=65535).contains(&number)).then(|| "must be between 1 and 65535, inclusive".to_owned())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_subdomains_have_length_and_signs() {
        for (name, faults) in
            [("a-1", 0), ("side_car", 1), ("A", 1), ("-a", 1), ("", 1), (&"a".repeat(64), 1), (&"A".repeat(64), 2)]
        {
            assert_eq!(dns_label(name).len(), faults, "{name}");
        }
        assert_eq!(dns_label("a.b"), ["must not contain dots"]);
        for (name, faults) in [("a-1", 0), ("1a", 1), ("a.b", 1), (&"a".repeat(64), 1), (&"1".repeat(64), 2)] {
            assert_eq!(dns_label_of_service(name).len(), faults, "{name}");
        }
        for (name, faults) in [("a.b-c", 0), ("a..b", 1), ("a_b", 1), ("", 1), (&"a.".repeat(130), 2)] {
            assert_eq!(dns_subdomain(name).len(), faults, "{name}");
        }
    }

    #[test]
    fn keys_of_labels_are_a_name_with_a_prefix() {
        for (key, said) in [
            ("team", ""),
            ("a.b/team", ""),
            ("a.b/bad key", "name part must consist of alphanumeric"),
            ("/a", "prefix part must be non-empty"),
            ("a/", "name part must be non-empty"),
            ("A_/b", "prefix part a lowercase RFC 1123 subdomain"),
            ("a/b/c", "a valid label key must consist of"),
            (&"y".repeat(64), "name part must be no more than 63 bytes"),
        ] {
            let found = label_key(key);
            let first = found.first().map(String::as_str).unwrap_or_default();
            assert!(first.starts_with(said) && found.is_empty() == said.is_empty(), "{key}: {found:?}");
        }
    }

    #[test]
    fn names_of_ports_are_short_and_hold_a_letter() {
        for (name, said) in [
            ("http1", ""),
            ("h2c", ""),
            ("this-is-a-too-long-name", "must be no more than 15 characters"),
            ("123", "must contain at least one letter (a-z)"),
            ("Ab", "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"),
            ("a--b", "must not contain consecutive hyphens"),
            ("-a", "must not begin or end with a hyphen"),
        ] {
            assert_eq!(port_name(name).first().map_or("", String::as_str), said, "{name}");
        }
    }
}
