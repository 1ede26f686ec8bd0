//! What explanations read from Ingresses, VirtualServices, and the traffic of Knative Services.

use crate::object::fields::{elements, integer, member, objects, text};
use crate::{Map, Value};

/// `spec` of an Ingress.
#[derive(Debug, Clone, Copy)]
pub struct IngressSpec<'a>(&'a Map);

impl<'a> IngressSpec<'a> {
    pub const fn of(fields: &'a Map) -> IngressSpec<'a> {
        IngressSpec(fields)
    }

    pub fn rules(self) -> impl Iterator<Item = IngressRule<'a>> {
        objects(self.0, "rules").map(IngressRule)
    }
}

/// An entry of `rules` of an Ingress.
#[derive(Debug, Clone, Copy)]
pub struct IngressRule<'a>(&'a Map);

impl<'a> IngressRule<'a> {
    /// Empty if unset.
    pub fn host(self) -> &'a str {
        text(self.0, "host")
    }

    /// `http.paths`.
    pub fn paths(self) -> impl Iterator<Item = IngressPath<'a>> {
        member(self.0, "http").into_iter().flat_map(|http| objects(http, "paths")).map(IngressPath)
    }
}

/// An entry of `http.paths`. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct IngressPath<'a>(&'a Map);

impl<'a> IngressPath<'a> {
    pub fn path(self) -> &'a str {
        text(self.0, "path")
    }

    pub fn path_type(self) -> &'a str {
        text(self.0, "pathType")
    }

    /// `backend.service`.
    pub fn service(self) -> Option<IngressService<'a>> {
        member(member(self.0, "backend")?, "service").map(IngressService)
    }
}

/// The Service that an Ingress leads to.
#[derive(Debug, Clone, Copy)]
pub struct IngressService<'a>(&'a Map);

impl<'a> IngressService<'a> {
    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// The number of `port`.
    pub fn port(self) -> Option<i64> {
        integer(member(self.0, "port")?, "number")
    }
}

/// `spec` of a VirtualService.
#[derive(Debug, Clone, Copy)]
pub struct VirtualServiceSpec<'a>(&'a Map);

impl<'a> VirtualServiceSpec<'a> {
    pub const fn of(fields: &'a Map) -> VirtualServiceSpec<'a> {
        VirtualServiceSpec(fields)
    }

    pub fn hosts(self) -> impl Iterator<Item = &'a str> {
        elements(self.0, "hosts").iter().filter_map(Value::as_str)
    }

    pub fn http(self) -> impl Iterator<Item = VirtualRoute<'a>> {
        objects(self.0, "http").map(VirtualRoute)
    }
}

/// An entry of `http` of a VirtualService.
#[derive(Debug, Clone, Copy)]
pub struct VirtualRoute<'a>(&'a Map);

impl<'a> VirtualRoute<'a> {
    /// `match`.
    pub fn matches(self) -> impl Iterator<Item = VirtualMatch<'a>> {
        objects(self.0, "match").map(VirtualMatch)
    }

    /// The `Host` header set on requests; empty if they keep their own.
    pub fn host(self) -> &'a str {
        let request = member(self.0, "headers").and_then(|headers| member(headers, "request"));
        request.and_then(|request| member(request, "set")).map_or("", |set| text(set, "Host"))
    }
}

/// An entry of `match` of a VirtualService.
#[derive(Debug, Clone, Copy)]
pub struct VirtualMatch<'a>(&'a Map);

impl<'a> VirtualMatch<'a> {
    /// The regular expression for hosts; empty if unset.
    pub fn authority(self) -> &'a str {
        member(self.0, "authority").map_or("", |authority| text(authority, "regex"))
    }

    /// The condition on paths: a map from the way of comparison to the text.
    pub fn uri(self) -> Option<&'a Map> {
        member(self.0, "uri")
    }
}

/// An entry of `traffic` of a Knative Service. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct TrafficTarget<'a>(&'a Map);

impl<'a> TrafficTarget<'a> {
    /// The entries of the spec of a Knative Service.
    pub fn all(spec: &'a Map) -> impl Iterator<Item = TrafficTarget<'a>> {
        objects(spec, "traffic").map(TrafficTarget)
    }

    pub fn tag(self) -> &'a str {
        text(self.0, "tag")
    }

    pub fn revision_name(self) -> &'a str {
        text(self.0, "revisionName")
    }

    pub fn percent(self) -> Option<i64> {
        integer(self.0, "percent")
    }
}
