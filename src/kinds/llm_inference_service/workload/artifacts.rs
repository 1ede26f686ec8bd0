//! How the model gets into a pod: by a storage initializer, from a claim, or as an OCI image.

use sha2::{Digest as _, Sha256};

use super::lora;
use crate::api::{Container, PodSpec};
use crate::build::containers::set_variable;
use crate::build::storage::{CLAIM_VOLUME, DOWNLOAD_VOLUME, INITIALIZER, has_variable, push, variable};
use crate::build::storage::{
    Downloads, MODEL_PATH, Pod, claim_and_path, claim_mount_at, claim_volume, empty_volume, mount,
};
use crate::facts::config::OciMode;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::service::Service;
use crate::kinds::llm_inference_service::spec::StorageInitializer;
use crate::object::{Cause, ControllerError, ObjectView as _};
use crate::release::UserInitializer;
use crate::{Map, Value};

/// The label and annotations of a model in a cache of the cluster.
const LOCAL_MODEL: &str = "internal.serving.kserve.io/localmodel";
const LOCAL_MODEL_SOURCE: &str = "internal.serving.kserve.io/localmodel-sourceuri";
const LOCAL_MODEL_CLAIM: &str = "internal.serving.kserve.io/localmodel-pvc-name";

/// The scheduler's container that needs the model's tokenizer, and the files to download for it.
pub(in super::super) const TOKENIZER: &str = "tokenizer";
const TOKENIZER_FILES: &str = "[\"tokenizer.json\", \"tokenizer_config.json\", \"special_tokens_map.json\", \"vocab.json\", \
                               \"merges.txt\", \"config.json\", \"generation_config.json\"]";

/// How a pod uses the model.
#[derive(Debug)]
pub(in super::super) struct Download<'d> {
    /// The container that uses the model.
    pub container: &'d str,
    /// The path where it expects the model.
    pub path: &'d str,
    /// Whether it also uses the adapters.
    pub lora: bool,
    /// The account with the credentials, by default the namespace's `default`.
    pub account: Option<&'d Value>,
    /// The existing pod.
    pub deployed: Option<PodSpec<'d>>,
}

/// Adds the model and its adapters to a pod.
///
/// # Errors
/// A URI that the controller does not understand, or an error in the adapters or the credentials.
pub(in super::super) fn attach(
    builder: &mut Builder<'_>,
    pod: &mut Pod,
    wanted: &Download<'_>,
) -> Result<(), ControllerError> {
    let service = builder.service;
    let written = service.spec.model().uri();
    if !written.contains("://") {
        return Err(of_uri("invalid model URI", written));
    }
    let enabled = service.spec.storage_initializer().and_then(StorageInitializer::enabled);
    if enabled == Some(false) {
        return Ok(());
    }
    let uri = match builder.cluster.release.llm.local_models {
        true => local_model(&service)?.unwrap_or_else(|| written.to_owned()),
        false => written.to_owned(),
    };
    let lora = wanted.lora && builder.cluster.release.llm.lora;
    let adapters = if lora { lora::downloaded(service.adapters) } else { Vec::new() };
    let scheme = uri.split_once("://").map_or("", |(scheme, _)| scheme);
    match (scheme, adapters.is_empty()) {
        ("hf" | "s3", true) => download_model(builder, pod, wanted, &uri)?,
        ("hf" | "s3", false) => {
            let model = std::iter::once((uri.as_str(), MODEL_PATH));
            download_all(builder, pod, wanted, &model.chain(adapters).collect::<Vec<_>>())?;
        }
        (_, no_downloads) => {
            let keeps_initializer = mount_model(builder, pod, wanted, &uri, scheme)?;
            if !no_downloads {
                download_all(builder, pod, wanted, &adapters)?;
            } else if !keeps_initializer {
                take_initializer(builder, pod);
            }
        }
    }
    if lora { lora::add(&service, pod) } else { Ok(()) }
}

/// The error for a URI from which the controller gets no model.
fn of_uri(refused: &str, uri: &str) -> ControllerError {
    ControllerError::new(format!("{refused}: {uri}")).about(Cause::ModelUri(uri.to_owned()))
}

/// Mounts a model that needs no download. Returns whether the user's storage initializer stays.
fn mount_model(
    builder: &mut Builder<'_>,
    pod: &mut Pod,
    wanted: &Download<'_>,
    uri: &str,
    scheme: &str,
) -> Result<bool, ControllerError> {
    let keeps = builder.cluster.release.llm.user_initializer_stays_beside_mounts;
    let mode = builder.settings.oci_mode;
    let native = match scheme {
        "pvc" => {
            let (claim, path) = claim_and_path(uri).unwrap_or_default();
            let mount = claim_mount_at(wanted.path, path, true);
            pod.mount(wanted.container, &mount, &claim_volume(CLAIM_VOLUME, claim));
            return Ok(keeps);
        }
        "oci+native" if builder.cluster.release.llm.oci_modes => true,
        "oci" if mode == OciMode::Disabled => return Err(ControllerError::new("OCI modelcars is not enabled")),
        "oci" => mode == OciMode::Native,
        _ => return Err(of_uri("unsupported schema in model URI", uri)),
    };
    if pod.container(wanted.container).is_none() {
        return Err(ControllerError::new(format!("no container found with name {}", wanted.container)));
    }
    let reference = uri.split_once("://").map_or("", |(_, reference)| reference);
    builder.downloads().mount_image(pod, wanted.container, reference, wanted.path, native)?;
    Ok(keeps || scheme == "oci+native")
}

