//! Objects that the API server refuses, although the controller builds them so. Findings have the server's text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::rules;
use crate::api::Component;
use crate::lint::{Findings, Subject};
use crate::object::Path;
use crate::object::fields::{elements, integer, member, objects, text};
use crate::schema::quote;
use crate::{Map, Value};

rules! {
    "KSR043" "rollout-value" Error Service(rollout_value) {
        what: "maxSurge or maxUnavailable of a Deployment is a text that is no percentage.",
        why: "The API server refuses the Deployment, and the controller repeats its attempt for ever. The section deploy takes texts \
              only, but a number of pods has to be a number, so it cannot be written there.",
        fine: "Never.",
        fix: "Write a percentage, as 25%, or in deploymentStrategy a number without quotes.",
    }
    "KSR044" "autoscaler-refused" Error Service(autoscaler_refused) {
        what: "A metric of a HorizontalPodAutoscaler has no target or one of 0, or a ScaledObject has no trigger.",
        why: "The webhook lets it through, but the API server refuses the autoscaler, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Write target with type and a value above 0, and at least one metric in autoScaling.",
    }
    "KSR045" "port-without-name" Error Service(port_without_name) {
        what: "A Service has several ports, and one of them has no name.",
        why: "The Service takes the names of the container's ports. The API server wants a name for each of several ports and refuses \
              the Service.",
        fine: "Never.",
        fix: "Name every port of the container.",
    }
    "KSR046" "route-without-gateway" Error Service(route_without_gateway) {
        what: "The VirtualService or the Service of type ExternalName leads to no host.",
        why: "The section ingress is missing or names no localGatewayService, from which the host comes. The API server refuses both.",
        fine: "Never.",
        fix: "Set localGatewayService in the section ingress.",
    }
    "KSR047" "knative-unknown-field" Warning Service(knative_unknown_field) {
        what: "The pods of a Knative Service use a field that Knative does not know.",
        why: "When the controller creates the Knative Service, the API server drops the field without a word, so it has no effect. \
              kubectl apply refuses the object.",
        fine: "The field is not needed.",
        fix: "Leave the field out, or use Standard mode.",
    }
    "KSR048" "pod-refused" Error Service(pod_refused) {
        what: "The pods of a Deployment have something that the schema of services lets through and the API server does not: a mount \
               without volume, a container without image, a port or a name out of bounds, a probe that asks nothing.",
        why: "The API server refuses the Deployment, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Do what the message asks for.",
    }
    "KSR049" "label-refused" Error Service(label_refused) {
        what: "A label of a component is none that Kubernetes allows.",
        why: "The API server refuses every object that bears it, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Use letters, digits, '-', '_' and '.', at most 63 of them.",
    }
}

/// Adds what the server says of an object.
fn add(findings: &mut Findings, object: &Map, said: &str) {
    let name = member(object, "metadata").map_or("", |metadata| text(metadata, "name"));
    let message = format!("the API server refuses {} {name}: {said}", text(object, "kind"));
    findings.add(place(object), message);
}

/// The component that an object belongs to.
fn place(object: &Map) -> Path {
    let labels = member(object, "metadata").and_then(|metadata| member(metadata, "labels"));
    let label = labels.map_or("", |labels| text(labels, "component"));
    match Component::ALL.into_iter().find(|component| component.name() == label) {
        Some(component) => Path::keys(["spec", component.name()]),
        None => Path::keys(["spec"]),
    }
}

fn rollout_value(subject: &Subject<'_>, findings: &mut Findings) {
    for deployment in subject.objects("Deployment") {
        let update =
            ["spec", "strategy", "rollingUpdate"].iter().try_fold(deployment, |object, key| member(object, key));
        for key in ["maxUnavailable", "maxSurge"] {
            if let Some(value) =
                update.and_then(|update| update.get(key)?.as_str()).filter(|value| !is_percentage(value))
            {
                let text = format!(
                    "spec.strategy.rollingUpdate.{key}: Invalid value: {value:?}: a valid percent string must be a numeric string \
                     followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"
                );
                add(findings, deployment, &text);
            }
        }
    }
}

