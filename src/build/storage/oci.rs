//! Models in OCI images: a sidecar that shares its file system, or the image as a volume.

use serde_json::json;

use super::injector::Injector;
use super::model::{self, volume_name};
use super::spec::{Pod, mount, set_user};
use super::{annotations, spec};
use crate::api::VolumeMount;
use crate::build::containers::set_variable;
use crate::facts::config::OciMode;
use crate::object::ControllerError;
use crate::object::fields;
use crate::object::keys::{MAIN_CONTAINER, TRANSFORMER_CONTAINER, WORKER_CONTAINER};

/// The names of the sidecar that shares a model and of the init container that pulls its image first; further ones are numbered.
const SIDECAR: &str = "modelcar";
pub(crate) const PREFETCH: &str = "modelcar-init";

/// An OCI image and how it is mounted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Image {
    /// The reference with the scheme `oci://`.
    reference: String,
    native: bool,
}

impl Image {
    /// An image, mounted as a volume or by a sidecar.
    pub(crate) fn new(reference: &str, native: bool) -> Image {
        Image { reference: reference.to_owned(), native }
    }

    /// Reads a URI; `None` if it is not an OCI image, or if OCI images are disabled for it.
    pub(crate) fn of(injector: &Injector, uri: &str) -> Option<Image> {
        if let Some(rest) = uri.strip_prefix("oci://") {
            let native = match injector.settings.oci_mode {
                OciMode::Disabled => return None,
                mode => mode == OciMode::Native,
            };
            return Some(Image { reference: rest.to_owned(), native });
        }
        let (mode, reference) = with_mode(uri).filter(|_| injector.cluster.release.input.oci_model_mode)?;
        Some(Image { reference: reference.to_owned(), native: mode == "native" })
    }
}

/// The mode and reference in a URI `oci+<mode>://<reference>`.
fn with_mode(uri: &str) -> Option<(&str, &str)> {
    uri.strip_prefix("oci+")?.split_once("://").filter(|(mode, _)| !mode.is_empty())
}

/// Whether a URI has the form of an OCI image, enabled or not.
pub(crate) fn has_scheme(uri: &str) -> bool {
    uri.starts_with("oci://") || with_mode(uri).is_some()
}

/// The directory above a path; the root for a path without one.
fn parent(path: &str) -> String {
    match model::directory(path) {
        directory if directory == "." => "/".to_owned(),
        directory => directory,
    }
}

/// Adds the image of a single URI.
pub(crate) fn add(injector: &Injector, pod: &mut Pod) -> Result<(), ControllerError> {
    if injector.settings.oci_mode == OciMode::Disabled {
        return Ok(());
    }
    let Some(uri) = pod.annotation(annotations::SOURCE_URI).map(str::to_owned) else { return Ok(()) };
    let Some(image) = Image::of(injector, &uri) else { return Ok(()) };
    let falls_back = injector.cluster.release.pod.modelcar_for_workers;
    let worker = [WORKER_CONTAINER].into_iter().filter(|_| falls_back);
    let target = std::iter::once(MAIN_CONTAINER).chain(worker).find(|name| pod.container(name).is_some());
    let Some(target) = target else {
        return Err(ControllerError::new(match falls_back {
            true => format!("Invalid configuration: cannot find container: {MAIN_CONTAINER}"),
            false => format!("no container found with name {MAIN_CONTAINER}"),
        }));
    };
    mount_into(injector, pod, target, &image, model::PATH, 0)?;
    if pod.container(TRANSFORMER_CONTAINER).is_some() {
        mount_into(injector, pod, TRANSFORMER_CONTAINER, &image, model::PATH, 0)?;
    }
    Ok(())
}

/// Mounts an image into a container at a path; `index` counts the images of a pod.
pub(crate) fn mount_into(
    injector: &Injector,
    pod: &mut Pod,
    container: &str,
    image: &Image,
    path: &str,
    index: usize,
) -> Result<(), ControllerError> {
    match image.native {
        true => mount_natively(pod, container, image, path),
        false => {
            add_modelcar(injector, pod, container, image, path, index);
            Ok(())
        }
    }
}

fn mount_natively(pod: &mut Pod, container: &str, image: &Image, path: &str) -> Result<(), ControllerError> {
    let name = match volume_name(path) {
        name if name.is_empty() => "oci-model".to_owned(),
        name => name,
    };
    let mount = pod.container(container).and_then(|container| container.mount_at(path));
    if let Some(other) = mount.map(VolumeMount::name).filter(|other| *other != name) {
        return Err(ControllerError::new(format!("mountPath \"{path}\" already used by volume \"{other}\"")));
    }
    let source = [("pullPolicy", "IfNotPresent".into()), ("reference", fields::non_empty(&image.reference))];
    pod.add_volume(json!({"name": name, "image": fields::object(source)}));
    if let Some(container) = pod.container_mut(container) {
        let mount = json!({"name": name, "mountPath": path, "subPath": "models", "readOnly": true});
        spec::add_mount(container, &mount);
    }
    Ok(())
}

