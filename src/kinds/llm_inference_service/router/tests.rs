use serde_json::{Value, json};

use super::discovery::{self, Addresses};
use super::gateways::{self, Named};
use super::group::{Members, Peer};
use super::readiness::{PoolState, Support, pool_state, pool_support, route_fault};
use super::route;
use super::validation::{Refusal, check};
use crate::Map;
use crate::kinds::llm_inference_service::spec::HttpRoutes;
use crate::kinds::llm_inference_service::status_view::LlmStatus;
use crate::kinds::llm_inference_service::testing::Given;
use crate::object::error::Absent;
use crate::object::{Cause, ControllerError, Kind};

const HEADER: &str = "X-Gateway-Model-Name";

fn gateway(listeners: Value, addresses: Value) -> Value {
    json!({
        "apiVersion": "gateway.networking.k8s.io/v1", "kind": "Gateway", "metadata": {"name": "gw", "namespace": "infra"},
        "spec": {"gatewayClassName": "envoy", "listeners": listeners}, "status": {"addresses": addresses},
    })
}

fn class() -> Value {
    json!({"apiVersion": "gateway.networking.k8s.io/v1", "kind": "GatewayClass", "metadata": {"name": "envoy"}})
}

fn routed(rules: Value) -> Given {
    let spec = json!({"parentRefs": [{"name": "gw", "namespace": "infra"}], "rules": rules});
    Given::spec(json!({"router": {"scheduler": {"template": {}}, "route": {"http": {"spec": spec}}}}))
}

fn pool() -> Value {
    json!({"group": "inference.networking.k8s.io", "kind": "InferencePool", "name": "llama-inference-pool", "port": 8000})
}

fn object(value: Value) -> Map {
    value.as_object().unwrap().clone()
}

#[test]
fn a_new_route_uses_pools_of_the_experimental_group() {
    let backends = json!([pool(), {"kind": "InferencePool", "name": "other"}]);
    let given = routed(json!([{"matches": [{}], "backendRefs": backends}]));
    let route = given.build(|builder| route::build(builder));
    let backends = &route["spec"]["rules"][0]["backendRefs"];
    assert_eq!(backends[0]["group"], "inference.networking.x-k8s.io");
    assert_eq!(backends[1].get("group"), None, "only the pool of the service");
}

#[test]
fn a_route_moves_to_the_stable_group_if_the_gateway_lacks_the_other() {
    let mut backend = pool();
    backend["group"] = "inference.networking.x-k8s.io".into();
    let refused = json!({"type": "ResolvedRefs", "status": "False", "reason": "InvalidKind"});
    let live = json!({
        "apiVersion": "gateway.networking.k8s.io/v1", "kind": "HTTPRoute",
        "metadata": {"name": "llama-kserve-route", "namespace": "demo"},
        "spec": {"rules": [{"backendRefs": [backend]}]},
        "status": {"parents": [{"parentRef": {"name": "gw"}, "conditions": [refused]}]},
    });
    let rules = json!([{"matches": [{}], "backendRefs": [pool()]}]);
    let route = routed(rules).objects([live]).build(|builder| route::build(builder));
    assert_eq!(route["spec"]["rules"][0]["backendRefs"][0]["group"], "inference.networking.k8s.io");
    assert_eq!(route["metadata"]["annotations"]["serving.kserve.io/inference-pool-migrated"], "v1");
}

