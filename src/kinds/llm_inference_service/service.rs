//! A service as the builders read it: the stored object and its effective spec.

pub use super::config::Adapter;
use super::labels;
use super::names::Names;
use super::spec::{EndpointPicker, LlmSpec, Pool, PoolSpec, Scheduler, Workload};
use crate::api::PodSpec;
use crate::object::{Kind, ObjectView as _, Owner};
use crate::{Map, Value};

/// The annotation that disables model-based routing, on specs and Gateways.
pub(super) const MODEL_BASED_ROUTING: &str = "serving.kserve.io/model-based-routing-enabled";

/// The two workloads of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The whole service, or only decoding if there is a part for prefill.
    Main,
    /// Prefill.
    Prefill,
}

impl Part {
    /// The name in error texts.
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
    /// The service as stored, with its own spec.
    pub stored: &'a Map,
    /// The effective spec.
    pub spec: LlmSpec<'a>,
    /// The LoRA adapters of the effective spec.
    pub adapters: &'a [Adapter],
}

impl<'a> Service<'a> {
    /// The value of an annotation of the service.
    pub fn annotation(&self, key: &str) -> Option<&'a str> {
        self.stored.annotation(key)
    }

    /// Whether the service has to stop.
    pub fn is_stopped(&self) -> bool {
        self.stored.asks_to_stop()
    }

    /// The workload of a part; `None` if there is no such part.
    pub fn part(&self, part: Part) -> Option<Workload<'a>> {
        match part {
            Part::Main => Some(self.spec.main()),
            Part::Prefill => self.spec.prefill(),
        }
    }

    /// Whether there is a part and it runs on several nodes, as a LeaderWorkerSet.
    pub fn runs_on_several_nodes(&self, part: Part) -> bool {
        self.part(part).is_some_and(|workload| workload.worker().is_some())
    }

    /// Whether there is a part and each of its pods runs by itself, in a Deployment.
    pub fn runs_on_single_nodes(&self, part: Part) -> bool {
        self.part(part).is_some_and(|workload| workload.worker().is_none())
    }

    /// The pod of the scheduler.
    pub fn scheduler_template(&self) -> Option<PodSpec<'a>> {
        self.spec.scheduler()?.template()
    }

    /// The spec of the InferencePool that the controller creates.
    pub fn pool_spec(&self) -> Option<PoolSpec<'a>> {
        self.spec.scheduler().and_then(Scheduler::pool).and_then(Pool::spec)
    }

    /// The name of the InferencePool that the service uses.
    pub fn pool(&self) -> String {
        self.spec.pool_reference().map_or_else(|| self.names.pool(), str::to_owned)
    }

    /// Whether the controller runs a scheduler for the service, provided that the service is not stopped.
    pub fn has_scheduler(&self) -> bool {
        self.scheduler_template().is_some() && self.spec.pool_reference().is_none()
    }

    /// The name of the scheduler's Service.
    pub fn scheduler_service(&self) -> String {
        let own_pool = self.pool_spec().filter(|_| self.spec.pool_reference().is_none());
        let name = own_pool.and_then(PoolSpec::endpoint_picker_ref).map(EndpointPicker::name);
        name.filter(|name| !name.is_empty()).map_or_else(|| self.names.scheduler_service(), str::to_owned)
    }

    /// The service as the owner of its objects.
    pub fn owner(&self) -> Owner<'a> {
        Owner::new(Kind::LlmInferenceService, self.names.service).with_uid(self.stored.uid())
    }

    /// Labels with the service to which an object belongs, and its component.
    pub(super) fn labels(&self, component: Option<&str>) -> Map {
        labels::of_service(self.names.service, component)
    }

    /// The selector of all workload pods.
    pub(super) fn workload_selector(&self) -> Map {
        labels::workload_selector(self.names.service)
    }

    /// `metadata` for an object in the service's namespace.
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

/// An object with metadata and a spec.
pub(super) fn object_of(kind: Kind, metadata: Map, spec: impl Into<Value>) -> Value {
    let members: [(&str, Value); 4] = [
        ("apiVersion", kind.api_version().into()),
        ("kind", kind.name().into()),
        ("metadata", metadata.into()),
        ("spec", spec.into()),
    ];
    Map::from_iter(members.map(|(key, value)| (key.to_owned(), value))).into()
}

/// A pod template.
pub(super) fn template_of(metadata: Map, pod: Map) -> Value {
    let members = [("metadata", metadata), ("spec", pod)];
    Map::from_iter(members.map(|(key, value)| (key.to_owned(), value.into()))).into()
}

/// Copies entries into a map, overwriting existing keys.
pub(super) fn overlay<'m>(target: &mut Map, entries: impl IntoIterator<Item = (&'m String, &'m Value)>) {
    target.extend(entries.into_iter().map(|(key, value)| (key.clone(), value.clone())));
}
