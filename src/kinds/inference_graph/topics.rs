//! Why a graph becomes what it becomes: its mode, its URL, and what each step receives and waits for.

use super::plan::{Decisions, ModeSource};
use super::view::{Graph, Node, Step, Target};
use crate::api::Mode;
use crate::explain::{Cell, Group, Inquiry, Item, Origin, Section, Table, Topic};
use crate::facts::Cluster;
use crate::kinds::Status;
use crate::object::ControllerError;
use crate::object::ObjectView as _;
use crate::object::name::object_name;
use crate::object::{Key, Kind, Path, keys, role};
use crate::render::Rendering;
use crate::schema::Types;
use crate::{Map, Value};

/// The input of an explanation of a graph.
struct ExplainedGraph<'a> {
    cluster: &'a Cluster,
    written: &'a Value,
    graph: Graph,
    rendering: &'a Rendering,
    payload: Option<&'a str>,
}

/// The topics of graphs.
pub(crate) fn sections(inquiry: &Inquiry<'_>, topics: &[Topic]) -> Vec<Section> {
    let Inquiry { cluster, written, rendering, payload, .. } = *inquiry;
    topics.iter().filter_map(|topic| section(cluster, written, rendering, payload, *topic)).collect()
}

/// One topic of a graph; `None` for topics that graphs do not have. `payload` is a request on which the conditions are tried.
fn section(
    cluster: &Cluster,
    written: &Value,
    rendering: &Rendering,
    payload: Option<&str>,
    topic: Topic,
) -> Option<Section> {
    let nothing = Map::new();
    let types = Types::of(cluster.release.input.fields);
    let graph = Graph::of(types, written.as_object().unwrap_or(&nothing));
    let subject = ExplainedGraph { cluster, written, graph, rendering, payload };
    match topic {
        Topic::Mode => Some(subject.mode()),
        Topic::Url => Some(subject.url()),
        Topic::Steps => Some(subject.steps()),
        Topic::Objects => Some(subject.objects()),
        _ => None,
    }
}

