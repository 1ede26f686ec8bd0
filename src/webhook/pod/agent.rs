//! The agent: model puller, batcher and logger in one container.

use std::collections::BTreeMap;

use serde_json::json;

use crate::api::{self as view, Container, HttpGet, Probe};
use crate::build::storage::spec::{Pod, is_named, mount, push, resources, variable};
use crate::build::storage::{Injector, annotations, model};
use crate::object::ControllerError;
use crate::object::keys::{MAIN_CONTAINER, TRANSFORMER_CONTAINER};
use crate::object::{fields, keys};
use crate::schema::{self, Through, Types};
use crate::{Map, Value};

pub(super) const NAME: &str = "agent";
const PORT: i64 = 9081;

/// The logger's settings for a pod.
struct Logger {
    store: Option<Store>,
    marshaller_url: String,
    batch_size: i64,
    batch_interval: String,
}

/// Where the logger stores payloads.
struct Store {
    path: String,
    format: String,
    account: String,
}

/// Adds the agent if the pod's annotations request a puller, a batcher or a logger.
///
/// # Errors
///
/// The webhook's error if the credentials of an account cannot be added, or if the annotations lack what the puller needs.
pub(super) fn add(injector: &mut Injector, pod: &mut Pod) -> Result<(), ControllerError> {
    let (logs, pulls, batches) = (
        pod.annotation(annotations::LOGGER).is_some(),
        pod.annotation(annotations::AGENT).is_some(),
        pod.annotation(annotations::BATCHER).is_some(),
    );
    if !(logs || pulls || batches) || pod.container(NAME).is_some() {
        return Ok(());
    }
    let logger = logger(injector);
    let mut args: Vec<String> = Vec::new();
    if pulls {
        args.push("--enable-puller".into());
        flag(&mut args, "--config-dir", pod.annotation(annotations::CONFIG_PATH));
        flag(&mut args, "--model-dir", pod.annotation(annotations::MODEL_DIRECTORY));
    }
    if batches {
        args.push("--enable-batcher".into());
        flag(&mut args, "--max-batchsize", pod.annotation(annotations::BATCH_SIZE));
        flag(&mut args, "--max-latency", pod.annotation(annotations::BATCH_LATENCY));
    }
    if logs {
        add_logger_arguments(injector, pod, &logger, &mut args);
    }
    flag(&mut args, "--component-port", Some(&component_port(pod).to_string()));

    let mut agent = container(injector, pod, args);
    let bundle = injector.settings.logger.ca_bundle.clone();
    if logs && !bundle.is_empty() {
        pod.push("volumes", json!({"name": "agent-ca-bundle", "configMap": {"name": bundle, "optional": true}}));
        push(&mut agent, "volumeMounts", mount("agent-ca-bundle", "/etc/tls/logger", true));
    }
    let own = pod.account().to_owned();
    injector.add_account(pod, &mut agent, &own)?;
    if let Some(store) = logger.store.filter(|_| logs && injector.cluster.release.pod.logger_stores) {
        injector.add_account(pod, &mut agent, &store.account)?;
    }
    pod.push("containers", Value::Object(agent));
    if pulls { add_puller_volumes(pod) } else { Ok(()) }
}

/// The agent's container, with the security context of the pod's first container.
fn container(injector: &Injector, pod: &mut Pod, args: Vec<String>) -> Map {
    let settings = &injector.settings.agent;
    let mut agent = fields::map([
        ("name", NAME.into()),
        ("image", fields::non_empty(&settings.image)),
        ("args", args.into()),
        ("ports", json!([{"name": "agent-port", "containerPort": PORT, "protocol": "TCP"}])),
        (
            "resources",
            resources(&settings.cpu_limit, &settings.memory_limit, &settings.cpu_request, &settings.memory_request),
        ),
    ]);
    add_probe(injector, pod, &mut agent);
    if let Some(context) = pod.view().containers().next().and_then(Container::security_context) {
        agent.insert("securityContext".into(), context.fields().clone().into());
    }
    agent
}

