//! The merge of one spec over another.

use std::mem::take;

use crate::go::merge::{self, MergeKind};
use crate::kinds::llm_inference_service::places::{self, POD_SPECS};
use crate::kinds::llm_inference_service::spec::SchedulerConfig;
use crate::object::ControllerError;
use crate::schema::{self, LlmTypes};
use crate::{Map, Value};

/// Merges `over` into `base`, with the result as the Go types hold it.
///
/// # Errors
/// The controller's text, without the context that depends on the caller.
pub fn merge(types: &LlmTypes, base: Map, over: &Map) -> Result<Map, ControllerError> {
    let merged = spec(base, patch(over))?;
    Ok(schema::part(&types.types, types.v1alpha2.spec, merged))
}

/// The patch that a spec amounts to: everything that Go would write of it.
fn patch(over: &Map) -> Map {
    let mut patch = over.clone();
    for path in POD_SPECS {
        if let Some(pod) = places::object_mut(&mut patch, path)
            && pod.get("containers").is_none_or(Value::is_null)
        {
            pod.insert("containers".into(), Value::Array(Vec::new()));
        }
    }
    // An empty URI counts as unset. Go omits every other field of the model if it is empty.
    if let Some(model) = places::object_mut(&mut patch, &["model"])
        && model.get("uri").is_some_and(|uri| uri == "")
    {
        model.remove("uri");
    }
    patch
}

/// Merges specs, or their `prefill` blocks, which have the same pod specs.
fn spec(mut base: Map, over: Map) -> Result<Map, ControllerError> {
    for (key, change) in over {
        match (key.as_str(), base.get_mut(&key), change) {
            ("template" | "worker", Some(Value::Object(old)), Value::Object(new)) => {
                *old = merge::strategic(take(old), new, MergeKind::PodSpec);
            }
            ("prefill", Some(Value::Object(old)), Value::Object(new)) => *old = spec(take(old), new)?,
            ("router", Some(Value::Object(old)), Value::Object(new)) => *old = router(take(old), new)?,
            (_, _, change) => base = one(base, key, change),
        }
    }
    Ok(base)
}

fn router(mut base: Map, over: Map) -> Result<Map, ControllerError> {
    for (key, change) in over {
        match (key.as_str(), base.get_mut(&key), change) {
            ("scheduler", Some(Value::Object(old)), Value::Object(new)) => *old = scheduler(take(old), new)?,
            (_, _, change) => base = one(base, key, change),
        }
    }
    Ok(base)
}

fn scheduler(mut base: Map, over: Map) -> Result<Map, ControllerError> {
    for (key, change) in over {
        match (key.as_str(), base.get_mut(&key), change) {
            ("template", Some(Value::Object(old)), Value::Object(new)) => {
                *old = merge::strategic(take(old), new, MergeKind::PodSpec);
            }
            ("config", Some(Value::Object(old)), Value::Object(new)) => {
                check_inline(old, &new)?;
                *old = merge::strategic(take(old), new, MergeKind::Other);
            }
            (_, _, change) => base = one(base, key, change),
        }
    }
    Ok(base)
}

/// Merges one member into an object that has no lists merged by key.
fn one(base: Map, key: String, change: Value) -> Map {
    merge::strategic(base, Map::from_iter([(key, change)]), MergeKind::Other)
}

/// Refuses to merge objects and lists of inline configurations, whose fields the merge does not know.
fn check_inline(old: &Map, new: &Map) -> Result<(), ControllerError> {
    let inline = |config| SchedulerConfig::of(config).inline().and_then(Value::as_object);
    let (Some(old), Some(new)) = (inline(old), inline(new)) else { return Ok(()) };
    let same = |(key, value): &(&String, &Value)| {
        matches!(
            (old.get(*key), value),
            (Some(Value::Object(_)), Value::Object(_)) | (Some(Value::Array(_)), Value::Array(_))
        )
    };
    match new.iter().find(same) {
        None => Ok(()),
        Some((key, _)) => Err(ControllerError::new(format!(
            "could not apply merge patch: unable to find api field in struct RawExtension for the json field \"{key}\""
        ))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn merged(base: Value, over: Value) -> Result<Value, ControllerError> {
        let object = |value: Value| value.as_object().expect("an object").clone();
        let merged = merge(LlmTypes::of(Version::NEWEST), object(base), &object(over))?;
        Ok(Value::Object(merged))
    }

    #[test]
    fn containers_merge_by_name_and_arguments_are_replaced() {
        let base = json!({"template": {"containers": [{"name": "main", "image": "a", "args": ["--x"],
            "env": [{"name": "HOME", "value": "/home"}]}], "terminationGracePeriodSeconds": 60}});
        let over = json!({"model": {"uri": ""}, "template": {"containers": [{"name": "main", "args": ["--y"],
            "env": [{"name": "FOO", "value": "1"}]}]}});
        assert_eq!(
            merged(base, over),
            Ok(json!({"model": {"uri": ""}, "template": {"containers": [{"name": "main", "image": "a",
                "args": ["--y"], "env": [{"name": "FOO", "value": "1"}, {"name": "HOME", "value": "/home"}],
                "resources": {}}], "terminationGracePeriodSeconds": 60}}))
        );
    }

    #[test]
    fn a_model_without_a_uri_keeps_the_base_uri() {
        let base = json!({"model": {"uri": "hf://a/b"}});
        let merged = merged(base, json!({"model": {"uri": "", "name": "x"}})).expect("merged");
        assert_eq!(merged["model"], json!({"uri": "hf://a/b", "name": "x"}));
    }

    #[test]
    fn inline_configurations_merge_only_scalars() {
        let layer = |inline: Value| json!({"router": {"scheduler": {"config": {"inline": inline}}}});
        let merged = |a: Value, b: Value| merged(layer(a), layer(b));
        assert!(merged(json!({"kind": "A"}), json!({"kind": "B", "plugins": []})).is_ok());
        assert_eq!(
            merged(json!({"plugins": [1]}), json!({"plugins": [2]})).map_err(ControllerError::into_text),
            Err("could not apply merge patch: unable to find api field in struct RawExtension for the json field \
                 \"plugins\""
                .to_owned())
        );
    }
}
