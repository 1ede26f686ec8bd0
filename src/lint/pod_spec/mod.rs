//! What the API server says of a pod's `spec`, in its words and order: the validation that Kubernetes 1.35 does when a Deployment or a
//! pod is created. The custom resource definition of services lets much of it through.
//!
//! Fields that KServe's own pods cannot have, such as ephemeral containers, are not looked at.

mod containers;
mod report;
mod resources;
mod scheduling;
mod volumes;

use serde_json::Value;

use crate::Map;
use crate::go::strconv::quote;
use crate::object::fields::{elements, integer, member, objects, text};
use crate::object::names;
use report::Report;
pub use report::{About, Refusal};

/// Whose pod it is; what makes pods of it asks for more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The template of a Deployment.
    Deployment,
    /// A pod by itself.
    Pod,
}

/// Everything that the server refuses in the `spec` of a pod.
pub fn refusals(spec: &Map, owner: Owner) -> Vec<Refusal> {
    let mut report = Report::default();
    let volumes = volumes::check(spec, &mut report);
    containers::check(spec, &volumes, &mut report);
    pod(spec, &mut report);
    scheduling::check(spec, &mut report);
    if owner == Owner::Deployment {
        deployment(spec, &mut report);
    }
    report.refusals
}

/// What a Deployment asks of its pods beside.
fn deployment(spec: &Map, report: &mut Report) {
    report.one_of(spec, "", "restartPolicy", &["Always"]);
    if spec.get("activeDeadlineSeconds").is_some_and(|value| !value.is_null()) {
        report.forbidden("activeDeadlineSeconds", "activeDeadlineSeconds in ReplicaSet is not Supported");
    }
}

/// The fields of the pod itself.
fn pod(spec: &Map, report: &mut Report) {
    report.one_of(spec, "", "restartPolicy", &["Always", "OnFailure", "Never"]);
    report.one_of(spec, "", "dnsPolicy", &["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"]);
    if text(spec, "dnsPolicy") == "None" && elements_of(spec, "dnsConfig", "nameservers").is_empty() {
        report.required("dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
    }
    if let Some(context) = member(spec, "securityContext") {
        for id in ["fsGroup", "runAsUser", "runAsGroup"] {
            report.user(context, "securityContext.", id);
        }
        report.one_of(context, "securityContext.", "fsGroupChangePolicy", &["Always", "OnRootMismatch"]);
    }
    report.named(spec, "serviceAccountName", names::dns_subdomain);
    report.named(spec, "nodeName", names::dns_subdomain);
    if let Some(seconds) =
        integer(spec, "activeDeadlineSeconds").filter(|seconds| !(1..=i64::from(i32::MAX)).contains(seconds))
    {
        report.invalid("activeDeadlineSeconds", seconds, "must be between 1 and 2147483647, inclusive");
    }
    report.named(spec, "hostname", names::dns_label);
    report.named(spec, "subdomain", names::dns_label);
    report.named(spec, "priorityClassName", names::dns_subdomain);
    report.named(spec, "runtimeClassName", names::dns_subdomain);
    report.one_of(spec, "", "preemptionPolicy", &["PreemptLowerPriority", "Never"]);
    if let Some(os) = member(spec, "os").map(|os| text(os, "name")).filter(|name| !["linux", "windows"].contains(name))
    {
        report.unsupported("os", os, &["linux", "windows"]);
    }
    for (index, alias) in objects(spec, "hostAliases").enumerate() {
        if text(alias, "ip").parse::<std::net::IpAddr>().is_err() {
            let path = format!("hostAliases[{index}].ip");
            report.invalid(
                &path,
                quote(text(alias, "ip")),
                "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
            );
        }
    }
}

fn elements_of<'a>(object: &'a Map, key: &str, list: &str) -> &'a [Value] {
    member(object, key).map_or(&[], |inner| elements(inner, list))
}

#[cfg(test)]
mod tests;
