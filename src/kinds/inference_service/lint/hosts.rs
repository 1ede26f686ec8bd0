//! Rules about the hosts of the service.

use std::collections::BTreeSet;

use super::subject::LintedService;
use crate::Value;
use crate::lint::rule::{Findings, Topic, rules_for};
use crate::object::dns::{fault_of_host, host_of};
use crate::object::{Kind, Path};

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR003" "host-not-dns" Warning(host_not_dns) [topic: Some(Topic::Names), reports: &["#4807", "#3485"]] {
        what: "A host has a label of more than 63 characters, an upper case letter or a character that DNS does not \
         have.",
        why: "DNS cannot hold such a host, and certificates and gateways refuse it. Knative and the Gateway API refuse the \
         object, long after the service was accepted.",
        fine: "Never.",
        fix: "Shorten the names of service and namespace, or change domainTemplate in the section ingress.",
    }
}

/// All hosts of the service: of its URLs, and of the objects that route to it.
fn hosts(subject: &LintedService<'_>) -> BTreeSet<String> {
    let mut hosts = BTreeSet::new();
    let components = subject.summary().components.iter().map(|(_, url)| url);
    for url in subject.summary().url.iter().chain(components) {
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
