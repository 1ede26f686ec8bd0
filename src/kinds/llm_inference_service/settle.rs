//! The readiness assumption: what objects report once they run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::live::Live;
use super::router::gateways::Named;
use crate::facts::RejectedPools;
use crate::object::Kind;
use crate::object::fields::{elements, integer, member, objects, text};
use crate::{Map, Value};

/// Lets every existing object become ready, except those that the settings name as not ready.
pub fn settle(live: &mut Live<'_>) {
    for kind in [Kind::Deployment, Kind::LeaderWorkerSet, Kind::HorizontalPodAutoscaler, Kind::ScaledObject] {
        for (namespace, name) in live.touched(kind) {
            if is_held_back(live, &name) {
                continue;
            }
            let Some(object) = live.get(kind, &namespace, &name).and_then(Value::as_object) else { continue };
            let status = match kind {
                Kind::Deployment => deployment(replicas(object)),
                Kind::LeaderWorkerSet => set(replicas(object)),
                Kind::HorizontalPodAutoscaler => json!({
                    "conditions": [
                        condition("AbleToScale", "ReadyForNewScale", ""),
                        condition("ScalingActive", "ValidMetricFound", ""),
                    ],
                }),
                _ => json!({ "conditions": [condition("Ready", "", ""), condition("Active", "", "")] }),
            };
            live.report(kind, &namespace, &name, status);
        }
    }
    settle_gateways(live);
    settle_routes(live);
    settle_pools(live);
}

fn is_held_back(live: &Live<'_>, name: &str) -> bool {
    live.cluster().settings.not_ready.contains(name)
}

fn condition(kind: &str, reason: &str, message: &str) -> Value {
    let mut own = json!({ "type": kind, "status": "True" });
    if let Some(own) = own.as_object_mut() {
        for (key, text) in [("reason", reason), ("message", message)] {
            if !text.is_empty() {
                own.insert(key.into(), text.into());
            }
        }
    }
    own
}

/// The replicas that a workload asks for.
fn replicas(object: &Map) -> i64 {
    member(object, "spec").and_then(|spec| integer(spec, "replicas")).unwrap_or(1)
}

fn deployment(replicas: i64) -> Value {
    json!({
        "availableReplicas": replicas,
        "readyReplicas": replicas,
        "replicas": replicas,
        "conditions": [
            condition("Available", "MinimumReplicasAvailable", "Deployment has minimum availability."),
            condition("Progressing", "NewReplicaSetAvailable", ""),
        ],
    })
}

fn set(replicas: i64) -> Value {
    json!({
        "readyReplicas": replicas,
        "replicas": replicas,
        "conditions": [condition("Available", "AllGroupsReady", "")],
    })
}

/// Gateways without conditions are accepted and programmed.
fn settle_gateways(live: &mut Live<'_>) {
    for (namespace, name) in live.all(Kind::Gateway) {
        if is_held_back(live, &name) {
            continue;
        }
        let Some(gateway) = live.get(Kind::Gateway, &namespace, &name).and_then(Value::as_object) else { continue };
        let mut status = member(gateway, "status").cloned().unwrap_or_default();
        if elements(&status, "conditions").is_empty() {
            let conditions = vec![condition("Accepted", "Accepted", ""), condition("Programmed", "Programmed", "")];
            status.insert("conditions".into(), conditions.into());
            live.report(Kind::Gateway, &namespace, &name, status.into());
        }
    }
}

/// Routes get the answers of their parents.
fn settle_routes(live: &mut Live<'_>) {
    let refused = live.cluster().settings.rejected_pools;
    for (namespace, name) in live.all(Kind::HttpRoute) {
        if is_held_back(live, &name) || is_answered(live, Kind::HttpRoute, &namespace, &name) {
            continue;
        }
        let Some(route) = live.get(Kind::HttpRoute, &namespace, &name).and_then(Value::as_object) else { continue };
        let status = route_status(route, refused);
        live.report(Kind::HttpRoute, &namespace, &name, status);
    }
}

/// All parents accept a route and resolve its references, unless they refuse InferencePools that it uses.
fn route_status(route: &Map, refused: RejectedPools) -> Value {
    let is_refused =
        backends(route).any(|own| text(own, "kind") == "InferencePool" && refused.includes(text(own, "group")));
    let resolved = match is_refused {
        true => json!({
            "type": "ResolvedRefs", "status": "False", "reason": "InvalidKind", "message": "unsupported backendRef kind",
        }),
        false => condition("ResolvedRefs", "ResolvedRefs", ""),
    };
    let parents = member(route, "spec").map(|spec| elements(spec, "parentRefs")).unwrap_or_default().iter();
    let answers = parents
        .map(|parent| json!({ "parentRef": parent, "conditions": [condition("Accepted", "Accepted", ""), resolved] }));
    json!({ "parents": answers.collect::<Vec<_>>() })
}

fn backends(route: &Map) -> impl Iterator<Item = &Map> {
    let rules = member(route, "spec").map(|spec| objects(spec, "rules")).into_iter().flatten();
    rules.flat_map(|rule| objects(rule, "backendRefs"))
}

/// Whether an object of someone else says already what its gateways think of it.
fn is_answered(live: &Live<'_>, kind: Kind, namespace: &str, name: &str) -> bool {
    let object = live.get(kind, namespace, name).and_then(Value::as_object);
    let parents = object.and_then(|object| member(object, "status")).map(|status| elements(status, "parents"));
    live.is_foreign(kind, namespace, name) && parents.is_some_and(|parents| !parents.is_empty())
}

/// The Gateways of the routes that point at a pool accept it.
fn settle_pools(live: &mut Live<'_>) {
    let gateways = gateways_by_pool(live);
    for kind in [Kind::InferencePool, Kind::InferencePoolX] {
        for (namespace, name) in live.all(kind) {
            if is_held_back(live, &name) || is_answered(live, kind, &namespace, &name) {
                continue;
            }
            let Some(gateways) = gateways.get(&(namespace.clone(), name.clone())) else { continue };
            let reference = if kind == Kind::InferencePool { "parentRef" } else { "gatewayRef" };
            let parents = gateways.iter().map(|gateway| {
                json!({
                    reference: { "name": gateway.name, "namespace": gateway.namespace },
                    "conditions": [condition("Accepted", "Accepted", ""), condition("ResolvedRefs", "ResolvedRefs", "")],
                })
            });
            let status = json!({ "parents": parents.collect::<Vec<_>>() });
            live.report(kind, &namespace, &name, status);
        }
    }
}

/// The Gateways of the routes that point at each pool, by its namespace and name.
fn gateways_by_pool(live: &Live<'_>) -> BTreeMap<(String, String), Vec<Named>> {
    let mut all: BTreeMap<(String, String), Vec<Named>> = BTreeMap::new();
    for (namespace, name) in live.all(Kind::HttpRoute) {
        let Some(route) = live.get(Kind::HttpRoute, &namespace, &name).and_then(Value::as_object) else { continue };
        let pools: BTreeSet<&str> =
            backends(route).filter(|own| text(own, "kind") == "InferencePool").map(|own| text(own, "name")).collect();
        let parents = member(route, "spec").map(|spec| objects(spec, "parentRefs")).into_iter().flatten();
        let parents: Vec<Named> = parents.map(|parent| Named::of(parent, &namespace)).collect();
        for pool in pools {
            let gateways = all.entry((namespace.clone(), pool.to_owned())).or_default();
            for parent in &parents {
                if !gateways.contains(parent) {
                    gateways.push(parent.clone());
                }
            }
        }
    }
    all
}
