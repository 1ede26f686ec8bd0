//! What the controller sets on a model depending on its runtime.

use std::collections::BTreeMap;

use serde_json::json;

use crate::api::{Component, InferenceService, Model};
use crate::facts::runtimes::ServingRuntime;
use crate::release::Release;
use crate::{Map, Value};

/// The type of server in a runtime, which decides defaults and image tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerType {
    MlServer,
    TorchServe,
    Triton,
    TensorflowServing,
    HuggingFace,
    Vllm,
}

impl ServerType {
    /// The value of the annotation.
    pub fn name(self) -> &'static str {
        SERVER_TYPES.iter().find(|(server, ..)| *server == self).map_or("", |(_, value, _)| value)
    }
}

/// The server types, each with its annotation value and the runtime name that implies it.
const SERVER_TYPES: [(ServerType, &str, &str); 6] = [
    (ServerType::MlServer, "mlserver", "kserve-mlserver"),
    (ServerType::TorchServe, "torchserve", "kserve-torchserve"),
    (ServerType::Triton, "tritonserver", "kserve-tritonserver"),
    (ServerType::TensorflowServing, "tensorflow-serving", "kserve-tensorflow-serving"),
    (ServerType::HuggingFace, "huggingfaceserver", "kserve-huggingfaceserver"),
    (ServerType::Vllm, "vllmserver", "kserve-vllmserver"),
];

/// The annotation of a runtime that names its server type.
pub const SERVER_TYPE: &str = "serving.kserve.io/server-type";

/// The server type of a runtime for its defaults: its annotation, or else the one that its name implies. If the annotation exists
/// but is empty or names no known type, there is none.
pub fn server_type(
    annotations: &BTreeMap<String, String>,
    runtime_name: &str,
    release: &Release,
) -> Option<ServerType> {
    let annotated = annotations.get(SERVER_TYPE).filter(|_| release.components.server_type_annotation);
    named(annotated, runtime_name, release)
}

/// The server type of a runtime for its image: as for its defaults, except that an empty annotation does not count, and some
/// releases go by the name alone.
pub fn server_type_for_image(
    annotations: &BTreeMap<String, String>,
    runtime_name: &str,
    release: &Release,
) -> Option<ServerType> {
    let annotated = annotations.get(SERVER_TYPE).filter(|text| !text.is_empty());
    named(annotated.filter(|_| release.components.image_by_server_type_annotation), runtime_name, release)
}

fn named(annotation: Option<&String>, runtime_name: &str, release: &Release) -> Option<ServerType> {
    let matches = |(_, value, name): &&(ServerType, &str, &str)| match annotation {
        Some(annotation) => annotation == value,
        None => runtime_name == *name,
    };
    let found = SERVER_TYPES.iter().find(matches).map(|(server, ..)| *server)?;
    (found != ServerType::Vllm || release.components.vllm_server_type).then_some(found)
}

/// Applies the defaults of the runtime to the model of `service`, in memory: protocol, environment, arguments, and labels of the
/// service.
pub fn apply(service: &mut InferenceService, server: Option<ServerType>) {
    let name = service.metadata.name.clone();
    let Some(model) = model_mut(service) else { return };
    let has_storage = ["storageUri", "storage"].iter().any(|key| model.get(*key).is_some_and(|v| !v.is_null()));
    let set_protocol = |model: &mut Map, protocol: &str| {
        if model.get("protocolVersion").is_none_or(Value::is_null) {
            model.insert("protocolVersion".into(), protocol.into());
        }
    };
    match server {
        Some(ServerType::MlServer) => {
            set_protocol(model, "v2");
            let variables: &[(&str, &str)] = match has_storage {
                true => &[("MLSERVER_MODEL_NAME", &name), ("MLSERVER_MODEL_URI", "/mnt/models")],
                false => &[("MLSERVER_LOAD_MODELS_AT_STARTUP", "false")],
            };
            for (variable, value) in variables {
                append_variable(model, variable, value, false);
            }
            let class = match Model::of(model).model_format().name() {
                Some("xgboost") => "mlserver_xgboost.XGBoostModel",
                Some("lightgbm") => "mlserver_lightgbm.LightGBMModel",
                Some("mlflow") => "mlserver_mlflow.MLflowRuntime",
                _ => "mlserver_sklearn.SKLearnModel",
            };
            service.metadata.labels.insert("modelClass".into(), class.into());
        }
        Some(ServerType::TorchServe) => {
            set_protocol(model, "v1");
            let protocol = Model::of(model).protocol_version().unwrap_or_default().to_owned();
            append_variable(model, "PROTOCOL_VERSION", &protocol, true);
            let envelope = if matches!(protocol.as_str(), "v2" | "grpc-v2") { "kservev2" } else { "kserve" };
            service.metadata.labels.insert("serviceEnvelope".into(), envelope.into());
        }
        Some(ServerType::Triton) => {
            set_protocol(model, "v2");
            if !has_storage {
                push(model, "args", "--model-control-mode=explicit".into());
            }
        }
        _ => {}
    }
}

