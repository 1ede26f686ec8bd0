//! The Gateways that routes attach to.

use crate::kinds::llm_inference_service::builder::Builder;
use crate::object::fields::{elements, member, objects, text};
use crate::object::{ControllerError, Kind};
use crate::{Map, Value};

/// Namespace and name of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}

impl Named {
    /// What a reference names; without a namespace one of `namespace`.
    pub fn of(reference: &Map, namespace: &str) -> Named {
        let own = reference.get("namespace").and_then(Value::as_str);
        Named { namespace: own.unwrap_or(namespace).to_owned(), name: text(reference, "name").to_owned() }
    }
}

/// A Gateway that a route names as its parent.
#[derive(Debug, Clone)]
pub struct Parent<'b> {
    /// Namespace and name of the Gateway.
    pub named: Named,
    /// The Gateway.
    pub gateway: &'b Map,
    /// The listener that the route names.
    pub section: Option<String>,
}

/// The Gateways of a route, in the order in which it names them.
///
/// # Errors
/// A Gateway or its class does not exist.
pub fn parents<'b>(builder: &Builder<'b>, route: &Map) -> Result<Vec<Parent<'b>>, ControllerError> {
    let at = named_of(route);
    let spec = member(route, "spec");
    let references = spec.map(|spec| objects(spec, "parentRefs")).into_iter().flatten();
    references
        .map(|reference| {
            let named = Named::of(reference, &at.namespace);
            let gateway = builder
                .find(Kind::Gateway, &named.namespace, &named.name)
                .map_err(|missing| missing.within(format_args!("failed to get Gateway {named} for route {at}")))?;
            let class = member(gateway, "spec").map(|spec| text(spec, "gatewayClassName")).unwrap_or_default();
            builder.find(Kind::GatewayClass, "", class).map_err(|missing| {
                missing.within(format_args!("failed to get GatewayClass \"{class}\" for gateway {named}"))
            })?;
            let section = reference.get("sectionName").and_then(Value::as_str).map(str::to_owned);
            Ok(Parent { named, gateway, section })
        })
        .collect()
}

/// Namespace and name of an object.
pub fn named_of(object: &Map) -> Named {
    let metadata = member(object, "metadata");
    let part = |key: &str| metadata.map(|metadata| text(metadata, key)).unwrap_or_default().to_owned();
    Named { namespace: part("namespace"), name: part("name") }
}

/// Whether a Gateway is programmed.
pub fn is_ready(gateway: &Map) -> bool {
    let conditions = member(gateway, "status").map(|status| elements(status, "conditions")).unwrap_or_default();
    let programmed = conditions.iter().find(|condition| condition.get("type").is_some_and(|kind| kind == "Programmed"));
    programmed.is_some_and(|condition| condition.get("status").is_some_and(|status| status == "True"))
}

/// Whether the annotations of a Gateway switch model-based routing off.
pub fn forbids_model_routing(gateway: &Map, annotation: &str) -> bool {
    let annotations = member(gateway, "metadata").and_then(|metadata| member(metadata, "annotations"));
    annotations.is_some_and(|annotations| text(annotations, annotation) == "false")
}
