//! The whole answer for a resource, or for all resources of an input: admission, what its controller makes of it, and the pods
//! as the pod webhook makes them.

use std::borrow::Cow;
use std::sync::Arc;

use crate::api::InferenceService;
use crate::build::storage::{self, CopiedSecret};
use crate::engine::changes::Changes;
use crate::engine::store::State;
use crate::facts::{Cluster, Existing, Found};
use crate::kinds::inference_service::status::Status as ServiceStatus;
use crate::kinds::inference_service::steps::Decisions;
use crate::kinds::{self, Admitted, Details, Reconcile, Reconciled, ResourceKind, Status};
use crate::object::fields::Lookup as _;
use crate::object::{ControllerError, Key, Kind};
use crate::schema;
use crate::webhook::Admission;
use crate::webhook::pod::{self, Injected};
use crate::{Map, Value, parallel};

/// What a controller would make of one resource.
#[derive(Debug, Clone)]
pub struct Rendering {
    /// The kind of the resource.
    pub kind: Kind,
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// Text with which schema, defaulting or validating webhook refuses the resource; then only
    /// `warnings` is filled beside it.
    pub rejected: Option<String>,
    /// Admission warnings.
    pub warnings: Vec<String>,
    /// The resource as it would be stored.
    pub defaulted: Option<Value>,
    /// Error of the last reconcile pass.
    pub error: Option<ControllerError>,
    /// Warning events, `Warning <reason> <message>`, each once.
    pub events: Vec<String>,
    /// Status after the first pass; nothing has reported yet.
    pub initial_status: Option<Status>,
    /// Status once everything created is ready and nothing changes any more.
    pub status: Option<Status>,
    /// The resource in the end, where the controller changes more of it than the status.
    pub stored: Option<Value>,
    /// Objects created, in order of creation.
    pub objects: Vec<Value>,
    /// How each of them stands in the cluster, if that is asked for.
    pub states: Vec<State>,
    /// Objects that the controller itself deletes again in a later pass.
    pub deleted_again: Vec<Key>,
    /// Objects found in the cluster that the controller deletes.
    pub deleted: Vec<Key>,
    /// Pod templates after the pod webhook, for each Deployment and Knative Service.
    pub injected: Vec<Injected>,
    /// What was assumed or left out while the objects were built because a document is not in the input, and errors that
    /// the controller only logs.
    pub notes: Vec<String>,
    /// Objects of the context that the controller takes over or deletes, and that reports of the release do not list.
    pub unlisted: Vec<Key>,
    /// Values of Secrets that the templates have in clear text; see [`Rendering::hide_secrets`].
    pub copied: Vec<CopiedSecret>,
    /// What only the code of its kind knows of it.
    pub details: Details,
    /// What becomes of the objects that the cluster holds; see [`life`](crate::life).
    pub changes: Option<Box<Changes>>,
}

impl Default for Rendering {
    fn default() -> Rendering {
        Rendering {
            kind: Kind::InferenceService,
            namespace: String::new(),
            name: String::new(),
            rejected: None,
            warnings: Vec::new(),
            defaulted: None,
            error: None,
            events: Vec::new(),
            initial_status: None,
            status: None,
            stored: None,
            objects: Vec::new(),
            states: Vec::new(),
            deleted_again: Vec::new(),
            deleted: Vec::new(),
            injected: Vec::new(),
            notes: Vec::new(),
            unlisted: Vec::new(),
            copied: Vec::new(),
            details: Details::default(),
            changes: None,
        }
    }
}

/// Renders one resource as the user wrote it, alone. `existing` is what the cluster holds of it.
///
/// The resource names its namespace ([`set_namespace`](crate::object::role::set_namespace) sets one), and has no
/// `status`. A refusal is no error of this function: [`Rendering::rejected`] has its text.
///
/// ```
/// use kserve_render::{Cluster, input, render};
/// use kserve_render::Existing;
/// use kserve_render::release::Version;
///
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
/// let refusal = rendering.rejected.as_deref().unwrap_or_default();
/// assert!(refusal.starts_with("the InferenceService \"1leaf\" is invalid"), "{refusal}");
/// assert!(rendering.objects.is_empty());
/// # Ok::<(), String>(())
/// ```
pub fn render(cluster: &Cluster, service: &Value, existing: &Existing) -> Rendering {
    let mut rendering = render_objects(cluster, service, existing);
    rendering.inject(cluster);
    rendering
}

