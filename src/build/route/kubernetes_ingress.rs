//! The Ingress of a service in Standard mode.

use serde_json::json;

use super::object;
use crate::api::{Component, InferenceService};
use crate::facts::routing::Routing;
use crate::object::ControllerError;
use crate::object::{Kind, fields};
use crate::{Map, Value};

/// Builds the Ingress.
///
/// # Errors
/// The host that cannot be made, with the controller's words for it.
pub fn build(routing: &Routing, service: &InferenceService) -> Result<Value, ControllerError> {
    let child = |component| service.child_name(component);
    let (predictor, transformer, explainer) =
        (child(Component::Predictor), child(Component::Transformer), child(Component::Explainer));
    let has = |component| service.component(component).is_some();
    let rule = |name: &str, backend: &str, what: &str| -> Result<Value, ControllerError> {
        let host = routing
            .host(name, &service.metadata)
            .map_err(|error| error.within(format_args!("failed creating {what} ingress host")))?;
        Ok(json!({
            "host": host,
            "http": {"paths": [{
                "path": "/",
                "pathType": "Prefix",
                "backend": {"service": {"name": backend, "port": {"number": 80}}},
            }]},
        }))
    };
    let name = &service.metadata.name;
    let mut rules = Vec::new();
    match (has(Component::Transformer), has(Component::Explainer)) {
        (true, explained) => {
            // The transformer's own host leads to the predictor, and with an explainer first to the explainer.
            let top = rule(name, &transformer, "top level transformer")?;
            let own = rule(&transformer, &predictor, "transformer")?;
            if explained {
                rules.push(rule(&transformer, &explainer, "explainer")?);
            }
            rules.extend([top, own]);
        }
        (false, true) => {
            rules.push(rule(name, &predictor, "top level explainer")?);
            rules.push(rule(&explainer, &explainer, "explainer")?);
        }
        (false, false) => rules.push(rule(name, &predictor, "top level predictor")?),
    }
    rules.push(rule(&predictor, &predictor, "predictor")?);
    let class = routing.settings.ingress_class_name.as_deref().map_or(Value::Null, Value::from);
    let spec = fields::object([("ingressClassName", class), ("rules", rules.into())]);
    // All annotations of the service, whatever the filter lists say, and no labels.
    let annotations: Map =
        service.metadata.annotations.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    Ok(object(Kind::Ingress, name, service, (Map::new(), annotations), spec))
}
