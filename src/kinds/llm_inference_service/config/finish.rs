//! The controller's changes to a spec after its templates are evaluated.

use serde_json::json;

use super::lookup::Lookup;
use crate::api::{BackendReference, Container, ParentReference, PodSpec};
use crate::kinds::llm_inference_service::names::Names;
use crate::kinds::llm_inference_service::spec::{EndpointPicker, LlmSpec, Pool, PoolSpec, Scheduler, SchedulerConfig};
use crate::kinds::llm_inference_service::{labels, places};
use crate::object::{ControllerError, Kind, NotFound, ObjectView as _};
use crate::release::Release;
use crate::{Map, Value};

/// The name of the pool that a service uses: the one it refers to, or its own.
pub fn pool(spec: LlmSpec<'_>, names: Names<'_>) -> String {
    spec.pool_reference().map_or_else(|| names.pool(), str::to_owned)
}

/// Sets what a scheduler needs before templates are evaluated: the labels by which a pool selects pods, and the
/// account of the scheduler's pod.
pub fn fill_scheduler(spec: &mut Map, names: Names<'_>) {
    let selected = |pool: PoolSpec<'_>| pool.match_labels().is_some_and(|labels| !labels.is_empty());
    let pool = LlmSpec::of(spec).scheduler().and_then(Scheduler::pool).and_then(Pool::spec);
    if !pool.is_some_and(selected)
        && let Some(pool) = places::object_mut(spec, &["router", "scheduler", "pool", "spec"])
    {
        let selector = pool.entry("selector").or_insert_with(|| json!({}));
        if let Some(selector) = selector.as_object_mut() {
            selector.insert("matchLabels".into(), labels::workload_selector(names.service).into());
        }
    }
    if let Some(pod) = places::object_mut(spec, &["router", "scheduler", "template"])
        && PodSpec::of(pod).service_account_name().is_empty()
    {
        pod.insert("serviceAccountName".into(), names.scheduler_account().into());
    }
}

const DEVICE_CLASS: &str = "serving.kserve.io/exp-dra-device-class";
const DEVICE_CONTAINER: &str = "serving.kserve.io/exp-dra-container-name";
/// The name of the claim in pods.
const DEVICE: &str = "managed-device";

/// Claims devices in the pods of a service whose annotations ask for them.
pub fn claim_devices(spec: &mut Map, service: &Map, names: Names<'_>) {
    if service.annotation(DEVICE_CLASS).is_none() {
        return;
    }
    let container = service.annotation(DEVICE_CONTAINER).map(str::trim).unwrap_or_default();
    let workloads: [&[&str]; 4] = [&["template"], &["worker"], &["prefill", "template"], &["prefill", "worker"]];
    for path in workloads {
        let Some(pod) = places::object_mut(spec, path) else { continue };
        let claim = json!({ "name": DEVICE, "resourceClaimTemplateName": names.device_claim() });
        add_named(pod, "resourceClaims", claim);
        let containers = pod.get_mut("containers").and_then(Value::as_array_mut).into_iter().flatten();
        let mut containers = containers.filter_map(Value::as_object_mut);
        let target = containers.find(|candidate| container.is_empty() || Container::of(candidate).name() == container);
        let resources = target.map(|target| target.entry("resources").or_insert_with(|| json!({})));
        if let Some(resources) = resources.and_then(Value::as_object_mut) {
            add_named(resources, "claims", json!({ "name": DEVICE }));
        }
    }
}

/// Appends an item, unless the list already has one of that name.
fn add_named(object: &mut Map, list: &str, item: Value) {
    let items = object.entry(list).or_insert_with(|| json!([]));
    if let Some(items) = items.as_array_mut()
        && !items.iter().any(|other| other.get("name") == item.get("name"))
    {
        items.push(item);
    }
}

/// Sets the parents of a managed route to the Gateways that the service names.
pub fn derive_parents(spec: &mut Map, release: &Release) {
    let parent_of = |gateway: ParentReference<'_>| {
        let mut parent = Map::from_iter([
            ("group".to_owned(), Kind::Gateway.group().into()),
            ("kind".to_owned(), Kind::Gateway.name().into()),
            ("name".to_owned(), gateway.name().into()),
        ]);
        let namespace = gateway.namespace().unwrap_or_default();
        if !namespace.is_empty() || !release.llm_input.parent_namespace_left_out {
            parent.insert("namespace".into(), namespace.into());
        }
        if let Some(section) = gateway.section_name() {
            parent.insert("sectionName".into(), section.into());
        }
        Value::Object(parent)
    };
    let parents: Vec<Value> = LlmSpec::of(spec).gateways().map(parent_of).collect();
    if !parents.is_empty()
        && let Some(route) = places::object_mut(spec, &["router", "route", "http", "spec"])
    {
        route.insert("parentRefs".into(), parents.into());
    }
}

/// Points the backends of the route at the servers: at their Service if there is no scheduler, or at the pool that
/// the service refers to.
pub fn aim_backends(spec: &mut Map, names: Names<'_>) {
    let has_scheduler = LlmSpec::of(spec).scheduler().is_some();
    let own_pool = LlmSpec::of(spec).pool_reference().unwrap_or_default().to_owned();
    if has_scheduler && own_pool.is_empty() {
        return;
    }
    let pool = names.pool();
    let Some(route) = places::object_mut(spec, &["router", "route", "http", "spec"]) else { return };
    let rules = route.get_mut("rules").and_then(Value::as_array_mut).into_iter().flatten();
    let backends = rules.filter_map(|rule| rule.get_mut("backendRefs")?.as_array_mut()).flatten();
    for backend in backends.filter_map(Value::as_object_mut) {
        let reference = BackendReference::of(backend);
        if reference.kind() != Kind::InferencePool.name() || reference.name() != pool {
            continue;
        }
        if has_scheduler {
            backend.insert("name".into(), own_pool.as_str().into());
        } else {
            backend.insert("group".into(), "".into());
            backend.insert("kind".into(), Kind::Service.name().into());
            backend.insert("name".into(), names.workload_service().into());
        }
    }
}

