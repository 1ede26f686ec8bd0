//! The list `storageUris`, which the controller itself handles.

use super::*;
use crate::build::storage::{Notes, StorageUris, initialise_storage};
use crate::facts::storage_containers::StorageContainer;
use crate::object::ControllerError;

/// The pod after the controller has added the list, and the error with which it stops.
fn initialised(cluster: &Cluster, uris: &[(&str, &str)]) -> (Value, Result<(), String>, Vec<String>) {
    let uris: Vec<Value> = uris.iter().map(|(uri, path)| json!({"uri": uri, "mountPath": path})).collect();
    let mut spec = template(json!({}))["spec"].as_object().cloned().unwrap_or_default();
    let first = uris[0]["uri"].as_str().expect("a URI");
    let container: Option<&StorageContainer> = cluster.storage_containers.for_uri(first).expect("a lookup");
    let annotations = Default::default();
    let request = StorageUris { namespace: "n", uris: &uris, annotations: &annotations, storage: None, container };
    let mut notes = Notes::default();
    let result = initialise_storage(cluster, request, &mut spec, &mut notes);
    (spec.into(), result.map_err(ControllerError::into_text), notes.texts)
}

#[test]
fn downloads_share_a_directory_and_claims_have_their_own() {
    let cluster = cluster(Version::NEWEST, vec![]);
    let list = [("s3://b/base", "/mnt/models/base"), ("pvc://c/x", "/mnt/cache"), ("s3://b/a", "/mnt/models/a")];
    let (pod, result, _) = initialised(&cluster, &list);
    assert_eq!(result, Ok(()));
    assert_eq!(
        pod["initContainers"][0]["args"],
        json!(["s3://b/base", "/mnt/models/base", "s3://b/a", "/mnt/models/a"])
    );
    let volumes = json!([
        {"name": "mnt-cache", "persistentVolumeClaim": {"claimName": "c"}},
        {"name": "mnt-models", "emptyDir": {}},
    ]);
    assert_eq!(pod["volumes"], volumes);
    let mounts = json!([
        {"name": "mnt-cache", "mountPath": "/mnt/cache", "readOnly": true},
        {"name": "mnt-models", "mountPath": "/mnt/models", "readOnly": true},
    ]);
    assert_eq!(pod["containers"][0]["volumeMounts"], mounts);
}

#[test]
fn what_was_added_before_an_error_stays() {
    let cluster =
        cluster(Version::NEWEST, vec![account("default", &["hf", "gone"]), secret("hf", json!({"HF_TOKEN": "t"}))]);
    let (pod, result, notes) = initialised(&cluster, &[("s3://b/m", "/mnt/models")]);
    assert_eq!(result, Err("secrets \"gone\" not found".to_owned()));
    assert_eq!(names(&pod["initContainers"][0]["env"]), ["HF_TOKEN"]);
    assert_eq!(notes.len(), 1);
}

#[test]
fn a_storage_container_has_to_download_several_models() {
    let own = storage_container("own", "x://", json!({"name": "fetch"}));
    let (pod, result, _) = initialised(&cluster(Version::NEWEST, vec![own]), &[("x://m", "/mnt/models")]);
    assert!(result.expect_err("an error").starts_with("storage container \"fetch\" does not support multi-model"));
    assert!(pod.get("initContainers").is_none());
}

#[test]
fn images_are_numbered_and_other_uris_are_downloaded_as_well() {
    let list =
        [("oci://r/a", "/mnt/a/m"), ("oci+native://r/b", "/mnt/b"), ("oci://r/c", "/mnt/c/m"), ("gs://b/m", "/mnt/d")];
    let shipped = cluster(Version::NEWEST, vec![]);
    let (pod, result, _) = initialised(&shipped, &list);
    assert_eq!(result, Ok(()));
    assert_eq!(names(&pod["containers"]), ["kserve-container", "modelcar", "modelcar-2"]);
    assert_eq!(names(&pod["initContainers"]), ["modelcar-init", "modelcar-init-2", "storage-initializer"]);
    let older = cluster(Version::V0_19, vec![]);
    let (pod, result, _) = initialised(&older, &list);
    assert_eq!(result, Ok(()));
    assert_eq!(names(&pod["containers"]), ["kserve-container", "modelcar"]);
    assert_eq!(names(&pod["initContainers"]), ["modelcar-init"]);
}

#[test]
fn images_that_are_switched_off_are_dropped_and_by_older_releases_downloaded() {
    let off = || vec![initializer_config(json!({"enableModelcar": false}))];
    let list = [("oci://r/a", "/mnt/a")];
    let (pod, ..) = initialised(&cluster(Version::NEWEST, off()), &list);
    assert!(pod.get("initContainers").is_none());
    let (pod, ..) = initialised(&cluster(Version::V0_19, off()), &list);
    assert_eq!(pod["initContainers"][0]["args"], json!(["oci://r/a", "/mnt/a"]));
}
