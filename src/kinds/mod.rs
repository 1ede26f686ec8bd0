//! The kinds of resources that KServe's controllers turn into objects: one folder each, found by API group and kind.

mod composition;
pub mod inference_graph;
pub mod inference_service;
pub mod llm_inference_service;
mod resource;
pub mod trained_model;
pub(crate) mod words;

use crate::Value;
use crate::facts::{Cluster, Existing};
use crate::object::diagnostic::Diagnostic;
use crate::object::{Kind, role};
use crate::webhook::{Admission, Refusal};
pub use composition::{Composition, Spots};
#[cfg(feature = "cli")]
pub use composition::{CompositionFormat, Style as CompositionStyle};
pub use resource::{
    Admitted, Advice, Arrival, Details, Edge, Flow, Properties, RankedRuntime, Reconcile, Reconciled, ResourceKind,
    RuntimeChoice, Status, Title, TypedStatus,
};

/// All kinds of resources, in the order in which they are reconciled: later ones see the results of earlier ones.
pub static KINDS: &[&ResourceKind] = &[
    &inference_service::KIND,
    &trained_model::KIND,
    &inference_graph::KIND,
    &llm_inference_service::CONFIG,
    &llm_inference_service::KIND,
];

/// The kind of a resource, by API group and kind, regardless of its version.
pub fn find(object: &Value) -> Option<&'static ResourceKind> {
    of(Kind::of(object)?)
}

/// The properties and functions of a kind of resource.
pub fn of(kind: Kind) -> Option<&'static ResourceKind> {
    KINDS.iter().copied().find(|known| known.kind == kind)
}

/// How resources of a kind differ from others.
pub fn properties(kind: Kind) -> &'static Properties {
    static PLAIN: Properties = Properties::PLAIN;
    of(kind).map_or(&PLAIN, |known| &known.properties)
}

/// The title of resources of a kind in reports.
pub fn title(kind: Kind) -> &'static str {
    of(kind).map_or("service", |known| known.report)
}

/// The kind whose resources are composed from configurations.
pub fn composed_kind() -> Kind {
    KINDS.iter().find(|known| known.properties.compose.is_some()).map_or(Kind::USUAL, |known| known.kind)
}

/// Whether an object, once stored, is merely a fact about the cluster.
pub fn is_stored_only(object: &Value) -> bool {
    find(object).is_some_and(|kind| matches!(kind.reconcile, Reconcile::Stored))
}

/// How the API server and webhooks answer a resource of any kind, with everything that is wrong with it.
///
/// ```
/// use kserve_render::{Cluster, input};
/// use kserve_render::admission;
/// use kserve_render::Existing;
/// use kserve_render::release::Version;
/// let services = input::values(
///     "
/// apiVersion: serving.kserve.io/v1beta1
/// kind: InferenceService
/// metadata: {name: leaf, namespace: garden}
/// spec:
///   predictor:
///     minReplica: 2
///     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
/// ",
/// )?;
/// let (admitted, findings) = admission::examine(&Cluster::of(Version::NEWEST, []), &services[0], &Existing::default());
/// assert!(admitted.outcome.is_ok());
/// assert_eq!(findings[0].path.to_string(), "spec.predictor.minReplica");
/// assert_eq!(findings[0].help.as_deref(), Some("did you mean `minReplicas`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn examine(cluster: &Cluster, resource: &Value, existing: &Existing) -> (Admission, Vec<Diagnostic>) {
    match find(resource) {
        Some(kind) => (kind.examine)(cluster, resource, existing),
        None => (Admission { warnings: Vec::new(), outcome: Err(Refusal::new(unknown(resource))) }, Vec::new()),
    }
}

/// The refusal of an object of a kind that cannot be rendered.
pub fn unknown(resource: &Value) -> String {
    let (kind, version) = (role::kind(resource), role::api_version(resource));
    format!("no matches for kind \"{kind}\" in version \"{version}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::kind::Use;

    #[test]
    fn every_kind_that_is_rendered_is_listed() {
        for kind in Kind::ALL {
            assert_eq!(of(*kind).is_some(), kind.is(Use::Rendered), "KINDS and the use of {kind:?} disagree");
        }
    }
}
