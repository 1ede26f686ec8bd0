//! Advice on errors of the controller, and the fields of the service that cause them.

use super::spec::LlmSpec;
use crate::Value;
use crate::facts::Cluster;
use crate::kinds::Advice;
use crate::object::fields::NOTHING;
use crate::object::{Cause, ControllerError, Kind, ObjectView as _, Path};
use crate::release::Release;

/// The advice on an error of the controller, and the field of the written service that it is about.
pub fn of_failure(cluster: &Cluster, written: &Value, error: &ControllerError) -> Option<Advice> {
    let (path, help) = of_uri(&cluster.release, written, error)?;
    Some(Advice { path, help, value: None })
}

/// The advice on a missing object: it may exist in the cluster, but not among the documents.
pub fn on_absence(cause: &Cause) -> Option<&'static str> {
    let Cause::Absent(absent) = cause else { return None };
    match absent.kind {
        Kind::Gateway | Kind::GatewayClass | Kind::HttpRoute => Some(
            "if the cluster has it, give that with --context, as `kubectl get gateways,gatewayclasses,httproutes -A -o yaml` prints it",
        ),
        Kind::ServiceAccount => Some(
            "if the cluster has it, give that with --context, as `kubectl get serviceaccounts -A -o yaml` prints it",
        ),
        // Presets come with the release, not with the cluster.
        Kind::LlmInferenceServiceConfig if !absent.name.starts_with("kserve-config-") => Some(
            "if the cluster has it, give that with --context, as `kubectl get llminferenceserviceconfigs -A -o yaml` prints it",
        ),
        _ => None,
    }
}

/// The advice on a URI from which the controller gets no model, if the service itself has that URI.
fn of_uri(release: &Release, written: &Value, error: &ControllerError) -> Option<(Path, String)> {
    let Some(Cause::ModelUri(refused)) = error.cause() else { return None };
    let spec = LlmSpec::of(written.spec().unwrap_or(&NOTHING));
    if spec.model().uri() != refused.as_str() {
        return None;
    }
    let schemes = match release.llm.oci_modes {
        true => "hf://, s3://, pvc://, oci:// or oci+native://",
        false => "hf://, s3://, pvc:// or oci://",
    };
    let path = match (spec.has_model(), spec.model().has_uri()) {
        (_, true) => Path::keys(["spec", "model", "uri"]),
        (true, false) => Path::keys(["spec", "model"]),
        (false, false) => Path::keys(["spec"]),
    };
    let help = match refused.as_str() {
        "" => format!("write into model.uri where the model is, with {schemes}"),
        uri if uri.contains("://") => format!("models of LLMInferenceServices come from {schemes}"),
        name => format!("a model comes from {schemes}; is it hf://{name}?"),
    };
    Some((path, help))
}
