//! The explainer: ART, or custom containers.

use super::fields::FieldNames;
use super::metadata::filtered;
use super::{annotations, shared};
use crate::api::{Art, Component, ComponentSpec, InferenceService};
use crate::build::containers;
use crate::build::workload::{BuildError, Built};
use crate::facts::Cluster;
use crate::facts::implementation;
use crate::object::error::{NIL_POINTER, OUT_OF_RANGE};
use crate::object::fields::text;
use crate::object::keys::MAIN_CONTAINER;
use crate::{Map, Value};

/// Builds the explainer.
pub(super) fn build(cluster: &Cluster, service: &InferenceService) -> Result<Built, BuildError> {
    let component = Component::Explainer;
    let spec = service.spec_of(component);
    let mut own = filtered(cluster, service.metadata.annotations.clone());
    let uri = match spec.art() {
        Some(art) => art.storage_uri(),
        None => spec.containers().next().and_then(implementation::variable_storage_uri),
    };
    shared::source_uri(cluster, &mut own, uri)?;
    annotations::logger(&mut own, spec);
    let names = FieldNames::of(cluster.release.input.fields);
    let mut pod = names.pod_spec(spec);
    match spec.art() {
        Some(art) => {
            let container = Value::Object(art_container(cluster, service, spec, art)?);
            let others = pod.get("containers").and_then(Value::as_array).into_iter().flatten().skip(1).cloned();
            let all: Value = std::iter::once(container).chain(others).collect();
            pod.insert("containers".into(), all);
        }
        None => {
            let Some(container) = containers::containers(&mut pod).next() else {
                return Err(BuildError::panic(OUT_OF_RANGE));
            };
            containers::default_argument(container, "--model_name", &service.metadata.name);
            containers::default_argument(container, "--predictor_host", &predictor_host(service));
            containers::push_argument(container, "--http_port", "8080");
            if let Some(workers) = workers(spec) {
                containers::default_argument(container, "--workers", &workers);
            }
        }
    }
    Ok(shared::other_than_predictor(cluster, service, component, own, pod))
}

fn predictor_host(service: &InferenceService) -> String {
    format!("{}.{}", service.child_name(Component::Predictor), service.metadata.namespace)
}

fn workers(spec: ComponentSpec<'_>) -> Option<String> {
    spec.container_concurrency().map(|workers| workers.to_string())
}

/// ART's container. Its arguments are those of the controller, followed by the user's, twice.
fn art_container(
    cluster: &Cluster,
    service: &InferenceService,
    spec: ComponentSpec<'_>,
    art: Art<'_>,
) -> Result<Map, BuildError> {
    let mut container = FieldNames::of(cluster.release.input.fields).container(art.fields());
    let user: Vec<Value> = container.remove("args").and_then(|args| args.as_array().cloned()).unwrap_or_default();
    let given = |flag: &str| user.iter().filter_map(Value::as_str).any(|argument| argument.starts_with(flag));
    containers::push_argument(&mut container, "--model_name", &service.metadata.name);
    containers::push_argument(&mut container, "--http_port", "8080");
    if !given("--predictor_host") {
        containers::push_argument(&mut container, "--predictor_host", &predictor_host(service));
    }
    if let Some(workers) = workers(spec).filter(|_| !given("--workers")) {
        containers::push_argument(&mut container, "--workers", &workers);
    }
    if art.storage_uri().is_some() {
        containers::push_argument(&mut container, "--storage_uri", "/mnt/models");
    }
    containers::push_argument(&mut container, "--adversary_type", art.kind());
    for (key, value) in art.config().into_iter().flatten() {
        containers::push_argument(&mut container, &format!("--{key}"), value.as_str().unwrap_or_default());
    }
    for argument in user.iter().chain(&user) {
        containers::push(&mut container, "args", argument.clone());
    }
    if text(&container, "image").is_empty() {
        let Some(version) = art.runtime_version() else {
            return Err(BuildError::panic(NIL_POINTER));
        };
        let image = cluster.config.inference_services().map(|config| config.explainers.art.image).unwrap_or_default();
        container.insert("image".into(), format!("{image}:{version}").into());
    }
    container.insert("name".into(), MAIN_CONTAINER.into());
    Ok(container)
}
