//! The findings of the rules in graphs.

use serde_json::json;

use crate::facts::Found;
use crate::lint::{self, Peers};
use crate::release::Version;
use crate::render::render_all_objects;
use crate::{Cluster, Value};
use std::sync::Arc;

/// The findings of the rules in a graph, next to services with these specs, as `name place`.
fn found(metadata: Value, nodes: Value, services: &[(&str, Value)]) -> Vec<String> {
    let cluster = Cluster::of(Version::NEWEST, []);
    let mut metadata = metadata;
    metadata["namespace"] = "ns".into();
    let graph = json!({
        "apiVersion": "serving.kserve.io/v1alpha1", "kind": "InferenceGraph", "metadata": metadata,
        "spec": { "nodes": nodes },
    });
    let service = |(name, model): &(&str, Value)| {
        let mut model = model.clone();
        model["modelFormat"] = json!({ "name": "sklearn" });
        json!({
            "apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService",
            "metadata": { "name": name, "namespace": "ns" }, "spec": { "predictor": { "model": model } },
        })
    };
    let mut all: Vec<Value> = services.iter().map(service).collect();
    all.push(graph.clone());
    let rendering = render_all_objects(&cluster, &all, &Arc::new(Found::default())).pop().unwrap();
    let found = lint::rules(&cluster, &graph, &rendering, &Peers::default());
    found.into_iter().map(|finding| format!("{} {}", finding.code.name, finding.path)).collect()
}

fn root(router: &str, steps: Value) -> Value {
    json!({ "root": { "routerType": router, "steps": steps } })
}

fn of(nodes: Value) -> Vec<String> {
    found(json!({ "name": "flow" }), nodes, &[])
}

#[test]
fn services_are_looked_up() {
    let steps = json!([{ "serviceName": "old" }, { "serviceName": "new" }, { "serviceName": "many" }, { "serviceName": "gone" }]);
    let uri = "gs://models/x";
    let services = [
        ("old", json!({ "storageUri": uri })),
        ("new", json!({ "storageUri": uri, "protocolVersion": "v2" })),
        ("many", json!({})),
    ];
    assert_eq!(
        found(json!({ "name": "flow" }), root("Sequence", steps), &services),
        [
            "graph-service-missing spec.nodes.root.steps[3].serviceName",
            "graph-service-without-path spec.nodes.root.steps[2].serviceName",
            "graph-protocols-mixed spec.nodes.root.steps[1].serviceName",
        ]
    );
}

#[test]
fn a_request_is_followed_through_nodes_and_modes_are_compared() {
    let model = |protocol: &str| json!({ "storageUri": "gs://models/x", "protocolVersion": protocol });
    let services = [("old", model("v1")), ("new", model("v2"))];
    let nodes = json!({
        "root": { "routerType": "Ensemble", "steps": [{ "serviceName": "old" }, { "nodeName": "next" }] },
        "next": { "routerType": "Sequence", "steps": [{ "serviceName": "new" }, { "serviceName": "old", "data": "$response" }] },
    });
    let annotations = json!({ "serving.kserve.io/deploymentMode": "Standard" });
    assert_eq!(
        found(json!({ "name": "flow", "annotations": annotations }), nodes, &services),
        [
            "graph-protocols-mixed spec.nodes.root.steps[1].nodeName",
            "graph-service-in-another-mode spec.nodes.next.steps[0].serviceName",
            "graph-service-in-another-mode spec.nodes.next.steps[1].serviceName",
            "graph-service-in-another-mode spec.nodes.root.steps[0].serviceName",
        ]
    );
}

#[test]
fn nodes_are_connected() {
    let steps = |name: &str| json!({ "routerType": "Sequence", "steps": [{ "nodeName": name }] });
    let nodes = json!({ "root": steps("aa"), "aa": steps("b"), "b": steps("aa"), "lost": steps("ab"), "e": { "routerType": "Sequence" } });
    assert_eq!(
        of(nodes),
        [
            "graph-unknown-node spec.nodes.lost.steps[0].nodeName",
            "graph-cycle spec.nodes.aa",
            "graph-node-not-reached spec.nodes.e",
            "graph-node-not-reached spec.nodes.lost",
            "graph-without-steps spec.nodes.e",
        ]
    );
}

#[test]
fn weights_and_conditions_belong_to_certain_nodes() {
    let step = |fields: Value| {
        let mut step = json!({ "serviceUrl": "http://x" });
        step.as_object_mut().unwrap().extend(fields.as_object().cloned().unwrap());
        step
    };
    let conditional = || step(json!({ "condition": "a", "weight": 1 }));
    assert_eq!(
        of(root("Sequence", json!([conditional()]))),
        [
            "graph-weight-without-effect spec.nodes.root.steps[0].weight",
            "graph-condition-on-first-step spec.nodes.root.steps[0].condition",
        ]
    );
    let split = json!([step(json!({ "weight": 100, "condition": "a" })), step(json!({ "weight": 0 }))]);
    assert_eq!(
        of(root("Splitter", split)),
        [
            "graph-odd-weight spec.nodes.root.steps[1].weight",
            "graph-condition-without-effect spec.nodes.root.steps[0].condition",
        ]
    );
    let switch = json!([step(json!({ "condition": "{ .a == 1 }" })), step(json!({}))]);
    assert_eq!(
        of(root("Switch", switch)),
        ["graph-condition-missing spec.nodes.root.steps[1]", "graph-condition-odd spec.nodes.root.steps[0].condition",]
    );
}

#[test]
fn a_name_fits_what_is_named_after_it() {
    let long = |length: usize, mode: &str| {
        let annotations = json!({ "serving.kserve.io/deploymentMode": mode });
        let metadata = json!({ "name": "g".repeat(length), "annotations": annotations });
        found(metadata, root("Sequence", json!([{ "serviceUrl": "http://x" }])), &[]).len()
    };
    assert_eq!(
        [long(58, "Standard"), long(59, "Standard"), long(63, "Knative"), long(64, "Knative")],
        // A label that is too long is refused in metadata and in selectors, and the host of a Knative Service has the name as a
        // label.
        [0, 5, 0, 2]
    );
}
