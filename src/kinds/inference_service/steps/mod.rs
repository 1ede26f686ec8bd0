//! The controller's passes over one service, until nothing changes any more.
//!
//! A pass reads the stored status, creates, updates and deletes objects, and writes the status. After the
//! first pass everything that exists becomes ready, and further passes see that. What does not depend on
//! the status is computed once and kept between passes.

mod components;
mod config_maps;
mod decisions;
mod ingress;
mod mode;
mod pass;
mod plan;
#[cfg(test)]
mod tests;

use crate::Value;
use crate::engine::store::{Objects, State};
use crate::engine::{self, World};
use crate::facts::Cluster;
use crate::facts::Existing;
use crate::kinds::inference_service::status::Status;
use crate::object::Key;
pub use decisions::{Decisions, Fate, RoutingDecision};
pub use mode::{ModeDecision, ModeSource, decide as decide_mode};
pub use pass::default_mode;
use pass::{Controller, Finished, REPORTING};

/// What the passes leave behind.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub error: Option<String>,
    pub events: Vec<String>,
    pub initial_status: Option<Status>,
    pub status: Option<Status>,
    pub objects: Vec<Value>,
    pub states: Vec<State>,
    pub deleted_again: Vec<Key>,
    pub deleted: Vec<Key>,
    /// Whether the service has everything as it is left alone.
    pub left_alone: bool,
    /// What was assumed because a document is not in the input, and errors that the controller only logs.
    pub notes: Vec<String>,
    pub decisions: Option<Decisions>,
}

/// Reconciles a service as it is stored until its status and objects no longer change. `finalizer` tells whether the
/// controller's first write is admitted, that of its finalizer: it does nothing without.
pub fn run(
    cluster: &Cluster,
    service: &Value,
    existing: &Existing,
    finalizer: Result<(), String>,
    keeps_states: bool,
) -> Outcome {
    let mut world = World::new(cluster, &existing.objects, REPORTING);
    if keeps_states {
        world.store.keep_states();
    }
    let mut controllers = [Controller::new(cluster, service, existing, finalizer)];
    let progress = engine::run(&mut world, &mut controllers).pop();
    let [controller] = controllers;
    let Finished { status, events, notes, decisions, left_alone } = controller.finish();
    let Objects { objects, deleted_again, deleted, states } = world.store.finish(1).pop().unwrap_or_default();
    let (initial_status, error) = progress.map_or((None, None), |run| (Some(run.initial_status), run.error));
    Outcome {
        error,
        events,
        initial_status,
        status: Some(status),
        objects,
        states,
        deleted_again,
        deleted,
        left_alone,
        notes,
        decisions: Some(decisions),
    }
}
