//! The fields for workloads in the specs of LLMInferenceServices: pods, replicas, scaling and caches.

use crate::api::{AutoScaling, PodSpec};
use crate::object::fields::{NOTHING, elements, integer, member, text};
use crate::{Map, Value};

/// A workload: the spec itself, or its block `prefill`.
#[derive(Debug, Clone, Copy)]
pub struct Workload<'a>(&'a Map);

impl<'a> Workload<'a> {
    pub const fn of(fields: &'a Map) -> Workload<'a> {
        Workload(fields)
    }

    pub fn replicas(self) -> Option<i64> {
        integer(self.0, "replicas")
    }

    pub fn scaling(self) -> Option<Scaling<'a>> {
        member(self.0, "scaling").map(Scaling)
    }

    /// `parallelism`, or an empty block if it is unset.
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

    /// Whether the layers of the model are distributed over nodes.
    pub fn is_pipeline(self) -> bool {
        self.pipeline.is_some_and(|size| size > 0)
    }

    /// Whether nodes serve requests in parallel.
    pub fn is_data(self) -> bool {
        self.data.is_some_and(|size| size > 0) || self.data_local.is_some_and(|size| size > 0)
    }

    /// The number of pods in a group. Data parallelism takes precedence over pipelines.
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

/// `wva` of `scaling`, for scaling by a VariantAutoscaling.
#[derive(Debug, Clone, Copy)]
pub struct VariantScaling<'a>(&'a Map);

impl<'a> VariantScaling<'a> {
    /// Empty if unset.
    pub fn variant_cost(self) -> &'a str {
        text(self.0, "variantCost")
    }

    /// The settings of the HorizontalPodAutoscaler, if it is the actuator.
    pub fn hpa(self) -> Option<AutoScaling<'a>> {
        member(self.0, "hpa").map(AutoScaling::of)
    }

    /// The settings of the ScaledObject, if it is the actuator.
    pub fn keda(self) -> Option<Keda<'a>> {
        member(self.0, "keda").map(Keda)
    }
}

/// `keda` of `wva`.
#[derive(Debug, Clone, Copy)]
pub struct Keda<'a>(&'a Map);

impl<'a> Keda<'a> {
    /// The fields as written, which are those of a ScaledObject's spec.
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
    /// Whether `scalingModifiers` is not empty.
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

    /// `fileSystem` of each entry of `secondary` that has one.
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
    /// The quantity as written.
    pub fn size(self) -> Option<&'a Value> {
        self.0.get("size")
    }
}

/// `pvc` of a tier.
#[derive(Debug, Clone, Copy)]
pub struct ClaimTier<'a>(&'a Map);

impl<'a> ClaimTier<'a> {
    /// The spec of a claim that is created for each pod.
    pub fn spec(self) -> Option<&'a Map> {
        member(self.0, "spec")
    }

    /// `ref`: an existing claim.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
