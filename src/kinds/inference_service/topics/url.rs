//! How `status.url` and `status.address` are made.

use crate::kinds::inference_service::component::metadata_of;
use crate::object::ObjectView as _;

use serde_json::json;

use super::ingress::fate;
use super::subject::ExplainedService;
use super::{hosts, traffic};
use crate::Value;
use crate::api::Canary;
use crate::api::{Component, Mode};
use crate::explain::derivation::{self, Which};
use crate::explain::{Cell, Group, Item, Section, Table, Topic};
use crate::explain::{Origin, Setting};
use crate::facts::hosts::{Derivation, Named};
use crate::facts::knative::Route;
use crate::facts::routing::{Class, KnativeUrl, Routing};
use crate::kinds::inference_service::status::Status;
use crate::object::Kind;
use crate::object::Path;
use crate::object::keys;

const KNATIVE_MAKES_HOSTS: &str =
    "in Knative mode Knative makes the hosts: ingress.domainTemplate and ingress.ingressDomain do not count";

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let mut items = Vec::new();
    let url = subject.status().and_then(Status::url);
    items.push(Item::fact("url", "", url.map_or(Value::Null, Value::from)));
    let unrouted = url.and_then(|url| why_unrouted(subject, url));
    if let Some(why) = &unrouted {
        items.push(Item::note(format!("the status tells this URL, but no object routes its host: {why}")));
    }
    let (mut groups, mut of_components) = (Vec::new(), None);
    match (&subject.cluster.routing, subject.mode()) {
        (Err(error), _) => items.push(Item::note(format!("the section ingress is refused: {error}"))),
        (Ok(_), None) => {}
        (Ok(_), Some(Mode::ModelMesh)) => {}
        (Ok(routing), Some(mode)) => {
            super::ingress::add_entry(subject, &mut items);
            match routing.class(mode) {
                Class::VirtualService => knative(subject, routing, &mut items, &mut groups),
                Class::HttpRoutes | Class::Ingress => {
                    of_components = Some(standard(subject, routing, &mut items, &mut groups));
                }
            }
            add_scheme(subject, routing, &mut items);
        }
    }
    items.push(Item::Groups { key: "templates", groups });
    items.extend(of_components);
    traffic::add(subject, &mut items);
    let answer = match url {
        Some(url) if unrouted.is_some() => format!("{url}, which nothing routes"),
        Some(url) => url.to_owned(),
        None => {
            let why = why_none(subject);
            items.push(Item::fact("whyNone", "", why.as_str()));
            format!("none: {why}")
        }
    };
    add_address(subject, &mut items);
    add_components(subject, &mut items);
    Section { topic: Topic::Url, answer, items }
}

fn add_scheme(subject: &ExplainedService<'_>, routing: &Routing, items: &mut Vec<Item>) {
    let scheme = routing.settings.url_scheme.as_str();
    items.push(Item::from("scheme", "scheme", scheme, subject.config("ingress", "urlScheme")));
}

/// Standard mode: the host that the domain template gives for the service's name, and a table of those of the components.
fn standard(subject: &ExplainedService<'_>, routing: &Routing, items: &mut Vec<Item>, groups: &mut Vec<Group>) -> Item {
    let metadata = &subject.memory.metadata;
    items.push(Item::fact("madeOf", "made of", "scheme and domain template"));
    let derivation = routing.derive_host(Named {
        name: &metadata.name,
        namespace: &metadata.namespace,
        labels: &metadata.labels,
        annotations: &metadata.annotations,
    });
    groups.push(domain_group(subject, "domain template", &derivation));
    let of_components = component_table(subject, routing, groups);
    if routing.class(&Mode::Standard) == Class::HttpRoutes {
        if let Some(mut group) = path_group(subject, routing) {
            group.items.push(Item::note("for routes only: in Standard mode the URL does not use it"));
            groups.push(group);
        }
    } else if routing.derive_path(metadata).is_some() {
        items.push(Item::note("ingress.pathTemplate does not count for an Ingress"));
    }
    of_components
}

