//! What the controller does with one object.

use std::rc::Rc;

use super::knative_service::MANAGED_ANNOTATIONS;
use super::update;
use crate::Value;
use crate::engine::store::Effect;
use crate::engine::{World, server};
use crate::object::ControllerError;
use crate::object::fields::Lookup as _;
use crate::object::{Kind, ObjectView as _, name};

/// An object as the controller wants it, and how the controller deals with an existing one.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectStep {
    pub desired: Rc<Value>,
    pub kind: Kind,
    /// Whether the stop annotation takes effect for this object in this release.
    pub stoppable: bool,
    /// Whether that annotation takes effect and is set.
    stops: bool,
}

impl ObjectStep {
    /// A step towards `desired`.
    pub fn new(desired: Value, kind: Kind, stoppable: bool) -> ObjectStep {
        let annotated = match kind {
            // It has few annotations of its own; those of the component are on the revision template.
            Kind::KnativeService => desired.at("/spec/template").is_some_and(|template| template.asks_to_stop()),
            _ => desired.asks_to_stop(),
        };
        ObjectStep { desired: Rc::new(desired), kind, stoppable, stops: stoppable && annotated }
    }

    /// What the controller calls the object when it checks whether its API is installed; `None` if it does not check.
    pub fn name_in_api_check(&self) -> Option<&'static str> {
        match self.kind {
            Kind::ScaledObject => Some("KEDA autoscaler"),
            Kind::OpenTelemetryCollector => Some("OTel Collector resource"),
            _ => None,
        }
    }

    /// The name of the object.
    pub fn name(&self) -> &str {
        let name = self.desired.get("metadata").and_then(|metadata| metadata.get("name"));
        name.and_then(Value::as_str).unwrap_or_default()
    }

    /// Takes the step.
    ///
    /// # Errors
    ///
    /// The error with which the cluster refuses it.
    pub fn take(&self, world: &mut World<'_>) -> Result<(), ControllerError> {
        let at = (self.kind, name::namespace(&self.desired), self.name());
        let effect = self.effect(world.store.look_at(at).map(|entry| &*entry.object));
        if let Some(refusal) = server::refusal(world.cluster, &world.store, at, &self.desired, &effect) {
            return Err(refusal);
        }
        world.store.apply(at, &self.desired, effect);
        if self.makes() {
            world.store.want(at);
        }
        Ok(())
    }

    /// Whether the controller creates the object if there is none.
    fn makes(&self) -> bool {
        !self.stops && (self.kind != Kind::HorizontalPodAutoscaler || update::wants_hpa(&self.desired))
    }

    /// What the controller does, given the existing object with the same kind and name.
    pub fn effect(&self, existing: Option<&Value>) -> Effect {
        let ObjectStep { desired, kind, stoppable, stops } = self;
        let Some(existing) = existing else {
            return if self.makes() { Effect::Create } else { Effect::Nothing };
        };
        let deletes = match kind {
            // An object that belongs to another controller is not deleted, but still updated.
            Kind::Deployment | Kind::Service => *stops && update::same_controller(desired, existing),
            // The annotation of the existing object counts: a stop first writes it, and the next pass deletes.
            Kind::HorizontalPodAutoscaler => {
                (*stoppable && existing.asks_to_stop() || update::leaves_scaling_to_others(desired))
                    && update::has_owner_of_autoscalers(existing)
            }
            _ => *stops,
        };
        if deletes {
            return Effect::Delete;
        }
        if std::ptr::eq(&**desired, existing) || **desired == *existing {
            return Effect::Nothing;
        }
        let updated = match kind {
            Kind::KnativeService => update::knative_service(existing, desired, &MANAGED_ANNOTATIONS),
            Kind::Deployment => update::deployment(existing, desired),
            Kind::Service => update::service(existing, desired),
            Kind::HorizontalPodAutoscaler => update::hpa(existing, desired),
            _ => update::by_spec(existing, desired),
        };
        updated.filter(|updated| updated != existing).map_or(Effect::Nothing, Effect::Update)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::object::keys;

    const NAME: &str = "flower-predictor";

    fn owned(kind: &str, annotations: Value, owner: &str, spec: Value) -> Value {
        let api_version = "serving.kserve.io/v1beta1";
        json!({ "kind": kind, "metadata": {
            "name": NAME,
            "annotations": annotations,
            "ownerReferences": [{ "apiVersion": api_version, "kind": "InferenceService", "name": owner, "controller": true }],
        }, "spec": spec })
    }

    fn effect(kind: Kind, desired: &Value, existing: Option<&Value>) -> Effect {
        ObjectStep::new(desired.clone(), kind, true).effect(existing)
    }

    fn stop() -> Value {
        json!({ keys::STOP: "TRUE" })
    }

    #[test]
    fn a_stopped_object_is_not_created() {
        for kind in [Kind::Deployment, Kind::Service, Kind::HorizontalPodAutoscaler, Kind::ScaledObject] {
            let desired = owned("X", stop(), "flower", json!({}));
            assert_eq!(effect(kind, &desired, None), Effect::Nothing);
            let step = ObjectStep::new(desired, kind, false);
            assert_eq!(step.effect(None), Effect::Create);
        }
        let revision = json!({ "metadata": { "annotations": stop() } });
        let knative = owned("Service", json!({}), "flower", json!({ "template": revision }));
        assert_eq!(effect(Kind::KnativeService, &knative, None), Effect::Nothing);
    }

    #[test]
    fn stopping_deletes_only_what_the_service_controls() {
        let desired = owned("Deployment", stop(), "flower", json!({ "paused": false }));
        let own = owned("Deployment", json!({}), "flower", json!({}));
        let foreign = owned("Deployment", json!({}), "rose", json!({}));
        assert_eq!(effect(Kind::Deployment, &desired, Some(&own)), Effect::Delete);
        assert_eq!(effect(Kind::Deployment, &desired, Some(&foreign)), Effect::Update(desired.clone()));
        assert_eq!(effect(Kind::ScaledObject, &desired, Some(&foreign)), Effect::Delete);
    }

    #[test]
    fn an_autoscaler_is_stopped_in_two_steps() {
        let desired = owned("HorizontalPodAutoscaler", stop(), "flower", json!({ "behavior": {} }));
        let existing = owned("HorizontalPodAutoscaler", json!({}), "flower", json!({}));
        let first = effect(Kind::HorizontalPodAutoscaler, &desired, Some(&existing));
        assert_eq!(first, Effect::Update(desired.clone()));
        assert_eq!(effect(Kind::HorizontalPodAutoscaler, &desired, Some(&desired)), Effect::Delete);
        let mut canary = desired.clone();
        canary["metadata"].as_object_mut().unwrap().remove("ownerReferences");
        assert_eq!(effect(Kind::HorizontalPodAutoscaler, &canary, Some(&canary)), Effect::Nothing);
    }

    #[test]
    fn classes_without_autoscaler_remove_that_of_a_service() {
        for class in ["external", "none"] {
            let desired =
                owned("HorizontalPodAutoscaler", json!({ keys::AUTOSCALER_CLASS: class }), "flower", json!({}));
            assert_eq!(effect(Kind::HorizontalPodAutoscaler, &desired, None), Effect::Nothing);
            let others = owned("HorizontalPodAutoscaler", json!({}), "rose", json!({}));
            assert_eq!(effect(Kind::HorizontalPodAutoscaler, &desired, Some(&others)), Effect::Delete);
            let mut nobodys = others;
            nobodys["metadata"].as_object_mut().unwrap().remove("ownerReferences");
            assert_eq!(
                effect(Kind::HorizontalPodAutoscaler, &desired, Some(&nobodys)),
                Effect::Update(desired.clone())
            );
        }
    }
}
