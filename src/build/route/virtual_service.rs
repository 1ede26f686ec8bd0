//! The VirtualService of a Knative service.

use serde::Serialize;

use super::{EXPLAIN, EXPLAIN_SUFFIX, annotations, cluster_host, object, path_prefix};
use crate::api::{Component, InferenceService};
use crate::facts::Cluster;
use crate::facts::config::Ingress;
use crate::facts::hosts as host;
use crate::facts::routing::Routing;
use crate::object::dns::authority_of;
use crate::object::{Kind, fields, keys};
use crate::{Map, Value};

/// Builds the VirtualService, given the URL of the entry component; `None` if the path template fails, which the controller only
/// logs.
pub fn build(cluster: &Cluster, routing: &Routing, service: &InferenceService, entry_url: &str) -> Option<Value> {
    let path = routing.path(&service.metadata).transpose().ok()?;
    let hosts = Hosts::of(cluster, routing, service, entry_url);
    let explainer = service
        .component(Component::Explainer)
        .map(|_| cluster_host(cluster, service, &service.child_name(Component::Explainer)));
    let entry = cluster_host(cluster, service, &service.child_name(service.entry()));

    let routes = Routes { settings: &routing.settings, service };
    let mut http = Vec::new();
    if let Some(explainer) = &explainer {
        http.push(routes.to(explainer, hosts.matches(Some(EXPLAIN))));
    }
    http.push(routes.to(&entry, hosts.matches(None)));
    if let Some(path) = &path {
        let prefix = path_prefix(path);
        if let Some(explainer) = &explainer {
            http.push(routes.explain_below_path(explainer, prefix));
        }
        http.push(routes.below_path(&entry, prefix));
    }

    let labels: Map = service.metadata.labels.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    let spec = Spec { hosts: hosts.all(path.is_some()), gateways: hosts.gateways(), http };
    let labels_and_annotations = (labels, annotations(cluster, service));
    let name = &service.metadata.name;
    Some(object(Kind::VirtualService, name, service, labels_and_annotations, fields::tree(&spec)))
}

/// The `spec` of a VirtualService, as far as the controller writes it.
#[derive(Serialize)]
struct Spec<'a> {
    hosts: Vec<&'a str>,
    gateways: Vec<&'a str>,
    http: Vec<HttpRoute<'a>>,
}

#[derive(Serialize)]
struct HttpRoute<'a> {
    headers: Headers<'a>,
    #[serde(rename = "match")]
    matches: Vec<Match<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rewrite: Option<Rewrite>,
    route: [Destination<'a>; 1],
}

#[derive(Serialize)]
struct Headers<'a> {
    request: HeaderOperations<'a>,
}

#[derive(Serialize)]
struct HeaderOperations<'a> {
    set: ServiceHeaders<'a>,
}

/// The headers that tell the gateway and the service which service a request is for.
#[derive(Serialize)]
struct ServiceHeaders<'a> {
    #[serde(rename = "Host")]
    host: &'a str,
    #[serde(rename = "KServe-Isvc-Name")]
    name: &'a str,
    #[serde(rename = "KServe-Isvc-Namespace")]
    namespace: &'a str,
}

/// Matches requests to a host that come through one of the gateways, optionally only those with a matching URI.
#[derive(Serialize, PartialEq)]
struct Match<'a> {
    authority: StringMatch,
    gateways: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<StringMatch>,
}

#[derive(Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
enum StringMatch {
    Exact(String),
    Prefix(String),
    Regex(String),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Rewrite {
    Uri(&'static str),
    UriRegexRewrite {
        #[serde(rename = "match")]
        expression: String,
        rewrite: &'static str,
    },
}

#[derive(Serialize)]
struct Destination<'a> {
    destination: Gateway<'a>,
    weight: u8,
}

/// The Service of a gateway.
#[derive(Serialize)]
struct Gateway<'a> {
    /// Protobuf omits an empty one.
    #[serde(skip_serializing_if = "str::is_empty")]
    host: &'a str,
    port: Port,
}

