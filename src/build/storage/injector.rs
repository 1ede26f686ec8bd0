//! What the functions that change a pod have in common.

use super::copied::Copied;
use super::settings::Settings;
use super::spec::Pod;
use crate::api::InferenceService;
use crate::facts::{Cluster, missing_secret};
use crate::object::Kind;

/// The context of changes to a pod, and notes about them. It is used for a run of the webhook, and for a controller that makes
/// the same changes.
pub(crate) struct Injector<'a> {
    pub cluster: &'a Cluster,
    /// The service that the pod belongs to, found by the pod's label as in the webhook.
    pub service: Option<&'a InferenceService>,
    pub settings: &'a Settings,
    pub warnings: Vec<String>,
    /// The values that were copied from Secrets.
    pub copied: Copied,
    /// Whether the pod cannot be built without a document that is not in the input.
    pub lacks_document: bool,
}

impl Injector<'_> {
    /// Warns that a document of the pod's namespace is not in the input.
    pub fn missing(&mut self, kind: Kind, pod: &Pod, name: &str, effect: &str) {
        let warning = format!(
            "{} {}/{name} is not in the input, so {effect}: add it to the input if the cluster has it",
            kind.name(),
            pod.namespace
        );
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Like [`Injector::missing`], for a Secret without which the webhook refuses the pod; `account` is the ServiceAccount that
    /// names it.
    pub fn missing_refuses(&mut self, pod: &Pod, name: &str, account: Option<&str>) {
        self.lacks_document = true;
        let warning = missing_secret(&pod.namespace, name, account);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}