/// The hosts that the controller makes for the objects of components first of all: one that is not a valid host ends the pass.
fn component_hosts(subject: &ExplainedService<'_>, routing: &Routing) -> Vec<(String, String, Derivation)> {
    let service = &subject.memory.metadata;
    let derive = |component: Component, name: String| {
        let (labels, annotations) = metadata_of(subject.cluster, &subject.memory, component);
        let named = Named { name: &name, namespace: &service.namespace, labels: &labels, annotations: &annotations };
        let derivation = routing.derive_host(named);
        (component.name().to_owned(), name, derivation)
    };
    let declared = Component::ALL.into_iter().filter(|component| subject.memory.component(*component).is_some());
    let mut hosts: Vec<_> = declared.map(|component| derive(component, subject.memory.child_name(component))).collect();
    if subject.cluster.release.status.canaries {
        for canary in Canary::all(&subject.memory) {
            let (_, name, derivation) = derive(Component::Predictor, canary.child_name(&subject.memory));
            hosts.push((format!("canary {}", canary.name), name, derivation));
        }
    }
    hosts
}

fn component_table(subject: &ExplainedService<'_>, routing: &Routing, groups: &mut Vec<Group>) -> Item {
    let service_fails = routing.host(&subject.memory.metadata.name, &subject.memory.metadata).is_err();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (what, object, derivation) in component_hosts(subject, routing) {
        let host = derivation.text.clone();
        let problem = derivation.result.as_ref().err().map(ToString::to_string);
        let words = match (&host, &problem) {
            (Some(host), _) => derivation::dns_words(host),
            (None, Some(error)) => error.clone(),
            (None, None) => String::new(),
        };
        let or_null = |text: Option<&String>| text.map_or(Cell::Value(Value::Null), |text| text.as_str().into());
        rows.push(vec![
            what.into(),
            object.as_str().into(),
            or_null(host.as_ref()),
            words.into(),
            or_null(problem.as_ref()),
        ]);
        // If the template fails for every name, one example is enough.
        if derivation.result.is_err() && !service_fails {
            groups.push(domain_group(subject, &format!("domain template for {object}"), &derivation));
        }
    }
    let columns = vec![("component", "HOST OF"), ("object", "OBJECT"), ("host", "HOST"), ("", "DNS"), ("problem", "")];
    Item::Table(Table { key: "componentHosts", columns, rows, rest: None })
}

fn domain_group(subject: &ExplainedService<'_>, title: &str, derivation: &Derivation) -> Group {
    let origin = subject.config("ingress", "domainTemplate");
    let of_variable = |name: &str, key: Option<&str>| of_service(subject, name, key);
    Group { title: title.to_owned(), items: derivation::items(Which::Domain, derivation, origin, &of_variable) }
}

fn path_group(subject: &ExplainedService<'_>, routing: &Routing) -> Option<Group> {
    let derivation = routing.derive_path(&subject.memory.metadata)?;
    let origin = subject.config("ingress", "pathTemplate");
    let of_variable = |name: &str, key: Option<&str>| of_service(subject, name, key);
    let items = derivation::items(Which::Path, &derivation, origin, &of_variable);
    Some(Group { title: "path template".to_owned(), items })
}

/// Where a variable of the domain template comes from.
fn of_service(subject: &ExplainedService<'_>, name: &str, key: Option<&str>) -> Option<Origin> {
    match (name, key) {
        ("Name", _) => Some(Origin::Service(Path::keys(["metadata", "name"]))),
        ("Namespace", _) => Some(Origin::Service(Path::keys(["metadata", "namespace"]))),
        ("IngressDomain", _) => Some(subject.config("ingress", "ingressDomain")),
        ("Labels", Some(key)) => Some(subject.label(key)),
        ("Annotations", Some(key)) => Some(subject.annotation(key)),
        _ => None,
    }
}

