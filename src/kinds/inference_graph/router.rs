//! The pod that runs a graph: KServe's router, with the graph as an argument.

use serde_json::json;

use super::view::Graph;
use crate::facts::config::Router;
use crate::go::quantity::Quantity;
use crate::object::fields::{map, non_empty, object};
use crate::schema::{self, Types};
use crate::{Map, Value};

/// The port that the router listens on.
const PORT: i64 = 8080;

/// The pod spec of the router. `spec` is that of the graph with the URLs of its services filled in; `name` is the name of the
/// container, which is empty in Knative mode.
pub fn pod_spec(types: &Types, graph: &Graph, spec: &Map, router: &Router, name: &str) -> Map {
    let secrets: Vec<Value> = router.image_pull_secrets.iter().map(|name| json!({ "name": name })).collect();
    let given = |key: &str| spec.get(key).cloned().unwrap_or_default();
    map([
        ("affinity", given("affinity")),
        ("automountServiceAccountToken", false.into()),
        ("containers", vec![container(types, graph, spec, router, name)].into()),
        ("imagePullSecrets", if secrets.is_empty() { Value::Null } else { secrets.into() }),
        ("nodeName", given("nodeName")),
        ("nodeSelector", given("nodeSelector")),
        ("serviceAccountName", given("serviceAccountName")),
        ("tolerations", given("tolerations")),
    ])
}

/// The graph as it is passed to its router: one line of JSON.
pub fn graph_json(types: &Types, spec: &Map) -> String {
    schema::encode(types, types.inference_graph_spec, spec)
}

fn container(types: &Types, graph: &Graph, spec: &Map, router: &Router, name: &str) -> Value {
    object([
        ("args", json!(["--graph-json", graph_json(types, spec)])),
        ("env", environment(router)),
        ("image", non_empty(&router.image)),
        ("imagePullPolicy", non_empty(&router.image_pull_policy)),
        ("name", name.into()),
        ("readinessProbe", readiness_probe()),
        ("resources", resources(graph, router)),
        ("securityContext", security_context()),
    ])
}

/// The variable with the headers to pass on; it is set whenever the configuration has such a list, even an empty one.
fn environment(router: &Router) -> Value {
    let Some(headers) = router.headers.get("propagate") else { return Value::Null };
    json!([object([("name", "PROPAGATE_HEADERS".into()), ("value", non_empty(&headers.join(",")))])])
}

/// The limits and requests of the graph, or else those in the configuration.
fn resources(graph: &Graph, router: &Router) -> Value {
    if graph.has_resources {
        let given = graph.view().resources();
        let list = |key: &str| given.and_then(|given| given.get(key)).cloned().unwrap_or_default();
        return object([("limits", list("limits")), ("requests", list("requests"))]);
    }
    let quantity = |text: &str| Quantity::parse(text).map_or(Value::Null, |quantity| quantity.to_string().into());
    object([
        ("limits", object([("cpu", quantity(&router.cpu_limit)), ("memory", quantity(&router.memory_limit))])),
        ("requests", object([("cpu", quantity(&router.cpu_request)), ("memory", quantity(&router.memory_request))])),
    ])
}

fn readiness_probe() -> Value {
    json!({
        "failureThreshold": 3,
        "httpGet": { "path": "/readyz", "port": PORT, "scheme": "HTTP" },
        "initialDelaySeconds": 5,
        "periodSeconds": 5,
        "successThreshold": 1,
        "timeoutSeconds": 2,
    })
}

fn security_context() -> Value {
    json!({
        "allowPrivilegeEscalation": false,
        "capabilities": { "drop": ["ALL"] },
        "privileged": false,
        "readOnlyRootFilesystem": true,
        "runAsNonRoot": true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;

    fn graph(spec: Value) -> Graph {
        let stored = json!({ "metadata": { "name": "flow", "namespace": "ns" }, "spec": spec });
        Graph::of(Types::of(Version::NEWEST), stored.as_object().unwrap())
    }

    fn line(spec: Value) -> String {
        graph_json(Types::of(Version::NEWEST), &graph(spec).spec)
    }

    #[test]
    fn the_graph_is_written_as_go_writes_it() {
        let steps = json!([{
            "condition": "a<b", "weight": 0, "mapPredictionsToInstances": true, "serviceUrl": "http://x?a&b", "name": "n",
            "dependency": "Hard", "data": "$response",
        }]);
        let spec = json!({
            "nodes": { "root": { "steps": steps, "routerType": "Switch" }, "B": { "routerType": "Sequence", "steps": [] } },
            "minReplicas": 0, "maxReplicas": 0, "timeout": 0, "affinity": {}, "routerTimeouts": {}, "nodeSelector": {},
            "resources": { "requests": { "memory": "1024Mi", "cpu": "0.5" } },
        });
        assert_eq!(
            line(spec),
            concat!(
                r#"{"nodes":{"B":{"routerType":"Sequence"},"root":{"routerType":"Switch","steps":[{"name":"n","#,
                r#""serviceUrl":"http://x?a\u0026b","data":"$response","mapPredictionsToInstances":true,"weight":0,"#,
                r#""condition":"a\u003cb","dependency":"Hard"}]}},"#,
                r#""resources":{"requests":{"cpu":"500m","memory":"1Gi"}},"affinity":{},"timeout":0,"routerTimeouts":{},"minReplicas":0}"#
            )
        );
        assert_eq!(line(json!({ "nodes": {} })), r#"{"nodes":{},"resources":{}}"#);
    }

    #[test]
    fn even_empty_resources_of_a_graph_replace_those_of_the_configuration() {
        let router = Router { cpu_limit: "1000m".into(), ..Router::default() };
        let of = |resources: Value| resources_of(&graph(json!({ "nodes": {}, "resources": resources })), &router);
        assert_eq!(of(json!({ "claims": [] })), json!({}));
        assert_eq!(of(json!({}))["limits"]["cpu"], "1");
    }

    fn resources_of(graph: &Graph, router: &Router) -> Value {
        resources(graph, router)
    }
}
