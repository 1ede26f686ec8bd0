//! Rules about how requests reach a service.

use std::collections::BTreeSet;

use super::subject::LintedService;
use crate::api::{Component, Container, IngressPath, IngressSpec, ServicePort};
use crate::lint::peers::{Claim, claims};
use crate::lint::rule::{Findings, Mending, Topic, rules_for};
use crate::object::Key;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::Path;
use crate::object::diagnostic::{Change, Mend};
use crate::object::fields::{elements, member, objects, text};
use crate::object::keys;
use crate::{Map, Value};

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR009" "same-url" Warning(same_url) [topic: Some(Topic::Requests), reports: &["#5384"]] {
        what: "Two services of the input have the same URL.",
        why: "Requests for one reach the other, or the gateway refuses the second route.",
        fine: "The services belong to different clusters.",
        fix: "Rename one, or let domainTemplate of the section ingress tell them apart.",
    }
    "KSR010" "transformer-host" Note(transformer_host) [topic: Some(Topic::Requests)] {
        what: "In Standard mode with an Ingress, the host of the transformer leads to the predictor.",
        why: "The controller routes the host that bears the transformer's name past the transformer. Only the service's own \
              host leads to it.",
        fine: "Requests use status.url.",
        fix: "Use the host of the service, or the Gateway API (enableGatewayApi).",
    }
    "KSR011" "no-external-url" Note(no_external_url) [topic: Some(Topic::Requests)] {
        what: "The service is reached from inside the cluster only.",
        why: "A label, the ingress domain or disableIngressCreation keeps the controller from creating a route from outside.",
        fine: "It is meant to be so.",
        fix: "Remove the label for visibility, or set ingressDomain and disableIngressCreation in the section ingress.",
    }
    "KSR012" "https-without-tls" Note(https_without_tls) [topic: Some(Topic::Requests)] {
        what: "status.url has the scheme https, but Knative's routes are served with http.",
        why: "urlScheme in the section ingress only changes what the status shows. Clients that use the URL find no TLS.",
        fine: "A load balancer before the gateway ends TLS.",
        fix: "Set up TLS in Knative, and tell it with --knative-url-scheme https; or set urlScheme to http.",
    }
    "KSR013" "path-template-without-effect" Warning(path_template_without_effect) [topic: Some(Topic::Requests)] {
        what: "pathTemplate is set, but the service runs in Standard mode with an Ingress.",
        why: "Only VirtualServices and HTTPRoutes route by path; an Ingress routes by host, so the paths lead nowhere.",
        fine: "Other services use the paths.",
        fix: "Use the Gateway API (enableGatewayApi), or the host of the service.",
    }
    "KSR014" "headless-address" Warning(headless_address) [topic: Some(Topic::Requests), reports: &["#5968", "#4998"]] {
        what: "The Service has no cluster IP, and status.address does not name the port of the pods.",
        why: "Requests to a headless Service reach the pods directly, at the port at which their container listens. Releases up to v0.16 \
              write no port, and later ones always 8080.",
        fine: "Nobody uses status.address.",
        fix: "Set serviceClusterIPNone in the section service to false, name the port in requests, or let the container listen at 8080.",
    }
    "KSR015" "route-timeout" Note(route_timeout) [topic: Some(Topic::Requests), reports: &["#5311", "#5319"]] {
        what: "The HTTPRoutes have timeouts.",
        why: "Some implementations of the Gateway API, such as that of GKE, do not support timeouts and refuse such routes.",
        fine: "The gateway supports them; most do.",
        fix: "Set disableHTTPRouteTimeout in the section ingress (from v0.18 on). A gateway that does not take regular expressions either \
              refuses the routes all the same: see route-beyond-core.",
    }
    "KSR067" "route-beyond-core" Note(route_beyond_core)
        [topic: Some(Topic::Requests), reports: &["#5311", "#5319"]] {
        what: "The HTTPRoutes match paths or headers by regular expressions.",
        why: "Regular expressions are not a Core feature of the Gateway API: implementations may leave them out, and that of GKE refuses such \
              routes. KServe has no setting for it.",
        fine: "The gateway supports them; most do.",
        fix: "Use a gateway that supports them, or disableIngressCreation with routes of your own.",
    }
    "KSR065" "shared-host" Warning(shared_host)
        [topic: Some(Topic::Requests), reports: &["#5384", "#4648"]] {
        what: "A route claims a host that is not the service's own.",
        why: "With pathTemplate every route names the ingress domain too. A route that takes any path there takes the requests of all other \
              services and of whatever else answers at the domain; of several such routes the oldest wins. A VirtualService with the domain \
              goes before those of others for all hosts (*).",
        fine: "Nothing else is reached at the host.",
        fix: "Leave out pathTemplate and use the hosts of the services, or write routes of your own for the domain.",
    }
    "KSR066" "path-keeps-prefix" Note(path_keeps_prefix)
        [topic: Some(Topic::Requests), reports: &["#5384"]] {
        what: "pathTemplate puts a prefix before paths, and the route does not take it off.",
        why: "VirtualServices rewrite the path, HTTPRoutes do not: the server is asked for a path with the prefix, which it does not know.",
        fine: "The server serves paths with the prefix.",
        fix: "Use the host of the service, or a route of your own that rewrites the path.",
    }
    "KSR016" "old-predictor-host" Warning(old_predictor_host) [mending: Mending::Unsafe, topic: Some(Topic::Requests)] {
        what: "A value names a host with -predictor-default, -transformer-default or -explainer-default.",
        why: "Older releases gave child objects such names. They no longer exist, so the host does not resolve.",
        fine: "The service of that name is one's own.",
        fix: "Leave out -default: name-predictor.namespace.",
    }
    "KSR017" "port-name" Warning(port_name) [topic: Some(Topic::Readiness)] {
        what: "The name of a container's port does not fit the mode.",
        why: "Knative takes only the names http1 and h2c, which tell the protocol, and one port. Any other is refused when the \
              Knative Service is created.",
        fine: "Never in Knative mode.",
        fix: "Name the port h2c for gRPC and http1 else; several ports need Standard mode.",
    }
    "KSR018" "no-url" Warning(no_url) [topic: Some(Topic::Requests)] {
        what: "The service gets no URL, although nothing fails.",
        why: "The controller waits for something that never comes, or a pathTemplate cannot be used with this service, which is only \
              logged. Clients find no URL.",
        fine: "Never.",
        fix: "Use only .Name and .Namespace in pathTemplate; labels and annotations are not known there.",
    }
}

