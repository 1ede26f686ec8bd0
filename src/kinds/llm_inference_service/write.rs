//! Creation, update and deletion of a service's objects.

use std::borrow::Cow;
use std::rc::Rc;

use super::step::Pass;
use super::update;
use crate::Value;
use crate::engine::server;
use crate::engine::store::{At, Effect, Entry};
use crate::object::Missing;
use crate::object::{ControllerError, Kind, ObjectView as _};

impl Pass<'_, '_> {
    /// Creates an object, or updates the existing one if it differs.
    ///
    /// # Errors
    /// The kind is not installed, the object belongs to something else, or the API server refuses it.
    pub(super) fn reconcile(&mut self, kind: Kind, desired: impl Into<Rc<Value>>) -> Result<(), ControllerError> {
        let desired = desired.into();
        let at = (kind, desired.namespace(), desired.name());
        if !self.cluster.has_api(kind) {
            let what = self.words_for(at);
            return Err(Missing::Kind(kind).within(format_args!("failed to get {what}")));
        }
        if self.is_of_others(at) {
            let (what, service) = (self.words_for(at), self.words_for_service());
            return Err(ControllerError::new(format!("failed to update {what}: it is not controlled by {service}")));
        }
        let effect = self.store.look_at(at).map_or(Ok(Effect::Create), |existing| effect_on(existing, &desired));
        let effect = effect.map_err(|refusal| {
            let what = self.words_for(at);
            refusal.within(format_args!("failed to get defaults for {what}"))
        })?;
        self.writes += u32::from(effect != Effect::Nothing);
        self.store.apply(at, &desired, effect);
        self.store.want(at);
        Ok(())
    }

    /// Deletes an object, if it exists.
    ///
    /// # Errors
    /// The object belongs to something else.
    pub(super) fn delete(&mut self, kind: Kind, name: &str) -> Result<(), ControllerError> {
        let namespace = if kind.is_namespaced() { self.service.names.namespace } else { "" };
        let at = (kind, namespace, name);
        if !self.cluster.has_api(kind) || self.store.peek(at).is_none() {
            return Ok(());
        }
        if self.is_of_others(at) {
            let (what, service) = (self.words_for(at), self.words_for_service());
            return Err(ControllerError::new(format!("cannot delete {what}: not owned by {service}")));
        }
        self.writes += 1;
        self.store.delete(at);
        Ok(())
    }

    /// Whether an object exists and belongs to something else. Cluster-wide objects never belong to a service.
    fn is_of_others(&self, at: At<'_>) -> bool {
        let (kind, ..) = at;
        kind.is_namespaced() && self.store.peek(at).is_some_and(|existing| !self.service.owner().controls(existing))
    }

    /// The form in which the controller's errors name an object: API version and kind, namespace and name.
    fn words_for(&self, (kind, namespace, name): At<'_>) -> String {
        let go_type: Cow<'_, str> = match kind {
            Kind::InferencePoolX if self.cluster.release.llm.experimental_pool_type_renamed => {
                "v1alpha2pool.InferencePool".into()
            }
            _ => format!("{}.{}", kind.version(), kind.name()).into(),
        };
        format!("{go_type} {namespace}/{name}")
    }

    fn words_for_service(&self) -> String {
        let names = self.service.names;
        format!("v1alpha2.LLMInferenceService {}/{}", names.namespace, names.service)
    }
}

/// The effect of the controller on an existing object. A cluster sets its defaults before the controller compares.
fn effect_on(existing: &Entry, desired: &Value) -> Result<Effect, ControllerError> {
    let desired = match existing.is_found() {
        true => Cow::Owned(server::dry_run(existing.kind, &existing.object, desired)?),
        false => Cow::Borrowed(desired),
    };
    let updated = update::updated(existing.kind, &existing.object, &desired);
    Ok(updated.map_or(Effect::Nothing, Effect::Update))
}
