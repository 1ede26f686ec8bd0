//! Rules for predictors with `workerSpec`.

use super::{Subject, codes};
use crate::Map;
use crate::go::json::{self, Node};
use crate::kinds::inference_service::admission::implementation::{containers, integer, object, text, variables};
use crate::object::keys;
use crate::webhook::report::{Report, at, at_annotation};

/// Annotation that names more resources that are GPUs, as a JSON list.
const GPU_TYPES: &str = "serving.kserve.io/gpu-resource-types";

/// Resources that count as GPUs for one service or runtime.
pub struct GpuTypes<'a> {
    known: &'a [String],
    more: Vec<String>,
}

impl<'a> GpuTypes<'a> {
    /// The types of the cluster and those of the annotation. The error is the text for an annotation that
    /// is no list of names.
    pub fn of(known: &'a [String], annotations: &Map) -> Result<GpuTypes<'a>, String> {
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
            None => {
                Err(format!("invalid GPU format({annotation}) for {GPU_TYPES} annotation: must be a valid JSON array"))
            }
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

pub fn check(subject: &Subject, report: &mut Report) {
    let Some(worker) = object(subject.predictor, "workerSpec") else { return };
    let mut refuse = |code, path: &str, message: &str| report.refuse(code, at(path), subject.invalid(message));
    if containers(worker, "containers").nth(1).is_some() {
        let path = "spec.predictor.workerSpec.containers[1]";
        refuse(codes::MULTI_NODE, path, "setting multiple containers in workerSpec is not allowed");
    }
    if let Some(model) = object(subject.predictor, "model") {
        for variable in ["PIPELINE_PARALLEL_SIZE", "TENSOR_PARALLEL_SIZE"] {
            if let Some(index) = has_variable(model, variable) {
                let message = format!("setting {variable} in environment variables is not allowed");
                refuse(codes::MULTI_NODE, &format!("spec.predictor.model.env[{index}].name"), &message);
            }
        }
        gpus(subject, model, "spec.predictor.model", report);
        storage(subject, model, report);
        scaling(subject, report);
    }
    for (field, name) in
        [("pipelineParallelSize", "PipelineParallelSize"), ("tensorParallelSize", "TensorParallelSize")]
    {
        if let Some(size) = integer(worker, field).filter(|size| *size < 1) {
            let message = subject.invalid(&format!("WorkerSpec.{name} cannot be less than 1({size})"));
            report.refuse(codes::MULTI_NODE, at(&format!("spec.predictor.workerSpec.{field}")), message);
        }
    }
    for (index, container) in containers(worker, "containers").enumerate() {
        gpus(subject, container, &format!("spec.predictor.workerSpec.containers[{index}]"), report);
    }
}

fn gpus(subject: &Subject, container: &Map, path: &str, report: &mut Report) {
    match GpuTypes::of(&subject.cluster.webhooks.gpu_types, subject.annotations) {
        Err(message) => report.refuse(codes::GPU_TYPE, at_annotation(GPU_TYPES), message),
        Ok(types) => {
            if let Some((list, name)) = types.unknown_in(container) {
                let mut path = at(&format!("{path}.resources.{list}"));
                path.0.push(crate::object::Step::Key(name.to_owned()));
                let message = subject.invalid(&format!(
                    "Unknown GPU resource type. Set '{GPU_TYPES}' annotation to use custom gpu resource type"
                ));
                report.refuse(codes::GPU_TYPE, path, message);
            }
        }
    }
}

/// The model must be where all nodes see it.
fn storage(subject: &Subject, model: &Map, report: &mut Report) {
    let Some(uri) = model.get("storageUri").and_then(|uri| uri.as_str()) else {
        let message = subject.invalid("StorageURI must be set for multinode enabled");
        report.refuse(codes::MULTI_NODE, at("spec.predictor.model"), message);
        return;
    };
    let protocols = subject.cluster.release.input.multi_node_protocols;
    let protocol = uri.split_once("://").map_or(uri, |(protocol, _)| protocol);
    if !protocols.contains(&protocol) {
        let supported: Vec<String> = protocols.iter().map(|protocol| format!("'{protocol}'")).collect();
        let message = format!("Multinode only supports {} Storage Protocol({protocol})", supported.join(" and "));
        report.refuse(codes::MULTI_NODE, at("spec.predictor.model.storageUri"), subject.invalid(&message));
    }
}

/// Nothing scales the nodes.
fn scaling(subject: &Subject, report: &mut Report) {
    let class = subject.annotation(keys::AUTOSCALER_CLASS).unwrap_or_default();
    if class != "none" {
        let message = subject.invalid(&format!("Multinode only supports 'none' autoscaler({class})"));
        report.refuse(codes::MULTI_NODE, at_annotation(keys::AUTOSCALER_CLASS), message);
    }
}
