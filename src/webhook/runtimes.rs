//! Schema and webhooks of serving runtimes and storage containers. A runtime that is already in the
//! cluster never meets them again, so only a document is checked here, not what rendering uses.

use super::codes;
use super::containers::{GpuTypes, blocked_variables, has_variable};
use super::report::{Report, at, at_annotation};
use crate::facts::Cluster;
use crate::object::Key;
use crate::object::Kind;
use crate::object::PathStep;
use crate::object::diagnostic::Diagnostic;
use crate::object::fields::{integer, member as object, objects as containers, text};
use crate::object::keys::{MAIN_CONTAINER, WORKER_CONTAINER};
use crate::schema::{self, StructId, Through, Types, quote};
use crate::{Map, Value};

/// What API server and webhooks say of an object that is a fact of the cluster.
pub type Examination = fn(&Cluster, &Value) -> Vec<Diagnostic>;

/// What says whether an object is wrong in itself, if it is a fact of the cluster that has a schema.
pub fn examination(object: &Value) -> Option<Examination> {
    match Kind::of(object)? {
        kind if kind.is_runtime() => Some(check_runtime),
        Kind::ClusterStorageContainer => Some(check_storage_container),
        _ => None,
    }
}

/// What API server and webhook say about a ServingRuntime or ClusterServingRuntime that is applied to the
/// cluster: unknown fields, violations of the schema, and the webhook's rules against the runtimes of the
/// same kind and namespace that the cluster holds (a runtime is not compared with itself).
pub fn check_runtime(cluster: &Cluster, runtime: &Value) -> Vec<Diagnostic> {
    if let Some(refusal) = super::pipeline::unknown_version(runtime, super::RUNTIME_VERSIONS) {
        return vec![refusal];
    }
    let types = Types::of(cluster.release.input.fields);
    let is_cluster = Kind::of(runtime) == Some(Kind::ClusterServingRuntime);
    let root = if is_cluster { types.cluster_serving_runtime } else { types.serving_runtime };
    let mut report = Report::new(true);
    let runtime = check_schema(types, root, runtime, &mut report);
    if report.refusal.is_none() {
        // The schema lets numbers through that the Go types do not hold.
        let decoded = schema::object(types, root, &runtime, Through::GoTypes);
        for fault in schema::by_weight(decoded.faults) {
            report.refuse(codes::WRONG_TYPE, fault.path, fault.message);
        }
    }
    if report.refusal.is_none() {
        webhook(cluster, &runtime, is_cluster, &mut report);
    }
    report.diagnostics
}

/// What the API server says about a ClusterStorageContainer; it has no webhook.
pub fn check_storage_container(cluster: &Cluster, container: &Value) -> Vec<Diagnostic> {
    if let Some(refusal) = super::pipeline::unknown_version(container, super::RUNTIME_VERSIONS) {
        return vec![refusal];
    }
    let types = Types::of(cluster.release.input.fields);
    let mut report = Report::new(true);
    check_schema(types, types.cluster_storage_container, container, &mut report);
    report.diagnostics
}

/// Prunes, sets defaults and compares with the schema.
fn check_schema(types: &Types, root: StructId, object: &Value, report: &mut Report) -> Map {
    let empty = Map::new();
    let input = object.as_object().unwrap_or(&empty);
    let decoded = schema::object(types, root, input, Through::ApiServer);
    report.unknown(decoded.unknown, |path| super::misplaced::owner(types, root, input, path));
    for fault in schema::by_weight(decoded.faults) {
        report.refuse(codes::WRONG_TYPE, fault.path, fault.message);
    }
    let mut violations = schema::check_metadata(&decoded.object, false);
    violations.append(&mut schema::check(types, root, &decoded.object, false));
    report.violations(violations);
    decoded.object
}

