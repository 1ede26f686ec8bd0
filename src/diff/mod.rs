//! What differs between two renderings of the same services, object by object and path by path.
//!
//! The two sides may come from two inputs, two releases, two configurations, or from a dump of a cluster.

mod causes;
pub mod data;
pub(crate) mod html;
mod live;
mod pairs;
pub mod summary;
pub mod upgrade;
mod values;

use crate::object::error::Cause as ErrorCause;
use crate::object::{ControllerError, Path, PathPattern, Refusal};

pub use causes::{Cause, Causes, Reasons};
pub use live::{LIVE_ADDITIONS, without_live_additions};
pub use pairs::{Place, pair};
pub use values::{Change, changes};

use crate::engine::changes::Changes;
use crate::object::Key;
use crate::object::Kind;
use crate::object::kind::is_kind;
use crate::object::tidy::{tidied, without_status};
use crate::{Rendering, Value};

/// What is compared, and what is left out.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Paths in objects and statuses to leave out.
    pub ignored: Vec<PathPattern>,
    /// The kinds to compare, written as `kubectl` takes them; all kinds if empty. The kind of a rendered resource stands for its
    /// status.
    pub kinds: Vec<String>,
}

impl Selection {
    fn has(&self, is_it: impl Fn(&str) -> bool) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|kind| is_it(kind))
    }

    fn has_object(&self, object: &Value) -> bool {
        self.has(|kind| is_kind(object, kind))
    }

    /// Whether objects of this kind are compared.
    pub fn has_key(&self, key: &Key) -> bool {
        self.has(|kind| Kind::named(&key.group, &key.kind).is_some_and(|known| known.is_meant_by(kind)))
    }

    fn has_status(&self, of: Kind) -> bool {
        self.has(|kind| of.is_meant_by(kind))
    }

    fn changes(&self, old: &Value, new: &Value) -> Vec<Change> {
        let mut found = changes(old, new);
        found.retain(|change| !self.ignored.iter().any(|pattern| pattern.matches(&change.path)));
        found
    }
}

/// What happens to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The controller creates it.
    Created,
    /// The controller updates it; or, when two independent clusters are compared, it differs.
    Changed,
    /// The controller leaves the object unchanged, but its pods will differ the next time they start.
    PodsChanged,
    /// The controller deletes it.
    Deleted,
    /// It belongs to the service and is no longer wanted, but nothing deletes it.
    LeftBehind,
    /// It is not as the document wants it, but the controller does not update it, because it does not look at the fields that
    /// differ.
    Kept,
    /// Only the new one of two independent clusters has it.
    Added,
    /// Only the old one of two independent clusters has it.
    Removed,
}

impl Fate {
    /// The fate in a word, as in text and JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Created => "created",
            Fate::Changed => "changed",
            Fate::PodsChanged => "pods changed",
            Fate::Deleted => "deleted",
            Fate::LeftBehind => "left behind",
            Fate::Kept => "kept",
            Fate::Added => "added",
            Fate::Removed => "removed",
        }
    }
}

/// An object that exists on one side only, differs, or is left behind.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectDiff {
    /// The object.
    pub key: Key,
    /// What happens to it.
    pub fate: Fate,
    /// The object on the old side, if it exists there.
    pub old: Option<Value>,
    /// The object on the new side, if it exists there.
    pub new: Option<Value>,
    /// The differing paths if it exists on both sides.
    pub changes: Vec<Change>,
}

impl ObjectDiff {
    pub(crate) fn has_pods(&self) -> bool {
        [Kind::Deployment, Kind::KnativeService, Kind::LeaderWorkerSet].iter().any(|kind| self.key.is(*kind))
    }

