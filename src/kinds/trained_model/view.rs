//! A TrainedModel as its controller reads it.

use crate::go::quantity::Quantity;
use crate::object::ObjectView as _;
use crate::object::fields::{NOTHING, member, text};
use crate::{Map, Value};

/// The finalizer that keeps a model until it is removed from the list of models.
pub const FINALIZER: &str = "trainedmodel.finalizer";
/// The label with the name of the InferenceService.
pub const PARENT_LABEL: &str = "inferenceservice";
/// The label with the name of the InferenceService in which memory was reserved.
pub const ALLOCATED_LABEL: &str = "serving.kserve.io/trainedmodel-allocated";

/// The `spec` of a TrainedModel. Views borrow the JSON tree, and their methods are named after the fields.
#[derive(Debug, Clone, Copy)]
pub struct TrainedModelSpec<'a>(&'a Map);

impl<'a> TrainedModelSpec<'a> {
    /// The spec of a TrainedModel, or an empty one if it has none.
    pub fn of_object(model: &'a Map) -> TrainedModelSpec<'a> {
        TrainedModelSpec(model.spec().unwrap_or(&NOTHING))
    }

    /// Empty if unset.
    pub fn inference_service(self) -> &'a str {
        text(self.0, "inferenceService")
    }

    /// The model, or an empty one if it is unset.
    pub fn model(self) -> ModelSpec<'a> {
        ModelSpec(member(self.0, "model").unwrap_or(&NOTHING))
    }
}

/// What a TrainedModel loads.
#[derive(Debug, Clone, Copy)]
pub struct ModelSpec<'a>(&'a Map);

impl<'a> ModelSpec<'a> {
    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// Empty if unset.
    pub fn storage_uri(self) -> &'a str {
        text(self.0, "storageUri")
    }

    /// 0 if unset.
    pub fn memory(self) -> Quantity {
        self.0.get("memory").and_then(|memory| Quantity::from_json(memory).ok()).unwrap_or_default()
    }
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
    model.finalizers().iter().any(|finalizer| finalizer == FINALIZER)
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

/// Removes the controller's finalizer.
pub fn remove_finalizer(model: &mut Map) {
    let finalizers = model.get_mut("metadata").and_then(|metadata| metadata.get_mut("finalizers")?.as_array_mut());
    if let Some(finalizers) = finalizers {
        finalizers.retain(|finalizer| finalizer != FINALIZER);
    }
}

/// Whether anything keeps the model in the cluster while it is being deleted.
pub fn has_finalizers(model: &Map) -> bool {
    !model.finalizers().is_empty()
}

/// Marks the model as being deleted, with a fixed time, since the tool does not know the real one.
pub fn mark_deleted(model: &mut Map) {
    if let Some(metadata) = model.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.insert("deletionTimestamp".into(), "<time>".into());
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_field_that_a_view_reads_is_in_the_tables() {
        crate::api::tests::check(
            &[include_str!("view.rs")],
            &[
                ("TrainedModelSpec", &["v1alpha1.TrainedModelSpec", "v1alpha1.TrainedModel"]),
                ("ModelSpec", &["v1alpha1.ModelSpec"]),
            ],
        );
    }
}
