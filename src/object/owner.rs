//! Who owns an object.

use super::view::ObjectView as _;
use std::borrow::Cow;

use serde_json::json;

use super::Kind;
use crate::Value;

/// The resource whose controller creates objects. An offline tool knows no uid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner<'a> {
    pub kind: Kind,
    pub name: Cow<'a, str>,
}

impl<'a> Owner<'a> {
    pub fn new(kind: Kind, name: impl Into<Cow<'a, str>>) -> Owner<'a> {
        Owner { kind, name: name.into() }
    }

    /// The controller reference that its objects carry.
    pub fn reference(&self) -> Value {
        json!({
            "apiVersion": self.kind.api_version(),
            "blockOwnerDeletion": true,
            "controller": true,
            "kind": self.kind.name(),
            "name": self.name,
        })
    }

    /// Whether it is among the owners of an object.
    pub fn owns(&self, object: &Value) -> bool {
        owners(object).any(|owner| self.is(owner))
    }

    /// Whether it is the controller of an object.
    pub fn controls(&self, object: &Value) -> bool {
        owners(object).any(|owner| self.is(owner) && owner.get("controller") == Some(&Value::Bool(true)))
    }

    /// Whether something of a kind, by its name alone, is among the owners of an object.
    pub fn is_owned_by(object: &Value, kind: &str) -> bool {
        owners(object).any(|owner| owner.get("kind").is_some_and(|found| found == kind))
    }

    fn is(&self, owner: &Value) -> bool {
        let text = |key: &str| owner.get(key).and_then(Value::as_str);
        text("kind") == Some(self.kind.name()) && text("name") == Some(&*self.name)
    }
}

fn owners(object: &Value) -> impl Iterator<Item = &Value> {
    object.owner_references().iter()
}
