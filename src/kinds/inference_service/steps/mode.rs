//! The deployment mode of a service.

use crate::api::{InferenceService, Mode};
use crate::facts::Cluster;
use crate::kinds::inference_service::status::Status;
use crate::object::keys;

/// The mode of a service, and what decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeDecision {
    pub mode: Mode,
    pub by: ModeSource,
}

/// What decides the mode of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeSource {
    /// The status keeps the mode of earlier passes.
    Status,
    /// The annotation of the stored service.
    Annotation,
    /// The configuration, because there is no annotation.
    Default,
    /// The configuration, because the annotation is one of those that the ConfigMap disallows.
    DefaultDespiteFiltered,
    /// The configuration, because the annotation does not name a mode of the release.
    DefaultDespiteUnknown,
}

/// The mode of a pass: that in the status, or else in the annotation, or else `default`. The status comes first, so a service
/// keeps its mode whatever changes later.
pub fn decide(cluster: &Cluster, service: &InferenceService, status: &Status, default: &Mode) -> ModeDecision {
    let release = &cluster.release;
    let stored = &status.deployment_mode;
    if !stored.is_empty() {
        let mode = match Mode::parse(stored, release) {
            Some(mode) if release.status.legacy_modes_in_status || mode.name(release) == stored => mode,
            _ => Mode::Other(stored.clone()),
        };
        return ModeDecision { mode, by: ModeSource::Status };
    }
    let by_default = |by| ModeDecision { mode: default.clone(), by };
    let Some(annotation) = service.metadata.annotations.get(keys::DEPLOYMENT_MODE) else {
        return by_default(ModeSource::Default);
    };
    if !cluster.config.filters.keeps_annotation(keys::DEPLOYMENT_MODE) {
        return by_default(ModeSource::DefaultDespiteFiltered);
    }
    match Mode::parse(annotation, release) {
        Some(mode) => ModeDecision { mode, by: ModeSource::Annotation },
        None => by_default(ModeSource::DefaultDespiteUnknown),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Settings;
    use crate::release::{Release, Version};

    fn decision(annotation: Option<&str>, disallowed: &[&str], status: &str) -> (Mode, ModeSource) {
        let lists = json!({ "serviceAnnotationDisallowedList": disallowed }).to_string();
        let config = json!({
            "kind": "ConfigMap",
            "metadata": { "name": "inferenceservice-config", "namespace": "kserve" },
            "data": { "inferenceService": lists },
        });
        let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), [config.into()]);
        let mut service = InferenceService::default();
        let annotation = annotation.map(|mode| (keys::DEPLOYMENT_MODE.to_owned(), mode.to_owned()));
        service.metadata.annotations.extend(annotation);
        let status = Status { deployment_mode: status.to_owned(), ..Status::default() };
        let ModeDecision { mode, by } = decide(&cluster, &service, &status, &Mode::Knative);
        (mode, by)
    }

    #[test]
    fn the_source_of_the_mode_is_known() {
        let standard = Some("RawDeployment");
        assert_eq!(decision(None, &[], ""), (Mode::Knative, ModeSource::Default));
        assert_eq!(decision(standard, &[], ""), (Mode::Standard, ModeSource::Annotation));
        let filtered = (Mode::Knative, ModeSource::DefaultDespiteFiltered);
        assert_eq!(decision(standard, &[keys::DEPLOYMENT_MODE], ""), filtered);
        assert_eq!(decision(Some("Raw"), &[], ""), (Mode::Knative, ModeSource::DefaultDespiteUnknown));
        assert_eq!(decision(None, &[], "Standard"), (Mode::Standard, ModeSource::Status));
        assert_eq!(decision(standard, &[], "Old"), (Mode::Other("Old".into()), ModeSource::Status));
    }
}
