//! What a document is to the tool: a resource to render, a fact about the cluster, or something it does not know.

use std::fmt;

use super::Kind;
use super::kind::{SERVING, Use};
pub use super::type_meta::{api_version, group, kind};
use crate::Value;

/// What a document is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A resource from which a controller makes other objects.
    Resource(Kind),
    /// An object that controllers or webhooks read.
    Context,
    /// An object of another kind.
    Other,
    /// Not a Kubernetes object at all.
    NotAnObject,
}

/// Whether KServe has a kind with this name that the tool uses.
pub fn is_of_kserve(kind: &str) -> bool {
    used().any(|known| known.name() == kind)
}

/// KServe's kinds that the tool uses.
fn used() -> impl Iterator<Item = Kind> {
    let kinds = Kind::ALL.iter().copied().filter(|kind| kind.group() == SERVING);
    kinds.filter(|kind| kind.is(Use::Rendered) || kind.is(Use::Read))
}

/// What is probably misspelt in an object that is [`Role::Other`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misspelling {
    /// What is wrong.
    pub message: String,
    /// What was probably meant.
    pub meant: Option<Meant>,
}

/// What was probably meant by a misspelling. Its text is a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// This kind.
    Kind(&'static str),
    /// This API group.
    Group(&'static str),
}

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Meant::Kind(name) | Meant::Group(name)) = self;
        write!(f, "did you mean {name}?")
    }
}

/// What is probably misspelt in the kind or the API group of an object that is [`Role::Other`]; `None` if it resembles nothing of KServe.
pub fn misspelt(object: &Value) -> Option<Misspelling> {
    let (group, kind) = (group(object), kind(object));
    if group == SERVING && Kind::named(group, kind).is_none() {
        let likeness = |known: &Kind| strsim::normalized_damerau_levenshtein(known.name(), kind);
        let nearest = used().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let nearest = nearest.filter(|nearest| likeness(nearest) > 0.6);
        let message = format!("{SERVING} has no kind {kind:?} that is known here");
        return Some(Misspelling { message, meant: nearest.map(|nearest| Meant::Kind(nearest.name())) });
    }
    if group != SERVING && is_of_kserve(kind) {
        let message = format!("{kind} is a kind of {SERVING}, not of {group:?}");
        return Some(Misspelling { message, meant: Some(Meant::Group(SERVING)) });
    }
    let rendered = Kind::USUAL.name();
    let is_near = group != SERVING && strsim::normalized_damerau_levenshtein(kind, rendered) > 0.8;
    is_near.then(|| Misspelling {
        message: format!("{kind} is not a kind that is known here"),
        meant: Some(Meant::Kind(rendered)),
    })
}

/// What a document is for.
pub fn role(object: &Value) -> Role {
    match Kind::of(object) {
        _ if kind(object).is_empty() => Role::NotAnObject,
        Some(kind) if kind.is(Use::Rendered) => Role::Resource(kind),
        Some(kind) if kind.is(Use::Read) => Role::Context,
        _ => Role::Other,
    }
}

/// Puts an object of a namespaced kind that names no namespace into `namespace`.
pub fn set_namespace(object: &mut Value, namespace: &str) {
    let is_cluster_wide = |known: &Kind| !known.is_namespaced() && known.name() == kind(object);
    if Kind::ALL.iter().any(is_cluster_wide) {
        return;
    }
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    // A namespace that is not a string is left for admission to refuse.
    let names_none = match metadata.get("namespace") {
        None | Some(Value::Null) => true,
        Some(given) => given == "",
    };
    if names_none {
        metadata.insert("namespace".into(), namespace.into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn kind_and_group_decide_the_role_of_a_document() {
        let role = |api_version: &str, kind: &str| role(&json!({ "apiVersion": api_version, "kind": kind }));
        assert_eq!(role("serving.kserve.io/v1beta1", "InferenceService"), Role::Resource(Kind::InferenceService));
        assert_eq!(role("v1", "Secret"), Role::Context);
        assert_eq!(role("example.com/v1", "Secret"), Role::Other);
        assert_eq!(role("apps/v1", "Deployment"), Role::Other);
        assert_eq!(super::role(&json!({ "a": 1 })), Role::NotAnObject);
    }

    #[test]
    fn misspelt_groups_and_kinds_are_noticed() {
        let help = |api_version: &str, kind: &str| misspelt(&json!({ "apiVersion": api_version, "kind": kind }));
        let meant = |api_version: &str, kind: &str| {
            help(api_version, kind).and_then(|found| found.meant).map(|meant| meant.to_string())
        };
        assert_eq!(
            meant("serving.kserve.io/v1beta1", "InferenceServce").as_deref(),
            Some("did you mean InferenceService?")
        );
        assert_eq!(
            meant("serving.kserv.io/v1beta1", "InferenceService").as_deref(),
            Some("did you mean serving.kserve.io?")
        );
        assert_eq!(
            meant("serving.kserv.io/v1beta1", "InferenceServic").as_deref(),
            Some("did you mean InferenceService?")
        );
        assert_eq!(help("serving.kserve.io/v1alpha1", "Widget").map(|found| found.meant), Some(None));
        assert_eq!(help("serving.kserve.io/v1alpha1", "TrainedModel"), None);
        assert_eq!(help("apps/v1", "Deployment"), None);
    }

    #[test]
    fn a_namespace_that_is_not_a_string_stays() {
        let mut secret = json!({ "kind": "Secret", "metadata": { "namespace": 5 } });
        set_namespace(&mut secret, "team");
        assert_eq!(secret["metadata"]["namespace"], 5);
    }

    #[test]
    fn only_objects_of_a_namespace_get_one() {
        let mut secret = json!({ "kind": "Secret", "metadata": { "namespace": "" } });
        set_namespace(&mut secret, "team");
        assert_eq!(secret["metadata"]["namespace"], "team");
        let mut runtime = json!({ "kind": "ClusterServingRuntime", "metadata": {} });
        set_namespace(&mut runtime, "team");
        assert_eq!(runtime["metadata"], json!({}));
    }
}
