//! Rules about the containers of a service.

use std::fmt::Arguments;

use super::subject::SentService;
use crate::api::{Component, ComponentSpec, Container, PodSpec};
use crate::facts::implementation::STORAGE_URI;
use crate::kinds::inference_service::admission::implementation::{framework, frameworks};
use crate::object::keys::TRANSFORMER_CONTAINER;
use crate::webhook::codes;
use crate::webhook::containers::{blocked_variables, has_variable};
use crate::webhook::report::{Report, at};

pub fn no_blocked_variables(subject: &SentService, report: &mut Report) {
    if !subject.cluster.release.input.blocked_variables {
        return;
    }
    let mut check = |container: Container<'_>, path: Arguments| {
        for (index, message) in blocked_variables(container) {
            report.refuse(codes::BLOCKED_ENV, at(&format!("{path}.env[{index}].name")), subject.invalid(&message));
        }
    };
    let check_lists = |pod: PodSpec<'_>, path: Arguments, check: &mut dyn FnMut(Container<'_>, Arguments)| {
        for (index, container) in pod.containers().enumerate() {
            check(container, format_args!("{path}.containers[{index}]"));
        }
        for (index, container) in pod.init_containers().enumerate() {
            check(container, format_args!("{path}.initContainers[{index}]"));
        }
    };
    let predictor = ComponentSpec::of(subject.predictor);
    check_lists(predictor.pod(), format_args!("spec.predictor"), &mut check);
    // `model` comes before the frameworks here.
    let model = predictor.model().map(|model| ("model", model));
    if let Some((name, model)) = model.or_else(|| framework(subject.predictor)) {
        check(model.container(), format_args!("spec.predictor.{name}"));
    }
    if let Some(worker) = predictor.worker() {
        check_lists(worker.pod(), format_args!("spec.predictor.workerSpec"), &mut check);
    }
    for component in [Component::Transformer, Component::Explainer] {
        if let Some(spec) = subject.component(component).map(ComponentSpec::of) {
            check_lists(spec.pod(), format_args!("spec.{}", component.name()), &mut check);
            if let Some(art) = spec.art().filter(|_| component == Component::Explainer) {
                check(art.container(), format_args!("spec.explainer.art"));
            }
        }
    }
}

/// A transformer that shares the predictor's pod must not have a model of its own.
pub fn no_collocated_storage(subject: &SentService, report: &mut Report) {
    let mut containers = ComponentSpec::of(subject.predictor).containers().enumerate();
    let transformer = containers.find(|(_, container)| container.name() == TRANSFORMER_CONTAINER);
    if let Some((index, container)) = transformer
        && let Some(variable) = has_variable(container, STORAGE_URI)
    {
        let path = at(&format!("spec.predictor.containers[{index}].env[{variable}].name"));
        report.refuse(codes::COLLOCATED_STORAGE, path, "storage uri should not be specified in transformer container");
    }
}

pub fn no_name_in_model(subject: &SentService, report: &mut Report) {
    if !subject.cluster.release.input.model_container_name_refused {
        return;
    }
    for (name, model) in frameworks(subject.predictor) {
        if !model.container().name().is_empty() {
            let path = at(&format!("spec.predictor.{name}.name"));
            report.refuse(codes::CONTAINER_NAME, path, "the 'name' field is not allowed in standard predictor");
        }
    }
}
