//! An InferenceGraph as its controller reads it.

use crate::object::fields::{NOTHING, integer, member, objects, text};
use crate::object::{Kind, ObjectMeta, Owner, Path};
use crate::schema::{self, Through, Types};
use crate::{Map, Value};

/// The node at which every request begins.
pub const ROOT: &str = "root";

/// The label with which the objects of a graph name it.
pub const GRAPH_LABEL: &str = "serving.kserve.io/inferencegraph";

/// A stored InferenceGraph, decoded into Go's types.
#[derive(Debug, Clone)]
pub struct Graph {
    pub metadata: ObjectMeta,
    /// The `spec` as Go writes it.
    pub spec: Map,
    /// Whether `spec.resources` is set, even to an empty map.
    pub has_resources: bool,
}

impl Graph {
    /// Reads a stored graph.
    pub fn of(types: &Types, stored: &Map) -> Graph {
        let decoded = schema::object(types, types.inference_graph, stored, Through::GoTypes).object;
        let resources = GraphSpec::of_object(stored).resources();
        Graph {
            metadata: ObjectMeta::of(stored),
            spec: GraphSpec::of_object(&decoded).0.clone(),
            has_resources: resources.is_some_and(|resources| !resources.is_empty()),
        }
    }

    /// The nodes, sorted by name.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.view().nodes()
    }

    /// The spec as a view.
    pub const fn view(&self) -> GraphSpec<'_> {
        GraphSpec(&self.spec)
    }

    /// Whether the stop annotation is `true`, in upper or lower case.
    pub fn asks_to_stop(&self) -> bool {
        self.metadata.asks_to_stop()
    }

    /// The graph as the owner of its objects.
    pub fn owner(&self) -> Owner<'_> {
        Owner::new(Kind::InferenceGraph, self.metadata.name.as_str())
    }
}

/// The `spec` of a graph. Views borrow the JSON tree, and their methods are named after the fields.
#[derive(Debug, Clone, Copy)]
pub struct GraphSpec<'a>(&'a Map);

impl<'a> GraphSpec<'a> {
    pub const fn of(fields: &'a Map) -> GraphSpec<'a> {
        GraphSpec(fields)
    }

    /// The spec of a graph, or an empty one if it has none.
    pub fn of_object(graph: &'a Map) -> GraphSpec<'a> {
        GraphSpec(member(graph, "spec").unwrap_or(&NOTHING))
    }

    /// The nodes, sorted by name.
    pub fn nodes(self) -> impl Iterator<Item = Node<'a>> {
        let nodes = member(self.0, "nodes").into_iter().flatten();
        nodes.filter_map(|(name, node)| Some(Node { name, router: Router(node.as_object()?) }))
    }

    pub fn resources(self) -> Option<&'a Map> {
        member(self.0, "resources")
    }

    pub fn timeout(self) -> Option<i64> {
        integer(self.0, "timeout")
    }

    /// Empty if unset.
    pub fn service_account_name(self) -> &'a str {
        text(self.0, "serviceAccountName")
    }
}

/// What a node does with a request.
#[derive(Debug, Clone, Copy)]
struct Router<'a>(&'a Map);

impl<'a> Router<'a> {
    fn router_type(self) -> &'a str {
        text(self.0, "routerType")
    }

    fn steps(self) -> impl Iterator<Item = &'a Map> + use<'a> {
        objects(self.0, "steps")
    }
}

/// A node of a graph.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    pub name: &'a str,
    router: Router<'a>,
}

impl<'a> Node<'a> {
    /// `Sequence`, `Splitter`, `Ensemble` or `Switch`.
    pub fn router(&self) -> &'a str {
        self.router.router_type()
    }

    pub fn steps(&self) -> impl Iterator<Item = Step<'a>> + use<'a> {
        self.router.steps().enumerate().map(|(index, fields)| Step { index, fields: StepFields(fields) })
    }

    /// The path of the node in the document.
    pub fn path(&self) -> Path {
        Path::keys(["spec", "nodes", self.name])
    }

    /// The path of a step in the document.
    pub fn step_path(&self, step: &Step<'_>) -> Path {
        self.path().key("steps").index(step.index)
    }
}

/// A step of a node.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    pub index: usize,
    fields: StepFields<'a>,
}

/// A step as written. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct StepFields<'a>(&'a Map);

impl<'a> StepFields<'a> {
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn node_name(self) -> &'a str {
        text(self.0, "nodeName")
    }

    pub fn service_name(self) -> &'a str {
        text(self.0, "serviceName")
    }

    pub fn service_url(self) -> &'a str {
        text(self.0, "serviceUrl")
    }

    pub fn data(self) -> &'a str {
        text(self.0, "data")
    }

    pub fn condition(self) -> &'a str {
        text(self.0, "condition")
    }

    pub fn weight(self) -> Option<i64> {
        integer(self.0, "weight")
    }

    pub fn map_predictions_to_instances(self) -> Option<bool> {
        self.0.get("mapPredictionsToInstances").and_then(Value::as_bool)
    }
}

impl<'a> std::ops::Deref for Step<'a> {
    type Target = StepFields<'a>;

    fn deref(&self) -> &StepFields<'a> {
        &self.fields
    }
}

/// Where a step sends its request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    Node(&'a str),
    Service(&'a str),
    Url(&'a str),
}

impl<'a> Target<'a> {
    /// The field that contains it.
    pub const fn field(&self) -> &'static str {
        match self {
            Target::Node(_) => "nodeName",
            Target::Service(_) => "serviceName",
            Target::Url(_) => "serviceUrl",
        }
    }

    /// The name of the node or service, or the URL.
    pub const fn text(&self) -> &'a str {
        match self {
            Target::Node(text) | Target::Service(text) | Target::Url(text) => text,
        }
    }
}

impl<'a> Step<'a> {
    /// All targets that the step sets; admission accepts only one.
    pub fn targets(&self) -> impl Iterator<Item = Target<'a>> {
        let targets =
            [Target::Node(self.node_name()), Target::Service(self.service_name()), Target::Url(self.service_url())];
        targets.into_iter().filter(|target| !target.text().is_empty())
    }

    pub fn target(&self) -> Option<Target<'a>> {
        self.targets().next()
    }

    /// The name of the step or, if it has none, of its target.
    pub fn title(&self) -> String {
        match (self.name(), self.target()) {
            ("", Some(target)) => target.text().to_owned(),
            ("", None) => format!("step {}", self.index),
            (name, _) => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_field_that_a_view_reads_is_in_the_tables() {
        crate::api::tests::check(
            &[include_str!("view.rs")],
            &[
                ("GraphSpec", &["v1alpha1.InferenceGraphSpec", "v1alpha1.InferenceGraph"]),
                ("Router", &["v1alpha1.InferenceRouter"]),
                ("StepFields", &["v1alpha1.InferenceStep", "v1alpha1.InferenceTarget"]),
            ],
        );
    }
}
