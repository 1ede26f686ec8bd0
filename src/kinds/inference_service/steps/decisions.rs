//! What the passes decide on their way, for those who ask why.

use std::borrow::Cow;

use super::mode::ModeDecision;
use crate::api::InferenceService;
use crate::facts::routing::{Class, Internal};

/// What the last pass decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Decisions {
    /// The mode that the first pass found; later passes take it from the status. `None` when the configuration cannot
    /// be read.
    pub mode: Option<ModeDecision>,
    /// The service as the controller has it in memory in the end, with what building the components changes.
    pub service: InferenceService,
    /// Whether the service is asked to stop, and its mode can.
    pub stopped: bool,
    /// What became of the objects that lead to the service; `None` when the pass ended before.
    pub routing: Option<RoutingDecision>,
}

/// What became of the objects that lead to a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutingDecision {
    pub class: Class,
    pub fate: Fate,
}

/// What became of routing objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    Created,
    /// The service is for the cluster only.
    Internal(Internal),
    /// Something is not ready; the reason of the condition `IngressReady`.
    Waits(Cow<'static, str>),
    Stopped,
    /// `disableIstioVirtualHost`.
    SwitchedOff,
    /// Istio's API is not there.
    NotInstalled,
    /// An error that is only logged.
    Ignored(String),
    /// An error that ends the pass.
    Fails(String),
}
