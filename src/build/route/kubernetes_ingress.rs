//! The Ingress of a service in Standard mode.

use serde::Serialize;

use super::object;
use crate::api::{Component, InferenceService};
use crate::facts::routing::Routing;
use crate::object::ControllerError;
use crate::object::{Kind, fields};
use crate::{Map, Value};

/// Builds the Ingress.
///
/// # Errors
/// The controller's error about the host that cannot be built.
pub fn build(routing: &Routing, service: &InferenceService) -> Result<Value, ControllerError> {
    let child = |component| service.child_name(component);
    let (predictor, transformer, explainer) =
        (child(Component::Predictor), child(Component::Transformer), child(Component::Explainer));
    let has = |component| service.component(component).is_some();
    let rule = |name: &str, backend, what: &str| {
        let host = routing
            .host(name, &service.metadata)
            .map_err(|error| error.within(format_args!("failed creating {what} ingress host")))?;
        Ok::<_, ControllerError>(IngressRule::to(host, backend))
    };
    let name = &service.metadata.name;
    let mut rules = Vec::new();
    match (has(Component::Transformer), has(Component::Explainer)) {
        (true, explained) => {
            // The transformer's own host leads to the predictor, or to the explainer if there is one.
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
    let spec = Spec { ingress_class_name: routing.settings.ingress_class_name.as_deref(), rules };
    // All annotations of the service, regardless of the filter lists, and no labels.
    let annotations: Map =
        service.metadata.annotations.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    Ok(object(Kind::Ingress, name, service, (Map::new(), annotations), fields::tree(&spec)))
}

/// The `spec` of an Ingress, as far as the controller writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Spec<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    ingress_class_name: Option<&'a str>,
    rules: Vec<IngressRule<'a>>,
}

#[derive(Serialize)]
struct IngressRule<'a> {
    host: String,
    http: Http<'a>,
}

impl<'a> IngressRule<'a> {
    /// The rule that sends all requests for a host to port 80 of a Service.
    const fn to(host: String, service: &'a str) -> IngressRule<'a> {
        let service = ServiceBackend { name: service, port: Port { number: 80 } };
        IngressRule {
            host,
            http: Http { paths: [Path { path: "/", path_type: "Prefix", backend: Backend { service } }] },
        }
    }
}

#[derive(Serialize)]
struct Http<'a> {
    paths: [Path<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Path<'a> {
    path: &'static str,
    path_type: &'static str,
    backend: Backend<'a>,
}

#[derive(Serialize)]
struct Backend<'a> {
    service: ServiceBackend<'a>,
}

#[derive(Serialize)]
struct ServiceBackend<'a> {
    name: &'a str,
    port: Port,
}

#[derive(Serialize)]
struct Port {
    number: u16,
}
