use std::collections::BTreeMap;

use super::fields::filled;
use super::keys;
use crate::{Map, Value};

/// The finalizer that the controller sets on an InferenceService before it builds the components.
pub const FINALIZER: &str = "inferenceservice.finalizers";

/// The parts of an object's metadata that the controller reads.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ObjectMeta {
    pub name: String,
    pub namespace: String,
    pub labels: BTreeMap<String, String>,
    pub annotations: BTreeMap<String, String>,
    /// `metadata.finalizers`, without the controller's own.
    pub finalizers: Vec<String>,
    /// `metadata.generation`.
    pub generation: i64,
}

impl ObjectMeta {
    /// Reads an object's `metadata`.
    pub fn of(object: &Map) -> ObjectMeta {
        let metadata = object.get("metadata").and_then(Value::as_object);
        let text = |key: &str| metadata.and_then(|m| m.get(key)).and_then(Value::as_str).unwrap_or_default().to_owned();
        ObjectMeta {
            name: text("name"),
            namespace: text("namespace"),
            labels: string_map(metadata.and_then(|m| m.get("labels"))),
            annotations: string_map(metadata.and_then(|m| m.get("annotations"))),
            finalizers: metadata
                .and_then(|m| m.get("finalizers"))
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .filter(|finalizer| *finalizer != FINALIZER)
                .map(str::to_owned)
                .collect(),
            generation: metadata.and_then(|m| m.get("generation")).and_then(Value::as_i64).unwrap_or_default(),
        }
    }

    /// Whether the stop annotation is `true`, in upper or lower case.
    pub fn asks_to_stop(&self) -> bool {
        self.annotations.get(keys::STOP).is_some_and(|value| keys::means_stop(value))
    }
}

/// A map of strings; entries of other types are left out.
pub fn string_map(value: Option<&Value>) -> BTreeMap<String, String> {
    let entries = value.and_then(Value::as_object).into_iter().flatten();
    filled(entries.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))))
}
