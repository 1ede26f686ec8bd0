//! The ExternalName Service of a Knative service, an alias of the local gateway.

use serde_json::json;

use super::{Routing, object};
use crate::api::InferenceService;
use crate::{Map, Value};

/// Builds the Service.
pub fn build(routing: &Routing, service: &InferenceService) -> Value {
    let spec = json!({
        "externalName": routing.settings.local_gateway_service,
        "sessionAffinity": "None",
        "type": "ExternalName",
    });
    object(("v1", "Service"), &service.metadata.name, service, (Map::new(), Map::new()), spec)
}
