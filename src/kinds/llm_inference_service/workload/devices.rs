//! The claim template by which every pod gets devices of a class.

use serde_json::json;

use crate::go::strconv;
use crate::kinds::llm_inference_service::service::Service;
use crate::object::{ControllerError, Kind};
use crate::{Map, Value};

const CLASS: &str = "serving.kserve.io/exp-dra-device-class";
const COUNT: &str = "serving.kserve.io/exp-dra-device-count";
/// The annotation with selectors, one per line.
pub const SELECTOR: &str = "serving.kserve.io/exp-dra-cel-selector";

/// Whether the service asks for devices.
pub fn is_asked_for(service: &Service<'_>) -> bool {
    service.annotation(CLASS).is_some() && !service.is_stopped()
}

/// The ResourceClaimTemplate of a service that asks for devices.
///
/// # Errors
/// The count is not a positive integer.
pub fn claim_template(service: &Service<'_>) -> Result<Value, ControllerError> {
    let class = service.annotation(CLASS).unwrap_or_default().trim();
    let mut exactly = Map::new();
    exactly.insert("deviceClassName".into(), class.into());
    let count = count(service)?;
    if count > 1 {
        exactly.insert("count".into(), count.into());
    }
    let lines = service.annotation(SELECTOR).unwrap_or_default().lines().map(str::trim);
    let selectors: Vec<Value> =
        lines.filter(|line| !line.is_empty()).map(|line| json!({ "cel": { "expression": line } })).collect();
    if !selectors.is_empty() {
        exactly.insert("selectors".into(), selectors.into());
    }
    Ok(json!({
        "apiVersion": Kind::ResourceClaimTemplate.api_version(),
        "kind": Kind::ResourceClaimTemplate.name(),
        "metadata": service.object_metadata(&service.names.device_claim(), Map::new()),
        "spec": { "metadata": {}, "spec": { "devices": { "requests": [{ "name": "device", "exactly": exactly }] } } },
    }))
}

fn count(service: &Service<'_>) -> Result<i64, ControllerError> {
    let Some(written) = service.annotation(COUNT) else { return Ok(1) };
    let trimmed = written.trim();
    if trimmed.is_empty() {
        return Ok(1);
    }
    let refused =
        |reason: String| ControllerError::new(format!("invalid {COUNT} value {}: {reason}", strconv::quote(written)));
    match strconv::atoi(trimmed) {
        Ok(count) if count >= 1 => Ok(count),
        Ok(_) => Err(refused("must be >= 1".into())),
        Err(error) => Err(refused(error.to_string())),
    }
}
