//! The init container that downloads a model from a single URI, and what stands in for it.

use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::ca_bundle::Bundle;
use super::spec::{Pod, has_variable, mount, push, resources, variable};
use super::storage_spec::{self, StorageSpec};
use super::{Webhook, oci};
use crate::component::set_variable;
use crate::component::storage::StorageContainer;
use crate::runtime::merge_storage_container;
use crate::{Map, Value};

/// Where models are put.
pub(super) const MODEL_PATH: &str = "/mnt/models";
/// The volume for a downloaded model.
const DOWNLOAD_VOLUME: &str = "kserve-provision-location";
/// The volume for a claim.
const CLAIM_VOLUME: &str = "kserve-pvc-source";
pub(super) const NAME: &str = "storage-initializer";

/// Adds what brings the model of a single URI into the pod.
///
/// # Errors
/// The webhook's text.
pub(super) fn add(webhook: &mut Webhook, pod: &mut Pod) -> Result<(), String> {
    let Some(source) = pod.internal("storage-initializer-sourceuri").map(str::to_owned) else { return Ok(()) };
    match webhook.cluster.release.pod.storage_container_by_source {
        true => add_by_source(webhook, pod, source),
        false => add_directly(webhook, pod, source),
    }
}

fn add_by_source(webhook: &mut Webhook, pod: &mut Pod, source: String) -> Result<(), String> {
    let uri = local_model(webhook, pod, source)?;
    let spec = storage_spec(pod)?;
    let container = storage_container(webhook, pod, &uri)?;
    if pod.internal("agent").is_some() || oci::Image::of(webhook, &uri).is_some() || pod.has_init_container(NAME) {
        return Ok(());
    }
    let Some(users) = pod.model_users() else { return Err("Invalid configuration: cannot find container".into()) };
    if let Some(claim) = uri.strip_prefix("pvc://") {
        mount_claim(pod, &users, claim);
        rewrite_storage_uri(pod, &users);
        return Ok(());
    }
    let volume = json!({"name": DOWNLOAD_VOLUME, "emptyDir": {}});
    for user in &users {
        pod.mount(user, &mount(DOWNLOAD_VOLUME, MODEL_PATH, is_read_only(pod)), &volume);
    }
    pod.add_volume(volume);
    rewrite_storage_uri(pod, &users);
    let mut initializer = initializer(webhook, vec![uri.into(), MODEL_PATH.into()]);
    push(&mut initializer, "volumeMounts", mount(DOWNLOAD_VOLUME, MODEL_PATH, false));
    let container = container.cloned();
    complete(webhook, pod, initializer, spec.as_ref(), container.as_ref())
}

/// Gives an initializer its credentials, CA bundle, storage container and variables, and appends it.
pub(super) fn complete(
    webhook: &mut Webhook,
    pod: &mut Pod,
    mut initializer: Map,
    spec: Option<&StorageSpec>,
    container: Option<&StorageContainer>,
) -> Result<(), String> {
    let with_credentials = match spec {
        Some(spec) => spec.add(webhook, pod, &mut initializer),
        None => {
            let account = account(pod);
            webhook.add_account(pod, &mut initializer, &account)
        }
    };
    if let Err(error) = with_credentials {
        // Knative mode goes on with what is there.
        pod.push("initContainers", Value::Object(initializer));
        return Err(error);
    }
    let bundle = Bundle::of(webhook, pod, &initializer);
    let before_merge = webhook.cluster.release.pod.ca_bundle_before_merge;
    let (early, late) = if before_merge { (bundle, None) } else { (None, bundle) };
    if let Some(bundle) = early {
        bundle.add(pod, &mut initializer);
    }
    if let Some(own) = container.and_then(StorageContainer::container) {
        initializer = merge_storage_container(&initializer, own, &webhook.cluster.release);
    }
    if let Some(bundle) = late {
        bundle.add(pod, &mut initializer);
    }
    if webhook.cluster.release.pod.hugging_face_variables {
        for (name, value) in [
            ("HF_HUB_ENABLE_HF_TRANSFER", "1"),
            ("HF_XET_HIGH_PERFORMANCE", "1"),
            ("HF_XET_NUM_CONCURRENT_RANGE_GETS", "8"),
        ] {
            if !has_variable(&initializer, name) {
                push(&mut initializer, "env", variable(name, value));
            }
        }
    }
    if webhook.cluster.release.components.confidential && pod.internal("confidential-enabled") == Some("true") {
        set_variable(&mut initializer, "CONFIDENTIAL_ENABLED", "true");
        if let Some(resource) = pod.internal("confidential-resource-id").filter(|id| !id.is_empty()) {
            set_variable(&mut initializer, "CONFIDENTIAL_RESOURCE_ID", resource);
        }
    }
    pod.push("initContainers", Value::Object(initializer));
    Ok(())
}