fn webhook(cluster: &Cluster, runtime: &Map, is_cluster: bool, report: &mut Report) {
    let kind = if is_cluster { Kind::ClusterServingRuntime } else { Kind::ServingRuntime };
    let (Some(metadata), Some(spec)) = (object(runtime, "metadata"), object(runtime, "spec")) else { return };
    if is_true(spec, "disabled") {
        return;
    }
    let (name, namespace) = (text(metadata, "name"), if is_cluster { "" } else { text(metadata, "namespace") });
    let mut others = cluster.list(kind, namespace).filter_map(|other| {
        let name = object(other, "metadata").map_or("", |metadata| text(metadata, "name"));
        Some((name, object(other, "spec")?))
    });
    let others: Vec<(&str, &Map)> = others.by_ref().collect();
    if !others.is_empty()
        && let Some((index, format)) = differing_priorities(spec)
    {
        let message = format!(
            "different priorities assigned for the model format {format} under the {} {name}",
            kind.name().to_ascii_lowercase()
        );
        let path = at(&format!("spec.supportedModelFormats[{index}].priority"));
        report.refuse(codes::RUNTIME_PRIORITY, path, message);
    }
    for (other, other_spec) in others.iter().filter(|(other, _)| *other != name) {
        if let Some((index, format)) = same_priority(spec, other_spec) {
            let kinds = format!("{}s", kind.name().to_ascii_lowercase());
            let mut message =
                format!("same priority assigned for the model format {format} in the {kinds} {other} and {name}");
            if !is_cluster {
                message.push_str(&format!(" in namespace {namespace}"));
            }
            let path = at(&format!("spec.supportedModelFormats[{index}].priority"));
            report.refuse(codes::RUNTIME_PRIORITY, path, message);
            report.relate(Some(Key::new(kind, namespace, other)), at("spec.supportedModelFormats"), "the other one");
        }
    }
    let old = others.iter().find(|(other, _)| *other == name).map(|(_, spec)| *spec);
    for (path, message) in multi_node_faults(cluster, spec, old) {
        report.refuse(codes::RUNTIME_MULTI_NODE, path, format!("the {} {name} is invalid: {message}", kind.name()));
    }
    if cluster.release.input.blocked_variables {
        blocked(spec, "spec", kind.name(), name, report);
        if let Some(worker) = object(spec, "workerSpec") {
            blocked(worker, "spec.workerSpec", kind.name(), name, report);
        }
    }
}

fn is_true(map: &Map, key: &str) -> bool {
    map.get(key).and_then(Value::as_bool) == Some(true)
}

/// The formats that a runtime selects by itself.
fn selected(spec: &Map) -> impl Iterator<Item = (usize, &Map)> {
    let formats = spec.get("supportedModelFormats").and_then(Value::as_array).into_iter().flatten();
    formats.filter_map(Value::as_object).enumerate().filter(|(_, format)| is_true(format, "autoSelect"))
}

/// A format that stands twice in a runtime, with different priorities. The first entry of a format counts.
fn differing_priorities(spec: &Map) -> Option<(usize, &str)> {
    selected(spec).find_map(|(index, format)| {
        let name = text(format, "name");
        let (_, first) = selected(spec).find(|(_, other)| text(other, "name") == name)?;
        let (first, priority) = (integer(first, "priority")?, integer(format, "priority")?);
        (first != priority).then_some((index, name))
    })
}

/// A format for which two runtimes have the same priority.
fn same_priority<'a>(spec: &'a Map, other: &Map) -> Option<(usize, &'a str)> {
    let protocols = |spec: &'_ Map| spec.get("protocolVersions").and_then(Value::as_array).cloned().unwrap_or_default();
    let own = protocols(spec);
    if is_true(other, "disabled")
        || is_true(spec, "multiModel") != is_true(other, "multiModel")
        || !protocols(other).iter().any(|protocol| own.contains(protocol))
    {
        return None;
    }
    selected(other).find_map(|(_, theirs)| {
        selected(spec).find_map(|(index, ours)| {
            let same = text(ours, "name").to_lowercase() == text(theirs, "name").to_lowercase()
                && ours.get("version") == theirs.get("version")
                && integer(ours, "priority").is_some()
                && integer(ours, "priority") == integer(theirs, "priority");
            same.then_some((index, text(ours, "name")))
        })
    })
}

