//! The schema and webhooks of serving runtimes and storage containers. A runtime that is already in the cluster does not go
//! through them again, so only documents are checked here, not what rendering uses.

use super::codes;
use super::containers::{GpuTypes, blocked_variables, has_variable, small_parallel_sizes};
use super::report::{INDEX_OUT_OF_RANGE, Report, at, at_annotation};
use crate::api::{Container, PodSpec, RuntimeSpec, SupportedModelFormat};
use crate::facts::Cluster;
use crate::object::Key;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::PathStep;
use crate::object::diagnostic::Diagnostic;
use crate::object::keys::{MAIN_CONTAINER, WORKER_CONTAINER};
use crate::schema::{self, StructId, Through, Types, quote};
use crate::{Map, Value};

/// Checks an object that is a fact about the cluster, as the API server and webhooks would.
pub type Examination = fn(&Cluster, &Value) -> Vec<Diagnostic>;

/// The check for an object that is a fact about the cluster and has a schema.
pub fn examination(object: &Value) -> Option<Examination> {
    match Kind::of(object)? {
        kind if kind.is_runtime() => Some(check_runtime),
        Kind::ClusterStorageContainer => Some(check_storage_container),
        _ => None,
    }
}

/// The findings of the API server and the webhook about a ServingRuntime or ClusterServingRuntime that is applied to the cluster:
/// unknown fields, violations of the schema, and the webhook's rules in relation to the other runtimes of the same kind and
/// namespace in the cluster.
pub fn check_runtime(cluster: &Cluster, runtime: &Value) -> Vec<Diagnostic> {
    if let Some(refusal) = super::pipeline::unserved(&cluster.release, runtime) {
        return vec![refusal];
    }
    let types = Types::of(cluster.release.input.fields);
    let is_cluster = Kind::of(runtime) == Some(Kind::ClusterServingRuntime);
    let root = if is_cluster { types.cluster_serving_runtime } else { types.serving_runtime };
    let mut report = Report::new(true);
    let runtime = check_schema(types, root, runtime, &mut report);
    if report.refusal.is_none() {
        // The schema accepts numbers that the Go types cannot hold.
        for fault in schema::object(types, root, &runtime, Through::GoTypes).faults {
            report.refuse(codes::WRONG_TYPE, fault.path, fault.message);
        }
    }
    if report.refusal.is_none() {
        webhook(cluster, &runtime, is_cluster, &mut report);
    }
    report.diagnostics
}

/// The findings of the API server about a ClusterStorageContainer, which has no webhook.
pub fn check_storage_container(cluster: &Cluster, container: &Value) -> Vec<Diagnostic> {
    if let Some(refusal) = super::pipeline::unserved(&cluster.release, container) {
        return vec![refusal];
    }
    let types = Types::of(cluster.release.input.fields);
    let mut report = Report::new(true);
    check_schema(types, types.cluster_storage_container, container, &mut report);
    report.diagnostics
}

/// Prunes the object, sets defaults, and validates it against the schema.
fn check_schema(types: &Types, root: StructId, object: &Value, report: &mut Report) -> Map {
    let empty = Map::new();
    let input = object.as_object().unwrap_or(&empty);
    let decoded = schema::object(types, root, input, Through::ApiServer);
    report.unknown(decoded.unknown, |path| super::misplaced::owner(types, root, input, path));
    // With metadata that cannot be read, the rules for it would complain about the wrong things.
    let mut violations = match decoded.metadata_faults.is_empty() {
        true => schema::check_metadata(&decoded.object, false),
        false => Vec::new(),
    };
    // The schema finds what has another wrong type.
    for fault in decoded.metadata_faults {
        report.wrong_type(fault);
    }
    violations.append(&mut schema::check(types, root, &decoded.object, false));
    report.violations(violations);
    decoded.object
}

fn webhook(cluster: &Cluster, runtime: &Map, is_cluster: bool, report: &mut Report) {
    let kind = if is_cluster { Kind::ClusterServingRuntime } else { Kind::ServingRuntime };
    let Some(spec) = runtime.spec().map(RuntimeSpec::of).filter(|spec| !spec.disabled()) else { return };
    let (name, namespace) = (runtime.name(), if is_cluster { "" } else { runtime.namespace() });
    let mut others = cluster.list(kind, namespace).filter(|other| other.spec().is_some());
    if others.next().is_some()
        && let Some((index, format)) = differing_priorities(spec)
    {
        let message = format!(
            "different priorities assigned for the model format {format} under the {} {name}",
            kind.name().to_ascii_lowercase()
        );
        let path = at(&format!("spec.supportedModelFormats[{index}].priority"));
        report.refuse(codes::RUNTIME_PRIORITY, path, message);
    }
    let rivals = cluster.runtimes.rivals(namespace).map(|rivals| rivals.of(name, spec)).unwrap_or_default();
    for Conflict { index, others } in conflicts(rivals) {
        let Some(other) = others.first() else { continue };
        let format = spec.supported_model_formats().nth(index).map(SupportedModelFormat::name).unwrap_or_default();
        let kinds = format!("{}s", kind.name().to_ascii_lowercase());
        let mut message =
            format!("same priority assigned for the model format {format} in the {kinds} {other} and {name}");
        if !is_cluster {
            message.push_str(&format!(" in namespace {namespace}"));
        }
        let path = at(&format!("spec.supportedModelFormats[{index}].priority"));
        report.refuse(codes::RUNTIME_PRIORITY, path, message);
        for (place, other) in others.iter().enumerate() {
            let words = if place == 0 { "the other one" } else { "another one" };
            report.relate(Some(Key::new(kind, namespace, other)), at("spec.supportedModelFormats"), words);
        }
    }
    let old = cluster.get(kind, namespace, name).and_then(Value::as_object).and_then(Map::spec).map(RuntimeSpec::of);
    for (path, message) in multi_node_faults(cluster, spec, old) {
        report.refuse(codes::RUNTIME_MULTI_NODE, path, format!("the {} {name} is invalid: {message}", kind.name()));
    }
    if cluster.release.input.blocked_variables {
        blocked(spec.pod(), "spec", kind.name(), name, report);
        if let Some(worker) = spec.worker() {
            blocked(worker.pod(), "spec.workerSpec", kind.name(), name, report);
        }
    }
}

