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
use crate::kinds::{self, inference_graph, trained_model};
use crate::object::diagnostic::{Code, Diagnostic, Related, Severity};
use crate::object::{Key, Kind, Path};
use crate::{Cluster, Rendering, Value};

pub use peers::Peers;
pub use rules::all;
pub use subject::Subject;
pub use suppress::Suppression;

/// What is looked at, and how.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// One service with its rendering; paths lead into the service as written.
    Service(fn(&Subject<'_>, &mut Findings)),
    /// The configuration of the cluster; paths lead into the ConfigMap.
    Config(fn(&Cluster, &mut Findings)),
    /// One InferenceGraph with its rendering; paths lead into the graph as written.
    InferenceGraph(fn(&inference_graph::lint::Subject<'_>, &mut Findings)),
    /// One TrainedModel with its rendering; paths lead into the model as written.
    TrainedModel(fn(&trained_model::lint::Subject<'_>, &mut Findings)),
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