#[test]
fn rules_by_model_follow_the_annotation_of_the_spec() {
    let header = |value: &str| json!({"headers": [{"name": HEADER, "value": value}]});
    let rules = json!([{"matches": [header("publishers/demo/models/llama"), {"path": {"value": "/x"}}]}, {"matches": [header("y")]}]);
    let mut given = routed(rules.clone());
    given.spec["model"]["lora"] = json!({"adapters": [{"name": "b"}, {"name": "a"}]});
    let stripped = given.build(|builder| route::build(builder));
    assert_eq!(stripped["spec"]["rules"], json!([{"matches": [{"path": {"value": "/x"}}]}]));
    let mut given = routed(rules);
    given.spec["model"]["lora"] = json!({"adapters": [{"name": "b"}, {"name": "a"}]});
    given.spec["annotations"] = json!({"serving.kserve.io/model-based-routing-enabled": "true"});
    let expanded = given.build(|builder| route::build(builder));
    let matches = expanded["spec"]["rules"][0]["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 4);
    assert_eq!(matches[2]["headers"][0]["value"], "publishers/demo/models/a");
}

#[test]
fn references_are_checked_in_order() {
    let mut given = routed(json!([]));
    given.spec["router"]["gateway"] = json!({"refs": [{"name": "x", "namespace": "infra"}, {"name": "y"}]});
    let refused = given.build(|builder| check(builder, |_| {})).unwrap_err();
    let Refusal::Gateways(error) = refused else { panic!("{refused:?}") };
    assert_eq!(error.text(), "Gateway infra/x does not exist; Gateway demo/y does not exist");
    let absent = |name: &str, namespace: &str| {
        Some(Cause::Absent(Absent { kind: Kind::Gateway, name: name.into(), namespaces: vec![namespace.into()] }))
    };
    assert_eq!(error.cause().cloned(), absent("x", "infra"), "the first that is missing");
    let refused = routed(json!([])).build(|builder| check(builder, |_| {})).unwrap_err();
    let Refusal::Routes(error) = refused else { panic!("{refused:?}") };
    assert_eq!(error.text(), "Managed HTTPRoute references non-existent Gateway infra/gw");
    assert_eq!(error.cause().cloned(), absent("gw", "infra"));
}

/// The URL, `status.url` and the names of all addresses for a route through a Gateway.
fn addresses(
    listeners: Value,
    values: Value,
    objects: impl IntoIterator<Item = Value>,
) -> Result<(Option<String>, Vec<String>), ControllerError> {
    let rules = json!([
        {"matches": [{"path": {"value": "/demo/llama"}}], "backendRefs": [{"name": "svc"}]},
        {"matches": [{"path": {"value": "/demo/llama/v1"}}], "backendRefs": [pool()]},
        {"matches": [{"path": {"value": "/publishers/demo/models/llama"}}], "backendRefs": [{"name": "svc"}]},
        {"matches": [{"headers": [{"name": HEADER, "value": "m"}]}], "backendRefs": [{"name": "svc"}]},
        {"matches": [{"headers": [{"name": "other", "value": "m"}]}], "backendRefs": [{"name": "svc"}]},
    ]);
    routed(rules).objects([gateway(listeners, values), class()]).objects(objects).build(|builder| {
        let route = object(route::build(builder));
        let mut route = route;
        route["spec"]["rules"] =
            builder.service.spec.http().and_then(HttpRoutes::spec).unwrap().fields()["rules"].clone();
        let parents = gateways::parents(builder, &route)?;
        let found = Addresses::new(discovery::urls(builder, &route, &parents)?);
        let status = found.status(builder);
        let names = status.iter().map(|own| format!("{} {}", own["name"], own["url"]).replace('"', ""));
        Ok((found.url(builder).map(str::to_owned), names.collect()))
    })
}

#[test]
fn urls_come_from_the_addresses_of_the_gateway_and_its_service() {
    let listeners = json!([{"name": "http", "port": 80, "protocol": "HTTP"}, {"name": "s", "port": 8443, "protocol": "HTTPS", "hostname": "*.ex.com"}]);
    let service = json!({
        "apiVersion": "v1", "kind": "Service",
        "metadata": {"name": "gwsvc", "namespace": "infra", "labels": {"gateway.networking.k8s.io/gateway-name": "gw"}},
        "spec": {"ports": [{"port": 80}]},
    });
    let (url, names) = addresses(listeners, json!([{"value": "1.2.3.4"}, {"value": "fd00::1"}]), [service]).unwrap();
    assert_eq!(url.as_deref(), Some("http://1.2.3.4/demo/llama"));
    assert_eq!(
        names,
        [
            "gateway-external-model-routing http://1.2.3.4/",
            "gateway-external http://1.2.3.4/demo/llama",
            "gateway-external http://1.2.3.4/publishers/demo/models/llama",
            "internal-model-routing http://[fd00::1]/",
            "internal http://[fd00::1]/demo/llama",
            "internal http://[fd00::1]/publishers/demo/models/llama",
            "gateway-internal-model-routing http://gwsvc.infra.svc.cluster.local/",
            "gateway-internal http://gwsvc.infra.svc.cluster.local/demo/llama",
            "gateway-internal http://gwsvc.infra.svc.cluster.local/publishers/demo/models/llama",
            "gateway-external-model-routing https://inference.ex.com:8443/",
            "gateway-external https://inference.ex.com:8443/demo/llama",
            "gateway-external https://inference.ex.com:8443/publishers/demo/models/llama",
        ]
    );
}

#[test]
fn a_gateway_without_a_listener_for_http_is_refused() {
    let refused = addresses(json!([{"name": "t", "port": 1, "protocol": "TCP"}]), json!([]), []).unwrap_err();
    assert_eq!(
        refused.text(),
        "failed to select listeners for gateway infra/gw: no HTTP-capable listener found in gateway infra/gw"
    );
}

#[test]
fn a_route_without_addresses_is_not_an_error() {
    let listeners = json!([{"name": "http", "port": 80, "protocol": "HTTP"}]);
    assert_eq!(addresses(listeners, json!([]), []), Ok((None, Vec::new())));
}

fn answered(conditions: Value) -> Map {
    object(json!({
        "metadata": {"name": "r", "namespace": "demo", "generation": 2},
        "spec": {"parentRefs": [{"name": "gw"}], "rules": [{"backendRefs": [pool()]}]},
        "status": {"parents": [{"parentRef": {"name": "gw", "namespace": "demo"}, "conditions": conditions}]},
    }))
}

#[test]
fn a_route_is_ready_if_its_parents_say_so_for_this_generation() {
    let condition = |kind: &str, status: &str, generation: i64| json!({"type": kind, "status": status, "reason": "R", "message": "m", "observedGeneration": generation});
    assert_eq!(
        route_fault(&answered(json!([condition("Accepted", "True", 2), condition("ResolvedRefs", "True", 0)]))),
        None
    );
    let stale = route_fault(&answered(json!([condition("Accepted", "True", 1)])));
    assert_eq!(stale.as_deref(), Some("demo/r: \"True\" (reason \"R\", message \"m\")"));
    let missing = route_fault(&answered(json!([condition("Accepted", "True", 2)]))).unwrap();
    assert!(missing.contains("\"Unknown\" (reason \"ConditionMissing\""), "{missing}");
    let fresh =
        object(json!({"metadata": {"name": "r", "namespace": "demo"}, "spec": {"parentRefs": [{"name": "gw"}]}}));
    let text = "demo/r: v1.HTTPRouteStatus{RouteStatus:v1.RouteStatus{Parents:[]v1.RouteParentStatus(nil)}}";
    assert_eq!(route_fault(&fresh).as_deref(), Some(text));
}

#[test]
fn pools_are_supported_unless_their_kind_is_invalid() {
    let support = |conditions: Value| pool_support(&answered(conditions), Kind::InferencePool, false);
    let resolved = |status: &str, reason: &str| json!([{"type": "ResolvedRefs", "status": status, "reason": reason}]);
    assert_eq!(support(resolved("False", "InvalidKind")), Support::No);
    assert_eq!(support(resolved("False", "BackendNotFound")), Support::Yes);
    assert_eq!(support(json!([])), Support::Unknown);
    assert_eq!(pool_support(&answered(resolved("True", "")), Kind::InferencePoolX, false), Support::Unknown);
}

#[test]
fn a_pool_is_ready_if_every_gateway_in_use_accepts_it() {
    let pool = |status: &str| {
        let accepted = json!([{"type": "Accepted", "status": status, "reason": "R", "message": "m"}]);
        object(json!({
            "metadata": {"name": "p", "namespace": "demo"},
            "status": {"parents": [
                {"parentRef": {"name": "gw", "namespace": "infra"}, "conditions": accepted},
                {"parentRef": {"name": "old", "namespace": "infra"}, "conditions": []},
            ]},
        }))
    };
    let named = |name: &str| Named { namespace: "infra".into(), name: name.into() };
    assert_eq!(pool_state(&pool("True"), &[named("gw")], true), PoolState::Ready);
    assert_eq!(
        pool_state(&pool("True"), &[named("gw"), named("new")], true),
        PoolState::NotReady(
            "WaitingForGateway",
            "Inference Pool demo/p is not yet accepted by gateway infra/new".into()
        )
    );
    let text = "demo/p: Accepted=\"False\" (reason \"R\", message \"m\")".to_owned();
    assert_eq!(pool_state(&pool("False"), &[named("gw")], true), PoolState::NotReady("InferencePoolNotReady", text));
    assert_eq!(
        pool_state(&pool("True"), &[], true),
        PoolState::NotReady(
            "WaitingForGateway",
            "Inference Pool demo/p exists but no Gateway controller has accepted it yet".into()
        )
    );
    assert!(matches!(pool_state(&pool("True"), &[], false), PoolState::NotReady("InferencePoolNotReady", _)));
}

#[test]
fn members_share_the_rules_that_are_not_for_a_single_service() {
    let stored = |name: &str, weight: i64| {
        let spec = json!({"model": {"name": "m"}, "router": {"route": {"group": "chat", "weight": weight}}});
        object(json!({"metadata": {"name": name}, "spec": spec}))
    };
    let ready = object(json!({
        "conditions": [{"type": "RouterReady", "status": "True"}],
        "workloads": {"primary": {"readyReplicas": 1}},
        "router": {"scheduler": {"inferencePool": {"group": "g", "kind": "InferencePool", "name": "b-pool"}}},
    }));
    let (own, other, waiting, empty) = (stored("llama", 70), stored("other", 30), stored("waiting", 30), Map::new());
    let (ready, none) = (LlmStatus::of(&ready), LlmStatus::of(&empty));
    let peers = [
        Peer { stored: &other, status: ready },
        Peer { stored: &waiting, status: none },
        Peer { stored: &own, status: none },
    ];
    let mut given = Given::spec(json!({"router": {"route": {"group": "chat", "weight": 70}}}));
    given.spec["model"]["name"] = "m".into();
    let mut route = json!({"spec": {"rules": [
        {"backendRefs": [pool()], "matches": [{"path": {"value": "/demo/llama/v1"}}]},
        {"backendRefs": [pool()], "matches": [{"path": {"value": "/demo/llama2"}}]},
        {"backendRefs": [{"name": "foreign"}]},
    ]}});
    let untouched = route.clone();
    given.build(|builder| {
        let members = Members::of(&builder.service, none, peers.into_iter()).unwrap();
        members.share(&builder.service, &mut route);
        assert_eq!(members.divergence(), None);
    });
    assert_eq!(route["spec"]["rules"][0], untouched["spec"]["rules"][0]);
    assert_eq!(route["spec"]["rules"][2], untouched["spec"]["rules"][2]);
    assert_eq!(
        route["spec"]["rules"][1]["backendRefs"],
        json!([
            {"kind": "Service", "name": "llama-kserve-workload-svc", "port": 8000, "weight": 70},
            {"group": "g", "kind": "InferencePool", "name": "b-pool", "port": 8000, "weight": 30},
        ])
    );
}
