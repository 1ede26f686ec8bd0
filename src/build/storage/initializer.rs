//! The init container that downloads a model from a single URI, and its alternatives.

use sha2::{Digest as _, Sha256};

use super::ca_bundle::Bundle;
use super::injector::Injector;
use super::model::{self, CLAIM_VOLUME, DOWNLOAD_VOLUME};
use super::spec::{Pod, has_variable, mount, push, resources, variable};
use super::storage_spec::StorageSpec;
use super::{annotations, oci, secret};
use crate::api::Container;
use crate::build::containers::set_variable;
use crate::build::merge::merge_storage_container;
use crate::facts::copyable::Place;
use crate::facts::storage_containers::StorageContainer;
use crate::object::{Cause, ControllerError};
use crate::{Map, Value};

pub(crate) const NAME: &str = "storage-initializer";

/// The variables of the storage initializer's Hugging Face client, whatever the URI.
pub(crate) const HUGGING_FACE: [(&str, &str); 3] =
    [("HF_HUB_ENABLE_HF_TRANSFER", "1"), ("HF_XET_HIGH_PERFORMANCE", "1"), ("HF_XET_NUM_CONCURRENT_RANGE_GETS", "8")];

/// Adds what brings the model of a single URI into the pod.
///
/// # Errors
///
/// The webhook's error if the pod has no container for the model, or if the storage spec, the storage container or the credentials cannot
/// be read.
pub(crate) fn add(injector: &mut Injector, pod: &mut Pod) -> Result<(), ControllerError> {
    let Some(source) = pod.annotation(annotations::SOURCE_URI).map(str::to_owned) else { return Ok(()) };
    match injector.cluster.release.pod.storage_container_by_source {
        true => add_by_source(injector, pod, source),
        false => add_by_target(injector, pod, source),
    }
}

fn add_by_source(injector: &mut Injector, pod: &mut Pod, source: String) -> Result<(), ControllerError> {
    let uri = local_model(injector, pod, source)?;
    let spec = storage_spec(pod)?;
    // Even if a URI needs no storage container, it has to be supported by the one that the pod names.
    let container = storage_container(injector, pod, &uri)?;
    let by_agent = pod.annotation(annotations::AGENT).is_some();
    if by_agent || oci::Image::of(injector, &uri).is_some() || has_initializer(injector, pod) {
        return Ok(());
    }
    let users =
        pod.model_users().ok_or_else(|| ControllerError::new("Invalid configuration: cannot find container"))?;
    let read_only = model::is_read_only(pod);
    if let Some((claim, path)) = model::claim_and_path(&uri) {
        let volume = model::claim_volume(CLAIM_VOLUME, claim);
        for user in users.names() {
            pod.mount(user, &model::claim_mount(path, read_only), &volume);
        }
        model::rewrite_storage_uri(pod, users.main);
        return Ok(());
    }
    let volume = model::empty_volume(DOWNLOAD_VOLUME);
    for user in users.names() {
        pod.mount(user, &mount(DOWNLOAD_VOLUME, model::PATH, read_only), &volume);
    }
    pod.add_volume(volume);
    model::rewrite_storage_uri(pod, users.main);
    let mut initializer = bare(injector, vec![uri.into(), model::PATH.into()]);
    push(&mut initializer, "volumeMounts", mount(DOWNLOAD_VOLUME, model::PATH, false));
    complete(injector, pod, initializer, spec.as_ref(), container)
}

