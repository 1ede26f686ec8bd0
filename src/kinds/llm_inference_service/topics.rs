//! Topics: whether a service is ready and why, and how requests reach it.

mod subject;
mod workloads;

use std::collections::BTreeSet;

use subject::{ExplainedLlmService, Purpose};

use crate::Value;
use crate::api::{BackendReference, Condition, RouteMatch, RouteSpec};
use crate::explain::{Cell, Inquiry, Item, Section, Table, Topic};
use crate::facts::Cluster;
use crate::kinds::Status;
use crate::kinds::llm_inference_service::advice::on_absence;
use crate::kinds::llm_inference_service::spec::{EndpointPicker, Extension, OldPoolSpec, PoolSpec};
use crate::kinds::llm_inference_service::status::{OF_ROUTER, OF_WORKLOADS, trouble, types};
use crate::kinds::llm_inference_service::status_view::{
    LlmAddress, LlmStatus, ObjectReference, ObservedGateway, ObservedWorkload, Workloads,
};
use crate::object::fields::{NOTHING, filled};
use crate::object::name::object_name;
use crate::object::{Kind, ObjectView as _, role};
use crate::render::Rendering;

/// The topics of LLMInferenceServices.
pub(crate) fn sections(inquiry: &Inquiry<'_>, topics: &[Topic]) -> Vec<Section> {
    let Inquiry { cluster, written, rendering, .. } = *inquiry;
    topics.iter().filter_map(|topic| section(cluster, written, rendering, *topic)).collect()
}

/// One topic of a service; `None` for topics that LLMInferenceServices do not have.
fn section(cluster: &Cluster, written: &Value, rendering: &Rendering, topic: Topic) -> Option<Section> {
    let status = rendering.status().map(Status::to_value);
    let status = LlmStatus::of(status.as_ref().and_then(Value::as_object).unwrap_or(&NOTHING));
    let subject = ExplainedLlmService { rendering, status };
    match topic {
        Topic::Ready => Some(subject.ready()),
        Topic::Url => Some(subject.url()),
        Topic::Route => Some(subject.route()),
        Topic::Objects => Some(subject.objects()),
        Topic::Mode => Some(workloads::mode(&subject)),
        Topic::Autoscaler => Some(workloads::autoscaler(&subject)),
        Topic::Storage => Some(workloads::storage(&subject, cluster)),
        Topic::Labels => Some(workloads::labels(&subject, written)),
        Topic::Runtime | Topic::Hosts | Topic::Steps => None,
    }
}

/// The conditions in the table, each with the condition that depends on it.
fn conditions() -> impl Iterator<Item = (&'static str, &'static str)> {
    let first =
        [(types::READY, ""), (types::PRESETS_COMBINED, "everything else"), (types::WORKLOADS_READY, types::READY)];
    let of_workloads = OF_WORKLOADS.map(|kind| (kind, types::WORKLOADS_READY));
    let of_router = OF_ROUTER.map(|kind| (kind, types::ROUTER_READY));
    let others = [types::GROUP_READY, types::GROUP_DEGRADED, types::OCI_IMAGE_VOLUME_COMPATIBLE];
    let routing = std::iter::once((types::ROUTER_READY, types::READY)).chain(of_router);
    first.into_iter().chain(of_workloads).chain(routing).chain(others.map(|kind| (kind, "")))
}

