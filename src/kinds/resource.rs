//! The interface between a kind of resource and the rest of the program: how it is admitted, what its controller makes of it, and
//! what it leaves.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::api::{Component, Condition};
use crate::build::storage::Copied;
use crate::engine::conditions::Verdict;
use crate::engine::store::State;
use crate::facts::{Cluster, Existing, Found};
use crate::kinds::composition::Composition;
use crate::object::diagnostic::Diagnostic;
use crate::object::fields::Lookup as _;
use crate::object::{Cause, ControllerError, Key, Kind, ObjectView as _, Path};
use crate::webhook::pod::Injected;
use crate::webhook::{Admission, Refusal};
use crate::{Map, Value};

/// A kind of resource: how it is admitted, and what its controller makes of it.
#[derive(Debug)]
pub struct ResourceKind {
    pub kind: Kind,
    /// The title of its resources in reports.
    pub report: &'static str,
    /// The stored resource as the API server of the release returns it to the controller, without status.
    pub read: fn(&Cluster, &Value) -> Value,
    /// Admits a resource as the API server and the webhooks would.
    pub admit: fn(&Cluster, &Value, &Existing) -> Admission,
    /// Like `admit`, with everything that is wrong with the resource.
    pub examine: fn(&Cluster, &Value, &Existing) -> (Admission, Vec<Diagnostic>),
    pub reconcile: Reconcile,
    /// The finalizer that the controller puts on its resources before anything else; empty if it has none.
    pub finalizer: &'static str,
    pub properties: Properties,
}

impl ResourceKind {
    /// Whether its resources look up others, so that they have to be rendered together.
    pub fn refers(&self) -> bool {
        !matches!(self.reconcile, Reconcile::Each(_))
    }
}

/// How kinds differ where other code handles their resources. A kind states only how it differs from [`Properties::PLAIN`].
#[derive(Debug)]
pub struct Properties {
    /// The key under which its resources name other objects in their namespace, somewhere in their spec.
    pub reference: Option<&'static str>,
    /// Whether routes of its resources claim hosts that the resources share.
    pub shares_hosts: bool,
    /// Whether routes to the URL of a resource have names of their own instead of the resource's name.
    pub names_routes: bool,
    /// What a resource as written is composed of, if resources of the kind are composed from configurations.
    pub compose: Option<fn(&Cluster, &Value) -> Composition>,
    /// Whether variables of its containers must have their values before a resource is applied; otherwise a program may fill them
    /// in later.
    pub has_final_variables: bool,
    /// Whether objects next to its resources in an input count as already existing in the cluster.
    pub holds_objects_beside: bool,
    /// Whether its resources see nothing outside their namespace, so that each namespace can be rendered by itself.
    pub stays_in_namespace: bool,
    /// Whether the generation in their status is their own; otherwise it is that of one of their objects.
    pub tells_generation: bool,
    /// A stored resource as a client reads it that asks for the version of a document, which it is about to apply.
    pub in_version_of: fn(Value, &Value) -> Value,
    /// Adds assumptions about the cluster that such resources need, where nothing is known; `None` if there are none.
    pub assume: Option<Assume>,
    /// The condition in a status that says why a resource is not ready, if `Ready` itself does not.
    pub trouble: Option<fn(&Map) -> Option<String>>,
    /// What serving runtimes a stored resource has to choose from; `None` if such resources use none.
    pub runtimes: Option<ChooseRuntime>,
    /// Advice on an error of the controller with a resource as written, if there is any.
    pub advise: fn(&Cluster, &Value, &ControllerError) -> Option<Advice>,
    /// Advice if the controller misses something that the cluster may have without the user having said so.
    pub advise_on_absence: fn(&Cause) -> Option<&'static str>,
    /// The part of a resource for which an object or a pod is made that has these labels.
    pub place_of: fn(&Map) -> Path,
    /// The pods, after the pod webhook, of the objects that are created for a stored resource in a namespace.
    pub inject: fn(&Cluster, &str, &Value, &[Value]) -> Vec<Injected>,
    /// The path of requests inside a resource, from its spec and the details of its rendering; `None` if there is none.
    pub flow: fn(&Map, &Details) -> Option<Flow>,
}

/// Adds assumptions about the cluster that these resources need, given what it already holds; `None` if there are none.
pub type Assume = fn(&Cluster, &Found, &[&Value]) -> Option<Cluster>;

