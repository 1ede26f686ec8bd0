//! The objects that the passes see: those found in the cluster and those that passes create.

use crate::object::ObjectView as _;
use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::rc::Rc;

use super::reports::{DeploymentStatus, KnativeStatus};
use crate::Value;
use crate::facts::Found;
use crate::object::fields::Lookup as _;
use crate::object::{Key, Kind, Owner, keys};

/// Where an object is: kind, namespace (empty for cluster-wide kinds) and name.
pub type At<'p> = (Kind, &'p str, &'p str);

/// What a controller does about one object.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// The object stays as it is, or stays absent.
    Nothing,
    /// The object does not exist: the desired one is created.
    Create,
    /// The existing object becomes this.
    Update(Value),
    /// The existing object is deleted.
    Delete,
}

/// What an object reports.
#[derive(Debug, Clone, PartialEq)]
pub enum Report {
    Nothing,
    Deployment(Rc<DeploymentStatus>),
    Knative(Rc<KnativeStatus>),
    /// The `status` of an object of another kind.
    Status(Value),
}

/// The pods of a workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pods {
    /// Those that are found, or none.
    Found,
    /// So many that are ready. Where the cluster's pods are known, these count until the workload changes.
    Ready { count: usize, unless_found: bool },
}

/// An object that a pass has looked at.
#[derive(Debug, Clone)]
pub struct Entry {
    pub kind: Kind,
    pub namespace: String,
    pub name: String,
    /// The controller in whose turn the object was first looked at or made.
    turn: usize,
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
    /// Whether it was found in the cluster.
    found: bool,
    /// Whether a pass has made it, perhaps anew.
    made: bool,
    /// Whether a pass has written it.
    pub written: bool,
    /// The last pass that would have made it if it had not been there.
    wanted_in: Option<u32>,
}

/// The objects of a cluster, as far as passes look at them or make them.
#[derive(Debug)]
pub struct Store<'a> {
    found: &'a Found,
    /// In the order of the first look.
    entries: Vec<Entry>,
    /// Where entries are by the hash of their place, once there are many.
    index: Option<Index>,
    turn: usize,
    /// Counts the passes of all controllers.
    pass: u32,
    keeps_states: bool,
}

#[derive(Debug, Default)]
struct Index {
    hasher: RandomState,
    places: HashMap<u64, Vec<usize>>,
}

/// So many entries are as quickly looked through as looked up.
const FEW: usize = 32;

/// What the passes of one controller leave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Objects {
    /// The objects to report, in the order of the first look.
    pub objects: Vec<Value>,
    /// Those among them that were created and deleted again.
    pub deleted_again: Vec<Key>,
    /// Those found and deleted.
    pub deleted: Vec<Key>,
    /// How each of the objects stands in the cluster, if that is asked for.
    pub states: Vec<State>,
    /// Objects that the last pass would have made if they had not been there, as far as that is known.
    pub wanted: Vec<Key>,
}

/// How an object stands in the cluster beside what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub generation: i64,
    /// Its `status`, as far as controllers read it.
    pub status: Option<Value>,
}

impl Report {
    /// The `status` of the object.
    fn to_value(&self) -> Option<Value> {
        match self {
            Report::Nothing => None,
            Report::Deployment(reported) => Some(reported.to_value()),
            Report::Knative(reported) => Some(reported.to_value()),
            Report::Status(status) => Some(status.clone()),
        }
    }
}

/// What identifies a state of the store: for each object its content, whether it exists, and how often its
/// report has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot(Vec<(*const Value, bool, u32)>);

