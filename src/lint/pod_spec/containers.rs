//! Containers: names, ports, variables, mounts, probes.

use std::collections::BTreeSet;

use serde_json::Value;

use super::report::{About, Report, is_missing};
use super::{resources, volumes};
use crate::Map;
use crate::go::strconv::quote;
use crate::object::fields::{integer, member, objects, text};
use crate::object::names;

const PULL_POLICIES: [&str; 3] = ["Always", "IfNotPresent", "Never"];
const MESSAGE_POLICIES: [&str; 2] = ["File", "FallbackToLogsOnError"];
const PROTOCOLS: [&str; 3] = ["SCTP", "TCP", "UDP"];
pub(super) const HANDLERS: [&str; 4] = ["exec", "httpGet", "tcpSocket", "grpc"];
/// Fields that a pod can give to a variable.
const POD_FIELDS: [&str; 9] = [
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];
/// Fields of a pod that exist, but that only volumes can take.
const VOLUME_FIELDS: [&str; 2] = ["metadata.annotations", "metadata.labels"];
const CONTAINER_RESOURCES: [&str; 6] = [
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
];

/// What the containers of a pod share.
struct Pod<'a> {
    host_network: bool,
    volumes: &'a BTreeSet<&'a str>,
    /// Names of the containers seen so far.
    known: BTreeSet<&'a str>,
    /// Whether they are init containers, which run one after the other.
    in_turn: bool,
    /// Ports of the node that they take.
    taken: BTreeSet<String>,
}

/// Checks containers and init containers.
pub fn check<'a>(spec: &'a Map, volumes: &'a BTreeSet<&'a str>, report: &mut Report) {
    if objects(spec, "containers").next().is_none() {
        report.required("containers", "");
    }
    let host_network = spec.get("hostNetwork").and_then(Value::as_bool) == Some(true);
    let mut pod = Pod { host_network, volumes, in_turn: false, known: BTreeSet::new(), taken: BTreeSet::new() };
    for (index, container) in objects(spec, "containers").enumerate() {
        let path = format!("containers[{index}]");
        check_one(container, &path, &mut pod, report);
        for (name, kind) in PROBES {
            if let Some(probe) = member(container, name) {
                check_probe(probe, kind, &format!("{path}.{name}"), report);
            }
        }
        lifecycle(container, &path, report);
    }
    pod.in_turn = true;
    report.in_init_container = true;
    for (index, container) in objects(spec, "initContainers").enumerate() {
        pod.taken.clear();
        let path = format!("initContainers[{index}]");
        check_one(container, &path, &mut pod, report);
        for field in ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] {
            if text(container, "restartPolicy") != "Always" && !is_missing(container, field) {
                let detail = "may not be set for init containers without restartPolicy=Always";
                report.forbidden(&format!("{path}.{field}"), detail);
            }
        }
    }
    report.in_init_container = false;
}

/// What holds for containers of every list.
fn check_one<'a>(container: &'a Map, path: &str, pod: &mut Pod<'a>, report: &mut Report) {
    let name = text(container, "name");
    let at = format!("{path}.name");
    if name.is_empty() {
        report.unset(&at);
    } else {
        report.texts(&at, name, names::dns_label(name));
    }
    if pod.known.contains(name) {
        report.duplicate(&at, name);
    }
    // The server does not keep the missing name of an init container.
    if !(name.is_empty() && pod.in_turn) {
        pod.known.insert(name);
    }
    if text(container, "image").is_empty() {
        report.required(&format!("{path}.image"), "");
    }
    report.one_of(container, &format!("{path}."), "terminationMessagePolicy", &MESSAGE_POLICIES);
    ports(container, path, pod, report);
    variables(container, path, report);
    mounts(container, path, pod.volumes, report);
    report.one_of(container, &format!("{path}."), "imagePullPolicy", &PULL_POLICIES);
    resources::check(container, path, report);
    if let Some(context) = member(container, "securityContext") {
        for id in ["runAsUser", "runAsGroup"] {
            report.user(context, &format!("{path}.securityContext."), id);
        }
    }
}

