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
    for entry in store.entries_mut() {
        if !entry.changed || cluster.settings.not_ready.contains(&entry.name) {
            continue;
        }
        let report = match entry.kind {
            Kind::Deployment => Report::Deployment(Rc::new(deployment(entry))),
            Kind::KnativeService => Report::Knative(Rc::new(knative(entry, cluster, namespace))),
            Kind::HttpRoute => Report::Route(route(&entry.object)),
            _ => continue,
        };
        entry.settle(report);
    }
}

fn deployment(entry: &Entry) -> DeploymentStatus {
    let available = Verdict::new(Truth::True, "MinimumReplicasAvailable", "Deployment has minimum availability.");
    DeploymentStatus {
        observed_generation: entry.next_generation(),
        available_replicas: entry.object.at("/spec/replicas").and_then(Value::as_i64).unwrap_or(1),
        conditions: Reported { list: vec![("Available".into(), available)] },
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
        observed_generation: entry.next_generation(),
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
