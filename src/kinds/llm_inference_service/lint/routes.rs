//! Rules for labels, routes and readiness.

use super::subject::{LintedLlmService, made};
use crate::api::{Condition, RouteRule, RouteSpec};
use crate::kinds::llm_inference_service::labels;
use crate::kinds::llm_inference_service::spec::{HttpRoutes, LlmSpec, Workload};
use crate::kinds::llm_inference_service::status::trouble;
use crate::kinds::llm_inference_service::status::types::{PRESETS_COMBINED, READY};
use crate::kinds::resource::Status;
use crate::lint::rule::Findings;
use crate::object::fields::NOTHING;
use crate::object::{Key, Kind, ObjectView as _, Path};
use crate::{Map, Value};

/// The labels that a service sets on its pods, each with its path.
fn pod_labels(service: &Map) -> [(Path, &Map); 2] {
    let spec = LlmSpec::of_object(service);
    [
        (Path::keys(["spec", "labels"]), spec.main().labels()),
        (Path::keys(["spec", "prefill", "labels"]), spec.prefill().map_or(&NOTHING, Workload::labels)),
    ]
}

pub(super) fn own_labels(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for (path, own) in pod_labels(subject.service) {
        for key in own.keys().filter(|key| labels::ALL.contains(&key.as_str())) {
            findings.add(path.clone().key(key), format!("this takes the place of the controller's own label {key}"));
        }
    }
}

pub(super) fn selectors(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let mut known = Vec::new();
    for deployment in made(subject, Kind::Deployment) {
        let Some(selector) = deployment.match_labels() else { continue };
        let own = (Path::keys(["metadata", "labels"]), subject.service.labels().unwrap_or(&NOTHING));
        for (path, labels) in pod_labels(subject.service).into_iter().chain([own]) {
            let own = labels.iter().filter(|(key, value)| {
                !labels::ALL.contains(&key.as_str()) && selector.get(key.as_str()) == Some(value)
            });
            let names: Vec<&str> = own.map(|(key, _)| key.as_str()).collect();
            if !names.is_empty() && !known.contains(&path) {
                let name = deployment.name();
                let message =
                    format!("in the selector of Deployment {name}, which never changes: {}", names.join(", "));
                findings.add(path.clone(), message);
                known.push(path);
            }
        }
    }
}

/// The rules of the route that the controller creates.
fn managed_rules<'a>(subject: &LintedLlmService<'a>) -> impl Iterator<Item = RouteRule<'a>> {
    made(subject, Kind::HttpRoute).filter_map(|route| route.spec()).flat_map(|spec| RouteSpec::of(spec).rules())
}

pub(super) fn empty_routes(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let Some(own) = LlmSpec::of_object(subject.service).http().and_then(HttpRoutes::spec) else { return };
    let leads_nowhere = |rule: RouteRule<'_>| {
        let is_redirected = rule.filters().any(|filter| filter.kind() == "RequestRedirect");
        rule.backend_refs().next().is_none() && !is_redirected
    };
    if managed_rules(subject).any(leads_nowhere) {
        let message = match own.has_rules() {
            false => {
                "without rules the route gets one from the API server that has no backends, in place of those of the preset"
            }
            true => "a rule of this route has no backends",
        };
        findings.add(Path::keys(["spec", "router", "route", "http", "spec"]), message);
    }
}

pub(super) fn dangling_backends(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let namespace = subject.rendering.namespace.as_str();
    let mut reported: Vec<Key> = Vec::new();
    for rule in managed_rules(subject) {
        for backend in rule.backend_refs() {
            let kind = Kind::named(backend.group(), backend.kind());
            let leads_to_pods =
                |kind: &Kind| matches!(kind, Kind::Service | Kind::InferencePool | Kind::InferencePoolX);
            let Some(kind) = kind.filter(leads_to_pods) else { continue };
            let at = backend.namespace().filter(|at| !at.is_empty()).unwrap_or(namespace);
            let key = Key::new(kind, at, backend.name());
            let is_made = made(subject, kind).any(|object| Key::of(object) == key);
            if is_made || reported.contains(&key) || subject.cluster.get(kind, at, &key.name).is_some() {
                continue;
            }
            findings.add(
                Path::keys(["spec", "router", "route"]),
                format!("the route leads to {} {}, which does not exist", kind.name(), key.name),
            );
            reported.push(key);
        }
    }
}

pub(super) fn never_ready(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let rendering = subject.rendering;
    let status = rendering.status().map(Status::to_value);
    let Some(status) = status.as_ref().and_then(Value::as_object) else { return };
    let is_ready = Condition::of_status(status).any(|condition| condition.kind() == READY && condition.is_true());
    let waits = rendering.error().is_none() && subject.cluster.settings.not_ready.is_empty();
    let Some(trouble) = trouble(status).filter(|trouble| waits && !is_ready && trouble.reason != "Stopped") else {
        return;
    };
    // A failure to combine configs has a finding of its own.
    if trouble.condition != PRESETS_COMBINED {
        findings.add(Path::keys(["spec"]), format!("the service does not become ready: {trouble}"));
        findings.help("`kserve-render explain ready` tells what each condition looks at".to_owned());
    }
}

/// The namespace and name of the model of a service that has a route and is in no group.
fn routed_model(service: &Map) -> Option<(&str, &str)> {
    let spec = LlmSpec::of_object(service);
    // Members of a group share their model on purpose.
    if spec.route()?.group().is_some() {
        return None;
    }
    let name = Some(spec.model().name()).filter(|name| !name.is_empty()).unwrap_or_else(|| service.name());
    Some((service.namespace(), name))
}

/// The key that services of the same model share; `None` without a route or in a group.
pub(super) fn served_model(service: &Map) -> Option<(String, String)> {
    routed_model(service).map(|(namespace, model)| (namespace.to_owned(), model.to_owned()))
}

pub(super) fn same_models(service: &Map, peers: &[&Map], findings: &mut Findings) {
    let Some(model) = routed_model(service) else { return };
    let others = peers.iter().filter(|peer| routed_model(peer) == Some(model));
    let others: Vec<&str> = others.map(|peer| peer.name()).filter(|name| *name != service.name()).collect();
    if !others.is_empty() {
        let has_name = !LlmSpec::of_object(service).model().name().is_empty();
        let path = if has_name { Path::keys(["spec", "model", "name"]) } else { Path::keys(["metadata", "name"]) };
        findings.add(path, format!("the model {} is also that of {}", model.1, others.join(", ")));
        findings.help(
            "give each its own model.name, or let them share traffic with router.route.group and weight".to_owned(),
        );
    }
}
