//! Further tiers of the key-value cache: volumes in addition to the model server's memory.

use serde_json::json;

use crate::build::storage::{Pod, push};
use crate::go::quantity::Quantity;
use crate::kinds::llm_inference_service::names::MAIN;
use crate::kinds::llm_inference_service::spec::{EmptyDirTier, FileSystemTier, Workload};
use crate::{Map, Value};

/// Adds the volume and mount of each tier of a part. An empty directory adds to the requested ephemeral storage.
pub(super) fn add(part: Workload<'_>, pod: &mut Pod) {
    let Some(offloading) = part.kv_cache_offloading() else { return };
    for (index, system) in offloading.file_systems().enumerate() {
        let Some(system) = system else { continue };
        let Some((source, path)) = source(system) else { continue };
        let name = format!("kv-cache-secondary-{index}");
        let mut volume = source;
        volume.insert("name".into(), name.as_str().into());
        pod.push("volumes", volume.into());
        let mut mount = json!({ "name": name, "mountPath": format!("/mnt/kv-cache-{index}") });
        if let (Some(mount), false) = (mount.as_object_mut(), path.is_empty()) {
            mount.insert("subPath".into(), path.into());
        }
        let Some(container) = pod.container_mut(MAIN) else { continue };
        push(container, "volumeMounts", mount);
        if let Some(size) = system.empty_dir().and_then(EmptyDirTier::size) {
            request_storage(container, size);
        }
    }
}

/// The source of a tier's volume, and the directory in it.
fn source(system: FileSystemTier<'_>) -> Option<(Map, &str)> {
    let as_volume = |kind: &str, source: Value| Map::from_iter([(kind.to_owned(), source)]);
    if let Some(directory) = system.empty_dir() {
        let limit = directory.size().map(|size| json!({ "sizeLimit": size })).unwrap_or_else(|| json!({}));
        return Some((as_volume("emptyDir", limit), ""));
    }
    let claim = system.pvc()?;
    if let Some(spec) = claim.spec() {
        return Some((as_volume("ephemeral", json!({ "volumeClaimTemplate": { "metadata": {}, "spec": spec } })), ""));
    }
    let reference = claim.reference()?;
    let source = json!({ "claimName": reference.name() });
    Some((as_volume("persistentVolumeClaim", source), reference.path()))
}

/// Adds to the ephemeral storage that a container requests.
fn request_storage(container: &mut Map, size: &Value) {
    const STORAGE: &str = "ephemeral-storage";
    let resources = container.entry("resources").or_insert_with(|| json!({}));
    let Some(resources) = resources.as_object_mut() else { return };
    let requests = resources.entry("requests").or_insert_with(|| json!({}));
    let Some(requests) = requests.as_object_mut() else { return };
    let sum = match requests.get(STORAGE) {
        Some(requested) => add_quantities(requested, size),
        None => size.clone(),
    };
    requests.insert(STORAGE.into(), sum);
}

fn add_quantities(a: &Value, b: &Value) -> Value {
    match (Quantity::from_json(a), Quantity::from_json(b)) {
        (Ok(mut sum), Ok(more)) => {
            sum.add(&more);
            sum.to_string().into()
        }
        _ => b.clone(),
    }
}