/// A format that a runtime lists twice, with different priorities. The first entry of a format counts.
fn differing_priorities(spec: RuntimeSpec<'_>) -> Option<(usize, &str)> {
    spec.auto_selected_formats().find_map(|(index, format)| {
        let name = format.name();
        let (_, first) = spec.auto_selected_formats().find(|(_, other)| other.name() == name)?;
        let (first, priority) = (first.priority()?, format.priority()?);
        (first != priority).then_some((index, name))
    })
}

/// Other runtimes with the priority that a runtime has for one of its formats.
struct Conflict<'a> {
    /// The position of the format.
    index: usize,
    /// The webhook refuses at the first of them.
    others: Vec<&'a str>,
}

/// The conflicts of a runtime with others, one for each of its formats, in the order in which the webhook would find them.
fn conflicts(rivals: Vec<(&str, usize)>) -> Vec<Conflict<'_>> {
    let mut conflicts: Vec<Conflict<'_>> = Vec::new();
    for (other, index) in rivals {
        match conflicts.iter_mut().find(|conflict| conflict.index == index) {
            Some(conflict) => conflict.others.push(other),
            None => conflicts.push(Conflict { index, others: vec![other] }),
        }
    }
    conflicts
}

/// The faults of a multi-node runtime.
fn multi_node_faults(
    cluster: &Cluster,
    spec: RuntimeSpec<'_>,
    old: Option<RuntimeSpec<'_>>,
) -> Vec<(crate::object::Path, String)> {
    let Some(worker) = spec.worker() else {
        let removed = old.and_then(RuntimeSpec::worker).is_some();
        let message = "removing workerSpec where it already exists is not allowed".to_owned();
        return if removed { vec![(at("spec"), message)] } else { Vec::new() };
    };
    let mut faults = Vec::new();
    if worker.pod().containers().nth(1).is_some() {
        let message = "setting multiple containers in workerSpec is not allowed".to_owned();
        faults.push((at("spec.workerSpec.containers[1]"), message));
    }
    let empty = Map::new();
    let annotations = spec.annotations().unwrap_or(&empty);
    let gpu_types = GpuTypes::of(&cluster.webhooks.gpu_types, annotations);
    let gpus = |container: Container<'_>, path: &str| match &gpu_types {
        Err(error) => Some((at_annotation("serving.kserve.io/gpu-resource-types"), error.text().to_owned())),
        Ok(types) => types.unknown_in(container).map(|(list, name)| {
            let mut path = at(&format!("{path}.resources.{list}"));
            path.0.push(PathStep::Key(name.to_owned()));
            (path, format!("unknown GPU resource type in a container({})", container.name()))
        }),
    };
    let heads = spec.pod().containers().enumerate();
    for (index, head) in heads.filter(|(_, container)| container.name() == MAIN_CONTAINER) {
        let path = format!("spec.containers[{index}]");
        faults.extend(parallel_size_variables(head, &path));
        faults.extend(gpus(head, &path));
    }
    match worker.pod().containers().next() {
        None => faults.push((at("spec.workerSpec.containers"), INDEX_OUT_OF_RANGE.to_owned())),
        Some(container) if container.name() == WORKER_CONTAINER => {
            faults.extend(gpus(container, "spec.workerSpec.containers[0]"));
        }
        Some(_) => {}
    }
    for (field, text) in small_parallel_sizes(worker) {
        faults.push((at(&format!("spec.workerSpec.{field}")), format!("the {text}")));
    }
    faults
}

/// The variables of the head container that the controller sets itself.
fn parallel_size_variables(head: Container<'_>, path: &str) -> impl Iterator<Item = (crate::object::Path, String)> {
    ["PIPELINE_PARALLEL_SIZE", "TENSOR_PARALLEL_SIZE"].into_iter().filter_map(move |variable| {
        let index = has_variable(head, variable)?;
        let message = format!("setting {variable} in environment variables is not allowed");
        Some((at(&format!("{path}.env[{index}].name")), message))
    })
}

fn blocked(pod: PodSpec<'_>, path: &str, kind: &str, name: &str, report: &mut Report) {
    for (index, container) in pod.containers().enumerate() {
        for (variable, message) in blocked_variables(container) {
            let path = at(&format!("{path}.containers[{index}].env[{variable}].name"));
            report.refuse(codes::BLOCKED_ENV, path, format!("the {kind} {} is invalid: {message}", quote(name)));
        }
    }
}
