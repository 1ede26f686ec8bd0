//! An InferenceGraph as its controller reads it.

use crate::object::fields::{member, objects, text};
use crate::object::{Kind, ObjectMeta, Owner, Path, keys};
use crate::schema::{self, Through, Types};
use crate::{Map, Value};

/// The node with which every request begins.
pub const ROOT: &str = "root";

/// The label by which the objects of a graph name it.
pub const GRAPH_LABEL: &str = "serving.kserve.io/inferencegraph";

/// A stored InferenceGraph, decoded into Go's types.
#[derive(Debug, Clone)]
pub struct Graph {
    pub metadata: ObjectMeta,
    /// `spec` as Go writes it.
    pub spec: Map,
    /// Whether `spec.resources` holds anything, even an empty map.
    pub has_resources: bool,
}

impl Graph {
    /// Reads a stored graph.
    pub fn of(types: &Types, stored: &Map) -> Graph {
        let decoded = schema::object(types, types.inference_graph, stored, Through::GoTypes).object;
        let resources = member(stored, "spec").and_then(|spec| member(spec, "resources"));
        Graph {
            metadata: ObjectMeta::of(stored),
            spec: member(&decoded, "spec").cloned().unwrap_or_default(),
            has_resources: resources.is_some_and(|resources| !resources.is_empty()),
        }
    }

    /// The nodes, sorted by name.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        nodes(&self.spec)
    }

    /// Whether the stop annotation is `true`, in any case.
    pub fn asks_to_stop(&self) -> bool {
        self.metadata.annotations.get(keys::STOP).is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// The graph as owner of its objects.
    pub fn owner(&self) -> Owner<'_> {
        Owner::new(Kind::InferenceGraph, self.metadata.name.as_str())
    }
}

/// A node of a graph.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    pub name: &'a str,
    pub fields: &'a Map,
}

/// The nodes of a spec, sorted by name.
pub fn nodes(spec: &Map) -> impl Iterator<Item = Node<'_>> {
    let nodes = member(spec, "nodes").into_iter().flatten();
    nodes.filter_map(|(name, node)| Some(Node { name, fields: node.as_object()? }))
}

impl<'a> Node<'a> {
    /// `Sequence`, `Splitter`, `Ensemble` or `Switch`.
    pub fn router(&self) -> &'a str {
        text(self.fields, "routerType")
    }

    pub fn steps(&self) -> impl Iterator<Item = Step<'a>> + use<'a> {
        objects(self.fields, "steps").enumerate().map(|(index, fields)| Step { index, fields })
    }

    /// Where the node stands in the document.
    pub fn path(&self) -> Path {
        Path::keys(["spec", "nodes", self.name])
    }

    /// Where a step stands in the document.
    pub fn step_path(&self, step: &Step<'_>) -> Path {
        self.path().key("steps").index(step.index)
    }
}

/// A step of a node.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    pub index: usize,
    pub fields: &'a Map,
}

/// Where a step sends its request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    Node(&'a str),
    Service(&'a str),
    Url(&'a str),
}

impl<'a> Target<'a> {
    /// The field that names it.
    pub const fn field(&self) -> &'static str {
        match self {
            Target::Node(_) => "nodeName",
            Target::Service(_) => "serviceName",
            Target::Url(_) => "serviceUrl",
        }
    }

    /// The name of node or service, or the URL.
    pub const fn text(&self) -> &'a str {
        match self {
            Target::Node(text) | Target::Service(text) | Target::Url(text) => text,
        }
    }
}

impl<'a> Step<'a> {
    /// A text field, empty if unset.
    pub fn text(&self, key: &str) -> &'a str {
        text(self.fields, key)
    }

    pub fn weight(&self) -> Option<i64> {
        self.fields.get("weight").and_then(Value::as_i64)
    }

    /// All targets that the step names; admission accepts only one.
    pub fn targets(&self) -> impl Iterator<Item = Target<'a>> {
        let targets = [
            Target::Node(self.text("nodeName")),
            Target::Service(self.text("serviceName")),
            Target::Url(self.text("serviceUrl")),
        ];
        targets.into_iter().filter(|target| !target.text().is_empty())
    }

    pub fn target(&self) -> Option<Target<'a>> {
        self.targets().next()
    }

    /// The name of the step, or else of its target, as people call it.
    pub fn title(&self) -> String {
        match (self.text("name"), self.target()) {
            ("", Some(target)) => target.text().to_owned(),
            ("", None) => format!("step {}", self.index),
            (name, _) => name.to_owned(),
        }
    }
}
