//! Workloads on a single node.

use serde_json::json;

use super::accounts::Accounts;
use super::pods::{self, Propagated};
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::labels::{self, component};
use crate::kinds::llm_inference_service::service::{Part, object_of, overlay, template_of};
use crate::kinds::llm_inference_service::spec::Workload;
use crate::object::{ControllerError, Kind};
use crate::{Map, Value};

/// Annotations of the service by which Prometheus finds the pods.
const PROMETHEUS: [&str; 4] =
    ["prometheus.io/scrape", "prometheus.io/port", "prometheus.io/path", "prometheus.io/scheme"];

/// The Deployment of a part. Its labels, including those of the spec, are also those of its pods and its selector,
/// since the controller uses one map for all three.
///
/// # Errors
/// An error in the account of the pods or in the model.
pub fn build(builder: &mut Builder<'_>, part: Part) -> Result<Value, ControllerError> {
    let service = builder.service;
    let mut shared = service.labels(Some(match part {
        Part::Main => component::WORKLOAD,
        Part::Prefill => component::PREFILL,
    }));
    shared.insert(labels::KSERVE_COMPONENT.into(), labels::SERVERS.into());
    shared.insert(labels::ROLE.into(), role(builder, part).into());
    let mut pod_annotations = Map::new();
    if part == Part::Main {
        let scraped = PROMETHEUS.iter().filter_map(|key| Some(((*key).to_owned(), service.annotation(key)?.into())));
        pod_annotations.extend(scraped);
    }
    let mut pod = pod_spec(builder, part)?;
    let propagated = Propagated::of(builder, false);
    overlay(&mut shared, &propagated.labels);
    overlay(&mut pod_annotations, &propagated.annotations);
    pods::add_own_labels(builder, part, &mut shared);
    pods::add_own_annotations(builder, part, &mut pod_annotations);
    pods::add_tracing(builder, part, &mut pod);

    let mut template = Map::new();
    template.insert("labels".into(), shared.clone().into());
    if !pod_annotations.is_empty() {
        template.insert("annotations".into(), pod_annotations.into());
    }
    let mut metadata = service.object_metadata(&name(builder, part), shared.clone());
    if !propagated.annotations.is_empty() {
        metadata.insert("annotations".into(), propagated.annotations.into());
    }
    let mut spec = Map::new();
    if let Some(replicas) = service.part(part).and_then(Workload::replicas) {
        spec.insert("replicas".into(), replicas.into());
    }
    spec.insert("selector".into(), json!({ "matchLabels": shared }));
    spec.insert("template".into(), template_of(template, pod));
    Ok(object_of(Kind::Deployment, metadata, spec))
}

/// The name of a part's Deployment.
pub fn name(builder: &Builder<'_>, part: Part) -> String {
    match part {
        Part::Main => builder.service.names.main_deployment(),
        Part::Prefill => builder.service.names.prefill_deployment(),
    }
}

/// The role of a part's pods, by which the scheduler distinguishes them.
pub(super) fn role(builder: &Builder<'_>, part: Part) -> &'static str {
    match part {
        Part::Prefill => "prefill",
        Part::Main if builder.service.part(Part::Prefill).is_some() => "decode",
        Part::Main => "both",
    }
}

/// The pod of a part; empty without a template or if the service is stopped.
fn pod_spec(builder: &mut Builder<'_>, part: Part) -> Result<Map, ControllerError> {
    let service = builder.service;
    let template = service.part(part).and_then(Workload::template);
    let Some(template) = template.filter(|_| !builder.has_no_pods()) else { return Ok(Map::new()) };
    let mut pod = pods::pod_of(&service, template);
    let own_account = template.service_account_name();
    let account = if part == Part::Main && pods::has_routing_sidecar(template) {
        let account = Accounts::SINGLE_NODE
            .expected(builder)
            .map_err(|error| error.within("failed to created expected single node service account"))?;
        pod.spec.insert("serviceAccountName".into(), account.name().into());
        pods::name_pool(&service, &mut pod);
        Some(account.object)
    } else if own_account.is_empty() {
        None
    } else {
        Some(builder.existing_account(own_account, &format!("single node {}", part.name()))?)
    };
    let deployed = builder.deployed_pod(&name(builder, part));
    pods::add_model(builder, part, &mut pod, account.as_ref(), deployed).map_err(|error| {
        error.within(format_args!("failed to attach model artifacts to {} deployment", part.name()))
    })?;
    Ok(pod.spec)
}
