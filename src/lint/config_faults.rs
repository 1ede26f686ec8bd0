//! What is wrong with a ConfigMap as a whole.

use std::collections::BTreeMap;

use crate::build::storage;
use crate::facts::Cluster;
use crate::facts::config::{
    Agent, Autoscaler, Batcher, Credentials, Decode as _, Deploy, Explainers, InferenceServices, Ingress, LocalModel,
    Logger, MetricsAggregator, MultiNode, OpenTelemetryCollector, SchedulerCertificates, Section, Security, Service,
    StorageInitializer, WvaAutoscaling,
};
use crate::go::json;
use crate::object::ObjectMeta;
use crate::release::Version;
use crate::{Map, Value};

/// Something wrong with the ConfigMap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The controller refuses a section.
    Refused {
        /// Name of the section.
        section: &'static str,
        /// The keys in the section that lead to the value; none if it is not one value.
        keys: Vec<String>,
        /// The controller's text.
        error: String,
        /// The same, and that the section is missing if it is.
        message: String,
        /// The byte of the section's text at which it stops being JSON.
        at: Option<usize>,
    },
    /// Nothing reads what stands there.
    NotRead {
        /// The section, then the keys in it.
        path: Vec<String>,
        /// The known name that is meant, if one is close.
        known: Option<&'static str>,
    },
}

/// What is added to a message where the text of the section is missing.
const NO_SECTION: &str = " (the ConfigMap has no such section)";

/// All faults: what the controller refuses, then what it does not read.
pub fn faults(cluster: &Cluster) -> Vec<Fault> {
    let data = &cluster.config.data;
    let text = |section: &str| data.get(section).and_then(Value::as_str);
    let mut faults: Vec<Fault> = errors(cluster)
        .into_iter()
        .map(|(section, error)| {
            let missing = if text(section).is_none() { NO_SECTION } else { "" };
            let keys = keys_of(section, &error);
            let message = format!("{error}{missing}");
            Fault::Refused { section, keys, error, message, at: text(section).and_then(json::error_offset) }
        })
        .collect();
    let known = known(cluster.release.input.config_members);
    for (section, value) in data {
        match known.get(section.as_str()) {
            Some(names) => {
                let parsed = value.as_str().and_then(|text| json::parse(text).ok()).map(|node| node.to_value());
                let keys: Vec<String> =
                    parsed.as_ref().and_then(Value::as_object).map(Map::keys).into_iter().flatten().cloned().collect();
                for key in keys.into_iter().filter(|key| !names.iter().any(|name| name.eq_ignore_ascii_case(key))) {
                    let close = close(&key, names.iter().copied());
                    faults.push(Fault::NotRead { path: vec![section.clone(), key], known: close });
                }
            }
            None if FOR_OTHERS.contains(&section.as_str()) || section.starts_with('_') => {}
            None => {
                let close = close(section, known.keys().copied());
                faults.push(Fault::NotRead { path: vec![section.clone()], known: close });
            }
        }
    }
    faults
}

/// What a message is about when it does not name the key.
const SUBJECTS: [(&str, &str); 3] = [
    ("template: domain-template:", "domainTemplate"),
    ("template: url-template:", "pathTemplate"),
    ("invalid deployment mode", "defaultDeploymentMode"),
];

/// The keys that lead to the value that a message is about. Go names them when a value is of the wrong type, as in `Go struct
/// field IngressConfig.urlScheme of type`.
fn keys_of(section: &str, message: &str) -> Vec<String> {
    let quantity = message.split_once(&format!("\"{section}\".\"")).and_then(|(_, rest)| rest.split_once('"'));
    let subject = SUBJECTS.iter().find(|(text, _)| message.contains(text)).map(|(_, key)| *key);
    if let Some(key) = quantity.map(|(key, _)| key).or(subject) {
        return vec![key.to_owned()];
    }
    let field = message.split_once("Go struct field ").and_then(|(_, rest)| rest.split_once(" of type "));
    // The name of the outermost struct comes first.
    field.map(|(field, _)| field.split('.').skip(1).map(str::to_owned).collect()).unwrap_or_default()
}

/// The known name that is close to this one.
fn close(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let best = known.map(|known| (strsim::jaro_winkler(name, known), known)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.85).then_some(best.1)
}

