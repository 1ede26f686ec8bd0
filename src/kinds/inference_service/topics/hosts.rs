//! Every host: the object that routes it, the Service behind it, and the container that answers.
//!
//! All of it is read from the rendered objects, as a request would find its way through them.

use regex::Regex;

use super::subject::ExplainedService;
use super::way::{End, Stop, Way};
use super::{ingress as entry, traffic};
use crate::api::{
    Component, Container, ContainerPort, IngressService, IngressSpec, PathMatch, PodTemplate, RouteMatch, RouteSpec,
    ServicePort, VirtualMatch, VirtualServiceSpec,
};
use crate::build::route as ingress;
use crate::explain::{Cell, Item, Section, Table, Topic};
use crate::explain::{Origin, Setting};
use crate::facts::knative::Route;
use crate::object::name::object_name;
use crate::object::{Kind, ObjectView as _, Path, keys};
use crate::{Map, Value};

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let mut items = Vec::new();
    entry::add_entry(subject, &mut items);
    let ways = ways(subject);
    let answer = match ways.iter().filter(|way| !way.internal).count() {
        0 if ways.is_empty() => "none".to_owned(),
        0 => "only inside the cluster".to_owned(),
        public => {
            let mut hosts: Vec<&str> = Vec::with_capacity(public);
            for way in ways.iter().filter(|way| !way.internal) {
                if !hosts.contains(&way.host.as_str()) {
                    hosts.push(&way.host);
                }
            }
            hosts.join(", ")
        }
    };
    let decisions = subject.decisions();
    if let Some(why) = decisions.and_then(|decisions| entry::fate(subject, decisions.routing.as_ref()?)) {
        let what = match ways.iter().any(|way| !way.internal) {
            true => "KServe itself makes no object that leads to the service from outside",
            false => "no object leads to the service from outside",
        };
        items.push(Item::note(format!("{what}: {why}")));
    }
    if !ways.is_empty() {
        items.push(Item::Table(table(subject, &ways)));
    }
    traffic::add(subject, &mut items);
    add_crossed(subject, &ways, &mut items);
    add_settings(subject, &mut items);
    Section { topic: Topic::Hosts, answer, items }
}

/// Whether something routes requests for a host to the service.
pub(super) fn is_routed(subject: &ExplainedService<'_>, host: &str) -> bool {
    ways(subject).iter().any(|way| way.host == host)
}

/// Reports hosts that are made for one component and lead to another, as in some Ingresses that KServe builds.
fn add_crossed(subject: &ExplainedService<'_>, ways: &[Way], items: &mut Vec<Item>) {
    let Ok(routing) = &subject.cluster.routing else { return };
    for way in ways.iter().filter(|way| way.by.kind == Kind::Ingress && !way.end.component.is_empty()) {
        let of_other = Component::ALL.into_iter().find(|component| {
            let name = subject.memory.child_name(*component);
            subject.memory.component(*component).is_some()
                && routing.host(&name, &subject.memory.metadata).is_ok_and(|host| host == way.host)
        });
        if let Some(component) = of_other.filter(|component| component.name() != way.end.component) {
            let (made, leads) = (component.name(), &way.end.component);
            items.push(Item::note(format!(
                "{} is made for the {made}, but KServe's Ingress leads to the {leads}",
                way.host
            )));
        }
    }
}

/// Adds the values of the section `ingress` that appear in routing objects.
fn add_settings(subject: &ExplainedService<'_>, items: &mut Vec<Item>) {
    let Ok(routing) = &subject.cluster.routing else { return };
    let settings = &routing.settings;
    if subject.objects(Kind::VirtualService).next().is_some() {
        let gateway = settings.knative_local_gateway_service.as_str();
        // Without a value of its own, it has that of the older setting.
        let own = subject.config("ingress", "knativeLocalGatewayService");
        let origin = match own {
            Origin::BuiltIn => subject.config("ingress", "localGatewayService"),
            own => own,
        };
        items.push(Item::from("knativeGateway", "by way of", gateway, origin));
        items.push(Item::note(
            "the VirtualService sends all to this gateway, which tells services apart by the header Host",
        ));
    }
    let classes = [Kind::Ingress, Kind::HttpRoute];
    if classes.into_iter().any(|kind| subject.objects(kind).next().is_some()) {
        let origin = subject.config("ingress", "domainTemplate");
        items.push(Item::from("domainTemplate", "domain template", settings.domain_template.as_str(), origin));
    }
    let knative = &subject.cluster.settings;
    let mut services = subject.objects(Kind::KnativeService);
    let by_setting = services.any(|service| knative.knative_network.domain_of(&service.label_map()).is_none());
    if by_setting {
        let origin = Origin::Setting(Setting::KnativeDomain);
        items.push(Item::from("knativeDomain", "Knative domain", knative.knative_domain.as_str(), origin));
    }
    if let Some(domains) = settings.additional_ingress_domains.as_ref().filter(|domains| !domains.is_empty()) {
        let origin = subject.config("ingress", "additionalIngressDomains");
        items.push(Item::from("additionalDomains", "more domains", domains.as_slice(), origin));
        let is_ingress = subject.objects(Kind::Ingress).next().is_some();
        if is_ingress {
            items.push(Item::note("an Ingress has no hosts in additional domains"));
        } else if subject.objects(Kind::VirtualService).next().is_some() {
            items.push(Item::note(
                "a host in additional domains takes the place of a domain in config-domain of knative-serving",
            ));
        }
    }
}

