//! Autoscaling of workloads: a VariantAutoscaling that decides, and an actuator that follows its metric.

use serde_json::json;

use crate::api::AutoScaling;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::labels::component;
use crate::kinds::llm_inference_service::service::{Part, object_of};
use crate::kinds::llm_inference_service::spec::{Keda, Scaling, VariantScaling, Workload};
use crate::object::fields::map;
use crate::object::{ControllerError, Kind};
use crate::{Map, Value};

/// The metric for the number of replicas that a VariantAutoscaling wants.
const METRIC: &str = "wva_desired_replicas";
/// The label for the kind of accelerator.
const ACCELERATOR: &str = "inference.optimization/acceleratorName";
/// The section of the ConfigMap that says where the metric is.
const SECTION: &str = "autoscaling-wva-controller-config";

/// The scaling of a part.
#[derive(Debug, Clone, Copy)]
pub struct Scaled<'a> {
    part: Part,
    own: Workload<'a>,
    scaling: Scaling<'a>,
    wva: VariantScaling<'a>,
}

impl<'a> Scaled<'a> {
    /// The scaling of a part, if it has any and the service is not stopped.
    pub fn of(builder: &Builder<'a>, part: Part) -> Option<Scaled<'a>> {
        let own = builder.service.part(part).filter(|_| !builder.service.is_stopped())?;
        let scaling = own.scaling()?;
        Some(Scaled { part, own, scaling, wva: scaling.wva()? })
    }

    /// The settings of a HorizontalPodAutoscaler, if it is the actuator.
    pub fn hpa(&self) -> Option<AutoScaling<'a>> {
        self.wva.hpa()
    }

