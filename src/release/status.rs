use super::release_area;

release_area! {
    /// Differences in the reported status.
    "status" Status {
        /// Conditions that are True carry the reason and message of the workload, such as
        /// `MinimumReplicasAvailable`. Before, they carry neither.
        reasons_of_true_conditions: bool = true, until V0_16 = false, by 5129;
        /// How Deployments make their component ready: only by `Available` (and the component has no
        /// condition before that is reported), or also by the progress of the rollout.
        deployment_readiness: DeploymentReadiness = DeploymentReadiness::AvailableFirst,
            until V0_15 = DeploymentReadiness::AvailableOnly, until V0_19 = DeploymentReadiness::RolloutFirst;
        /// The condition of a multi-node predictor names the reason that head and worker report. Before, it
        /// shows the reasons of other conditions that happen to stand before it.
        multi_node_reasons: bool = true, until V0_19 = false, by 5703;
        /// `modelStatus.copies` counts the ready pods at any time. Before, it counts all pods, and is there only
        /// once the model is loaded.
        copies_count_ready_pods: bool = true, until V0_15 = false, by 4676;
        /// A `RawDeployment` or `Serverless` in the status of an existing service counts as the new name.
        /// Before, such a service runs as a Knative Service.
        legacy_modes_in_status: bool = true, until V0_18 = false, by 5427;
        /// A service in ModelMesh mode gets a status with initial conditions. Before, it gets none.
        modelmesh_status: bool = true, until V0_16 = false;
        /// The annotation `serving.kserve.io/disable-auto-update` keeps a ready service as it is.
        disable_auto_update: bool = true, until V0_15 = false, by 4342;
        /// `Ready`, `PredictorReady` and `IngressReady` are there from the start, as Unknown.
        initial_conditions: bool = true, until V0_16 = false;
        /// The status is written even if Knative is missing, or the CA bundle or the ingress cannot be made.
        early_failures_write_status: bool = true, until V0_16 = false;
        /// Services in every mode can be stopped with `serving.kserve.io/stop`, and their conditions then carry the
        /// reason `Stopped`. Before, only services in Knative mode can, and the conditions carry no reason.
        stop: StopSupport = StopSupport::EveryMode, until V0_15 = StopSupport::KnativeOnly, by 4455;
        /// The status names the serving runtime in use.
        runtime_names: bool = true, until V0_15 = false;
        /// A component whose objects cannot be made gets the condition reason `ReconcileFailed`.
        reconcile_failed_condition: bool = true, until V0_16 = false, by 5114;
        /// Keys that others add to the ConfigMap `global-ca-bundle` stay.
        ca_bundle_keeps_other_keys: bool = true, until V0_18 = false, by 5513;
        /// Canary predictors (`spec.canary`) run beside the stable one in Standard mode. Deployments and Services
        /// of the predictor that the spec does not ask for are deleted, such as those of a canary that is gone, but
        /// also the worker and the head and worker Services of a multi-node predictor.
        canaries: bool = true, until V0_19 = false, by 5672;
    }
}

/// Which services can be stopped, and how their conditions say so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopSupport {
    /// Conditions carry the reason `Stopped`; every component is marked.
    EveryMode,
    /// Without reason, and only the predictor is marked.
    KnativeOnly,
}

impl StopSupport {
    /// The reason of the conditions of a stopped service.
    pub const fn reason(self) -> &'static str {
        match self {
            StopSupport::EveryMode => "Stopped",
            StopSupport::KnativeOnly => "",
        }
    }
}

/// How Deployments decide whether their component is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeploymentReadiness {
    /// `Available` decides; as long as it is absent nothing is said.
    AvailableOnly,
    /// `Available`, then the rollout: a rollout under way makes the component Unknown.
    RolloutFirst,
    /// `Available`, then the rollout: a rollout under way counts only while nothing is available.
    AvailableFirst,
}
