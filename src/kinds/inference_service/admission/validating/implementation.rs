//! Rules for single implementations. Frameworks in the older form have some rules of their own, but at this point only predictors
//! for ModelMesh and canaries still have such a field.

use super::subject::SentService;
use crate::api::{Component, Model, Resources, Storage, Variable};
use crate::kinds::inference_service::admission::implementation::Implementation;
use crate::webhook::codes;
use crate::webhook::report::{Report, at};

/// URI schemes that can be combined with `storage`.
const STORAGE_PROTOCOLS: [&str; 3] = ["s3://", "hdfs://", "webhdfs://"];

/// Checks an implementation in the component at `path`.
pub fn check(subject: &SentService, implementation: Implementation, path: &str, report: &mut Report) {
    if let Some((code, path, message)) = fault(subject, implementation, path) {
        report.refuse(code, at(&path), message);
    }
}

/// The fault of an implementation: code, path and text.
pub fn fault(
    subject: &SentService,
    implementation: Implementation,
    path: &str,
) -> Option<(&'static crate::object::diagnostic::Code, String, String)> {
    match implementation {
        Implementation::Custom(Component::Predictor, pod) => {
            let protocol = pod.containers().next()?.variable("PROTOCOL").map(Variable::value);
            let protocol = protocol.filter(|protocol| !matches!(*protocol, "v1" | "v2"))?;
            // The arguments in the webhook's text are swapped.
            let message = format!("invalid protocol v1, v2. Must be one of [{protocol}]");
            Some((codes::PROTOCOL, format!("{path}.containers[0].env"), message))
        }
        Implementation::Custom(..) => None,
        Implementation::Art(art) => storage_fault(art.storage()?, art.storage_uri(), &format!("{path}.art")),
        Implementation::Framework(name, framework) => {
            let path = format!("{path}.{name}");
            let uri = framework.storage_uri();
            match name {
                "tensorflow" => gpu_fault(subject, framework, "Tensorflow", "", &path),
                "pytorch" => gpu_fault(subject, framework, "PyTorch", ". ", &path),
                "onnx" => uri.and_then(|uri| extension_fault(uri, &path)),
                "huggingface" | "pmml" => None,
                _ => return None,
            }
            .or_else(|| storage_fault(framework.storage()?, uri, &path))
        }
    }
}

type Fault = (&'static crate::object::diagnostic::Code, String, String);

/// A runtime version for GPUs and a GPU limit require each other. One of the texts has an `end` that the other lacks.
fn gpu_fault(subject: &SentService, framework: Model<'_>, name: &str, end: &str, path: &str) -> Option<Fault> {
    let version = framework.runtime_version()?;
    let slices = subject.cluster.release.input.gpu_slices_count_as_gpus;
    let is_gpu = |name: &String| name == "nvidia.com/gpu" || (slices && name.starts_with("nvidia.com/mig"));
    let limits = framework.container().resources().and_then(Resources::limits);
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

/// With `storage`, only some URI schemes are supported.
fn storage_fault(storage: Storage<'_>, uri: Option<&str>, path: &str) -> Option<Fault> {
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
            let kind = storage.parameter("type")?;
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