/// Knative mode: what Knative reports for the entry component, or the path template.
fn knative(subject: &ExplainedService<'_>, routing: &Routing, items: &mut Vec<Item>, groups: &mut Vec<Group>) {
    let entry = subject.memory.entry();
    let config = |key: &'static str| subject.config("ingress", key);
    let without = match routing.knative_url_source() {
        KnativeUrl::Path => None,
        KnativeUrl::Entry => Some(String::new()),
        KnativeUrl::EntryWithoutComponent => Some(format!(", without -{}", entry.name())),
    };
    match without {
        None => {
            items.push(Item::fact("madeOf", "made of", "scheme, ingress domain and path template"));
            let domain = routing.settings.ingress_domain.as_str();
            items.push(Item::from("ingressDomain", "ingress domain", domain, config("ingressDomain")));
            groups.extend(path_group(subject, routing));
        }
        Some(without) => {
            let text = format!("scheme and the host that Knative gives the {}{without}", entry.name());
            items.push(Item::fact("madeOf", "made of", text));
            items.push(Item::note(KNATIVE_MAKES_HOSTS));
            let (key, disabled) = ("disableIstioVirtualHost", routing.settings.disable_istio_virtual_host);
            items.push(Item::from(key, key, disabled, config(key)));
        }
    }
    let name = subject.memory.child_name(entry);
    let Some(object) = subject.object(Kind::KnativeService, &name) else { return };
    items.push(Item::fact("knativeService", "Knative Service", name.as_str()));
    if let Some(reported) = subject.component_url(entry) {
        items.push(Item::fact("reported", "its URL", reported));
    }
    let labels = object.label_map();
    if labels.get(keys::VISIBILITY_LABEL).is_some_and(|value| value == "cluster-local") {
        items.push(Item::from("visibility", "visibility", "cluster-local", subject.label(keys::VISIBILITY_LABEL)));
        items.push(Item::note(
            "Knative gives a cluster-local route its name inside the cluster, and no template counts",
        ));
        return;
    }
    let annotations = object.annotation_map();
    let namespace = &subject.memory.metadata.namespace;
    groups.push(knative_host(subject, &Route { name: &name, namespace, labels: &labels, annotations: &annotations }));
}

/// How Knative makes the host of a route.
fn knative_host(subject: &ExplainedService<'_>, route: &Route<'_>) -> Group {
    let settings = &subject.cluster.settings;
    let network = &settings.knative_network;
    let derivation = network.derive_host(route, &settings.knative_domain);
    let map =
        |name: &str, key: &str| Origin::Object(crate::facts::knative::config_key(name), Path::keys(["data", key]));
    let domain = network.domain_of(route.labels);
    let of_variable = |variable: &str, _: Option<&str>| match (variable, domain) {
        ("Domain", Some((domain, _))) => Some(map("config-domain", domain)),
        ("Domain", None) => Some(Origin::Setting(Setting::KnativeDomain)),
        ("Namespace", _) => of_service(subject, variable, None),
        _ => None,
    };
    let origin = match network.has_domain_template() {
        true => map("config-network", "domain-template"),
        false => Origin::KnativeBuiltIn,
    };
    let mut items = derivation::items(Which::Knative, &derivation, origin, &of_variable);
    if let Some((_, selector)) = domain.filter(|(_, selector)| !selector.is_empty()) {
        let labels = selector.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>();
        let words = format!("routes with the label{} {}", if labels.len() == 1 { "" } else { "s" }, labels.join(", "));
        items.push(Item::fact("selector", "domain is for", json!(selector)).shown(words));
    }
    Group { title: format!("Knative's domain template for {}", route.name), items }
}

