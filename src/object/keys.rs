//! Annotation and label prefixes and keys that the controllers read or write.

pub const DEPLOYMENT_MODE: &str = "serving.kserve.io/deploymentMode";
/// Stops what the controllers run for a resource; see [`means_stop`].
pub const STOP: &str = "serving.kserve.io/stop";
pub const AUTOSCALER_CLASS: &str = "serving.kserve.io/autoscalerClass";
pub const INFERENCE_SERVICE_LABEL: &str = "serving.kserve.io/inferenceservice";
pub const COMPONENT_LABEL: &str = "component";
pub const VISIBILITY_LABEL: &str = "networking.knative.dev/visibility";
pub const KSERVE_VISIBILITY_LABEL: &str = "networking.kserve.io/visibility";

/// Name of the container that serves the model.
pub const MAIN_CONTAINER: &str = "kserve-container";
/// Name of a transformer container in the predictor's pod.
pub const TRANSFORMER_CONTAINER: &str = "transformer-container";
/// Name of the container of worker pods.
pub const WORKER_CONTAINER: &str = "worker-container";

/// The placeholder for a value that a controller generates anew each time, such as a certificate.
pub const GENERATED: &str = "<generated>";

/// The annotation in which `kubectl apply` keeps the document that it last applied.
pub const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The annotation that lists, separated by commas, the codes or names of rules to ignore for a service.
pub const IGNORE: &str = "kserve-render/ignore";

/// Whether a value of the annotation [`STOP`] stops a resource.
pub fn means_stop(value: &str) -> bool {
    value.eq_ignore_ascii_case("true")
}
