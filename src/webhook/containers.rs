//! Rules about containers that hold for services and runtimes alike.

use crate::Map;
use crate::Value;
use crate::go::json::{self, Node};
use crate::object::ControllerError;
use crate::object::fields::{member as object, text};
use crate::schema::quote;

/// The environment of a container.
pub fn variables(container: &Map) -> impl Iterator<Item = &Map> {
    container.get("env").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

/// Annotation that names more resources that are GPUs, as a JSON list.
pub const GPU_TYPES: &str = "serving.kserve.io/gpu-resource-types";

/// Resources that count as GPUs for one service or runtime.
pub struct GpuTypes<'a> {
    known: &'a [String],
    more: Vec<String>,
}

impl<'a> GpuTypes<'a> {
    /// The types of the cluster and those of the annotation. The error is the text for an annotation that
    /// is no list of names.
    pub fn of(known: &'a [String], annotations: &Map) -> Result<GpuTypes<'a>, ControllerError> {
        let annotation = text(annotations, GPU_TYPES);
        if annotation.is_empty() {
            return Ok(GpuTypes { known, more: Vec::new() });
        }
        let name = |node: Node| match node {
            Node::String(name) if !name.is_empty() => Some(name),
            _ => None,
        };
        let more: Option<Vec<String>> = match json::parse(annotation) {
            Ok(Node::Array(items)) if !items.is_empty() => items.into_iter().map(name).collect(),
            _ => None,
        };
        match more {
            Some(more) => Ok(GpuTypes { known, more }),
            None => Err(ControllerError::new(format!(
                "invalid GPU format({annotation}) for {GPU_TYPES} annotation: must be a valid JSON array"
            ))),
        }
    }

    /// A resource of a container that is neither ordinary nor a GPU that is known: the list and the name.
    pub fn unknown_in<'c>(&self, container: &'c Map) -> Option<(&'static str, &'c str)> {
        let resources = object(container, "resources")?;
        ["limits", "requests"].into_iter().find_map(|list| {
            let names = object(resources, list)?.keys();
            names.map(String::as_str).find(|name| !self.knows(name)).map(|name| (list, name))
        })
    }

    fn knows(&self, name: &str) -> bool {
        matches!(name, "cpu" | "memory" | "storage" | "ephemeral-storage")
            || self.known.iter().chain(&self.more).any(|known| known == name)
    }
}

/// Position of the first variable of that name.
pub fn has_variable(container: &Map, name: &str) -> Option<usize> {
    variables(container).position(|variable| text(variable, "name") == name)
}

/// Variables that change which code a container runs.
const BLOCKED: [&str; 1] = ["PYTHONPATH"];

/// Positions and texts of the blocked variables of a container.
pub fn blocked_variables(container: &Map) -> impl Iterator<Item = (usize, String)> {
    variables(container).enumerate().filter(|(_, variable)| BLOCKED.contains(&text(variable, "name"))).map(
        |(at, variable)| {
            let container = quote(text(container, "name"));
            let name = text(variable, "name");
            (at, format!("setting {name} in container {container} is not allowed for security reasons"))
        },
    )
}