/// As [`render`], but without what the pod webhook makes of the pods.
pub fn render_objects(cluster: &Cluster, resource: &Value, existing: &Existing) -> Rendering {
    let Some(kind) = kinds::find(resource) else { return unknown(resource) };
    let (mut rendering, admitted) = admit(kind, cluster, resource, existing);
    if let Some(admitted) = admitted {
        let reconciled = reconcile(kind, cluster, &admitted, &existing.objects);
        rendering.take(cluster, admitted, reconciled);
    }
    rendering
}

/// What the controller makes of one resource, alone.
pub(crate) fn reconcile(kind: &ResourceKind, cluster: &Cluster, admitted: &Admitted, found: &Arc<Found>) -> Reconciled {
    match kind.reconcile {
        Reconcile::Each(reconcile) => reconcile(cluster, admitted, found),
        Reconcile::Together(reconcile) => {
            reconcile(cluster, std::slice::from_ref(admitted), found).pop().unwrap_or_default()
        }
        Reconcile::Stored => Reconciled::default(),
    }
}

/// Renders all resources of an input, of whatever kinds, which may refer to each other. `found` is what the cluster holds.
/// The answers are in the order of the resources. Kinds are reconciled in a fixed order, and later ones see
/// what has become of earlier ones.
pub fn render_all(cluster: &Cluster, resources: &[Value], found: &Arc<Found>) -> Vec<Rendering> {
    let mut all = render_all_objects(cluster, resources, found);
    for rendering in &mut all {
        rendering.inject(cluster);
    }
    all
}

/// As [`render_all`], but without what the pod webhook makes of the pods.
pub fn render_all_objects(cluster: &Cluster, resources: &[Value], found: &Arc<Found>) -> Vec<Rendering> {
    by_kind(cluster, resources, found, |cluster, kind, places, found| {
        let own = places.iter().filter_map(|place| resources.get(*place)).collect();
        match kind.reconcile {
            Reconcile::Each(_) | Reconcile::Stored => each(cluster, own, kind, found),
            Reconcile::Together(reconcile) => together(cluster, own, kind, found, reconcile),
        }
    })
}

/// Renders resources kind by kind: `make` is given the cluster, the kind, the places of its resources, and what is found, with
/// what has become of earlier kinds.
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
            let stored = renderings.iter().filter_map(|rendering| rendering.defaulted.clone());
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

/// Resources that do not know of each other.
fn each(cluster: &Cluster, own: Vec<&Value>, kind: &ResourceKind, found: &Arc<Found>) -> Vec<Rendering> {
    let one = |resource: &Value| {
        let Key { namespace, name, .. } = Key::of(resource);
        render_objects(cluster, resource, &Existing::of(found, kind.kind, &namespace, &name))
    };
    parallel::map_runs(own, |run| run.into_iter().map(one).collect::<Vec<_>>()).into_iter().flatten().collect()
}

/// Resources that live in one world: all are admitted first.
fn together(
    cluster: &Cluster,
    own: Vec<&Value>,
    kind: &ResourceKind,
    found: &Arc<Found>,
    reconcile: fn(&Cluster, &[Admitted], &Arc<Found>) -> Vec<Reconciled>,
) -> Vec<Rendering> {
    let (mut renderings, mut places, mut admitted) = (Vec::new(), Vec::new(), Vec::new());
    for resource in own {
        let Key { namespace, name, .. } = Key::of(resource);
        let (rendering, stored) = sent(kind, cluster, resource, &Existing::of(found, kind.kind, &namespace, &name));
        if let Some(stored) = stored {
            places.push(renderings.len());
            admitted.push(stored);
        }
        renderings.push(rendering);
    }
    let reconciled = reconcile(cluster, &admitted, found);
    for ((place, admitted), reconciled) in places.into_iter().zip(admitted).zip(reconciled) {
        if let Some(rendering) = renderings.get_mut(place) {
            rendering.take_new(cluster, admitted, reconciled);
        }
    }
    renderings
}

