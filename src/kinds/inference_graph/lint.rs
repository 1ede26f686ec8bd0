//! What is accepted in a graph, but fails or surprises later.

use std::collections::BTreeSet;

use super::plan::{Decisions, ServiceStep};
use super::shape::Shape;
use super::view::{Graph, Node, Step, Target};
use crate::Map;
use crate::api::Mode;
use crate::facts::Cluster;
use crate::kinds::resource::Status;
use crate::lint::rule::{Findings, General, KindRules, OF_OBJECTS, Resource, Topic, rules_for};
use crate::object::ControllerError;
use crate::object::dns::{fault_of_host, host_of};
use crate::object::fields::text;
use crate::object::{Kind, Path};
use crate::release::annotations::Place;
use crate::render::Rendering;
use crate::schema::Types;

/// A graph as written, with what becomes of it.
pub struct LintedGraph<'a> {
    pub cluster: &'a Cluster,
    pub graph: Graph,
    pub rendering: &'a Rendering,
}

impl<'a> LintedGraph<'a> {
    fn of(resource: &Resource<'a>) -> Option<LintedGraph<'a>> {
        let nothing = Map::new();
        let types = Types::of(resource.cluster.release.input.fields);
        let graph = Graph::of(types, resource.written.as_object().unwrap_or(&nothing));
        Some(LintedGraph { cluster: resource.cluster, graph, rendering: resource.rendering })
    }

    fn decisions(&self) -> Option<&'a Decisions> {
        self.rendering.details()
    }

    /// The steps that name InferenceServices, with what was found, and their places.
    fn services(&self) -> impl Iterator<Item = (&'a ServiceStep, Path)> {
        let steps = self.decisions().map(|decisions| decisions.services.as_slice()).unwrap_or_default();
        steps.iter().map(|step| {
            let path = Path::keys(["spec", "nodes", &step.node, "steps"]).index(step.index).key("serviceName");
            (step, path)
        })
    }

    /// The first service to which the request of a step goes whose protocol is known, and the protocol. Nodes that were seen
    /// are not entered again.
    fn spoken<'s>(&'s self, node: &Node<'_>, step: &Step<'_>, seen: &mut BTreeSet<&'s str>) -> Option<Spoken<'s>> {
        match step.target()? {
            Target::Service(_) => {
                let mut all = self.decisions()?.services.iter();
                let found = all.find(|found| found.node == node.name && found.index == step.index)?;
                Some((found.service.as_str(), found.endpoint.as_ref().ok()?.protocol.name.as_deref()?))
            }
            Target::Node(name) => {
                let next = self.graph.nodes().find(|node| node.name == name).filter(|node| seen.insert(node.name))?;
                let first = next.steps().filter(|step| !gets_response(&next, step));
                first.into_iter().find_map(|step| self.spoken(&next, &step, seen))
            }
            Target::Url(_) => None,
        }
    }

    fn mode(&self) -> Option<&'a Mode> {
        self.decisions()?.mode.as_ref().map(|decision| &decision.mode)
    }

    fn steps(&self) -> impl Iterator<Item = (Node<'_>, Step<'_>)> {
        self.graph.nodes().flat_map(|node| node.steps().map(move |step| (node, step)))
    }
}

/// What is linted in graphs.
pub(crate) static LINT: KindRules = KindRules {
    rules: RULES,
    general: General::Some(&OF_OBJECTS),
    annotations: &[(&["metadata", "annotations"], Place::Graph)],
    topic: Topic::Graphs,
    ..KindRules::of(Kind::InferenceGraph)
};

