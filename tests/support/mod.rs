//! Helpers for the integration tests.

pub mod case;
pub mod explain;
pub mod life;
pub mod patch;
pub mod webhook;

use std::path::Path;
use std::sync::Arc;

use kserve_render::input::{self, Document, Source};
use kserve_render::internals::resource_kind;
use kserve_render::object::{Key, Kind};
use kserve_render::output::report;
use kserve_render::release::{Release, Version, defaults};
use kserve_render::{Cluster, Existing, Found, Map, Settings, Value};

/// The only document in a YAML text.
pub fn read_yaml(text: &str) -> Result<Value, String> {
    documents(text)?.into_iter().next().ok_or("an empty document".into())
}

/// The documents in a YAML text.
pub fn documents(text: &str) -> Result<Vec<Value>, String> {
    Ok(parse("documents", text)?.into_iter().map(|document| document.value).collect())
}

/// Whether a file contains a service in YAML.
pub fn has_service(file: &Path) -> Result<bool, String> {
    let is_yaml = file.extension().is_some_and(|extension| extension == "yaml");
    let read = || std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()));
    Ok(is_yaml && read()?.lines().any(|line| line == "kind: InferenceService"))
}

/// Whether a file contains a graph in YAML.
pub fn has_graph(file: &Path) -> Result<bool, String> {
    let is_yaml = file.extension().is_some_and(|extension| extension == "yaml");
    let read = || std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()));
    Ok(is_yaml && read()?.lines().any(|line| line == "kind: InferenceGraph"))
}

fn parse(name: &str, text: &str) -> Result<Vec<Document>, String> {
    let read = input::read(&Arc::new(Source { name: name.into(), text: text.into() }));
    match read.problems.iter().find(|problem| problem.fatal) {
        Some(problem) => Err(format!("{name}:{}:{}: {}", problem.place.line, problem.place.column, problem.message)),
        None => Ok(read.documents),
    }
}

/// The services in `text`, and the cluster with the other documents and the objects that `defaults` ships. `options` are the
/// facts about the cluster in a recorded case.
pub fn read(text: &str, options: &Map, version: Version, defaults: Version) -> Result<(Vec<Value>, Cluster), String> {
    read_in_cluster(&[], text, options, version, defaults)
}

/// Like [`read`], in a cluster that already holds other documents.
pub fn read_in_cluster(
    held: &[Arc<Value>],
    text: &str,
    options: &Map,
    version: Version,
    defaults: Version,
) -> Result<(Vec<Value>, Cluster), String> {
    let namespace = options.get("namespace").and_then(Value::as_str).unwrap_or("default");
    let input: Vec<Value> =
        parse("input.yaml", text)?.into_iter().map(|document| in_namespace(document.value, namespace)).collect();
    let (services, context): (Vec<Value>, Vec<Value>) =
        input.into_iter().partition(|value| resource_kind(value).is_some());
    let context = context.into_iter().map(Arc::new);
    let shipped = defaults::objects(defaults).iter().cloned();
    Ok((
        services,
        Cluster::new(Release::of(version), settings(options), shipped.chain(held.iter().cloned()).chain(context)),
    ))
}

/// The reports of the services in `text`.
pub fn render(
    text: &str,
    observed: Option<&str>,
    options: &Map,
    version: Version,
    defaults: Version,
) -> Result<Vec<Value>, String> {
    let (cluster, services) = services(text, observed, options, version, defaults)?;
    if services.iter().all(|(service, _)| Kind::of(service) == Some(Kind::InferenceService)) {
        let report = |(service, existing)| report::of(kserve_render::render(&cluster, &service, &existing));
        return Ok(services.into_iter().map(report).collect());
    }
    // Some cases also contain the services that resources of the input refer to.
    let found = services.first().map(|(_, existing)| Arc::clone(&existing.objects)).unwrap_or_default();
    let resources: Vec<Value> = services.into_iter().map(|(resource, _)| resource).collect();
    let renderings = kserve_render::render::render_all(&cluster, &resources, &found);
    Ok(renderings.into_iter().filter(|one| one.kind != Kind::InferenceService).map(report::of).collect())
}

/// The services in `text` without status, each with what was observed of it, and their cluster.
pub fn services(
    text: &str,
    observed: Option<&str>,
    options: &Map,
    version: Version,
    defaults: Version,
) -> Result<(Cluster, Vec<(Value, Existing)>), String> {
    let (services, cluster) = read(text, options, version, defaults)?;
    let observed = observed.map(documents).transpose()?.unwrap_or_default();
    let found = Arc::new(Found::new(observed));
    let services = services
        .into_iter()
        .map(|mut service| {
            if let Some(service) = service.as_object_mut() {
                service.remove("status");
            }
            let key = Key::of(&service);
            let kind = Kind::of(&service).unwrap_or(Kind::InferenceService);
            let existing = Existing::of(&found, kind, &key.namespace, &key.name);
            (service, existing)
        })
        .collect();
    Ok((cluster, services))
}

fn settings(options: &Map) -> Settings {
    let mut settings = Settings::default();
    let is_set = |key: &str| options.get(key).and_then(Value::as_bool).unwrap_or_default();
    let text = |key: &str| options.get(key).and_then(Value::as_str).map(str::to_owned);
    if let Some(domain) = text("knativeDomain") {
        settings.knative_domain = domain;
    }
    if let Some(scheme) = text("knativeScheme") {
        settings.knative_url_scheme = scheme;
    }
    if is_set("noVirtualService") {
        settings.absent_apis.insert("networking.istio.io/v1beta1".into());
    }
    if is_set("noKnative") {
        settings.absent_apis.insert("serving.knative.dev/v1".into());
    }
    settings.keda_webhook = is_set("kedaWebhook");
    if let Some(generation) = options.get("generation").and_then(Value::as_i64) {
        settings.generation = generation;
    }
    let names = options.get("notReady").and_then(Value::as_array).into_iter().flatten();
    settings.not_ready.extend(names.filter_map(Value::as_str).map(str::to_owned));
    settings
}

fn in_namespace(mut value: Value, namespace: &str) -> Value {
    let is_cluster_wide = value
        .get("kind")
        .and_then(Value::as_str)
        .is_some_and(|kind| kind.starts_with("Cluster") || kind == "LocalModelCache" || kind == "Namespace");
    if let Some(metadata) = value.get_mut("metadata").and_then(Value::as_object_mut)
        && !is_cluster_wide
        && !metadata.contains_key("namespace")
    {
        metadata.insert("namespace".into(), namespace.into());
    }
    value
}
