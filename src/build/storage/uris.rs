//! Several storage URIs, which the controller itself brings into the pod while it builds the workload.

use std::collections::BTreeMap;

use serde_json::json;

use super::copied::{Copied, Notes};
use super::initializer;
use super::injector::Injector;
use super::model;
use super::settings::Settings;
use super::spec::{self, ModelUsers, Pod, mount, push};
use super::storage_spec::StorageSpec;
use super::{annotations, oci};
use crate::api::{Container, InferenceService, Storage, StorageUri};
use crate::facts::Cluster;
use crate::facts::storage_containers::StorageContainer;
use crate::object::string_map;
use crate::object::{Cause, ControllerError};
use crate::{Map, Value};

/// The list `storageUris` of a component, with everything that decides how it is downloaded and mounted.
#[derive(Debug, Clone, Copy)]
pub struct StorageUris<'a> {
    pub namespace: &'a str,
    /// The entries, each with `uri` and `mountPath`.
    pub uris: &'a [Value],
    /// Annotations of the component.
    pub annotations: &'a BTreeMap<String, String>,
    /// The `storage` of the predictor's model, whatever the component.
    pub storage: Option<Storage<'a>>,
    /// The storage container for the first URI.
    pub container: Option<&'a StorageContainer>,
}

/// Adds what downloads and mounts `storageUris` to the pods of a component, as the controller does before it builds the workload.
/// `notes` receives assumptions made because a document is not in the input, and the values copied from Secrets.
///
/// # Errors
///
/// The controller's error. What was added before stays, since Knative mode continues with it.
pub fn initialise(
    cluster: &Cluster,
    request: StorageUris<'_>,
    pod_spec: &mut Map,
    notes: &mut Notes,
) -> Result<(), ControllerError> {
    let entries = StorageUri::all(request.uris).map(|entry| (entry.uri(), entry.mount_path().unwrap_or(model::PATH)));
    let entries: Vec<(&str, &str)> = entries.collect();
    if entries.is_empty() {
        return Ok(());
    }
    let service = InferenceService::default();
    let settings = Settings::of_controller(cluster)?;
    let mut injector = Injector {
        cluster,
        service: Some(&service),
        settings: &settings,
        warnings: Vec::new(),
        copied: Copied::default(),
        lacks_document: false,
    };
    let metadata = Map::from_iter([("annotations".to_owned(), json!(request.annotations))]);
    let mut pod = Pod { namespace: request.namespace.to_owned(), metadata, spec: std::mem::take(pod_spec) };
    let result = add(&mut injector, &mut pod, &entries, &request);
    *pod_spec = pod.spec;
    notes.extend(Notes { texts: injector.warnings, copied: injector.copied });
    result
}

/// The name of the storage container that a release ships.
const SHIPPED: &str = "default";

fn add(
    injector: &mut Injector,
    pod: &mut Pod,
    entries: &[(&str, &str)],
    request: &StorageUris<'_>,
) -> Result<(), ControllerError> {
    let container = request.container;
    if pod.annotation(annotations::AGENT).is_some()
        || add_images(injector, pod, entries)?
        || pod.has_init_container(initializer::NAME)
    {
        return Ok(());
    }
    let users =
        pod.model_users().ok_or_else(|| ControllerError::new("Invalid configuration: cannot find container"))?;
    if let Some(container) = container {
        check_container(injector, container)?;
    }
    let read_only = model::is_read_only(pod);
    let downloads = add_claims(injector, pod, &users, entries, read_only);
    if downloads.is_empty() {
        return Ok(());
    }
    let initializer = downloading(injector, pod, &users, &downloads, read_only);
    let spec = storage_spec(request.storage);
    initializer::complete(injector, pod, initializer, spec.as_ref(), container)
}

/// Adds the OCI images among the URIs; returns whether nothing else is left to do.
fn add_images(injector: &mut Injector, pod: &mut Pod, entries: &[(&str, &str)]) -> Result<bool, ControllerError> {
    let rules = &injector.cluster.release.pod;
    if rules.oci_among_uris {
        let images = entries.iter().any(|(uri, _)| oci::Image::of(injector, uri).is_some());
        oci::add_listed(injector, pod, entries)?;
        return Ok(images && !rules.several_oci_images);
    }
    let is_image = entries.first().is_some_and(|(uri, _)| uri.starts_with("oci://"));
    Ok(injector.settings.storage_initializer.enable_modelcar && is_image)
}

