//! A TrainedModel as its controller reads it.

use crate::go::quantity::Quantity;
use crate::object::fields::{member, text};
use crate::{Map, Value};

/// The finalizer by which a model leaves the list of models before it is gone.
pub const FINALIZER: &str = "trainedmodel.finalizer";
/// Label with the name of the InferenceService.
pub const PARENT_LABEL: &str = "inferenceservice";
/// Label with the name of the InferenceService in which memory was reserved.
pub const ALLOCATED_LABEL: &str = "serving.kserve.io/trainedmodel-allocated";

/// `spec.inferenceService`, empty if unset.
pub fn parent(model: &Map) -> &str {
    member(model, "spec").map_or("", |spec| text(spec, "inferenceService"))
}

/// `spec.model`.
pub fn model_spec(model: &Map) -> Option<&Map> {
    member(member(model, "spec")?, "model")
}

/// `spec.model.memory`, 0 if unset.
pub fn memory(model: &Map) -> Quantity {
    let memory = model_spec(model).and_then(|spec| spec.get("memory"));
    memory.and_then(|memory| Quantity::from_json(memory).ok()).unwrap_or_default()
}

/// The label `key`, if it is there.
pub fn label<'a>(model: &'a Map, key: &str) -> Option<&'a str> {
    member(member(model, "metadata")?, "labels")?.get(key)?.as_str()
}

pub fn is_deleted(model: &Map) -> bool {
    member(model, "metadata").is_some_and(|metadata| metadata.contains_key("deletionTimestamp"))
}

/// Sets a label.
pub fn set_label(model: &mut Map, key: &str, value: &str) {
    if let Some(metadata) = model.get_mut("metadata").and_then(Value::as_object_mut) {
        let labels = metadata.entry("labels").or_insert_with(|| Map::new().into());
        if let Some(labels) = labels.as_object_mut() {
            labels.insert(key.to_owned(), value.into());
        }
    }
}

/// Whether the model has the controller's finalizer.
pub fn has_finalizer(model: &Map) -> bool {
    let finalizers = member(model, "metadata").and_then(|metadata| metadata.get("finalizers")?.as_array());
    finalizers.is_some_and(|finalizers| finalizers.iter().any(|finalizer| finalizer == FINALIZER))
}

/// Appends the controller's finalizer.
pub fn add_finalizer(model: &mut Map) {
    if let Some(metadata) = model.get_mut("metadata").and_then(Value::as_object_mut) {
        let finalizers = metadata.entry("finalizers").or_insert_with(|| Value::Array(Vec::new()));
        if let Some(finalizers) = finalizers.as_array_mut() {
            finalizers.push(FINALIZER.into());
        }
    }
}

/// Takes the controller's finalizer off.
pub fn remove_finalizer(model: &mut Map) {
    let finalizers = model.get_mut("metadata").and_then(|metadata| metadata.get_mut("finalizers")?.as_array_mut());
    if let Some(finalizers) = finalizers {
        finalizers.retain(|finalizer| finalizer != FINALIZER);
    }
}

/// Whether anything keeps the model in the cluster when it is deleted.
pub fn has_finalizers(model: &Map) -> bool {
    let finalizers = member(model, "metadata").and_then(|metadata| metadata.get("finalizers")?.as_array());
    finalizers.is_some_and(|finalizers| !finalizers.is_empty())
}

/// Notes that the model is to be deleted; when, this tool does not know.
pub fn mark_deleted(model: &mut Map) {
    if let Some(metadata) = model.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.insert("deletionTimestamp".into(), "<time>".into());
    }
}
