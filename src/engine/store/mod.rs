//! The objects that passes see: those found in the cluster and those that passes create.

mod entry;
mod index;
mod sources;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::Value;
use crate::engine::properties::Properties;
use crate::engine::reports::Report;
use crate::facts::{Cluster, Found};
use crate::object::{Key, Kind, ObjectView as _, Owner, keys};
pub use entry::{At, Entry, Origin, Pods};
use index::Index;
use sources::Sources;

/// What a controller does with one object.
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

/// The objects of a cluster that passes look at or create.
#[derive(Debug)]
pub struct Store<'a> {
    sources: Sources<'a>,
    writes_status: bool,
    /// In the order in which they were first looked at.
    entries: Vec<Entry>,
    /// The positions of entries, once there are many.
    index: Option<Index>,
    turn: usize,
    /// Counts the passes of all controllers.
    pass: u32,
    keeps_states: bool,
}

/// Up to this many entries, a linear search is as fast as the index.
const FEW: usize = 32;

/// The objects that the passes of one controller leave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Objects {
    /// The objects to report, in the order in which they were first looked at.
    pub objects: Vec<Value>,
    /// Those of the objects that were created and deleted again.
    pub deleted_again: Vec<Key>,
    /// Those found and deleted.
    pub deleted: Vec<Key>,
    /// The state of each object in the cluster, if [`Store::keep_states`] was called.
    pub states: Vec<State>,
    /// Objects that the last pass would have created if they had not existed, as far as that is known.
    pub wanted: Vec<Key>,
    /// Those of `objects` and `deleted` that are documents next to the resources.
    pub of_context: Vec<Key>,
}

/// The state of an object in the cluster, besides its content.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub generation: i64,
    /// Its `status`, as far as controllers read it.
    pub status: Option<Value>,
}

/// Identifies a state of the store: how often content and report of each object have changed, and whether it exists.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot(Vec<((u32, u32), bool)>);

impl<'a> Store<'a> {
    /// The objects found in a cluster, before the first pass.
    pub fn new(found: &'a Found) -> Store<'a> {
        Store {
            sources: Sources { found, context: None },
            writes_status: false,
            entries: Vec::new(),
            index: None,
            turn: 0,
            pass: 0,
            keeps_states: false,
        }
    }

    /// What controllers with these properties see of a cluster, before the first pass.
    pub fn of(cluster: &'a Cluster, found: &'a Found, properties: &Properties) -> Store<'a> {
        let context = properties.sees_context.then_some(cluster);
        let store = Store::new(found);
        Store { sources: Sources { found, context }, writes_status: properties.writes_status, ..store }
    }

    /// Makes [`Store::finish`] return the states of the objects, too.
    pub fn keep_states(&mut self) {
        self.keeps_states = true;
    }

    /// Begins the turn of a controller: objects that are first looked at or created from now on are attributed to it.
    pub fn begin(&mut self, turn: usize) {
        self.turn = turn;
        self.pass += 1;
    }

    fn position(&self, at: At<'_>) -> Option<usize> {
        let is_there = |entry: &Entry| entry.at() == at;
        match &self.index {
            None => self.entries.iter().position(is_there),
            Some(index) => {
                let mut places = index.named(at).iter().copied();
                places.find(|place| self.entries.get(*place).is_some_and(is_there))
            }
        }
    }

