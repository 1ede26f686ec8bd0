//! The objects that the passes see: those found in the cluster and those that passes create.

use std::rc::Rc;

use crate::Value;
use crate::build::workload::{Effect, Rule, Step};
use crate::engine::readiness;
use crate::engine::reports::{DeploymentStatus, KnativeStatus};
use crate::facts::Found;
use crate::object::ObjectKey;
use crate::object::fields::Lookup as _;
use crate::object::keys;

/// The kinds of objects that the controller creates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    ConfigMap,
    Service,
    Deployment,
    HorizontalPodAutoscaler,
    ScaledObject,
    OpenTelemetryCollector,
    KnativeService,
    Ingress,
    HttpRoute,
    VirtualService,
}

impl Kind {
    const ALL: [Kind; 10] = [
        Kind::ConfigMap,
        Kind::Service,
        Kind::Deployment,
        Kind::HorizontalPodAutoscaler,
        Kind::ScaledObject,
        Kind::OpenTelemetryCollector,
        Kind::KnativeService,
        Kind::Ingress,
        Kind::HttpRoute,
        Kind::VirtualService,
    ];

    /// API group and kind.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Kind::ConfigMap => ("", "ConfigMap"),
            Kind::Service => ("", "Service"),
            Kind::Deployment => ("apps", "Deployment"),
            Kind::HorizontalPodAutoscaler => ("autoscaling", "HorizontalPodAutoscaler"),
            Kind::ScaledObject => ("keda.sh", "ScaledObject"),
            Kind::OpenTelemetryCollector => ("opentelemetry.io", "OpenTelemetryCollector"),
            Kind::KnativeService => ("serving.knative.dev", "Service"),
            Kind::Ingress => ("networking.k8s.io", "Ingress"),
            Kind::HttpRoute => ("gateway.networking.k8s.io", "HTTPRoute"),
            Kind::VirtualService => ("networking.istio.io", "VirtualService"),
        }
    }

    /// The kind of an object; `None` for kinds that the controller does not create.
    pub(crate) fn of(object: &Value) -> Option<Kind> {
        let api_version = object.get("apiVersion").and_then(Value::as_str).unwrap_or_default();
        let group = api_version.split_once('/').map_or("", |(group, _)| group);
        let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default();
        Kind::ALL.into_iter().find(|known| known.names() == (group, kind))
    }
}

impl From<Rule> for Kind {
    fn from(rule: Rule) -> Kind {
        match rule {
            Rule::KnativeService => Kind::KnativeService,
            Rule::Deployment => Kind::Deployment,
            Rule::Service => Kind::Service,
            Rule::HorizontalPodAutoscaler => Kind::HorizontalPodAutoscaler,
            Rule::ScaledObject => Kind::ScaledObject,
            Rule::OpenTelemetryCollector => Kind::OpenTelemetryCollector,
        }
    }
}

/// What an object reports; only these kinds report something that the controller reads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Report {
    Nothing,
    Deployment(Rc<DeploymentStatus>),
    Knative(Rc<KnativeStatus>),
    /// The `status` of an HTTPRoute.
    Route(Value),
}

/// The pods of a workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pods {
    /// Those that are found, or none.
    Found,
    /// So many that are ready. Where the cluster's pods are known, these count until the workload changes.
    Ready { count: usize, unless_found: bool },
}

/// An object that a pass has looked at.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub kind: Kind,
    pub name: String,
    /// The last content, kept when the object is deleted.
    pub object: Rc<Value>,
    pub exists: bool,
    pub report: Report,
    /// How often the report has changed.
    reports: u32,
    pub pods: Pods,
    /// Whether the object has changed since `report` was made.
    pub changed: bool,
    /// `metadata.generation` as the cluster has it.
    pub generation: i64,
    /// Number of the Knative Service's newest revision.
    pub revision: u32,
    found: bool,
}

/// The objects of one service's namespace, as far as the passes look at them.
#[derive(Debug)]
pub(crate) struct Store<'a> {
    found: &'a Found,
    namespace: &'a str,
    /// In the order of the first look.
    entries: Vec<Entry>,
}

/// What identifies a state of the store: for each object its content, whether it exists, and how often its
/// report has changed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Snapshot(Vec<(*const Value, bool, u32)>);

