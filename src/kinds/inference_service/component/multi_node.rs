//! A predictor on several nodes: the worker pods, and what head and worker are told of each other.

use super::metadata::{self, Strings, filtered};
use crate::api::{Component, InferenceService};
use crate::build::containers::{self, named, set_variable};
use crate::build::merge;
use crate::build::storage::SOURCE_URI;
use crate::build::workload::{BuildError, Built, NIL_POINTER, OUT_OF_RANGE, Worker, gpu_resource_types};
use crate::facts::Cluster;
use crate::facts::runtimes::ServingRuntime;
use crate::go::quantity::Quantity;
use crate::object::fields::{Lookup as _, elements as list};
use crate::object::keys::{MAIN_CONTAINER, WORKER_CONTAINER};
use crate::object::{keys, string_map};
use crate::{Map, Value};

/// The label that tells the objects of one generation apart.
const GENERATION_LABEL: &str = "isvc.generation";

/// Adds the worker to a built predictor, and the environment of the head.
pub(super) fn add_worker(
    cluster: &Cluster,
    service: &InferenceService,
    runtime: &ServingRuntime,
    own: Strings,
    built: &mut Built,
) -> Result<(), BuildError> {
    let release = &*cluster.release;
    let nothing = Map::new();
    let spec = service.component(Component::Predictor).unwrap_or(&nothing);
    let own_worker = spec.get("workerSpec").and_then(Value::as_object).unwrap_or(&nothing);
    let runtime_spec = runtime.spec();
    let Some(runtime_worker) = runtime_spec.get("workerSpec").and_then(Value::as_object) else {
        return Err(BuildError::panic(NIL_POINTER));
    };
    let size = |key: &str| {
        [own_worker, runtime_worker].iter().find_map(|worker| worker.get(key).and_then(Value::as_i64)).unwrap_or(1)
    };
    let (pipeline, tensor) = (size("pipelineParallelSize"), size("tensorParallelSize"));
    let runtime_containers = list(runtime_worker, "containers");
    if runtime_containers.is_empty() {
        return Err(BuildError::invalid_predictor(
            "No workerSpec container configuration found in selected serving runtime",
        ));
    }
    let Some(base) = named(runtime_containers, WORKER_CONTAINER) else {
        return Err(BuildError::invalid_predictor(format!(
            "failed to find {WORKER_CONTAINER} in ServingRuntime containers"
        )));
    };
    let overlay = match own_worker.get("containers").and_then(Value::as_array).map(Vec::as_slice) {
        Some([]) => return Err(BuildError::panic(OUT_OF_RANGE)),
        Some([first, ..]) => first.as_object().unwrap_or(&nothing),
        None => &nothing,
    };
    let worker_fields: Map = own_worker
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "pipelineParallelSize" | "tensorParallelSize"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let mut pod = merge::merge_pod(runtime_worker, &worker_fields, release);
    pod.insert("containers".into(), vec![Value::Object(merge::merge_container(base, overlay, release))].into());

    let types = gpu_resource_types(cluster);
    let is_mp = release.components.mp_executor
        && runtime_spec
            .get("annotations")
            .and_then(|a| a.get("multinode/executor-backend"))
            .is_some_and(|backend| backend == "mp");
    let counts = match is_mp {
        true => Counts { nodes: pipeline, worker_gpus: tensor, head_gpus: tensor },
        false => {
            let total = pipeline.wrapping_mul(tensor);
            let head = requested_gpus(&built.pod_spec, &types);
            let worker = requested_gpus(&pod, &types);
            let counts = Counts::of(total, head, worker);
            counts.check(total).map_err(BuildError::new)?;
            counts
        }
    };

    let name = &service.metadata.name;
    let generation = service.metadata.generation.to_string();
    let without_suffix = |name: &str| name.strip_suffix("-predictor").unwrap_or(name).to_owned();
    let mut head: Vec<(&str, String)> = vec![
        ("PIPELINE_PARALLEL_SIZE", pipeline.to_string()),
        ("TENSOR_PARALLEL_SIZE", tensor.to_string()),
        ("RAY_NODE_COUNT", counts.nodes.to_string()),
        ("REQUEST_GPU_COUNT", counts.head_gpus.to_string()),
        ("MODEL_NAME", name.clone()),
    ];
    let scheme = own.get(SOURCE_URI).and_then(|uri| uri.split_once("://")).map(|(scheme, _)| scheme);
    if scheme == Some("pvc") || (scheme == Some("oci") && release.components.multi_node_oci) {
        head.push(("MODEL_DIR", "/mnt/models".into()));
    }
    for (variable, value) in head {
        add_variable(&mut built.pod_spec, MAIN_CONTAINER, variable, &value)?;
    }
    let mut worker =
        vec![("RAY_NODE_COUNT", counts.nodes.to_string()), ("REQUEST_GPU_COUNT", counts.worker_gpus.to_string())];
    if release.components.worker_parallel_sizes {
        worker.push(("PIPELINE_PARALLEL_SIZE", pipeline.to_string()));
        worker.push(("TENSOR_PARALLEL_SIZE", tensor.to_string()));
    }
    worker.push(("ISVC_NAME", name.clone()));
    worker.push(("HEAD_SVC", format!("{}-head-{generation}", without_suffix(name))));
    if release.components.worker_parallel_sizes {
        worker.push(("WORKER_SVC", format!("{}-workers-{generation}", without_suffix(&built.name))));
    }
    for (variable, value) in worker {
        add_variable(&mut pod, WORKER_CONTAINER, variable, &value)?;
    }

    built.labels.insert(GENERATION_LABEL.into(), generation.clone());
    let mut labels = string_map(runtime_worker.get("labels"));
    labels.extend(service.metadata.labels.clone());
    labels.extend(string_map(spec.get("labels")));
    labels.insert(GENERATION_LABEL.into(), generation);
    labels.insert(keys::INFERENCE_SERVICE_LABEL.into(), name.clone());
    labels.insert(keys::COMPONENT_LABEL.into(), Component::Predictor.name().into());
    // The runtime's annotations for workers pass the filter list by.
    let mut annotations = string_map(runtime_worker.get("annotations"));
    annotations.extend(own);
    annotations.extend(filtered(cluster, string_map(spec.get("annotations"))));
    built.worker = Some(Worker {
        name: format!("{name}-predictor-worker"),
        labels,
        annotations,
        pod_spec: pod,
        replicas: counts.nodes.saturating_sub(1),
    });
    Ok(())
}