/// The pod's ServiceAccount, empty if it names none.
pub(super) fn account(pod: &Pod) -> String {
    pod.spec.get("serviceAccountName").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The bare init container of the section `storageInitializer`.
pub(super) fn initializer(webhook: &Webhook, args: Vec<Value>) -> Map {
    let settings = &webhook.settings.storage_initializer;
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

/// Whether the model is mounted read-only: unless the annotation says `false`, so written.
pub(super) fn is_read_only(pod: &Pod) -> bool {
    pod.annotation("storage.kserve.io/readonly") != Some("false")
}

/// The storage spec of the pod's annotations.
fn storage_spec(pod: &Pod) -> Result<Option<StorageSpec>, String> {
    if pod.internal("storage-spec") != Some("true") {
        return Ok(None);
    }
    let parameters = pod.internal("storage-spec-param").map(storage_spec::parse_strings).transpose()?;
    let key = pod.internal("storage-spec-key").unwrap_or_default().to_owned();
    Ok(Some(StorageSpec { key, parameters: parameters.unwrap_or_default() }))
}

/// The storage container for a URI: the one that the pod names, else the first that supports it.
fn storage_container<'w>(webhook: &Webhook<'w>, pod: &Pod, uri: &str) -> Result<Option<&'w StorageContainer>, String> {
    let containers = &webhook.cluster.storage_containers;
    match pod.internal("storage-container-name").filter(|name| !name.is_empty()) {
        Some(name) if webhook.cluster.release.components.storage_container_name => {
            containers.chosen(name, uri).map(Some)
        }
        _ => containers.for_uri(uri),
    }
}

/// The claim that caches the model, if the pod is labelled for one; else the URI as it is.
fn local_model(webhook: &Webhook, pod: &Pod, uri: String) -> Result<String, String> {
    let Some(cache) = pod.label("internal.serving.kserve.io/localmodel") else { return Ok(uri) };
    let source = pod.internal("localmodel-sourceuri").unwrap_or_default();
    let mut below = uri.strip_prefix(source).unwrap_or(&uri).to_owned();
    if !below.starts_with('/') {
        below.insert(0, '/');
    }
    let Some(claim) = pod.internal("localmodel-pvc-name") else {
        return Err("Annotation internal.serving.kserve.io/localmodel-pvc-name not found".into());
    };
    let key = match webhook.cluster.release.pod.hashed_local_models {
        true => {
            let digest = Sha256::digest(source.as_bytes());
            digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
        }
        false => cache.to_owned(),
    };
    Ok(format!("pvc://{claim}/models/{key}{below}"))
}

/// Splits a claim from the path in it.
pub(super) fn claim_and_path(text: &str) -> (&str, &str) {
    text.split_once('/').unwrap_or((text, ""))
}

/// The volume of a claim; without a name it is empty, as the API server takes it.
pub(super) fn claim_volume(name: &str, claim: &str) -> Value {
    match claim.is_empty() {
        true => json!({"name": name, "persistentVolumeClaim": {"claimName": ""}}),
        false => json!({"name": name, "persistentVolumeClaim": {"claimName": claim}}),
    }
}

