//! One pass: the controller's steps in their order, and what is written if a step fails.

use crate::engine::{self, End, Events, Passed, Properties, World};
use crate::object::{Cause, ControllerError};
use crate::object::{Kind, Owner};
use std::rc::Rc;

use super::decisions::{Decisions, RoutingDecision};
use super::mode;
use super::mode::ModeDecision;
use super::plan::Plan;
use crate::Value;
use crate::api::{Component, InferenceService, Mode};
use crate::build::storage::Notes;
use crate::engine::conditions::{Truth, Verdict};
use crate::facts::Cluster;
use crate::facts::Existing;
use crate::kinds::inference_service::component::is_multi_model;
use crate::kinds::inference_service::status::types;
use crate::kinds::inference_service::status::{ConditionNames, Status};
use crate::release;
use crate::release::StopSupport;
use crate::schema;

const DISABLE_AUTO_UPDATE: &str = "serving.kserve.io/disable-auto-update";

/// How far the controller gets with a service.
#[derive(Debug, Clone)]
pub enum Reach {
    /// Its first write, which adds its finalizer, is admitted, so that it goes on.
    Everything,
    /// Its first write is refused: it does nothing.
    Nothing(ControllerError),
    /// The cluster is deleting the service: it only removes its finalizer.
    Deletion,
}

/// The controller of one service.
pub(super) struct Controller<'a> {
    pub cluster: &'a Cluster,
    pub namespace: &'a str,
    /// The service in memory. Building the components changes it, but not which components there are or how their objects are
    /// named.
    pub service: InferenceService,
    children: Children,
    /// Whether the predictor counts as a multi-model one before its containers are built.
    pub multi_model: bool,
    /// Whether the service's own annotations ask to stop and its mode supports it.
    pub stopped: bool,
    /// The parts that are computed once.
    pub plan: Plan,
    /// The mode of services that choose none, or why the configuration cannot be read.
    default_mode: Result<Mode, ControllerError>,
    /// The status as stored.
    stored: Status,
    pub events: Events,
    /// What the controller does not report but a reader should know.
    notes: Notes,
    reach: Reach,
    /// Whether the last pass changed nothing, as the service asks to be left alone or is being deleted.
    left_alone: bool,
    /// The mode that the first pass determined.
    mode: Option<ModeDecision>,
    /// What happened to the routing objects in this pass.
    pub routing: Option<RoutingDecision>,
}

/// The names of the objects of the components that a service declares, and of those that it does not.
struct Children {
    declared: [bool; 3],
    predictor: Rc<str>,
    transformer: Rc<str>,
    explainer: Rc<str>,
}

impl Children {
    fn of(service: &InferenceService) -> Children {
        let name = |component| service.child_name(component).into();
        Children {
            declared: Component::ALL.map(|component| service.component(component).is_some()),
            predictor: name(Component::Predictor),
            transformer: name(Component::Transformer),
            explainer: name(Component::Explainer),
        }
    }
}

/// The results of the last pass.
pub(super) struct Finished {
    pub status: Status,
    pub events: Vec<String>,
    pub notes: Notes,
    pub left_alone: bool,
    pub decisions: Decisions,
}

/// The kinds whose objects the controller reads. Services are among them only for their names, one of which Knative may need.
pub(super) static PROPERTIES: Properties = Properties {
    reporting: &[Kind::Deployment, Kind::KnativeService, Kind::HttpRoute, Kind::Service],
    ..Properties::PLAIN
};

impl engine::Controller for Controller<'_> {
    type Status = Status;
    type Shared = ();

    fn pass(&mut self, world: &mut World<'_>) -> Passed {
        let mut status = self.stored.clone();
        status.conditions.store();
        let decision = match &self.default_mode {
            Ok(default) => mode::decide(self.cluster, &self.service, &status, default),
            Err(error) => return Passed { error: Some(error.clone()), wrote: false },
        };
        let mode = decision.mode.clone();
        self.mode.get_or_insert(decision);
        (self.routing, self.left_alone) = (None, false);
        self.stopped =
            self.service.is_stopped() && (self.release().stop == StopSupport::EveryMode || mode != Mode::Standard);
        let end = self.steps(world, &mode, &mut status).err().unwrap_or(End::quiet(true));
        let wrote = end.write && self.write(&mode, status);
        Passed { error: end.error, wrote }
    }

    fn status(&self) -> &Status {
        &self.stored
    }
}

