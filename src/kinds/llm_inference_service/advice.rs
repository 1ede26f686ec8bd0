//! What helps against an error of the controller, and where it stands in the service.

use crate::Value;
use crate::facts::Cluster;
use crate::kinds::Advice;
use crate::object::ControllerError;
use crate::object::Path;
use crate::object::fields::Lookup as _;
use crate::release::Release;

/// What helps against the controller's error with a service as written, if that is known.
pub fn of_failure(cluster: &Cluster, written: &Value, error: &ControllerError) -> Option<Advice> {
    let (path, help) = of_uri(&cluster.release, written, error.text())?;
    Some(Advice { path, help, value: None })
}

/// What helps against a URI from which the controller gets no model, if the service itself has it.
fn of_uri(release: &Release, written: &Value, error: &str) -> Option<(Path, String)> {
    let (_, refused) =
        error.split_once("invalid model URI: ").or_else(|| error.split_once("unsupported schema in model URI: "))?;
    let own = written.at("/spec/model/uri").and_then(Value::as_str);
    if own.unwrap_or_default() != refused {
        return None;
    }
    let schemes = match release.llm.oci_modes {
        true => "hf://, s3://, pvc://, oci:// or oci+native://",
        false => "hf://, s3://, pvc:// or oci://",
    };
    let path = match (own, written.at("/spec/model")) {
        (Some(_), _) => Path::keys(["spec", "model", "uri"]),
        (None, Some(_)) => Path::keys(["spec", "model"]),
        (None, None) => Path::keys(["spec"]),
    };
    let help = match refused {
        "" => format!("write into model.uri where the model is, with {schemes}"),
        uri if uri.contains("://") => format!("models of LLMInferenceServices come from {schemes}"),
        name => format!("a model comes from {schemes}; is it hf://{name}?"),
    };
    Some((path, help))
}
