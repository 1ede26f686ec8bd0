//! Checks that every field that a view reads is in the tables of types. A view of a field that no release has would
//! silently find nothing.

use crate::release::Version;
use crate::schema::{LlmTypes, LocalModelTypes, Types};

/// For each view, the structs of the tables it may be a view of.
pub(crate) type Places = (&'static str, &'static [&'static str]);

/// The views in this folder.
const SOURCES: [&str; 14] = [
    include_str!("autoscaler.rs"),
    include_str!("component.rs"),
    include_str!("condition.rs"),
    include_str!("gateway.rs"),
    include_str!("local_model.rs"),
    include_str!("logger.rs"),
    include_str!("metric.rs"),
    include_str!("model.rs"),
    include_str!("pod.rs"),
    include_str!("resource_claim.rs"),
    include_str!("routing.rs"),
    include_str!("runtime.rs"),
    include_str!("worker.rs"),
    include_str!("workload.rs"),
];

const PLACES: [Places; 79] = [
    ("ServiceSpec", &["v1beta1.InferenceServiceSpec"]),
    ("CanarySpec", &["v1beta1.CanarySpec"]),
    ("ComponentSpec", &["v1beta1.PredictorSpec", "v1beta1.ExplainerSpec"]),
    ("StorageUri", &["v1beta1.StorageUri"]),
    ("Model", &["v1beta1.ModelSpec"]),
    ("ModelFormat", &["v1beta1.ModelFormat"]),
    ("Storage", &["v1beta1.ModelStorageSpec"]),
    ("Confidential", &["v1beta1.ConfidentialSpec"]),
    ("Art", &["v1beta1.ARTExplainerSpec"]),
    ("Worker", &["v1alpha1.WorkerSpec", "v1alpha1.ServingRuntimeSpec"]),
    ("LocalModelCacheSpec", &["v1alpha1.LocalModelCacheSpec"]),
    ("Logger", &["v1beta1.LoggerSpec"]),
    ("LoggerStorage", &["v1beta1.LoggerStorageSpec"]),
    ("Batcher", &["v1beta1.Batcher"]),
    ("AutoScaling", &["v1beta1.AutoScalingSpec"]),
    ("Behavior", &["v2.HorizontalPodAutoscalerBehavior"]),
    ("ScalingRules", &["v2.HPAScalingRules"]),
    ("Metric", &["v1beta1.MetricsSpec"]),
    ("ResourceMetric", &["v1beta1.ResourceMetricSource"]),
    ("QueryMetric", &["v1beta1.ExternalMetricSource"]),
    ("Query", &["v1beta1.ExternalMetrics", "v1beta1.PodMetrics"]),
    ("Authentication", &["v1beta1.ExtMetricAuthentication", "v1beta1.AuthenticationRef"]),
    ("MetricTarget", &["v1beta1.MetricTarget"]),
    ("PodSpec", &["v1beta1.PodSpec", "v1.PodSpec"]),
    ("Container", &["v1.Container"]),
    ("Variable", &["v1.EnvVar"]),
    ("VariableSource", &["v1.EnvVarSource"]),
    ("SecretKey", &["v1.SecretKeySelector"]),
    ("ContainerPort", &["v1.ContainerPort"]),
    ("VolumeMount", &["v1.VolumeMount"]),
    ("Resources", &["v1.ResourceRequirements"]),
    ("Probe", &["v1.Probe"]),
    ("HttpGet", &["v1.HTTPGetAction"]),
    ("SecurityContext", &["v1.SecurityContext"]),
    ("Capabilities", &["v1.Capabilities"]),
    ("Volume", &["v1.Volume"]),
    ("Claim", &["v1.PersistentVolumeClaimVolumeSource"]),
    ("SecretVolume", &["v1.SecretVolumeSource"]),
    ("ImageVolume", &["v1.ImageVolumeSource"]),
    ("RuntimeSpec", &["v1alpha1.ServingRuntimeSpec", "v1alpha1.ServingRuntime"]),
    ("SupportedModelFormat", &["v1alpha1.SupportedModelFormat"]),
    ("StorageContainerSpec", &["v1alpha1.StorageContainerSpec", "v1alpha1.ClusterStorageContainer"]),
    ("SupportedUriFormat", &["v1alpha1.SupportedUriFormat"]),
    ("RouteSpec", &["gateway/v1.HTTPRouteSpec"]),
    ("ParentReference", &["gateway/v1.ParentReference"]),
    ("RouteRule", &["gateway/v1.HTTPRouteRule"]),
    ("RouteMatch", &["gateway/v1.HTTPRouteMatch"]),
    ("PathMatch", &["gateway/v1.HTTPPathMatch"]),
    ("HeaderMatch", &["gateway/v1.HTTPHeaderMatch"]),
    ("RouteFilter", &["gateway/v1.HTTPRouteFilter"]),
    ("UrlRewrite", &["gateway/v1.HTTPURLRewriteFilter"]),
    ("PathModifier", &["gateway/v1.HTTPPathModifier"]),
    ("BackendReference", &["gateway/v1.HTTPBackendRef"]),
    // Not in the tables.
    ("ParentStatus", &[]),
    ("GatewaySpec", &[]),
    ("GatewayStatus", &[]),
    ("Listener", &[]),
    ("PodTemplate", &[]),
    ("HorizontalPodAutoscalerSpec", &[]),
    ("ScaledObjectSpec", &[]),
    ("ScaleTarget", &[]),
    ("PodMetric", &[]),
    ("PodResource", &[]),
    ("PodTarget", &[]),
    ("Trigger", &[]),
    ("ResourceClaimTemplateSpec", &[]),
    ("DeviceRequest", &[]),
    ("IngressSpec", &[]),
    ("IngressRule", &[]),
    ("IngressPath", &[]),
    ("IngressService", &[]),
    ("VirtualServiceSpec", &[]),
    ("VirtualRoute", &[]),
    ("VirtualMatch", &[]),
    ("TrafficTarget", &[]),
    ("Condition", &[]),
    ("LeaderWorkerTemplate", &[]),
    ("WorkloadStatus", &[]),
    ("ServicePort", &[]),
];

#[test]
fn every_field_that_a_view_reads_is_in_the_tables() {
    check(&SOURCES, &PLACES);
}

/// Fails if a view in the sources reads a field that none of its structs has, or if a view has no structs listed.
pub(crate) fn check(sources: &[&str], places: &[Places]) {
    let views: Vec<(&str, Vec<&str>)> = sources.iter().flat_map(|source| names_read(source)).collect();
    let names: Vec<&str> = views.iter().map(|(name, _)| *name).collect();
    for (name, _) in places {
        assert!(names.contains(name), "{name} is no view");
    }
    for (name, fields) in views {
        let (_, structs) = places.iter().find(|(view, _)| *view == name).unwrap_or_else(|| panic!("{name}: no places"));
        for field in fields.into_iter().filter(|_| !structs.is_empty()) {
            assert!(structs.iter().any(|of| has(of, field)), "{name} reads {field}");
        }
    }
}

/// The views in a source file, each with the fields that it reads by name.
pub(crate) fn names_read(source: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let code = source.split("\n#[cfg(test)]").next().unwrap_or_default();
    let names = code.split("struct ").skip(1).filter_map(|piece| Some(piece.split_once("<'a>(&'a Map);")?.0));
    names.map(move |name| (name, code.split("\nimpl").skip(1).flat_map(|block| read_in(block, name)).collect()))
}

/// The string literals in an `impl` block, if it is for the view.
fn read_in<'s>(block: &'s str, view: &str) -> impl Iterator<Item = &'s str> {
    let (head, body) = block.split_once('{').unwrap_or_default();
    let is_own = head.split([' ', '<']).any(|word| word == view);
    let body = body.split("\n}").next().filter(|_| is_own).unwrap_or_default();
    body.split('"').skip(1).step_by(2).filter(|name| !name.is_empty())
}

/// Whether a struct in the tables has a field in any release.
fn has(of: &str, field: &str) -> bool {
    Version::ALL.into_iter().any(|version| {
        [Types::of(version), &LlmTypes::of(version).types, &LocalModelTypes::of(version).types]
            .into_iter()
            .any(|types| types.structs.iter().any(|owner| owner.table == of && owner.field(field).is_some()))
    })
}
