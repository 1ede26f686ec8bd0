//! What webhooks, controllers and explanations read from the specs of LLMInferenceServices and their configs. Views
//! borrow the JSON tree, and their methods are named after the fields.

mod router;
mod scheduler;
mod workload;

use super::places::POD_SPECS;
use crate::api::{Confidential, ParentReference, PodSpec};
use crate::object::fields::{NOTHING, elements, integer, member, objects, text};
use crate::{Map, Value};
use router::names;
pub use router::{HttpRoutes, References, Route, Router};
pub use scheduler::{EndpointPicker, Extension, OldPoolSpec, Pool, PoolSpec, Scheduler, SchedulerConfig};
pub use workload::{CacheOffloading, ClaimTier, EmptyDirTier, FileSystemTier, Keda, Scaling, VariantScaling, Workload};

/// `spec` of a service or a config.
#[derive(Debug, Clone, Copy)]
pub struct LlmSpec<'a>(&'a Map);

impl<'a> LlmSpec<'a> {
    pub const fn of(fields: &'a Map) -> LlmSpec<'a> {
        LlmSpec(fields)
    }

    /// The spec of an object, or an empty one if it has none.
    pub fn of_object(object: &'a Map) -> LlmSpec<'a> {
        LlmSpec(member(object, "spec").unwrap_or(&NOTHING))
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// `model`, or an empty one if it is unset.
    pub fn model(self) -> LlmModel<'a> {
        LlmModel(member(self.0, "model").unwrap_or(&NOTHING))
    }

    /// Whether there is a model, even an empty one.
    pub fn has_model(self) -> bool {
        self.0.contains_key("model")
    }

    pub fn storage_initializer(self) -> Option<StorageInitializer<'a>> {
        member(self.0, "storageInitializer").map(StorageInitializer)
    }

    /// The fields of the spec that make up the main workload.
    pub const fn main(self) -> Workload<'a> {
        Workload::of(self.0)
    }

    pub fn prefill(self) -> Option<Workload<'a>> {
        member(self.0, "prefill").map(Workload::of)
    }

    /// The pod spec at one of [`POD_SPECS`].
    pub fn pod(self, path: &[&str]) -> Option<PodSpec<'a>> {
        self.pods().find(|(known, _)| *known == path).map(|(_, pod)| pod)
    }

    /// The pod specs that are set, each with its path, in the order of [`POD_SPECS`].
    pub fn pods(self) -> impl Iterator<Item = (&'static [&'static str], PodSpec<'a>)> {
        let (main, prefill) = (self.main(), self.prefill());
        let pods = [
            main.template(),
            main.worker(),
            prefill.and_then(Workload::template),
            prefill.and_then(Workload::worker),
            self.scheduler().and_then(Scheduler::template),
        ];
        POD_SPECS.into_iter().zip(pods).filter_map(|(path, pod)| Some((path, pod?)))
    }

    pub fn router(self) -> Option<Router<'a>> {
        member(self.0, "router").map(Router::of)
    }

    /// `router.route`.
    pub fn route(self) -> Option<Route<'a>> {
        self.router()?.route()
    }

    /// `router.route.http`.
    pub fn http(self) -> Option<HttpRoutes<'a>> {
        self.route()?.http()
    }

    /// `router.gateway.refs`; empty if unset.
    pub fn gateways(self) -> impl Iterator<Item = ParentReference<'a>> + Clone {
        self.router().and_then(Router::gateway).into_iter().flat_map(References::all)
    }

    /// `router.scheduler`.
    pub fn scheduler(self) -> Option<Scheduler<'a>> {
        self.router()?.scheduler()
    }

    /// `router.route.group`: the services that share traffic, if its name is not empty.
    pub fn group(self) -> Option<&'a str> {
        self.route().and_then(Route::group).filter(|group| !group.is_empty())
    }

    /// The reference to an InferencePool that the controller does not manage, if its name is not empty.
    pub fn pool_reference(self) -> Option<&'a str> {
        self.scheduler()?.pool()?.reference().filter(|name| !name.is_empty())
    }

    pub fn tracing(self) -> Option<Tracing<'a>> {
        member(self.0, "tracing").map(Tracing)
    }

    /// The names of the base configs.
    pub fn base_refs(self) -> impl ExactSizeIterator<Item = &'a str> {
        names(elements(self.0, "baseRefs"))
    }
}

/// A model, or one of its adapters.
#[derive(Debug, Clone, Copy)]
pub struct LlmModel<'a>(&'a Map);

impl<'a> LlmModel<'a> {
    pub const fn of(fields: &'a Map) -> LlmModel<'a> {
        LlmModel(fields)
    }

    /// Empty if unset.
    pub fn uri(self) -> &'a str {
        text(self.0, "uri")
    }

    /// Whether there is a URI, even an empty one.
    pub fn has_uri(self) -> bool {
        self.0.get("uri").is_some_and(Value::is_string)
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        self.given_name().unwrap_or_default()
    }

