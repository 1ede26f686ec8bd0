//! Rules about labels, routes and readiness.

use super::subject::{LintedLlmService, keyed, made};
use crate::kinds::llm_inference_service::status::trouble;
use crate::kinds::llm_inference_service::status::types::{PRESETS_COMBINED, READY};
use crate::kinds::llm_inference_service::view;
use crate::kinds::resource::Status;
use crate::lint::rule::Findings;
use crate::object::{Key, Kind, Path};
use crate::{Map, Value};

/// The labels by which the controller, its Services and pools know pods.
const OWN_LABELS: [&str; 5] = [
    "app.kubernetes.io/component",
    "app.kubernetes.io/name",
    "app.kubernetes.io/part-of",
    "kserve.io/component",
    "llm-d.ai/role",
];

/// The labels of a service that reach pods, by where they stand.
const POD_LABELS: [&[&str]; 2] = [&["spec", "labels"], &["spec", "prefill", "labels"]];

pub(super) fn own_labels(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for keys in POD_LABELS {
        let labels = view::object(subject.service, keys).into_iter().flatten();
        for (key, _) in labels.filter(|(key, _)| OWN_LABELS.contains(&key.as_str())) {
            findings.add(keyed(keys).key(key), format!("this takes the place of the controller's own label {key}"));
        }
    }
}

pub(super) fn selectors(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let mut known = Vec::new();
    for deployment in made(subject, Kind::Deployment) {
        let selector = deployment.pointer("/spec/selector/matchLabels").and_then(Value::as_object);
        let Some(selector) = selector else { continue };
        for keys in POD_LABELS.into_iter().chain([&["metadata", "labels"][..]]) {
            let labels = view::object(subject.service, keys).into_iter().flatten();
            let own = labels.filter(|(key, value)| {
                !OWN_LABELS.contains(&key.as_str()) && selector.get(key.as_str()) == Some(value)
            });
            let path = keyed(keys);
            let names: Vec<&str> = own.map(|(key, _)| key.as_str()).collect();
            if !names.is_empty() && !known.contains(&path) {
                let name = Key::of(deployment).name;
                let message =
                    format!("in the selector of Deployment {name}, which never changes: {}", names.join(", "));
                findings.add(path.clone(), message);
                known.push(path);
            }
        }
    }
}

/// The rules of the route that the controller makes.
fn managed_rules<'a>(subject: &LintedLlmService<'a>) -> impl Iterator<Item = &'a Map> {
    let rules = made(subject, Kind::HttpRoute).filter_map(|route| route.pointer("/spec/rules")?.as_array());
    rules.flatten().filter_map(Value::as_object)
}

pub(super) fn empty_routes(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let spec = ["spec", "router", "route", "http", "spec"];
    let is_own = view::object(subject.service, &spec).is_some();
    let leads_nowhere = |rule: &Map| {
        let redirects = |filter: &Value| filter.get("type").is_some_and(|kind| kind == "RequestRedirect");
        view::list(rule, &["backendRefs"]).is_empty() && !view::list(rule, &["filters"]).iter().any(redirects)
    };
    let count = managed_rules(subject).filter(|rule| leads_nowhere(rule)).count();
    if is_own && count > 0 {
        let has_rules = view::get(subject.service, &[&spec[..], &["rules"]].concat()).is_some();
        let message = match has_rules {
            false => {
                "without rules the route gets one from the API server that has no backends, in place of those of the preset"
            }
            true => "a rule of this route has no backends",
        };
        findings.add(Path::keys(spec), message);
    }
}

pub(super) fn dangling_backends(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let namespace = subject.rendering.namespace.as_str();
    let mut told: Vec<Key> = Vec::new();
    for rule in managed_rules(subject) {
        for backend in view::list(rule, &["backendRefs"]).iter().filter_map(Value::as_object) {
            let kind = match (view::text(backend, &["kind"]), view::text(backend, &["group"])) {
                ("" | "Service", "") => Kind::Service,
                ("InferencePool", group) if group == Kind::InferencePoolX.group() => Kind::InferencePoolX,
                ("InferencePool", group) if group == Kind::InferencePool.group() => Kind::InferencePool,
                _ => continue,
            };
            let at = Some(view::text(backend, &["namespace"])).filter(|at| !at.is_empty()).unwrap_or(namespace);
            let key = Key::new(kind, at, view::text(backend, &["name"]));
            let is_made = made(subject, kind).any(|object| Key::of(object) == key);
            if is_made || told.contains(&key) || subject.cluster.get(kind, at, &key.name).is_some() {
                continue;
            }
            findings.add(
                Path::keys(["spec", "router", "route"]),
                format!("the route leads to {} {}, which does not exist", kind.name(), key.name),
            );
            told.push(key);
        }
    }
}

pub(super) fn never_ready(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let rendering = subject.rendering;
    let status = rendering.status().map(Status::to_value);
    let Some(status) = status.as_ref().and_then(Value::as_object) else { return };
    let is_ready = view::list(status, &["conditions"]).iter().any(|condition| {
        condition.get("type").is_some_and(|kind| kind == READY)
            && condition.get("status").is_some_and(|is| is == "True")
    });
    let waits = rendering.error().is_none() && subject.cluster.settings.not_ready.is_empty();
    let Some(trouble) = trouble(status).filter(|trouble| waits && !is_ready && trouble.reason != "Stopped") else {
        return;
    };
    // Why configs cannot be combined is told by itself.
    if trouble.condition != PRESETS_COMBINED {
        findings.add(Path::keys(["spec"]), format!("the service does not become ready: {trouble}"));
        findings.help("`kserve-render explain ready` tells what each condition looks at".to_owned());
    }
}

/// Namespace and name of the model that a service with a route serves by itself.
fn routed_model(service: &Map) -> Option<(&str, &str)> {
    view::object(service, &["spec", "router", "route"])?;
    // Members of a group share their model on purpose.
    if view::get(service, &["spec", "router", "route", "group"]).is_some() {
        return None;
    }
    let own = view::text(service, &["metadata", "name"]);
    let name = Some(view::text(service, &["spec", "model", "name"])).filter(|name| !name.is_empty()).unwrap_or(own);
    Some((view::text(service, &["metadata", "namespace"]), name))
}

/// What is alike in services that serve one model; `None` for one that serves none by itself.
pub(super) fn served_model(service: &Map) -> Option<(String, String)> {
    routed_model(service).map(|(namespace, model)| (namespace.to_owned(), model.to_owned()))
}

pub(super) fn same_models(service: &Map, peers: &[&Map], findings: &mut Findings) {
    let Some(model) = routed_model(service) else { return };
    let own = view::text(service, &["metadata", "name"]);
    let others = peers.iter().filter(|peer| routed_model(peer) == Some(model));
    let others: Vec<&str> =
        others.map(|peer| view::text(peer, &["metadata", "name"])).filter(|name| *name != own).collect();
    if !others.is_empty() {
        let has_name = !view::text(service, &["spec", "model", "name"]).is_empty();
        let path = if has_name { Path::keys(["spec", "model", "name"]) } else { Path::keys(["metadata", "name"]) };
        findings.add(path, format!("the model {} is also that of {}", model.1, others.join(", ")));
        findings.help(
            "give each its own model.name, or let them share traffic with router.route.group and weight".to_owned(),
        );
    }
}
