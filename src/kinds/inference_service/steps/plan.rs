//! What is computed once per service and used by every pass.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::Value;
use crate::build::route::{Ports, Route};
use crate::build::workload::{self, BuildError, Built, SelectedRuntime};
use crate::facts::hosts::HostError;
use crate::object::ControllerError;

/// What is computed once per service and used by every pass.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub components: [Option<Rc<Planned>>; 3],
    pub routing: RoutingPlan,
    /// Whether the predictor counts as one for many models once the components are built.
    pub multi_model: Option<bool>,
}

/// A component as every pass finds it.
#[derive(Debug)]
pub(super) struct Planned {
    /// The runtime, if one was selected, perhaps before an error.
    pub runtime: Option<SelectedRuntime>,
    pub work: Result<Work, BuildError>,
}

/// How a component runs.
#[derive(Debug)]
pub(super) enum Work {
    /// Its objects, or why there are none, and those of the canary predictors.
    Standard(Result<workload::Plan, BuildError>, Vec<Canary>),
    /// Its Knative Service, or why there is none, whatever revision was rolled out before.
    Knative(Result<workload::Plan, BuildError>),
    /// Its Knative Service depends on the revision that was rolled out before: how it is built, and what it was built for
    /// last.
    KnativeCanary(Box<Built>, RefCell<Option<RolledOut>>),
}

/// The Knative Service of a component with a canary, for the revision that was rolled out before.
#[derive(Debug)]
pub(super) struct RolledOut {
    pub revision: String,
    pub plan: Result<Rc<workload::Plan>, BuildError>,
}

/// A canary predictor: a second predictor beside the stable one.
#[derive(Debug)]
pub(super) struct Canary {
    pub name: String,
    /// Name of its child objects.
    pub child: String,
    pub traffic_percent: i64,
    /// Its objects, or why there are none.
    pub plan: Result<workload::Plan, BuildError>,
}

/// The routing objects and the URL, built when a pass first wants them.
#[derive(Debug, Default)]
pub(super) struct RoutingPlan {
    pub external_name: Option<Rc<Value>>,
    /// With the URL of the entry component for which it is built; `None` when the path template fails.
    pub virtual_service: Option<(String, Option<Rc<Value>>)>,
    pub ingress: Option<Result<Rc<Value>, ControllerError>>,
    /// With the ports of the components for which they are built.
    pub routes: Vec<(Route, [Ports; 3], Rc<Value>)>,
    /// What the status says of a service in Knative mode.
    pub knative: Option<KnativeReport>,
    pub standard_url: Option<Result<String, HostError>>,
    /// What the status has as the address of a service in Standard mode, and whether that names the port of a headless
    /// Service.
    pub standard_address: Option<(bool, Arc<Value>)>,
}

/// What the status says of a service in Knative mode, given the URL of the entry component.
#[derive(Debug)]
pub(super) struct KnativeReport {
    /// The URL of the entry component, for which this was made.
    pub entry_url: String,
    /// The URL of the entry component as the status has it afterwards.
    pub changed_entry_url: String,
    /// The URL of the service, or why it cannot be parsed; `None` when the path template fails.
    pub url: Option<Result<String, ControllerError>>,
    pub address: Arc<Value>,
}
