//! Workloads on several nodes.

use serde_json::json;

use super::accounts::Accounts;
use super::deployment::role;
use super::pods::{self, Propagated};
use crate::api::{LeaderWorkerTemplate, PodSpec, PodTemplate};
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::labels::{self, component};
use crate::kinds::llm_inference_service::service::{Part, object_of, overlay, template_of};
use crate::kinds::llm_inference_service::spec::Workload;
use crate::object::{ControllerError, Kind};
use crate::{Map, Value};

/// A pod template of the set: leader or worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Leader,
    Worker,
}

impl Side {
    /// The pod spec.
    fn pod(self, part: Workload<'_>) -> Option<PodSpec<'_>> {
        match self {
            Side::Leader => part.template(),
            Side::Worker => part.worker(),
        }
    }

    /// The template in a LeaderWorkerSet.
    fn template(self, set: LeaderWorkerTemplate<'_>) -> Option<PodTemplate<'_>> {
        match self {
            Side::Leader => set.leader_template(),
            Side::Worker => set.worker_template(),
        }
    }

    fn component(self, part: Part) -> &'static str {
        match (self, part) {
            (Side::Leader, Part::Main) => component::LEADER,
            (Side::Leader, Part::Prefill) => component::PREFILL_LEADER,
            (Side::Worker, Part::Main) => component::WORKER,
            (Side::Worker, Part::Prefill) => component::PREFILL_WORKER,
        }
    }

    /// The name in error texts.
    fn name(self, part: Part) -> &'static str {
        match (self, part) {
            (Side::Leader, Part::Main) => "leader template",
            (Side::Leader, Part::Prefill) => "prefill leader template",
            (Side::Worker, Part::Main) => "worker template",
            (Side::Worker, Part::Prefill) => "prefill worker template",
        }
    }
}

/// The LeaderWorkerSet of a part. Its labels are also those of its workers, since the controller uses one map for
/// both.
///
/// # Errors
/// An error in the account of the pods or in the model.
pub fn build(builder: &mut Builder<'_>, part: Part) -> Result<Value, ControllerError> {
    let service = builder.service;
    let own = service.part(part);
    let leads = own.and_then(Workload::template).is_some();
    let mut worker_labels = service.labels(Some(Side::Worker.component(part)));
    if !leads {
        let role = if part == Part::Main { "decode" } else { "prefill" };
        worker_labels.insert(labels::KSERVE_COMPONENT.into(), labels::SERVERS.into());
        worker_labels.insert(labels::ROLE.into(), role.into());
    }
    let mut leader_labels = service.labels(Some(Side::Leader.component(part)));
    leader_labels.insert(labels::KSERVE_COMPONENT.into(), labels::SERVERS.into());
    leader_labels.insert(labels::ROLE.into(), role(builder, part).into());

    let leader = pod_spec(builder, part, Side::Leader)?;
    let worker = pod_spec(builder, part, Side::Worker)?.unwrap_or_default();
    let propagated = Propagated::of(builder, true);
    let (leader, _) = template(builder, part, leader_labels, leader, &propagated);
    let (worker, shared) = template(builder, part, worker_labels, Some(worker), &propagated);

    let mut pods = Map::new();
    pods.extend(leader.map(|leader| ("leaderTemplate".to_owned(), leader)));
    pods.extend(worker.map(|worker| ("workerTemplate".to_owned(), worker)));
    pods.insert("restartPolicy".into(), "RecreateGroupOnPodRestart".into());
    let parallelism = own.filter(|_| part == Part::Main || !builder.has_no_pods()).map(Workload::parallelism);
    if let Some((parallelism, size)) = parallelism.and_then(|own| Some((own, own.size()?))) {
        pods.insert("size".into(), size.into());
        if part == Part::Prefill && parallelism.is_data() {
            pods.insert("subGroupPolicy".into(), json!({ "subGroupSize": size }));
        }
    }
    let mut spec = Map::new();
    spec.insert("leaderWorkerTemplate".into(), pods.into());
    spec.insert("rolloutStrategy".into(), json!({ "type": "RollingUpdate" }));
    spec.insert("startupPolicy".into(), "LeaderCreated".into());
    if let Some(replicas) = own.and_then(Workload::replicas) {
        spec.insert("replicas".into(), replicas.into());
    }
    let mut metadata = service.object_metadata(&name(builder, part), shared);
    if !propagated.annotations.is_empty() {
        metadata.insert("annotations".into(), propagated.annotations.into());
    }
    Ok(object_of(Kind::LeaderWorkerSet, metadata, spec))
}

/// The name of a part's LeaderWorkerSet.
pub fn name(builder: &Builder<'_>, part: Part) -> String {
    match part {
        Part::Main => builder.service.names.main_set(),
        Part::Prefill => builder.service.names.prefill_set(),
    }
}

/// Whether a pod of the set has the routing sidecar.
pub(in super::super) fn needs_role(set: &Value) -> bool {
    let Some(set) = set.as_object().and_then(LeaderWorkerTemplate::of_object) else { return false };
    let pods = [Side::Leader, Side::Worker].into_iter().filter_map(|side| side.template(set)).map(PodTemplate::spec);
    pods.into_iter().any(pods::has_routing_sidecar)
}

/// A pod template with its labels.
fn template(
    builder: &Builder<'_>,
    part: Part,
    mut labels: Map,
    pod: Option<Map>,
    propagated: &Propagated,
) -> (Option<Value>, Map) {
    let Some(mut pod) = pod else { return (None, labels) };
    let mut annotations = propagated.annotations.clone();
    overlay(&mut labels, &propagated.labels);
    pods::add_own_labels(builder, part, &mut labels);
    pods::add_own_annotations(builder, part, &mut annotations);
    pods::add_tracing(builder, part, &mut pod);
    let mut metadata = Map::new();
    metadata.insert("labels".into(), labels.clone().into());
    if !annotations.is_empty() {
        metadata.insert("annotations".into(), annotations.into());
    }
    (Some(template_of(metadata, pod)), labels)
}

/// The pod of the leader or a worker. Both use the account of the set.
fn pod_spec(builder: &mut Builder<'_>, part: Part, side: Side) -> Result<Option<Map>, ControllerError> {
    let service = builder.service;
    let own = service.part(part).and_then(|own| side.pod(own));
    let Some(own) = own.filter(|_| !builder.has_no_pods()) else { return Ok(None) };
    let mut pod = pods::pod_of(&service, own);
    let account = Accounts::of_set(part)
        .expected(builder)
        .map_err(|error| error.within("failed to create expected multi node service account"))?;
    pod.spec.insert("serviceAccountName".into(), account.name().into());
    let deployed = builder.deployed_set(&name(builder, part)).and_then(|set| side.template(set)).map(PodTemplate::spec);
    pods::add_model(builder, part, &mut pod, Some(&account.object), deployed)
        .map_err(|error| error.within(format_args!("failed to attach model artifacts to {}", side.name(part))))?;
    if part == Part::Main {
        pods::name_pool(&service, &mut pod);
    }
    Ok(Some(pod.spec))
}
