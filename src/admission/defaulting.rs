//! The defaulting webhook: mode annotation, conversion to `model`, defaults of custom containers.

use serde_json::map::Entry;

use super::predictor::{FRAMEWORKS, MAIN_CONTAINER, containers, is_set, text};
use crate::api::keys;
use crate::{Map, Value};

/// Annotation that keeps the format of the model that a service was created with.
const MODEL_FORMAT: &str = "modelFormat";

/// What the webhook reads from the ConfigMap.
#[derive(Debug, Clone, Default)]
pub struct Defaults<'a> {
    /// The mode of services without an annotation; empty when none is configured.
    pub mode: &'a str,
    /// `inferenceService.resource`: the list (`requests` or `limits`), the resource and its amount.
    pub resources: [(&'static str, &'static str, &'a str); 4],
    /// `explainers.art.defaultImageVersion`.
    pub art_version: &'a str,
}

/// Sets the deployment mode annotation of a service that has none, when the default is not Knative.
pub fn set_mode(annotations: &mut Map, defaults: &Defaults) {
    match annotations.get(keys::DEPLOYMENT_MODE).and_then(Value::as_str) {
        Some("RawDeployment") => {
            annotations.insert(keys::DEPLOYMENT_MODE.into(), "Standard".into());
        }
        Some("Serverless") => {
            annotations.insert(keys::DEPLOYMENT_MODE.into(), "Knative".into());
        }
        Some(_) => {}
        None if matches!(defaults.mode, "Standard" | "ModelMesh") => {
            annotations.insert(keys::DEPLOYMENT_MODE.into(), defaults.mode.into());
        }
        None => {}
    }
}

/// Turns the older form of a predictor into `model`, and keeps the format as an annotation.
pub fn convert_to_model(predictor: &mut Map, annotations: &mut Map) {
    for (framework, protocol) in FRAMEWORKS {
        if !is_set(predictor, framework) {
            continue;
        }
        let Some(Value::Object(mut model)) = predictor.remove(framework) else { continue };
        model.insert("modelFormat".into(), serde_json::json!({"name": framework}));
        if let Some(protocol) = protocol {
            set_absent(&mut model, "protocolVersion", protocol);
        }
        predictor.insert("model".into(), Value::Object(model));
        break;
    }
    let Some(Value::Object(model)) = predictor.get_mut("model") else { return };
    let format =
        model.get("modelFormat").and_then(Value::as_object).map_or("", |format| text(format, "name")).to_owned();
    if matches!(format.as_str(), "triton" | "vLLM") {
        set_absent(model, "protocolVersion", "v2");
    }
    if !format.is_empty() {
        set_absent(annotations, MODEL_FORMAT, format);
    }
}

/// Names and resources of a custom predictor's first container.
pub fn default_predictor(predictor: &mut Map, defaults: &Defaults) {
    let frameworks = is_set(predictor, "model") as usize
        + FRAMEWORKS.iter().filter(|(framework, _)| is_set(predictor, framework)).count();
    let main = containers(predictor, "containers").filter(|c| text(c, "name") == MAIN_CONTAINER).count();
    if frameworks > 0 || main > 1 {
        return;
    }
    let Some(Value::Array(containers)) = predictor.get_mut("containers") else { return };
    let single = containers.len() == 1;
    let Some(Value::Object(first)) = containers.first_mut() else { return };
    if single || text(first, "name").is_empty() {
        first.insert("name".into(), MAIN_CONTAINER.into());
    }
    default_resources(first, defaults);
}

/// Names and resources of a transformer's or a custom explainer's first container.
pub fn default_custom(component: &mut Map, defaults: &Defaults) {
    let Some(Value::Array(containers)) = component.get_mut("containers") else { return };
    let Some(Value::Object(first)) = containers.first_mut() else { return };
    first.insert("name".into(), MAIN_CONTAINER.into());
    default_resources(first, defaults);
}

/// Name, version and resources of an ART explainer, or of a custom one.
pub fn default_explainer(explainer: &mut Map, defaults: &Defaults) {
    if !is_set(explainer, "art") {
        return default_custom(explainer, defaults);
    }
    if containers(explainer, "containers").next().is_some() {
        return;
    }
    let Some(Value::Object(art)) = explainer.get_mut("art") else { return };
    art.insert("name".into(), MAIN_CONTAINER.into());
    set_absent(art, "runtimeVersion", defaults.art_version);
    default_resources(art, defaults);
}

/// Each of the four amounts is set on its own; nothing keeps a limit above its request.
fn default_resources(container: &mut Map, defaults: &Defaults) {
    let Value::Object(resources) = container.entry("resources").or_insert_with(|| Value::Object(Map::new())) else {
        return;
    };
    for (list, resource, amount) in defaults.resources {
        if amount.is_empty() {
            continue;
        }
        if let Value::Object(list) = resources.entry(list).or_insert_with(|| Value::Object(Map::new())) {
            set_absent(list, resource, amount);
        }
    }
}

fn set_absent(map: &mut Map, key: &str, value: impl Into<Value>) {
    match map.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(value.into());
        }
        Entry::Occupied(mut entry) if entry.get().is_null() => {
            entry.insert(value.into());
        }
        Entry::Occupied(_) => {}
    }
}
