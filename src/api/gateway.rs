//! What controllers and explanations read from objects of the Gateway API.

use crate::object::fields::{NOTHING, elements, integer, member, objects, text};
use crate::object::{Kind, ObjectView as _};
use crate::{Map, Value};

/// The `spec` of an HTTPRoute.
#[derive(Debug, Clone, Copy)]
pub struct RouteSpec<'a>(&'a Map);

impl<'a> RouteSpec<'a> {
    pub const fn of(fields: &'a Map) -> RouteSpec<'a> {
        RouteSpec(fields)
    }

    /// The spec of a route, or an empty one if it has none.
    pub fn of_object(route: &'a Map) -> RouteSpec<'a> {
        RouteSpec(route.spec().unwrap_or(&NOTHING))
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn hostnames(self) -> impl Iterator<Item = &'a str> {
        elements(self.0, "hostnames").iter().filter_map(Value::as_str)
    }

    pub fn parent_refs(self) -> impl Iterator<Item = ParentReference<'a>> + Clone {
        elements(self.0, "parentRefs").iter().filter_map(Value::as_object).map(ParentReference)
    }

    /// Whether there is a list of rules, even an empty one.
    pub fn has_rules(self) -> bool {
        self.0.contains_key("rules")
    }

    pub fn rules(self) -> impl Iterator<Item = RouteRule<'a>> {
        objects(self.0, "rules").map(RouteRule)
    }
}

/// A reference to the parent of a route, or another reference of the same form.
#[derive(Debug, Clone, Copy)]
pub struct ParentReference<'a>(&'a Map);

impl<'a> ParentReference<'a> {
    pub const fn of(fields: &'a Map) -> ParentReference<'a> {
        ParentReference(fields)
    }

    pub fn group(self) -> Option<&'a str> {
        self.0.get("group")?.as_str()
    }

    pub fn kind(self) -> Option<&'a str> {
        self.0.get("kind")?.as_str()
    }

    pub fn namespace(self) -> Option<&'a str> {
        self.0.get("namespace")?.as_str()
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn section_name(self) -> Option<&'a str> {
        self.0.get("sectionName")?.as_str()
    }

    pub fn port(self) -> Option<i64> {
        integer(self.0, "port")
    }
}

/// An entry of `rules`.
#[derive(Debug, Clone, Copy)]
pub struct RouteRule<'a>(&'a Map);

impl<'a> RouteRule<'a> {
    pub const fn of(fields: &'a Map) -> RouteRule<'a> {
        RouteRule(fields)
    }

    pub fn matches(self) -> impl Iterator<Item = RouteMatch<'a>> {
        objects(self.0, "matches").map(RouteMatch)
    }

    pub fn filters(self) -> impl Iterator<Item = RouteFilter<'a>> {
        objects(self.0, "filters").map(RouteFilter)
    }

    pub fn backend_refs(self) -> impl Iterator<Item = BackendReference<'a>> {
        objects(self.0, "backendRefs").map(BackendReference)
    }
}

/// An entry of `matches`.
#[derive(Debug, Clone, Copy)]
pub struct RouteMatch<'a>(&'a Map);

impl<'a> RouteMatch<'a> {
    pub const fn of(fields: &'a Map) -> RouteMatch<'a> {
        RouteMatch(fields)
    }

    pub fn path(self) -> Option<PathMatch<'a>> {
        member(self.0, "path").map(PathMatch)
    }

    pub fn headers(self) -> impl Iterator<Item = HeaderMatch<'a>> {
        objects(self.0, "headers").map(HeaderMatch)
    }

    /// Empty if unset.
    pub fn method(self) -> &'a str {
        text(self.0, "method")
    }
}

/// The `path` of a match.
#[derive(Debug, Clone, Copy)]
pub struct PathMatch<'a>(&'a Map);

impl<'a> PathMatch<'a> {
    /// `type`, empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn value(self) -> Option<&'a str> {
        self.0.get("value")?.as_str()
    }
}

/// An entry of `headers` of a match. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct HeaderMatch<'a>(&'a Map);

impl<'a> HeaderMatch<'a> {
    pub const fn of(fields: &'a Map) -> HeaderMatch<'a> {
        HeaderMatch(fields)
    }

    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn value(self) -> &'a str {
        text(self.0, "value")
    }
}

/// An entry of `filters`.
#[derive(Debug, Clone, Copy)]
pub struct RouteFilter<'a>(&'a Map);

impl<'a> RouteFilter<'a> {
    /// `type`, empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn url_rewrite(self) -> Option<UrlRewrite<'a>> {
        member(self.0, "urlRewrite").map(UrlRewrite)
    }
}

