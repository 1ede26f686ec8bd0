//! What was refused, in the words of the API server.

use std::fmt;

use crate::Map;
use crate::Value;
use crate::go::strconv::quote;
use crate::object::fields::{integer, text};

/// A field that the API server refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The field, from the pod's `spec`, as `containers[0].ports[1].name`.
    pub path: String,
    /// What the server says of it, as `Required value`.
    pub text: String,
    /// What it is about.
    pub about: About,
    /// Whether it is in an init container.
    pub in_init_container: bool,
}

/// What a refusal is about, as far as others have to know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum About {
    /// The name of a container or a mount, or the number of a port, which is missing.
    Unset,
    /// A probe or a hook that does nothing.
    NoHandler,
    /// The port that a probe asks.
    ProbePort,
    /// A request that its limit does not allow.
    BeyondLimit,
    #[default]
    Other,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.text)
    }
}

/// Whether a field is not there.
pub(super) fn is_missing(object: &Map, key: &str) -> bool {
    object.get(key).is_none_or(Value::is_null)
}

/// What was refused so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) refusals: Vec<Refusal>,
    /// What the next refusals are about.
    about: About,
    /// Whether init containers are looked at.
    pub(super) in_init_container: bool,
}

impl Report {
    pub(super) fn add(&mut self, path: &str, text: String) {
        let Report { about, in_init_container, .. } = *self;
        self.refusals.push(Refusal { path: path.to_owned(), text, about, in_init_container });
    }

    /// Makes a check whose refusals are about one thing.
    pub(super) fn about(&mut self, about: About, check: impl FnOnce(&mut Report)) {
        let outside = std::mem::replace(&mut self.about, about);
        check(self);
        self.about = outside;
    }

    /// A name or a number that is missing in a container.
    pub(super) fn unset(&mut self, path: &str) {
        self.about(About::Unset, |report| report.required(path, ""));
    }

    pub(super) fn required(&mut self, path: &str, detail: &str) {
        let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
        self.add(path, format!("Required value{detail}"));
    }

    /// `value` as the server prints it: texts in quotes.
    pub(super) fn invalid(&mut self, path: &str, value: impl fmt::Display, detail: &str) {
        self.add(path, format!("Invalid value: {value}: {detail}"));
    }

    pub(super) fn forbidden(&mut self, path: &str, detail: &str) {
        self.add(path, format!("Forbidden: {detail}"));
    }

    pub(super) fn duplicate(&mut self, path: &str, value: &str) {
        self.add(path, format!("Duplicate value: {}", quote(value)));
    }

    pub(super) fn unsupported(&mut self, path: &str, value: &str, supported: &[&str]) {
        let list: Vec<String> = supported.iter().map(|value| quote(value)).collect();
        self.add(path, format!("Unsupported value: {}: supported values: {}", quote(value), list.join(", ")));
    }

    /// Everything that a rule of [`names`] says of a text.
    pub(super) fn texts(&mut self, path: &str, value: &str, details: Vec<String>) {
        for detail in details {
            self.invalid(path, quote(value), &detail);
        }
    }

    /// A field of the pod that is a name, if it is set.
    pub(super) fn named(&mut self, spec: &Map, key: &str, rule: fn(&str) -> Vec<String>) {
        let name = text(spec, key);
        if !name.is_empty() {
            self.texts(key, name, rule(name));
        }
    }

    /// A field that has one of a few values, if it is set; what is empty gets its default.
    pub(super) fn one_of(&mut self, object: &Map, before: &str, key: &str, supported: &[&str]) {
        let value = text(object, key);
        if !value.is_empty() && !supported.contains(&value) {
            self.unsupported(&format!("{before}{key}"), value, supported);
        }
    }

    /// A number of a user or group.
    pub(super) fn user(&mut self, object: &Map, before: &str, key: &str) {
        if let Some(id) = integer(object, key).filter(|id| !(0..=i64::from(i32::MAX)).contains(id)) {
            self.invalid(&format!("{before}{key}"), id, "must be between 0 and 2147483647, inclusive");
        }
    }

    /// A number that is not below 0.
    pub(super) fn not_negative(&mut self, object: &Map, path: &str, key: &str) {
        if let Some(number) = integer(object, key).filter(|number| *number < 0) {
            self.invalid(&format!("{path}.{key}"), number, "must be greater than or equal to 0");
        }
    }
}
