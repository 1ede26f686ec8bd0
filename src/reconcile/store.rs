//! The objects that the passes see: those found in the cluster and those that passes create.

use std::rc::Rc;

use super::Existing;
use crate::api::keys;
use crate::cluster::ObjectKey;
use crate::status::{DeploymentStatus, KnativeStatus};
use crate::workload::{Effect, Step};
use crate::{Map, Value};

/// The kinds of objects that the controller creates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
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
    pub(super) fn of(object: &Value) -> Option<Kind> {
        let api_version = object.get("apiVersion").and_then(Value::as_str).unwrap_or_default();
        let group = api_version.split_once('/').map_or("", |(group, _)| group);
        let kind = object.get("kind").and_then(Value::as_str).unwrap_or_default();
        Kind::ALL.into_iter().find(|known| known.names() == (group, kind))
    }
}

/// What an object reports; only these kinds report something that the controller reads.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Report {
    Nothing,
    Deployment(DeploymentStatus),
    Knative(KnativeStatus),
    /// The `status` of an HTTPRoute.
    Route(Value),
}

/// An object that a pass has looked at.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub kind: Kind,
    pub name: String,
    /// The last content, kept when the object is deleted.
    pub object: Rc<Value>,
    pub exists: bool,
    pub report: Report,
    /// Whether `report` is what the readiness assumption says, not what was found.
    pub settled: bool,
    /// `metadata.generation`; `None` when it is not known.
    pub generation: Option<i64>,
    /// Number of the Knative Service's newest revision.
    pub revision: u32,
    found: bool,
    deleted: bool,
}

/// The objects of one service's namespace, as far as the passes look at them.
#[derive(Debug)]
pub(super) struct Store<'a> {
    existing: &'a Existing,
    namespace: &'a str,
    /// In the order of the first look.
    entries: Vec<Entry>,
}

/// What identifies a state of the store: the content and the report of each object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Snapshot(Vec<(*const Value, bool, Report)>);

