//! The scheduler, or endpoint picker: account, permissions, Deployment, Service and InferencePools.

mod config;
mod plugins;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::json;

use super::builder::{Builder, copy_secrets};
use super::service::{object_of, overlay, template_of};
use super::spec::{PoolSpec, Scheduler};
use super::workload::{
    self, Account, Download, MAIN, READ, TOKENIZER, attach, container_mut, pod_of, role_binding, role_object, rule,
    subject,
};
use crate::api::{Container, ContainerPort, PodSpec};
use crate::kinds::llm_inference_service::labels::component;
use crate::object::{ControllerError, Kind, ObjectView as _};
use crate::{Map, Value};

/// The container ports that the scheduler's Service exposes.
const PORTS: [&str; 4] = ["grpc", "grpc-health", "metrics", "zmq"];

/// The labels of all scheduler objects.
fn labels(builder: &Builder<'_>) -> Map {
    builder.service.labels(Some(component::SCHEDULER))
}

/// The account of the scheduler.
///
/// # Errors
/// The account that the template names does not exist.
pub fn account(builder: &Builder<'_>) -> Result<Account, ControllerError> {
    let service = &builder.service;
    let generated = service.names.scheduler_account();
    let named = service.scheduler_template().map(PodSpec::service_account_name).unwrap_or_default();
    if !named.is_empty() && named != generated {
        return Ok(Account { object: builder.existing_account(named, "scheduler")?, is_generated: false });
    }
    Ok(Account { object: generated_account(builder), is_generated: true })
}

/// The account that the controller creates if the template names none.
fn generated_account(builder: &Builder<'_>) -> Value {
    let service = &builder.service;
    let mut object = json!({
        "apiVersion": Kind::ServiceAccount.api_version(),
        "kind": Kind::ServiceAccount.name(),
        "metadata": service.object_metadata(&service.names.scheduler_account(), labels(builder)),
    });
    // The tokenizer downloads from the same storage as the main workload, so it needs the same credentials.
    let main = service.spec.main().template().map(PodSpec::service_account_name).unwrap_or_default();
    let rules = &builder.cluster.release.llm;
    if main.is_empty() || !rules.accounts_get_default_secrets {
        builder.copy_default_secrets(&mut object);
    } else if let Some(main) = builder.get(Kind::ServiceAccount, main) {
        copy_secrets(main, &mut object);
        let annotations = main.annotations().filter(|own| !own.is_empty());
        if let (Some(annotations), Some(metadata)) =
            (annotations, object.get_mut("metadata").and_then(Value::as_object_mut))
        {
            metadata.insert("annotations".into(), annotations.clone().into());
        }
    }
    object
}

/// The ClusterRoleBinding that lets the scheduler authenticate clients of its metrics. It has no owner.
pub fn cluster_role_binding(builder: &Builder<'_>, account: &Account) -> Value {
    json!({
        "apiVersion": Kind::ClusterRoleBinding.api_version(),
        "kind": Kind::ClusterRoleBinding.name(),
        "metadata": { "name": builder.service.names.scheduler_cluster_role_binding(), "labels": labels(builder) },
        "roleRef": { "apiGroup": Kind::ClusterRoleBinding.group(), "kind": "ClusterRole", "name": "system:auth-delegator" },
        "subjects": [subject(&account.object)],
    })
}

/// The scheduler's Role.
pub fn role(builder: &Builder<'_>) -> Value {
    const STABLE: &str = Kind::InferencePool.group();
    const EXPERIMENTAL: &str = Kind::InferencePoolX.group();
    let rules = &builder.cluster.release.llm;
    let mut granted = vec![
        rule(&[Kind::Pod.group()], &[Kind::Pod.plural()], READ),
        rule(&[STABLE, EXPERIMENTAL], &[Kind::InferencePool.plural(), "inferenceobjectives", "inferencemodels"], READ),
    ];
    if rules.scheduler_reads_rewrites {
        granted.push(rule(&[EXPERIMENTAL], &["inferencemodelrewrites", "inferencepoolimports"], READ));
    }
    if rules.scheduler_reads_llm_d {
        granted.push(rule(&["llm-d.ai"], &["inferenceobjectives", "inferencemodelrewrites"], READ));
    }
    granted.push(rule(&["discovery.k8s.io"], &["endpointslices"], READ));
    let all = ["get", "list", "watch", "create", "update", "patch", "delete"];
    granted.push(rule(&["coordination.k8s.io"], &["leases"], &all));
    role_object(builder.service.object_metadata(&builder.service.names.scheduler_role(), labels(builder)), granted)
}

/// The RoleBinding of [`role`].
pub fn binding(builder: &Builder<'_>, account: &Account) -> Value {
    let names = &builder.service.names;
    let metadata = builder.service.object_metadata(&names.scheduler_role_binding(), labels(builder));
    role_binding(metadata, &names.scheduler_role(), &account.object)
}

/// The Deployment. Its labels are also those of its pods and its selector, since the controller uses one map for
/// all three.
///
/// # Errors
/// An error in the model that the tokenizer needs, or in the configuration.
pub fn deployment(builder: &mut Builder<'_>) -> Result<Value, ControllerError> {
    let service = builder.service;
    let scheduler = service.spec.scheduler();
    let mut shared = labels(builder);
    overlay(&mut shared, scheduler.into_iter().flat_map(Scheduler::labels));
    let annotations = scheduler.map(Scheduler::annotations);
    let mut annotations = annotations.cloned().unwrap_or_default();
    let pod = match service.scheduler_template() {
        Some(template) => pod(builder, template, &annotations)?,
        None => Map::new(),
    };
    if builder.cluster.release.llm.scheduler_restarts_with_certificate && !has_certificate_reload(&pod) {
        annotations.insert("certificates.kserve.io/cert-hash".into(), workload::GENERATED.into());
    }
    let mut template = Map::from_iter([("labels".to_owned(), Value::from(shared.clone()))]);
    if !annotations.is_empty() {
        template.insert("annotations".into(), annotations.into());
    }
    let mut spec = Map::new();
    if let Some(replicas) = scheduler.and_then(Scheduler::replicas) {
        spec.insert("replicas".into(), replicas.into());
    }
    spec.insert("selector".into(), json!({ "matchLabels": shared }));
    spec.insert("strategy".into(), json!({ "type": "Recreate" }));
    spec.insert("template".into(), template_of(template, pod));
    Ok(object_of(Kind::Deployment, service.object_metadata(&service.names.scheduler(), shared), spec))
}

