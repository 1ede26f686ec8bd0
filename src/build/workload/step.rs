//! What the controller does about one object.

use std::rc::Rc;

use super::update;
use crate::Value;
use crate::object::fields::Lookup as _;

/// An object as the controller wants it, and how it deals with one that exists.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub desired: Rc<Value>,
    pub rule: Rule,
    /// Whether the stop annotation counts for this object in the release at hand.
    pub stoppable: bool,
    /// Whether that annotation counts and asks to stop.
    stops: bool,
}

/// How the controller deals with an existing object; each kind has its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    KnativeService,
    Deployment,
    Service,
    HorizontalPodAutoscaler,
    ScaledObject,
    OpenTelemetryCollector,
}

impl Rule {
    /// The API of an object that the cluster may not have, with the kind and what the controller calls it.
    pub fn optional_api(self) -> Option<(&'static str, &'static str, &'static str)> {
        match self {
            Rule::ScaledObject => Some(("keda.sh/v1alpha1", "ScaledObject", "KEDA autoscaler")),
            Rule::OpenTelemetryCollector => {
                Some(("opentelemetry.io/v1beta1", "OpenTelemetryCollector", "OTel Collector resource"))
            }
            Rule::KnativeService | Rule::Deployment | Rule::Service | Rule::HorizontalPodAutoscaler => None,
        }
    }
}

/// What the controller does in a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// The object stays as it is, or stays absent.
    Nothing,
    /// The object does not exist: the desired one is created.
    Create,
    /// The existing object becomes this.
    Update(Value),
    /// The existing object is deleted.
    Delete,
}

impl Step {
    /// A step towards `desired`.
    pub fn new(desired: Value, rule: Rule, stoppable: bool) -> Step {
        let annotated = match rule {
            // Its own annotations are few; those of the component are on the revision template.
            Rule::KnativeService => desired.at("/spec/template").is_some_and(update::asks_to_stop),
            _ => update::asks_to_stop(&desired),
        };
        Step { desired: Rc::new(desired), rule, stoppable, stops: stoppable && annotated }
    }

    /// The name of the object.
    pub fn name(&self) -> &str {
        let name = self.desired.get("metadata").and_then(|metadata| metadata.get("name"));
        name.and_then(Value::as_str).unwrap_or_default()
    }

    /// What the controller does, given the existing object of that kind and name.
    pub fn effect(&self, existing: Option<&Value>) -> Effect {
        let Step { desired, rule, stoppable, stops } = self;
        let Some(existing) = existing else {
            let wanted = !*stops && (*rule != Rule::HorizontalPodAutoscaler || update::wants_hpa(desired));
            return if wanted { Effect::Create } else { Effect::Nothing };
        };
        let deletes = match rule {
            Rule::KnativeService | Rule::ScaledObject | Rule::OpenTelemetryCollector => *stops,
            // What belongs to somebody else is not deleted, but updated all the same.
            Rule::Deployment | Rule::Service => *stops && update::same_controller(desired, existing),
            // The annotation of the existing object counts: stopping first writes it, then deletes.
            Rule::HorizontalPodAutoscaler => {
                (*stoppable && update::asks_to_stop(existing) || update::leaves_scaling_to_others(desired))
                    && update::owned_by_a_service(existing)
            }
        };
        if deletes {
            return Effect::Delete;
        }
        if std::ptr::eq(&**desired, existing) || **desired == *existing {
            return Effect::Nothing;
        }
        let updated = match rule {
            Rule::KnativeService => update::knative_service(existing, desired),
            Rule::Deployment => update::deployment(existing, desired),
            Rule::Service => update::service(existing, desired),
            Rule::HorizontalPodAutoscaler => Some(Value::clone(desired)),
            Rule::ScaledObject | Rule::OpenTelemetryCollector => update::by_spec(existing, desired),
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

    fn effect(rule: Rule, desired: &Value, existing: Option<&Value>) -> Effect {
        Step::new(desired.clone(), rule, true).effect(existing)
    }

    fn stop() -> Value {
        json!({ keys::STOP: "TRUE" })
    }

    #[test]
    fn a_stopped_object_is_not_created() {
        for rule in [Rule::Deployment, Rule::Service, Rule::HorizontalPodAutoscaler, Rule::ScaledObject] {
            let desired = owned("X", stop(), "flower", json!({}));
            assert_eq!(effect(rule, &desired, None), Effect::Nothing);
            let step = Step::new(desired, rule, false);
            assert_eq!(step.effect(None), Effect::Create);
        }
        let revision = json!({ "metadata": { "annotations": stop() } });
        let knative = owned("Service", json!({}), "flower", json!({ "template": revision }));
        assert_eq!(effect(Rule::KnativeService, &knative, None), Effect::Nothing);
    }

    #[test]
    fn stopping_deletes_only_what_the_service_controls() {
        let desired = owned("Deployment", stop(), "flower", json!({ "paused": false }));
        let own = owned("Deployment", json!({}), "flower", json!({}));
        let foreign = owned("Deployment", json!({}), "rose", json!({}));
        assert_eq!(effect(Rule::Deployment, &desired, Some(&own)), Effect::Delete);
        assert_eq!(effect(Rule::Deployment, &desired, Some(&foreign)), Effect::Update(desired.clone()));
        assert_eq!(effect(Rule::ScaledObject, &desired, Some(&foreign)), Effect::Delete);
    }

    #[test]
    fn an_autoscaler_is_stopped_in_two_steps() {
        let desired = owned("HorizontalPodAutoscaler", stop(), "flower", json!({ "behavior": {} }));
        let existing = owned("HorizontalPodAutoscaler", json!({}), "flower", json!({}));
        let first = effect(Rule::HorizontalPodAutoscaler, &desired, Some(&existing));
        assert_eq!(first, Effect::Update(desired.clone()));
        assert_eq!(effect(Rule::HorizontalPodAutoscaler, &desired, Some(&desired)), Effect::Delete);
        let mut canary = desired.clone();
        canary["metadata"].as_object_mut().unwrap().remove("ownerReferences");
        assert_eq!(effect(Rule::HorizontalPodAutoscaler, &canary, Some(&canary)), Effect::Nothing);
    }

    #[test]
    fn classes_without_autoscaler_remove_that_of_a_service() {
        for class in ["external", "none"] {
            let desired =
                owned("HorizontalPodAutoscaler", json!({ keys::AUTOSCALER_CLASS: class }), "flower", json!({}));
            assert_eq!(effect(Rule::HorizontalPodAutoscaler, &desired, None), Effect::Nothing);
            let others = owned("HorizontalPodAutoscaler", json!({}), "rose", json!({}));
            assert_eq!(effect(Rule::HorizontalPodAutoscaler, &desired, Some(&others)), Effect::Delete);
            let mut nobodys = others;
            nobodys["metadata"].as_object_mut().unwrap().remove("ownerReferences");
            assert_eq!(
                effect(Rule::HorizontalPodAutoscaler, &desired, Some(&nobodys)),
                Effect::Update(desired.clone())
            );
        }
    }
}
