//! Advice about services that the controller accepts, but that fail or surprise later.
//!
//! A rule is an entry of a table: its code, its severity, what, why and what to do, and a function that looks at one
//! service with its rendering, or at the cluster. Lists and documentation are made from the same entries.

pub mod config_faults;
mod device_selector;
pub mod docs;
pub(crate) mod peers;
mod pod_spec;
pub(crate) mod rule;
pub(crate) mod rules;
pub(crate) mod subject;
mod suppress;

use crate::facts::Existing;
use crate::kinds;
use crate::kinds::llm_inference_service::explain::composition;
use crate::object::Kind;
use crate::object::diagnostic::Diagnostic;
use crate::{Cluster, Map, Rendering, Value};

pub use peers::Peers;
pub(crate) use rule::{Check, Findings, LlmSubject, Resource};
pub use rule::{Mending, Rule, Topic};
pub use rules::all;
use rules::unread::About;
pub(crate) use subject::Subject;
pub use suppress::Suppression;

/// Lints one service: what admission has to say about it, and what the rules find in it. Findings that the
/// annotation `kserve-render/ignore` names are left out.
pub fn service(
    cluster: &Cluster,
    written: &Value,
    existing: &Existing,
    rendering: &Rendering,
    peers: &Peers,
) -> Vec<Diagnostic> {
    let Some(kind) = kinds::find(written) else { return Vec::new() };
    let (_, mut found) = (kind.examine)(cluster, written, existing);
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found.append(&mut rules(cluster, written, rendering, peers));
    found
}

/// As [`service`], without what admission says.
pub fn rules(cluster: &Cluster, written: &Value, rendering: &Rendering, peers: &Peers) -> Vec<Diagnostic> {
    let mut found = match rendering.kind {
        Kind::LlmInferenceService => llm(cluster, written, rendering, peers),
        Kind::InferenceService => {
            let subject = Subject::of(cluster, written, rendering, peers);
            look(|check, findings| {
                if let Check::Service(check) = check {
                    check(&subject, findings);
                }
            })
        }
        kind => {
            let resource = Resource { cluster, written, rendering };
            let subject = Subject::of(cluster, written, rendering, peers);
            let mut found = look(|check, findings| match check {
                Check::Resource(of, check) if *of == kind => check(&resource, findings),
                Check::Service(check) => check(&subject, findings),
                _ => {}
            });
            // The other rules about services know InferenceServices.
            let is_of_services =
                |name: &str| all().any(|rule| rule.code.name == name && matches!(rule.check, Check::Service(_)));
            found.retain(|finding| OF_OBJECTS.contains(&finding.code.name) || !is_of_services(finding.code.name));
            found
        }
    };
    found.append(&mut unread(cluster, written));
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found
}

/// What the rules find in a serving runtime.
pub fn runtime(cluster: &Cluster, written: &Value) -> Vec<Diagnostic> {
    let mut found = unread(cluster, written);
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found
}

/// The annotations that nobody reads of what is no InferenceService.
fn unread(cluster: &Cluster, written: &Value) -> Vec<Diagnostic> {
    let abouts = [("misspelt-annotation", About::Misspelt), ("unread-annotation", About::Unread)];
    let mut found = Vec::new();
    for (name, about) in abouts {
        for rule in all().filter(|rule| rule.code.name == name) {
            let mut findings = Findings { rule, list: Vec::new(), code: docs::code };
            rules::unread::find(cluster, written, about, &mut findings);
            found.append(&mut findings.list);
        }
    }
    found
}

/// Rules of InferenceServices that look at nothing but what has become of them.
const OF_ANY_KIND: [&str; 4] = ["reconcile-fails", "pod-refused", "child-name-too-long", "requests-above-limits"];

/// Rules that tell which objects the API server refuses, whatever they are made for.
const OF_OBJECTS: [&str; 4] = ["rollout-value", "autoscaler-refused", "knative-unknown-field", "label-refused"];

