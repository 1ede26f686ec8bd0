//! The controller's passes over a graph.

use std::sync::Arc;

use super::plan::{Objects, Plan};
use super::status::{self, Knative, Status};
use super::view::Graph;
use super::{knative, standard};
use crate::engine::reports::{DeploymentStatus, Report};
use crate::engine::store::Entry;
use crate::engine::{self, Events, Passed, Properties, World};
use crate::facts::{Cluster, Found};
use crate::kinds::{self, Admitted, Arrival, Details, Reconciled};
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::fields::Lookup as _;
use crate::schema::Types;
use crate::{Map, Value};

/// The controller reads the status that workloads report.
static PROPERTIES: Properties =
    Properties { reporting: &[Kind::Deployment, Kind::KnativeService], ..Properties::PLAIN };

/// Reconciles graphs, which share a world: services and Deployments are named after the graphs.
pub fn run(cluster: &Cluster, admitted: &[Admitted], found: &Arc<Found>) -> Vec<Reconciled> {
    let mut world = World::new(cluster, found, &PROPERTIES, ());
    let mut controllers: Vec<Controller> = admitted.iter().map(|graph| Controller::of(cluster, graph, found)).collect();
    let progress = engine::run(&mut world, &mut controllers);
    let objects = world.store.finish(controllers.len());
    let value = |status: Status| status.to_value().map(kinds::Status::Value);
    let ends = controllers.into_iter().zip(progress).zip(objects);
    ends.map(|((controller, progress), left)| Reconciled {
        error: progress.error,
        events: controller.events.into_list(),
        initial_status: value(progress.initial_status),
        status: value(controller.stored),
        objects: left.objects,
        deleted_again: left.deleted_again,
        deleted: left.deleted,
        details: Details::new(controller.plan.decisions()),
        ..Reconciled::default()
    })
    .collect()
}

/// The controller of one graph.
struct Controller {
    graph: Graph,
    is_deleted: bool,
    plan: Plan,
    stored: Status,
    events: Events,
}

impl Controller {
    fn of(cluster: &Cluster, admitted: &Admitted, found: &Found) -> Controller {
        let nothing = Map::new();
        let types = Types::of(cluster.release.input.fields);
        let graph = Graph::of(types, admitted.object.as_object().unwrap_or(&nothing));
        let status = admitted.existing.as_ref().and_then(|existing| existing.get("status"));
        let status_mode = status.and_then(|status| status.get("deploymentMode")?.as_str()).unwrap_or_default();
        let plan = Plan::of(cluster, &graph, status_mode, found);
        let is_deleted = matches!(admitted.arrival, Arrival::Deleted);
        let stored = if is_deleted { Status::default() } else { Status::read(status) };
        Controller { graph, is_deleted, plan, stored, events: Events::default() }
    }

    /// Applies the plan to the objects and takes over what they report; returns the error of the controller if there is one.
    /// Without a status, nothing is written. A graph that is deleted disappears, since it has no finalizer.
    fn take_steps(&mut self, world: &mut World<'_>) -> Result<Option<Status>, ControllerError> {
        let (namespace, name) = (&*self.graph.metadata.namespace, &*self.graph.metadata.name);
        if self.is_deleted {
            return Ok(None);
        }
        let mut status = self.stored.clone();
        match &self.plan.objects {
            Err(failure) => {
                if let Some((reason, message)) = &failure.event {
                    self.events.warn(reason, message);
                }
                return Err(failure.error.clone());
            }
            Ok(Objects::Knative(desired)) => {
                let at = (Kind::KnativeService, namespace, name);
                let found = world.store.look_at(at);
                let reported = found.map(knative_report).unwrap_or_default();
                let effect = knative::effect(found.map(|entry| &*entry.object), desired, self.plan.stops);
                world.store.apply(at, desired, effect);
                status.take_knative(&reported);
            }
            Ok(Objects::Standard(plan)) => {
                let mut reported = DeploymentStatus::default();
                for step in &plan.steps {
                    let at = (step.kind, namespace, name);
                    let found = world.store.look_at(at);
                    if let Some(entry) = found.filter(|_| step.kind == Kind::Deployment) {
                        reported = deployment_report(entry);
                    }
                    let effect = standard::effect(step, found.map(|entry| &*entry.object));
                    world.store.apply(at, &step.desired, effect);
                }
                if !self.plan.stops && !status::is_available(&reported) {
                    return Ok(None);
                }
                status.take_deployment(&reported, plan.url.as_deref());
            }
        }
        if world.cluster.release.graphs.stop {
            status.note_stop(self.plan.stops);
        }
        Ok(Some(status))
    }

    /// Writes the status; returns false if nothing changes.
    fn write(&mut self, status: Status) -> bool {
        if self.stored.is_ready() && !status.is_ready() {
            let message = format!("InferenceGraph [{}] is no longer Ready", self.graph.metadata.name);
            self.events.warn("InferenceGraphNotReady", &message);
        }
        let wrote = self.stored != status;
        self.stored = status;
        wrote
    }
}

impl engine::Controller for Controller {
    type Status = Status;
    type Shared = ();

    fn pass(&mut self, world: &mut World<'_>) -> Passed {
        match self.take_steps(world) {
            Ok(status) => Passed { error: None, wrote: status.is_some_and(|status| self.write(status)) },
            Err(error) => Passed { error: Some(error), wrote: false },
        }
    }

    fn status(&self) -> &Status {
        &self.stored
    }
}

/// What a Deployment reports. If a dump does not contain its generation, the next one is not reported either.
fn deployment_report(entry: &Entry) -> DeploymentStatus {
    let Report::Deployment(report) = &entry.report else { return DeploymentStatus::default() };
    let mut reported = DeploymentStatus::clone(report);
    let observed_generation = entry.object.at("/status/observedGeneration").and_then(Value::as_i64);
    if let Some(generation) = observed_generation.filter(|_| !entry.knows_generation) {
        reported.observed_generation = generation;
    }
    reported
}

/// What a Knative Service reports: what was found in its status, or what it reports once it is ready.
fn knative_report(entry: &Entry) -> Knative {
    match &entry.report {
        Report::Knative(report) if entry.has_reported() => Knative::of(report),
        _ => Knative::found(entry.object.get("status")),
    }
}
