//! What happens to the objects that a resource has in a cluster.

use crate::object::ObjectView as _;
use std::collections::BTreeSet;

use crate::Value;
use crate::facts::Found;
use crate::object::fields::Lookup as _;
use crate::object::fields::filled;
use crate::object::{Key, Kind, Owner, Refusal, tidy};

/// What a step of a controller does to the objects of one resource, and what it leaves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changes {
    /// Objects that exist afterwards and did not exist before.
    pub created: Vec<Key>,
    /// Objects that the controller changed; differences in their reported status do not count.
    pub changed: Vec<Key>,
    /// Those of the changed objects whose pods change, so that they restart.
    pub restarts: Vec<Key>,
    /// Objects that the controller deletes.
    pub deleted: Vec<Key>,
    /// Objects that the controller creates and deletes again.
    pub deleted_again: Vec<Key>,
    /// Objects of the resource that a new cluster would not get, and that nothing deletes. Unknown if the controller fails.
    pub left_behind: Vec<Key>,
    /// Objects of the resource that the controller never reaches, because it fails before them.
    pub untouched: Vec<Key>,
    /// Objects that conflict with each other, each conflict as a sentence.
    pub conflicts: Vec<String>,
    /// Objects of the resource that the controller has not looked at, unchanged.
    pub rest: Vec<Value>,
    /// Whether it is known what is applied: a document on top of the last applied one, or nothing. Otherwise the input counts as
    /// the whole document.
    pub complete: bool,
    /// Whether a document is applied and accepted.
    pub applied: bool,
    /// Why applying the same document again is refused, if it is.
    pub next_apply: Option<Refusal>,
    /// Why the controller's last write is refused when the resource is deleted, so that the resource stays.
    pub next_delete: Option<Refusal>,
}

/// The objects that a controller's passes leave.
#[derive(Debug, Clone, Copy)]
pub struct Left<'a> {
    /// Those that it has created or looked at.
    pub objects: &'a [Value],
    pub deleted_again: &'a [Key],
    pub deleted: &'a [Key],
}

/// How to decide which of the remaining objects the controller still wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// It fails before the end, so nothing is known about objects that it has not looked at.
    Unknown,
    /// It was told to leave existing objects alone, so it wants all of them.
    Everything,
    /// It has to be rendered again to find out.
    Asked,
}

impl Changes {
    /// Compares what a controller leaves with what was found. If it is not yet known what the controller wants, everything that
    /// was found and stays counts as left behind.
    pub fn of(owner: &Owner<'_>, namespace: &str, found: &Found, end: Left<'_>, wanted: Wanted) -> Changes {
        let mut changes =
            Changes { deleted: end.deleted.to_vec(), deleted_again: end.deleted_again.to_vec(), ..Changes::default() };
        let mut seen: BTreeSet<Key> = filled(end.deleted.iter().cloned());
        let own = found.objects_of(owner, namespace);
        let mut remaining: Vec<Key> = Vec::new();
        for object in end.objects {
            let key = Key::of(object);
            seen.insert(key.clone());
            if end.deleted_again.contains(&key) {
                continue;
            }
            match found.find(&key) {
                None => changes.created.push(key.clone()),
                Some(before) => changes.compare(&key, before, object),
            }
            if found.find(&key).is_none() || owner.owns(object) || own.iter().any(|(own, _)| *own == key) {
                remaining.push(key);
            }
        }
        let rest: Vec<&(Key, &Value)> = own.iter().filter(|(key, _)| !seen.contains(key)).collect();
        changes.rest = rest.iter().map(|(_, object)| Value::clone(object)).collect();
        let rest = rest.iter().map(|(key, _)| key.clone());
        match wanted {
            Wanted::Unknown => changes.untouched = rest.collect(),
            Wanted::Everything => {}
            Wanted::Asked => {
                remaining.retain(|key| !changes.created.contains(key));
                changes.left_behind = remaining.into_iter().chain(rest).collect();
            }
        }
        let all = end.objects.iter().filter(|object| !end.deleted_again.contains(&Key::of(object)));
        changes.conflicts = conflicts(&all.chain(&changes.rest).collect::<Vec<_>>());
        changes
    }

    fn compare(&mut self, key: &Key, before: &Value, after: &Value) {
        let content = |object: &Value| tidy::without_status(object.clone());
        if std::ptr::eq(before, after) || before == after || content(before) == content(after) {
            return;
        }
        self.changed.push(key.clone());
        let pods = |object: &Value| {
            let template = object.at("/spec/template").or_else(|| object.at("/spec/leaderWorkerTemplate"));
            template.cloned().map(tidy::tidied)
        };
        if pods(before) != pods(after) {
            self.restarts.push(key.clone());
        }
    }

    /// Whether nothing happens to the objects, and nothing stays that should not.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.created, &self.changed, &self.deleted, &self.deleted_again, &self.left_behind];
        lists.into_iter().all(Vec::is_empty)
    }
}

/// Finds two autoscalers for one workload: KEDA refuses to work next to a HorizontalPodAutoscaler that is not its own.
fn conflicts(objects: &[&Value]) -> Vec<String> {
    let target = |object: &Value| object.scale_target().map(str::to_owned);
    let of_kind = |kind: Kind| objects.iter().filter(move |object| Kind::of(object) == Some(kind));
    let mut found = Vec::new();
    let is_of_keda = |hpa: &&Value| Owner::is_owned_by(hpa, Kind::ScaledObject);
    for hpa in of_kind(Kind::HorizontalPodAutoscaler).filter(|hpa| !is_of_keda(hpa)) {
        let scaled =
            of_kind(Kind::ScaledObject).find(|scaled| target(scaled).is_some() && target(scaled) == target(hpa));
        if let (Some(scaled), Some(target)) = (scaled, target(hpa)) {
            found.push(format!(
                "{} and {} both scale Deployment {target}: KEDA's webhook refuses the ScaledObject",
                Key::of(hpa),
                Key::of(scaled)
            ));
        }
    }
    found
}
