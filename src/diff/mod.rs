//! What differs between two renderings of the same services, object by object and path by path.
//!
//! The two sides may come from two inputs, two releases, two configurations, or from a dump of a cluster.

mod live;
mod values;

use crate::object::PathPattern;
use std::collections::BTreeMap;

pub use live::{LIVE_ADDITIONS, without_live_additions};
pub use values::{Change, changes};

use crate::facts::Cluster;
use crate::facts::Existing;
use crate::object::Key;
use crate::object::Kind;
use crate::object::kind::is_kind;
use crate::object::tidy::tidied;
use crate::release::{Difference, Release};
use crate::webhook::pod::mark_changed;
use crate::{Rendering, Value};

/// What is compared, and what is left out.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Paths in objects and statuses that do not count.
    pub ignored: Vec<PathPattern>,
    /// Kinds that count, all when empty; written as `kubectl` takes them. `InferenceService` stands for the status.
    pub kinds: Vec<String>,
}

impl Selection {
    fn has(&self, is_it: impl Fn(&str) -> bool) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|kind| is_it(kind))
    }

    fn has_object(&self, object: &Value) -> bool {
        self.has(|kind| is_kind(object, kind))
    }

    fn has_status(&self) -> bool {
        self.has(|kind| Kind::InferenceService.is_meant_by(kind))
    }

    fn changes(&self, old: &Value, new: &Value) -> Vec<Change> {
        let mut found = changes(old, new);
        found.retain(|change| !self.ignored.iter().any(|pattern| pattern.matches(&change.path)));
        found
    }
}

/// An object that exists on one side only, or differs.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectDiff {
    pub key: Key,
    pub old: Option<Value>,
    pub new: Option<Value>,
    /// The differing paths when it exists on both sides.
    pub changes: Vec<Change>,
}

impl ObjectDiff {
    fn has_pods(&self) -> bool {
        self.key.is(Kind::Deployment) || self.key.is(Kind::KnativeService)
    }

    /// Whether applying the new object starts new pods: a changed pod template of a Deployment, or a
    /// changed revision template of a Knative Service.
    pub fn restarts_pods(&self) -> bool {
        self.has_pods() && self.changes.iter().any(|change| change.path.is_below(&["spec", "template"]))
    }
}

/// A text that differs, such as a refusal, an error or a URL; absent where a side has none.
#[derive(Debug, Clone, PartialEq)]
pub struct TextDiff {
    pub old: Option<String>,
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
    pub namespace: String,
    pub name: String,
    /// The service exists only on the new (`true`) or only on the old side (`false`).
    pub only_new: Option<bool>,
    /// Why schema or webhooks refuse it.
    pub rejected: Option<TextDiff>,
    /// Error of the last reconcile pass.
    pub error: Option<TextDiff>,
    /// `status.url`.
    pub url: Option<TextDiff>,
    /// All differences of the status, the URL included.
    pub status: Vec<Change>,
    pub objects: Vec<ObjectDiff>,
    /// Why, where that is known.
    pub causes: Vec<Cause>,
}

impl ServiceDiff {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.only_new.is_none()
            && self.rejected.is_none()
            && self.error.is_none()
            && self.status.is_empty()
            && self.objects.is_empty()
    }

    /// Whether applying the new side starts new pods: those of a workload that changes, or of one that takes the place of
    /// another.
    pub fn restarts_pods(&self) -> bool {
        let workloads = || self.objects.iter().filter(|object| object.has_pods());
        let is_replaced = workloads().any(|gone| gone.new.is_none()) && workloads().any(|new| new.old.is_none());
        is_replaced || self.objects.iter().any(ObjectDiff::restarts_pods)
    }
}

/// A cause of differences between two releases, with the number of differing places that it explains.
#[derive(Debug, Clone, PartialEq)]
pub struct Cause {
    /// `AREA.FIELD` of the release difference, or `defaults` for what the releases ship.
    pub name: String,
    /// What a user sees differently.
    pub text: String,
    /// `Kind/namespace/name path` of each place, or `status path`, `rejected`, `error`.
    pub places: Vec<String>,
}

/// Compares the renderings of services, matched by namespace and name, in the order of the old side.
/// Services without a difference are left out.
pub fn services(old: &[Rendering], new: &[Rendering], selection: &Selection) -> Vec<ServiceDiff> {
    let key = |rendering: &Rendering| (rendering.namespace.clone(), rendering.name.clone());
    let new_by_key: BTreeMap<_, &Rendering> = new.iter().map(|rendering| (key(rendering), rendering)).collect();
    let old_keys: std::collections::BTreeSet<_> = old.iter().map(key).collect();
    let kept =
        old.iter().map(|rendering| service(Some(rendering), new_by_key.get(&key(rendering)).copied(), selection));
    let added = new.iter().filter(|r| !old_keys.contains(&key(r))).map(|r| service(None, Some(r), selection));
    kept.chain(added).filter(|diff| !diff.is_empty()).collect()
}