fn add_modelcar(injector: &Injector, pod: &mut Pod, target: &str, image: &Image, path: &str, index: usize) {
    let rules = &injector.cluster.release.pod;
    let settings = &injector.settings.storage_initializer;
    let numbered = |name: &str| if index == 0 { name.to_owned() } else { format!("{name}-{index}") };
    let volume = numbered(model::DOWNLOAD_VOLUME);
    let shared = mount(&volume, &parent(path), false);
    let only_mounted = target == TRANSFORMER_CONTAINER && !rules.modelcar_configures_transformer;
    pod.add_volume(model::empty_volume(&volume));
    if let Some(container) = pod.container_mut(target) {
        if !only_mounted {
            set_variable(container, "MODEL_INIT_MODE", "async");
        }
        spec::add_mount(container, &shared);
        if let (Some(user), false) = (settings.uid_modelcar, only_mounted) {
            if !rules.modelcar_keeps_security_context {
                container.remove("securityContext");
            }
            set_user(container, user);
        }
    }
    let (name, init) = (numbered(SIDECAR), numbered(PREFETCH));
    if pod.container(&name).is_none() {
        let or = |text: &str, default: &str| if text.is_empty() { default.to_owned() } else { text.to_owned() };
        let (cpu, memory) = (or(&settings.cpu_modelcar, "10m"), or(&settings.memory_modelcar, "15Mi"));
        let resources = spec::resources(&cpu, &memory, &cpu, &memory);
        let container = |name: String, command: String| {
            fields::map([
                ("args", json!(["sh", "-c", command])),
                ("image", fields::non_empty(&image.reference)),
                ("name", name.into()),
                ("resources", resources.clone()),
                ("terminationMessagePolicy", "FallbackToLogsOnError".into()),
            ])
        };
        let mut sidecar = container(name, link_command(path, rules.modelcar_paths_quoted));
        sidecar.insert("volumeMounts".into(), json!([shared]));
        if let Some(user) = settings.uid_modelcar {
            sidecar.insert("securityContext".into(), json!({"runAsUser": user}));
        }
        pod.push("containers", sidecar.into());
        pod.push("initContainers", container(init, prefetch_command(&image.reference)).into());
    }
    pod.spec.insert("shareProcessNamespace".into(), true.into());
}

/// The command that links the models of the sidecar to the path.
fn link_command(path: &str, quoted: bool) -> String {
    let written = |path: &str| {
        let is_plain = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        match is_plain || !quoted {
            true => path.to_owned(),
            false => format!("'{}'", path.replace('\'', r"'\''")),
        }
    };
    let link = format!("ln -sf /proc/$$$$/root/models {} && sleep infinity", written(path));
    match path == model::PATH {
        true => link,
        false => format!("mkdir -p {} && {link}", written(&parent(path))),
    }
}

fn prefetch_command(reference: &str) -> String {
    format!(
        "echo 'Pre-fetching modelcar {reference}: ' && [ -d /models ] && [ \"$$(ls -A /models)\" ] && echo 'OK ... Prefetched \
         and valid (/models exists)' || (echo 'NOK ... Prefetched but modelcar is invalid (/models does not exist or is \
         empty)' && exit 1)"
    )
}

/// Mounts the images among `storageUris`; each entry is a URI and a path.
///
/// # Errors
///
/// The controller's error about a pod without a container for the model, about too many images, or about paths that conflict.
pub(crate) fn add_listed(injector: &Injector, pod: &mut Pod, entries: &[(&str, &str)]) -> Result<(), ControllerError> {
    let images: Vec<(Image, &str)> =
        entries.iter().filter_map(|(uri, path)| Some((Image::of(injector, uri)?, *path))).collect();
    if images.is_empty() {
        return Ok(());
    }
    let users =
        pod.model_users().ok_or_else(|| ControllerError::new("Invalid configuration: cannot find container"))?;
    let checked: Vec<&str> =
        entries.iter().filter(|(uri, _)| uri.starts_with("oci://")).map(|(_, path)| *path).collect();
    if injector.cluster.release.pod.several_oci_images {
        check_paths(&checked, injector.settings.oci_mode)?;
    }
    for (index, (image, path)) in images.iter().enumerate() {
        let index = if injector.cluster.release.pod.several_oci_images { index } else { 0 };
        for user in users.names() {
            mount_into(injector, pod, user, image, path, index)?;
        }
    }
    Ok(())
}

fn check_paths(paths: &[&str], mode: OciMode) -> Result<(), ControllerError> {
    if paths.len() > 10 {
        return Err(ControllerError::new(format!("too many OCI sources ({}); maximum is 10 per pod", paths.len())));
    }
    for (index, path) in paths.iter().enumerate() {
        for earlier in paths.iter().take(index) {
            if mode == OciMode::Native {
                if earlier == path {
                    return Err(ControllerError::new(format!(
                        "OCI mount path \"{path}\" is specified more than once; each native ImageVolume must have a unique \
                         mount path"
                    )));
                }
            } else if parent(earlier) == parent(path) {
                return Err(ControllerError::new(format!(
                    "OCI mount paths \"{earlier}\" and \"{path}\" share parent directory \"{}\", which would cause volume \
                     mount shadowing; use mount paths with distinct parent directories",
                    parent(path)
                )));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_odd_characters_are_quoted() {
        assert_eq!(link_command("/mnt/models", true), "ln -sf /proc/$$$$/root/models /mnt/models && sleep infinity");
        assert_eq!(
            link_command("/mnt/a b", true),
            "mkdir -p /mnt && ln -sf /proc/$$$$/root/models '/mnt/a b' && sleep infinity"
        );
    }

    #[test]
    fn images_need_separate_paths() {
        assert!(check_paths(&["/a/x", "/a/y"], OciMode::Modelcar).is_err());
        assert!(check_paths(&["/a/x", "/b/y"], OciMode::Modelcar).is_ok());
        assert!(check_paths(&["/a/x", "/a/y"], OciMode::Native).is_ok());
        assert!(check_paths(&["/a/x", "/a/x"], OciMode::Native).is_err());
    }
}
