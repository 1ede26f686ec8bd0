//! The objects that the passes over services see, and how the controller creates, updates and deletes its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;

use super::service::Service;
use super::update;
pub use crate::object::Kind;

use crate::engine::server::{self, defaults};
use crate::facts::{Cluster, Found};
use crate::object::error::Absent;
use crate::object::{Cause, ControllerError, Key};
use crate::{Map, Value};

/// Why an object cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// It does not exist.
    Object {
        /// What it would be.
        kind: Kind,
        /// Where it was looked for; empty for cluster-wide kinds.
        namespace: String,
        /// Its name.
        name: String,
    },
    /// Its kind is not installed.
    Kind(Kind),
}

impl Missing {
    /// An object that does not exist.
    pub fn object(kind: Kind, namespace: &str, name: &str) -> Missing {
        Missing::Object { kind, namespace: namespace.to_owned(), name: name.to_owned() }
    }

    /// The error of the controller that was doing something.
    pub fn within(self, doing: impl fmt::Display) -> ControllerError {
        ControllerError::from(self).within(doing)
    }
}

impl From<Missing> for ControllerError {
    fn from(missing: Missing) -> ControllerError {
        let error = ControllerError::new(missing.to_string());
        error.about(match missing {
            Missing::Object { kind, namespace, name } => {
                Cause::Absent(Absent { kind, name, namespaces: vec![namespace] })
            }
            Missing::Kind(_) => Cause::MissingApi,
        })
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Object { kind, name, .. } => match kind.group() {
                "" => write!(f, "{} \"{name}\" not found", kind.plural()),
                group => write!(f, "{}.{group} \"{name}\" not found", kind.plural()),
            },
            Missing::Kind(kind) => {
                write!(f, "no matches for kind \"{}\" in version \"{}\"", kind.name(), kind.api_version())
            }
        }
    }
}

/// An object that the controller made or took over.
#[derive(Debug, Clone)]
struct Entry {
    kind: Kind,
    namespace: String,
    name: String,
    object: Rc<Value>,
    exists: bool,
    found: bool,
    /// Whether a dump of the cluster has it.
    observed: bool,
    /// Whether the controller has created or updated it, rather than only found it.
    managed: bool,
    /// Which of the services looks after it.
    turn: usize,
    /// Whether it changed since it last reported.
    changed: bool,
    /// How often its content or report has changed.
    version: u64,
    /// The last round in which its service asked for it.
    wanted_in: Option<usize>,
}

/// All objects of one namespace's services.
#[derive(Debug)]
pub struct Live<'l> {
    cluster: &'l Cluster,
    /// What a dump of the cluster says, which goes before other documents.
    observed: &'l Found,
    entries: Vec<Entry>,
    places: HashMap<(Kind, String, String), usize>,
    /// The entries of a kind in a namespace.
    by_namespace: BTreeMap<(Kind, String), Vec<usize>>,
    turn: usize,
    /// Counts the rounds of passes over all services.
    round: usize,
    /// A counter of all changes.
    pub changes: u64,
    deleted: Vec<(usize, Key)>,
}

/// What the objects of one service came to.
#[derive(Debug, Default)]
pub struct Left {
    pub objects: Vec<Value>,
    pub deleted: Vec<Key>,
    pub deleted_again: Vec<Key>,
    /// What stands among other documents and not in a dump of the cluster, and is taken over or deleted.
    pub of_context: Vec<Key>,
    /// What the service asked for in the last round.
    pub wanted: Vec<Key>,
}