fn table(subject: &ExplainedService<'_>, ways: &[Way]) -> Table {
    let columns = vec![
        ("host", "HOST"),
        ("internal", ""),
        ("routedBy", "ROUTED BY"),
        ("match", "MATCH"),
        ("", "LEADS TO"),
        ("service", ""),
        ("servicePort", ""),
        ("port", ""),
        ("container", ""),
        ("revision", ""),
        ("component", "COMPONENT"),
        ("from", ""),
    ];
    let derived = derived(subject);
    let rows = ways.iter().map(|way| {
        let End { component, container, port, revision } = &way.end;
        let or_null = |text: &str| if text.is_empty() { Cell::Value(Value::Null) } else { text.into() };
        vec![
            way.host.as_str().into(),
            way.internal.into(),
            way.by.to_string().into(),
            or_null(&way.matches),
            way.leads_to().into(),
            way.service.to_string().into(),
            way.service_port.map_or(Cell::Value(Value::Null), Cell::from),
            Cell::Value(port.clone()),
            or_null(container),
            or_null(revision.as_deref().unwrap_or_default()),
            or_null(component),
            host_origin(subject, way, &derived).map_or(Cell::Value(Value::Null), Cell::From),
        ]
    });
    Table { key: "routes", rows: rows.collect(), columns, rest: None }
}

/// The hosts that the domain template gives the service and its components.
fn derived(subject: &ExplainedService<'_>) -> Vec<String> {
    let Ok(routing) = &subject.cluster.routing else { return Vec::new() };
    let metadata = &subject.memory.metadata;
    let children = Component::ALL.into_iter().map(|component| subject.memory.child_name(component));
    children.chain([metadata.name.clone()]).filter_map(|name| routing.host(&name, metadata).ok()).collect()
}

/// Where a host comes from: a value of the section `ingress`, or Knative. `derived` are the hosts from the domain template.
fn host_origin(subject: &ExplainedService<'_>, way: &Way, derived: &[String]) -> Option<Origin> {
    if way.internal {
        return Some(Origin::Setting(Setting::ClusterDomain));
    }
    let settings = &subject.cluster.routing.as_ref().ok()?.settings;
    let is_of_kserve = matches!(way.by.kind, Kind::Ingress | Kind::HttpRoute);
    if is_of_kserve && derived.contains(&way.host) {
        return Some(subject.config("ingress", "domainTemplate"));
    }
    if way.by.kind != Kind::KnativeService {
        if way.host == settings.ingress_domain {
            return Some(subject.config("ingress", "ingressDomain"));
        }
        let additional = settings.additional_ingress_domains.iter().flatten();
        if additional.into_iter().any(|domain| way.host.ends_with(domain.as_str())) {
            return Some(subject.config("ingress", "additionalIngressDomains"));
        }
    }
    let name = match way.service.kind {
        Kind::KnativeService => way.service.name.clone(),
        _ => subject.memory.child_name(subject.memory.entry()),
    };
    let labels = subject.object(Kind::KnativeService, &name)?.label_map();
    Some(match subject.cluster.settings.knative_network.domain_of(&labels) {
        Some((domain, _)) => {
            let map = crate::facts::knative::config_key("config-domain");
            Origin::Object(map, Path::keys(["data", domain]))
        }
        None => Origin::Setting(Setting::KnativeDomain),
    })
}

fn ways(subject: &ExplainedService<'_>) -> Vec<Way> {
    let mut ways = Vec::new();
    for ingress in subject.objects(Kind::Ingress) {
        of_ingress(subject, ingress, &mut ways);
    }
    for route in subject.objects(Kind::HttpRoute) {
        of_http_route(subject, route, &mut ways);
    }
    for service in subject.objects(Kind::VirtualService) {
        of_virtual_service(subject, service, &mut ways);
    }
    for service in subject.objects(Kind::KnativeService) {
        of_knative_service(subject, service, &mut ways);
    }
    for service in subject.objects(Kind::Service) {
        of_service(subject, service, &mut ways);
    }
    ways
}

