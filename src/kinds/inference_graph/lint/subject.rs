//! The input of the rules.

use std::collections::BTreeSet;

use crate::Map;
use crate::api::Mode;
use crate::facts::Cluster;
use crate::kinds::inference_graph::plan::{Decisions, ServiceStep};
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

    /// The first service with a known protocol that the request of a step goes to, and that protocol. Nodes in `seen` are not
    /// entered again.
    pub(super) fn protocol_behind<'s>(
        &'s self,
        node: &Node<'_>,
        step: &Step<'_>,
        seen: &mut BTreeSet<&'s str>,
    ) -> Option<ServiceProtocol<'s>> {
        match step.target()? {
            Target::Service(_) => {
                let mut all = self.decisions()?.services.iter();
                let found = all.find(|found| found.node == node.name && found.index == step.index)?;
                Some((found.service.as_str(), found.endpoint.as_ref().ok()?.protocol.name.as_deref()?))
            }
            Target::Node(name) => {
                let next = self.graph.nodes().find(|node| node.name == name).filter(|node| seen.insert(node.name))?;
                let first = next.steps().filter(|step| !gets_response(&next, step));
                first.into_iter().find_map(|step| self.protocol_behind(&next, &step, seen))
            }
            Target::Url(_) => None,
        }
    }

    pub(super) fn mode(&self) -> Option<&'a Mode> {
        self.decisions()?.mode.as_ref().map(|decision| &decision.mode)
    }

    pub(super) fn steps(&self) -> impl Iterator<Item = (Node<'_>, Step<'_>)> {
        self.graph.nodes().flat_map(|node| node.steps().map(move |step| (node, step)))
    }
}

/// A service of a step, and the protocol that it uses.
pub(super) type ServiceProtocol<'a> = (&'a str, &'a str);

/// Whether a step gets the response of the previous step rather than the request to its node.
pub(super) fn gets_response(node: &Node<'_>, step: &Step<'_>) -> bool {
    node.router() == "Sequence" && step.index > 0 && step.data() == "$response"
}
