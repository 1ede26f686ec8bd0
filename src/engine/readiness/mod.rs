//! The readiness assumption: what objects report once they run.

mod gateways;
mod workloads;

use std::rc::Rc;

use super::properties::Properties;
use super::reports::Report;
use super::store::{Entry, Store};
use crate::Value;
use crate::facts::Cluster;
use crate::object::{Kind, ObjectView as _};
use gateways::Gateways;

/// Lets every existing object that matters to the controllers become ready, except those that the settings name as not ready.
pub(super) fn settle(store: &mut Store<'_>, cluster: &Cluster, properties: &Properties) {
    settle_looked_at(store, cluster, properties.reporting);
    if !properties.answered.is_empty() {
        settle_answered(store, cluster, properties.answered);
    }
}

/// Lets the objects that have changed report.
fn settle_looked_at(store: &mut Store<'_>, cluster: &Cluster, kinds: &[Kind]) {
    let has_services = kinds.contains(&Kind::Service);
    store.settle(|entry, store| {
        let is_due = kinds.contains(&entry.kind) && (entry.changed || workloads::is_rescaled(entry, store));
        let is_due = is_due && !cluster.settings.not_ready.contains(&entry.name);
        is_due.then(|| report(entry, store, cluster, has_services))
    });
}

/// Lets gateways report on all objects of their kinds.
fn settle_answered(store: &mut Store<'_>, cluster: &Cluster, kinds: &[Kind]) {
    let gateways = Gateways::new(store, cluster.settings.rejected_pools);
    let mut answers: Vec<(Kind, String, String, Value)> = Vec::new();
    for kind in kinds.iter().copied() {
        let due = store.all(kind).filter(|object| !cluster.settings.not_ready.contains(object.name()));
        answers.extend(due.filter_map(|object| {
            let answer = gateways.answer(kind, object)?;
            Some((kind, object.namespace().to_owned(), object.name().to_owned(), answer))
        }));
    }
    for (kind, namespace, name, status) in answers {
        store.report((kind, &namespace, &name), Report::Status(status));
    }
}

/// What an object reports once it runs. If `has_services` is set, a Service may already have the name that Knative needs.
fn report(entry: &Entry, store: &Store<'_>, cluster: &Cluster, has_services: bool) -> Report {
    match entry.kind {
        Kind::Deployment => Report::Deployment(Rc::new(workloads::scaled_deployment(entry, store))),
        Kind::KnativeService => {
            let reported = workloads::knative(entry, cluster, &entry.namespace);
            Report::Knative(Rc::new(match has_services {
                true => workloads::without_placeholder(reported, entry, store),
                false => reported,
            }))
        }
        Kind::HttpRoute => Report::Status(gateways::route(&entry.object, cluster.settings.rejected_pools)),
        Kind::LeaderWorkerSet => Report::Status(workloads::leader_worker_set(&entry.object)),
        Kind::HorizontalPodAutoscaler => Report::Status(workloads::autoscaler()),
        Kind::ScaledObject => Report::Status(workloads::scaled_object()),
        _ => Report::Nothing,
    }
}
