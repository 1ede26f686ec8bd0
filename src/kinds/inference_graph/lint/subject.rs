//! The input of the rules.

use std::collections::BTreeMap;

use crate::Map;
use crate::api::Mode;
use crate::facts::Cluster;
use crate::kinds::inference_graph::plan::{Decisions, ServiceStep};
use crate::kinds::inference_graph::shape::Shape;
use crate::kinds::inference_graph::view::{Graph, Node, Step, Target};
use crate::lint::subject::Resource;
use crate::object::Path;
use crate::render::Rendering;
use crate::schema::Types;

/// A graph as written, with its rendering.
pub struct LintedGraph<'a> {
    pub cluster: &'a Cluster,
    pub graph: Graph,
    pub rendering: &'a Rendering,
}

impl<'a> LintedGraph<'a> {
    pub(super) fn of(resource: &Resource<'a>) -> Option<LintedGraph<'a>> {
        let nothing = Map::new();
        let types = Types::of(resource.cluster.release.input.fields);
        let graph = Graph::of(types, resource.written.as_object().unwrap_or(&nothing));
        Some(LintedGraph { cluster: resource.cluster, graph, rendering: resource.rendering })
    }

    pub(super) fn decisions(&self) -> Option<&'a Decisions> {
        self.rendering.details()
    }

    /// The steps that name InferenceServices, with what was found about these, and their places.
    pub(super) fn services(&self) -> impl Iterator<Item = (&'a ServiceStep, Path)> {
        let steps = self.decisions().map(|decisions| decisions.services.as_slice()).unwrap_or_default();
        steps.iter().map(|step| {
            let path = Path::keys(["spec", "nodes", &step.node, "steps"]).index(step.index).key("serviceName");
            (step, path)
        })
    }

    /// What the services behind each step and node speak.
    pub(super) fn protocols(&self) -> Protocols<'_> {
        let known = |step: &'a ServiceStep| {
            Some((step.service.as_str(), step.endpoint.as_ref().ok()?.protocol.name.as_deref()?))
        };
        let services = self.decisions().map(|decisions| decisions.services.as_slice()).unwrap_or_default();
        let of_steps = services.iter().filter_map(|step| Some(((step.node.as_str(), step.index), known(step)?)));
        let mut protocols = Protocols { of_steps: of_steps.collect(), of_nodes: BTreeMap::new() };
        let nodes: BTreeMap<&str, Node<'_>> = self.graph.nodes().map(|node| (node.name, node)).collect();
        // What the steps of a group lead to comes before it.
        for group in Shape::along(&self.graph, |node, step| !gets_response(node, step)).groups() {
            let nodes = group.iter().filter_map(|name| nodes.get(name));
            let steps = nodes.flat_map(|node| node.steps().map(move |step| (node, step)));
            let mut asked = steps.filter(|(node, step)| !gets_response(node, step));
            if let Some(found) = asked.find_map(|(node, step)| protocols.behind(node, &step)) {
                protocols.of_nodes.extend(group.iter().map(|name| (*name, found)));
            }
        }
        protocols
    }

    pub(super) fn mode(&self) -> Option<&'a Mode> {
        self.decisions()?.mode.as_ref().map(|decision| &decision.mode)
    }

    pub(super) fn steps(&self) -> impl Iterator<Item = (Node<'_>, Step<'_>)> {
        self.graph.nodes().flat_map(|node| node.steps().map(move |step| (node, step)))
    }
}

/// The first service with a known protocol that requests go to, and that protocol.
pub(super) struct Protocols<'s> {
    /// By node and index of the step.
    of_steps: BTreeMap<(&'s str, usize), ServiceProtocol<'s>>,
    /// By name. Nodes that lead to each other have one service: what comes to one of them comes to all.
    of_nodes: BTreeMap<&'s str, ServiceProtocol<'s>>,
}

impl<'s> Protocols<'s> {
    /// What a step leads to speaks.
    pub(super) fn behind(&self, node: &Node<'_>, step: &Step<'_>) -> Option<ServiceProtocol<'s>> {
        match step.target()? {
            Target::Service(_) => self.of_steps.get(&(node.name, step.index)).copied(),
            Target::Node(name) => self.of_nodes.get(name).copied(),
            Target::Url(_) => None,
        }
    }
}

/// A service of a step, and the protocol that it uses.
pub(super) type ServiceProtocol<'a> = (&'a str, &'a str);

/// Whether a step gets the response of the previous step rather than the request to its node.
pub(super) fn gets_response(node: &Node<'_>, step: &Step<'_>) -> bool {
    node.router() == "Sequence" && step.index > 0 && step.data() == "$response"
}
