//! The HTTPRoute that the controller manages.

use serde_json::json;

use super::gateways::{self, Named};
use super::readiness::{Support, pool_support};
use super::validation::referenced_routes;
use crate::api::{BackendReference, HeaderMatch, RouteMatch};
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::config::RoutingMode;
use crate::kinds::llm_inference_service::labels::component;
use crate::kinds::llm_inference_service::service::{MODEL_BASED_ROUTING, Service, object_of};
use crate::kinds::llm_inference_service::spec::HttpRoutes;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::order;
use crate::{Map, Value};

/// The annotation of a route that has moved to pools of the stable API group for good.
const MIGRATED: &str = "serving.kserve.io/inference-pool-migrated";
/// The label for the group that a route belongs to.
pub const GROUP_LABEL: &str = "serving.kserve.io/routing-group";

/// The desired route, before its rules are shared in a group. It has no rules if the service has no managed route.
pub fn build(builder: &Builder<'_>) -> Value {
    let service = &builder.service;
    let mut labels = service.labels(Some(component::ROUTER));
    if let Some(group) = service.spec.group() {
        labels.insert(GROUP_LABEL.into(), group.into());
    }
    let mut metadata = service.object_metadata(&service.names.route(), labels);
    let mut spec = service.spec.http().and_then(HttpRoutes::spec).map(|spec| spec.fields().clone()).unwrap_or_default();
    if !spec.is_empty() {
        route_by_model(builder, &mut spec);
    }
    if service.spec.scheduler().is_some() && service.spec.pool_reference().is_none() {
        let migrated = uses_stable_pools(builder);
        let pools = if migrated { Kind::InferencePool } else { Kind::InferencePoolX };
        for reference in
            backends(&mut spec).filter(|reference| is_default_pool(service, BackendReference::of(reference)))
        {
            reference.insert("group".into(), pools.group().into());
        }
        if migrated {
            metadata.insert("annotations".into(), json!({ MIGRATED: "v1" }));
        }
    }
    object_of(Kind::HttpRoute, metadata, spec)
}

/// All backend references of the rules.
fn backends(spec: &mut Map) -> impl Iterator<Item = &mut Map> {
    let rules = spec.get_mut("rules").and_then(Value::as_array_mut).into_iter().flatten();
    let references = rules.filter_map(|rule| rule.get_mut("backendRefs")?.as_array_mut()).flatten();
    references.filter_map(Value::as_object_mut)
}

/// Whether a backend is the pool that the controller creates for the service, in either API group.
pub fn is_default_pool(service: &Service<'_>, reference: BackendReference<'_>) -> bool {
    reference.kind() == Kind::InferencePool.name() && reference.name() == service.names.pool()
}

/// Whether the route uses pools of the stable API group: it already does, or the gateway is known not to support
/// the others.
fn uses_stable_pools(builder: &Builder<'_>) -> bool {
    let names = &builder.service.names;
    let Some(route) = builder.get(Kind::HttpRoute, &names.route()).and_then(Value::as_object) else {
        return false;
    };
    let first_only = builder.cluster.release.llm.pool_support_by_first_parent;
    route.annotation(MIGRATED) == Some("v1")
        || pool_support(route, Kind::InferencePool, first_only) == Support::Yes
        || pool_support(route, Kind::InferencePoolX, first_only) == Support::No
}

/// Adds matches for the adapters to the rules that match the model header, or removes all matches of the header.
fn route_by_model(builder: &Builder<'_>, spec: &mut Map) {
    let Some(rules) = spec.get_mut("rules").and_then(Value::as_array_mut) else { return };
    let header = builder.settings.model_header.as_str();
    if !is_model_routing_on(builder) {
        let kept = std::mem::take(rules).into_iter().filter_map(|rule| without_header(rule, header));
        *rules = kept.collect();
        return;
    }
    let service = &builder.service;
    let adapters: Vec<String> = adapter_names(builder).map(|name| service.names.published(name)).collect();
    for rule in rules {
        let Some(matches) = rule.get_mut("matches").and_then(Value::as_array_mut) else { continue };
        let with_header =
            matches.iter().filter(|own| own.as_object().is_some_and(|own| has_header(RouteMatch::of(own), header)));
        let copies = with_header.flat_map(|own| adapters.iter().map(|adapter| with_value(own, header, adapter)));
        let copies: Vec<Value> = copies.collect();
        matches.extend(copies);
    }
}

/// The names of the adapters in the effective spec, sorted unless the release keeps their order.
fn adapter_names<'b>(builder: &Builder<'b>) -> impl Iterator<Item = &'b str> + use<'b> {
    let mut names: Vec<&str> = builder.service.spec.model().adapter_names().collect();
    if builder.cluster.release.llm.routed_adapters_sorted {
        order::sort(&mut names);
    }
    names.into_iter()
}

/// Whether a match tests the model header.
pub(super) fn has_header(own: RouteMatch<'_>, header: &str) -> bool {
    !header.is_empty() && own.headers().any(|own| own.name() == header)
}

fn with_value(own: &Value, header: &str, value: &str) -> Value {
    let mut copy = own.clone();
    let headers = copy.get_mut("headers").and_then(Value::as_array_mut).into_iter().flatten();
    for own in headers.filter_map(Value::as_object_mut).filter(|own| HeaderMatch::of(own).name() == header) {
        own.insert("value".into(), value.into());
    }
    copy
}

/// A rule without the matches that test the header; `None` if no others are left.
fn without_header(mut rule: Value, header: &str) -> Option<Value> {
    let matches = rule.get_mut("matches")?.as_array_mut()?;
    matches.retain(|own| !own.as_object().is_some_and(|own| has_header(RouteMatch::of(own), header)));
    (!matches.is_empty()).then_some(rule)
}

/// Whether requests are routed by the model header: the spec asks for it, and neither the configuration nor a named
/// Gateway forbids it.
fn is_model_routing_on(builder: &Builder<'_>) -> bool {
    let rules = &builder.cluster.release.llm;
    let asked_for = builder.service.spec.main().annotations().get(MODEL_BASED_ROUTING);
    if rules.model_routing_asked_for && asked_for.is_none_or(|switch| switch != "true") {
        return false;
    }
    match builder.settings.routing_mode {
        RoutingMode::Disabled => false,
        RoutingMode::Forced => true,
        RoutingMode::Enabled => {
            !named_gateways(builder).iter().any(|gateway| gateways::forbids_model_routing(gateway, MODEL_BASED_ROUTING))
        }
    }
}

/// The Gateways that the service names and those of the routes that it names; none if the service itself names no Gateway, or if
/// one of them is missing.
pub fn named_gateways<'b>(builder: &Builder<'b>) -> Vec<&'b Map> {
    let mut references = builder.service.spec.gateways().peekable();
    if references.peek().is_none() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for route in referenced_routes(builder) {
        let Ok(parents) = gateways::parents(builder, route) else { return Vec::new() };
        found.extend(parents.into_iter().map(|parent| parent.gateway));
    }
    for reference in references {
        let mut named = Named::of(reference, builder.service.names.namespace);
        if named.namespace.is_empty() {
            builder.service.names.namespace.clone_into(&mut named.namespace);
        }
        let Ok(gateway) = builder.find(Kind::Gateway, &named.namespace, &named.name) else { return Vec::new() };
        found.push(gateway);
    }
    found
}