/// The prefix of the names of ConfigMaps that are also looked up in the controller's namespace.
const SHARED_CONFIG: &str = "config-scheduler-";

/// Replaces a reference to a ConfigMap with the scheduler's configuration from it, and returns the name of the
/// ConfigMap.
///
/// # Errors
/// The controller's text.
pub fn inline_config(spec: &mut Map, lookup: &Lookup<'_>) -> Result<Option<String>, ControllerError> {
    let Some(config) = places::object_mut(spec, &["router", "scheduler", "config"]) else { return Ok(None) };
    let Some(reference) = SchedulerConfig::of(config).reference() else { return Ok(None) };
    let name = reference.name().to_owned();
    let key = Some(reference.key()).filter(|key| !key.is_empty()).unwrap_or("epp").to_owned();
    let mut map = lookup.config_map(lookup.namespace, &name);
    if map.is_none() && name.starts_with(SHARED_CONFIG) {
        map = lookup.config_map(lookup.system, &name);
        if map.is_none() {
            return Err(ControllerError::new(format!(
                "failed to get scheduler config \"{name}\" from namespaces [\"{}\", \"{system}\"]: failed to get \
                 v1.ConfigMap {system}/{name} from API Server: {missing}",
                lookup.namespace,
                missing = NotFound(Kind::ConfigMap, &name),
                system = lookup.system
            )));
        }
    }
    let text = map.and_then(|map| map.get("data")?.get(&key)?.as_str());
    let Some(text) = text else {
        let place = map.map_or_else(|| "/".to_owned(), |map| format!("{}/{}", map.namespace(), map.name()));
        return Err(ControllerError::new(format!("ConfigMap {place} doesn't have key \"{key}\" in data")));
    };
    config.insert("inline".into(), text.into());
    config.remove("ref");
    Ok(Some(name))
}

/// Sets the default port of a pool's endpoint picker.
pub fn fill_port(spec: &mut Map) {
    let Some(picker) = places::object_mut(spec, &["router", "scheduler", "pool", "spec", "endpointPickerRef"]) else {
        return;
    };
    let reference = EndpointPicker::of(picker);
    let is_service = reference.kind().is_empty() || reference.kind() == Kind::Service.name();
    let has_port = reference.port().is_some_and(|port| port != 0);
    if !has_port && is_service {
        picker.insert("port".into(), json!({ "number": 9002 }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;

    fn spec(value: Value) -> Map {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn routes_without_a_scheduler_lead_to_the_workload_service() {
        let backends = |scheduler: Value| {
            let backend = json!({"group": "inference.networking.k8s.io", "kind": "InferencePool", "name": "a-inference-pool", "port": 8000});
            let mut router = json!({"route": {"http": {"spec": {"rules": [{"backendRefs": [backend]}]}}}});
            if !scheduler.is_null() {
                router["scheduler"] = scheduler;
            }
            let mut spec = spec(json!({ "router": router }));
            aim_backends(&mut spec, Names { namespace: "n", service: "a" });
            spec["router"]["route"]["http"]["spec"]["rules"][0]["backendRefs"][0].clone()
        };
        let service = backends(Value::Null);
        assert_eq!(service, json!({"group": "", "kind": "Service", "name": "a-kserve-workload-svc", "port": 8000}));
        assert_eq!(backends(json!({"pool": {"ref": {"name": "own"}}}))["name"], "own");
        assert_eq!(backends(json!({}))["name"], "a-inference-pool");
    }

    #[test]
    fn parents_are_the_named_gateways() {
        let mut spec = spec(
            json!({"router": {"gateway": {"refs": [{"name": "g"}, {"name": "h", "namespace": "n", "sectionName": "s"}]},
            "route": {"http": {"spec": {"parentRefs": [{"name": "old"}]}}}}}),
        );
        derive_parents(&mut spec, Release::of(Version::NEWEST));
        assert_eq!(
            spec["router"]["route"]["http"]["spec"]["parentRefs"],
            json!([
                {"group": "gateway.networking.k8s.io", "kind": "Gateway", "name": "g"},
                {"group": "gateway.networking.k8s.io", "kind": "Gateway", "name": "h", "namespace": "n", "sectionName": "s"},
            ])
        );
    }

    #[test]
    fn devices_are_claimed_once() {
        let service = spec(json!({"metadata": {"annotations": {DEVICE_CLASS: "gpu", DEVICE_CONTAINER: " b "}}}));
        let mut spec = spec(json!({"template": {"containers": [{"name": "a"}, {"name": "b", "resources": {}}]}}));
        for _ in 0..2 {
            claim_devices(&mut spec, &service, Names { namespace: "n", service: "llama" });
        }
        assert_eq!(
            spec["template"],
            json!({"containers": [{"name": "a"}, {"name": "b", "resources": {"claims": [{"name": "managed-device"}]}}],
                "resourceClaims": [{"name": "managed-device", "resourceClaimTemplateName": "llama-managed-dra"}]})
        );
    }
}
