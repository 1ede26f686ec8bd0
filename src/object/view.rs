//! The fields that all objects have, by name, so that rules that read objects need no paths in strings.

use std::collections::BTreeMap;

use super::fields::Lookup as _;
use super::keys;
use super::metadata::string_map;
use crate::{Map, Value};

/// The parts of an object that controllers read for every kind.
pub trait ObjectView {
    /// A field of the object.
    fn field(&self, key: &str) -> Option<&Value>;

    /// `kind`, empty if there is none.
    fn kind(&self) -> &str {
        self.field("kind").and_then(Value::as_str).unwrap_or_default()
    }

    /// `apiVersion`, empty if there is none.
    fn api_version(&self) -> &str {
        self.field("apiVersion").and_then(Value::as_str).unwrap_or_default()
    }

    /// `metadata.name`, empty if there is none.
    fn name(&self) -> &str {
        self.metadata("name").and_then(Value::as_str).unwrap_or_default()
    }

    /// `metadata.namespace`, empty if there is none.
    fn namespace(&self) -> &str {
        self.metadata("namespace").and_then(Value::as_str).unwrap_or_default()
    }

    /// `metadata.uid`; empty if the object does not come from a cluster.
    fn uid(&self) -> &str {
        self.metadata("uid").and_then(Value::as_str).unwrap_or_default()
    }

    /// `metadata.labels`.
    fn labels(&self) -> Option<&Map> {
        self.metadata("labels")?.as_object()
    }

    /// The value of a label.
    fn label(&self, key: &str) -> Option<&str> {
        self.labels()?.get(key)?.as_str()
    }

    /// `metadata.labels`, sorted by key; empty if there are none.
    fn label_map(&self) -> BTreeMap<String, String> {
        string_map(self.metadata("labels"))
    }

    /// `metadata.annotations`.
    fn annotations(&self) -> Option<&Map> {
        self.metadata("annotations")?.as_object()
    }

    /// The value of an annotation.
    fn annotation(&self, key: &str) -> Option<&str> {
        self.annotations()?.get(key)?.as_str()
    }

    /// Whether the stop annotation is `true`, in upper or lower case.
    fn asks_to_stop(&self) -> bool {
        self.annotation(keys::STOP).is_some_and(keys::means_stop)
    }

    /// `metadata.annotations`, sorted by key; empty if there are none.
    fn annotation_map(&self) -> BTreeMap<String, String> {
        string_map(self.metadata("annotations"))
    }

    /// `metadata.generation`.
    fn generation(&self) -> Option<i64> {
        self.metadata("generation")?.as_i64()
    }

    /// `metadata.creationTimestamp`, empty if the object was never created.
    fn creation_timestamp(&self) -> &str {
        self.metadata("creationTimestamp").and_then(Value::as_str).unwrap_or_default()
    }

    /// `metadata.ownerReferences`.
    fn owner_references(&self) -> &[Value] {
        self.metadata("ownerReferences").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// `metadata.finalizers`.
    fn finalizers(&self) -> &[Value] {
        self.metadata("finalizers").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// A field of `metadata`.
    fn metadata(&self, field: &str) -> Option<&Value> {
        self.field("metadata")?.get(field)
    }

    /// Whether the object is being deleted.
    fn is_deleted(&self) -> bool {
        self.metadata("deletionTimestamp").is_some_and(|since| !since.is_null())
    }

    /// `spec`.
    fn spec(&self) -> Option<&Map> {
        self.field("spec")?.as_object()
    }

    /// `status`.
    fn status(&self) -> Option<&Map> {
        self.field("status")?.as_object()
    }

    /// `spec.replicas` of a workload.
    fn replicas(&self) -> Option<i64> {
        self.field("spec")?.at("/replicas")?.as_i64()
    }

    /// `spec.template`, from which the pods of a workload are created.
    fn template(&self) -> Option<&Map> {
        self.field("spec")?.at("/template")?.as_object()
    }

    /// `spec.template.spec`, the spec of the pods of a workload.
    fn pod_spec(&self) -> Option<&Map> {
        self.field("spec")?.at("/template/spec")?.as_object()
    }

    /// `spec.type` of a Service, empty if unset.
    fn service_type(&self) -> &str {
        self.field("spec").and_then(|part| part.at("/type")).and_then(Value::as_str).unwrap_or_default()
    }

    /// `spec.selector` of a Service.
    fn selector(&self) -> Option<&Map> {
        self.field("spec")?.at("/selector")?.as_object()
    }

    /// `spec.selector.matchLabels` of a workload.
    fn match_labels(&self) -> Option<&Map> {
        self.field("spec")?.at("/selector/matchLabels")?.as_object()
    }

    /// The name of the object that an autoscaler scales.
    fn scale_target(&self) -> Option<&str> {
        self.field("spec")?.at("/scaleTargetRef/name")?.as_str()
    }

    /// `spec.ports` of a Service.
    fn ports(&self) -> &[Value] {
        self.field("spec").and_then(|part| part.at("/ports")).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// `spec.clusterIP` of a Service; empty if none is assigned yet.
    fn cluster_ip(&self) -> &str {
        self.field("spec").and_then(|part| part.at("/clusterIP")).and_then(Value::as_str).unwrap_or_default()
    }

    /// The names of `secrets` of a ServiceAccount.
    fn secret_names(&self) -> impl Iterator<Item = &str> {
        let secrets = self.field("secrets").and_then(Value::as_array).into_iter().flatten();
        secrets.filter_map(|secret| secret.get("name")?.as_str())
    }

    /// `status.address.url` of a KServe resource; empty if it has none yet.
    fn address_url(&self) -> &str {
        self.field("status").and_then(|part| part.at("/address/url")).and_then(Value::as_str).unwrap_or_default()
    }

    /// `status.deploymentMode` of an InferenceService, if its release reports it.
    fn deployment_mode(&self) -> Option<&str> {
        self.field("status")?.at("/deploymentMode")?.as_str()
    }

    /// `spec.predictor` of an InferenceService.
    fn predictor(&self) -> Option<&Map> {
        self.field("spec")?.at("/predictor")?.as_object()
    }

    /// `spec.predictor.model` of an InferenceService.
    fn model(&self) -> Option<&Map> {
        self.field("spec")?.at("/predictor/model")?.as_object()
    }

    /// The name of the model's format in an InferenceService.
    fn model_format(&self) -> Option<&str> {
        self.field("spec")?.at("/predictor/model/modelFormat/name")?.as_str()
    }

    /// `status.conditions`.
    fn conditions(&self) -> &[Value] {
        self.field("status")
            .and_then(|part| part.at("/conditions"))
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }
}

impl ObjectView for Value {
    fn field(&self, key: &str) -> Option<&Value> {
        self.get(key)
    }
}

impl ObjectView for Map {
    fn field(&self, key: &str) -> Option<&Value> {
        self.get(key)
    }
}
