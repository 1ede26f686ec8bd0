//! A service as the builders of its objects read it: what the user stored, and the effective spec.

pub use super::config::Adapter;
use super::names::Names;
use crate::api::ParentReference;
use crate::object::fields::{integer, member, objects, text};
use crate::object::{Kind, Owner};
use crate::{Map, Value};

/// The annotation with which a service is stopped.
const STOP: &str = "serving.kserve.io/stop";
/// The annotation that switches model-based routing, on specs and Gateways.
pub(super) const MODEL_BASED_ROUTING: &str = "serving.kserve.io/model-based-routing-enabled";

/// Whether the annotations of a service ask it to stop.
pub(super) fn is_stop_asked(annotations: &Map) -> bool {
    text(annotations, STOP).eq_ignore_ascii_case("true")
}

/// Label keys that many objects share.
pub(super) mod labels {
    pub use super::super::view::COMPONENT;
    pub const NAME: &str = "app.kubernetes.io/name";
    pub const PART_OF: &str = "app.kubernetes.io/part-of";
    pub const KSERVE_COMPONENT: &str = "kserve.io/component";
    pub const ROLE: &str = "llm-d.ai/role";
    /// The value of [`PART_OF`].
    pub const SERVICE: &str = "llminferenceservice";
    /// The value of [`COMPONENT`] for the workload as a whole.
    pub const WORKLOAD: &str = "llminferenceservice-workload";
}

/// The two workloads of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of the service, or what decodes where another part does the prefill.
    Main,
    /// What does the prefill.
    Prefill,
}

impl Part {
    /// As errors name it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Part::Main => "main",
            Part::Prefill => "prefill",
        }
    }
}

/// A service with its effective spec.
#[derive(Debug, Clone, Copy)]
pub struct Service<'a> {
    /// The names of its objects.
    pub names: Names<'a>,
    /// `metadata` as stored.
    pub metadata: &'a Map,
    /// The effective spec.
    pub spec: &'a Map,
    /// The LoRA adapters of the effective spec.
    pub adapters: &'a [Adapter],
    /// `uid` of the service, for owner references.
    pub uid: &'a str,
}

impl<'a> Service<'a> {
    /// The value of an annotation of the service.
    pub fn annotation(&self, key: &str) -> Option<&'a str> {
        member(self.metadata, "annotations")?.get(key)?.as_str()
    }

    /// The value of a label of the service.
    pub fn label(&self, key: &str) -> Option<&'a str> {
        member(self.metadata, "labels")?.get(key)?.as_str()
    }

    /// Annotations or labels of the service, by the member of `metadata`.
    pub fn entries(&self, map: &str) -> impl Iterator<Item = (&'a String, &'a Value)> + use<'a> {
        member(self.metadata, map).into_iter().flatten()
    }

    /// Whether the service is asked to stop.
    pub fn is_stopped(&self) -> bool {
        member(self.metadata, "annotations").is_some_and(is_stop_asked)
    }

    /// What the spec says of a part; `None` if there is no such part.
    pub fn part(&self, part: Part) -> Option<&'a Map> {
        match part {
            Part::Main => Some(self.spec),
            Part::Prefill => member(self.spec, "prefill"),
        }
    }

    /// Whether a part runs on several nodes; `None` if there is no such part.
    pub fn is_multi_node(&self, part: Part) -> Option<bool> {
        Some(member(self.part(part)?, "worker").is_some())
    }

    /// The name of the model after defaulting.
    pub fn model(&self) -> &'a str {
        self.model_field("name")
    }

    /// The URI of the model.
    pub fn model_uri(&self) -> &'a str {
        self.model_field("uri")
    }

    fn model_field(&self, key: &str) -> &'a str {
        member(self.spec, "model").map(|model| text(model, key)).unwrap_or_default()
    }

    /// The block `router`.
    pub fn router(&self) -> Option<&'a Map> {
        member(self.spec, "router")
    }

    /// The block `router.route`.
    pub fn route(&self) -> Option<&'a Map> {
        member(self.router()?, "route")
    }

    /// The block `router.route.http`.
    pub fn http(&self) -> Option<&'a Map> {
        member(self.route()?, "http")
    }

    /// The Gateways that the service names.
    pub fn gateway_references(&self) -> impl Iterator<Item = ParentReference<'a>> + use<'a> {
        let gateway = self.router().and_then(|router| member(router, "gateway"));
        gateway.into_iter().flat_map(|gateway| objects(gateway, "refs")).map(ParentReference::of)
    }

    /// The block `router.scheduler`.
    pub fn scheduler(&self) -> Option<&'a Map> {
        member(self.router()?, "scheduler")
    }

    /// The pod of the scheduler.
    pub fn scheduler_template(&self) -> Option<&'a Map> {
        member(self.scheduler()?, "template")
    }

    /// The block `router.scheduler.pool.spec`.
    pub fn pool_spec(&self) -> Option<&'a Map> {
        member(member(self.scheduler()?, "pool")?, "spec")
    }

    /// The InferencePool of someone else that the service uses.
    pub fn pool_reference(&self) -> Option<&'a str> {
        let pool = member(self.scheduler()?, "pool")?;
        Some(text(member(pool, "ref")?, "name")).filter(|name| !name.is_empty())
    }

    /// The InferencePool that the service uses.
    pub fn pool(&self) -> String {
        self.pool_reference().map_or_else(|| self.names.pool(), str::to_owned)
    }

    /// Whether the controller runs a scheduler for the service, unless the service is stopped.
    pub fn has_scheduler(&self) -> bool {
        self.scheduler_template().is_some() && self.pool_reference().is_none()
    }

    /// The name of the scheduler's Service.
    pub fn scheduler_service(&self) -> String {
        let picker = self.pool_spec().filter(|_| self.pool_reference().is_none());
        let given = picker.and_then(|spec| member(spec, "endpointPickerRef")).map(|picker| text(picker, "name"));
        given.filter(|name| !name.is_empty()).map_or_else(|| self.names.scheduler_service(), str::to_owned)
    }

    /// The group whose members share traffic.
    pub fn group(&self) -> Option<&'a str> {
        Some(text(self.route()?, "group")).filter(|group| !group.is_empty())
    }

    /// The service as the owner of its objects.
    pub fn owner(&self) -> Owner<'a> {
        Owner::new(Kind::LlmInferenceService, self.names.service).with_uid(self.uid)
    }

    /// Labels that say which service an object belongs to, and as what.
    pub(super) fn labels(&self, component: Option<&str>) -> Map {
        let mut map = Map::new();
        if let Some(component) = component {
            map.insert(labels::COMPONENT.into(), component.into());
        }
        map.insert(labels::NAME.into(), self.names.service.into());
        map.insert(labels::PART_OF.into(), labels::SERVICE.into());
        map
    }

    /// What selects all workload pods.
    pub(super) fn workload_selector(&self) -> Map {
        let mut map = self.labels(None);
        map.insert(labels::KSERVE_COMPONENT.into(), "workload".into());
        map
    }

    /// `metadata` of an object of the service in its namespace.
    pub(super) fn object_metadata(&self, name: &str, labels: Map) -> Map {
        let mut map = Map::new();
        map.insert("name".into(), name.into());
        map.insert("namespace".into(), self.names.namespace.into());
        map.insert("ownerReferences".into(), vec![self.owner().reference()].into());
        if !labels.is_empty() {
            map.insert("labels".into(), labels.into());
        }
        map
    }
}