/// Sections that the controller of InferenceServices does not read.
const FOR_OTHERS: [&str; 1] = ["router"];

/// The sections with the names that a release reads in them.
fn known(version: Version) -> BTreeMap<&'static str, Vec<&'static str>> {
    BTreeMap::from([
        ("agent", Agent::names(version)),
        ("autoscaler", Autoscaler::names(version)),
        ("autoscaling-wva-controller-config", WvaAutoscaling::names(version)),
        ("batcher", Batcher::names(version)),
        ("credentials", Credentials::names(version)),
        ("deploy", Deploy::names(version)),
        ("explainers", Explainers::names(version)),
        ("inferenceService", InferenceServices::names(version)),
        ("ingress", Ingress::names(version)),
        ("localModel", LocalModel::names(version)),
        ("logger", Logger::names(version)),
        ("metricsAggregator", MetricsAggregator::names(version)),
        ("multiNode", MultiNode::names(version)),
        ("opentelemetryCollector", OpenTelemetryCollector::names(version)),
        ("scheduler", SchedulerCertificates::names(version)),
        ("security", Security::names(version)),
        ("service", Service::names(version)),
        ("storageInitializer", StorageInitializer::names(version)),
    ])
}

/// What the controller refuses in the configuration, by section.
fn errors(cluster: &Cluster) -> Vec<(&'static str, String)> {
    let config = &cluster.config;
    let release = &cluster.release;
    let mut errors: Vec<(&'static str, String)> = Vec::new();
    let mut decoded = |section: &'static str, error: Option<&str>| {
        errors.extend(error.map(|error| (section, error.to_owned())));
    };
    decoded("agent", invalid(&config.agent));
    decoded("autoscaler", invalid(&config.autoscaler));
    decoded("autoscaling-wva-controller-config", invalid(&config.autoscaling_wva_controller_config));
    decoded("scheduler", invalid(&config.scheduler));
    decoded("batcher", invalid(&config.batcher));
    decoded("credentials", invalid(&config.credentials));
    decoded("deploy", invalid(&config.deploy));
    decoded("explainers", invalid(&config.explainers));
    decoded("inferenceService", invalid(&config.inference_service));
    decoded("ingress", invalid(&config.ingress));
    decoded("localModel", invalid(&config.local_model));
    decoded("logger", invalid(&config.logger));
    decoded("metricsAggregator", invalid(&config.metrics_aggregator));
    decoded("multiNode", invalid(&config.multi_node));
    decoded("opentelemetryCollector", invalid(&config.opentelemetry_collector));
    decoded("security", invalid(&config.security));
    decoded("service", invalid(&config.service));
    decoded("storageInitializer", invalid(&config.storage_initializer));
    // What is well-formed may still lack something.
    let mut checked = |section: &'static str, error: Option<String>| {
        if let Some(error) = error
            && !errors.iter().any(|(broken, _)| *broken == section)
        {
            errors.push((section, error));
        }
    };
    checked("deploy", config.deploy_defaults(release).err());
    checked("ingress", config.ingress_settings().err().or_else(|| template_fault(cluster)));
    checked("inferenceService", config.inference_services().err());
    checked("storageInitializer", config.storage_initializer_settings(release).err());
    for (section, error) in storage::settings_faults(config) {
        checked(section, Some(error));
    }
    errors
}

/// Why no host or path can come of a template, whatever the service: a template that does not parse, or asks for what no
/// service has. Whether DNS takes the host is another matter, for it may depend on labels.
fn template_fault(cluster: &Cluster) -> Option<String> {
    let routing = cluster.routing.as_ref().ok()?;
    let sample = ObjectMeta { name: "name".into(), namespace: "namespace".into(), ..ObjectMeta::default() };
    let errors = [routing.host(&sample.name, &sample).err(), routing.path(&sample).and_then(Result::err)];
    let is_general = |error: &String| {
        error.contains("can't evaluate field") || (error.contains("template: ") && !error.contains("executing "))
    };
    errors.into_iter().flatten().find(is_general)
}

fn invalid<T>(section: &Section<T>) -> Option<&str> {
    match section {
        Section::Invalid(error) => Some(error),
        Section::Absent | Section::Null | Section::Value(_) => None,
    }
}
