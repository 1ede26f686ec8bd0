//! Canary predictors: the stable predictor, overlaid with what the canary overrides.

use super::predictor;
use crate::api::{Canary, Component, InferenceService};
use crate::build::workload::{BuildError, Built};
use crate::facts::Cluster;
use crate::schema::{StructId, Type, Types};
use crate::{Map, Value};

/// Builds a canary after the stable predictor, whose step changed `service` in memory. Changes made while building the canary are
/// lost.
///
/// # Errors
///
/// The controller's error, with the canary's name.
pub fn build(cluster: &Cluster, service: &InferenceService, canary: &Canary) -> Result<Built, BuildError> {
    let mut copy = without_canaries(service);
    let mut spec = service.component(Component::Predictor).cloned().unwrap_or_default();
    let types = Types::of(cluster.release.input.fields);
    overlay(types, predictor_type(types), &mut spec, canary.predictor.fields());
    for field in ["maxReplicas", "scaleTarget", "scaleMetric", "autoScaling"] {
        spec.remove(field);
    }
    let replicas = canary.replicas(service);
    spec.insert("minReplicas".into(), replicas.into());
    copy.spec.insert(Component::Predictor.name().into(), Value::Object(spec));
    let name = canary.child_name(service);
    let mut built = predictor::build_pods(cluster, &mut copy, name, false).map_err(|error| {
        let error = error.within(format_args!("fails to build resources for canary {}", canary.name));
        error.with(|failure| (failure.invalid_spec, failure.runtime) = (None, None))
    })?;
    built.extension = Map::from_iter([("minReplicas".to_owned(), replicas.into())]);
    built.runtime = None;
    built.canary = true;
    Ok(built)
}

/// A service without its canaries. There may be many: copying all of them for each would take quadratic time.
fn without_canaries(service: &InferenceService) -> InferenceService {
    let others = service.spec.iter().filter(|(key, _)| *key != "canary");
    let spec = others.map(|(key, value)| (key.clone(), value.clone())).collect();
    InferenceService { metadata: service.metadata.clone(), spec }
}

/// Lays `over` over `base` as the controller does: strings, numbers and booleans override if they are not zero; objects are
/// merged field by field, and maps key by key; lists override as a whole if they have items. The type tells objects from maps.
fn overlay(types: &Types, of: Option<StructId>, base: &mut Map, over: &Map) {
    for (key, value) in over {
        let ty = of.and_then(|of| Some(&types.structs.get(of)?.field(key)?.ty));
        match (base.get_mut(key), value) {
            (_, Value::Null) => {}
            (Some(Value::Object(base)), Value::Object(over)) if matches!(ty, Some(Type::Map(..))) => {
                base.extend(over.iter().map(|(key, value)| (key.clone(), value.clone())));
            }
            (Some(Value::Object(base)), Value::Object(over)) => {
                overlay(types, of.and_then(|of| types.struct_of(of, key)), base, over);
            }
            (Some(_), Value::Array(items)) if items.is_empty() => {}
            // A zero behind a pointer does not override an existing value, but is taken if there is none.
            (Some(_), value) if is_zero(value) => {}
            // A port number does not replace a port name: Go keeps kind, number and name apart.
            (Some(Value::String(_)), Value::Number(_)) if matches!(ty, Some(Type::IntOrString)) => {}
            (_, value) => drop(base.insert(key.clone(), value.clone())),
        }
    }
}

/// The struct of a predictor.
fn predictor_type(types: &Types) -> Option<StructId> {
    types.struct_of(types.struct_of(types.inference_service, "spec")?, Component::Predictor.name())
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;
    use serde_json::json;

    fn laid_over(base: Value, over: Value) -> Value {
        let mut base = base.as_object().cloned().unwrap();
        let types = Types::of(Version::NEWEST);
        overlay(types, predictor_type(types), &mut base, over.as_object().unwrap());
        Value::Object(base)
    }

    #[test]
    fn zero_values_do_not_override() {
        assert_eq!(
            laid_over(
                json!({"automountServiceAccountToken": true, "minReplicas": 2, "args": ["a"], "image": "x"}),
                json!({"automountServiceAccountToken": false, "minReplicas": 0, "args": [], "image": ""}),
            ),
            json!({"automountServiceAccountToken": true, "minReplicas": 2, "args": ["a"], "image": "x"})
        );
        assert_eq!(laid_over(json!({}), json!({"minReplicas": 0})), json!({"minReplicas": 0}));
    }

    #[test]
    fn an_empty_value_of_a_map_wins_wherever_the_map_is() {
        let volume = |attributes: Value| json!({"model": {"securityContext": {"seLinuxOptions": {"level": "a"}}, "storage": {"parameters": attributes}}});
        assert_eq!(
            laid_over(volume(json!({"a": "1", "b": "2"})), volume(json!({"a": ""}))),
            volume(json!({"a": "", "b": "2"}))
        );
    }

    #[test]
    fn maps_take_single_keys_and_lists_are_replaced() {
        assert_eq!(
            laid_over(
                json!({"labels": {"a": "1", "b": "2"}, "env": [{"name": "A"}]}),
                json!({"labels": {"b": ""}, "env": [{"name": "B"}]}),
            ),
            json!({"labels": {"a": "1", "b": ""}, "env": [{"name": "B"}]})
        );
    }
}