impl ExplainedLlmService<'_> {
    fn ready(&self) -> Section {
        let mut rows = Vec::new();
        for (kind, decides) in conditions() {
            let Some(condition) = self.status.condition(kind) else { continue };
            let words = [condition.reason(), condition.message()];
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            let looks_at: Vec<Cell> = vec![
                kind.into(),
                condition.status().into(),
                decides.into(),
                self.looks_at(kind).into(),
                words.join(": ").into(),
            ];
            rows.push(looks_at);
        }
        let mut items = Vec::new();
        let ready = self.status.condition(types::READY).map(Condition::status);
        let answer = match ready {
            Some("True") => "True".to_owned(),
            Some(status) => format!("{status}: {}", self.because()),
            None => format!("cannot be told: {}", self.because()),
        };
        if !rows.is_empty() {
            let columns = vec![
                ("condition", "CONDITION"),
                ("status", "STATUS"),
                ("decides", "DECIDES"),
                ("looksAt", "LOOKS AT"),
                ("why", "WHY"),
            ];
            items.push(Item::Table(Table { key: "conditions", columns, rows, rest: None }));
            let text = "of several that are False, the first of this order gives the sum its reason";
            items.push(Item::note(text));
            // Some errors end a pass before any condition reports them.
            if ready == Some("True") && self.rendering.error().is_some() {
                let text = "the controller fails before a condition tells of it, and tries again and again: what it has not come to \
                            is not made";
                items.push(Item::note(text));
            }
        }
        items.extend(self.cause().and_then(on_absence).map(Item::note));
        Section { topic: Topic::Ready, answer, items }
    }

    /// The objects that a condition depends on.
    fn looks_at(&self, condition: &str) -> String {
        // The status names no objects before a first complete pass.
        let workloads = self.status.workloads();
        let workload = |observed: Option<ObservedWorkload<'_>>, purpose: Purpose| match observed {
            Some(observed) => format!("{} {}", observed.kind(), observed.name()),
            None => named(self.made().filter(|object| Purpose::of(object) == Some(purpose))),
        };
        let scaler = |is_prefill: bool| {
            let all = self.of_kind(Kind::HorizontalPodAutoscaler).chain(self.of_kind(Kind::ScaledObject));
            let own = all.filter(|object| object_name(object).contains("-prefill") == is_prefill);
            named(own)
        };
        match condition {
            types::MAIN_WORKLOAD_READY | types::WORKER_WORKLOAD_READY => {
                workload(workloads.and_then(Workloads::primary), Purpose::Servers)
            }
            types::PREFILL_WORKLOAD_READY | types::PREFILL_WORKER_WORKLOAD_READY => {
                workload(workloads.and_then(Workloads::prefill), Purpose::PrefillServers)
            }
            types::SCHEDULER_WORKLOAD_READY => workload(workloads.and_then(Workloads::scheduler), Purpose::Scheduler),
            types::SCALING_READY => scaler(false),
            types::PREFILL_SCALING_READY => scaler(true),
            types::INFERENCE_POOL_READY => {
                let pools: BTreeSet<String> =
                    filled(self.pools().map(|pool| format!("InferencePool {}", object_name(pool))));
                pools.into_iter().collect::<Vec<_>>().join(", ")
            }
            types::GATEWAYS_READY => {
                let names =
                    self.status.gateways().map(|gateway| format!("Gateway {}", qualified_name(gateway.reference())));
                names.collect::<Vec<_>>().join(", ")
            }
            types::HTTP_ROUTES_READY => {
                let routes = self.status.gateways().flat_map(ObservedGateway::http_routes);
                let names: BTreeSet<String> = filled(routes.map(|route| format!("HTTPRoute {route}")));
                names.into_iter().collect::<Vec<_>>().join(", ")
            }
            _ => String::new(),
        }
    }

    fn pools(&self) -> impl Iterator<Item = &Value> {
        self.of_kind(Kind::InferencePool).chain(self.of_kind(Kind::InferencePoolX))
    }

    fn url(&self) -> Section {
        let mut items = Vec::new();
        let answer = match self.status.url() {
            Some(url) => url.to_owned(),
            None if self.status.addresses().next().is_none() => format!("none: {}", self.because()),
            None => "none: no address leads to this service alone from outside".to_owned(),
        };
        let row = |address: LlmAddress<'_>| -> Vec<Cell> {
            let models: Vec<&str> = address.models().collect();
            let origin = address
                .origin()
                .map(|origin| format!("{} {}", origin.kind().unwrap_or_default(), qualified_name(origin)));
            vec![
                address.url().into(),
                address.name().into(),
                origin.unwrap_or_default().into(),
                models.join(", ").into(),
            ]
        };
        let rows: Vec<Vec<Cell>> = self.status.addresses().map(row).collect();
        if !rows.is_empty() {
            let columns = vec![("url", "ADDRESS"), ("name", "KIND"), ("through", "THROUGH"), ("models", "MODELS")];
            items.push(Item::Table(Table { key: "addresses", columns, rows, rest: None }));
            if self.status.addresses().any(|address| address.name().ends_with("-model-routing")) {
                let text =
                    "at the addresses for routing by model, the request names the model, in its body or in the header";
                items.push(Item::note(text));
            }
        }
        Section { topic: Topic::Url, answer, items }
    }

    fn route(&self) -> Section {
        let mut items = Vec::new();
        let own: Vec<&Value> = self.of_kind(Kind::HttpRoute).collect();
        items.extend(self.gateways_table(&own).map(Item::Table));
        items.extend(rules_table(&own).map(Item::Table));
        let pools: Vec<Vec<Cell>> = self.pools().map(pool).collect();
        if !pools.is_empty() {
            let columns = vec![("pool", "POOL"), ("selects", "PODS WITH"), ("asks", "ASKS")];
            items.push(Item::Table(Table { key: "pools", columns, rows: pools, rest: None }));
            let text = "a pool asks the scheduler for each request which pod gets it; a Service takes any";
            items.push(Item::note(text));
        }
        items.extend(self.cause().and_then(on_absence).map(Item::note));
        let named: BTreeSet<&str> = filled(self.status.gateways().flat_map(ObservedGateway::http_routes));
        Section { topic: Topic::Route, answer: self.route_answer(&own, &named), items }
    }

    /// The Gateways that receive requests, with their named listeners and their addresses.
    fn gateways_table(&self, own: &[&Value]) -> Option<Table> {
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for gateway in self.status.gateways() {
            let listeners: Vec<&str> = gateway.listeners().collect();
            let routes: Vec<&str> = gateway.http_routes().collect();
            let gateway = gateway.reference();
            let reached = self.reached_through(Some(gateway));
            rows.push(vec![
                qualified_name(gateway).into(),
                listeners.join(", ").into(),
                routes.join(", ").into(),
                reached.into(),
            ]);
        }
        if rows.is_empty() {
            for route in own {
                for parent in route.spec().into_iter().flat_map(|spec| RouteSpec::of(spec).parent_refs()) {
                    let namespace = parent.namespace().filter(|namespace| !namespace.is_empty());
                    let namespace = namespace.unwrap_or(&self.rendering.namespace);
                    rows.push(vec![
                        format!("{namespace}/{}", parent.name()).into(),
                        parent.section_name().unwrap_or_default().into(),
                        object_name(route).into(),
                        self.reached_through(None).into(),
                    ]);
                }
            }
        }
        let columns =
            vec![("gateway", "GATEWAY"), ("listeners", "LISTENERS"), ("routes", "HTTPROUTES"), ("hosts", "REACHED AT")];
        (!rows.is_empty()).then_some(Table { key: "gateways", columns, rows, rest: None })
    }

    /// The scheme and host of each address of a Gateway, or of all addresses if the release does not say which
    /// belongs to which.
    fn reached_through(&self, gateway: Option<ObjectReference<'_>>) -> String {
        let is_behind = |address: &LlmAddress<'_>| {
            gateway.is_none_or(|gateway| {
                let is_it = |origin: ObjectReference<'_>| {
                    (origin.namespace(), origin.name()) == (gateway.namespace(), gateway.name())
                };
                address.origin().is_some_and(is_it)
            })
        };
        let urls = self.status.addresses().filter(is_behind).map(LlmAddress::url);
        let hosts: BTreeSet<&str> = filled(urls.filter_map(host_of));
        hosts.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// The routes that lead to the service: managed, or named by it.
    fn route_answer(&self, own: &[&Value], named: &BTreeSet<&str>) -> String {
        if !own.is_empty() {
            let own: Vec<&str> = own.iter().map(|route| object_name(route)).collect();
            return format!("HTTPRoute {}", own.join(", "));
        }
        if !named.is_empty() {
            let named: Vec<&str> = named.iter().copied().collect();
            return format!("HTTPRoute {}, which the service names", named.join(", "));
        }
        match (self.services(), trouble(self.status.fields())) {
            (_, Some(trouble)) => format!("none: {trouble}"),
            (service, None) if service.is_empty() => format!("none: {}", self.because()),
            (service, None) => format!("none: requests come to {service} from within the cluster"),
        }
    }

    fn services(&self) -> String {
        let found = self.status.workloads().and_then(Workloads::service);
        found.map(|found| format!("Service {}", found.name())).unwrap_or_default()
    }

    fn objects(&self) -> Section {
        let mut items = Vec::new();
        let row = |object: &Value| -> Vec<Cell> {
            vec![
                role::kind(object).into(),
                object_name(object).into(),
                Purpose::of(object).map_or("", Purpose::words).into(),
            ]
        };
        let rows: Vec<Vec<Cell>> = self.made().map(row).collect();
        let answer = match rows.len() {
            0 => format!("none: {}", self.because()),
            1 => "1 object".to_owned(),
            count => format!("{count} objects"),
        };
        if !rows.is_empty() {
            let columns = vec![("kind", "KIND"), ("name", "NAME"), ("purpose", "PURPOSE")];
            items.push(Item::Table(Table { key: "created", columns, rows, rest: None }));
        }
        for key in self.rendering.deleted() {
            items.push(Item::note(format!("the controller deletes {key}")));
        }
        Section { topic: Topic::Objects, answer, items }
    }
}