fn ports(container: &Map, container_path: &str, pod: &mut Pod<'_>, report: &mut Report) {
    let mut known = BTreeSet::new();
    for (index, port) in objects(container, "ports").enumerate() {
        let path = format!("{container_path}.ports[{index}]");
        let name = text(port, "name");
        let faults = if name.is_empty() { Vec::new() } else { names::port_name(name) };
        let at = format!("{path}.name");
        if !name.is_empty() && faults.is_empty() && !known.insert(name) {
            report.duplicate(&at, name);
        }
        report.texts(&at, name, faults);
        let number = integer(port, "containerPort").unwrap_or_default();
        match number {
            0 => report.unset(&format!("{path}.containerPort")),
            number => port_number(number, &format!("{path}.containerPort"), report),
        }
        match integer(port, "hostPort").unwrap_or_default() {
            0 => {}
            host if pod.host_network && host != number => {
                let detail = "must match `containerPort` when `hostNetwork` is true";
                report.invalid(&format!("{path}.hostPort"), host, detail);
            }
            host => port_number(host, &format!("{path}.hostPort"), report),
        }
        report.one_of(port, &format!("{path}."), "protocol", &PROTOCOLS);
        host_port(port, (container_path, index), pod, report);
    }
}

/// A port of the node can be taken once by each protocol and address. The port comes with its container and its position there.
fn host_port(port: &Map, (container, index): (&str, usize), pod: &mut Pod<'_>, report: &mut Report) {
    let host = integer(port, "hostPort").unwrap_or_default();
    let protocol = Some(text(port, "protocol")).filter(|protocol| !protocol.is_empty()).unwrap_or("TCP");
    let place = format!("{protocol}/{}/{host}", text(port, "hostIP"));
    if host != 0 && pod.taken.contains(&place) {
        // The server looks at init containers one by one, each as the first of a list.
        let container = if pod.in_turn { "initContainers[0]" } else { container };
        report.duplicate(&format!("{container}.ports[{index}].hostPort"), &place);
    }
    pod.taken.insert(place);
}

fn port_number(number: i64, path: &str, report: &mut Report) {
    for detail in names::port_number(number) {
        report.invalid(path, number, &detail);
    }
}

fn variables(container: &Map, path: &str, report: &mut Report) {
    for (index, variable) in objects(container, "env").enumerate() {
        let path = format!("{path}.env[{index}]");
        let name = text(variable, "name");
        if name.is_empty() {
            report.required(&format!("{path}.name"), "");
        } else {
            report.texts(&format!("{path}.name"), name, names::environment_name(name));
        }
        if let Some(source) = member(variable, "valueFrom") {
            value_from(source, !text(variable, "value").is_empty(), &format!("{path}.valueFrom"), report);
        }
    }
    for (index, source) in objects(container, "envFrom").enumerate() {
        let prefix = text(source, "prefix");
        if !prefix.is_empty() {
            report.texts(&format!("{path}.envFrom[{index}].prefix"), prefix, names::environment_name(prefix));
        }
        let kinds = ["configMapRef", "secretRef"].into_iter().filter(|kind| !is_missing(source, kind));
        for kind in kinds.clone() {
            let at = format!("{path}.envFrom[{index}].{kind}.name");
            match member(source, kind).map_or("", |reference| text(reference, "name")) {
                "" => report.required(&at, ""),
                name => report.texts(&at, name, names::dns_subdomain(name)),
            }
        }
        count(kinds.count(), &format!("{path}.envFrom"), "must specify one of: `configMapRef` or `secretRef`", report);
    }
}

/// Where exactly one of several fields is asked for.
fn count(found: usize, path: &str, none: &str, report: &mut Report) {
    match found {
        0 => report.invalid(path, "\"\"", none),
        1 => {}
        _ => report.invalid(path, "\"\"", "may not have more than one field specified at a time"),
    }
}