    /// The settings of a ScaledObject, if it is the actuator.
    pub fn keda(&self) -> Option<Keda<'a>> {
        self.wva.keda()
    }

    fn minimum(&self) -> i64 {
        self.scaling.min_replicas().unwrap_or(1)
    }

    fn maximum(&self) -> i64 {
        self.scaling.max_replicas().unwrap_or_default()
    }

    fn target(&self, builder: &Builder<'_>) -> Map {
        let names = &builder.service.names;
        let is_set = builder.service.runs_on_several_nodes(self.part);
        let name = match (self.part, is_set) {
            (Part::Main, false) => names.main_deployment(),
            (Part::Main, true) => names.main_set(),
            (Part::Prefill, false) => names.prefill_deployment(),
            (Part::Prefill, true) => names.prefill_set(),
        };
        let kind = if is_set { Kind::LeaderWorkerSet } else { Kind::Deployment };
        map([("apiVersion", kind.api_version().into()), ("kind", kind.name().into()), ("name", name.into())])
    }

    /// The VariantAutoscaling.
    pub fn variant(&self, builder: &Builder<'_>) -> Value {
        let service = &builder.service;
        let mut labels = service.labels(Some(component::WORKLOAD));
        let accelerator = self.own.labels().get(ACCELERATOR).and_then(Value::as_str).filter(|name| !name.is_empty());
        labels.insert(ACCELERATOR.into(), accelerator.unwrap_or("unknown").into());
        let model = service.spec.model();
        let model = if model.name().is_empty() { model.uri() } else { model.name() };
        let mut spec = json!({
            "scaleTargetRef": self.target(builder),
            "modelID": model,
            "minReplicas": self.minimum(),
            "maxReplicas": self.maximum(),
        });
        let cost = self.wva.variant_cost();
        if let (Some(spec), false) = (spec.as_object_mut(), cost.is_empty()) {
            spec.insert("variantCost".into(), cost.into());
        }
        object_of(Kind::VariantAutoscaling, service.object_metadata(&variant_name(builder, self.part), labels), spec)
    }

    /// The HorizontalPodAutoscaler.
    pub fn horizontal(&self, builder: &Builder<'_>, settings: AutoScaling<'_>) -> Value {
        let service = &builder.service;
        let selector = json!({ "matchLabels": { "variant_name": variant_name(builder, self.part) } });
        let mut spec = json!({
            "scaleTargetRef": self.target(builder),
            "minReplicas": self.minimum(),
            "maxReplicas": self.maximum(),
            "metrics": [{
                "type": "External",
                "external": {
                    "metric": { "name": METRIC, "selector": selector },
                    "target": { "type": "Value", "value": "1" },
                },
            }],
        });
        if let (Some(spec), Some(behavior)) = (spec.as_object_mut(), settings.behavior_fields()) {
            spec.insert("behavior".into(), behavior.clone().into());
        }
        let name = hpa_name(builder, self.part);
        let metadata = service.object_metadata(&name, service.labels(Some(component::WORKLOAD)));
        object_of(Kind::HorizontalPodAutoscaler, metadata, spec)
    }

    /// The ScaledObject.
    ///
    /// # Errors
    /// The configuration does not say where the metric is.
    pub fn scaled_object(&self, builder: &Builder<'_>, settings: Keda<'_>) -> Result<Value, ControllerError> {
        let service = &builder.service;
        let mut spec = Map::new();
        spec.insert("scaleTargetRef".into(), self.target(builder).into());
        spec.insert("minReplicaCount".into(), self.minimum().into());
        spec.insert("maxReplicaCount".into(), self.maximum().into());
        for key in
            ["pollingInterval", "cooldownPeriod", "initialCooldownPeriod", "idleReplicaCount", "fallback", "advanced"]
        {
            if let Some(value) = settings.fields().get(key).filter(|value| !value.is_null()) {
                spec.insert(key.into(), value.clone());
            }
        }
        spec.insert("triggers".into(), vec![self.trigger(builder)?].into());
        let name = scaled_object_name(builder, self.part);
        let metadata = service.object_metadata(&name, service.labels(Some(component::WORKLOAD)));
        Ok(object_of(Kind::ScaledObject, metadata, spec))
    }

    fn trigger(&self, builder: &Builder<'_>) -> Result<Value, ControllerError> {
        let prometheus = builder.settings.prometheus.as_ref().filter(|prometheus| !prometheus.url.is_empty());
        let Some(prometheus) = prometheus else {
            return Err(ControllerError::new(format!(
                "{SECTION}.prometheus.url is required in inferenceservice-config when using KEDA"
            )));
        };
        if prometheus.auth_modes.is_empty() != prometheus.trigger_auth_name.is_empty() {
            return Err(ControllerError::new(format!(
                "{SECTION}.prometheus.authModes and {SECTION}.prometheus.triggerAuthName must both be set or both be empty"
            )));
        }
        let variant = variant_name(builder, self.part);
        let namespace = builder.service.names.namespace;
        let mut metadata = json!({
            "serverAddress": prometheus.url,
            "query": format!("{METRIC}{{variant_name=\"{variant}\",exported_namespace=\"{namespace}\"}}"),
            "threshold": "1",
            "unsafeSsl": prometheus.tls_insecure_skip_verify.to_string(),
        });
        let mut trigger = Map::new();
        trigger.insert("type".into(), "prometheus".into());
        trigger.insert("name".into(), "wva-desired-replicas".into());
        if !prometheus.auth_modes.is_empty()
            && let Some(metadata) = metadata.as_object_mut()
        {
            metadata.insert("authModes".into(), prometheus.auth_modes.as_str().into());
        }
        trigger.insert("metadata".into(), metadata);
        if !prometheus.trigger_auth_name.is_empty() {
            let mut reference = json!({ "name": prometheus.trigger_auth_name });
            if let (Some(reference), false) = (reference.as_object_mut(), prometheus.trigger_auth_kind.is_empty()) {
                reference.insert("kind".into(), prometheus.trigger_auth_kind.as_str().into());
            }
            trigger.insert("authenticationRef".into(), reference);
        }
        Ok(trigger.into())
    }
}

/// The name of a part's VariantAutoscaling.
pub fn variant_name(builder: &Builder<'_>, part: Part) -> String {
    match part {
        Part::Main => builder.service.names.main_variant(),
        Part::Prefill => builder.service.names.prefill_variant(),
    }
}

/// The name of a part's HorizontalPodAutoscaler.
pub fn hpa_name(builder: &Builder<'_>, part: Part) -> String {
    match part {
        Part::Main => builder.service.names.main_hpa(),
        Part::Prefill => builder.service.names.prefill_hpa(),
    }
}

/// The name of a part's ScaledObject.
pub fn scaled_object_name(builder: &Builder<'_>, part: Part) -> String {
    match part {
        Part::Main => builder.service.names.main_scaled_object(),
        Part::Prefill => builder.service.names.prefill_scaled_object(),
    }
}
