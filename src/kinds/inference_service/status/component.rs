//! The entry of a component in `status.components`.

use std::sync::Arc;

use serde::Serialize;

use super::texts::text;
use crate::api::Component;
use crate::engine::reports::Traffic;
use crate::object::fields::is_blank;
use crate::{Map, Value};

/// The entry of a component in `status.components`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ComponentStatus {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub latest_ready_revision: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub latest_created_revision: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub previous_rolledout_revision: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub latest_rolledout_revision: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traffic: Vec<Traffic>,
    #[serde(skip_serializing_if = "is_blank")]
    pub url: Option<String>,
    /// `restUrl` and `grpcUrl`, which only ModelMesh writes.
    #[serde(skip_serializing_if = "is_blank")]
    pub rest_url: Option<String>,
    #[serde(skip_serializing_if = "is_blank")]
    pub grpc_url: Option<String>,
    /// An addressable: `{url: …}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Arc<Value>>,
}

impl ComponentStatus {
    pub(super) fn read(value: &Map) -> ComponentStatus {
        let optional = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        ComponentStatus {
            latest_ready_revision: text(value, "latestReadyRevision"),
            latest_created_revision: text(value, "latestCreatedRevision"),
            previous_rolledout_revision: text(value, "previousRolledoutRevision"),
            latest_rolledout_revision: text(value, "latestRolledoutRevision"),
            traffic: Traffic::read_all(value.get("traffic")),
            url: optional("url"),
            rest_url: optional("restUrl"),
            grpc_url: optional("grpcUrl"),
            address: value.get("address").cloned().map(Arc::new),
        }
    }
}

/// The names of a component's conditions.
#[derive(Debug, Clone, Copy)]
pub struct ConditionNames {
    pub ready: &'static str,
    pub route: &'static str,
    pub configuration: &'static str,
}

/// The names of `component`'s conditions. The explainer's route condition is in the plural.
pub const fn condition_names(component: Component) -> ConditionNames {
    match component {
        Component::Predictor => ConditionNames {
            ready: "PredictorReady",
            route: "PredictorRouteReady",
            configuration: "PredictorConfigurationReady",
        },
        Component::Transformer => ConditionNames {
            ready: "TransformerReady",
            route: "TransformerRouteReady",
            configuration: "TransformerConfigurationReady",
        },
        Component::Explainer => ConditionNames {
            ready: "ExplainerReady",
            route: "ExplainerRoutesReady",
            configuration: "ExplainerConfigurationReady",
        },
    }
}