impl ExplainedGraph<'_> {
    fn decisions(&self) -> Option<&Decisions> {
        self.rendering.details()
    }

    fn standard(&self) -> bool {
        let decision = self.decisions().and_then(|decisions| decisions.mode.as_ref());
        decision.is_some_and(|decision| decision.mode == Mode::Standard)
    }

    fn mode(&self) -> Section {
        let release = &self.cluster.release;
        let mut items = Vec::new();
        let answer = match self.decisions().and_then(|decisions| decisions.mode.as_ref()) {
            None => "cannot be told: the controller does not get that far".to_owned(),
            Some(decision) => {
                let name = decision.mode.name(release).to_owned();
                let because = match decision.from {
                    ModeSource::Status => "the status of the graph has it",
                    ModeSource::Annotation => "the annotation of the graph chooses it",
                    ModeSource::DefaultDespiteAnnotation => {
                        "the annotation names no mode that this release knows; it is the default"
                    }
                    ModeSource::Default => "no annotation chooses another, so it is the default",
                };
                let runs_as = match decision.mode {
                    Mode::Standard => "a Deployment of the router, a Service and an autoscaler",
                    _ => "a Knative Service of the router; Knative makes Deployments and scales them",
                };
                items.push(Item::fact("because", "because", because));
                items.push(Item::fact("runsAs", "runs as", runs_as));
                if name.is_empty() { "none is configured".to_owned() } else { name }
            }
        };
        let annotation = self.written.annotation(keys::DEPLOYMENT_MODE);
        items.push(match annotation {
            Some(text) => {
                let path = Path::keys(["metadata", "annotations", keys::DEPLOYMENT_MODE]);
                Item::from("annotation", "annotation", text, Origin::Service(path))
            }
            None => Item::unset("annotation", "annotation", format!("{} is not set", keys::DEPLOYMENT_MODE)),
        });
        let default = self.cluster.config.deploy.value().map(|deploy| deploy.default_deployment_mode.as_str());
        items.extend(default.map(|text| {
            Item::from(
                "default",
                "default",
                text,
                Origin::of_config(self.cluster, "deploy", &["defaultDeploymentMode"]),
            )
        }));
        Section { topic: Topic::Mode, answer, items }
    }

    fn url(&self) -> Section {
        let mut items = Vec::new();
        let url = self.rendering.status().and_then(Status::url);
        let answer = match url {
            Some(url) => url.to_owned(),
            None if self.rendering.refusal().is_some() => "none: the graph is refused".to_owned(),
            None if self.rendering.error().is_some() => "none: the controller fails before it reports one".to_owned(),
            None if self.decisions().is_some_and(|decisions| decisions.stops) => {
                "none: the graph is stopped".to_owned()
            }
            None => "none, as long as the graph is not ready".to_owned(),
        };
        if self.standard() {
            let template = self.cluster.routing.as_ref().map(|routing| routing.settings.domain_template.clone());
            items.extend(template.ok().map(|template| {
                let origin = Origin::of_config(self.cluster, "ingress", &["domainTemplate"]);
                Item::from("domainTemplate", "domain template", template, origin)
            }));
            // A stopped graph has no Service, and a failed one may have none: then there is no host to name.
            if url.is_some() {
                let text = "in Standard mode the controller reports this URL, but makes no Ingress, HTTPRoute or VirtualService for it";
                items.push(Item::note(text));
                let inside = format!(
                    "http://{}.{}.svc.{}",
                    self.rendering.name, self.rendering.namespace, self.cluster.settings.cluster_domain
                );
                items.push(Item::fact("inside", "within the cluster", inside));
            }
        } else if url.is_some() {
            items.push(Item::note("it is the URL that Knative reports of the Knative Service"));
        }
        Section { topic: Topic::Url, answer, items }
    }

    fn steps(&self) -> Section {
        let nodes: Vec<Node<'_>> = self.graph.nodes().collect();
        let groups: Vec<Group> = nodes.iter().map(|node| self.node(node)).collect();
        let waits: Vec<&str> = self.errors().collect();
        let count: usize = nodes.iter().map(|node| node.steps().count()).sum();
        let answer = match waits.as_slice() {
            [] => {
                format!("{count} in {} node{}, beginning in root", nodes.len(), if nodes.len() == 1 { "" } else { "s" })
            }
            [first, ..] => format!("the graph waits: {first}"),
        };
        Section { topic: Topic::Steps, answer, items: vec![Item::Groups { key: "nodes", groups }] }
    }

    fn errors(&self) -> impl Iterator<Item = &str> {
        let services = self.decisions().map(|decisions| decisions.services.as_slice()).unwrap_or_default();
        services.iter().filter_map(|step| step.endpoint.as_ref().err().map(ControllerError::text))
    }

    fn node(&self, node: &Node<'_>) -> Group {
        let what = match node.router() {
            "Sequence" => "its steps one after the other",
            "Splitter" => "one of its steps, by chance",
            "Ensemble" => "all its steps at once, whose answers become one object by the names of the steps",
            _ => "the first of its steps whose condition holds, else status 404",
        };
        let mut items = vec![Item::note(format!("a request goes to {what}"))];
        let chosen = self.payload.filter(|_| node.router() == "Switch").map(|payload| Choice::of(node, payload));
        let rows = node.steps().map(|step| self.row(node, &step, chosen)).collect();
        let columns = vec![
            ("step", "STEP"),
            ("to", "GOES TO"),
            ("url", "URL"),
            ("from", "FROM"),
            ("because", "BECAUSE"),
            ("gets", "GETS"),
            ("when", "WHEN"),
        ];
        items.push(Item::Table(Table { key: "steps", columns, rows, rest: None }));
        if let Some(chosen) = chosen {
            let title = |index: usize| node.steps().nth(index).map(|step| step.title()).unwrap_or_default();
            let fact = |value: Value| Item::fact("payload", "the payload goes to", value);
            items.push(match chosen {
                Choice::Step(index) => fact(title(index).into()),
                Choice::None => fact(Value::Null).shown("no step: status 404"),
                Choice::Unknown(index) => {
                    let text = format!("{} or a later step: its condition cannot be tried here", title(index));
                    fact(Value::Null).shown(text)
                }
            });
        }
        Group { title: format!("node {} ({})", node.name, node.router()), items }
    }

    fn row(&self, node: &Node<'_>, step: &Step<'_>, chosen: Option<Choice>) -> Vec<Cell> {
        let name = match step.name() {
            "" => format!("{}", step.index),
            name => format!("{} {name}", step.index),
        };
        let (to, url, from, because) = match step.target() {
            None => (String::new(), String::new(), "".into(), "no target".to_owned()),
            Some(target @ Target::Node(next)) => {
                (format!("node {next}"), String::new(), written(node, step, target), "nodeName".to_owned())
            }
            Some(target @ Target::Url(url)) => {
                (String::new(), url.to_owned(), written(node, step, target), "serviceUrl".to_owned())
            }
            Some(target @ Target::Service(service)) => self.service(node, step, target, service),
        };
        vec![
            name.into(),
            to.into(),
            url.into(),
            from,
            because.into(),
            gets(node, step).into(),
            when(node, step, chosen).into(),
        ]
    }

    /// Where a step goes that names a service, and why.
    fn service(
        &self,
        node: &Node<'_>,
        step: &Step<'_>,
        target: Target<'_>,
        service: &str,
    ) -> (String, String, Cell, String) {
        let to = format!("InferenceService {service}");
        let found = self.decisions().and_then(|decisions| decisions.service(node.name, step.index));
        match found.map(|found| &found.endpoint) {
            Some(Ok(endpoint)) => {
                let path = match &endpoint.protocol.name {
                    None => format!("no path ({})", endpoint.protocol.from),
                    Some(protocol) => {
                        let model = &endpoint.model;
                        format!("{protocol} ({}), model {} ({})", endpoint.protocol.from, model.name, model.from)
                    }
                };
                let key = Key::new(Kind::InferenceService, &self.rendering.namespace, service);
                let from = Cell::From(Origin::Status(key, Path::keys(["status", "address", "url"])));
                (to, endpoint.url.clone(), from, format!("its address; {path}"))
            }
            Some(Err(error)) => (to, String::new(), written(node, step, target), format!("waits: {error}")),
            None => (to, String::new(), written(node, step, target), "not looked up".to_owned()),
        }
    }

    fn objects(&self) -> Section {
        let created = self.rendering.objects().iter();
        let rows: Vec<Vec<Cell>> = created
            .map(|object| vec![role::kind(object).into(), role::api_version(object).into(), object_name(object).into()])
            .collect();
        let answer = match rows.len() {
            0 if self.rendering.refusal().is_some() => "none: the graph is refused".to_owned(),
            0 if self.rendering.error().is_some() => "none: the controller fails before it creates any".to_owned(),
            0 => "none: the graph is stopped".to_owned(),
            1 => "one is created".to_owned(),
            count => format!("{count} are created"),
        };
        let columns = vec![("kind", "CREATED"), ("apiVersion", ""), ("name", "NAME")];
        let items = vec![Item::Table(Table { key: "created", columns, rows, rest: None })];
        Section { topic: Topic::Objects, answer, items }
    }
}

