//! LLMInferenceServices: large language models on one node or several, behind a scheduler and routes.

pub mod admission;
pub mod advice;
mod assumed_gateways;
mod builder;
#[allow(unused_imports, reason = "it hands on what its parts have for others, whether these ask for it or not")]
pub mod config;
pub mod explain;
pub mod labels;
pub(crate) mod lint;
pub mod names;
mod pass;
mod peers;
pub mod places;
pub mod router;
mod router_step;
pub mod scheduler;
mod service;
pub mod spec;
pub(crate) mod status;
mod status_view;
mod step;
#[cfg(test)]
mod testing;
pub mod topics;
mod update;
pub mod workload;
mod workload_step;
mod world;
mod write;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Admitted, Properties, Reconcile, Reconciled, ResourceKind, Status};
use crate::facts::{ASSUMED_ADDRESS, Cluster, Existing, Found};
use crate::object::fields::text;
use crate::object::{Kind, Path};
use crate::release::defaults::STAND_IN;
use crate::webhook::{Admission, pod};
use crate::{Value, parallel};
pub(crate) use pass::Waiting;

/// LLMInferenceServices. Those of one namespace affect each other, by groups and by the models that they serve.
pub static KIND: ResourceKind = ResourceKind {
    kind: Kind::LlmInferenceService,
    report: "llmService",
    read,
    admit,
    examine,
    reconcile: Reconcile::Together(reconcile),
    finalizer: admission::FINALIZER,
    properties: Properties {
        reference: Some("name"),
        names_routes: true,
        compose: Some(|cluster, written| explain::composition(cluster, written, None)),
        holds_objects_beside: true,
        stays_in_namespace: true,
        tells_generation: true,
        in_version_of: admission::in_version_of,
        assume: Some(assumed_gateways::with_assumed),
        trouble: Some(|status| Some(status::trouble(status)?.to_string())),
        advise: advice::of_failure,
        advise_on_absence: advice::on_absence,
        place_of: |own| {
            let part = labels::part_of(text(own, labels::COMPONENT));
            part.iter().fold(Path::keys(["spec"]), |path, key| path.key(key))
        },
        inject: |cluster, namespace, _, objects| pod::inject_labelled(cluster, namespace, objects),
        ..Properties::PLAIN
    },
};

/// LLMInferenceServiceConfigs, on which services are based.
pub static CONFIG: ResourceKind = ResourceKind {
    kind: Kind::LlmInferenceServiceConfig,
    report: "llmConfig",
    read,
    admit,
    examine,
    reconcile: Reconcile::Stored,
    finalizer: "",
    properties: Properties { in_version_of: admission::in_version_of, ..Properties::PLAIN },
};

fn read(cluster: &Cluster, stored: &Value) -> Value {
    let mut read = admission::stored(&cluster.release, stored);
    read.remove("status");
    Value::Object(read)
}

fn admit(cluster: &Cluster, object: &Value, existing: &Existing) -> Admission {
    admission::admit(cluster, object, existing.resource.as_ref())
}

fn examine(
    cluster: &Cluster,
    object: &Value,
    existing: &Existing,
) -> (Admission, Vec<crate::object::diagnostic::Diagnostic>) {
    admission::examine(cluster, object, existing.resource.as_ref())
}

/// The services of each world. There is one world for each namespace, and another for each repetition of a name in
/// it.
fn worlds(admitted: &[Admitted]) -> Vec<Vec<usize>> {
    let mut earlier: HashMap<(&str, &str), usize> = HashMap::new();
    let mut worlds: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (place, one) in admitted.iter().enumerate() {
        let times = earlier.entry((&one.key.namespace, &one.key.name)).or_default();
        worlds.entry((*times, &one.key.namespace)).or_default().push(place);
        *times += 1;
    }
    worlds.into_values().collect()
}

fn reconcile(cluster: &Cluster, admitted: &[Admitted], found: &Arc<Found>) -> Vec<Reconciled> {
    let of_world = |places: Vec<usize>| {
        let services: Vec<&Admitted> = places.iter().filter_map(|place| admitted.get(*place)).collect();
        let reconciled = world::run(cluster, found, &services);
        places.into_iter().zip(reconciled).collect::<Vec<_>>()
    };
    let mut all: Vec<Reconciled> = admitted.iter().map(|_| Reconciled::default()).collect();
    for (place, reconciled) in parallel::map(worlds(admitted), of_world).into_iter().flatten() {
        if let Some(slot) = all.get_mut(place) {
            *slot = reconciled;
        }
    }
    if let Some(first) = all.iter_mut().find(|one| is_reached(one))
        && let Some(note) = explain::gateways_note(&cluster.settings.assumed_gateways)
    {
        first.notes.push(note);
    }
    // One note is enough for all services.
    if let Some(first) = all.iter_mut().find(|one| one.objects.iter().any(lacks_script)) {
        first.notes.push(explain::scripts_note(cluster.release.version));
    }
    all
}

/// Whether a service has routes, its own or others.
fn is_reached(one: &Reconciled) -> bool {
    one.objects.iter().any(|object| Kind::of(object) == Some(Kind::HttpRoute))
        || one.status.as_ref().and_then(Status::url).is_some_and(|url| url.contains(ASSUMED_ADDRESS))
}

/// Whether an object has a placeholder for a preset's launch script.
fn lacks_script(value: &Value) -> bool {
    match value {
        Value::String(text) => text.starts_with(STAND_IN),
        Value::Array(items) => items.iter().any(lacks_script),
        Value::Object(members) => members.values().any(lacks_script),
        _ => false,
    }
}
