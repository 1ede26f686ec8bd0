//! What objects report about themselves.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::conditions::{Truth, Verdict, Written};
use crate::api::Condition;
use crate::object::Kind;
use crate::object::fields::{self, is_blank};
use crate::{Map, Value};

/// What an object reports.
#[derive(Debug, Clone, PartialEq)]
pub enum Report {
    Nothing,
    Deployment(Rc<DeploymentStatus>),
    Knative(Rc<KnativeStatus>),
    /// The `status` of an object of any other kind.
    Status(Value),
}

impl Report {
    /// What an object that exists before the first pass reports.
    pub(super) fn found(kind: Kind, name: &str, object: &Value) -> Report {
        let status = object.get("status").and_then(Value::as_object);
        match (kind, status) {
            (Kind::Deployment, status) => {
                let mut reported = status.map(DeploymentStatus::read).unwrap_or_default();
                reported.complete(name);
                Report::Deployment(Rc::new(reported))
            }
            (Kind::KnativeService, status) => {
                Report::Knative(Rc::new(status.map(KnativeStatus::read).unwrap_or_default()))
            }
            (_, Some(status)) => Report::Status(Value::Object(status.clone())),
            _ => Report::Nothing,
        }
    }

    /// The report as the `status` of the object.
    pub(super) fn to_value(&self) -> Option<Value> {
        match self {
            Report::Nothing => None,
            Report::Deployment(reported) => Some(reported.to_value()),
            Report::Knative(reported) => Some(reported.to_value()),
            Report::Status(status) => Some(status.clone()),
        }
    }
}

/// A traffic target as Knative reports it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Traffic {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tag: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub revision_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub configuration_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latest_revision: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<i64>,
    #[serde(skip_serializing_if = "is_blank")]
    pub url: Option<String>,
}

impl Traffic {
    fn read(value: &Map) -> Traffic {
        Traffic {
            tag: text(value, "tag"),
            revision_name: text(value, "revisionName"),
            configuration_name: text(value, "configurationName"),
            latest_revision: value.get("latestRevision").and_then(Value::as_bool),
            percent: value.get("percent").and_then(Value::as_i64),
            url: value.get("url").and_then(Value::as_str).map(str::to_owned),
        }
    }

    pub(crate) fn read_all(value: Option<&Value>) -> Vec<Traffic> {
        value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object).map(Traffic::read).collect()
    }
}

/// What a Knative Service reports.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KnativeStatus {
    pub observed_generation: i64,
    pub ready: Option<Verdict>,
    pub routes_ready: Option<Verdict>,
    pub configurations_ready: Option<Verdict>,
    pub latest_created_revision: String,
    pub latest_ready_revision: String,
    pub url: Option<String>,
    pub address: Option<Arc<Value>>,
    pub traffic: Vec<Traffic>,
    /// Whether any of its conditions is False, including those of other types.
    pub failed: bool,
}

impl KnativeStatus {
    /// Reads the `status` of a Knative Service.
    pub fn read(status: &Map) -> KnativeStatus {
        let conditions = Reported::read(status);
        KnativeStatus {
            observed_generation: status.get("observedGeneration").and_then(Value::as_i64).unwrap_or_default(),
            ready: conditions.get("Ready").cloned(),
            routes_ready: conditions.get("RoutesReady").cloned(),
            configurations_ready: conditions.get("ConfigurationsReady").cloned(),
            latest_created_revision: text(status, "latestCreatedRevisionName"),
            latest_ready_revision: text(status, "latestReadyRevisionName"),
            url: status.get("url").and_then(Value::as_str).map(str::to_owned),
            address: status.get("address").cloned().map(Arc::new),
            traffic: Traffic::read_all(status.get("traffic")),
            failed: conditions.list.iter().any(|(_, verdict)| verdict.status == Truth::False),
        }
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.ready.as_ref().is_some_and(|verdict| verdict.status == Truth::True)
    }

    /// The report as the `status` of the Knative Service.
    pub(crate) fn to_value(&self) -> Value {
        let conditions = [
            ("ConfigurationsReady", &self.configurations_ready),
            ("Ready", &self.ready),
            ("RoutesReady", &self.routes_ready),
        ];
        let written = |(kind, verdict): (&'static str, &'_ Option<Verdict>)| Some((kind.into(), verdict.clone()?));
        fields::tree(&WrittenKnative {
            observed_generation: self.observed_generation,
            conditions: Reported { list: conditions.into_iter().filter_map(written).collect() },
            latest_created_revision_name: &self.latest_created_revision,
            latest_ready_revision_name: &self.latest_ready_revision,
            url: self.url.as_deref().unwrap_or_default(),
            address: self.address.as_deref(),
            traffic: &self.traffic,
        })
    }
}

/// The `status` of a Knative Service as it is stored.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenKnative<'a> {
    observed_generation: i64,
    conditions: Reported,
    #[serde(skip_serializing_if = "str::is_empty")]
    latest_created_revision_name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    latest_ready_revision_name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a Value>,
    traffic: &'a [Traffic],
}

/// The conditions that an object reports, in their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reported {
    pub list: Vec<(Cow<'static, str>, Verdict)>,
}

impl Reported {
    /// Reads `conditions`; those whose status is not a known value count as absent.
    pub fn read(status: &Map) -> Reported {
        let conditions = Condition::of_status(status);
        let known = conditions.filter_map(|own| Some((own.kind().to_owned().into(), Verdict::of(own)?)));
        Reported { list: known.collect() }
    }

    pub fn get(&self, kind: &str) -> Option<&Verdict> {
        self.list.iter().find(|(name, _)| name == kind).map(|(_, verdict)| verdict)
    }
}

impl Serialize for Reported {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list.iter().map(|(kind, verdict)| Written::new(kind, verdict)))
    }
}

/// What a Deployment reports.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeploymentStatus {
    pub observed_generation: i64,
    pub available_replicas: i64,
    pub conditions: Reported,
}

impl DeploymentStatus {
    /// The report as the `status` of the Deployment.
    pub(crate) fn to_value(&self) -> Value {
        fields::tree(self)
    }

    /// Reads the `status` of a Deployment.
    pub fn read(status: &Map) -> DeploymentStatus {
        let number = |key: &str| status.get(key).and_then(Value::as_i64).unwrap_or_default();
        DeploymentStatus {
            observed_generation: number("observedGeneration"),
            available_replicas: number("availableReplicas"),
            conditions: Reported::read(status),
        }
    }

    /// Adds the condition about the progress of a rollout if only its success is reported, as controllers in a real cluster do
    /// for Deployments with a deadline. The hash in the name of the ReplicaSet cannot be known.
    pub(crate) fn complete(&mut self, name: &str) {
        let conditions = &mut self.conditions;
        let available = conditions.get("Available").is_some_and(|verdict| verdict.status == Truth::True);
        if available && conditions.get("Progressing").is_none() {
            let message = format!("ReplicaSet \"{name}-<pod-template-hash>\" has successfully progressed.");
            conditions.list.push(("Progressing".into(), Verdict::new(Truth::True, "NewReplicaSetAvailable", message)));
        }
    }
}

/// A condition with status True, and a reason unless it is empty.
pub(super) fn condition(kind: &str, reason: &str) -> Value {
    match reason {
        "" => serde_json::json!({ "type": kind, "status": "True" }),
        _ => serde_json::json!({ "type": kind, "status": "True", "reason": reason }),
    }
}

fn text(map: &Map, key: &str) -> String {
    map.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}