/// The protocol that a model without one gets from its runtime: the lowest known one, or an empty string.
pub fn lowest_protocol(runtime: &ServingRuntime) -> String {
    let known = ["v1", "v2", "grpc-v1", "grpc-v2"];
    known.into_iter().find(|p| runtime.protocols.iter().any(|q| q == p)).unwrap_or_default().to_owned()
}

fn model_mut(service: &mut InferenceService) -> Option<&mut Map> {
    service.spec.get_mut(Component::Predictor.name())?.get_mut("model")?.as_object_mut()
}

fn append_variable(model: &mut Map, name: &str, value: &str, even_if_there: bool) {
    let is_there = || {
        let env = model.get("env").and_then(Value::as_array);
        env.into_iter().flatten().any(|v| v.get("name").is_some_and(|n| n == name))
    };
    if even_if_there || !is_there() {
        push(model, "env", json!({"name": name, "value": value}));
    }
}

/// Appends to the list under a key, which is created if it does not exist.
fn push(map: &mut Map, key: &str, item: Value) {
    match map.get_mut(key) {
        Some(Value::Array(items)) => items.push(item),
        _ => drop(map.insert(key.to_owned(), Value::Array(vec![item]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;

    fn service(model: Value) -> InferenceService {
        let object = json!({"metadata": {"name": "iris", "namespace": "ns"}, "spec": {"predictor": {"model": model}}});
        InferenceService::of(&object, 1)
    }

    #[test]
    fn the_annotation_wins_over_the_name_even_when_it_is_empty() {
        let release = Release::of(Version::NEWEST);
        let annotated = |value: &str| BTreeMap::from([(SERVER_TYPE.to_owned(), value.to_owned())]);
        assert_eq!(server_type(&annotated("torchserve"), "kserve-mlserver", release), Some(ServerType::TorchServe));
        assert_eq!(server_type(&annotated(""), "kserve-mlserver", release), None);
        assert_eq!(server_type_for_image(&annotated(""), "kserve-mlserver", release), Some(ServerType::MlServer));
        assert_eq!(server_type(&BTreeMap::new(), "kserve-mlserver", release), Some(ServerType::MlServer));
    }

    #[test]
    fn mlserver_gets_the_model_and_a_class() {
        let mut service = service(json!({"modelFormat": {"name": "lightgbm"}, "storageUri": "s3://b/m"}));
        apply(&mut service, Some(ServerType::MlServer));
        assert_eq!(
            service.spec["predictor"]["model"]["env"],
            json!([
                {"name": "MLSERVER_MODEL_NAME", "value": "iris"},
                {"name": "MLSERVER_MODEL_URI", "value": "/mnt/models"},
            ])
        );
        assert_eq!(service.metadata.labels["modelClass"], "mlserver_lightgbm.LightGBMModel");
    }

    #[test]
    fn torchserve_appends_its_protocol_even_twice() {
        let mut service =
            service(json!({"env": [{"name": "PROTOCOL_VERSION", "value": "x"}], "protocolVersion": "v2"}));
        apply(&mut service, Some(ServerType::TorchServe));
        assert_eq!(service.spec["predictor"]["model"]["env"].as_array().map(Vec::len), Some(2));
        assert_eq!(service.metadata.labels["serviceEnvelope"], "kservev2");
    }
}