impl<'a> Store<'a> {
    pub(crate) fn new(found: &'a Found, namespace: &'a str) -> Store<'a> {
        Store { found, namespace, entries: Vec::new() }
    }

    /// The place of an object that was looked at before, or is found now.
    fn place(&mut self, kind: Kind, name: &str) -> Option<usize> {
        let known = self.entries.iter().position(|entry| entry.kind == kind && entry.name == name);
        if known.is_some() {
            return known;
        }
        let object = self.found.get(kind, self.namespace, name)?;
        self.entries.push(Entry::found(kind, name, object));
        Some(self.entries.len() - 1)
    }

    /// The object, if it exists.
    pub(crate) fn get(&mut self, kind: Kind, name: &str) -> Option<&Entry> {
        let place = self.place(kind, name)?;
        self.entries.get(place).filter(|entry| entry.exists)
    }

    /// Creates, updates or deletes the object as the step's rule says.
    pub(crate) fn step(&mut self, step: &Step) {
        let (kind, name) = (Kind::from(step.rule), step.name());
        let entry = self.place(kind, name).and_then(|place| self.entries.get_mut(place));
        match (step.effect(entry.as_deref().filter(|entry| entry.exists).map(|entry| &*entry.object)), entry) {
            (Effect::Nothing, _) | (Effect::Update(_) | Effect::Delete, None) => {}
            (Effect::Create, None) => self.entries.push(Entry::created(kind, name, Rc::clone(&step.desired))),
            (Effect::Create, Some(entry)) => entry.recreate(Rc::clone(&step.desired)),
            (Effect::Update(updated), Some(entry)) => entry.change(updated),
            (Effect::Delete, Some(entry)) => entry.delete(),
        }
    }

    /// Creates the object of that name, or replaces the existing one if `change` gives another.
    pub(crate) fn create_or_change(
        &mut self,
        kind: Kind,
        name: &str,
        desired: &Rc<Value>,
        change: impl FnOnce(&Value, &Value) -> Option<Value>,
    ) {
        match self.place(kind, name).and_then(|place| self.entries.get_mut(place)) {
            None => self.entries.push(Entry::created(kind, name, Rc::clone(desired))),
            Some(entry) if !entry.exists => entry.recreate(Rc::clone(desired)),
            Some(entry) if Rc::ptr_eq(&entry.object, desired) => {}
            Some(entry) => {
                if let Some(changed) = change(&entry.object, desired) {
                    entry.change(changed);
                }
            }
        }
    }

    /// Deletes an object if it exists and belongs to the InferenceService `service`.
    pub(crate) fn delete_owned(&mut self, kind: Kind, name: &str, service: &str) {
        if let Some(entry) = self.place(kind, name).and_then(|place| self.entries.get_mut(place))
            && entry.is_owned_by(service)
        {
            entry.delete();
        }
    }

    /// Deletes an object if it exists, whoever owns it.
    pub(crate) fn delete(&mut self, kind: Kind, name: &str) {
        if let Some(entry) = self.place(kind, name).and_then(|place| self.entries.get_mut(place)) {
            entry.delete();
        }
    }

    /// Names of the existing objects of a kind that carry these labels, sorted, but for those `kept`; `service` is the
    /// value of the InferenceService label.
    pub(crate) fn names_labelled(
        &self,
        kind: Kind,
        service: &str,
        other: (&str, &str),
        kept: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let labelled = |object: &Value| {
            let labels = object.get("metadata").and_then(|metadata| metadata.get("labels"));
            let has = |key: &str, value: &str| {
                labels.and_then(|labels| labels.get(key)).and_then(Value::as_str) == Some(value)
            };
            has(keys::INFERENCE_SERVICE_LABEL, service) && has(other.0, other.1)
        };
        let of_kind = || self.entries.iter().filter(|entry| entry.kind == kind);
        let not_kept = of_kind().filter(|entry| entry.exists && !kept(&entry.name));
        let mut names: Vec<String> =
            not_kept.filter(|entry| labelled(&entry.object)).map(|entry| entry.name.clone()).collect();
        for name in self.found.names_of(kind, self.namespace, service) {
            if !kept(name)
                && !of_kind().any(|entry| entry.name == *name)
                && self.found.get(kind, self.namespace, name).is_some_and(labelled)
            {
                names.push(name.clone());
            }
        }
        names.sort();
        names
    }

    /// Whether pods were found in the cluster at all.
    pub(crate) fn has_found_pods(&self) -> bool {
        self.found.has_pods()
    }

    /// Pods found in the cluster whose label `app` or revision has this value, the newest first.
    pub(crate) fn found_pods(&self, label: &str) -> &'a [Value] {
        self.found.pods(self.namespace, label)
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.exists)
    }

    pub(crate) fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.entries.iter_mut().filter(|entry| entry.exists)
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot(self.entries.iter().map(|entry| (Rc::as_ptr(&entry.object), entry.exists, entry.reports)).collect())
    }

    /// The objects to report, those created and deleted again, and those found and deleted.
    pub(crate) fn finish(self) -> (Vec<Value>, Vec<ObjectKey>, Vec<ObjectKey>) {
        let (mut objects, mut deleted_again, mut deleted) = (Vec::new(), Vec::new(), Vec::new());
        for entry in self.entries {
            if !entry.exists {
                let key = ObjectKey::new(entry.kind.names().1, self.namespace, &entry.name);
                if entry.found {
                    deleted.push(key);
                    continue;
                }
                deleted_again.push(key);
            }
            objects.push(Rc::unwrap_or_clone(entry.object));
        }
        (objects, deleted_again, deleted)
    }
}

