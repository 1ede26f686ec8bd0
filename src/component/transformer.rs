//! The transformer: containers of one's own with the arguments that lead to the predictor.

use super::metadata::{self, extension, filtered, pod_spec};
use super::{BuildError, Built, annotations, containers, implementation, shared};
use crate::Value;
use crate::api::{Component, InferenceService, Mode, keys};
use crate::cluster::Cluster;

/// Annotation in memory with the host of a ModelMesh predictor.
pub const PREDICTOR_HOST: &str = "internal.serving.kserve.io/predictor-host";
/// Annotation in memory with the protocol of a ModelMesh predictor.
pub const PREDICTOR_PROTOCOL: &str = "internal.serving.kserve.io/predictor-protocol";

/// Builds the transformer. In ModelMesh mode the service carries the two annotations above, which do not reach the
/// transformer's own objects.
pub(super) fn build(cluster: &Cluster, service: &InferenceService, mode: &Mode) -> Result<Built, BuildError> {
    let component = Component::Transformer;
    let spec = service.component(component).cloned().unwrap_or_default();
    let mut own = filtered(cluster, service.metadata.annotations.clone());
    if *mode == Mode::ModelMesh {
        own.retain(|key, _| key != PREDICTOR_HOST && key != PREDICTOR_PROTOCOL);
    }
    let first = spec.get("containers").and_then(|c| c.get(0));
    shared::source_uri(cluster, &mut own, first.and_then(implementation::variable_storage_uri))?;
    annotations::logger(&mut own, &spec);
    annotations::batcher(&mut own, &spec);
    let mut pod = pod_spec(&spec);
    let is_model_mesh = service.metadata.annotations.get(keys::DEPLOYMENT_MODE).is_some_and(|mode| mode == "ModelMesh");
    let host = match service.metadata.annotations.get(PREDICTOR_HOST) {
        Some(host) if is_model_mesh => host.clone(),
        _ => format!("{}.{}", service.child_name(Component::Predictor), service.metadata.namespace),
    };
    let Some(container) = containers::containers(&mut pod).next() else {
        return Err(BuildError::panic("runtime error: index out of range [0] with length 0"));
    };
    if is_model_mesh {
        let protocol = service.metadata.annotations.get(PREDICTOR_PROTOCOL).cloned().unwrap_or_default();
        containers::default_argument(container, "--protocol", &protocol);
    }
    containers::default_argument(container, "--model_name", &service.metadata.name);
    containers::default_argument(container, "--predictor_host", &host);
    containers::default_argument(container, "--http_port", "8080");
    if let Some(workers) = spec.get("containerConcurrency").and_then(Value::as_i64) {
        containers::default_argument(container, "--workers", &workers.to_string());
    }
    if cluster.release.components.inference_service_name_variable {
        let name = container.get("name").cloned();
        let same_name = |c: &&mut crate::Map| c.get("name") == name.as_ref();
        for container in containers::containers(&mut pod).filter(same_name) {
            containers::set_variable(container, "INFERENCE_SERVICE_NAME", &service.metadata.name);
        }
    }
    Ok(Built {
        component,
        name: service.child_name(component),
        labels: metadata::labels(service, component, &spec, None),
        annotations: metadata::annotations(cluster, &spec, None, own),
        pod_spec: pod,
        extension: extension(&spec),
        worker: None,
        runtime: None,
        canary: false,
    })
}
