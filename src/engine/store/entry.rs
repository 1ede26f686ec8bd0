//! An object as passes see it, and its state in the cluster.

use std::rc::Rc;

use crate::Value;
use crate::api::PodTemplate;
use crate::engine::reports::Report;
use crate::object::ObjectView as _;
use crate::object::fields::Lookup as _;
use crate::object::{Key, Kind};

/// Where an object is: kind, namespace (empty for cluster-wide kinds) and name.
pub type At<'p> = (Kind, &'p str, &'p str);

/// Where an object comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It existed in the cluster before the first pass.
    Found,
    /// It is one of the documents next to the resources.
    Context,
    /// A pass has created it.
    Pass,
}

/// The pods of a workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pods {
    /// Those that are found in the cluster, if any.
    Found,
    /// This many ready pods. If the cluster's pods are known, those count instead until the workload changes.
    Ready { count: usize, unless_found: bool },
}

/// An object that a pass has looked at, or that reports something.
#[derive(Debug, Clone)]
pub struct Entry {
    pub kind: Kind,
    pub namespace: String,
    pub name: String,
    /// The controller in whose turn the object was first looked at or created; `None` if it only reports.
    pub(super) turn: Option<usize>,
    /// The last content, kept when the object is deleted.
    pub object: Rc<Value>,
    pub exists: bool,
    pub report: Report,
    /// How often the content has changed, and how often the report.
    pub(super) versions: (u32, u32),
    pub pods: Pods,
    /// Whether the object has changed since `report` was made.
    pub changed: bool,
    /// `metadata.generation` as in the cluster.
    pub generation: i64,
    /// Whether the generation is known: dumps may leave it out.
    pub knows_generation: bool,
    /// The number of the Knative Service's newest revision.
    pub revision: u32,
    pub(super) origin: Origin,
    /// Whether a pass has created it, or created it again.
    pub(super) made: bool,
    /// Whether a pass has written it.
    pub written: bool,
    /// The last pass that would have created it if it had not existed.
    pub(super) wanted_in: Option<u32>,
}

impl Entry {
    /// Whether it existed in the cluster before the first pass.
    pub fn is_found(&self) -> bool {
        self.origin == Origin::Found
    }

    /// Whether the object reports something other than what was found in its status.
    pub(crate) fn has_reported(&self) -> bool {
        let (_, reports) = self.versions;
        reports > 0
    }

    /// The string at `metadata.<map>.<key>`, such as an annotation.
    pub fn meta(&self, map: &str, key: &str) -> Option<&str> {
        self.object.get("metadata")?.get(map)?.get(key)?.as_str()
    }

    pub(super) fn at(&self) -> At<'_> {
        (self.kind, &self.namespace, &self.name)
    }

    pub(super) fn key(&self) -> Key {
        Key::new(self.kind, &self.namespace, &self.name)
    }

    /// An object that a controller's pass creates.
    pub(super) fn created((kind, namespace, name): At<'_>, turn: usize, object: Rc<Value>) -> Entry {
        Entry {
            kind,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            turn: Some(turn),
            object,
            exists: true,
            report: Report::Nothing,
            versions: (0, 0),
            pods: Pods::Found,
            changed: true,
            generation: 1,
            knows_generation: true,
            revision: 1,
            origin: Origin::Pass,
            made: true,
            written: true,
            wanted_in: None,
        }
    }

    /// An object that exists before the first pass.
    pub(super) fn existing((kind, namespace, name): At<'_>, object: &Value, origin: Origin) -> Entry {
        let report = Report::found(kind, name, object);
        let revision = match &report {
            Report::Knative(reported) => revision_number(&reported.latest_created_revision).max(1),
            _ => 1,
        };
        let observed = match &report {
            Report::Deployment(reported) => reported.observed_generation,
            Report::Knative(reported) => reported.observed_generation,
            _ => 0,
        };
        Entry {
            kind,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            turn: None,
            object: Rc::new(object.clone()),
            exists: true,
            pods: Pods::Ready { count: reported_pods(&report, object), unless_found: true },
            report,
            versions: (0, 0),
            // An object that reports nothing yet is about to; one that reports keeps its status until it changes.
            changed: object.get("status").and_then(Value::as_object).is_none(),
            generation: object.generation().unwrap_or(observed.max(1)),
            knows_generation: object.generation().is_some(),
            revision,
            origin,
            made: false,
            written: false,
            wanted_in: None,
        }
    }

    pub(super) fn delete(&mut self) {
        self.exists = false;
        self.report = Report::Nothing;
    }

    pub(super) fn recreate(&mut self, desired: Rc<Value>) {
        if self.object != desired {
            self.set(desired);
        }
        self.exists = true;
        (self.made, self.written) = (true, true);
        self.pods = Pods::Found;
        self.changed = true;
        (self.generation, self.knows_generation) = (1, true);
        self.revision = 1;
    }

    pub(super) fn change(&mut self, updated: Value) {
        if updated == *self.object {
            return;
        }
        if self.kind == Kind::KnativeService && self.object.at("/spec/template") != updated.at("/spec/template") {
            self.revision += 1;
        }
        let of_deployment = self.kind == Kind::Deployment;
        let counts = |path: &str| self.object.at(path) != updated.at(path);
        let same_spec = !counts("/spec") || of_deployment && defaulted_spec(&self.object) == defaulted_spec(&updated);
        if !same_spec || of_deployment && counts("/metadata/annotations") {
            self.generation += 1;
        }
        (self.changed, self.written) = (true, true);
        self.set(Rc::new(updated));
    }

    fn set(&mut self, object: Rc<Value>) {
        self.object = object;
        self.versions.0 += 1;
    }

    /// Takes over what the object reports now that it is ready, and writes it into its `status` if `writes_status` is set.
    pub(super) fn settle(&mut self, report: Report, writes_status: bool) {
        if self.report != report {
            if writes_status
                && let Some(status) = report.to_value()
                && let Some(object) = Rc::make_mut(&mut self.object).as_object_mut()
            {
                object.insert("status".into(), status);
            }
            self.report = report;
            self.versions.1 += 1;
        }
        self.pods = Pods::Ready { count: reported_pods(&self.report, &self.object), unless_found: false };
        self.changed = false;
    }
}

/// The spec of a Deployment as the API server stores it: unset replicas default to one, so a dump that has the default does not
/// differ from a desired object without replicas.
fn defaulted_spec(deployment: &Value) -> Option<Value> {
    let mut spec = deployment.get("spec")?.clone();
    spec.as_object_mut()?.entry("replicas").or_insert(1.into());
    Some(spec)
}

/// The number at the end of a revision's name, such as 2 in `flower-predictor-00002`; 0 if there is none.
fn revision_number(name: &str) -> u32 {
    name.rsplit_once('-').and_then(|(_, number)| number.parse().ok()).unwrap_or_default()
}

/// How many ready pods a workload has: those that a Deployment reports, or those that a ready Knative Service keeps, but at least
/// one.
fn reported_pods(report: &Report, object: &Value) -> usize {
    let count = match report {
        Report::Deployment(reported) => reported.available_replicas,
        Report::Knative(reported) if !reported.latest_ready_revision.is_empty() => {
            let template = object.template().map(PodTemplate::of);
            let scale = template.map_or("", |template| template.annotation("autoscaling.knative.dev/min-scale"));
            scale.parse().unwrap_or(1).max(1)
        }
        _ => 0,
    };
    usize::try_from(count).unwrap_or_default()
}
