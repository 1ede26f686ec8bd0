//! The controller's passes over one service, until nothing changes any more.
//!
//! A pass reads the stored status, creates, updates and deletes objects, and writes the status. After the first pass everything
//! that exists becomes ready, and further passes see that. Everything that does not depend on the status is computed once and
//! kept between passes.

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
use crate::engine::store::Objects;
use crate::engine::{self, World};
use crate::facts::Cluster;
use crate::facts::Existing;
use crate::kinds::resource::{Details, Reconciled, Status};
pub use decisions::{Decisions, Fate, RoutingDecision};
pub use mode::{ModeDecision, ModeSource, decide as decide_mode};
use pass::{Controller, Finished, PROPERTIES};
pub use pass::{Reach, default_mode};

/// Reconciles a stored service until its status and objects no longer change.
pub fn run(cluster: &Cluster, service: &Value, existing: &Existing, reach: Reach, keeps_states: bool) -> Reconciled {
    let mut world = World::new(cluster, &existing.objects, &PROPERTIES, ());
    if keeps_states {
        world.store.keep_states();
    }
    let mut controllers = [Controller::new(cluster, service, existing, reach)];
    let progress = engine::run(&mut world, &mut controllers).pop();
    let [controller] = controllers;
    let Finished { status, events, notes, decisions, left_alone } = controller.finish();
    let Objects { objects, deleted_again, deleted, states, wanted, .. } =
        world.store.finish(1).pop().unwrap_or_default();
    let (initial_status, error) =
        progress.map_or((None, None), |run| (Some(Status::typed(run.initial_status)), run.error));
    Reconciled {
        error,
        events,
        initial_status,
        status: Some(Status::typed(status)),
        objects,
        states,
        deleted_again,
        deleted,
        wanted,
        left_alone,
        notes: notes.texts,
        copied: notes.copied,
        details: Details::new(decisions),
        ..Reconciled::default()
    }
}