/// The `urlRewrite` of a filter.
#[derive(Debug, Clone, Copy)]
pub struct UrlRewrite<'a>(&'a Map);

impl<'a> UrlRewrite<'a> {
    pub fn path(self) -> Option<PathModifier<'a>> {
        member(self.0, "path").map(PathModifier)
    }
}

/// The `path` of `urlRewrite`. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct PathModifier<'a>(&'a Map);

impl<'a> PathModifier<'a> {
    /// `type`.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn replace_prefix_match(self) -> &'a str {
        text(self.0, "replacePrefixMatch")
    }

    pub fn replace_full_path(self) -> &'a str {
        text(self.0, "replaceFullPath")
    }
}

/// An entry of `backendRefs`.
#[derive(Debug, Clone, Copy)]
pub struct BackendReference<'a>(&'a Map);

impl<'a> BackendReference<'a> {
    pub const fn of(fields: &'a Map) -> BackendReference<'a> {
        BackendReference(fields)
    }

    /// Empty if unset, which is the API group of Services.
    pub fn group(self) -> &'a str {
        text(self.0, "group")
    }

    /// `Service` if unset.
    pub fn kind(self) -> &'a str {
        self.0.get("kind").and_then(Value::as_str).filter(|kind| !kind.is_empty()).unwrap_or(Kind::Service.name())
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn namespace(self) -> Option<&'a str> {
        self.0.get("namespace")?.as_str()
    }

    pub fn port(self) -> Option<i64> {
        integer(self.0, "port")
    }

    pub fn weight(self) -> Option<i64> {
        integer(self.0, "weight")
    }
}

/// An entry of `status.parents`: what a gateway reports about a route or a pool.
#[derive(Debug, Clone, Copy)]
pub struct ParentStatus<'a>(&'a Map);

impl<'a> ParentStatus<'a> {
    /// The parents in the status of an object.
    pub fn all(status: &'a Map) -> impl Iterator<Item = ParentStatus<'a>> {
        ParentStatus::list(status).into_iter().flatten()
    }

    /// The parents in the status of an object; `None` if it has no list of them. InferencePools of the experimental API have it as
    /// `parent`.
    pub fn list(status: &'a Map) -> Option<impl Iterator<Item = ParentStatus<'a>>> {
        Some(
            status
                .get("parents")
                .or_else(|| status.get("parent"))?
                .as_array()?
                .iter()
                .filter_map(Value::as_object)
                .map(ParentStatus),
        )
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn parent_ref(self) -> Option<ParentReference<'a>> {
        member(self.0, "parentRef").map(ParentReference)
    }

    /// Empty if unset.
    pub fn controller_name(self) -> &'a str {
        text(self.0, "controllerName")
    }

    /// The conditions; `None` if there is no list of them.
    pub fn condition_list(self) -> Option<&'a [Value]> {
        self.0.get("conditions")?.as_array().map(Vec::as_slice)
    }
}

/// The `spec` of a Gateway.
#[derive(Debug, Clone, Copy)]
pub struct GatewaySpec<'a>(&'a Map);

impl<'a> GatewaySpec<'a> {
    /// The spec of a Gateway, or an empty one if it has none.
    pub fn of_object(gateway: &'a Map) -> GatewaySpec<'a> {
        GatewaySpec(gateway.spec().unwrap_or(&NOTHING))
    }

    /// Empty if unset.
    pub fn gateway_class_name(self) -> &'a str {
        text(self.0, "gatewayClassName")
    }

    pub fn listeners(self) -> impl Iterator<Item = Listener<'a>> {
        objects(self.0, "listeners").map(Listener)
    }
}

/// The `status` of a Gateway.
#[derive(Debug, Clone, Copy)]
pub struct GatewayStatus<'a>(&'a Map);

impl<'a> GatewayStatus<'a> {
    /// The status of a Gateway, or an empty one if it has none.
    pub fn of_object(gateway: &'a Map) -> GatewayStatus<'a> {
        GatewayStatus(gateway.status().unwrap_or(&NOTHING))
    }

    /// The values of `addresses`; an empty string for an address without one.
    pub fn addresses(self) -> impl Iterator<Item = &'a str> {
        objects(self.0, "addresses").map(|address| text(address, "value"))
    }
}

/// An entry of `listeners`. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct Listener<'a>(&'a Map);

impl<'a> Listener<'a> {
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn protocol(self) -> &'a str {
        text(self.0, "protocol")
    }

    pub fn hostname(self) -> &'a str {
        text(self.0, "hostname")
    }

    pub fn port(self) -> Option<i64> {
        integer(self.0, "port")
    }
}