/// Why nothing routes requests for the URL's host to the service.
fn why_unrouted(subject: &ExplainedService<'_>, url: &str) -> Option<String> {
    let decision = subject.decisions()?.routing.as_ref()?;
    let why = fate(subject, decision)?;
    let host = url.split_once("://").map_or(url, |(_, rest)| rest).split('/').next().unwrap_or_default();
    (!hosts::is_routed(subject, host)).then_some(why)
}

/// Why a service has no URL.
fn why_none(subject: &ExplainedService<'_>) -> String {
    if subject.rendering.refusal().is_some() {
        return "the service is refused".to_owned();
    }
    if subject.mode() == Some(&Mode::ModelMesh) {
        return "in ModelMesh mode the controller of ModelMesh reports it".to_owned();
    }
    let decisions = subject.decisions();
    match decisions.and_then(|decisions| decisions.routing.as_ref()) {
        Some(decision) => fate(subject, decision).unwrap_or_else(|| match subject.rendering.error() {
            Some(_) => "the controller fails".to_owned(),
            None => "the entry component has no URL yet".to_owned(),
        }),
        None => match subject.rendering.error() {
            Some(_) => "the controller fails before the ingress step".to_owned(),
            None => "the pass ends before the ingress step".to_owned(),
        },
    }
}

/// Adds the URLs of components in the status.
fn add_components(subject: &ExplainedService<'_>, items: &mut Vec<Item>) {
    let how = match subject.is_standard() {
        true => "http and the host that the domain template makes of the object's name",
        false => "what Knative reports of the object",
    };
    let entry = subject.memory.entry();
    let rows = Component::ALL.into_iter().filter_map(|component| {
        let url = subject.component_url(component)?;
        let rescheme = component == entry && !subject.is_standard() && subject.status().and_then(Status::url).is_some();
        let how = if rescheme { format!("{how}, with the scheme of ingress.urlScheme") } else { how.to_owned() };
        let object = subject.memory.child_name(component);
        Some(vec![component.name().into(), url.into(), object.into(), how.into()])
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        let columns = vec![("component", "COMPONENT"), ("url", "URL"), ("object", ""), ("how", "MADE OF")];
        items.push(Item::Table(Table { key: "components", columns, rows, rest: None }));
    }
}

fn add_address(subject: &ExplainedService<'_>, items: &mut Vec<Item>) {
    let address = subject.status().and_then(Status::address_url);
    items.push(
        Item::fact("address", "status.address", address.map_or(Value::Null, Value::from))
            .shown(address.unwrap_or("none")),
    );
    let (Some(address), Ok(routing)) = (address, &subject.cluster.routing) else { return };
    let entry = subject.memory.entry();
    let child = subject.memory.child_name(entry);
    let settings = &routing.settings;
    let mut gateway = None;
    let text = match subject.is_standard() {
        true => {
            let port = match hosts::headless_port(subject, &child) {
                Some(port) if address.ends_with(&format!(":{port}")) => {
                    "; it is headless, so the port is that of the container".to_owned()
                }
                Some(port) => {
                    format!("; it is headless, and the container listens at {port}, which the address does not name")
                }
                None => String::new(),
            };
            format!("the Service of the {}, {child}{port}", entry.name())
        }
        false if settings.disable_istio_virtual_host => {
            format!("the Knative Service of the {}, {child}", entry.name())
        }
        false => {
            gateway = Some(settings.local_gateway_service.as_str());
            let name = &subject.memory.metadata.name;
            format!("the ExternalName Service {name}, an alias of the local gateway")
        }
    };
    items.push(Item::fact("addressOf", "address leads to", text));
    if let Some(gateway) = gateway {
        let origin = subject.config("ingress", "localGatewayService");
        items.push(Item::from("localGatewayService", "local gateway", gateway, origin));
    }
    let domain = subject.cluster.settings.cluster_domain.as_str();
    items.push(Item::from("clusterDomain", "cluster domain", domain, Origin::Setting(Setting::ClusterDomain)));
}