    /// Whether applying the new object starts new pods: the pod template of a Deployment, the revision template of a Knative
    /// Service, or a template of a LeaderWorkerSet changed.
    pub fn restarts_pods(&self) -> bool {
        self.fate == Fate::Changed
            && self.has_pods()
            && self.changes.iter().any(|change| {
                change.path.is_below(&["spec", "template"]) || change.path.is_below(&["spec", "leaderWorkerTemplate"])
            })
    }
}

/// A text that differs, such as a refusal, an error or a URL; a side without one has `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct TextDiff {
    /// The text on the old side.
    pub old: Option<String>,
    /// The text on the new side.
    pub new: Option<String>,
}

impl TextDiff {
    fn of(old: Option<&str>, new: Option<&str>) -> Option<TextDiff> {
        (old != new).then(|| TextDiff { old: old.map(str::to_owned), new: new.map(str::to_owned) })
    }
}

/// What differs for one service.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServiceDiff {
    /// The kind of the resource, if the tool knows it.
    pub kind: Option<Kind>,
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// `true` if the service exists only on the new side, `false` if only on the old side.
    pub only_new: Option<bool>,
    /// Why the schema or the webhooks refuse it, if that differs.
    pub rejected: Option<TextDiff>,
    /// The error of the last reconcile pass, if it differs.
    pub error: Option<TextDiff>,
    /// What the error of the new side is about, if that decides which advice helps.
    pub error_cause: Option<ErrorCause>,
    /// The refusal or error, if it is the same on both sides; there is little else to compare then.
    pub common_failure: Option<String>,
    /// `status.url`, if it differs.
    pub url: Option<TextDiff>,
    /// All differences in the status, including the URL.
    pub status: Vec<Change>,
    /// The objects that differ. Of two independent clusters, those of the old side come first, then those that only the new side has;
    /// otherwise they are grouped by fate.
    pub objects: Vec<ObjectDiff>,
    /// The objects that stay as they are, if the cluster already has the service.
    pub unchanged: Vec<Key>,
    /// Why a new service from the same document would fail or be refused, if the old side accepts one.
    pub when_new: Option<String>,
    /// Why the next apply of the same document will be refused, unless the old side has the same refusal.
    pub next_apply: Option<Refusal>,
    /// Why the controller will fail to remove its finalizer when the service is deleted, unless the old side has the same
    /// refusal.
    pub next_delete: Option<Refusal>,
    /// Objects that conflict with each other, each conflict as a sentence.
    pub conflicts: Vec<String>,
    /// The causes, if they were asked for.
    pub reasons: Reasons,
}

impl ServiceDiff {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.only_new.is_none()
            && self.rejected.is_none()
            && self.error.is_none()
            && self.status.is_empty()
            && self.objects.is_empty()
            && self.when_new.is_none()
            && self.next_apply.is_none()
            && self.next_delete.is_none()
    }

    /// The objects with this fate.
    pub fn of_fate(&self, fate: Fate) -> impl Iterator<Item = &ObjectDiff> {
        self.objects.iter().filter(move |object| object.fate == fate)
    }

    /// Whether applying the new side starts new pods: a workload changes, or one replaces another.
    pub fn restarts_pods(&self) -> bool {
        let workloads = || self.objects.iter().filter(|object| object.has_pods());
        let has = |fates: [Fate; 2]| workloads().any(|object| fates.contains(&object.fate));
        let is_replaced = has([Fate::Deleted, Fate::Removed]) && has([Fate::Created, Fate::Added]);
        is_replaced || self.objects.iter().any(ObjectDiff::restarts_pods)
    }
}

/// Compares the renderings of services in two independent clusters, matched by kind, namespace and name, in the order of the old side.
/// Services without differences are left out.
pub fn services(old: &[Rendering], new: &[Rendering], selection: &Selection) -> Vec<ServiceDiff> {
    let places = |all: &[Rendering]| -> Vec<Place> {
        all.iter().map(|rendering| Place { key: rendering.key(), file: String::new() }).collect()
    };
    let of = |all: &'_ [Rendering], place: Option<usize>| place.and_then(|place| all.get(place).cloned());
    pair(&places(old), &places(new))
        .into_iter()
        .map(|(before, after)| service(of(old, before).as_ref(), of(new, after).as_ref(), selection))
        .filter(|diff| !diff.is_empty())
        .collect()
}