fn add_variable(pod: &mut Map, container: &str, name: &str, value: &str) -> Result<(), BuildError> {
    let mut found = false;
    for container in containers::containers(pod).filter(|c| metadata::text(c, "name") == container) {
        set_variable(container, name, value);
        found = true;
    }
    if !found {
        let shown = if name == "MODEL_DIR" { value } else { container };
        return Err(BuildError::new(format!(
            "failed to add {name} environment to the container({shown}): target container({container}) does not exist"
        )));
    }
    Ok(())
}

/// Nodes, and GPUs of head and worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    nodes: i64,
    worker_gpus: i64,
    head_gpus: i64,
}

impl Counts {
    /// Shares `total` GPUs out, given what one head and one worker request.
    fn of(total: i64, head: i64, worker: i64) -> Counts {
        if worker > 0 {
            let nodes = nodes(total, worker);
            if nodes == 1 || head > 0 && self::nodes(total, head) == 1 {
                return Counts { nodes: 1, worker_gpus: 0, head_gpus: total };
            }
            let rest = total.wrapping_sub(worker.wrapping_mul(nodes.wrapping_sub(1)));
            Counts { nodes, worker_gpus: worker, head_gpus: if head == 0 { rest } else { head } }
        } else if head > 0 {
            let workers = total.saturating_sub(head).max(0);
            Counts { nodes: workers.saturating_add(1), worker_gpus: 1, head_gpus: head }
        } else {
            Counts { nodes: total, worker_gpus: 1, head_gpus: 1 }
        }
    }

    /// Whether head and workers together have fewer GPUs than are asked for, or more.
    fn check(&self, total: i64) -> Result<(), String> {
        let workers = self.worker_gpus.wrapping_mul(self.nodes.wrapping_sub(1));
        if total > self.head_gpus.wrapping_add(workers) {
            return Err(insufficient(total, self.head_gpus, workers));
        }
        Ok(())
    }
}

/// How many nodes of that size have `total` GPUs. The controller divides floating point numbers.
fn nodes(total: i64, size: i64) -> i64 {
    (total as f64 / size as f64).ceil() as i64
}

fn insufficient(total: i64, head: i64, workers: i64) -> String {
    format!(
        "the total required number of GPUs({total}) is less than the number of GPUs assigned to the head node({head}) + \
         worker node({workers})"
    )
}

/// GPUs that the first container of a pod requests, rounded up; limits do not count.
fn requested_gpus(pod: &Map, types: &[String]) -> i64 {
    let requests = list(pod, "containers").first().and_then(|c| c.at("/resources/requests"));
    let requests = requests.and_then(Value::as_object);
    types
        .iter()
        .find_map(|name| requests?.get(name))
        .and_then(|quantity| Quantity::from_json(quantity).ok())
        .map_or(0, |quantity| quantity.value())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gpus_are_shared_out_by_what_head_and_worker_request() {
        let counts = |total, head, worker| {
            let counts = Counts::of(total, head, worker);
            (counts.nodes, counts.worker_gpus, counts.head_gpus)
        };
        assert_eq!(counts(2, 1, 1), (2, 1, 1));
        assert_eq!(counts(8, 1, 1), (8, 1, 1));
        assert_eq!(counts(4, 1, 2), (2, 2, 1));
        assert_eq!(counts(4, 4, 1), (1, 0, 4));
        assert_eq!(counts(1, 1, 1), (1, 0, 1));
        assert_eq!(counts(5, 0, 2), (3, 2, 1));
        assert_eq!(counts(3, 4, 0), (1, 1, 4));
        assert_eq!(counts(6, 4, 0), (3, 1, 4));
        assert_eq!(counts(3, 0, 0), (3, 1, 1));
    }

    #[test]
    fn too_few_gpus_are_an_error() {
        assert!(Counts::of(4, 1, 2).check(4).is_err());
        assert!(Counts::of(4, 2, 2).check(4).is_ok());
        assert!(Counts::of(i64::MAX, 0, 1).check(i64::MAX).is_ok());
    }
}
