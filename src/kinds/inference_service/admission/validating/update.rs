//! What an update may change.

use super::subject::SentService;
use crate::Map;
use crate::api::{Component, ComponentSpec, Mode, Model};
use crate::kinds::inference_service::admission::implementation::Implementation;
use crate::object::diagnostic::{Change, Mend};
use crate::object::{Cause, ObjectView as _, Path, keys};
use crate::release::DeletedServices;
use crate::webhook::codes;
use crate::webhook::report::{Report, at, at_annotation};

/// Compares a service with the stored one; returns false if nothing else is to be checked.
pub fn check(subject: &SentService, old: &Map, report: &mut Report) -> bool {
    let is_deleted = old.is_deleted();
    match subject.cluster.release.input.deleted_services {
        DeletedServices::Accepted if is_deleted => return false,
        DeletedServices::CheckedExceptMode if is_deleted => {}
        _ => mode(subject, old, report),
    }
    predictor_name(subject, old, report);
    true
}

/// The mode that the controller recorded must not change. Without the annotation, nothing is compared.
fn mode(subject: &SentService, old: &Map, report: &mut Report) {
    let release = &subject.cluster.release;
    let stored = old.deployment_mode().unwrap_or_default();
    let stored = match Mode::parse(stored, release) {
        Some(mode) if release.input.stored_mode_renamed => mode.name(release).to_owned(),
        _ if stored.is_empty() && release.input.missing_mode_counts_as_standard => "Standard".to_owned(),
        _ => stored.to_owned(),
    };
    if let Some(wanted) = subject.annotation(keys::DEPLOYMENT_MODE)
        && !stored.is_empty()
        && wanted != stored
    {
        let message = format!("update rejected: deploymentMode cannot be changed from '{stored}' to '{wanted}'");
        let is_written = report.written_annotations.contains(keys::DEPLOYMENT_MODE);
        let place = if is_written { at_annotation(keys::DEPLOYMENT_MODE) } else { Path::keys(["metadata", "name"]) };
        report.refuse(codes::MODE_CHANGE, place, message);
        report.about(Cause::ModeChange { stored: stored.clone() });
        advise(subject, &stored, wanted, report);
    }
}

/// Advice on a mode that differs from the one in the status: if only the name differs, the name in the status is suggested.
fn advise(subject: &SentService, stored: &str, wanted: &str, report: &mut Report) {
    const NAMES: [[&str; 2]; 2] = [["Standard", "RawDeployment"], ["Knative", "Serverless"]];
    if NAMES.iter().any(|names| names.contains(&stored) && names.contains(&wanted)) {
        report.help(&format!("write {stored}, as the status has it, or go to v0.19, which takes either name"));
        let change = Change::Write { path: at_annotation(keys::DEPLOYMENT_MODE), value: stored.into() };
        report.mend(Mend { is_safe: false, changes: vec![change] });
    } else if !report.written_annotations.contains(keys::DEPLOYMENT_MODE) {
        report.help(&format!(
            "the webhook writes the annotation from defaultDeploymentMode in the section deploy; write {}: {stored} on the service",
            keys::DEPLOYMENT_MODE
        ));
        report.elsewhere(subject.cluster.config_key(), Path::keys(["data", "deploy", "defaultDeploymentMode"]));
    } else {
        report.help("delete the service and create it again to change the mode");
    }
}

fn predictor_name(subject: &SentService, old: &Map, report: &mut Report) {
    let Some(predictor) = old.predictor().map(ComponentSpec::of) else { return };
    let new = ComponentSpec::of(subject.predictor);
    if predictor.name() != new.name() && model_uri(predictor) == model_uri(new) {
        let message = "predictor.name change requires a model change (e.g. storageUri)";
        report.refuse(codes::PREDICTOR_RENAME, at("spec.predictor.name"), message);
    }
}

/// The storage URI of `model` or, failing that, of another implementation; empty if there is none.
fn model_uri(predictor: ComponentSpec<'_>) -> &str {
    let of_model = predictor.model().and_then(Model::storage_uri);
    let of_first =
        || Implementation::of(Component::Predictor, predictor.fields()).1.and_then(Implementation::storage_uri);
    of_model.or_else(of_first).unwrap_or_default()
}
