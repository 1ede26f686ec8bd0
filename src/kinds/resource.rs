//! What a kind of resource is to the rest of the house: how it is admitted, what its controller makes of it, and what it leaves.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::api::{Component, Condition};
use crate::build::storage::Copied;
use crate::engine::conditions::Verdict;
use crate::engine::store::State;
use crate::facts::{Cluster, Existing, Found};
use crate::object::diagnostic::Diagnostic;
use crate::object::fields::Lookup as _;
use crate::object::{Cause, ControllerError, Key, Kind, Path};
use crate::webhook::pod::Injected;
use crate::webhook::{Admission, Refusal};
use crate::{Map, Value};

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
    pub properties: Properties,
}

impl ResourceKind {
    /// Whether its resources look at others, so that they have to be rendered together.
    pub fn refers(&self) -> bool {
        !matches!(self.reconcile, Reconcile::Each(_))
    }
}

/// In what kinds differ where others look at their resources. A kind says what it does otherwise than [`Properties::PLAIN`].
#[derive(Debug)]
pub struct Properties {
    /// The key under which its resources name other objects of their namespace, somewhere in their spec.
    pub reference: Option<&'static str>,
    /// Whether routes of its resources claim hosts that these share.
    pub shares_hosts: bool,
    /// Whether routes that lead to the URL of a resource have names of their own, rather than that of the resource.
    pub names_routes: bool,
    /// Whether its resources are put together from configurations.
    pub is_composed: bool,
    /// Whether variables of its containers are to have their values before a resource is applied; else a program may fill them later.
    pub has_final_variables: bool,
    /// Whether objects beside its resources in an input are what the cluster holds already.
    pub holds_objects_beside: bool,
    /// Whether its resources see nothing beyond their namespace, so that each namespace can be looked at by itself.
    pub stays_in_namespace: bool,
    /// Whether the generation that their status tells is their own; else it is that of one of their objects.
    pub tells_generation: bool,
    /// The cluster with what is assumed of it for such resources, where nothing is said of that; `None` if nothing is.
    pub assume: Option<Assume>,
    /// The condition in a status that tells why a resource is not ready, where Ready itself does not.
    pub trouble: Option<fn(&Map) -> Option<String>>,
    /// What helps against an error of the controller with a resource as written, if that is known.
    pub advise: fn(&Cluster, &Value, &ControllerError) -> Option<Advice>,
    /// What helps where the controller misses something that the cluster may have, though nobody has said so.
    pub advise_on_absence: fn(&Cause) -> Option<&'static str>,
    /// What the pod webhook makes of the pods of the objects that are made for a stored resource of a namespace.
    pub inject: fn(&Cluster, &str, &Value, &[Value]) -> Vec<Injected>,
    /// The way that requests take inside of a resource, by its spec and what its controller has found out; `None` if there is none.
    pub flow: fn(&Map, &Details) -> Option<Flow>,
}

/// The cluster with what is assumed of it for these resources, beside what it holds already.
pub type Assume = fn(&Cluster, &Found, &[&Value]) -> Option<Cluster>;

impl Properties {
    /// A kind about which nothing is special.
    pub const PLAIN: Properties = Properties {
        reference: None,
        shares_hosts: false,
        names_routes: false,
        is_composed: false,
        has_final_variables: false,
        holds_objects_beside: false,
        stays_in_namespace: false,
        tells_generation: false,
        assume: None,
        trouble: None,
        advise: |_, _, _| None,
        advise_on_absence: |_| None,
        inject: |_, _, _, _| Vec::new(),
        flow: |_, _| None,
    };
}

/// What helps against an error of a controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The field of the resource that is to be changed.
    pub path: Path,
    pub help: String,
    /// What to write there, where that is clear.
    pub value: Option<String>,
}

/// The way that requests take inside of a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// Titles of the places to which requests come.
    pub stations: Vec<String>,
    /// Where they come first.
    pub start: Option<usize>,
    /// Where they go from there.
    pub ways: Vec<Way>,
}

/// A way from one station to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    pub from: usize,
    pub to: usize,
    /// When requests take it, and with what.
    pub label: String,
}