/// What is wrong with a runtime for several nodes.
fn multi_node_faults(cluster: &Cluster, spec: &Map, old: Option<&Map>) -> Vec<(crate::object::Path, String)> {
    let Some(worker) = object(spec, "workerSpec") else {
        let removed = old.is_some_and(|old| object(old, "workerSpec").is_some());
        let message = "removing workerSpec where it already exists is not allowed".to_owned();
        return if removed { vec![(at("spec"), message)] } else { Vec::new() };
    };
    let mut faults = Vec::new();
    if containers(worker, "containers").nth(1).is_some() {
        let message = "setting multiple containers in workerSpec is not allowed".to_owned();
        faults.push((at("spec.workerSpec.containers[1]"), message));
    }
    let empty = Map::new();
    let annotations = object(spec, "annotations").unwrap_or(&empty);
    let gpu_types = GpuTypes::of(&cluster.webhooks.gpu_types, annotations);
    let gpus = |container: &Map, path: &str| match &gpu_types {
        Err(error) => Some((at_annotation("serving.kserve.io/gpu-resource-types"), error.text().to_owned())),
        Ok(types) => types.unknown_in(container).map(|(list, name)| {
            let mut path = at(&format!("{path}.resources.{list}"));
            path.0.push(PathStep::Key(name.to_owned()));
            (path, format!("unknown GPU resource type in a container({})", text(container, "name")))
        }),
    };
    let heads = containers(spec, "containers").enumerate();
    for (index, head) in heads.filter(|(_, container)| text(container, "name") == MAIN_CONTAINER) {
        let path = format!("spec.containers[{index}]");
        faults.extend(parallel_size_variables(head, &path));
        faults.extend(gpus(head, &path));
    }
    match containers(worker, "containers").next() {
        None => {
            let message = "panic: runtime error: index out of range [0] with length 0 [recovered]".to_owned();
            faults.push((at("spec.workerSpec.containers"), message));
        }
        Some(container) if text(container, "name") == WORKER_CONTAINER => {
            faults.extend(gpus(container, "spec.workerSpec.containers[0]"));
        }
        Some(_) => {}
    }
    faults.extend(small_parallel_sizes(worker));
    faults
}

/// The variables of the head that the controller sets itself.
fn parallel_size_variables(head: &Map, path: &str) -> impl Iterator<Item = (crate::object::Path, String)> {
    ["PIPELINE_PARALLEL_SIZE", "TENSOR_PARALLEL_SIZE"].into_iter().filter_map(move |variable| {
        let index = has_variable(head, variable)?;
        let message = format!("setting {variable} in environment variables is not allowed");
        Some((at(&format!("{path}.env[{index}].name")), message))
    })
}

fn small_parallel_sizes(worker: &Map) -> impl Iterator<Item = (crate::object::Path, String)> {
    let fields = [("pipelineParallelSize", "PipelineParallelSize"), ("tensorParallelSize", "TensorParallelSize")];
    fields.into_iter().filter_map(|(field, name)| {
        let size = integer(worker, field).filter(|size| *size < 1)?;
        let message = format!("the WorkerSpec.{name} cannot be less than 1({size})");
        Some((at(&format!("spec.workerSpec.{field}")), message))
    })
}

fn blocked(spec: &Map, path: &str, kind: &str, name: &str, report: &mut Report) {
    for (index, container) in containers(spec, "containers").enumerate() {
        for (variable, message) in blocked_variables(container) {
            let path = at(&format!("{path}.containers[{index}].env[{variable}].name"));
            report.refuse(codes::BLOCKED_ENV, path, format!("the {kind} {} is invalid: {message}", quote(name)));
        }
    }
}
