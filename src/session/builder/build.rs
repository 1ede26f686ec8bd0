//! A session of what was added: the cluster, and the resources with what it holds of them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::{Builder, is_fact};
use crate::facts::{Existing, Found};
use crate::input::Document;
use crate::kinds::{self, is_stored_only};
use crate::object::diagnostic::Severity;
use crate::object::{Key, Kind, Path};
use crate::session::finding::{Finding, Spot};
use crate::session::held;
use crate::session::noted::{self, Observed};
use crate::session::sorted::Named;
use crate::session::{Origin, Service, Session};
use crate::webhook::codes;
use crate::{Cluster, Value};

impl Builder {
    /// Makes the session.
    pub fn build(mut self) -> Session {
        self.note_unknown_parameters();
        self.take_what_is_found();
        let before = self.findings.len();
        let (cluster, origins) = self.facts.cluster(&self.options, &mut self.findings);
        // What the cluster refuses can be read all the same.
        let is_error =
            |finding: &Finding| finding.diagnostic.severity == Severity::Error && !finding.diagnostic.refusal;
        self.incomplete |= self.findings.iter().skip(before).any(is_error);
        self.findings.extend(noted::note_config(&cluster, &origins));
        self.findings.extend(held::repeated(&self.observed, "what is observed"));
        // Of facts among it, it has been told with all others.
        let is_untold = |object: &Value| !is_fact(object);
        self.findings.extend(held::take_unserved(&mut self.observed, &cluster.release, is_untold));
        let observed = Observed::of(&self.observed);
        let found = Arc::new(Found::new(self.observed.into_iter().map(|document| document.value)));
        let mut services = services(self.services, &found, &mut self.findings);
        self.findings.extend(noted::unused_observations(&services, &found, observed));
        for service in &mut services {
            service.note_last_applied(&self.last_applied);
        }
        let is_served =
            |(_, document): &(Kind, Document)| held::refusal_of_version(&cluster.release, &document.value).is_none();
        let stored = last_of_each(self.stored.into_iter().flatten().filter(is_served).collect());
        services.extend(stored.into_iter().map(|(kind, document)| Service::stored(kind, document, &found)));
        let mut cluster = with_stored(cluster, &services);
        if !self.is_described {
            cluster = with_assumed(cluster, &found, &services);
        }
        Session {
            cluster,
            found,
            services,
            beside: Vec::new(),
            checked: self.checked,
            context: self.context,
            others: self.others.into_iter().map(|(document, _)| document).collect(),
            passed_over: self.passed_over,
            others_beside: self.others_beside,
            origins,
            findings: self.findings,
            incomplete: self.incomplete,
            has_context: self.has_context,
            is_walked: self.is_walked,
            inputs: Vec::new(),
            by_key: OnceLock::new(),
        }
    }

    fn note_unknown_parameters(&mut self) {
        for (name, _) in self.options.parameters.iter().filter(|(name, _)| !self.parameters.contains(name)) {
            let spot = Spot::Option(format!("--param {name}"));
            let text = "no Template in the inputs has this parameter";
            self.findings.push(Finding::plain(codes::OPTION_WITHOUT_EFFECT, Severity::Warning, spot, text));
        }
    }

    /// Beside some kinds of resources, objects are what is there already. Those of folders are more likely what becomes of the
    /// resources, but for routes, which these name.
    fn take_what_is_found(&mut self) {
        if !self.services.iter().any(|service| kinds::properties(service.kind).holds_objects_beside) {
            return;
        }
        for (document, is_walked) in &self.others {
            if Kind::of(&document.value).is_some_and(|kind| !is_walked || kind == Kind::HttpRoute) {
                self.facts.add_held(document.clone(), &mut self.findings);
            }
        }
    }
}

/// The services, each with what was observed of it, after what is to be noted about them.
fn services(all: Vec<Named>, found: &Arc<Found>, findings: &mut Vec<Finding>) -> Vec<Service> {
    let mut first: HashMap<(Key, usize), usize> = HashMap::with_capacity(all.len());
    let mut services: Vec<Service> = Vec::with_capacity(all.len());
    for Named { kind, document, namespace, name, had_status, is_generated, unit } in all {
        if is_generated {
            let text = format!(
                "the API server chooses the end of this name; {name} stands for it here; kubectl create takes the document, kubectl apply does not"
            );
            let spot = Spot::of_field(&document, &Path::keys(["metadata", "generateName"]));
            findings.push(Finding::plain(codes::GENERATED_NAME, Severity::Warning, spot, text));
        }
        if had_status {
            let text = "the status in the input is ignored; --observed takes what the cluster holds";
            findings.push(Finding::plain(codes::STATUS_IGNORED, Severity::Note, Spot::start(&document), text));
        }
        let existing = Existing::of(found, kind, &namespace, &name);
        let key = (Key::new(kind, &namespace, &name), unit);
        match first.get(&key).and_then(|index| services.get(*index)) {
            Some(earlier) => {
                findings.push(held::of_repetition(&key.0, "the inputs", &earlier.document, &document));
            }
            None => {
                first.insert(key, services.len());
            }
        }
        services.push(Service { kind, document, existing, origin: Origin::Input });
    }
    services
}

/// Of resources that stand twice in what the cluster holds, the last one counts.
fn last_of_each(mut stored: Vec<(Kind, Document)>) -> Vec<(Kind, Document)> {
    let mut later = HashSet::with_capacity(stored.len());
    stored.reverse();
    stored.retain(|(_, document)| later.insert(Key::of(&document.value)));
    stored.reverse();
    stored
}

/// The cluster with those resources of the inputs that are facts once they are stored.
fn with_stored(cluster: Cluster, services: &[Service]) -> Cluster {
    let facts = services.iter().filter(|service| is_stored_only(&service.document.value));
    let stored: Vec<Value> = facts
        .filter_map(|service| {
            let kind = kinds::of(service.kind)?;
            (kind.admit)(&cluster, &service.document.value, &service.existing).outcome.ok()
        })
        .collect();
    if stored.is_empty() { cluster } else { cluster.with_objects(stored) }
}

/// The cluster with what the kinds of the services assume of one of which nothing is said.
fn with_assumed(cluster: Cluster, found: &Found, services: &[Service]) -> Cluster {
    let is_there = |kind: Kind| services.iter().any(|service| service.kind == kind);
    let documents: Vec<&Value> = services.iter().map(|service| &service.document.value).collect();
    let assumed = kinds::KINDS.iter().filter(|kind| is_there(kind.kind)).filter_map(|kind| kind.properties.assume);
    assumed.fold(cluster, |cluster, assume| assume(&cluster, found, &documents).unwrap_or(cluster))
}
