//! What all controllers share: the world of objects that their passes see, the passes over it until nothing changes any
//! more, conditions, events, and what becomes ready.
//!
//! A pass of a controller reads its resource as it is stored, takes its steps in their order (creates, changes and deletes
//! objects), and writes the status. After each round of passes everything that changed becomes ready, and the next round sees
//! that.

pub mod changes;
pub mod conditions;
pub(crate) mod derivative;
mod events;
mod properties;
mod readiness;
pub mod reports;
pub mod server;
pub mod store;

pub use events::Events;
pub use properties::Properties;
use store::Store;

use crate::facts::{Cluster, Found};
use crate::object::ControllerError;

/// What the controllers of one or more resources work on.
#[derive(Debug)]
pub struct World<'a, S = ()> {
    pub cluster: &'a Cluster,
    pub store: Store<'a>,
    /// What the controllers share beside objects.
    pub shared: S,
    properties: &'static Properties,
}

impl<'a, S> World<'a, S> {
    /// The world before the first pass: what is found in the cluster, as controllers with these properties see it.
    pub fn new(cluster: &'a Cluster, found: &'a Found, properties: &'static Properties, shared: S) -> World<'a, S> {
        World { cluster, store: Store::of(cluster, found, properties), shared, properties }
    }

    /// Lets everything that changed become ready, except what the settings name as not ready.
    fn settle(&mut self) {
        readiness::settle(&mut self.store, self.cluster, self.properties);
    }
}

/// The controller of one resource.
pub trait Controller {
    type Status: Clone;
    /// What the controllers of such resources share beside objects.
    type Shared;

    /// Runs one pass.
    fn pass(&mut self, world: &mut World<'_, Self::Shared>) -> Passed;

    /// The status as it is stored now.
    fn status(&self) -> &Self::Status;
}

/// What a pass leaves behind beside objects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passed {
    /// The controller's error.
    pub error: Option<ControllerError>,
    /// Whether the stored resource or its status changed.
    pub wrote: bool,
}

/// Why a pass ends before its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// `None` when the pass is repeated later without an error.
    pub error: Option<ControllerError>,
    /// Whether the status is written.
    pub write: bool,
}

impl End {
    /// Ends with an error.
    pub fn error(error: impl Into<ControllerError>, write: bool) -> End {
        End { error: Some(error.into()), write }
    }

    /// Ends without error.
    pub fn quiet(write: bool) -> End {
        End { error: None, write }
    }
}

/// How far the passes of one controller have come.
#[derive(Debug, Clone)]
pub struct Progress<S> {
    /// The status after the first pass; nothing has reported yet.
    pub initial_status: S,
    /// The error of the last pass.
    pub error: Option<ControllerError>,
}

/// Rounds after which resources that never settle are given up; four to six are usual.
const MAX_ROUNDS: usize = 16;

/// Runs the passes of all controllers in turn, round by round, until none writes and no object changes. What is looked at
/// or made in the turn of a controller counts for its place in `controllers` (see [`Store::begin`]).
pub fn run<C: Controller>(world: &mut World<'_, C::Shared>, controllers: &mut [C]) -> Vec<Progress<C::Status>> {
    let mut progress: Vec<Progress<C::Status>> = Vec::with_capacity(controllers.len());
    for (turn, controller) in controllers.iter_mut().enumerate() {
        world.store.begin(turn);
        let error = controller.pass(world).error;
        progress.push(Progress { initial_status: controller.status().clone(), error });
    }
    let mut before = None;
    for _ in 1..MAX_ROUNDS {
        world.settle();
        let mut wrote = false;
        for (turn, (controller, progress)) in controllers.iter_mut().zip(&mut progress).enumerate() {
            world.store.begin(turn);
            let passed = controller.pass(world);
            progress.error = passed.error;
            wrote |= passed.wrote;
        }
        let after = world.store.snapshot();
        if !wrote && before.as_ref() == Some(&after) {
            break;
        }
        before = Some(after);
    }
    progress
}
