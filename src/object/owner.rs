//! Who owns an object.

use super::view::ObjectView as _;
use std::borrow::Cow;

use serde_json::json;

use super::Kind;
use crate::Value;

/// A resource whose controller creates objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner<'a> {
    pub kind: Kind,
    pub name: Cow<'a, str>,
    /// Empty if unknown: an offline tool knows at most the uids of resources that come from a cluster.
    pub uid: Cow<'a, str>,
}

impl<'a> Owner<'a> {
    pub fn new(kind: Kind, name: impl Into<Cow<'a, str>>) -> Owner<'a> {
        Owner { kind, name: name.into(), uid: Cow::Borrowed("") }
    }

    /// The same resource with the uid that a cluster gave it, if known.
    pub fn with_uid(self, uid: impl Into<Cow<'a, str>>) -> Owner<'a> {
        Owner { uid: uid.into(), ..self }
    }

    /// The controller reference that its objects carry.
    pub fn reference(&self) -> Value {
        let mut reference = json!({
            "apiVersion": self.kind.api_version(),
            "blockOwnerDeletion": true,
            "controller": true,
            "kind": self.kind.name(),
            "name": self.name,
        });
        if let (Some(fields), false) = (reference.as_object_mut(), self.uid.is_empty()) {
            fields.insert("uid".into(), (&*self.uid).into());
        }
        reference
    }

    /// Whether it is one of the owners of an object.
    pub fn owns(&self, object: &Value) -> bool {
        owners(object).any(|owner| self.is(owner))
    }

    /// Whether it is the controller of an object.
    pub fn controls(&self, object: &Value) -> bool {
        owners(object).any(|owner| self.is(owner) && owner.get("controller") == Some(&Value::Bool(true)))
    }

    /// Whether one of the owners of an object is of this kind, compared by the kind's name alone.
    pub fn is_owned_by(object: &Value, kind: Kind) -> bool {
        owners(object).any(|owner| owner.get("kind").is_some_and(|found| found == kind.name()))
    }

    fn is(&self, owner: &Value) -> bool {
        let text = |key: &str| owner.get(key).and_then(Value::as_str);
        let of_group = |version: &str| version.split_once('/').map_or("", |(group, _)| group) == self.kind.group();
        text("kind") == Some(self.kind.name())
            && text("name") == Some(&*self.name)
            && text("apiVersion").is_none_or(of_group)
            && (self.uid.is_empty() || text("uid") == Some(&*self.uid))
    }
}

fn owners(object: &Value) -> impl Iterator<Item = &Value> {
    object.owner_references().iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_known_by_group_kind_name_and_where_there_is_one_by_uid() {
        let owner = Owner::new(Kind::LlmInferenceService, "leaf");
        let object = |reference: Value| json!({ "metadata": { "ownerReferences": [reference] } });
        assert!(owner.controls(&object(owner.reference())));
        let known = owner.clone().with_uid("1");
        assert_eq!(known.reference()["uid"], "1");
        assert!(known.controls(&object(known.reference())) && owner.controls(&object(known.reference())));
        assert!(!known.controls(&object(owner.reference())), "another of the same name");
        for (key, other) in [("apiVersion", "other.example/v1"), ("kind", "InferenceService"), ("name", "tree")] {
            let mut reference = owner.reference();
            reference[key] = other.into();
            assert!(!owner.owns(&object(reference)), "{key}");
        }
    }
}
