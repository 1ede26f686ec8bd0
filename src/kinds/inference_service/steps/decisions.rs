//! What the passes decide on the way, for those who ask why.

use std::borrow::Cow;

use super::mode::ModeDecision;
use crate::api::InferenceService;
use crate::facts::routing::{Class, Internal};

/// What the last pass decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Decisions {
    /// The mode that the first pass determined; later passes take it from the status. `None` if the configuration cannot be read.
    pub mode: Option<ModeDecision>,
    /// The service in the controller's memory at the end, with the changes made while building the components.
    pub service: InferenceService,
    /// Whether the stop annotation is set and the mode supports stopping.
    pub stopped: bool,
    /// What happened to the objects that route to the service; `None` if the pass ended before.
    pub routing: Option<RoutingDecision>,
}

/// What happened to the objects that route to a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutingDecision {
    pub class: Class,
    pub fate: Fate,
}

/// What happened to routing objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Created,
    /// The service can be reached only within the cluster.
    Internal(Internal),
    /// Something is not ready; this is the reason of the condition `IngressReady`.
    Waits(Cow<'static, str>),
    Stopped,
    /// `disableIstioVirtualHost`.
    SwitchedOff,
    /// Istio's API is not installed.
    NotInstalled,
    /// An error that is only logged.
    Ignored(String),
    /// An error that ends the pass.
    Fails(String),
}