/// Adds the volumes of the puller: one for the models that it loads, and one for the list of them.
fn add_puller_volumes(pod: &mut Pod) -> Result<(), ControllerError> {
    // For either annotation, the error text names that of the configuration.
    let missing = || ControllerError::new(format!("can not find {} label", annotations::CONFIG_VOLUME));
    if pod.annotation(annotations::MODEL_DIRECTORY).is_none() {
        return Err(missing());
    }
    pod.add_volume(model::empty_volume("model-dir"));
    for container in [NAME, MAIN_CONTAINER] {
        pod.push_mount_to_all(container, &mount("model-dir", model::PATH, false));
    }
    let config = pod.annotation(annotations::CONFIG_VOLUME).ok_or_else(missing)?.to_owned();
    let config_map = fields::object([("name", fields::non_empty(&config))]);
    pod.add_volume(json!({"name": "model-config", "configMap": config_map}));
    pod.push_mount_to_all(NAME, &mount("model-config", "/mnt/configs", false));
    Ok(())
}

fn flag(args: &mut Vec<String>, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        args.push(name.to_owned());
        args.push(value.to_owned());
    }
}

/// The settings in the section `logger`, overridden by the predictor's logger for the pods of every component.
fn logger(injector: &Injector) -> Logger {
    let rules = &injector.cluster.release.pod;
    let settings = &injector.settings.logger;
    let own = injector.service.and_then(|service| service.predictor().logger()).filter(|_| rules.logger_stores);
    let account = |name: &str| if name.is_empty() { "logger-sa".to_owned() } else { name.to_owned() };
    let store = match own {
        Some(own) => own.storage().map(|storage| Store {
            path: storage.path().to_owned(),
            format: storage.parameter("format").to_owned(),
            account: account(storage.service_account_name()),
        }),
        None => settings.storage.as_ref().map(|storage| Store {
            path: storage.path.clone().unwrap_or_default(),
            format: storage
                .parameters
                .as_ref()
                .and_then(|p: &BTreeMap<_, _>| p.get("format").cloned())
                .unwrap_or_default(),
            account: account(storage.service_account_name.as_deref().unwrap_or_default()),
        }),
    };
    let own = own.filter(|_| rules.logger_marshals);
    let configured = settings.batch_size.and_then(|size| i64::try_from(size).ok());
    let or = |own: Option<&str>, configured: &str| own.unwrap_or(configured).to_owned();
    Logger {
        store,
        marshaller_url: or(own.and_then(view::Logger::marshaller_url), &settings.marshaller_url),
        batch_size: own.and_then(view::Logger::batch_size).or(configured).unwrap_or_default(),
        batch_interval: or(
            own.and_then(view::Logger::batch_interval),
            settings.batch_interval.as_deref().unwrap_or_default(),
        ),
    }
}

