//! The URLs of a service, which the controller finds through routes and Gateways.

use std::collections::HashSet;
use std::net::IpAddr;

use serde_json::json;

use super::gateways::{Named, Parent, named_of};
use super::route::has_header;
use crate::api::{GatewaySpec, GatewayStatus, Listener, PathMatch, RouteSpec, ServicePort};
use crate::go::url;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::object::ObjectView as _;
use crate::object::{ControllerError, Kind};
use crate::order;
use crate::release::RoutePaths;
use crate::{Map, Value};

/// The label that replaces `*` in the hostname of a listener.
const WILDCARD: &str = "inference";

/// A URL, and the Gateway that it goes through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The URL as Go prints it.
    pub url: String,
    host: String,
    path: String,
    scheme: String,
    /// The Gateway.
    pub origin: Named,
}

/// The URLs of a route through its Gateways. A route may have none.
///
/// # Errors
/// A listener that the route names does not exist or is not for HTTP, or a URL is invalid.
pub fn urls(builder: &Builder<'_>, route: &Map, parents: &[Parent<'_>]) -> Result<Vec<Address>, ControllerError> {
    let paths = paths(builder, route);
    let mut found = Vec::new();
    for parent in parents {
        let listeners = listeners(parent, &builder.settings.url_scheme)
            .map_err(|error| error.within(format_args!("failed to select listeners for gateway {}", parent.named)))?;
        let gateway = GatewayUrls { builder, route, parent, listeners };
        gateway.find(&paths, &mut found)?;
    }
    Ok(found)
}

/// The data for the URLs of one Gateway.
struct GatewayUrls<'g, 'b> {
    builder: &'g Builder<'b>,
    route: &'g Map,
    parent: &'g Parent<'b>,
    listeners: Vec<Listener<'b>>,
}

impl GatewayUrls<'_, '_> {
    fn find(&self, paths: &[String], found: &mut Vec<Address>) -> Result<(), ControllerError> {
        let addresses: Vec<&str> = GatewayStatus::of_object(self.parent.gateway).addresses().collect();
        let backing = self.backing_service();
        let rules = &self.builder.cluster.release.llm;
        let mut seen = HashSet::new();
        let mut hosts_seen: HashSet<String> = found.iter().map(|address| address.host.clone()).collect();
        for path in paths {
            if !addresses.is_empty() {
                for listener in self.listeners.iter().copied() {
                    for address in self.external(listener, &addresses, path)? {
                        seen.insert(address.url.clone());
                        hosts_seen.insert(address.host.clone());
                        found.push(address);
                    }
                }
            }
            let Some(service) = backing else { continue };
            let named = named_of(service);
            let host =
                format!("{}.{}.svc.{}", named.name, named.namespace, self.builder.cluster.settings.cluster_domain);
            if !rules.internal_urls_per_path {
                // One URL for each host, through the preferred listener.
                if hosts_seen.insert(host.clone())
                    && let Some(listener) = self.listeners.first().copied()
                {
                    found.extend(self.combine(vec![host], scheme(listener), listener, path)?);
                }
                continue;
            }
            for listener in self.listeners.iter().copied().filter(|listener| has_port(service, *listener)) {
                let urls = self.combine(vec![host.clone()], scheme(listener), listener, path).map_err(|error| {
                    let name = listener.name();
                    let at = &self.parent.named;
                    error.within(format_args!("failed to build internal URL for Gateway {at} listener {name}"))
                })?;
                found.extend(urls.into_iter().filter(|address| seen.insert(address.url.clone())));
            }
        }
        Ok(())
    }

    fn external(
        &self,
        listener: Listener<'_>,
        addresses: &[&str],
        path: &str,
    ) -> Result<Vec<Address>, ControllerError> {
        let at = &self.parent.named;
        let scheme = scheme(listener);
        if scheme.is_empty() {
            let (name, protocol) = (listener.name(), listener.protocol());
            return Err(ControllerError::new(format!(
                "failed to resolve scheme for gateway {at} listener {name}: \
                 listener \"{name}\" uses unsupported protocol {protocol} for HTTP routing"
            )));
        }
        self.combine(self.hosts(listener, addresses), scheme, listener, path)
            .map_err(|error| error.within(format_args!("failed to combine URLs for Gateway {at}")))
    }

    /// The hosts of the route, or else that of the listener, or else the addresses of the Gateway.
    fn hosts(&self, listener: Listener<'_>, addresses: &[&str]) -> Vec<String> {
        let own = RouteSpec::of_object(self.route).hostnames();
        let own: Vec<String> = own.filter(|host| !matches!(*host, "" | "*")).map(str::to_owned).collect();
        if !own.is_empty() {
            return own;
        }
        match listener.hostname() {
            "" => addresses.iter().filter(|value| !value.is_empty()).map(|value| (*value).to_owned()).collect(),
            host => vec![match host.strip_prefix("*.") {
                Some(domain) => format!("{WILDCARD}.{domain}"),
                None => host.to_owned(),
            }],
        }
    }

