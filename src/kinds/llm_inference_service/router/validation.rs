//! Whether what the router refers to exists.

use super::gateways::{Named, named_of};
use crate::Map;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::live::Missing;
use crate::object::Kind;
use crate::object::fields::{elements, member, objects, text};

/// Why references are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Gateways that the service names do not exist.
    Gateways(String),
    /// Routes that the service names do not exist, or the Gateways of routes.
    Routes(String),
    /// The cluster cannot be asked.
    Unreadable(String),
}

/// Checks the references. The first kind that is wrong decides; `checked` collects the kinds that were right.
///
/// # Errors
/// What is wrong.
pub fn check(builder: &Builder<'_>, mut checked: impl FnMut(Checked)) -> Result<(), Refusal> {
    check_gateways(builder)?;
    checked(Checked::Gateways);
    check_routes(builder)?;
    checked(Checked::Routes);
    check_own_parents(builder)?;
    check_targets(builder)
}

/// Kinds of references that are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// Gateways that the service names.
    Gateways,
    /// Routes that the service names.
    Routes,
}

fn refuse(wrong: Vec<String>, refusal: fn(String) -> Refusal) -> Result<(), Refusal> {
    if wrong.is_empty() { Ok(()) } else { Err(refusal(wrong.join("; "))) }
}

fn check_gateways(builder: &Builder<'_>) -> Result<(), Refusal> {
    let mut wrong = Vec::new();
    let gateway = builder.service.router().and_then(|router| member(router, "gateway"));
    for reference in gateway.map(|gateway| objects(gateway, "refs")).into_iter().flatten() {
        let mut named = Named::of(reference, builder.service.names.namespace);
        if named.namespace.is_empty() {
            builder.service.names.namespace.clone_into(&mut named.namespace);
        }
        match builder.live.find(Kind::Gateway, &named.namespace, &named.name) {
            Ok(_) => {}
            Err(Missing::Object(_)) => wrong.push(format!("Gateway {named} does not exist")),
            Err(error) => {
                let text = format!("gateway reference validation failed: failed to get Gateway {named}: {error}");
                return Err(Refusal::Unreadable(text));
            }
        }
    }
    refuse(wrong, Refusal::Gateways)
}

fn check_routes(builder: &Builder<'_>) -> Result<(), Refusal> {
    let namespace = builder.service.names.namespace;
    let mut wrong = Vec::new();
    for name in references(builder) {
        match builder.live.find(Kind::HttpRoute, namespace, name) {
            Ok(_) => {}
            Err(Missing::Object(_)) => wrong.push(format!("HTTPRoute {namespace}/{name} does not exist")),
            Err(error) => {
                let text = format!(
                    "HTTPRoute reference validation failed: failed to get HTTPRoute {namespace}/{name}: {error}"
                );
                return Err(Refusal::Unreadable(text));
            }
        }
    }
    refuse(wrong, Refusal::Routes)
}

/// The routes that the service refers to.
pub fn references<'b>(builder: &Builder<'b>) -> impl Iterator<Item = &'b str> + use<'b> {
    let http = builder.service.http();
    http.map(|http| objects(http, "refs")).into_iter().flatten().map(|reference| text(reference, "name"))
}

/// The routes that the service refers to and that exist.
pub fn referenced_routes<'b>(builder: &Builder<'b>) -> Vec<&'b Map> {
    let namespace = builder.service.names.namespace;
    references(builder).filter_map(|name| builder.live.find(Kind::HttpRoute, namespace, name).ok()).collect()
}

fn check_own_parents(builder: &Builder<'_>) -> Result<(), Refusal> {
    let Some(spec) = builder.service.http().and_then(|http| member(http, "spec")) else { return Ok(()) };
    let mut wrong = Vec::new();
    for reference in objects(spec, "parentRefs") {
        let named = Named::of(reference, builder.service.names.namespace);
        match builder.live.find(Kind::Gateway, &named.namespace, &named.name) {
            Ok(_) => {}
            Err(Missing::Object(_)) => wrong.push(format!("Managed HTTPRoute references non-existent Gateway {named}")),
            Err(error) => {
                return Err(Refusal::Unreadable(format!(
                    "managed HTTPRoute spec validation failed: failed to validate parent Gateway {named}: {error}"
                )));
            }
        }
    }
    refuse(wrong, Refusal::Routes)
}

fn check_targets(builder: &Builder<'_>) -> Result<(), Refusal> {
    let mut wrong = Vec::new();
    for route in referenced_routes(builder) {
        let at = named_of(route);
        let spec = member(route, "spec");
        if spec.is_none_or(|spec| elements(spec, "parentRefs").is_empty()) {
            wrong.push(format!("HTTPRoute {at} has no parent gateway references"));
        }
        for reference in spec.map(|spec| objects(spec, "parentRefs")).into_iter().flatten() {
            let named = Named::of(reference, &at.namespace);
            match builder.live.find(Kind::Gateway, &named.namespace, &named.name) {
                Ok(_) => {}
                Err(Missing::Object(_)) => {
                    wrong.push(format!("HTTPRoute {at} references non-existent Gateway {named}"))
                }
                Err(error) => wrong.push(format!("HTTPRoute {at} failed to validate parent Gateway {named}: {error}")),
            }
        }
    }
    refuse(wrong, |text| Refusal::Routes(format!("HTTPRoute target validation failed: {text}")))
}