fn add_logger_arguments(injector: &Injector, pod: &Pod, logger: &Logger, args: &mut Vec<String>) {
    let rules = &injector.cluster.release.pod;
    let settings = &injector.settings.logger;
    let label = |key: &str| pod.label(key).unwrap_or_default();
    let given = |text: &'_ str| -> Option<String> { (!text.is_empty()).then(|| text.to_owned()) };
    flag(args, "--log-url", Some(pod.annotation(annotations::LOGGER_URL).unwrap_or(&settings.default_url)));
    // The template of a Deployment is named after it; in a cluster the pod has no name yet.
    flag(args, "--source-uri", Some(pod.metadata.get("name").and_then(Value::as_str).unwrap_or_default()));
    flag(args, "--log-mode", Some(pod.annotation(annotations::LOGGER_MODE).unwrap_or("all")));
    flag(args, "--inference-service", Some(label(keys::INFERENCE_SERVICE_LABEL)));
    flag(args, "--namespace", Some(&pod.namespace));
    flag(args, "--endpoint", Some(label("endpoint")));
    flag(args, "--component", Some(label(keys::COMPONENT_LABEL)));
    if let Some(store) = logger.store.as_ref().filter(|_| rules.logger_stores) {
        flag(args, "--log-store-path", given(&store.path).as_deref());
        flag(args, "--log-store-format", given(&store.format).as_deref());
    }
    if rules.logger_marshals {
        flag(args, "--log-marshaller-url", given(&logger.marshaller_url).as_deref());
        let size = (logger.batch_size > 0).then(|| logger.batch_size.to_string());
        flag(args, "--log-batch-size", size.as_deref());
        flag(args, "--log-batch-interval", given(&logger.batch_interval).as_deref());
    }
    flag(args, "--metadata-headers", pod.annotation(annotations::LOGGER_HEADERS));
    if let Some(keys) = pod.annotation(annotations::LOGGER_ANNOTATIONS) {
        let pairs: Vec<String> =
            keys.split(',').filter_map(|key| Some(format!("{key}={}", pod.annotation(key)?))).collect();
        flag(args, "--metadata-annotations", Some(&pairs.join(",")));
    }
    flag(args, "--logger-ca-cert-file", given(&settings.ca_cert_file).as_deref());
    flag(args, "--logger-tls-skip-verify", Some(if settings.tls_skip_verify { "true" } else { "false" }));
}

/// The port that the agent forwards to: that of a transformer next to the model, or else of the serving container.
fn component_port(pod: &Pod) -> i64 {
    let first = |container: Container<'_>| container.ports().next()?.container_port();
    match pod.container(TRANSFORMER_CONTAINER) {
        Some(transformer) => first(transformer),
        None => {
            let main = pod.view().containers().filter(|container| container.name() == MAIN_CONTAINER);
            main.filter_map(first).last()
        }
    }
    .unwrap_or(8080)
}

/// Adds the agent's readiness probe, and passes it the model server's probe, which the agent runs in turn.
fn add_probe(injector: &Injector, pod: &mut Pod, agent: &mut Map) {
    let mut path = "/".to_owned();
    if let Some(proxy) = pod.container_mut("queue-proxy") {
        let env = proxy.get("env").cloned();
        for variable in proxy.get_mut("env").and_then(Value::as_array_mut).into_iter().flatten() {
            if let (true, Some(fields)) = (is_named(variable, "USER_PORT"), variable.as_object_mut()) {
                fields.insert("value".into(), PORT.to_string().into());
            }
        }
        if let Some(env) = env {
            agent.insert("env".into(), env);
        }
    } else {
        let container = pod.container(TRANSFORMER_CONTAINER).or_else(|| pod.view().containers().next());
        let probe = container.and_then(Container::readiness_probe);
        if let Some(probe) = probe.filter(|probe| probe.http_get().is_some() || probe.tcp_socket().is_some()) {
            let types = Types::of(injector.cluster.release.input.fields);
            push(agent, "env", variable("SERVING_READINESS_PROBE", &probe_text(types, probe)));
            let own = probe.http_get().map(HttpGet::path);
            if let Some(own) = own.filter(|own| !own.is_empty() && injector.cluster.release.pod.agent_probes_path) {
                own.clone_into(&mut path);
            }
        }
    }
    agent.insert(
        "readinessProbe".into(),
        json!({"httpGet": {
            "path": path,
            "port": PORT,
            "scheme": "HTTP",
            "httpHeaders": [{"name": "K-Network-Probe", "value": "queue"}],
        }}),
    );
}

/// A probe as Go serialises it.
fn probe_text(types: &Types, probe: Probe<'_>) -> String {
    let Some(id) = types.struct_of(types.container, "readinessProbe") else { return String::new() };
    let decoded = schema::object(types, id, probe.fields(), Through::GoTypes).object;
    schema::encode(types, id, &decoded)
}
