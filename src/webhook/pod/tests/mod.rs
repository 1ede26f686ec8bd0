//! The webhook's rules, each on a small pod.

mod agent;
mod ca_bundles;
mod claims;
mod credentials;
mod download;
mod images;
mod knative;
mod storage_containers;
mod storage_specs;
mod surroundings;
mod uris;

use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::Settings as ClusterSettings;
use crate::object::Key;
use crate::release::{Release, Version, defaults};

const SOURCE: &str = "internal.serving.kserve.io/storage-initializer-sourceuri";

/// A cluster with the objects that the release ships, and these documents.
fn cluster(version: Version, documents: Vec<Value>) -> Cluster {
    let shipped = defaults::objects(Version::NEWEST).iter().cloned();
    Cluster::new(Release::of(version), ClusterSettings::default(), shipped.chain(documents.into_iter().map(Arc::new)))
}

/// The shipped ConfigMap with sections replaced.
fn config(sections: &[(&str, Value)]) -> Value {
    let is_config = |object: &&Arc<Value>| Key::of(object).name == "inferenceservice-config";
    let shipped = defaults::objects(Version::NEWEST).iter().find(is_config).expect("a shipped configuration");
    let mut config = Value::clone(shipped);
    for (section, value) in sections {
        config["data"][*section] = value.to_string().into();
    }
    config
}

/// The section `storageInitializer` as shipped, with fields replaced.
fn initializer_config(fields: Value) -> Value {
    let text = config(&[])["data"]["storageInitializer"].as_str().expect("a section").to_owned();
    let mut section: Value = serde_json::from_str(&text).expect("JSON");
    section.as_object_mut().expect("an object").extend(fields.as_object().cloned().unwrap_or_default());
    config(&[("storageInitializer", section)])
}

fn secret(name: &str, data: Value) -> Value {
    json!({"kind": "Secret", "metadata": {"name": name, "namespace": "n"}, "stringData": data})
}

fn account(name: &str, secrets: &[&str]) -> Value {
    let secrets: Vec<Value> = secrets.iter().map(|name| json!({"name": name})).collect();
    json!({"kind": "ServiceAccount", "metadata": {"name": name, "namespace": "n"}, "secrets": secrets})
}

fn storage_container(name: &str, prefix: &str, container: Value) -> Value {
    json!({
        "apiVersion": "serving.kserve.io/v1alpha1",
        "kind": "ClusterStorageContainer",
        "metadata": {"name": name},
        "spec": {
            "container": container,
            "supportedUriFormats": [{"prefix": prefix}],
            "workloadType": "initContainer",
        },
    })
}

/// A template with a serving container and these annotations.
fn template(annotations: Value) -> Value {
    json!({
        "metadata": {"labels": {"serving.kserve.io/inferenceservice": "m", "component": "predictor"}, "annotations": annotations},
        "spec": {"containers": [{"name": "kserve-container", "image": "server"}]},
    })
}

fn with_uri(uri: &str) -> Value {
    template(json!({SOURCE: uri}))
}

fn service() -> InferenceService {
    let object = json!({"metadata": {"name": "m", "namespace": "n"}, "spec": {"predictor": {"model": {}}}});
    InferenceService::of(&object, 1)
}

fn injection(cluster: &Cluster, template: &Value) -> Injection {
    inject(cluster, &service(), template.as_object().expect("an object"))
}

/// The template after the webhook; a second run must change nothing.
fn injected(cluster: &Cluster, template: &Value) -> Value {
    let once: Value = injection(cluster, template).template.expect("no refusal").into();
    let twice: Value = injection(cluster, &once).template.expect("no refusal").into();
    assert_eq!(once, twice, "a second run changes the template");
    once
}

fn refusal(cluster: &Cluster, template: &Value) -> String {
    injection(cluster, template).template.expect_err("a refusal").into_text()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(|item| item["name"].as_str()).collect()
}

const HUGGING_FACE: [&str; 3] =
    ["HF_HUB_ENABLE_HF_TRANSFER", "HF_XET_HIGH_PERFORMANCE", "HF_XET_NUM_CONCURRENT_RANGE_GETS"];

/// The environment of the init container, without the variables that every one has.
fn initializer_env(template: &Value) -> Vec<Value> {
    let env = template["spec"]["initContainers"][0]["env"].as_array().cloned().unwrap_or_default();
    env.into_iter().filter(|variable| !HUGGING_FACE.iter().any(|name| variable["name"] == *name)).collect()
}
