//! The Gateways that routes attach to.

use crate::Map;
use crate::api::{Condition, GatewaySpec, ParentReference, RouteSpec};
use crate::kinds::llm_inference_service::builder::Builder;
use crate::object::{ControllerError, Kind, ObjectView as _};

/// The namespace and name of an object.
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
    /// The object that a reference names. `namespace` is the default.
    pub fn of(reference: ParentReference<'_>, namespace: &str) -> Named {
        Named { namespace: reference.namespace().unwrap_or(namespace).to_owned(), name: reference.name().to_owned() }
    }
}

/// A Gateway that a route names as its parent.
#[derive(Debug, Clone)]
pub struct Parent<'b> {
    /// Namespace and name of the Gateway.
    pub named: Named,
    /// The Gateway itself.
    pub gateway: &'b Map,
    /// The listener that the route names.
    pub section: Option<String>,
}

/// The Gateways of a route, in the order of its parent references.
///
/// # Errors
/// A Gateway or its class does not exist.
pub fn parents<'b>(builder: &Builder<'b>, route: &Map) -> Result<Vec<Parent<'b>>, ControllerError> {
    let at = named_of(route);
    RouteSpec::of_object(route)
        .parent_refs()
        .map(|reference| {
            let named = Named::of(reference, &at.namespace);
            let gateway = builder
                .find(Kind::Gateway, &named.namespace, &named.name)
                .map_err(|missing| missing.within(format_args!("failed to get Gateway {named} for route {at}")))?;
            let class = GatewaySpec::of_object(gateway).gateway_class_name();
            builder.find(Kind::GatewayClass, "", class).map_err(|missing| {
                missing.within(format_args!("failed to get GatewayClass \"{class}\" for gateway {named}"))
            })?;
            let section = reference.section_name().map(str::to_owned);
            Ok(Parent { named, gateway, section })
        })
        .collect()
}

/// The namespace and name of an object.
pub fn named_of(object: &Map) -> Named {
    Named { namespace: object.namespace().to_owned(), name: object.name().to_owned() }
}

/// Whether a Gateway is programmed.
pub fn is_ready(gateway: &Map) -> bool {
    let programmed = Condition::all(gateway.conditions()).find(|condition| condition.kind() == "Programmed");
    programmed.is_some_and(Condition::is_true)
}

/// Whether the annotations of a Gateway disable model-based routing.
pub fn forbids_model_routing(gateway: &Map, annotation: &str) -> bool {
    gateway.annotation(annotation) == Some("false")
}
