//! Gateways that LLMInferenceServices need, assumed to exist if the input has none.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::config::Settings;
use super::spec::References;
use crate::api::{ParentReference, RouteSpec};
use crate::facts::{ASSUMED_ADDRESS, Found};
use crate::object::{Key, Kind};
use crate::{Cluster, Value};

/// The class of assumed Gateways.
const CLASS: &str = "assumed";

/// The listeners that routes name, by namespace and name of their Gateway.
type Wanted = BTreeMap<(String, String), BTreeSet<String>>;

/// The cluster with the Gateways that the services need, or `None` if any Gateway of the cluster is known: then
/// none is assumed.
pub fn with_assumed(cluster: &Cluster, found: &Found, services: &[&Value]) -> Option<Cluster> {
    let is_known =
        |kind: Kind| found.all(kind).next().is_some() || cluster.objects().any(|object| Kind::of(object) == Some(kind));
    if is_known(Kind::Gateway) || is_known(Kind::GatewayClass) || !cluster.has_api(Kind::Gateway) {
        return None;
    }
    let mut wanted = Wanted::new();
    let default = Settings::read(cluster).ok()?.gateway;
    if !default.1.is_empty() {
        wanted.entry(default).or_default();
    }
    let configs = [Kind::LlmInferenceService, Kind::LlmInferenceServiceConfig].map(Some);
    for service in services.iter().filter(|service| configs.contains(&Kind::of(service))) {
        collect(service, &Key::of(service).namespace, &mut wanted);
    }
    let routes = cluster.objects().filter(|object| Kind::of(object) == Some(Kind::HttpRoute));
    for route in routes.chain(found.all(Kind::HttpRoute)) {
        collect(route, &Key::of(route).namespace, &mut wanted);
    }
    let names: Vec<String> = wanted.keys().map(|(namespace, name)| format!("{namespace}/{name}")).collect();
    let objects = wanted.into_iter().map(|((namespace, name), listeners)| gateway(&namespace, &name, listeners));
    let class = json!({
        "apiVersion": Kind::GatewayClass.api_version(), "kind": Kind::GatewayClass.name(), "metadata": { "name": CLASS },
        "spec": { "controllerName": "assumed.example/gateway" },
    });
    let mut cluster = cluster.with_objects(objects.chain([class]));
    cluster.settings.assumed_gateways = names;
    Some(cluster)
}

/// Collects the Gateways that a service or a route names.
fn collect(value: &Value, namespace: &str, wanted: &mut Wanted) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match (&**key, value) {
                    ("parentRefs", Value::Array(_)) => {
                        RouteSpec::of(map).parent_refs().for_each(|one| name(one, namespace, wanted));
                    }
                    ("gateway", gateway) => {
                        let gateway = gateway.as_object().map(References::of);
                        gateway.into_iter().flat_map(References::all).for_each(|one| name(one, namespace, wanted));
                    }
                    _ => collect(value, namespace, wanted),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, namespace, wanted)),
        _ => {}
    }
}

fn name(reference: ParentReference<'_>, namespace: &str, wanted: &mut Wanted) {
    let is_set = |text: &&str| !text.is_empty();
    let name = reference.name();
    let namespace = reference.namespace().filter(is_set).unwrap_or(namespace);
    if name.is_empty() || [name, namespace].iter().any(|text| text.contains("{{")) {
        return;
    }
    let listeners = wanted.entry((namespace.to_owned(), name.to_owned())).or_default();
    listeners.extend(reference.section_name().filter(is_set).map(str::to_owned));
}

/// A Gateway that accepts all routes, with an HTTP listener if no route names one.
fn gateway(namespace: &str, name: &str, mut listeners: BTreeSet<String>) -> Value {
    if listeners.is_empty() {
        listeners.insert("http".into());
    }
    let listener = |name: &String| {
        let (protocol, port) = if name.contains("https") { ("HTTPS", 443) } else { ("HTTP", 80) };
        json!({ "name": name, "protocol": protocol, "port": port, "allowedRoutes": { "namespaces": { "from": "All" } } })
    };
    json!({
        "apiVersion": Kind::Gateway.api_version(),
        "kind": Kind::Gateway.name(),
        "metadata": { "name": name, "namespace": namespace },
        "spec": { "gatewayClassName": CLASS, "listeners": listeners.iter().map(listener).collect::<Vec<_>>() },
        "status": { "addresses": [{ "type": "Hostname", "value": ASSUMED_ADDRESS }] },
    })
}