fn value_from(source: &Map, has_value: bool, path: &str, report: &mut Report) {
    let kinds = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"];
    let found: Vec<&str> = kinds.into_iter().filter(|kind| !is_missing(source, kind)).collect();
    for kind in &found {
        let Some(reference) = member(source, kind) else { continue };
        let path = format!("{path}.{kind}");
        match *kind {
            "fieldRef" => field(text(reference, "fieldPath"), &format!("{path}.fieldPath"), report),
            "resourceFieldRef" => match text(reference, "resource") {
                "" => report.required(&format!("{path}.resource"), ""),
                _ => report.one_of(reference, &format!("{path}."), "resource", &CONTAINER_RESOURCES),
            },
            "configMapKeyRef" | "secretKeyRef" => {
                let name = text(reference, "name");
                report.texts(&format!("{path}.name"), name, names::dns_subdomain(name));
                match text(reference, "key") {
                    "" => report.required(&format!("{path}.key"), ""),
                    key => report.texts(&format!("{path}.key"), key, names::config_key(key)),
                }
            }
            _ => {}
        }
    }
    const NONE: &str =
        "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    if found.is_empty() {
        report.invalid(path, "\"\"", NONE);
    } else if has_value {
        report.invalid(path, "\"\"", "may not be specified when `value` is not empty");
    } else {
        count(found.len(), path, NONE, report);
    }
}

/// A field of the pod, as a variable takes it.
fn field(field: &str, path: &str, report: &mut Report) {
    let is_keyed = |of: &str| field.strip_prefix(of).is_some_and(|key| key.starts_with("['") && key.ends_with("']"));
    if field.is_empty() {
        report.required(path, "");
    } else if POD_FIELDS.contains(&field) || VOLUME_FIELDS.into_iter().any(is_keyed) {
    } else if VOLUME_FIELDS.contains(&field) {
        report.unsupported(path, field, &POD_FIELDS);
    } else {
        report.invalid(path, quote(field), &format!("error converting fieldPath: field label not supported: {field}"));
    }
}

fn mounts(container: &Map, path: &str, volumes: &BTreeSet<&str>, report: &mut Report) {
    let mut known = BTreeSet::new();
    for (index, mount) in objects(container, "volumeMounts").enumerate() {
        let at = format!("{path}.volumeMounts[{index}]");
        let name = text(mount, "name");
        if name.is_empty() {
            report.unset(&format!("{at}.name"));
        }
        let place = text(mount, "mountPath");
        if place.is_empty() {
            report.required(&format!("{at}.mountPath"), "");
        }
        if !volumes.contains(name) {
            report.add(&format!("{at}.name"), format!("Not found: {}", quote(name)));
        }
        if !known.insert(place) {
            report.invalid(&format!("{at}.mountPath"), quote(place), "must be unique");
        }
        // The server leaves the index of these out.
        let inner = text(mount, "subPath");
        if !inner.is_empty() {
            volumes::relative(inner, &format!("{path}.volumeMounts.subPath"), report);
        }
        let expression = text(mount, "subPathExpr");
        if !expression.is_empty() {
            if !inner.is_empty() {
                let detail = "subPathExpr and subPath are mutually exclusive";
                report.invalid(&format!("{at}.subPathExpr"), quote(expression), detail);
            }
            volumes::relative(expression, &format!("{path}.volumeMounts.subPathExpr"), report);
        }
        propagation(mount, container, path, report);
    }
}

