//! Selects nodes with the accelerator that a service requests.

use serde_json::json;

use crate::api::Resources;
use crate::build::storage::{Pod, annotations};

/// Selects nodes by the accelerator annotation, if a container has an Nvidia GPU among its limits.
pub(super) fn select_node(pod: &mut Pod) {
    let has_gpu = pod.view().containers().any(|container| {
        let limits = container.resources().and_then(Resources::limits);
        limits.is_some_and(|limits| limits.contains_key("nvidia.com/gpu"))
    });
    let Some(accelerator) = pod.annotation(annotations::ACCELERATOR).filter(|_| has_gpu).map(str::to_owned) else {
        return;
    };
    let selector = pod.spec.entry("nodeSelector").or_insert_with(|| json!({}));
    if let Some(selector) = selector.as_object_mut() {
        selector.insert("cloud.google.com/gke-accelerator".into(), accelerator.into());
    }
}