/// What serving runtimes a stored resource has to choose from; `None` if it brings its own containers.
pub type ChooseRuntime = fn(&Cluster, &Value) -> Option<RuntimeChoice>;

impl Properties {
    /// A kind without special properties.
    pub const PLAIN: Properties = Properties {
        reference: None,
        shares_hosts: false,
        names_routes: false,
        compose: None,
        has_final_variables: false,
        holds_objects_beside: false,
        stays_in_namespace: false,
        tells_generation: false,
        in_version_of: |stored, _| stored,
        assume: None,
        trouble: None,
        runtimes: None,
        advise: |_, _, _| None,
        advise_on_absence: |_| None,
        place_of: |_| Path::keys(["spec"]),
        inject: |_, _, _, _| Vec::new(),
        flow: |_, _| None,
    };
}

/// Advice on an error of a controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The field of the resource to change.
    pub path: Path,
    pub help: String,
    /// What to write there, if that is clear.
    pub value: Option<String>,
}

/// What serving runtimes a resource has to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeChoice {
    /// The one that it names itself.
    pub named: Option<String>,
    /// The eligible ones in order of preference, then the others.
    pub ranked: Vec<RankedRuntime>,
}

/// A serving runtime as a resource sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedRuntime {
    pub namespace: String,
    pub name: String,
    pub priority: Option<i64>,
    /// Whether it can be chosen, in words.
    pub verdict: &'static str,
    pub is_eligible: bool,
}

/// What a box of a chart is called.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Title {
    /// What it is, such as a kind of object; empty for a URL.
    pub what: String,
    /// Its name, with what tells it from others.
    pub name: String,
}

impl Title {
    /// The title of something that is not just a URL.
    pub fn new(what: impl Into<String>, name: impl Into<String>) -> Title {
        Title { what: what.into(), name: name.into() }
    }

    /// The title of a URL.
    pub fn of_url(url: &str) -> Title {
        Title::new("", url)
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what.as_str() {
            "" => f.write_str(&self.name),
            what => write!(f, "{what} {}", self.name),
        }
    }
}

/// The path that requests take inside a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// The titles of the nodes, which are places that requests reach.
    pub nodes: Vec<Title>,
    /// The position of the node that they reach first.
    pub start: Option<usize>,
    /// The edges along which they continue.
    pub edges: Vec<Edge>,
}

/// An edge from one node to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// When requests follow it, and with which payload.
    pub label: String,
}

impl Flow {
    /// Adds a node, and returns its position.
    pub fn add(&mut self, title: Title) -> usize {
        self.nodes.push(title);
        self.nodes.len() - 1
    }
}

/// What a kind's controller does with admitted resources.
#[derive(Debug)]
pub enum Reconcile {
    /// Resources that do not know of each other: each has a world of its own.
    Each(fn(&Cluster, &Admitted, &Arc<Found>) -> Reconciled),
    /// All resources of the input share one world; the results are in the order of the resources.
    Together(fn(&Cluster, &[Admitted], &Arc<Found>) -> Vec<Reconciled>),
    /// Nothing; the stored resource becomes a fact about the cluster.
    Stored,
}

/// A stored resource.
#[derive(Debug, Clone)]
pub struct Admitted {
    pub key: Key,
    pub object: Value,
    /// The resource with its status, as the cluster already has it.
    pub existing: Option<Value>,
    /// How it gets to its controller.
    pub arrival: Arrival,
    /// The warnings of admission.
    pub warnings: Vec<Diagnostic>,
    /// Whether the states of its objects in the end are wanted.
    pub keeps_states: bool,
}

impl Admitted {
    /// Whether the cluster has the resource and is deleting it. The API server takes the mark off a resource that is created.
    pub fn is_being_deleted(&self) -> bool {
        self.existing.as_ref().is_some_and(|existing| existing.is_deleted() || self.object.is_deleted())
    }

    /// A resource that the webhooks have just accepted.
    pub fn new(key: Key, object: Value, existing: Option<Value>) -> Admitted {
        Admitted { key, object, existing, arrival: Arrival::Accepted, warnings: Vec::new(), keeps_states: false }
    }
}

/// How a resource gets to its controller.
#[derive(Debug, Clone)]
pub enum Arrival {
    /// The webhooks have just accepted it.
    Accepted,
    /// It comes from the cluster as stored, and no webhook has just seen it.
    Stored,
    /// An update was refused, and it stays as stored.
    UpdateRefused(Refusal),
    /// It is being deleted: nothing was admitted, and it is what the cluster has.
    Deleted,
}

