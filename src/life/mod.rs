//! What an apply, an upgrade or a changed configuration does to a resource that already exists in a cluster and to its objects,
//! and what stays behind.

pub(crate) mod merge;

use crate::object::ObjectView as _;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use crate::build::storage;
pub use crate::engine::changes::Changes;
use crate::engine::changes::{Left, Wanted};
use crate::engine::store::State;
use crate::facts::{Cluster, Existing, Found};
use crate::kinds::{self, Admitted, Arrival, Reconcile, Reconciled, ResourceKind};
use crate::object::fields::filled;
use crate::object::{Key, Kind, Owner};
use crate::render::{self, Rendering, render_objects};
use crate::webhook::{Admission, Refusal};
use crate::{Value, parallel};

/// What a resource that exists in the cluster undergoes in one step.
#[derive(Debug, Clone, Copy)]
pub enum Action<'a> {
    /// A document is applied over it.
    Apply {
        /// The document that is applied.
        document: &'a Value,
        /// The document that was applied before.
        last: &'a Value,
    },
    /// Nothing is applied: the controller, its release or the configuration changes. No webhook is called.
    Reconcile,
}

/// What the controllers make of a resource that exists in the cluster, and of its objects. A refused apply changes nothing, and the
/// controller continues with the stored document. If the cluster does not hold the resource, the document is rendered as a new one.
pub fn step(cluster: &Cluster, existing: &Existing, step: Action<'_>) -> Rendering {
    let kind = existing.resource.as_ref().and_then(kinds::find);
    let (Some(kind), Some(admitted)) = (kind, begin(cluster, existing, step)) else {
        return render_objects(cluster, step.document(), existing);
    };
    let reconciled = render::reconcile(kind, cluster, &admitted, &existing.objects);
    end(kind, cluster, existing, step, admitted, reconciled)
}

