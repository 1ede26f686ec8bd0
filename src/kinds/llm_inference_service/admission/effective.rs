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

/// A stored object in the version of the API that a document has.
pub fn in_version_of(stored: Value, document: &Value) -> Value {
    match (stored, document.as_object()) {
        (Value::Object(stored), Some(document)) if is_old(document) && !is_old(&stored) => convert::down(stored).into(),
        (stored, _) => stored,
    }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facts::Existing;
    use crate::life::{self, Action};
    use crate::release::Version;

    #[test]
    fn an_apply_in_the_older_version_reaches_what_is_stored_in_another_form() {
        let service = |version: &str, spec: Value| {
            json!({
                "apiVersion": format!("serving.kserve.io/{version}"), "kind": "LLMInferenceService",
                "metadata": { "name": "llama", "namespace": "demo" }, "spec": spec,
            })
        };
        let model = |criticality: Value| json!({ "uri": "gs://a/b", "name": "a/b", "criticality": criticality });
        let pool = |port: u16| {
            let spec =
                json!({ "selector": { "app": "x" }, "targetPortNumber": port, "extensionRef": { "name": "epp" } });
            json!({ "scheduler": { "pool": { "spec": spec } } })
        };
        let last = service("v1alpha1", json!({ "model": model("Sheddable".into()), "router": pool(8000) }));
        let cluster = Cluster::of(Version::NEWEST, []);
        let mut stored = super::super::admit(&cluster, &last, None).outcome.expect("it is accepted");
        // The pass fails at the scheme of the URI, so that the addresses stay.
        stored["metadata"]["finalizers"] = json!([super::super::FINALIZER]);
        stored["status"] =
            json!({ "addresses": [{ "url": "http://a", "models": [{ "name": "a/b" }] }], "workloads": {} });
        let document = service("v1alpha1", json!({ "model": model(Value::Null), "router": pool(9000) }));
        let existing = Existing { resource: Some(stored), ..Existing::default() };
        let rendering = life::step(&cluster, &existing, Action::Apply { document: &document, last: &last });
        let stored = rendering.defaulted().expect("it is accepted");
        assert_eq!(stored.pointer("/metadata/annotations"), None, "the criticality is gone: {stored}");
        let ports = stored.pointer("/spec/router/scheduler/pool/spec/targetPorts");
        assert_eq!(ports, Some(&json!([{ "number": 9000 }])));
        let status = rendering.status().map(crate::kinds::Status::to_value).expect("a status");
        assert_eq!(status["addresses"], json!([{ "url": "http://a" }]), "what only the newer version knows is gone");
    }
}
