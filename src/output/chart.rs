//! A resource and what becomes of it as a chart: resource → workload → Service → route → URL, with pools and Gateways where there are
//! some, and behind the URL the way that requests take inside of the resource.

mod svg;

use crate::object::ObjectView as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::printable::on_one_line;
use crate::build::storage::TEMPLATES;
use crate::kinds::{self, Edge, Status, Title};
use crate::object::fields::{Lookup as _, filled, member, objects, text};
use crate::object::{Key, Kind, name};
use crate::render::Rendering;
use crate::{Map, Value};

/// How a chart is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A flowchart of Mermaid, which many renderers of Markdown draw.
    Mermaid,
    /// The language of Graphviz.
    Dot,
    /// Lines that are indented.
    Tree,
}

/// Boxes, and labelled arrows between them by their places. The first box is the resource.
#[derive(Debug, Default)]
pub struct Chart {
    boxes: Vec<Title>,
    arrows: Vec<Arrow>,
}

#[derive(Debug)]
struct Arrow {
    from: usize,
    to: usize,
    label: String,
}

impl Chart {
    /// The chart of a rendered resource.
    pub fn of(rendering: &Rendering) -> Chart {
        let mut chart = Chart::default();
        let resource =
            chart.add(Title::new(rendering.kind.name(), format!("{}/{}", rendering.namespace, rendering.name)));
        let exists = |object: &&Value| !rendering.deleted_again().contains(&Key::of(object));
        let made: Vec<&Value> = rendering.objects().iter().filter(exists).collect();
        let places: Vec<usize> = made.iter().map(|object| chart.add(title(object))).collect();
        let mut reached = BTreeSet::new();
        for (to, object) in places.iter().zip(&made) {
            for (from, label) in before(object, &made, &places) {
                chart.arrow(from, *to, label);
                reached.insert(*to);
            }
        }
        for (place, _) in places.iter().zip(&made).filter(|(place, _)| !reached.contains(*place)) {
            chart.arrow(resource, *place, "owner");
        }
        let gateways = chart.add_gateways(rendering, resource, &made, &places);
        let url = chart.add_url(rendering, resource, &made, &places, &gateways);
        chart.add_flow(rendering, url.unwrap_or(resource));
        chart
    }

    fn add(&mut self, title: Title) -> usize {
        self.boxes.push(title);
        self.boxes.len() - 1
    }

    fn arrow(&mut self, from: usize, to: usize, label: impl Into<String>) {
        self.arrows.push(Arrow { from, to, label: label.into() });
    }

    /// The Gateways of a service for large language models, behind the routes that are attached to them: its own one, or
    /// those that it names.
    fn add_gateways(
        &mut self,
        rendering: &Rendering,
        resource: usize,
        made: &[&Value],
        places: &[usize],
    ) -> Vec<usize> {
        if !kinds::properties(rendering.kind).names_routes {
            return Vec::new();
        }
        let routes = made.iter().zip(places).filter(|(object, _)| Kind::of(object) == Some(Kind::HttpRoute));
        let mut attached: Vec<(usize, Title)> = Vec::new();
        for (route, place) in routes {
            let parents = route.spec().into_iter().flat_map(|spec| objects(spec, "parentRefs"));
            attached.extend(parents.map(|parent| (*place, gateway(parent, &rendering.namespace))));
        }
        if attached.is_empty() {
            let status = rendering.status().map(Status::to_value).unwrap_or_default();
            let router = status.as_object().and_then(|status| member(status, "router"));
            let mut named: BTreeMap<Title, usize> = BTreeMap::new();
            for parent in router.into_iter().flat_map(|router| objects(router, "gateways")) {
                for route in objects(parent, "httpRoutes") {
                    let title = Title::new(Kind::HttpRoute.name(), text(route, "name"));
                    let place = *named.entry(title.clone()).or_insert_with(|| {
                        let place = self.add(title);
                        self.arrow(resource, place, "names");
                        place
                    });
                    attached.push((place, gateway(parent, &rendering.namespace)));
                }
            }
        }
        let mut gateways: BTreeMap<Title, usize> = BTreeMap::new();
        for (route, title) in attached {
            let to = *gateways.entry(title.clone()).or_insert_with(|| self.add(title));
            self.arrow(route, to, "attached to");
        }
        gateways.into_values().collect()
    }

