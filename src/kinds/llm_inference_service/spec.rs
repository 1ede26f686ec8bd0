//! What webhooks, controller and explanations read of the specs of LLMInferenceServices and their configs. Views borrow the JSON tree,
//! and have the fields' own names.

use super::places::POD_SPECS;
use crate::api::{AutoScaling, Confidential, ParentReference, PodSpec, RouteSpec};
use crate::object::fields::{NOTHING, elements, integer, member, objects, text};
use crate::{Map, Value};

/// `spec` of a service or a config.
#[derive(Debug, Clone, Copy)]
pub struct LlmSpec<'a>(&'a Map);

impl<'a> LlmSpec<'a> {
    pub const fn of(fields: &'a Map) -> LlmSpec<'a> {
        LlmSpec(fields)
    }

    /// The spec of an object; an empty one if it has none.
    pub fn of_object(object: &'a Map) -> LlmSpec<'a> {
        LlmSpec(member(object, "spec").unwrap_or(&NOTHING))
    }

    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// An empty one if it is unset.
    pub fn model(self) -> LlmModel<'a> {
        LlmModel(member(self.0, "model").unwrap_or(&NOTHING))
    }

    /// Whether there is a model, even one of which nothing is said.
    pub fn has_model(self) -> bool {
        self.0.contains_key("model")
    }

    pub fn storage_initializer(self) -> Option<StorageInitializer<'a>> {
        member(self.0, "storageInitializer").map(StorageInitializer)
    }

    /// What the spec says of the main workload, beside its other fields.
    pub const fn main(self) -> Workload<'a> {
        Workload(self.0)
    }

    pub fn prefill(self) -> Option<Workload<'a>> {
        member(self.0, "prefill").map(Workload)
    }

    /// The spec of the pods at one of [`POD_SPECS`], if it is there.
    pub fn pod(self, path: &[&str]) -> Option<PodSpec<'a>> {
        self.pods().find(|(known, _)| *known == path).map(|(_, pod)| pod)
    }

    /// The specs of its pods that are there, each with its path, in the order of [`POD_SPECS`].
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
        member(self.0, "router").map(Router)
    }

    /// `router.route`.
    pub fn route(self) -> Option<Route<'a>> {
        self.router()?.route()
    }

    /// `router.route.http`.
    pub fn http(self) -> Option<HttpRoutes<'a>> {
        self.route()?.http()
    }

    /// `router.gateway.refs`; none if there is no such list.
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

    /// The InferencePool of someone else that is to be used, if its name is not empty.
    pub fn pool_reference(self) -> Option<&'a str> {
        self.scheduler()?.pool()?.reference().filter(|name| !name.is_empty())
    }

    pub fn tracing(self) -> Option<Tracing<'a>> {
        member(self.0, "tracing").map(Tracing)
    }

    /// The names of the configs that the spec is based on.
    pub fn base_refs(self) -> impl ExactSizeIterator<Item = &'a str> {
        names(elements(self.0, "baseRefs"))
    }
}

/// The names of a list of references; an empty one where a reference has none.
fn names(references: &[Value]) -> impl ExactSizeIterator<Item = &str> {
    references
        .iter()
        .map(|reference| reference.as_object().map(|reference| text(reference, "name")).unwrap_or_default())
}

/// A model or an adapter of it.
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

    /// The name if it is set, even to an empty text.
    pub fn given_name(self) -> Option<&'a str> {
        self.0.get("name")?.as_str()
    }

    pub fn lora(self) -> Option<Lora<'a>> {
        member(self.0, "lora").map(Lora)
    }

    /// `lora.adapters`; none if there is no such list.
    pub fn adapters(self) -> impl Iterator<Item = LlmModel<'a>> {
        self.lora().into_iter().flat_map(Lora::adapters)
    }

    /// The names of the adapters that have one.
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

/// A workload: the spec itself, or its block `prefill`.
#[derive(Debug, Clone, Copy)]
pub struct Workload<'a>(&'a Map);

