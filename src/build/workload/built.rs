//! A component as it is handed to the workload step, or why there is none.

use std::collections::BTreeMap;

use crate::api::Component;
use crate::object::ControllerError;
use crate::{Map, Value};

/// A component as it is handed to the workload step.
#[derive(Debug, Clone)]
pub struct Built {
    pub component: Component,
    /// Name of the child objects.
    pub name: String,
    pub labels: BTreeMap<String, String>,
    pub annotations: BTreeMap<String, String>,
    pub pod_spec: Map,
    /// The effective fields of the ComponentExtensionSpec: `minReplicas`, `autoScaling`, `timeout`, ….
    pub extension: Map,
    /// The worker of a multi-node predictor.
    pub worker: Option<Worker>,
    /// The serving runtime that was selected.
    pub runtime: Option<SelectedRuntime>,
    /// Whether it is a canary predictor, which gets an autoscaler without owner and no `storageUris`.
    pub canary: bool,
}

/// What runs in Standard mode without being a component of an InferenceService, such as the router of an InferenceGraph.
#[derive(Debug, Clone)]
pub struct Workload<'a> {
    pub name: &'a str,
    pub namespace: &'a str,
    pub labels: &'a BTreeMap<String, String>,
    pub annotations: &'a BTreeMap<String, String>,
    /// The reference to its controller.
    pub owner: Value,
    pub pod_spec: Map,
    /// The fields `minReplicas`, `maxReplicas`, `scaleTarget` and `scaleMetric`.
    pub scaling: &'a Map,
}

/// The worker pods of a multi-node predictor.
#[derive(Debug, Clone)]
pub struct Worker {
    pub name: String,
    pub labels: BTreeMap<String, String>,
    pub annotations: BTreeMap<String, String>,
    pub pod_spec: Map,
    pub replicas: i64,
}

/// The name and scope of a selected runtime, as the status records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedRuntime {
    pub name: String,
    pub cluster: bool,
}

/// Why there is no component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError {
    /// ModelMesh has not yet reported where the predictor is: the pass is repeated, without an error, until it does.
    Waits,
    /// The component could not be built.
    Fails(Box<BuildFailure>),
}

/// Why a component could not be built, and what the status reports about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildFailure {
    pub error: ControllerError,
    /// The `reason` and `message` in `status.modelStatus.lastFailureInfo` if the spec is invalid.
    pub invalid_spec: Option<(String, String)>,
    /// Whether the error also becomes the component's condition `InvalidGPUAllocation`.
    pub invalid_gpu_allocation: bool,
    /// The runtime, if the error came after its selection; the status then still records it.
    pub runtime: Option<SelectedRuntime>,
}

impl From<ControllerError> for BuildError {
    /// An error that leaves no trace in the status.
    fn from(error: ControllerError) -> BuildError {
        let failure = BuildFailure { error, invalid_spec: None, invalid_gpu_allocation: false, runtime: None };
        BuildError::Fails(Box::new(failure))
    }
}

impl BuildError {
    /// An error that leaves no trace in the status.
    pub fn new(message: impl Into<String>) -> BuildError {
        ControllerError::new(message).into()
    }

    /// An invalid spec, for which the model status has a reason and the error text.
    pub(crate) fn invalid_predictor(message: impl Into<String>) -> BuildError {
        let message = message.into();
        BuildError::new(message.clone()).with(|failure| {
            failure.invalid_spec = Some(("InvalidPredictorSpec".to_owned(), message));
        })
    }

    /// The same failure, modified by `change`.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut BuildFailure)) -> BuildError {
        if let BuildError::Fails(failure) = &mut self {
            change(failure);
        }
        self
    }

    /// The same error, prefixed with what failed. A crash gets no prefix.
    pub fn within(self, what: impl std::fmt::Display) -> BuildError {
        self.with(|failure| failure.error = failure.error.clone().within(what))
    }

    /// A crash of the controller.
    pub(crate) fn panic(words: &str) -> BuildError {
        ControllerError::recovered_crash(words).into()
    }

    /// Takes out the runtime, if one was selected before the failure.
    pub(crate) fn take_runtime(&mut self) -> Option<SelectedRuntime> {
        match self {
            BuildError::Waits => None,
            BuildError::Fails(failure) => failure.runtime.take(),
        }
    }

    /// The error; `None` if the component is only waiting.
    pub fn error(&self) -> Option<&ControllerError> {
        match self {
            BuildError::Waits => None,
            BuildError::Fails(failure) => Some(&failure.error),
        }
    }
}
