//! A multi-node predictor: the worker pods, and the variables with which head and workers find each other.

use std::sync::LazyLock;

use super::metadata::{Strings, filtered};
use crate::api::{Component, ComponentSpec, InferenceService, Worker as WorkerSpec};
use crate::build::containers::{self, set_variable};
use crate::build::merge;
use crate::build::storage::SOURCE_URI;
use crate::build::workload::{BuildError, Built, Worker};
use crate::facts::Cluster;
use crate::facts::runtimes::ServingRuntime;
use crate::go::quantity::Quantity;
use crate::object::ControllerError;
use crate::object::error::{NIL_POINTER, OUT_OF_RANGE};
use crate::object::fields::{Lookup as _, elements, text};
use crate::object::keys::{MAIN_CONTAINER, WORKER_CONTAINER};
use crate::object::{ObjectMeta, keys};
use crate::release::Release;
use crate::{Map, Value};

/// The label that distinguishes the objects of each generation.
const GENERATION_LABEL: &str = "isvc.generation";

static NOTHING: LazyLock<Map> = LazyLock::new(Map::new);

/// Adds the worker to a built predictor, and variables to the head.
pub(super) fn add_worker(
    cluster: &Cluster,
    service: &InferenceService,
    runtime: &ServingRuntime,
    own: Strings,
    built: &mut Built,
) -> Result<(), BuildError> {
    let specs = Specs::of(service, runtime)?;
    let mut pod = specs.worker_pod(&cluster.release)?;
    let sizes = specs.sizes();
    let counts = match cluster.release.components.mp_executor && runs_without_ray(runtime) {
        true => Counts { nodes: sizes.pipeline, worker_gpus: sizes.tensor, head_gpus: sizes.tensor },
        false => Counts::requested(sizes.total(), &built.pod_spec, &pod, &cluster.webhooks.gpu_types)?,
    };
    let scheme = own.get(SOURCE_URI).and_then(|uri| uri.split_once("://")).map(|(scheme, _)| scheme);
    let has_model_dir = scheme == Some("pvc") || (scheme == Some("oci") && cluster.release.components.multi_node_oci);
    for (variable, value) in head_variables(service, sizes, counts, has_model_dir) {
        add_variable(&mut built.pod_spec, MAIN_CONTAINER, variable, &value)?;
    }
    for (variable, value) in worker_variables(&cluster.release, service, &built.name, sizes, counts) {
        add_variable(&mut pod, WORKER_CONTAINER, variable, &value)?;
    }
    let name = &service.metadata.name;
    built.labels.insert(GENERATION_LABEL.into(), service.metadata.generation.to_string());
    built.worker = Some(Worker {
        name: format!("{name}-predictor-worker"),
        labels: specs.labels(service),
        annotations: specs.annotations(cluster, own),
        pod_spec: pod,
        replicas: counts.nodes.saturating_sub(1),
    });
    Ok(())
}

/// What the predictor and its runtime say about the workers.
struct Specs<'a> {
    predictor: ComponentSpec<'a>,
    own: Option<WorkerSpec<'a>>,
    runtime: WorkerSpec<'a>,
}

impl<'a> Specs<'a> {
    fn of(service: &'a InferenceService, runtime: &'a ServingRuntime) -> Result<Specs<'a>, BuildError> {
        let predictor = service.predictor();
        let runtime = runtime.view().worker().ok_or_else(|| BuildError::panic(NIL_POINTER))?;
        Ok(Specs { predictor, own: predictor.worker(), runtime })
    }

    fn sizes(&self) -> Sizes {
        let size =
            |of: fn(WorkerSpec<'a>) -> Option<i64>| self.own.and_then(of).or_else(|| of(self.runtime)).unwrap_or(1);
        Sizes { pipeline: size(WorkerSpec::pipeline_parallel_size), tensor: size(WorkerSpec::tensor_parallel_size) }
    }

    /// The runtime's worker pod with the predictor's changes. Its only container is that of the worker.
    fn worker_pod(&self, release: &Release) -> Result<Map, BuildError> {
        if self.runtime.pod().containers().next().is_none() {
            return Err(BuildError::invalid_predictor(
                "No workerSpec container configuration found in selected serving runtime",
            ));
        }
        let Some(base) = self.runtime.pod().container(WORKER_CONTAINER) else {
            return Err(BuildError::invalid_predictor(format!(
                "failed to find {WORKER_CONTAINER} in ServingRuntime containers"
            )));
        };
        let overlay = match self.own.and_then(WorkerSpec::container_list) {
            Some([]) => return Err(BuildError::panic(OUT_OF_RANGE)),
            Some([first, ..]) => first.as_object().unwrap_or(&NOTHING),
            None => &NOTHING,
        };
        let pod_fields = self.own.map(WorkerSpec::pod_fields).unwrap_or_default();
        let mut pod = merge::merge_pod(self.runtime.fields(), &pod_fields, release);
        pod.insert(
            "containers".into(),
            vec![Value::Object(merge::merge_container(base.fields(), overlay, release))].into(),
        );
        Ok(pod)
    }

    fn labels(&self, service: &InferenceService) -> Strings {
        let mut labels = self.runtime.labels();
        labels.extend(service.metadata.labels.clone());
        labels.extend(self.predictor.labels());
        labels.insert(GENERATION_LABEL.into(), service.metadata.generation.to_string());
        labels.insert(keys::INFERENCE_SERVICE_LABEL.into(), service.metadata.name.clone());
        labels.insert(keys::COMPONENT_LABEL.into(), Component::Predictor.name().into());
        labels
    }

    /// The runtime's annotations for workers bypass the filter list.
    fn annotations(&self, cluster: &Cluster, own: Strings) -> Strings {
        let mut annotations = self.runtime.annotations();
        annotations.extend(own);
        annotations.extend(filtered(cluster, self.predictor.annotations()));
        annotations
    }
}