/// The answer to a document that is sent to the API server, and the resource if it goes on to its controller.
pub(crate) fn sent(
    kind: &ResourceKind,
    cluster: &Cluster,
    resource: &Value,
    existing: &Existing,
) -> (Rendering, Option<Admitted>) {
    delete(kind, resource, existing).unwrap_or_else(|| admit(kind, cluster, resource, existing))
}

/// What the API server says against the metadata of a resource that admission, which looks at them for some kinds only, let pass.
fn refused_metadata(admitted: &Admitted) -> Option<String> {
    let resource = admitted.object.as_object().filter(|_| !admitted.is_deleted)?;
    let violations = schema::check_metadata(resource, admitted.existing.is_some());
    let texts: Vec<&str> = violations.iter().map(|violation| violation.message.as_str()).collect();
    (!texts.is_empty())
        .then(|| format!("the API server refuses it, so no controller ever sees it: {}", texts.join(", ")))
}

/// What the cluster holds once these resources are reconciled.
fn found_after(found: &Found, renderings: &[Rendering]) -> Found {
    let gone = renderings.iter().flat_map(|rendering| rendering.deleted.iter().chain(&rendering.deleted_again));
    let gone: std::collections::BTreeSet<&Key> = gone.collect();
    let resources = renderings.iter().filter_map(Rendering::resource);
    let objects = renderings.iter().flat_map(|rendering| &rendering.objects);
    let objects = objects.filter(|object| gone.is_empty() || !gone.contains(&Key::of(object))).cloned();
    let mut found = found.over(objects.chain(resources));
    for key in &gone {
        found.remove(key);
    }
    found
}

/// A resource that exists and whose document says when it was deleted is to be deleted.
fn delete(kind: &ResourceKind, resource: &Value, existing: &Existing) -> Option<(Rendering, Option<Admitted>)> {
    let time = resource.at("/metadata/deletionTimestamp")?;
    let mut object = existing.resource.clone()?;
    object.get_mut("metadata")?.as_object_mut()?.insert("deletionTimestamp".into(), time.clone());
    let key = Key::of(resource);
    let rendering =
        Rendering { kind: kind.kind, namespace: key.namespace.clone(), name: key.name.clone(), ..Rendering::default() };
    let admitted = Admitted::new(key, object, existing.resource.clone());
    Some((rendering, Some(Admitted { is_deleted: true, ..admitted })))
}

/// The answer of admission, and the resource if it is stored.
pub(crate) fn admit(
    kind: &ResourceKind,
    cluster: &Cluster,
    resource: &Value,
    existing: &Existing,
) -> (Rendering, Option<Admitted>) {
    let key = Key::of(resource);
    let Admission { warnings, outcome } = (kind.admit)(cluster, resource, existing);
    let (namespace, name) = (key.namespace.clone(), key.name.clone());
    let rendering = Rendering { kind: kind.kind, namespace, name, warnings, ..Rendering::default() };
    match outcome {
        Ok(object) => (rendering, Some(Admitted::new(key, object, existing.resource.clone()))),
        Err(refusal) => (Rendering { rejected: Some(refusal), ..rendering }, None),
    }
}

/// The answer to a document of a kind that is not rendered.
fn unknown(resource: &Value) -> Rendering {
    let Key { namespace, name, .. } = Key::of(resource);
    Rendering { namespace, name, rejected: Some(kinds::unknown(resource)), ..Rendering::default() }
}

