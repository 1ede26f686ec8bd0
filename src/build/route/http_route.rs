//! The HTTPRoutes of a service in Standard mode with the Gateway API.

use serde_json::json;

use super::{EXPLAIN, EXPLAIN_SUFFIX, annotations, object, path_prefix};
use crate::api::{Component, InferenceService};
use crate::engine::conditions::{Truth, Verdict};
use crate::facts::Cluster;
use crate::facts::hosts as host;
use crate::facts::routing::Routing;
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::{Map, Value};

/// One of the routes of a service, in the order of [`Route::all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    Component(Component),
    /// The route of the service itself.
    TopLevel,
}

impl Route {
    /// The routes that a service has: of each component, then its own.
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

    /// The word for the route in error texts.
    fn word(self) -> &'static str {
        match self {
            Route::Component(component) => component.name(),
            Route::TopLevel => "top level",
        }
    }

    /// The word for the route in conditions.
    pub fn label(self, top_level: &'static str) -> &'static str {
        match self {
            Route::Component(Component::Predictor) => "Predictor",
            Route::Component(Component::Transformer) => "Transformer",
            Route::Component(Component::Explainer) => "Explainer",
            Route::TopLevel => top_level,
        }
    }
}

/// The first port of each protocol of a component's Service. Port 0 counts as none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ports {
    rest: Option<i64>,
    grpc: Option<i64>,
}

impl Ports {
    /// Reads the ports of a Service. A port is for gRPC by its `appProtocol` or when its name says so.
    pub fn of(service: &Value) -> Ports {
        let mut ports = Ports::default();
        for port in service.ports() {
            let text = |key: &str| port.get(key).and_then(Value::as_str).unwrap_or_default();
            let name = text("name").to_lowercase();
            let is_grpc = text("appProtocol") == "kubernetes.io/h2c" || name.contains("grpc") || name.contains("h2c");
            let first = if is_grpc { &mut ports.grpc } else { &mut ports.rest };
            if first.is_none() {
                *first = port.get("port").and_then(Value::as_i64).filter(|port| *port != 0);
            }
        }
        ports
    }
}

/// What the rules of a route need to know of each component's Service.
pub type Target<'a> = &'a dyn Fn(Component) -> Ports;

/// Builds a route.
///
/// # Errors
/// The controller's text, without the prefix of the ingress step.
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
    let mut hostnames = vec![main.clone()];
    let rules = Rules { cluster, routing, service, ports };
    let mut all = Vec::new();
    match route {
        Route::Component(component) => rules.add_component(component, &mut all),
        Route::TopLevel => {
            let domain = [settings.ingress_domain.as_str()];
            let additional = host::additional(domain.into_iter(), &main, settings.additional_ingress_domains.as_ref());
            hostnames.extend(additional.into_iter().filter(|host| *host != main));
            let explained = service.component(Component::Explainer).is_some();
            if explained {
                all.push(rules.rule(rules.path(EXPLAIN), Component::Explainer, 80));
            }
            rules.add_component(service.entry(), &mut all);
            if let Some(path) = routing.path(&service.metadata) {
                let path = path.map_err(|error| error.within("failed to generate URL from pathTemplate"))?;
                let prefix = path_prefix(&path);
                hostnames.push(settings.ingress_domain.clone());
                if explained {
                    let matches = rules.path(&format!("{prefix}{EXPLAIN_SUFFIX}"));
                    all.push(rules.rule(matches, Component::Explainer, 80));
                }
                all.push(rules.rule(rules.path(&format!("{prefix}/")), service.entry(), 80));
            }
        }
    }
    let (gateway_namespace, gateway) = settings.kserve_ingress_gateway.split_once('/').unwrap_or_default();
    let spec = json!({
        "hostnames": hostnames,
        "parentRefs": [{
            "group": Kind::Gateway.group(),
            "kind": Kind::Gateway.name(),
            "namespace": gateway_namespace,
            "name": gateway,
        }],
        "rules": all,
    });
    let filters = &cluster.config.filters;
    let labels = service.metadata.labels.iter().filter(|(key, _)| filters.keeps_label(key));
    let labels: Map = labels.map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    Ok(object(Kind::HttpRoute, &name, service, (labels, annotations(cluster, service)), spec))
}

struct Rules<'a> {
    cluster: &'a Cluster,
    routing: &'a Routing,
    service: &'a InferenceService,
    ports: Target<'a>,
}

impl Rules<'_> {
    fn path(&self, expression: &str) -> Value {
        json!([{"path": {"type": "RegularExpression", "value": expression}}])
    }

    /// The rules that lead to a component: one for each protocol if its Service has both, else one to port 80.
    fn add_component(&self, component: Component, rules: &mut Vec<Value>) {
        let ports = (self.ports)(component);
        let dual = self.cluster.release.ingress.rules_by_protocol;
        let rest = match (ports.rest, ports.grpc) {
            (Some(rest), Some(grpc)) if dual => {
                let matches = json!([{
                    "path": {"type": "RegularExpression", "value": r"^/inference\.GRPCInferenceService/.*$"},
                    "headers": [{"type": "RegularExpression", "name": "content-type", "value": "^application/grpc.*"}],
                }]);
                rules.push(self.rule(matches, component, grpc));
                rest
            }
            _ => 80,
        };
        rules.push(self.rule(self.path("^/.*$"), component, rest));
    }

    fn rule(&self, matches: Value, component: Component, port: i64) -> Value {
        let metadata = &self.service.metadata;
        let mut rule = json!({
            "matches": matches,
            "filters": [{
                "type": "RequestHeaderModifier",
                "requestHeaderModifier": {"set": [
                    {"name": "KServe-Isvc-Name", "value": metadata.name},
                    {"name": "KServe-Isvc-Namespace", "value": metadata.namespace},
                ]},
            }],
            "backendRefs": [{
                "kind": "Service",
                "name": self.service.child_name(component),
                "namespace": metadata.namespace,
                "port": port,
            }],
        });
        let disabled =
            self.routing.settings.disable_http_route_timeout && self.cluster.release.ingress.route_timeout_switch;
        if let (Some(fields), false) = (rule.as_object_mut(), disabled) {
            let seconds = self.service.spec_of(component).timeout();
            fields.insert("timeouts".into(), json!({"request": format!("{}s", seconds.unwrap_or(60))}));
        }
        rule
    }
}

/// Whether the gateways took a route, from its `status`; else the verdict for `IngressReady`.
pub fn readiness(status: &Value, label: &str) -> Option<Verdict> {
    let parents = status.get("parents").and_then(Value::as_array).filter(|parents| !parents.is_empty());
    let Some(parents) = parents else {
        return Some(Verdict::new(Truth::False, "ParentStatusNotAvailable", format!("{label} HttpRouteNotReady")));
    };
    let conditions = parents.iter().filter_map(|parent| parent.get("conditions")?.as_array()).flatten();
    let mut refused = conditions.filter(|condition| condition.get("status").is_some_and(|status| status == "False"));
    refused.next().map(|condition| {
        let text = |key: &str| condition.get(key).and_then(Value::as_str).unwrap_or_default();
        Verdict::new(Truth::False, text("reason").to_owned(), format!("{label} {}", text("message")))
    })
}

#[cfg(test)]
mod tests {
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