impl<'a> Store<'a> {
    pub fn new(found: &'a Found) -> Store<'a> {
        Store { found, entries: Vec::new(), index: None, turn: 0, pass: 0, keeps_states: false }
    }

    /// Asks for the states of the objects in the end.
    pub fn keep_states(&mut self) {
        self.keeps_states = true;
    }

    /// Begins the turn of a controller: what is looked at or made for the first time counts for it.
    pub fn begin(&mut self, turn: usize) {
        self.turn = turn;
        self.pass += 1;
    }

    fn position(&self, at: At<'_>) -> Option<usize> {
        let is_there = |entry: &Entry| entry.at() == at;
        match &self.index {
            None => self.entries.iter().position(is_there),
            Some(index) => {
                let places = index.places.get(&index.hasher.hash_one(at))?;
                places.iter().copied().find(|place| self.entries.get(*place).is_some_and(is_there))
            }
        }
    }

    fn push(&mut self, entry: Entry) -> usize {
        self.entries.push(entry);
        let last = self.entries.len() - 1;
        let first_new = match self.index {
            None if self.entries.len() <= FEW => return last,
            None => 0,
            Some(_) => last,
        };
        let index = self.index.get_or_insert_default();
        for (place, entry) in self.entries.iter().enumerate().skip(first_new) {
            index.places.entry(index.hasher.hash_one(entry.at())).or_default().push(place);
        }
        last
    }

    /// The place of an object that was looked at before, or is found now.
    fn place(&mut self, at: At<'_>) -> Option<usize> {
        if let Some(known) = self.position(at) {
            return Some(known);
        }
        let object = self.found.get(at.0, at.1, at.2)?;
        let entry = Entry::found(at, self.turn, object);
        Some(self.push(entry))
    }

    /// Looks at an object. One that is found in the cluster is then among what the controller has looked at, and reported.
    pub fn look_at(&mut self, at: At<'_>) -> Option<&Entry> {
        let place = self.place(at)?;
        self.entries.get(place).filter(|entry| entry.exists)
    }

    /// Whether a pass has written an object.
    pub fn is_written(&self, at: At<'_>) -> bool {
        self.position(at).and_then(|place| self.entries.get(place)).is_some_and(|entry| entry.written)
    }

    /// Reads an object that concerns the controller no further.
    pub fn peek(&self, at: At<'_>) -> Option<&Value> {
        match self.position(at) {
            Some(place) => self.entries.get(place).filter(|entry| entry.exists).map(|entry| &*entry.object),
            None => self.found.get(at.0, at.1, at.2),
        }
    }

    /// The existing objects of a kind in a namespace, by name.
    pub fn list(&self, kind: Kind, namespace: &str) -> Vec<(&str, &Value)> {
        let known = |name: &str| self.position((kind, namespace, name)).is_some();
        let entries = self.entries.iter().filter(|entry| entry.exists && entry.kind == kind);
        let here = entries.filter(|entry| entry.namespace == namespace).map(|entry| (&*entry.name, &*entry.object));
        let mut all: Vec<(&str, &Value)> =
            self.found.list(kind, namespace).filter(|(name, _)| !known(name)).chain(here).collect();
        all.sort_by(|one, other| one.0.cmp(other.0));
        all
    }

    /// Creates, updates or deletes an object, as the controller's rule for it says.
    pub fn apply(&mut self, at: At<'_>, desired: &Rc<Value>, effect: Effect) {
        let entry = self.place(at).and_then(|place| self.entries.get_mut(place));
        match (effect, entry) {
            (Effect::Nothing, _) | (Effect::Update(_) | Effect::Delete, None) => {}
            (Effect::Create, None) => {
                let entry = Entry::created(at, self.turn, Rc::clone(desired));
                self.push(entry);
            }
            (Effect::Create, Some(entry)) => entry.recreate(Rc::clone(desired)),
            (Effect::Update(updated), Some(entry)) => entry.change(updated),
            (Effect::Delete, Some(entry)) => entry.delete(),
        }
    }

    /// Remembers that this pass would make an object that it has dealt with, if it were not there.
    pub fn want(&mut self, at: At<'_>) {
        let pass = self.pass;
        if let Some(entry) = self.position(at).and_then(|place| self.entries.get_mut(place)) {
            entry.wanted_in = Some(pass);
        }
    }

    /// Creates an object, or replaces the existing one if `change` gives another.
    pub fn create_or_change(
        &mut self,
        at: At<'_>,
        desired: &Rc<Value>,
        change: impl FnOnce(&Value, &Value) -> Option<Value>,
    ) {
        match self.place(at).and_then(|place| self.entries.get_mut(place)) {
            None => {
                let entry = Entry::created(at, self.turn, Rc::clone(desired));
                self.push(entry);
            }
            Some(entry) if !entry.exists => entry.recreate(Rc::clone(desired)),
            Some(entry) if Rc::ptr_eq(&entry.object, desired) => {}
            Some(entry) => {
                if let Some(changed) = change(&entry.object, desired) {
                    entry.change(changed);
                }
            }
        }
        self.want(at);
    }

    /// Deletes an object if it exists and belongs to `owner`.
    pub fn delete_owned(&mut self, at: At<'_>, owner: &Owner<'_>) {
        if let Some(entry) = self.place(at).and_then(|place| self.entries.get_mut(place))
            && owner.owns(&entry.object)
        {
            entry.delete();
        }
    }

    /// Deletes an object if it exists, whoever owns it.
    pub fn delete(&mut self, at: At<'_>) {
        if let Some(entry) = self.place(at).and_then(|place| self.entries.get_mut(place)) {
            entry.delete();
        }
    }

    /// Names of the existing objects of a kind that carry these labels, sorted, but for those `kept`; `service` is the
    /// value of the InferenceService label.
    pub fn names_labelled(
        &self,
        (kind, namespace): (Kind, &str),
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
        let of_kind = || self.entries.iter().filter(|entry| entry.kind == kind && entry.namespace == namespace);
        let not_kept = of_kind().filter(|entry| entry.exists && !kept(&entry.name));
        let mut names: Vec<String> =
            not_kept.filter(|entry| labelled(&entry.object)).map(|entry| entry.name.clone()).collect();
        for name in self.found.names_of(kind, namespace, service) {
            if !kept(name)
                && !of_kind().any(|entry| entry.name == *name)
                && self.found.get(kind, namespace, name).is_some_and(labelled)
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
    pub fn found_pods(&self, namespace: &str, label: &str) -> &'a [Value] {
        self.found.pods(namespace, label)
    }

    /// Lets objects report: `report` tells of each existing one what it reports now, if that changes.
    pub(super) fn settle(&mut self, report: impl Fn(&Entry, &Store<'a>) -> Option<Report>) {
        for place in 0..self.entries.len() {
            let new = self.entries.get(place).filter(|entry| entry.exists).and_then(|entry| report(entry, self));
            if let (Some(new), Some(entry)) = (new, self.entries.get_mut(place)) {
                entry.settle(new);
            }
        }
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot(self.entries.iter().map(|entry| (Rc::as_ptr(&entry.object), entry.exists, entry.reports)).collect())
    }

    /// What the passes leave, for each of so many controllers.
    pub fn finish(self, controllers: usize) -> Vec<Objects> {
        let mut all = vec![Objects::default(); controllers];
        // The last round has one pass of each controller, in the order of their turns.
        let first_of_last = (self.pass + 1).saturating_sub(u32::try_from(controllers).unwrap_or(u32::MAX));
        for entry in self.entries {
            let Some(of_turn) = all.get_mut(entry.turn) else { continue };
            if entry.exists && entry.wanted_in.is_some_and(|pass| pass >= first_of_last) {
                of_turn.wanted.push(Key::new(entry.kind, &entry.namespace, &entry.name));
            }
            if !entry.exists {
                let key = Key::new(entry.kind, &entry.namespace, &entry.name);
                if entry.found {
                    of_turn.deleted.push(key.clone());
                }
                if !entry.made {
                    continue;
                }
                of_turn.deleted_again.push(key);
            }
            if self.keeps_states {
                of_turn.states.push(State { generation: entry.generation, status: entry.report.to_value() });
            }
            of_turn.objects.push(Rc::unwrap_or_clone(entry.object));
        }
        all
    }
}

impl Entry {
    /// Whether the cluster had it before the first pass.
    pub fn is_found(&self) -> bool {
        self.found
    }

    fn created((kind, namespace, name): At<'_>, turn: usize, object: Rc<Value>) -> Entry {
        Entry {
            kind,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            turn,
            object,
            exists: true,
            report: Report::Nothing,
            reports: 0,
            pods: Pods::Found,
            changed: true,
            generation: 1,
            revision: 1,
            found: false,
            made: true,
            written: true,
            wanted_in: None,
        }
    }

    fn found((kind, namespace, name): At<'_>, turn: usize, object: &Value) -> Entry {
        let status = object.get("status").and_then(Value::as_object);
        let report = match (kind, status) {
            (Kind::Deployment, status) => {
                let mut reported = status.map(DeploymentStatus::read).unwrap_or_default();
                reported.complete(name);
                Report::Deployment(Rc::new(reported))
            }
            (Kind::KnativeService, status) => {
                Report::Knative(Rc::new(status.map(KnativeStatus::read).unwrap_or_default()))
            }
            (_, Some(status)) => Report::Status(Value::Object(status.clone())),
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
        let generation = object.generation();
        Entry {
            kind,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            turn,
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
            made: false,
            written: false,
            wanted_in: None,
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
        (self.made, self.written) = (true, true);
        self.pods = Pods::Found;
        self.changed = true;
        self.generation = 1;
        self.revision = 1;
    }

    /// Takes over what the object reports now that it is ready.
    fn settle(&mut self, report: Report) {
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
        let same_spec = !counts("/spec") || of_deployment && defaulted_spec(&self.object) == defaulted_spec(&updated);
        if !same_spec || of_deployment && counts("/metadata/annotations") {
            self.generation += 1;
        }
        (self.changed, self.written) = (true, true);
        self.object = Rc::new(updated);
    }

    fn at(&self) -> At<'_> {
        (self.kind, &self.namespace, &self.name)
    }

    /// Whether the object reports something else than what was found on it.
    pub(crate) fn has_reported(&self) -> bool {
        self.reports > 0
    }

    /// The string at `metadata.<map>.<key>`, such as an annotation.
    pub fn meta(&self, map: &str, key: &str) -> Option<&str> {
        self.object.get("metadata")?.get(map)?.get(key)?.as_str()
    }
}

/// The spec of a Deployment as the API server stores it: taking the replicas away leaves one, so a dump that has the default does not
/// differ from what asks for none.
fn defaulted_spec(deployment: &Value) -> Option<Value> {
    let mut spec = deployment.get("spec")?.clone();
    spec.as_object_mut()?.entry("replicas").or_insert(1.into());
    Some(spec)
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
        Report::Knative(reported) if !reported.latest_ready_revision.is_empty() => {
            let annotations = object.at("/spec/template/metadata/annotations");
            let scale = annotations.and_then(|map| map.get("autoscaling.knative.dev/min-scale")?.as_str());
            scale.and_then(|scale| scale.parse().ok()).unwrap_or(1).max(1)
        }
        _ => 0,
    };
    usize::try_from(count).unwrap_or_default()
}
