//! The VirtualService of a Knative service.

use serde_json::json;

use super::{EXPLAIN, EXPLAIN_SUFFIX, annotations, cluster_host, object, path_prefix};
use crate::api::{Component, InferenceService};
use crate::facts::Cluster;
use crate::facts::hosts as host;
use crate::facts::routing::Routing;
use crate::object::dns::authority_of;
use crate::object::{fields, keys};
use crate::{Map, Value};

/// Builds the VirtualService, given the URL of the entry component; `None` when the path template fails, which is only
/// logged.
pub fn build(cluster: &Cluster, routing: &Routing, service: &InferenceService, entry_url: &str) -> Option<Value> {
    let settings = &routing.settings;
    let path = match routing.path(&service.metadata) {
        Some(path) => Some(path.ok()?),
        None => None,
    };
    let own_host = cluster_host(cluster, service, &service.metadata.name);
    let service_host = host::without_component(authority_of(entry_url), service.entry().name());
    let labelled = service.metadata.labels.get(keys::VISIBILITY_LABEL).is_some_and(|value| value == "cluster-local");
    let internal = labelled || service_host == own_host;
    let additional = match internal {
        true => Vec::new(),
        false => {
            let domains = cluster.knative_domains();
            host::additional(domains.into_iter(), &service_host, settings.additional_ingress_domains.as_ref())
        }
    };

    let mut hosts = vec![own_host.clone()];
    if !internal {
        hosts.push(service_host.clone());
    }
    if path.is_some() {
        hosts.push(settings.ingress_domain.clone());
    }
    let listed = hosts.len();
    for host in &additional {
        if !hosts.iter().take(listed).any(|other| other == host) {
            hosts.push(host.clone());
        }
    }
    let mut gateways = vec![settings.local_gateway.as_str(), "mesh"];
    if !internal {
        gateways.push(&settings.ingress_gateway);
    }

    let explainer = service
        .component(Component::Explainer)
        .map(|_| cluster_host(cluster, service, &service.child_name(Component::Explainer)));
    let backend = cluster_host(cluster, service, &service.child_name(service.entry()));
    let matches = |uri: Option<&str>| -> Vec<Value> {
        let entry = |host: &str, gateways: Value| {
            fields::object([
                ("authority", json!({"regex": host::expression(host)})),
                ("gateways", gateways),
                ("uri", uri.map_or(Value::Null, |uri| json!({"regex": uri}))),
            ])
        };
        let mut all = vec![entry(&own_host, json!([settings.local_gateway, "mesh"]))];
        if !internal {
            all.push(entry(&service_host, json!([settings.ingress_gateway])));
            for host in &additional {
                let one = entry(host, json!([settings.ingress_gateway]));
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    };
    let mut http = Vec::new();
    if let Some(explainer) = &explainer {
        http.push(Http::to(routing, service, explainer, matches(Some(EXPLAIN))).build());
    }
    http.push(Http::to(routing, service, &backend, matches(None)).build());
    if let Some(path) = &path {
        let prefix = path_prefix(path);
        let shared = |uri: Value| {
            fields::object([
                ("authority", json!({"regex": host::expression(&settings.ingress_domain)})),
                ("gateways", json!([settings.ingress_gateway])),
                ("uri", uri),
            ])
        };
        if let Some(explainer) = &explainer {
            let expression = format!("{prefix}{EXPLAIN_SUFFIX}");
            let rewrite = json!({"uriRegexRewrite": {"match": expression, "rewrite": r"\1"}});
            let matches = vec![shared(json!({"regex": expression}))];
            http.push(Http { rewrite: Some(rewrite), ..Http::to(routing, service, explainer, matches) }.build());
        }
        let matches = vec![shared(json!({"prefix": format!("{prefix}/")})), shared(json!({"exact": prefix}))];
        http.push(Http { rewrite: Some(json!({"uri": "/"})), ..Http::to(routing, service, &backend, matches) }.build());
    }

    let labels: Map = service.metadata.labels.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    let spec = fields::object([("hosts", hosts.into()), ("gateways", gateways.into()), ("http", http.into())]);
    let kind = ("networking.istio.io/v1beta1", "VirtualService");
    Some(object(kind, &service.metadata.name, service, (labels, annotations(cluster, service)), spec))
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
