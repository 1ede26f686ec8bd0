//! Tracing in the containers of model servers and the scheduler.

use serde_json::json;

use crate::api::Container;
use crate::build::storage::{has_variable, push};
use crate::kinds::llm_inference_service::names::MAIN;
use crate::kinds::llm_inference_service::service::{Part, Service};
use crate::kinds::llm_inference_service::spec::Tracing;
use crate::{Map, Value};

/// Adds arguments and variables to the container that serves the model. Does nothing without an endpoint.
pub(super) fn add_to_server(service: &Service<'_>, part: Part, pod: &mut Map) {
    let Some(tracing) = service.spec.tracing() else { return };
    let endpoint = tracing.exporter_endpoint();
    if endpoint.is_empty() {
        return;
    }
    let Some(container) = container_mut(pod, MAIN) else { return };
    for (flag, value) in [("--otlp-traces-endpoint", endpoint), ("--collect-detailed-traces", "all")] {
        if !has_flag(container, flag) {
            push(container, "args", flag.into());
            push(container, "args", value.into());
        }
    }
    let name = match part {
        Part::Main => "inference-server-decode",
        Part::Prefill => "inference-server-prefill",
    };
    add_variables(service, tracing, name, container);
}

/// Adds an argument and variables to the container of the scheduler.
pub(in super::super) fn add_to_scheduler(service: &Service<'_>, container: &mut Map) {
    let Some(tracing) = service.spec.tracing() else { return };
    if !has_flag(container, "--tracing") && !has_flag(container, "-tracing") {
        push(container, "args", "--tracing=true".into());
    }
    add_variables(service, tracing, "inference-scheduler", container);
}

fn has_flag(container: &Map, flag: &str) -> bool {
    let mut rests = Container::of(container).arguments().filter_map(|argument| argument.strip_prefix(flag));
    rests.any(|rest| rest.is_empty() || rest.starts_with('='))
}

fn add_variables(service: &Service<'_>, tracing: Tracing<'_>, name: &str, container: &mut Map) {
    let of_pod = |path: &str| json!({ "fieldRef": { "apiVersion": "v1", "fieldPath": path } });
    let attributes = format!(
        "k8s.namespace.name={},k8s.node.name=$(OTEL_RESOURCE_ATTRIBUTES_NODE_NAME),\
         k8s.pod.name=$(OTEL_RESOURCE_ATTRIBUTES_POD_NAME),llmisvc.name={}",
        service.names.namespace, service.names.service
    );
    let variables = [
        ("OTEL_SERVICE_NAME", Ok(name)),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", Ok(tracing.exporter_endpoint())),
        ("OTEL_TRACES_EXPORTER", Ok(tracing.exporter())),
        ("OTEL_TRACES_SAMPLER", Ok(tracing.sampler())),
        ("OTEL_TRACES_SAMPLER_ARG", Ok(tracing.sampler_arg())),
        ("OTEL_RESOURCE_ATTRIBUTES_NODE_NAME", Err(of_pod("spec.nodeName"))),
        ("OTEL_RESOURCE_ATTRIBUTES_POD_NAME", Err(of_pod("metadata.name"))),
        ("OTEL_RESOURCE_ATTRIBUTES", Ok(attributes.as_str())),
    ];
    for (key, value) in variables {
        if has_variable(container, key) {
            continue;
        }
        let variable = match value {
            Ok(text) => crate::build::storage::variable(key, text),
            Err(source) => json!({ "name": key, "valueFrom": source }),
        };
        push(container, "env", variable);
    }
}

/// The first container with this name.
pub(in super::super) fn container_mut<'p>(pod: &'p mut Map, name: &str) -> Option<&'p mut Map> {
    let containers = pod.get_mut("containers").and_then(Value::as_array_mut)?;
    containers.iter_mut().filter_map(Value::as_object_mut).find(|container| Container::of(container).name() == name)
}
