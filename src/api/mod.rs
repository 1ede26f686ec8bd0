//! The API objects that controllers and webhooks read.
//!
//! Objects stay JSON trees from input to output, so that nothing a user writes is lost. Code reads them through views: they
//! borrow the tree, and their accessors are named after the fields, so that a rule reads like a sentence and a wrong name does
//! not compile.

mod autoscaler;
mod canary;
mod component;
mod condition;
mod gateway;
mod inference_service;
mod local_model;
mod logger;
mod metric;
mod model;
mod pod;
mod resource_claim;
mod routing;
mod runtime;
#[cfg(test)]
pub(crate) mod tests;
mod worker;
mod workload;

pub use autoscaler::{HorizontalPodAutoscalerSpec, ScaleTarget, ScaledObjectSpec};
pub use canary::Canary;
pub use component::{CanarySpec, ComponentSpec, ServiceSpec, StorageUri};
pub use condition::Condition;
pub use gateway::{
    BackendReference, GatewaySpec, GatewayStatus, HeaderMatch, Listener, ParentReference, ParentStatus, PathMatch,
    RouteMatch, RouteRule, RouteSpec,
};
pub use inference_service::{Component, FRAMEWORKS, IMPLEMENTATIONS, InferenceService, Mode};
pub use local_model::LocalModelCacheSpec;
pub use logger::Logger;
pub use metric::{
    Authentication, AutoScaling, Behavior, Metric, MetricTarget, QueryMetric, ResourceMetric, ScalingRules,
};
pub use model::{Art, Confidential, Model, Storage};
pub use pod::{
    Container, ContainerPort, HttpGet, PodSpec, PodTemplate, Probe, Resources, SecurityContext, Variable,
    VariableSource, Volume, VolumeMount,
};
pub use resource_claim::ResourceClaimTemplateSpec;
pub use routing::{IngressPath, IngressService, IngressSpec, TrafficTarget, VirtualMatch, VirtualServiceSpec};
pub use runtime::{RuntimeSpec, StorageContainerSpec, SupportedModelFormat};
pub use worker::Worker;
pub use workload::{LeaderWorkerTemplate, ServicePort, WorkloadStatus};
