//! The predictor: annotations, then runtime and merge (or custom containers), then metadata and worker.

use super::annotations;
use super::fields::FieldNames;
use super::metadata::{self, Strings, filtered};
use super::shared::check_storage_uri;
use super::{Implementation, image, is_multi_model, multi_node};
use crate::api::{Component, ComponentSpec, Container, InferenceService, Model, PodSpec};
use crate::build::storage::SOURCE_URI;
use crate::build::workload::{BuildError, Built, SelectedRuntime};
use crate::build::{containers, merge};
use crate::facts::Cluster;
use crate::facts::runtimes::ServingRuntime;
use crate::kinds::inference_service::runtime::{self, Request, Selected};
use crate::object::ObjectMeta;
use crate::object::error::{NIL_POINTER, OUT_OF_RANGE};
use crate::object::fields::text;
use crate::object::keys::{MAIN_CONTAINER, TRANSFORMER_CONTAINER};
use crate::release::Release;
use crate::{Map, Value};

/// Builds the predictor of `service`. Changes `service` in memory: the selected runtime and what its defaults set.
pub(super) fn build(cluster: &Cluster, service: &mut InferenceService) -> Result<Built, BuildError> {
    let multi_node = service.predictor().worker().is_some();
    let extension = FieldNames::of(cluster.release.input.fields).extension(service.predictor());
    let name = service.child_name(Component::Predictor);
    let mut built = build_pods(cluster, service, name, multi_node)?;
    built.extension = extension;
    if let Some(containers) = built.pod_spec.get("containers") {
        share_containers(service, containers);
    }
    Ok(built)
}

/// For the controller, custom containers in the service and in the pods are the same objects: what it changes in the pods is seen
/// by everything built from the service afterwards, such as canaries. With a `model` they are copies.
pub fn share_containers(service: &mut InferenceService, containers: &Value) {
    let predictor = service.spec.get_mut(Component::Predictor.name()).and_then(Value::as_object_mut);
    let Some(predictor) = predictor.filter(|predictor| !predictor.contains_key("model")) else { return };
    if let Some(own) = predictor.get_mut("containers").filter(|own| *own != containers) {
        own.clone_from(containers);
    }
}

/// Builds the pods of the predictor of `service`, which may be a canary laid over the stable predictor, without its scaling.
pub(super) fn build_pods(
    cluster: &Cluster,
    service: &mut InferenceService,
    name: String,
    multi_node: bool,
) -> Result<Built, BuildError> {
    let own = own_annotations(cluster, service)?;
    let mut selected = None;
    let mut pod = match service.predictor().model() {
        Some(_) => {
            let chosen = select(cluster, service, multi_node)?;
            let pod = merged_pod(cluster, service, &chosen).map_err(|error| with_runtime(error, &chosen));
            selected = Some(chosen);
            pod?
        }
        None => custom_pod(FieldNames::of(cluster.release.input.fields), service.predictor())?,
    };
    if cluster.release.components.inference_service_name_variable {
        for container in containers::containers(&mut pod) {
            containers::set_variable(container, "INFERENCE_SERVICE_NAME", &service.metadata.name);
        }
    }
    let runtime_spec = selected.as_ref().map(|selected| selected.runtime.spec());
    // The service as the runtime's defaults left it.
    let spec = service.predictor();
    let mut built = Built {
        component: Component::Predictor,
        name,
        labels: metadata::labels(service, Component::Predictor, spec, runtime_spec),
        annotations: metadata::annotations(cluster, spec, runtime_spec, own.clone()),
        pod_spec: pod,
        extension: Map::new(),
        worker: None,
        runtime: selected.as_ref().map(recorded),
        canary: false,
    };
    if multi_node {
        let Some(runtime) = &selected else { return Err(BuildError::panic(NIL_POINTER)) };
        multi_node::add_worker(cluster, service, &runtime.runtime, own, &mut built).map_err(|error| {
            with_runtime(error, runtime).with(|failure| {
                failure.invalid_gpu_allocation = !failure.error.is_crash();
            })
        })?;
    }
    Ok(built)
}

fn recorded(selected: &Selected) -> SelectedRuntime {
    SelectedRuntime { name: selected.recorded.name.clone(), cluster: selected.recorded.is_cluster_wide() }
}

fn with_runtime(error: BuildError, selected: &Selected) -> BuildError {
    error.with(|failure| failure.runtime = Some(recorded(selected)))
}

/// The annotations of the service and the internal ones of the predictor.
fn own_annotations(cluster: &Cluster, service: &InferenceService) -> Result<Strings, BuildError> {
    let components = &cluster.release.components;
    let spec = service.predictor();
    let mut own = filtered(cluster, service.metadata.annotations.clone());
    annotations::logger(&mut own, spec);
    annotations::batcher(&mut own, spec);
    let Some(implementation) = Implementation::of(spec.fields()) else {
        return Err(BuildError::panic(OUT_OF_RANGE));
    };
    if let Some(storage) = implementation.storage() {
        annotations::storage_spec(&mut own, storage);
    }
    if is_multi_model(spec.fields(), components.storage_uris) {
        annotations::agent(&mut own, &service.metadata.name);
    }
    if let Some(uri) = implementation.storage_uri() {
        if own.contains_key(SOURCE_URI) {
            return Err(BuildError::new("must provide only one of storageUri and storage.path"));
        }
        own.insert(SOURCE_URI.into(), uri.into());
        check_storage_uri(cluster, uri)?;
        let container = spec.storage_container_name();
        if components.storage_container_name && !container.is_empty() {
            annotations::storage_container(&mut own, container);
        }
    }
    if components.confidential {
        annotations::confidential(&mut own, spec.fields());
    }
    Ok(own)
}

