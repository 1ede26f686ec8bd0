//! The fields for Gateways and routes in the specs of LLMInferenceServices.

use super::scheduler::Scheduler;
use crate::api::{ParentReference, RouteSpec};
use crate::object::fields::{elements, integer, member, text};
use crate::{Map, Value};

/// `router`.
#[derive(Debug, Clone, Copy)]
pub struct Router<'a>(&'a Map);

impl<'a> Router<'a> {
    pub const fn of(fields: &'a Map) -> Router<'a> {
        Router(fields)
    }

    pub fn route(self) -> Option<Route<'a>> {
        member(self.0, "route").map(Route)
    }

    pub fn gateway(self) -> Option<References<'a>> {
        member(self.0, "gateway").map(References)
    }

    pub fn ingress(self) -> Option<References<'a>> {
        member(self.0, "ingress").map(References)
    }

    pub fn scheduler(self) -> Option<Scheduler<'a>> {
        member(self.0, "scheduler").map(Scheduler::of)
    }
}

/// A block with `refs`: `gateway` or `ingress` of a router.
#[derive(Debug, Clone, Copy)]
pub struct References<'a>(&'a Map);

impl<'a> References<'a> {
    pub const fn of(fields: &'a Map) -> References<'a> {
        References(fields)
    }

    pub fn all(self) -> impl Iterator<Item = ParentReference<'a>> + Clone {
        elements(self.0, "refs").iter().filter_map(Value::as_object).map(ParentReference::of)
    }

    /// Whether there are no references.
    pub fn is_empty(self) -> bool {
        elements(self.0, "refs").is_empty()
    }
}

/// `route` of a router.
#[derive(Debug, Clone, Copy)]
pub struct Route<'a>(&'a Map);

impl<'a> Route<'a> {
    pub fn http(self) -> Option<HttpRoutes<'a>> {
        member(self.0, "http").map(HttpRoutes)
    }

    pub fn group(self) -> Option<&'a str> {
        self.0.get("group")?.as_str()
    }

    pub fn weight(self) -> Option<i64> {
        integer(self.0, "weight")
    }
}

/// `http` of a route.
#[derive(Debug, Clone, Copy)]
pub struct HttpRoutes<'a>(&'a Map);

impl<'a> HttpRoutes<'a> {
    /// The names of existing HTTPRoutes.
    pub fn refs(self) -> impl ExactSizeIterator<Item = &'a str> {
        names(elements(self.0, "refs"))
    }

    pub fn has_refs(self) -> bool {
        self.refs().len() > 0
    }

    /// The spec of the HTTPRoute that the controller creates.
    pub fn spec(self) -> Option<RouteSpec<'a>> {
        member(self.0, "spec").map(RouteSpec::of)
    }
}

/// The names in a list of references, each empty if unset.
pub(super) fn names(references: &[Value]) -> impl ExactSizeIterator<Item = &str> {
    references
        .iter()
        .map(|reference| reference.as_object().map(|reference| text(reference, "name")).unwrap_or_default())
}
