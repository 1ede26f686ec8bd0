//! The pods of a workload after the pod webhook.

use crate::Map;
use crate::build::storage::Copied;
use crate::object::ControllerError;

/// A pod template of one workload after the pod webhook.
#[derive(Debug, Clone)]
pub struct Injected {
    /// The kind of the workload: `Deployment`, `LeaderWorkerSet` or `Service` (of Knative).
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Where the workload has this template; leaders and workers have one each.
    pub place: &'static str,
    /// The template, or the error with which the webhook refuses the pod.
    pub template: Result<Map, ControllerError>,
    /// What was assumed or left out because a document is not in the input.
    pub warnings: Vec<String>,
    /// Whether the pods are refused only because a document is not in the input.
    pub lacks_document: bool,
    /// The values that the webhook copied from Secrets.
    pub copied: Copied,
    /// Flags in Knative's ConfigMap `config-features` that are off and that a Knative Service with this template needs.
    pub knative_features: Vec<&'static str>,
    /// Why Knative refuses a Knative Service with this template, whatever its flags.
    pub knative_refusal: Option<&'static str>,
}
