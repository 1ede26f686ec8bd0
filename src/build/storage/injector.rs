//! What the changes of a pod have in common.

use super::copied::Copied;
use super::settings::Settings;
use super::spec::Pod;
use crate::api::InferenceService;
use crate::facts::{Cluster, missing_secret};

/// What changes a pod reads, and what is worth saying about them: a run of the webhook, or a controller that does the same.
pub(crate) struct Injector<'a> {
    pub cluster: &'a Cluster,
    /// The service that the pod belongs to, as the webhook finds it by the pod's label.
    pub service: Option<&'a InferenceService>,
    pub settings: &'a Settings,
    pub warnings: Vec<String>,
    /// What was copied of Secrets, noted when it was.
    pub copied: Copied,
    /// Whether the pod cannot be without a document that is not in the input.
    pub lacks_document: bool,
}

impl Injector<'_> {
    /// Warns that a document of the pod's namespace is not in the input.
    pub fn missing(&mut self, kind: &str, pod: &Pod, name: &str, effect: &str) {
        let warning = format!(
            "{kind} {}/{name} is not in the input, so {effect}: add it to the input if the cluster has it",
            pod.namespace
        );
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// The same of a Secret without which the webhook refuses the pod; `account` is the ServiceAccount that names it.
    pub fn missing_refuses(&mut self, pod: &Pod, name: &str, account: Option<&str>) {
        self.lacks_document = true;
        let warning = missing_secret(&pod.namespace, name, account);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}
