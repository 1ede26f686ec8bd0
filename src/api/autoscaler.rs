//! What explanations read from autoscalers.

use crate::object::fields::{integer, member, objects, text};
use crate::{Map, Value};

/// `spec` of a HorizontalPodAutoscaler, or of a VariantAutoscaling, which has some of its fields.
#[derive(Debug, Clone, Copy)]
pub struct HorizontalPodAutoscalerSpec<'a>(&'a Map);

impl<'a> HorizontalPodAutoscalerSpec<'a> {
    pub const fn of(fields: &'a Map) -> HorizontalPodAutoscalerSpec<'a> {
        HorizontalPodAutoscalerSpec(fields)
    }

    pub fn min_replicas(self) -> Option<i64> {
        integer(self.0, "minReplicas")
    }

    pub fn max_replicas(self) -> Option<i64> {
        integer(self.0, "maxReplicas")
    }

    pub fn scale_target_ref(self) -> Option<ScaleTarget<'a>> {
        member(self.0, "scaleTargetRef").map(ScaleTarget)
    }

    pub fn metrics(self) -> impl Iterator<Item = PodMetric<'a>> {
        objects(self.0, "metrics").map(PodMetric)
    }
}

/// `spec` of a ScaledObject.
#[derive(Debug, Clone, Copy)]
pub struct ScaledObjectSpec<'a>(&'a Map);

impl<'a> ScaledObjectSpec<'a> {
    pub const fn of(fields: &'a Map) -> ScaledObjectSpec<'a> {
        ScaledObjectSpec(fields)
    }

    pub fn min_replica_count(self) -> Option<i64> {
        integer(self.0, "minReplicaCount")
    }

    pub fn max_replica_count(self) -> Option<i64> {
        integer(self.0, "maxReplicaCount")
    }

    pub fn scale_target_ref(self) -> Option<ScaleTarget<'a>> {
        member(self.0, "scaleTargetRef").map(ScaleTarget)
    }

    pub fn triggers(self) -> impl Iterator<Item = Trigger<'a>> {
        objects(self.0, "triggers").map(Trigger)
    }
}

/// The target of an autoscaler. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct ScaleTarget<'a>(&'a Map);

impl<'a> ScaleTarget<'a> {
    pub fn kind(self) -> &'a str {
        text(self.0, "kind")
    }

    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }
}

/// An entry of `metrics` of a HorizontalPodAutoscaler.
#[derive(Debug, Clone, Copy)]
pub struct PodMetric<'a>(&'a Map);

impl<'a> PodMetric<'a> {
    pub fn resource(self) -> Option<PodResource<'a>> {
        member(self.0, "resource").map(PodResource)
    }
}

/// `resource` of a metric of pods.
#[derive(Debug, Clone, Copy)]
pub struct PodResource<'a>(&'a Map);

impl<'a> PodResource<'a> {
    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn target(self) -> Option<PodTarget<'a>> {
        member(self.0, "target").map(PodTarget)
    }
}

/// `target` of a metric of pods.
#[derive(Debug, Clone, Copy)]
pub struct PodTarget<'a>(&'a Map);

impl<'a> PodTarget<'a> {
    /// In percent of the pods' requests.
    pub fn average_utilization(self) -> Option<&'a Value> {
        self.0.get("averageUtilization")
    }

    /// A quantity.
    pub fn average_value(self) -> Option<&'a Value> {
        self.0.get("averageValue")
    }
}

/// An entry of `triggers` of a ScaledObject. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct Trigger<'a>(&'a Map);

impl<'a> Trigger<'a> {
    /// `type`.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn metric_type(self) -> &'a str {
        text(self.0, "metricType")
    }

    /// An entry of `metadata`, whose keys depend on the type of the trigger.
    pub fn metadata(self, key: &str) -> &'a str {
        member(self.0, "metadata").map_or("", |metadata| text(metadata, key))
    }
}
