//! What the pods of all workloads share: labels and annotations, the routing sidecar, the model and cache tiers.

use super::artifacts::{Download, attach};
use super::{cache_tiers, tracing};
use crate::api::{Container, PodSpec};
use crate::build::storage::Pod;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::names::MAIN;
use crate::kinds::llm_inference_service::service::{MODEL_BASED_ROUTING, Part, Service, overlay};
use crate::kinds::llm_inference_service::spec::Workload;
use crate::object::{ControllerError, ObjectView as _};
use crate::{Map, Value};

/// The init container that forwards requests to the prefill workload.
const ROUTING_SIDECAR: &str = "llm-d-routing-sidecar";

/// Prefixes of the service's annotations that are copied to workloads and their pods.
pub(in super::super) const ANNOTATION_PREFIXES: [&str; 3] = ["k8s.v1.cni.cncf.io", "kueue.x-k8s.io", "prometheus.io"];
/// Prefixes of the labels that are copied.
pub(in super::super) const LABEL_PREFIXES: [&str; 1] = ["kueue.x-k8s.io"];
/// A further prefix, for annotations of LeaderWorkerSets.
const SET_PREFIX: &str = "leaderworkerset.sigs.k8s.io";
/// A further prefix, for releases that support model caches.
const CACHE_PREFIX: &str = "internal.serving.kserve.io/localmodel";

/// The annotations and labels of a service that are copied to a workload.
pub(super) struct Propagated {
    pub annotations: Map,
    pub labels: Map,
}

impl Propagated {
    /// Those for a Deployment or a LeaderWorkerSet.
    pub(super) fn of(builder: &Builder<'_>, is_set: bool) -> Propagated {
        let cache = builder.cluster.release.llm.local_models.then_some(CACHE_PREFIX);
        let set = is_set.then_some(SET_PREFIX);
        let matching = |entries: Option<&Map>, prefixes: &[&'static str], more: Option<&'static str>| -> Map {
            let wanted =
                |key: &str| prefixes.iter().copied().chain(cache).chain(more).any(|prefix| key.starts_with(prefix));
            let entries = entries.into_iter().flatten().filter(|(key, _)| wanted(key));
            entries.map(|(key, value)| (key.clone(), value.clone())).collect()
        };
        let stored = builder.service.stored;
        Propagated {
            annotations: matching(stored.annotations(), &ANNOTATION_PREFIXES, set),
            labels: matching(stored.labels(), &LABEL_PREFIXES, None),
        }
    }
}

/// Adds the labels that the spec sets on the pods of a part.
pub(super) fn add_own_labels(builder: &Builder<'_>, part: Part, labels: &mut Map) {
    if let Some(own) = builder.pod_entries(part, Workload::labels) {
        overlay(labels, &own);
    }
}

/// Adds the annotations that the spec sets on the pods of a part.
pub(super) fn add_own_annotations(builder: &Builder<'_>, part: Part, annotations: &mut Map) {
    let Some(own) = builder.pod_entries(part, Workload::annotations) else { return };
    overlay(annotations, own.iter().filter(|(key, _)| builder.keeps_pod_annotation(key)));
}

impl<'b> Builder<'b> {
    /// The labels or annotations that the spec sets on the pods of a part. In some releases those of the main
    /// workload also apply to prefill pods, below those of the `prefill` block.
    fn pod_entries(&self, part: Part, of: fn(Workload<'b>) -> &'b Map) -> Option<Map> {
        let mut entries = Map::new();
        let rules = &self.cluster.release.llm;
        if part == Part::Main || rules.spec_metadata_on_prefill_pods {
            overlay(&mut entries, of(self.service.spec.main()));
        }
        if let Some(prefill) = self.service.spec.prefill().filter(|_| part == Part::Prefill) {
            overlay(&mut entries, of(prefill));
        }
        Some(entries).filter(|entries| !entries.is_empty())
    }

    /// Whether an annotation of the spec is copied to pods. The switch for model-based routing is only for the
    /// controller.
    pub(super) fn keeps_pod_annotation(&self, key: &str) -> bool {
        key != MODEL_BASED_ROUTING || !self.cluster.release.llm.routing_annotation_kept_back
    }
}

/// A pod of the service built from a template. The download of the model reads the service's annotations as if they
/// were the pod's.
pub(in super::super) fn pod_of(service: &Service<'_>, template: PodSpec<'_>) -> Pod {
    let annotations = service.stored.annotations().cloned().unwrap_or_default();
    let mut metadata = Map::new();
    metadata.insert("annotations".into(), annotations.into());
    Pod { namespace: service.names.namespace.to_owned(), metadata, spec: template.fields().clone() }
}

/// Whether a pod has the routing sidecar.
pub(in super::super) fn has_routing_sidecar(pod: PodSpec<'_>) -> bool {
    pod.init_container(ROUTING_SIDECAR).is_some()
}

/// Passes the name of the pool to the routing sidecar.
pub(super) fn name_pool(service: &Service<'_>, pod: &mut Pod) {
    if service.spec.router().is_none() {
        return;
    }
    let containers = pod.spec.get_mut("initContainers").and_then(Value::as_array_mut).into_iter().flatten();
    let mut containers = containers.filter_map(Value::as_object_mut);
    if let Some(sidecar) = containers.find(|container| Container::of(container).name() == ROUTING_SIDECAR) {
        crate::build::storage::push(
            sidecar,
            "env",
            crate::build::storage::variable("INFERENCE_POOL_NAME", &service.pool()),
        );
    }
}

/// Adds the model and the cache tiers to a pod of model servers.
///
/// # Errors
/// An error in the model, its adapters or its credentials.
pub(super) fn add_model(
    builder: &mut Builder<'_>,
    part: Part,
    pod: &mut Pod,
    account: Option<&Value>,
    deployed: Option<PodSpec<'_>>,
) -> Result<(), ControllerError> {
    let lora = !builder.service.adapters.is_empty();
    attach(
        builder,
        pod,
        &Download { container: MAIN, path: crate::build::storage::MODEL_PATH, lora, account, deployed },
    )?;
    if let Some(own) = builder.service.part(part).filter(|_| builder.cluster.release.llm.cache_tiers) {
        cache_tiers::add(own, pod);
    }
    Ok(())
}

/// Adds tracing to a pod of model servers.
pub(super) fn add_tracing(builder: &Builder<'_>, part: Part, pod: &mut Map) {
    if builder.cluster.release.llm.tracing {
        tracing::add_to_server(&builder.service, part, pod);
    }
}