    fn known(&self, at: At<'_>) -> Option<&Entry> {
        self.entries.get(self.position(at)?)
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
            index.add(place, entry);
        }
        last
    }

    /// An object that is already in the store or existed before the first pass.
    fn place(&mut self, at: At<'_>) -> Option<&mut Entry> {
        let place = match self.position(at) {
            Some(known) => known,
            None => {
                let (object, origin) = self.sources.get(at)?;
                self.push(Entry::existing(at, object, origin))
            }
        };
        self.entries.get_mut(place)
    }

    /// Attributes an object to the controller whose turn it is, unless another one has looked at it before.
    fn claim(&mut self, at: At<'_>) -> Option<&mut Entry> {
        let turn = self.turn;
        let entry = self.place(at)?;
        entry.turn.get_or_insert(turn);
        Some(entry)
    }

    /// Looks at an object. If it exists, it counts as looked at by the controller and is reported.
    pub fn look_at(&mut self, at: At<'_>) -> Option<&Entry> {
        self.claim(at).map(|entry| &*entry).filter(|entry| entry.exists)
    }

    /// Whether a pass has written an object.
    pub fn is_written(&self, at: At<'_>) -> bool {
        self.known(at).is_some_and(|entry| entry.written)
    }

    /// Reads an object without counting it as looked at.
    pub fn peek(&self, at: At<'_>) -> Option<&Value> {
        match self.known(at) {
            Some(entry) => entry.exists.then_some(&*entry.object),
            None => self.sources.get(at).map(|(object, _)| object),
        }
    }

    /// The entries of a kind in a namespace.
    fn within(&self, kind: Kind, namespace: &str) -> impl Iterator<Item = &Entry> {
        let (all, places): (&[Entry], &[usize]) = match &self.index {
            None => (&self.entries, &[]),
            Some(index) => (&[], index.within(kind, namespace)),
        };
        let listed = places.iter().filter_map(|place| self.entries.get(*place));
        all.iter().chain(listed).filter(move |entry| entry.kind == kind && entry.namespace == namespace)
    }

    /// The existing objects of a kind in a namespace, by name.
    pub fn list(&self, kind: Kind, namespace: &str) -> Vec<(&str, &Value)> {
        let is_known = |name: &str| self.position((kind, namespace, name)).is_some();
        let entries = self.within(kind, namespace).filter(|entry| entry.exists);
        let others = self.sources.list(kind, namespace).filter(|(name, _)| !is_known(name));
        let mut all: Vec<(&str, &Value)> = others.chain(entries.map(|entry| (&*entry.name, &*entry.object))).collect();
        all.sort_by(|one, other| one.0.cmp(other.0));
        all
    }

    /// The existing objects of a kind in all namespaces.
    pub(super) fn all(&self, kind: Kind) -> impl Iterator<Item = &Value> {
        let is_known = move |object: &Value| self.position((kind, object.namespace(), object.name())).is_some();
        let entries = self.entries.iter().filter(move |entry| entry.exists && entry.kind == kind);
        let others = self.sources.all(kind).filter(move |object| !is_known(object));
        others.chain(entries.map(|entry| &*entry.object))
    }

    /// Creates, updates or deletes an object, as the controller's rule for it decides.
    pub fn apply(&mut self, at: At<'_>, desired: &Rc<Value>, effect: Effect) {
        let turn = self.turn;
        match (effect, self.claim(at)) {
            (Effect::Nothing, _) | (Effect::Update(_) | Effect::Delete, None) => {}
            (Effect::Create, None) => {
                self.push(Entry::created(at, turn, Rc::clone(desired)));
            }
            (Effect::Create, Some(entry)) => entry.recreate(Rc::clone(desired)),
            (Effect::Update(updated), Some(entry)) => entry.change(updated),
            (Effect::Delete, Some(entry)) => entry.delete(),
        }
    }

    /// Remembers that this pass would create an object, which it has already dealt with, if the object did not exist.
    pub fn want(&mut self, at: At<'_>) {
        let pass = self.pass;
        if let Some(entry) = self.position(at).and_then(|place| self.entries.get_mut(place)) {
            entry.wanted_in = Some(pass);
        }
    }

    /// Creates an object, or replaces the existing one if `change` returns another.
    pub fn create_or_change(
        &mut self,
        at: At<'_>,
        desired: &Rc<Value>,
        change: impl FnOnce(&Value, &Value) -> Option<Value>,
    ) {
        let turn = self.turn;
        match self.claim(at) {
            None => {
                self.push(Entry::created(at, turn, Rc::clone(desired)));
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
        if let Some(entry) = self.claim(at)
            && owner.owns(&entry.object)
        {
            entry.delete();
        }
    }

    /// Deletes an object if it exists, whoever owns it.
    pub fn delete(&mut self, at: At<'_>) {
        if let Some(entry) = self.claim(at) {
            entry.delete();
        }
    }

    /// The names of the existing objects of a kind that carry these labels, sorted, except those in `kept`. `service` is the
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
        let found = self.sources.found;
        let not_kept = self.within(kind, namespace).filter(|entry| entry.exists && !kept(&entry.name));
        let mut names: Vec<String> =
            not_kept.filter(|entry| labelled(&entry.object)).map(|entry| entry.name.clone()).collect();
        for name in found.names_of(kind, namespace, service) {
            if !kept(name)
                && self.position((kind, namespace, name)).is_none()
                && found.get(kind, namespace, name).is_some_and(labelled)
            {
                names.push(name.clone());
            }
        }
        names.sort();
        names
    }

    /// Whether any pods were found in the cluster.
    pub(crate) fn has_found_pods(&self) -> bool {
        self.sources.found.has_pods()
    }

    /// The pods found in the cluster whose label `app`, or whose label for the Knative revision, has this value, newest first.
    pub fn found_pods(&self, namespace: &str, label: &str) -> &'a [Value] {
        self.sources.found.pods(namespace, label)
    }

    /// Lets objects report. `report` returns what an existing object now reports, if that changes.
    pub(super) fn settle(&mut self, report: impl Fn(&Entry, &Store<'a>) -> Option<Report>) {
        for place in 0..self.entries.len() {
            let new = self.entries.get(place).filter(|entry| entry.exists).and_then(|entry| report(entry, self));
            if let (Some(new), Some(entry)) = (new, self.entries.get_mut(place)) {
                entry.settle(new, self.writes_status);
            }
        }
    }

    /// Lets an object report, whether or not a controller has looked at it.
    pub(super) fn report(&mut self, at: At<'_>, report: Report) {
        let writes_status = self.writes_status;
        if let Some(entry) = self.place(at) {
            entry.settle(report, writes_status);
        }
    }

    /// An object, if a controller has looked at it or created it.
    pub(super) fn claimed(&self, at: At<'_>) -> Option<&Entry> {
        self.known(at).filter(|entry| entry.turn.is_some())
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot(self.entries.iter().map(|entry| (entry.versions, entry.exists)).collect())
    }

    /// What the passes leave, for each of the given number of controllers.
    pub fn finish(self, controllers: usize) -> Vec<Objects> {
        let mut all = vec![Objects::default(); controllers];
        // The last round has one pass of each controller, in the order of their turns.
        let first_of_last = (self.pass + 1).saturating_sub(u32::try_from(controllers).unwrap_or(u32::MAX));
        for entry in self.entries {
            if let Some(of_turn) = entry.turn.and_then(|turn| all.get_mut(turn)) {
                of_turn.take(entry, first_of_last, self.keeps_states);
            }
        }
        all
    }
}

impl Objects {
    /// Takes over an object for the controller; `last` is the controller's last pass.
    fn take(&mut self, entry: Entry, last: u32, keeps_states: bool) {
        if entry.origin == Origin::Context {
            self.of_context.push(entry.key());
        }
        if entry.exists && entry.wanted_in.is_some_and(|pass| pass >= last) {
            self.wanted.push(entry.key());
        }
        if !entry.exists {
            if entry.origin != Origin::Pass {
                self.deleted.push(entry.key());
            }
            if !entry.made {
                return;
            }
            self.deleted_again.push(entry.key());
        }
        if keeps_states {
            self.states.push(State { generation: entry.generation, status: entry.report.to_value() });
        }
        self.objects.push(Rc::unwrap_or_clone(entry.object));
    }
}