/// Like [`step`], for several resources of one kind that exist in the cluster. If their controller reconciles them together, all
/// take the step at once. `found` is what the cluster holds; the answers are in the order of the resources.
pub fn steps(
    cluster: &Cluster,
    kind: &ResourceKind,
    all: Vec<(Existing, Action<'_>)>,
    found: &Arc<Found>,
) -> Vec<Rendering> {
    let own = all.into_iter().map(|(existing, step)| (step.document(), existing, Some(step))).collect();
    render_together(cluster, kind, own, found)
}

/// Renders resources of one kind, each with what the cluster holds of it and the step that it takes, or `None` if its document is
/// sent as it is.
fn render_together(
    cluster: &Cluster,
    kind: &ResourceKind,
    own: Vec<(&Value, Existing, Option<Action<'_>>)>,
    found: &Arc<Found>,
) -> Vec<Rendering> {
    let Reconcile::Together(reconcile) = kind.reconcile else {
        return parallel::map(own, |(resource, existing, one)| match one {
            Some(one) => step(cluster, &existing, one),
            None => render_objects(cluster, resource, &existing),
        });
    };
    let all = own.into_iter().map(|(resource, existing, step)| {
        let one = match step.and_then(|step| Some((begin(cluster, &existing, step)?, step))) {
            Some((admitted, step)) => Prepared::Step(admitted, step),
            None => render::sent(kind, cluster, resource, &existing).map_or_else(Prepared::Refused, Prepared::Sent),
        };
        (existing, one)
    });
    let all: Vec<(Existing, Prepared<'_>)> = all.collect();
    let admitted: Vec<Admitted> = all.iter().filter_map(|(_, one)| one.admitted().cloned()).collect();
    let mut reconciled = reconcile(cluster, &admitted, found).into_iter();
    let mut left = |one: &Prepared<'_>| one.admitted().and_then(|_| reconciled.next()).unwrap_or_default();
    let all = all.into_iter().map(|(existing, one)| (left(&one), existing, one)).collect();
    parallel::map(all, |(left, existing, one)| match one {
        Prepared::Step(admitted, step) => end(kind, cluster, &existing, step, admitted, left),
        Prepared::Sent(admitted) => render::of_sent(cluster, kind, admitted, left, &existing.objects),
        Prepared::Refused(rendering) => *rendering,
    })
}

/// How a resource gets to its controller.
enum Prepared<'a> {
    /// It takes a step from what the cluster holds.
    Step(Admitted, Action<'a>),
    /// Its document is sent as it is and accepted.
    Sent(Admitted),
    /// Its document is sent as it is and refused.
    Refused(Box<Rendering>),
}

impl Prepared<'_> {
    /// The resource that its controller sees.
    const fn admitted(&self) -> Option<&Admitted> {
        match self {
            Prepared::Step(admitted, _) | Prepared::Sent(admitted) => Some(admitted),
            Prepared::Refused(_) => None,
        }
    }
}

impl<'a> Action<'a> {
    fn document(&self) -> &'a Value {
        match self {
            Action::Apply { document, .. } => document,
            Action::Reconcile => &Value::Null,
        }
    }
}

/// A resource that exists in the cluster, in the form in which its controller sees it after the step; `None` if the cluster does not have
/// it.
fn begin(cluster: &Cluster, existing: &Existing, step: Action<'_>) -> Option<Admitted> {
    let stored = existing.resource.as_ref()?;
    let kind = kinds::find(stored)?;
    let read = (kind.read)(cluster, stored);
    let mut held = stored.clone();
    let (object, arrival, warnings) = match step {
        Action::Reconcile => (read, Arrival::Stored, Vec::new()),
        Action::Apply { document, last } => {
            let Admission { warnings, outcome } =
                admit(kind, cluster, &merged(kind, last, document, &read), stored, &read);
            match outcome {
                Ok(accepted) => {
                    // The whole object has passed through the version of the document, with its status.
                    let mut passed = (kind.properties.in_version_of)(stored.clone(), document);
                    if let (Some(held), Some(status)) = (held.get_mut("status"), passed.get_mut("status")) {
                        *held = status.take();
                    }
                    (next_generation(&read, accepted), Arrival::Accepted, warnings)
                }
                Err(refusal) => (read, Arrival::UpdateRefused(refusal), warnings),
            }
        }
    };
    let admitted = Admitted::new(Key::of(stored), object, Some(held));
    Some(Admitted { arrival, warnings, keeps_states: true, ..admitted })
}

/// A stored resource after an apply, which reads and changes it in the version of the document.
fn merged(kind: &ResourceKind, last: &Value, document: &Value, stored: &Value) -> Value {
    merge::apply(last, document, &(kind.properties.in_version_of)(stored.clone(), document))
}

/// The rendering of a resource that existed in the cluster, from what its controller made of it.
fn end(
    kind: &ResourceKind,
    cluster: &Cluster,
    existing: &Existing,
    step: Action<'_>,
    admitted: Admitted,
    reconciled: Reconciled,
) -> Rendering {
    let applied = matches!(admitted.arrival, Arrival::Accepted);
    let (mut rendering, mut changes) = finish(kind, cluster, existing, admitted, reconciled);
    if let Some(after) = rendering.resource() {
        if rendering.refusal().is_none() {
            let again = match step {
                Action::Apply { document, .. } => merged(kind, document, document, &after),
                Action::Reconcile => without_status(&after),
            };
            changes.next_apply = refusal_of(kind, cluster, &again, &after);
        }
        changes.next_delete = next_delete(cluster, &after);
    }
    (changes.complete, changes.applied) = (true, applied);
    record_changes(cluster, &mut rendering, Some(changes));
    rendering
}

/// Records in a rendering what happens to the objects that the cluster holds, and which values of Secrets those contain that the
/// controller no longer looks at.
fn record_changes(cluster: &Cluster, rendering: &mut Rendering, changes: Option<Changes>) {
    let namespace = rendering.namespace.clone();
    if let Some(reconciliation) = rendering.reconciliation_mut() {
        let rest = changes.iter().flat_map(|changes| &changes.rest).flat_map(storage::pod_templates);
        reconciliation.copied.extend(storage::secrets_in_live(cluster, &namespace, rest));
        reconciliation.changes = changes.map(Box::new);
    }
}

/// What the controllers make of all resources in an input, of any kind, which may refer to each other. Each comes with the step
/// that it takes, or `None` if its document is sent as it is. `found` is what the cluster holds; the answers are in the order of
/// the resources.
pub fn together(
    cluster: &Cluster,
    resources: &[Value],
    steps: &[Option<Action<'_>>],
    found: &Arc<Found>,
) -> Vec<Rendering> {
    let mut renderings = render::by_kind(cluster, resources, found, |cluster, kind, places, found| {
        let own = places.iter().filter_map(|place| {
            let resource = resources.get(*place)?;
            let Key { namespace, name, .. } = Key::of(resource);
            let is_sent = |step: &Action<'_>| matches!(step, Action::Apply { .. }) && resource.is_deleted();
            let step = steps.get(*place).copied().flatten().filter(|step| !is_sent(step));
            Some((resource, Existing::of(found, kind.kind, &namespace, &name), step))
        });
        let own: Vec<(&Value, Existing, Option<Action<'_>>)> = own.collect();
        render_together(cluster, kind, own, found)
    });
    if !found.is_empty() {
        record_all_changes(cluster, found, &mut renderings);
    }
    renderings
}

/// What the controllers make of a document that replaces the resource in the cluster; a new resource if the cluster holds none.
pub fn replace(cluster: &Cluster, document: &Value, existing: &Existing) -> Rendering {
    let Some(kind) = kinds::find(document) else { return render_objects(cluster, document, existing) };
    let Key { namespace, name, .. } = Key::of(document);
    let owner = Owner::new(kind.kind, name);
    if existing.resource.is_none() && existing.objects.objects_of(&owner, &namespace).is_empty() {
        return render_objects(cluster, document, existing);
    }
    match render::admit(kind, cluster, document, existing) {
        Ok(admitted) => {
            let admitted = Admitted { keeps_states: true, ..admitted };
            let reconciled = render::reconcile(kind, cluster, &admitted, &existing.objects);
            let (mut rendering, mut changes) = finish(kind, cluster, existing, admitted, reconciled);
            changes.applied = true;
            record_changes(cluster, &mut rendering, Some(changes));
            rendering
        }
        Err(refused) => *refused,
    }
}

/// What the controllers make of a new document in a cluster that does not have the resource yet, when another step will follow.
pub fn create(cluster: &Cluster, document: &Value, found: &Arc<Found>) -> Rendering {
    let existing = Existing { resource: None, objects: Arc::clone(found) };
    let Some(kind) = kinds::find(document) else { return render_objects(cluster, document, &existing) };
    match render::admit(kind, cluster, document, &existing) {
        Ok(admitted) => {
            let admitted = Admitted { keeps_states: true, ..admitted };
            let reconciled = render::reconcile(kind, cluster, &admitted, found);
            Rendering::of(cluster, kind.kind, admitted, reconciled, found)
        }
        Err(refused) => *refused,
    }
}

/// Records in renderings of resources that were rendered together what happens to the objects that the cluster held for them;
/// `found` is what it held before.
pub fn record_all_changes(cluster: &Cluster, found: &Arc<Found>, renderings: &mut [Rendering]) {
    let facts = renderings.iter().filter(|rendering| rendering.is_fact());
    let cluster = cluster.with_objects(facts.filter_map(|rendering| rendering.defaulted().cloned()));
    // A resource may look up others in the input.
    let world = Arc::new(found.over(renderings.iter().filter_map(Rendering::resource)));
    for rendering in renderings.iter_mut().filter(|rendering| rendering.changes().is_none()) {
        let changes = changes_among(&cluster, found, &world, rendering);
        record_changes(&cluster, rendering, changes);
    }
}

/// What happens to the objects that the cluster held for one of several resources; `None` if it held none.
fn changes_among(cluster: &Cluster, found: &Found, world: &Arc<Found>, rendering: &Rendering) -> Option<Changes> {
    let kind = kinds::KINDS.iter().find(|kind| kind.kind == rendering.kind)?;
    let Rendering { namespace, name, .. } = rendering;
    let owner = Owner::new(kind.kind, name.as_str());
    let resource = found.get(kind.kind, namespace, name).cloned();
    if rendering.refusal().is_some() || resource.is_none() && found.objects_of(&owner, namespace).is_empty() {
        return None;
    }
    let how = if rendering.error().is_some() { Wanted::Unknown } else { Wanted::Asked };
    let (objects, deleted_again, deleted) = (rendering.objects(), rendering.deleted_again(), rendering.deleted());
    let mut changes = Changes::of(&owner, namespace, found, Left { objects, deleted_again, deleted }, how);
    if !changes.left_behind.is_empty() {
        let admitted = Admitted::new(rendering.key(), rendering.defaulted().cloned()?, resource.clone());
        let status = rendering.status().map(kinds::Status::to_value);
        let existing = Existing { resource, objects: Arc::clone(world) };
        let wanted = wanted(kind, cluster, &admitted, status, &existing);
        changes.left_behind.retain(|key| !wanted.contains(key));
    }
    changes.applied = true;
    Some(changes)
}

/// Why applying the document of a rendering again would be refused, and why the controller would fail to remove its finalizer
/// when the resource is deleted. Both are `None` if the first write is already refused.
pub fn next_writes(cluster: &Cluster, document: &Value, rendering: &Rendering) -> (Option<Refusal>, Option<Refusal>) {
    if let Some(changes) = rendering.changes().filter(|changes| changes.complete) {
        return (changes.next_apply.clone(), changes.next_delete.clone());
    }
    let (Some(kind), Some(after)) = (kinds::find(document), stored_after(rendering)) else { return (None, None) };
    let again = merged(kind, document, document, &after);
    (refusal_of(kind, cluster, &again, &after), next_delete(cluster, &after))
}

/// The resource with the status that a rendering leaves; `None` if it was refused when it was new.
fn stored_after(rendering: &Rendering) -> Option<Value> {
    let mut resource = rendering.resource()?;
    let has_mode =
        resource.pointer("/status/deploymentMode").and_then(Value::as_str).is_some_and(|mode| !mode.is_empty());
    let finalizer = kinds::KINDS.iter().find(|kind| kind.kind == rendering.kind).map_or("", |kind| kind.finalizer);
    // The controller's first write may have increased the generation.
    let observed = resource.pointer("/status/observedGeneration").and_then(Value::as_i64);
    let generation = observed.filter(|_| kinds::properties(rendering.kind).tells_generation).unwrap_or(1);
    if let Some(metadata) = resource.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.entry("generation").or_insert_with(|| generation.into());
        // Nothing is written into the status before the finalizer is set.
        if has_mode && !finalizer.is_empty() {
            let finalizers = metadata.entry("finalizers").or_insert_with(|| json!([]));
            if let Some(list) = finalizers.as_array_mut().filter(|list| !list.iter().any(|known| known == finalizer)) {
                list.push(finalizer.into());
            }
        }
    }
    Some(resource)
}

/// What the cluster holds of a resource after a step: the resource with its status, its objects with what they report, and what Knative
/// creates for them. It is empty if the resource was refused when it was new.
pub fn after(rendering: &Rendering) -> Existing {
    let Some(resource) = stored_after(rendering) else { return Existing::default() };
    let mut objects: Vec<Value> = rendering.changes().into_iter().flat_map(|changes| changes.rest.clone()).collect();
    for (place, object) in rendering.objects().iter().enumerate() {
        if rendering.deleted_again().contains(&Key::of(object)) {
            continue;
        }
        let mut object = object.clone();
        if let Some(state) = rendering.states().get(place) {
            write_state(&mut object, state);
        }
        objects.extend(placeholders(&object));
        objects.push(object);
    }
    Existing { resource: Some(resource), objects: Arc::new(Found::new(objects)) }
}

/// Writes into an object its state in the cluster: generation and status.
fn write_state(object: &mut Value, state: &State) {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.insert("generation".into(), state.generation.into());
    }
    if let (Some(fields), Some(status)) = (object.as_object_mut(), &state.status) {
        fields.insert("status".into(), status.clone());
    }
}

/// The Services that Knative creates for a Knative Service and its tags, if it reports that they route somewhere.
fn placeholders(object: &Value) -> Vec<Value> {
    let is_routed = |object: &Value| object.pointer("/status/url").is_some();
    if Kind::of(object) != Some(Kind::KnativeService) || !is_routed(object) {
        return Vec::new();
    }
    let Key { namespace, name, .. } = Key::of(object);
    let targets = object.pointer("/status/traffic").and_then(Value::as_array).into_iter().flatten();
    let tags = targets.filter_map(|target| target.get("tag")?.as_str());
    let names = std::iter::once(name.clone()).chain(tags.map(|tag| format!("{tag}-{name}")));
    let owner =
        json!({ "apiVersion": Kind::KnativeService.api_version(), "kind": "Route", "name": name, "controller": true });
    let service = |placeholder: String| {
        json!({
            "apiVersion": Kind::Service.api_version(),
            "kind": Kind::Service.name(),
            "metadata": { "name": placeholder, "namespace": namespace, "ownerReferences": [owner] },
            "spec": { "type": "ExternalName" },
        })
    };
    names.map(service).collect()
}

/// Why applying the same document again in `cluster`, which stores it, would be refused.
pub fn next_apply(cluster: &Cluster, stored: &Value) -> Option<Refusal> {
    refusal_of(kinds::find(stored)?, cluster, &without_status(stored), stored)
}

/// Turns what the controller leaves into a rendering, and determines what happens to the objects.
fn finish(
    kind: &ResourceKind,
    cluster: &Cluster,
    existing: &Existing,
    admitted: Admitted,
    reconciled: Reconciled,
) -> (Rendering, Changes) {
    let owner = Owner::new(kind.kind, admitted.key.name.as_str());
    let left =
        Left { objects: &reconciled.objects, deleted_again: &reconciled.deleted_again, deleted: &reconciled.deleted };
    let how = match (&reconciled.error, reconciled.left_alone) {
        (Some(_), _) => Wanted::Unknown,
        (None, true) => Wanted::Everything,
        (None, false) => Wanted::Asked,
    };
    let mut changes = Changes::of(&owner, &admitted.key.namespace, &existing.objects, left, how);
    changes.left_behind.retain(|key| !reconciled.wanted.contains(key));
    // The last pass may not have asked for an object only because of what already exists.
    if !changes.left_behind.is_empty() {
        let status = reconciled.status.as_ref().map(kinds::Status::to_value);
        let wanted = wanted(kind, cluster, &admitted, status, existing);
        changes.left_behind.retain(|key| !wanted.contains(key));
    }
    (Rendering::of(cluster, kind.kind, admitted, reconciled, &existing.objects), changes)
}

/// Why an update of `stored` to `updated` is refused; `None` if it is accepted.
fn refusal_of(kind: &ResourceKind, cluster: &Cluster, updated: &Value, stored: &Value) -> Option<Refusal> {
    admit(kind, cluster, updated, stored, stored).outcome.err()
}

/// The answer to an update of `stored`, which the API server reads as `read`.
fn admit(kind: &ResourceKind, cluster: &Cluster, updated: &Value, stored: &Value, read: &Value) -> Admission {
    let mut old = read.clone();
    if let (Some(fields), Some(status)) = (old.as_object_mut(), stored.get("status")) {
        fields.insert("status".into(), status.clone());
    }
    (kind.admit)(cluster, updated, &Existing { resource: Some(old), objects: Arc::default() })
}

fn without_status(resource: &Value) -> Value {
    let mut resource = resource.clone();
    if let Some(fields) = resource.as_object_mut() {
        fields.remove("status");
    }
    resource
}

/// Increases the generation if the spec changed.
fn next_generation(before: &Value, mut after: Value) -> Value {
    let generation = before.generation();
    if let (Some(generation), true) = (generation, before.get("spec") != after.get("spec"))
        && let Some(metadata) = after.get_mut("metadata").and_then(Value::as_object_mut)
    {
        metadata.insert("generation".into(), (generation + 1).into());
    }
    after
}

/// The objects that the resource would get in a cluster that has none of them.
fn wanted(
    kind: &ResourceKind,
    cluster: &Cluster,
    admitted: &Admitted,
    status: Option<Value>,
    existing: &Existing,
) -> BTreeSet<Key> {
    let mut resource = admitted.object.clone();
    if let (Some(fields), Some(status)) = (resource.as_object_mut(), status) {
        fields.insert("status".into(), status);
    }
    let again =
        Admitted { existing: Some(resource), arrival: Arrival::Stored, keeps_states: false, ..admitted.clone() };
    let found = match kind.reconcile {
        Reconcile::Each(_) | Reconcile::Stored => Arc::default(),
        Reconcile::Together(_) => {
            let owner = Owner::new(kind.kind, admitted.key.name.as_str());
            Arc::new(Found::clone(&existing.objects).without_objects_of(&owner, &admitted.key.namespace))
        }
    };
    let end = render::reconcile(kind, cluster, &again, &found);
    let objects = end.objects.iter().map(Key::of);
    filled(objects.filter(|key| !end.deleted_again.contains(key)))
}

/// Why the controller cannot remove its finalizer from a resource that is being deleted; `None` if it can.
pub fn next_delete(cluster: &Cluster, after: &Value) -> Option<Refusal> {
    let kind = kinds::find(after)?;
    let mut old = after.clone();
    let metadata = old.get_mut("metadata")?.as_object_mut()?;
    metadata.insert("deletionTimestamp".into(), json!("2026-01-01T00:00:00Z"));
    let mut updated = without_status(&old);
    let finalizers = updated.pointer_mut("/metadata/finalizers")?.as_array_mut()?;
    let before = finalizers.len();
    finalizers.retain(|finalizer| finalizer != kind.finalizer);
    if finalizers.len() == before {
        return None;
    }
    let existing = Existing { resource: Some(old), objects: Arc::default() };
    (kind.admit)(cluster, &updated, &existing).outcome.err()
}
