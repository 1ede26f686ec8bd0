//! What controllers and webhooks read of the components of a service. Views borrow the JSON tree, and have the fields' own names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::inference_service::{Component, InferenceService};
use crate::object::fields::{elements, integer, member, text};
use crate::object::string_map;
use crate::{Map, Value};

static NOTHING: LazyLock<Map> = LazyLock::new(Map::new);

/// The spec of a predictor, transformer or explainer.
#[derive(Debug, Clone, Copy)]
pub struct ComponentSpec<'a>(&'a Map);

impl InferenceService {
    /// The spec of a component; an empty one if it is not declared.
    pub fn spec_of(&self, component: Component) -> ComponentSpec<'_> {
        ComponentSpec(self.component(component).unwrap_or(&NOTHING))
    }

    /// `spec.predictor`.
    pub fn predictor(&self) -> ComponentSpec<'_> {
        self.spec_of(Component::Predictor)
    }
}

impl<'a> ComponentSpec<'a> {
    /// The view of a component's spec.
    pub const fn of(fields: &'a Map) -> ComponentSpec<'a> {
        ComponentSpec(fields)
    }

    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// The name of a predictor, empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn model(self) -> Option<Model<'a>> {
        member(self.0, "model").map(Model)
    }

    /// The explainer that KServe itself ships.
    pub fn art(self) -> Option<Art<'a>> {
        member(self.0, "art").map(Art)
    }

    /// The other nodes of a predictor on several nodes.
    pub fn worker(self) -> Option<Worker<'a>> {
        member(self.0, "workerSpec").map(Worker)
    }

    pub fn containers(self) -> &'a [Value] {
        elements(self.0, "containers")
    }

    pub fn storage_uris(self) -> &'a [Value] {
        elements(self.0, "storageUris")
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
        member(self.0, "logger").map(Logger)
    }

    pub fn batcher(self) -> Option<Batcher<'a>> {
        member(self.0, "batcher").map(Batcher)
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

    pub fn auto_scaling(self) -> Option<&'a Map> {
        member(self.0, "autoScaling")
    }

    /// The entries of `autoScaling.metrics`.
    pub fn metrics(self) -> impl Iterator<Item = Metric<'a>> + use<'a> {
        self.numbered_metrics().map(|(_, metric)| metric)
    }

    /// The entries of `autoScaling.metrics`, each with its number in the list.
    pub fn numbered_metrics(self) -> impl Iterator<Item = (usize, Metric<'a>)> + use<'a> {
        let entries = self.auto_scaling().map_or(&[] as &[Value], |scaling| elements(scaling, "metrics"));
        entries.iter().enumerate().filter_map(|(number, entry)| Some((number, Metric(entry.as_object()?))))
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

/// `model` of a predictor, or a framework of the older form, which has most of its fields.
#[derive(Debug, Clone, Copy)]
pub struct Model<'a>(&'a Map);

impl<'a> Model<'a> {
    /// The view of a model.
    pub const fn of(fields: &'a Map) -> Model<'a> {
        Model(fields)
    }

    /// The fields as they are written, those of a container among them.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn model_format(self) -> ModelFormat<'a> {
        ModelFormat(member(self.0, "modelFormat").unwrap_or(&NOTHING))
    }

    pub fn runtime(self) -> Option<&'a str> {
        self.0.get("runtime")?.as_str()
    }

    pub fn runtime_version(self) -> Option<&'a str> {
        self.0.get("runtimeVersion")?.as_str()
    }

    pub fn protocol_version(self) -> Option<&'a str> {
        self.0.get("protocolVersion")?.as_str()
    }

    pub fn storage_uri(self) -> Option<&'a str> {
        self.0.get("storageUri")?.as_str()
    }

    pub fn storage(self) -> Option<Storage<'a>> {
        member(self.0, "storage").map(Storage)
    }

    pub fn confidential(self) -> Option<Confidential<'a>> {
        member(self.0, "confidential").map(Confidential)
    }
}

/// `modelFormat` of a model; empty if there is none.
#[derive(Debug, Clone, Copy)]
pub struct ModelFormat<'a>(&'a Map);

impl<'a> ModelFormat<'a> {
    pub fn name(self) -> Option<&'a str> {
        self.0.get("name")?.as_str()
    }

    pub fn version(self) -> Option<&'a str> {
        self.0.get("version")?.as_str()
    }
}

