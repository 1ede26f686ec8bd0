//! How containers access a model: the volume that holds it, the mounts, and the variable that names it.

use serde_json::json;

use super::annotations;
use super::spec::{Pod, mount};
use crate::Value;

/// The path of a single model.
pub const PATH: &str = "/mnt/models";
/// The volume of a single model that is downloaded.
pub(crate) const DOWNLOAD_VOLUME: &str = "kserve-provision-location";
/// The volume of a single model in a claim.
pub(crate) const CLAIM_VOLUME: &str = "kserve-pvc-source";
/// The volume with the CA bundle of object stores.
pub(crate) const CA_BUNDLE_VOLUME: &str = "cabundle-cert";

/// Whether models are mounted read-only: they are unless the annotation is `false`, in exactly this spelling.
pub(crate) fn is_read_only(pod: &Pod) -> bool {
    pod.annotation(annotations::READ_ONLY) != Some("false")
}

/// The claim and the path in a `pvc://` URI.
pub(crate) fn claim_and_path(uri: &str) -> Option<(&str, &str)> {
    let text = uri.strip_prefix("pvc://")?;
    Some(text.split_once('/').unwrap_or((text, "")))
}

/// The volume for a claim; without a claim name it is an `emptyDir`.
pub(crate) fn claim_volume(name: &str, claim: &str) -> Value {
    match claim.is_empty() {
        true => empty_volume(name),
        false => json!({"name": name, "persistentVolumeClaim": {"claimName": claim}}),
    }
}

pub(crate) fn empty_volume(name: &str) -> Value {
    json!({"name": name, "emptyDir": {}})
}

/// The mount of a claim's directory; an empty path mounts the whole claim.
pub(crate) fn claim_mount(path: &str, read_only: bool) -> Value {
    claim_mount_at(PATH, path, read_only)
}

/// Like [`claim_mount`], at another place in the container.
pub(crate) fn claim_mount_at(place: &str, path: &str, read_only: bool) -> Value {
    let mut mount = mount(CLAIM_VOLUME, place, read_only);
    if let (Some(mount), false) = (mount.as_object_mut(), path.is_empty()) {
        mount.insert("subPath".into(), path.into());
    }
    mount
}

/// The name of a volume for a path.
pub(crate) fn volume_name(path: &str) -> String {
    path.trim_matches('/').replace('/', "-")
}

/// The directory of a path, as Go's `filepath.Dir` returns it.
pub(crate) fn directory(path: &str) -> String {
    let Some((parent, _)) = path.rsplit_once('/') else { return ".".to_owned() };
    let mut parts: Vec<&str> = Vec::new();
    for part in parent.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            ".." if path.starts_with('/') => {}
            part => parts.push(part),
        }
    }
    match (path.starts_with('/'), parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

/// Changes `STORAGE_URI` in a container that reads it to the path of the model.
pub(crate) fn rewrite_storage_uri(pod: &mut Pod, container: &str) {
    let Some(main) = pod.container_mut(container) else { return };
    let env = main.get_mut("env").and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut);
    for variable in env {
        let is_set = variable.get("value").and_then(Value::as_str).is_some_and(|value| !value.is_empty());
        if is_set && variable.get("name").is_some_and(|name| name == "STORAGE_URI") {
            variable.insert("value".into(), PATH.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_may_be_followed_by_a_path() {
        assert_eq!(claim_and_path("pvc://models"), Some(("models", "")));
        assert_eq!(claim_and_path("pvc://models/a/b/"), Some(("models", "a/b/")));
        assert_eq!(claim_and_path("s3://models/a"), None);
    }

    #[test]
    fn a_claim_without_name_is_an_empty_volume() {
        assert_eq!(claim_volume("v", ""), json!({"name": "v", "emptyDir": {}}));
        assert_eq!(claim_volume("v", "c"), json!({"name": "v", "persistentVolumeClaim": {"claimName": "c"}}));
    }

    #[test]
    fn directories_are_those_of_go() {
        for (path, wanted) in [
            ("/path/to/certs/bundle.crt", "/path/to/certs"),
            ("bundle.crt", "."),
            ("/models", "/"),
            ("/mnt/models", "/mnt"),
            ("/mnt/models/", "/mnt/models"),
            ("/a/../b/c", "/b"),
            ("../a", ".."),
            ("a//b", "a"),
            ("", "."),
        ] {
            assert_eq!(directory(path), wanted, "{path}");
        }
    }

    #[test]
    fn volumes_are_named_after_paths() {
        assert_eq!(volume_name("/mnt/models/base/"), "mnt-models-base");
        assert_eq!(volume_name("/"), "");
    }
}