fn is_percentage(text: &str) -> bool {
    text.strip_suffix('%').is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a field is not printed.
fn is_missing(object: &Map, key: &str) -> bool {
    object.get(key).is_none_or(Value::is_null)
}

fn autoscaler_refused(subject: &Subject<'_>, findings: &mut Findings) {
    for autoscaler in subject.objects("HorizontalPodAutoscaler") {
        let spec = member(autoscaler, "spec");
        for (index, metric) in spec.into_iter().flat_map(|spec| objects(spec, "metrics")).enumerate() {
            let Some(target) = member(metric, "resource").and_then(|resource| member(resource, "target")) else {
                continue;
            };
            let path = format!("spec.metrics[{index}].resource.target");
            if text(target, "type").is_empty() {
                add(findings, autoscaler, &format!("{path}.type: Required value: must specify a metric target type"));
                let text =
                    format!("{path}.type: Invalid value: \"\": must be either Utilization, Value, or AverageValue");
                add(findings, autoscaler, &text);
            }
            match integer(target, "averageUtilization") {
                Some(value) if value < 1 => {
                    let text = format!("{path}.averageUtilization: Invalid value: {value}: must be greater than 0");
                    add(findings, autoscaler, &text);
                }
                None if is_missing(target, "averageValue") => {
                    let text = format!(
                        "{path}.averageUtilization: Required value: must set either a target raw value or a target utilization"
                    );
                    add(findings, autoscaler, &text);
                }
                _ => {}
            }
        }
    }
    for scaled in subject.objects("ScaledObject") {
        if member(scaled, "spec").is_some_and(|spec| is_missing(spec, "triggers")) {
            add(findings, scaled, "spec.triggers: Required value");
        }
    }
}

/// Services of Kubernetes itself.
fn services<'a>(subject: &Subject<'a>) -> impl Iterator<Item = (&'a Map, &'a Map)> {
    let services = subject.objects("Service").filter(|service| text(service, "apiVersion") == "v1");
    services.filter_map(|service| Some((service, member(service, "spec")?)))
}

fn port_without_name(subject: &Subject<'_>, findings: &mut Findings) {
    for (service, spec) in services(subject) {
        let ports = elements(spec, "ports");
        let nameless = objects(spec, "ports").enumerate().filter(|(_, port)| text(port, "name").is_empty());
        for (index, _) in nameless.filter(|_| ports.len() > 1) {
            add(findings, service, &format!("spec.ports[{index}].name: Required value"));
        }
    }
}

fn route_without_gateway(subject: &Subject<'_>, findings: &mut Findings) {
    for (service, spec) in services(subject) {
        if text(spec, "type") == "ExternalName" && text(spec, "externalName").is_empty() {
            add(findings, service, "spec.externalName: Required value");
        }
    }
    for route in subject.objects("VirtualService") {
        for (index, http) in member(route, "spec").into_iter().flat_map(|spec| objects(spec, "http")).enumerate() {
            for (at, target) in objects(http, "route").enumerate() {
                if member(target, "destination").is_some_and(|destination| is_missing(destination, "host")) {
                    let text = format!("spec.http[{index}].route[{at}].destination.host: Required value");
                    add(findings, route, &text);
                }
            }
        }
    }
}

/// The fields that Knative Services have in pods, by the path of the object that has them.
static KNATIVE_FIELDS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = include_str!("knative.fields").lines().filter(|line| !line.starts_with('#'));
    let of_line = |line: &'static str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.trim_matches('.'), words.collect()))
    };
    lines.filter_map(of_line).collect()
});

/// Lists whose items the server names by a field rather than by their position.
const KEYED: [(&str, &str); 4] =
    [("env", "name"), ("imagePullSecrets", "name"), ("volumeMounts", "mountPath"), ("volumes", "name")];

fn knative_unknown_field(subject: &Subject<'_>, findings: &mut Findings) {
    for service in subject.objects("Service").filter(|service| text(service, "apiVersion").starts_with("serving.")) {
        let pod = ["spec", "template", "spec"].iter().try_fold(service, |object, key| member(object, key));
        let mut unknown = Vec::new();
        if let Some(pod) = pod {
            find_unknown(pod, "", ".spec.template.spec", &mut unknown);
        }
        for path in unknown {
            add(findings, service, &format!("{path}: field not declared in schema"));
        }
    }
}

