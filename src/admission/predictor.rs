//! What the webhooks count as the implementation of a predictor.

use crate::{Map, Value};

/// The frameworks of the older form of a predictor, in the order in which the webhook looks for one to
/// turn into `model`, with the protocol it gets when it sets none.
pub const FRAMEWORKS: [(&str, Option<&str>); 10] = [
    ("sklearn", None),
    ("tensorflow", None),
    ("xgboost", None),
    ("pytorch", None),
    ("triton", Some("v2")),
    ("onnx", Some("v2")),
    ("huggingface", Some("v2")),
    ("pmml", None),
    ("lightgbm", None),
    ("paddle", None),
];

/// The container of a pod that serves the model.
pub const MAIN_CONTAINER: &str = "kserve-container";

/// The containers of a pod spec.
pub fn containers<'a>(spec: &'a Map, field: &str) -> impl Iterator<Item = &'a Map> + use<'a> {
    spec.get(field).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

/// Whether a member is there and not null.
pub fn is_set(map: &Map, key: &str) -> bool {
    map.get(key).is_some_and(|value| !value.is_null())
}

/// A text member; empty when absent.
pub fn text<'a>(map: &'a Map, key: &str) -> &'a str {
    map.get(key).and_then(Value::as_str).unwrap_or_default()
}