/// Whether the scheduler reloads its certificate without a restart. A pod without the scheduler's container needs
/// none.
fn has_certificate_reload(pod: &Map) -> bool {
    let main = PodSpec::of(pod).container(MAIN);
    main.is_none_or(|main| main.arguments().any(|argument| argument == "--enable-cert-reload"))
}

fn pod(builder: &mut Builder<'_>, template: PodSpec<'_>, annotations: &Map) -> Result<Map, ControllerError> {
    let service = builder.service;
    let deployed = builder.deployed_pod(&service.names.scheduler());
    let mut pod = pod_of(&service, template);
    let configuration = config::arguments(builder, deployed);
    let replicas = service.spec.scheduler().and_then(Scheduler::replicas).unwrap_or_default();
    if let Some(main) = container_mut(&mut pod.spec, MAIN) {
        let elects = |flag: &str| flag.trim_start_matches('-') == "ha-enable-leader-election" && flag.len() <= 27;
        if replicas > 1 && !Container::of(main).arguments().any(elects) {
            crate::build::storage::push(main, "args", "--ha-enable-leader-election".into());
        }
        for argument in configuration {
            crate::build::storage::push(main, "args", argument);
        }
        if builder.cluster.release.llm.tracing {
            workload::trace_scheduler(&service, main);
        }
    }
    if template.container(TOKENIZER).is_some() && builder.cluster.release.llm.scheduler_adapts_tokenizer {
        let named = template.service_account_name();
        let account = match named.is_empty() {
            true => Some(generated_account(builder)),
            false => builder.get(Kind::ServiceAccount, named).cloned(),
        };
        let path = format!("{}/base", crate::build::storage::MODEL_PATH);
        let wanted = Download { container: TOKENIZER, path: &path, lora: false, account: account.as_ref(), deployed };
        attach(builder, &mut pod, &wanted)
            .map_err(|error| error.within("failed to attach model artifacts to scheduler deployment"))?;
        config::adapt_to_tokenizer(builder, &mut pod.spec)
            .map_err(|error| error.within("failed to mutate scheduler config"))?;
    }
    config::migrate(builder, annotations, &mut pod.spec)
        .map_err(|error| error.within("failed to apply v0.7.0 scheduler migrations"))?;
    Ok(pod.spec)
}

/// The scheduler's Service. Its ports are those of the template, whatever the pod's containers are in the end.
pub fn service(builder: &Builder<'_>) -> Value {
    let containers = builder.service.scheduler_template().into_iter().flat_map(PodSpec::containers);
    let ports = containers.flat_map(Container::ports).filter(|port| PORTS.contains(&port.name()));
    // The last of several ports with one name counts.
    let ports: BTreeMap<&str, ContainerPort<'_>> = ports.map(|port| (port.name(), port)).collect();
    let ports: Vec<Value> = ports
        .into_iter()
        .map(|(name, port)| {
            let mut exposed = json!({ "name": name, "port": port.container_port(), "targetPort": name });
            let protocol = port.protocol();
            if let (Some(exposed), false) = (exposed.as_object_mut(), protocol.is_empty()) {
                exposed.insert("protocol".into(), protocol.into());
            }
            exposed
        })
        .collect();
    let mut spec = Map::from_iter([("selector".to_owned(), Value::from(labels(builder)))]);
    if !ports.is_empty() {
        spec.insert("ports".into(), ports.into());
    }
    let name = builder.service.scheduler_service();
    object_of(Kind::Service, builder.service.object_metadata(&name, labels(builder)), spec)
}

/// The InferencePool of the stable API group.
pub fn pool(builder: &Builder<'_>) -> Value {
    let service = &builder.service;
    let metadata = service.object_metadata(&service.names.pool(), labels(builder));
    object_of(Kind::InferencePool, metadata, service.pool_spec().map(|spec| spec.fields().clone()).unwrap_or_default())
}

/// The InferencePool of the experimental API group, which has fewer fields.
pub fn experimental_pool(builder: &Builder<'_>) -> Value {
    let service = &builder.service;
    let metadata = service.object_metadata(&service.names.pool(), labels(builder));
    object_of(Kind::InferencePoolX, metadata, service.pool_spec().map(experimental_spec).unwrap_or_default())
}

fn experimental_spec(spec: PoolSpec<'_>) -> Map {
    let mut converted = Map::new();
    if let Some(labels) = spec.match_labels() {
        converted.insert("selector".into(), labels.clone().into());
    }
    if let Some(port) = spec.target_ports().next().flatten() {
        converted.insert("targetPortNumber".into(), port.clone());
    }
    if let Some(picker) = spec.endpoint_picker_ref() {
        let mut extension = Map::new();
        for key in ["group", "kind", "name", "failureMode"] {
            extension.extend(picker.fields().get(key).map(|value| (key.to_owned(), value.clone())));
        }
        extension.extend(picker.port().map(|number| ("portNumber".to_owned(), number.into())));
        converted.insert("extensionRef".into(), extension.into());
    }
    converted
}
