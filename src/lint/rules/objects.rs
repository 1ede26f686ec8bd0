//! Objects of any kind of resource that the API server refuses, although the controller builds them so. Findings have the server's text.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::server::knative;
use crate::go::json;
use crate::go::quantity::Quantity;
use crate::lint::pod_spec::{self, About, Owner, Refusal};
use crate::lint::rule::{Findings, Topic, rules};
use crate::lint::subject::Resource;
use crate::object::fields::{filled, integer, member, objects, text};
use crate::object::validation::{NameRule, annotation_faults, faults_of_name, label_faults};
use crate::object::{Key, Kind, ObjectView as _, Path};
use crate::webhook::pod::Injected;
use crate::{Map, Value};

rules! {
    "KSR004" "child-name-too-long" Error Any(child_name_too_long) [topic: Some(Topic::Names)] {
        what: "An object that the controller derives from the name of the service has a name of more than 63 \
         characters.",
        why: "Services and Knative Services have names of at most 63 characters, as they are DNS labels. The API server \
         refuses the object, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Shorten the name of the service, or spec.predictor.name.",
    }
    "KSR037" "requests-above-limits" Error Any(requests_above_limits) [topic: Some(Topic::Pods)] {
        what: "A container requests more of a resource than its limit.",
        why: "Kubernetes refuses such pods. Often only one of the two is written, and the other comes from the runtime or from the \
              section inferenceService.",
        fine: "Never.",
        fix: "Write both requests and limits.",
    }
    "KSR043" "rollout-value" Error Any(rollout_value) [topic: Some(Topic::Pods)] {
        what: "maxSurge or maxUnavailable of a Deployment is a text that is no percentage.",
        why: "The API server refuses the Deployment, and the controller repeats its attempt for ever. The section deploy takes texts \
              only, but a number of pods has to be a number, so it cannot be written there.",
        fine: "Never.",
        fix: "Write a percentage, as 25%, or in deploymentStrategy a number without quotes.",
    }
    "KSR044" "autoscaler-refused" Error Any(autoscaler_refused) [topic: Some(Topic::Scaling)] {
        what: "A metric of a HorizontalPodAutoscaler has no target or one of 0, or a ScaledObject has no trigger.",
        why: "The webhook lets it through, but the API server refuses the autoscaler, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Write target with type and a value above 0, and at least one metric in autoScaling.",
    }
    "KSR047" "knative-unknown-field" Warning Any(knative_unknown_field) [topic: Some(Topic::Pods)] {
        what: "The pods of a Knative Service use a field that Knative does not know.",
        why: "When the controller creates the Knative Service, the API server drops the field without a word, so it has no effect. \
              kubectl apply refuses the object.",
        fine: "The field is not needed.",
        fix: "Leave the field out, or use Standard mode.",
    }
    "KSR048" "pod-refused" Error Any(pod_refused) [topic: Some(Topic::Pods), reports: &["#4819", "#5516", "#6143"]] {
        what: "The pods of a service have something that the schema of services lets through and the API server does not: a mount \
               without volume or two at one path, a container without image, a port or a name out of bounds, a variable with value and \
               valueFrom, a probe that asks nothing or two things, an unknown policy, a negative amount, a fraction of a GPU.",
        why: "The API server refuses the Deployment, and the controller repeats its attempt for ever; or it refuses the pods, as the pod \
              webhook of KServe leaves them, and the workload never becomes ready.",
        fine: "Never.",
        fix: "Do what the message asks for.",
    }
    "KSR049" "label-refused" Error Any(label_refused) [topic: Some(Topic::Names)] {
        what: "A label or the key of an annotation of an object is none that Kubernetes allows.",
        why: "The API server refuses every object that bears it, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Use letters, digits, '-', '_' and '.', at most 63 of them, and in keys a domain before a slash. A label that the \
              controller makes of the service's name gets shorter with the name.",
    }
}

fn child_name_too_long(resource: &Resource<'_>, findings: &mut Findings) {
    for object in resource.rendering.objects() {
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

fn resources<'a>(container: &'a Map, kind: &str) -> Option<&'a Map> {
    member(member(container, "resources")?, kind)
}

fn quantity(value: &Value) -> Option<Quantity> {
    match value {
        Value::String(text) => Quantity::parse(text).ok(),
        Value::Number(number) => Quantity::parse(&number.to_string()).ok(),
        _ => None,
    }
}

