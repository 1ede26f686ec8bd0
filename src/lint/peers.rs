//! What the services of the input share.

use std::collections::BTreeMap;

use crate::facts::Cluster;
use crate::kinds;
use crate::object::fields::{elements, member, objects, text};
use crate::object::{Key, Kind};
use crate::{Map, Rendering, Value};

/// The services of the input by the URL at which they are reached, and by what their routes claim.
#[derive(Debug, Clone, Default)]
pub struct Peers {
    by_url: BTreeMap<String, Vec<(String, String)>>,
    by_claim: BTreeMap<(String, String), Vec<(String, String)>>,
}

/// What a route claims of a host that it shares with other services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub host: String,
    /// Which paths, in words; empty for all.
    pub path: String,
    /// The kind of the route.
    pub kind: Kind,
    /// The name of the route.
    pub name: String,
}

/// What the routes of a service claim of the ingress domain, which services share.
pub fn claims(cluster: &Cluster, rendering: &Rendering) -> Vec<Claim> {
    let Ok(routing) = &cluster.routing else { return Vec::new() };
    let domain = routing.settings.ingress_domain.as_str();
    let mut found: Vec<Claim> = Vec::new();
    for object in rendering.objects().iter().filter_map(Value::as_object) {
        let (kind, hosts) = match Kind::of_members(object) {
            Some(kind @ Kind::HttpRoute) => (kind, "hostnames"),
            Some(kind @ Kind::VirtualService) => (kind, "hosts"),
            _ => continue,
        };
        let Some(spec) = member(object, "spec") else { continue };
        if !elements(spec, hosts).iter().any(|host| host == domain) {
            continue;
        }
        let name = member(object, "metadata").map_or("", |metadata| text(metadata, "name"));
        let paths = match kind {
            Kind::HttpRoute => paths_of_http_route(spec),
            _ => paths_of_virtual_service(spec, domain),
        };
        for path in paths {
            let claim = Claim { host: domain.to_owned(), path, kind, name: name.to_owned() };
            if !found.iter().any(|other| other.path == claim.path) {
                found.push(claim);
            }
        }
    }
    found
}

fn paths_of_http_route(spec: &Map) -> Vec<String> {
    let matches = objects(spec, "rules").flat_map(|rule| objects(rule, "matches"));
    // A rule for some headers takes the requests of no other service.
    let of_path = matches.filter(|one| elements(one, "headers").is_empty()).map(|one| {
        let path = member(one, "path").map_or("", |path| text(path, "value"));
        if matches!(path, "^/.*$" | "/" | "") { String::new() } else { shown(path) }
    });
    of_path.collect()
}

/// A path in words, without the slash at its end: routes match it with and without.
fn shown(path: &str) -> String {
    format!("path {}", path.trim_end_matches('/'))
}

fn paths_of_virtual_service(spec: &Map, host: &str) -> Vec<String> {
    let matches = objects(spec, "http").flat_map(|route| objects(route, "match"));
    let fitting = matches.filter(|one| {
        let expression = member(one, "authority").map_or("", |authority| text(authority, "regex"));
        regex::Regex::new(expression).is_ok_and(|expression| expression.is_match(host))
    });
    let of_uri = fitting.map(|one| {
        let uri = member(one, "uri").and_then(|uri| uri.iter().next());
        uri.map_or_else(String::new, |(_, value)| shown(value.as_str().unwrap_or_default()))
    });
    of_uri.collect()
}

impl Peers {
    /// Adds a service with its URL and its claims.
    pub fn add(&mut self, key: &Key, url: Option<&str>, claims: &[Claim]) {
        let name = || (key.namespace.clone(), key.name.clone());
        if let Some(url) = url {
            self.by_url.entry(url.to_owned()).or_default().push(name());
        }
        for claim in claims {
            self.by_claim.entry((claim.host.clone(), claim.path.clone())).or_default().push(name());
        }
    }

    /// The peers among these renderings.
    pub fn of<'a>(cluster: &Cluster, renderings: impl IntoIterator<Item = &'a Rendering>) -> Peers {
        let mut peers = Peers::default();
        for rendering in renderings {
            let key = Key::new(rendering.kind, &rendering.namespace, &rendering.name);
            let url = rendering.status().and_then(|status| status.url());
            peers.add(&key, url, &claims_of_service(cluster, rendering));
        }
        peers
    }

    /// Namespace and name of another service with the same URL.
    pub fn with_same_url(&self, url: &str, own: &Key) -> Option<(&str, &str)> {
        others(self.by_url.get(url)?, own).first().copied()
    }

    /// Namespaces and names of the other services whose routes claim the same.
    pub fn with_same_claim(&self, claim: &Claim, own: &Key) -> Vec<(&str, &str)> {
        let all = self.by_claim.get(&(claim.host.clone(), claim.path.clone()));
        all.map(|all| others(all, own)).unwrap_or_default()
    }
}

/// The services other than the one itself.
fn others<'p>(all: &'p [(String, String)], own: &Key) -> Vec<(&'p str, &'p str)> {
    let is_other = |(namespace, name): &&(String, String)| {
        (namespace.as_str(), name.as_str()) != (own.namespace.as_str(), own.name.as_str())
    };
    all.iter().filter(is_other).map(|(namespace, name)| (namespace.as_str(), name.as_str())).collect()
}

/// The claims of a rendering, if its kind shares hosts.
pub fn claims_of_service(cluster: &Cluster, rendering: &Rendering) -> Vec<Claim> {
    match kinds::properties(rendering.kind).shares_hosts {
        true => claims(cluster, rendering),
        false => Vec::new(),
    }
}