fn name_path() -> Path {
    Path::keys(["metadata", "name"])
}

fn same_url(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(url) = &subject.summary().url else { return };
    if let Some((namespace, name)) = subject.peers.with_same_url(url, &subject.rendering.key()) {
        findings.add(name_path(), format!("{url} is the URL of {namespace}/{name} too"));
        findings.relate(Key::new(subject.rendering.kind, namespace, name), "the other service");
    }
}

fn transformer_host(subject: &LintedService<'_>, findings: &mut Findings) {
    if subject.service().component(Component::Transformer).is_none() {
        return;
    }
    let predictor = subject.service().child_name(Component::Predictor);
    let transformer = subject.service().child_name(Component::Transformer);
    for ingress in subject.objects(Kind::Ingress) {
        for rule in ingress.spec().into_iter().flat_map(|spec| IngressSpec::of(spec).rules()) {
            let host = rule.host();
            let service = rule.paths().next().and_then(IngressPath::service);
            if host.starts_with(&transformer) && service.is_some_and(|service| service.name() == predictor) {
                findings.add(Path::keys(["spec", "transformer"]), format!("host {host} leads to {predictor}"));
            }
        }
    }
}

fn no_external_url(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(url) = &subject.summary().url else { return };
    let labels = [keys::VISIBILITY_LABEL, keys::KSERVE_VISIBILITY_LABEL];
    let label = labels.into_iter().find(|label| subject.service().metadata.labels.contains_key(*label));
    let path = label.map_or_else(name_path, |label| Path::keys(["metadata", "labels", label]));
    let routing = subject.cluster.routing.as_ref();
    let is_internal = url.contains(".svc.")
        || (subject.is_standard() && routing.is_ok_and(|routing| routing.internal(subject.service()).is_some()));
    if is_internal {
        findings.add(path, "no route from outside the cluster leads to the service");
    }
}

