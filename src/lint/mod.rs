//! Advice about services that the controller accepts, but that fail or surprise later.
//!
//! A rule is an entry of a table: its code, its severity, what, why and what to do, and a function that looks at one
//! service with its rendering, or at the cluster. Lists and documentation are made from the same entries.

pub mod config_faults;
pub mod docs;
mod peers;
mod pod_spec;
pub(crate) mod rules;
pub mod subject;
mod suppress;

use crate::facts::Existing;
use crate::kinds::llm_inference_service::explain::{Composition, composition};
use crate::kinds::{self, inference_graph, trained_model};
use crate::object::diagnostic::{Code, Diagnostic, Related, Severity};
use crate::object::{Key, Kind, Path};
use crate::{Cluster, Map, Rendering, Value};

pub use peers::Peers;
pub use rules::all;
pub use subject::Subject;
pub use suppress::Suppression;

/// What is looked at, and how.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// One service with its rendering; paths lead into the service as written.
    Service(fn(&Subject<'_>, &mut Findings)),
    /// One service for large language models, with what it is made of.
    Llm(fn(&LlmSubject<'_>, &mut Findings)),
    /// One service for large language models among others.
    LlmPeers(fn(&Map, &[&Map], &mut Findings)),
    /// The configuration of the cluster; paths lead into the ConfigMap.
    Config(fn(&Cluster, &mut Findings)),
    /// One InferenceGraph with its rendering; paths lead into the graph as written.
    InferenceGraph(fn(&inference_graph::lint::Subject<'_>, &mut Findings)),
    /// One TrainedModel with its rendering; paths lead into the model as written.
    TrainedModel(fn(&trained_model::lint::Subject<'_>, &mut Findings)),
}

/// A service for large language models that is linted.
#[derive(Debug, Clone, Copy)]
pub struct LlmSubject<'a> {
    pub cluster: &'a Cluster,
    /// As it is written.
    pub service: &'a Map,
    pub composition: &'a Composition,
}

/// A rule with its documentation. What it finds is the explanation of its code.
#[derive(Debug)]
pub struct Rule {
    pub code: Code,
    pub severity: Severity,
    /// What goes wrong.
    pub why: &'static str,
    /// When it can be ignored.
    pub fine: &'static str,
    /// How to mend it.
    pub fix: &'static str,
    pub check: Check,
}

/// What the rules have found so far.
#[derive(Debug)]
pub struct Findings {
    rule: &'static Rule,
    list: Vec<Diagnostic>,
}

impl Findings {
    /// Adds a finding of the current rule.
    pub fn add(&mut self, path: Path, message: impl Into<String>) {
        self.list.push(Diagnostic {
            code: &self.rule.code,
            severity: self.rule.severity,
            message: message.into(),
            path,
            help: None,
            related: Vec::new(),
            refusal: false,
        });
    }

    /// Adds what helps against the latest finding.
    pub fn help(&mut self, text: String) {
        if let Some(latest) = self.list.last_mut() {
            latest.help = Some(text);
        }
    }

    /// Adds another document that takes part in the latest finding.
    pub fn relate(&mut self, document: Key, message: &str) {
        if let Some(latest) = self.list.last_mut() {
            let related = Related { document: Some(document), path: Path::default(), message: message.to_owned() };
            latest.related.push(related);
        }
    }
}

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
        Kind::InferenceGraph => {
            let subject = inference_graph::lint::Subject::of(cluster, written, rendering);
            look(|check, findings| {
                if let Check::InferenceGraph(check) = check {
                    check(&subject, findings);
                }
            })
        }
        Kind::TrainedModel => {
            let subject = trained_model::lint::Subject { written, rendering };
            look(|check, findings| {
                if let Check::TrainedModel(check) = check {
                    check(&subject, findings);
                }
            })
        }
        Kind::LlmInferenceService => llm(cluster, written, rendering, peers),
        _ => {
            let subject = Subject::of(cluster, written, rendering, peers);
            look(|check, findings| {
                if let Check::Service(check) = check {
                    check(&subject, findings);
                }
            })
        }
    };
    found.retain(|finding| !suppress::ignores(written, finding.code));
    found
}

/// Rules of InferenceServices that look at nothing but what has become of them.
const OF_ANY_KIND: [&str; 2] = ["reconcile-fails", "pod-refused"];

/// What the rules find in one service for large language models.
fn llm(cluster: &Cluster, written: &Value, rendering: &Rendering, peers: &Peers) -> Vec<Diagnostic> {
    let Some(service) = written.as_object() else { return Vec::new() };
    let subject = Subject::of(cluster, written, rendering, peers);
    let composition = &composition(cluster, written, None);
    let made = LlmSubject { cluster, service, composition };
    let mut found = look(|check, findings| {
        if let Check::Service(check) = check {
            check(&subject, findings);
        }
    });
    // The other rules know InferenceServices.
    found.retain(|finding| OF_ANY_KIND.contains(&finding.code.name));
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
        let mut findings = Findings { rule, list: Vec::new() };
        check(&rule.check, &mut findings);
        findings.list
    });
    found.collect()
}