/// How the oldest release does it: it looks up the storage container last, for the URI as it is by then; it mounts claims
/// directly only if the ConfigMap says so; and it adds mounts without checking whether they exist.
fn add_by_target(injector: &mut Injector, pod: &mut Pod, source: String) -> Result<(), ControllerError> {
    let modelcar = injector.settings.storage_initializer.enable_modelcar && source.starts_with("oci://");
    if pod.annotation(annotations::AGENT).is_some() || modelcar || has_initializer(injector, pod) {
        return Ok(());
    }
    let users = pod
        .model_users()
        .ok_or_else(|| ControllerError::new("Invalid configuration: cannot find container: kserve-container"))?;
    let mut uri = local_model(injector, pod, source)?;
    let read_only = model::is_read_only(pod);
    let mut mounts = Vec::with_capacity(2);
    if let Some((claim, path)) = model::claim_and_path(&uri) {
        let volume = serde_json::json!({"name": CLAIM_VOLUME, "persistentVolumeClaim": {"claimName": claim}});
        if injector.settings.storage_initializer.enable_direct_pvc_volume_mount {
            let mount = model::claim_mount(path, read_only);
            // It stops at the first container that already has the mount.
            if users.names().all(|user| pod.add_mount(user, &mount)) {
                model::rewrite_storage_uri(pod, users.main);
                pod.push("volumes", volume);
            }
            return Ok(());
        }
        mounts.push((mount(CLAIM_VOLUME, "/mnt/pvc", read_only), mount(CLAIM_VOLUME, "/mnt/pvc", read_only), volume));
        uri = format!("/mnt/pvc/{path}");
    }
    mounts.push((
        mount(DOWNLOAD_VOLUME, model::PATH, read_only),
        mount(DOWNLOAD_VOLUME, model::PATH, false),
        model::empty_volume(DOWNLOAD_VOLUME),
    ));
    let mut initializer = bare(injector, vec![uri.into(), model::PATH.into()]);
    for (of_users, of_initializer, volume) in mounts {
        for user in users.names() {
            pod.push_mount(user, &of_users);
        }
        push(&mut initializer, "volumeMounts", of_initializer);
        pod.push("volumes", volume);
    }
    model::rewrite_storage_uri(pod, users.main);
    let spec = storage_spec(pod)?;
    add_credentials(injector, pod, &mut initializer, spec.as_ref())?;
    let target = Container::of(&initializer).arguments().next().unwrap_or_default();
    let container = injector.cluster.storage_containers.for_uri(target)?;
    let initializer = customize(injector, pod, initializer, container);
    pod.push("initContainers", Value::Object(initializer));
    Ok(())
}

/// The plain init container from the section `storageInitializer`.
pub(crate) fn bare(injector: &Injector, args: Vec<Value>) -> Map {
    let settings = &injector.settings.storage_initializer;
    let image = match settings.image.as_str() {
        "" => "kserve/storage-initializer:latest",
        image => image,
    };
    let resources =
        resources(&settings.cpu_limit, &settings.memory_limit, &settings.cpu_request, &settings.memory_request);
    let mut initializer = Map::new();
    initializer.insert("name".into(), NAME.into());
    initializer.insert("image".into(), image.into());
    initializer.insert("args".into(), args.into());
    initializer.insert("terminationMessagePolicy".into(), "FallbackToLogsOnError".into());
    initializer.insert("resources".into(), resources);
    initializer
}

/// Gives an initializer its credentials, CA bundle, storage container and variables, and appends it.
///
/// # Errors
///
/// What is wrong with the credentials; the pod then contains the initializer as far as it is built.
pub(crate) fn complete(
    injector: &mut Injector,
    pod: &mut Pod,
    mut initializer: Map,
    spec: Option<&StorageSpec>,
    container: Option<&StorageContainer>,
) -> Result<(), ControllerError> {
    let credentials = add_credentials(injector, pod, &mut initializer, spec);
    if credentials.is_ok() {
        initializer = customize(injector, pod, initializer, container);
    }
    pod.push("initContainers", Value::Object(initializer));
    credentials
}

fn add_credentials(
    injector: &mut Injector,
    pod: &mut Pod,
    initializer: &mut Map,
    spec: Option<&StorageSpec>,
) -> Result<(), ControllerError> {
    match spec {
        Some(spec) => spec.add(injector, pod, initializer).map_err(|error| error.or_about(Cause::Storage)),
        None => {
            let account = pod.account().to_owned();
            injector.add_account(pod, initializer, &account)
        }
    }
}