/// Collects the paths of fields that Knative does not know, as the server writes them. `known` is the path in the table.
fn find_unknown(object: &Map, known: &str, path: &str, unknown: &mut Vec<String>) {
    let Some(fields) = KNATIVE_FIELDS.get(known) else { return };
    for (key, value) in object {
        let path = format!("{path}.{key}");
        if !fields.contains(&key.as_str()) {
            unknown.push(path);
            continue;
        }
        let known = if known.is_empty() { key.clone() } else { format!("{known}.{key}") };
        match value {
            Value::Object(value) => find_unknown(value, &known, &path, unknown),
            Value::Array(items) => {
                let name = KEYED.iter().find(|(list, _)| list == key).map(|(_, name)| *name);
                for (index, item) in items.iter().enumerate() {
                    let Some(item) = item.as_object() else { continue };
                    let at = name.map_or_else(|| index.to_string(), |name| format!("{name}={:?}", text(item, name)));
                    find_unknown(item, &format!("{known}.*"), &format!("{path}[{at}]"), unknown);
                }
            }
            _ => {}
        }
    }
}

/// The names of containers and volumes.
const NAME: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end \
                    with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
                    '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

fn pod_refused(subject: &Subject<'_>, findings: &mut Findings) {
    for deployment in subject.objects("Deployment") {
        let pod = ["spec", "template", "spec"].iter().try_fold(deployment, |object, key| member(object, key));
        let Some(pod) = pod else { continue };
        let mut said = Vec::new();
        // The server does not find a volume whose name it refuses.
        let mut volumes = Vec::new();
        for (index, volume) in objects(pod, "volumes").enumerate() {
            let name = text(volume, "name");
            match fault_of_name(name) {
                Some(fault) => said.push(format!("volumes[{index}].name: {fault}")),
                None => volumes.push(name),
            }
        }
        for list in ["containers", "initContainers"] {
            for (index, container) in objects(pod, list).enumerate() {
                let faults = faults_of_container(container, &volumes);
                said.extend(faults.into_iter().map(|fault| format!("{list}[{index}].{fault}")));
            }
        }
        for fault in said {
            add(findings, deployment, &format!("spec.template.spec.{fault}"));
        }
    }
}

fn fault_of_name(name: &str) -> Option<String> {
    let is_inner = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-');
    match name {
        "" => Some("Required value".into()),
        name if name.starts_with('-') || name.ends_with('-') || !name.chars().all(is_inner) => {
            Some(format!("Invalid value: {}: {NAME}", quote(name)))
        }
        _ => None,
    }
}

/// What the server does not take of a container, in paths from the container.
fn faults_of_container(container: &Map, volumes: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    faults.extend(fault_of_name(text(container, "name")).map(|fault| format!("name: {fault}")));
    if text(container, "image").is_empty() {
        faults.push("image: Required value".into());
    }
    for (index, port) in objects(container, "ports").enumerate() {
        if let Some(number) = integer(port, "containerPort").filter(|number| !(1..=65535).contains(number)) {
            let fault = format!("Invalid value: {number}: must be between 1 and 65535, inclusive");
            faults.push(format!("ports[{index}].containerPort: {fault}"));
        }
    }
    for (index, variable) in objects(container, "env").enumerate() {
        let name = text(variable, "name");
        if name.is_empty() {
            faults.push(format!("env[{index}].name: Required value"));
        } else if !name.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'=') {
            faults.push(format!(
                "env[{index}].name: Invalid value: {}: a valid environment variable name must consist only of printable ASCII \
                 characters other than '='",
                quote(name)
            ));
        }
    }
    for (index, mount) in objects(container, "volumeMounts").enumerate() {
        let name = text(mount, "name");
        if !name.is_empty() && !volumes.contains(&name) {
            faults.push(format!("volumeMounts[{index}].name: Not found: {}", quote(name)));
        }
        if text(mount, "mountPath").is_empty() {
            faults.push(format!("volumeMounts[{index}].mountPath: Required value"));
        }
    }
    for probe in ["livenessProbe", "readinessProbe", "startupProbe"] {
        let asks = |probe: &Map| ["exec", "grpc", "httpGet", "tcpSocket"].iter().any(|key| !is_missing(probe, key));
        if member(container, probe).is_some_and(|probe| !asks(probe)) {
            faults.push(format!("{probe}: Required value: must specify a handler type"));
        }
    }
    faults
}

