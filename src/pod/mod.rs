//! What the pod webhook adds to the pods of a workload.

use std::collections::BTreeMap;

use crate::cluster::Cluster;
use crate::component::storage::StorageContainer;
use crate::rendering::Injected;
use crate::{Map, Value};

/// The pod templates of all Deployments and Knative Services after the pod webhook.
pub fn inject_all(cluster: &Cluster, objects: &[Value]) -> Vec<Injected> {
    let _ = (cluster, objects);
    Vec::new()
}

/// The list `storageUris` of a component, with what decides how it is downloaded and mounted.
#[derive(Debug, Clone, Copy)]
pub struct StorageUris<'a> {
    pub namespace: &'a str,
    /// The entries: `uri` and `mountPath`.
    pub uris: &'a [Value],
    /// Annotations of the component.
    pub annotations: &'a BTreeMap<String, String>,
    /// `storage` of the predictor's model, whatever the component.
    pub storage: Option<&'a Map>,
    /// The storage container for the first URI.
    pub container: Option<&'a StorageContainer>,
}

/// Adds what downloads and mounts `storageUris` to the pods of a component, as the controller does before it builds
/// the workload.
///
/// # Errors
/// The controller's text; what was added before stays.
pub fn initialise_storage(cluster: &Cluster, request: StorageUris<'_>, pod_spec: &mut Map) -> Result<(), String> {
    let _ = (cluster, request, pod_spec);
    Ok(())
}
