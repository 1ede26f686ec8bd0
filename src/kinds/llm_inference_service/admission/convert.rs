//! Conversion between `v1alpha1` and `v1alpha2`, the version in which objects are stored.

use std::collections::BTreeMap;

use serde_json::json;

use crate::kinds::llm_inference_service::places;
use crate::kinds::llm_inference_service::spec::{EndpointPicker, OldPoolSpec, PoolSpec};
use crate::object::Kind;
use crate::{Map, Value};

/// The version of the API before the one in which objects are stored.
pub const OLDER_VERSION: &str = Kind::LlmInferenceService.oldest_api_version();

const CRITICALITY: &str = "internal.serving.kserve.io/model-criticality";
const ADAPTER_CRITICALITIES: &str = "internal.serving.kserve.io/lora-criticalities";

/// Converts an object from `v1alpha1` to `v1alpha2`.
pub fn up(mut object: Map) -> Map {
    object.insert("apiVersion".into(), Kind::LlmInferenceService.api_version().into());
    let mut kept = Vec::new();
    if let Some(model) = places::object_mut(&mut object, &["spec", "model"]) {
        if let Some(Value::String(criticality)) = model.remove("criticality").filter(|value| *value != "") {
            kept.push((CRITICALITY, criticality));
        }
        let of_adapters = take_criticalities(model);
        if !of_adapters.is_empty() {
            // Go writes the keys of a map sorted.
            kept.push((ADAPTER_CRITICALITIES, json!(of_adapters).to_string()));
        }
    }
    for (annotation, value) in kept {
        annotate(&mut object, annotation, value);
    }
    if let Some(pool) = places::object_mut(&mut object, &["spec", "router", "scheduler", "pool"])
        && let Some(Value::Object(spec)) = pool.remove("spec")
    {
        pool.insert("spec".into(), pool_up(OldPoolSpec::of(&spec)));
    }
    object
}

/// Removes the criticalities of all adapters, nested ones included, and returns those of the outer adapters.
fn take_criticalities(model: &mut Map) -> BTreeMap<String, String> {
    let mut taken = BTreeMap::new();
    let adapters = places::object_mut(model, &["lora"]).and_then(|lora| lora.get_mut("adapters")?.as_array_mut());
    for (index, adapter) in adapters.into_iter().flatten().enumerate() {
        let Some(adapter) = adapter.as_object_mut() else { continue };
        if let Some(Value::String(criticality)) = adapter.remove("criticality").filter(|value| *value != "") {
            taken.insert(index.to_string(), criticality);
        }
        take_criticalities(adapter);
    }
    taken
}

fn annotate(object: &mut Map, key: &str, value: String) {
    let metadata = object.entry("metadata").or_insert_with(|| json!({}));
    let annotations =
        metadata.as_object_mut().map(|metadata| metadata.entry("annotations").or_insert_with(|| json!({})));
    if let Some(annotations) = annotations.and_then(Value::as_object_mut) {
        annotations.insert(key.to_owned(), value.into());
    }
}

/// Converts a pool from the experimental API to the stable one.
fn pool_up(spec: OldPoolSpec<'_>) -> Value {
    let mut picker = Map::new();
    if let Some(extension) = spec.extension_ref() {
        copy(extension.fields(), &mut picker);
        if let Some(port) = extension.port_number() {
            picker.insert("port".into(), json!({ "number": port }));
        }
    }
    json!({
        "selector": { "matchLabels": spec.selector().cloned().unwrap_or_else(|| json!({})) },
        "targetPorts": [{ "number": spec.target_port_number().unwrap_or_default() }],
        "endpointPickerRef": picker,
    })
}

