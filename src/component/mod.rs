//! Predictor, transformer and explainer: metadata and pod spec of each component.

use std::collections::BTreeMap;

use crate::Map;
use crate::api::{Component, InferenceService, Mode};
use crate::cluster::Cluster;

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
    /// The runtime, when it was selected before the error.
    pub runtime: Option<SelectedRuntime>,
}

/// Builds a declared component. Changes `service` in memory as the controller does (chosen runtime,
/// labels and environment that runtime defaults add).
pub fn build(
    cluster: &Cluster,
    service: &mut InferenceService,
    mode: &Mode,
    component: Component,
) -> Result<Built, BuildError> {
    let _ = (cluster, mode);
    Err(BuildError {
        message: format!("{} of {} cannot be built yet", component.name(), service.metadata.name),
        ..BuildError::default()
    })
}
