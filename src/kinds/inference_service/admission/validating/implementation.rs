//! Rules of single implementations. Frameworks of the older form have some of their own, but only
//! predictors for ModelMesh and canaries still have such a field here.

use super::subject::SentService;
use crate::api::Component;
use crate::kinds::inference_service::admission::implementation::{Implementation, env};
use crate::object::fields::{member as object, text};
use crate::webhook::codes;
use crate::webhook::report::{Report, at};
use crate::{Map, Value};

/// URIs that work together with `storage`.
const STORAGE_PROTOCOLS: [&str; 3] = ["s3://", "hdfs://", "webhdfs://"];

/// Checks an implementation in the component at `path`.
pub fn check(subject: &SentService, implementation: Implementation, path: &str, report: &mut Report) {
    if let Some((code, path, message)) = fault(subject, implementation, path) {
        report.refuse(code, at(&path), message);
    }
}

/// What is wrong with an implementation: code, path and text.
pub fn fault(
    subject: &SentService,
    implementation: Implementation,
    path: &str,
) -> Option<(&'static crate::object::diagnostic::Code, String, String)> {
    match implementation {
        Implementation::Custom(Component::Predictor, containers) => {
            let protocol = env(containers.first()?, "PROTOCOL").filter(|protocol| !matches!(*protocol, "v1" | "v2"))?;
            // The arguments of the text are the wrong way round.
            let message = format!("invalid protocol v1, v2. Must be one of [{protocol}]");
            Some((codes::PROTOCOL, format!("{path}.containers[0].env"), message))
        }
        Implementation::Custom(..) => None,
        Implementation::Art(art) => {
            let uri = Some(text(art, "storageUri")).filter(|uri| !uri.is_empty());
            storage_fault(art, uri, &format!("{path}.art"))
        }
        Implementation::Framework(name, framework) => {
            let path = format!("{path}.{name}");
            let uri = framework.get("storageUri").and_then(Value::as_str);
            match name {
                "tensorflow" => gpu_fault(subject, framework, "Tensorflow", "", &path),
                "pytorch" => gpu_fault(subject, framework, "PyTorch", ". ", &path),
                "onnx" => uri.and_then(|uri| extension_fault(uri, &path)),
                "huggingface" | "pmml" => None,
                _ => return None,
            }
            .or_else(|| storage_fault(framework, uri, &path))
        }
    }
}

type Fault = (&'static crate::object::diagnostic::Code, String, String);

/// A version for GPUs and a GPU limit go together. One text has an `end` that the other lacks.
fn gpu_fault(subject: &SentService, framework: &Map, name: &str, end: &str, path: &str) -> Option<Fault> {
    let version = framework.get("runtimeVersion").and_then(Value::as_str)?;
    let slices = subject.cluster.release.input.gpu_slices_count_as_gpus;
    let is_gpu = |name: &String| name == "nvidia.com/gpu" || (slices && name.starts_with("nvidia.com/mig"));
    let limits = object(framework, "resources").and_then(|resources| object(resources, "limits"));
    let wants = limits.is_some_and(|limits| limits.keys().any(is_gpu));
    let has = version.contains("-gpu");
    let message = match (wants, has) {
        (true, false) => format!("{name} RuntimeVersion is not GPU enabled but GPU resources are requested{end}"),
        (false, true) => format!("{name} RuntimeVersion is GPU enabled but GPU resources are not requested{end}"),
        _ => return None,
    };
    Some((codes::RUNTIME_VERSION, format!("{path}.runtimeVersion"), message))
}

fn extension_fault(uri: &str, path: &str) -> Option<Fault> {
    let file = uri.rsplit('/').next().unwrap_or_default();
    let extension = file.rfind('.').map_or("", |dot| &file[dot..]);
    if matches!(extension, "" | ".onnx") {
        return None;
    }
    let message = format!("expected storageUri file extension: '.onnx' but got '{extension}'");
    Some((codes::STORAGE_FORMAT, format!("{path}.storageUri"), message))
}

/// With `storage` only some protocols are supported.
fn storage_fault(framework: &Map, uri: Option<&str>, path: &str) -> Option<Fault> {
    let storage = object(framework, "storage")?;
    let supported = |uri: &str| STORAGE_PROTOCOLS.iter().any(|protocol| uri.starts_with(protocol));
    let list = STORAGE_PROTOCOLS.join(", ");
    let (path, message) = match uri {
        Some(uri) if supported(uri) => return None,
        Some(uri) => (
            format!("{path}.storageUri"),
            format!(
                "storageUri, must be one of: [{list}] or match https://{{}}.blob.core.windows.net/{{}}/{{}} or be an absolute \
                 or relative local path. StorageUri [{uri}] is not supported"
            ),
        ),
        None => {
            let kind = object(storage, "parameters")?.get("type").and_then(Value::as_str)?;
            if supported(&format!("{kind}://")) {
                return None;
            }
            (
                format!("{path}.storage.parameters.type"),
                format!("storage.spec.type, must be one of: [{list}]. storage.spec.type [{kind}] is not supported"),
            )
        }
    };
    Some((codes::STORAGE_FORMAT, path, message))
}
