//! What is accepted in a graph, but fails or surprises later.

use super::plan::{Decisions, ServiceStep};
use super::shape::Shape;
use super::view::{Graph, Node, Step};
use crate::Map;
use crate::lint::rule::{Findings, Resource, rules_for};
use crate::object::{Kind, Path};
use crate::render::Rendering;
use crate::schema::Types;

/// A graph as written, with what becomes of it.
pub struct Subject<'a> {
    pub graph: Graph,
    pub rendering: &'a Rendering,
}

impl<'a> Subject<'a> {
    fn of(resource: &Resource<'a>) -> Subject<'a> {
        let nothing = Map::new();
        let types = Types::of(resource.cluster.release.input.fields);
        let graph = Graph::of(types, resource.written.as_object().unwrap_or(&nothing));
        Subject { graph, rendering: resource.rendering }
    }

    fn decisions(&self) -> Option<&'a Decisions> {
        self.rendering.details.get()
    }

    /// The steps that name InferenceServices, with what was found, and their places.
    fn services(&self) -> impl Iterator<Item = (&'a ServiceStep, Path)> {
        let steps = self.decisions().map(|decisions| decisions.services.as_slice()).unwrap_or_default();
        steps.iter().map(|step| {
            let path = Path::keys(["spec", "nodes", &step.node, "steps"]).index(step.index).key("serviceName");
            (step, path)
        })
    }

    fn steps(&self) -> impl Iterator<Item = (Node<'_>, Step<'_>)> {
        self.graph.nodes().flat_map(|node| node.steps().map(move |step| (node, step)))
    }
}

rules_for! {
    Kind::InferenceGraph, Subject::of;
    "KSR201" "graph-service-missing" Error(service_missing) {
        what: "A step names an InferenceService that is neither in the input nor among what the cluster holds.",
        why: "The controller looks each service up in the namespace of the graph before it makes anything, and tries again for ever.",
        fine: "The service is created elsewhere before the graph.",
        fix: "Mend the name, add the service to the input, or give what the cluster holds with --observed.",
    }
    "KSR202" "graph-service-not-ready" Warning(service_not_ready) {
        what: "An InferenceService of a step has no address, or its runtime speaks no protocol that graphs know.",
        why: "The controller takes the address from the status of the service. Until it is there, nothing of the graph is made or changed.",
        fine: "The service will have an address later.",
        fix: "Look at the service with status and explain.",
    }
    "KSR203" "graph-service-without-path" Warning(service_without_path) {
        what: "The URL of a step has no path to a model.",
        why: "The service serves many models or speaks gRPC, and the router then posts requests to /, where no model answers.",
        fine: "The service answers there all the same.",
        fix: "Give the step a serviceUrl with the path of the model instead of serviceName.",
    }
    "KSR204" "graph-protocols-mixed" Warning(protocols_mixed) {
        what: "Steps of one node speak different protocols.",
        why: "The router changes nothing of a request or response but, where asked to, the name of predictions, so a payload of v1 reaches \
              a service that reads v2, or the other way round.",
        fine: "The services read both.",
        fix: "Use services of one protocol, or put a transformer before one of them.",
    }
    "KSR205" "graph-unknown-node" Error(unknown_node) {
        what: "A step leads to a node that the graph does not have.",
        why: "Nothing checks the name before a request comes to the step, which then fails with status 500.",
        fine: "No request ever comes there.",
        fix: "Mend the name, or add the node.",
    }
    "KSR206" "graph-cycle" Error(cycle) {
        what: "Steps lead from a node back to it.",
        why: "The router follows them for each request until it runs out of memory.",
        fine: "A Switch or a condition leaves the cycle in time.",
        fix: "Take out one of the steps.",
    }
    "KSR207" "graph-node-not-reached" Warning(node_not_reached) {
        what: "No step leads to a node, nor to those before it.",
        why: "All requests begin in root, so this one never gets any; its services are needed all the same before the graph is made.",
        fine: "It is kept for later.",
        fix: "Lead a step there, or take the node out.",
    }
    "KSR208" "graph-weight-without-effect" Warning(weight_without_effect) {
        what: "A step has a weight, but its node is no Splitter.",
        why: "Only Splitters divide requests.",
        fine: "It is a remnant.",
        fix: "Make the node a Splitter, or take the weight out.",
    }
    "KSR209" "graph-odd-weight" Warning(odd_weight) {
        what: "The weight of a step is zero or negative.",
        why: "The step never gets a request, and a negative weight takes requests from the steps before it.",
        fine: "The step is switched off on purpose.",
        fix: "Take the step out, or give it a share.",
    }
    "KSR210" "graph-condition-missing" Warning(condition_missing) {
        what: "A step of a Switch has no condition.",
        why: "A missing condition never holds, so the step is never taken; if no other is either, the request fails with status 404.",
        fine: "The step is switched off on purpose.",
        fix: "Give the last step a condition that always holds, such as @this.",
    }
    "KSR211" "graph-condition-without-effect" Warning(condition_without_effect) {
        what: "A step of a Splitter or an Ensemble has a condition.",
        why: "Only Switches and Sequences look at conditions.",
        fine: "It is a remnant.",
        fix: "Make the node a Switch, or take the condition out.",
    }
    "KSR212" "graph-condition-odd" Warning(condition_odd) {
        what: "A condition is written in another language than GJSON.",
        why: "Conditions are GJSON paths, of which only counts whether they lead to something. An expression in braces always does, a \
              JSONPath or a path with a bracket that is not closed never.",
        fine: "The condition is to hold always or never.",
        fix: "Write a path such as instances.#(kind==\"dog\").",
    }
    "KSR213" "graph-condition-on-first-step" Warning(condition_on_first_step) {
        what: "The first step of a Sequence has a condition.",
        why: "The router compares it with the response of the step before, of which there is none: every request fails with status 500.",
        fine: "Never.",
        fix: "Take the condition out, or put a Switch before the Sequence.",
    }
    "KSR214" "graph-name-too-long" Error(name_too_long) {
        what: "The name of the graph does not fit the objects that are named after it.",
        why: "The webhook has no limit, but names of Services and values of labels have at most 63 characters.",
        fine: "Never.",
        fix: "Shorten the name: to 63 characters in Knative mode, to 58 in Standard mode, where a label has it behind isvc.",
    }
    "KSR215" "graph-without-steps" Warning(without_steps) {
        what: "A node has no steps.",
        why: "A request that comes there gets an empty answer, or fails in a Switch.",
        fine: "Never.",
        fix: "Add steps, or take the node out.",
    }
}

