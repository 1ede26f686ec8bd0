//! The objects that run a component: Knative Service, or Deployment, Service and autoscaler.
//!
//! The result is data: a list of [`ObjectStep`]s, each with an object as the controller wants it. What the controller does with
//! it depends on what the cluster holds; [`ObjectStep::effect`] decides that.

mod autoscaler;
mod bounds;
mod built;
mod child;
mod deployment;
mod extension;
mod gpu;
mod hpa;
mod keda;
mod knative_service;
mod otel;
mod plan;
mod pod_defaults;
mod service;
mod standard;
mod step;
mod storage;
mod strategy;
#[cfg(test)]
mod testing;
mod update;

use crate::object::Kind;
pub use autoscaler::Class as AutoscalerClass;
pub use bounds::{Bound, BoundReason, Bounds};
#[cfg(test)]
pub(crate) use built::BuildFailure;
pub use built::{BuildError, Built, SelectedRuntime, Worker, Workload};
pub(crate) use child::{metadata, string_map};
pub(crate) use knative_service::{PASSTHROUGH, scaling_annotations};
pub use plan::Plan;
pub use standard::workload as standard_workload;
pub use step::ObjectStep;
pub(crate) use update::{hpa as updated_hpa, knative_service as updated_knative_service};

use extension::Extension;
use storage::Storage;

use crate::api::{Component, InferenceService, Mode};
use crate::build::storage::Notes;
use crate::facts::Cluster;

/// The bounds of a component's autoscaler: in Standard mode those of its autoscaler class, otherwise those of Knative's
/// revisions.
pub fn bounds(service: &InferenceService, component: Component, mode: &Mode, class: AutoscalerClass) -> Bounds {
    let nothing = crate::Map::new();
    let extension = Extension::of_fields(service.component(component).unwrap_or(&nothing));
    if *mode != Mode::Standard {
        return Bounds::of_knative(&extension);
    }
    let extension = match component {
        Component::Predictor => extension.without_canaries(service),
        Component::Transformer | Component::Explainer => extension,
    };
    match class {
        AutoscalerClass::Keda => Bounds::of_keda(&extension),
        AutoscalerClass::Hpa | AutoscalerClass::External | AutoscalerClass::None => Bounds::of_hpa(&extension),
    }
}

/// The objects of a component, or of a canary predictor, in Standard mode. `notes` receives assumptions made because a document
/// is not in the input.
///
/// # Errors
///
/// The controller's error as the condition shows it, for a canary without the prefix that names the canary. All objects are built
/// before the first is sent, so an error prevents all of them.
pub fn standard(
    cluster: &Cluster,
    service: &InferenceService,
    built: Built,
    notes: &mut Notes,
) -> Result<Plan, BuildError> {
    if built.canary {
        return Ok(standard::plan(cluster, service, built, Storage::default(), notes)?);
    }
    let component = built.component;
    let storage = Storage::look_up(cluster, service, component)?;
    let plan = standard::plan(cluster, service, built, storage, notes);
    let what = format_args!("fails to create NewRawKubeReconciler for {}", component.name());
    plan.map_err(|error| error.within(what).into())
}

/// The Knative Service of a component. `rolled_out` is the last rolled out revision in the stored status, which gets the traffic
/// not meant for a canary; it is empty if there is none. `notes` receives assumptions made because a document is not in the
/// input, and errors that the controller only logs.
///
/// # Errors
///
/// The controller's error as the condition shows it.
pub fn knative(
    cluster: &Cluster,
    service: &InferenceService,
    built: Built,
    rolled_out: &str,
    notes: &mut Notes,
) -> Result<Plan, BuildError> {
    let storage = Storage::look_up(cluster, service, built.component)?;
    let desired = knative_service::build(cluster, service, built, storage, rolled_out, notes);
    Ok(Plan { steps: vec![ObjectStep::new(desired, Kind::KnativeService, true)], url: None })
}
