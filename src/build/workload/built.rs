//! A component as the workload step gets it, and why there is none.

use std::collections::BTreeMap;

use crate::api::Component;
use crate::{Map, Value};

/// How the text of a crash begins.
pub(super) const PANIC: &str = "panic: ";

/// A component as the workload step gets it.
#[derive(Debug, Clone)]
pub struct Built {
    pub component: Component,
    /// Name of the child objects.
    pub name: String,
    pub labels: BTreeMap<String, String>,
    pub annotations: BTreeMap<String, String>,
    pub pod_spec: Map,
    /// The ComponentExtensionSpec fields that count: `minReplicas`, `autoScaling`, `timeout`, ….
    pub extension: Map,
    /// The worker of a multi-node predictor.
    pub worker: Option<Worker>,
    /// The serving runtime that was selected.
    pub runtime: Option<SelectedRuntime>,
    /// Canary predictors get an autoscaler without owner and no `storageUris`.
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

/// The name and the scope of a selected runtime, as the status records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedRuntime {
    pub name: String,
    pub cluster: bool,
}

/// Why a component could not be built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BuildError {
    /// The controller's error text.
    pub message: String,
    /// `reason` and `message` of `status.modelStatus.lastFailureInfo` when the spec is invalid.
    pub invalid_spec: Option<(String, String)>,
    /// Set when the error also becomes the component's condition `InvalidGPUAllocation`.
    pub invalid_gpu_allocation: bool,
    /// The runtime, when the error came after its selection; the status records it all the same.
    pub runtime: Option<SelectedRuntime>,
    /// The controller crashes: the pass ends without writing the status.
    pub panic: bool,
    /// The controller's text shows a memory address, another one in each pass.
    pub shows_address: bool,
    /// No error: ModelMesh has yet to say where the predictor is, and the pass is repeated until it does.
    pub waits: bool,
}

impl BuildError {
    /// An error that leaves no trace in the status.
    pub fn new(message: impl Into<String>) -> BuildError {
        BuildError { message: message.into(), ..BuildError::default() }
    }

    /// The spec is invalid, for which the model status has a reason and the error text.
    pub(crate) fn invalid_predictor(message: impl Into<String>) -> BuildError {
        let message = message.into();
        let invalid_spec = Some(("InvalidPredictorSpec".to_owned(), message.clone()));
        BuildError { message, invalid_spec, ..BuildError::default() }
    }

    /// The same error under the name of what failed. A crash has no such name.
    pub fn within(self, what: impl std::fmt::Display) -> BuildError {
        match self.panic {
            true => self,
            false => BuildError { message: format!("{what}: {}", self.message), ..self },
        }
    }

    /// The controller crashes.
    pub(crate) fn panic(text: &str) -> BuildError {
        BuildError { message: format!("panic: {text} [recovered]"), panic: true, ..BuildError::default() }
    }
}

/// What Go says of a nil pointer.
pub const NIL_POINTER: &str = "runtime error: invalid memory address or nil pointer dereference";

/// What Go says of the first item of an empty list.
pub const OUT_OF_RANGE: &str = "runtime error: index out of range [0] with length 0";
