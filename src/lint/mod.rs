//! Advice about services that the controller accepts, but that fail or surprise later.
//!
//! A rule is an entry of a table: its code, its severity, what, why and what to do, and a function that looks at one
//! service with its rendering, or at the cluster. Lists and documentation are made from the same entries.

pub mod config_faults;
pub mod docs;
pub(crate) mod peers;
mod pod_spec;
pub(crate) mod rule;
pub(crate) mod rules;
pub(crate) mod subject;
mod suppress;

use std::collections::HashMap;

use crate::facts::Existing;
use crate::kinds::{find as resource_kind, words};
use crate::object::Kind;
use crate::object::diagnostic::{Code, Diagnostic};
use crate::release::annotations::Place;
use crate::{Cluster, Map, Rendering, Value};

pub use peers::Peers;
pub(crate) use rule::ToldBy;
use rule::{Annotated, Check, Findings, KindRules};
pub use rule::{Mending, Rule, Topic};
pub use rules::all;
use rules::unread::About;
use subject::Resource;
pub use suppress::{NoSuppression, Suppression};

/// Lints one service: what admission has to say about it, and what the rules find in it. Findings that the
/// annotation `kserve-render/ignore` names are left out.
pub fn service(
    cluster: &Cluster,
    written: &Value,
    existing: &Existing,
    rendering: &Rendering,
    peers: &Peers,
) -> Vec<Diagnostic> {
    let Some(kind) = resource_kind(written) else { return Vec::new() };
    let (_, mut found) = (kind.examine)(cluster, written, existing);
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found.append(&mut rules(cluster, written, rendering, peers));
    found
}

/// Like [`service`], without what admission says.
pub fn rules(cluster: &Cluster, written: &Value, rendering: &Rendering, peers: &Peers) -> Vec<Diagnostic> {
    let Some(kind) = words::rules(rendering.kind) else { return Vec::new() };
    let resource = Resource::of(cluster, written, rendering, peers, kind.prepare);
    let mut found = look(|rule, findings| kind.look(rule, &resource, findings));
    for (name, other) in kind.in_place_of {
        if found.iter().any(|finding| finding.code.name == *name) {
            found.retain(|finding| finding.code.name != *other);
        }
    }
    resource.hide_secrets(&mut found);
    found.append(&mut unread(cluster, written, kind.annotations));
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found
}

/// What the rules find in a serving runtime, or in another object that the cluster has a schema for.
pub fn runtime(cluster: &Cluster, written: &Value) -> Vec<Diagnostic> {
    let places: &[Annotated] = if Kind::of(written).is_some_and(Kind::is_runtime) { &OF_RUNTIMES } else { &[] };
    let mut found = unread(cluster, written, places);
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found
}

/// Where runtimes have annotations, and what they are read as there.
const OF_RUNTIMES: [Annotated; 3] = [
    (&["metadata", "annotations"], Place::Runtime),
    (&["spec", "annotations"], Place::Component),
    (&["spec", "workerSpec", "annotations"], Place::Component),
];

/// The rules about annotations that nobody reads.
const MISSPELT: &str = "misspelt-annotation";
const UNREAD: &str = "unread-annotation";

/// The annotations at these places that nobody reads.
fn unread(cluster: &Cluster, written: &Value, places: &[Annotated]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, about) in [(MISSPELT, About::Misspelt), (UNREAD, About::Unread)] {
        for rule in named(name) {
            let mut findings = Findings { rule, list: Vec::new(), code: docs::code };
            rules::unread::find(cluster, written, places, about, &mut findings);
            found.append(&mut findings.list);
        }
    }
    found
}

/// What the rules find in resources among each other, one list for each.
pub fn among(resources: &[&Value]) -> Vec<Vec<Diagnostic>> {
    let shared = |resource: &Value| {
        let kind = words::rules(Kind::of(resource)?)?;
        Some((kind.kind, kind.shared?(resource.as_object()?)?))
    };
    let mut groups: HashMap<_, Vec<&Map>> = HashMap::new();
    for resource in resources {
        if let (Some(shared), Some(resource)) = (shared(resource), resource.as_object()) {
            groups.entry(shared).or_default().push(resource);
        }
    }
    let find = |resource: &&Value| {
        let (Some(shared), Some(members)) = (shared(resource), resource.as_object()) else { return Vec::new() };
        let peers = groups.get(&shared).map_or(&[][..], Vec::as_slice);
        let mut found = look(|rule, findings| match rule.check {
            Check::Peers(kind, check) if kind == shared.0 => check(members, peers, findings),
            _ => {}
        });
        found.retain(|finding| !suppress::ignores(resource, finding.code));
        found
    };
    resources.iter().map(find).collect()
}

