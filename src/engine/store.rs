//! The objects that the passes see: those found in the cluster and those that passes create.

use std::rc::Rc;

use crate::Value;
use crate::build::workload::{Effect, Rule, Step};
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
    /// Whether `report` is what the readiness assumption says, not what was found.
    pub settled: bool,
    /// Whether the object has changed since `report` was made.
    pub changed: bool,
    /// `metadata.generation` as the cluster has it; `None` for what passes create.
    generation: Option<i64>,
    /// Whether a pass has patched the object.
    patched: bool,
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

    /// Pods found in the cluster whose label `app` or revision has this value, the newest first.
    pub(crate) fn found_pods(&self, label: &str) -> &'a [Value] {
        self.found.pods(self.namespace, label)
    }

    /// Notes that a pass patches an existing object without changing it.
    pub(crate) fn touch(&mut self, kind: Kind, name: &str) {
        if let Some(entry) = self.place(kind, name).and_then(|place| self.entries.get_mut(place)) {
            entry.changed |= entry.exists && !entry.patched;
            entry.patched |= entry.exists;
        }
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
            settled: false,
            changed: true,
            generation: None,
            patched: false,
            revision: 1,
            found: false,
        }
    }

    fn found(kind: Kind, name: &str, object: &Value) -> Entry {
        let status = object.get("status").and_then(Value::as_object);
        let report = match (kind, status) {
            (Kind::Deployment, status) => {
                Report::Deployment(Rc::new(status.map(DeploymentStatus::read).unwrap_or_default()))
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
        Entry {
            kind,
            name: name.to_owned(),
            object: Rc::new(object.clone()),
            exists: true,
            report,
            reports: 0,
            settled: false,
            changed: true,
            generation: object.at("/metadata/generation").and_then(Value::as_i64),
            patched: false,
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
        self.settled = false;
        self.changed = true;
        self.generation = None;
        self.patched = false;
        self.revision = 1;
    }

    /// Takes over what the object reports now that it is ready.
    pub(crate) fn settle(&mut self, report: Report) {
        if self.report != report {
            self.report = report;
            self.reports += 1;
        }
        self.settled = true;
        self.changed = false;
    }

    fn change(&mut self, updated: Value) {
        if updated == *self.object {
            return;
        }
        if self.kind == Kind::KnativeService && self.object.at("/spec/template") != updated.at("/spec/template") {
            self.revision += 1;
        }
        self.generation = self.generation.map(|generation| generation + 1);
        self.patched = true;
        self.changed = true;
        self.object = Rc::new(updated);
    }

    /// The generation that the object reports next. Where the cluster's is not known it is the one reported so
    /// far, 1 for a new object; the patch that the controller sends to a Deployment takes it away.
    pub(crate) fn next_generation(&self) -> i64 {
        let reported = match &self.report {
            Report::Deployment(reported) => reported.observed_generation,
            Report::Knative(reported) => reported.observed_generation,
            _ => 0,
        };
        match self.generation {
            Some(generation) => generation,
            None if self.patched && self.kind == Kind::Deployment => 0,
            None => reported.max(1),
        }
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
