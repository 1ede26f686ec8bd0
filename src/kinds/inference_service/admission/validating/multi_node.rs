//! Rules for predictors with `workerSpec`.

use super::subject::SentService;
use crate::api::{ComponentSpec, Container, Model};
use crate::object::keys;
use crate::webhook::codes;
use crate::webhook::containers::{GPU_TYPES, GpuTypes, has_variable, small_parallel_sizes};
use crate::webhook::report::{Report, at, at_annotation};

pub fn check(subject: &SentService, report: &mut Report) {
    let predictor = ComponentSpec::of(subject.predictor);
    let Some(worker) = predictor.worker() else { return };
    let mut refuse = |code, path: &str, message: &str| report.refuse(code, at(path), subject.invalid(message));
    if worker.pod().containers().nth(1).is_some() {
        let path = "spec.predictor.workerSpec.containers[1]";
        refuse(codes::MULTI_NODE, path, "setting multiple containers in workerSpec is not allowed");
    }
    if let Some(model) = predictor.model() {
        for variable in ["PIPELINE_PARALLEL_SIZE", "TENSOR_PARALLEL_SIZE"] {
            if let Some(index) = has_variable(model.container(), variable) {
                let message = format!("setting {variable} in environment variables is not allowed");
                refuse(codes::MULTI_NODE, &format!("spec.predictor.model.env[{index}].name"), &message);
            }
        }
        gpus(subject, model.container(), "spec.predictor.model", report);
        storage(subject, model, report);
        scaling(subject, report);
    }
    for (field, text) in small_parallel_sizes(worker) {
        let path = at(&format!("spec.predictor.workerSpec.{field}"));
        report.refuse(codes::MULTI_NODE, path, subject.invalid(&text));
    }
    for (index, container) in worker.pod().containers().enumerate() {
        gpus(subject, container, &format!("spec.predictor.workerSpec.containers[{index}]"), report);
    }
}

fn gpus(subject: &SentService, container: Container<'_>, path: &str, report: &mut Report) {
    match GpuTypes::of(&subject.cluster.webhooks.gpu_types, subject.annotations) {
        Err(error) => report.refuse(codes::GPU_TYPE, at_annotation(GPU_TYPES), error.into_text()),
        Ok(types) => {
            if let Some((list, name)) = types.unknown_in(container) {
                let mut path = at(&format!("{path}.resources.{list}"));
                path.0.push(crate::object::PathStep::Key(name.to_owned()));
                let message = subject.invalid(&format!(
                    "Unknown GPU resource type. Set '{GPU_TYPES}' annotation to use custom gpu resource type"
                ));
                report.refuse(codes::GPU_TYPE, path, message);
            }
        }
    }
}

/// The model must be stored where all nodes can access it.
fn storage(subject: &SentService, model: Model<'_>, report: &mut Report) {
    let Some(uri) = model.storage_uri() else {
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

/// Nothing may scale the nodes.
fn scaling(subject: &SentService, report: &mut Report) {
    let class = subject.annotation(keys::AUTOSCALER_CLASS).unwrap_or_default();
    if class != "none" {
        let message = subject.invalid(&format!("Multinode only supports 'none' autoscaler({class})"));
        report.refuse(codes::MULTI_NODE, at_annotation(keys::AUTOSCALER_CLASS), message);
    }
}
