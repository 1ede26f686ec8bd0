//! What the API server and the validating webhook make of an InferenceGraph.

use std::collections::HashSet;

use super::view::{GraphSpec, Node, ROOT};
use crate::Map;
use crate::object::{ObjectView as _, Path};
use crate::schema::Through;
use crate::webhook::report::Report;
use crate::webhook::{Stages, codes};

/// Graphs have no defaulting webhook: they are stored as written.
pub static STAGES: Stages = Stages {
    root: |types| types.inference_graph,
    through: Through::ApiServer,
    first: |_, _, _| {},
    default: |_, _, _| {},
    validate: |request, stored, report| {
        if !request.is_passed_unseen() {
            validate(stored, report);
        }
    },
    finish: |_| {},
};

/// A graph as the webhook sees it.
struct SentGraph<'a> {
    name: &'a str,
    nodes: Vec<Node<'a>>,
}

type ValidationRule = fn(&SentGraph<'_>, &mut Report);

/// The rules in the order of the webhook; each checks all nodes before the next begins.
const RULES: [ValidationRule; 5] = [graph_name, root_node, step_names, targets, weights];

fn validate(stored: &Map, report: &mut Report) {
    let subject = SentGraph { name: stored.name(), nodes: GraphSpec::of_object(stored).nodes().collect() };
    for rule in RULES {
        if report.is_complete() {
            return;
        }
        rule(&subject, report);
    }
}

/// A name must consist of lowercase letters, digits and dashes, start with a letter, and end with a letter or digit.
fn graph_name(graph: &SentGraph<'_>, report: &mut Report) {
    if !crate::object::dns::is_resource_name(graph.name) {
        let message = format!(
            "The InferenceGraph \"{}\" is invalid: a InferenceGraph name must consist of lower case alphanumeric characters or '-', \
             and must start with alphabetical character. (e.g. \"my-name\" or \"abc-123\", regex used for validation is \
             '[a-z]([-a-z0-9]*[a-z0-9])?')",
            graph.name
        );
        report.refuse_name(message);
    }
}

fn root_node(graph: &SentGraph<'_>, report: &mut Report) {
    if !graph.nodes.iter().any(|node| node.name == ROOT) {
        let message = "root node not found, InferenceGraph needs a node with name 'root' as the root node of the graph";
        report.refuse(codes::GRAPH_ROOT, Path::keys(["spec", "nodes"]), message);
    }
}

/// The names of a node's steps must be unique; steps may be unnamed.
fn step_names(graph: &SentGraph<'_>, report: &mut Report) {
    for node in &graph.nodes {
        let mut seen = HashSet::new();
        for step in node.steps() {
            let name = step.name();
            if !name.is_empty() && !seen.insert(name) {
                let message = format!(
                    "Node \"{}\" of InferenceGraph \"{}\" contains more than one step with name \"{name}\"",
                    node.name, graph.name
                );
                report.refuse(codes::STEP_NAME, node.step_path(&step).key("name"), message);
            }
        }
    }
}

/// Each step must have exactly one target.
fn targets(graph: &SentGraph<'_>, report: &mut Report) {
    for node in &graph.nodes {
        for step in node.steps() {
            let problem = match step.targets().count() {
                0 => "does not specify an inference target",
                1 => continue,
                _ => "specifies more than one of nodeName, serviceName, serviceUrl",
            };
            let message = format!(
                "Step {} (\"{}\") in node \"{}\" of InferenceGraph \"{}\" {problem}",
                step.index,
                step.name(),
                node.name,
                graph.name
            );
            report.refuse(codes::STEP_TARGET, node.step_path(&step), message);
        }
    }
}

/// The weights of a Splitter must add up to 100 percent.
fn weights(graph: &SentGraph<'_>, report: &mut Report) {
    for node in graph.nodes.iter().filter(|node| node.router() == "Splitter") {
        let missing = node.steps().find(|step| step.weight().is_none());
        if let Some(step) = missing {
            let service = step.service_name();
            let message =
                format!("InferenceGraph[{}] Node[{}] Route[{service}] missing the 'Weight'", graph.name, node.name);
            report.refuse(codes::STEP_WEIGHT, node.step_path(&step), message);
        } else if node.steps().filter_map(|step| step.weight()).fold(0_i64, i64::wrapping_add) != 100 {
            let message = format!(
                "InferenceGraph[{}] Node[{}] splitter node: the sum of traffic weights for all routing targets should be 100",
                graph.name, node.name
            );
            report.refuse(codes::STEP_WEIGHT, node.path(), message);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Value;
    use crate::facts::{Cluster, Existing};
    use crate::release::Version;

    fn refusals(name: &str, nodes: Value) -> Vec<String> {
        let graph = json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "InferenceGraph", "metadata": { "name": name },
            "spec": { "nodes": nodes },
        });
        let cluster = Cluster::of(Version::NEWEST, []);
        let (_, findings) = STAGES.examine(&cluster, &graph, &Existing::default());
        findings.into_iter().map(|finding| format!("{}: {}", finding.path, finding.message)).collect()
    }

    fn root(router: &str, steps: Value) -> Value {
        json!({ "root": { "routerType": router, "steps": steps } })
    }

    #[test]
    fn each_rule_looks_at_all_nodes_before_the_next() {
        let nodes = json!({
            "root": { "routerType": "Splitter", "steps": [{ "name": "a", "serviceName": "x" }] },
            "b": { "routerType": "Sequence", "steps": [{ "name": "n", "serviceUrl": "u" }, { "name": "n" }] },
        });
        let found = refusals("Flow", nodes);
        let places: Vec<&str> = found.iter().filter_map(|text| text.split(": ").next()).collect();
        // The name is refused by the API server, before the webhook would refuse it, too.
        let expected =
            ["metadata.name", "spec.nodes.b.steps[1].name", "spec.nodes.b.steps[1]", "spec.nodes.root.steps[0]"];
        assert_eq!(places, expected);
    }

    #[test]
    fn a_splitter_divides_a_hundred() {
        let split = |weights: &[i64]| {
            let steps: Vec<Value> =
                weights.iter().map(|weight| json!({ "serviceUrl": "u", "weight": weight })).collect();
            refusals("flow", root("Splitter", steps.into())).len()
        };
        assert_eq!([split(&[40, 60]), split(&[-10, 110]), split(&[40, 61]), split(&[])], [0, 0, 1, 1]);
        let without = refusals("flow", root("Splitter", json!([{ "serviceUrl": "u" }])));
        assert_eq!(without, ["spec.nodes.root.steps[0]: InferenceGraph[flow] Node[root] Route[] missing the 'Weight'"]);
    }

    #[test]
    fn the_schema_comes_before_the_webhook() {
        assert_eq!(
            refusals("flow", root("Sequences", json!([])))[0],
            "spec.nodes.root.routerType: spec.nodes.root.routerType: Unsupported value: \"Sequences\": supported values: \
             \"Sequence\", \"Splitter\", \"Ensemble\", \"Switch\""
        );
        assert_eq!(
            refusals("flow", root("Sequence", json!([{ "serviceUrl": "u", "weight": 0.5 }]))).len(),
            2,
            "a fraction is out of range, too"
        );
    }
}
