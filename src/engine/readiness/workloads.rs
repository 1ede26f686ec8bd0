//! What workloads and autoscalers report once they run.

use std::sync::Arc;

use serde_json::json;

use crate::Value;
use crate::engine::conditions::{Truth, Verdict};
use crate::engine::reports::{DeploymentStatus, KnativeStatus, Report, Reported, Traffic, condition};
use crate::engine::store::{Entry, Store};
use crate::facts::Cluster;
use crate::facts::knative::Route;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::fields::Lookup as _;
use crate::object::keys;

/// Whether a pass has written an autoscaler that gives an available Deployment another number of replicas than it reports.
pub(super) fn is_rescaled(entry: &Entry, store: &Store<'_>) -> bool {
    let Report::Deployment(reported) = &entry.report else { return false };
    let is_available = reported.conditions.get("Available").is_some_and(|verdict| verdict.status == Truth::True);
    let autoscalers = [Kind::HorizontalPodAutoscaler, Kind::ScaledObject];
    is_available
        && autoscalers.into_iter().any(|kind| store.is_written((kind, &entry.namespace, &entry.name)))
        && reported.available_replicas != scaled_deployment(entry, store).available_replicas
}

/// What a Deployment reports, with the replicas that an autoscaler gives it.
pub(super) fn scaled_deployment(entry: &Entry, store: &Store<'_>) -> DeploymentStatus {
    deployment(entry, scaled_replicas(entry, store))
}

/// The minimum of replicas that an autoscaler gives a Deployment, even if the controller does not look at the autoscaler.
fn scaled_replicas(entry: &Entry, store: &Store<'_>) -> Option<i64> {
    let autoscalers =
        [(Kind::HorizontalPodAutoscaler, "/spec/minReplicas"), (Kind::ScaledObject, "/spec/minReplicaCount")];
    let minimum = |(kind, path)| store.peek((kind, &entry.namespace, &entry.name))?.at(path)?.as_i64();
    autoscalers.into_iter().find_map(minimum)
}

/// What a cluster's controllers report when a rollout is complete: all replicas are available.
fn deployment(entry: &Entry, scaled: Option<i64>) -> DeploymentStatus {
    let available = Verdict::new(Truth::True, "MinimumReplicasAvailable", "Deployment has minimum availability.");
    let mut reported = DeploymentStatus {
        observed_generation: entry.generation,
        available_replicas: replicas(entry.object.replicas(), scaled),
        conditions: Reported { list: vec![("Available".into(), available)] },
    };
    reported.complete(&entry.name);
    reported
}

/// How many replicas run: those in the spec, but at least as many as an autoscaler wants, which also raises the number in the
/// spec. A Deployment in a cluster always has a number there, since the API server fills it in; an autoscaler does not act on a
/// number of zero.
fn replicas(of_spec: Option<i64>, scaled: Option<i64>) -> i64 {
    match of_spec {
        Some(0) => 0,
        given => given.max(scaled).unwrap_or(1).max(1),
    }
}

pub(super) fn knative(entry: &Entry, cluster: &Cluster, namespace: &str) -> KnativeStatus {
    let name = &entry.name;
    let settings = &cluster.settings;
    let cluster_local = format!("{name}.{namespace}.svc.{}", settings.cluster_domain);
    let hidden = entry.meta("labels", keys::VISIBILITY_LABEL) == Some("cluster-local");
    let scheme = if hidden { "http" } else { settings.knative_url_scheme.as_str() };
    let labels = entry.object.label_map();
    let annotations = entry.object.annotation_map();
    let route = Route { name, namespace, labels: &labels, annotations: &annotations };
    let host = |tag: Option<&str>| match (hidden, tag) {
        (true, None) => cluster_local.clone(),
        (true, Some(tag)) => format!("{tag}-{cluster_local}"),
        // If the template fails, the route has no host.
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

/// What a Knative Service reports if a Service already has the name of the placeholder that its Route creates in the cluster: the
/// revision is ready, but nothing routes to it.
pub(super) fn without_placeholder(mut reported: KnativeStatus, entry: &Entry, store: &Store<'_>) -> KnativeStatus {
    let tags = reported.traffic.iter().filter(|target| !target.tag.is_empty());
    let names = std::iter::once(entry.name.clone()).chain(tags.map(|target| format!("{}-{}", target.tag, entry.name)));
    let is_taken = |name: &String| {
        let service = store.peek((Kind::Service, &entry.namespace, name));
        service.is_some_and(|service| !is_owned_by_route(service, &entry.name))
    };
    let Some(name) = names.into_iter().find(is_taken) else { return reported };
    let message = format!("There is an existing placeholder Service \"{name}\" that we do not own.");
    let verdict = Verdict::new(Truth::False, "NotOwned", message);
    (reported.ready, reported.routes_ready) = (Some(verdict.clone()), Some(verdict));
    reported.failed = true;
    KnativeStatus { url: None, address: None, traffic: reported.traffic, ..reported }
}

fn is_owned_by_route(service: &Value, route: &str) -> bool {
    let owners = service.at("/metadata/ownerReferences").and_then(Value::as_array);
    owners.into_iter().flatten().any(|owner| {
        let is = |key: &str, wanted: &str| owner.get(key).is_some_and(|found| found == wanted);
        is("kind", "Route") && is("name", route)
    })
}

/// The status of a LeaderWorkerSet all of whose groups are available.
pub(super) fn leader_worker_set(set: &Value) -> Value {
    let replicas = set.replicas().unwrap_or(1);
    json!({
        "readyReplicas": replicas,
        "replicas": replicas,
        "conditions": [condition("Available", "AllGroupsReady")],
    })
}

/// The status of a HorizontalPodAutoscaler that has its metrics.
pub(super) fn autoscaler() -> Value {
    json!({
        "conditions": [condition("AbleToScale", "ReadyForNewScale"), condition("ScalingActive", "ValidMetricFound")],
    })
}

/// The status of a ScaledObject that KEDA has taken over.
pub(super) fn scaled_object() -> Value {
    json!({ "conditions": [condition("Ready", ""), condition("Active", "")] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_autoscaler_gives_a_deployment_of_a_cluster_its_minimum() {
        assert_eq!(replicas(Some(1), Some(2)), 2, "the number that the API server filled in is raised");
        assert_eq!(replicas(Some(3), Some(2)), 3, "what is scaled up stays");
        assert_eq!(replicas(Some(0), Some(2)), 0, "an autoscaler stands still");
        assert_eq!(replicas(None, Some(0)), 1);
        assert_eq!(replicas(None, None), 1);
    }
}
