//! Predictor, transformer and explainer: metadata and pod spec of each component.

mod annotations;
mod canary;
mod explainer;
mod fields;
mod image;
mod metadata;
mod multi_node;
mod predictor;
pub mod shared;
#[cfg(test)]
mod tests;
mod transformer;

use crate::api::{Component, InferenceService, Mode};
use crate::build::workload::{BuildError, Built};
use crate::facts::Cluster;

pub use crate::facts::implementation::{Implementation, is_multi_model};
pub use canary::build as build_canary;
pub use metadata::of_component as metadata_of;
pub use predictor::{select as select_runtime, share_containers};

/// Builds a declared component. Changes `service` in memory as the controller does (the selected runtime, and the labels and
/// environment that runtime defaults add). `predictor_url` is the predictor's URL in the status; only ModelMesh's transformers
/// need it.
///
/// # Errors
///
/// The controller's error, with its effect on the status.
pub fn build(
    cluster: &Cluster,
    service: &mut InferenceService,
    mode: &Mode,
    component: Component,
    predictor_url: Option<&str>,
) -> Result<Built, BuildError> {
    match component {
        Component::Predictor => predictor::build(cluster, service),
        Component::Transformer => transformer::build(cluster, service, mode, predictor_url),
        Component::Explainer => explainer::build(cluster, service),
    }
}
