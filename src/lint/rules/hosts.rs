//! Whether the service comes to stand, and at which hosts.

use std::collections::BTreeSet;

use super::placeholders;
use crate::Value;
use crate::kinds::{self, Advice};
use crate::lint::rule::rules;
use crate::lint::{Findings, LintedService, Mending, Topic};
use crate::object::diagnostic::{Change, Mend};
use crate::object::dns::{fault_of_host, host_of};
use crate::object::error::SectionCause;
use crate::object::validation::{NameRule, faults_of_name};
use crate::object::{Cause, ControllerError, Key, Kind, Path};

/// What a DNS label and a label of Kubernetes may have.
const LABEL: usize = 63;

rules! {
    "KSR002" "reconcile-fails" Error Service(reconcile_fails) [mending: Mending::Safe, topic: Some(Topic::Readiness), reports: &["#3851"]] {
        what: "The service passes admission, but the controller fails to create its objects.",
        why: "kubectl apply succeeds, and only the conditions of the service or the controller's log tell that nothing runs.",
        fine: "Never; what is missing may only be absent from the input, such as a runtime: then add it with --context.",
        fix: "Do what the message asks for; `kserve-render runtimes --for FILE` tells why runtimes do not fit.",
    }
    "KSR003" "host-not-dns" Warning Service(host_not_dns) [topic: Some(Topic::Names), reports: &["#4807", "#3485"]] {
        what: "A host has a label of more than 63 characters, an upper case letter or a character that DNS does not \
         have.",
        why: "DNS cannot hold such a host, and certificates and gateways refuse it. Knative and the Gateway API refuse the \
         object, long after the service was accepted.",
        fine: "Never.",
        fix: "Shorten the names of service and namespace, or change domainTemplate in the section ingress.",
    }
    "KSR004" "child-name-too-long" Error Service(child_name_too_long) [topic: Some(Topic::Names)] {
        what: "An object that the controller derives from the name of the service has a name of more than 63 \
         characters.",
        why: "Services and Knative Services have names of at most 63 characters, as they are DNS labels. The API server \
         refuses the object, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Shorten the name of the service, or spec.predictor.name.",
    }
}

fn reconcile_fails(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(error) = subject.rendering.error() else { return };
    if placeholders::find(subject, error, findings) {
        return;
    }
    let advise = kinds::properties(subject.rendering.kind).advise;
    if let Some(Advice { path, help, value }) = advise(subject.cluster, subject.written, error) {
        add_failure(path.clone(), error, findings);
        findings.help(help);
        if let Some(value) = value {
            findings.mend(Mend::safe(Change::Write { path, value: value.into() }));
        }
        return;
    }
    // A host comes of the names of service and namespace.
    let is_about_host = error.cause() == Some(&Cause::Host);
    let place = if is_about_host { Path::keys(["metadata", "name"]) } else { Path::keys(["spec"]) };
    add_failure(place, error, findings);
    // What is wrong with the configuration is wrong there, and of all services.
    if let Some(SectionCause { section, keys }) = error.section() {
        let path = keys.iter().fold(Path::keys(["data", section]), |path, key| path.key(key));
        findings.elsewhere(subject.cluster.config_key(), path);
    }
    if error.cause() == Some(&Cause::OneModelOnly) {
        findings.help(
            "the storage container of the release's Helm chart does, unlike that of its manifests: give the one of the cluster".into(),
        );
    }
    if is_about_host && subject.cluster.routing.as_ref().is_ok_and(|routing| routing.settings.disable_ingress_creation)
    {
        findings.help("the host is made although disableIngressCreation is set".into());
    }
}

/// Adds the error of the controller. A runtime that it does not find may be one that the cluster has.
fn add_failure(path: Path, error: &ControllerError, findings: &mut Findings) {
    findings.add(path, error.text());
    findings.about(error.cause());
    if matches!(error.cause(), Some(Cause::NoRuntime | Cause::RuntimeNotFound(_))) {
        findings.unless_given("if the cluster has a runtime for it, give that with --context");
    }
}

/// All hosts of the service: of its URLs, and of the objects that route to it.
fn hosts(subject: &LintedService<'_>) -> BTreeSet<String> {
    let mut hosts = BTreeSet::new();
    let components = subject.summary.components.iter().map(|(_, url)| url);
    for url in subject.summary.url.iter().chain(components) {
        hosts.insert(host_of(url).to_owned());
    }
    let lists = [
        (Kind::Ingress, "rules", Some("host")),
        (Kind::HttpRoute, "hostnames", None),
        (Kind::VirtualService, "hosts", None),
    ];
    for (kind, list, key) in lists {
        for object in subject.objects(kind) {
            let entries = object.get("spec").and_then(|spec| spec.get(list)?.as_array()).into_iter().flatten();
            let host = |entry: &Value| key.map_or(Some(entry), |key| entry.get(key))?.as_str().map(str::to_owned);
            hosts.extend(entries.filter_map(host));
        }
    }
    hosts
}

fn host_not_dns(subject: &LintedService<'_>, findings: &mut Findings) {
    for host in hosts(subject) {
        if let Some(fault) = fault_of_host(&host) {
            findings.add(Path::keys(["metadata", "name"]), format!("host {host} {fault}"));
        }
    }
}

fn child_name_too_long(subject: &LintedService<'_>, findings: &mut Findings) {
    for object in subject.rendering.objects() {
        let Key { name, kind, .. } = Key::of(object);
        let is_service = kind == Kind::Service.name();
        let rule = if is_service { NameRule::Label1035 } else { NameRule::Subdomain };
        for fault in faults_of_name(&name, rule) {
            let refusal = format!("the API server refuses a {kind}: metadata.name: Invalid value: {name:?}: {fault}");
            let message = match is_service && name.len() > LABEL {
                true => {
                    let length = name.len();
                    format!("{kind} {name} has a name of {length} characters; {LABEL} are allowed; {refusal}")
                }
                false => format!("{kind} {name} has a name that Kubernetes does not allow; {refusal}"),
            };
            findings.add(Path::keys(["metadata", "name"]), message);
        }
    }
}
