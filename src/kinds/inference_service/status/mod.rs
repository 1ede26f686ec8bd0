//! The conditions, readiness, model state and URLs that the controller reports.

mod component;
mod model;
mod reported;
mod texts;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::api::{Component, Mode};
use crate::build::workload::SelectedRuntime;
use crate::engine::conditions::{ConditionSet, Conditions, Verdict};
use crate::object::fields::{self, is_blank, is_zero};
use crate::{Map, Value};
use texts::text;

pub use component::{ComponentStatus, ConditionNames, condition_names};
pub use model::{ModelStatus, Observation, Pod, Surroundings};

/// Types of the conditions that are not named after a component.
pub mod types {
    pub use crate::engine::conditions::READY;
    pub const PREDICTOR_READY: &str = "PredictorReady";
    pub const INGRESS_READY: &str = "IngressReady";
    pub const STOPPED: &str = "Stopped";
    pub const ROUTES_READY: &str = "RoutesReady";
    pub const LATEST_DEPLOYMENT_READY: &str = "LatestDeploymentReady";
    pub const CANARY_PREDICTOR_READY: &str = "CanaryPredictorReady";
}

/// The conditions that decide whether an InferenceService is ready.
pub static CONDITIONS: ConditionSet = ConditionSet { dependents: &[types::PREDICTOR_READY, types::INGRESS_READY] };

/// The status of an InferenceService. Fields that Go omits if they are empty are skipped; `modelStatus` is written even if it is
/// empty.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The generation of a child object, not of the service.
    #[serde(skip_serializing_if = "is_zero")]
    pub observed_generation: i64,
    #[serde(skip_serializing_if = "Conditions::is_empty")]
    pub conditions: Conditions,
    /// An addressable: `{url: …}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Arc<Value>>,
    #[serde(skip_serializing_if = "is_blank")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub components: BTreeMap<Component, ComponentStatus>,
    #[serde(rename = "modelStatus")]
    pub model: ModelStatus,
    #[serde(rename = "canaryStatuses", skip_serializing_if = "Vec::is_empty")]
    pub canaries: Vec<CanaryStatus>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub deployment_mode: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub serving_runtime_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cluster_serving_runtime_name: String,
}

/// An entry of `status.canaryStatuses`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CanaryStatus {
    pub name: String,
    pub ready: bool,
    pub traffic_percent: i64,
    /// Nothing is ever known about a canary's model.
    #[serde(rename = "modelStatus")]
    pub model: ModelStatus,
}

impl Default for Status {
    fn default() -> Status {
        Status {
            observed_generation: 0,
            conditions: Conditions::new(&CONDITIONS),
            address: None,
            url: None,
            components: BTreeMap::new(),
            model: ModelStatus::default(),
            canaries: Vec::new(),
            deployment_mode: String::new(),
            serving_runtime_name: String::new(),
            cluster_serving_runtime_name: String::new(),
        }
    }
}

impl Status {
    /// Reads a stored status; a missing one is empty.
    pub fn read(value: Option<&Value>) -> Status {
        let Some(value) = value.and_then(Value::as_object) else { return Status::default() };
        let entries = value.get("components").and_then(Value::as_object);
        let components = Component::ALL
            .into_iter()
            .filter_map(|component| {
                let entry = entries?.get(component.name())?.as_object()?;
                Some((component, ComponentStatus::read(entry)))
            })
            .collect();
        let canaries = value.get("canaryStatuses").and_then(Value::as_array).into_iter().flatten();
        Status {
            observed_generation: value.get("observedGeneration").and_then(Value::as_i64).unwrap_or_default(),
            conditions: Conditions::read(&CONDITIONS, value.get("conditions")),
            address: value.get("address").cloned().map(Arc::new),
            url: value.get("url").and_then(Value::as_str).map(str::to_owned),
            components,
            model: ModelStatus::read(value.get("modelStatus")),
            canaries: canaries.filter_map(Value::as_object).map(CanaryStatus::read).collect(),
            deployment_mode: text(value, "deploymentMode"),
            serving_runtime_name: text(value, "servingRuntimeName"),
            cluster_serving_runtime_name: text(value, "clusterServingRuntimeName"),
        }
    }

    /// The status as it is stored.
    pub fn to_value(&self) -> Value {
        fields::tree(self)
    }

    /// The URL of the service, if it has one.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref().filter(|url| !url.is_empty())
    }

    /// The URL of the service within the cluster.
    pub fn address_url(&self) -> Option<&str> {
        self.address.as_ref()?.get("url")?.as_str()
    }

    /// Records the selected serving runtime, and clears that of the other scope.
    pub fn set_runtime(&mut self, runtime: &SelectedRuntime) {
        let (own, other) = match runtime.cluster {
            true => (&mut self.cluster_serving_runtime_name, &mut self.serving_runtime_name),
            false => (&mut self.serving_runtime_name, &mut self.cluster_serving_runtime_name),
        };
        own.clone_from(&runtime.name);
        other.clear();
    }

    /// The name of the last selected serving runtime, cluster-wide or not.
    pub fn runtime(&self) -> Option<&str> {
        [&self.cluster_serving_runtime_name, &self.serving_runtime_name]
            .into_iter()
            .map(String::as_str)
            .find(|name| !name.is_empty())
    }

    /// The URL of a component, if known.
    pub fn component_url(&self, component: Component) -> Option<&str> {
        self.components.get(&component)?.url.as_deref()
    }

    /// Whether a write in this mode would change anything. In ModelMesh mode, most of the status belongs to the ModelMesh
    /// controller and is not compared.
    pub fn differs(&self, stored: &Status, mode: &Mode) -> bool {
        if *mode != Mode::ModelMesh {
            return self != stored;
        }
        let own = |component: Component| self.components.get(&component) != stored.components.get(&component);
        self.address != stored.address
            || self.url != stored.url
            || self.conditions != stored.conditions
            || self.observed_generation != stored.observed_generation
            || own(Component::Transformer)
            || own(Component::Explainer)
    }
}

impl crate::kinds::TypedStatus for Status {
    fn to_value(&self) -> Value {
        Status::to_value(self)
    }

    fn url(&self) -> Option<&str> {
        Status::url(self)
    }

    fn address(&self) -> Option<&str> {
        self.address_url()
    }

    fn mode(&self) -> Option<&str> {
        Some(self.deployment_mode.as_str()).filter(|mode| !mode.is_empty())
    }

    fn runtime(&self) -> Option<&str> {
        Status::runtime(self)
    }

    fn component_url(&self, component: Component) -> Option<&str> {
        Status::component_url(self, component)
    }

    fn condition(&self, kind: &str) -> Option<Verdict> {
        self.conditions.get(kind).cloned()
    }

    fn with_messages(&self, change: &dyn Fn(&str) -> String) -> std::sync::Arc<dyn crate::kinds::TypedStatus> {
        let mut status = self.clone();
        status.conditions.change_messages(change);
        std::sync::Arc::new(status)
    }
}

impl CanaryStatus {
    fn read(value: &Map) -> CanaryStatus {
        CanaryStatus {
            name: text(value, "name"),
            ready: value.get("ready").and_then(Value::as_bool).unwrap_or_default(),
            traffic_percent: value.get("trafficPercent").and_then(Value::as_i64).unwrap_or_default(),
            model: ModelStatus::default(),
        }
    }
}