fn of_ingress(subject: &ExplainedService<'_>, object: &Value, ways: &mut Vec<Way>) {
    for rule in object.spec().into_iter().flat_map(|spec| IngressSpec::of(spec).rules()) {
        for path in rule.paths() {
            let service = path.service();
            let name = service.map(IngressService::name).unwrap_or_default();
            let port = service.and_then(IngressService::port);
            let matches = match (path.path(), path.path_type()) {
                ("/", "Prefix") => String::new(),
                (path, kind) => format!("{kind} {path}"),
            };
            ways.push(Way {
                host: rule.host().to_owned(),
                by: Stop::at(Kind::Ingress, object),
                matches,
                service: Stop::new(Kind::Service, name),
                service_port: port,
                end: end_of_service(subject, name, port),
                internal: false,
            });
        }
    }
}

fn of_http_route(subject: &ExplainedService<'_>, object: &Value, ways: &mut Vec<Way>) {
    let Some(spec) = object.spec().map(RouteSpec::of) else { return };
    for host in spec.hostnames() {
        for rule in spec.rules() {
            for backend in rule.backend_refs() {
                let (name, port) = (backend.name(), backend.port());
                ways.push(Way {
                    host: host.to_owned(),
                    by: Stop::at(Kind::HttpRoute, object),
                    matches: rule.matches().filter_map(of_match).collect::<Vec<_>>().join(" or "),
                    service: Stop::new(Kind::Service, name),
                    service_port: port,
                    end: end_of_service(subject, name, port),
                    internal: false,
                });
            }
        }
    }
}

/// A match of an HTTPRoute in words; `None` if it matches everything.
fn of_match(matches: RouteMatch<'_>) -> Option<String> {
    let path = matches.path().and_then(PathMatch::value).unwrap_or_default();
    let headers = matches.headers().map(|header| format!("{}: {}", header.name(), header.value()));
    let all: Vec<String> =
        [path.to_owned()].into_iter().filter(|path| !path.is_empty() && path != "^/.*$").chain(headers).collect();
    (!all.is_empty()).then(|| all.join(" with "))
}

fn of_virtual_service(subject: &ExplainedService<'_>, object: &Value, ways: &mut Vec<Way>) {
    let Some(spec) = object.spec().map(VirtualServiceSpec::of) else { return };
    let cluster_domain = format!(".svc.{}", subject.cluster.settings.cluster_domain);
    for host in spec.hosts() {
        for route in spec.http() {
            let fits =
                |one: &VirtualMatch<'_>| Regex::new(one.authority()).is_ok_and(|expression| expression.is_match(host));
            let fitting = route.matches().filter(fits);
            let uris: Vec<Option<String>> = fitting.map(of_uri).collect();
            if uris.is_empty() {
                continue;
            }
            let name = route.host().split('.').next().unwrap_or_default();
            ways.push(Way {
                host: host.to_owned(),
                internal: host.ends_with(&cluster_domain),
                by: Stop::at(Kind::VirtualService, object),
                matches: uris.into_iter().flatten().collect::<Vec<_>>().join(" or "),
                service: Stop::new(Kind::KnativeService, name),
                service_port: None,
                end: end_of_knative(subject, name),
            });
        }
    }
}

/// The paths that a match of a VirtualService selects; `None` for all.
fn of_uri(one: VirtualMatch<'_>) -> Option<String> {
    one.uri()?.iter().next().map(|(kind, value)| match (kind.as_str(), value.as_str().unwrap_or_default()) {
        ("regex", expression) => expression.to_owned(),
        (kind, path) => format!("{kind} {path}"),
    })
}

/// The hosts that Knative itself gives a Knative Service.
fn of_knative_service(subject: &ExplainedService<'_>, object: &Value, ways: &mut Vec<Way>) {
    let settings = &subject.cluster.settings;
    let name = object_name(object);
    let labels = object.label_map();
    let annotations = object.annotation_map();
    let namespace = &subject.memory.metadata.namespace;
    let mut add = |host: String, internal: bool, end: End| {
        ways.push(Way {
            host,
            internal,
            by: Stop::at(Kind::KnativeService, object),
            matches: String::new(),
            service: Stop::at(Kind::KnativeService, object),
            service_port: None,
            end,
        });
    };
    let end = end_of_knative(subject, name);
    if labels.get(keys::VISIBILITY_LABEL).is_none_or(|value| value != "cluster-local") {
        let route = Route { name, namespace, labels: &labels, annotations: &annotations };
        if let Ok(host) = settings.knative_network.host(&route, None, &settings.knative_domain) {
            add(host, false, end.clone());
        }
    }
    add(ingress::cluster_host(subject.cluster, &subject.memory, name), true, end.clone());
    for share in traffic::shares(subject, object) {
        // The containers of an older revision are unknown.
        let end = match &share.revision {
            Some(_) => End { component: end.component.clone(), ..End::default() },
            None => end.clone(),
        };
        let revision = Some(share.of_what().to_owned());
        if let Some(host) = share.host {
            add(host, share.internal, End { revision, ..end });
        }
    }
}