/// The namespace and name in a reference.
fn qualified_name(reference: ObjectReference<'_>) -> String {
    format!("{}/{}", reference.namespace().unwrap_or_default(), reference.name().unwrap_or_default())
}

fn named<'v>(objects: impl Iterator<Item = &'v Value>) -> String {
    let names: Vec<String> = objects.map(|object| format!("{} {}", role::kind(object), object_name(object))).collect();
    names.join(", ")
}

/// The table rows of a rule: one for each set of headers, with all its paths.
fn rules(route: &Value) -> Vec<Vec<Cell>> {
    let name = object_name(route);
    let Some(spec) = route.spec().map(RouteSpec::of) else { return Vec::new() };
    let mut rows = Vec::new();
    for rule in spec.rules() {
        let mut ways: Vec<(String, Vec<String>)> = Vec::new();
        for one in rule.matches() {
            let (headers, path) = (headers(one), path(one));
            match ways.iter_mut().find(|(known, _)| *known == headers) {
                Some((_, paths)) => paths.push(path),
                None => ways.push((headers, vec![path])),
            }
        }
        if ways.is_empty() {
            ways.push((String::new(), vec!["below /".to_owned()]));
        }
        let rewrites = rule.filters().filter_map(|filter| {
            let path = filter.url_rewrite()?.path()?;
            Some(match path.kind() {
                "ReplacePrefixMatch" => format!("prefix replaced by {}", path.replace_prefix_match()),
                _ => path.replace_full_path().to_owned(),
            })
        });
        let rewritten = rewrites.collect::<Vec<String>>().join(", ");
        let backends = rule.backend_refs().map(backend).collect::<Vec<String>>().join(", ");
        for (headers, paths) in ways {
            let cells: [Cell; 5] = [
                name.into(),
                together(&paths).into(),
                headers.into(),
                rewritten.as_str().into(),
                backends.as_str().into(),
            ];
            rows.push(cells.into());
        }
    }
    rows
}

