//! The HTTPRoutes of a service in Standard mode with the Gateway API.

use serde::Serialize;

use super::{EXPLAIN, EXPLAIN_SUFFIX, annotations, object, path_prefix};
use crate::api::{Component, Condition, InferenceService, ServicePort};
use crate::engine::conditions::{Truth, Verdict};
use crate::facts::Cluster;
use crate::facts::hosts as host;
use crate::facts::routing::Routing;
use crate::object::{ControllerError, Kind, fields};
use crate::{Map, Value};

/// A route of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    Component(Component),
    /// The route of the service itself.
    TopLevel,
}

impl Route {
    /// The routes of a service: those of its components, then its own.
    pub fn all(service: &InferenceService) -> impl Iterator<Item = Route> {
        let components = Component::ALL.into_iter().filter(|component| service.component(*component).is_some());
        components.map(Route::Component).chain([Route::TopLevel])
    }

    /// Name of the HTTPRoute.
    pub fn name(self, service: &InferenceService) -> String {
        match self {
            Route::Component(component) => service.child_name(component),
            Route::TopLevel => service.metadata.name.clone(),
        }
    }

    /// What error texts call the route.
    fn word(self) -> &'static str {
        match self {
            Route::Component(component) => component.name(),
            Route::TopLevel => "top level",
        }
    }

    /// What conditions call the route.
    pub fn label(self, top_level: &'static str) -> &'static str {
        match self {
            Route::Component(Component::Predictor) => "Predictor",
            Route::Component(Component::Transformer) => "Transformer",
            Route::Component(Component::Explainer) => "Explainer",
            Route::TopLevel => top_level,
        }
    }
}

/// The first port for each protocol of a component's Service. Port 0 counts as none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ports {
    rest: Option<i64>,
    grpc: Option<i64>,
}

impl Ports {
    /// Reads the ports of a Service. A port is for gRPC if its `appProtocol` or its name says so.
    pub fn of(service: &Value) -> Ports {
        let mut ports = Ports::default();
        for port in ServicePort::of_object(service) {
            let name = port.name().to_lowercase();
            let is_grpc = port.app_protocol() == "kubernetes.io/h2c" || name.contains("grpc") || name.contains("h2c");
            let first = if is_grpc { &mut ports.grpc } else { &mut ports.rest };
            if first.is_none() {
                *first = port.port().filter(|port| *port != 0);
            }
        }
        ports
    }
}

/// Looks up what the rules of a route need to know about each component's Service.
pub type Target<'a> = &'a dyn Fn(Component) -> Ports;

/// Builds a route.
///
/// # Errors
///
/// The controller's error, without the prefix of the ingress step.
pub fn build(
    cluster: &Cluster,
    routing: &Routing,
    service: &InferenceService,
    route: Route,
    ports: Target,
) -> Result<Value, ControllerError> {
    let settings = &routing.settings;
    let name = route.name(service);
    let main = routing
        .host(&name, &service.metadata)
        .map_err(|error| error.within(format_args!("failed to generate {} ingress host", route.word())))?;
    let rules = Rules { cluster, routing, service, ports };
    let (hostnames, rules) = match route {
        Route::Component(component) => (vec![main], rules.to_component(component)),
        Route::TopLevel => rules.top_level(main)?,
    };
    let spec = Spec { hostnames, parent_refs: [ParentReference::of(&settings.kserve_ingress_gateway)], rules };
    let filters = &cluster.config.filters;
    let labels = service.metadata.labels.iter().filter(|(key, _)| filters.keeps_label(key));
    let labels: Map = labels.map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    let labels_and_annotations = (labels, annotations(cluster, service));
    Ok(object(Kind::HttpRoute, &name, service, labels_and_annotations, fields::tree(&spec)))
}

/// The `spec` of an HTTPRoute, as far as the controller writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Spec<'a> {
    hostnames: Vec<String>,
    parent_refs: [ParentReference<'a>; 1],
    rules: Vec<RouteRule<'a>>,
}

