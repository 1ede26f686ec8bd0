//! The internal annotations with which the controller tells the pod webhook what to inject.

use super::metadata::Strings;
use crate::api::{ComponentSpec, FRAMEWORKS, Model, Storage};
use crate::build::storage::SOURCE_URI;
use crate::facts::implementation::first_framework;
use crate::go::json;
use crate::{Map, Value};

fn put(annotations: &mut Strings, key: &str, value: impl Into<String>) {
    annotations.insert(format!("internal.serving.kserve.io/{key}"), value.into());
}

/// For a component with a `logger`.
pub(super) fn logger(annotations: &mut Strings, spec: ComponentSpec<'_>) {
    let Some(logger) = spec.logger() else { return };
    put(annotations, "logger", "true");
    if let Some(url) = logger.url() {
        put(annotations, "logger-sink-url", url);
    }
    put(annotations, "logger-mode", logger.mode());
    let lists = [
        ("logger-metadata-headers", logger.metadata_headers()),
        ("logger-metadata-annotations", logger.metadata_annotations()),
    ];
    for (key, items) in lists.into_iter().filter_map(|(key, items)| Some((key, items?))) {
        let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
        put(annotations, key, items.join(","));
    }
}

/// For a component with a `batcher`.
pub(super) fn batcher(annotations: &mut Strings, spec: ComponentSpec<'_>) {
    let Some(batcher) = spec.batcher() else { return };
    put(annotations, "batcher", "true");
    if let Some(size) = batcher.max_batch_size() {
        put(annotations, "batcher-max-batchsize", size.to_string());
    }
    if let Some(latency) = batcher.max_latency() {
        put(annotations, "batcher-max-latency", latency.to_string());
    }
}

/// For a model with a storage spec.
pub(super) fn storage_spec(annotations: &mut Strings, storage: Storage<'_>) {
    put(annotations, "storage-spec", "true");
    if let Some(parameters) = storage.parameters() {
        put(annotations, "storage-spec-param", json::marshal(parameters));
    }
    if let Some(key) = storage.key() {
        put(annotations, "storage-spec-key", key);
    }
    if let Some(path) = storage.path() {
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

/// For an encrypted model. The controller looks at the first framework, in the order of the API, or else at `model`.
pub(super) fn confidential(annotations: &mut Strings, predictor: &Map) {
    let framework = first_framework(predictor, &FRAMEWORKS).map(|(_, framework)| framework);
    let framework = framework.or_else(|| ComponentSpec::of(predictor).model());
    let confidential = framework.and_then(Model::confidential);
    if let Some(confidential) = confidential.filter(|confidential| confidential.enabled()) {
        put(annotations, "confidential-enabled", "true");
        if !confidential.resource_id().is_empty() {
            put(annotations, "confidential-resource-id", confidential.resource_id());
        }
    }
}
