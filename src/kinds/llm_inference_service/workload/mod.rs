//! The workloads of a service: pods that serve the model, on one node or on several, and what they need.

mod accounts;
mod artifacts;
pub mod autoscaling;
mod cache_tiers;
mod certificate;
pub mod deployment;
pub mod devices;
pub mod leader_worker_set;
mod lora;
pub mod network;
mod pods;
#[cfg(test)]
mod tests;
mod tracing;

pub(super) use super::names::MAIN;
pub use accounts::{Account, Accounts};
pub(super) use accounts::{READ, role_binding, role_object, rule, subject};
pub(super) use artifacts::{Download, TOKENIZER, attach};
pub use certificate::{GENERATED, secret as certificate};
pub(super) use leader_worker_set::needs_role;
pub(super) use pods::{ANNOTATION_PREFIXES, LABEL_PREFIXES, has_routing_sidecar, pod_of};
pub(super) use tracing::{add_to_scheduler as trace_scheduler, container_mut};
