//! LoRA adapters: their mounts, and the flags that make the model server load them.

use serde_json::json;

use crate::api::Container;
use crate::build::storage::{Pod, claim_and_path};
use crate::kinds::llm_inference_service::names::MAIN;
use crate::kinds::llm_inference_service::names::child;
use crate::kinds::llm_inference_service::service::{Adapter, Service};
use crate::object::ControllerError;
use crate::{Map, Value};

/// A variable and a flag with which users configure adapters themselves.
const ARGUMENTS_VARIABLE: &str = "VLLM_ADDITIONAL_ARGS";
const MODULES_FLAG: &str = "--lora-modules";

/// The adapters that have to be downloaded.
pub(super) fn downloaded(adapters: &[Adapter]) -> Vec<(&str, &str)> {
    let downloaded = adapters.iter().filter(|adapter| ["hf://", "s3://"].iter().any(|s| adapter.uri.starts_with(s)));
    downloaded.map(|adapter| (adapter.uri.as_str(), adapter.path.as_str())).collect()
}

/// Mounts adapters from claims, and passes all adapters to the model server.
///
/// # Errors
/// The pod has no container that serves the model.
pub(super) fn add(service: &Service<'_>, pod: &mut Pod) -> Result<(), ControllerError> {
    if service.adapters.is_empty() {
        return Ok(());
    }
    if pod.container(MAIN).is_none() {
        return Err(ControllerError::new(format!("no container \"{MAIN}\" in pod spec for LoRA injection")));
    }
    for adapter in service.adapters {
        if let Some((claim, path)) = claim_and_path(&adapter.uri) {
            mount_claim(pod, adapter, claim, path);
        }
    }
    let modules = service.adapters.iter().flat_map(|adapter| {
        [adapter.name.clone(), service.names.published(&adapter.name)].map(|name| {
            let module = crate::go::json::marshal(&json!({ "name": name, "path": adapter.path }));
            Value::from(format!("'{module}'"))
        })
    });
    let Some(main) = pod.container_mut(MAIN) else { return Ok(()) };
    if names_adapters(main) {
        return Ok(());
    }
    let mut arguments = limits(service);
    arguments.push(MODULES_FLAG.into());
    arguments.extend(modules);
    arguments.extend_from_slice(Container::of(main).args());
    main.insert("args".into(), arguments.into());
    Ok(())
}

/// The flags for the limits, which come before the modules.
fn limits(service: &Service<'_>) -> Vec<Value> {
    let mut flags = vec![Value::from("--enable-lora")];
    let Some(lora) = service.spec.model().lora() else { return flags };
    let limits = [
        ("--max-lora-rank", lora.max_rank()),
        ("--max-loras", lora.max_adapters()),
        ("--max-cpu-loras", lora.max_cpu_adapters()),
    ];
    flags.extend(limits.into_iter().filter_map(|(flag, limit)| Some(Value::from(format!("{flag}={}", limit?)))));
    flags
}

fn mount_claim(pod: &mut Pod, adapter: &Adapter, claim: &str, path: &str) {
    let name = child("lora-pvc-", &adapter.name);
    let mut mount = json!({ "name": name, "mountPath": adapter.path, "readOnly": true });
    if let (Some(mount), false) = (mount.as_object_mut(), path.is_empty()) {
        mount.insert("subPath".into(), path.into());
    }
    let volume = json!({ "name": name, "persistentVolumeClaim": { "claimName": claim } });
    pod.mount(MAIN, &mount, &volume);
}

/// Whether the user configures the adapters.
fn names_adapters(main: &Map) -> bool {
    let main = Container::of(main);
    let mut variables = main.env().filter(|variable| variable.name() == ARGUMENTS_VARIABLE);
    variables.any(|variable| variable.value().contains(MODULES_FLAG))
        || main.command_line().any(|word| word.contains(MODULES_FLAG))
}
