//! Admission of InferenceServices: the defaulting and the validating webhook.

mod defaulting;
pub(crate) mod implementation;
mod local_models;
#[cfg(test)]
mod tests;
pub(crate) mod validating;

use crate::facts::webhooks::Unreadable;
use crate::facts::{Cluster, Existing};
use crate::kinds::{Admitted, Arrival};
use crate::object::FINALIZER;
use crate::object::ObjectView as _;
use crate::object::Path;
use crate::object::diagnostic::Diagnostic;
use crate::object::fields::{member, text};
use crate::schema::Through;
use crate::webhook::report::Report;
use crate::webhook::{Admission, Refusal, Request, Stages, codes};
use crate::{Map, Value};

/// The stages of admission for InferenceServices.
pub static STAGES: Stages = Stages {
    root: |types| types.inference_service,
    through: Through::GoTypes,
    first: |request, service, report| {
        let namespace = member(service, "metadata").map_or("", |metadata| text(metadata, "namespace"));
        local_models::refuse_unknown_caches(request.cluster, namespace, report);
    },
    default,
    validate: |request, service, report| {
        let empty = Map::new();
        validating::check(&validating::SentService::of(request.cluster, service, &empty), request.old, report);
    },
    finish: |service| {
        // The Go type of the status writes this even if nothing was recorded yet.
        service.insert("status".into(), serde_json::json!({"modelStatus": {"transitionStatus": ""}}));
    },
};

fn default(request: &Request<'_>, service: &mut Map, report: &mut Report) {
    match &request.cluster.webhooks.defaulting {
        Err(Unreadable { section, error }) => {
            report.refuse(codes::CONFIG, Default::default(), error.text());
            if let Some(section) = section {
                report.relate(Some(request.cluster.config_key()), Path::keys(["data", section]), "this section");
            }
        }
        Ok(settings) => defaulting::apply(request.cluster, settings, service, report),
    }
}

/// Admits a service as the API server and the webhooks would.
pub fn admit(cluster: &Cluster, service: &Value, existing: &Existing) -> Admission {
    STAGES.admit(cluster, service, existing)
}

/// Admits a service, and lists everything that is wrong with it, not only what the cluster reports.
pub fn examine(cluster: &Cluster, service: &Value, existing: &Existing) -> (Admission, Vec<Diagnostic>) {
    STAGES.examine(cluster, service, existing)
}

/// Admits the controller's first write to a service, which adds its finalizer; it is an update like any other. Returns the
/// service after the update if it may differ.
///
/// # Errors
///
/// The refusal, which the controller meets in every pass.
pub fn admit_finalizer(cluster: &Cluster, admitted: &Admitted) -> Result<Option<Value>, Refusal> {
    let mode = admitted.existing.as_ref().and_then(|stored| stored.deployment_mode()).unwrap_or_default();
    let finalizers = admitted.object.finalizers();
    let is_there = finalizers.iter().any(|finalizer| finalizer == FINALIZER);
    // A mode in the status was written by the controller, after its finalizer.
    if is_there || !mode.is_empty() {
        return Ok(None);
    }
    if matches!(admitted.arrival, Arrival::Stored | Arrival::UpdateRefused(_)) {
        let mut written = admitted.object.clone();
        if let Some(metadata) = written.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.insert("finalizers".into(), finalizers.iter().cloned().chain([FINALIZER.into()]).collect());
        }
        let existing = Existing { resource: admitted.existing.clone(), ..Existing::default() };
        return STAGES.admit(cluster, &written, &existing).outcome.map(Some);
    }
    // The webhooks have just accepted it, so only the rules for updates can refuse it.
    let empty = Map::new();
    let service = admitted.object.as_object().unwrap_or(&empty);
    let mut report = Report::new(false);
    validating::check_update(&validating::SentService::of(cluster, service, &empty), service, &mut report);
    report.refusal.map_or(Ok(None), |text| Err(Refusal::new(text)))
}

/// The service after the stages of admission; if one refuses it, as far as they get.
pub fn defaulted(cluster: &Cluster, service: &Value, existing: &Existing) -> Value {
    STAGES.defaulted(cluster, service, existing)
}