impl Flow {
    /// Adds a station.
    pub fn add(&mut self, title: String) -> usize {
        self.stations.push(title);
        self.stations.len() - 1
    }
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

/// A resource as it is stored.
#[derive(Debug, Clone)]
pub struct Admitted {
    pub key: Key,
    pub object: Value,
    /// The resource with its status, as the cluster has it already.
    pub existing: Option<Value>,
    /// How it comes to its controller.
    pub arrival: Arrival,
    /// What admission warned of.
    pub warnings: Vec<Diagnostic>,
    /// Whether it is asked how its objects stand in the end.
    pub keeps_states: bool,
}

impl Admitted {
    /// A resource that the webhooks have just accepted.
    pub fn new(key: Key, object: Value, existing: Option<Value>) -> Admitted {
        Admitted { key, object, existing, arrival: Arrival::Accepted, warnings: Vec::new(), keeps_states: false }
    }
}

/// How a resource comes to its controller.
#[derive(Debug, Clone)]
pub enum Arrival {
    /// The webhooks have just accepted it.
    Accepted,
    /// It comes from the cluster as it is stored, and no webhook has just seen it.
    Stored,
    /// An update was refused, and it stays as it is stored.
    UpdateRefused(Refusal),
    /// It is to be deleted: nothing was admitted, and it is what the cluster has.
    Deleted,
}

/// What the passes of a controller leave.
#[derive(Debug, Clone, Default)]
pub struct Reconciled {
    /// Error of the last pass.
    pub error: Option<ControllerError>,
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
    /// Objects that it would have made in the end if they had not been there, as far as that is known.
    pub wanted: Vec<Key>,
    /// Whether the controller is told to leave everything as it is.
    pub left_alone: bool,
    /// What was assumed because a document is not in the input, and errors that the controller only logs.
    pub notes: Vec<String>,
    /// What the controller copies of Secrets.
    pub copied: Copied,
    /// Objects of the context that the controller takes over or deletes, and that reports of the release do not list.
    pub unlisted: Vec<Key>,
    /// What only the code of its kind knows of it.
    pub details: Details,
}

/// What only the code of one kind knows of a rendering; for those who explain it. Each kind has a type of its own for it.
#[derive(Clone, Default)]
pub struct Details(Option<Arc<dyn Any + Send + Sync>>);

impl Details {
    /// The details of a kind.
    pub fn new(details: impl Any + Send + Sync) -> Details {
        Details(Some(Arc::new(details)))
    }

    /// The details, if they are those of the kind that has this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_ref()?.downcast_ref()
    }
}

impl fmt::Debug for Details {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Details(..)" } else { "Details" })
    }
}

/// The status of a resource in a type of its kind's own.
pub trait TypedStatus: Any + fmt::Debug + Send + Sync {
    /// The status as it is stored.
    fn to_value(&self) -> Value;
    /// `url`, if there is one.
    fn url(&self) -> Option<&str>;
    /// `address.url`, if there is one.
    fn address(&self) -> Option<&str>;
    /// The deployment mode as the release calls it, if it is told.
    fn mode(&self) -> Option<&str>;
    /// The serving runtime that was selected, if it is told.
    fn runtime(&self) -> Option<&str>;
    /// The URL of a component, if it is told.
    fn component_url(&self, component: Component) -> Option<&str>;
    /// A condition.
    fn condition(&self, kind: &str) -> Option<Verdict>;
    /// The status with other messages of its conditions.
    fn with_messages(&self, change: &dyn Fn(&str) -> String) -> Arc<dyn TypedStatus>;
}

/// The status of a resource.
#[derive(Debug, Clone)]
pub enum Status {
    /// In a type of its kind's own.
    Typed(Arc<dyn TypedStatus>),
    /// As it is stored.
    Value(Value),
}

impl Status {
    /// A status in a type of its kind's own.
    pub fn typed(status: impl TypedStatus) -> Status {
        Status::Typed(Arc::new(status))
    }

    /// Changes the messages of conditions, where the kind has its own type.
    pub fn change_messages(&mut self, change: &dyn Fn(&str) -> String) {
        if let Status::Typed(status) = self {
            *status = status.with_messages(change);
        }
    }

    /// The status in the type of its kind, if it is of that type.
    pub fn get<T: TypedStatus>(&self) -> Option<&T> {
        match self {
            Status::Typed(status) => (&**status as &dyn Any).downcast_ref(),
            Status::Value(_) => None,
        }
    }

    /// The deployment mode, where the kind has its own type.
    pub fn mode(&self) -> Option<&str> {
        self.typed_status()?.mode()
    }

    /// The serving runtime that was selected, where the kind has its own type.
    pub fn runtime(&self) -> Option<&str> {
        self.typed_status()?.runtime()
    }

    /// The URL of a component, where the kind has its own type.
    pub fn component_url(&self, component: Component) -> Option<&str> {
        self.typed_status()?.component_url(component)
    }

    /// A condition of the status.
    pub fn condition(&self, kind: &str) -> Option<Verdict> {
        match self {
            Status::Typed(status) => status.condition(kind),
            Status::Value(value) => {
                Verdict::of(Condition::of_status(value.as_object()?).find(|condition| condition.kind() == kind)?)
            }
        }
    }

    fn typed_status(&self) -> Option<&dyn TypedStatus> {
        match self {
            Status::Typed(status) => Some(&**status),
            Status::Value(_) => None,
        }
    }

    /// The status as it is stored.
    pub fn to_value(&self) -> Value {
        match self {
            Status::Typed(status) => status.to_value(),
            Status::Value(value) => value.clone(),
        }
    }

    /// `url`, if there is one.
    pub fn url(&self) -> Option<&str> {
        match self {
            Status::Typed(status) => status.url(),
            Status::Value(value) => value.get("url")?.as_str(),
        }
    }

    /// `address.url`, if there is one.
    pub fn address(&self) -> Option<&str> {
        match self {
            Status::Typed(status) => status.address(),
            Status::Value(value) => value.at("/address/url")?.as_str(),
        }
    }
}