/// An object that consists of metadata and a spec.
pub(super) fn object_of(kind: Kind, metadata: Map, spec: impl Into<Value>) -> Value {
    let members: [(&str, Value); 4] = [
        ("apiVersion", kind.api_version().into()),
        ("kind", kind.name().into()),
        ("metadata", metadata.into()),
        ("spec", spec.into()),
    ];
    Map::from_iter(members.map(|(key, value)| (key.to_owned(), value))).into()
}

/// A template of pods.
pub(super) fn template_of(metadata: Map, pod: Map) -> Value {
    let members = [("metadata", metadata), ("spec", pod)];
    Map::from_iter(members.map(|(key, value)| (key.to_owned(), value.into()))).into()
}

/// How many pods make a group, as a block `parallelism` says; data parallelism goes before pipelines.
pub(super) fn group_size(part: &Map) -> Option<i64> {
    let parallelism = member(part, "parallelism")?;
    let number = |key: &str| integer(parallelism, key).filter(|number| *number > 0);
    if is_data_parallel(part) {
        let (data, local) = (number("data").unwrap_or(1), number("dataLocal").unwrap_or(1));
        return Some((data / local).max(1));
    }
    number("pipeline")
}

/// Whether a block `parallelism` spreads requests over copies of the model.
pub(super) fn is_data_parallel(part: &Map) -> bool {
    let parallelism = member(part, "parallelism");
    ["data", "dataLocal"].iter().any(|key| parallelism.and_then(|p| integer(p, key)).is_some_and(|n| n > 0))
}

/// Copies entries over those of a map; a key that is there is overwritten.
pub(super) fn overlay<'m>(target: &mut Map, entries: impl IntoIterator<Item = (&'m String, &'m Value)>) {
    target.extend(entries.into_iter().map(|(key, value)| (key.clone(), value.clone())));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn size(parallelism: Value) -> Option<i64> {
        group_size(json!({ "parallelism": parallelism }).as_object().unwrap())
    }

    #[test]
    fn data_parallelism_decides_the_size_of_a_group() {
        assert_eq!(size(json!({"data": 16, "dataLocal": 8})), Some(2));
        assert_eq!(size(json!({"data": 5, "dataLocal": 2})), Some(2));
        assert_eq!(size(json!({"data": 1, "dataLocal": 4, "pipeline": 3})), Some(1));
        assert_eq!(size(json!({"pipeline": 3})), Some(3));
        assert_eq!(size(json!({"tensor": 3})), None);
        assert_eq!(group_size(&Map::new()), None);
    }
}
