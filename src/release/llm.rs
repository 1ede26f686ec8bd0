use super::release_area;

/// The configuration of the scheduler for services that give none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchedulerDefaults {
    /// Scores by queue, cache and utilization, and by adapters where there are any.
    ByUtilization,
    /// Scores by queue and cache.
    ByQueue,
    /// The same, with older names of the plugins for disaggregation.
    ByQueueNamedDecider,
    /// The same, with a threshold for disaggregation.
    ByQueueThreshold,
}

/// For which of the scheduler's releases the controller rewrites its configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchedulerMigrations {
    /// None.
    None,
    /// Those for the scheduler's release 0.7.
    UpTo0_7,
    /// Those for its releases 0.7 to 0.9.
    UpTo0_9,
}

/// What becomes of an init container `storage-initializer` that the user writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserInitializer {
    /// It is merged over the controller's.
    Merged,
    /// It is removed.
    Removed,
    /// It stays next to the controller's, so that the API server refuses the pod.
    Kept,
}

/// Which paths of a route become URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutePaths {
    /// The shallowest for each way: by path, by publisher, by model header.
    ByAccess,
    /// The shallowest by path and the shallowest by model header.
    ByPathAndModel,
    /// The shallowest of all.
    Shallowest,
}

release_area! {
    /// Differences in what becomes of LLMInferenceServices.
    "llm" Llm {
        /// Labels and annotations of the spec reach the prefill pods too; those of the prefill block take precedence.
        spec_metadata_on_prefill_pods: bool = false, until V0_19 = true;
        /// The annotation that switches model-based routing on or off stays out of pods and Services.
        routing_annotation_kept_back: bool = true, until V0_19 = false;
        /// ServiceAccounts that the controller creates get the Secrets of the account `default`; the scheduler's account gets those of the
        /// main workload's account.
        accounts_get_default_secrets: bool = true, until V0_17 = false;
        /// Routing sidecars may read InferencePools of the stable API group too.
        sidecar_reads_stable_pools: bool = true, until V0_19 = false;
        /// Models that caches of the cluster hold are mounted from there, and the pods are labelled for it.
        local_models: bool = true, until V0_18 = false;
        /// LoRA adapters are downloaded or mounted, and named to the model server.
        lora: bool = true, until V0_18 = false;
        /// `ociModelMode` decides how OCI images are mounted, and `oci+native://` is a scheme.
        oci_modes: bool = true, until V0_19 = false;
        /// The storage initializer is told how to download fast from Hugging Face.
        hugging_face_variables: bool = true, until V0_17 = false;
        /// What becomes of an init container `storage-initializer` of the user.
        user_initializer: UserInitializer = UserInitializer::Merged, until V0_18 = UserInitializer::Kept, until V0_19 = UserInitializer::Removed;
        /// Where a model is mounted rather than downloaded, the user's storage initializer stays.
        user_initializer_stays_beside_mounts: bool = false, until V0_19 = true;
        /// Settings of confidential models reach the storage initializer.
        confidential: bool = true, until V0_19 = false;
        /// Further tiers of the key-value cache become volumes.
        cache_tiers: bool = true, until V0_19 = false;
        /// Tracing reaches servers and scheduler.
        tracing: bool = true, until V0_19 = false;
        /// Devices are claimed for services whose annotations ask for them.
        managed_devices: bool = true, until V0_19 = false;
        /// No LeaderWorkerSet is built for a service without workers. Before, one is built even if it is not wanted, so an error in it,
        /// such as an unknown scheme of the model's URI, is reported for it instead of for the Deployment.
        worker_sets_only_with_workers: bool = true, until V0_18 = false;
        /// The workload Service speaks HTTPS only if the configuration says so.
        workload_service_follows_tls_setting: bool = true, until V0_18 = false;
        /// Labels and annotations of the spec reach the workload Service.
        workload_service_has_spec_metadata: bool = true, until V0_18 = false;
        /// The pods of a stopped service are not built, so nothing in them can fail.
        stopped_pods_are_empty: bool = true, until V0_18 = false;
        /// The Gateways of the routes alone decide whether the Gateways are ready. Before, those that the service names do.
        gateways_judged_by_routes: bool = true, until V0_18 = false;
        /// The address of a service without a route has the scheme that the configuration sets.
        routeless_address_follows_tls_setting: bool = true, until V0_19 = false;
        /// The certificate comes with that of its authority.
        certificate_has_authority: bool = true, until V0_17 = false;
        /// Workloads are scaled.
        autoscaling: bool = true, until V0_17 = false;
        /// Conditions tell whether scaling works.
        scaling_conditions: bool = true, until V0_18 = false;
        /// The configuration of a scheduler that is given none.
        scheduler_defaults: SchedulerDefaults = SchedulerDefaults::ByUtilization,
            until V0_17 = SchedulerDefaults::ByQueueThreshold, until V0_18 = SchedulerDefaults::ByQueueNamedDecider,
            until V0_19 = SchedulerDefaults::ByQueue;
        /// A tokenizer beside the scheduler gets the model, and the configuration names it.
        scheduler_adapts_tokenizer: bool = true, until V0_17 = false;
        /// For which of the scheduler's releases the controller rewrites its configuration.
        scheduler_migrations: SchedulerMigrations = SchedulerMigrations::UpTo0_9,
            until V0_18 = SchedulerMigrations::None, until V0_19 = SchedulerMigrations::UpTo0_7;
        /// The scheduler restarts when the certificate changes, unless it reloads the certificate itself.
        scheduler_restarts_with_certificate: bool = false, until V0_17 = true;
        /// The scheduler may read rewrites of models and imports of pools.
        scheduler_reads_rewrites: bool = true, until V0_17 = false;
        /// The scheduler may read objects of the API group `llm-d.ai`.
        scheduler_reads_llm_d: bool = true, until V0_19 = false;
        /// InferencePools of the experimental API group are left out if the group is not installed.
        experimental_pools_optional: bool = true, until V0_19 = false;
        /// Errors call such a pool `v1alpha2pool.InferencePool`. Before, `v1alpha2.InferencePool`.
        experimental_pool_type_renamed: bool = true, until V0_19 = false;
        /// A route without anything in it, which happens where no preset fills it, crashes the controller.
        empty_route_crashes: bool = false, until V0_19 = true;
        /// Only the first parent of a route decides whether its gateway supports a pool.
        pool_support_by_first_parent: bool = false, until V0_19 = true;
        /// Only the gateways that a service uses decide whether its pool is ready.
        pools_judged_by_used_gateways: bool = true, until V0_19 = false;
        /// Rules that look at the header with the model's name are kept only where the spec asks for them.
        model_routing_asked_for: bool = true, until V0_19 = false;
        /// Rules of adapters are in the order of their names.
        routed_adapters_sorted: bool = true, until V0_19 = false;
        /// Services share traffic in groups.
        groups: bool = true, until V0_19 = false;
        /// An event reports services that serve the same model.
        collision_events: bool = true, until V0_19 = false;
        /// Which paths of a route become URLs.
        route_paths: RoutePaths = RoutePaths::ByAccess, until V0_18 = RoutePaths::Shallowest, until V0_19 = RoutePaths::ByPathAndModel;
        /// There is an internal URL for each path and listener of a Gateway that has a Service. Before, one for each Service.
        internal_urls_per_path: bool = true, until V0_19 = false;
        /// A service without external URLs still has a URL in its status.
        internal_status_url: bool = true, until V0_17 = false;
        /// Of several internal URLs, the one with the scheme of the configuration is preferred.
        internal_url_by_scheme: bool = true, until V0_19 = false;
        /// Of several URLs, the one with the path of the service is preferred.
        status_url_by_path: bool = true, until V0_18 = false;
        /// Addresses in the status say whether they are for routing by model.
        addresses_name_model_routing: bool = true, until V0_18 = false;
        /// Addresses in the status name their Gateway.
        addresses_have_origin: bool = true, until V0_18 = false;
        /// Addresses in the status list their models.
        addresses_have_models: bool = true, until V0_19 = false;
        /// The status lists configurations, Gateways and workloads.
        status_observes_objects: bool = true, until V0_18 = false;
        /// The status counts the replicas of workloads.
        workloads_count_replicas: bool = true, until V0_19 = false;
        /// Events report services that become ready or cease to be ready.
        readiness_events: bool = true, until V0_18 = false;
        /// A stopped service does without its presets if they cannot be read.
        stops_without_presets: bool = true, until V0_18 = false;
        /// A configuration that does not exist ends a pass without an error.
        missing_config_is_quiet: bool = true, until V0_18 = false;
        /// `-o report` lists objects of the context that the controller takes over or deletes. For older releases it lists only what the
        /// controller creates; all other forms have them.
        context_is_reported: bool = true, until V0_19 = false;
    }
}
