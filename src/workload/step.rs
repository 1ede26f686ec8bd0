use crate::Value;

/// An object as the controller wants it, and how it deals with one that exists.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub desired: Value,
    pub rule: Rule,
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
        match existing {
            None => Effect::Create,
            Some(_) => Effect::Nothing,
        }
    }
}
