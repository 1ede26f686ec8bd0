use super::release_area;
use crate::status::DeploymentReadiness;

release_area! {
    /// Differences in the reported status.
    "status" Status {
        /// Conditions that are True carry the reason and message of the workload, such as
        /// `MinimumReplicasAvailable`. Before, they carry neither.
        reasons_of_true_conditions: bool = true, until V0_16 = false;
        /// How Deployments make their component ready: only by `Available` (and the component has no
        /// condition before that is reported), or also by the progress of the rollout.
        deployment_readiness: DeploymentReadiness = DeploymentReadiness::AvailableFirst,
            until V0_15 = DeploymentReadiness::AvailableOnly, until V0_19 = DeploymentReadiness::RolloutFirst;
        /// The condition of a multi-node predictor names the reason that head and worker report. Before, it
        /// shows the reasons of other conditions that happen to stand before it.
        multi_node_reasons: bool = true, until V0_19 = false;
        /// `modelStatus.copies` counts the ready pods at any time. Before, it counts all pods, and is there only
        /// once the model is loaded.
        copies_count_ready_pods: bool = true, until V0_15 = false;
    }
}