impl Rendering {
    /// Takes over what the controller makes of the resource.
    pub(crate) fn take(&mut self, cluster: &Cluster, admitted: Admitted, reconciled: Reconciled) {
        self.defaulted = (!admitted.is_deleted).then_some(admitted.object);
        self.error = reconciled.error;
        self.events = reconciled.events;
        self.initial_status = reconciled.initial_status;
        self.status = reconciled.status;
        self.stored = reconciled.stored;
        self.copied = storage::copied_secrets(cluster, &self.namespace, templates(&reconciled.objects));
        self.objects = reconciled.objects;
        self.states = reconciled.states;
        self.notes = reconciled.notes;
        self.unlisted = reconciled.unlisted;
        self.details = reconciled.details;
        self.deleted_again = reconciled.deleted_again;
        self.deleted = reconciled.deleted;
    }

    /// As [`Rendering::take`], with what the API server says against the metadata.
    pub(crate) fn take_new(&mut self, cluster: &Cluster, admitted: Admitted, reconciled: Reconciled) {
        let refused = refused_metadata(&admitted);
        self.take(cluster, admitted, reconciled);
        self.notes.extend(refused);
    }

    /// With what admission refuses the resource, or its controller fails.
    pub fn failure(&self) -> Option<&str> {
        self.rejected.as_deref().or(self.error.as_ref().map(ControllerError::text))
    }

    /// What identifies the resource.
    pub fn key(&self) -> Key {
        Key::new(self.kind, &self.namespace, &self.name)
    }

    /// The resource as the cluster holds it in the end, with its status; `None` if it is refused.
    pub fn resource(&self) -> Option<Value> {
        let mut resource = self.stored.clone().or_else(|| self.defaulted.clone())?;
        if let (Some(fields), Some(status)) = (resource.as_object_mut(), &self.status) {
            fields.insert("status".into(), status.to_value());
        }
        Some(resource)
    }

    /// Whether it is of a kind of which nothing is made.
    pub fn is_fact(&self) -> bool {
        kinds::KINDS.iter().any(|known| known.kind == self.kind && matches!(known.reconcile, Reconcile::Stored))
    }

    /// The status of an InferenceService.
    pub fn service_status(&self) -> Option<&ServiceStatus> {
        self.status.as_ref()?.get()
    }

    /// What the controller of an InferenceService decided on its way; `None` when it is refused.
    pub fn decisions(&self) -> Option<&Decisions> {
        self.details.get()
    }

    /// Adds what the pod webhook makes of the pods.
    pub fn inject(&mut self, cluster: &Cluster) {
        if self.kind == Kind::InferenceService
            && let Some(stored) = &self.defaulted
        {
            let service = InferenceService::of(stored, cluster.settings.generation);
            self.injected = pod::inject_all(cluster, &service, &self.objects);
            let injected = self.injected.iter().filter_map(|injected| injected.template.as_ref().ok());
            self.copied = storage::copied_secrets(cluster, &self.namespace, templates(&self.objects).chain(injected));
        }
    }

    /// Replaces the values of Secrets that controller and webhook copy into templates by the names of the Secrets, and those
    /// that errors, events and refusals quote.
    pub fn hide_secrets(&mut self) {
        let copied = &self.copied;
        let refusals = self.injected.iter_mut().filter_map(|injected| injected.template.as_mut().err());
        for error in refusals.chain(&mut self.error) {
            *error = storage::hide_in_error(error, copied);
        }
        for text in self.events.iter_mut().chain(&mut self.notes) {
            *text = storage::hide_in_text(text, copied);
        }
        // What a status quotes it has of the error.
        for status in self.initial_status.iter_mut().chain(&mut self.status).filter(|_| self.error.is_some()) {
            status.change_messages(&|text| storage::hide_in_text(text, copied));
        }
        if copied.is_empty() {
            return;
        }
        for object in &mut self.objects {
            storage::pod_templates_mut(object, |template| storage::hide_secrets(template, copied));
        }
        for template in self.injected.iter_mut().filter_map(|injected| injected.template.as_mut().ok()) {
            storage::hide_secrets(template, copied);
        }
    }
}

/// The pod templates of workloads among objects.
fn templates(objects: &[Value]) -> impl Iterator<Item = &Map> {
    objects.iter().flat_map(storage::pod_templates)
}