    /// The URL behind its Gateway, else behind the routes, else behind the Knative Services, else behind the resource.
    fn add_url(
        &mut self,
        rendering: &Rendering,
        resource: usize,
        made: &[&Value],
        places: &[usize],
        gateways: &[usize],
    ) -> Option<usize> {
        let url = rendering.status()?.url()?;
        let place = self.add(Title::of_url(url));
        let of = |kinds: &[Kind]| -> Vec<(usize, bool)> {
            let all = made.iter().zip(places);
            all.filter(|(object, _)| Kind::of(object).is_some_and(|kind| kinds.contains(&kind)))
                .map(|(object, at)| (*at, name::object_name(object) == rendering.name))
                .collect()
        };
        let origin = origin(rendering, url);
        let is_origin = |at: &usize| origin.as_ref().is_none_or(|title| self.boxes.get(*at) == Some(title));
        let mut from: Vec<usize> = gateways.iter().copied().filter(is_origin).collect();
        if from.is_empty() {
            let names_routes = kinds::properties(rendering.kind).names_routes;
            let routes = of(&[Kind::Ingress, Kind::HttpRoute, Kind::VirtualService]);
            from = routes.into_iter().filter(|(_, own)| names_routes || *own).map(|(at, _)| at).collect();
        }
        if from.is_empty() {
            from = of(&[Kind::KnativeService]).into_iter().filter(|(_, own)| *own).map(|(at, _)| at).collect();
        }
        if from.is_empty() {
            from.push(resource);
        }
        for at in from {
            self.arrow(at, place, "serves");
        }
        Some(place)
    }

    /// The way that requests take inside of the resource, once they have come to `entry`.
    fn add_flow(&mut self, rendering: &Rendering, entry: usize) {
        let Some(flow) = rendering.flow() else { return };
        let first = self.boxes.len();
        self.boxes.extend(flow.nodes);
        if let Some(start) = flow.start {
            self.arrow(entry, first + start, "requests");
        }
        for Edge { from, to, label } in flow.edges {
            self.arrow(first + from, first + to, label);
        }
    }

    /// The chart as text.
    pub fn to_text(&self, form: Form) -> String {
        match form {
            Form::Mermaid => self.mermaid(),
            Form::Dot => self.dot(),
            Form::Tree => self.tree(),
        }
    }

    fn mermaid(&self) -> String {
        let escaped = |text: &str| on_one_line(text).replace('&', "#amp;").replace('"', "#quot;").replace('<', "#lt;");
        let mut out = String::from("flowchart LR\n");
        for (at, title) in self.boxes.iter().enumerate() {
            let _ = writeln!(out, "  n{at}[\"{}\"]", escaped(&title.to_string()));
        }
        for Arrow { from, to, label } in &self.arrows {
            let _ = writeln!(out, "  n{from} -->|\"{}\"| n{to}", escaped(label));
        }
        out
    }

    fn dot(&self) -> String {
        let escaped = |text: &str| on_one_line(text).replace('\\', "\\\\").replace('"', "\\\"");
        let name = self.boxes.first().map(Title::to_string).unwrap_or_default();
        let mut out = format!("digraph \"{}\" {{\n  rankdir=LR;\n  node [shape=box];\n", escaped(&name));
        for (at, title) in self.boxes.iter().enumerate() {
            let _ = writeln!(out, "  n{at} [label=\"{}\"];", escaped(&title.to_string()));
        }
        for Arrow { from, to, label } in &self.arrows {
            let _ = writeln!(out, "  n{from} -> n{to} [label=\"{}\"];", escaped(label));
        }
        out.push_str("}\n");
        out
    }

    fn tree(&self) -> String {
        let mut out = String::new();
        if let Some(resource) = self.boxes.first() {
            let _ = writeln!(out, "{}", on_one_line(&resource.to_string()));
        }
        self.branches(0, "", &mut filled([0]), &mut out);
        out
    }

