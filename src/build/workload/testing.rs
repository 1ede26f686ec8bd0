//! Clusters, services and components for tests.

use crate::object::Kind;
use std::sync::Arc;

use serde_json::json;

use super::Plan;
use crate::api::{Component, InferenceService};
use crate::build::storage::Notes;
use crate::build::workload::{BuildError, Built, Worker};
use crate::release::{Release, Version};
use crate::{Cluster, Map, Settings, Value};

/// A cluster of the newest release with these sections in its ConfigMap, each given as JSON. There is always an `ingress`.
pub(super) fn cluster(sections: &[(&str, &str)]) -> Cluster {
    cluster_of(Version::NEWEST, sections)
}

pub(super) fn cluster_of(version: Version, sections: &[(&str, &str)]) -> Cluster {
    let mut data = Map::new();
    data.insert("ingress".into(), json!(r#"{"ingressGateway": "knative-serving/gateway"}"#));
    data.insert("inferenceService".into(), json!("{}"));
    data.insert(
        "storageInitializer".into(),
        json!(
            r#"{"cpuRequest": "1", "cpuLimit": "1", "memoryRequest": "1Gi", "memoryLimit": "1Gi",
            "cpuModelcar": "1", "memoryModelcar": "1Gi"}"#
        ),
    );
    data.extend(sections.iter().map(|(key, text)| ((*key).to_owned(), json!(text))));
    let config = json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": { "name": "inferenceservice-config", "namespace": "kserve" },
        "data": data,
    });
    Cluster::new(Release::of(version), Settings::default(), [Arc::new(config)])
}

/// The service `flower` in namespace `default`.
pub(super) fn service(spec: Value) -> InferenceService {
    InferenceService::of(&json!({ "metadata": { "name": "flower", "namespace": "default" }, "spec": spec }), 1)
}

/// The predictor of `flower` with one container, these annotations and extension fields.
pub(super) fn predictor(annotations: &[(&str, &str)], extension: Value) -> Built {
    let owned = |entries: &[(&str, &str)]| {
        entries.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    Built {
        component: Component::Predictor,
        name: "flower-predictor".into(),
        labels: owned(&[("component", "predictor"), ("serving.kserve.io/inferenceservice", "flower")]),
        annotations: owned(annotations),
        pod_spec: map(json!({ "containers": [{ "name": "kserve-container", "image": "server:1" }] })),
        extension: map(extension),
        worker: None,
        runtime: None,
        canary: false,
    }
}

/// The predictor of `flower` on two nodes.
pub(super) fn multi_node(extension: Value) -> Built {
    let mut built = predictor(&[], extension);
    built.labels.insert("isvc.generation".into(), "3".into());
    let count = |count: &str| json!([{ "name": "REQUEST_GPU_COUNT", "value": count }]);
    built.pod_spec = map(json!({ "containers": [{ "name": "kserve-container", "env": count("2") }] }));
    built.worker = Some(Worker {
        name: "flower-predictor-worker".into(),
        labels: built.labels.clone(),
        annotations: built.annotations.clone(),
        pod_spec: map(json!({ "containers": [{
            "name": "worker-container",
            "env": count("4"),
            "resources": { "requests": { "amd.com/gpu": "1" } },
        }] })),
        replicas: 1,
    });
    built
}

pub(super) fn map(value: Value) -> Map {
    value.as_object().cloned().unwrap()
}

/// The objects of a component of `flower` in Standard mode.
pub(super) fn standard(cluster: &Cluster, service: &InferenceService, built: Built) -> Result<Plan, BuildError> {
    super::standard(cluster, service, built, &mut Notes::default())
}

pub(super) fn plan(cluster: &Cluster, built: Built) -> Plan {
    standard(cluster, &service(json!({ "predictor": {} })), built).unwrap()
}

/// The object of this kind in the plan of a component of `flower`.
pub(super) fn object(cluster: &Cluster, built: Built, kind: Kind) -> Value {
    let steps = plan(cluster, built).steps;
    steps.iter().find(|step| step.kind == kind).map(|step| Value::clone(&step.desired)).unwrap()
}
