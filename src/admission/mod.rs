//! What the API server's schema and the webhooks make of a service: prune, default, validate.

mod defaulting;
mod predictor;
pub mod schema;

use crate::cluster::Cluster;
use crate::reconcile::Existing;
use crate::{Map, Value};
use defaulting::Defaults;

/// The answer to creating or updating an InferenceService.
#[derive(Debug, Clone)]
pub struct Admitted {
    /// Admission warnings, given with and without a refusal.
    pub warnings: Vec<String>,
    /// The object as stored, or the text of the refusal.
    pub outcome: Result<Value, String>,
}

/// Admits a service as API server and webhooks would.
pub fn admit(cluster: &Cluster, service: &Value, existing: &Existing) -> Admitted {
    let _ = existing;
    let mut stored = service.clone();
    let sections: Vec<Value> =
        ["deploy", "inferenceService", "explainers"].iter().map(|key| section(cluster, key)).collect();
    let resource =
        |name: &str| sections[1].get("resource").and_then(|r| r.get(name)).and_then(Value::as_str).unwrap_or("");
    let defaults = Defaults {
        mode: match sections[0].get("defaultDeploymentMode").and_then(Value::as_str).unwrap_or("") {
            "RawDeployment" => "Standard",
            "Serverless" => "Knative",
            mode => mode,
        },
        resources: [
            ("requests", "cpu", resource("cpuRequest")),
            ("requests", "memory", resource("memoryRequest")),
            ("limits", "cpu", resource("cpuLimit")),
            ("limits", "memory", resource("memoryLimit")),
        ],
        art_version: sections[2].pointer("/art/defaultImageVersion").and_then(Value::as_str).unwrap_or(""),
    };
    if let Some(object) = stored.as_object_mut() {
        object.insert("status".into(), serde_json::json!({"modelStatus": {"transitionStatus": ""}}));
        let mut annotations = take_object(object, &["metadata", "annotations"]);
        let sent_modelmesh =
            annotations.get(crate::api::keys::DEPLOYMENT_MODE).and_then(Value::as_str) == Some("ModelMesh");
        defaulting::set_mode(&mut annotations, &defaults);
        if let Some(Value::Object(spec)) = object.get_mut("spec") {
            if let Some(Value::Object(predictor)) = spec.get_mut("predictor")
                && !sent_modelmesh
            {
                defaulting::convert_to_model(predictor, &mut annotations);
                defaulting::default_predictor(predictor, &defaults);
                if let Some(Value::Object(model)) = predictor.get_mut("model") {
                    model.entry("name").or_insert_with(|| "".into());
                }
            }
            if let Some(Value::Object(transformer)) = spec.get_mut("transformer") {
                defaulting::default_custom(transformer, &defaults);
            }
            if let Some(Value::Object(explainer)) = spec.get_mut("explainer") {
                defaulting::default_explainer(explainer, &defaults);
            }
        }
        if !annotations.is_empty()
            && let Some(Value::Object(metadata)) = object.get_mut("metadata")
        {
            metadata.insert("annotations".into(), Value::Object(annotations));
        }
    }
    Admitted { warnings: Vec::new(), outcome: Ok(stored) }
}

/// A section of the ConfigMap, null when it is absent or broken.
fn section(cluster: &Cluster, key: &str) -> Value {
    cluster
        .get("ConfigMap", &cluster.settings.kserve_namespace, "inferenceservice-config")
        .and_then(|config| config.get("data"))
        .and_then(|data| data.get(key))
        .and_then(Value::as_str)
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default()
}

fn take_object(object: &mut Map, path: &[&str]) -> Map {
    let Some((last, parents)) = path.split_last() else { return Map::new() };
    let mut current = object;
    for key in parents {
        match current.get_mut(*key) {
            Some(Value::Object(next)) => current = next,
            _ => return Map::new(),
        }
    }
    match current.remove(*last) {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// A runtime or storage container as the API server would store it and the controller reads it: without what its schema
/// does not know, with the schema's defaults, and with canonical quantities. Other kinds stay as they are.
pub fn stored(version: crate::release::Version, object: &Value) -> Map {
    let types = schema::Types::of(version);
    let Some(fields) = object.as_object() else { return Map::new() };
    let root = match object.get("kind").and_then(Value::as_str) {
        Some("ServingRuntime") => types.serving_runtime,
        Some("ClusterServingRuntime") => types.cluster_serving_runtime,
        Some("ClusterStorageContainer") => types.cluster_storage_container,
        _ => return fields.clone(),
    };
    schema::object(types, root, fields, schema::Through::GoTypes { keep_empty: false }).object
}
