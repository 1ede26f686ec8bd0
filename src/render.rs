//! The whole answer for one InferenceService.

use crate::api::InferenceService;
use crate::facts::Cluster;
use crate::facts::Existing;
use crate::kinds::inference_service::admission;
use crate::kinds::inference_service::status::Status;
use crate::kinds::inference_service::steps::{self as reconcile, Decisions};
use crate::object::ObjectKey;
use crate::object::fields::Lookup as _;
use crate::webhook::pod::Injected;
use crate::webhook::pod::{self, CopiedSecret};
use crate::{Map, Value};

/// What the controller would make of one InferenceService.
#[derive(Debug, Clone, Default)]
pub struct Rendering {
    pub namespace: String,
    pub name: String,
    /// Text with which schema, defaulting or validating webhook refuses the service; then only
    /// `warnings` is filled beside it.
    pub rejected: Option<String>,
    /// Admission warnings.
    pub warnings: Vec<String>,
    /// The service as it would be stored.
    pub defaulted: Option<Value>,
    /// Error of the last reconcile pass.
    pub error: Option<String>,
    /// Warning events, `Warning <reason> <message>`, each once.
    pub events: Vec<String>,
    /// Status after the first pass; nothing has reported yet.
    pub initial_status: Option<Status>,
    /// Status once everything created is ready and nothing changes any more.
    pub status: Option<Status>,
    /// Objects created, in order of creation.
    pub objects: Vec<Value>,
    /// Objects that the controller itself deletes again in a later pass.
    pub deleted_again: Vec<ObjectKey>,
    /// Objects found in the cluster that the controller deletes.
    pub deleted: Vec<ObjectKey>,
    /// Pod templates after the pod webhook, for each Deployment and Knative Service.
    pub injected: Vec<Injected>,
    /// What was assumed or left out while the objects were built because a document is not in the input, and errors that
    /// the controller only logs.
    pub notes: Vec<String>,
    /// Values of Secrets that the templates have in clear text; see [`Rendering::hide_secrets`].
    pub copied: Vec<CopiedSecret>,
    /// What the controller decided on its way; `None` when the service is refused.
    pub decisions: Option<Decisions>,
}

/// Renders one InferenceService as the user wrote it. `existing` is what the cluster holds of it.
///
/// The service names its namespace ([`set_namespace`](crate::object::role::set_namespace) sets one), and has no
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
/// metadata: {name: Leaf, namespace: garden}
/// spec:
///   predictor:
///     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
/// ",
/// )?;
/// let rendering = render(&Cluster::of(Version::NEWEST, []), &services[0], &Existing::default());
/// let refusal = rendering.rejected.as_deref().unwrap_or_default();
/// assert!(refusal.starts_with("the InferenceService \"Leaf\" is invalid"), "{refusal}");
/// assert!(rendering.objects.is_empty());
/// # Ok::<(), String>(())
/// ```
pub fn render(cluster: &Cluster, service: &Value, existing: &Existing) -> Rendering {
    let mut rendering = render_objects(cluster, service, existing);
    rendering.inject(cluster);
    rendering
}

/// As [`render`], but without what the pod webhook makes of the pods.
pub fn render_objects(cluster: &Cluster, service: &Value, existing: &Existing) -> Rendering {
    let key = ObjectKey::of(service);
    let mut rendering = Rendering { namespace: key.namespace, name: key.name, ..Rendering::default() };
    let admitted = admission::admit(cluster, service, existing);
    rendering.warnings = admitted.warnings;
    let stored = match admitted.outcome {
        Ok(stored) => stored,
        Err(refusal) => {
            rendering.rejected = Some(refusal);
            return rendering;
        }
    };
    let outcome = reconcile::run(cluster, &stored, existing);
    rendering.defaulted = Some(stored);
    rendering.error = outcome.error;
    rendering.events = outcome.events;
    rendering.initial_status = outcome.initial_status;
    rendering.status = outcome.status;
    rendering.copied = pod::copied_secrets(cluster, &rendering.namespace, templates(&outcome.objects));
    rendering.objects = outcome.objects;
    rendering.notes = outcome.notes;
    rendering.decisions = outcome.decisions;
    rendering.deleted_again = outcome.deleted_again;
    rendering.deleted = outcome.deleted;
    rendering
}

impl Rendering {
    /// Adds what the pod webhook makes of the pods.
    pub fn inject(&mut self, cluster: &Cluster) {
        if let Some(stored) = &self.defaulted {
            let service = InferenceService::of(stored, cluster.settings.generation);
            self.injected = pod::inject_all(cluster, &service, &self.objects);
            let injected = self.injected.iter().filter_map(|injected| injected.template.as_ref().ok());
            self.copied = pod::copied_secrets(cluster, &self.namespace, templates(&self.objects).chain(injected));
        }
    }

    /// Replaces the values of Secrets that controller and webhook copy into templates by the names of the Secrets, and one
    /// that the refusal of a pod quotes.
    pub fn hide_secrets(&mut self) {
        for refusal in self.injected.iter_mut().filter_map(|injected| injected.template.as_mut().err()) {
            *refusal = pod::hide_in_refusal(refusal).into_owned();
        }
        if self.copied.is_empty() {
            return;
        }
        let own = self.objects.iter_mut().filter_map(|object| object.pointer_mut("/spec/template")?.as_object_mut());
        let injected = self.injected.iter_mut().filter_map(|injected| injected.template.as_mut().ok());
        for template in own.chain(injected) {
            pod::hide_secrets(template, &self.copied);
        }
    }
}

/// The pod templates of workloads among objects.
fn templates(objects: &[Value]) -> impl Iterator<Item = &Map> {
    objects.iter().filter_map(|object| object.at("/spec/template")?.as_object())
}