fn https_without_tls(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(url) = &subject.summary().url else { return };
    if subject.is_knative() && url.starts_with("https:") && subject.cluster.settings.knative_url_scheme == "http" {
        findings.add(name_path(), format!("status.url is {url}, but Knative serves http"));
    }
}

fn path_template_without_effect(subject: &LintedService<'_>, findings: &mut Findings) {
    let Ok(routing) = &subject.cluster.routing else { return };
    let has_ingress = subject.objects(Kind::Ingress).next().is_some();
    if has_ingress && !routing.settings.path_template.is_empty() {
        let message = format!("pathTemplate {:?} has no effect on an Ingress", routing.settings.path_template);
        findings.add(name_path(), message);
    }
}

fn headless_address(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(address) = subject.summary().address.as_deref().filter(|_| subject.is_standard()) else { return };
    let authority = address.split_once("://").map_or(address, |(_, rest)| rest).split('/').next().unwrap_or_default();
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, ""));
    let service = host.split('.').next().unwrap_or_default();
    let Some(target) = headless_port(subject, service) else { return };
    if port != target {
        let named = if port.is_empty() { "no port".to_owned() } else { format!("port {port}") };
        let message = format!("status.address names {named} ({address}), but the pods listen at {target}");
        findings.add(name_path(), message);
    }
}

/// The port at which the pods of a headless Service listen.
fn headless_port(subject: &LintedService<'_>, name: &str) -> Option<String> {
    let is_headless = |service: &&Map| service.name() == name && service.cluster_ip() == "None";
    let service = subject.objects(Kind::Service).find(is_headless)?;
    let target = ServicePort::of_object(service).next()?.port_of_pods()?;
    Some(target.as_str().map_or_else(|| target.to_string(), str::to_owned))
}

fn route_timeout(subject: &LintedService<'_>, findings: &mut Findings) {
    let has_timeout = |route: &&Map| {
        let rules = route.spec().into_iter().flat_map(|spec| objects(spec, "rules"));
        rules.into_iter().any(|rule| rule.contains_key("timeouts"))
    };
    let routes = subject.objects(Kind::HttpRoute).filter(has_timeout).count();
    if routes > 0 {
        findings
            .add(Path::keys(["spec"]), format!("{routes} HTTPRoutes have timeouts, which not every gateway supports"));
    }
}

fn route_beyond_core(subject: &LintedService<'_>, findings: &mut Findings) {
    let mut expressions = BTreeSet::new();
    for route in subject.objects(Kind::HttpRoute) {
        let rules = route.spec().into_iter().flat_map(|spec| objects(spec, "rules"));
        for matches in rules.flat_map(|rule| objects(rule, "matches")) {
            let of_path = member(matches, "path").into_iter().map(|path| ("path", path));
            for (what, found) in of_path.chain(objects(matches, "headers").map(|header| ("header", header))) {
                if text(found, "type") == "RegularExpression" {
                    expressions.insert(format!("{what} {}", text(found, "value")));
                }
            }
        }
    }
    if !expressions.is_empty() {
        let list: Vec<String> = expressions.into_iter().collect();
        let message = format!(
            "the HTTPRoutes match by regular expressions ({}), which not every gateway supports",
            list.join(", ")
        );
        findings.add(Path::keys(["spec"]), message);
    }
}

fn shared_host(subject: &LintedService<'_>, findings: &mut Findings) {
    let name = format!("{}/{}", subject.rendering.namespace, subject.rendering.name);
    for claim in claims(subject.cluster, subject.rendering) {
        let Claim { host, path, kind, name: route } = &claim;
        let others = subject.peers.with_same_claim(&claim, &subject.rendering.key());
        if let Some((namespace, other)) = others.first() {
            let paths = if path.is_empty() { "any path" } else { path };
            let all: Vec<String> = others.iter().map(|(namespace, name)| format!("{namespace}/{name}")).collect();
            findings.add(name_path(), format!("{host} with {paths} leads to {name} and to {}", all.join(", ")));
            findings.relate(Key::new(subject.rendering.kind, namespace, other), "the other service");
        } else if path.is_empty() {
            findings.add(name_path(), format!("all requests for {host} reach {name} ({} {route})", kind.name()));
        } else if *kind == Kind::VirtualService {
            let message = format!(
                "{} {route} claims {host} for {path} alone; routes of others for all hosts (*) get no request for {host} any more",
                kind.name()
            );
            findings.add(name_path(), message);
        }
    }
}

