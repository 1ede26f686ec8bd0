//! InferenceServices: admission, components, the controller's steps, and status.

pub mod admission;
pub mod advice;
pub mod component;
pub(crate) mod lint;
pub mod runtime;
pub mod status;
pub mod steps;
pub(crate) mod topics;

use std::sync::Arc;

use super::{Admitted, Properties, Reconcile, Reconciled, ResourceKind};
use crate::api::{Component, InferenceService};
use crate::facts::{Cluster, Existing, Found};
use crate::object::fields::text;
use crate::object::{ControllerError, Kind, Path};
use crate::webhook::pod;
use crate::{Map, Value};

/// InferenceServices; each is rendered on its own.
pub static KIND: ResourceKind = ResourceKind {
    kind: Kind::InferenceService,
    report: "service",
    read: |cluster, stored| admission::STAGES.read(cluster, stored),
    admit: admission::admit,
    examine: admission::examine,
    reconcile: Reconcile::Each(reconcile),
    finalizer: crate::object::FINALIZER,
    properties: Properties {
        shares_hosts: true,
        has_final_variables: true,
        runtimes: Some(runtime::choice),
        advise: advice::of_failure,
        place_of,
        inject: |cluster, _, stored, objects| {
            pod::inject_all(cluster, &InferenceService::of(stored, cluster.settings.generation), objects)
        },
        ..Properties::PLAIN
    },
};

/// The component for which an object or a pod with these labels is made, or the service as a whole.
fn place_of(labels: &Map) -> Path {
    let label = text(labels, "component");
    let spec = Path::keys(["spec"]);
    match Component::ALL.into_iter().find(|component| component.name() == label) {
        Some(component) => spec.key(component.name()),
        None => spec,
    }
}

fn reconcile(cluster: &Cluster, admitted: &Admitted, found: &Arc<Found>) -> Reconciled {
    let existing = Existing { resource: admitted.existing.clone(), objects: Arc::clone(found) };
    let run =
        |object: &Value, reach: steps::Reach| steps::run(cluster, object, &existing, reach, admitted.keeps_states);
    if admitted.is_being_deleted() {
        return run(&admitted.object, steps::Reach::Deletion);
    }
    match admission::admit_finalizer(cluster, admitted) {
        Ok(None) => run(&admitted.object, steps::Reach::Everything),
        Ok(Some(written)) => run(&written, steps::Reach::Everything),
        Err(refusal) => run(&admitted.object, steps::Reach::Nothing(ControllerError::new(refusal.into_text()))),
    }
}
