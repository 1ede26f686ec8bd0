//! TrainedModels: admission, the controller's steps, and the list of models that the agent loads.

pub mod admission;
pub mod decisions;
pub mod lint;
pub mod models;
mod reserved;
pub mod status;
pub mod steps;
pub mod topics;
pub mod view;

use super::{Properties, Reconcile, ResourceKind};
use crate::object::Kind;

/// TrainedModels; those of one InferenceService share its memory and its list of models.
pub static KIND: ResourceKind = ResourceKind {
    kind: Kind::TrainedModel,
    report: "trainedModel",
    read: |cluster, stored| admission::STAGES.read(cluster, stored),
    admit: |cluster, object, existing| admission::STAGES.admit(cluster, object, existing),
    examine: |cluster, object, existing| admission::STAGES.examine(cluster, object, existing),
    reconcile: Reconcile::Together(steps::run),
    finalizer: view::FINALIZER,
    properties: Properties { reference: Some("inferenceService"), ..Properties::PLAIN },
};