/// Compares two renderings of one service; an absent side stands for a service that is not there.
pub fn service(old: Option<&Rendering>, new: Option<&Rendering>, selection: &Selection) -> ServiceDiff {
    let nothing = Rendering::default();
    let named = old.or(new).unwrap_or(&nothing);
    let only_new = match (old, new) {
        (Some(_), Some(_)) | (None, None) => None,
        (old, _) => Some(old.is_none()),
    };
    let (old, new) = (old.unwrap_or(&nothing), new.unwrap_or(&nothing));
    ServiceDiff {
        namespace: named.namespace.clone(),
        name: named.name.clone(),
        only_new,
        rejected: TextDiff::of(old.rejected.as_deref(), new.rejected.as_deref()),
        error: TextDiff::of(old.error.as_deref(), new.error.as_deref()),
        url: TextDiff::of(url(old), url(new)),
        status: match selection.has_status() {
            true => selection.changes(&status(old), &status(new)),
            false => Vec::new(),
        },
        objects: objects(&old.objects, &new.objects, selection),
        causes: Vec::new(),
    }
}

/// Compares two sets of objects, in the order of the old side, then what is new.
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
            let differs = old.is_none() || new.is_none() || !changes.is_empty();
            differs.then_some(ObjectDiff { key, old, new, changes })
        })
        .collect()
}

fn url(rendering: &Rendering) -> Option<&str> {
    rendering.status.as_ref()?.url()
}

fn status(rendering: &Rendering) -> Value {
    rendering.status.as_ref().map(|status| tidied(status.to_value())).into()
}

/// All differing places of a service, each as one line with the new value.
fn places(diff: &ServiceDiff) -> Vec<(String, Option<Value>)> {
    let text = |name: &str, diff: &Option<TextDiff>| {
        diff.as_ref().map(|diff| (name.to_owned(), diff.new.clone().map(Value::from)))
    };
    let mut found: Vec<_> = text("rejected", &diff.rejected).into_iter().chain(text("error", &diff.error)).collect();
    found.extend(diff.status.iter().map(|change| (format!("status {}", change.path), change.new.clone())));
    for object in &diff.objects {
        if object.changes.is_empty() {
            found.push((object.key.to_string(), object.new.clone()));
        }
        found.extend(
            object.changes.iter().map(|change| (format!("{} {}", object.key, change.path), change.new.clone())),
        );
    }
    found
}

/// Finds which differences between two releases cause what differs for a service.
///
/// Each difference in turn is put back to its old value in the new release; what then no longer differs,
/// or differs otherwise, is caused by it. What goes away with the old release's own ConfigMap and runtimes
/// is caused by those.
pub struct Causes {
    /// The new release with one difference at a time as the old one has it.
    mixtures: Vec<(&'static Difference, Cluster)>,
    /// The new release with what the old one ships, where the two ship different things.
    old_defaults: Option<Cluster>,
}

impl Causes {
    /// Prepares the mixtures of `cluster`, a cluster of the new release, with the release `from`.
    /// `old_defaults` is the new release with the objects that the old one ships, if those count.
    pub fn between(from: &Release, cluster: &Cluster, old_defaults: Option<Cluster>) -> Causes {
        let mixtures = Release::differences()
            .filter(|difference| difference.value_in(from.version) != difference.value_in(cluster.release.version))
            .filter_map(|difference| Some((difference, cluster.with_release(cluster.release.with(difference, from)?))))
            .collect();
        Causes { mixtures, old_defaults }
    }

    /// The causes of `diff`, which compares `old` with the rendering of `input` in the new release.
    pub fn of(
        &self,
        diff: &ServiceDiff,
        old: &Rendering,
        input: &Value,
        existing: &Existing,
        selection: &Selection,
    ) -> Vec<Cause> {
        let before = places(diff);
        let explained = |mixed: &Cluster| -> Vec<String> {
            let mut rendering = crate::render(mixed, input, existing);
            mark_changed(&mut rendering.copied, &old.copied);
            rendering.hide_secrets();
            let after: BTreeMap<String, Option<Value>> =
                places(&service(Some(old), Some(&rendering), selection)).into_iter().collect();
            let gone = |(place, value): &&(String, Option<Value>)| after.get(place).is_none_or(|other| other != value);
            before.iter().filter(gone).map(|(place, _)| place.clone()).collect()
        };
        let by_release = self.mixtures.iter().map(|(difference, mixed)| Cause {
            name: format!("{}.{}", difference.area, difference.name),
            text: paragraph(difference.doc),
            places: explained(mixed),
        });
        let by_defaults = self.old_defaults.iter().map(|mixed| Cause {
            name: "defaults".into(),
            text: "The releases ship different things: ConfigMap, serving runtimes or storage container.".into(),
            places: explained(mixed),
        });
        by_release.chain(by_defaults).filter(|cause| !cause.places.is_empty()).collect()
    }
}

/// A documentation text as one line.
fn paragraph(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_service_of_knative_that_gives_way_to_a_core_service_and_a_deployment_is_gone_and_its_pods_restart() {
        let object = |api_version: &str, kind: &str| json!({ "apiVersion": api_version, "kind": kind, "metadata": { "name": "leaf-predictor", "namespace": "garden" } });
        let old = [object("serving.knative.dev/v1", "Service")];
        let new = [object("v1", "Service"), object("apps/v1", "Deployment")];
        let objects = objects(&old, &new, &Selection::default());
        let found: Vec<(String, bool)> =
            objects.iter().map(|object| (object.key.qualified(), object.new.is_some())).collect();
        let expected = [
            ("Service.serving.knative.dev/garden/leaf-predictor", false),
            ("Service/garden/leaf-predictor", true),
            ("Deployment/garden/leaf-predictor", true),
        ];
        assert_eq!(found, expected.map(|(key, is_new)| (key.to_owned(), is_new)));
        assert!(ServiceDiff { objects, ..ServiceDiff::default() }.restarts_pods());
    }
}