/// Whether the runtime asks for processes on each node instead of Ray.
fn runs_without_ray(runtime: &ServingRuntime) -> bool {
    let annotations = runtime.view().annotations();
    annotations.is_some_and(|annotations| text(annotations, "multinode/executor-backend") == "mp")
}

/// The variables of the head's container; `MODEL_DIR` is set if the model is not downloaded into each pod.
fn head_variables(
    service: &InferenceService,
    sizes: Sizes,
    counts: Counts,
    has_model_dir: bool,
) -> Vec<(&'static str, String)> {
    let mut variables = vec![
        ("PIPELINE_PARALLEL_SIZE", sizes.pipeline.to_string()),
        ("TENSOR_PARALLEL_SIZE", sizes.tensor.to_string()),
        ("RAY_NODE_COUNT", counts.nodes.to_string()),
        ("REQUEST_GPU_COUNT", counts.head_gpus.to_string()),
        ("MODEL_NAME", service.metadata.name.clone()),
    ];
    if has_model_dir {
        variables.push(("MODEL_DIR", "/mnt/models".into()));
    }
    variables
}

/// The variables of a worker's container, with the Services of head and workers.
fn worker_variables(
    release: &Release,
    service: &InferenceService,
    child: &str,
    sizes: Sizes,
    counts: Counts,
) -> Vec<(&'static str, String)> {
    let ObjectMeta { name, generation, .. } = &service.metadata;
    let without_suffix = |name: &str| name.strip_suffix("-predictor").unwrap_or(name).to_owned();
    let mut variables =
        vec![("RAY_NODE_COUNT", counts.nodes.to_string()), ("REQUEST_GPU_COUNT", counts.worker_gpus.to_string())];
    if release.components.worker_parallel_sizes {
        variables.push(("PIPELINE_PARALLEL_SIZE", sizes.pipeline.to_string()));
        variables.push(("TENSOR_PARALLEL_SIZE", sizes.tensor.to_string()));
    }
    variables.push(("ISVC_NAME", name.clone()));
    variables.push(("HEAD_SVC", format!("{}-head-{generation}", without_suffix(name))));
    if release.components.worker_parallel_sizes {
        variables.push(("WORKER_SVC", format!("{}-workers-{generation}", without_suffix(child))));
    }
    variables
}

fn add_variable(pod: &mut Map, container: &str, name: &str, value: &str) -> Result<(), BuildError> {
    let mut found = false;
    for container in containers::containers(pod).filter(|c| text(c, "name") == container) {
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

/// How many groups the layers of a model are divided into, and how many parts each layer is split into.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    pipeline: i64,
    tensor: i64,
}

impl Sizes {
    /// The number of GPUs that this needs.
    fn total(self) -> i64 {
        self.pipeline.wrapping_mul(self.tensor)
    }
}

/// The number of nodes, and the GPUs of head and worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    nodes: i64,
    worker_gpus: i64,
    head_gpus: i64,
}

impl Counts {
    /// Distributes `total` GPUs, given the pods of head and worker.
    fn requested(total: i64, head: &Map, worker: &Map, types: &[String]) -> Result<Counts, BuildError> {
        let counts = Counts::of(total, requested_gpus(head, types), requested_gpus(worker, types));
        counts.check(total)?;
        Ok(counts)
    }

    /// Distributes `total` GPUs, given the requests of one head and one worker.
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

    /// Fails if head and workers together have fewer GPUs than `total`.
    fn check(&self, total: i64) -> Result<(), ControllerError> {
        let workers = self.worker_gpus.wrapping_mul(self.nodes.wrapping_sub(1));
        if total > self.head_gpus.wrapping_add(workers) {
            return Err(insufficient(total, self.head_gpus, workers));
        }
        Ok(())
    }
}

/// How many nodes with `size` GPUs make up `total` GPUs. The controller divides floating point numbers.
fn nodes(total: i64, size: i64) -> i64 {
    (total as f64 / size as f64).ceil() as i64
}

fn insufficient(total: i64, head: i64, workers: i64) -> ControllerError {
    ControllerError::new(format!(
        "the total required number of GPUs({total}) is less than the number of GPUs assigned to the head node({head}) + \
         worker node({workers})"
    ))
}

/// The number of GPUs that the first container of a pod requests, rounded up; limits do not count.
fn requested_gpus(pod: &Map, types: &[String]) -> i64 {
    let requests = elements(pod, "containers").first().and_then(|c| c.at("/resources/requests"));
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
    fn gpus_are_distributed_by_the_requests_of_head_and_worker() {
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