impl<'a> Controller<'a> {
    pub(super) fn new(cluster: &'a Cluster, stored: &'a Value, existing: &'a Existing, reach: Reach) -> Controller<'a> {
        let metadata = stored.get("metadata");
        let namespace = metadata.and_then(|metadata| metadata.get("namespace")?.as_str()).unwrap_or_default();
        let mut service = InferenceService::of(stored, cluster.settings.generation);
        let status = existing.resource.as_ref().and_then(|stored| stored.get("status"));
        let types = schema::Types::of(cluster.release.input.fields);
        schema::forget_empty_defaults(types, types.inference_service, &mut service.spec);
        Controller {
            cluster,
            namespace,
            multi_model: has_many_models(cluster, &service),
            stopped: false,
            children: Children::of(&service),
            service,
            plan: Plan::default(),
            default_mode: default_mode(cluster),
            stored: Status::read(status),
            reach,
            left_alone: false,
            events: Events::default(),
            notes: Notes::default(),
            mode: None,
            routing: None,
        }
    }

    /// Whether the service has the component.
    pub(super) fn declares(&self, component: Component) -> bool {
        self.children.declared.get(component as usize).is_some_and(|declared| *declared)
    }

    /// The name of a component's objects; see [`InferenceService::child_name`].
    pub(super) fn child_name(&self, component: Component) -> Rc<str> {
        Rc::clone(match component {
            Component::Predictor => &self.children.predictor,
            Component::Transformer => &self.children.transformer,
            Component::Explainer => &self.children.explainer,
        })
    }

    /// The component that receives the requests to the service; see [`InferenceService::entry`](crate::api::InferenceService::entry).
    pub(super) fn entry(&self) -> Component {
        if self.declares(Component::Transformer) { Component::Transformer } else { Component::Predictor }
    }

    pub(super) fn release(&self) -> &'a release::Status {
        &self.cluster.release.status
    }

    pub(super) fn finish(self) -> Finished {
        let Controller { stored, events, notes, mode, service, stopped, routing, left_alone, .. } = self;
        Finished {
            status: stored,
            events: events.into_list(),
            notes,
            left_alone,
            decisions: Decisions { mode, service, stopped, routing },
        }
    }

    /// Records what a reader should know, each text once.
    pub(super) fn note(&mut self, notes: Notes) {
        self.notes.extend(notes);
    }