/// Selects the runtime of the model and applies its defaults to the service, in memory.
///
/// # Errors
///
/// The controller's error.
pub fn select(cluster: &Cluster, service: &mut InferenceService, multi_node: bool) -> Result<Selected, BuildError> {
    let release = &*cluster.release;
    let explicit = service.predictor().model().and_then(Model::runtime).map(str::to_owned);
    // Releases that set the defaults of a named runtime first check the protocol that they set, too.
    if release.components.defaults_before_runtime_checks
        && let Some(name) = &explicit
    {
        runtime::apply_defaults(service, runtime::server_type(&Default::default(), name, release));
    }
    let selected = {
        let request = Request::of(&service.metadata.namespace, service.predictor().fields())
            .map(|request| Request { multi_node, ..request })
            .ok_or_else(|| BuildError::panic(NIL_POINTER))?;
        runtime::select(&cluster.runtimes, &request).map_err(|error| {
            let invalid_spec = (error.reason.into(), error.status_message.into());
            BuildError::from(error.error).with(|failure| failure.invalid_spec = Some(invalid_spec))
        })?
    };
    if explicit.is_none() || !release.components.defaults_before_runtime_checks {
        let server = runtime::server_type(&selected.recorded.annotations, &selected.runtime.name, release);
        runtime::apply_defaults(service, server);
    }
    if let Some(model) = model_mut(service) {
        model.insert("runtime".into(), selected.runtime.name.clone().into());
        if model.get("protocolVersion").is_none_or(Value::is_null) {
            model.insert("protocolVersion".into(), runtime::lowest_protocol(&selected.runtime).into());
        }
    }
    Ok(selected)
}

fn model_mut(service: &mut InferenceService) -> Option<&mut Map> {
    service.spec.get_mut(Component::Predictor.name())?.get_mut("model")?.as_object_mut()
}

/// The pod of a model: the runtime's containers and pod fields, with those of the service merged over them.
fn merged_pod(cluster: &Cluster, service: &InferenceService, selected: &Selected) -> Result<Map, BuildError> {
    let release = &*cluster.release;
    let names = FieldNames::of(release.input.fields);
    let spec = service.predictor();
    let Some(model) = spec.model() else { return Err(BuildError::panic(NIL_POINTER)) };
    let runtime = selected.runtime.spec();
    let server = PodSpec::of(runtime);
    if server.containers().next().is_none() {
        return Err(BuildError::invalid_predictor("no container configuration found in selected serving runtime"));
    }
    let Some(base) = server.container(MAIN_CONTAINER) else {
        return Err(BuildError::invalid_predictor(format!(
            "failed to find {MAIN_CONTAINER} in ServingRuntime containers"
        )));
    };
    let mut pod = merge::merge_pod(runtime, &names.pod_spec(spec), release);
    let main = merge::merge_container(base.fields(), &names.container(model.fields()), release);
    let mut main = with_placeholders(main, &service.metadata, &selected.runtime, release)?;
    let kind = runtime::server_type_for_image(&selected.recorded.annotations, &selected.runtime.name, release);
    image::adjust(&mut main, model.runtime_version(), kind, release);
    // A transformer in the predictor's pod may be the runtime's, the service's, or both.
    let sides = [server, spec.pod()].map(|pod| pod.container(TRANSFORMER_CONTAINER).map(Container::fields));
    let transformer = match sides.into() {
        (Some(base), Some(own)) => Some(merge::merge_container(base, own, release)),
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => None,
    };
    let transformer =
        transformer.map(|t| with_placeholders(t, &service.metadata, &selected.runtime, release)).transpose()?;
    // The server stands first, then the transformer, then all others: those of the runtime before those of the service.
    let of_runtime = server.containers().filter(|own| ![MAIN_CONTAINER, TRANSFORMER_CONTAINER].contains(&own.name()));
    let of_service = spec.containers().filter(|own| own.name() != TRANSFORMER_CONTAINER);
    let others = of_runtime.chain(of_service).map(|own| own.fields().clone());
    let all = std::iter::once(main).chain(transformer).chain(others);
    pod.insert("containers".into(), all.map(Value::Object).collect());
    Ok(pod)
}

fn with_placeholders(
    container: Map,
    metadata: &ObjectMeta,
    runtime: &ServingRuntime,
    release: &Release,
) -> Result<Map, BuildError> {
    let name = text(&container, "name").to_owned();
    runtime::replace_placeholders(container, metadata, release).map_err(|error| {
        let message = format!("failed to replace placeholders in serving runtime {} Container {name}", runtime.name);
        let error = error.within(&message);
        BuildError::invalid_predictor(message).with(|failure| failure.error = error)
    })
}

/// The pod of a predictor with custom containers. As in the controller, the serving container takes the place of the first one.
fn custom_pod(names: &FieldNames, spec: ComponentSpec<'_>) -> Result<Map, BuildError> {
    let mut pod = names.pod_spec(spec);
    let rest = spec.containers().skip(1).map(|own| own.fields().clone());
    if let Some(Implementation::Framework { spec: framework, .. }) = Implementation::of(spec.fields()) {
        // A framework field that the webhook did not convert: its container fields alone, without a runtime.
        let all = std::iter::once(names.container(framework.fields())).chain(rest);
        pod.insert("containers".into(), all.map(Value::Object).collect());
        return Ok(pod);
    }
    let Some(main) = spec.pod().container(MAIN_CONTAINER) else { return Err(BuildError::panic(NIL_POINTER)) };
    let all = std::iter::once(main.fields().clone()).chain(rest);
    pod.insert("containers".into(), all.map(Value::Object).collect());
    Ok(pod)
}