impl<'a> Workload<'a> {
    pub const fn of(fields: &'a Map) -> Workload<'a> {
        Workload(fields)
    }

    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn replicas(self) -> Option<i64> {
        integer(self.0, "replicas")
    }

    pub fn scaling(self) -> Option<Scaling<'a>> {
        member(self.0, "scaling").map(Scaling)
    }

    /// One without values if it is unset.
    pub fn parallelism(self) -> Parallelism {
        member(self.0, "parallelism").map(Parallelism::of).unwrap_or_default()
    }

    /// The block `parallelism` as written.
    pub fn written_parallelism(self) -> Option<&'a Map> {
        member(self.0, "parallelism")
    }

    /// Labels of its pods.
    pub fn labels(self) -> &'a Map {
        member(self.0, "labels").unwrap_or(&NOTHING)
    }

    /// Annotations of its pods.
    pub fn annotations(self) -> &'a Map {
        member(self.0, "annotations").unwrap_or(&NOTHING)
    }

    pub fn template(self) -> Option<PodSpec<'a>> {
        member(self.0, "template").map(PodSpec::of)
    }

    pub fn worker(self) -> Option<PodSpec<'a>> {
        member(self.0, "worker").map(PodSpec::of)
    }

    pub fn kv_cache_offloading(self) -> Option<CacheOffloading<'a>> {
        member(self.0, "kvCacheOffloading").map(CacheOffloading)
    }
}

/// The block `parallelism` of a workload.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Parallelism {
    pub pipeline: Option<i64>,
    pub data: Option<i64>,
    pub data_local: Option<i64>,
}

impl Parallelism {
    pub fn of(fields: &Map) -> Parallelism {
        Parallelism {
            pipeline: integer(fields, "pipeline"),
            data: integer(fields, "data"),
            data_local: integer(fields, "dataLocal"),
        }
    }

    /// Whether the layers of the model are spread over nodes.
    pub fn is_pipeline(self) -> bool {
        self.pipeline.is_some_and(|size| size > 0)
    }

    /// Whether nodes serve requests beside each other.
    pub fn is_data(self) -> bool {
        self.data.is_some_and(|size| size > 0) || self.data_local.is_some_and(|size| size > 0)
    }

    /// The number of pods of a group; data parallelism goes before pipelines.
    pub fn size(self) -> Option<i64> {
        if self.is_data() {
            return Some((self.data.unwrap_or(1).max(1) / self.data_local.unwrap_or(1).max(1)).max(1));
        }
        self.pipeline.filter(|size| *size > 0)
    }
}

/// `scaling` of a workload.
#[derive(Debug, Clone, Copy)]
pub struct Scaling<'a>(&'a Map);

impl<'a> Scaling<'a> {
    pub fn min_replicas(self) -> Option<i64> {
        integer(self.0, "minReplicas")
    }

    pub fn max_replicas(self) -> Option<i64> {
        integer(self.0, "maxReplicas")
    }

    pub fn wva(self) -> Option<VariantScaling<'a>> {
        member(self.0, "wva").map(VariantScaling)
    }
}

/// `wva` of `scaling`: a VariantAutoscaling decides.
#[derive(Debug, Clone, Copy)]
pub struct VariantScaling<'a>(&'a Map);

impl<'a> VariantScaling<'a> {
    /// Empty if unset.
    pub fn variant_cost(self) -> &'a str {
        text(self.0, "variantCost")
    }

    /// What the HorizontalPodAutoscaler has, if that is the actuator.
    pub fn hpa(self) -> Option<AutoScaling<'a>> {
        member(self.0, "hpa").map(AutoScaling::of)
    }

    /// What the ScaledObject has, if that is the actuator.
    pub fn keda(self) -> Option<Keda<'a>> {
        member(self.0, "keda").map(Keda)
    }
}

/// `keda` of `wva`.
#[derive(Debug, Clone, Copy)]
pub struct Keda<'a>(&'a Map);