    fn combine(
        &self,
        mut hosts: Vec<String>,
        scheme: &str,
        listener: Listener<'_>,
        path: &str,
    ) -> Result<Vec<Address>, ControllerError> {
        order::sort(&mut hosts);
        let port = listener.port().unwrap_or_default();
        let usual = matches!((scheme, port), ("http", 80) | ("https", 443));
        let addresses = hosts.into_iter().map(|host| {
            let bracketed = if host.contains(':') { format!("[{host}]") } else { host.clone() };
            let port = if usual || port == 0 { String::new() } else { format!(":{port}") };
            let written = format!("{scheme}://{bracketed}{port}{path}");
            let url = url::parse(&written)
                .map_err(|error| ControllerError::new(format!("failed to parse URL {written}: {error}")))?;
            Ok(Address {
                url,
                host,
                path: path.to_owned(),
                scheme: scheme.to_owned(),
                origin: self.parent.named.clone(),
            })
        });
        addresses.collect()
    }

    /// The Service of the Gateway: one with its label, or else one with its name.
    fn backing_service(&self) -> Option<&Map> {
        let at = &self.parent.named;
        let store = self.builder.store;
        let services = store.list(Kind::Service, &at.namespace).into_iter();
        let labelled = services
            .filter_map(|(_, service)| service.as_object())
            .find(|service| service.label("gateway.networking.k8s.io/gateway-name") == Some(&at.name));
        labelled.or_else(|| store.peek((Kind::Service, &at.namespace, &at.name))?.as_object())
    }
}

/// Whether a Service has the port of a listener. A Service without ports counts as having every port.
fn has_port(service: &Map, listener: Listener<'_>) -> bool {
    let mut ports = ServicePort::of_object(service).peekable();
    ports.peek().is_none() || ports.any(|port| port.port() == listener.port())
}

/// The URL scheme of a listener; empty if it is not for HTTP.
fn scheme(listener: Listener<'_>) -> &'static str {
    match listener.protocol() {
        "HTTP" => "http",
        "HTTPS" | "TLS" => "https",
        _ => "",
    }
}

/// The listener that the route names, or else all for HTTP, those with the preferred scheme first.
fn listeners<'b>(parent: &Parent<'b>, preferred: &str) -> Result<Vec<Listener<'b>>, ControllerError> {
    let mut all = GatewaySpec::of_object(parent.gateway).listeners();
    if let Some(section) = &parent.section {
        let found = all.find(|listener| listener.name() == section).map(|listener| vec![listener]);
        return found.ok_or_else(|| {
            ControllerError::new(format!("listener \"{section}\" not found in gateway {}", parent.named))
        });
    }
    let mut capable: Vec<Listener<'_>> = all.filter(|listener| !scheme(*listener).is_empty()).collect();
    if capable.is_empty() {
        return Err(ControllerError::new(format!("no HTTP-capable listener found in gateway {}", parent.named)));
    }
    order::sort_by_key(&mut capable, |listener| match scheme(*listener) {
        scheme if scheme == preferred => 0,
        "https" => 1,
        _ => 2,
    });
    Ok(capable)
}

/// The paths of a route, the shallowest first: one for each way to reach it, preferably one that leads to a
/// Service.
fn paths(builder: &Builder<'_>, route: &Map) -> Vec<String> {
    #[derive(Default)]
    struct Way<'p> {
        to_services: Vec<&'p str>,
        others: Vec<&'p str>,
    }
    let kinds = builder.cluster.release.llm.route_paths;
    let header = &builder.settings.model_header;
    let (mut by_path, mut published, mut by_model) = (Way::default(), Way::default(), Way::default());
    for rule in RouteSpec::of_object(route).rules() {
        let to_service = rule.backend_refs().any(|own| own.kind() == Kind::Service.name());
        for own in rule.matches() {
            let path = own.path().and_then(PathMatch::value).unwrap_or("/");
            let has_headers = own.headers().next().is_some();
            let way = match kinds {
                RoutePaths::Shallowest => &mut by_path,
                _ if has_headers && has_header(own, header) => &mut by_model,
                _ if has_headers => continue,
                RoutePaths::ByAccess if path.starts_with("/publishers/") => &mut published,
                _ => &mut by_path,
            };
            if to_service { way.to_services.push(path) } else { way.others.push(path) }
        }
    }
    let depth = |path: &&str| (path.matches('/').count(), path.len());
    let shallowest = |way: Way<'_>| {
        let paths = if way.to_services.is_empty() { way.others } else { way.to_services };
        paths.into_iter().min_by_key(depth).filter(|path| !path.is_empty()).map(str::to_owned)
    };
    let mut paths: Vec<String> = [by_path, published, by_model].into_iter().filter_map(shallowest).collect();
    order::sort_by_key(&mut paths, |path| depth(&path.as_str()));
    paths.dedup();
    if paths.is_empty() { vec!["/".into()] } else { paths }
}