/// Compares two renderings of one service; `None` stands for a service that does not exist on that side.
pub fn service(old: Option<&Rendering>, new: Option<&Rendering>, selection: &Selection) -> ServiceDiff {
    let (before, after) = (made(old), made(new));
    ServiceDiff { objects: objects(before, after, selection), ..without_objects(old, new, selection) }
}

/// Compares everything but the objects in two renderings of one service.
fn without_objects(old: Option<&Rendering>, new: Option<&Rendering>, selection: &Selection) -> ServiceDiff {
    let Some(named) = old.or(new) else { return ServiceDiff::default() };
    let only_new = match (old, new) {
        (Some(_), Some(_)) | (None, None) => None,
        (old, _) => Some(old.is_none()),
    };
    let failure = |side: Option<&Rendering>| side.and_then(Rendering::failure).map(str::to_owned);
    ServiceDiff {
        common_failure: failure(new).filter(|text| failure(old).as_ref() == Some(text)),
        kind: Some(named.kind),
        namespace: named.namespace.clone(),
        name: named.name.clone(),
        only_new,
        rejected: TextDiff::of(refusal(old), refusal(new)),
        error: TextDiff::of(error(old).map(ControllerError::text), error(new).map(ControllerError::text)),
        error_cause: error(new).and_then(ControllerError::cause).cloned(),
        url: TextDiff::of(url(old), url(new)),
        status: match selection.has_status(named.kind) {
            true => selection.changes(&status(old), &status(new)),
            false => Vec::new(),
        },
        ..ServiceDiff::default()
    }
}

/// The field of a status that only counts how often something was written.
const BOOKKEEPING: &str = "observedGeneration";

/// Compares a service before and after a step in the cluster where it lives (see [`life`](crate::life)): what the controller
/// creates, updates, deletes and leaves.
pub fn living(old: &Rendering, new: &Rendering, selection: &Selection) -> ServiceDiff {
    let Some(changes) = new.changes() else { return service(Some(old), Some(new), selection) };
    let find = |rendering: &Rendering, key: &Key| {
        let rest = rendering.changes().into_iter().flat_map(|changes| &changes.rest);
        let object = rendering.objects().iter().chain(rest).find(|object| Key::of(object) == *key);
        object.map(|object| without_status(object.clone()))
    };
    let of = |fate: Fate| {
        move |key: &Key| ObjectDiff {
            key: key.clone(),
            fate,
            old: find(old, key).filter(|_| !matches!(fate, Fate::Created | Fate::LeftBehind)),
            new: find(new, key).filter(|_| !matches!(fate, Fate::Deleted | Fate::LeftBehind)),
            changes: Vec::new(),
        }
    };
    let mut objects: Vec<ObjectDiff> = changes.changed.iter().map(of(Fate::Changed)).collect();
    objects.extend(changes.created.iter().map(of(Fate::Created)));
    objects.extend(changes.deleted.iter().filter(|key| !changes.created.contains(key)).map(of(Fate::Deleted)));
    objects.extend(changes.left_behind.iter().map(of(Fate::LeftBehind)));
    for object in objects.iter_mut().filter(|object| object.fate == Fate::Changed) {
        if let (Some(old), Some(new)) = (&object.old, &object.new) {
            object.changes = selection.changes(old, new);
        }
    }
    objects.retain(|object| {
        selection.has_key(&object.key) && (object.fate != Fate::Changed || !object.changes.is_empty())
    });
    objects.extend(with_changed_pods(old, new, changes, selection));
    let unchanged = unchanged(new, changes, &objects, selection);
    let mut rest = without_objects(Some(old), Some(new), selection);
    rest.status.retain(|change| change.path != Path::keys([BOOKKEEPING]));
    let refused = |of: fn(&Changes) -> Option<&Refusal>| {
        let (before, after) = (old.changes().and_then(of), of(changes)?);
        before.is_none_or(|before| before.text() != after.text()).then(|| after.clone())
    };
    ServiceDiff {
        objects,
        unchanged,
        conflicts: changes.conflicts.clone(),
        next_apply: refused(|changes| changes.next_apply.as_ref()),
        next_delete: refused(|changes| changes.next_delete.as_ref()),
        ..rest
    }
}

