//! How a model gets into a pod.

use crate::api::{Container, PodTemplate, Volume};
use crate::build::storage as pods;

/// How a model gets into a pod.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum How {
    /// An init container downloads it.
    Downloads {
        container: String,
    },
    /// The init container treats it as one of its own paths, as it has no scheme.
    OwnPath {
        container: String,
    },
    /// A claim that contains it is mounted, perhaps one of a named cache.
    Claim {
        claim: String,
        cache: String,
    },
    /// A sidecar of the image shares its files.
    Modelcar {
        container: String,
    },
    /// The image is mounted as a volume.
    ImageVolume,
    /// The agent loads it on request.
    Agent,
    Nothing,
}

impl How {
    /// Finds out what brings the model with a URI into the pod.
    pub fn of(template: PodTemplate<'_>, uri: &str, path: &str) -> How {
        let spec = template.spec();
        let image = uri.split_once("://").map_or(uri, |(_, rest)| rest);
        let is_image = uri.starts_with("oci");
        if is_image && spec.volumes().filter_map(Volume::image).any(|volume| volume.reference() == image) {
            return How::ImageVolume;
        }
        if let Some(sidecar) = spec.containers().find(|container| is_image && container.image() == image) {
            return How::Modelcar { container: sidecar.name().to_owned() };
        }
        let downloads = |container: &Container<'_>| {
            let rest = uri.strip_prefix(pods::PLACEHOLDER);
            container
                .arguments()
                .any(|arg| arg == uri || rest.is_some_and(|rest| arg.ends_with(rest)) || arg.starts_with("/mnt/pvc/"))
        };
        if let Some(container) = spec.init_containers().find(downloads) {
            let container = container.name().to_owned();
            return match uri.contains("://") {
                true => How::Downloads { container },
                false => How::OwnPath { container },
            };
        }
        // The volume of a claim is found by its mount at the path; a cached model has such a mount, too.
        let mounts = spec.containers().flat_map(Container::volume_mounts);
        let at_path = mounts.filter(|mount| mount.mount_path() == path);
        let claims = at_path.filter_map(|mount| spec.volume(mount.name())?.persistent_volume_claim());
        if let Some(claim) = claims.last() {
            let cache = template.label(pods::LOCAL_MODEL).to_owned();
            return How::Claim { claim: claim.claim_name().to_owned(), cache };
        }
        match template.annotation(pods::AGENT) == "true" {
            true => How::Agent,
            false => How::Nothing,
        }
    }

    /// The name for use by programs.
    pub const fn name(&self) -> &'static str {
        match self {
            How::Downloads { .. } => "initContainer",
            How::OwnPath { .. } => "ownPath",
            How::Claim { .. } => "persistentVolumeClaim",
            How::Modelcar { .. } => "modelcar",
            How::ImageVolume => "imageVolume",
            How::Agent => "agent",
            How::Nothing => "nothing",
        }
    }

    pub fn words(&self) -> String {
        match self {
            How::Downloads { container } => format!("downloaded by the init container {container}"),
            How::OwnPath { container } => {
                format!("taken for a path in the init container {container}, as it has no scheme")
            }
            How::Claim { claim, cache } if cache.is_empty() => format!("mounted from the claim {claim}"),
            How::Claim { claim, cache } => {
                format!("mounted from the claim {claim}, where LocalModelCache {cache} has it")
            }
            How::Modelcar { container } => format!("shared by the sidecar {container}"),
            How::ImageVolume => "mounted as an image volume".to_owned(),
            How::Agent => "loaded by the agent".to_owned(),
            How::Nothing => "nothing brings it into the pod".to_owned(),
        }
    }

    pub fn short(&self) -> String {
        match self {
            How::Downloads { .. } => "downloaded by an init container".to_owned(),
            How::OwnPath { .. } => "has no scheme, so it is taken for a path in the init container".to_owned(),
            other => other.words(),
        }
    }
}