/// The maximum number of paths that are listed.
const PATHS: usize = 2;

/// A list of paths, without those that differ from another only by a trailing slash.
fn together(paths: &[String]) -> String {
    let is_new = |path: &&String| path.strip_suffix('/').is_none_or(|short| !paths.iter().any(|other| other == short));
    let listed: Vec<&str> = paths.iter().filter(is_new).map(String::as_str).collect();
    match listed.get(..PATHS).filter(|_| listed.len() > PATHS + 1) {
        Some(first) => format!("{} and {} more", first.join(", "), listed.len() - PATHS),
        None => listed.join(", "),
    }
}

fn path(one: RouteMatch<'_>) -> String {
    let Some(path) = one.path() else { return "below /".to_owned() };
    let kind = match path.kind() {
        "Exact" => "at",
        "RegularExpression" => "matching",
        _ => "below",
    };
    format!("{kind} {}", path.value().unwrap_or_default())
}

fn headers(one: RouteMatch<'_>) -> String {
    let method = Some(one.method()).filter(|method| !method.is_empty()).map(str::to_owned);
    let headers = one.headers().map(|header| format!("{}: {}", header.name(), header.value()));
    headers.chain(method).collect::<Vec<_>>().join(", ")
}

fn backend(reference: BackendReference<'_>) -> String {
    let port = reference.port().map(|port| format!(":{port}")).unwrap_or_default();
    let weight = reference.weight().filter(|weight| *weight != 1);
    let weight = weight.map(|weight| format!(" (weight {weight})")).unwrap_or_default();
    let version = if reference.group() == Kind::InferencePoolX.group() { " v1alpha2" } else { "" };
    format!("{} {}{port}{version}{weight}", reference.kind(), reference.name())
}

fn pool(pool: &Value) -> Vec<Cell> {
    let spec = pool.spec().unwrap_or(&NOTHING);
    let (new, old) = (PoolSpec::of(spec), OldPoolSpec::of(spec));
    let labels = new.match_labels().or_else(|| old.selector()?.as_object());
    let labels: Vec<String> =
        labels.into_iter().flatten().filter_map(|(key, value)| Some(format!("{key}={}", value.as_str()?))).collect();
    let picker = new.endpoint_picker_ref().map(EndpointPicker::name);
    let picker = picker.or_else(|| old.extension_ref().map(Extension::name)).unwrap_or_default();
    let version = Kind::of(pool).map_or("", Kind::version);
    vec![
        format!("{} ({version})", object_name(pool)).into(),
        labels.join(",").into(),
        format!("Service {picker}").into(),
    ]
}

/// The scheme and host of a URL.
fn host_of(url: &str) -> Option<&str> {
    let host = url.find("://")? + "://".len();
    let end = url.get(host..)?.find('/').map_or(url.len(), |path| host + path);
    url.get(..end)
}

/// The rules of the service's routes, with the names of the routes if there are several.
fn rules_table(routes: &[&Value]) -> Option<Table> {
    let rows: Vec<Vec<Cell>> = routes.iter().flat_map(|route| rules(route)).collect();
    let columns = vec![
        ("route", "ROUTE"),
        ("paths", "REQUESTS"),
        ("headers", "WITH HEADERS"),
        ("rewritten", "GET THE PATH"),
        ("backends", "GO TO"),
    ];
    let without_name = usize::from(routes.len() == 1);
    let columns = columns.into_iter().skip(without_name).collect();
    let shown = rows.into_iter().map(|row| row.into_iter().skip(without_name).collect()).collect::<Vec<Vec<Cell>>>();
    (!shown.is_empty()).then_some(Table { key: "rules", columns, rows: shown, rest: None })
}
