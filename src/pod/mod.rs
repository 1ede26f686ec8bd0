//! What the pod webhook adds to the pods of a workload: model download, credentials, agent, metrics.
//!
//! On a cluster the webhook changes pods when they are created. Here the same is done to pod templates, so that they run
//! where the webhook does not.

mod accelerator;
mod agent;
mod ca_bundle;
mod credentials;
mod knative;
mod metrics;
mod oci;
mod s3;
mod settings;
mod spec;
mod storage_initializer;
mod storage_spec;
mod storage_uris;
mod user;

pub use knative::{features as knative_features, needs_webhook};
pub use spec::Pod;
pub use storage_uris::{StorageUris, initialise as initialise_storage};

use crate::api::{InferenceService, keys};
use crate::cluster::Cluster;
use crate::rendering::Injected;
use crate::{Map, Value};
use settings::Settings;

/// A pod template after the webhook.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Injection {
    pub template: Map,
    /// What was assumed or left out because a document is not in the input.
    pub warnings: Vec<String>,
    /// Variables that hold the value of a secret in clear text, because the webhook copies it.
    pub copied: Vec<CopiedSecret>,
}

/// A variable with the value of a secret in clear text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedSecret {
    pub variable: String,
    /// The name of the secret.
    pub secret: String,
}

/// One run of the webhook: what it reads, and what is worth saying.
struct Webhook<'a> {
    cluster: &'a Cluster,
    /// The service that the pod belongs to, as the webhook finds it by the pod's label.
    service: &'a InferenceService,
    settings: Settings,
    warnings: Vec<String>,
    copied: Vec<CopiedSecret>,
}

/// The pod templates of all Deployments and Knative Services of a service after the pod webhook.
pub fn inject_all(cluster: &Cluster, service: &InferenceService, objects: &[Value]) -> Vec<Injected> {
    objects
        .iter()
        .filter(|object| is_workload(object))
        .filter_map(|object| {
            let text = |path: &str| object.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
            let template = object.pointer("/spec/template")?.as_object()?;
            let injection = inject(cluster, service, &service.metadata.namespace, template);
            let (template, warnings, copied) = match injection {
                Ok(injection) => (Ok(injection.template), injection.warnings, injection.copied),
                Err(error) => (Err(error), Vec::new(), Vec::new()),
            };
            Some(Injected { kind: text("/kind"), name: text("/metadata/name"), template, warnings, copied })
        })
        .collect()
}

/// Whether an object is a Deployment or a Knative Service.
pub fn is_workload(object: &Value) -> bool {
    let is = |key: &str, value: &str| object.get(key).is_some_and(|v| v == value);
    is("kind", "Deployment") || is("apiVersion", "serving.knative.dev/v1")
}

/// Fields of a Knative revision that are none of a pod.
pub const REVISION_FIELDS: [&str; 4] =
    ["containerConcurrency", "timeoutSeconds", "responseStartTimeoutSeconds", "idleTimeoutSeconds"];

/// The template after the webhook, without what is of Knative revisions only. Secret values are not in it, but for the headers of `https` secrets, which the webhook
/// itself copies.
///
/// # Errors
/// The text with which the webhook refuses the pod.
pub fn inject(
    cluster: &Cluster,
    service: &InferenceService,
    namespace: &str,
    template: &Map,
) -> Result<Injection, String> {
    let mut pod = Pod::of(namespace, template);
    if pod.label(keys::INFERENCE_SERVICE_LABEL).is_none() {
        return Ok(Injection { template: template.clone(), ..Injection::default() });
    }
    let settings = Settings::read(cluster)?;
    let mut webhook = Webhook { cluster, service, settings, warnings: Vec::new(), copied: Vec::new() };
    accelerator::select_node(&mut pod);
    storage_initializer::add(&mut webhook, &mut pod)?;
    user::set(&mut pod)?;
    agent::add(&mut webhook, &mut pod)?;
    metrics::aggregate(&webhook, &mut pod);
    oci::add(&webhook, &mut pod)?;
    let mut template = template.clone();
    template.insert("metadata".into(), pod.metadata.into());
    for field in REVISION_FIELDS {
        pod.spec.remove(field);
    }
    template.insert("spec".into(), pod.spec.into());
    Ok(Injection { template, warnings: webhook.warnings, copied: webhook.copied })
}