    /// The boxes behind a box; what was shown before is only named.
    fn branches(&self, from: usize, indent: &str, shown: &mut BTreeSet<usize>, out: &mut String) {
        let arrows: Vec<&Arrow> = self.arrows.iter().filter(|arrow| arrow.from == from).collect();
        for (at, Arrow { to, label, .. }) in arrows.iter().copied().enumerate() {
            let is_last = at + 1 == arrows.len();
            let title = self.boxes.get(*to).map(Title::to_string).unwrap_or_default();
            let title = on_one_line(&title);
            let is_new = shown.insert(*to);
            let again = if is_new || !self.arrows.iter().any(|arrow| arrow.from == *to) { "" } else { " (see above)" };
            let branch = if is_last { "└─ " } else { "├─ " };
            let _ = writeln!(out, "{indent}{branch}{}: {title}{again}", on_one_line(label));
            if is_new {
                let deeper = format!("{indent}{}", if is_last { "   " } else { "│  " });
                self.branches(*to, &deeper, shown, out);
            }
        }
    }
}

/// The title of the Gateway to which a reference from a namespace leads.
fn gateway(reference: &Map, namespace: &str) -> Title {
    let own = Some(text(reference, "namespace")).filter(|own| !own.is_empty());
    Title::new(Kind::Gateway.name(), format!("{}/{}", own.unwrap_or(namespace), text(reference, "name")))
}

/// The title of the Gateway that serves a URL, if the status tells it.
fn origin(rendering: &Rendering, url: &str) -> Option<Title> {
    let status = rendering.status()?.to_value();
    let address = objects(status.as_object()?, "addresses").find(|address| text(address, "url") == url)?;
    Some(gateway(member(address, "origin")?, &rendering.namespace))
}

/// The part of the work that the pods of a workload do, if prefill and decode are apart.
fn part(object: &Value) -> &str {
    let mut labels = templates(object).filter_map(|template| template.at("/metadata/labels"));
    let role = labels.find_map(|labels| labels.get("llm-d.ai/role")?.as_str());
    match role {
        Some("prefill") => " (prefill)",
        Some("decode") => " (decode)",
        _ => "",
    }
}

/// The pod templates of a workload, be they all alike or of leaders and workers.
fn templates(workload: &Value) -> impl Iterator<Item = &Value> {
    TEMPLATES.into_iter().filter_map(|at| workload.at(at))
}

/// The title of an object in a chart.
fn title(object: &Value) -> Title {
    let kind = Kind::of(object);
    let name = format!("{}{}", name::object_name(object), part(object));
    match kind {
        Some(kind @ Kind::InferencePoolX) => Title::new(kind.name(), format!("({}) {name}", kind.version())),
        Some(kind) => Title::new(kind.words(), name),
        None => Title::new(crate::object::role::kind(object), name),
    }
}

/// The objects before an object on the way from the resource to its URL, each with the label of the arrow.
fn before(object: &Value, made: &[&Value], places: &[usize]) -> Vec<(usize, &'static str)> {
    let nothing = Map::new();
    let spec = object.get("spec").and_then(Value::as_object).unwrap_or(&nothing);
    let all = || made.iter().zip(places);
    let of = |kind: Kind, wanted: &dyn Fn(&Value) -> bool, label: &'static str| -> Vec<(usize, &'static str)> {
        let found = all().filter(|(other, _)| Kind::of(other) == Some(kind) && wanted(other));
        found.map(|(_, place)| (*place, label)).collect()
    };
    match Kind::of(object) {
        Some(Kind::Service) => {
            let Some(selector) = member(spec, "selector") else { return Vec::new() };
            let mut found = of(Kind::Deployment, &|workload| selects(selector, workload), "selects");
            found.extend(of(Kind::LeaderWorkerSet, &|workload| selects(selector, workload), "selects"));
            found
        }
        Some(Kind::InferencePool | Kind::InferencePoolX) => {
            let Some(selector) = member(spec, "selector") else { return Vec::new() };
            let selector = member(selector, "matchLabels").unwrap_or(selector);
            let mut found = of(Kind::Deployment, &|workload| selects(selector, workload), "selects");
            found.extend(of(Kind::LeaderWorkerSet, &|workload| selects(selector, workload), "selects"));
            let picker = member(spec, "endpointPickerRef").or_else(|| member(spec, "extensionRef"));
            let picker = picker.map_or("", |picker| text(picker, "name"));
            found.extend(of(Kind::Service, &|service| name::object_name(service) == picker, "picks"));
            found
        }
        Some(Kind::HorizontalPodAutoscaler | Kind::ScaledObject) => {
            let scaled = member(spec, "scaleTargetRef").map_or("", |target| text(target, "name"));
            let mut found = of(Kind::Deployment, &|workload| name::object_name(workload) == scaled, "scales");
            found.extend(of(Kind::LeaderWorkerSet, &|workload| name::object_name(workload) == scaled, "scales"));
            found
        }
        Some(Kind::Ingress | Kind::HttpRoute | Kind::VirtualService) => {
            let names = backends(object);
            let routed = |service: &Value| names.contains(name::object_name(service));
            let mut found = of(Kind::Service, &routed, "routes");
            for pools in [Kind::InferencePool, Kind::InferencePoolX] {
                found.extend(of(pools, &|pool| leads_to(spec, pools, name::object_name(pool)), "routes"));
            }
            found.extend(of(Kind::KnativeService, &routed, "routes"));
            found
        }
        _ => Vec::new(),
    }
}

