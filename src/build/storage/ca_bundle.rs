//! The CA bundle that makes the storage initializer trust object stores.

use serde_json::json;

use super::injector::Injector;
use super::model::{CA_BUNDLE_VOLUME, directory};
use super::s3;
use super::spec::{Pod, has_variable, last_variable, mount, push, variable};
use crate::Map;
use crate::facts::copyable::Place;

/// The variables with the ConfigMap of the bundle and with its directory.
pub(crate) const NAME_VARIABLE: &str = "CA_BUNDLE_CONFIGMAP_NAME";
pub(crate) const DIRECTORY_VARIABLE: &str = "CA_BUNDLE_VOLUME_MOUNT_POINT";

/// The ConfigMap and the directory of a bundle.
pub(crate) struct Bundle {
    name: String,
    path: String,
}

impl Bundle {
    /// The bundle that an initializer needs, judging by the environment that its credentials set.
    pub(crate) fn of(injector: &mut Injector, pod: &Pod, initializer: &Map) -> Option<Bundle> {
        let settings = &injector.settings.storage_initializer;
        let by_credentials = last_variable(initializer, s3::CA_BUNDLE_CONFIG_MAP);
        if settings.ca_bundle_config_map_name.is_empty() && by_credentials.is_none() {
            return None;
        }
        // The bundle in the controller's namespace is copied into the others under a fixed name.
        let mut name = match pod.namespace == injector.cluster.settings.kserve_namespace {
            true => settings.ca_bundle_config_map_name.clone(),
            false => "global-ca-bundle".to_owned(),
        };
        if let Some(given) = by_credentials {
            given.clone_into(&mut name);
            for place in [Place::Variable(NAME_VARIABLE.into()), Place::BundleVolume] {
                injector.copied.note_further((s3::CA_BUNDLE_CONFIG_MAP, given), place, given);
            }
        }
        let mut path = settings.ca_bundle_volume_mount_path.clone();
        if path.is_empty() {
            "/etc/ssl/custom-certs".clone_into(&mut path);
        }
        if let Some(file) = last_variable(initializer, s3::CA_BUNDLE) {
            path = directory(file);
            for place in [Place::Variable(DIRECTORY_VARIABLE.into()), Place::BundleMount] {
                injector.copied.note_further((s3::CA_BUNDLE, file), place, &path);
            }
        }
        Some(Bundle { name, path })
    }

    /// Sets the initializer's variables for the bundle and mounts it.
    pub(crate) fn add(self, pod: &mut Pod, initializer: &mut Map) {
        for (name, value) in [(NAME_VARIABLE, &self.name), (DIRECTORY_VARIABLE, &self.path)] {
            if !has_variable(initializer, name) {
                push(initializer, "env", variable(name, value));
            }
        }
        let config_map = if self.name.is_empty() { json!({}) } else { json!({"name": self.name}) };
        pod.push("volumes", json!({"name": CA_BUNDLE_VOLUME, "configMap": config_map}));
        push(initializer, "volumeMounts", mount(CA_BUNDLE_VOLUME, &self.path, true));
    }
}