rules_for! {
    Kind::InferenceGraph, LintedGraph::of;
    "KSR201" "graph-service-missing" Error(service_missing) {
        what: "A step names an InferenceService that is neither in the input nor among what the cluster holds.",
        why: "The controller looks each service up in the namespace of the graph before it makes anything, and tries again for ever.",
        fine: "The service is created elsewhere before the graph.",
        fix: "Mend the name, add the service to the input, or give what the cluster holds with --observed.",
    }
    "KSR202" "graph-service-not-ready" Warning(service_not_ready) {
        what: "An InferenceService of a step is not ready, has no address, or its runtime speaks no protocol that graphs know.",
        why: "The controller takes the address from the status of the service. Until it is there, nothing of the graph is made or changed. \
              Where it is there, nothing waits for the service, and requests to the step fail.",
        fine: "The service becomes ready later.",
        fix: "Look at the service with status and explain.",
    }
    "KSR203" "graph-service-without-path" Warning(service_without_path) {
        what: "The URL of a step has no path to a model.",
        why: "The service serves many models or speaks gRPC, and the router then posts requests to /, where no model answers.",
        fine: "The service answers there all the same.",
        fix: "Give the step a serviceUrl with the path of the model instead of serviceName.",
    }
    "KSR204" "graph-protocols-mixed" Warning(protocols_mixed) {
        what: "Steps to which one request goes speak different protocols.",
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
    "KSR216" "graph-service-in-another-mode" Note(service_in_another_mode) {
        what: "An InferenceService of a step has another deployment mode than the graph.",
        why: "In Standard mode router and services run all the time and answer within the cluster; in Knative mode they may sleep, and \
              a request through the graph then waits for each step that wakes up. In ModelMesh mode a service has no address that graphs \
              could use.",
        fine: "It is meant, and the timeouts of the graph are long enough.",
        fix: "Write serving.kserve.io/deploymentMode alike in the graph and its services.",
    }
    "KSR217" "graph-host-not-dns" Warning(host_not_dns) {
        what: "The host of the graph has a label of more than 63 characters, more than 253 in all, or one that DNS does not have.",
        why: "DNS cannot hold such a host. In Standard mode the controller reports the URL all the same; Knative refuses it.",
        fine: "The graph is only called within the cluster.",
        fix: "Shorten the names of graph and namespace, or change domainTemplate in the section ingress or Knative's domain-template.",
    }
    "KSR218" "graph-fails" Error(graph_fails) {
        what: "The graph passes admission, but the controller fails to make its objects, for another reason than its services.",
        why: "kubectl apply succeeds, and only the log of the controller tells that nothing runs.",
        fine: "Never.",
        fix: "Do what the message asks for.",
    }
    "KSR219" "graph-account-not-in-input" Note(account_not_in_input) {
        what: "The graph names a ServiceAccount that is not in the input.",
        why: "Without it no pod of the router starts; the controller does not look for it, and the graph never becomes ready.",
        fine: "It is in the cluster already, or another tool makes it.",
        fix: "Add it, or show it with --context.",
    }
}

/// An account that every namespace has is there, whatever the input says.
fn account_not_in_input(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let account = text(&subject.graph.spec, "serviceAccountName");
    let namespace = &subject.rendering.namespace;
    let is_known = subject.cluster.get(Kind::ServiceAccount, namespace, account).is_some();
    if !matches!(account, "" | "default") && !is_known {
        let message = format!("ServiceAccount {namespace}/{account} is not in the input");
        findings.add(Path::keys(["spec", "serviceAccountName"]), message);
    }
}

fn service_missing(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        if let (Err(error), None) = (&step.endpoint, &step.report) {
            findings.add(path, error.text());
            findings.unless_given("if the cluster has the service, give what it holds with --observed");
            match &step.meant {
                Some(meant) if meant.name == step.service => findings.help(format!(
                    "there is one in the namespace {}, but a graph looks for services only in its own",
                    meant.namespace
                )),
                Some(meant) => findings.help(format!("did you mean `{}`?", meant.name)),
                None => {}
            }
        }
    }
}

fn service_not_ready(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (step, path) in subject.services() {
        match (&step.endpoint, &step.report) {
            (Err(error), Some(_)) => findings.add(path, error.text()),
            (Ok(_), Some(report)) if !report.is_ready => {
                findings.add(path, format!("service {} has an address, but is not ready", step.service));
            }
            _ => {}
        }
    }
}

