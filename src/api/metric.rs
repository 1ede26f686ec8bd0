//! The fields of a component that configure its autoscaling.

use crate::object::fields::{NOTHING, elements, integer, member, text};
use crate::{Map, Value};

/// The `autoScaling` of a component.
#[derive(Debug, Clone, Copy)]
pub struct AutoScaling<'a>(&'a Map);

impl<'a> AutoScaling<'a> {
    pub const fn of(fields: &'a Map) -> AutoScaling<'a> {
        AutoScaling(fields)
    }

    /// The entries of `metrics`, each with its position in the list.
    pub fn numbered_metrics(self) -> impl Iterator<Item = (usize, Metric<'a>)> + use<'a> {
        let entries = elements(self.0, "metrics").iter().enumerate();
        entries.filter_map(|(number, entry)| Some((number, Metric(entry.as_object()?))))
    }

    /// `behavior` as written.
    pub fn behavior_fields(self) -> Option<&'a Map> {
        member(self.0, "behavior")
    }

    pub fn behavior(self) -> Option<Behavior<'a>> {
        self.behavior_fields().map(Behavior)
    }
}

/// `autoScaling.behavior`.
#[derive(Debug, Clone, Copy)]
pub struct Behavior<'a>(&'a Map);

impl<'a> Behavior<'a> {
    pub fn scale_up(self) -> Option<ScalingRules<'a>> {
        member(self.0, "scaleUp").map(ScalingRules)
    }

    pub fn scale_down(self) -> Option<ScalingRules<'a>> {
        member(self.0, "scaleDown").map(ScalingRules)
    }
}

/// How fast an autoscaler scales in one direction.
#[derive(Debug, Clone, Copy)]
pub struct ScalingRules<'a>(&'a Map);

impl ScalingRules<'_> {
    pub fn stabilization_window_seconds(self) -> Option<i64> {
        integer(self.0, "stabilizationWindowSeconds")
    }
}

/// An entry of `autoScaling.metrics`.
#[derive(Debug, Clone, Copy)]
pub struct Metric<'a>(&'a Map);

impl<'a> Metric<'a> {
    /// `type`, empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn resource(self) -> Option<ResourceMetric<'a>> {
        member(self.0, "resource").map(ResourceMetric)
    }

    pub fn external(self) -> Option<QueryMetric<'a>> {
        member(self.0, "external").map(QueryMetric)
    }

    pub fn pod_metric(self) -> Option<QueryMetric<'a>> {
        member(self.0, "podmetric").map(QueryMetric)
    }
}

/// The `resource` of a metric.
#[derive(Debug, Clone, Copy)]
pub struct ResourceMetric<'a>(&'a Map);

impl<'a> ResourceMetric<'a> {
    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn target(self) -> Option<MetricTarget<'a>> {
        member(self.0, "target").map(MetricTarget)
    }
}

/// The `external` or `podmetric` of a metric.
#[derive(Debug, Clone, Copy)]
pub struct QueryMetric<'a>(&'a Map);

impl<'a> QueryMetric<'a> {
    /// The query, or an empty one if it is unset.
    pub fn metric(self) -> Query<'a> {
        Query(member(self.0, "metric").unwrap_or(&NOTHING))
    }

    pub fn target(self) -> Option<MetricTarget<'a>> {
        member(self.0, "target").map(MetricTarget)
    }

    pub fn authentication_ref(self) -> Option<Authentication<'a>> {
        member(self.0, "authenticationRef").map(Authentication)
    }
}

/// The query of a metric, and the backend that answers it. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a>(&'a Map);

impl<'a> Query<'a> {
    pub fn backend(self) -> &'a str {
        text(self.0, "backend")
    }

    pub fn server_address(self) -> &'a str {
        text(self.0, "serverAddress")
    }

    pub fn query(self) -> &'a str {
        text(self.0, "query")
    }

    pub fn namespace(self) -> &'a str {
        text(self.0, "namespace")
    }

    pub fn metric_names(self) -> &'a [Value] {
        elements(self.0, "metricNames")
    }

    pub fn operation_over_time(self) -> &'a str {
        text(self.0, "operationOverTime")
    }
}

/// How an autoscaler authenticates. Unset strings read as empty.
#[derive(Debug, Clone, Copy)]
pub struct Authentication<'a>(&'a Map);

impl<'a> Authentication<'a> {
    pub fn auth_modes(self) -> &'a str {
        text(self.0, "authModes")
    }

    /// `authenticationRef.name`.
    pub fn reference(self) -> &'a str {
        member(self.0, "authenticationRef").map_or("", |reference| text(reference, "name"))
    }
}

/// The `target` of a metric.
#[derive(Debug, Clone, Copy)]
pub struct MetricTarget<'a>(&'a Map);

impl<'a> MetricTarget<'a> {
    /// `type`, empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn value(self) -> Option<&'a Value> {
        self.0.get("value")
    }

    pub fn average_value(self) -> Option<&'a Value> {
        self.0.get("averageValue")
    }

    pub fn average_utilization(self) -> Option<i64> {
        integer(self.0, "averageUtilization")
    }
}
