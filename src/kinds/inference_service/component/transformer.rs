//! The transformer: custom containers with the arguments that lead to the predictor.

use super::fields::FieldNames;
use super::metadata::filtered;
use super::{annotations, shared};
use crate::api::{Component, ComponentSpec, InferenceService, Mode};
use crate::build::containers;
use crate::build::workload::{BuildError, Built};
use crate::facts::Cluster;
use crate::facts::implementation;
use crate::object::error::OUT_OF_RANGE;
use crate::object::keys;

/// The annotation in memory with the host of a ModelMesh predictor.
const PREDICTOR_HOST: &str = "internal.serving.kserve.io/predictor-host";
/// The annotation in memory with the protocol of a ModelMesh predictor.
const PREDICTOR_PROTOCOL: &str = "internal.serving.kserve.io/predictor-protocol";

/// Builds the transformer. In ModelMesh mode the service gets two annotations in memory, which are passed on to the explainer's
/// objects but not to the transformer's own.
pub(super) fn build(
    cluster: &Cluster,
    service: &mut InferenceService,
    mode: &Mode,
    predictor_url: Option<&str>,
) -> Result<Built, BuildError> {
    let component = Component::Transformer;
    let fields = service.component(component).cloned().unwrap_or_default();
    let spec = ComponentSpec::of(&fields);
    let mut own = filtered(cluster, service.metadata.annotations.clone());
    let names = FieldNames::of(cluster.release.input.fields);
    let mut pod = names.pod_spec(spec);
    shared::source_uri(cluster, &mut own, spec.containers().next().and_then(implementation::variable_storage_uri))?;
    annotations::logger(&mut own, spec);
    annotations::batcher(&mut own, spec);
    if *mode == Mode::ModelMesh {
        note_predictor(service, predictor_url)?;
    }
    lead_to_predictor(cluster, service, spec, &mut pod)?;
    Ok(shared::other_than_predictor(cluster, service, component, own, pod))
}

/// Adds the arguments and variables with which the transformer finds the predictor.
fn lead_to_predictor(
    cluster: &Cluster,
    service: &InferenceService,
    spec: ComponentSpec<'_>,
    pod: &mut crate::Map,
) -> Result<(), BuildError> {
    let is_model_mesh = service.metadata.annotations.get(keys::DEPLOYMENT_MODE).is_some_and(|mode| mode == "ModelMesh");
    let noted = |key: &str| service.metadata.annotations.get(key).cloned().unwrap_or_default();
    let host = match is_model_mesh {
        true => noted(PREDICTOR_HOST),
        false => format!("{}.{}", service.child_name(Component::Predictor), service.metadata.namespace),
    };
    let Some(container) = containers::containers(pod).next() else {
        return Err(BuildError::panic(OUT_OF_RANGE));
    };
    if is_model_mesh {
        containers::default_argument(container, "--protocol", &noted(PREDICTOR_PROTOCOL));
    }
    containers::default_argument(container, "--model_name", &service.metadata.name);
    containers::default_argument(container, "--predictor_host", &host);
    containers::default_argument(container, "--http_port", "8080");
    if let Some(workers) = spec.container_concurrency() {
        containers::default_argument(container, "--workers", &workers.to_string());
    }
    if cluster.release.components.inference_service_name_variable {
        let name = container.get("name").cloned();
        let same_name = |c: &&mut crate::Map| c.get("name") == name.as_ref();
        for container in containers::containers(pod).filter(same_name) {
            containers::set_variable(container, "INFERENCE_SERVICE_NAME", &service.metadata.name);
        }
    }
    Ok(())
}

/// Records where and how ModelMesh serves the predictor.
fn note_predictor(service: &mut InferenceService, url: Option<&str>) -> Result<(), BuildError> {
    let Some(url) = url else { return Err(BuildError::Waits) };
    let annotations = &mut service.metadata.annotations;
    if annotations.is_empty() {
        return Err(BuildError::panic("assignment to entry in nil map"));
    }
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let protocol = match scheme {
        "grpc" => "grpc-v2",
        "http" | "https" => "v2",
        _ => return Err(BuildError::new(format!("Predictor URL Scheme not supported: {scheme}"))),
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    annotations.insert(PREDICTOR_HOST.into(), host.into());
    annotations.insert(PREDICTOR_PROTOCOL.into(), protocol.into());
    Ok(())
}
