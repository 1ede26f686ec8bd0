//! The internal annotations with which the controller tells the pod webhook what to add.

use super::metadata::Strings;
use crate::build::storage::SOURCE_URI;
use crate::facts::implementation::first_framework;
use crate::go::json;
use crate::{Map, Value};

fn put(annotations: &mut Strings, key: &str, value: impl Into<String>) {
    annotations.insert(format!("internal.serving.kserve.io/{key}"), value.into());
}

/// Decimal text of a number.
fn number(value: &Value) -> Option<String> {
    value.as_i64().map(|n| n.to_string())
}

/// For a component with a `logger`.
pub(super) fn logger(annotations: &mut Strings, spec: &Map) {
    let Some(logger) = spec.get("logger").and_then(Value::as_object) else { return };
    put(annotations, "logger", "true");
    if let Some(url) = logger.get("url").and_then(Value::as_str) {
        put(annotations, "logger-sink-url", url);
    }
    put(annotations, "logger-mode", logger.get("mode").and_then(Value::as_str).unwrap_or_default());
    for (field, key) in
        [("metadataHeaders", "logger-metadata-headers"), ("metadataAnnotations", "logger-metadata-annotations")]
    {
        if let Some(items) = logger.get(field).and_then(Value::as_array) {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            put(annotations, key, items.join(","));
        }
    }
}

/// For a component with a `batcher`.
pub(super) fn batcher(annotations: &mut Strings, spec: &Map) {
    let Some(batcher) = spec.get("batcher").and_then(Value::as_object) else { return };
    put(annotations, "batcher", "true");
    if let Some(size) = batcher.get("maxBatchSize").and_then(number) {
        put(annotations, "batcher-max-batchsize", size);
    }
    if let Some(latency) = batcher.get("maxLatency").and_then(number) {
        put(annotations, "batcher-max-latency", latency);
    }
}

/// For a model with a storage spec.
pub(super) fn storage_spec(annotations: &mut Strings, storage: &Map) {
    put(annotations, "storage-spec", "true");
    if let Some(parameters) = storage.get("parameters").filter(|p| p.is_object()) {
        put(annotations, "storage-spec-param", json::marshal(parameters));
    }
    if let Some(key) = storage.get("key").and_then(Value::as_str) {
        put(annotations, "storage-spec-key", key);
    }
    if let Some(path) = storage.get("path").and_then(Value::as_str) {
        let path = path.strip_prefix('/').unwrap_or(path);
        annotations.insert(SOURCE_URI.into(), format!("<scheme-placeholder>://{path}"));
    }
}

/// For a predictor whose models the agent loads.
pub(super) fn agent(annotations: &mut Strings, service_name: &str) {
    put(annotations, "agent", "true");
    put(annotations, "configVolumeName", format!("modelconfig-{service_name}-0"));
    put(annotations, "configMountPath", "/mnt/configs");
    put(annotations, "modelDir", "/mnt/models");
}

/// For a predictor that chooses its storage container.
pub(super) fn storage_container(annotations: &mut Strings, name: &str) {
    put(annotations, "storage-container-name", name);
}

/// For an encrypted model: of the first framework in the order of the API that has `confidential`.
pub(super) fn confidential(annotations: &mut Strings, predictor: &Map) {
    const FRAMEWORKS: [&str; 11] = [
        "sklearn",
        "xgboost",
        "tensorflow",
        "pytorch",
        "triton",
        "onnx",
        "huggingface",
        "pmml",
        "lightgbm",
        "paddle",
        "model",
    ];
    let framework = first_framework(predictor, &FRAMEWORKS);
    let Some(confidential) = framework.and_then(|(_, spec)| spec.get("confidential")) else { return };
    if confidential.get("enabled") == Some(&Value::Bool(true)) {
        put(annotations, "confidential-enabled", "true");
        if let Some(resource) = confidential.get("resourceId").and_then(Value::as_str).filter(|r| !r.is_empty()) {
            put(annotations, "confidential-resource-id", resource);
        }
    }
}
