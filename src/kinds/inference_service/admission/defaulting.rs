//! The defaulting webhook: mode annotation, conversion to `model`, defaults of custom containers, local
//! models, service account token.

use serde_json::map::Entry;

use super::implementation::{self, FRAMEWORK_PROTOCOLS, Implementation};
use super::local_models::{self, Marks};
use crate::api::{Component, Mode, Model};
use crate::facts::Cluster;
use crate::facts::webhooks::Defaulting;
use crate::object::ControllerError;
use crate::object::ObjectView as _;
use crate::object::fields::{member as object, text};
use crate::object::keys;
use crate::object::keys::MAIN_CONTAINER;
use crate::webhook::codes;
use crate::webhook::report::{Report, at};
use crate::{Map, Value};

/// The annotation that keeps the format of the model with which a service was created.
const MODEL_FORMAT: &str = "modelFormat";

/// Applies the webhook's changes to a decoded service.
pub fn apply(cluster: &Cluster, settings: &Defaulting, service: &mut Map, report: &mut Report) {
    let namespace = service.namespace().to_owned();
    let mut annotations = take(service, "annotations");
    let mut labels = take(service, "labels");
    let Some(Value::Object(spec)) = service.get_mut("spec") else { return };
    let is_modelmesh = text(&annotations, keys::DEPLOYMENT_MODE) == "ModelMesh";
    set_mode(&mut annotations, &settings.mode, cluster);
    if !is_modelmesh && let Some(Value::Object(predictor)) = spec.get_mut("predictor") {
        convert_to_model(predictor, &mut annotations, cluster, report);
    }
    let components = [Component::Transformer, Component::Explainer, Component::Predictor];
    for component in components {
        if (component != Component::Predictor || !is_modelmesh)
            && let Some(Value::Object(component_spec)) = spec.get_mut(component.name())
            && let Err(crash) = default_component(component, component_spec, settings)
        {
            report.refuse(codes::CONFIG, at(&format!("spec.{}", component.name())), crash.into_text());
        }
    }
    let marks = Marks { annotations: &mut annotations, labels: &mut labels };
    local_models::mark(cluster, settings, &namespace, marks, object(spec, "predictor"), report);
    if settings.withholds_token {
        for component in components {
            if let Some(Value::Object(spec)) = spec.get_mut(component.name()) {
                spec.entry("automountServiceAccountToken").or_insert(Value::Bool(false));
            }
        }
    }
    put(service, "annotations", annotations);
    put(service, "labels", labels);
}

fn take(service: &mut Map, key: &str) -> Map {
    match service.get_mut("metadata").and_then(|metadata| metadata.get_mut(key)).map(Value::take) {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

fn put(service: &mut Map, key: &str, map: Map) {
    if let Some(Value::Object(metadata)) = service.get_mut("metadata") {
        if map.is_empty() {
            metadata.remove(key);
        } else {
            metadata.insert(key.to_owned(), Value::Object(map));
        }
    }
}

/// Records the deployment mode as an annotation: the modern name of the mode, or the default mode unless it is Knative.
fn set_mode(annotations: &mut Map, default: &str, cluster: &Cluster) {
    let release = &cluster.release;
    match annotations.get(keys::DEPLOYMENT_MODE).and_then(Value::as_str) {
        Some(mode @ ("RawDeployment" | "Serverless")) if release.input.mode_annotation_renamed => {
            if let Some(mode) = Mode::parse(mode, release) {
                annotations.insert(keys::DEPLOYMENT_MODE.into(), mode.name(release).into());
            }
        }
        Some(_) => {}
        None if default == Mode::Standard.name(release) || default == "ModelMesh" => {
            annotations.insert(keys::DEPLOYMENT_MODE.into(), default.into());
        }
        None => {}
    }
}

/// Converts the older form of a predictor to `model`, and keeps the format as an annotation.
fn convert_to_model(predictor: &mut Map, annotations: &mut Map, cluster: &Cluster, report: &mut Report) {
    let release = &cluster.release.input;
    let framework = match implementation::framework(predictor) {
        None | Some(("model", _)) => None,
        Some(_) => FRAMEWORK_PROTOCOLS.into_iter().find(|(framework, _)| object(predictor, framework).is_some()),
    };
    if let Some((framework, protocol)) = framework
        && let Some(Value::Object(mut model)) = predictor.remove(framework)
    {
        report.converted(framework);
        model.insert("modelFormat".into(), serde_json::json!({"name": framework}));
        if let Some(protocol) = protocol {
            set_absent(&mut model, "protocolVersion", protocol);
        }
        predictor.insert("model".into(), Value::Object(model));
    }
    let Some(Value::Object(model)) = predictor.get_mut("model") else { return };
    let format = Model::of(model).model_format().name().unwrap_or_default().to_owned();
    if format == "triton" || (format == "vLLM" && release.vllm_models_speak_v2) {
        set_absent(model, "protocolVersion", "v2");
    }
    if !format.is_empty() && release.model_format_annotation {
        set_absent(annotations, MODEL_FORMAT, format);
    }
}

/// Sets the name and resources of the container of a component that has exactly one implementation.
fn default_component(component: Component, spec: &mut Map, settings: &Defaulting) -> Result<(), ControllerError> {
    let (count, first) = Implementation::of(component, spec);
    match first {
        Some(Implementation::Art(_)) if count == 1 => {
            let Some(Value::Object(art)) = spec.get_mut("art") else { return Ok(()) };
            art.insert("name".into(), MAIN_CONTAINER.into());
            set_absent(art, "runtimeVersion", settings.art_version.as_str());
            default_resources(art, settings)
        }
        Some(Implementation::Custom(_, pod)) if count == 1 => {
            let single = pod.containers().nth(1).is_none();
            let Some(Value::Object(container)) =
                spec.get_mut("containers").and_then(Value::as_array_mut).and_then(|list| list.first_mut())
            else {
                return Ok(());
            };
            // Other containers of a predictor keep their names: one of them may be the main one.
            if component != Component::Predictor || single || text(container, "name").is_empty() {
                container.insert("name".into(), MAIN_CONTAINER.into());
            }
            default_resources(container, settings)
        }
        _ => Ok(()),
    }
}

/// Sets each of the four amounts on its own; nothing ensures that a limit is above its request.
fn default_resources(container: &mut Map, settings: &Defaulting) -> Result<(), ControllerError> {
    let Value::Object(resources) = container.entry("resources").or_insert_with(|| Value::Object(Map::new())) else {
        return Ok(());
    };
    for resource in settings.resources.as_ref().map_err(Clone::clone)? {
        let list = resources.entry(resource.list).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(list) = list {
            set_absent(list, resource.name, resource.amount.as_str());
        }
    }
    Ok(())
}

fn set_absent(map: &mut Map, key: &str, value: impl Into<Value>) {
    if let Entry::Vacant(entry) = map.entry(key) {
        entry.insert(value.into());
    }
}
