//! What all controllers share: the world of objects that their passes see, the loop that repeats passes until nothing changes any
//! more, conditions, events, and readiness.
//!
//! A pass of a controller reads its resource as stored, takes its steps in order (creates, updates and deletes objects), and
//! writes the status. After each round of passes, everything that changed becomes ready, and the next round sees that.

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

/// The world that the controllers of one or more resources work on.
#[derive(Debug)]
pub struct World<'a, S = ()> {
    pub cluster: &'a Cluster,
    pub store: Store<'a>,
    /// The state, besides objects, that the controllers share.
    pub shared: S,
    properties: &'static Properties,
}

impl<'a, S> World<'a, S> {
    /// The world before the first pass: what is found in the cluster, as controllers with these properties see it.
    pub fn new(cluster: &'a Cluster, found: &'a Found, properties: &'static Properties, shared: S) -> World<'a, S> {
        World { cluster, store: Store::of(cluster, found, properties), shared, properties }
    }

    /// Lets every object that changed become ready, except those that the settings name as not ready.
    fn settle(&mut self) {
        readiness::settle(&mut self.store, self.cluster, self.properties);
    }
}

/// The controller of one resource.
pub trait Controller {
    type Status: Clone;
    /// The state, besides objects, that the controllers of such resources share.
    type Shared;

    /// Runs one pass.
    fn pass(&mut self, world: &mut World<'_, Self::Shared>) -> Passed;

    /// The status as currently stored.
    fn status(&self) -> &Self::Status;
}

/// The result of a pass, besides objects.
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
    /// The error; `None` if the pass is merely repeated later.
    pub error: Option<ControllerError>,
    /// Whether the status is written.
    pub write: bool,
}

impl End {
    /// Ends with an error.
    pub fn error(error: impl Into<ControllerError>, write: bool) -> End {
        End { error: Some(error.into()), write }
    }

    /// Ends without an error.
    pub fn quiet(write: bool) -> End {
        End { error: None, write }
    }
}

/// The results of one controller's passes.
#[derive(Debug, Clone)]
pub struct Progress<S> {
    /// The status after the first pass, when no object has reported anything yet.
    pub initial_status: S,
    /// The error of the last pass.
    pub error: Option<ControllerError>,
}

/// The number of rounds after which resources that never settle are given up; four to six are usual.
const MAX_ROUNDS: usize = 16;

/// Runs the passes of all controllers in turn, round by round, until none writes and no object changes. Objects that a controller
/// looks at or creates in its turn are attributed to its position in `controllers` (see [`Store::begin`]).
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
