//! Documents of the inputs as what they are.

use std::sync::Arc;

use super::templates;
use crate::Value;
use crate::input::{self, Document};
use crate::object::role::{self, Role};
use crate::object::{Key, Kind, tidy};

/// A document of the inputs as what it is.
pub enum Sorted {
    Service(Named),
    Context(Document),
    /// Objects with parameters.
    Template(Document),
    /// Of a kind that is not known.
    Other(Document),
    /// Of no known kind, and why that is a slip.
    Misread(Document, String),
    NotAnObject(Document),
}

/// A service with what is to be noted about it among the others.
#[derive(Debug, Clone)]
pub struct Named {
    pub kind: Kind,
    pub document: Arc<Document>,
    pub namespace: String,
    pub name: String,
    /// Whether the input had a status.
    pub had_status: bool,
    /// The input that it belongs to.
    pub unit: usize,
}

impl Sorted {
    pub fn of(document: Document) -> Sorted {
        match role::role(&document.value) {
            Role::Resource(kind) => Sorted::Service(Named::of(kind, document)),
            Role::Context => Sorted::Context(document),
            Role::Other if templates::is_template(&document.value) => Sorted::Template(document),
            Role::Other => match misread(&document.value) {
                Some(text) => Sorted::Misread(document, text),
                None => Sorted::Other(document),
            },
            Role::NotAnObject => Sorted::NotAnObject(document),
        }
    }
}

impl Named {
    /// Takes the status off a service.
    fn of(kind: Kind, mut document: Document) -> Named {
        let status = document.value.as_object_mut().and_then(|service| service.remove("status"));
        let had_status = status.is_some_and(|status| !tidy::is_nothing(&status));
        let Key { namespace, name, .. } = Key::of(&document.value);
        Named { kind, document: Arc::new(document), namespace, name, had_status, unit: 0 }
    }
}

/// Why a document of no known kind is a slip rather than another kind.
pub fn misread(object: &Value) -> Option<String> {
    let kind = role::kind(object);
    match role::api_version(object) {
        "" if role::is_of_kserve(kind) => {
            Some(format!("{kind} has no apiVersion; give it one, such as serving.kserve.io/v1beta1"))
        }
        "" | "v1" if kind == "List" && object.get("items").is_some_and(|items| !items.is_array()) => {
            Some("the items of this List are not a list".to_owned())
        }
        _ if input::is_configured(object) => {
            Some("a ResourceList with a functionConfig is read by `kserve-render krm`".to_owned())
        }
        _ => None,
    }
}
