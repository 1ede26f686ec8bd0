//! Renders one resource, or all resources of an input: admission, what its controller makes of it, and its pods after the pod
//! webhook.

mod rendering;

use std::borrow::Cow;
use std::sync::Arc;

use crate::facts::{Cluster, Existing, Found};
use crate::kinds::{self, Admitted, Arrival, Reconcile, Reconciled, ResourceKind};
use crate::object::fields::Lookup as _;
use crate::object::fields::filled;
use crate::object::{Key, Kind};
use crate::schema;
use crate::webhook::{Admission, Refusal};
use crate::{Value, parallel};
pub use rendering::{Outcome, Reconciliation, Rendering};

/// Renders a single resource as the user wrote it. `existing` is what the cluster holds of it.
///
/// The resource must name its namespace ([`set_namespace`](crate::object::role::set_namespace) sets one) and must not have a
/// `status`. A refusal is not an error of this function; [`Rendering::refusal`] returns it.
///
/// ```
/// use kserve_render::{Cluster, input, render};
/// use kserve_render::Existing;
/// use kserve_render::release::Version;
/// let services = input::values(
///     "
/// apiVersion: serving.kserve.io/v1beta1
/// kind: InferenceService
/// metadata: {name: 1leaf, namespace: garden}
/// spec:
///   predictor:
///     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
/// ",
/// )?;
/// let rendering = render(&Cluster::of(Version::NEWEST, []), &services[0], &Existing::default());
/// let refusal = rendering.refusal().expect("a refusal");
/// assert!(refusal.text().starts_with("the InferenceService \"1leaf\" is invalid"), "{refusal}");
/// assert!(rendering.objects().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn render(cluster: &Cluster, service: &Value, existing: &Existing) -> Rendering {
    let mut rendering = render_objects(cluster, service, existing);
    rendering.inject(cluster);
    rendering
}

/// Like [`render`], but without running the pod webhook: [`Rendering::injected`] is empty.
pub fn render_objects(cluster: &Cluster, resource: &Value, existing: &Existing) -> Rendering {
    let Some(kind) = kinds::find(resource) else { return unknown(resource) };
    match admit(kind, cluster, resource, existing) {
        Ok(admitted) => {
            let reconciled = reconcile(kind, cluster, &admitted, &existing.objects);
            Rendering::of(cluster, kind.kind, admitted, reconciled, &existing.objects)
        }
        Err(refused) => *refused,
    }
}

/// What the controller makes of a single resource.
pub(crate) fn reconcile(kind: &ResourceKind, cluster: &Cluster, admitted: &Admitted, found: &Arc<Found>) -> Reconciled {
    match kind.reconcile {
        Reconcile::Each(reconcile) => reconcile(cluster, admitted, found),
        Reconcile::Together(reconcile) => {
            reconcile(cluster, std::slice::from_ref(admitted), found).pop().unwrap_or_default()
        }
        Reconcile::Stored => Reconciled::default(),
    }
}

/// Renders all resources of an input, of any kind, which may refer to each other. `found` is what the cluster holds. The renderings are in
/// the order of the resources. Kinds are reconciled in a fixed order, and later kinds see the results of earlier ones.
pub fn render_all(cluster: &Cluster, resources: &[Value], found: &Arc<Found>) -> Vec<Rendering> {
    let mut all = render_all_objects(cluster, resources, found);
    for rendering in &mut all {
        rendering.inject(cluster);
    }
    all
}

/// Like [`render_all`], but without running the pod webhook.
pub fn render_all_objects(cluster: &Cluster, resources: &[Value], found: &Arc<Found>) -> Vec<Rendering> {
    by_kind(cluster, resources, found, |cluster, kind, places, found| {
        let own = places.iter().filter_map(|place| resources.get(*place)).collect();
        match kind.reconcile {
            Reconcile::Each(_) | Reconcile::Stored => each(cluster, own, kind, found),
            Reconcile::Together(reconcile) => together(cluster, own, kind, found, reconcile),
        }
    })
}

/// Renders resources kind by kind, and returns the renderings in the order of the resources. `make` is called with the cluster, the kind,
/// the positions of its resources, and what the cluster holds, including the results of earlier kinds.
pub(crate) fn by_kind(
    cluster: &Cluster,
    resources: &[Value],
    found: &Arc<Found>,
    make: impl Fn(&Cluster, &ResourceKind, &[usize], &Arc<Found>) -> Vec<Rendering>,
) -> Vec<Rendering> {
    let mut cluster = Cow::Borrowed(cluster);
    let mut found = Arc::clone(found);
    let mut all: Vec<Option<Rendering>> = resources.iter().map(|_| None).collect();
    for kind in kinds::KINDS.iter().copied() {
        let of_kind = |(_, resource): &(usize, &Value)| Kind::of(resource) == Some(kind.kind);
        let places: Vec<usize> = resources.iter().enumerate().filter(of_kind).map(|(place, _)| place).collect();
        if places.is_empty() {
            continue;
        }
        let renderings = make(&cluster, kind, &places, &found);
        if matches!(kind.reconcile, Reconcile::Stored) {
            let stored = renderings.iter().filter_map(|rendering| rendering.defaulted().cloned());
            cluster = Cow::Owned(cluster.with_objects(stored));
        }
        found = Arc::new(found_after(&found, &renderings));
        for (place, rendering) in places.into_iter().zip(renderings) {
            if let Some(slot) = all.get_mut(place) {
                *slot = Some(rendering);
            }
        }
    }
    let answers = all.into_iter().zip(resources);
    answers.map(|(rendering, resource)| rendering.unwrap_or_else(|| unknown(resource))).collect()
}