fn of_service(subject: &ExplainedService<'_>, object: &Value, ways: &mut Vec<Way>) {
    let name = object_name(object);
    // The path of an alias is that of the VirtualService.
    if object.service_type() == "ExternalName" {
        return;
    }
    let host = ingress::cluster_host(subject.cluster, &subject.memory, name);
    let headless = headless_port(subject, name);
    for port in ServicePort::of_object(object) {
        let number = port.port();
        // Without an address of its own, the Service leads directly to the pods, at their port.
        let target = headless.as_ref().and(port.port_of_pods());
        ways.push(Way {
            host: target.map_or_else(|| host.clone(), |target| format!("{host}:{}", plain(target))),
            internal: true,
            by: Stop::at(Kind::Service, object),
            matches: String::new(),
            service: Stop::at(Kind::Service, object),
            service_port: if target.is_some() { None } else { number },
            end: end_of_service(subject, name, number),
        });
    }
}

/// The port that the pods of a headless Service listen on.
pub(super) fn headless_port(subject: &ExplainedService<'_>, name: &str) -> Option<String> {
    let service = subject.object(Kind::Service, name).filter(|service| service.cluster_ip() == "None")?;
    ServicePort::of_object(service).next()?.port_of_pods().map(plain)
}

/// A port, which is a number or a name, as text.
fn plain(port: &Value) -> String {
    port.as_str().map_or_else(|| port.to_string(), str::to_owned)
}

/// The container that answers at a port of a Service.
fn end_of_service(subject: &ExplainedService<'_>, name: &str, port: Option<i64>) -> End {
    let Some(service) = subject.object(Kind::Service, name) else { return End::default() };
    let component = label(service, keys::COMPONENT_LABEL);
    let target = ServicePort::of_object(service).find(|entry| entry.port() == port);
    let target = target.and_then(ServicePort::target_port).cloned().unwrap_or_default();
    let app = service.selector().and_then(|selector| selector.get("app")?.as_str()).unwrap_or_default();
    let mut deployments = subject.objects(Kind::Deployment);
    let workload =
        deployments.find(|deployment| deployment.template().and_then(|template| template.label("app")) == Some(app));
    let container = workload.map(|workload| container_at(subject, workload, &target)).unwrap_or_default();
    End { component, container, port: target, revision: None }
}

fn end_of_knative(subject: &ExplainedService<'_>, name: &str) -> End {
    let Some(service) = subject.object(Kind::KnativeService, name) else { return End::default() };
    let component = label(service, keys::COMPONENT_LABEL);
    let template = template_of(subject, service);
    // Knative sends requests to the container that has a port, or else to the first one.
    let containers = template.map(containers).unwrap_or_default();
    let with_port = containers.iter().find(|container| container.ports().next().is_some());
    let Some(container) = with_port.or(containers.first()) else { return End { component, ..End::default() } };
    let port = container.ports().next().and_then(ContainerPort::container_port).unwrap_or(8080);
    End { component, container: container.name().to_owned(), port: port.into(), revision: None }
}

fn label(object: &Value, key: &str) -> String {
    object.label(key).unwrap_or_default().to_owned()
}

/// The pod template of a workload, after the webhook if the webhook accepts it.
fn template_of<'a>(subject: &ExplainedService<'a>, workload: &'a Value) -> Option<&'a Map> {
    let injected = subject
        .rendering
        .injected()
        .iter()
        .find(|injected| injected.name == object_name(workload) && injected.kind == workload.kind());
    let injected = injected.and_then(|injected| injected.template.as_ref().ok());
    injected.or_else(|| workload.template())
}

fn containers(template: &Map) -> Vec<Container<'_>> {
    PodTemplate::of(template).spec().containers().collect()
}

/// The container of a workload that has a port, by number or name. A container that declares no ports is expected to listen on
/// the port that the Service targets.
fn container_at(subject: &ExplainedService<'_>, workload: &Value, port: &Value) -> String {
    let containers = template_of(subject, workload).map(containers).unwrap_or_default();
    let has_port = |container: &&Container<'_>| {
        let is_it = |number: i64| *port == number;
        container.ports().any(|entry| entry.container_port().is_some_and(is_it) || port.as_str() == Some(entry.name()))
    };
    let main = || {
        let of_name = |name: &str| containers.iter().find(|container| container.name() == name);
        of_name(crate::object::keys::TRANSFORMER_CONTAINER).or_else(|| containers.first())
    };
    containers.iter().find(has_port).or_else(main).map(|container| container.name().to_owned()).unwrap_or_default()
}
