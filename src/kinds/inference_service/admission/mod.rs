//! What the API server's schema and the webhooks make of a document: prune, default, validate.
//!
//! A service goes through four stages: the API server drops unknown fields and sets the schema's
//! defaults; the defaulting webhook decodes it into Go types, changes it and sends it back; the API
//! server compares it with the schema; the validating webhook checks it. The first that refuses decides.

mod defaulting;
pub(crate) mod implementation;
mod local_models;
#[cfg(test)]
mod tests;
pub(crate) mod validating;

use crate::facts::Cluster;
use crate::facts::Existing;
use crate::facts::webhooks::Unreadable;
use crate::object::Path;
use crate::object::diagnostic::{Diagnostic, Severity};
use crate::object::role as kinds;
use crate::schema::{self, Through, Types};
use crate::webhook::report::Report;
use crate::webhook::{SERVICE_VERSION, codes, misplaced, unknown_version};
use crate::{Map, Value};

/// The answer to creating or updating an InferenceService.
#[derive(Debug, Clone)]
pub struct Admitted {
    /// Admission warnings, given with and without a refusal.
    pub warnings: Vec<String>,
    /// The object as stored, or the text of the refusal.
    pub outcome: Result<Value, String>,
}

/// Admits a service as API server and webhooks would.
pub fn admit(cluster: &Cluster, service: &Value, existing: &Existing) -> Admitted {
    let mut report = Report::new(false);
    let stored = run(cluster, service, existing, &mut report);
    admitted(stored, report).0
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
pub fn examine(cluster: &Cluster, service: &Value, existing: &Existing) -> (Admitted, Vec<Diagnostic>) {
    if let Some(refusal) = unknown_version(service, SERVICE_VERSION) {
        let outcome = Err(refusal.message.clone());
        return (Admitted { warnings: Vec::new(), outcome }, vec![refusal]);
    }
    let mut report = Report::new(true);
    let stored = run(cluster, service, existing, &mut report);
    admitted(stored, report)
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
    Value::Object(run(cluster, service, existing, &mut Report::new(true)))
}

fn admitted(stored: Map, report: Report) -> (Admitted, Vec<Diagnostic>) {
    let outcome = match report.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(Value::Object(stored)),
    };
    (Admitted { warnings: report.warnings, outcome }, report.diagnostics)
}

/// What is to be said about a document that is of no known kind: that KServe has it all the same, or what was probably meant.
pub fn examine_other(object: &Value) -> Option<Diagnostic> {
    let (code, message, help) = match kinds::not_rendered(object) {
        Some(kind) => {
            let help = "its objects are left to the cluster; --passthrough copies the document as it is";
            (codes::NOT_RENDERED, format!("{kind} is a kind of KServe that is not rendered"), Some(help.to_owned()))
        }
        None => {
            let (message, help) = kinds::misspelt(object)?;
            (codes::MISSPELT_KIND, message, help)
        }
    };
    Some(Diagnostic {
        code,
        severity: Severity::Warning,
        message,
        path: Path::keys(["kind"]),
        help,
        related: Vec::new(),
        refusal: false,
    })
}

/// The stages of admission.
fn run(cluster: &Cluster, service: &Value, existing: &Existing, report: &mut Report) -> Map {
    let release = &cluster.release.input;
    let types = Types::of(release.fields);
    let empty = Map::new();
    let input = service.as_object().unwrap_or(&empty);
    let decoded = schema::object(types, types.inference_service, input, Through::GoTypes);
    report.unknown(decoded.unknown, |path| misplaced::owner(types, types.inference_service, input, path));
    let mut service = decoded.object;
    let namespace = implementation::object(&service, "metadata").map_or("", |m| implementation::text(m, "namespace"));
    local_models::refuse_unknown_caches(cluster, namespace, report);
    let broken = !decoded.faults.is_empty();
    for fault in schema::by_weight(decoded.faults) {
        report.refuse(codes::WRONG_TYPE, fault.path, fault.message);
    }
    match &cluster.webhooks.defaulting {
        _ if report.is_complete() => return service,
        Err(Unreadable { section, text }) => {
            report.refuse(codes::CONFIG, Default::default(), text.as_str());
            if let Some(section) = section {
                report.relate(Some(cluster.config_key()), Path::keys(["data", section]), "this section");
            }
        }
        Ok(settings) => defaulting::apply(cluster, settings, &mut service, report),
    }
    if report.is_complete() {
        return service;
    }
    // Without the values that Go could not read, the schema would complain about the wrong things.
    if !broken {
        report.violations(schema::check(types, types.inference_service, &service, true));
    }
    if !report.is_complete() {
        let old = existing.service.as_ref().and_then(Value::as_object);
        validating::check(&validating::Subject::of(cluster, &service, &empty), old, report);
    }
    // The Go type of the status writes this even when nothing was recorded yet.
    service.insert("status".into(), serde_json::json!({"modelStatus": {"transitionStatus": ""}}));
    service
}
