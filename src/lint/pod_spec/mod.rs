//! What the API server says of a pod's `spec`, in its words and order: the validation that Kubernetes 1.35 does when a Deployment or a
//! pod is created. The custom resource definition of services lets much of it through.
//!
//! Fields that KServe's own pods cannot have, such as ephemeral containers, are not looked at.

mod containers;
mod resources;
mod scheduling;
mod volumes;

use std::fmt;

use serde_json::Value;

use crate::Map;
use crate::go::strconv::quote;
use crate::object::fields::{elements, integer, member, objects, text};
use crate::object::names;

/// A field that the API server refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The field, from the pod's `spec`, as `containers[0].ports[1].name`.
    pub path: String,
    /// What the server says of it, as `Required value`.
    pub text: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.text)
    }
}

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

/// Whether a field is not there.
fn is_missing(object: &Map, key: &str) -> bool {
    object.get(key).is_none_or(Value::is_null)
}

/// What was refused so far.
#[derive(Debug, Default)]
struct Report {
    refusals: Vec<Refusal>,
}

impl Report {
    fn add(&mut self, path: &str, text: String) {
        self.refusals.push(Refusal { path: path.to_owned(), text });
    }

    fn required(&mut self, path: &str, detail: &str) {
        let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
        self.add(path, format!("Required value{detail}"));
    }

    /// `value` as the server prints it: texts in quotes.
    fn invalid(&mut self, path: &str, value: impl fmt::Display, detail: &str) {
        self.add(path, format!("Invalid value: {value}: {detail}"));
    }

    fn forbidden(&mut self, path: &str, detail: &str) {
        self.add(path, format!("Forbidden: {detail}"));
    }

    fn duplicate(&mut self, path: &str, value: &str) {
        self.add(path, format!("Duplicate value: {}", quote(value)));
    }

    fn unsupported(&mut self, path: &str, value: &str, supported: &[&str]) {
        let list: Vec<String> = supported.iter().map(|value| quote(value)).collect();
        self.add(path, format!("Unsupported value: {}: supported values: {}", quote(value), list.join(", ")));
    }

    /// Everything that a rule of [`names`] says of a text.
    fn texts(&mut self, path: &str, value: &str, said: Vec<String>) {
        for detail in said {
            self.invalid(path, quote(value), &detail);
        }
    }

    /// A field of the pod that is a name, if it is set.
    fn named(&mut self, spec: &Map, key: &str, rule: fn(&str) -> Vec<String>) {
        let name = text(spec, key);
        if !name.is_empty() {
            self.texts(key, name, rule(name));
        }
    }

    /// A field that has one of a few values, if it is set; what is empty gets its default.
    fn one_of(&mut self, object: &Map, before: &str, key: &str, supported: &[&str]) {
        let value = text(object, key);
        if !value.is_empty() && !supported.contains(&value) {
            self.unsupported(&format!("{before}{key}"), value, supported);
        }
    }

    /// A number of a user or group.
    fn user(&mut self, object: &Map, before: &str, key: &str) {
        if let Some(id) = integer(object, key).filter(|id| !(0..=i64::from(i32::MAX)).contains(id)) {
            self.invalid(&format!("{before}{key}"), id, "must be between 0 and 2147483647, inclusive");
        }
    }

    /// A number that is not below 0.
    fn not_negative(&mut self, object: &Map, path: &str, key: &str) {
        if let Some(number) = integer(object, key).filter(|number| *number < 0) {
            self.invalid(&format!("{path}.{key}"), number, "must be greater than or equal to 0");
        }
    }
}

#[cfg(test)]
mod tests;
