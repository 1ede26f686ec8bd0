//! The readiness assumption: what objects report once they run.

use std::rc::Rc;
use std::sync::Arc;

use super::store::{Entry, Kind, Report, Store};
use crate::Value;
use crate::engine::conditions::{Truth, Verdict};
use crate::engine::reports::{DeploymentStatus, KnativeStatus, Reported, Traffic};
use crate::facts::Cluster;
use crate::facts::knative::Route;
use crate::object::fields::Lookup as _;
use crate::object::{keys, string_map};

/// Lets every existing object become ready, except those that the settings name as not ready.
pub(crate) fn settle(store: &mut Store<'_>, cluster: &Cluster, namespace: &str) {
    let replicas = scaled_replicas(store);
    for entry in store.entries_mut() {
        if !entry.changed || cluster.settings.not_ready.contains(&entry.name) {
            continue;
        }
        let report = match entry.kind {
            Kind::Deployment => {
                let scaled = replicas.iter().find(|(name, _)| *name == entry.name).map(|(_, replicas)| *replicas);
                Report::Deployment(Rc::new(deployment(entry, scaled)))
            }
            Kind::KnativeService => Report::Knative(Rc::new(knative(entry, cluster, namespace))),
            Kind::HttpRoute => Report::Route(route(&entry.object)),
            _ => continue,
        };
        entry.settle(report);
    }
}

/// How many replicas the autoscalers give their Deployments at least, by name.
fn scaled_replicas(store: &Store<'_>) -> Vec<(String, i64)> {
    let minimum = |entry: &Entry| {
        let key = match entry.kind {
            Kind::HorizontalPodAutoscaler => "/spec/minReplicas",
            Kind::ScaledObject => "/spec/minReplicaCount",
            _ => return None,
        };
        Some((entry.name.clone(), entry.object.at(key)?.as_i64()?))
    };
    store.entries().filter_map(minimum).collect()
}

/// What a cluster's controllers report of a rollout that is complete: all replicas are there, those of the spec or, where an
/// autoscaler decides, those that it gives at least.
fn deployment(entry: &Entry, scaled: Option<i64>) -> DeploymentStatus {
    let available = Verdict::new(Truth::True, "MinimumReplicasAvailable", "Deployment has minimum availability.");
    let replicas = entry.object.at("/spec/replicas").and_then(Value::as_i64);
    let mut reported = DeploymentStatus {
        observed_generation: entry.generation,
        available_replicas: replicas.or(scaled.map(|scaled| scaled.max(1))).unwrap_or(1),
        conditions: Reported { list: vec![("Available".into(), available)] },
    };
    complete(&mut reported, &entry.name);
    reported
}

/// Adds the progress of a rollout where only its success is reported, as every cluster's controllers do for Deployments with
/// a deadline. The hash in the name of a ReplicaSet cannot be known.
pub(crate) fn complete(reported: &mut DeploymentStatus, name: &str) {
    let conditions = &mut reported.conditions;
    let available = conditions.get("Available").is_some_and(|verdict| verdict.status == Truth::True);
    if available && conditions.get("Progressing").is_none() {
        let message = format!("ReplicaSet \"{name}-<pod-template-hash>\" has successfully progressed.");
        conditions.list.push(("Progressing".into(), Verdict::new(Truth::True, "NewReplicaSetAvailable", message)));
    }
}

fn knative(entry: &Entry, cluster: &Cluster, namespace: &str) -> KnativeStatus {
    let name = &entry.name;
    let settings = &cluster.settings;
    let cluster_local = format!("{name}.{namespace}.svc.{}", settings.cluster_domain);
    let hidden = entry.meta("labels", keys::VISIBILITY_LABEL) == Some("cluster-local");
    let scheme = if hidden { "http" } else { settings.knative_url_scheme.as_str() };
    let labels = string_map(entry.object.at("/metadata/labels"));
    let annotations = string_map(entry.object.at("/metadata/annotations"));
    let route = Route { name, namespace, labels: &labels, annotations: &annotations };
    let host = |tag: Option<&str>| match (hidden, tag) {
        (true, None) => cluster_local.clone(),
        (true, Some(tag)) => format!("{tag}-{cluster_local}"),
        // A template that fails on a route leaves it without host.
        (false, tag) => settings.knative_network.host(&route, tag, &settings.knative_domain).unwrap_or_default(),
    };
    let url = format!("{scheme}://{}", host(None));
    let revision = format!("{name}-{:05}", entry.revision);
    let targets = entry.object.at("/spec/traffic").and_then(Value::as_array).into_iter().flatten();
    let traffic = targets.map(|target| {
        let text = |key: &str| target.get(key).and_then(Value::as_str).unwrap_or_default();
        let latest = target.get("latestRevision").and_then(Value::as_bool);
        let tag = text("tag");
        Traffic {
            tag: tag.to_owned(),
            revision_name: if latest == Some(true) { revision.clone() } else { text("revisionName").to_owned() },
            configuration_name: String::new(),
            latest_revision: latest,
            percent: target.get("percent").and_then(Value::as_i64),
            url: (!tag.is_empty()).then(|| format!("{scheme}://{}", host(Some(tag)))),
        }
    });
    let ready = Some(Verdict::bare(Truth::True));
    KnativeStatus {
        observed_generation: entry.generation,
        ready: ready.clone(),
        routes_ready: ready.clone(),
        configurations_ready: ready,
        traffic: traffic.collect(),
        latest_created_revision: revision.clone(),
        latest_ready_revision: revision,
        url: Some(url),
        address: Some(Arc::new(serde_json::json!({ "url": format!("http://{cluster_local}") }))),
        failed: false,
    }
}

/// Every parent accepts the route and resolves its references.
fn route(object: &Value) -> Value {
    let condition = |kind: &str| serde_json::json!({ "type": kind, "status": "True", "reason": kind });
    let parents = object.at("/spec/parentRefs").and_then(Value::as_array).into_iter().flatten();
    let parents: Vec<Value> = parents
        .map(|parent| {
            serde_json::json!({ "parentRef": parent, "conditions": [condition("Accepted"), condition("ResolvedRefs")] })
        })
        .collect();
    serde_json::json!({ "parents": parents })
}
