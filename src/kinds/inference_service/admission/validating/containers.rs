//! Rules about the containers of a service.

use std::fmt::Arguments;

use super::subject::SentService;
use crate::Map;
use crate::api::Component;
use crate::kinds::inference_service::admission::implementation::{framework, frameworks};
use crate::object::fields::{member as object, objects as containers, text};
use crate::object::keys::TRANSFORMER_CONTAINER;
use crate::webhook::codes;
use crate::webhook::containers::{blocked_variables, variables};
use crate::webhook::report::{Report, at};

pub fn no_blocked_variables(subject: &SentService, report: &mut Report) {
    if !subject.cluster.release.input.blocked_variables {
        return;
    }
    let mut check = |container: &Map, path: Arguments| {
        for (index, message) in blocked_variables(container) {
            report.refuse(codes::BLOCKED_ENV, at(&format!("{path}.env[{index}].name")), subject.invalid(&message));
        }
    };
    let check_lists = |spec: &Map, path: Arguments, check: &mut dyn FnMut(&Map, Arguments)| {
        for list in ["containers", "initContainers"] {
            for (index, container) in containers(spec, list).enumerate() {
                check(container, format_args!("{path}.{list}[{index}]"));
            }
        }
    };
    check_lists(subject.predictor, format_args!("spec.predictor"), &mut check);
    // `model` comes before the frameworks here.
    let model = object(subject.predictor, "model").map(|model| ("model", model));
    if let Some((name, container)) = model.or_else(|| framework(subject.predictor)) {
        check(container, format_args!("spec.predictor.{name}"));
    }
    if let Some(worker) = object(subject.predictor, "workerSpec") {
        check_lists(worker, format_args!("spec.predictor.workerSpec"), &mut check);
    }
    for component in [Component::Transformer, Component::Explainer] {
        if let Some(spec) = subject.component(component) {
            check_lists(spec, format_args!("spec.{}", component.name()), &mut check);
            if let Some(art) = object(spec, "art").filter(|_| component == Component::Explainer) {
                check(art, format_args!("spec.explainer.art"));
            }
        }
    }
}

/// A transformer that shares the predictor's pod has no model of its own.
pub fn no_collocated_storage(subject: &SentService, report: &mut Report) {
    let transformer = containers(subject.predictor, "containers")
        .enumerate()
        .find(|(_, container)| text(container, "name") == TRANSFORMER_CONTAINER);
    if let Some((index, container)) = transformer
        && let Some(variable) = variables(container).position(|variable| text(variable, "name") == "STORAGE_URI")
    {
        let path = at(&format!("spec.predictor.containers[{index}].env[{variable}].name"));
        report.refuse(codes::COLLOCATED_STORAGE, path, "storage uri should not be specified in transformer container");
    }
}

pub fn no_name_in_model(subject: &SentService, report: &mut Report) {
    if !subject.cluster.release.input.model_container_name_refused {
        return;
    }
    for (name, container) in frameworks(subject.predictor) {
        if !text(container, "name").is_empty() {
            let path = at(&format!("spec.predictor.{name}.name"));
            report.refuse(codes::CONTAINER_NAME, path, "the 'name' field is not allowed in standard predictor");
        }
    }
}
