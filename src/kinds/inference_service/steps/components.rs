//! The component steps: predictor, transformer, explainer.

use crate::engine::World;
use crate::object::Kind;
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use super::pass::Controller;
use super::plan::{Canary, Planned, RolledOut, Work};
use crate::api::{Component, InferenceService, Mode};
use crate::build::storage::Notes;
use crate::build::workload::{self, ObjectStep};
use crate::build::workload::{BuildError, Built};
use crate::engine::End;
use crate::engine::conditions::{Truth, Verdict};
use crate::engine::reports::{DeploymentStatus, KnativeStatus, Report};
use crate::engine::store::Pods;
use crate::facts::Cluster;
use crate::kinds::inference_service::component;
use crate::kinds::inference_service::status::types;
use crate::kinds::inference_service::status::{
    CanaryStatus, ComponentStatus, ModelStatus, Observation, Pod, Status, Surroundings, condition_names,
};
use crate::object::error::Nature;
use crate::object::fields::Lookup as _;
use crate::object::keys;
use crate::object::{Cause, ControllerError, Missing};
use crate::release::{StopSupport, Workloads};

/// Why a component step ends the pass.
enum Failure {
    Error(ControllerError),
    /// No error: the pass is repeated later.
    Requeue,
}

impl Failure {
    fn of(error: &BuildError) -> Failure {
        error.error().cloned().map_or(Failure::Requeue, Failure::Error)
    }
}

impl Work {
    fn of(cluster: &Cluster, service: &mut InferenceService, mode: &Mode, built: Built, notes: &mut Notes) -> Work {
        if *mode == Mode::Standard {
            let component = built.component;
            let stable = workload::standard(cluster, service, built, notes);
            let canaries = match &stable {
                Ok(plan) if component == Component::Predictor && cluster.release.status.canaries => {
                    let deployment = plan.steps.iter().find(|step| step.kind == Kind::Deployment);
                    if let Some(own) = deployment.and_then(|step| step.desired.at("/spec/template/spec/containers")) {
                        component::share_containers(service, own);
                    }
                    crate::api::Canary::all(service)
                        .map(|canary| Canary::of(cluster, service, &canary, notes))
                        .collect()
                }
                _ => Vec::new(),
            };
            Work::Standard(stable, canaries)
        } else if built.extension.contains_key("canaryTrafficPercent") {
            Work::KnativeCanary(Box::new(built), RefCell::default())
        } else {
            Work::Knative(workload::knative(cluster, service, built, "", notes))
        }
    }
}

impl Canary {
    fn of(cluster: &Cluster, service: &InferenceService, canary: &crate::api::Canary<'_>, notes: &mut Notes) -> Canary {
        let name = canary.name;
        let plan = component::build_canary(cluster, service, canary).and_then(|built| {
            workload::standard(cluster, service, built, notes)
                .map_err(|error| error.within(format_args!("fails to create canary reconciler for {name}")))
        });
        Canary {
            name: name.to_owned(),
            child: canary.child_name(service),
            traffic_percent: canary.traffic_percent,
            plan,
        }
    }
}

