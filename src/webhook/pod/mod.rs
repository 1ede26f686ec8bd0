//! What the pod webhook adds to the pods of a workload: model download, credentials, agent, metrics.
//!
//! On a cluster the webhook changes pods when they are created. Here the same is done to pod templates, so that they run
//! where the webhook does not.

mod accelerator;
mod agent;
mod annotations;
mod ca_bundle;
mod credentials;
mod download;
mod injected;
mod knative;
mod metrics;
mod model;
mod oci;
mod s3;
mod secrets;
mod settings;
mod spec;
mod storage_initializer;
mod storage_spec;
mod storage_uris;
#[cfg(test)]
mod tests;
mod user;

pub use annotations::{AGENT, LOCAL_MODEL};
pub use credentials::{PassedOver as SecretPassedOver, passed_over as secrets_passed_over};
pub use download::Downloads;
pub use injected::Injected;
pub use knative::{
    features as knative_features, features_off as knative_features_off, needs_webhook, refusal as knative_refusal,
};
pub use model::PATH as MODEL_PATH;
pub(crate) use model::{CLAIM_VOLUME, DOWNLOAD_VOLUME, claim_and_path, claim_mount_at, claim_volume, empty_volume};
pub(crate) use secrets::Copyable;
pub use secrets::{CopiedSecret, Place, copied as copied_secrets, hide as hide_secrets, hide_in_live, mark_changed};
pub use settings::faults as settings_faults;
pub use spec::{ModelUsers, Pod};
pub(crate) use spec::{add_mount, has_variable, mount, push, variable};
pub(crate) use storage_initializer::NAME as INITIALIZER;
pub use storage_spec::{PLACEHOLDER, hide_in_refusal};
pub use storage_uris::{StorageUris, initialise as initialise_storage};

use crate::api::InferenceService;
use crate::facts::Cluster;
pub(crate) use crate::kinds::inference_service::component::set_variable;
use crate::object::Kind;
use crate::object::keys;
use crate::{Map, Value};
use settings::Settings;

/// A pod template after the webhook.
#[derive(Debug, Clone, PartialEq)]
pub struct Injection {
    /// The template, or the text with which the webhook refuses the pod.
    pub template: Result<Map, String>,
    /// What was assumed or left out because a document is not in the input.
    pub warnings: Vec<String>,
    /// Whether the pod is refused only because such a document is not in the input.
    pub lacks_document: bool,
}

/// One run of the webhook: what it reads, and what is worth saying.
struct Webhook<'a> {
    cluster: &'a Cluster,
    /// The service that the pod belongs to, as the webhook finds it by the pod's label.
    service: Option<&'a InferenceService>,
    settings: &'a Settings,
    warnings: Vec<String>,
    /// Whether the pod cannot be without a document that is not in the input.
    lacks_document: bool,
}

impl Webhook<'_> {
    /// Warns that a document of the pod's namespace is not in the input.
    fn missing(&mut self, kind: &str, pod: &Pod, name: &str, effect: &str) {
        let warning = format!(
            "{kind} {}/{name} is not in the input, so {effect}: add it to the input if the cluster has it",
            pod.namespace
        );
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// The same of a document without which the webhook refuses the pod.
    fn missing_refuses(&mut self, kind: &str, pod: &Pod, name: &str) {
        self.lacks_document = true;
        self.missing(kind, pod, name, "the pod is refused");
    }
}

/// The label of namespaces whose pods the API server does not send to the webhook, whatever its value.
pub const LEFT_OUT: &str = "control-plane";

/// Whether the webhook does not see the pods of a namespace. One that is not in the input counts as an ordinary one.
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
    // The webhook reads its settings for every pod; a bad one refuses every one.
    let settings = Settings::read(cluster);
    let features = cluster.get(Kind::ConfigMap, "knative-serving", "config-features");
    let features = features.and_then(|object| object.get("data")?.as_object());
    objects
        .iter()
        .filter(|object| is_workload(object))
        .filter_map(|object| {
            let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
            let own = object.pointer("/spec/template")?.as_object()?;
            let Injection { template, warnings, lacks_document } = inject_with(cluster, &settings, service, own);
            let of_knative = template.as_ref().ok().filter(|_| is_knative_service(object));
            Some(Injected {
                kind: text("/kind"),
                name: text("/metadata/name"),
                knative_features: of_knative
                    .map(|template| knative::features_off(&knative::features(template), features))
                    .unwrap_or_default(),
                knative_refusal: of_knative.and_then(knative::refusal),
                template,
                warnings,
                lacks_document,
            })
        })
        .collect()
}

/// Whether an object is a Deployment or a Knative Service.
pub fn is_workload(object: &Value) -> bool {
    matches!(Kind::of(object), Some(Kind::Deployment | Kind::KnativeService))
}

/// Whether an object is a Knative Service.
pub fn is_knative_service(object: &Value) -> bool {
    Kind::of(object) == Some(Kind::KnativeService)
}

/// Fields of a Knative revision that are none of a pod.
pub const REVISION_FIELDS: [&str; 4] =
    ["containerConcurrency", "timeoutSeconds", "responseStartTimeoutSeconds", "idleTimeoutSeconds"];

/// What the webhook makes of a pod template of `service`, without what is of Knative revisions only. A template that went
/// through the webhook before stays as it is. Secrets are referred to; but see [`copied_secrets`].
pub fn inject(cluster: &Cluster, service: &InferenceService, template: &Map) -> Injection {
    inject_with(cluster, &Settings::read(cluster), service, template)
}

fn inject_with(
    cluster: &Cluster,
    settings: &Result<Settings, String>,
    service: &InferenceService,
    template: &Map,
) -> Injection {
    let mut pod = Pod::of(&service.metadata.namespace, template);
    for field in REVISION_FIELDS {
        pod.spec.remove(field);
    }
    let (mut warnings, mut lacks_document) = (Vec::new(), false);
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
            let mut webhook = Webhook { cluster, service: Some(service), settings, warnings, lacks_document };
            let changed = webhook.change(&mut pod);
            Webhook { warnings, lacks_document, .. } = webhook;
            changed
        }
    };
    let others = template.iter().filter(|(key, _)| !matches!(key.as_str(), "metadata" | "spec"));
    let mut template: Map = others.map(|(key, value)| (key.clone(), value.clone())).collect();
    template.insert("metadata".into(), pod.metadata.into());
    template.insert("spec".into(), pod.spec.into());
    Injection { template: changed.map(|()| template), warnings, lacks_document }
}

impl Webhook<'_> {
    /// The webhook's steps; the first that fails refuses the pod.
    fn change(&mut self, pod: &mut Pod) -> Result<(), String> {
        accelerator::select_node(pod);
        storage_initializer::add(self, pod)?;
        user::set(pod)?;
        agent::add(self, pod)?;
        metrics::aggregate(self, pod)?;
        oci::add(self, pod)
    }
}
