//! Objects of services that the API server refuses, although the controller builds them so. Findings have the server's text.

use super::subject::LintedService;
use crate::api::{RouteSpec, ServicePort};
use crate::lint::rule::{Findings, Mending, Topic, rules_for};
use crate::object::diagnostic::{Change, Mend};
use crate::object::fields::{member, objects, text};
use crate::object::{Kind, ObjectView as _, Path};
use crate::{Map, Value};

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR045" "port-without-name" Error(port_without_name) [topic: Some(Topic::Readiness), reports: &["#2961", "#3317"]] {
        what: "A Service has several ports, and one of them has no name.",
        why: "The Service takes the names of the container's ports. The API server wants a name for each of several ports and refuses \
              the Service.",
        fine: "Never.",
        fix: "Name every port of the container.",
    }
    "KSR046" "route-without-gateway" Error(route_without_gateway) [topic: Some(Topic::Requests)] {
        what: "The VirtualService or the Service of type ExternalName leads to no host.",
        why: "The section ingress is missing or names no localGatewayService, from which the host comes. The API server refuses both.",
        fine: "Never.",
        fix: "Set localGatewayService in the section ingress.",
    }
    "KSR064" "ingress-class" Error(ingress_class)
        [mending: Mending::Unsafe, topic: Some(Topic::Requests), reports: &["#4697", "#3286", "#2048"]] {
        what: "The annotation kubernetes.io/ingress.class names another class than the Ingress has.",
        why: "The controller copies the annotation to the Ingress and takes ingressClassName from the section ingress. The API server refuses \
              to create an Ingress in which the two differ, and the service never becomes ready.",
        fine: "The Ingress is there already: only its creation is refused.",
        fix: "Leave the annotation out, and set ingressClassName in the section ingress.",
    }
    "KSR057" "too-many-hosts" Error(too_many_hosts) [topic: Some(Topic::Names)] {
        what: "An HTTPRoute has more than 16 host names.",
        why: "Each host of the service has a name for each of additionalIngressDomains, and an HTTPRoute takes 16. The API server refuses \
              the route, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Leave domains out of additionalIngressDomains in the section ingress.",
    }
}

/// Whether a field is not printed.
fn is_missing(object: &Map, key: &str) -> bool {
    object.get(key).is_none_or(Value::is_null)
}

fn port_without_name(subject: &LintedService<'_>, findings: &mut Findings) {
    for service in subject.objects(Kind::Service).filter(|service| service.ports().len() > 1) {
        let nameless = ServicePort::of_object(service).enumerate().filter(|(_, port)| port.name().is_empty());
        for (index, _) in nameless {
            findings.refuse(subject, service, &format!("spec.ports[{index}].name: Required value"));
        }
    }
}

fn route_without_gateway(subject: &LintedService<'_>, findings: &mut Findings) {
    for service in subject.objects(Kind::Service) {
        let external = service.spec().map_or("", |spec| text(spec, "externalName"));
        if service.service_type() == "ExternalName" && external.is_empty() {
            findings.refuse(subject, service, "spec.externalName: Required value");
        }
    }
    for route in subject.objects(Kind::VirtualService) {
        for (index, http) in route.spec().into_iter().flat_map(|spec| objects(spec, "http")).enumerate() {
            for (at, target) in objects(http, "route").enumerate() {
                if member(target, "destination").is_some_and(|destination| is_missing(destination, "host")) {
                    let text = format!("spec.http[{index}].route[{at}].destination.host: Required value");
                    findings.refuse(subject, route, &text);
                }
            }
        }
    }
}

/// Host names that an HTTPRoute may have.
const HOST_NAMES: usize = 16;

fn too_many_hosts(subject: &LintedService<'_>, findings: &mut Findings) {
    for route in subject.objects(Kind::HttpRoute) {
        let names = RouteSpec::of_object(route).hostnames().count();
        if names > HOST_NAMES {
            findings.refuse(
                subject,
                route,
                &format!("spec.hostnames: Too many: {names}: must have at most {HOST_NAMES} items"),
            );
        }
    }
}

/// The older way to name the class of an Ingress.
const INGRESS_CLASS: &str = "kubernetes.io/ingress.class";

fn ingress_class(subject: &LintedService<'_>, findings: &mut Findings) {
    for ingress in subject.objects(Kind::Ingress) {
        let class = ingress.spec().map_or("", |spec| text(spec, "ingressClassName"));
        let written = ingress.annotation(INGRESS_CLASS).unwrap_or_default();
        let is_new =
            subject.rendering.changes().is_none_or(|changes| changes.created.iter().any(|key| key.is(Kind::Ingress)));
        if is_new && !class.is_empty() && !written.is_empty() && class != written {
            let name = ingress.name();
            let message = format!(
                "the API server refuses Ingress {name}: annotations.{INGRESS_CLASS}: Invalid value: {written:?}: must match \
                 `ingressClassName` when both are specified"
            );
            let path = Path::keys(["metadata", "annotations", INGRESS_CLASS]);
            findings.add(path.clone(), message);
            findings.help(format!("ingressClassName in the section ingress is {class}"));
            findings.mend(Mend::uncertain(Change::Remove { path }));
        }
    }
}