impl Controller<'_> {
    pub(super) fn reconcile_components(
        &mut self,
        world: &mut World<'_>,
        mode: &Mode,
        status: &mut Status,
    ) -> Result<(), End> {
        for component in Component::ALL {
            if !self.declares(component) {
                continue;
            }
            if component == Component::Predictor && *mode == Mode::ModelMesh {
                continue;
            }
            match self.reconcile_component(world, component, mode, status) {
                Ok(()) => {}
                Err(Failure::Requeue) => return Err(End::quiet(false)),
                Err(Failure::Error(error)) => {
                    match error.nature() {
                        Nature::Crash => return Err(End::error(error, false)),
                        // Each pass reports it anew.
                        Nature::ShowsAddress => self.events.warn_again("InternalError", error.text()),
                        Nature::Plain => self.events.warn("InternalError", error.text()),
                    }
                    return Err(End::error(error.within("fails to reconcile component"), true));
                }
            }
        }
        Ok(())
    }

    fn reconcile_component(
        &mut self,
        world: &mut World<'_>,
        component: Component,
        mode: &Mode,
        status: &mut Status,
    ) -> Result<(), Failure> {
        if component == Component::Predictor {
            self.reconcile_model_config(world, self.multi_model);
        }
        let planned = self.planned(component, mode, status);
        if let Some(runtime) = &planned.runtime
            && self.release().runtime_names
        {
            status.set_runtime(runtime);
        }
        self.reconcile_work(world, component, &planned.work, status)?;
        if self.stopped {
            self.stop_component(component, status);
            return Ok(());
        }
        if component != Component::Predictor {
            return Ok(());
        }
        if *mode != Mode::Standard && self.release().stop == StopSupport::KnativeOnly {
            self.note_stop(status);
        }
        match self.observe_model(world, mode, status) {
            Observation::Requeue => Err(Failure::Requeue),
            _ => Ok(()),
        }
    }

    /// Creates the objects in which a component runs, or returns why there are none.
    fn reconcile_work(
        &mut self,
        world: &mut World<'_>,
        component: Component,
        work: &Result<Work, BuildError>,
        status: &mut Status,
    ) -> Result<(), Failure> {
        match work {
            Err(error) => Err(self.build_failed(component, error, status)),
            Ok(Work::Standard(Ok(plan), canaries)) => {
                self.reconcile_standard(world, component, plan, status)?;
                if component == Component::Predictor && self.release().canaries {
                    self.reconcile_canaries(world, canaries, status)?;
                    self.delete_orphans(world, canaries);
                }
                Ok(())
            }
            Ok(Work::Knative(Ok(plan))) => self.reconcile_knative(world, component, plan, status),
            Ok(Work::Standard(Err(error), _) | Work::Knative(Err(error))) => {
                Err(self.reconcile_failed(component, error, status))
            }
            Ok(Work::KnativeCanary(built, last)) => {
                let plan = self.knative_canary(built, last, status.components.get(&component));
                let plan = plan.map_err(|error| self.reconcile_failed(component, &error, status))?;
                self.reconcile_knative(world, component, &plan, status)
            }
        }
    }

    /// The component, built on first use. Later components see what building the earlier ones changed in the service.
    fn planned(&mut self, component: Component, mode: &Mode, status: &Status) -> Rc<Planned> {
        let place = component as usize;
        if let Some(Some(planned)) = self.plan.components.get(place) {
            return Rc::clone(planned);
        }
        let mut notes = Notes::default();
        let predictor_url = status.component_url(Component::Predictor);
        let planned = match component::build(self.cluster, &mut self.service, mode, component, predictor_url) {
            Ok(mut built) => {
                let runtime = built.runtime.take();
                Planned { runtime, work: Ok(Work::of(self.cluster, &mut self.service, mode, built, &mut notes)) }
            }
            Err(mut error) => Planned { runtime: error.take_runtime(), work: Err(error) },
        };
        self.note(notes);
        let planned = Rc::new(planned);
        if let Some(slot) = self.plan.components.get_mut(place) {
            *slot = Some(Rc::clone(&planned));
        }
        planned
    }

    fn build_failed(&self, component: Component, error: &BuildError, status: &mut Status) -> Failure {
        if let BuildError::Fails(failure) = error {
            if let Some((reason, message)) = &failure.invalid_spec {
                status.model.set_invalid_spec(reason, message);
            }
            if failure.invalid_gpu_allocation {
                self.fail_condition(component, "InvalidGPUAllocation", failure.error.text(), status);
            }
        }
        Failure::of(error)
    }

    fn reconcile_failed(&self, component: Component, error: &BuildError, status: &mut Status) -> Failure {
        if let Some(error) = error.error().filter(|error| !error.is_crash())
            && self.release().reconcile_failed_condition
        {
            self.fail_condition(component, "ReconcileFailed", error.text(), status);
        }
        Failure::of(error)
    }

    fn fail_condition(&self, component: Component, reason: &'static str, message: &str, status: &mut Status) {
        status.components.entry(component).or_default();
        let verdict = Verdict::new(Truth::False, reason, message.to_owned());
        status.conditions.set(condition_names(component).ready, verdict, self.release().reasons_of_true_conditions);
    }

    fn reconcile_standard(
        &mut self,
        world: &mut World<'_>,
        component: Component,
        plan: &workload::Plan,
        status: &mut Status,
    ) -> Result<(), Failure> {
        if let Err(error) = self.take_steps(world, &plan.steps) {
            let error = error.within(format_args!("fails to reconcile {}", component.name()));
            return Err(self.reconcile_failed(component, &error, status));
        }
        if self.stopped {
            return Ok(());
        }
        let mut reported: Vec<(&str, Rc<DeploymentStatus>)> = Vec::new();
        for step in plan.steps.iter().filter(|step| step.kind == Kind::Deployment) {
            let name = step.name();
            let report = match world.store.look_at((Kind::Deployment, self.namespace, name)).map(|entry| &entry.report)
            {
                Some(Report::Deployment(report)) => Rc::clone(report),
                _ => Rc::default(),
            };
            reported.push((name, report));
        }
        let reported: Vec<(&str, &DeploymentStatus)> =
            reported.iter().map(|(name, report)| (*name, &**report)).collect();
        status.take_deployments(component, &reported, plan.url.as_deref().unwrap_or_default(), self.release());
        Ok(())
    }

    /// Takes the steps in their order, up to the first whose API is not installed: the controller requests the object first,
    /// whether or not the service is stopped.
    ///
    /// # Errors
    ///
    /// The error of the controller's client.
    fn take_steps(&mut self, world: &mut World<'_>, steps: &[ObjectStep]) -> Result<(), BuildError> {
        for step in steps {
            let kind = step.kind;
            if let Some(asking) = step.name_in_api_check().filter(|_| !self.cluster.has_api(kind)) {
                let workloads = &self.cluster.release.workloads;
                let error = ControllerError::new(not_installed(kind, workloads)).about(Cause::MissingApi);
                return Err(match workloads.missing_apis_named {
                    true => error.within(format_args!("failed to get existing {asking}")),
                    false => error,
                }
                .into());
            }
            step.take(world)?;
        }
        Ok(())
    }

    fn reconcile_canaries(
        &mut self,
        world: &mut World<'_>,
        canaries: &[Canary],
        status: &mut Status,
    ) -> Result<(), Failure> {
        for canary in canaries {
            let plan = canary
                .plan
                .as_ref()
                .map_err(|error| Failure::of(&error.clone().within("fails to reconcile canary deployments")))?;
            self.take_steps(world, &plan.steps).map_err(|error| {
                let error = error.within(format_args!("fails to reconcile canary {}", canary.name));
                Failure::of(&error.within("fails to reconcile canary deployments"))
            })?;
        }
        let mut states = Vec::new();
        for canary in canaries {
            let deployment =
                world.store.look_at((Kind::Deployment, self.namespace, &canary.child)).map(|entry| &entry.report);
            states.push(CanaryStatus {
                model: ModelStatus::default(),
                name: canary.name.clone(),
                ready: matches!(deployment, Some(Report::Deployment(report)) if report.available_replicas > 0),
                traffic_percent: canary.traffic_percent,
            });
        }
        if states.is_empty() {
            status.conditions.clear(types::CANARY_PREDICTOR_READY);
        } else {
            let verdict = match states.iter().all(|canary| canary.ready) {
                _ if self.stopped => Verdict::new(Truth::False, "Stopped", ""),
                true => Verdict::new(Truth::True, "AllCanariesReady", ""),
                false => Verdict::new(Truth::False, "CanariesNotReady", ""),
            };
            let keep = self.release().reasons_of_true_conditions;
            status.conditions.set(types::CANARY_PREDICTOR_READY, verdict, keep);
        }
        status.canaries = states;
        Ok(())
    }

    /// Deletes the Deployments and Services that belong neither to the predictor nor to a canary. These are leftovers from an
    /// older spec, but also the worker of a multi-node predictor.
    fn delete_orphans(&mut self, world: &mut World<'_>, canaries: &[Canary]) {
        let stable = self.child_name(Component::Predictor);
        let children: HashSet<&str> = canaries.iter().map(|canary| canary.child.as_str()).collect();
        let kept = |name: &str| *name == *stable || children.contains(name);
        let component = (keys::COMPONENT_LABEL, Component::Predictor.name());
        for kind in [Kind::Deployment, Kind::Service] {
            for name in world.store.names_labelled((kind, self.namespace), &self.service.metadata.name, component, kept)
            {
                world.store.delete((kind, self.namespace, &name));
            }
        }
    }

    fn reconcile_knative(
        &mut self,
        world: &mut World<'_>,
        component: Component,
        plan: &workload::Plan,
        status: &mut Status,
    ) -> Result<(), Failure> {
        self.take_steps(world, &plan.steps).map_err(|error| self.reconcile_failed(component, &error, status))?;
        // If only the predictor is marked as stopped, the others keep reporting what no longer exists.
        let marked = component == Component::Predictor || self.release().stop == StopSupport::EveryMode;
        if !(self.stopped && marked) {
            let reported = self.knative_report(world, &self.child_name(component));
            status.take_knative(component, &reported, self.release());
        }
        Ok(())
    }

    /// The Knative Service of a component with a canary, rebuilt if another revision was rolled out.
    fn knative_canary(
        &mut self,
        built: &Built,
        last: &RefCell<Option<RolledOut>>,
        reported: Option<&ComponentStatus>,
    ) -> Result<Rc<workload::Plan>, BuildError> {
        let revision = reported.map_or("", |reported| &reported.latest_rolledout_revision);
        if let Some(last) = last.borrow().as_ref().filter(|last| last.revision == revision) {
            return last.plan.clone();
        }
        let mut notes = Notes::default();
        let plan = workload::knative(self.cluster, &self.service, built.clone(), revision, &mut notes).map(Rc::new);
        self.note(notes);
        last.replace(Some(RolledOut { revision: revision.to_owned(), plan: plan.clone() }));
        plan
    }

    fn knative_report(&mut self, world: &mut World<'_>, name: &str) -> Rc<KnativeStatus> {
        match world.store.look_at((Kind::KnativeService, self.namespace, name)).map(|entry| &entry.report) {
            Some(Report::Knative(report)) => Rc::clone(report),
            _ => Rc::default(),
        }
    }

    /// Removes from the status what a stopped component no longer has. With the predictor, everything else is removed, too, once.
    fn stop_component(&self, component: Component, status: &mut Status) {
        let release = self.release();
        let marked = Verdict::new(Truth::False, release.stop.reason(), "");
        let kind = condition_names(component).ready;
        if component == Component::Predictor {
            let known = match release.stop {
                StopSupport::EveryMode => status.conditions.get(kind) == Some(&marked),
                StopSupport::KnativeOnly => status.conditions.is_true(types::STOPPED),
            };
            if !known {
                let deployment_mode = std::mem::take(&mut status.deployment_mode);
                *status = Status { deployment_mode, ..Status::default() };
            }
        } else if release.stop == StopSupport::KnativeOnly {
            return;
        }
        status.conditions.set(kind, marked, release.reasons_of_true_conditions);
        if release.stop == StopSupport::KnativeOnly {
            self.note_stop(status);
        }
    }

    /// Derives the model state from the predictor's pods.
    fn observe_model(&mut self, world: &mut World<'_>, mode: &Mode, status: &mut Status) -> Observation {
        let name = self.child_name(Component::Predictor);
        let entry = status.components.get(&Component::Predictor);
        let created = entry.map(|entry| entry.latest_created_revision.clone()).unwrap_or_default();
        let ready = entry.map(|entry| entry.latest_ready_revision.clone()).unwrap_or_default();
        let standard = *mode == Mode::Standard;
        let (kind, label) =
            if standard { (Kind::Deployment, format!("isvc.{name}")) } else { (Kind::KnativeService, created.clone()) };
        let looked = world.store.look_at((kind, self.namespace, &name)).map(|entry| (entry.pods, entry.is_found()));
        let pods = match looked {
            Some((Pods::Ready { count, unless_found }, is_found))
                if !(unless_found && world.store.has_found_pods()) =>
            {
                vec![Pod::ready(is_found); count]
            }
            _ => world.store.found_pods(self.namespace, &label).iter().map(Pod::read).collect(),
        };
        let around = Surroundings {
            ready: status.conditions.is_true(types::READY),
            revision_settled: standard || created == ready,
            service_failed: !standard && self.knative_report(world, &name).failed,
        };
        status.model.observe(&pods, around, self.release())
    }
}

/// What the controller's client says of a kind whose API is not installed.
fn not_installed(kind: Kind, workloads: &Workloads) -> String {
    match workloads.types_known_if_installed {
        Some(table) => {
            format!("no kind is registered for the type {}.{} in scheme \"{table}\"", kind.version(), kind.name())
        }
        None => Missing::Kind(kind).to_string(),
    }
}