fn service_missing(subject: &Subject<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        if let Err(error) = step.endpoint.as_ref()
            && error.starts_with("Failed to find")
        {
            findings.add(path, error.as_str());
        }
    }
}

fn service_not_ready(subject: &Subject<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        if let Err(error) = step.endpoint.as_ref()
            && !error.starts_with("Failed to find")
        {
            findings.add(path, error.as_str());
        }
    }
}

fn service_without_path(subject: &Subject<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        if let Ok(endpoint) = &step.endpoint
            && endpoint.url == endpoint.address
        {
            let why = match &endpoint.protocol.name {
                Some(protocol) => format!("it speaks {protocol}"),
                None => "it serves many models".to_owned(),
            };
            findings.add(
                path,
                format!("requests to {} go to {}, without the path of a model: {why}", step.service, endpoint.url),
            );
        }
    }
}

fn protocols_mixed(subject: &Subject<'_>, findings: &mut Findings) {
    let mut first: Option<(&ServiceStep, &str)> = None;
    for (step, path) in subject.services() {
        let Ok(endpoint) = &step.endpoint else { continue };
        let Some(protocol) = endpoint.protocol.name.as_deref() else { continue };
        match first.filter(|(other, _)| other.node == step.node) {
            None => first = Some((step, protocol)),
            Some((other, of_other)) if of_other != protocol => {
                let message = format!(
                    "{} speaks {protocol}, but {} in the same node speaks {of_other}",
                    step.service, other.service
                );
                findings.add(path, message);
            }
            Some(_) => {}
        }
    }
}

fn unknown_node(subject: &Subject<'_>, findings: &mut Findings) {
    let shape = Shape::of(&subject.graph);
    for (node, step) in subject.steps() {
        let name = step.text("nodeName");
        if !name.is_empty() && !shape.has(name) {
            findings.add(node.step_path(&step).key("nodeName"), format!("there is no node {name}"));
            let near = subject.graph.nodes().map(|node| node.name);
            let near = near.max_by(|one, other| {
                let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, name);
                likeness(one).total_cmp(&likeness(other))
            });
            if let Some(near) = near.filter(|near| strsim::normalized_damerau_levenshtein(near, name) > 0.6) {
                findings.help(format!("did you mean `{near}`?"));
            }
        }
    }
}