impl<'a> Keda<'a> {
    /// The fields as they are written; those of the spec of a ScaledObject.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn idle_replica_count(self) -> Option<i64> {
        integer(self.0, "idleReplicaCount")
    }

    pub fn advanced(self) -> Option<KedaAdvanced<'a>> {
        member(self.0, "advanced").map(KedaAdvanced)
    }
}

/// `advanced` of `keda`.
#[derive(Debug, Clone, Copy)]
pub struct KedaAdvanced<'a>(&'a Map);

impl KedaAdvanced<'_> {
    /// Whether `scalingModifiers` says anything.
    pub fn has_scaling_modifiers(self) -> bool {
        let modifiers = member(self.0, "scalingModifiers");
        let is_set = |field: &str| modifiers.is_some_and(|modifiers| !text(modifiers, field).is_empty());
        ["formula", "target", "activationTarget", "metricType"].into_iter().any(is_set)
    }

    /// Whether `horizontalPodAutoscalerConfig` has a name.
    pub fn names_autoscaler(self) -> bool {
        member(self.0, "horizontalPodAutoscalerConfig").is_some_and(|config| !text(config, "name").is_empty())
    }
}

/// `kvCacheOffloading` of a workload.
#[derive(Debug, Clone, Copy)]
pub struct CacheOffloading<'a>(&'a Map);

impl<'a> CacheOffloading<'a> {
    /// Empty if unset.
    pub fn cpu(self) -> &'a str {
        text(self.0, "cpu")
    }

    /// `fileSystem` of each entry of `secondary`, if it has one.
    pub fn file_systems(self) -> impl ExactSizeIterator<Item = Option<FileSystemTier<'a>>> {
        elements(self.0, "secondary").iter().map(|tier| tier.get("fileSystem")?.as_object().map(FileSystemTier))
    }
}

/// `fileSystem` of a tier of the cache.
#[derive(Debug, Clone, Copy)]
pub struct FileSystemTier<'a>(&'a Map);

impl<'a> FileSystemTier<'a> {
    pub fn empty_dir(self) -> Option<EmptyDirTier<'a>> {
        member(self.0, "emptyDir").map(EmptyDirTier)
    }

    pub fn pvc(self) -> Option<ClaimTier<'a>> {
        member(self.0, "pvc").map(ClaimTier)
    }
}

/// `emptyDir` of a tier.
#[derive(Debug, Clone, Copy)]
pub struct EmptyDirTier<'a>(&'a Map);

impl<'a> EmptyDirTier<'a> {
    /// The quantity as it is written.
    pub fn size(self) -> Option<&'a Value> {
        self.0.get("size")
    }
}

/// `pvc` of a tier.
#[derive(Debug, Clone, Copy)]
pub struct ClaimTier<'a>(&'a Map);

impl<'a> ClaimTier<'a> {
    /// The spec of a claim that each pod gets.
    pub fn spec(self) -> Option<&'a Map> {
        member(self.0, "spec")
    }

    /// `ref`: a claim that is there.
    pub fn reference(self) -> Option<ClaimReference<'a>> {
        member(self.0, "ref").map(ClaimReference)
    }
}

/// `ref` of the claim of a tier.
#[derive(Debug, Clone, Copy)]
pub struct ClaimReference<'a>(&'a Map);

impl<'a> ClaimReference<'a> {
    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// Empty if unset.
    pub fn path(self) -> &'a str {
        text(self.0, "path")
    }
}

/// `router`.
#[derive(Debug, Clone, Copy)]
pub struct Router<'a>(&'a Map);

impl<'a> Router<'a> {
    pub fn route(self) -> Option<Route<'a>> {
        member(self.0, "route").map(Route)
    }

    pub fn gateway(self) -> Option<References<'a>> {
        member(self.0, "gateway").map(References)
    }

    pub fn ingress(self) -> Option<References<'a>> {
        member(self.0, "ingress").map(References)
    }

    pub fn scheduler(self) -> Option<Scheduler<'a>> {
        member(self.0, "scheduler").map(Scheduler)
    }
}

