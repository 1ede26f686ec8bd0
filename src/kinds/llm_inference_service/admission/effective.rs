//! The parts of admission that the controller uses as well: conversion of stored objects, and validation of
//! effective specs.

use super::{convert, rules};
use crate::facts::Cluster;
use crate::object::{ControllerError, Kind, ObjectView as _};
use crate::release::Release;
use crate::schema::{self, LlmTypes, StructId, Through};
use crate::{Map, Value};

/// The two kinds that are admitted here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ServiceOrConfig {
    Service,
    Config,
}

impl ServiceOrConfig {
    pub(super) fn of(object: &Map) -> ServiceOrConfig {
        match object.kind() == Kind::LlmInferenceServiceConfig.name() {
            true => ServiceOrConfig::Config,
            false => ServiceOrConfig::Service,
        }
    }
}

/// Whether an object uses the older version of the API.
pub(super) fn is_old(object: &Map) -> bool {
    object.api_version().ends_with("/v1alpha1")
}

/// An object of the cluster as a client of `v1alpha2` reads it: converted, with the defaults of the schema.
pub fn stored(release: &Release, object: &Value) -> Map {
    let types = LlmTypes::of(release.input.fields);
    let Some(object) = object.as_object() else { return Map::new() };
    let kind = ServiceOrConfig::of(object);
    let mut object = object.clone();
    if is_old(&object) {
        let root = root(types, kind, true);
        object = convert::up(schema::object(&types.types, root, &object, Through::ApiServer).object);
    }
    schema::object(&types.types, root(types, kind, false), &object, Through::GoTypes).object
}

/// Validates an effective spec by the webhook's rules, as the controller does, and returns it.
///
/// # Errors
/// The webhook's text.
pub fn check_effective(cluster: &Cluster, name: &str, namespace: &str, spec: Map) -> Result<Map, ControllerError> {
    let metadata = serde_json::json!({ "name": name, "namespace": namespace });
    let mut service = Map::from_iter([("metadata".to_owned(), metadata), ("spec".to_owned(), spec.into())]);
    let errors = rules::check(&cluster.release, false, &service, None).errors;
    match together(Kind::LlmInferenceService, name, &errors) {
        Some(refusal) => Err(ControllerError::new(refusal)),
        None => match service.remove("spec") {
            Some(Value::Object(spec)) => Ok(spec),
            _ => Ok(Map::new()),
        },
    }
}

/// The text with which a webhook refuses an object for these reasons.
pub(super) fn together(kind: Kind, name: &str, errors: &[rules::Finding]) -> Option<String> {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    let reasons = match messages[..] {
        [] => return None,
        [only] => only.to_owned(),
        _ => format!("[{}]", messages.join(", ")),
    };
    Some(format!("{}.{} {} is invalid: {reasons}", kind.name(), kind.group(), schema::quote(name)))
}

pub(super) fn root(types: &LlmTypes, kind: ServiceOrConfig, is_old: bool) -> StructId {
    let roots = if is_old { &types.v1alpha1 } else { &types.v1alpha2 };
    match kind {
        ServiceOrConfig::Service => roots.service,
        ServiceOrConfig::Config => roots.config,
    }
}