fn label_refused(subject: &Subject<'_>, findings: &mut Findings) {
    let mut said = BTreeSet::new();
    for object in subject.rendering.objects.iter().filter_map(Value::as_object) {
        let labels = member(object, "metadata").and_then(|metadata| member(metadata, "labels"));
        let of_pods =
            ["spec", "template", "metadata", "labels"].iter().try_fold(object, |object, key| member(object, key));
        let of_pods = of_pods.filter(|_| text(object, "kind") == "Deployment");
        for (path, labels) in [("metadata.labels", labels), ("spec.template.labels", of_pods)] {
            for (key, value) in labels.into_iter().flatten() {
                let faults = [fault_of_key(key), value.as_str().and_then(fault_of_label)];
                for fault in faults.into_iter().flatten().map(|fault| format!("{path}: {fault}")) {
                    if said.insert(fault.clone()) {
                        add(findings, object, &fault);
                    }
                }
            }
        }
    }
}

/// Whether a text begins and ends with a letter or digit, with some more signs between.
fn is_word(text: &str) -> bool {
    let is_edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    is_edge(text.as_bytes().first()) && is_edge(text.as_bytes().last()) && text.bytes().all(is_inner)
}

fn fault_of_key(key: &str) -> Option<String> {
    let name = key.split_once('/').map_or(key, |(_, name)| name);
    (!name.is_empty() && !name.contains('/') && !is_word(name)).then(|| {
        format!(
            "Invalid value: {}: name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
             alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
             '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
            quote(key)
        )
    })
}

fn fault_of_label(value: &str) -> Option<String> {
    (!value.is_empty() && !is_word(value)).then(|| {
        format!(
            "Invalid value: {}: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must \
             start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is \
             '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
            quote(value)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_has_digits_and_a_sign() {
        for (text, is) in [("25%", true), ("0%", true), ("2", false), ("%", false), ("-1%", false), ("2.5%", false)] {
            assert_eq!(is_percentage(text), is, "{text}");
        }
    }

    #[test]
    fn names_and_labels_have_their_signs() {
        for (name, is) in [("a-1", true), ("side_car", false), ("A", false), ("-a", false), ("", false)] {
            assert_eq!(fault_of_name(name).is_none(), is, "{name}");
        }
        for (label, is) in [("", true), ("My_label.1", true), ("the garden", false), ("a-", false)] {
            assert_eq!(fault_of_label(label).is_none(), is, "{label}");
        }
        for (key, is) in [("a.b/team", true), ("team", true), ("a.b/bad key", false), ("_a", false)] {
            assert_eq!(fault_of_key(key).is_none(), is, "{key}");
        }
    }

    #[test]
    fn a_container_is_checked_as_the_server_does() {
        let container = serde_json::json!({
            "name": "a",
            "ports": [{ "containerPort": 80 }, { "containerPort": 70_000 }],
            "env": [{ "name": "A B" }, { "name": "A=" }],
            "volumeMounts": [{ "name": "cache", "mountPath": "/a" }, { "name": "models", "mountPath": "" }],
            "livenessProbe": { "periodSeconds": 1 },
            "readinessProbe": { "grpc": { "port": 1 } },
        });
        let expected = [
            "image: Required value",
            "ports[1].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
            "env[1].name: Invalid value: \"A=\": a valid environment variable name must consist only of printable ASCII characters \
             other than '='",
            "volumeMounts[1].name: Not found: \"models\"",
            "volumeMounts[1].mountPath: Required value",
            "livenessProbe: Required value: must specify a handler type",
        ];
        assert_eq!(faults_of_container(container.as_object().expect("an object"), &["cache"]), expected);
    }

    #[test]
    fn unknown_fields_of_knative_are_named_as_the_server_does() {
        let pod = serde_json::json!({
            "affinity": { "anything": {} },
            "containers": [
                { "name": "a", "lifecycle": {}, "env": [{ "name": "X", "valueFrom": { "fileKeyRef": {} } }] },
                { "name": "b", "ports": [{ "containerPort": 1, "hostPort": 2 }], "resources": { "limits": { "cpu": "1" } } },
            ],
            "terminationGracePeriodSeconds": 1,
            "volumes": [{ "name": "v", "nfs": {} }],
        });
        let mut unknown = Vec::new();
        find_unknown(pod.as_object().expect("an object"), "", "", &mut unknown);
        let expected = [
            ".containers[0].env[name=\"X\"].valueFrom.fileKeyRef",
            ".containers[0].lifecycle",
            ".containers[1].ports[0].hostPort",
            ".terminationGracePeriodSeconds",
            ".volumes[name=\"v\"].nfs",
        ];
        assert_eq!(unknown, expected);
    }
}