fn propagation(mount: &Map, container: &Map, path: &str, report: &mut Report) {
    let propagation = text(mount, "mountPropagation");
    let privileged = member(container, "securityContext").and_then(|context| context.get("privileged")?.as_bool());
    if propagation == "Bidirectional" && privileged != Some(true) {
        let detail = "Bidirectional mount propagation is available only to privileged containers";
        report.forbidden(&format!("{path}.volumeMounts.mountPropagation"), detail);
    }
    let known = ["Bidirectional", "HostToContainer", "None"];
    report.one_of(mount, &format!("{path}.volumeMounts."), "mountPropagation", &known);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Probe {
    Liveness,
    Readiness,
    Startup,
}

const PROBES: [(&str, Probe); 3] =
    [("livenessProbe", Probe::Liveness), ("readinessProbe", Probe::Readiness), ("startupProbe", Probe::Startup)];

fn check_probe(probe: &Map, kind: Probe, path: &str, report: &mut Report) {
    handler(probe, Actor::Probe, path, report);
    for key in ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"] {
        report.not_negative(probe, path, key);
    }
    if let Some(seconds) = integer(probe, "terminationGracePeriodSeconds") {
        let at = format!("{path}.terminationGracePeriodSeconds");
        if kind == Probe::Readiness {
            report.invalid(&at, seconds, "must not be set for readinessProbes");
        }
        if seconds <= 0 {
            report.invalid(&at, seconds, "must be greater than 0");
        }
    }
    // 0 gets the default, which is 1.
    if let Some(times) =
        integer(probe, "successThreshold").filter(|times| kind != Probe::Readiness && !matches!(times, 0 | 1))
    {
        report.invalid(&format!("{path}.successThreshold"), times, "must be 1");
    }
}

/// What does something in a container at a certain time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Actor {
    Probe,
    Hook,
}

impl Actor {
    /// What it may do.
    const fn handlers(self) -> [&'static str; 4] {
        match self {
            Actor::Probe => HANDLERS,
            Actor::Hook => ["exec", "httpGet", "tcpSocket", "sleep"],
        }
    }

    /// What a refusal of the port that it asks is about.
    const fn about_port(self) -> About {
        match self {
            Actor::Probe => About::ProbePort,
            Actor::Hook => About::Other,
        }
    }
}

/// What a probe or a hook does: exactly one thing.
fn handler(object: &Map, actor: Actor, path: &str, report: &mut Report) {
    let mut found = actor.handlers().into_iter().filter(|kind| !is_missing(object, kind));
    let Some(first) = found.next() else {
        return report.about(About::NoHandler, |report| report.required(path, "must specify a handler type"));
    };
    if let Some(action) = member(object, first) {
        let path = format!("{path}.{first}");
        if matches!(first, "httpGet" | "tcpSocket" | "grpc") {
            report.about(actor.about_port(), |report| port(first, action, &path, report));
        }
        action_of(first, action, &path, report);
    }
    for kind in found {
        report.forbidden(&format!("{path}.{kind}"), "may not specify more than 1 handler type");
    }
}

fn action_of(kind: &str, action: &Map, path: &str, report: &mut Report) {
    match kind {
        "exec" if objects_or_texts(action, "command") == 0 => report.required(&format!("{path}.command"), ""),
        "httpGet" => {
            report.one_of(action, &format!("{path}."), "scheme", &["HTTP", "HTTPS"]);
            for header in objects(action, "httpHeaders") {
                let name = text(header, "name");
                if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
                    let detail = "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used \
                                  for validation is '[-A-Za-z0-9]+')";
                    report.invalid(&format!("{path}.httpHeaders"), quote(name), detail);
                }
            }
        }
        _ => {}
    }
}

fn objects_or_texts(object: &Map, key: &str) -> usize {
    object.get(key).and_then(Value::as_array).map_or(0, Vec::len)
}

/// A port by number or, unless for gRPC, by name.
fn port(kind: &str, action: &Map, path: &str, report: &mut Report) {
    let path = format!("{path}.port");
    match action.get("port") {
        Some(Value::String(name)) if kind != "grpc" => report.texts(&path, name, names::port_name(name)),
        number => port_number(number.and_then(Value::as_i64).unwrap_or_default(), &path, report),
    }
}

fn lifecycle(container: &Map, path: &str, report: &mut Report) {
    let Some(lifecycle) = member(container, "lifecycle") else { return };
    for hook in ["postStart", "preStop"] {
        if let Some(action) = member(lifecycle, hook) {
            handler(action, Actor::Hook, &format!("{path}.lifecycle.{hook}"), report);
        }
    }
}
