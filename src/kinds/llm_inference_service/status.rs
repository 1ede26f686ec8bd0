//! The `status` of a service.

use std::fmt;

use serde::Serialize;

use crate::api::Condition;
use crate::engine::conditions::{ConditionSet, Conditions};
use crate::object::fields::{self, elements, integer, is_zero, member};
use crate::{Map, Value};

/// The types of conditions.
pub mod types {
    pub use crate::engine::conditions::READY;

    pub const PRESETS_COMBINED: &str = "PresetsCombined";
    pub const WORKLOADS_READY: &str = "WorkloadsReady";
    pub const ROUTER_READY: &str = "RouterReady";
    pub const MAIN_WORKLOAD_READY: &str = "MainWorkloadReady";
    pub const WORKER_WORKLOAD_READY: &str = "WorkerWorkloadReady";
    pub const PREFILL_WORKLOAD_READY: &str = "PrefillWorkloadReady";
    pub const PREFILL_WORKER_WORKLOAD_READY: &str = "PrefillWorkerWorkloadReady";
    pub const SCALING_READY: &str = "ScalingReady";
    pub const PREFILL_SCALING_READY: &str = "PrefillScalingReady";
    pub const SCHEDULER_WORKLOAD_READY: &str = "SchedulerWorkloadReady";
    pub const GATEWAYS_READY: &str = "GatewaysReady";
    pub const HTTP_ROUTES_READY: &str = "HTTPRoutesReady";
    pub const INFERENCE_POOL_READY: &str = "InferencePoolReady";
    pub const GROUP_READY: &str = "GroupReady";
    pub const GROUP_DEGRADED: &str = "GroupDegraded";
    pub const OCI_IMAGE_VOLUME_COMPATIBLE: &str = "OciImageVolumeCompatible";
}

/// The conditions behind `WorkloadsReady`. The first that is False provides its reason.
pub const OF_WORKLOADS: [&str; 6] = [
    types::MAIN_WORKLOAD_READY,
    types::WORKER_WORKLOAD_READY,
    types::PREFILL_WORKLOAD_READY,
    types::PREFILL_WORKER_WORKLOAD_READY,
    types::SCALING_READY,
    types::PREFILL_SCALING_READY,
];

/// The conditions behind `RouterReady`. The first that is False provides its reason.
pub const OF_ROUTER: [&str; 4] =
    [types::GATEWAYS_READY, types::HTTP_ROUTES_READY, types::INFERENCE_POOL_READY, types::SCHEDULER_WORKLOAD_READY];

/// The conditions behind `Ready`.
static CONDITIONS: ConditionSet = ConditionSet { dependents: &[types::WORKLOADS_READY, types::ROUTER_READY] };

/// The status that the controller writes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The names of presets, pinned for the lifetime of the service.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub annotations: Map,
    /// The configs behind the effective spec.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub applied_configs: Vec<Value>,
    /// The conditions.
    #[serde(skip_serializing_if = "Conditions::is_empty")]
    pub conditions: Conditions,
    /// The URL for users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// All URLs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<Value>,
    /// Gateways, group and scheduler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub router: Option<Map>,
    /// The objects that run the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workloads: Option<Value>,
    /// The last generation of the service that the controller has handled.
    #[serde(skip_serializing_if = "is_zero")]
    pub observed_generation: i64,
    /// The fields that the controller never writes.
    #[serde(flatten)]
    others: Map,
}

/// The fields that the controller writes.
const OWN: [&str; 8] =
    ["annotations", "appliedConfigs", "conditions", "url", "addresses", "router", "workloads", "observedGeneration"];

impl Status {
    /// Reads a stored status.
    pub fn read(stored: &Map) -> Status {
        let others = stored.iter().filter(|(key, _)| !OWN.contains(&key.as_str()));
        Status {
            annotations: member(stored, "annotations").cloned().unwrap_or_default(),
            applied_configs: elements(stored, "appliedConfigs").to_vec(),
            conditions: Conditions::read(&CONDITIONS, stored.get("conditions")),
            url: stored.get("url").and_then(Value::as_str).map(str::to_owned),
            addresses: elements(stored, "addresses").to_vec(),
            router: member(stored, "router").cloned(),
            workloads: stored.get("workloads").filter(|own| own.is_object()).cloned(),
            observed_generation: integer(stored, "observedGeneration").unwrap_or_default(),
            others: others.map(|(key, value)| (key.clone(), value.clone())).collect(),
        }
    }

    /// The stored form.
    pub fn to_value(&self) -> Map {
        match fields::tree(self) {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }
}

/// A condition that keeps a service from being ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trouble<'s> {
    /// The type of the condition.
    pub condition: &'s str,
    pub reason: &'s str,
    pub message: &'s str,
}

impl fmt::Display for Trouble<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.condition)?;
        let mut words = [self.reason, self.message].into_iter().filter(|word| !word.is_empty());
        words.try_for_each(|word| write!(f, ": {word}"))
    }
}

/// The condition that keeps a service from being ready, if there is one.
pub(crate) fn trouble(status: &Map) -> Option<Trouble<'_>> {
    let of = |wanted: &str| Condition::of_status(status).find(|condition| condition.kind() == wanted);
    let causes = std::iter::once(types::PRESETS_COMBINED).chain(OF_WORKLOADS).chain(OF_ROUTER);
    let found = causes.filter_map(of).find(|condition| condition.is_false())?;
    Some(Trouble { condition: found.kind(), reason: found.reason(), message: found.message() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn every_written_field_is_read_back() {
        let object = |value: Value| value.as_object().cloned().unwrap_or_default();
        let status = Status {
            annotations: object(json!({ "a": "b" })),
            applied_configs: vec![json!({ "name": "c" })],
            conditions: Conditions::read(&CONDITIONS, Some(&json!([{ "type": "Ready", "status": "True" }]))),
            url: Some("http://m".into()),
            addresses: vec![json!({ "url": "http://m" })],
            router: Some(object(json!({ "group": {} }))),
            workloads: Some(json!({ "primary": {} })),
            observed_generation: 2,
            others: Map::new(),
        };
        let written = status.to_value();
        assert_eq!(written.keys().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(OWN));
        assert_eq!(Status::read(&written), status);
        let with_more = Status { others: object(json!({ "of": "someone else" })), ..status };
        assert_eq!(Status::read(&with_more.to_value()), with_more);
    }
}