    /// The owner of the objects.
    pub(super) fn owner(&self) -> Owner<'_> {
        self.service.owner()
    }

    /// Writes the status; returns false if nothing changes.
    fn write(&mut self, mode: &Mode, mut status: Status) -> bool {
        mode.name(&self.cluster.release).clone_into(&mut status.deployment_mode);
        if !status.differs(&self.stored, mode) {
            return false;
        }
        let was_ready = self.stored.conditions.is_true(types::READY);
        if was_ready && status.conditions.status(types::READY) == Some(Truth::False) {
            let conditions = status.conditions.false_ones().collect::<Vec<_>>().join(", ");
            let name = self.service.metadata.name.clone();
            self.events.warn(
                "InferenceServiceNotReady",
                &format!("InferenceService [{name}] is no longer Ready because of: {conditions}"),
            );
        }
        self.stored = status;
        true
    }

    /// An annotation of the service, unless it is one of those that are filtered out.
    fn filtered_annotation(&self, key: &str) -> Option<&str> {
        let value = self.service.metadata.annotations.get(key)?;
        self.cluster.config.filters.keeps_annotation(key).then_some(value)
    }

    fn steps(&mut self, world: &mut World<'_>, mode: &Mode, status: &mut Status) -> Result<(), End> {
        let release = self.release();
        if *mode == Mode::ModelMesh && !self.declares(Component::Transformer) {
            if !release.modelmesh_status {
                return Err(End::quiet(false));
            }
            status.conditions.initialise();
            return Err(End::quiet(true));
        }
        match &self.reach {
            Reach::Everything => {}
            Reach::Nothing(refusal) => return Err(End::error(refusal.clone(), false)),
            Reach::Deletion => {
                self.left_alone = true;
                return Err(End::quiet(false));
            }
        }
        if release.disable_auto_update
            && self.filtered_annotation(DISABLE_AUTO_UPDATE) == Some("true")
            && status.conditions.is_true(types::READY)
        {
            self.left_alone = true;
            return Err(End::quiet(false));
        }
        if release.initial_conditions {
            status.conditions.initialise();
        }
        if *mode == Mode::Knative {
            self.check_knative(mode)?;
        }
        self.reconcile_ca_bundle(world)?;
        self.reconcile_components(world, mode, status)?;
        if release.stop == StopSupport::EveryMode {
            self.note_stop(status);
        }
        if *mode == Mode::Knative && !self.stopped {
            self.cross_conditions(status);
        }
        self.reconcile_ingress(world, mode, status)?;
        // All components are built by now.
        let multi_model = match self.plan.multi_model {
            Some(multi_model) => multi_model,
            None => *self.plan.multi_model.insert(has_many_models(self.cluster, &self.service)),
        };
        self.reconcile_model_config(world, multi_model);
        Ok(())
    }

    /// Checks that Knative Serving is installed and its autoscaler's configuration readable.
    fn check_knative(&mut self, mode: &Mode) -> Result<(), End> {
        let write = self.release().early_failures_write_status;
        if !self.cluster.has_api(Kind::KnativeService) {
            let mode = mode.name(&self.cluster.release);
            let message =
                format!("It is not possible to use {mode} deployment mode when Knative Services are not available");
            self.events.warn("ServerlessModeRejected", &message);
            let name = &self.service.metadata.name;
            let error = format!(
                "terminal error: the resolved deployment mode of InferenceService '{name}' is {mode}, \
                 but Knative Serving is not available"
            );
            return Err(End::error(ControllerError::new(error).about(Cause::MissingApi), write));
        }
        self.check_initial_scale()
            .map_err(|error| End::error(error.within("failed to retrieve the knative autoscaler configuration"), write))
    }

    /// Writes the condition `Stopped`: first as False, then whether the service is stopped.
    pub(super) fn note_stop(&self, status: &mut Status) {
        let keep = self.release().reasons_of_true_conditions;
        let conditions = &mut status.conditions;
        if conditions.get(types::STOPPED).is_none() {
            conditions.set(types::STOPPED, Verdict::bare(Truth::False), keep);
        }
        if conditions.is_true(types::STOPPED) != self.stopped {
            conditions.set(types::STOPPED, Verdict::bare(Truth::from(self.stopped)), keep);
        }
    }

    /// Writes `RoutesReady` and `LatestDeploymentReady`, which name a component that is not ready yet; the last one wins.
    fn cross_conditions(&self, status: &mut Status) {
        let declared = Component::ALL.into_iter().filter(|component| self.declares(*component));
        let names: Vec<_> = declared.map(crate::kinds::inference_service::status::condition_names).collect();
        let mut derive = |kind: &'static str, source: fn(&ConditionNames) -> &'static str| {
            let states = names.iter().map(source).map(|source| (source, status.conditions.status(source)));
            let mut waiting = states.filter(|(_, truth)| *truth != Some(Truth::True));
            let verdict = match waiting.next_back() {
                Some((source, truth)) => {
                    Verdict::new(truth.unwrap_or(Truth::Unknown), format!("{source} not ready"), "")
                }
                None => Verdict::bare(Truth::True),
            };
            status.conditions.set(kind, verdict, self.release().reasons_of_true_conditions);
        };
        derive(types::ROUTES_READY, |names| names.route);
        derive(types::LATEST_DEPLOYMENT_READY, |names| names.configuration);
    }
}

/// Whether the predictor counts as a multi-model one.
fn has_many_models(cluster: &Cluster, service: &InferenceService) -> bool {
    let storage_uris = cluster.release.components.storage_uris;
    service.component(Component::Predictor).is_some_and(|spec| is_multi_model(spec, storage_uris))
}

/// The mode of services that choose none.
///
/// # Errors
///
/// What is wrong with the configuration that every pass reads first.
pub fn default_mode(cluster: &Cluster) -> Result<Mode, ControllerError> {
    let config = &cluster.config;
    config.exists()?;
    let uses_gateways = cluster.routing.as_ref().is_ok_and(|routing| routing.settings.enable_gateway_api);
    if uses_gateways && !cluster.has_api(Kind::HttpRoute) {
        return Err(ControllerError::new(cluster.release.ingress.missing_gateway_api).about(Cause::MissingApi));
    }
    config.inference_services().map_err(|error| error.within("fails to create InferenceServicesConfig"))?;
    let deploy =
        config.deploy_defaults(&cluster.release).map_err(|error| error.within("fails to create DeployConfig"))?;
    Ok(Mode::parse(&deploy.mode, &cluster.release).unwrap_or(Mode::Other(deploy.mode)))
}