/// What the API server refuses in the `spec` of a pod, each as `containers[0].image: Required value`: in the template of a Deployment, or
/// in a pod by itself.
pub fn pod_refusals(spec: &Map, is_of_deployment: bool) -> Vec<String> {
    let owner = if is_of_deployment { pod_spec::Owner::Deployment } else { pod_spec::Owner::Pod };
    pod_spec::refusals(spec, owner).iter().map(ToString::to_string).collect()
}

/// The rule about what the webhook will refuse of a service that it takes now.
const NEXT_WRITE: &str = "next-write-refused";

/// The rule about what the controller fails with.
const CONTROLLER_FAILS: &str = "reconcile-fails";

/// Whether [`next_write`] can find anything in resources of a kind.
pub fn has_next_write(kind: Kind) -> bool {
    words::rules(kind).is_some_and(|kind| named(NEXT_WRITE).any(|rule| kind.has(rule)))
}

/// What the webhook will refuse of a service that it takes now: updates or the deletion. A part of what [`rules`] finds.
pub fn next_write(cluster: &Cluster, written: &Value, rendering: &Rendering) -> Vec<Diagnostic> {
    let Some(kind) = words::rules(rendering.kind) else { return Vec::new() };
    let mut found = of_rule(NEXT_WRITE, kind, cluster, written, rendering);
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found
}

/// Where and why the controller fails with a service, and what helps. A part of what [`rules`] finds.
pub fn failure(cluster: &Cluster, written: &Value, rendering: &Rendering) -> Option<Diagnostic> {
    let kind = words::rules(rendering.kind)?;
    let found = of_rule(CONTROLLER_FAILS, kind, cluster, written, rendering).into_iter().next()?;
    // The words that other kinds have for a failure name no place in the service, unless there is advice.
    (kind.has_places || found.help.is_some()).then_some(found)
}

/// What one rule finds in one service.
fn of_rule(name: &str, kind: &KindRules, cluster: &Cluster, written: &Value, rendering: &Rendering) -> Vec<Diagnostic> {
    let peers = Peers::default();
    let resource = Resource::of(cluster, written, rendering, &peers, kind.prepare);
    let mut found = Vec::new();
    for rule in named(name) {
        let mut findings = Findings { rule, list: Vec::new(), code: docs::code };
        kind.look(rule, &resource, &mut findings);
        found.append(&mut findings.list);
    }
    resource.hide_secrets(&mut found);
    found
}

/// The rule of a name.
fn named(name: &str) -> impl Iterator<Item = &'static Rule> {
    all().filter(move |rule| rule.code.name == name)
}

/// Lints the configuration of the cluster.
pub fn config(cluster: &Cluster) -> Vec<Diagnostic> {
    look(|rule, findings| {
        if let Check::Config(check) = rule.check {
            check(cluster, findings);
        }
    })
}

/// Who else says what findings of a code say.
pub(crate) fn told_by(code: &Code) -> Option<ToldBy> {
    docs::rule(code)?.told_by
}

/// What the rules find to which `check` applies itself.
fn look(check: impl Fn(&Rule, &mut Findings)) -> Vec<Diagnostic> {
    let found = all().flat_map(|rule| {
        let mut findings = Findings { rule, list: Vec::new(), code: docs::code };
        check(rule, &mut findings);
        findings.list
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::rule::General;
    use super::*;

    #[test]
    fn every_rule_that_others_name_exists() {
        let kinds: Vec<_> = Kind::ALL.iter().copied().filter_map(words::rules).collect();
        let general = kinds.iter().flat_map(|kind| match kind.general {
            General::All => &[],
            General::Some(names) => names,
        });
        let replaced = kinds.iter().flat_map(|kind| kind.in_place_of).flat_map(|(rule, other)| [rule, other]);
        let named = [MISSPELT, UNREAD, NEXT_WRITE, CONTROLLER_FAILS];
        for name in general.chain(replaced).chain(&named) {
            assert!(all().any(|rule| rule.code.name == *name), "{name}");
        }
    }
}