/// Renders resources that do not know of each other.
fn each(cluster: &Cluster, own: Vec<&Value>, kind: &ResourceKind, found: &Arc<Found>) -> Vec<Rendering> {
    let one = |resource: &Value| {
        let Key { namespace, name, .. } = Key::of(resource);
        render_objects(cluster, resource, &Existing::of(found, kind.kind, &namespace, &name))
    };
    parallel::map_runs(own, |run| run.into_iter().map(one).collect::<Vec<_>>()).into_iter().flatten().collect()
}

/// Renders resources that see each other: all are admitted first.
fn together(
    cluster: &Cluster,
    own: Vec<&Value>,
    kind: &ResourceKind,
    found: &Arc<Found>,
    reconcile: fn(&Cluster, &[Admitted], &Arc<Found>) -> Vec<Reconciled>,
) -> Vec<Rendering> {
    let send = |resource: &Value| {
        let Key { namespace, name, .. } = Key::of(resource);
        sent(kind, cluster, resource, &Existing::of(found, kind.kind, &namespace, &name))
    };
    let sent: Vec<Result<Admitted, Box<Rendering>>> = own.into_iter().map(send).collect();
    let admitted: Vec<Admitted> = sent.iter().filter_map(|sent| sent.as_ref().ok()).cloned().collect();
    let mut reconciled = reconcile(cluster, &admitted, found).into_iter();
    let answer = |sent: Result<Admitted, Box<Rendering>>| match sent {
        Ok(admitted) => of_sent(cluster, kind, admitted, reconciled.next().unwrap_or_default(), found),
        Err(refused) => *refused,
    };
    sent.into_iter().map(answer).collect()
}

/// The resource as it reaches its controller when its document is sent to the API server; if it is refused, the rendering with the refusal
/// is the error.
pub(crate) fn sent(
    kind: &ResourceKind,
    cluster: &Cluster,
    resource: &Value,
    existing: &Existing,
) -> Result<Admitted, Box<Rendering>> {
    delete(resource, existing).map_or_else(|| admit(kind, cluster, resource, existing), Ok)
}

/// The rendering of a resource whose document was sent: what the controller makes of it, and the API server's complaints about its
/// metadata.
pub(crate) fn of_sent(
    cluster: &Cluster,
    kind: &ResourceKind,
    admitted: Admitted,
    mut passes: Reconciled,
    held: &Found,
) -> Rendering {
    passes.notes.extend(refused_metadata(&admitted));
    Rendering::of(cluster, kind.kind, admitted, passes, held)
}

/// The API server's complaints about the metadata of a resource that passed admission, which leaves the names of some kinds to the webhook.
fn refused_metadata(admitted: &Admitted) -> Option<String> {
    let resource = admitted.object.as_object().filter(|_| !matches!(admitted.arrival, Arrival::Deleted))?;
    let violations = schema::check_metadata(resource, admitted.existing.is_some());
    let texts: Vec<&str> = violations.iter().map(|violation| violation.message.as_str()).collect();
    (!texts.is_empty())
        .then(|| format!("the API server refuses it, so no controller ever sees it: {}", texts.join(", ")))
}

/// What the cluster holds after these resources are reconciled.
fn found_after(found: &Found, renderings: &[Rendering]) -> Found {
    let gone = renderings.iter().flat_map(|rendering| rendering.deleted().iter().chain(rendering.deleted_again()));
    let gone: std::collections::BTreeSet<&Key> = filled(gone);
    let resources = renderings.iter().filter_map(Rendering::resource);
    let objects = renderings.iter().flat_map(Rendering::objects);
    let objects = objects.filter(|object| gone.is_empty() || !gone.contains(&Key::of(object))).cloned();
    let mut found = found.over(objects.chain(resources));
    for key in &gone {
        found.remove(key);
    }
    found
}

/// The existing resource as one to delete, if its document has a deletion timestamp.
fn delete(resource: &Value, existing: &Existing) -> Option<Admitted> {
    let time = resource.at("/metadata/deletionTimestamp")?;
    let mut object = existing.resource.clone()?;
    object.get_mut("metadata")?.as_object_mut()?.insert("deletionTimestamp".into(), time.clone());
    let admitted = Admitted::new(Key::of(resource), object, existing.resource.clone());
    Some(Admitted { arrival: Arrival::Deleted, ..admitted })
}

/// The resource as it is stored; if it is refused, the rendering with the refusal is the error.
pub(crate) fn admit(
    kind: &ResourceKind,
    cluster: &Cluster,
    resource: &Value,
    existing: &Existing,
) -> Result<Admitted, Box<Rendering>> {
    let Admission { warnings, outcome } = (kind.admit)(cluster, resource, existing);
    match outcome {
        Ok(object) => {
            let admitted = Admitted::new(Key::of(resource), object, existing.resource.clone());
            Ok(Admitted { warnings, ..admitted })
        }
        Err(refusal) => Err(Box::new(Rendering::refused(Key::of(resource), kind.kind, warnings, refusal))),
    }
}

/// The rendering of a document of a kind that cannot be rendered.
fn unknown(resource: &Value) -> Rendering {
    Rendering::refused(Key::of(resource), Kind::USUAL, Vec::new(), Refusal::new(kinds::unknown(resource)))
}
