//! The component steps: predictor, transformer, explainer.

use std::rc::Rc;

use super::pass::{Controller, End};
use super::store::{Kind, Report, asks_to_stop, controlled_by, owned_by_any};
use crate::Value;
use crate::api::{Component, Mode, keys};
use crate::component::{self, BuildError, Built};
use crate::status::{
    DeploymentStatus, KnativeStatus, Observation, Pod, Status, Surroundings, Truth, Verdict, condition_names, types,
};
use crate::workload;

/// What is computed once per service and used by every pass.
#[derive(Debug, Default)]
pub(super) struct Plan {
    components: [Option<Rc<Planned>>; 3],
}

/// A component as every pass finds it.
#[derive(Debug)]
struct Planned {
    built: Result<Built, BuildError>,
    /// In Standard mode: the objects, or why there are none.
    standard: Option<Result<Vec<(Kind, Rc<Value>)>, String>>,
}

/// Why a component step ends the pass.
enum Failure {
    Error(String),
    Requeue,
}

impl Controller<'_> {
    pub(super) fn reconcile_components(&mut self, mode: &Mode, status: &mut Status) -> Result<(), End> {
        for component in Component::ALL {
            if self.service.component(component).is_none() {
                continue;
            }
            if component == Component::Predictor && *mode == Mode::ModelMesh {
                continue;
            }
            match self.reconcile_component(component, mode, status) {
                Ok(()) => {}
                Err(Failure::Requeue) => return Err(End::quiet(false)),
                Err(Failure::Error(text)) => {
                    self.warn("InternalError", &text);
                    return Err(End::error(format!("fails to reconcile component: {text}"), true));
                }
            }
        }
        Ok(())
    }

    fn reconcile_component(&mut self, component: Component, mode: &Mode, status: &mut Status) -> Result<(), Failure> {
        if component == Component::Predictor {
            self.reconcile_model_config();
        }
        let planned = self.planned(component, mode);
        let runtime = match &planned.built {
            Ok(built) => built.runtime.as_ref(),
            Err(error) => error.runtime.as_ref(),
        };
        if let Some(runtime) = runtime
            && self.release().runtime_names
        {
            let (own, other) = if runtime.cluster {
                (&mut status.cluster_serving_runtime_name, &mut status.serving_runtime_name)
            } else {
                (&mut status.serving_runtime_name, &mut status.cluster_serving_runtime_name)
            };
            own.clone_from(&runtime.name);
            other.clear();
        }
        let built = planned.built.as_ref().map_err(|error| {
            if let Some((reason, message)) = &error.invalid_spec {
                status.model.set_invalid_spec(reason, message);
            }
            if error.invalid_gpu_allocation {
                self.fail_condition(component, "InvalidGPUAllocation", &error.message, status);
            }
            Failure::Error(error.message.clone())
        })?;
        match &planned.standard {
            Some(Ok(objects)) => self.reconcile_standard(component, objects, status),
            Some(Err(error)) => return Err(self.reconcile_failed(component, error, status)),
            None => self.reconcile_knative(component, built, status)?,
        }
        if self.stopped && (*mode != Mode::Standard || self.release().stops_standard) {
            self.stop_component(component, status);
            return Ok(());
        }
        if component == Component::Predictor && self.observe_model(mode, status) == Observation::Requeue {
            return Err(Failure::Requeue);
        }
        Ok(())
    }

    /// The component, built on first use. Later components see what building the earlier ones changed in the
    /// service.
    fn planned(&mut self, component: Component, mode: &Mode) -> Rc<Planned> {
        let place = component as usize;
        if let Some(Some(planned)) = self.plan.components.get(place) {
            return Rc::clone(planned);
        }
        let built = component::build(self.cluster, &mut self.service, mode, component);
        let standard = match &built {
            Ok(built) if *mode == Mode::Standard => {
                Some(workload::standard(self.cluster, &self.service, built).map(|objects| {
                    objects.into_iter().filter_map(|object| Some((Kind::of(&object)?, Rc::new(object)))).collect()
                }))
            }
            _ => None,
        };
        let planned = Rc::new(Planned { built, standard });
        if let Some(slot) = self.plan.components.get_mut(place) {
            *slot = Some(Rc::clone(&planned));
        }
        planned
    }

    fn reconcile_failed(&self, component: Component, error: &str, status: &mut Status) -> Failure {
        if self.release().reconcile_failed_condition {
            self.fail_condition(component, "ReconcileFailed", error, status);
        }
        Failure::Error(error.to_owned())
    }

    fn fail_condition(&self, component: Component, reason: &str, message: &str, status: &mut Status) {
        status.components.entry(component).or_default();
        let verdict = Verdict::new(Truth::False, reason, message);
        status.conditions.set(condition_names(component).ready, verdict, self.release().reasons_of_true_conditions);
    }

    fn reconcile_standard(&mut self, component: Component, objects: &[(Kind, Rc<Value>)], status: &mut Status) {
        let name = self.service.metadata.name.clone();
        for (kind, object) in objects {
            if self.release().stops_standard && asks_to_stop(object) {
                let own_name = object.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
                self.store.delete_if(*kind, own_name, |found| match kind {
                    Kind::Deployment | Kind::Service => controlled_by(found, &name),
                    Kind::HorizontalPodAutoscaler => owned_by_any(found),
                    _ => true,
                });
            } else {
                self.store.apply(*kind, object, |_, desired| Some(desired.clone()));
            }
        }
        if self.stopped && self.release().stops_standard {
            return;
        }
        let child = self.service.child_name(component);
        let mut reported: Vec<(&str, DeploymentStatus)> = Vec::new();
        for (_, object) in objects.iter().filter(|(kind, _)| *kind == Kind::Deployment) {
            let own_name = object.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
            let report = match self.store.get(Kind::Deployment, own_name).map(|entry| &entry.report) {
                Some(Report::Deployment(report)) => report.clone(),
                _ => DeploymentStatus::default(),
            };
            reported.push((own_name, report));
        }
        let reported: Vec<(&str, &DeploymentStatus)> = reported.iter().map(|(name, report)| (*name, report)).collect();
        let url = format!("http://{child}-{}.example.com", self.namespace);
        status.take_deployments(component, &reported, &url, self.release());
    }

    fn reconcile_knative(&mut self, component: Component, built: &Built, status: &mut Status) -> Result<(), Failure> {
        let previous = status.components.get(&component).cloned().unwrap_or_default();
        let desired = workload::knative(self.cluster, &self.service, built, &previous)
            .map_err(|error| self.reconcile_failed(component, &error, status))?;
        let stops = built.annotations.get(keys::STOP).is_some_and(|value| value.eq_ignore_ascii_case("true"));
        if stops {
            self.store.delete_if(Kind::KnativeService, &built.name, |_| true);
        } else {
            self.store.apply(Kind::KnativeService, &Rc::new(desired), |found, desired| {
                (found != desired).then(|| desired.clone())
            });
        }
        if !self.stopped {
            let reported = self.knative_report(&built.name);
            status.take_knative(component, &reported, self.release());
        }
        Ok(())
    }

    fn knative_report(&mut self, name: &str) -> KnativeStatus {
        match self.store.get(Kind::KnativeService, name).map(|entry| &entry.report) {
            Some(Report::Knative(report)) => report.clone(),
            _ => KnativeStatus::default(),
        }
    }

    /// What a stopped component leaves in the status.
    fn stop_component(&self, component: Component, status: &mut Status) {
        let release = self.release();
        let reason = if release.stop_reasons { "Stopped" } else { "" };
        let stopped = Verdict::new(Truth::False, reason, "");
        let kind = condition_names(component).ready;
        if component == Component::Predictor && status.conditions.get(kind) != Some(&stopped) {
            let deployment_mode = std::mem::take(&mut status.deployment_mode);
            *status = Status { deployment_mode, ..Status::default() };
        }
        status.conditions.set(kind, stopped, release.reasons_of_true_conditions);
    }

    /// Derives the model state from the predictor's pods.
    fn observe_model(&mut self, mode: &Mode, status: &mut Status) -> Observation {
        let name = self.service.child_name(Component::Predictor);
        let entry = status.components.get(&Component::Predictor);
        let created = entry.map(|entry| entry.latest_created_revision.clone()).unwrap_or_default();
        let ready = entry.map(|entry| entry.latest_ready_revision.clone()).unwrap_or_default();
        let standard = *mode == Mode::Standard;
        let (kind, label, value) = if standard {
            (Kind::Deployment, "app", format!("isvc.{name}"))
        } else {
            (Kind::KnativeService, "serving.knative.dev/revision", created.clone())
        };
        let settled = self.store.get(kind, &name).is_some_and(|entry| entry.settled);
        let pods = if settled {
            vec![Pod::running()]
        } else {
            self.store.found_pods(label, &value).into_iter().map(Pod::read).collect()
        };
        let around = Surroundings {
            ready: status.conditions.is_true(types::READY),
            revision_settled: standard || created == ready,
            service_failed: !standard && self.knative_report(&name).failed,
        };
        status.model.observe(&pods, around, self.release())
    }
}
