//! Models in claims and in caches.

use super::*;

#[test]
fn a_claim_is_mounted_without_init_container() {
    let pod = &injected(&cluster(Version::NEWEST, vec![]), &with_uri("pvc://c/a/b"))["spec"];
    let mount = json!({"name": "kserve-pvc-source", "mountPath": "/mnt/models", "subPath": "a/b", "readOnly": true});
    assert_eq!(pod["containers"][0]["volumeMounts"], json!([mount]));
    let volume = json!({"name": "kserve-pvc-source", "persistentVolumeClaim": {"claimName": "c"}});
    assert_eq!(pod["volumes"], json!([volume]));
    assert!(pod.get("initContainers").is_none());
}

#[test]
fn a_cached_model_is_in_the_claim_of_the_cache() {
    let mut template = template(json!({
        SOURCE: "s3://b/m/sub",
        "internal.serving.kserve.io/localmodel-sourceuri": "s3://b/m",
        "internal.serving.kserve.io/localmodel-pvc-name": "cache-group",
    }));
    template["metadata"]["labels"]["internal.serving.kserve.io/localmodel"] = "cache".into();
    let path = |version, template: &Value| {
        let pod = injected(&cluster(version, vec![]), template);
        pod["spec"]["containers"][0]["volumeMounts"][0]["subPath"].clone()
    };
    assert_eq!(path(Version::NEWEST, &template), "models/f11d32eebe5b30e7/sub");
    assert_eq!(path(Version::V0_17, &template), "models/cache/sub");
    // If the model is the cached one, it has a directory of its own, whose path ends with a slash.
    template["metadata"]["annotations"][SOURCE] = "s3://b/m".into();
    assert_eq!(path(Version::V0_17, &template), "models/cache/");
    let annotations = template["metadata"]["annotations"].as_object_mut().expect("annotations");
    annotations.remove("internal.serving.kserve.io/localmodel-pvc-name");
    let refused = refusal(&cluster(Version::NEWEST, vec![]), &template);
    assert_eq!(refused, "Annotation internal.serving.kserve.io/localmodel-pvc-name not found");
}

#[test]
fn the_oldest_release_copies_claims_unless_they_are_to_be_mounted() {
    let copied = injected(&cluster(Version::V0_15, vec![]), &with_uri("pvc://c/dir"));
    assert_eq!(copied["spec"]["initContainers"][0]["args"], json!(["/mnt/pvc/dir", "/mnt/models"]));
    assert_eq!(names(&copied["spec"]["volumes"]), ["kserve-pvc-source", "kserve-provision-location"]);
    let mounts = json!([
        {"name": "kserve-pvc-source", "mountPath": "/mnt/pvc", "readOnly": true},
        {"name": "kserve-provision-location", "mountPath": "/mnt/models", "readOnly": true},
    ]);
    assert_eq!(copied["spec"]["containers"][0]["volumeMounts"], mounts);
    let direct = initializer_config(json!({"enableDirectPvcVolumeMount": true}));
    let mounted = injected(&cluster(Version::V0_15, vec![direct]), &with_uri("pvc://c/dir"));
    assert!(mounted["spec"].get("initContainers").is_none());
    assert_eq!(mounted["spec"]["containers"][0]["volumeMounts"][0]["subPath"], "dir");
}
