//! Models that are downloaded.

use super::*;

#[test]
fn an_init_container_fills_a_volume_that_the_server_reads() {
    let pod = &injected(&cluster(Version::NEWEST, vec![]), &with_uri("gs://b/m"))["spec"];
    assert_eq!(pod["volumes"], json!([{"name": "kserve-provision-location", "emptyDir": {}}]));
    let mount = json!({"name": "kserve-provision-location", "mountPath": "/mnt/models", "readOnly": true});
    assert_eq!(pod["containers"][0]["volumeMounts"], json!([mount]));
    let init = &pod["initContainers"][0];
    assert_eq!(init["args"], json!(["gs://b/m", "/mnt/models"]));
    assert_eq!(init["terminationMessagePolicy"], "FallbackToLogsOnError");
    assert_eq!(names(&init["env"]), HUGGING_FACE);
    let mount = json!({"name": "kserve-provision-location", "mountPath": "/mnt/models"});
    assert_eq!(init["volumeMounts"], json!([mount]));
}

#[test]
fn only_the_word_false_makes_models_writable() {
    for (value, read_only) in [("false", false), ("False", true), ("", true)] {
        let template = template(json!({SOURCE: "gs://b/m", "storage.kserve.io/readonly": value}));
        let pod = injected(&cluster(Version::NEWEST, vec![]), &template);
        let mount = &pod["spec"]["containers"][0]["volumeMounts"][0];
        assert_eq!(mount.get("readOnly").is_some(), read_only, "{value}");
    }
}

#[test]
fn the_storage_uri_of_the_server_becomes_the_path_but_not_that_of_a_transformer() {
    let mut template = with_uri("s3://b/m");
    template["spec"]["containers"] = json!([
        {"name": "kserve-container", "env": [{"name": "STORAGE_URI", "value": "s3://b/m"}]},
        {"name": "transformer-container", "env": [{"name": "STORAGE_URI", "value": "s3://b/m"}]},
    ]);
    let pod = injected(&cluster(Version::NEWEST, vec![]), &template);
    assert_eq!(pod["spec"]["containers"][0]["env"][0]["value"], "/mnt/models");
    assert_eq!(pod["spec"]["containers"][1]["env"][0]["value"], "s3://b/m");
    assert_eq!(pod["spec"]["containers"][1]["volumeMounts"][0]["readOnly"], true);
}

#[test]
fn workers_get_the_model_and_other_pods_are_refused() {
    let mut template = with_uri("s3://b/m");
    template["spec"]["containers"][0]["name"] = "worker-container".into();
    let cluster = cluster(Version::NEWEST, vec![]);
    assert_eq!(injected(&cluster, &template)["spec"]["containers"][0]["volumeMounts"][0]["mountPath"], "/mnt/models");
    template["spec"]["containers"][0]["name"] = "main".into();
    assert_eq!(refusal(&cluster, &template), "Invalid configuration: cannot find container");
}

#[test]
fn pods_without_the_label_are_left_alone() {
    let mut template = with_uri("gs://b/m");
    template["metadata"]["labels"] = json!({});
    assert_eq!(injected(&cluster(Version::NEWEST, vec![]), &template), template);
}

#[test]
fn pods_with_the_agent_get_no_init_container() {
    let annotations = json!({
        SOURCE: "gs://b/m",
        "internal.serving.kserve.io/agent": "true",
        "internal.serving.kserve.io/modelDir": "/mnt/models",
        "internal.serving.kserve.io/configVolumeName": "modelconfig-m-0",
    });
    let pod = injected(&cluster(Version::NEWEST, vec![]), &template(annotations));
    assert!(pod["spec"].get("initContainers").is_none());
}

#[test]
fn confidential_models_are_announced() {
    let annotations = json!({
        SOURCE: "s3://b/m",
        "internal.serving.kserve.io/confidential-enabled": "true",
        "internal.serving.kserve.io/confidential-resource-id": "kbs:///x",
    });
    let pod = injected(&cluster(Version::NEWEST, vec![]), &template(annotations.clone()));
    let wanted = json!([
        {"name": "CONFIDENTIAL_ENABLED", "value": "true"},
        {"name": "CONFIDENTIAL_RESOURCE_ID", "value": "kbs:///x"},
    ]);
    assert_eq!(Value::from(initializer_env(&pod)), wanted);
    let pod = injected(&cluster(Version::V0_19, vec![]), &template(annotations));
    assert_eq!(initializer_env(&pod), Vec::<Value>::new());
}
