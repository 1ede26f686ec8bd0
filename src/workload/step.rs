//! What the controller does about one object.

use super::update;
use crate::Value;

/// An object as the controller wants it, and how it deals with one that exists.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub desired: Value,
    pub rule: Rule,
    /// Whether the stop annotation counts for this object in the release at hand.
    pub stoppable: bool,
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
    /// What the controller does, given the existing object of that kind and name.
    pub fn effect(&self, existing: Option<&Value>) -> Effect {
        let Step { desired, rule, stoppable } = self;
        let stops = *stoppable
            && match rule {
                // Its own annotations are few; those of the component are on the revision template.
                Rule::KnativeService => desired.pointer("/spec/template").is_some_and(update::asks_to_stop),
                _ => update::asks_to_stop(desired),
            };
        let Some(existing) = existing else {
            let wanted = !stops && (*rule != Rule::HorizontalPodAutoscaler || update::wants_hpa(desired));
            return if wanted { Effect::Create } else { Effect::Nothing };
        };
        let deletes = match rule {
            Rule::KnativeService | Rule::ScaledObject | Rule::OpenTelemetryCollector => stops,
            // What belongs to somebody else is not deleted, but updated all the same.
            Rule::Deployment | Rule::Service => stops && update::same_controller(desired, existing),
            // The annotation of the existing object counts: stopping first writes it, then deletes.
            Rule::HorizontalPodAutoscaler => {
                update::owned_by_a_service(existing)
                    && (*stoppable && update::asks_to_stop(existing) || update::leaves_scaling_to_others(desired))
            }
        };
        if deletes {
            return Effect::Delete;
        }
        if desired == existing {
            return Effect::Nothing;
        }
        let updated = match rule {
            Rule::KnativeService => update::knative_service(existing, desired),
            Rule::Deployment => update::deployment(existing, desired),
            Rule::Service => update::service(existing, desired),
            Rule::HorizontalPodAutoscaler => Some(desired.clone()),
            Rule::ScaledObject | Rule::OpenTelemetryCollector => update::by_spec(existing, desired),
        };
        updated.filter(|updated| updated != existing).map_or(Effect::Nothing, Effect::Update)
    }
}
