//! Admission of InferenceServices: defaulting and validating webhook.

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

/// What admission of InferenceServices does.
pub static STAGES: Stages = Stages {
    versions: &["serving.kserve.io/v1beta1"],
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
        // The Go type of the status writes this even when nothing was recorded yet.
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

/// Admits a service as API server and webhooks would.
pub fn admit(cluster: &Cluster, service: &Value, existing: &Existing) -> Admission {
    STAGES.admit(cluster, service, existing)
}

/// Admits a service, and lists everything that is wrong with it rather than only what the cluster says.
pub fn examine(cluster: &Cluster, service: &Value, existing: &Existing) -> (Admission, Vec<Diagnostic>) {
    STAGES.examine(cluster, service, existing)
}

/// Admits the controller's own first write to a service: that of its finalizer, an update like any other. Gives the service
/// as it is then where that may differ.
///
/// # Errors
/// The refusal, which the controller meets in every pass.
pub fn admit_finalizer(cluster: &Cluster, admitted: &Admitted) -> Result<Option<Value>, Refusal> {
    let mode = admitted.existing.as_ref().and_then(|stored| stored.deployment_mode()).unwrap_or_default();
    let finalizers = admitted.object.finalizers();
    let is_there = finalizers.iter().any(|finalizer| finalizer == FINALIZER);
    // A mode in the status is one that the controller wrote, after its finalizer.
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
    // The webhooks have just accepted it, so that only what an update may change is new.
    let empty = Map::new();
    let service = admitted.object.as_object().unwrap_or(&empty);
    let mut report = Report::new(false);
    validating::check_update(&validating::SentService::of(cluster, service, &empty), service, &mut report);
    report.refusal.map_or(Ok(None), |text| Err(Refusal::new(text)))
}

/// The service after the stages of admission, as far as they get with one that they refuse.
pub fn defaulted(cluster: &Cluster, service: &Value, existing: &Existing) -> Value {
    STAGES.defaulted(cluster, service, existing)
}
