//! What is accepted in a graph, but fails or causes trouble later.

mod services;
mod shape;
mod subject;
#[cfg(test)]
mod tests;

use crate::lint::rule::{General, KindRules, OF_OBJECTS, Topic, rules_for};
use crate::object::Kind;
use crate::release::annotations::Place;
use services::{
    account_not_in_input, graph_fails, host_not_dns, name_too_long, protocols_mixed, service_in_another_mode,
    service_missing, service_not_ready, service_without_path,
};
use shape::{
    condition_missing, condition_odd, condition_on_first_step, condition_without_effect, cycle, node_not_reached,
    odd_weight, unknown_node, weight_without_effect, without_steps,
};
use subject::LintedGraph;

/// The lint rules for graphs.
pub(crate) static LINT: KindRules = KindRules {
    rules: &[RULES],
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
        fix: "Fix the name, add the service to the input, or give what the cluster holds with --observed.",
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
        fix: "Fix the name, or add the node.",
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
        what: "A step has a weight, but its node is not a Splitter.",
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