fn service_without_path(subject: &LintedGraph<'_>, findings: &mut Findings) {
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

/// A service of a step, and the protocol that it speaks.
type Spoken<'a> = (&'a str, &'a str);

fn protocols_mixed(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for node in subject.graph.nodes() {
        let mut first: Option<Spoken<'_>> = None;
        for step in node.steps().filter(|step| !gets_response(&node, step)) {
            let target = step.target();
            let Some((service, protocol)) = subject.spoken(&node, &step, &mut BTreeSet::new()) else { continue };
            let Some((other, of_other)) = first else {
                first = Some((service, protocol));
                continue;
            };
            if of_other != protocol {
                let path = node.step_path(&step).key(target.map_or("", |target| target.field()));
                let message =
                    format!("{service} speaks {protocol}, but {other}, which gets the same request, speaks {of_other}");
                findings.add(path, message);
            }
        }
    }
}

/// Whether a step gets the response of the step before rather than the request to its node.
fn gets_response(node: &Node<'_>, step: &Step<'_>) -> bool {
    node.router() == "Sequence" && step.index > 0 && step.text("data") == "$response"
}

fn unknown_node(subject: &LintedGraph<'_>, findings: &mut Findings) {
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

fn cycle(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let shape = Shape::of(&subject.graph);
    for node in subject.graph.nodes() {
        // A cycle is told at the first of its nodes only.
        if let Some(way) = shape.way_back(node.name).filter(|way| way.iter().all(|other| *other >= node.name)) {
            let way: Vec<&str> = way.into_iter().chain([node.name]).collect();
            findings.add(node.path(), format!("the steps lead in a circle: {}", way.join(" -> ")));
        }
    }
}

fn node_not_reached(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let reached = Shape::of(&subject.graph).reached();
    for node in subject.graph.nodes().filter(|node| !reached.contains(node.name)) {
        findings.add(node.path(), format!("no request comes to node {}", node.name));
    }
}

/// A kind of node with its article.
fn with_article(router: &str) -> String {
    let article = if router.starts_with('E') { "an" } else { "a" };
    format!("{article} {router}")
}

fn weight_without_effect(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, step)| node.router() != "Splitter" && step.weight().is_some()) {
        let message = format!("node {} is {}, which has no weights", node.name, with_article(node.router()));
        findings.add(node.step_path(&step).key("weight"), message);
    }
}

fn odd_weight(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, _)| node.router() == "Splitter") {
        if let Some(weight) = step.weight().filter(|weight| *weight <= 0) {
            let message = format!("with weight {weight} {} gets no requests", step.title());
            findings.add(node.step_path(&step).key("weight"), message);
        }
    }
}

fn condition_missing(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, _)| node.router() == "Switch") {
        if step.text("condition").is_empty() {
            findings.add(node.step_path(&step), format!("{} has no condition, so it is never taken", step.title()));
        }
    }
}

fn condition_without_effect(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let looks = |node: &Node<'_>| matches!(node.router(), "Switch" | "Sequence");
    for (node, step) in subject.steps().filter(|(node, _)| !looks(node)) {
        if !step.text("condition").is_empty() {
            let message = format!("node {} is {}, which has no conditions", node.name, with_article(node.router()));
            findings.add(node.step_path(&step).key("condition"), message);
        }
    }
}

fn condition_odd(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps() {
        if let Some(problem) = super::condition::problem(step.text("condition")) {
            findings.add(node.step_path(&step).key("condition"), problem);
        }
    }
}

fn condition_on_first_step(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, step)| node.router() == "Sequence" && step.index == 0) {
        if !step.text("condition").is_empty() {
            let message = "before the first step there is no response to compare the condition with";
            findings.add(node.step_path(&step).key("condition"), message);
        }
    }
}

fn name_too_long(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let is_standard = subject.mode() == Some(&Mode::Standard);
    let (most, what) = if is_standard { (58, "a label isvc.NAME") } else { (63, "a Knative Service") };
    let length = subject.graph.metadata.name.len();
    if length > most {
        let message = format!("the name has {length} characters, and {what} takes at most {most} of them");
        findings.add(Path::keys(["metadata", "name"]), message);
    }
}

fn without_steps(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for node in subject.graph.nodes().filter(|node| node.steps().next().is_none()) {
        findings.add(node.path(), format!("node {} has no steps", node.name));
    }
}

fn service_in_another_mode(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let Some(mode) = subject.mode() else { return };
    for (step, path) in subject.services() {
        let of_service = step.report.as_ref().and_then(|report| report.mode.as_ref());
        if let Some(of_service) = of_service.filter(|of_service| *of_service != mode) {
            let [of_service, mode] = [of_service, mode].map(|mode| mode.name(&subject.cluster.release));
            findings.add(path, format!("service {} has the mode {of_service}, the graph {mode}", step.service));
        }
    }
}

fn graph_fails(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let is_of_service = |error: &ControllerError| {
        subject.services().any(|(step, _)| step.endpoint.as_ref().is_err_and(|of| of == error))
    };
    if let Some(error) = subject.rendering.error().filter(|error| !is_of_service(error)) {
        findings.add(Path::keys(["spec"]), error.text());
    }
}

fn host_not_dns(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let host = subject.rendering.status().and_then(Status::url).map(host_of);
    if let Some((host, fault)) = host.and_then(|host| Some((host, fault_of_host(host)?))) {
        findings.add(Path::keys(["metadata", "name"]), format!("host {host} {fault}"));
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
            // A label that is too long is refused in metadata and in selectors, and a Knative Service's host has the name as a label.
            [0, 5, 0, 2]
        );
    }
}
