//! How requests reach a service.

use super::rules;
use crate::api::Component;
use crate::lint::{Findings, Subject};
use crate::object::Key;
use crate::object::Kind;
use crate::object::Path;
use crate::object::fields::{member, objects, text};
use crate::object::keys;
use crate::{Map, Value};

rules! {
    "KSR009" "same-url" Warning Service(same_url) {
        what: "Two services of the input have the same URL.",
        why: "Requests for one reach the other, or the gateway refuses the second route.",
        fine: "The services belong to different clusters.",
        fix: "Rename one, or let domainTemplate of the section ingress tell them apart.",
    }
    "KSR010" "transformer-host" Note Service(transformer_host) {
        what: "In Standard mode with an Ingress, the host of the transformer leads to the predictor.",
        why: "The controller routes the host that bears the transformer's name past the transformer. Only the service's own \
              host leads to it.",
        fine: "Requests use status.url.",
        fix: "Use the host of the service, or the Gateway API (enableGatewayApi).",
    }
    "KSR011" "no-external-url" Note Service(no_external_url) {
        what: "The service is reached from inside the cluster only.",
        why: "A label, the ingress domain or disableIngressCreation keeps the controller from creating a route from outside.",
        fine: "It is meant to be so.",
        fix: "Remove the label for visibility, or set ingressDomain and disableIngressCreation in the section ingress.",
    }
    "KSR012" "https-without-tls" Note Service(https_without_tls) {
        what: "status.url has the scheme https, but Knative's routes are served with http.",
        why: "urlScheme in the section ingress only changes what the status shows. Clients that use the URL find no TLS.",
        fine: "A load balancer before the gateway ends TLS.",
        fix: "Set up TLS in Knative, and tell it with --knative-url-scheme https; or set urlScheme to http.",
    }
    "KSR013" "path-template-without-effect" Warning Service(path_template_without_effect) {
        what: "pathTemplate is set, but the service runs in Standard mode with an Ingress.",
        why: "Only VirtualServices and HTTPRoutes route by path; an Ingress routes by host, so the paths lead nowhere.",
        fine: "Other services use the paths.",
        fix: "Use the Gateway API (enableGatewayApi), or the host of the service.",
    }
    "KSR014" "headless-address" Warning Service(headless_address) {
        what: "The Service has no cluster IP, and status.address does not name the port of the pods.",
        why: "Requests to a headless Service reach the pods directly, at port 8080 and not at port 80.",
        fine: "Nobody uses status.address.",
        fix: "Set serviceClusterIPNone in the section service to false, or name the port in requests.",
    }
    "KSR015" "route-timeout" Note Service(route_timeout) {
        what: "The HTTPRoutes have timeouts.",
        why: "Some implementations of the Gateway API, such as that of GKE, do not support timeouts and refuse such routes.",
        fine: "The gateway supports them; most do.",
        fix: "Set disableHTTPRouteTimeout in the section ingress.",
    }
    "KSR016" "old-predictor-host" Warning Service(old_predictor_host) {
        what: "A value names a host with -predictor-default, -transformer-default or -explainer-default.",
        why: "Older releases gave child objects such names. They no longer exist, so the host does not resolve.",
        fine: "The service of that name is one's own.",
        fix: "Leave out -default: name-predictor.namespace.",
    }
    "KSR017" "port-name" Warning Service(port_name) {
        what: "The name of a container's port does not fit the mode.",
        why: "Knative takes only the names http1 and h2c, which tell the protocol, and one port. Any other is refused when the \
              Knative Service is created.",
        fine: "Never in Knative mode.",
        fix: "Name the port h2c for gRPC and http1 else; several ports need Standard mode.",
    }
    "KSR018" "no-url" Warning Service(no_url) {
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

fn same_url(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(url) = &subject.summary.url else { return };
    if let Some((namespace, name)) = subject.peers.with_same_url(url, subject.rendering) {
        findings.add(name_path(), format!("{url} is the URL of {namespace}/{name} too"));
        findings.relate(Key::new(Kind::InferenceService, namespace, name), "the other service");
    }
}

fn transformer_host(subject: &Subject<'_>, findings: &mut Findings) {
    if subject.service.component(Component::Transformer).is_none() {
        return;
    }
    let predictor = subject.service.child_name(Component::Predictor);
    let transformer = subject.service.child_name(Component::Transformer);
    for ingress in subject.objects(Kind::Ingress) {
        let rules = member(ingress, "spec").into_iter().flat_map(|spec| objects(spec, "rules"));
        for rule in rules {
            let host = text(rule, "host");
            let backend = Value::Object(rule.clone());
            let backend = backend.pointer("/http/paths/0/backend/service/name").and_then(Value::as_str);
            if host.starts_with(&transformer) && backend == Some(&predictor) {
                findings.add(Path::keys(["spec", "transformer"]), format!("host {host} leads to {predictor}"));
            }
        }
    }
}

fn no_external_url(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(url) = &subject.summary.url else { return };
    let labels = [keys::VISIBILITY_LABEL, keys::KSERVE_VISIBILITY_LABEL];
    let label = labels.into_iter().find(|label| subject.service.metadata.labels.contains_key(*label));
    let path = label.map_or_else(name_path, |label| Path::keys(["metadata", "labels", label]));
    let routing = subject.cluster.routing.as_ref();
    let is_internal = url.contains(".svc.")
        || (subject.is_standard() && routing.is_ok_and(|routing| routing.internal(&subject.service).is_some()));
    if is_internal {
        findings.add(path, "no route from outside the cluster leads to the service");
    }
}

fn https_without_tls(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(url) = &subject.summary.url else { return };
    if subject.is_knative() && url.starts_with("https:") && subject.cluster.settings.knative_url_scheme == "http" {
        findings.add(name_path(), format!("status.url is {url}, but Knative serves http"));
    }
}

fn path_template_without_effect(subject: &Subject<'_>, findings: &mut Findings) {
    let Ok(routing) = &subject.cluster.routing else { return };
    let has_ingress = subject.objects(Kind::Ingress).next().is_some();
    if has_ingress && !routing.settings.path_template.is_empty() {
        let message = format!("pathTemplate {:?} has no effect on an Ingress", routing.settings.path_template);
        findings.add(name_path(), message);
    }
}

fn headless_address(subject: &Subject<'_>, findings: &mut Findings) {
    let headless = |name: &str| {
        subject.objects(Kind::Service).any(|object| {
            let key = object.get("metadata").and_then(|metadata| metadata.get("name")?.as_str());
            let address = object.get("spec").and_then(|spec| spec.get("clusterIP")?.as_str());
            key == Some(name) && address == Some("None")
        })
    };
    let Some(address) = subject.summary.address.as_deref().filter(|_| subject.is_standard()) else { return };
    let authority = address.split_once("://").map_or(address, |(_, rest)| rest).split('/').next().unwrap_or_default();
    let service = authority.split('.').next().unwrap_or_default();
    if headless(service) && !authority.contains(':') {
        findings
            .add(name_path(), format!("status.address is {address}, but the headless Service listens at port 8080"));
    }
}

fn route_timeout(subject: &Subject<'_>, findings: &mut Findings) {
    let has_timeout = |route: &&Map| {
        let rules = member(route, "spec").into_iter().flat_map(|spec| objects(spec, "rules"));
        rules.into_iter().any(|rule| rule.contains_key("timeouts"))
    };
    let routes = subject.objects(Kind::HttpRoute).filter(has_timeout).count();
    if routes > 0 {
        findings
            .add(Path::keys(["spec"]), format!("{routes} HTTPRoutes have timeouts, which not every gateway supports"));
    }
}

/// How the hosts of older releases end.
const OLD_SUFFIXES: [&str; 3] = ["-predictor-default", "-transformer-default", "-explainer-default"];
/// Documents are not deeper than this below `spec` where hosts may stand.
const DEPTH: usize = 12;

fn old_predictor_host(subject: &Subject<'_>, findings: &mut Findings) {
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

fn port_name(subject: &Subject<'_>, findings: &mut Findings) {
    if !subject.is_knative() {
        return;
    }
    for part in subject.parts() {
        for (path, container) in part.containers() {
            for (index, port) in objects(container, "ports").enumerate() {
                let name = text(port, "name");
                if !matches!(name, "" | "http1" | "h2c") {
                    let path = path.clone().key("ports").index(index).key("name");
                    findings.add(path, format!("Knative refuses the port name {name:?}; it takes http1 and h2c"));
                }
            }
        }
    }
}

fn no_url(subject: &Subject<'_>, findings: &mut Findings) {
    let rendering = subject.rendering;
    let fails = rendering.error.is_some() || rendering.rejected.is_some() || !rendering.deleted_again.is_empty();
    let waits = subject.service.is_stopped() || !subject.cluster.settings.not_ready.is_empty();
    if (subject.is_knative() || subject.is_standard()) && !fails && !waits && subject.summary.url.is_none() {
        let why = subject.summary.reason.as_deref().unwrap_or("does pathTemplate in the section ingress fit?");
        findings.add(name_path(), format!("the service has no URL; {why}"));
    }
}