/// The place of a step's target.
fn written(node: &Node<'_>, step: &Step<'_>, target: Target<'_>) -> Cell {
    Cell::From(Origin::Service(node.step_path(step).key(target.field())))
}

/// What a step receives as its request.
fn gets(node: &Node<'_>, step: &Step<'_>) -> String {
    let response = step.data() == "$response" && node.router() == "Sequence" && step.index > 0;
    let what = if response { "$response: that of the step before" } else { "$request: that to the node" };
    match step.map_predictions_to_instances() {
        Some(true) => format!("{what}, with predictions as instances"),
        _ => what.to_owned(),
    }
}

/// When a step is taken.
fn when(node: &Node<'_>, step: &Step<'_>, chosen: Option<Choice>) -> String {
    let condition = step.condition();
    match node.router() {
        "Splitter" => format!("{} of 100 requests", step.weight().unwrap_or_default()),
        "Switch" => {
            let tried = match chosen {
                None => "",
                Some(Choice::Step(index)) if index == step.index => ": holds for the payload",
                Some(Choice::Step(index) | Choice::Unknown(index)) if index < step.index => ": not looked at",
                Some(Choice::Unknown(index)) if index == step.index => ": cannot be tried here",
                Some(_) => ": does not hold for the payload",
            };
            if condition.is_empty() { format!("never: no condition{tried}") } else { format!("{condition}{tried}") }
        }
        "Sequence" if !condition.is_empty() => format!("{condition} in the response before; else the sequence ends"),
        _ => "always".to_owned(),
    }
}

/// What a Switch does with a payload.
#[derive(Debug, Clone, Copy)]
enum Choice {
    Step(usize),
    /// No condition holds.
    None,
    /// The condition of this step cannot be evaluated here.
    Unknown(usize),
}

impl Choice {
    fn of(node: &Node<'_>, payload: &str) -> Choice {
        for step in node.steps() {
            match super::condition::holds(step.condition(), payload) {
                Some(true) => return Choice::Step(step.index),
                Some(false) => {}
                None => return Choice::Unknown(step.index),
            }
        }
        Choice::None
    }
}