/// Converts an object from `v1alpha2` to `v1alpha1`.
pub fn down(mut object: Map) -> Map {
    object.insert("apiVersion".into(), OLDER_VERSION.into());
    let mut take = |key: &str| {
        let annotations = places::object_mut(&mut object, &["metadata", "annotations"])?;
        let value = annotations.remove(key)?.as_str().map(str::to_owned);
        if annotations.is_empty()
            && let Some(metadata) = places::object_mut(&mut object, &["metadata"])
        {
            metadata.remove("annotations");
        }
        value
    };
    let (own, of_adapters) = (take(CRITICALITY), take(ADAPTER_CRITICALITIES));
    if let Some(model) = places::object_mut(&mut object, &["spec", "model"]) {
        if let Some(criticality) = own {
            model.insert("criticality".into(), criticality.into());
        }
        let criticalities: Map = of_adapters.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let adapters = places::object_mut(model, &["lora"]).and_then(|lora| lora.get_mut("adapters")?.as_array_mut());
        for (index, adapter) in adapters.into_iter().flatten().enumerate() {
            if let (Some(adapter), Some(value)) = (adapter.as_object_mut(), criticalities.get(&index.to_string())) {
                adapter.insert("criticality".into(), value.clone());
            }
        }
    }
    if let Some(spec) = places::object_mut(&mut object, &["spec"]) {
        spec.remove("kvCacheOffloading");
        for path in [&["prefill"][..], &["model"]] {
            if let Some(part) = places::object_mut(spec, path) {
                part.remove("kvCacheOffloading");
                part.remove("confidential");
            }
        }
    }
    if let Some(pool) = places::object_mut(&mut object, &["spec", "router", "scheduler", "pool"])
        && let Some(Value::Object(spec)) = pool.remove("spec")
    {
        pool.insert("spec".into(), pool_down(PoolSpec::of(&spec)));
    }
    if let Some(status) = places::object_mut(&mut object, &["status"]) {
        status_down(status);
    }
    object
}

/// Removes from a status what the older version does not have.
fn status_down(status: &mut Map) {
    for key in ["router", "workloads", "appliedConfigs"] {
        status.remove(key);
    }
    let addresses = status.get_mut("addresses").and_then(Value::as_array_mut).into_iter().flatten();
    for address in addresses.filter_map(Value::as_object_mut) {
        address.remove("origin");
        address.remove("models");
    }
}

/// Converts a pool from the stable API to the experimental one.
fn pool_down(spec: PoolSpec<'_>) -> Value {
    let picker = spec.endpoint_picker_ref();
    let mut extension = Map::from_iter([
        ("kind".to_owned(), Kind::Service.name().into()),
        ("portNumber".to_owned(), picker.and_then(EndpointPicker::port).unwrap_or(9002).into()),
        ("failureMode".to_owned(), "FailClose".into()),
    ]);
    if let Some(picker) = picker {
        copy(picker.fields(), &mut extension);
    }
    json!({
        "selector": spec.match_labels().cloned().unwrap_or_default(),
        "targetPortNumber": spec.target_ports().next().flatten().cloned().unwrap_or_else(|| 0.into()),
        "extensionRef": extension,
    })
}

/// Copies the fields that references to a pool's scheduler share in both APIs.
fn copy(from: &Map, to: &mut Map) {
    for key in ["group", "kind", "name", "failureMode"] {
        if let Some(value) = from.get(key).filter(|value| !value.is_null()) {
            to.insert(key.into(), value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Map {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn criticalities_are_kept_in_annotations() {
        let old =
            object(json!({"apiVersion": "serving.kserve.io/v1alpha1", "metadata": {"name": "a"}, "spec": {"model": {
            "uri": "hf://a/b", "criticality": "Critical",
            "lora": {"adapters": [{"name": "x"}, {"name": "y", "criticality": "Standard"}]}}}}));
        let new = up(old.clone());
        assert_eq!(
            new["metadata"]["annotations"],
            json!({CRITICALITY: "Critical", ADAPTER_CRITICALITIES: "{\"1\":\"Standard\"}"})
        );
        assert!(new["spec"]["model"].get("criticality").is_none());
        assert_eq!(Value::Object(down(new)), Value::Object(old));
    }

    #[test]
    fn pools_are_converted_both_ways() {
        let pool = json!({"selector": {"a": "b"}, "targetPortNumber": 8000, "extensionRef": {"name": "epp", "portNumber": 9002, "kind": "Service", "failureMode": "FailOpen"}});
        let old = object(
            json!({"apiVersion": "serving.kserve.io/v1alpha1", "spec": {"router": {"scheduler": {"pool": {"spec": pool}}}}}),
        );
        let new = up(old.clone());
        assert_eq!(
            new["spec"]["router"]["scheduler"]["pool"]["spec"],
            json!({"selector": {"matchLabels": {"a": "b"}}, "targetPorts": [{"number": 8000}],
                "endpointPickerRef": {"name": "epp", "port": {"number": 9002}, "kind": "Service", "failureMode": "FailOpen"}})
        );
        assert_eq!(Value::Object(down(new)), Value::Object(old));
    }
}