fn requests_above_limits(resource: &Resource<'_>, findings: &mut Findings) {
    for (place, template) in resource.placed_templates() {
        let containers = member(template, "spec").into_iter().flat_map(|spec| objects(spec, "containers"));
        for (index, container) in containers.enumerate() {
            let limits = resources(container, "limits");
            for (name, request) in resources(container, "requests").into_iter().flatten() {
                let Some(limit) = limits.and_then(|limits| limits.get(name)) else { continue };
                if let (Some(wanted), Some(most)) = (quantity(request), quantity(limit))
                    && wanted > most
                {
                    let name_of_container = text(container, "name");
                    // What has a domain in its name is never overcommitted.
                    let bound = if name.contains('/') { "equal to" } else { "less than or equal to" };
                    let message = format!(
                        "{name_of_container} requests {wanted} {name} and has a limit of {most}; the API server refuses the Deployment: \
                         spec.template.spec.containers[{index}].resources.requests: Invalid value: \"{wanted}\": must be {bound} \
                         {name} limit of {most}"
                    );
                    findings.add(place.clone(), message);
                }
            }
        }
    }
}

fn rollout_value(resource: &Resource<'_>, findings: &mut Findings) {
    for deployment in resource.objects(Kind::Deployment) {
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
                findings.refuse(resource, deployment, &text);
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

fn autoscaler_refused(resource: &Resource<'_>, findings: &mut Findings) {
    for autoscaler in resource.objects(Kind::HorizontalPodAutoscaler) {
        let spec = member(autoscaler, "spec");
        for (index, metric) in spec.into_iter().flat_map(|spec| objects(spec, "metrics")).enumerate() {
            let Some(target) = member(metric, "resource").and_then(|resource| member(resource, "target")) else {
                continue;
            };
            let path = format!("spec.metrics[{index}].resource.target");
            if text(target, "type").is_empty() {
                findings.refuse(
                    resource,
                    autoscaler,
                    &format!("{path}.type: Required value: must specify a metric target type"),
                );
                let text =
                    format!("{path}.type: Invalid value: \"\": must be either Utilization, Value, or AverageValue");
                findings.refuse(resource, autoscaler, &text);
            }
            match integer(target, "averageUtilization") {
                Some(value) if value < 1 => {
                    let text = format!("{path}.averageUtilization: Invalid value: {value}: must be greater than 0");
                    findings.refuse(resource, autoscaler, &text);
                }
                None if is_missing(target, "averageValue") => {
                    let text = format!(
                        "{path}.averageUtilization: Required value: must set either a target raw value or a target utilization"
                    );
                    findings.refuse(resource, autoscaler, &text);
                }
                _ => {}
            }
        }
    }
    for scaled in resource.objects(Kind::ScaledObject) {
        if member(scaled, "spec").is_some_and(|spec| is_missing(spec, "triggers")) {
            findings.refuse(resource, scaled, "spec.triggers: Required value");
        }
    }
}

/// Lists whose items the server names by a field rather than by their position.
const KEYED: [(&str, &str); 4] =
    [("env", "name"), ("imagePullSecrets", "name"), ("volumeMounts", "mountPath"), ("volumes", "name")];

fn knative_unknown_field(resource: &Resource<'_>, findings: &mut Findings) {
    for service in resource.objects(Kind::KnativeService) {
        let pod = ["spec", "template", "spec"].iter().try_fold(service, |object, key| member(object, key));
        let mut unknown = Vec::new();
        if let Some(pod) = pod {
            find_unknown(pod, "", ".spec.template.spec", &mut unknown);
        }
        for path in unknown {
            findings.refuse(resource, service, &format!("{path}: field not declared in schema"));
        }
    }
}

/// Collects the paths of fields that Knative does not know, as the server writes them. `known` is the path in the table.
fn find_unknown(object: &Map, known: &str, path: &str, unknown: &mut Vec<String>) {
    let Some(fields) = knative::fields(known) else { return };
    for (key, value) in object {
        let path = format!("{path}.{key}");
        if !fields.contains(&key.as_str()) {
            unknown.push(path);
            continue;
        }
        let known = knative::below(known, key);
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

fn pod_refused(resource: &Resource<'_>, findings: &mut Findings) {
    for workload in resource.workloads() {
        let template = ["spec", "template", "spec"].iter().try_fold(workload, |object, key| member(object, key));
        let Some(pod) = template else { continue };
        let is_deployment = Kind::of_members(workload) == Some(Kind::Deployment);
        let owner = if is_deployment { Owner::Deployment } else { Owner::Pod };
        let refusals = pod_spec::refusals(pod, owner);
        // The rule requests-above-limits tells of these.
        let is_above = |refusal: &&Refusal| refusal.about == About::BeyondLimit && !refusal.in_init_container;
        let own = refusals.iter().filter(|refusal| is_deployment || !is_defaulted_by_knative(refusal));
        for refusal in own.clone().filter(|refusal| !is_above(refusal)) {
            match is_deployment {
                true => findings.refuse(resource, workload, &format!("spec.template.spec.{refusal}")),
                false => add_of_pods(resource, findings, workload, refusal),
            }
        }
        // What stands in the way of the template stands in the way of its pods; only what the webhook adds is new.
        let after = pod_after_webhook(resource, workload).map(|pod| pod_spec::refusals(pod, Owner::Pod));
        let after = after.unwrap_or_default();
        for refusal in after.iter().filter(|refusal| !refusals.contains(refusal) && !is_defaulted_by_knative(refusal)) {
            add_of_pods(resource, findings, workload, refusal);
        }
    }
}

/// The pod of a workload as the pod webhook leaves it; `None` if the webhook refuses it.
fn pod_after_webhook<'r>(resource: &'r Resource<'_>, workload: &'r Map) -> Option<&'r Map> {
    let is_of = |injected: &&Injected| injected.kind == workload.kind() && injected.name == workload.name();
    let template = match resource.injected().iter().find(is_of) {
        Some(injected) => injected.template.as_ref().ok(),
        // It does not see the pod.
        None => workload.template(),
    };
    member(template?, "spec")
}

/// Adds what the server says of a pod as the pod webhook leaves it.
fn add_of_pods(resource: &Resource<'_>, findings: &mut Findings, workload: &Map, refusal: &Refusal) {
    let name = member(workload, "metadata").map_or("", |metadata| text(metadata, "name"));
    let kind = Kind::of_members(workload).map_or("", Kind::words);
    findings
        .add(resource.place_of(workload), format!("the API server refuses the pods of {kind} {name}: spec.{refusal}"));
}

/// Whether Knative fills in what is missing before it makes pods: names, ports and what probes ask.
fn is_defaulted_by_knative(refusal: &Refusal) -> bool {
    match refusal.about {
        About::NoHandler | About::ProbePort => true,
        About::Unset => !refusal.in_init_container,
        About::BeyondLimit | About::Other => false,
    }
}

fn label_refused(resource: &Resource<'_>, findings: &mut Findings) {
    let mut seen = BTreeSet::new();
    for made in resource.rendering.objects() {
        let Some(object) = made.as_object() else { continue };
        let map = |path: &[&str]| path.iter().try_fold(object, |object, key| member(object, key));
        let is_deployment = Kind::of_members(object) == Some(Kind::Deployment);
        let mut faults = Vec::new();
        let mut of_selector = Vec::new();
        let labels = map(&["metadata", "labels"]);
        faults.extend(labels.into_iter().flat_map(|labels| label_faults(labels, "metadata.labels")));
        selector_faults(made, &mut of_selector);
        // A template is not looked at where the selector is none.
        let is_read = is_deployment && of_selector.is_empty();
        let of_pods = |key| map(&["spec", "template", "metadata", key]).filter(|_| is_read);
        faults.extend(of_pods("labels").into_iter().flat_map(|labels| label_faults(labels, "spec.template.labels")));
        for (field, annotations) in [
            ("metadata.annotations", map(&["metadata", "annotations"])),
            ("spec.template.annotations", of_pods("annotations")),
        ] {
            faults.extend(annotations.into_iter().flat_map(|annotations| annotation_faults(annotations, field)));
        }
        let messages = faults.into_iter().map(|fault| fault.message).chain(of_selector);
        for message in messages.filter(|message| seen.insert(message.clone())) {
            findings.refuse(resource, object, &message);
        }
    }
}

/// What the server says of the selector of an object.
fn selector_faults(object: &Value, found: &mut Vec<String>) {
    let selector = object.pointer("/spec/selector").and_then(Value::as_object);
    let labels = selector.and_then(|selector| member(selector, "matchLabels"));
    match Kind::of(object) {
        Some(Kind::Service) => {
            let faults = selector.into_iter().flat_map(|labels| label_faults(labels, "spec.selector"));
            found.extend(faults.map(|fault| fault.message));
        }
        Some(Kind::Deployment) => {
            let faults = labels.into_iter().flat_map(|labels| label_faults(labels, "spec.selector.matchLabels"));
            found.extend(faults.map(|fault| fault.message));
            if let Some(labels) = labels.filter(|_| !found.is_empty()) {
                let sorted: BTreeMap<&String, &Value> = filled(labels.iter());
                let written = json::marshal(&serde_json::json!({ "matchLabels": sorted }));
                found.push(format!("spec.selector: Invalid value: {written}: invalid label selector"));
            }
        }
        Some(Kind::InferencePool) => {
            found.extend(labels.into_iter().flat_map(|labels| long_labels(labels, "spec.selector.matchLabels")))
        }
        Some(Kind::InferencePoolX) => {
            found.extend(selector.into_iter().flat_map(|labels| long_labels(labels, "spec.selector")))
        }
        _ => {}
    }
}

/// Values that are too long for the schema of a pool's selector.
fn long_labels(labels: &Map, field: &str) -> Vec<String> {
    let is_long = |value: &Value| value.as_str().is_some_and(|value| value.chars().count() > LABEL);
    let long = labels.iter().filter(|(_, value)| is_long(value));
    long.map(|(key, _)| format!("{field}.{key}: Too long: may not be more than {LABEL} bytes")).collect()
}

/// Characters of a label's value.
const LABEL: usize = 63;

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