/// The gateway that a route is attached to.
#[derive(Serialize)]
struct ParentReference<'a> {
    group: &'static str,
    kind: &'static str,
    namespace: &'a str,
    name: &'a str,
}

impl<'a> ParentReference<'a> {
    /// The Gateway named `namespace/name`.
    fn of(gateway: &'a str) -> ParentReference<'a> {
        let (namespace, name) = gateway.split_once('/').unwrap_or_default();
        ParentReference { group: Kind::Gateway.group(), kind: Kind::Gateway.name(), namespace, name }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RouteRule<'a> {
    matches: [Match; 1],
    filters: [Filter<'a>; 1],
    backend_refs: [BackendReference<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    timeouts: Option<Timeouts>,
}

#[derive(Serialize)]
struct Match {
    path: PathMatch,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<[HeaderMatch; 1]>,
}

impl Match {
    /// Matches requests whose path matches this expression.
    fn path(expression: impl Into<String>) -> Match {
        Match { path: PathMatch { kind: EXPRESSION, value: expression.into() }, headers: None }
    }

    /// Matches gRPC requests.
    fn grpc() -> Match {
        let headers = Some([HeaderMatch { kind: EXPRESSION, name: "content-type", value: "^application/grpc.*" }]);
        Match { headers, ..Match::path(r"^/inference\.GRPCInferenceService/.*$") }
    }
}

/// The type of all matches.
const EXPRESSION: &str = "RegularExpression";

#[derive(Serialize)]
struct PathMatch {
    #[serde(rename = "type")]
    kind: &'static str,
    value: String,
}

#[derive(Serialize)]
struct HeaderMatch {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'static str,
    value: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Filter<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    request_header_modifier: HeaderModifier<'a>,
}

impl<'a> Filter<'a> {
    /// A filter that sets headers.
    fn set(set: [Header<'a>; 2]) -> Filter<'a> {
        Filter { kind: "RequestHeaderModifier", request_header_modifier: HeaderModifier { set } }
    }
}

#[derive(Serialize)]
struct HeaderModifier<'a> {
    set: [Header<'a>; 2],
}

#[derive(Serialize)]
struct Header<'a> {
    name: &'static str,
    value: &'a str,
}

#[derive(Serialize)]
struct BackendReference<'a> {
    kind: &'static str,
    name: String,
    namespace: &'a str,
    port: i64,
}

#[derive(Serialize)]
struct Timeouts {
    request: String,
}

/// The port of a component's Service that serves every protocol.
const PORT: i64 = 80;

struct Rules<'a> {
    cluster: &'a Cluster,
    routing: &'a Routing,
    service: &'a InferenceService,
    ports: Target<'a>,
}

impl<'a> Rules<'a> {
    /// The hosts and rules of the route of the service itself, whose host is `main`.
    fn top_level(&self, main: String) -> Result<(Vec<String>, Vec<RouteRule<'a>>), ControllerError> {
        let settings = &self.routing.settings;
        let domain = [settings.ingress_domain.as_str()];
        let additional = host::additional(domain.into_iter(), &main, settings.additional_ingress_domains.as_ref());
        let additional: Vec<String> = additional.into_iter().filter(|host| *host != main).collect();
        let mut hostnames = [vec![main], additional].concat();
        let explainer = self.service.component(Component::Explainer).map(|_| Component::Explainer);
        let explain = |path: String| explainer.map(|explainer| self.rule(Match::path(path), explainer, PORT));
        let mut rules: Vec<RouteRule> = explain(EXPLAIN.to_owned()).into_iter().collect();
        rules.extend(self.to_component(self.service.entry()));
        if let Some(path) = self.routing.path(&self.service.metadata) {
            let path = path.map_err(|error| error.within("failed to generate URL from pathTemplate"))?;
            let prefix = path_prefix(&path);
            hostnames.push(settings.ingress_domain.clone());
            rules.extend(explain(format!("{prefix}{EXPLAIN_SUFFIX}")));
            rules.push(self.rule(Match::path(format!("{prefix}/")), self.service.entry(), PORT));
        }
        Ok((hostnames, rules))
    }

    /// The rules that lead to a component: one for each protocol if its Service has both, otherwise a single one.
    fn to_component(&self, component: Component) -> Vec<RouteRule<'a>> {
        let all = || Match::path("^/.*$");
        let by_protocol = self.cluster.release.ingress.rules_by_protocol;
        match (self.ports)(component) {
            Ports { rest: Some(rest), grpc: Some(grpc) } if by_protocol => {
                vec![self.rule(Match::grpc(), component, grpc), self.rule(all(), component, rest)]
            }
            _ => vec![self.rule(all(), component, PORT)],
        }
    }

    fn rule(&self, requests: Match, component: Component, port: i64) -> RouteRule<'a> {
        let metadata = &self.service.metadata;
        let (name, namespace) = (&metadata.name, &metadata.namespace);
        let headers = [
            Header { name: "KServe-Isvc-Name", value: name },
            Header { name: "KServe-Isvc-Namespace", value: namespace },
        ];
        let backend =
            BackendReference { kind: Kind::Service.name(), name: self.service.child_name(component), namespace, port };
        RouteRule {
            matches: [requests],
            filters: [Filter::set(headers)],
            backend_refs: [backend],
            timeouts: self.timeouts(component),
        }
    }

    /// The timeout of a request, unless the configuration leaves it to the gateway.
    fn timeouts(&self, component: Component) -> Option<Timeouts> {
        let release = &self.cluster.release.ingress;
        if release.route_timeout_switch && self.routing.settings.disable_http_route_timeout {
            return None;
        }
        let seconds = self.service.spec_of(component).timeout().unwrap_or(60);
        Some(Timeouts { request: format!("{seconds}s") })
    }
}

/// Checks in the `status` whether the gateways accepted a route; returns the verdict for `IngressReady` if they did not.
pub fn readiness(status: &Value, label: &str) -> Option<Verdict> {
    let parents = status.get("parents").and_then(Value::as_array).filter(|parents| !parents.is_empty());
    let Some(parents) = parents else {
        return Some(Verdict::new(Truth::False, "ParentStatusNotAvailable", format!("{label} HttpRouteNotReady")));
    };
    let mut conditions = parents.iter().filter_map(Value::as_object).flat_map(Condition::of_status);
    let refused = conditions.find(|condition| condition.is_false())?;
    Some(Verdict::new(Truth::False, refused.reason().to_owned(), format!("{label} {}", refused.message())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_port_of_each_protocol_counts() {
        let service = json!({"spec": {"ports": [
            {"name": "h2c-x", "port": 8081}, {"name": "http", "port": 80}, {"name": "GRPC", "port": 9000},
        ]}});
        assert_eq!(Ports::of(&service), Ports { rest: Some(80), grpc: Some(8081) });
        let zero = json!({"spec": {"ports": [{"name": "http", "port": 80}, {"name": "grpc", "port": 0}]}});
        assert_eq!(Ports::of(&zero), Ports { rest: Some(80), grpc: None });
    }

    #[test]
    fn a_route_is_ready_unless_a_parent_says_otherwise() {
        let parent =
            |status: &str| json!({"parents": [{"conditions": [{"status": status, "reason": "R", "message": "m"}]}]});
        assert_eq!(readiness(&parent("True"), "Predictor"), None);
        assert_eq!(readiness(&parent("Unknown"), "Predictor"), None);
        assert_eq!(readiness(&parent("False"), "Predictor"), Some(Verdict::new(Truth::False, "R", "Predictor m")));
        assert!(readiness(&json!({}), "Predictor").is_some());
    }
}