/// Whether a selector selects pods of a workload, be they all alike or leaders and workers.
fn selects(selector: &Map, workload: &Value) -> bool {
    templates(workload)
        .filter_map(|template| template.at("/metadata/labels"))
        .any(|labels| selector.iter().all(|(key, value)| labels.get(key) == Some(value)))
}

/// Whether a rule of an HTTPRoute leads to an object of another kind than Service.
fn leads_to(spec: &Map, kind: Kind, wanted: &str) -> bool {
    let backends = objects(spec, "rules").flat_map(|rule| objects(rule, "backendRefs"));
    let mut backends = backends.filter(|backend| text(backend, "group") == kind.group());
    backends.any(|backend| text(backend, "kind") == kind.name() && text(backend, "name") == wanted)
}

/// The names of the Services to which a route leads.
fn backends(route: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect_backends(route.get("spec").unwrap_or(&Value::Null), &mut names);
    names
}

fn collect_backends(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_backends(item, names)),
        Value::Object(fields) => {
            if let Some(service) = member(fields, "service") {
                names.insert(text(service, "name").to_owned());
            }
            for backend in objects(fields, "backendRefs") {
                names.insert(text(backend, "name").to_owned());
            }
            // The headers of a VirtualService's route name the host of the component, which begins with its name.
            if let Some(host) = fields.get("Host").or_else(|| fields.get("host")).and_then(Value::as_str) {
                names.extend(host.split('.').next().map(str::to_owned));
            }
            fields.values().for_each(|value| collect_backends(value, names));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::facts::{Cluster, Found};
    use crate::release::Version;
    use crate::render::render_all_objects;

    fn chart(kind: Kind, standard: bool) -> Chart {
        let annotations = if standard { json!({ "serving.kserve.io/deploymentMode": "Standard" }) } else { json!({}) };
        let metadata = |name: &str| json!({ "name": name, "namespace": "ns", "annotations": annotations });
        let model = json!({ "modelFormat": { "name": "sklearn" }, "storageUri": "gs://models/x" });
        let service = json!({
            "apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService", "metadata": metadata("leaf"),
            "spec": { "predictor": { "model": model } },
        });
        let nodes = json!({
            "root": { "routerType": "Sequence", "steps": [{ "serviceName": "leaf" }, { "nodeName": "last", "data": "$response" }] },
            "last": { "routerType": "Switch", "steps": [{ "serviceUrl": "http://x", "condition": "a.#(b==\"c\")" }] },
        });
        let graph = json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "InferenceGraph", "metadata": metadata("flow"),
            "spec": { "nodes": nodes },
        });
        let cluster = Cluster::of(Version::NEWEST, []);
        let all = render_all_objects(&cluster, &[service, graph], &Arc::new(Found::default()));
        Chart::of(all.iter().find(|rendering| rendering.kind == kind).unwrap())
    }

    #[test]
    fn a_service_is_followed_to_its_url() {
        assert_eq!(
            chart(Kind::InferenceService, true).to_text(Form::Tree),
            "InferenceService ns/leaf\n\
             └─ owner: Deployment leaf-predictor\n   \
                ├─ selects: Service leaf-predictor\n   \
                │  └─ routes: Ingress leaf\n   \
                │     └─ serves: http://leaf-ns.example.com\n   \
                └─ scales: HorizontalPodAutoscaler leaf-predictor\n"
        );
    }

    #[test]
    fn a_service_for_large_language_models_is_followed_through_pool_and_route_to_its_gateway() {
        let gateway = json!({
            "apiVersion": "gateway.networking.k8s.io/v1", "kind": "Gateway",
            "metadata": { "name": "kserve-ingress-gateway", "namespace": "kserve" },
            "spec": { "gatewayClassName": "c", "listeners": [{ "name": "http", "port": 80, "protocol": "HTTP" }] },
            "status": { "addresses": [{ "type": "IPAddress", "value": "192.0.2.1" }] },
        });
        let class = json!({
            "apiVersion": "gateway.networking.k8s.io/v1", "kind": "GatewayClass",
            "metadata": { "name": "c" }, "spec": { "controllerName": "a.example/b" },
        });
        let service = json!({
            "apiVersion": "serving.kserve.io/v1alpha2", "kind": "LLMInferenceService",
            "metadata": { "name": "m", "namespace": "ns" },
            "spec": {
                "model": { "uri": "hf://acme/m" }, "prefill": {},
                "router": { "route": {}, "gateway": {}, "scheduler": {} },
            },
        });
        for version in [Version::V0_18, Version::NEWEST] {
            let cluster = Cluster::of(version, [gateway.clone(), class.clone()]);
            let all = render_all_objects(&cluster, std::slice::from_ref(&service), &Arc::new(Found::default()));
            let mermaid = Chart::of(&all[0]).to_text(Form::Mermaid);
            let place = |title: &str| {
                let line = mermaid.lines().find(|line| line.contains(&format!("[\"{title}\"]")));
                line.unwrap_or_else(|| panic!("{title}: {mermaid}")).split_once('[').unwrap().0.trim().to_owned()
            };
            let way = |from: &str, label: &str, to: &str| {
                let arrow = format!("  {} -->|\"{label}\"| {}\n", place(from), place(to));
                assert!(mermaid.contains(&arrow), "{arrow}{mermaid}");
            };
            let pool = "InferencePool (v1alpha2) m-inference-pool";
            way("Deployment m-kserve (decode)", "selects", pool);
            way("Deployment m-kserve-prefill (prefill)", "selects", pool);
            way(pool, "routes", "HTTPRoute m-kserve-route");
            way("HTTPRoute m-kserve-route", "attached to", "Gateway kserve/kserve-ingress-gateway");
            way("Gateway kserve/kserve-ingress-gateway", "serves", "http://192.0.2.1/ns/m");
        }
    }

    #[test]
    fn a_graph_shows_its_steps() {
        let chart = chart(Kind::InferenceGraph, false);
        assert_eq!(
            chart.to_text(Form::Tree),
            "InferenceGraph ns/flow\n\
             └─ owner: Knative Service flow\n   \
                └─ serves: http://flow.ns.example.com\n      \
                   └─ requests: node root (Sequence)\n         \
                      ├─ 0: InferenceService leaf http://leaf.ns.svc.cluster.local/v1/models/leaf:predict\n         \
                      └─ 1 $response: node last (Switch)\n            \
                         └─ if a.#(b==\"c\"): http://x\n"
        );
        let mermaid = chart.to_text(Form::Mermaid);
        assert!(mermaid.starts_with("flowchart LR\n  n0[\"InferenceGraph ns/flow\"]\n"), "{mermaid}");
        assert!(mermaid.contains("-->|\"if a.#(b==#quot;c#quot;)\"|"), "{mermaid}");
        let dot = chart.to_text(Form::Dot);
        assert!(dot.contains("[label=\"if a.#(b==\\\"c\\\")\"];\n") && dot.ends_with("}\n"), "{dot}");
    }

    #[test]
    fn circles_end_and_missing_nodes_are_told() {
        let step = |node: &str| json!({ "routerType": "Ensemble", "steps": [{ "nodeName": node }] });
        let nodes = json!({ "root": step("next"), "next": { "routerType": "Ensemble", "steps": [
            { "nodeName": "root", "name": "back" }, { "nodeName": "gone" },
        ] } });
        let graph = json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "InferenceGraph",
            "metadata": { "name": "flow", "namespace": "ns" }, "spec": { "nodes": nodes },
        });
        let cluster = Cluster::of(Version::NEWEST, []);
        let all = render_all_objects(&cluster, &[graph], &Arc::new(Found::default()));
        let tree = Chart::of(&all[0]).to_text(Form::Tree);
        assert!(tree.contains("back: node root (Ensemble) (see above)\n"), "{tree}");
        assert!(tree.contains("all: node gone (missing)\n"), "{tree}");
    }
}
