//! The VirtualService of a Knative service.

use serde_json::json;

use super::{EXPLAIN, EXPLAIN_SUFFIX, annotations, cluster_host, object, path_prefix};
use crate::api::{Component, InferenceService};
use crate::facts::Cluster;
use crate::facts::config::Ingress;
use crate::facts::hosts as host;
use crate::facts::routing::Routing;
use crate::object::dns::authority_of;
use crate::object::{Kind, fields, keys};
use crate::{Map, Value};

/// Builds the VirtualService, given the URL of the entry component; `None` when the path template fails, which is only
/// logged.
pub fn build(cluster: &Cluster, routing: &Routing, service: &InferenceService, entry_url: &str) -> Option<Value> {
    let path = routing.path(&service.metadata).transpose().ok()?;
    let hosts = Hosts::of(cluster, routing, service, entry_url);
    let explainer = service
        .component(Component::Explainer)
        .map(|_| cluster_host(cluster, service, &service.child_name(Component::Explainer)));
    let entry = cluster_host(cluster, service, &service.child_name(service.entry()));

    let mut http = Vec::new();
    if let Some(explainer) = &explainer {
        http.push(Http::to(routing, service, explainer, hosts.matches(Some(EXPLAIN))).build());
    }
    http.push(Http::to(routing, service, &entry, hosts.matches(None)).build());
    if let Some(path) = &path {
        let prefix = path_prefix(path);
        if let Some(explainer) = &explainer {
            http.push(explain_below_path(routing, service, explainer, prefix).build());
        }
        http.push(below_path(routing, service, &entry, prefix).build());
    }

    let labels: Map = service.metadata.labels.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    let spec = fields::object([
        ("hosts", hosts.all(path.is_some()).into()),
        ("gateways", hosts.gateways().into()),
        ("http", http.into()),
    ]);
    let labels_and_annotations = (labels, annotations(cluster, service));
    Some(object(Kind::VirtualService, &service.metadata.name, service, labels_and_annotations, spec))
}

/// The hosts of a service, and the gateways they are reached through.
struct Hosts<'a> {
    settings: &'a Ingress,
    /// The host within the cluster.
    cluster: String,
    /// The host of the entry component without the component's name.
    service: String,
    /// The host in each of the other domains.
    additional: Vec<String>,
    /// Whether the service is for the cluster only.
    internal: bool,
}

impl<'a> Hosts<'a> {
    fn of(cluster: &Cluster, routing: &'a Routing, service: &InferenceService, entry_url: &str) -> Hosts<'a> {
        let settings = &routing.settings;
        let own = cluster_host(cluster, service, &service.metadata.name);
        let outer = host::without_component(authority_of(entry_url), service.entry().name());
        let labelled =
            service.metadata.labels.get(keys::VISIBILITY_LABEL).is_some_and(|value| value == "cluster-local");
        let internal = labelled || outer == own;
        let additional = match internal {
            true => Vec::new(),
            false => {
                let domains = cluster.knative_domains();
                host::additional(domains.into_iter(), &outer, settings.additional_ingress_domains.as_ref())
            }
        };
        Hosts { settings, cluster: own, service: outer, additional, internal }
    }

    /// The hosts that the VirtualService is for.
    fn all(&self, below_path: bool) -> Vec<String> {
        let mut hosts = vec![self.cluster.clone()];
        if !self.internal {
            hosts.push(self.service.clone());
        }
        if below_path {
            hosts.push(self.settings.ingress_domain.clone());
        }
        let additional: Vec<String> = self.additional.iter().filter(|host| !hosts.contains(host)).cloned().collect();
        hosts.extend(additional);
        hosts
    }

    fn gateways(&self) -> Vec<&str> {
        let mut gateways = vec![self.settings.local_gateway.as_str(), "mesh"];
        if !self.internal {
            gateways.push(&self.settings.ingress_gateway);
        }
        gateways
    }

    /// What tells requests to the service's own hosts, perhaps only those with URIs of this expression.
    fn matches(&self, uri: Option<&str>) -> Vec<Value> {
        let uri = uri.map_or(Value::Null, |uri| json!({ "regex": uri }));
        let from_outside = || json!([self.settings.ingress_gateway]);
        let mut all = vec![request(&self.cluster, json!([self.settings.local_gateway, "mesh"]), uri.clone())];
        if !self.internal {
            all.push(request(&self.service, from_outside(), uri.clone()));
            for host in &self.additional {
                let one = request(host, from_outside(), uri.clone());
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }
}

/// Requests to a host that come through one of these gateways, perhaps only those with such a URI.
fn request(host: &str, gateways: Value, uri: Value) -> Value {
    fields::object([("authority", json!({"regex": host::expression(host)})), ("gateways", gateways), ("uri", uri)])
}

/// Requests to the domain that all services share, with such a URI.
fn shared_domain(routing: &Routing, uri: Value) -> Value {
    let settings = &routing.settings;
    request(&settings.ingress_domain, json!([settings.ingress_gateway]), uri)
}

/// The route of explanation requests below the path of a service.
fn explain_below_path<'a>(
    routing: &'a Routing,
    service: &'a InferenceService,
    explainer: &'a str,
    prefix: &str,
) -> Http<'a> {
    let expression = format!("{prefix}{EXPLAIN_SUFFIX}");
    let matches = vec![shared_domain(routing, json!({ "regex": expression }))];
    let rewrite = json!({"uriRegexRewrite": {"match": expression, "rewrite": r"\1"}});
    Http { rewrite: Some(rewrite), ..Http::to(routing, service, explainer, matches) }
}

/// The route of all other requests below the path of a service.
fn below_path<'a>(routing: &'a Routing, service: &'a InferenceService, entry: &'a str, prefix: &str) -> Http<'a> {
    let matches = vec![
        shared_domain(routing, json!({"prefix": format!("{prefix}/")})),
        shared_domain(routing, json!({ "exact": prefix })),
    ];
    Http { rewrite: Some(json!({"uri": "/"})), ..Http::to(routing, service, entry, matches) }
}

/// One HTTP route: always to the local gateway of Knative, which tells services apart by the host header.
struct Http<'a> {
    routing: &'a Routing,
    service: &'a InferenceService,
    /// The in-cluster host of the component that answers.
    host: &'a str,
    matches: Vec<Value>,
    rewrite: Option<Value>,
}

impl<'a> Http<'a> {
    fn to(routing: &'a Routing, service: &'a InferenceService, host: &'a str, matches: Vec<Value>) -> Http<'a> {
        Http { routing, service, host, matches, rewrite: None }
    }

    fn build(self) -> Value {
        let metadata = &self.service.metadata;
        let gateway = &self.routing.settings.knative_local_gateway_service;
        // Protobuf leaves an empty host out.
        let destination = fields::object([("host", fields::non_empty(gateway)), ("port", json!({"number": 80}))]);
        let headers = json!({"request": {"set": {
            "Host": self.host,
            "KServe-Isvc-Name": metadata.name,
            "KServe-Isvc-Namespace": metadata.namespace,
        }}});
        fields::object([
            ("headers", headers),
            ("match", self.matches.into()),
            ("rewrite", self.rewrite.unwrap_or_default()),
            ("route", vec![fields::object([("destination", destination), ("weight", 100.into())])].into()),
        ])
    }
}
