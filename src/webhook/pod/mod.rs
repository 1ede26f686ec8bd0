//! What the pod webhook adds to the pods of a workload: model download, credentials, agent, metrics.
//!
//! In a cluster the webhook changes pods when they are created. Here the same changes are made to pod templates, so that they run
//! without the webhook.

use crate::object::ControllerError;

mod accelerator;
mod agent;
mod injected;
mod knative;
mod metrics;
#[cfg(test)]
mod tests;
mod user;

pub use injected::Injected;
pub use knative::{features as knative_features, features_off as knative_features_off, needs_webhook};

use crate::api::InferenceService;
use serde_json::json;

use crate::build::storage::{Copied, Injector, Pod, Settings, TEMPLATE, TEMPLATES, initializer, oci};
use crate::facts::Cluster;
use crate::object::fields::member;
use crate::object::name::object_name;
use crate::object::{Kind, keys, role};
use crate::{Map, Value};

/// A pod template after the webhook.
#[derive(Debug, Clone, PartialEq)]
pub struct Injection {
    /// The template, or the error with which the webhook refuses the pod.
    pub template: Result<Map, ControllerError>,
    /// What was assumed or left out because a document is not in the input.
    pub warnings: Vec<String>,
    /// Whether the pod is refused only because a document is not in the input.
    pub lacks_document: bool,
    /// The values that the webhook copied from Secrets.
    pub copied: Copied,
}

/// The label of namespaces whose pods the API server does not send to the webhook, whatever its value.
pub const LEFT_OUT: &str = "control-plane";

/// Whether the webhook does not see the pods of a namespace. A namespace that is not in the input counts as an ordinary one.
pub fn leaves_out(cluster: &Cluster, namespace: &str) -> bool {
    let labels = cluster.get(Kind::Namespace, "", namespace).and_then(|object| object.get("metadata")?.get("labels"));
    labels.and_then(|labels| labels.get(LEFT_OUT)).is_some()
}

/// Whether the configuration makes the webhook refuse every pod.
pub fn refuses_all(cluster: &Cluster) -> bool {
    Settings::read(cluster).is_err()
}

/// The pod templates of all Deployments and Knative Services of a service after the pod webhook.
pub fn inject_all(cluster: &Cluster, service: &InferenceService, objects: &[Value]) -> Vec<Injected> {
    // The webhook reads its settings for every pod; a bad setting makes it refuse every pod.
    let settings = Settings::read(cluster);
    let features = cluster.knative_config("config-features");
    let features = features.and_then(|object| object.get("data")?.as_object());
    objects
        .iter()
        .filter(|object| is_workload(object))
        .filter_map(|object| {
            let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
            let own = object.pointer("/spec/template")?.as_object()?;
            let Injection { template, warnings, lacks_document, copied } =
                inject_with(cluster, &settings, service, own);
            let of_knative = template.as_ref().ok().filter(|_| is_knative_service(object));
            Some(Injected {
                kind: text("/kind"),
                name: text("/metadata/name"),
                place: TEMPLATE,
                knative_features: of_knative
                    .map(|template| knative::features_off(&knative::features(template), features))
                    .unwrap_or_default(),
                knative_refusal: of_knative.and_then(knative::refusal),
                template,
                warnings,
                lacks_document,
                copied,
            })
        })
        .collect()
}

/// The pod templates of an LLMInferenceService after the webhook, as far as the webhook sees them. It sees those with the label
/// of an InferenceService's pods, which only users set; nothing that the controller sets sends its pods there.
pub fn inject_labelled(cluster: &Cluster, namespace: &str, objects: &[Value]) -> Vec<Injected> {
    let mut all = Vec::new();
    for (object, place) in objects.iter().flat_map(|object| TEMPLATES.map(|place| (object, place))) {
        let Some(template) = object.pointer(place).and_then(Value::as_object) else { continue };
        let labels = member(template, "metadata").and_then(|metadata| member(metadata, "labels"));
        let Some((kind, name)) = labels.and_then(Kind::named_by_label) else { continue };
        // The webhook continues without the service that the label names.
        let named = cluster.get(kind, namespace, name).cloned();
        let named = named.unwrap_or_else(|| json!({ "metadata": { "name": name, "namespace": namespace } }));
        let service = InferenceService::of(&named, cluster.settings.generation);
        let Injection { template, warnings, lacks_document, copied } =
            inject_with(cluster, &Settings::read(cluster), &service, template);
        all.push(Injected {
            kind: role::kind(object).to_owned(),
            name: object_name(object).to_owned(),
            place,
            template,
            warnings,
            lacks_document,
            copied,
            knative_features: Vec::new(),
            knative_refusal: None,
        });
    }
    all
}

/// Whether an object is a Deployment or a Knative Service.
pub fn is_workload(object: &Value) -> bool {
    matches!(Kind::of(object), Some(Kind::Deployment | Kind::KnativeService))
}

/// Whether an object is a Knative Service.
pub fn is_knative_service(object: &Value) -> bool {
    Kind::of(object) == Some(Kind::KnativeService)
}

/// Fields of a Knative revision that a pod does not have.
pub const REVISION_FIELDS: [&str; 4] =
    ["containerConcurrency", "timeoutSeconds", "responseStartTimeoutSeconds", "idleTimeoutSeconds"];

/// What the webhook itself makes of a pod template of `service`, without the fields that only Knative revisions have. A template
/// that has already been through the webhook stays as it is. Secrets are referred to; values copied from them are recorded.
#[cfg(test)]
pub fn inject(cluster: &Cluster, service: &InferenceService, template: &Map) -> Injection {
    inject_with(cluster, &Settings::read(cluster), service, template)
}

fn inject_with(
    cluster: &Cluster,
    settings: &Result<Settings, ControllerError>,
    service: &InferenceService,
    template: &Map,
) -> Injection {
    let mut pod = Pod::of(&service.metadata.namespace, template);
    for field in REVISION_FIELDS {
        pod.spec.remove(field);
    }
    let (mut warnings, mut copied, mut lacks_document) = (Vec::new(), Copied::default(), false);
    let left_out = leaves_out(cluster, &service.metadata.namespace);
    let is_selected = pod.label(keys::INFERENCE_SERVICE_LABEL).is_some() && !left_out;
    if left_out && needs_webhook(template) {
        let namespace = &service.metadata.namespace;
        warnings.push(format!("the pod webhook leaves out Namespace {namespace}, which has the label {LEFT_OUT}"));
    }
    let changed = match settings {
        _ if !is_selected => Ok(()),
        Err(error) => Err(error.clone()),
        Ok(settings) => {
            let mut injector = Injector { cluster, service: Some(service), settings, warnings, copied, lacks_document };
            let changed = change(&mut injector, &mut pod);
            Injector { warnings, copied, lacks_document, .. } = injector;
            changed
        }
    };
    let others = template.iter().filter(|(key, _)| !matches!(key.as_str(), "metadata" | "spec"));
    let mut template: Map = others.map(|(key, value)| (key.clone(), value.clone())).collect();
    template.insert("metadata".into(), pod.metadata.into());
    template.insert("spec".into(), pod.spec.into());
    Injection { template: changed.map(|()| template), warnings, lacks_document, copied }
}

/// Runs the webhook's steps; the first that fails refuses the pod.
fn change(injector: &mut Injector<'_>, pod: &mut Pod) -> Result<(), ControllerError> {
    accelerator::select_node(pod);
    initializer::add(injector, pod)?;
    user::set(pod)?;
    agent::add(injector, pod)?;
    metrics::aggregate(injector, pod)?;
    oci::add(injector, pod)
}
