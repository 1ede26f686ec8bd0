//! InferenceGraphs: admission, the router that runs a graph, and the controller's steps.

pub mod admission;
pub mod condition;
mod flow;
pub mod knative;
pub mod lint;
pub mod plan;
pub mod router;
pub mod shape;
pub mod standard;
pub mod status;
pub mod steps;
pub mod topics;
pub mod view;

use super::{Properties, Reconcile, ResourceKind};
use crate::object::Kind;

/// InferenceGraphs: they look up the InferenceServices of their steps among the resources that were rendered before.
pub static KIND: ResourceKind = ResourceKind {
    kind: Kind::InferenceGraph,
    report: "graph",
    read: |cluster, stored| admission::STAGES.read(cluster, stored),
    admit: |cluster, object, existing| admission::STAGES.admit(cluster, object, existing),
    examine: |cluster, object, existing| admission::STAGES.examine(cluster, object, existing),
    reconcile: Reconcile::Together(steps::run),
    finalizer: "",
    properties: Properties { reference: Some("serviceName"), flow: flow::of, ..Properties::PLAIN },
};
