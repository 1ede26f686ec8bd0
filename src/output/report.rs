//! The report: everything about a rendering in one document, for comparison and for tests.

use serde_json::json;

use crate::cluster::ObjectKey;
use crate::rendering::{Injected, Rendering};
use crate::{Map, Value};

/// The report of one service. Only keys with content are there.
pub fn of(rendering: Rendering) -> Value {
    let mut report = Map::new();
    let mut put = |key: &str, value: Value| {
        if !is_nothing(&value) {
            report.insert(key.to_owned(), value);
        }
    };
    put("service", format!("{}/{}", rendering.namespace, rendering.name).into());
    put("rejected", rendering.rejected.into());
    put("warnings", rendering.warnings.into());
    put("defaulted", rendering.defaulted.map(tidied).into());
    put("error", rendering.error.into());
    put("events", rendering.events.into());
    put("initialStatus", rendering.initial_status.map(tidied).into());
    put("status", rendering.status.map(tidied).into());
    put("objects", rendering.objects.into_iter().map(object).collect());
    put("deletedAgain", keys(&rendering.deleted_again));
    put("deleted", keys(&rendering.deleted));
    put("injected", rendering.injected.into_iter().map(injected).collect());
    Value::Object(report)
}

fn keys(keys: &[ObjectKey]) -> Value {
    keys.iter().map(ObjectKey::to_string).collect()
}

fn object(mut object: Value) -> Value {
    if let Some(object) = object.as_object_mut() {
        object.remove("status");
    }
    tidied(object)
}

fn injected(injected: Injected) -> Value {
    match injected.template {
        Ok(template) => {
            let mut template = Value::Object(template);
            if let Some(metadata) = template.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.remove("namespace");
            }
            json!({ "kind": injected.kind, "name": injected.name, "template": tidied(template) })
        }
        Err(error) => json!({ "kind": injected.kind, "name": injected.name, "error": error }),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}

/// Fields of `metadata` that say nothing about what a controller decides.
const METADATA: [&str; 5] = ["creationTimestamp", "generation", "managedFields", "resourceVersion", "uid"];
/// Fields that are left out when empty, wherever they stand.
const LEFT_OUT_IF_EMPTY: [&str; 4] = ["behavior", "resources", "status", "strategy"];

/// Without nulls, bookkeeping and the empty fields that say nothing.
fn tidied(mut value: Value) -> Value {
    tidy(&mut value);
    value
}

fn tidy(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(entries) => {
            if let Some(metadata) = entries.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.retain(|key, _| !METADATA.contains(&key.as_str()));
            }
            entries.retain(|key, value| {
                tidy(value);
                !(value.is_null()
                    || key == "lastTransitionTime"
                    || is_nothing(value) && LEFT_OUT_IF_EMPTY.contains(&key.as_str()))
            });
        }
        _ => {}
    }
}