/// `storage` of a model.
#[derive(Debug, Clone, Copy)]
pub struct Storage<'a>(&'a Map);

impl<'a> Storage<'a> {
    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn parameters(self) -> Option<&'a Value> {
        self.0.get("parameters").filter(|parameters| parameters.is_object())
    }

    pub fn key(self) -> Option<&'a str> {
        self.0.get("key")?.as_str()
    }

    pub fn path(self) -> Option<&'a str> {
        self.0.get("path")?.as_str()
    }
}

/// `confidential` of a model: it is encrypted.
#[derive(Debug, Clone, Copy)]
pub struct Confidential<'a>(&'a Map);

impl<'a> Confidential<'a> {
    pub fn enabled(self) -> bool {
        self.0.get("enabled").and_then(Value::as_bool).unwrap_or_default()
    }

    /// Empty if unset.
    pub fn resource_id(self) -> &'a str {
        text(self.0, "resourceId")
    }
}

/// `art` of an explainer.
#[derive(Debug, Clone, Copy)]
pub struct Art<'a>(&'a Map);

impl<'a> Art<'a> {
    /// The fields as they are written, those of a container among them.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// `type`, empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn config(self) -> Option<&'a Map> {
        member(self.0, "config")
    }

    pub fn runtime_version(self) -> Option<&'a str> {
        self.0.get("runtimeVersion")?.as_str()
    }

    /// The storage URI, if it is not empty.
    pub fn storage_uri(self) -> Option<&'a str> {
        Some(text(self.0, "storageUri")).filter(|uri| !uri.is_empty())
    }
}

/// `workerSpec` of a predictor or of a runtime.
#[derive(Debug, Clone, Copy)]
pub struct Worker<'a>(&'a Map);

impl<'a> Worker<'a> {
    const PIPELINE_SIZE: &'static str = "pipelineParallelSize";
    const TENSOR_SIZE: &'static str = "tensorParallelSize";

    /// The `workerSpec` of a runtime, if it has one.
    pub fn of_runtime(runtime: &'a Map) -> Option<Worker<'a>> {
        member(runtime, "workerSpec").map(Worker)
    }

    /// The fields as they are written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn pipeline_parallel_size(self) -> Option<i64> {
        integer(self.0, Self::PIPELINE_SIZE)
    }

    pub fn tensor_parallel_size(self) -> Option<i64> {
        integer(self.0, Self::TENSOR_SIZE)
    }

    /// `containers`, if the list is there, even if it is empty.
    pub fn container_list(self) -> Option<&'a [Value]> {
        self.0.get("containers")?.as_array().map(Vec::as_slice)
    }

    /// What is of the pods of workers and not of their number.
    pub fn pod_fields(self) -> Map {
        let is_size = |key: &str| [Self::PIPELINE_SIZE, Self::TENSOR_SIZE].contains(&key);
        let fields = self.0.iter().filter(|(key, _)| !is_size(key));
        fields.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    pub fn labels(self) -> BTreeMap<String, String> {
        string_map(self.0.get("labels"))
    }

    pub fn annotations(self) -> BTreeMap<String, String> {
        string_map(self.0.get("annotations"))
    }
}

/// `logger` of a component.
#[derive(Debug, Clone, Copy)]
pub struct Logger<'a>(&'a Map);

impl<'a> Logger<'a> {
    pub fn url(self) -> Option<&'a str> {
        self.0.get("url")?.as_str()
    }

    /// Empty if unset.
    pub fn mode(self) -> &'a str {
        text(self.0, "mode")
    }

    pub fn metadata_headers(self) -> Option<&'a [Value]> {
        self.0.get("metadataHeaders")?.as_array().map(Vec::as_slice)
    }

    pub fn metadata_annotations(self) -> Option<&'a [Value]> {
        self.0.get("metadataAnnotations")?.as_array().map(Vec::as_slice)
    }

    pub fn storage(self) -> Option<LoggerStorage<'a>> {
        member(self.0, "storage").map(LoggerStorage)
    }
}

/// Where a logger stores payloads.
#[derive(Debug, Clone, Copy)]
pub struct LoggerStorage<'a>(&'a Map);