impl<'a> Store<'a> {
    pub(super) fn new(existing: &'a Existing, namespace: &'a str) -> Store<'a> {
        Store { existing, namespace, entries: Vec::new() }
    }

    /// The place of an object that was looked at before, or is found now.
    fn place(&mut self, kind: Kind, name: &str) -> Option<usize> {
        let known = self.entries.iter().position(|entry| entry.kind == kind && entry.name == name);
        if known.is_some() || self.existing.objects.is_empty() {
            return known;
        }
        let key = ObjectKey::new(kind.names().1, self.namespace, name);
        let object = self.existing.objects.get(&key).filter(|object| Kind::of(object) == Some(kind))?;
        self.entries.push(Entry::found(kind, name, object));
        Some(self.entries.len() - 1)
    }

    /// The object, if it exists.
    pub(super) fn get(&mut self, kind: Kind, name: &str) -> Option<&Entry> {
        let place = self.place(kind, name)?;
        self.entries.get(place).filter(|entry| entry.exists)
    }

    /// Creates, updates or deletes the object as the step's rule says.
    pub(super) fn step(&mut self, step: &Step) {
        let Some(kind) = Kind::of(&step.desired) else { return };
        let name = step.desired.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
        let entry = self.place(kind, name).and_then(|place| self.entries.get_mut(place));
        match (step.effect(entry.as_deref().filter(|entry| entry.exists).map(|entry| &*entry.object)), entry) {
            (Effect::Nothing, _) | (Effect::Update(_) | Effect::Delete, None) => {}
            (Effect::Create, None) => self.entries.push(Entry::created(kind, name, Rc::new(step.desired.clone()))),
            (Effect::Create, Some(entry)) => entry.recreate(Rc::new(step.desired.clone())),
            (Effect::Update(updated), Some(entry)) => entry.change(updated),
            (Effect::Delete, Some(entry)) => entry.delete(),
        }
    }

    /// Creates the object, or replaces the existing one if `change` gives another.
    pub(super) fn create_or_change(
        &mut self,
        kind: Kind,
        desired: Value,
        change: impl FnOnce(&Value, &Value) -> Option<Value>,
    ) {
        let name = desired.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
        match self.place(kind, name).and_then(|place| self.entries.get_mut(place)) {
            None => {
                let name = name.to_owned();
                self.entries.push(Entry::created(kind, &name, Rc::new(desired)));
            }
            Some(entry) if !entry.exists => entry.recreate(Rc::new(desired)),
            Some(entry) => {
                if let Some(changed) = change(&entry.object, &desired) {
                    entry.change(changed);
                }
            }
        }
    }

    /// Deletes an object if it exists and `condition` holds.
    pub(super) fn delete_if(&mut self, kind: Kind, name: &str, condition: impl FnOnce(&Value) -> bool) -> bool {
        let Some(entry) = self.place(kind, name).and_then(|place| self.entries.get_mut(place)) else { return false };
        let deletes = entry.exists && condition(&entry.object);
        if deletes {
            entry.delete();
        }
        deletes
    }

    /// Names of the existing objects of a kind with all of these labels, sorted.
    pub(super) fn names_labelled(&self, kind: Kind, labels: &[(&str, &str)]) -> Vec<String> {
        let matches = |object: &Value| {
            let own = object.pointer("/metadata/labels");
            labels.iter().all(|(key, value)| own.and_then(|own| own.get(*key)).and_then(Value::as_str) == Some(*value))
        };
        let known = |name: &str| self.entries.iter().any(|entry| entry.kind == kind && entry.name == name);
        let found = self
            .existing
            .objects
            .iter()
            .filter(|(key, object)| {
                key.namespace == self.namespace && Kind::of(object) == Some(kind) && !known(&key.name)
            })
            .filter(|(_, object)| matches(object))
            .map(|(key, _)| key.name.clone());
        let seen = self
            .entries
            .iter()
            .filter(|entry| entry.kind == kind && entry.exists && matches(&entry.object))
            .map(|entry| entry.name.clone());
        let mut names: Vec<String> = seen.chain(found).collect();
        names.sort();
        names
    }

    /// Pods found in the cluster with this label, the newest first.
    pub(super) fn found_pods(&self, label: &str, value: &str) -> Vec<&'a Value> {
        let text = |object: &'a Value, path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let mut pods: Vec<&Value> = self
            .existing
            .objects
            .iter()
            .filter(|(key, _)| key.kind == "Pod" && key.namespace == self.namespace)
            .map(|(_, object)| object)
            .filter(|object| {
                let labels = object.pointer("/metadata/labels");
                labels.and_then(|labels| labels.get(label)).and_then(Value::as_str) == Some(value)
            })
            .collect();
        pods.sort_by(|a, b| text(b, "/metadata/creationTimestamp").cmp(text(a, "/metadata/creationTimestamp")));
        pods
    }

    pub(super) fn entries_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.entries.iter_mut().filter(|entry| entry.exists)
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot(
            self.entries.iter().map(|entry| (Rc::as_ptr(&entry.object), entry.exists, entry.report.clone())).collect(),
        )
    }

    /// The objects to report, those created and deleted again, and those found and deleted.
    pub(super) fn finish(self) -> (Vec<Value>, Vec<ObjectKey>, Vec<ObjectKey>) {
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
            settled: false,
            generation: Some(1),
            revision: 1,
            found: false,
            deleted: false,
        }
    }

    fn found(kind: Kind, name: &str, object: &Value) -> Entry {
        let status = object.get("status").and_then(Value::as_object);
        let report = match (kind, status) {
            (Kind::Deployment, status) => Report::Deployment(status.map(DeploymentStatus::read).unwrap_or_default()),
            (Kind::KnativeService, status) => Report::Knative(status.map(KnativeStatus::read).unwrap_or_default()),
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
            settled: false,
            generation: object.pointer("/metadata/generation").and_then(Value::as_i64),
            revision,
            found: true,
            deleted: false,
        }
    }

    fn delete(&mut self) {
        self.exists = false;
        self.deleted = true;
        self.report = Report::Nothing;
    }

    fn recreate(&mut self, desired: Rc<Value>) {
        self.object = desired;
        self.exists = true;
        self.settled = false;
        self.generation = Some(1);
        self.revision = 1;
    }

    fn change(&mut self, updated: Value) {
        if updated == *self.object {
            return;
        }
        if self.kind == Kind::KnativeService
            && self.object.pointer("/spec/template") != updated.pointer("/spec/template")
        {
            self.revision += 1;
        }
        self.generation = self.generation.map(|generation| generation + 1);
        self.object = Rc::new(updated);
    }

    /// Whether the object was found and has not been replaced by a new one since.
    pub(super) fn is_found(&self) -> bool {
        self.found && !self.deleted
    }

    /// The string at `metadata.<map>.<key>`, such as an annotation.
    pub(super) fn meta(&self, map: &str, key: &str) -> Option<&str> {
        self.object.get("metadata")?.get(map)?.get(key)?.as_str()
    }
}

/// The number at the end of a revision's name, such as 2 in `flower-predictor-00002`; 0 if there is none.
fn revision_number(name: &str) -> u32 {
    name.rsplit_once('-').and_then(|(_, number)| number.parse().ok()).unwrap_or_default()
}

/// Whether an object's controller is the InferenceService `name`.
pub(super) fn controlled_by(object: &Value, name: &str) -> bool {
    owners(object)
        .any(|owner| owner.get("controller").and_then(Value::as_bool) == Some(true) && is_service(owner, Some(name)))
}

/// Whether any owner of an object is an InferenceService.
pub(super) fn owned_by_any(object: &Value) -> bool {
    owners(object).any(|owner| is_service(owner, None))
}

/// Whether an object's first owner is the InferenceService `name`.
pub(super) fn first_owned_by(object: &Value, name: &str) -> bool {
    owners(object).next().is_some_and(|owner| is_service(owner, Some(name)))
}

fn owners(object: &Value) -> impl Iterator<Item = &Map> {
    let references = object.pointer("/metadata/ownerReferences").and_then(Value::as_array);
    references.into_iter().flatten().filter_map(Value::as_object)
}

fn is_service(owner: &Map, name: Option<&str>) -> bool {
    let text = |key: &str| owner.get(key).and_then(Value::as_str).unwrap_or_default();
    text("kind") == "InferenceService" && name.is_none_or(|name| text("name") == name)
}

/// Whether an object's own annotations ask to stop.
pub(super) fn asks_to_stop(object: &Value) -> bool {
    object
        .pointer("/metadata/annotations")
        .and_then(|annotations| annotations.get(keys::STOP))
        .and_then(Value::as_str)
        .is_some_and(|value| value.eq_ignore_ascii_case("true"))
}
