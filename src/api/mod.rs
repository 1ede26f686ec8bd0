//! The API objects that the controller reads.
//!
//! Objects stay JSON trees from input to output, so that nothing a user writes is lost; these types
//! are what the controller reads from them.

pub mod fields;
mod inference_service;
mod metadata;

pub use inference_service::{Component, IMPLEMENTATIONS, InferenceService, Mode};
pub use metadata::{FINALIZER, ObjectMeta, string_map};

/// Annotation and label prefixes and keys that the controller reads or writes.
pub mod keys {
    pub const DEPLOYMENT_MODE: &str = "serving.kserve.io/deploymentMode";
    pub const STOP: &str = "serving.kserve.io/stop";
    pub const AUTOSCALER_CLASS: &str = "serving.kserve.io/autoscalerClass";
    pub const INFERENCE_SERVICE_LABEL: &str = "serving.kserve.io/inferenceservice";
    pub const COMPONENT_LABEL: &str = "component";
    pub const VISIBILITY_LABEL: &str = "networking.knative.dev/visibility";
    pub const KSERVE_VISIBILITY_LABEL: &str = "networking.kserve.io/visibility";
}
