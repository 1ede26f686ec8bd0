//! Rules for `spec.canary`.

use std::collections::HashMap;

use super::subject::{SentService, exactly_one};
use super::{codes, extension, implementation};
use crate::Map;
use crate::api::{Component, ComponentSpec, ServiceSpec};
use crate::kinds::inference_service::admission::implementation::Implementation;
use crate::object::keys;
use crate::schema::quote;
use crate::webhook::report::{Report, at, at_annotation};

/// Fields that would scale a canary, whose number of replicas is fixed.
const SCALING: [&str; 3] = ["scaleTarget", "scaleMetric", "autoScaling"];

pub fn check(subject: &SentService, report: &mut Report) {
    let mut canaries = ServiceSpec::of(subject.spec).canaries().enumerate().peekable();
    if canaries.peek().is_none() {
        return;
    }
    if subject.annotation(keys::DEPLOYMENT_MODE) != Some("Standard") {
        let message = "canary is only supported in Standard deployment mode";
        report.refuse(codes::CANARY, at_annotation(keys::DEPLOYMENT_MODE), message);
    }
    let stable = Implementation::of(Component::Predictor, subject.predictor).1;
    if stable.and_then(Implementation::storage_uri).is_none() && ComponentSpec::of(subject.predictor).model().is_none()
    {
        let message =
            "canary requires a stable predictor with a model (multi-model serving is not supported with canary)";
        report.refuse(codes::CANARY, at("spec.predictor"), message);
    }
    let empty = Map::new();
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut total = 0;
    for (index, canary) in canaries {
        let predictor = canary.predictor().unwrap_or(ComponentSpec::of(&empty));
        let path = format!("spec.canary[{index}]");
        let name = predictor.name();
        name_of(subject, index, name, &names, report);
        names.entry(name).or_insert(index);
        let percent = canary.traffic_percent().unwrap_or_default();
        if !(0..=100).contains(&percent) {
            let message = format!("canary {} trafficPercent must be between 0 and 100, got {percent}", quote(name));
            report.refuse(codes::CANARY, at(&format!("{path}.trafficPercent")), message);
        }
        total += percent;
        predictor_of(subject, predictor, &format!("{path}.predictor"), report);
    }
    if total > 100 {
        let message = format!("sum of canary trafficPercent values ({total}) must be <= 100");
        report.refuse(codes::CANARY, at("spec.canary"), message);
    }
}

fn name_of(subject: &SentService, index: usize, name: &str, earlier: &HashMap<&str, usize>, report: &mut Report) {
    let message = if name.is_empty() {
        format!("canary[{index}] predictor.name is required")
    } else if earlier.contains_key(name) {
        format!("canary predictor.name {} is duplicated", quote(name))
    } else if name == ComponentSpec::of(subject.predictor).name() {
        format!("canary predictor.name {} conflicts with stable predictor name", quote(name))
    } else {
        return;
    };
    report.refuse(codes::CANARY, at(&format!("spec.canary[{index}].predictor.name")), message);
    if let Some(first) = earlier.get(name).filter(|_| !name.is_empty()) {
        report.relate(None, at(&format!("spec.canary[{first}].predictor.name")), "the same name");
    } else if !name.is_empty() {
        report.relate(None, at("spec.predictor.name"), "the stable predictor");
    }
}

/// Checks the predictor of a canary by itself, before it is merged over the stable one.
fn predictor_of(subject: &SentService, predictor: ComponentSpec<'_>, path: &str, report: &mut Report) {
    let name = quote(predictor.name());
    match Implementation::of(Component::Predictor, predictor.fields()) {
        (1, Some(only)) => {
            if let Some((code, path, message)) = implementation::fault(subject, only, path) {
                report.refuse(code, at(&path), format!("canary {name} predictor: {message}"));
            }
        }
        _ => {
            let message = format!("canary {name} predictor: {}", exactly_one(subject, Component::Predictor));
            report.refuse(codes::IMPLEMENTATION, at(path), message);
        }
    }
    for (code, field, message) in extension::faults(predictor.fields()) {
        report.refuse(code, at(&format!("{path}.{field}")), format!("canary {name} predictor: {message}"));
    }
    if predictor.worker().is_some() {
        let message = format!("canary {name} must not set workerSpec (multi-node is not yet supported for canary)");
        report.refuse(codes::CANARY, at(&format!("{path}.workerSpec")), message);
    }
    let most = predictor.max_replicas().filter(|most| *most > 0).map(|_| "maxReplicas");
    for field in most.into_iter().chain(SCALING.into_iter().filter(|field| predictor.fields().contains_key(*field))) {
        let message = format!("canary {name} must not set {field} (canary uses fixed replicas)");
        report.refuse(codes::CANARY, at(&format!("{path}.{field}")), message);
    }
    let stable = ComponentSpec::of(subject.predictor).min_replicas().unwrap_or(1);
    if let Some(least) = predictor.min_replicas().filter(|least| *least > stable) {
        let message =
            format!("canary {name} minReplicas ({least}) must not exceed stable predictor minReplicas ({stable})");
        report.refuse(codes::CANARY, at(&format!("{path}.minReplicas")), message);
    }
}