fn mount_claim(pod: &mut Pod, users: &[&str], claim: &str) {
    let (claim, path) = claim_and_path(claim);
    let mut mount = mount(CLAIM_VOLUME, MODEL_PATH, is_read_only(pod));
    if let (Some(mount), false) = (mount.as_object_mut(), path.is_empty()) {
        mount.insert("subPath".into(), path.into());
    }
    let volume = claim_volume(CLAIM_VOLUME, claim);
    for user in users {
        pod.mount(user, &mount, &volume);
    }
    pod.add_volume(volume);
}

/// A container that reads `STORAGE_URI` finds the model where it is put.
fn rewrite_storage_uri(pod: &mut Pod, users: &[&str]) {
    let Some(main) = users.first().and_then(|name| pod.container_mut(name)) else { return };
    let env = main.get_mut("env").and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut);
    for variable in env {
        let is_set = variable.get("value").and_then(Value::as_str).is_some_and(|value| !value.is_empty());
        if is_set && variable.get("name").is_some_and(|name| name == "STORAGE_URI") {
            variable.insert("value".into(), MODEL_PATH.into());
        }
    }
}

/// The oldest release's way: the storage container is looked for last, for the URI as it then is, and claims are
/// mounted directly only if the ConfigMap says so.
fn add_directly(webhook: &mut Webhook, pod: &mut Pod, source: String) -> Result<(), String> {
    let modelcar = webhook.settings.storage_initializer.enable_modelcar && source.starts_with("oci://");
    if pod.internal("agent").is_some() || modelcar || pod.has_init_container(NAME) {
        return Ok(());
    }
    let Some(users) = pod.model_users() else {
        return Err("Invalid configuration: cannot find container: kserve-container".into());
    };
    let mut uri = local_model(webhook, pod, source)?;
    let read_only = is_read_only(pod);
    let mut initializer_mounts = Vec::new();
    let mut volumes = Vec::new();
    if let Some(claim) = uri.strip_prefix("pvc://").map(str::to_owned) {
        if webhook.settings.storage_initializer.enable_direct_pvc_volume_mount {
            mount_claim(pod, &users, &claim);
            rewrite_storage_uri(pod, &users);
            return Ok(());
        }
        let (claim, path) = claim_and_path(&claim);
        let mounted = mount(CLAIM_VOLUME, "/mnt/pvc", read_only);
        for user in &users {
            if let Some(container) = pod.container_mut(user) {
                push(container, "volumeMounts", mounted.clone());
            }
        }
        volumes.push(claim_volume(CLAIM_VOLUME, claim));
        initializer_mounts.push(mounted);
        uri = format!("/mnt/pvc/{path}");
    }
    for user in &users {
        if let Some(container) = pod.container_mut(user) {
            push(container, "volumeMounts", mount(DOWNLOAD_VOLUME, MODEL_PATH, read_only));
        }
    }
    volumes.push(json!({"name": DOWNLOAD_VOLUME, "emptyDir": {}}));
    initializer_mounts.push(mount(DOWNLOAD_VOLUME, MODEL_PATH, false));
    rewrite_storage_uri(pod, &users);
    for volume in volumes {
        pod.push("volumes", volume);
    }
    let mut initializer = initializer(webhook, vec![uri.into(), MODEL_PATH.into()]);
    for mount in initializer_mounts {
        push(&mut initializer, "volumeMounts", mount);
    }
    let spec = storage_spec(pod)?;
    match &spec {
        Some(spec) => spec.add(webhook, pod, &mut initializer)?,
        None => {
            let account = account(pod);
            webhook.add_account(pod, &mut initializer, &account)?;
        }
    }
    if let Some(bundle) = Bundle::of(webhook, pod, &initializer) {
        bundle.add(pod, &mut initializer);
    }
    let resolved = initializer.get("args").and_then(|args| args.get(0)).and_then(Value::as_str).unwrap_or_default();
    if let Some(own) = webhook.cluster.storage_containers.for_uri(resolved)?.and_then(StorageContainer::container) {
        initializer = merge_storage_container(&initializer, own, &webhook.cluster.release);
    }
    pod.push("initContainers", Value::Object(initializer));
    Ok(())
}
