//! The ExternalName Service of a Knative service, an alias of the local gateway.

use serde_json::json;

use super::object;
use crate::api::InferenceService;
use crate::facts::routing::Routing;
use crate::object::Kind;
use crate::{Map, Value};

/// Builds the Service.
pub fn build(routing: &Routing, service: &InferenceService) -> Value {
    let gateway = &routing.settings.local_gateway_service;
    let mut spec = json!({"sessionAffinity": "None", "type": "ExternalName"});
    if let (Some(fields), false) = (spec.as_object_mut(), gateway.is_empty()) {
        fields.insert("externalName".into(), gateway.as_str().into());
    }
    object(Kind::Service, &service.metadata.name, service, (Map::new(), Map::new()), spec)
}