impl<'a> LoggerStorage<'a> {
    /// Empty if unset.
    pub fn path(self) -> &'a str {
        text(self.0, "path")
    }

    /// An entry of `parameters`, empty if unset.
    pub fn parameter(self, name: &str) -> &'a str {
        member(self.0, "parameters").map_or("", |parameters| text(parameters, name))
    }

    /// Empty if unset.
    pub fn service_account_name(self) -> &'a str {
        text(self.0, "serviceAccountName")
    }

    /// Whether all that the webhook asks for is there.
    pub fn is_complete(self) -> bool {
        ["path", "parameters", "key"].iter().all(|field| self.0.contains_key(*field))
    }
}

/// `batcher` of a component.
#[derive(Debug, Clone, Copy)]
pub struct Batcher<'a>(&'a Map);

impl Batcher<'_> {
    pub fn max_batch_size(self) -> Option<i64> {
        integer(self.0, "maxBatchSize")
    }

    pub fn max_latency(self) -> Option<i64> {
        integer(self.0, "maxLatency")
    }
}

/// An entry of `autoScaling.metrics`.
#[derive(Debug, Clone, Copy)]
pub struct Metric<'a>(&'a Map);

impl<'a> Metric<'a> {
    /// `type`, empty if unset.
    pub fn kind(self) -> &'a str {
        text(self.0, "type")
    }

    pub fn resource(self) -> Option<&'a Map> {
        member(self.0, "resource")
    }

    pub fn external(self) -> Option<&'a Map> {
        member(self.0, "external")
    }

    pub fn pod_metric(self) -> Option<&'a Map> {
        member(self.0, "podmetric")
    }
}

#[cfg(test)]
mod tests {
    use crate::release::Version;
    use crate::schema::{StructId, Types};

    /// The fields that are read by name in a piece of this file, between the view's `impl` and the next view.
    fn read_by(view: &str) -> Vec<&'static str> {
        let text = include_str!("component.rs");
        let (_, rest) = text.split_once(&format!("\npub struct {view}<'a>")).expect("a view");
        let body = rest.split("\npub struct ").next().and_then(|body| body.split("\n#[cfg(test)]").next());
        body.unwrap_or_default().split('"').skip(1).step_by(2).filter(|name| !name.is_empty()).collect()
    }

    /// A field that no release has would never be read, and nothing would tell.
    #[test]
    fn every_field_that_a_view_reads_is_in_the_tables() {
        let known = |view: &str, root: fn(&Types) -> StructId, places: &[&[&str]]| {
            let has = |field: &str| {
                Version::ALL.into_iter().any(|version| {
                    let types = Types::of(version);
                    places.iter().any(|place| {
                        let go =
                            |of: StructId, step: &&str| types.struct_of(of, step).or_else(|| item(types, of, step));
                        let of = place.iter().try_fold(root(types), go);
                        of.is_some_and(|of| types.structs[of].field(field).is_some())
                    })
                })
            };
            for field in read_by(view) {
                assert!(has(field), "{view} reads {field}");
            }
        };
        let predictor = ["spec", "predictor"];
        let below = |steps: &[&'static str]| [&predictor, steps].concat();
        let service = |types: &Types| types.inference_service;
        known("ComponentSpec", service, &[&predictor, &["spec", "explainer"], &below(&["autoScaling"])]);
        known("Model", service, &[&below(&["model"])]);
        known("ModelFormat", service, &[&below(&["model", "modelFormat"])]);
        known("Storage", service, &[&below(&["model", "storage"])]);
        known("Confidential", service, &[&below(&["model", "confidential"])]);
        known("Art", service, &[&["spec", "explainer", "art"]]);
        known("Worker", |types| types.serving_runtime, &[&["spec"], &["spec", "workerSpec"]]);
        known("Logger", service, &[&below(&["logger"])]);
        known("LoggerStorage", service, &[&below(&["logger", "storage"])]);
        known("Batcher", service, &[&below(&["batcher"])]);
        known("Metric", service, &[&below(&["autoScaling", "metrics"])]);
    }

    /// The struct of the items of a list.
    fn item(types: &Types, of: StructId, field: &str) -> Option<StructId> {
        match &types.structs.get(of)?.field(field)?.ty {
            crate::schema::Type::List(item) => match **item {
                crate::schema::Type::Struct(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }
}