/// All URLs of a service, sorted.
#[derive(Debug, Clone, Default)]
pub struct Addresses(Vec<Address>);

impl Addresses {
    /// Sorts the URLs.
    pub fn new(mut found: Vec<Address>) -> Addresses {
        order::sort_by(&mut found, |a, b| a.url.cmp(&b.url));
        Addresses(found)
    }

    /// `status.url`: preferably an external URL, with the path of the service.
    pub fn url(&self, builder: &Builder<'_>) -> Option<&str> {
        let names = &builder.service.names;
        let domain = &builder.cluster.settings.cluster_domain;
        let rules = &builder.cluster.release.llm;
        let external: Vec<&Address> = self.0.iter().filter(|address| !address.is_internal(domain)).collect();
        let (candidates, scheme) = match external.is_empty() {
            true if !rules.internal_status_url => return None,
            true if rules.internal_url_by_scheme => (self.0.iter().collect(), builder.settings.url_scheme.as_str()),
            true => (self.0.iter().collect::<Vec<_>>(), ""),
            false => (external, ""),
        };
        if !rules.status_url_by_path {
            return candidates.first().map(|address| address.url.as_str());
        }
        let prefix = format!("/{}/{}", names.namespace, names.service);
        let mut own = candidates.iter().filter(|address| address.path.starts_with(&prefix));
        let preferred = own.clone().find(|address| !scheme.is_empty() && address.scheme == scheme);
        let chosen = preferred.or_else(|| own.next()).or_else(|| candidates.first());
        chosen.map(|address| address.url.as_str())
    }

    /// `status.addresses`.
    pub fn status(&self, builder: &Builder<'_>) -> Vec<Value> {
        self.0.iter().map(|address| address.status(builder)).collect()
    }
}

impl Address {
    /// Whether the host is internal to the cluster or its network.
    pub fn is_internal(&self, cluster_domain: &str) -> bool {
        let host = self.host.to_lowercase();
        let suffixes = [cluster_domain, ".local", ".localhost", ".internal"];
        is_private(&self.host) || host == "localhost" || suffixes.iter().any(|suffix| host.ends_with(suffix))
    }

    fn is_model_routing(&self) -> bool {
        matches!(self.path.as_str(), "" | "/")
    }

    fn status(&self, builder: &Builder<'_>) -> Value {
        let rules = &builder.cluster.release.llm;
        let domain = &builder.cluster.settings.cluster_domain;
        let kind = match () {
            () if self.host.to_lowercase().ends_with(domain.as_str()) => "gateway-internal",
            () if self.is_internal(domain) => "internal",
            () => "gateway-external",
        };
        let suffix = if self.is_model_routing() && rules.addresses_name_model_routing { "-model-routing" } else { "" };
        let mut status = json!({ "name": format!("{kind}{suffix}"), "url": self.url });
        let Some(own) = status.as_object_mut() else { return status };
        if rules.addresses_have_origin {
            let origin = &self.origin;
            let origin = json!({
                "group": Kind::Gateway.group(), "kind": Kind::Gateway.name(), "name": origin.name, "namespace": origin.namespace,
            });
            own.insert("origin".into(), origin);
        }
        if rules.addresses_have_models {
            own.insert("models".into(), self.models(builder).into());
        }
        status
    }

    /// The models served at the URL.
    fn models(&self, builder: &Builder<'_>) -> Vec<Value> {
        let service = &builder.service;
        let model = service.spec.model();
        let names = std::iter::once(model.name()).chain(model.adapter_names());
        let both = !self.is_model_routing();
        let named = |name: String| json!({ "name": name });
        names
            .flat_map(|name| {
                let full = std::iter::once(service.names.published(name));
                full.chain(both.then(|| name.to_owned()))
            })
            .map(named)
            .collect()
    }
}

/// Whether a host is an address in a private network.
fn is_private(host: &str) -> bool {
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => address.is_private(),
        Ok(IpAddr::V6(address)) => address.segments().first().is_some_and(|first| first & 0xfe00 == 0xfc00),
        Err(_) => false,
    }
}
