//! Admission of InferenceServices: defaulting and validating webhook.

mod defaulting;
pub(crate) mod implementation;
mod local_models;
#[cfg(test)]
mod tests;
pub(crate) mod validating;

use crate::facts::webhooks::Unreadable;
use crate::facts::{Cluster, Existing};
use crate::object::diagnostic::Diagnostic;
use crate::object::{Kind, Path};
use crate::schema::Through;
use crate::webhook::report::Report;
use crate::webhook::{Admission, Request, Stages, codes};
use crate::{Map, Value};

/// What admission of InferenceServices does.
pub static STAGES: Stages = Stages {
    kind: Kind::InferenceService,
    versions: &["serving.kserve.io/v1beta1"],
    root: |types| types.inference_service,
    through: Through::GoTypes,
    first: |request, service, report| {
        let namespace =
            implementation::object(service, "metadata").map_or("", |m| implementation::text(m, "namespace"));
        local_models::refuse_unknown_caches(request.cluster, namespace, report);
    },
    default,
    validate: |request, service, report| {
        let empty = Map::new();
        validating::check(&validating::Subject::of(request.cluster, service, &empty), request.old, report);
    },
    finish: |service| {
        // The Go type of the status writes this even when nothing was recorded yet.
        service.insert("status".into(), serde_json::json!({"modelStatus": {"transitionStatus": ""}}));
    },
};

fn default(request: &Request<'_>, service: &mut Map, report: &mut Report) {
    match &request.cluster.webhooks.defaulting {
        Err(Unreadable { section, text }) => {
            report.refuse(codes::CONFIG, Default::default(), text.as_str());
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
///
/// ```
/// use kserve_render::{Cluster, input};
/// use kserve_render::admission;
/// use kserve_render::Existing;
/// use kserve_render::release::Version;
///
/// let services = input::values(
///     "
/// apiVersion: serving.kserve.io/v1beta1
/// kind: InferenceService
/// metadata: {name: leaf, namespace: garden}
/// spec:
///   predictor:
///     minReplica: 2
///     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
/// ",
/// )?;
/// let (admitted, findings) = admission::examine(&Cluster::of(Version::NEWEST, []), &services[0], &Existing::default());
/// assert!(admitted.outcome.is_ok());
/// assert_eq!(findings[0].path.to_string(), "spec.predictor.minReplica");
/// assert_eq!(findings[0].help.as_deref(), Some("did you mean `minReplicas`?"));
/// # Ok::<(), String>(())
/// ```
pub fn examine(cluster: &Cluster, service: &Value, existing: &Existing) -> (Admission, Vec<Diagnostic>) {
    STAGES.examine(cluster, service, existing)
}

/// The finalizer that the controller adds before it does anything else.
pub const FINALIZER: &str = "inferenceservice.finalizers";

/// Admits the controller's own first write to a service that the webhooks have just accepted: that of its finalizer. It is
/// an update like any other, so that only what an update may change is new. `status` is the stored one.
///
/// # Errors
/// The text of the refusal, which the controller meets in every pass.
pub fn admit_finalizer(cluster: &Cluster, service: &Value, status: Option<&Value>) -> Result<(), String> {
    let Some(service) = service.as_object() else { return Ok(()) };
    let finalizers = service.get("metadata").and_then(|metadata| metadata.get("finalizers")?.as_array());
    let has_mode =
        status.and_then(|status| status.get("deploymentMode")?.as_str()).is_some_and(|mode| !mode.is_empty());
    // A mode in the status is one that the controller wrote, after its finalizer.
    if has_mode || finalizers.is_some_and(|list| list.iter().any(|finalizer| finalizer == FINALIZER)) {
        return Ok(());
    }
    let mut report = Report::new(false);
    let empty = Map::new();
    validating::check_update(&validating::Subject::of(cluster, service, &empty), service, &mut report);
    report.refusal.map_or(Ok(()), Err)
}

/// The service after the stages of admission, as far as they get with one that they refuse.
pub fn defaulted(cluster: &Cluster, service: &Value, existing: &Existing) -> Value {
    STAGES.defaulted(cluster, service, existing)
}
