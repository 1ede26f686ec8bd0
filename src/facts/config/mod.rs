//! The ConfigMap `inferenceservice-config`: its sections, typed, decoded with the leniency of Go's JSON package.
//!
//! Each section is decoded once for a cluster. What an error means depends on who reads the section: the methods of [`Config`]
//! return the controller's texts, and callers add their own wrapping.

mod checks;
mod decode;
mod sections;

pub use checks::{DeployDefaults, OciMode};
pub use decode::{Decode, Decoder, Section, Undecodable, null};
pub use sections::{
    Agent, Autoscaler, Batcher, Credentials, Deploy, Explainer, Explainers, Gcs, InferenceServices, Ingress,
    LocalModel, Logger, LoggerStorage, MetricsAggregator, MultiNode, OpenTelemetryCollector, Resource, Rollout,
    RolloutStrategy, Router, S3, SchedulerCertificates, Security, Service, StorageInitializer, WvaAutoscaling,
    WvaPrometheus,
};

use crate::input::settings::NAME;
use crate::object::keys::LAST_APPLIED;
use crate::object::{Kind, NotFound};
use crate::release::{Release, Version};
use crate::{Map, Value};

/// The parsed ConfigMap.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Whether the ConfigMap exists.
    pub present: bool,
    /// Its `data`, as written.
    pub data: Map,
    /// Section `agent`.
    pub agent: Section<Agent>,
    /// Section `autoscaler`.
    pub autoscaler: Section<Autoscaler>,
    /// Section `autoscaling-wva-controller-config`.
    pub autoscaling_wva_controller_config: Section<WvaAutoscaling>,
    /// Section `batcher`.
    pub batcher: Section<Batcher>,
    /// Section `credentials`.
    pub credentials: Section<Credentials>,
    /// Section `deploy`.
    pub deploy: Section<Deploy>,
    /// Section `explainers`.
    pub explainers: Section<Explainers>,
    /// Section `inferenceService`.
    pub inference_service: Section<InferenceServices>,
    /// Section `ingress`.
    pub ingress: Section<Ingress>,
    /// Section `localModel`.
    pub local_model: Section<LocalModel>,
    /// Section `logger`.
    pub logger: Section<Logger>,
    /// Section `metricsAggregator`.
    pub metrics_aggregator: Section<MetricsAggregator>,
    /// Section `multiNode`.
    pub multi_node: Section<MultiNode>,
    /// Section `opentelemetryCollector`.
    pub opentelemetry_collector: Section<OpenTelemetryCollector>,
    /// Section `router`.
    pub router: Section<Router>,
    /// Section `scheduler`.
    pub scheduler: Section<SchedulerCertificates>,
    /// Section `security`.
    pub security: Section<Security>,
    /// Section `service`.
    pub service: Section<Service>,
    /// Section `storageInitializer`.
    pub storage_initializer: Section<StorageInitializer>,
    /// Annotations that are not passed on to child objects, and labels that are not passed on to Knative revisions.
    pub filters: Filters,
}

/// Keys that the controller does not pass on, compared exactly. Without a section `inferenceService` nothing is filtered, not
/// even the built-in keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filters {
    annotations: Disallowed,
    labels: Disallowed,
}

/// Keys that are not passed on.
#[derive(Debug, Clone, Default, PartialEq)]
struct Disallowed {
    built_in: Vec<&'static str>,
    configured: Vec<String>,
}

/// Which list filters out a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterList {
    /// The controller's own list.
    BuiltIn,
    /// The list in the section `inferenceService`, and the position in it.
    Configured(usize),
}

impl Disallowed {
    fn list(&self, key: &str) -> Option<FilterList> {
        let built_in = self.built_in.contains(&key).then_some(FilterList::BuiltIn);
        built_in.or_else(|| self.configured.iter().position(|configured| configured == key).map(FilterList::Configured))
    }
}

