//! The objects that run a component: Knative Service; Deployment, Service and autoscaler.
//!
//! The result is data: a list of [`Step`]s, each an object as the controller wants it. What becomes of
//! it depends on what the cluster holds, which [`Step::effect`] answers.

mod step;

pub use step::{Effect, Rule, Step};

use crate::api::InferenceService;
use crate::cluster::Cluster;
use crate::component::Built;
use crate::status::ComponentStatus;

/// The objects that the controller looks at for one component, in its order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// Standard mode: the URL of the component that the status reports.
    pub url: Option<String>,
}

/// The objects of a component, or of a canary predictor, in Standard mode.
///
/// # Errors
/// The controller's text, without the prefix that names the component. All objects are computed before
/// the first is sent, so an error prevents every one of them.
pub fn standard(cluster: &Cluster, service: &InferenceService, built: Built) -> Result<Plan, String> {
    let _ = (cluster, service, built);
    Ok(Plan::default())
}

/// The Knative Service of a component. `previous` is the component's entry in the stored status, from
/// which canary traffic takes the last rolled out revision.
pub fn knative(cluster: &Cluster, service: &InferenceService, built: Built, previous: &ComponentStatus) -> Plan {
    let _ = (cluster, service, built, previous);
    Plan::default()
}