/// A storage initializer that downloads only the model.
fn download_model(
    builder: &mut Builder<'_>,
    pod: &mut Pod,
    wanted: &Download<'_>,
    uri: &str,
) -> Result<(), ControllerError> {
    let own = take_initializer(builder, pod);
    let mut initializer = initializer(builder, wanted, vec![uri.into(), MODEL_PATH.into()]);
    if builder.cluster.release.llm.confidential {
        add_confidential(&builder.service, &mut initializer);
    }
    if let Some(own) = own {
        let written = Container::of(&own);
        if !written.args().is_empty() || !written.command().is_empty() {
            builder.events.push((
                "StorageInitializerOverride",
                "User-specified Args/Command on storage-initializer were overridden by controller".into(),
            ));
        }
        initializer = customized(builder, initializer, &own);
    }
    mount_downloads(pod, wanted.container, &mut initializer, MODEL_PATH, wanted.path);
    let is_s3 = uri.starts_with("s3://");
    let mut downloads = add_credentials(builder, pod, wanted, &mut initializer)?;
    match is_s3 {
        true => downloads.add_ca_bundle(pod, &mut initializer),
        false => add_hugging_face(builder, wanted, &mut initializer),
    }
    builder.notes.extend(downloads.notes);
    add_tokenizer_files(wanted, &mut initializer);
    pod.push("initContainers", initializer.into());
    Ok(())
}

/// One storage initializer for several downloads, each with a URI and a path, into one volume.
fn download_all(
    builder: &mut Builder<'_>,
    pod: &mut Pod,
    wanted: &Download<'_>,
    pairs: &[(&str, &str)],
) -> Result<(), ControllerError> {
    let own = take_initializer(builder, pod);
    let args = pairs.iter().flat_map(|(uri, path)| [Value::from(*uri), Value::from(*path)]).collect();
    let mut initializer = initializer(builder, wanted, args);
    if let Some(own) = own {
        initializer = customized(builder, initializer, &own);
    }
    let parent = common_parent(pairs.iter().map(|(_, path)| *path));
    mount_downloads(pod, wanted.container, &mut initializer, &parent, &parent);
    let mut downloads = add_credentials(builder, pod, wanted, &mut initializer)?;
    if pairs.iter().any(|(uri, _)| uri.starts_with("hf://")) {
        add_hugging_face(builder, wanted, &mut initializer);
    }
    add_tokenizer_files(wanted, &mut initializer);
    downloads.add_ca_bundle(pod, &mut initializer);
    builder.notes.extend(downloads.notes);
    pod.push("initContainers", initializer.into());
    Ok(())
}

/// Removes the user's storage initializer from the pod, the last one if there are several. Some releases leave it
/// there.
fn take_initializer(builder: &Builder<'_>, pod: &mut Pod) -> Option<Map> {
    if builder.cluster.release.llm.user_initializer == UserInitializer::Kept {
        return None;
    }
    let containers = pod.spec.get_mut("initContainers").and_then(Value::as_array_mut)?;
    let is_initializer = |container: &Map| Container::of(container).name() == INITIALIZER;
    let (own, others): (Vec<Value>, Vec<Value>) =
        std::mem::take(containers).into_iter().partition(|container| container.as_object().is_some_and(is_initializer));
    *containers = others;
    if containers.is_empty() {
        pod.spec.remove("initContainers");
    }
    let own = own.into_iter().next_back()?;
    (builder.cluster.release.llm.user_initializer == UserInitializer::Merged).then(|| own.as_object().cloned())?
}

/// The bare storage initializer. It keeps the image of the existing one.
fn initializer(builder: &mut Builder<'_>, wanted: &Download<'_>, args: Vec<Value>) -> Map {
    let mut initializer = builder.downloads().initializer(args);
    if let Some(image) = deployed_initializer(wanted).map(Container::image).filter(|image| !image.is_empty()) {
        initializer.insert("image".into(), image.into());
    }
    initializer
}

fn deployed_initializer<'d>(wanted: &Download<'d>) -> Option<Container<'d>> {
    wanted.deployed?.init_containers().filter(|container| container.name() == INITIALIZER).last()
}