/// A block with `refs`: `gateway` or `ingress` of a router.
#[derive(Debug, Clone, Copy)]
pub struct References<'a>(&'a Map);

impl<'a> References<'a> {
    pub const fn of(fields: &'a Map) -> References<'a> {
        References(fields)
    }

    pub fn all(self) -> impl Iterator<Item = ParentReference<'a>> + Clone {
        elements(self.0, "refs").iter().filter_map(Value::as_object).map(ParentReference::of)
    }

    /// Whether it names nothing.
    pub fn is_empty(self) -> bool {
        elements(self.0, "refs").is_empty()
    }
}

/// `route` of a router.
#[derive(Debug, Clone, Copy)]
pub struct Route<'a>(&'a Map);

impl<'a> Route<'a> {
    pub fn http(self) -> Option<HttpRoutes<'a>> {
        member(self.0, "http").map(HttpRoutes)
    }

    pub fn group(self) -> Option<&'a str> {
        self.0.get("group")?.as_str()
    }

    pub fn weight(self) -> Option<i64> {
        integer(self.0, "weight")
    }
}

/// `http` of a route.
#[derive(Debug, Clone, Copy)]
pub struct HttpRoutes<'a>(&'a Map);

impl<'a> HttpRoutes<'a> {
    /// The names of HTTPRoutes that are there.
    pub fn refs(self) -> impl ExactSizeIterator<Item = &'a str> {
        names(elements(self.0, "refs"))
    }

    pub fn has_refs(self) -> bool {
        self.refs().len() > 0
    }

    /// The spec of the HTTPRoute that the controller makes.
    pub fn spec(self) -> Option<RouteSpec<'a>> {
        member(self.0, "spec").map(RouteSpec::of)
    }
}

/// `scheduler` of a router.
#[derive(Debug, Clone, Copy)]
pub struct Scheduler<'a>(&'a Map);

impl<'a> Scheduler<'a> {
    pub fn pool(self) -> Option<Pool<'a>> {
        member(self.0, "pool").map(Pool)
    }

    /// Labels of its pods.
    pub fn labels(self) -> &'a Map {
        member(self.0, "labels").unwrap_or(&NOTHING)
    }

    /// Annotations of its pods.
    pub fn annotations(self) -> &'a Map {
        member(self.0, "annotations").unwrap_or(&NOTHING)
    }

    pub fn template(self) -> Option<PodSpec<'a>> {
        member(self.0, "template").map(PodSpec::of)
    }

    pub fn config(self) -> Option<SchedulerConfig<'a>> {
        member(self.0, "config").map(SchedulerConfig)
    }

    pub fn replicas(self) -> Option<i64> {
        integer(self.0, "replicas")
    }
}

/// `config` of a scheduler.
#[derive(Debug, Clone, Copy)]
pub struct SchedulerConfig<'a>(&'a Map);

impl<'a> SchedulerConfig<'a> {
    pub const fn of(fields: &'a Map) -> SchedulerConfig<'a> {
        SchedulerConfig(fields)
    }

    pub fn inline(self) -> Option<&'a Value> {
        self.0.get("inline")
    }

    /// `ref`: a key of a ConfigMap.
    pub fn reference(self) -> Option<ConfigMapKey<'a>> {
        member(self.0, "ref").map(ConfigMapKey)
    }
}

/// A key of a ConfigMap.
#[derive(Debug, Clone, Copy)]
pub struct ConfigMapKey<'a>(&'a Map);

impl<'a> ConfigMapKey<'a> {
    /// The name of the ConfigMap, empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// Empty if unset.
    pub fn key(self) -> &'a str {
        text(self.0, "key")
    }
}

/// `pool` of a scheduler.
#[derive(Debug, Clone, Copy)]
pub struct Pool<'a>(&'a Map);

