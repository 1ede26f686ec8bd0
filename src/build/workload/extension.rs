//! What a component sets about its replicas, traffic and scaling.

use super::built::Built;
use crate::Map;
use crate::api::{AutoScaling, Behavior, Canary, Component, ComponentSpec, InferenceService, ScalingRules};

/// The fields of a component's spec, apart from the pods, that its objects depend on.
#[derive(Clone, Copy)]
pub(super) struct Extension<'a> {
    /// The fields as written.
    pub spec: ComponentSpec<'a>,
    /// `minReplicas`, if set; for a predictor with canaries, only what the canaries leave.
    pub min_replicas: Option<i64>,
    /// Whether canaries have taken some of the replicas.
    pub reduced_by_canaries: bool,
}

impl<'a> Extension<'a> {
    pub(super) fn of(built: &'a Built) -> Extension<'a> {
        Extension::of_fields(&built.extension)
    }

    /// Reads the fields of a component's spec.
    pub(super) fn of_fields(fields: &'a Map) -> Extension<'a> {
        let spec = ComponentSpec::of(fields);
        Extension { spec, min_replicas: spec.min_replicas(), reduced_by_canaries: false }
    }

    /// Reads the fields of a component. In Standard mode the canaries' replicas are subtracted from those of the stable
    /// predictor, which keeps at least one.
    pub(super) fn reduced_by_canaries(built: &'a Built, service: &InferenceService) -> Extension<'a> {
        let extension = Extension::of(built);
        match built.component == Component::Predictor && !built.canary {
            true => extension.without_canaries(service),
            false => extension,
        }
    }

    /// Subtracts the canaries of a service from the replicas of its predictor.
    pub(super) fn without_canaries(mut self, service: &InferenceService) -> Extension<'a> {
        let taken = Canary::all(service).map(|canary| canary.replicas(service)).reduce(i64::saturating_add);
        if let (Some(taken), Some(min)) = (taken, self.min_replicas) {
            self.min_replicas = Some(min.saturating_sub(taken).max(1));
            self.reduced_by_canaries = true;
        }
        self
    }

    /// 0 if unset.
    pub(super) fn max_replicas(&self) -> i64 {
        self.spec.max_replicas().unwrap_or_default()
    }

    /// How many seconds the autoscaler waits before it scales down and up, in this order, where the service sets it.
    pub(super) fn stabilization_windows(&self) -> [Option<i64>; 2] {
        let behavior = self.spec.auto_scaling().and_then(AutoScaling::behavior);
        [Behavior::scale_down, Behavior::scale_up]
            .map(|direction| direction(behavior?).and_then(ScalingRules::stabilization_window_seconds))
    }

    /// Whether requests go through the agent, for logging or batching.
    pub(super) fn goes_through_agent(&self) -> bool {
        self.spec.logger().is_some() || self.spec.batcher().is_some()
    }
}
