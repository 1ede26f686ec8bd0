//! The sample service for which the webhook evaluates a config.

use serde_json::json;

use crate::release::Release;
use crate::{Map, Value};

/// A service in which every block is set, the same as in the webhook for configs.
#[expect(
    clippy::indexing_slicing,
    reason = "all are written out here as objects, and writing a key of an object adds it"
)]
#[expect(clippy::too_many_lines, reason = "one document")]
pub fn sample(release: &Release) -> Map {
    let resources = |cpu: &str, memory: &str, cpu_limit: &str, memory_limit: &str, gpus: Option<&str>| {
        let mut resources = json!({
            "limits": { "cpu": cpu_limit, "memory": memory_limit },
            "requests": { "cpu": cpu, "memory": memory },
        });
        if let Some(gpus) = gpus {
            resources["limits"]["nvidia.com/gpu"] = gpus.into();
            resources["requests"]["nvidia.com/gpu"] = gpus.into();
        }
        resources
    };
    let port = |number: u16, name: &str| json!({ "containerPort": number, "name": name, "protocol": "TCP" });
    let container =
        |image: &str, resources: Value| json!({ "name": "kserve-container", "image": image, "resources": resources });
    let mut decode = container("ghcr.io/llm-d/llm-d:v0.2.0", resources("2", "4Gi", "4", "8Gi", None));
    decode["ports"] = json!([port(8000, "http")]);
    decode["env"] = json!([
        { "name": "MODEL_NAME", "value": "facebook/opt-125m" },
        { "name": "VLLM_LOGGING_LEVEL", "value": "INFO" },
    ]);
    let worker = container("ghcr.io/llm-d/llm-d:0.2.0", resources("1", "2Gi", "2", "4Gi", Some("1")));
    let mut prefill = container("ghcr.io/llm-d/llm-d:v0.2.0", resources("4", "8Gi", "8", "16Gi", Some("2")));
    prefill["ports"] = json!([port(8000, "http")]);
    let scheduler = json!({
        "name": "scheduler",
        "image": release.llm_input.sample_scheduler_image,
        "ports": [port(9002, "grpc"), port(9003, "grpc-health"), port(5557, "zmq")],
        "resources": { "requests": { "cpu": "256m", "memory": "500Mi" } },
        "env": [
            { "name": "ENABLE_LOAD_AWARE_SCORER", "value": "true" },
            { "name": "POOL_NAME", "value": "test-llm-preset-inference-pool" },
            { "name": "POOL_NAMESPACE", "value": "test-llm-preset-test" },
        ],
    });
    let sample = json!({
        "metadata": {
            "name": "test-llm-preset",
            "namespace": "test-llm-preset-test",
            "labels": {
                "app.kubernetes.io/component": "inference",
                "app.kubernetes.io/instance": "test-llm-preset",
                "app.kubernetes.io/name": "llminferenceservice",
            },
            "annotations": { "serving.kserve.io/model-uri": "llama" },
        },
        "spec": {
            "model": { "name": "llama", "uri": "llama" },
            "replicas": 2,
            "parallelism": { "data": 4, "dataLocal": 2, "expert": true, "tensor": 1 },
            "template": {
                "containers": [decode],
                "nodeSelector": { "node.kubernetes.io/instance-type": "gpu-node" },
                "tolerations": [{ "effect": "NoSchedule", "key": "nvidia.com/gpu", "operator": "Exists" }],
            },
            "worker": { "containers": [worker] },
            "prefill": {
                "replicas": 1,
                "parallelism": { "pipeline": 1, "tensor": 1 },
                "template": { "containers": [prefill] },
            },
            "router": {
                "route": { "http": { "refs": [{ "name": "custom-http-route" }] } },
                "gateway": { "refs": [{ "name": "kserve-ingress-gateway", "namespace": "kserve" }] },
                "scheduler": {
                    "pool": { "ref": { "name": "custom-inference-pool" } },
                    "template": { "containers": [scheduler] },
                },
            },
        },
    });
    match sample {
        Value::Object(sample) => sample,
        _ => Map::new(),
    }
}
