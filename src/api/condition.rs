//! Conditions, with which controllers and gateways report the state of an object.

use crate::object::fields::{integer, objects, text};
use crate::{Map, Value};

/// An entry of `status.conditions`. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct Condition<'a>(&'a Map);

impl<'a> Condition<'a> {
    /// The conditions in a list.
    pub fn all(list: &'a [Value]) -> impl Iterator<Item = Condition<'a>> {
        list.iter().filter_map(Value::as_object).map(Condition)
    }

    /// The conditions of a status, or of anything else that has a list of them.
    pub fn of_status(status: &'a Map) -> impl Iterator<Item = Condition<'a>> {
        objects(status, "conditions").map(Condition)
    }

    /// `type`.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn status(self) -> &'a str {
        text(self.0, "status")
    }

    pub fn is_true(self) -> bool {
        self.status() == "True"
    }

    pub fn is_false(self) -> bool {
        self.status() == "False"
    }

    pub fn reason(self) -> &'a str {
        text(self.0, "reason")
    }

    pub fn message(self) -> &'a str {
        text(self.0, "message")
    }

    pub fn severity(self) -> &'a str {
        text(self.0, "severity")
    }

    pub fn last_transition_time(self) -> Option<&'a str> {
        self.0.get("lastTransitionTime")?.as_str()
    }

    pub fn observed_generation(self) -> Option<i64> {
        integer(self.0, "observedGeneration")
    }
}
