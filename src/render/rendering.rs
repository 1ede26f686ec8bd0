//! What a controller would make of one resource: the result that everything else reads.

use crate::build::storage::{self, Copied};
use crate::engine::changes::Changes;
use crate::engine::store::State;
use crate::facts::{Cluster, Found};
use crate::kinds::{self, Admitted, Arrival, Flow, Reconcile, Reconciled, Status};
use crate::object::diagnostic::Diagnostic;
use crate::object::{ControllerError, Key, Kind, ObjectView as _};
use crate::webhook::Refusal;
use crate::webhook::pod::Injected;
use crate::{Map, Value};

/// What a controller would make of one resource.
#[derive(Debug, Clone)]
pub struct Rendering {
    /// The kind of the resource.
    pub kind: Kind,
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// Admission warnings.
    pub warnings: Vec<Diagnostic>,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome for a resource.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The schema, the defaulting webhook or the validating webhook refuses it, so its controller never sees it.
    Refused(Refusal),
    /// It is stored, and its controller has reconciled it.
    Reconciled(Box<Reconciliation>),
    /// Only an update of it is refused, so its controller continues with what is stored.
    UpdateRefused(Refusal, Box<Reconciliation>),
}

/// The outcome for a resource that is stored.
#[derive(Debug, Clone, Default)]
pub struct Reconciliation {
    /// The resource as stored after admission; `None` if it is being deleted.
    pub defaulted: Option<Value>,
    /// The results of its controller's passes.
    pub passes: Reconciled,
    /// Pod templates after the pod webhook, for each Deployment and Knative Service.
    pub injected: Vec<Injected>,
    /// The values of Secrets that controller and webhook copy into the templates or quote; see [`Rendering::hide_secrets`].
    pub copied: Copied,
    /// What happens to the objects that the cluster holds; see [`life`](crate::life).
    pub changes: Option<Box<Changes>>,
}

impl Rendering {
    /// The rendering of a resource that admission refuses.
    pub(crate) fn refused(key: Key, kind: Kind, warnings: Vec<Diagnostic>, refusal: Refusal) -> Rendering {
        let Key { namespace, name, .. } = key;
        Rendering { kind, namespace, name, warnings, outcome: Outcome::Refused(refusal) }
    }

    /// What the controller makes of a resource of this kind; `held` is what the cluster held before.
    pub(crate) fn of(
        cluster: &Cluster,
        kind: Kind,
        admitted: Admitted,
        mut passes: Reconciled,
        held: &Found,
    ) -> Rendering {
        let Admitted { key: Key { namespace, name, .. }, object, arrival, warnings, .. } = admitted;
        let defaulted = (!matches!(arrival, Arrival::Deleted)).then_some(object);
        let mut copied = std::mem::take(&mut passes.copied).remaining_in(templates(&passes.objects));
        // An object that stays as the cluster held it may contain values that were copied long ago.
        let is_kept = |object: &&Value| !held.is_empty() && held.find(&Key::of(object)).is_some();
        let kept = passes.objects.iter().filter(is_kept).flat_map(storage::pod_templates);
        copied.extend(storage::secrets_in_live(cluster, &namespace, kept));
        let reconciliation =
            Box::new(Reconciliation { defaulted, passes, injected: Vec::new(), copied, changes: None });
        let outcome = match arrival {
            Arrival::UpdateRefused(refusal) => Outcome::UpdateRefused(refusal, reconciliation),
            Arrival::Accepted | Arrival::Stored | Arrival::Deleted => Outcome::Reconciled(reconciliation),
        };
        Rendering { kind, namespace, name, warnings, outcome }
    }

    /// What identifies the resource.
    pub fn key(&self) -> Key {
        Key::new(self.kind, &self.namespace, &self.name)
    }

    /// Whether it is of a kind from which nothing is rendered.
    pub fn is_fact(&self) -> bool {
        kinds::KINDS.iter().any(|known| known.kind == self.kind && matches!(known.reconcile, Reconcile::Stored))
    }

