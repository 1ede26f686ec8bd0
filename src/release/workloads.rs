use super::release_area;

release_area! {
    /// Differences in Knative Services, Deployments, Services and autoscalers.
    "workloads" Workloads {
        /// Services come first, then OpenTelemetryCollector and Deployments. Before, Services come after the
        /// Deployments.
        services_first: bool = true, until V0_19 = false;
        /// The deployment mode in a component's annotations is checked again for its Deployment, and another one
        /// than that of the service refused.
        mode_checked_again: bool = true, until V0_16 = false;
        /// Words before `failed to create raw deployment: …`, the error text of multi-node predictors with a wrong
        /// `serving.kserve.io/gpu-resource-types`.
        deployment_error_prefix: &'static str = "failed to create deployment reconciler: ", until V0_16 = "";
        /// The error of a ScaledObject or OpenTelemetryCollector whose API is not installed begins with `failed to get existing …: `.
        missing_apis_named: bool = true, until V0_15 = false;
        /// Where the controller's table of types is made, as errors quote it, if it only knows ScaledObjects and
        /// OpenTelemetryCollectors where their API is installed. `None` if it always knows them.
        types_known_if_installed: Option<&'static str> = None,
            until V0_15 = Some("pkg/runtime/scheme.go:100"), until V0_16 = Some("pkg/runtime/scheme.go:110");
        /// A `deploymentStrategy` is taken over as it is, and the Deployment then has neither
        /// `revisionHistoryLimit` nor `progressDeadlineSeconds`. Before, it is completed and both are there.
        completes_deployment_strategy: bool = false, until V0_15 = true;
        /// `deploymentRolloutStrategy` in the section `deploy` sets surge and unavailability of Deployments.
        rollout_from_config: bool = true, until V0_15 = false, by 4623;
        /// Multi-node predictors have a headless Service for the workers besides the one for the head.
        workers_service: bool = true, until V0_17 = false;
        /// Multi-node predictors have their Services even if the head's pods have a container
        /// `worker-container`.
        services_despite_worker_in_head: bool = true, until V0_17 = false;
        /// HorizontalPodAutoscalers skip a metric without the block `resource`. Before, the controller crashes.
        skips_metrics_without_resource: bool = true, until V0_15 = false;
        /// ScaledObjects have the stabilisation windows of `autoScaling.behavior` or of the section `autoscaler`.
        keda_stabilization_windows: bool = true, until V0_15 = false, by 4570;
        /// Metadata of ScaledObject triggers: quantities are as the user wrote them, and OpenTelemetry queries
        /// are narrowed to the Deployment. Before, quantities are floats with six decimals or canonical, queries
        /// are as given with the replica bounds beside them, and `authenticationRef` does not exist.
        keda_metadata: KedaMetadata = KedaMetadata::AsWritten, until V0_15 = KedaMetadata::Converted, by 4593;
        /// OpenTelemetryCollectors collect the named metrics, with resources and annotations. Before, they
        /// collect for the last metric only, drop other metrics by a condition, and have neither.
        collector: CollectorForm = CollectorForm::NamedMetrics, until V0_15 = CollectorForm::LastMetric, by 4591;
    }
}

/// How a release writes the metadata of KEDA triggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KedaMetadata {
    /// Quantities in canonical form or as floats with six decimals, OpenTelemetry queries as given, with bounds.
    Converted,
    /// Quantities as the user wrote them, OpenTelemetry queries narrowed to the Deployment.
    AsWritten,
}

/// How the collector of a release is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectorForm {
    /// For the last OpenTelemetry metric, named or not; without annotations and resources; other metrics are
    /// dropped by a condition.
    LastMetric,
    /// For all OpenTelemetry metrics that are named; with annotations and resources; only they pass.
    NamedMetrics,
}
