use super::release_area;
use super::version::Version;

release_area! {
    /// Differences in configuration, schema, defaulting and validation.
    "input" Input {
        /// The fields of InferenceServices, serving runtimes and storage containers are those of this release;
        /// the API server drops others with a warning. New are: v0.16 `storageUris`, `logger.storage`,
        /// `autoScaling.behavior` and authentication of external metrics; v0.17 batching of logs; v0.20 `canary`,
        /// `predictor.name`, `storageContainerName` and `confidential`.
        fields: Version = Version::NEWEST, each release;
        /// The members of the ConfigMap's sections that the release knows; it ignores others, even if they have a wrong type. New are:
        /// v0.16 `deploymentRolloutStrategy`, `opentelemetryCollector.resource` and `logger.storage`; v0.17 batching of logs; v0.18
        /// `disableHTTPRouteTimeout` and `enableLLMInferenceServiceTLS`; v0.19 model-based routing; v0.20 `ociModelMode` and
        /// `enableOciModelSupport`. `enableDirectPvcVolumeMount` is gone since v0.16.
        config_members: Version = Version::NEWEST, each release;
        /// Texts about values of a wrong type name the Go structs that others embed, as in
        /// `PredictorSpec.spec.predictor.ComponentExtensionSpec.minReplicas`. Before, they leave them out.
        embedded_structs_named: bool = true, until V0_16 = false;
        /// The annotation `serving.kserve.io/deploymentMode` is rewritten from `RawDeployment` and `Serverless` to
        /// `Standard` and `Knative`. Before, it stays as it is written.
        mode_annotation_renamed: bool = true, until V0_16 = false, by 5025;
        /// A `model` of format `vLLM` without `protocolVersion` gets `v2`. Before, only `triton` does.
        vllm_models_speak_v2: bool = true, until V0_19 = false;
        /// Local models can also be cached for one namespace (LocalModelNamespaceCache).
        namespaced_local_models: bool = true, until V0_17 = false, by 4887;
        /// The labels and annotations of local models are removed from a service whose model is in no cache, even when local models are
        /// off, and a predictor without implementation makes the defaulting webhook crash. Before, none of this happens while local models
        /// are off.
        local_model_marks_removed: bool = true, until V0_17 = false;
        /// Updates of a service that is being deleted: checked like others, checked except for the deployment mode,
        /// or accepted as they are.
        deleted_services: DeletedServices = DeletedServices::Accepted,
            until V0_16 = DeletedServices::Checked, until V0_18 = DeletedServices::CheckedExceptMode, by 5025, by 5420;
        /// A service whose status has no deployment mode yet counts as `Standard` when it is updated, so that the
        /// annotations `Knative` and `ModelMesh` are refused then.
        missing_mode_counts_as_standard: bool = false, until V0_18 = false, until V0_19 = true, by 5799;
        /// When an update is compared with the deployment mode in the status, the older names `RawDeployment` and
        /// `Serverless` count as `Standard` and `Knative`. Before, the texts are compared as they are.
        stored_mode_renamed: bool = true, until V0_18 = false, by 5427;
        /// The variable `PYTHONPATH` is refused in containers of services and serving runtimes.
        blocked_variables: bool = true, until V0_17 = false;
        /// `name` is refused in the container of a model or framework. Before, it is accepted.
        model_container_name_refused: bool = true, until V0_15 = false, by 4535;
        /// Storage protocols of a predictor on several nodes. Before, only volume claims.
        multi_node_protocols: &'static [&'static str] = &["pvc", "oci"], until V0_15 = &["pvc"], by 4441;
        /// The fields that the webhook lists when a predictor does not have exactly one implementation.
        predictor_alternatives: &'static str = "Name, SKLearn, XGBoost, Tensorflow, PyTorch, Triton, ONNX, HuggingFace, \
            PMML, LightGBM, Paddle, Model, StorageUris, StorageContainerName, WorkerSpec, PodSpec",
            until V0_15 = "SKLearn, XGBoost, Tensorflow, PyTorch, Triton, ONNX, HuggingFace, PMML, LightGBM, Paddle, \
                Model, WorkerSpec, PodSpec",
            until V0_19 = "SKLearn, XGBoost, Tensorflow, PyTorch, Triton, ONNX, HuggingFace, PMML, LightGBM, Paddle, \
                Model, StorageUris, WorkerSpec, PodSpec";
        /// The fields that the webhook lists when a transformer does not have exactly one implementation.
        transformer_alternatives: &'static str = "PodSpec, ComponentExtensionSpec", until V0_15 = "PodSpec";
        /// The fields that the webhook lists when an explainer does not have exactly one implementation.
        explainer_alternatives: &'static str = "ART, PodSpec, ComponentExtensionSpec", until V0_15 = "ART, PodSpec";
        /// A KEDA memory metric of type `AverageValue` without a value is refused with a text. Before, the
        /// validating webhook crashes on it.
        missing_memory_target_refused: bool = true, until V0_15 = false;
        /// Slices of GPUs (`nvidia.com/mig-…`) count as GPUs in the check of TensorFlow and PyTorch versions.
        gpu_slices_count_as_gpus: bool = true, until V0_15 = false;
        /// Services get the annotation `modelFormat` with the name of their model format; child objects do not.
        model_format_annotation: bool = true, until V0_16 = false;
        /// `cpuModelcar` and `memoryModelcar` of the section `storageInitializer` are not looked at here, must be quantities, or must be
        /// quantities if they are set.
        modelcar_resources: ModelcarResources = ModelcarResources::Optional,
            until V0_15 = ModelcarResources::NotChecked, until V0_16 = ModelcarResources::Required;
        /// Model servers' OCI images can be mounted natively (`ociModelMode`), and the mode is checked. Before,
        /// only `enableModelcar` counts.
        oci_model_mode: bool = true, until V0_19 = false;
        /// The storage initializer's settings are checked for every component. Before, only the pod webhook reads
        /// them.
        storage_initializer_checked_by_components: bool = true, until V0_15 = false;
    }
}

/// Whether a release wants resources for modelcar containers in the ConfigMap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelcarResources {
    /// Nobody looks at them.
    NotChecked,
    /// They must be there and be quantities.
    Required,
    /// They must be quantities if they are set.
    Optional,
}

/// What happens to an update of a service that is being deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeletedServices {
    /// It is checked like others.
    Checked,
    /// It is checked except for the deployment mode.
    CheckedExceptMode,
    /// It is accepted as it is.
    Accepted,
}
