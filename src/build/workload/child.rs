//! What all objects of a component have in common.

use std::collections::BTreeMap;

use super::built::{Built, Worker, Workload};
use crate::api::{Component, InferenceService};
use crate::object::Kind;
use crate::object::fields::{filled, map};
use crate::{Map, Value};

/// The label that ties Deployments, Services and pods together.
pub(super) const APP_LABEL: &str = "app";

/// Name, namespace, labels and annotations that the objects of a component share.
///
/// In Standard mode, one map of labels serves all objects, so the Deployment's label `app` is on every one of them and overrides
/// a user's label `app`.
pub(super) struct Child<'a> {
    pub name: &'a str,
    pub namespace: &'a str,
    pub labels: Map,
    pub annotations: &'a BTreeMap<String, String>,
    annotation_map: Map,
    /// The controller reference to the service.
    pub owner: Value,
}

/// Whether an object names its service as its controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owned {
    Yes,
    No,
}

impl<'a> Child<'a> {
    /// The objects of a component in Standard mode.
    pub(super) fn of(service: &'a InferenceService, built: &'a Built) -> Child<'a> {
        let app = format!("isvc.{}", built.name);
        let owner = service.owner_reference();
        Child::new(&service.metadata.namespace, owner, &built.name, &built.labels, &built.annotations, app)
    }

    /// The objects of a workload that is not a component.
    pub(super) fn of_workload(workload: &Workload<'a>) -> Child<'a> {
        let Workload { name, namespace, labels, annotations, owner, .. } = workload;
        Child::new(namespace, owner.clone(), name, labels, annotations, format!("isvc.{name}"))
    }

    /// The Deployment of a multi-node predictor's workers. Its label `app` says which predictor the workers belong to.
    pub(super) fn of_worker(service: &'a InferenceService, built: &Built, worker: &'a Worker) -> Child<'a> {
        let app = worker_app(&built.name);
        let owner = service.owner_reference();
        Child::new(&service.metadata.namespace, owner, &worker.name, &worker.labels, &worker.annotations, app)
    }

    fn new(
        namespace: &'a str,
        owner: Value,
        name: &'a str,
        labels: &BTreeMap<String, String>,
        annotations: &'a BTreeMap<String, String>,
        app: String,
    ) -> Child<'a> {
        let mut labels = string_map(labels);
        labels.insert(APP_LABEL.to_owned(), app.into());
        Child { name, namespace, labels, annotations, annotation_map: string_map(annotations), owner }
    }

    /// The value of the label `app`.
    pub(super) fn app(&self) -> Value {
        self.labels.get(APP_LABEL).cloned().unwrap_or_default()
    }

    pub(super) fn annotation(&self, key: &str) -> Option<&str> {
        self.annotations.get(key).map(String::as_str)
    }

    /// An object of this component with `spec`.
    pub(super) fn object(&self, kind: Kind, owned: Owned, spec: Value) -> Value {
        let owner = if owned == Owned::Yes { self.owner.clone() } else { Value::Null };
        kind.object([
            ("metadata", metadata(self.name, self.namespace, self.labels.clone(), self.annotation_map.clone(), owner)),
            ("spec", spec),
        ])
    }

    /// The `metadata` of the pod template: that of the Deployment itself, without the owner.
    pub(super) fn template_metadata(&self) -> Value {
        metadata(self.name, self.namespace, self.labels.clone(), self.annotation_map.clone(), Value::Null)
    }

    /// Like [`Child::object`], with another name and one more label, for the additional Services of multi-node predictors.
    pub(super) fn companion(&self, kind: Kind, name: &str, label: (&str, &str), spec: Value) -> Value {
        let mut labels = self.labels.clone();
        labels.insert(label.0.to_owned(), label.1.into());
        kind.object([
            ("metadata", metadata(name, self.namespace, labels, self.annotation_map.clone(), self.owner.clone())),
            ("spec", spec),
        ])
    }

    /// Like [`Child::object`], without labels, and with annotations only if `annotated` is set.
    pub(super) fn unlabelled(&self, kind: Kind, annotated: bool, owned: Owned, spec: Value) -> Value {
        let owner = if owned == Owned::Yes { self.owner.clone() } else { Value::Null };
        let annotations = if annotated { self.annotation_map.clone() } else { Map::new() };
        kind.object([("metadata", metadata(self.name, self.namespace, Map::new(), annotations, owner)), ("spec", spec)])
    }
}

/// The label `app` of the workers of the predictor `name`.
pub(super) fn worker_app(name: &str) -> String {
    format!("isvc.{name}-worker")
}

/// The `metadata` without empty members; `owner` may be null.
pub(crate) fn metadata(name: &str, namespace: &str, labels: Map, annotations: Map, owner: Value) -> Value {
    let filled = |entries: Map| if entries.is_empty() { Value::Null } else { Value::Object(entries) };
    let owners = if owner.is_null() { Value::Null } else { Value::Array(vec![owner]) };
    Value::Object(map([
        ("annotations", filled(annotations)),
        ("labels", filled(labels)),
        ("name", name.into()),
        ("namespace", namespace.into()),
        ("ownerReferences", owners),
    ]))
}

pub(crate) fn string_map(entries: &BTreeMap<String, String>) -> Map {
    filled(entries.iter().map(|(key, value)| (key.clone(), value.as_str().into())))
}

/// Whether a collector has an owner: only the predictor's does; those of the other components outlive the service.
pub(super) fn collector_owner(component: Component) -> Owned {
    if component == Component::Predictor { Owned::Yes } else { Owned::No }
}
