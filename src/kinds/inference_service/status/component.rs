//! The entry of a component in `status.components`.

use crate::engine::reports::Traffic;
use std::sync::Arc;

use crate::api::Component;
use crate::{Map, Value};

use super::texts::{put_text, text};

/// One component's entry in `status.components`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComponentStatus {
    pub latest_ready_revision: String,
    pub latest_created_revision: String,
    pub previous_rolledout_revision: String,
    pub latest_rolledout_revision: String,
    pub traffic: Vec<Traffic>,
    pub url: Option<String>,
    /// `restUrl` and `grpcUrl`, which only ModelMesh writes.
    pub rest_url: Option<String>,
    pub grpc_url: Option<String>,
    /// An addressable: `{url: …}`.
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

    pub(super) fn to_value(&self) -> Value {
        let mut object = Map::new();
        put_text(&mut object, "latestReadyRevision", &self.latest_ready_revision);
        put_text(&mut object, "latestCreatedRevision", &self.latest_created_revision);
        put_text(&mut object, "previousRolledoutRevision", &self.previous_rolledout_revision);
        put_text(&mut object, "latestRolledoutRevision", &self.latest_rolledout_revision);
        put_text(&mut object, "url", self.url.as_deref().unwrap_or_default());
        put_text(&mut object, "restUrl", self.rest_url.as_deref().unwrap_or_default());
        put_text(&mut object, "grpcUrl", self.grpc_url.as_deref().unwrap_or_default());
        if !self.traffic.is_empty() {
            object.insert("traffic".into(), self.traffic.iter().map(Traffic::to_value).collect());
        }
        if let Some(address) = &self.address {
            object.insert("address".into(), Value::clone(address));
        }
        Value::Object(object)
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
