//! The deployment mode of a service.

use crate::api::{InferenceService, Mode, keys};
use crate::cluster::Cluster;
use crate::status::Status;

/// The mode of this pass: what the status says, else the annotation, else `default`.
pub(super) fn resolve(cluster: &Cluster, service: &InferenceService, status: &Status, default: &Mode) -> Mode {
    let release = &cluster.release.status;
    if !status.deployment_mode.is_empty() {
        return match parse(&status.deployment_mode, release.legacy_mode_names, release.legacy_modes_in_status) {
            Some(mode) => mode,
            None => Mode::Other(status.deployment_mode.clone()),
        };
    }
    service
        .metadata
        .annotations
        .get(keys::DEPLOYMENT_MODE)
        .and_then(|value| parse(value, release.legacy_mode_names, true))
        .unwrap_or_else(|| default.clone())
}

/// Reads a mode. Releases with the legacy names know no others; newer ones translate them where `translated`.
pub(super) fn parse(name: &str, legacy_names: bool, translated: bool) -> Option<Mode> {
    match name {
        "ModelMesh" => Some(Mode::ModelMesh),
        "Standard" if !legacy_names => Some(Mode::Standard),
        "Knative" if !legacy_names => Some(Mode::Knative),
        "RawDeployment" if legacy_names || translated => Some(Mode::Standard),
        "Serverless" if legacy_names || translated => Some(Mode::Knative),
        _ => None,
    }
}

/// The name of a mode in the status and in error texts.
pub(super) fn name<'m>(cluster: &Cluster, mode: &'m Mode) -> &'m str {
    match (mode, cluster.release.status.legacy_mode_names) {
        (Mode::Standard, false) => "Standard",
        (Mode::Standard, true) => "RawDeployment",
        (Mode::Knative, false) => "Knative",
        (Mode::Knative, true) => "Serverless",
        (Mode::ModelMesh, _) => "ModelMesh",
        (Mode::Other(name), _) => name,
    }
}
