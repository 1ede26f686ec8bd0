//! Rules about nodes, weights and conditions.

use super::subject::LintedGraph;
use crate::kinds::inference_graph::condition;
use crate::kinds::inference_graph::shape::Shape;
use crate::kinds::inference_graph::view::Node;
use crate::lint::rule::Findings;
use crate::object::alike::Alike;

pub(super) fn unknown_node(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let shape = Shape::of(&subject.graph);
    let mut alike = Alike::to(subject.graph.nodes().map(|node| node.name));
    for (node, step) in subject.steps() {
        let name = step.node_name();
        if !name.is_empty() && !shape.has(name) {
            findings.add(node.step_path(&step).key("nodeName"), format!("there is no node {name}"));
            if let Some((near, _)) = alike.nearest(name).filter(|(_, likeness)| *likeness > 0.6) {
                findings.help(format!("did you mean `{near}`?"));
            }
        }
    }
}

pub(super) fn cycle(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let mut nodes = subject.graph.nodes();
    for way in Shape::of(&subject.graph).circles() {
        // Both are sorted by name.
        let Some(node) = way.first().and_then(|first| nodes.find(|node| node.name == *first)) else { continue };
        let way: Vec<&str> = way.into_iter().chain([node.name]).collect();
        findings.add(node.path(), format!("the steps lead in a circle: {}", way.join(" -> ")));
    }
}

pub(super) fn node_not_reached(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let reached = Shape::of(&subject.graph).reached();
    for node in subject.graph.nodes().filter(|node| !reached.contains(node.name)) {
        findings.add(node.path(), format!("no request comes to node {}", node.name));
    }
}

/// The type of a node with its article.
fn with_article(router: &str) -> String {
    let article = if router.starts_with('E') { "an" } else { "a" };
    format!("{article} {router}")
}

pub(super) fn weight_without_effect(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, step)| node.router() != "Splitter" && step.weight().is_some()) {
        let message = format!("node {} is {}, which has no weights", node.name, with_article(node.router()));
        findings.add(node.step_path(&step).key("weight"), message);
    }
}

pub(super) fn odd_weight(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, _)| node.router() == "Splitter") {
        if let Some(weight) = step.weight().filter(|weight| *weight <= 0) {
            let message = format!("with weight {weight} {} gets no requests", step.title());
            findings.add(node.step_path(&step).key("weight"), message);
        }
    }
}

pub(super) fn condition_missing(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, _)| node.router() == "Switch") {
        if step.condition().is_empty() {
            findings.add(node.step_path(&step), format!("{} has no condition, so it is never taken", step.title()));
        }
    }
}

pub(super) fn condition_without_effect(subject: &LintedGraph<'_>, findings: &mut Findings) {
    let looks = |node: &Node<'_>| matches!(node.router(), "Switch" | "Sequence");
    for (node, step) in subject.steps().filter(|(node, _)| !looks(node)) {
        if !step.condition().is_empty() {
            let message = format!("node {} is {}, which has no conditions", node.name, with_article(node.router()));
            findings.add(node.step_path(&step).key("condition"), message);
        }
    }
}

pub(super) fn condition_odd(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps() {
        if let Some(problem) = condition::problem(step.condition()) {
            findings.add(node.step_path(&step).key("condition"), problem);
        }
    }
}

pub(super) fn condition_on_first_step(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for (node, step) in subject.steps().filter(|(node, step)| node.router() == "Sequence" && step.index == 0) {
        if !step.condition().is_empty() {
            let message = "before the first step there is no response to compare the condition with";
            findings.add(node.step_path(&step).key("condition"), message);
        }
    }
}

pub(super) fn without_steps(subject: &LintedGraph<'_>, findings: &mut Findings) {
    for node in subject.graph.nodes().filter(|node| node.steps().next().is_none()) {
        findings.add(node.path(), format!("node {} has no steps", node.name));
    }
}