    /// Why the schema, the defaulting webhook or the validating webhook refuses the resource, or an update of it; `None` if it is accepted.
    pub const fn refusal(&self) -> Option<&Refusal> {
        match &self.outcome {
            Outcome::Refused(refusal) | Outcome::UpdateRefused(refusal, _) => Some(refusal),
            Outcome::Reconciled(_) => None,
        }
    }

    /// The outcome for the resource, if it is stored.
    pub fn reconciliation(&self) -> Option<&Reconciliation> {
        match &self.outcome {
            Outcome::Refused(_) => None,
            Outcome::Reconciled(reconciliation) | Outcome::UpdateRefused(_, reconciliation) => Some(reconciliation),
        }
    }

    /// The outcome for the resource, if it is stored, to change it in place.
    pub fn reconciliation_mut(&mut self) -> Option<&mut Reconciliation> {
        match &mut self.outcome {
            Outcome::Refused(_) => None,
            Outcome::Reconciled(reconciliation) | Outcome::UpdateRefused(_, reconciliation) => Some(reconciliation),
        }
    }

    fn passes(&self) -> Option<&Reconciled> {
        Some(&self.reconciliation()?.passes)
    }

    /// Why admission refuses the resource, or its controller fails.
    pub fn failure(&self) -> Option<&str> {
        self.refusal().map(Refusal::text).or(self.error().map(ControllerError::text))
    }

    /// The resource as stored after admission; `None` if it is refused or being deleted.
    pub fn defaulted(&self) -> Option<&Value> {
        self.reconciliation()?.defaulted.as_ref()
    }

    /// The error of the last pass; `None` if it succeeds.
    pub fn error(&self) -> Option<&ControllerError> {
        self.passes()?.error.as_ref()
    }

    /// Warning events in the form `Warning <reason> <message>`, each once.
    pub fn events(&self) -> &[String] {
        self.passes().map_or(&[], |passes| &passes.events)
    }

    /// The status after the first pass, when no object has reported anything yet.
    pub fn initial_status(&self) -> Option<&Status> {
        self.passes()?.initial_status.as_ref()
    }

    /// The status when everything created is ready and nothing changes any more.
    pub fn status(&self) -> Option<&Status> {
        self.passes()?.status.as_ref()
    }

    /// The resource as stored in the end, if the controller changes more of it than the status.
    pub fn stored(&self) -> Option<&Value> {
        self.passes()?.stored.as_ref()
    }

    /// The created objects, in the order of their creation.
    pub fn objects(&self) -> &[Value] {
        self.passes().map_or(&[], |passes| &passes.objects)
    }

    /// The state of each object in the cluster, if it was asked for.
    pub fn states(&self) -> &[State] {
        self.passes().map_or(&[], |passes| &passes.states)
    }

    /// Objects that the controller itself deletes again in a later pass.
    pub fn deleted_again(&self) -> &[Key] {
        self.passes().map_or(&[], |passes| &passes.deleted_again)
    }

    /// Objects found in the cluster that the controller deletes.
    pub fn deleted(&self) -> &[Key] {
        self.passes().map_or(&[], |passes| &passes.deleted)
    }

    /// Assumptions made while the objects were built because a document is not in the input, and errors that the controller only
    /// logs.
    pub fn notes(&self) -> &[String] {
        self.passes().map_or(&[], |passes| &passes.notes)
    }

    /// Objects of the context that the controller takes over or deletes, and that reports of the release do not list.
    pub fn unlisted(&self) -> &[Key] {
        self.passes().map_or(&[], |passes| &passes.unlisted)
    }

    /// Details that only the code of its kind knows, in the kind's own type.
    pub(crate) fn details<T: std::any::Any>(&self) -> Option<&T> {
        self.passes()?.details.get()
    }

    /// The path of requests inside the resource, if there is one.
    pub(crate) fn flow(&self) -> Option<Flow> {
        let spec = self.defaulted()?.spec()?;
        (kinds::properties(self.kind).flow)(spec, &self.passes()?.details)
    }

