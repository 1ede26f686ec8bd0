//! What every pass over a graph finds: services, configuration, mode, objects. Nothing in it changes between passes.

use crate::object::ObjectView as _;
use crate::object::alike::Alike;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::view::{Graph, Target};
use super::{knative, router, standard};
use crate::api::{Condition, Mode};
use crate::build::workload;
use crate::engine::conditions::READY;
use crate::facts::initial_scale::drop_refused_initial_scale;
use crate::facts::{Cluster, Found, endpoint, endpoint::Endpoint};
use crate::object::{Cause, ControllerError};
use crate::object::{Key, Kind, NotFound, keys};
use crate::schema::Types;
use crate::{Map, Value};

/// What the controller determines for a graph.
#[derive(Debug)]
pub struct Plan {
    pub stops: bool,
    /// `None` if the controller fails before it chooses one.
    pub mode: Option<ModeDecision>,
    /// The services that were looked up, in the order of nodes and steps.
    pub services: Vec<ServiceStep>,
    pub objects: Result<Objects, Failure>,
}

/// What the controller decided about a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decisions {
    pub stops: bool,
    /// `None` if the controller fails before it chooses one.
    pub mode: Option<ModeDecision>,
    /// The services that were looked up, in the order of nodes and steps.
    pub services: Vec<ServiceStep>,
}

/// The objects that the controller wants.
#[derive(Debug)]
pub enum Objects {
    Knative(Rc<Value>),
    Standard(workload::Plan),
}

/// Why the controller stops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub error: ControllerError,
    /// The reason and message of a warning event.
    pub event: Option<(&'static str, String)>,
}

impl From<ControllerError> for Failure {
    fn from(error: ControllerError) -> Failure {
        Failure { error, event: None }
    }
}

impl Decisions {
    /// What was found about the service that a step names. The steps are in the order of their nodes and positions.
    pub fn service(&self, node: &str, index: usize) -> Option<&ServiceStep> {
        let at = self.services.binary_search_by(|found| (found.node.as_str(), found.index).cmp(&(node, index))).ok()?;
        self.services.get(at)
    }
}

/// The mode of a graph, and what decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeDecision {
    pub mode: Mode,
    pub from: ModeSource,
}

/// What decides the mode of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeSource {
    Status,
    Annotation,
    /// The configuration, because the annotation does not name a mode.
    DefaultDespiteAnnotation,
    Default,
}

/// A step that names an InferenceService.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceStep {
    pub node: String,
    pub index: usize,
    pub service: String,
    /// Where the service answers, or the controller's error.
    pub endpoint: Result<Endpoint, ControllerError>,
    /// What the service reports; `None` if it does not exist.
    pub report: Option<ServiceReport>,
    /// If it does not exist, a service with another name or namespace that was probably meant.
    pub meant: Option<Key>,
}

/// What the status of an InferenceService reports, which graphs ignore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceReport {
    /// The mode in the status, or else in the annotation.
    pub mode: Option<Mode>,
    pub is_ready: bool,
}

impl Plan {
    /// The plan for a graph. `status_mode` is the mode in its status; it is empty if there is none.
    pub fn of(cluster: &Cluster, graph: &Graph, status_mode: &str, services: &Found) -> Plan {
        let stops = cluster.release.graphs.stop && graph.asks_to_stop();
        let mut plan = Plan { stops, mode: None, services: Vec::new(), objects: Err(ControllerError::new("").into()) };
        plan.objects = plan.objects(cluster, graph, status_mode, services);
        plan
    }

    /// What was decided, without the objects.
    pub fn decisions(self) -> Decisions {
        Decisions { stops: self.stops, mode: self.mode, services: self.services }
    }

    /// Runs the controller's steps in their order.
    fn objects(
        &mut self,
        cluster: &Cluster,
        graph: &Graph,
        status_mode: &str,
        services: &Found,
    ) -> Result<Objects, Failure> {
        cluster.config.exists().map_err(ControllerError::from)?;
        let router = cluster.config.router_settings()?;
        let mut spec = graph.spec.clone();
        if !self.stops {
            self.resolve(cluster, graph, services, &mut spec)?;
        }
        let decision = decide_mode(cluster, graph, status_mode)?;
        let is_standard = decision.mode == Mode::Standard;
        self.mode = Some(decision);
        let types = Types::of(cluster.release.input.fields);
        let container = if is_standard { graph.metadata.name.as_str() } else { "" };
        let pod_spec = router::pod_spec(types, graph, &spec, &router, container);
        if is_standard {
            return Ok(Objects::Standard(standard::plan(cluster, graph, pod_spec)?));
        }
        let annotations = check_knative(cluster, graph)?;
        let mut graph = graph.clone();
        graph.metadata.annotations = annotations;
        Ok(Objects::Knative(Rc::new(knative::build(&graph, pod_spec))))
    }