const FILTERED_ANNOTATIONS: [&str; 4] = [
    "autoscaling.knative.dev/min-scale",
    "autoscaling.knative.dev/max-scale",
    "internal.serving.kserve.io/storage-initializer-sourceuri",
    LAST_APPLIED,
];
const FILTERED_LABELS: [&str; 1] = ["networking.knative.dev/visibility"];

impl Filters {
    fn of(section: &Section<InferenceServices>, release: &Release) -> Filters {
        let Some(section) = section.value() else { return Filters::default() };
        let mut annotations = FILTERED_ANNOTATIONS.to_vec();
        if release.input.model_format_annotation {
            annotations.push("modelFormat");
        }
        Filters {
            annotations: Disallowed {
                built_in: annotations,
                configured: section.service_annotation_disallowed_list.clone(),
            },
            labels: Disallowed {
                built_in: FILTERED_LABELS.to_vec(),
                configured: section.service_label_disallowed_list.clone(),
            },
        }
    }

    /// The list that keeps an annotation from being passed on to child objects.
    pub fn annotation(&self, key: &str) -> Option<FilterList> {
        self.annotations.list(key)
    }

    /// The list that keeps a label from being passed on to Knative revisions and HTTPRoutes.
    pub fn label(&self, key: &str) -> Option<FilterList> {
        self.labels.list(key)
    }

    /// Whether an annotation is passed on.
    pub fn keeps_annotation(&self, key: &str) -> bool {
        self.annotation(key).is_none()
    }

    /// Whether a label is passed on to Knative revisions.
    pub fn keeps_label(&self, key: &str) -> bool {
        self.label(key).is_none()
    }
}

impl Config {
    /// Gives the API server's error if the ConfigMap does not exist.
    ///
    /// # Errors
    ///
    /// The server's words.
    pub fn exists(&self) -> Result<(), NotFound<'static>> {
        if self.present { Ok(()) } else { Err(NotFound(Kind::ConfigMap, NAME)) }
    }

    /// Reads the `data` of the ConfigMap; `None` when the ConfigMap does not exist.
    pub fn read(data: Option<&Map>, release: &Release) -> Config {
        let text = |key: &str| data.and_then(|data| data.get(key)).and_then(Value::as_str);
        let members = release.input.config_members;
        fn section<T: Decode>(text: Option<&str>, members: Version) -> Section<T> {
            Section::read(text, members)
        }
        let explainers: Section<Explainers> = section(text("explainers"), members);
        // Explainers in this section override those in the older one.
        let services =
            InferenceServices { explainers: explainers.value().cloned().unwrap_or_default(), ..Default::default() };
        let inference_service = Section::read_over(services, text("inferenceService"), members);
        Config {
            present: data.is_some(),
            data: data.cloned().unwrap_or_default(),
            agent: section(text("agent"), members),
            autoscaler: section(text("autoscaler"), members),
            autoscaling_wva_controller_config: section(text("autoscaling-wva-controller-config"), members),
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
            router: section(text("router"), members),
            scheduler: section(text("scheduler"), members),
            security: section(text("security"), members),
            service: section(text("service"), members),
            storage_initializer: section(text("storageInitializer"), members),
            filters: Filters::of(&inference_service, release),
            inference_service,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_list_that_filters_a_key_is_known() {
        let lists = json!({ "serviceAnnotationDisallowedList": ["a", "b"], "serviceLabelDisallowedList": ["c"] });
        let data = json!({ "inferenceService": lists.to_string() });
        let filters = Config::read(data.as_object(), Release::of(Version::NEWEST)).filters;
        assert_eq!(filters.annotation("b"), Some(FilterList::Configured(1)));
        assert_eq!(filters.annotation(FILTERED_ANNOTATIONS[0]), Some(FilterList::BuiltIn));
        assert_eq!((filters.annotation("c"), filters.label("c")), (None, Some(FilterList::Configured(0))));
        assert_eq!(filters.label(FILTERED_LABELS[0]), Some(FilterList::BuiltIn));
        let without = Config::read(json!({}).as_object(), Release::of(Version::NEWEST)).filters;
        assert!(without.keeps_annotation(FILTERED_ANNOTATIONS[0]));
    }
}
