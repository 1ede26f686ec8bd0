//! Notes about a session once everything is read.

use std::sync::Arc;

use super::finding::{Finding, Spot};
use super::options::{Origins, flag_of};
use super::{Service, config_findings, placeholders};
use crate::facts::Found;
use crate::input::settings::Override;
use crate::input::{Document, Problem, Source, Span};
use crate::kinds;
use crate::lint::config_faults::{Fault, faults};
use crate::object::diagnostic::Severity;
use crate::object::role::{self, Role};
use crate::object::{Key, Owner};
use crate::webhook::codes;
use crate::{Cluster, Value};

/// What is wrong with a text, as a finding. If the text is read all the same, it is a key that stands twice.
pub fn of_problem(problem: Problem) -> Finding {
    let start = problem.at;
    let text = problem.source.text.get(start..).unwrap_or_default();
    let length = match problem.fatal {
        true => text.chars().next().map_or(0, char::len_utf8),
        false => end_of_key(text),
    };
    let mut span = Span { place: problem.place, range: start..start + length };
    let (code, severity) = match problem.fatal {
        true => (codes::BROKEN_YAML, Severity::Error),
        false => (codes::REPEATED_KEY, Severity::Warning),
    };
    // A document may be one long line with thousands of keys that stand twice, but an error ends it.
    let is_asked = problem.fatal && !problem.secret;
    let help = is_asked.then(|| line_around(&problem.source.text, start)).and_then(placeholders::unreadable);
    let mut source = problem.source;
    if problem.secret {
        // The place is told, but no text is there to be shown around it.
        source = Arc::new(Source { name: source.name.clone(), text: String::new() });
        span.range = 0..0;
    }
    let finding = Finding::plain(code, severity, Spot::Text { source, span }, problem.message);
    match help {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}

/// The longest key, in bytes, that is marked as a whole: its colon cannot be much further away.
const LONGEST_KEY: usize = 1024;

/// Where the key with which a text begins ends.
fn end_of_key(text: &str) -> usize {
    let ends = |(at, c): &(usize, char)| *at >= LONGEST_KEY || matches!(c, ':' | '\n' | ' ');
    text.char_indices().find(ends).map_or(text.len(), |(at, _)| at)
}

/// The line of a text at a position.
fn line_around(text: &str, at: usize) -> &str {
    let begin = text.get(..at).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
    text.get(begin..).unwrap_or_default().lines().next().unwrap_or_default()
}

/// What makes a configuration do something other than its author expects: values that nothing reads, and missing sections without which
/// the controller or the pod webhook refuses everything.
pub fn note_config(cluster: &Cluster, origins: &Origins) -> Vec<Finding> {
    if origins.set.is_empty() && origins.config.is_none() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut missing = Vec::new();
    for fault in faults(cluster) {
        match fault {
            Fault::NotRead { path, known } => {
                let sets = |set: &&Override| {
                    std::iter::once(&set.section).chain(&set.keys).zip(&path).all(|(one, other)| one == other)
                };
                if let Some(change) = origins.set.iter().find(sets) {
                    let spot = Spot::Option(flag_of(change));
                    let code = codes::OPTION_WITHOUT_EFFECT;
                    let finding = Finding::plain(code, Severity::Warning, spot, "nothing reads this");
                    findings.push(match known {
                        Some(known) => finding.with_help(format!("did you mean {known}?")),
                        None => finding,
                    });
                } else if let Some(config) = &origins.config {
                    findings.push(config_findings::not_read(config, &path, known));
                }
            }
            Fault::Refused { section, .. } if !cluster.config.data.contains_key(section) => missing.push(section),
            Fault::Refused { .. } => {}
        }
    }
    if let (Some(config), false) = (&origins.config, missing.is_empty()) {
        let text = format!(
            "this ConfigMap takes the place of the shipped one as a whole, but lacks {}; start from `config defaults config`, \
             or change single values with --set",
            missing.join(", ")
        );
        findings.push(Finding::plain(codes::CONFIG_INCOMPLETE, Severity::Warning, Spot::start(config), text));
    }
    findings
}

/// What is observed, in short.
pub struct Observed {
    is_any: bool,
    /// Whether facts of the cluster are among it.
    has_facts: bool,
    /// Namespaces and names of the objects.
    names: Vec<(String, String)>,
}

impl Observed {
    /// These objects in short.
    pub fn of(documents: &[Document]) -> Observed {
        let keys = documents.iter().map(|document| Key::of(&document.value));
        Observed {
            is_any: !documents.is_empty(),
            has_facts: documents.iter().any(|document| role::role(&document.value) == Role::Context),
            names: keys.map(|key| (key.namespace, key.name)).collect(),
        }
    }
}

/// The finding that nothing observed belongs to any of the services.
pub fn unused_observations(services: &[Service], found: &Found, observed: Observed) -> Option<Finding> {
    if !observed.is_any || observed.has_facts || services.is_empty() {
        return None;
    }
    let is_of = |service: &Service| {
        let key = service.key();
        let owner = Owner::new(service.kind, key.name.as_str());
        let is_named =
            |(namespace, name): &(String, String)| *namespace == key.namespace && name.starts_with(&key.name);
        service.existing.resource.is_some()
            || !found.objects_of(&owner, &key.namespace).is_empty()
            || observed.names.iter().any(is_named)
            || refers_to(service, &|name| {
                observed.names.iter().any(|(namespace, observed)| *namespace == key.namespace && observed == name)
            })
    };
    if services.iter().any(is_of) {
        return None;
    }
    let text = "nothing in it belongs to a service of the inputs, so all of them count as new; are namespaces and names the same?";
    let spot = Spot::Option("--observed".into());
    Some(Finding::plain(codes::OPTION_WITHOUT_EFFECT, Severity::Warning, spot, text))
}

/// Whether a resource leads to another object of its namespace that `is_there`, such as a graph to a service.
fn refers_to(service: &Service, is_there: &dyn Fn(&str) -> bool) -> bool {
    let Some(reference) = kinds::properties(service.kind).reference else { return false };
    fn any(value: &Value, reference: &str, is_there: &dyn Fn(&str) -> bool) -> bool {
        match value {
            Value::Object(map) => map.iter().any(|(key, value)| {
                (key == reference && value.as_str().is_some_and(is_there)) || any(value, reference, is_there)
            }),
            Value::Array(list) => list.iter().any(|item| any(item, reference, is_there)),
            _ => false,
        }
    }
    service.document.value.get("spec").is_some_and(|spec| any(spec, reference, is_there))
}