/// The objects that exist before and afterwards, and that no other part of the comparison mentions.
fn unchanged(new: &Rendering, changes: &Changes, mentioned: &[ObjectDiff], selection: &Selection) -> Vec<Key> {
    let all = new.objects().iter().chain(&changes.rest).map(Key::of);
    let is_gone = |key: &Key| changes.deleted_again.contains(key) || changes.deleted.contains(key);
    let is_mentioned = |key: &Key| mentioned.iter().any(|object| object.key == *key);
    all.filter(|key| selection.has_key(key) && !is_gone(key) && !is_mentioned(key)).collect()
}

/// Workloads that the controller leaves unchanged, but whose pods change because the pod webhook now does something else.
fn with_changed_pods<'a>(
    old: &'a Rendering,
    new: &'a Rendering,
    changes: &'a Changes,
    selection: &'a Selection,
) -> impl Iterator<Item = ObjectDiff> + 'a {
    let pods = |object: &Value| object.pointer("/spec/template").cloned().map(tidied).unwrap_or_default();
    new.objects().iter().filter_map(move |object| {
        let key = Key::of(object);
        let is_mentioned = changes.changed.contains(&key) || changes.deleted_again.contains(&key);
        let before = old.objects().iter().find(|old| Key::of(old) == key).filter(|_| !is_mentioned)?;
        if !selection.has_object(object) || pods(before) == pods(object) {
            return None;
        }
        let (old, new) = (without_status(before.clone()), without_status(object.clone()));
        let changes = selection.changes(&old, &new);
        (!changes.is_empty()).then_some(ObjectDiff {
            key,
            fate: Fate::PodsChanged,
            old: Some(old),
            new: Some(new),
            changes,
        })
    })
}

/// Compares two sets of objects: first those of the old side in their order, then the new ones.
pub fn objects(old: &[Value], new: &[Value], selection: &Selection) -> Vec<ObjectDiff> {
    let find = |objects: &[Value], key: &Key| objects.iter().find(|object| Key::of(object) == *key).cloned();
    let mut keys: Vec<Key> = Vec::new();
    for key in old.iter().chain(new).filter(|object| selection.has_object(object)).map(Key::of) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.into_iter()
        .filter_map(|key| {
            let (old, new) = (find(old, &key), find(new, &key));
            let changes = match (&old, &new) {
                (Some(old), Some(new)) => selection.changes(old, new),
                _ => Vec::new(),
            };
            let fate = match (&old, &new) {
                (None, _) => Fate::Added,
                (_, None) => Fate::Removed,
                _ if changes.is_empty() => return None,
                _ => Fate::Changed,
            };
            Some(ObjectDiff { key, fate, old, new, changes })
        })
        .collect()
}

fn made(side: Option<&Rendering>) -> &[Value] {
    side.map_or(&[], Rendering::objects)
}

fn refusal(side: Option<&Rendering>) -> Option<&str> {
    side?.refusal().map(Refusal::text)
}

fn error(side: Option<&Rendering>) -> Option<&ControllerError> {
    side?.error()
}

fn url(side: Option<&Rendering>) -> Option<&str> {
    side?.status()?.url()
}

fn status(side: Option<&Rendering>) -> Value {
    side.and_then(Rendering::status).map(|status| tidied(status.to_value())).into()
}