fn path_keeps_prefix(subject: &LintedService<'_>, findings: &mut Findings) {
    let Ok(routing) = &subject.cluster.routing else { return };
    let Some(Ok(prefix)) = routing.path(&subject.service().metadata).filter(|_| subject.is_standard()) else { return };
    let domain = routing.settings.ingress_domain.as_str();
    let claims = subject.objects(Kind::HttpRoute).any(|route| {
        let spec = route.spec();
        let hosts = spec.map(|spec| elements(spec, "hostnames")).unwrap_or_default();
        let mut rules = spec.into_iter().flat_map(|spec| objects(spec, "rules"));
        hosts.iter().any(|host| host == domain) && !rules.any(|rule| rule.contains_key("filters") && rewrites(rule))
    });
    if claims {
        let message = format!("the path keeps its prefix: the server is asked for {domain}{prefix}… as {prefix}…");
        findings.add(name_path(), message);
    }
}

/// Whether a rule of an HTTPRoute rewrites paths.
fn rewrites(rule: &Map) -> bool {
    objects(rule, "filters").any(|filter| text(filter, "type") == "URLRewrite")
}

/// How the hosts of older releases end.
const OLD_SUFFIXES: [&str; 3] = ["-predictor-default", "-transformer-default", "-explainer-default"];
/// Documents are not deeper than this below `spec` where hosts may stand.
const DEPTH: usize = 12;

fn old_predictor_host(subject: &LintedService<'_>, findings: &mut Findings) {
    if let Some(spec) = subject.written.get("spec") {
        find_old_hosts(spec, &Path::keys(["spec"]), DEPTH, findings);
    }
}

fn find_old_hosts(value: &Value, path: &Path, depth: usize, findings: &mut Findings) {
    let Some(deeper) = depth.checked_sub(1) else { return };
    match value {
        Value::String(text) => {
            if let Some(suffix) = OLD_SUFFIXES.into_iter().find(|suffix| text.contains(suffix)) {
                let message = format!("{text:?}: child objects are no longer called {suffix}; leave out -default");
                findings.add(path.clone(), message);
                let newer = text.replace(suffix, suffix.strip_suffix("-default").unwrap_or(suffix));
                findings.mend(Mend::uncertain(Change::Write { path: path.clone(), value: newer.into() }));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                find_old_hosts(item, &path.clone().index(index), deeper, findings);
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                find_old_hosts(value, &path.clone().key(key), deeper, findings);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn port_name(subject: &LintedService<'_>, findings: &mut Findings) {
    if !subject.is_knative() {
        return;
    }
    for part in subject.parts() {
        for (path, container) in part.containers() {
            for (index, port) in Container::of(container).ports().enumerate() {
                let name = port.name();
                if !matches!(name, "" | "http1" | "h2c") {
                    let path = path.clone().key("ports").index(index).key("name");
                    findings.add(path, format!("Knative refuses the port name {name:?}; it takes http1 and h2c"));
                }
            }
        }
    }
}

fn no_url(subject: &LintedService<'_>, findings: &mut Findings) {
    let rendering = subject.rendering;
    let fails = rendering.error().is_some() || rendering.refusal().is_some() || !rendering.deleted_again().is_empty();
    let waits = subject.service().is_stopped() || !subject.cluster.settings.not_ready.is_empty();
    if (subject.is_knative() || subject.is_standard()) && !fails && !waits && subject.summary().url.is_none() {
        let why = subject.summary().reason.as_deref().unwrap_or("does pathTemplate in the section ingress fit?");
        findings.add(name_path(), format!("the service has no URL; {why}"));
    }
}
