//! The kinds of resources that KServe's controllers turn into objects: one folder each, found by API group and kind.

pub mod inference_graph;
pub mod inference_service;
pub mod llm_inference_service;
pub mod trained_model;

use std::sync::Arc;

use crate::engine::store::State;
use crate::facts::{Cluster, Existing, Found};
use crate::object::diagnostic::Diagnostic;
use crate::object::fields::Lookup as _;
use crate::object::{Key, Kind, role};
use crate::webhook::Admission;
use crate::{Value, kinds::inference_service::steps};

/// A kind of resource: how it is admitted, and what its controller makes of it.
#[derive(Debug)]
pub struct ResourceKind {
    pub kind: Kind,
    /// The title of its resources in reports.
    pub report: &'static str,
    /// The versions of its API that can be sent.
    pub versions: &'static [&'static str],
    /// What is stored, as the API server of the release gives it to the controller, without status.
    pub read: fn(&Cluster, &Value) -> Value,
    /// What API server and webhooks answer.
    pub admit: fn(&Cluster, &Value, &Existing) -> Admission,
    /// As `admit`, with everything that is wrong.
    pub examine: fn(&Cluster, &Value, &Existing) -> (Admission, Vec<Diagnostic>),
    pub reconcile: Reconcile,
    /// The finalizer that the controller puts on its resources before anything else; empty if it has none.
    pub finalizer: &'static str,
}

/// What a kind's controller does with admitted resources.
#[derive(Debug)]
pub enum Reconcile {
    /// The resources do not know of each other: each has a world of its own.
    Each(fn(&Cluster, &Admitted, &Arc<Found>) -> Reconciled),
    /// All resources of the input live in one world; the answers are in the order of the resources.
    Together(fn(&Cluster, &[Admitted], &Arc<Found>) -> Vec<Reconciled>),
    /// None; what is stored becomes a fact of the cluster.
    Stored,
}

/// All kinds of resources, in the order in which they are reconciled: later ones see what earlier ones have become.
pub static KINDS: &[&ResourceKind] = &[
    &inference_service::KIND,
    &trained_model::KIND,
    &inference_graph::KIND,
    &llm_inference_service::CONFIG,
    &llm_inference_service::KIND,
];

/// The kind of a resource, by API group and kind, in whatever version.
pub fn find(object: &Value) -> Option<&'static ResourceKind> {
    let kind = Kind::of(object)?;
    KINDS.iter().copied().find(|known| known.kind == kind)
}

/// The title of resources of a kind in reports.
pub fn title(kind: Kind) -> &'static str {
    KINDS.iter().find(|known| known.kind == kind).map_or("service", |known| known.report)
}

/// Whether what is stored of an object is a fact of the cluster and nothing more.
pub fn is_stored_only(object: &Value) -> bool {
    find(object).is_some_and(|kind| matches!(kind.reconcile, Reconcile::Stored))
}

/// What API server and webhooks answer to a resource of whatever kind, with everything that is wrong.
pub fn examine(cluster: &Cluster, resource: &Value, existing: &Existing) -> (Admission, Vec<Diagnostic>) {
    match find(resource) {
        Some(kind) => (kind.examine)(cluster, resource, existing),
        None => (Admission { warnings: Vec::new(), outcome: Err(unknown(resource)) }, Vec::new()),
    }
}

/// The refusal of an object of a kind that is not rendered.
pub fn unknown(resource: &Value) -> String {
    let (kind, version) = (role::kind(resource), role::api_version(resource));
    format!("no matches for kind \"{kind}\" in version \"{version}\"")
}

/// A resource as it is stored.
#[derive(Debug, Clone)]
pub struct Admitted {
    pub key: Key,
    pub object: Value,
    /// The resource with its status, as the cluster has it already.
    pub existing: Option<Value>,
    /// Whether the resource is to be deleted: nothing was admitted, and `object` is what the cluster has.
    pub is_deleted: bool,
    /// Whether it comes from the cluster as it is stored, and no webhook has just seen it.
    pub as_stored: bool,
    /// Whether it is asked how its objects stand in the end.
    pub keeps_states: bool,
}

impl Admitted {
    /// A resource that the webhooks have just accepted.
    pub fn new(key: Key, object: Value, existing: Option<Value>) -> Admitted {
        Admitted { key, object, existing, is_deleted: false, as_stored: false, keeps_states: false }
    }
}

/// What the passes of a controller leave.
#[derive(Debug, Clone, Default)]
pub struct Reconciled {
    /// Error of the last pass.
    pub error: Option<String>,
    /// Events as `Type Reason Message`.
    pub events: Vec<String>,
    /// Status after the first pass; nothing has reported yet.
    pub initial_status: Option<Status>,
    /// Status once everything created is ready and nothing changes any more.
    pub status: Option<Status>,
    /// The resource in the end, where the controller changes more of it than the status.
    pub stored: Option<Value>,
    /// Objects created or looked at, in this order.
    pub objects: Vec<Value>,
    /// How each of them stands in the cluster, if that is asked for.
    pub states: Vec<State>,
    /// Objects among them that the controller itself deletes again.
    pub deleted_again: Vec<Key>,
    /// Objects found in the cluster that the controller deletes.
    pub deleted: Vec<Key>,
    /// Whether the controller is told to leave everything as it is.
    pub left_alone: bool,
    /// What was assumed because a document is not in the input, and errors that the controller only logs.
    pub notes: Vec<String>,
    pub details: Details,
}

/// What only the code of one kind knows of a rendering; for those who explain it.
#[derive(Debug, Clone, Default)]
pub enum Details {
    #[default]
    None,
    InferenceService(Box<steps::Decisions>),
    InferenceGraph(Box<inference_graph::plan::Decisions>),
    TrainedModel(Box<trained_model::decisions::Decisions>),
}

/// The status of a resource.
#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    InferenceService(Box<inference_service::status::Status>),
    /// Of another kind, as it is stored.
    Value(Value),
}

impl Status {
    /// The status as it is stored.
    pub fn to_value(&self) -> Value {
        match self {
            Status::InferenceService(status) => status.to_value(),
            Status::Value(value) => value.clone(),
        }
    }

    /// `url`, if there is one.
    pub fn url(&self) -> Option<&str> {
        match self {
            Status::InferenceService(status) => status.url(),
            Status::Value(value) => value.get("url")?.as_str(),
        }
    }

    /// The status of an InferenceService.
    pub fn of_service(&self) -> Option<&inference_service::status::Status> {
        match self {
            Status::InferenceService(status) => Some(status),
            Status::Value(_) => None,
        }
    }

    /// `address.url`, if there is one.
    pub fn address(&self) -> Option<&str> {
        match self {
            Status::InferenceService(status) => status.address_url(),
            Status::Value(value) => value.at("/address/url")?.as_str(),
        }
    }
}