/// Merges the user's changes into the storage initializer, which keeps its name, arguments and command.
fn customized(builder: &Builder<'_>, initializer: Map, own: &Map) -> Map {
    let mut merged = crate::build::merge::merge_storage_container(&initializer, own, &builder.cluster.release);
    for field in ["name", "args", "command"] {
        match initializer.get(field) {
            Some(value) => drop(merged.insert(field.into(), value.clone())),
            None => drop(merged.remove(field)),
        }
    }
    merged
}

/// Mounts the download volume: writable for the initializer, read-only for the container that uses it.
fn mount_downloads(pod: &mut Pod, container: &str, initializer: &mut Map, written: &str, read: &str) {
    crate::build::storage::add_mount(initializer, &mount(DOWNLOAD_VOLUME, written, false));
    pod.add_volume(empty_volume(DOWNLOAD_VOLUME));
    pod.add_mount(container, &mount(DOWNLOAD_VOLUME, read, true));
}

/// Adds the settings of a confidential model.
fn add_confidential(service: &Service<'_>, initializer: &mut Map) {
    let confidential = service.spec.model().confidential();
    let Some(confidential) = confidential.filter(|own| own.enabled()) else { return };
    set_variable(initializer, "CONFIDENTIAL_ENABLED", "true");
    let resource = confidential.resource_id();
    if !resource.is_empty() {
        set_variable(initializer, "CONFIDENTIAL_RESOURCE_ID", resource);
    }
}

/// Adds the credentials of the account to the initializer. The default account is `default`, which every namespace
/// has.
fn add_credentials<'b>(
    builder: &mut Builder<'b>,
    pod: &mut Pod,
    wanted: &Download<'_>,
    initializer: &mut Map,
) -> Result<Downloads<'b>, ControllerError> {
    let empty = Value::Object(Map::new());
    let account = wanted.account.or(builder.default_account()).unwrap_or(&empty);
    let mut downloads = builder.downloads();
    let added = downloads.add_credentials(pod, initializer, account);
    match added {
        Ok(()) => Ok(downloads),
        Err(error) => {
            builder.notes.extend(downloads.notes);
            Err(error)
        }
    }
}

/// Adds variables for the Hugging Face client, unless the existing initializer lacks them because an older
/// controller created it.
fn add_hugging_face(builder: &Builder<'_>, wanted: &Download<'_>, initializer: &mut Map) {
    let is_old = deployed_initializer(wanted)
        .is_some_and(|deployed| !deployed.env().any(|variable| variable.name().starts_with("HF_")));
    if !is_old && builder.cluster.release.llm.hugging_face_variables {
        Downloads::add_hugging_face(initializer);
    }
}

fn add_tokenizer_files(wanted: &Download<'_>, initializer: &mut Map) {
    const VARIABLE: &str = "STORAGE_ALLOW_PATTERNS";
    if wanted.container == TOKENIZER && !has_variable(initializer, VARIABLE) {
        push(initializer, "env", variable(VARIABLE, TOKENIZER_FILES));
    }
}

/// The path of the cached model, if the service's labels point to a cache.
fn local_model(service: &Service<'_>) -> Result<Option<String>, ControllerError> {
    if service.stored.label(LOCAL_MODEL).is_none() {
        return Ok(None);
    }
    let annotation = |key: &str| {
        service.annotation(key).ok_or_else(|| {
            let at = format_args!("{}/{}", service.names.namespace, service.names.service);
            ControllerError::new(format!("LLMInferenceService {at}: annotation {key} not found"))
        })
    };
    let (source, claim) = (annotation(LOCAL_MODEL_SOURCE)?, annotation(LOCAL_MODEL_CLAIM)?);
    let uri = service.spec.model().uri();
    let below = uri.strip_prefix(source).unwrap_or(uri);
    let slash = if below.starts_with('/') { "" } else { "/" };
    let key: String = Sha256::digest(source.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Ok(Some(format!("pvc://{claim}/models/{key}{slash}{below}")))
}

/// The longest path that contains all paths. For one path it is that path.
fn common_parent<'p>(paths: impl Iterator<Item = &'p str>) -> String {
    let split = |path: &'p str| path.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let shared = paths.map(split).reduce(|mut shared, path| {
        let same = shared.iter().zip(&path).take_while(|(a, b)| a == b).count();
        shared.truncate(same);
        shared
    });
    format!("/{}", shared.unwrap_or_default().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downloads_share_a_parent_directory() {
        assert_eq!(common_parent(["/mnt/models", "/mnt/lora/a"].into_iter()), "/mnt");
        assert_eq!(common_parent(["/mnt/lora/a", "/mnt/lora/b"].into_iter()), "/mnt/lora");
        assert_eq!(common_parent(["/mnt/lora/a"].into_iter()), "/mnt/lora/a");
        assert_eq!(common_parent(["/a", "/b"].into_iter()), "/");
    }
}