/// The results of a controller's passes.
#[derive(Debug, Clone, Default)]
pub struct Reconciled {
    /// The error of the last pass.
    pub error: Option<ControllerError>,
    /// Events in the form `Type Reason Message`.
    pub events: Vec<String>,
    /// The status after the first pass, when no object has reported anything yet.
    pub initial_status: Option<Status>,
    /// The status when everything created is ready and nothing changes any more.
    pub status: Option<Status>,
    /// The resource in the end, if the controller changes more of it than the status.
    pub stored: Option<Value>,
    /// Objects created or looked at, in this order.
    pub objects: Vec<Value>,
    /// The state of each object in the cluster, if it was asked for.
    pub states: Vec<State>,
    /// Those objects that the controller itself deletes again.
    pub deleted_again: Vec<Key>,
    /// Objects found in the cluster that the controller deletes.
    pub deleted: Vec<Key>,
    /// Objects that it would have created in the end if they had not existed, as far as that is known.
    pub wanted: Vec<Key>,
    /// Whether the controller was told to leave everything as it is.
    pub left_alone: bool,
    /// Assumptions made because a document is not in the input, and errors that the controller only logs.
    pub notes: Vec<String>,
    /// The values that the controller copies from Secrets.
    pub copied: Copied,
    /// Objects of the context that the controller takes over or deletes, and that reports of the release do not list.
    pub unlisted: Vec<Key>,
    /// Details that only the code of its kind knows.
    pub details: Details,
}

/// Details of a rendering that only the code of one kind knows, for explanations. Each kind has a type of its own for them.
#[derive(Clone, Default)]
pub struct Details(Option<Arc<dyn Any + Send + Sync>>);

impl Details {
    /// The details of a kind.
    pub fn new(details: impl Any + Send + Sync) -> Details {
        Details(Some(Arc::new(details)))
    }

    /// The details, if they have this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_ref()?.downcast_ref()
    }
}

impl fmt::Debug for Details {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Details(..)" } else { "Details" })
    }
}

/// The status of a resource, in a type of its kind.
pub trait TypedStatus: Any + fmt::Debug + Send + Sync {
    /// The status as it is stored.
    fn to_value(&self) -> Value;
    /// `url`, if there is one.
    fn url(&self) -> Option<&str>;
    /// `address.url`, if there is one.
    fn address(&self) -> Option<&str>;
    /// The deployment mode in the spelling of the release, if the status has it.
    fn mode(&self) -> Option<&str>;
    /// The selected serving runtime, if the status has it.
    fn runtime(&self) -> Option<&str>;
    /// The URL of a component, if the status has it.
    fn component_url(&self, component: Component) -> Option<&str>;
    /// A condition.
    fn condition(&self, kind: &str) -> Option<Verdict>;
    /// The status with the messages of its conditions changed.
    fn with_messages(&self, change: &dyn Fn(&str) -> String) -> Arc<dyn TypedStatus>;
}

/// The status of a resource.
#[derive(Debug, Clone)]
pub enum Status {
    /// In a type of its kind.
    Typed(Arc<dyn TypedStatus>),
    /// As stored.
    Value(Value),
}

impl Status {
    /// A status in a type of its kind.
    pub fn typed(status: impl TypedStatus) -> Status {
        Status::Typed(Arc::new(status))
    }

    /// Changes the messages of conditions, if the kind has its own type.
    pub fn change_messages(&mut self, change: &dyn Fn(&str) -> String) {
        if let Status::Typed(status) = self {
            *status = status.with_messages(change);
        }
    }

    /// The status in the type `T`, if it is of that type.
    pub fn get<T: TypedStatus>(&self) -> Option<&T> {
        match self {
            Status::Typed(status) => (&**status as &dyn Any).downcast_ref(),
            Status::Value(_) => None,
        }
    }

    /// The deployment mode, if the kind has its own type.
    pub fn mode(&self) -> Option<&str> {
        self.typed_status()?.mode()
    }

    /// The selected serving runtime, if the kind has its own type.
    pub fn runtime(&self) -> Option<&str> {
        self.typed_status()?.runtime()
    }

    /// The URL of a component, if the kind has its own type.
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
