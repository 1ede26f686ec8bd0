//! What controllers and webhooks read from the components of a service. Views borrow the JSON tree, and their methods are named
//! after the fields.

use super::inference_service::{Component, InferenceService};
use super::logger::{Batcher, Logger};
use super::metric::{AutoScaling, Metric};
use super::model::{Art, Model};
use super::pod::{Container, PodSpec};
use super::worker::Worker;
use crate::object::fields::{NOTHING, elements, integer, member, text};
use crate::object::{ObjectView as _, string_map};
use crate::{Map, Value};
use std::collections::BTreeMap;

/// The spec of a predictor, transformer or explainer.
#[derive(Debug, Clone, Copy)]
pub struct ComponentSpec<'a>(&'a Map);

impl InferenceService {
    /// The spec of a component, or an empty one if it is not declared.
    pub fn spec_of(&self, component: Component) -> ComponentSpec<'_> {
        ComponentSpec(self.component(component).unwrap_or(&NOTHING))
    }

    /// `spec.predictor`.
    pub fn predictor(&self) -> ComponentSpec<'_> {
        self.spec_of(Component::Predictor)
    }
}

/// The `spec` of an InferenceService, as written.
#[derive(Debug, Clone, Copy)]
pub struct ServiceSpec<'a>(&'a Map);

impl<'a> ServiceSpec<'a> {
    pub const fn of(fields: &'a Map) -> ServiceSpec<'a> {
        ServiceSpec(fields)
    }

    /// The spec of an object, or an empty one if it has none.
    pub fn of_service(service: &'a Value) -> ServiceSpec<'a> {
        ServiceSpec(service.spec().unwrap_or(&NOTHING))
    }

    /// The spec of a component, if it is declared.
    pub fn component(self, component: Component) -> Option<ComponentSpec<'a>> {
        member(self.0, component.name()).map(ComponentSpec)
    }

    pub fn predictor(self) -> Option<ComponentSpec<'a>> {
        self.component(Component::Predictor)
    }

    pub fn transformer(self) -> Option<ComponentSpec<'a>> {
        self.component(Component::Transformer)
    }

    pub fn canaries(self) -> impl Iterator<Item = CanarySpec<'a>> {
        elements(self.0, "canary").iter().filter_map(Value::as_object).map(CanarySpec)
    }
}

/// An entry of `canary`.
#[derive(Debug, Clone, Copy)]
pub struct CanarySpec<'a>(&'a Map);

impl<'a> CanarySpec<'a> {
    pub fn predictor(self) -> Option<ComponentSpec<'a>> {
        member(self.0, "predictor").map(ComponentSpec)
    }

    pub fn traffic_percent(self) -> Option<i64> {
        integer(self.0, "trafficPercent")
    }
}

/// An entry of `storageUris`.
#[derive(Debug, Clone, Copy)]
pub struct StorageUri<'a>(&'a Map);

impl<'a> StorageUri<'a> {
    /// The entries of a list.
    pub fn all(list: &'a [Value]) -> impl Iterator<Item = StorageUri<'a>> {
        list.iter().filter_map(Value::as_object).map(StorageUri)
    }

    /// Empty if unset.
    pub fn uri(self) -> &'a str {
        text(self.0, "uri")
    }

    pub fn mount_path(self) -> Option<&'a str> {
        self.0.get("mountPath")?.as_str()
    }
}

impl<'a> ComponentSpec<'a> {
    /// The view of a component's spec.
    pub const fn of(fields: &'a Map) -> ComponentSpec<'a> {
        ComponentSpec(fields)
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// The name of a predictor; empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn model(self) -> Option<Model<'a>> {
        member(self.0, "model").map(Model::of)
    }

    /// Whether a predictor declares this framework.
    pub fn declares(self, framework: &str) -> bool {
        member(self.0, framework).is_some()
    }

    /// The ART explainer, which KServe itself ships.
    pub fn art(self) -> Option<Art<'a>> {
        member(self.0, "art").map(Art::of)
    }

    /// The worker nodes of a multi-node predictor.
    pub fn worker(self) -> Option<Worker<'a>> {
        Worker::of(self.0)
    }

    /// The fields that belong to its pods.
    pub const fn pod(self) -> PodSpec<'a> {
        PodSpec::of(self.0)
    }

    pub fn containers(self) -> impl Iterator<Item = Container<'a>> + Clone {
        self.pod().containers()
    }

    /// `storageUris` as written, even if empty.
    pub fn storage_uri_list(self) -> Option<&'a [Value]> {
        self.0.get("storageUris")?.as_array().map(Vec::as_slice)
    }

    pub fn storage_uris(self) -> impl Iterator<Item = StorageUri<'a>> {
        StorageUri::all(self.storage_uri_list().unwrap_or_default())
    }

    /// Empty if unset.
    pub fn storage_container_name(self) -> &'a str {
        text(self.0, "storageContainerName")
    }

    pub fn labels(self) -> BTreeMap<String, String> {
        string_map(self.0.get("labels"))
    }

    pub fn annotations(self) -> BTreeMap<String, String> {
        string_map(self.0.get("annotations"))
    }

    pub fn logger(self) -> Option<Logger<'a>> {
        member(self.0, "logger").map(Logger::of)
    }

    pub fn batcher(self) -> Option<Batcher<'a>> {
        member(self.0, "batcher").map(Batcher::of)
    }

    pub fn min_replicas(self) -> Option<i64> {
        integer(self.0, "minReplicas")
    }

    pub fn max_replicas(self) -> Option<i64> {
        integer(self.0, "maxReplicas")
    }

    pub fn scale_target(self) -> Option<i64> {
        integer(self.0, "scaleTarget")
    }

    pub fn scale_metric(self) -> Option<&'a str> {
        self.0.get("scaleMetric")?.as_str()
    }

    pub fn auto_scaling(self) -> Option<AutoScaling<'a>> {
        member(self.0, "autoScaling").map(AutoScaling::of)
    }

    /// The entries of `autoScaling.metrics`.
    pub fn metrics(self) -> impl Iterator<Item = Metric<'a>> + use<'a> {
        self.numbered_metrics().map(|(_, metric)| metric)
    }

    /// The entries of `autoScaling.metrics`, each with its position in the list.
    pub fn numbered_metrics(self) -> impl Iterator<Item = (usize, Metric<'a>)> + use<'a> {
        self.auto_scaling().into_iter().flat_map(AutoScaling::numbered_metrics)
    }

    pub fn container_concurrency(self) -> Option<i64> {
        integer(self.0, "containerConcurrency")
    }

    pub fn timeout(self) -> Option<i64> {
        integer(self.0, "timeout")
    }

    pub fn canary_traffic_percent(self) -> Option<i64> {
        integer(self.0, "canaryTrafficPercent")
    }

    pub fn deployment_strategy(self) -> Option<&'a Map> {
        member(self.0, "deploymentStrategy")
    }
}