#[derive(Serialize)]
struct Port {
    number: u16,
}

/// The hosts of a service, and the gateways through which they are reached.
struct Hosts<'a> {
    settings: &'a Ingress,
    /// The host within the cluster.
    cluster: String,
    /// The host of the entry component without the component's name.
    service: String,
    /// The host in each of the other domains.
    additional: Vec<String>,
    /// Whether the service can be reached only within the cluster.
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
    fn all(&self, below_path: bool) -> Vec<&str> {
        let mut hosts = vec![self.cluster.as_str()];
        if !self.internal {
            hosts.push(&self.service);
        }
        if below_path {
            hosts.push(&self.settings.ingress_domain);
        }
        let additional: Vec<&str> =
            self.additional.iter().map(String::as_str).filter(|host| !hosts.contains(host)).collect();
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

    /// The matches for requests to the service's own hosts, optionally only those whose URI matches this expression.
    fn matches(&self, uri: Option<&str>) -> Vec<Match<'_>> {
        let settings = self.settings;
        let request = |host: &str, gateways: Vec<&'a str>| {
            let uri = uri.map(|uri| StringMatch::Regex(uri.to_owned()));
            Match { authority: StringMatch::Regex(host::expression(host)), gateways, uri }
        };
        let mut all = vec![request(&self.cluster, vec![settings.local_gateway.as_str(), "mesh"])];
        if !self.internal {
            all.push(request(&self.service, vec![settings.ingress_gateway.as_str()]));
            for host in &self.additional {
                let one = request(host, vec![settings.ingress_gateway.as_str()]);
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }
}

/// Builds the HTTP routes of a service. They always lead to Knative's local gateway, which tells services apart by the host
/// header.
struct Routes<'a> {
    settings: &'a Ingress,
    service: &'a InferenceService,
}

impl<'a> Routes<'a> {
    /// The route from these requests to the component with this in-cluster host.
    fn to(&self, host: &'a str, matches: Vec<Match<'a>>) -> HttpRoute<'a> {
        let metadata = &self.service.metadata;
        let set = ServiceHeaders { host, name: &metadata.name, namespace: &metadata.namespace };
        let gateway = Gateway { host: &self.settings.knative_local_gateway_service, port: Port { number: 80 } };
        HttpRoute {
            headers: Headers { request: HeaderOperations { set } },
            matches,
            rewrite: None,
            route: [Destination { destination: gateway, weight: 100 }],
        }
    }

    /// Matches requests to the domain that all services share, with a matching URI.
    fn shared_domain(&self, uri: StringMatch) -> Match<'a> {
        Match {
            authority: StringMatch::Regex(host::expression(&self.settings.ingress_domain)),
            gateways: vec![self.settings.ingress_gateway.as_str()],
            uri: Some(uri),
        }
    }

    /// The route for explanation requests below the path of a service.
    fn explain_below_path(&self, explainer: &'a str, prefix: &str) -> HttpRoute<'a> {
        let expression = format!("{prefix}{EXPLAIN_SUFFIX}");
        let matches = vec![self.shared_domain(StringMatch::Regex(expression.clone()))];
        let rewrite = Some(Rewrite::UriRegexRewrite { expression, rewrite: r"\1" });
        HttpRoute { rewrite, ..self.to(explainer, matches) }
    }

    /// The route for all other requests below the path of a service.
    fn below_path(&self, entry: &'a str, prefix: &str) -> HttpRoute<'a> {
        let matches = vec![
            self.shared_domain(StringMatch::Prefix(format!("{prefix}/"))),
            self.shared_domain(StringMatch::Exact(prefix.to_owned())),
        ];
        HttpRoute { rewrite: Some(Rewrite::Uri("/")), ..self.to(entry, matches) }
    }
}
