//! The objects that run a component: Knative Service; Deployment, Service and autoscaler.
//!
//! The result is data: a list of [`Step`]s, each an object as the controller wants it. What becomes of
//! it depends on what the cluster holds, which [`Step::effect`] answers.

mod autoscaler;
mod child;
mod deployment;
mod extension;
mod gpu;
mod hpa;
mod keda;
mod knative_service;
mod otel;
mod pod_defaults;
mod server_defaults;
mod service;
mod step;
mod storage;
mod strategy;
mod update;

pub use keda::KedaMetadata;
pub use otel::CollectorForm;
pub use step::{Effect, Rule, Step};

use child::{Child, Owned};
use extension::Extension;
use storage::Storage;

use crate::api::fields::{objects, text};
use crate::api::{InferenceService, keys};
use crate::cluster::Cluster;
use crate::component::{BuildError, Built};
use crate::status::{ComponentStatus, StopSupport};
use crate::{Map, Value};

/// The main container of a multi-node predictor's head, and that of its workers.
const HEAD_CONTAINER: &str = "kserve-container";
const WORKER_CONTAINER: &str = "worker-container";

/// The objects that the controller looks at for one component, in its order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// Standard mode: the URL of the component that the status reports.
    pub url: Option<String>,
}

/// The objects of a component, or of a canary predictor, in Standard mode.
///
/// # Errors
/// The controller's text as the condition shows it; for a canary without the words that name the canary. All
/// objects are computed before the first is sent, so an error prevents every one of them.
pub fn standard(cluster: &Cluster, service: &InferenceService, built: Built) -> Result<Plan, BuildError> {
    if built.canary {
        return plan(cluster, service, built, Storage::default()).map_err(|error| failure("", error));
    }
    let component = built.component;
    let storage = Storage::look_up(cluster, service, component).map_err(|error| failure("", error))?;
    plan(cluster, service, built, storage)
        .map_err(|error| failure(&format!("fails to create NewRawKubeReconciler for {}: ", component.name()), error))
}

/// The Knative Service of a component. `previous` is the component's entry in the stored status, from
/// which canary traffic takes the last rolled out revision.
///
/// # Errors
/// The controller's text as the condition shows it.
pub fn knative(
    cluster: &Cluster,
    service: &InferenceService,
    built: Built,
    previous: &ComponentStatus,
) -> Result<Plan, BuildError> {
    let storage = Storage::look_up(cluster, service, built.component).map_err(|error| failure("", error))?;
    let desired = knative_service::build(cluster, service, built, storage, &previous.latest_rolledout_revision);
    Ok(Plan { steps: vec![Step { desired, rule: Rule::KnativeService, stoppable: true }], url: None })
}

/// How the text of a crash begins.
const PANIC: &str = "panic: ";

/// An error with its prefix, which a crash does not get.
fn failure(prefix: &str, error: String) -> BuildError {
    let panic = error.starts_with(PANIC);
    BuildError { message: if panic { error } else { format!("{prefix}{error}") }, panic, ..BuildError::default() }
}

/// The steps of the computation are in the controller's order, which decides what error is reported.
fn plan(cluster: &Cluster, service: &InferenceService, mut built: Built, storage: Storage<'_>) -> Result<Plan, String> {
    let release = &cluster.release;
    let mut pod_spec = std::mem::take(&mut built.pod_spec);
    let mut worker_pods = built.worker.as_mut().map(|worker| std::mem::take(&mut worker.pod_spec)).unwrap_or_default();
    let child = Child::of(service, &built);
    let extension = Extension::beside_canaries(&built, service);
    let autoscaler_owned = if built.canary { Owned::No } else { Owned::Yes };

    let collector = otel::build(cluster, &child, extension, child::collector_owner(built.component))?;
    let (autoscaler_rule, autoscaler) = autoscaler::build(cluster, &child, extension, autoscaler_owned)?;
    let url = url(cluster, service, &built)?;
    storage.initialise(cluster, &built.annotations, &mut pod_spec)?;
    if let Some(worker) = &built.worker {
        storage.initialise(cluster, &worker.annotations, &mut worker_pods)?;
    }
    if release.workloads.mode_checked_again {
        check_mode(child.annotation(keys::DEPLOYMENT_MODE).unwrap_or_default())?;
    }
    let mut services = vec![service::build(cluster, &child, extension, &pod_spec)?];
    let mut deployments = Vec::with_capacity(2);
    if let Some(worker) = &built.worker {
        let workloads = &release.workloads;
        if has_container(&pod_spec, WORKER_CONTAINER) && !workloads.services_despite_worker_in_head {
            services.clear();
        } else {
            services.push(service::build_head(&child));
            if workloads.workers_service {
                services.push(service::build_workers(&child));
            }
        }
        let wrap = |error| format!("{}failed to create raw deployment: {error}", workloads.deployment_error_prefix);
        let worker_child = Child::of_worker(service, &built, worker);
        gpu::request(cluster, &child, HEAD_CONTAINER, &mut pod_spec).map_err(wrap)?;
        gpu::request(cluster, &worker_child, WORKER_CONTAINER, &mut worker_pods).map_err(wrap)?;
        deployments.push(deployment::build(cluster, &child, extension, pod_spec));
        deployments.push(deployment::build_worker(cluster, &worker_child, extension, worker_pods, worker.replicas));
    } else {
        deployments.push(deployment::build(cluster, &child, extension, pod_spec));
    }

    let stoppable = release.status.stop == StopSupport::EveryMode;
    let steps =
        |rule: Rule, objects: Vec<Value>| objects.into_iter().map(move |desired| Step { desired, rule, stoppable });
    let mut ordered = Vec::with_capacity(5);
    let collector = collector.into_iter().collect();
    if release.workloads.services_first {
        ordered.extend(steps(Rule::Service, services));
        ordered.extend(steps(Rule::OpenTelemetryCollector, collector));
        ordered.extend(steps(Rule::Deployment, deployments));
    } else {
        ordered.extend(steps(Rule::OpenTelemetryCollector, collector));
        ordered.extend(steps(Rule::Deployment, deployments));
        ordered.extend(steps(Rule::Service, services));
    }
    ordered.extend(steps(autoscaler_rule, vec![autoscaler]));
    Ok(Plan { steps: ordered, url: Some(url) })
}

/// The annotation decides again: it is another mode than that of the pass where the status has kept an older one.
fn check_mode(annotation: &str) -> Result<(), String> {
    match annotation {
        "" | "Standard" | "RawDeployment" => Ok(()),
        "Serverless" => Err("unsupported deployment mode for workload: Knative".into()),
        other => Err(format!("unsupported deployment mode for workload: {other}")),
    }
}

fn has_container(pod_spec: &Map, name: &str) -> bool {
    objects(pod_spec, "containers").any(|container| text(container, "name") == name)
}

/// The URL of the component's own host, with the labels and annotations of the component.
fn url(cluster: &Cluster, service: &InferenceService, built: &Built) -> Result<String, String> {
    let routing = cluster.routing.as_ref().map_err(String::clone)?;
    let host = routing
        .host_of(&built.name, &service.metadata.namespace, &built.labels, &built.annotations)
        .map_err(|error| format!("failed creating host name: {error}"))?;
    Ok(format!("http://{host}"))
}
