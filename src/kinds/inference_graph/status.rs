//! The status of a graph.

use serde::Serialize;
use serde_json::json;

use crate::api::Condition;
use crate::engine::conditions::READY;
use crate::engine::reports::{DeploymentStatus, KnativeStatus};
use crate::object::fields::{self, is_zero};
use crate::{Map, Value};

const STOPPED: &str = "Stopped";

/// What a graph reports. Its conditions are a plain list: the controller copies those of the Knative Service unchanged.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    observed_generation: i64,
    /// Fields that the controller leaves alone.
    #[serde(flatten)]
    others: Map,
}

impl Status {
    /// Reads a stored status.
    pub fn read(value: Option<&Value>) -> Status {
        let mut others = value.and_then(Value::as_object).cloned().unwrap_or_default();
        let conditions = others.remove("conditions").and_then(|list| list.as_array().cloned()).unwrap_or_default();
        let url = others.remove("url").and_then(|url| url.as_str().map(str::to_owned));
        let generation = others.remove("observedGeneration").and_then(|generation| generation.as_i64());
        Status { conditions, url, observed_generation: generation.unwrap_or_default(), others }
    }

    /// The status as it is stored; `None` if nothing was ever written.
    pub fn to_value(&self) -> Option<Value> {
        Some(fields::tree(self)).filter(|status| status.as_object().is_some_and(|fields| !fields.is_empty()))
    }

    /// The status of a condition; empty if there is none.
    fn condition(&self, kind: &str) -> &str {
        Condition::all(&self.conditions).find(|condition| condition.kind() == kind).map_or("", Condition::status)
    }

    pub fn is_ready(&self) -> bool {
        self.condition(READY) == "True"
    }

    /// Takes over what the Knative Service reports.
    pub fn take_knative(&mut self, reported: &Knative) {
        self.conditions.clone_from(&reported.conditions);
        match self.condition(READY) {
            "" => {}
            "True" => self.url.clone_from(&reported.url),
            _ => self.url = None,
        }
    }

    /// Takes over what the Deployment reports: the graph is ready as soon as the Deployment has a condition `Available`, whatever
    /// its status.
    pub fn take_deployment(&mut self, reported: &DeploymentStatus, url: Option<&str>) {
        if is_available(reported) {
            self.url = url.map(str::to_owned);
            self.conditions = vec![json!({ "type": READY, "status": "True" })];
        }
        self.observed_generation = reported.observed_generation;
    }

    /// Writes the condition `Stopped`, after all others.
    pub fn note_stop(&mut self, stops: bool) {
        let stopped = |status: &str| json!({ "type": STOPPED, "status": status });
        let before = self.condition(STOPPED) == "True";
        if self.condition(STOPPED).is_empty() {
            self.conditions.push(stopped("False"));
        }
        if stops && !before {
            self.conditions = vec![stopped("True"), json!({ "type": READY, "status": "False", "reason": "Stopped" })];
            self.url = None;
        } else if !stops && before {
            self.conditions.push(stopped("False"));
        }
    }
}

/// Whether a Deployment has a condition `Available`, whatever its status.
pub fn is_available(reported: &DeploymentStatus) -> bool {
    reported.conditions.get("Available").is_some()
}

/// What a Knative Service reports, as far as a graph takes it over.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Knative {
    conditions: Vec<Value>,
    url: Option<String>,
}

impl Knative {
    /// The status of an object with all its conditions.
    pub fn found(status: Option<&Value>) -> Knative {
        let read = Status::read(status);
        Knative { conditions: read.conditions, url: read.url }
    }

    /// What a Knative Service reports once it runs.
    pub fn of(reported: &KnativeStatus) -> Knative {
        let conditions = [
            ("ConfigurationsReady", &reported.configurations_ready),
            (READY, &reported.ready),
            ("RoutesReady", &reported.routes_ready),
        ];
        let condition = |kind: &str, status: &str| json!({ "type": kind, "status": status });
        let conditions = conditions
            .into_iter()
            .filter_map(|(kind, verdict)| Some(condition(kind, verdict.as_ref()?.status.name())))
            .collect();
        Knative { conditions, url: reported.url.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(conditions: Value) -> Status {
        Status::read(Some(&json!({ "conditions": conditions, "url": "http://old" })))
    }

    fn condition(kind: &str, status: &str) -> Value {
        json!({ "type": kind, "status": status })
    }

    #[test]
    fn to_stop_replaces_all_conditions() {
        let mut stopping = status(json!([condition(READY, "True"), condition(STOPPED, "False")]));
        stopping.note_stop(true);
        let not_ready = json!({ "type": READY, "status": "False", "reason": "Stopped" });
        let expected = json!({ "conditions": [condition(STOPPED, "True"), not_ready] });
        assert_eq!(stopping.to_value(), Some(expected.clone()));
        stopping.note_stop(true);
        assert_eq!(stopping.to_value(), Some(expected));
    }

    #[test]
    fn a_new_graph_is_not_stopped() {
        let mut new = Status::default();
        assert_eq!(new.to_value(), None);
        new.note_stop(false);
        assert_eq!(new.to_value(), Some(json!({ "conditions": [condition(STOPPED, "False")] })));
    }

    #[test]
    fn the_url_follows_the_condition_of_the_knative_service() {
        let url = |conditions: Value| {
            let mut status = status(json!([]));
            status.take_knative(&Knative::found(Some(&json!({ "conditions": conditions, "url": "http://new" }))));
            status.url
        };
        assert_eq!(url(json!([condition(READY, "True")])).as_deref(), Some("http://new"));
        assert_eq!(url(json!([condition(READY, "Unknown")])), None);
        assert_eq!(url(json!([])).as_deref(), Some("http://old"), "nothing is said");
    }
}
