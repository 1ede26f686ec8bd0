//! What is wrong with a ConfigMap as a whole.

use std::collections::BTreeMap;

use crate::build::storage;
use crate::facts::Cluster;
use crate::facts::config::{
    Agent, Autoscaler, Batcher, Credentials, Decode as _, Deploy, Explainers, InferenceServices, Ingress, LocalModel,
    Logger, MetricsAggregator, MultiNode, OpenTelemetryCollector, SchedulerCertificates, Section, Security, Service,
    StorageInitializer, Undecodable, WvaAutoscaling,
};
use crate::go::json;
use crate::object::fields::filled;
use crate::object::{ControllerError, ObjectMeta};
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
        /// The controller's text, and that the section is missing if it is.
        message: String,
        /// The byte of the section's text at which it is no longer JSON.
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
        .map(|Refused { section, keys, mut message }| {
            if text(section).is_none() {
                message.push_str(NO_SECTION);
            }
            let at = text(section).and_then(|text| json::parse(text).err()).map(|error| error.at);
            Fault::Refused { section, keys, message, at }
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

/// The known name that is close to this one.
fn close(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let best = known.map(|known| (strsim::jaro_winkler(name, known), known)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.85).then_some(best.1)
}

/// Sections that the controller of InferenceServices does not read.
const FOR_OTHERS: [&str; 1] = ["router"];

/// The sections with the names that a release reads in them.
fn known(version: Version) -> BTreeMap<&'static str, Vec<&'static str>> {
    filled([
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

/// A section that the controller refuses: the keys that lead to the value, and its words.
struct Refused {
    section: &'static str,
    keys: Vec<String>,
    message: String,
}

/// What the controller refuses in the configuration, by section.
fn errors(cluster: &Cluster) -> Vec<Refused> {
    let config = &cluster.config;
    let release = &cluster.release;
    let mut errors: Vec<Refused> = Vec::new();
    let mut decoded = |section: &'static str, error: Option<&Undecodable>| {
        errors.extend(error.map(|error| {
            let keys = error.keys.iter().map(|key| (*key).to_owned()).collect();
            Refused { section, keys, message: error.to_string() }
        }));
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
    let mut checked = |section: &'static str, error: Option<ControllerError>| {
        if let Some(error) = error
            && !errors.iter().any(|broken| broken.section == section)
        {
            let keys = error.section().map(|cause| cause.keys.clone()).unwrap_or_default();
            errors.push(Refused { section, keys, message: error.into_text() });
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

/// Why a template makes no host or path, whatever the service.
fn template_fault(cluster: &Cluster) -> Option<ControllerError> {
    let routing = cluster.routing.as_ref().ok()?;
    let sample = ObjectMeta { name: "name".into(), namespace: "namespace".into(), ..ObjectMeta::default() };
    let errors = [routing.host(&sample.name, &sample).err(), routing.path(&sample).and_then(Result::err)];
    errors.into_iter().flatten().find(|error| error.bad_template().is_some()).map(ControllerError::from)
}

fn invalid<T>(section: &Section<T>) -> Option<&Undecodable> {
    match section {
        Section::Invalid(error) => Some(error),
        Section::Absent | Section::Null | Section::Value(_) => None,
    }
}
