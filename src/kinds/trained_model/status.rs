//! The status of a TrainedModel: conditions and URLs.

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::engine::conditions::{ConditionSet, Conditions, Truth, Verdict};
use crate::object::fields::{self, Lookup as _};
use crate::{Map, Value};

pub const SERVICE_READY: &str = "InferenceServiceReady";
pub const MEMORY_AVAILABLE: &str = "MemoryResourceAvailable";
pub const MULTI_MODEL: &str = "IsMMSPredictor";

static SET: ConditionSet = ConditionSet { dependents: &[SERVICE_READY, MEMORY_AVAILABLE, MULTI_MODEL] };

/// The content of a failed condition: its reason, its message, and the text that the error of the pass then has about
/// InferenceService and model.
pub struct Failing {
    pub reason: &'static str,
    pub message: &'static str,
    pub error: &'static str,
}

/// The checks in the order of the controller.
pub const CHECKS: [(&str, Failing); 3] = [
    (
        SERVICE_READY,
        Failing {
            reason: "InferenceServiceNotReady",
            message: "Inference Service needs to be ready before Trained Model can be ready",
            error: "is not ready",
        },
    ),
    (
        MULTI_MODEL,
        Failing {
            reason: "IsNotMMSPredictor",
            message: "Inference Service predictor is not configured for multi-model serving",
            error: "predictor is not configured for multi-model serving",
        },
    ),
    (
        MEMORY_AVAILABLE,
        Failing {
            reason: "MemoryResourceNotAvailable",
            message: "Inference Service does not have enough memory resources for Trained Model",
            error: "memory resources are not available",
        },
    ),
];

/// What a TrainedModel reports.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    #[serde(skip_serializing_if = "Conditions::is_empty")]
    conditions: Conditions,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "addressable")]
    pub address: Option<String>,
    /// Fields that the controller leaves alone.
    #[serde(flatten)]
    others: Map,
}

/// Serialises an address as an object.
fn addressable<S: Serializer>(url: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    json!({ "url": url }).serialize(serializer)
}

impl Status {
    /// Reads a stored status.
    pub fn read(value: Option<&Value>) -> Status {
        let mut others = value.and_then(Value::as_object).cloned().unwrap_or_default();
        let conditions = Conditions::read(&SET, others.remove("conditions").as_ref());
        let url = others.remove("url").and_then(|url| url.as_str().map(str::to_owned));
        let address = others.remove("address").and_then(|address| Some(address.at("/url")?.as_str()?.to_owned()));
        Status { conditions, url, address, others }
    }

    /// The status as it is stored; `None` if nothing was ever written.
    pub fn to_value(&self) -> Option<Value> {
        Some(fields::tree(self)).filter(|status| status.as_object().is_some_and(|fields| !fields.is_empty()))
    }

    /// Begins a pass: everything written before counts as equally old.
    pub fn begin(&mut self) {
        self.conditions.store();
    }

    /// Writes the outcome of the check at position `at`.
    pub fn set(&mut self, at: usize, holds: bool) {
        let Some((kind, failing)) = CHECKS.get(at) else { return };
        let verdict = match holds {
            true => Verdict::bare(Truth::True),
            false => Verdict::new(Truth::False, failing.reason, failing.message),
        };
        self.conditions.set(kind, verdict, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(checks: [bool; 3], passes: usize) -> Value {
        let mut status = Status::read(None);
        for _ in 0..passes {
            status.begin();
            checks.into_iter().enumerate().for_each(|(at, holds)| status.set(at, holds));
        }
        let value = status.to_value().unwrap();
        let conditions = value["conditions"].as_array().unwrap();
        let ready = conditions.iter().find(|condition| condition["type"] == "Ready").unwrap();
        ready.get("reason").cloned().unwrap_or_default()
    }

    #[test]
    fn ready_reports_the_check_that_failed_last() {
        assert_eq!(ready([true, true, true], 1), Value::Null);
        assert_eq!(ready([false, false, false], 1), "MemoryResourceNotAvailable");
        assert_eq!(ready([false, true, true], 2), "InferenceServiceNotReady");
        assert_eq!(ready([true, false, true], 2), "IsNotMMSPredictor");
    }
}
