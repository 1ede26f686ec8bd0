//! Rules about containers that apply to services and runtimes alike.

use crate::Map;
use crate::api::{Container, Worker};
use crate::go::json::{self, Node};
use crate::object::ControllerError;
use crate::object::fields::text;
use crate::schema::quote;

/// The annotation that names additional GPU resources, as a JSON list.
pub const GPU_TYPES: &str = "serving.kserve.io/gpu-resource-types";

/// The resources that count as GPUs for one service or runtime.
pub struct GpuTypes<'a> {
    known: &'a [String],
    more: Vec<String>,
}

impl<'a> GpuTypes<'a> {
    /// The types of the cluster and those in the annotation.
    ///
    /// # Errors
    ///
    /// The text for an annotation that is not a list of names.
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

    /// A resource of a container that is neither an ordinary one nor a known GPU: the list (`requests` or `limits`) and the name.
    pub fn unknown_in<'c>(&self, container: Container<'c>) -> Option<(&'static str, &'c str)> {
        let resources = container.resources()?;
        [("limits", resources.limits()), ("requests", resources.requests())].into_iter().find_map(|(list, amounts)| {
            let name = amounts?.keys().map(String::as_str).find(|name| !self.knows(name))?;
            Some((list, name))
        })
    }

    fn knows(&self, name: &str) -> bool {
        matches!(name, "cpu" | "memory" | "storage" | "ephemeral-storage")
            || self.known.iter().chain(&self.more).any(|known| known == name)
    }
}

/// The parallel sizes of a worker that are too small: the field of each, and what is wrong.
pub fn small_parallel_sizes(worker: Worker<'_>) -> impl Iterator<Item = (&'static str, String)> {
    let sizes = [
        ("pipelineParallelSize", "PipelineParallelSize", worker.pipeline_parallel_size()),
        ("tensorParallelSize", "TensorParallelSize", worker.tensor_parallel_size()),
    ];
    sizes.into_iter().filter_map(|(field, name, size)| {
        let size = size.filter(|size| *size < 1)?;
        Some((field, format!("WorkerSpec.{name} cannot be less than 1({size})")))
    })
}

/// The position of the first variable with this name; `None` if there is none.
pub fn has_variable(container: Container<'_>, name: &str) -> Option<usize> {
    container.env().position(|variable| variable.name() == name)
}

/// Variables that change which code a container runs.
const BLOCKED: [&str; 1] = ["PYTHONPATH"];

/// The positions of the blocked variables of a container, with the texts that refuse them.
pub fn blocked_variables(container: Container<'_>) -> impl Iterator<Item = (usize, String)> {
    let blocked = container.env().enumerate().filter(|(_, variable)| BLOCKED.contains(&variable.name()));
    blocked.map(move |(at, variable)| {
        let (name, container) = (variable.name(), quote(container.name()));
        (at, format!("setting {name} in container {container} is not allowed for security reasons"))
    })
}
