//! Storage containers merged into the init container.

use super::*;

#[test]
fn new_entries_come_before_those_of_the_initializer() {
    let own = storage_container(
        "own",
        "x://",
        json!({
            "name": "storage-initializer",
            "image": "own",
            "env": [{"name": "OWN", "value": "1"}, {"name": "HF_TOKEN", "value": "given"}],
            "volumeMounts": [{"name": "own", "mountPath": "/own"}],
        }),
    );
    let documents = vec![own, account("default", &["hf"]), secret("hf", json!({"HF_TOKEN": "t"}))];
    let pod = injected(&cluster(Version::NEWEST, documents), &with_uri("x://m"));
    let init = &pod["spec"]["initContainers"][0];
    assert_eq!(init["image"], "own");
    assert_eq!(init["resources"]["limits"]["cpu"], "1", "resources of the ConfigMap stay");
    let env = json!([{"name": "OWN", "value": "1"}, {"name": "HF_TOKEN", "value": "given"}]);
    assert_eq!(Value::from(initializer_env(&pod)), env);
    assert_eq!(names(&init["volumeMounts"]), ["own", "kserve-provision-location"]);
}

#[test]
fn arguments_replace_the_uri() {
    let own = storage_container("own", "x://", json!({"name": "storage-initializer", "args": ["sync"]}));
    let pod = injected(&cluster(Version::NEWEST, vec![own]), &with_uri("x://m"));
    assert_eq!(pod["spec"]["initContainers"][0]["args"], json!(["sync"]));
}

#[test]
fn a_renamed_init_container_is_not_added_twice() {
    let own = storage_container("own", "x://", json!({"name": "fetch", "image": "i"}));
    for version in Version::ALL {
        let pod = injected(&cluster(version, vec![own.clone()]), &with_uri("x://m"));
        assert_eq!(names(&pod["spec"]["initContainers"]), ["fetch"], "{}", version.name());
    }
}

#[test]
fn a_chosen_container_has_to_support_the_uri_even_if_it_is_not_needed() {
    let name = "internal.serving.kserve.io/storage-container-name";
    let cluster = cluster(Version::NEWEST, vec![storage_container("own", "x://", json!({"name": "own"}))]);
    let refused = |uri: &str, container: &str| refusal(&cluster, &template(json!({SOURCE: uri, name: container})));
    assert_eq!(refused("x://m", "none"), "ClusterStorageContainer \"none\" not found");
    assert_eq!(refused("pvc://c", "own"), "ClusterStorageContainer \"own\" does not support storageUri \"pvc://c\"");
}

#[test]
fn releases_that_decode_over_the_old_list_keep_fields_of_the_old_items() {
    let own = storage_container(
        "own",
        "x://",
        json!({"name": "storage-initializer", "env": [{"name": "OWN", "value": "1"}]}),
    );
    let documents = vec![own, account("default", &["hf"]), secret("hf", json!({"HF_TOKEN": "t"}))];
    let pod = injected(&cluster(Version::V0_19, documents), &with_uri("x://m"));
    let first = &initializer_env(&pod)[0];
    assert_eq!(first["value"], "1");
    assert_eq!(first["valueFrom"]["secretKeyRef"]["name"], "hf");
}
