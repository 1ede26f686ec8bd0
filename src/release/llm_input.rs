use super::release_area;

release_area! {
    /// Differences in what LLMInferenceServices are made of and whether they are accepted.
    "llmInput" LlmInput {
        /// The API server has the kinds LLMInferenceService and LLMInferenceServiceConfig in version `v1alpha2`.
        v1alpha2: bool = true, until V0_16 = false;
        /// A webhook sets the model name of a service that has none, and brings services into the form of the controller's types. Before,
        /// only the controller does so, and if this changes a service, the write that adds its finalizer increases the generation.
        defaulting_webhook: bool = true, until V0_18 = false;
        /// Empty values that the user writes, such as `expert: false`, stay. Before, the defaulting webhook removes them.
        webhook_keeps_empty_values: bool = true, until V0_19 = false;
        /// The defaulting webhook writes the group of a service into the label `serving.kserve.io/routing-group`.
        routing_group_label: bool = true, until V0_19 = false;
        /// There are presets for tracing and for predicting latencies.
        tracing_presets: bool = true, until V0_19 = false;
        /// A config that exists in no namespace is told apart from one that cannot be read.
        missing_config_told: bool = true, until V0_18 = false;
        /// The webhook checks groups, cache tiers, claims of devices and settings of confidential models.
        extended_rules: bool = true, until V0_19 = false;
        /// The webhook checks LoRA adapters.
        adapter_rules: bool = true, until V0_18 = false;
        /// The webhook requires the same actuator for decoding and prefill.
        one_actuator: bool = true, until V0_17 = false;
        /// An init container `storage-initializer` of the user is merged with the controller's.
        initializer_merged: bool = true, until V0_19 = false;
        /// An init container `storage-initializer` of the user is removed where it is not merged. Before, both stay.
        initializer_removed: bool = true, until V0_18 = false;
        /// LoRA adapters are looked up.
        adapters: bool = true, until V0_18 = false;
        /// Templates of configs know whether TLS is on.
        template_tls: bool = true, until V0_17 = false;
        /// Templates of configs know the header with the model's name.
        template_model_header: bool = true, until V0_18 = false;
        /// Templates of configs know the InferencePool.
        template_pool: bool = true, until V0_19 = false;
        /// Templates of configs have the function `shutdownTimeout`.
        template_shutdown_timeout: bool = true, until V0_18 = false;
        /// Templates of configs have the function `kvTransferConfig`.
        template_kv_transfer: bool = true, until V0_19 = false;
        /// Devices are claimed for services whose annotations ask for them.
        managed_devices: bool = true, until V0_19 = false;
        /// A pool without a port for its endpoint picker gets port 9002.
        pool_port: bool = true, until V0_19 = false;
        /// A parent of a route that comes from a Gateway reference without a namespace has none either. Before, it has an
        /// empty one.
        parent_namespace_left_out: bool = true, until V0_18 = false;
        /// An event reports a plugin that predicts latencies if its configuration is in a ConfigMap.
        predictor_event: bool = true, until V0_19 = false;
        /// The image of the scheduler in the service for which the webhook evaluates a config.
        sample_scheduler_image: &'static str = "ghcr.io/llm-d/llm-d-router-endpoint-picker:v0.9.0",
            until V0_17 = "ghcr.io/llm-d/llm-d-inference-scheduler:0.0.4",
            until V0_19 = "ghcr.io/llm-d/llm-d-inference-scheduler:v0.7.1";
    }
}
