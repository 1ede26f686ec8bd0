//! The user of the storage initializer: with Istio's network plugin its traffic must look like the proxy's.

use serde_json::json;

use super::Pod;
use super::spec::is_named;
use crate::Value;
use crate::go::{json as go_json, strconv};

/// The proxy's user where it sets none.
const PROXY_USER: i64 = 1337;

/// Sets the user of the last init container `storage-initializer`, by annotation or as Istio's proxy has it.
pub(super) fn set(pod: &mut Pod) -> Result<(), String> {
    let user = match pod.annotation("serving.kserve.io/storage-initializer-uid") {
        Some(text) => strconv::atoi(text).ok(),
        None => proxy_user(pod)?,
    };
    let init = pod.spec.get_mut("initContainers").and_then(Value::as_array_mut);
    let initializer = init.into_iter().flatten().rev().find(|c| is_named(c, "storage-initializer"));
    if let (Some(user), Some(container)) = (user, initializer.and_then(Value::as_object_mut)) {
        set_user(container, user);
    }
    Ok(())
}

pub(super) fn set_user(container: &mut crate::Map, user: i64) {
    let context = container.entry("securityContext").or_insert_with(|| json!({}));
    if let Some(context) = context.as_object_mut() {
        context.insert("runAsUser".into(), user.into());
    }
}

fn proxy_user(pod: &Pod) -> Result<Option<i64>, String> {
    if !pod.has_init_container("storage-initializer") || pod.has_init_container("istio-init") {
        return Ok(None);
    }
    if pod.annotation("sidecar.istio.io/interceptionMode") != Some("REDIRECT") {
        return Ok(None);
    }
    let Some(status) = pod.annotation("sidecar.istio.io/status") else { return Ok(None) };
    let status = go_json::parse(status)?.to_value();
    let Some(containers) = status.get("containers").and_then(Value::as_array) else { return Ok(None) };
    let Some(container) = containers.first().and_then(Value::as_str).and_then(|name| pod.container(name)) else {
        return Ok(None);
    };
    let user = container.get("securityContext").and_then(|context| context.get("runAsUser")).and_then(Value::as_i64);
    Ok(Some(user.unwrap_or(PROXY_USER)))
}
