//! The ConfigMap `inferenceservice-config`: its sections, typed, with Go's JSON leniency.
//!
//! Each section is decoded once for a cluster. Who reads a section decides what an error means: the
//! methods of [`Config`] give the controller's texts, the callers add their own wrapping.

pub mod check;
mod checks;
mod decode;
mod sections;

pub use checks::{DeployDefaults, ModelcarResources, OciMode};
pub use decode::{Decode, Decoder, Section};
pub use sections::{
    Agent, Autoscaler, Batcher, Credentials, Deploy, Explainer, Explainers, Gcs, InferenceServices, Ingress,
    LocalModel, Logger, LoggerStorage, MetricsAggregator, MultiNode, OpenTelemetryCollector, Resource, Rollout,
    RolloutStrategy, S3, Security, Service, StorageInitializer,
};

use crate::release::{Release, Version};
use crate::{Map, Value};

/// The text of Go's nil dereference, with which the controller meets a section that is `null`.
pub const NIL_DEREFERENCE: &str = "panic: runtime error: invalid memory address or nil pointer dereference";

/// The parsed ConfigMap.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Whether the ConfigMap exists at all.
    pub present: bool,
    /// Its `data`, as written.
    pub data: Map,
    pub agent: Section<Agent>,
    pub autoscaler: Section<Autoscaler>,
    pub batcher: Section<Batcher>,
    pub credentials: Section<Credentials>,
    pub deploy: Section<Deploy>,
    pub explainers: Section<Explainers>,
    pub inference_service: Section<InferenceServices>,
    pub ingress: Section<Ingress>,
    pub local_model: Section<LocalModel>,
    pub logger: Section<Logger>,
    pub metrics_aggregator: Section<MetricsAggregator>,
    pub multi_node: Section<MultiNode>,
    pub opentelemetry_collector: Section<OpenTelemetryCollector>,
    pub security: Section<Security>,
    pub service: Section<Service>,
    pub storage_initializer: Section<StorageInitializer>,
    /// Annotations that do not reach child objects, and labels that do not reach Knative revisions.
    pub filters: Filters,
}

/// Keys that the controller does not pass on, compared exactly. Without a section `inferenceService` nothing
/// is filtered, not even the built-in keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filters {
    pub annotations: Vec<String>,
    pub labels: Vec<String>,
}

const FILTERED_ANNOTATIONS: [&str; 4] = [
    "autoscaling.knative.dev/min-scale",
    "autoscaling.knative.dev/max-scale",
    "internal.serving.kserve.io/storage-initializer-sourceuri",
    "kubectl.kubernetes.io/last-applied-configuration",
];
const FILTERED_LABELS: [&str; 1] = ["networking.knative.dev/visibility"];

impl Filters {
    fn of(section: &Section<InferenceServices>, release: &Release) -> Filters {
        let Some(section) = section.value() else { return Filters::default() };
        let built_in = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        let mut filters = Filters { annotations: built_in(&FILTERED_ANNOTATIONS), labels: built_in(&FILTERED_LABELS) };
        if release.input.model_format_annotation {
            filters.annotations.push("modelFormat".to_owned());
        }
        filters.annotations.extend_from_slice(&section.service_annotation_disallowed_list);
        filters.labels.extend_from_slice(&section.service_label_disallowed_list);
        filters
    }

    /// Whether an annotation is passed on.
    pub fn keeps_annotation(&self, key: &str) -> bool {
        !self.annotations.iter().any(|filtered| filtered == key)
    }

    /// Whether a label is passed on to Knative revisions.
    pub fn keeps_label(&self, key: &str) -> bool {
        !self.labels.iter().any(|filtered| filtered == key)
    }
}

impl Config {
    /// Reads the `data` of the ConfigMap; `None` when the ConfigMap does not exist.
    pub fn read(data: Option<&Map>, release: &Release) -> Config {
        let text = |key: &str| data.and_then(|data| data.get(key)).and_then(Value::as_str);
        let members = release.input.config_members;
        fn section<T: Decode>(text: Option<&str>, members: Version) -> Section<T> {
            Section::read(text, members)
        }
        let explainers: Section<Explainers> = section(text("explainers"), members);
        // What this section says of explainers goes over what the older section says.
        let services =
            InferenceServices { explainers: explainers.value().cloned().unwrap_or_default(), ..Default::default() };
        let inference_service = Section::read_over(services, text("inferenceService"), members);
        Config {
            present: data.is_some(),
            data: data.cloned().unwrap_or_default(),
            agent: section(text("agent"), members),
            autoscaler: section(text("autoscaler"), members),
            batcher: section(text("batcher"), members),
            credentials: section(text("credentials"), members),
            deploy: section(text("deploy"), members),
            explainers,
            ingress: section(text("ingress"), members),
            local_model: section(text("localModel"), members),
            logger: section(text("logger"), members),
            metrics_aggregator: section(text("metricsAggregator"), members),
            multi_node: section(text("multiNode"), members),
            opentelemetry_collector: section(text("opentelemetryCollector"), members),
            security: section(text("security"), members),
            service: section(text("service"), members),
            storage_initializer: section(text("storageInitializer"), members),
            filters: Filters::of(&inference_service, release),
            inference_service,
        }
    }
}