    /// The pod templates after the pod webhook, for each workload whose pods the webhook sees.
    pub fn injected(&self) -> &[Injected] {
        self.reconciliation().map_or(&[], |reconciliation| &reconciliation.injected)
    }

    /// The values of Secrets that controller and webhook copy into the templates or quote.
    pub fn copied(&self) -> &Copied {
        static NOTHING: Copied = Copied::nothing();
        self.reconciliation().map_or(&NOTHING, |reconciliation| &reconciliation.copied)
    }

    /// What happens to the objects that the cluster holds.
    pub fn changes(&self) -> Option<&Changes> {
        self.reconciliation()?.changes.as_deref()
    }

    /// The resource as the cluster holds it in the end, with its status; `None` if it is refused.
    pub fn resource(&self) -> Option<Value> {
        let mut resource = self.stored().or_else(|| self.defaulted())?.clone();
        if let (Some(fields), Some(status)) = (resource.as_object_mut(), self.status()) {
            fields.insert("status".into(), status.to_value());
        }
        Some(resource)
    }

    /// Runs the pod webhook on the pods of the created workloads; [`Rendering::injected`] then returns the results.
    pub fn inject(&mut self, cluster: &Cluster) {
        let (kind, namespace) = (self.kind, self.namespace.clone());
        let Some(Reconciliation { defaulted: Some(stored), passes, injected, copied, .. }) = self.reconciliation_mut()
        else {
            return;
        };
        *injected = (kinds::properties(kind).inject)(cluster, &namespace, stored, &passes.objects);
        if injected.is_empty() {
            return;
        }
        let mut all = std::mem::take(copied);
        injected.iter().for_each(|injected| all.extend(injected.copied.clone()));
        let accepted = injected.iter().filter_map(|injected| injected.template.as_ref().ok());
        *copied = all.remaining_in(templates(&passes.objects).chain(accepted));
    }

    /// Marks the values of Secrets that differ from those in `before`.
    pub(crate) fn mark_changed_secrets(&mut self, before: &Copied) {
        if let Some(reconciliation) = self.reconciliation_mut() {
            reconciliation.copied.mark_changed(before);
        }
    }

    /// Replaces the values of Secrets that controller and webhook copy into templates with the names of the Secrets, and likewise
    /// those that errors, events and refusals quote.
    pub fn hide_secrets(&mut self) {
        if let Some(reconciliation) = self.reconciliation_mut() {
            reconciliation.hide_secrets();
        }
    }
}

impl Reconciliation {
    fn hide_secrets(&mut self) {
        let Reconciliation { passes, injected, copied, changes, .. } = self;
        let refusals = injected.iter_mut().filter_map(|injected| injected.template.as_mut().err());
        for error in refusals.chain(&mut passes.error) {
            *error = copied.hide_in_error(error);
        }
        for text in passes.events.iter_mut().chain(&mut passes.notes) {
            *text = copied.hide_in_text(text);
        }
        // A status can only quote them as part of the error.
        let fails = passes.error.is_some();
        for status in passes.initial_status.iter_mut().chain(&mut passes.status).filter(|_| fails) {
            status.change_messages(&|text| copied.hide_in_text(text));
        }
        passes.objects.iter_mut().for_each(storage::hide_data);
        changes.iter_mut().flat_map(|changes| &mut changes.rest).for_each(storage::hide_data);
        // Most resources copy nothing, and then no template has to be looked for.
        if copied.values().is_empty() {
            return;
        }
        for object in &mut passes.objects {
            storage::pod_templates_mut(object, |template| copied.hide(template));
        }
        for object in changes.iter_mut().flat_map(|changes| &mut changes.rest) {
            storage::pod_templates_mut(object, |template| copied.hide_in_live(template));
        }
        for template in injected.iter_mut().filter_map(|injected| injected.template.as_mut().ok()) {
            copied.hide(template);
        }
    }
}

/// The pod templates of workloads among objects.
fn templates(objects: &[Value]) -> impl Iterator<Item = &Map> {
    objects.iter().flat_map(storage::pod_templates)
}