/// Checks whether the storage container can download more than one model.
fn check_container(injector: &mut Injector, container: &StorageContainer) -> Result<(), ControllerError> {
    if container.supports_multi_model_download() {
        return Ok(());
    }
    let name = container.container().map(Container::name).unwrap_or_default();
    if container.name == SHIPPED && !container.declares_multi_model_download() {
        injector.warnings.push(format!(
            "ClusterStorageContainer {SHIPPED} is the one of the release's manifests; the one of its Helm chart has \
             supportsMultiModelDownload, so give what the cluster has"
        ));
    }
    Err(ControllerError::new(format!(
        "storage container \"{name}\" does not support multi-model download; use the default kserve storage initializer or \
         a compatible storage container"
    ))
    .about(Cause::OneModelOnly))
}

/// Mounts the claims among the URIs, and returns what is left to download. The path inside a claim is ignored here.
fn add_claims<'e>(
    injector: &Injector,
    pod: &mut Pod,
    users: &ModelUsers,
    entries: &[(&'e str, &'e str)],
    read_only: bool,
) -> Vec<(&'e str, &'e str)> {
    let several_images = injector.cluster.release.pod.several_oci_images;
    let mut downloads = Vec::with_capacity(entries.len());
    for &(uri, path) in entries {
        if let Some((claim, _)) = model::claim_and_path(uri) {
            let name = model::volume_name(path);
            for user in users.names() {
                pod.mount(user, &mount(&name, path, read_only), &model::claim_volume(&name, claim));
            }
        } else if !(several_images && oci::has_scheme(uri)) {
            downloads.push((uri, path));
        }
    }
    downloads
}

/// The initializer that downloads these URIs into one volume, which is mounted by it and by the users of the models.
fn downloading(
    injector: &Injector,
    pod: &mut Pod,
    users: &ModelUsers,
    downloads: &[(&str, &str)],
    read_only: bool,
) -> Map {
    let args = downloads.iter().flat_map(|(uri, path)| [Value::from(*uri), Value::from(*path)]).collect();
    let mut initializer = initializer::bare(injector, args);
    if injector.cluster.release.pod.initializer_has_model_mount {
        push(&mut initializer, "volumeMounts", mount(model::DOWNLOAD_VOLUME, model::PATH, false));
    }
    let shared = common_directory(downloads.iter().map(|(_, path)| *path));
    let name = model::volume_name(&shared);
    let volume = model::empty_volume(&name);
    for user in users.names() {
        pod.mount(user, &mount(&name, &shared, read_only), &volume);
    }
    if spec::add_mount(&mut initializer, &mount(&name, &shared, false)) {
        pod.add_volume(volume);
    }
    initializer
}

/// The storage spec, if it takes effect: it needs both a key and parameters.
fn storage_spec(storage: Option<Storage<'_>>) -> Option<StorageSpec> {
    Some(StorageSpec { key: storage?.key()?.to_owned(), parameters: string_map(Some(storage?.parameters()?)) })
}

/// The directory that contains all paths: for a single path the path itself, otherwise the longest common parent.
fn common_directory<'p>(mut paths: impl Iterator<Item = &'p str>) -> String {
    let parts = |path: &'p str| -> Vec<&'p str> { path.trim_matches('/').split('/').collect() };
    let first = paths.next().unwrap_or_default();
    let mut rest = paths.peekable();
    if rest.peek().is_none() {
        return first.to_owned();
    }
    let mut common = parts(first);
    for path in rest {
        let same = common.iter().zip(parts(path)).take_while(|(a, b)| *a == b).count();
        common.truncate(same);
    }
    format!("/{}", common.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_directory_is_the_longest_common_parent() {
        let shared = |paths: &[&'static str]| common_directory(paths.iter().copied());
        assert_eq!(shared(&["/mnt/models/a", "/mnt/models/b"]), "/mnt/models");
        assert_eq!(shared(&["/mnt/models", "/mnt/models/x"]), "/mnt/models");
        assert_eq!(shared(&["/mnt/models/a", "/mnt/models/a"]), "/mnt/models/a");
        assert_eq!(shared(&["/mnt/models/a/"]), "/mnt/models/a/");
        assert_eq!(shared(&["/a", "/b"]), "/");
    }
}