    /// Writes the URLs of services into the steps that name them. The controller iterates over the nodes in random order; here
    /// they are sorted.
    fn resolve(&mut self, cluster: &Cluster, graph: &Graph, services: &Found, spec: &mut Map) -> Result<(), Failure> {
        let namespace = &graph.metadata.namespace;
        let mut first_error = None;
        let mut candidates = None;
        for node in graph.nodes() {
            for step in node.steps() {
                let service = step.service_name();
                if service.is_empty() {
                    continue;
                }
                let found = services.get(Kind::InferenceService, namespace, service);
                let endpoint = match found {
                    None => Err(ControllerError::new(format!(
                        "Failed to find graph service {service}: {}",
                        NotFound(Kind::InferenceService, service)
                    ))),
                    Some(found) => endpoint::of(cluster, found)
                        .map_err(|cause| cause.within(format_args!("service {service} is not ready"))),
                };
                match &endpoint {
                    Ok(endpoint) if step.target() == Some(Target::Service(service)) => {
                        set_url(spec, node.name, step.index, &endpoint.url);
                    }
                    Ok(_) => {}
                    Err(error) => drop(first_error.get_or_insert_with(|| error.clone())),
                }
                let report = found.map(|found| ServiceReport::of(cluster, found));
                let meant = match found {
                    None => candidates.get_or_insert_with(|| Candidates::of(services, namespace)).meant(service),
                    Some(_) => None,
                };
                let (node, service) = (node.name.to_owned(), service.to_owned());
                self.services.push(ServiceStep { node, index: step.index, service, endpoint, report, meant });
            }
        }
        first_error.map_or(Ok(()), |error| Err(error.into()))
    }
}

impl ServiceReport {
    fn of(cluster: &Cluster, service: &Value) -> ServiceReport {
        let annotation = || service.annotation(keys::DEPLOYMENT_MODE);
        let mode = service.deployment_mode().or_else(annotation);
        let mut ready = Condition::all(service.conditions()).filter(|condition| condition.kind() == READY);
        ServiceReport {
            mode: mode.and_then(|text| Mode::parse(text, &cluster.release)),
            is_ready: ready.any(Condition::is_true),
        }
    }
}

/// The similarity above which one name is taken for a misspelling of another.
const ALIKE: f64 = 0.6;

/// The services that steps of a graph may mean.
struct Candidates<'s> {
    namespace: &'s str,
    /// The namespaces of all services by their names, the first if several have one.
    namespaces: BTreeMap<&'s str, &'s str>,
    here: Alike<'s>,
}

impl<'s> Candidates<'s> {
    fn of(services: &'s Found, namespace: &'s str) -> Candidates<'s> {
        let all = services.all(Kind::InferenceService).map(|service| (service.name(), service.namespace()));
        let mut namespaces = BTreeMap::new();
        for (name, namespace) in all {
            namespaces.entry(name).or_insert(namespace);
        }
        let here = Alike::to(services.list(Kind::InferenceService, namespace).map(|(name, _)| name));
        Candidates { namespace, namespaces, here }
    }

    /// The service that was probably meant by a name that no service in the namespace has: one with that name in another namespace,
    /// or else the one in this namespace with the most similar name.
    fn meant(&mut self, name: &str) -> Option<Key> {
        let key = |namespace: &str, name: &str| Key::new(Kind::InferenceService, namespace, name);
        if let Some(namespace) = self.namespaces.get(name) {
            return Some(key(namespace, name));
        }
        let (near, _) = self.here.nearest(name).filter(|(_, likeness)| *likeness >= ALIKE)?;
        Some(key(self.namespace, near))
    }
}

fn set_url(spec: &mut Map, node: &str, index: usize, url: &str) {
    let node = spec.get_mut("nodes").and_then(|nodes| nodes.get_mut(node));
    let step = node.and_then(|node| node.get_mut("steps")?.get_mut(index)?.as_object_mut());
    if let Some(step) = step {
        step.insert("serviceUrl".into(), url.into());
    }
}

fn decide_mode(cluster: &Cluster, graph: &Graph, status_mode: &str) -> Result<ModeDecision, Failure> {
    let release = &cluster.release;
    let deploy =
        cluster.config.deploy_defaults(release).map_err(|error| error.within("fails to create DeployConfig"))?;
    if !status_mode.is_empty() {
        let mode = Mode::parse(status_mode, release).unwrap_or_else(|| Mode::Other(status_mode.to_owned()));
        return Ok(ModeDecision { mode, from: ModeSource::Status });
    }
    let annotation = graph.metadata.annotations.get(keys::DEPLOYMENT_MODE);
    if let Some(mode) = annotation.and_then(|text| Mode::parse(text, release)) {
        return Ok(ModeDecision { mode, from: ModeSource::Annotation });
    }
    let from = if annotation.is_some() { ModeSource::DefaultDespiteAnnotation } else { ModeSource::Default };
    Ok(ModeDecision { mode: Mode::parse(&deploy.mode, release).unwrap_or(Mode::Other(deploy.mode)), from })
}

/// Checks that Knative Serving is installed and its autoscaler's configuration readable. Returns the annotations of the graph
/// without an initial scale that Knative would refuse.
fn check_knative(cluster: &Cluster, graph: &Graph) -> Result<BTreeMap<String, String>, Failure> {
    if !cluster.has_api(Kind::KnativeService) {
        let mode = Mode::Knative.name(&cluster.release);
        let error = format!(
            "terminal error: the resolved deployment mode of InferenceGraph '{}' is {mode}, but Knative Serving is not available",
            graph.metadata.name
        );
        let message =
            format!("It is not possible to use {mode} deployment mode when Knative Services are not available");
        let error = ControllerError::new(error).about(Cause::MissingApi);
        return Err(Failure { error, event: Some(("ServerlessModeRejected", message)) });
    }
    let mut annotations = graph.metadata.annotations.clone();
    drop_refused_initial_scale(cluster, &mut annotations)
        .map_err(|error| error.within("failed to retrieve the knative autoscaler configuration"))?;
    Ok(annotations)
}
