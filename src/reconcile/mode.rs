//! The deployment mode of a service.

use crate::api::{InferenceService, Mode, keys};
use crate::cluster::Cluster;
use crate::status::Status;

/// The mode of this pass: what the status says, else the annotation, else `default`. The status comes first,
/// so a service keeps its mode whatever changes later.
pub(super) fn resolve(cluster: &Cluster, service: &InferenceService, status: &Status, default: &Mode) -> Mode {
    let release = &cluster.release;
    let stored = &status.deployment_mode;
    if !stored.is_empty() {
        return match Mode::parse(stored, release) {
            Some(mode) if release.status.legacy_modes_in_status || mode.name(release) == stored => mode,
            _ => Mode::Other(stored.clone()),
        };
    }
    service
        .metadata
        .annotations
        .get(keys::DEPLOYMENT_MODE)
        .filter(|_| cluster.config.filters.keeps_annotation(keys::DEPLOYMENT_MODE))
        .and_then(|value| Mode::parse(value, release))
        .unwrap_or_else(|| default.clone())
}
