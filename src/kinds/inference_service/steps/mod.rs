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
#[cfg(test)]
mod tests;

use crate::Value;
use crate::facts::Cluster;
use crate::facts::Existing;
use crate::kinds::inference_service::status::Status;
use crate::object::ObjectKey;
pub use decisions::{Decisions, Fate, RoutingDecision};
pub use mode::{ModeDecision, ModeSource, decide as decide_mode};
pub use pass::default_mode;
use pass::{Controller, Finished};

/// What the passes leave behind.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub error: Option<String>,
    pub events: Vec<String>,
    pub initial_status: Option<Status>,
    pub status: Option<Status>,
    pub objects: Vec<Value>,
    pub deleted_again: Vec<ObjectKey>,
    pub deleted: Vec<ObjectKey>,
    /// What was assumed because a document is not in the input, and errors that the controller only logs.
    pub notes: Vec<String>,
    pub decisions: Option<Decisions>,
}

/// Passes after which a service that never settles is given up; four to six is usual.
const MAX_PASSES: usize = 16;

/// Reconciles an admitted service until its status and objects no longer change.
pub fn run(cluster: &Cluster, service: &Value, existing: &Existing) -> Outcome {
    let mut controller = Controller::new(cluster, service, existing);
    let mut error = controller.pass().error;
    let initial_status = Some(controller.status().clone());
    let mut before = None;
    for _ in 1..MAX_PASSES {
        controller.settle();
        let passed = controller.pass();
        error = passed.error;
        let after = controller.snapshot();
        if !passed.wrote && before.as_ref() == Some(&after) {
            break;
        }
        before = Some(after);
    }
    let Finished { status, events, notes, store, decisions } = controller.finish();
    let (objects, deleted_again, deleted) = store.finish();
    Outcome {
        error,
        events,
        initial_status,
        status: Some(status),
        objects,
        deleted_again,
        deleted,
        notes,
        decisions: Some(decisions),
    }
}
