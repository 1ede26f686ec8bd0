//! Advice about services that the controller accepts, but that fail or surprise later.
//!
//! A rule is an entry of a table: its code, its severity, what, why and what to do, and a function that looks at one
//! service with its rendering, or at the cluster. Lists and documentation are made from the same entries.

pub mod config_faults;
pub mod docs;
pub(crate) mod peers;
mod pod_spec;
pub(crate) mod rules;
pub mod subject;
mod suppress;

use crate::facts::Existing;
use crate::kinds::llm_inference_service::explain::{Composition, composition};
use crate::kinds::{self, inference_graph, trained_model};
use crate::object::diagnostic::{Code, Diagnostic, Mend, Related, Severity};
use crate::object::{Key, Kind, Path};
use crate::release::Version;
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

/// Which of a rule's findings can be mended (`lint --fix`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mending {
    /// None.
    No,
    /// Those of which nobody can have meant anything else.
    Safe,
    /// Only with `--unsafe-fixes`.
    Unsafe,
    /// Some safely, others only with `--unsafe-fixes`.
    Both,
}

/// The kind of reports that a rule answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    Updates,
    Configuration,
    Names,
    Pods,
    Readiness,
    Requests,
    Annotations,
    Scaling,
    Models,
    Downloads,
    Leftovers,
    Graphs,
    TrainedModels,
    LanguageModels,
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
    /// The first release in which it holds, of those that are known.
    pub since: Version,
    /// The last release in which it holds, if a later one does otherwise.
    pub until: Option<Version>,
    pub mending: Mending,
    /// What people report; `None` for what the kind of the resource tells.
    pub topic: Option<Topic>,
    /// Public reports that asked for it, by their number.
    pub reports: &'static [&'static str],
}

impl Rule {
    /// A rule that says nothing yet.
    pub(crate) const BLANK: Rule = Rule {
        code: Code { id: "", name: "", explanation: "" },
        severity: Severity::Note,
        why: "",
        fine: "",
        fix: "",
        check: Check::Config(|_, _| {}),
        since: Version::V0_15,
        until: None,
        mending: Mending::No,
        topic: None,
        reports: &[],
    };
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
        self.list.push(Diagnostic::new(&self.rule.code, self.rule.severity, path, message));
    }

    /// Adds what helps against the latest finding.
    pub fn help(&mut self, text: String) {
        if let Some(latest) = self.list.last_mut() {
            latest.help = Some(text);
        }
    }

    /// Tells how the document of the latest finding can be mended.
    pub fn mend(&mut self, mend: Mend) {
        if let Some(latest) = self.list.last_mut() {
            latest.mend = Some(mend);
        }
    }

    /// Tells where in another document the latest finding stands, if that is there.
    pub fn elsewhere(&mut self, document: Key, path: Path) {
        if let Some(latest) = self.list.last_mut() {
            latest.elsewhere = Some((document, path));
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
    let peers = Peers::default();
    let subject = Subject::of(cluster, written, rendering, &peers);
    let mut found = Vec::new();
    for rule in all().filter(|rule| rule.code.name == "next-write-refused") {
        let mut findings = Findings { rule, list: Vec::new() };
        if let Check::Service(check) = rule.check {
            check(&subject, &mut findings);
        }
        found.append(&mut findings.list);
    }
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
