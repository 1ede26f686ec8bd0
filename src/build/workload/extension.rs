//! What a component says about its replicas, traffic and scaling.

use super::built::Built;
use crate::api::{Canary, Component, InferenceService};
use crate::object::fields::{integer, member, objects, text};
use crate::{Map, Value};

/// The fields of a component's spec that its objects depend on beside the pods.
#[derive(Clone, Copy)]
pub(super) struct Extension<'a> {
    fields: &'a Map,
    /// `minReplicas`, if set; of a predictor with canaries only what these leave.
    pub min_replicas: Option<i64>,
    /// Whether canaries have taken some of these.
    pub beside_canaries: bool,
}

impl<'a> Extension<'a> {
    pub(super) fn of(built: &'a Built) -> Extension<'a> {
        Extension::of_fields(&built.extension)
    }

    /// Reads the fields of a component's spec.
    pub(super) fn of_fields(fields: &'a Map) -> Extension<'a> {
        Extension { fields, min_replicas: integer(fields, "minReplicas"), beside_canaries: false }
    }

    /// In Standard mode the canaries' replicas count against those of the stable predictor, which keeps one.
    pub(super) fn beside_canaries(built: &'a Built, service: &InferenceService) -> Extension<'a> {
        let extension = Extension::of(built);
        match built.component == Component::Predictor && !built.canary {
            true => extension.without_canaries(service),
            false => extension,
        }
    }

    /// What the canaries of a service leave to its predictor.
    pub(super) fn without_canaries(mut self, service: &InferenceService) -> Extension<'a> {
        let taken = Canary::all(service).map(|canary| canary.replicas(service)).reduce(i64::saturating_add);
        if let (Some(taken), Some(min)) = (taken, self.min_replicas) {
            self.min_replicas = Some(min.saturating_sub(taken).max(1));
            self.beside_canaries = true;
        }
        self
    }

    /// The fields as they are written.
    pub(super) fn fields(&self) -> &'a Map {
        self.fields
    }

    /// 0 if unset.
    pub(super) fn max_replicas(&self) -> i64 {
        integer(self.fields, "maxReplicas").unwrap_or_default()
    }

    pub(super) fn scale_target(&self) -> Option<i64> {
        integer(self.fields, "scaleTarget")
    }

    pub(super) fn scale_metric(&self) -> Option<&'a str> {
        self.fields.get("scaleMetric").and_then(Value::as_str)
    }

    pub(super) fn auto_scaling(&self) -> Option<&'a Map> {
        member(self.fields, "autoScaling")
    }

    /// The entries of `autoScaling.metrics`.
    pub(super) fn metrics(&self) -> impl Iterator<Item = Metric<'a>> + use<'a> {
        self.auto_scaling().into_iter().flat_map(|scaling| objects(scaling, "metrics")).map(Metric)
    }

    /// `autoScaling.behavior.<direction>.stabilizationWindowSeconds`.
    pub(super) fn stabilization_window(&self, direction: &str) -> Option<i64> {
        let rules = member(member(self.auto_scaling()?, "behavior")?, direction)?;
        integer(rules, "stabilizationWindowSeconds")
    }

    /// A number or null, such as `timeout`.
    pub(super) fn number(&self, key: &str) -> Value {
        integer(self.fields, key).map_or(Value::Null, Value::from)
    }

    pub(super) fn canary_traffic_percent(&self) -> Option<i64> {
        integer(self.fields, "canaryTrafficPercent")
    }

    pub(super) fn deployment_strategy(&self) -> Option<&'a Map> {
        member(self.fields, "deploymentStrategy")
    }

    /// Whether requests go through the agent, for logging or batching.
    pub(super) fn goes_through_agent(&self) -> bool {
        member(self.fields, "logger").is_some() || member(self.fields, "batcher").is_some()
    }
}

/// An entry of `autoScaling.metrics`.
#[derive(Clone, Copy)]
pub(super) struct Metric<'a>(&'a Map);

impl<'a> Metric<'a> {
    pub(super) fn kind(&self) -> &'a str {
        text(self.0, "type")
    }

    /// The block `resource`, `external` or `podmetric`.
    pub(super) fn source(&self, block: &str) -> Option<&'a Map> {
        member(self.0, block)
    }
}
