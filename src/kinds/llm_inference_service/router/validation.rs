//! Checks that the objects that a router refers to exist.

use super::gateways::{Named, named_of};
use crate::Map;
use crate::api::RouteSpec;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::spec::HttpRoutes;
use crate::object::Missing;
use crate::object::{ControllerError, Kind};

/// Why the references are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A Gateway that the service names does not exist.
    Gateways(ControllerError),
    /// A route that the service names, or a Gateway of a route, does not exist.
    Routes(ControllerError),
    /// The cluster cannot be queried.
    Unreadable(ControllerError),
}

/// Checks the references, one kind after another, up to the first kind with an error. `checked` is called for each
/// valid kind.
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

/// A kind of references that are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// Gateways that the service names.
    Gateways,
    /// Routes that the service names.
    Routes,
}

/// The errors in references of one kind.
#[derive(Debug, Default)]
struct Wrong {
    texts: Vec<String>,
    /// The first missing object.
    absent: Option<ControllerError>,
}

impl Wrong {
    fn push(&mut self, text: String, missing: Missing) {
        self.texts.push(text);
        self.absent.get_or_insert_with(|| missing.into());
    }

    /// Refuses the references if there are errors.
    fn end(self, refusal: fn(ControllerError) -> Refusal) -> Result<(), Refusal> {
        if self.texts.is_empty() {
            return Ok(());
        }
        let text = self.texts.join("; ");
        Err(refusal(match self.absent {
            Some(absent) => absent.reworded(text),
            None => ControllerError::new(text),
        }))
    }
}

fn check_gateways(builder: &Builder<'_>) -> Result<(), Refusal> {
    let mut wrong = Wrong::default();
    for reference in builder.service.spec.gateways() {
        let mut named = Named::of(reference, builder.service.names.namespace);
        if named.namespace.is_empty() {
            builder.service.names.namespace.clone_into(&mut named.namespace);
        }
        match builder.find(Kind::Gateway, &named.namespace, &named.name) {
            Ok(_) => {}
            Err(missing @ Missing::Object { .. }) => wrong.push(format!("Gateway {named} does not exist"), missing),
            Err(missing) => {
                let doing = format_args!("gateway reference validation failed: failed to get Gateway {named}");
                return Err(Refusal::Unreadable(missing.within(doing)));
            }
        }
    }
    wrong.end(Refusal::Gateways)
}

fn check_routes(builder: &Builder<'_>) -> Result<(), Refusal> {
    let namespace = builder.service.names.namespace;
    let mut wrong = Wrong::default();
    for name in references(builder) {
        match builder.find(Kind::HttpRoute, namespace, name) {
            Ok(_) => {}
            Err(missing @ Missing::Object { .. }) => {
                wrong.push(format!("HTTPRoute {namespace}/{name} does not exist"), missing);
            }
            Err(missing) => {
                let at = format_args!("{namespace}/{name}");
                let doing = format_args!("HTTPRoute reference validation failed: failed to get HTTPRoute {at}");
                return Err(Refusal::Unreadable(missing.within(doing)));
            }
        }
    }
    wrong.end(Refusal::Routes)
}

/// The routes that the service refers to.
pub fn references<'b>(builder: &Builder<'b>) -> impl Iterator<Item = &'b str> + use<'b> {
    builder.service.spec.http().into_iter().flat_map(HttpRoutes::refs)
}

/// The existing routes that the service refers to.
pub fn referenced_routes<'b>(builder: &Builder<'b>) -> Vec<&'b Map> {
    let namespace = builder.service.names.namespace;
    references(builder).filter_map(|name| builder.find(Kind::HttpRoute, namespace, name).ok()).collect()
}

fn check_own_parents(builder: &Builder<'_>) -> Result<(), Refusal> {
    let Some(spec) = builder.service.spec.http().and_then(HttpRoutes::spec) else { return Ok(()) };
    let mut wrong = Wrong::default();
    for reference in spec.parent_refs() {
        let named = Named::of(reference, builder.service.names.namespace);
        match builder.find(Kind::Gateway, &named.namespace, &named.name) {
            Ok(_) => {}
            Err(missing @ Missing::Object { .. }) => {
                wrong.push(format!("Managed HTTPRoute references non-existent Gateway {named}"), missing);
            }
            Err(missing) => {
                let doing = format_args!("failed to validate parent Gateway {named}");
                let error = missing.within(doing).within("managed HTTPRoute spec validation failed");
                return Err(Refusal::Unreadable(error));
            }
        }
    }
    wrong.end(Refusal::Routes)
}

fn check_targets(builder: &Builder<'_>) -> Result<(), Refusal> {
    let mut wrong = Wrong::default();
    for route in referenced_routes(builder) {
        let at = named_of(route);
        let mut parents = RouteSpec::of_object(route).parent_refs().peekable();
        if parents.peek().is_none() {
            wrong.texts.push(format!("HTTPRoute {at} has no parent gateway references"));
        }
        for reference in parents {
            let named = Named::of(reference, &at.namespace);
            match builder.find(Kind::Gateway, &named.namespace, &named.name) {
                Ok(_) => {}
                Err(missing @ Missing::Object { .. }) => {
                    wrong.push(format!("HTTPRoute {at} references non-existent Gateway {named}"), missing);
                }
                Err(missing) => {
                    let text = format!("HTTPRoute {at} failed to validate parent Gateway {named}: {missing}");
                    wrong.push(text, missing);
                }
            }
        }
    }
    wrong.end(|error| Refusal::Routes(error.within("HTTPRoute target validation failed")))
}
