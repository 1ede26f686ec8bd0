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
    /// Whether the name is one that the API server completes.
    pub is_generated: bool,
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
        let is_generated = complete_name(&mut document.value);
        let Key { namespace, name, .. } = Key::of(&document.value);
        Named { kind, document: Arc::new(document), namespace, name, had_status, is_generated, unit: 0 }
    }
}

/// Gives an object without a name the one that the API server makes of `generateName`, with an `x` for each random character. Returns whether
/// it does.
fn complete_name(object: &mut Value) -> bool {
    /// What is kept of a prefix, so that a name is never longer than a label.
    const KEPT: usize = 58;
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return false };
    let prefix = metadata.get("generateName").and_then(Value::as_str).filter(|prefix| !prefix.is_empty());
    if metadata.get("name").is_some_and(|name| !name.is_null() && *name != "") {
        return false;
    }
    let Some(prefix) = prefix else { return false };
    let name: String = prefix.chars().take(KEPT).chain(std::iter::repeat_n('x', 5)).collect();
    metadata.insert("name".into(), name.into());
    true
}

/// Whether this is the kind of lists, or of lists of KServe's resources.
fn is_list(version: &str, kind: &str) -> bool {
    (matches!(version, "" | "v1") && kind == "List") || kind.strip_suffix("List").is_some_and(role::is_of_kserve)
}

/// Whether it has items, even if there are none.
fn has_items(list: &Value) -> bool {
    list.get("items").is_some_and(Value::is_array)
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
        // Lists are taken apart before; what is still one stands in another, which kubectl refuses as a whole: it takes only the outer one
        // apart. A kind of somebody else may have such a name.
        version if is_list(version, kind) && has_items(object) => {
            Some(format!("kubectl does not read a {kind} inside of a List; write its items into the outer List"))
        }
        _ => None,
    }
}