/// What the rules find in one service for large language models.
fn llm(cluster: &Cluster, written: &Value, rendering: &Rendering, peers: &Peers) -> Vec<Diagnostic> {
    let Some(service) = written.as_object() else { return Vec::new() };
    let subject = Subject::of(cluster, written, rendering, peers);
    let composition = &composition(cluster, written, None);
    let made = LlmSubject { cluster, service, composition, rendering };
    let mut found = look(|check, findings| {
        if let Check::Service(check) = check {
            check(&subject, findings);
        }
    });
    // The other rules know InferenceServices.
    found.retain(|finding| OF_ANY_KIND.contains(&finding.code.name) || OF_OBJECTS.contains(&finding.code.name));
    found.extend(look(|check, findings| {
        if let Check::Llm(check) = check {
            check(&made, findings);
        }
    }));
    // Why configs cannot be combined is told once, at its place.
    if found.iter().any(|finding| finding.code.name == "llm-not-combined") {
        found.retain(|finding| finding.code.name != "reconcile-fails");
    }
    found
}

/// What the rules find in one service for large language models among others.
pub fn llm_peers(service: &Map, peers: &[&Map]) -> Vec<Diagnostic> {
    let mut found = look(|check, findings| {
        if let Check::LlmPeers(check) = check {
            check(service, peers, findings);
        }
    });
    let written = Value::Object(service.clone());
    found.retain(|finding| !suppress::ignores(&written, finding.code));
    found
}

/// What the API server refuses in the `spec` of a pod, each as `containers[0].image: Required value`: in the template of a Deployment, or
/// in a pod by itself.
pub fn pod_refusals(spec: &Map, is_of_deployment: bool) -> Vec<String> {
    let owner = if is_of_deployment { pod_spec::Owner::Deployment } else { pod_spec::Owner::Pod };
    pod_spec::refusals(spec, owner).iter().map(ToString::to_string).collect()
}

/// What the webhook will refuse of a service that it takes now: updates or the deletion. A part of what [`rules`] finds.
pub fn next_write(cluster: &Cluster, written: &Value, rendering: &Rendering) -> Vec<Diagnostic> {
    if rendering.kind != Kind::InferenceService {
        return Vec::new();
    }
    let mut found = of_rule("next-write-refused", cluster, written, rendering);
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found
}

/// Where and why the controller fails with a service, and what helps. A part of what [`rules`] finds.
pub fn failure(cluster: &Cluster, written: &Value, rendering: &Rendering) -> Option<Diagnostic> {
    let found = of_rule("reconcile-fails", cluster, written, rendering).into_iter().next()?;
    // The words that other kinds have for a failure name no place in the service, unless there is advice.
    (rendering.kind == Kind::InferenceService || found.help.is_some()).then_some(found)
}

/// What one rule finds in one service.
fn of_rule(name: &str, cluster: &Cluster, written: &Value, rendering: &Rendering) -> Vec<Diagnostic> {
    if !matches!(rendering.kind, Kind::InferenceService | Kind::LlmInferenceService) {
        return Vec::new();
    }
    let peers = Peers::default();
    let subject = Subject::of(cluster, written, rendering, &peers);
    let mut found = Vec::new();
    for rule in all().filter(|rule| rule.code.name == name) {
        let mut findings = Findings { rule, list: Vec::new(), code: docs::code };
        if let Check::Service(check) = rule.check {
            check(&subject, &mut findings);
        }
        found.append(&mut findings.list);
    }
    found
}

/// Lints the configuration of the cluster.
pub fn config(cluster: &Cluster) -> Vec<Diagnostic> {
    look(|check, findings| {
        if let Check::Config(check) = check {
            check(cluster, findings);
        }
    })
}

/// What all rules find; `check` applies those that are meant.
fn look(check: impl Fn(&Check, &mut Findings)) -> Vec<Diagnostic> {
    let found = all().flat_map(|rule| {
        let mut findings = Findings { rule, list: Vec::new(), code: docs::code };
        check(&rule.check, &mut findings);
        findings.list
    });
    found.collect()
}
