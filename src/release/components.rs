use super::release_area;

/// What an expression of a storage container that does not compile leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadStorageExpression {
    /// An error that says for which URI a container was looked for.
    Resolving,
    /// An error that names only the container.
    Checking,
    /// The controller crashes.
    Crash,
}

release_area! {
    /// Differences in deployment mode, runtime selection and component construction.
    "components" Components {
        /// The deployment modes are called `Standard` and `Knative`; the older names `RawDeployment` and
        /// `Serverless` are translated. Before, only the older names are known: an annotation with a new name is
        /// ignored, and a ConfigMap with one is refused.
        modes_are_standard_and_knative: bool = true, until V0_15 = false, by 4608;
        /// The annotation `serving.kserve.io/server-type` of a runtime decides what it sets by default. Before, only the runtime's name
        /// does.
        server_type_annotation: bool = true, until V0_16 = false, by 5064;
        /// The same annotation decides the image's tag. Before, only the runtime's name does.
        image_by_server_type_annotation: bool = true, until V0_19 = false;
        /// vLLM is a known server: without a GPU its image becomes the `-cpu` one.
        vllm_server_type: bool = true, until V0_19 = false;
        /// What a named runtime sets by default (protocol, environment, labels) is set before the runtime is looked up
        /// and checked, so that a defaulted protocol is checked too.
        defaults_before_runtime_checks: bool = false, until V0_16 = true;
        /// An image with a digest keeps it, whatever `runtimeVersion` or the GPU ask for.
        image_digests_kept: bool = true, until V0_15 = false, by 4653;
        /// MIG slices (`nvidia.com/mig-…`) count as GPUs for the choice of the image.
        mig_counts_as_gpu: bool = true, until V0_15 = false, by 4642;
        /// A variable that has a value in the runtime and a source in the service, or the other way round, keeps what the
        /// service gives. Before, it has both, which the API server refuses.
        env_value_conflicts_resolved: bool = true, until V0_19 = false;
        /// Runtimes may set `schedulerName`.
        runtime_scheduler_name: bool = true, until V0_16 = false, by 5073;
        /// Containers of predictor and transformer get the variable `INFERENCE_SERVICE_NAME`.
        inference_service_name_variable: bool = true, until V0_16 = false, by 5013;
        /// Components can list several `storageUris`.
        storage_uris: bool = true, until V0_15 = false, by 4702;
        /// Predictors can choose their storage container by name.
        storage_container_name: bool = true, until V0_19 = false, by 5314;
        /// Models can be confidential.
        confidential: bool = true, until V0_19 = false, by 5382;
        /// `oci+native://` is a known storage scheme.
        native_oci_scheme: bool = true, until V0_19 = false, by 5558;
        /// What a storage container whose expression does not compile does to a service with a storage URI.
        bad_storage_expression: BadStorageExpression = BadStorageExpression::Resolving,
            until V0_15 = BadStorageExpression::Checking, until V0_19 = BadStorageExpression::Crash;
        /// Runtimes on several nodes may use the executor `mp` instead of Ray.
        mp_executor: bool = true, until V0_17 = false;
        /// Worker pods are told the parallel sizes and the workers' Service.
        worker_parallel_sizes: bool = true, until V0_17 = false;
        /// Models in OCI images can run on several nodes; `MODEL_DIR` is set for them too.
        multi_node_oci: bool = true, until V0_15 = false, by 4441;
    }
}