fn customize(
    injector: &mut Injector,
    pod: &mut Pod,
    mut initializer: Map,
    container: Option<&StorageContainer>,
) -> Map {
    let cluster = injector.cluster;
    let release = &cluster.release;
    // Whether a bundle is needed is decided before the storage container can add variables of its own.
    let mut bundle = Bundle::of(injector, pod, &initializer);
    if release.pod.ca_bundle_before_merge
        && let Some(bundle) = bundle.take()
    {
        bundle.add(pod, &mut initializer);
    }
    if let Some(own) = container.and_then(StorageContainer::container) {
        let merged = merge_storage_container(&initializer, own.fields(), release);
        note_moved(injector, &initializer, &merged);
        initializer = merged;
    }
    if let Some(bundle) = bundle {
        bundle.add(pod, &mut initializer);
    }
    let hugging_face = HUGGING_FACE.into_iter().filter(|_| release.pod.hugging_face_variables);
    for (name, value) in hugging_face {
        if !has_variable(&initializer, name) {
            push(&mut initializer, "env", variable(name, value));
        }
    }
    if release.components.confidential && pod.annotation(annotations::CONFIDENTIAL) == Some("true") {
        set_variable(&mut initializer, "CONFIDENTIAL_ENABLED", "true");
        if let Some(resource) = pod.annotation(annotations::CONFIDENTIAL_RESOURCE).filter(|id| !id.is_empty()) {
            set_variable(&mut initializer, "CONFIDENTIAL_RESOURCE_ID", resource);
        }
    }
    initializer
}

/// Records values of Secrets that merging has moved: in some releases the value stays at the position in the list, under another
/// variable.
fn note_moved(injector: &mut Injector, before: &Map, after: &Map) {
    for (old, new) in Container::of(before).env().zip(Container::of(after).env()) {
        let (variable, value, name) = (old.name(), old.value(), new.name());
        if variable != name && new.value() == value {
            injector.copied.note_further((variable, value), Place::Variable(name.to_owned()), value);
        }
    }
}

/// Whether the pod has the init container already. The webhook looks only for its name; here one that a storage container has
/// renamed counts, too, so that a second run changes nothing.
fn has_initializer(injector: &Injector, pod: &Pod) -> bool {
    let is_renamed = |init: Container<'_>| {
        let mut own = injector.cluster.storage_containers.iter().filter_map(StorageContainer::container);
        init.volume_mounts().any(|mount| mount.name() == DOWNLOAD_VOLUME) && own.any(|own| own.name() == init.name())
    };
    pod.has_init_container(NAME) || pod.view().init_containers().any(is_renamed)
}

/// The storage spec from the pod's annotations.
fn storage_spec(pod: &Pod) -> Result<Option<StorageSpec>, ControllerError> {
    if pod.annotation(annotations::STORAGE_SPEC) != Some("true") {
        return Ok(None);
    }
    let parameters = pod.annotation(annotations::STORAGE_SPEC_PARAMETERS).map(secret::parse_strings).transpose();
    let parameters = parameters.map_err(|error| ControllerError::new(error.to_string()))?;
    let key = pod.annotation(annotations::STORAGE_SPEC_KEY).unwrap_or_default().to_owned();
    Ok(Some(StorageSpec { key, parameters: parameters.unwrap_or_default() }))
}

/// The storage container for a URI: the one that the pod names, or else the first that supports it.
fn storage_container<'w>(
    injector: &Injector<'w>,
    pod: &Pod,
    uri: &str,
) -> Result<Option<&'w StorageContainer>, ControllerError> {
    let containers = &injector.cluster.storage_containers;
    match pod.annotation(annotations::STORAGE_CONTAINER_NAME).filter(|name| !name.is_empty()) {
        Some(name) if injector.cluster.release.components.storage_container_name => {
            containers.chosen(name, uri).map(Some)
        }
        _ => containers.for_uri(uri),
    }
}

/// The path in the claim that caches the model if the pod is labelled for one, or else the URI as it is.
fn local_model(injector: &Injector, pod: &Pod, uri: String) -> Result<String, ControllerError> {
    let Some(cache) = pod.label(annotations::LOCAL_MODEL) else { return Ok(uri) };
    let source = pod.annotation(annotations::LOCAL_MODEL_SOURCE_URI).unwrap_or_default();
    let below = uri.strip_prefix(source).unwrap_or(&uri);
    let slash = if below.starts_with('/') { "" } else { "/" };
    let Some(claim) = pod.annotation(annotations::LOCAL_MODEL_CLAIM) else {
        return Err(ControllerError::new(format!("Annotation {} not found", annotations::LOCAL_MODEL_CLAIM)));
    };
    let key = match injector.cluster.release.pod.hashed_local_models {
        true => Sha256::digest(source.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect(),
        false => cache.to_owned(),
    };
    Ok(format!("pvc://{claim}/models/{key}{slash}{below}"))
}