    /// The name if it is set, even to an empty string.
    pub fn given_name(self) -> Option<&'a str> {
        self.0.get("name")?.as_str()
    }

    pub fn lora(self) -> Option<Lora<'a>> {
        member(self.0, "lora").map(Lora)
    }

    /// `lora.adapters`; empty if unset.
    pub fn adapters(self) -> impl Iterator<Item = LlmModel<'a>> {
        self.lora().into_iter().flat_map(Lora::adapters)
    }

    /// The adapter names that are set.
    pub fn adapter_names(self) -> impl Iterator<Item = &'a str> {
        self.adapters().filter_map(LlmModel::given_name)
    }

    pub fn confidential(self) -> Option<Confidential<'a>> {
        member(self.0, "confidential").map(Confidential::of)
    }
}

/// `lora` of a model.
#[derive(Debug, Clone, Copy)]
pub struct Lora<'a>(&'a Map);

impl<'a> Lora<'a> {
    pub fn adapters(self) -> impl Iterator<Item = LlmModel<'a>> {
        objects(self.0, "adapters").map(LlmModel)
    }

    pub fn max_rank(self) -> Option<i64> {
        integer(self.0, "maxRank")
    }

    pub fn max_adapters(self) -> Option<i64> {
        integer(self.0, "maxAdapters")
    }

    pub fn max_cpu_adapters(self) -> Option<i64> {
        integer(self.0, "maxCpuAdapters")
    }
}

/// `storageInitializer`.
#[derive(Debug, Clone, Copy)]
pub struct StorageInitializer<'a>(&'a Map);

impl StorageInitializer<'_> {
    pub fn enabled(self) -> Option<bool> {
        self.0.get("enabled")?.as_bool()
    }
}

/// `tracing`.
#[derive(Debug, Clone, Copy)]
pub struct Tracing<'a>(&'a Map);

impl<'a> Tracing<'a> {
    /// Empty if unset, like the other strings.
    pub fn exporter_endpoint(self) -> &'a str {
        text(self.0, "exporterEndpoint")
    }

    pub fn exporter(self) -> &'a str {
        text(self.0, "exporter")
    }

    pub fn sampler(self) -> &'a str {
        text(self.0, "sampler")
    }

    pub fn sampler_arg(self) -> &'a str {
        text(self.0, "samplerArg")
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_field_that_a_view_reads_is_in_the_tables() {
        crate::api::tests::check(
            &[
                include_str!("mod.rs"),
                include_str!("router.rs"),
                include_str!("scheduler.rs"),
                include_str!("workload.rs"),
            ],
            &[
                ("LlmSpec", &["v1alpha2.LLMInferenceServiceSpec", "v1alpha2.LLMInferenceService"]),
                ("LlmModel", &["v1alpha2.LLMModelSpec"]),
                ("Lora", &["v1alpha2.LoRASpec"]),
                ("StorageInitializer", &["v1alpha2.StorageInitializerSpec"]),
                ("Workload", &["v1alpha2.WorkloadSpec"]),
                ("Scaling", &["v1alpha2.ScalingSpec"]),
                ("VariantScaling", &["v1alpha2.WVASpec"]),
                ("Keda", &["v1alpha2.KEDAScalingSpec"]),
                (
                    "KedaAdvanced",
                    &[
                        "keda/v1alpha1.AdvancedConfig",
                        "keda/v1alpha1.ScalingModifiers",
                        "keda/v1alpha1.HorizontalPodAutoscalerConfig",
                    ],
                ),
                ("CacheOffloading", &["v1alpha2.KVCacheOffloadingSpec", "v1alpha2.SecondaryTierSpec"]),
                ("FileSystemTier", &["v1alpha2.FileSystemTierSpec"]),
                ("EmptyDirTier", &["v1alpha2.EmptyDirTierSpec"]),
                ("ClaimTier", &["v1alpha2.PVCTierSpec"]),
                ("ClaimReference", &["v1alpha2.PVCRefTierSpec"]),
                ("Router", &["v1alpha2.RouterSpec"]),
                ("References", &["v1alpha2.GatewaySpec"]),
                ("Route", &["v1alpha2.GatewayRoutesSpec"]),
                ("HttpRoutes", &["v1alpha2.HTTPRouteSpec"]),
                ("Scheduler", &["v1alpha2.SchedulerSpec"]),
                ("SchedulerConfig", &["v1alpha2.SchedulerConfigSpec"]),
                ("ConfigMapKey", &["v1.ConfigMapKeySelector"]),
                ("Pool", &["v1alpha2.InferencePoolSpec", "v1.LocalObjectReference"]),
                ("PoolSpec", &["inference/v1.InferencePoolSpec", "inference/v1.LabelSelector", "inference/v1.Port"]),
                ("EndpointPicker", &["inference/v1.EndpointPickerRef", "inference/v1.Port"]),
                ("OldPoolSpec", &["inference/v1alpha2.InferencePoolSpec"]),
                ("Extension", &["inference/v1alpha2.Extension"]),
                ("Tracing", &["v1alpha2.TracingSpec"]),
            ],
        );
    }
}
