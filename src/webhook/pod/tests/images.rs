//! Models in OCI images.

use super::*;

#[test]
fn a_sidecar_shares_the_model_of_an_image() {
    let pod = &injected(&cluster(Version::NEWEST, vec![]), &with_uri("oci://r/m:1"))["spec"];
    assert_eq!(names(&pod["containers"]), ["kserve-container", "modelcar"]);
    assert_eq!(names(&pod["initContainers"]), ["modelcar-init"]);
    assert_eq!(pod["shareProcessNamespace"], true);
    assert_eq!(pod["containers"][0]["env"], json!([{"name": "MODEL_INIT_MODE", "value": "async"}]));
    assert_eq!(pod["containers"][0]["securityContext"], json!({"runAsUser": 1010}));
    assert_eq!(pod["containers"][1]["image"], "r/m:1");
}

#[test]
fn a_native_image_is_a_volume() {
    let pod = &injected(&cluster(Version::NEWEST, vec![]), &with_uri("oci+native://r/m:1"))["spec"];
    let mount = json!({"name": "mnt-models", "mountPath": "/mnt/models", "subPath": "models", "readOnly": true});
    assert_eq!(pod["containers"][0]["volumeMounts"], json!([mount]));
    let volume = json!({"name": "mnt-models", "image": {"reference": "r/m:1", "pullPolicy": "IfNotPresent"}});
    assert_eq!(pod["volumes"], json!([volume]));
    let mut template = with_uri("oci+native://r/m:1");
    template["spec"]["containers"][0]["volumeMounts"] = json!([{"name": "other", "mountPath": "/mnt/models"}]);
    let refused = refusal(&cluster(Version::NEWEST, vec![]), &template);
    assert_eq!(refused, "mountPath \"/mnt/models\" already used by volume \"other\"");
}

#[test]
fn switched_off_images_are_downloaded_or_left_alone() {
    let off = || vec![initializer_config(json!({"enableModelcar": false}))];
    let pod = injected(&cluster(Version::NEWEST, off()), &with_uri("oci://r/m"));
    assert_eq!(pod["spec"]["initContainers"][0]["args"][0], "oci://r/m");
    let pod = injected(&cluster(Version::NEWEST, off()), &with_uri("oci+native://r/m"));
    assert_eq!(pod["spec"]["containers"].as_array().map(Vec::len), Some(1));
    assert!(pod["spec"].get("volumes").is_none() && pod["spec"].get("initContainers").is_none());
}

#[test]
fn older_releases_replace_the_security_context() {
    let mut template = with_uri("oci://r/m");
    template["spec"]["containers"][0]["securityContext"] = json!({"runAsNonRoot": true});
    let context = |version| {
        let pod = injected(&cluster(version, vec![]), &template);
        pod["spec"]["containers"][0]["securityContext"].clone()
    };
    assert_eq!(context(Version::V0_18), json!({"runAsNonRoot": true, "runAsUser": 1010}));
    assert_eq!(context(Version::V0_17), json!({"runAsUser": 1010}));
}

#[test]
fn an_image_without_name_is_left_out() {
    let modelcar = injected(&cluster(Version::NEWEST, vec![]), &with_uri("oci://"));
    assert_eq!(modelcar["spec"]["containers"][1].get("image"), None);
    assert_eq!(modelcar["spec"]["initContainers"][0].get("image"), None);
    let native = injected(&cluster(Version::NEWEST, vec![]), &with_uri("oci+native://"));
    assert_eq!(native["spec"]["volumes"][0]["image"], json!({"pullPolicy": "IfNotPresent"}));
}
