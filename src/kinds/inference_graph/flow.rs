//! The path that requests take through a graph, for charts.

use std::collections::BTreeMap;

use super::plan::{Decisions, ServiceStep};
use super::view::{GraphSpec, Node, Step, Target};
use crate::Map;
use crate::kinds::{Details, Edge, Flow, Title};
use crate::object::Kind;

/// The nodes of a graph and where their steps lead; `None` if the controller did not get as far as the steps.
pub fn of<'d>(spec: &Map, details: &'d Details) -> Option<Flow> {
    let decisions: &Decisions = details.get()?;
    let url = |step: &'d ServiceStep| Some(step.endpoint.as_ref().ok()?.url.as_str());
    let urls = decisions.services.iter().filter_map(|step| Some(((step.node.as_str(), step.index), url(step)?)));
    let urls: BTreeMap<(&str, usize), &str> = urls.collect();
    let mut flow = Flow::default();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for node in GraphSpec::of(spec).nodes() {
        let station = flow.add(Title::new("node", format!("{} ({})", node.name, node.router())));
        known.insert(key_of_node(node.name), station);
        if node.name == "root" {
            flow.start = Some(station);
        }
    }
    for node in GraphSpec::of(spec).nodes() {
        let Some(from) = known.get(&key_of_node(node.name)).copied() else { continue };
        for step in node.steps() {
            let Some(target) = step.target() else { continue };
            let (key, title) = match target {
                Target::Node(name) => (key_of_node(name), Title::new("node", format!("{name} (missing)"))),
                Target::Url(url) => (url.to_owned(), Title::of_url(url)),
                Target::Service(service) => {
                    let url = urls.get(&(node.name, step.index)).map(|url| format!(" {url}")).unwrap_or_default();
                    let kind = Kind::InferenceService.name();
                    (format!("service {service}"), Title::new(kind, format!("{service}{url}")))
                }
            };
            let to = *known.entry(key).or_insert_with(|| flow.add(title));
            flow.edges.push(Edge { from, to, label: label(&node, &step) });
        }
    }
    Some(flow)
}

fn key_of_node(name: &str) -> String {
    format!("node {name}")
}

/// When a step is taken, and with which payload.
fn label(node: &Node<'_>, step: &Step<'_>) -> String {
    let mut parts = Vec::new();
    match node.router() {
        "Splitter" => parts.push(format!("{} %", step.weight().unwrap_or_default())),
        "Switch" if step.condition().is_empty() => parts.push("never".to_owned()),
        "Switch" => parts.push(format!("if {}", step.condition())),
        // Numbered in the same way as by the webhook and by `explain`.
        "Sequence" => parts.push(step.index.to_string()),
        _ => {}
    }
    if !step.name().is_empty() {
        parts.push(step.name().to_owned());
    }
    if node.router() == "Sequence" && !step.condition().is_empty() {
        parts.push(format!("if {}", step.condition()));
    }
    match step.data() {
        "" => {}
        data => parts.push(data.to_owned()),
    }
    if parts.is_empty() { "all".to_owned() } else { parts.join(" ") }
}
