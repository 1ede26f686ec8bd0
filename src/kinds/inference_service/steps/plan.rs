//! What is computed once for a service and used by every pass.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::Value;
use crate::build::route::{Ports, Route};
use crate::build::workload::{self, BuildError, Built, SelectedRuntime};
use crate::facts::hosts::HostError;
use crate::object::ControllerError;

/// What is computed once for a service and used by every pass.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub components: [Option<Rc<Planned>>; 3],
    pub routing: RoutingPlan,
    /// Whether the predictor counts as a multi-model one after the components are built.
    pub multi_model: Option<bool>,
}

/// A component as every pass finds it.
#[derive(Debug)]
pub(super) struct Planned {
    /// The runtime, if one was selected, even if an error followed.
    pub runtime: Option<SelectedRuntime>,
    pub work: Result<Work, BuildError>,
}

/// How a component runs.
#[derive(Debug)]
pub(super) enum Work {
    /// Its objects, or why there are none, and those of the canary predictors.
    Standard(Result<workload::Plan, BuildError>, Vec<Canary>),
    /// Its Knative Service, or why there is none; it does not depend on the revision that was rolled out before.
    Knative(Result<workload::Plan, BuildError>),
    /// A component whose Knative Service depends on the revision that was rolled out before: what it is built from, and the last
    /// result.
    KnativeCanary(Box<Built>, RefCell<Option<RolledOut>>),
}

/// The Knative Service of a component with a canary, for a revision that was rolled out before.
#[derive(Debug)]
pub(super) struct RolledOut {
    pub revision: String,
    pub plan: Result<Rc<workload::Plan>, BuildError>,
}

/// A canary predictor: a second predictor next to the stable one.
#[derive(Debug)]
pub(super) struct Canary {
    pub name: String,
    /// The name of its child objects.
    pub child: String,
    pub traffic_percent: i64,
    /// Its objects, or why there are none.
    pub plan: Result<workload::Plan, BuildError>,
}

/// The routing objects and the URL, built when a pass first needs them.
#[derive(Debug, Default)]
pub(super) struct RoutingPlan {
    pub external_name: Option<Rc<Value>>,
    /// The VirtualService, with the URL of the entry component for which it was built; `None` if the path template fails.
    pub virtual_service: Option<(String, Option<Rc<Value>>)>,
    pub ingress: Option<Result<Rc<Value>, ControllerError>>,
    /// The routes, with the ports of the components for which they were built.
    pub routes: Vec<(Route, [Ports; 3], Rc<Value>)>,
    /// What the status reports for a service in Knative mode.
    pub knative: Option<KnativeReport>,
    pub standard_url: Option<Result<String, HostError>>,
    /// The address in the status of a service in Standard mode, and whether it names the port of a headless Service.
    pub standard_address: Option<(bool, Arc<Value>)>,
}

/// What the status reports for a service in Knative mode, given the URL of the entry component.
#[derive(Debug)]
pub(super) struct KnativeReport {
    /// The URL of the entry component for which this was computed.
    pub entry_url: String,
    /// The URL of the entry component as the status has it in the end.
    pub changed_entry_url: String,
    /// The URL of the service, or why it cannot be parsed; `None` if the path template fails.
    pub url: Option<Result<String, ControllerError>>,
    pub address: Arc<Value>,
}