impl Entry {
    fn created(kind: Kind, name: &str, object: Rc<Value>) -> Entry {
        Entry {
            kind,
            name: name.to_owned(),
            object,
            exists: true,
            report: Report::Nothing,
            reports: 0,
            pods: Pods::Found,
            changed: true,
            generation: 1,
            revision: 1,
            found: false,
        }
    }

    fn found(kind: Kind, name: &str, object: &Value) -> Entry {
        let status = object.get("status").and_then(Value::as_object);
        let report = match (kind, status) {
            (Kind::Deployment, status) => {
                let mut reported = status.map(DeploymentStatus::read).unwrap_or_default();
                readiness::complete(&mut reported, name);
                Report::Deployment(Rc::new(reported))
            }
            (Kind::KnativeService, status) => {
                Report::Knative(Rc::new(status.map(KnativeStatus::read).unwrap_or_default()))
            }
            (Kind::HttpRoute, Some(status)) => Report::Route(Value::Object(status.clone())),
            _ => Report::Nothing,
        };
        let revision = match &report {
            Report::Knative(reported) => revision_number(&reported.latest_created_revision).max(1),
            _ => 1,
        };
        let observed = match &report {
            Report::Deployment(reported) => reported.observed_generation,
            Report::Knative(reported) => reported.observed_generation,
            _ => 0,
        };
        let generation = object.at("/metadata/generation").and_then(Value::as_i64);
        Entry {
            kind,
            name: name.to_owned(),
            object: Rc::new(object.clone()),
            exists: true,
            pods: Pods::Ready { count: reported_pods(&report, object), unless_found: true },
            report,
            reports: 0,
            // What reports nothing yet is on its way; what reports keeps its status until it changes.
            changed: status.is_none(),
            generation: generation.unwrap_or(observed.max(1)),
            revision,
            found: true,
        }
    }

    fn delete(&mut self) {
        self.exists = false;
        self.report = Report::Nothing;
    }

    fn recreate(&mut self, desired: Rc<Value>) {
        if self.object != desired {
            self.object = desired;
        }
        self.exists = true;
        self.pods = Pods::Found;
        self.changed = true;
        self.generation = 1;
        self.revision = 1;
    }

    /// Takes over what the object reports now that it is ready.
    pub(crate) fn settle(&mut self, report: Report) {
        if self.report != report {
            self.report = report;
            self.reports += 1;
        }
        self.pods = Pods::Ready { count: reported_pods(&self.report, &self.object), unless_found: false };
        self.changed = false;
    }

    fn change(&mut self, updated: Value) {
        if updated == *self.object {
            return;
        }
        if self.kind == Kind::KnativeService && self.object.at("/spec/template") != updated.at("/spec/template") {
            self.revision += 1;
        }
        let of_deployment = self.kind == Kind::Deployment;
        let counts = |path: &str| self.object.at(path) != updated.at(path);
        if counts("/spec") || of_deployment && counts("/metadata/annotations") {
            self.generation += 1;
        }
        self.changed = true;
        self.object = Rc::new(updated);
    }

    /// Whether the InferenceService `name` owns the object.
    fn is_owned_by(&self, name: &str) -> bool {
        let owners = self.object.at("/metadata/ownerReferences").and_then(Value::as_array);
        owners.into_iter().flatten().any(|owner| {
            let is = |key: &str, value: &str| owner.get(key).is_some_and(|found| found == value);
            is("kind", "InferenceService") && is("name", name)
        })
    }

    /// The string at `metadata.<map>.<key>`, such as an annotation.
    pub(crate) fn meta(&self, map: &str, key: &str) -> Option<&str> {
        self.object.get("metadata")?.get(map)?.get(key)?.as_str()
    }
}

/// The number at the end of a revision's name, such as 2 in `flower-predictor-00002`; 0 if there is none.
fn revision_number(name: &str) -> u32 {
    name.rsplit_once('-').and_then(|(_, number)| number.parse().ok()).unwrap_or_default()
}

/// How many ready pods a workload has: those that a Deployment reports, those that a ready Knative Service keeps at least, but
/// one.
fn reported_pods(report: &Report, object: &Value) -> usize {
    let count = match report {
        Report::Deployment(reported) => reported.available_replicas,
        Report::Knative(reported) if reported.is_ready() => {
            let annotations = object.at("/spec/template/metadata/annotations");
            let scale = annotations.and_then(|map| map.get("autoscaling.knative.dev/min-scale")?.as_str());
            scale.and_then(|scale| scale.parse().ok()).unwrap_or(1).max(1)
        }
        _ => 0,
    };
    usize::try_from(count).unwrap_or_default()
}
