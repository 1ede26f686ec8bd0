//! The user of the storage initializer: with Istio's CNI plugin, its traffic must look like that of the proxy.

use crate::Value;
use crate::api::SecurityContext;
use crate::build::storage::initializer::NAME;
use crate::build::storage::spec::{is_named, set_user};
use crate::build::storage::{Pod, annotations};
use crate::go::{json as go_json, strconv};
use crate::object::ControllerError;

/// The proxy's user if it sets none.
const PROXY_USER: i64 = 1337;

/// Sets the user of the last init container `storage-initializer`, from the annotation or from Istio's proxy.
pub(super) fn set(pod: &mut Pod) -> Result<(), ControllerError> {
    let user = match pod.annotation(annotations::INITIALIZER_USER) {
        Some(text) => strconv::atoi(text).ok(),
        None => proxy_user(pod)?,
    };
    let init = pod.spec.get_mut("initContainers").and_then(Value::as_array_mut);
    let initializer = init.into_iter().flatten().rev().find(|c| is_named(c, NAME));
    if let (Some(user), Some(container)) = (user, initializer.and_then(Value::as_object_mut)) {
        set_user(container, user);
    }
    Ok(())
}

/// The user of Istio's proxy, if the CNI plugin redirects the traffic of init containers to the proxy. It is not running at that
/// point, and only traffic of its own user passes.
///
/// # Errors
///
/// Go's error for a status that is not JSON, and that of the crash on JSON of another form.
fn proxy_user(pod: &Pod) -> Result<Option<i64>, ControllerError> {
    if !pod.has_init_container(NAME) || pod.has_init_container("istio-init") {
        return Ok(None);
    }
    if pod.annotation(annotations::ISTIO_INTERCEPTION) != Some("REDIRECT") {
        return Ok(None);
    }
    let Some(status) = pod.annotation(annotations::ISTIO_STATUS) else { return Ok(None) };
    let status = go_json::parse(status).map_err(|error| ControllerError::new(error.to_string()))?.to_value();
    let status = status.as_object().ok_or_else(|| conversion(&status, "map[string]interface {}"))?;
    let Some(first) = status.get("containers").and_then(Value::as_array).and_then(|names| names.first()) else {
        return Ok(None);
    };
    let name = first.as_str().ok_or_else(|| conversion(first, "string"))?;
    let Some(proxy) = pod.container(name).filter(|_| !name.is_empty()) else { return Ok(None) };
    let user = proxy.security_context().and_then(SecurityContext::run_as_user);
    Ok(Some(user.unwrap_or(PROXY_USER)))
}

/// Go's error for a JSON value that is not of the type that the code assumes.
fn conversion(value: &Value, wanted: &str) -> ControllerError {
    let found = match value {
        Value::Null => "nil",
        Value::Bool(_) => "bool",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    };
    ControllerError::crash(format_args!("interface conversion: interface {{}} is {found}, not {wanted}"))
}