fn cycle(subject: &Subject<'_>, findings: &mut Findings) {
    let shape = Shape::of(&subject.graph);
    for node in subject.graph.nodes() {
        // A cycle is told at the first of its nodes only.
        if let Some(way) = shape.way_back(node.name).filter(|way| way.iter().all(|other| *other >= node.name)) {
            let way: Vec<&str> = way.into_iter().chain([node.name]).collect();
            findings.add(node.path(), format!("the steps lead in a circle: {}", way.join(" -> ")));
        }
    }
}

fn node_not_reached(subject: &Subject<'_>, findings: &mut Findings) {
    let reached = Shape::of(&subject.graph).reached();
    for node in subject.graph.nodes().filter(|node| !reached.contains(node.name)) {
        findings.add(node.path(), format!("no request comes to node {}", node.name));
    }
}

fn weight_without_effect(subject: &Subject<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, step)| node.router() != "Splitter" && step.weight().is_some()) {
        let message = format!("node {} is a {}, which has no weights", node.name, node.router());
        findings.add(node.step_path(&step).key("weight"), message);
    }
}

fn odd_weight(subject: &Subject<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, _)| node.router() == "Splitter") {
        if let Some(weight) = step.weight().filter(|weight| *weight <= 0) {
            let message = format!("with weight {weight} {} gets no requests", step.title());
            findings.add(node.step_path(&step).key("weight"), message);
        }
    }
}

fn condition_missing(subject: &Subject<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, _)| node.router() == "Switch") {
        if step.text("condition").is_empty() {
            findings.add(node.step_path(&step), format!("{} has no condition, so it is never taken", step.title()));
        }
    }
}

fn condition_without_effect(subject: &Subject<'_>, findings: &mut Findings) {
    let looks = |node: &Node<'_>| matches!(node.router(), "Switch" | "Sequence");
    for (node, step) in subject.steps().filter(|(node, _)| !looks(node)) {
        if !step.text("condition").is_empty() {
            let message = format!("node {} is a {}, which has no conditions", node.name, node.router());
            findings.add(node.step_path(&step).key("condition"), message);
        }
    }
}

fn condition_odd(subject: &Subject<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps() {
        if let Some(problem) = super::condition::problem(step.text("condition")) {
            findings.add(node.step_path(&step).key("condition"), problem);
        }
    }
}

fn condition_on_first_step(subject: &Subject<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, step)| node.router() == "Sequence" && step.index == 0) {
        if !step.text("condition").is_empty() {
            let message = "before the first step there is no response to compare the condition with";
            findings.add(node.step_path(&step).key("condition"), message);
        }
    }
}

fn name_too_long(subject: &Subject<'_>, findings: &mut Findings) {
    let is_standard = subject.decisions().and_then(|decisions| decisions.mode.as_ref());
    let is_standard = is_standard.is_some_and(|decision| decision.mode == crate::api::Mode::Standard);
    let (most, what) = if is_standard { (58, "a label isvc.NAME") } else { (63, "a Knative Service") };
    let length = subject.graph.metadata.name.len();
    if length > most {
        let message = format!("the name has {length} characters, and {what} takes at most {most} of them");
        findings.add(Path::keys(["metadata", "name"]), message);
    }
}

fn without_steps(subject: &Subject<'_>, findings: &mut Findings) {
    for node in subject.graph.nodes().filter(|node| node.steps().next().is_none()) {
        findings.add(node.path(), format!("node {} has no steps", node.name));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::facts::Found;
    use crate::lint::{self, Peers};
    use crate::release::Version;
    use crate::render::render_all_objects;
    use crate::{Cluster, Value};
    use std::sync::Arc;

    /// What the rules find in a graph beside services with these specs, as `name place`.
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
    fn nodes_hang_together() {
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
            [
                "graph-condition-missing spec.nodes.root.steps[1]",
                "graph-condition-odd spec.nodes.root.steps[0].condition",
            ]
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
            [0, 1, 0, 1]
        );
    }
}
