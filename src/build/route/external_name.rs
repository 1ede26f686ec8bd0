//! The ExternalName Service of a Knative service, an alias of the local gateway.

use serde::Serialize;

use super::object;
use crate::api::InferenceService;
use crate::facts::routing::Routing;
use crate::object::{Kind, fields};
use crate::{Map, Value};

/// Builds the Service.
pub fn build(routing: &Routing, service: &InferenceService) -> Value {
    let gateway = &routing.settings.local_gateway_service;
    let spec = Spec { external_name: gateway, session_affinity: "None", kind: "ExternalName" };
    object(Kind::Service, &service.metadata.name, service, (Map::new(), Map::new()), fields::tree(&spec))
}

/// The `spec` of the Service, as far as the controller writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Spec<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    external_name: &'a str,
    session_affinity: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
}