impl<'l> Live<'l> {
    pub fn new(cluster: &'l Cluster, observed: &'l Found) -> Live<'l> {
        Live {
            cluster,
            observed,
            entries: Vec::new(),
            places: HashMap::new(),
            by_namespace: BTreeMap::new(),
            turn: 0,
            round: 0,
            changes: 0,
            deleted: Vec::new(),
        }
    }

    /// What is made or taken over from now on counts for this service.
    pub fn begin(&mut self, turn: usize) {
        self.turn = turn;
    }

    /// Begins a round of passes over all services.
    pub fn begin_round(&mut self, round: usize) {
        self.round = round;
    }

    fn entry(&self, kind: Kind, namespace: &str, name: &str) -> Option<&Entry> {
        let place = *self.places.get(&(kind, namespace.to_owned(), name.to_owned()))?;
        self.entries.get(place)
    }

    fn found(&self, kind: Kind, namespace: &str, name: &str) -> Option<&'l Value> {
        self.observed.get(kind, namespace, name).or_else(|| self.cluster.get(kind, namespace, name))
    }

    /// The object, if it exists.
    pub fn get(&self, kind: Kind, namespace: &str, name: &str) -> Option<&Value> {
        match self.entry(kind, namespace, name) {
            Some(entry) => entry.exists.then_some(&*entry.object),
            None => self.found(kind, namespace, name),
        }
    }

    /// The object.
    ///
    /// # Errors
    /// The API server's text.
    pub fn find(&self, kind: Kind, namespace: &str, name: &str) -> Result<&Map, Missing> {
        self.check_kind(kind)?;
        let found = self.get(kind, namespace, name).and_then(Value::as_object);
        found.ok_or_else(|| Missing::object(kind, namespace, name))
    }

    /// All existing objects of a kind in a namespace, sorted by name.
    pub fn list(&self, kind: Kind, namespace: &str) -> impl Iterator<Item = &Map> {
        let mut all: BTreeMap<&str, &Map> = BTreeMap::new();
        for object in self.cluster.list(kind, namespace) {
            let name = object.get("metadata").and_then(|m| m.get("name")?.as_str()).unwrap_or_default();
            all.insert(name, object);
        }
        let observed = self.observed.list(kind, namespace);
        all.extend(observed.filter_map(|(name, object)| Some((name, object.as_object()?))));
        all.retain(|name, _| self.entry(kind, namespace, name).is_none());
        let own = self.by_namespace.get(&(kind, namespace.to_owned())).into_iter().flatten();
        let own = own.filter_map(|place| self.entries.get(*place)).filter(|entry| entry.exists);
        all.extend(own.filter_map(|entry| Some((entry.name.as_str(), entry.object.as_object()?))));
        all.into_values()
    }

    fn check_kind(&self, kind: Kind) -> Result<(), Missing> {
        if self.has_kind(kind) { Ok(()) } else { Err(Missing::Kind(kind)) }
    }

    /// Whether the kind is installed.
    pub fn has_kind(&self, kind: Kind) -> bool {
        self.cluster.has_api(kind)
    }

    fn place(&mut self, kind: Kind, namespace: &str, name: &str) -> Option<usize> {
        let key = (kind, namespace.to_owned(), name.to_owned());
        if let Some(place) = self.places.get(&key) {
            return Some(*place);
        }
        let observed = self.observed.get(kind, namespace, name).is_some();
        let object = self.found(kind, namespace, name)?.clone();
        let place = self.add(key, Rc::new(object), true);
        if let Some(entry) = self.entries.get_mut(place) {
            entry.observed = observed;
        }
        Some(place)
    }

    fn add(&mut self, key: (Kind, String, String), object: Rc<Value>, found: bool) -> usize {
        let (kind, namespace, name) = key.clone();
        self.entries.push(Entry {
            kind,
            namespace,
            name,
            object,
            exists: true,
            found,
            observed: false,
            managed: false,
            turn: self.turn,
            changed: true,
            version: 0,
            wanted_in: None,
        });
        self.by_namespace.entry((kind, key.1.clone())).or_default().push(self.entries.len() - 1);
        self.places.insert(key, self.entries.len() - 1);
        self.entries.len() - 1
    }

    /// Creates the object, or changes the existing one if it differs.
    ///
    /// # Errors
    /// The kind is not installed, or the object belongs to something else.
    pub fn reconcile(&mut self, service: &Service<'_>, kind: Kind, desired: Rc<Value>) -> Result<(), ControllerError> {
        let at = |key: &str| desired.pointer(&format!("/metadata/{key}")).and_then(Value::as_str).unwrap_or_default();
        let (namespace, name) = (at("namespace").to_owned(), at("name").to_owned());
        let go_type = go_type(self.cluster, kind);
        self.check_kind(kind)
            .map_err(|error| error.within(format_args!("failed to get {go_type} {namespace}/{name}")))?;
        let round = self.round;
        let Some(place) = self.place(kind, &namespace, &name) else {
            let place = self.add((kind, namespace, name), desired, false);
            self.note_change(place);
            return Ok(());
        };
        let Some(entry) = self.entries.get_mut(place) else { return Ok(()) };
        entry.wanted_in = Some(round);
        if !entry.exists {
            entry.object = desired;
            entry.exists = true;
            self.note_change(place);
            return Ok(());
        }
        if kind.is_namespaced() && !service.controls(&entry.object) {
            let names = &service.names;
            return Err(ControllerError::new(format!(
                "failed to update {go_type} {namespace}/{name}: it is not controlled by v1alpha2.LLMInferenceService {}/{}",
                names.namespace, names.service
            )));
        }
        entry.managed = true;
        let desired = match entry.observed {
            true => admitted(kind, &name, &entry.object, &desired).map(Rc::new).map_err(|refusal| {
                refusal.within(format_args!("failed to get defaults for {go_type} {namespace}/{name}"))
            })?,
            false => desired,
        };
        if let Some(updated) = update::updated(kind, &entry.object, &desired) {
            entry.object = Rc::new(updated);
            self.note_change(place);
        }
        Ok(())
    }

    /// Creates the object, or replaces its data, whoever owns it.
    pub fn put(&mut self, kind: Kind, desired: Value) {
        let at = |key: &str| desired.pointer(&format!("/metadata/{key}")).and_then(Value::as_str).unwrap_or_default();
        let (namespace, name) = (at("namespace").to_owned(), at("name").to_owned());
        match self.place(kind, &namespace, &name) {
            None => {
                let place = self.add((kind, namespace, name), Rc::new(desired), false);
                self.note_change(place);
            }
            Some(place) => {
                let round = self.round;
                let Some(entry) = self.entries.get_mut(place) else { return };
                entry.managed = true;
                entry.wanted_in = Some(round);
                if entry.object.get("data") != desired.get("data") {
                    let mut changed = (*entry.object).clone();
                    if let (Some(changed), Some(data)) = (changed.as_object_mut(), desired.get("data")) {
                        changed.insert("data".into(), data.clone());
                    }
                    entry.object = Rc::new(changed);
                    self.note_change(place);
                }
            }
        }
    }

    /// Deletes an object, if it exists.
    ///
    /// # Errors
    /// The object belongs to something else.
    pub fn delete(&mut self, service: &Service<'_>, kind: Kind, name: &str) -> Result<(), ControllerError> {
        let namespace = if kind.is_namespaced() { service.names.namespace } else { "" };
        if !self.has_kind(kind) {
            return Ok(());
        }
        let Some(place) = self.place(kind, namespace, name) else { return Ok(()) };
        let go_type = go_type(self.cluster, kind);
        let turn = self.turn;
        let Some(entry) = self.entries.get_mut(place) else { return Ok(()) };
        if !entry.exists {
            return Ok(());
        }
        if kind.is_namespaced() && !service.controls(&entry.object) {
            let names = &service.names;
            return Err(ControllerError::new(format!(
                "cannot delete {go_type} {namespace}/{name}: not owned by v1alpha2.LLMInferenceService {}/{}",
                names.namespace, names.service
            )));
        }
        entry.exists = false;
        if entry.found {
            self.deleted.push((turn, Key::new(kind, namespace, name)));
        }
        self.note_change(place);
        Ok(())
    }

    fn note_change(&mut self, place: usize) {
        self.changes += 1;
        if let Some(entry) = self.entries.get_mut(place) {
            entry.changed = true;
            entry.managed = true;
            entry.version += 1;
        }
    }

    /// Whether the passes have neither made nor changed an object.
    pub fn is_foreign(&self, kind: Kind, namespace: &str, name: &str) -> bool {
        self.entry(kind, namespace, name).is_none_or(|entry| !entry.managed)
    }

    /// Lets a status be reported for an object.
    pub fn report(&mut self, kind: Kind, namespace: &str, name: &str, status: Value) {
        let Some(place) = self.place(kind, namespace, name) else { return };
        let Some(entry) = self.entries.get_mut(place) else { return };
        entry.changed = false;
        if entry.object.get("status") != Some(&status)
            && let Some(object) = Rc::make_mut(&mut entry.object).as_object_mut()
        {
            object.insert("status".into(), status);
            self.changes += 1;
        }
    }

    /// All existing objects of a kind, as namespace and name.
    pub fn all(&self, kind: Kind) -> Vec<(String, String)> {
        let of_cluster = self.cluster.objects().filter(|object| Kind::of(object) == Some(kind)).map(Key::of);
        let observed = self.observed.all(kind).map(Key::of);
        let found: BTreeSet<(String, String)> =
            of_cluster.chain(observed).map(|Key { namespace, name, .. }| (namespace, name)).collect();
        let found = found.into_iter().filter(|(namespace, name)| self.entry(kind, namespace, name).is_none());
        found.collect::<Vec<_>>().into_iter().chain(self.touched(kind)).collect()
    }

    /// The existing objects of a kind that the passes have touched, as kind, namespace and name.
    pub fn touched(&self, kind: Kind) -> Vec<(String, String)> {
        let own = self.entries.iter().filter(|entry| entry.kind == kind && entry.exists);
        own.map(|entry| (entry.namespace.clone(), entry.name.clone())).collect()
    }

    pub fn cluster(&self) -> &'l Cluster {
        self.cluster
    }

    /// What each of the services leaves.
    pub fn finish(self, services: usize) -> Vec<Left> {
        let mut left: Vec<Left> = (0..services).map(|_| Left::default()).collect();
        for (turn, key) in self.deleted {
            if let Some(own) = left.get_mut(turn) {
                own.deleted.push(key);
            }
        }
        for entry in self.entries.into_iter().filter(|entry| entry.managed) {
            let Some(own) = left.get_mut(entry.turn) else { continue };
            if entry.found && !entry.observed {
                own.of_context.push(Key::new(entry.kind, &entry.namespace, &entry.name));
            }
            if entry.exists && entry.wanted_in == Some(self.round) {
                own.wanted.push(Key::new(entry.kind, &entry.namespace, &entry.name));
            }
            if !entry.exists {
                if entry.found {
                    continue;
                }
                own.deleted_again.push(Key::new(entry.kind, &entry.namespace, &entry.name));
            }
            own.objects.push(Rc::unwrap_or_clone(entry.object));
        }
        left
    }
}

/// An object as a living API server takes it, which the controller asks for in a dry run: with the server's defaults.
///
/// # Errors
/// The server's refusal.
fn admitted(kind: Kind, name: &str, existing: &Value, desired: &Value) -> Result<Value, ControllerError> {
    if kind == Kind::Deployment
        && let Some(refusal) = server::selector(existing, desired, name)
    {
        return Err(refusal);
    }
    Ok(defaults::adopt(desired, existing))
}

/// How the controller's errors name the type of an object: the version of the API with the kind.
fn go_type(cluster: &Cluster, kind: Kind) -> String {
    match kind {
        Kind::InferencePoolX if cluster.release.llm.experimental_pool_type_renamed => {
            "v1alpha2pool.InferencePool".into()
        }
        _ => format!("{}.{}", kind.version(), kind.name()),
    }
}