impl<'a> Pool<'a> {
    /// The spec of the InferencePool that the controller makes.
    pub fn spec(self) -> Option<PoolSpec<'a>> {
        member(self.0, "spec").map(PoolSpec)
    }

    /// `ref`: the name of an InferencePool that is there; empty if it has none.
    pub fn reference(self) -> Option<&'a str> {
        member(self.0, "ref").map(|reference| text(reference, "name"))
    }
}

/// `spec` of an InferencePool.
#[derive(Debug, Clone, Copy)]
pub struct PoolSpec<'a>(&'a Map);

impl<'a> PoolSpec<'a> {
    pub const fn of(fields: &'a Map) -> PoolSpec<'a> {
        PoolSpec(fields)
    }

    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// The labels of `selector`.
    pub fn match_labels(self) -> Option<&'a Map> {
        member(member(self.0, "selector")?, "matchLabels")
    }

    /// The numbers of `targetPorts`, as they are written.
    pub fn target_ports(self) -> impl Iterator<Item = Option<&'a Value>> {
        objects(self.0, "targetPorts").map(|port| port.get("number"))
    }

    pub fn endpoint_picker_ref(self) -> Option<EndpointPicker<'a>> {
        member(self.0, "endpointPickerRef").map(EndpointPicker)
    }
}

/// `endpointPickerRef` of an InferencePool.
#[derive(Debug, Clone, Copy)]
pub struct EndpointPicker<'a>(&'a Map);

impl<'a> EndpointPicker<'a> {
    pub const fn of(fields: &'a Map) -> EndpointPicker<'a> {
        EndpointPicker(fields)
    }

    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// Empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "kind")
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// The number of `port`.
    pub fn port(self) -> Option<i64> {
        integer(member(self.0, "port")?, "number")
    }
}

/// `spec` of an InferencePool of the experimental API.
#[derive(Debug, Clone, Copy)]
pub struct OldPoolSpec<'a>(&'a Map);

impl<'a> OldPoolSpec<'a> {
    pub const fn of(fields: &'a Map) -> OldPoolSpec<'a> {
        OldPoolSpec(fields)
    }

    /// Labels of the pods, as they are written.
    pub fn selector(self) -> Option<&'a Value> {
        self.0.get("selector")
    }

    pub fn target_port_number(self) -> Option<i64> {
        integer(self.0, "targetPortNumber")
    }

    pub fn extension_ref(self) -> Option<Extension<'a>> {
        member(self.0, "extensionRef").map(Extension)
    }
}

/// `extensionRef` of an InferencePool of the experimental API.
#[derive(Debug, Clone, Copy)]
pub struct Extension<'a>(&'a Map);

impl<'a> Extension<'a> {
    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn port_number(self) -> Option<i64> {
        integer(self.0, "portNumber")
    }
}

/// `tracing`.
#[derive(Debug, Clone, Copy)]
pub struct Tracing<'a>(&'a Map);

impl<'a> Tracing<'a> {
    /// Empty if unset, like the others.
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
    use serde_json::json;

    use super::*;

    #[test]
    fn every_field_that_a_view_reads_is_in_the_tables() {
        crate::api::tests::check(
            &[include_str!("spec.rs")],
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

    #[test]
    fn data_parallelism_goes_before_pipelines() {
        let size = |parallelism: Value| Parallelism::of(parallelism.as_object().unwrap()).size();
        assert_eq!(size(json!({"data": 16, "dataLocal": 8})), Some(2));
        assert_eq!(size(json!({"data": 5, "dataLocal": 2})), Some(2));
        assert_eq!(size(json!({"data": 4, "dataLocal": 2, "pipeline": 8})), Some(2));
        assert_eq!(size(json!({"data": 1, "dataLocal": 4, "pipeline": 3})), Some(1));
        assert_eq!(size(json!({"pipeline": 3})), Some(3));
        assert_eq!(size(json!({"tensor": 3})), None);
        assert_eq!(size(json!({})), None);
    }
}
