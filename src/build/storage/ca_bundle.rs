//! The CA bundle with which the storage initializer trusts object stores.

use serde_json::json;

use super::injector::Injector;
use super::model::directory;
use super::spec::{Pod, has_variable, last_variable, mount, push, variable};
use crate::Map;

/// The volume with the bundle.
pub(crate) const VOLUME: &str = "cabundle-cert";

/// ConfigMap and directory of a bundle.
pub(crate) struct Bundle {
    name: String,
    path: String,
}

impl Bundle {
    /// The bundle that an initializer needs, given its credentials' environment.
    pub(crate) fn of(injector: &Injector, pod: &Pod, initializer: &Map) -> Option<Bundle> {
        let settings = &injector.settings.storage_initializer;
        let by_credentials = last_variable(initializer, "AWS_CA_BUNDLE_CONFIGMAP");
        if settings.ca_bundle_config_map_name.is_empty() && by_credentials.is_none() {
            return None;
        }
        // The bundle of the controller's namespace is copied into the others under a fixed name.
        let mut name = match pod.namespace == injector.cluster.settings.kserve_namespace {
            true => settings.ca_bundle_config_map_name.clone(),
            false => "global-ca-bundle".to_owned(),
        };
        if let Some(given) = by_credentials {
            given.clone_into(&mut name);
        }
        let mut path = settings.ca_bundle_volume_mount_path.clone();
        if path.is_empty() {
            "/etc/ssl/custom-certs".clone_into(&mut path);
        }
        if let Some(file) = last_variable(initializer, "AWS_CA_BUNDLE") {
            path = directory(file);
        }
        Some(Bundle { name, path })
    }

    /// Tells the initializer of the bundle and mounts it.
    pub(crate) fn add(self, pod: &mut Pod, initializer: &mut Map) {
        for (name, value) in [("CA_BUNDLE_CONFIGMAP_NAME", &self.name), ("CA_BUNDLE_VOLUME_MOUNT_POINT", &self.path)] {
            if !has_variable(initializer, name) {
                push(initializer, "env", variable(name, value));
            }
        }
        let config_map = if self.name.is_empty() { json!({}) } else { json!({"name": self.name}) };
        pod.push("volumes", json!({"name": VOLUME, "configMap": config_map}));
        push(initializer, "volumeMounts", mount(VOLUME, &self.path, true));
    }
}
