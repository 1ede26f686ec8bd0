//! Rules about containers and pods, as written and as rendered.

use std::collections::BTreeSet;

use super::subject::{LintedService, Part};
use crate::Map;
use crate::api::{Component, Container, Resources};
use crate::lint::rule::{Findings, Mending, Topic, rules_for};
use crate::object::Kind;
use crate::object::Path;
use crate::object::diagnostic::{Change, Mend};
use crate::object::fields::{filled, member, objects, text};
use crate::object::keys::MAIN_CONTAINER;
use crate::webhook::pod;

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR035" "floating-tag" Note(floating_tag) [topic: Some(Topic::Pods)] {
        what: "An image has the tag latest, or none.",
        why: "Pods of the same service may run different images, and a rollback does not bring the old one back.",
        fine: "While trying things out.",
        fix: "Write a tag that is not moved, or a digest.",
    }
    "KSR036" "gpu-with-cpu-image" Warning(gpu_with_cpu_image) [topic: Some(Topic::Models)] {
        what: "A container asks for a GPU, but its image is one for CPUs.",
        why: "The GPU is reserved and paid for, and the server does not use it.",
        fine: "The name of the image says cpu by chance.",
        fix: "Set runtimeVersion or image to one for GPUs, or remove the GPU from the limits.",
    }
    "KSR038" "float-quantity" Warning(float_quantity) [mending: Mending::Safe, topic: Some(Topic::Pods)] {
        what: "A quantity is written as a number with a fraction, without quotes.",
        why: "The schema wants a whole number or a text: tools and API servers that check it refuse the document.",
        fine: "Never.",
        fix: "Put the quantity in quotes, or write it with a unit, such as 500m.",
    }
    "KSR039" "argument-twice" Note(argument_twice) [topic: Some(Topic::Models), reports: &["#3453", "#2310"]] {
        what: "A flag stands in the arguments of the service and in those of the runtime.",
        why: "The controller appends the arguments of the service to those of the runtime, so the server gets both; which counts is up \
              to the server, and some refuse it.",
        fine: "The server takes the last, or the flag may be repeated.",
        fix: "Use a runtime without the flag, or leave it out.",
    }
    "KSR040" "knative-pod-field" Warning(knative_pod_field) [topic: Some(Topic::Pods)] {
        what: "The pods use a field that Knative takes only with a feature flag.",
        why: "Without the flag Knative refuses the service when the controller creates it.",
        fine: "The flag is set: give the ConfigMap config-features of knative-serving with --context.",
        fix: "Set the flag in config-features, or use Standard mode.",
    }
    "KSR041" "not-in-input" Note(not_in_input) [topic: Some(Topic::Pods)] {
        what: "The service names a Secret, ConfigMap or ServiceAccount that is not in the input.",
        why: "Without it the pods do not start, or the model is downloaded without credentials.",
        fine: "It is in the cluster already, or another tool makes it.",
        fix: "Add it, or show it with --context.",
    }
    "KSR042" "main-container" Note(main_container) [topic: Some(Topic::Models)] {
        what: "None of the containers of a predictor or explainer of one's own is called kserve-container.",
        why: "Model download, logger, agent and metrics look for that name: they refuse the pods or leave them as they are. The container \
              of an explainer is renamed.",
        fine: "None of these is used.",
        fix: "Call the container that serves kserve-container.",
    }
}

fn floating_tag(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts() {
        for (path, container) in part.containers() {
            let image = Container::of(container).image();
            if !image.is_empty() && has_floating_tag(image) {
                findings.add(path.key("image"), format!("image {image} is not pinned; give it a tag or a digest"));
            }
        }
    }
}

fn has_floating_tag(image: &str) -> bool {
    let name = image.rsplit('/').next().unwrap_or(image);
    match name.split_once(':') {
        _ if image.contains('@') => false,
        Some((_, tag)) => tag == "latest",
        None => true,
    }
}

fn gpu_with_cpu_image(subject: &LintedService<'_>, findings: &mut Findings) {
    for (component, container) in subject.containers() {
        let container = Container::of(container);
        let limits = container.resources().and_then(Resources::limits).into_iter().flat_map(Map::keys);
        let gpu = limits.into_iter().find(|name| name.ends_with("/gpu") || name.starts_with("nvidia.com/mig"));
        let image = container.image();
        let is_for_cpu = image.split(['/', ':', '-', '_']).any(|word| word == "cpu");
        if let Some(gpu) = gpu.filter(|_| is_for_cpu) {
            findings.add(path_of(component), format!("{image} is for CPUs, but {gpu} is requested"));
        }
    }
}

fn path_of(component: Component) -> Path {
    Path::keys(["spec", component.name()])
}

fn float_quantity(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts() {
        for (path, container) in part.containers() {
            let Some(resources) = Container::of(container).resources() else { continue };
            for (kind, quantities) in [("requests", resources.requests()), ("limits", resources.limits())] {
                for (name, value) in quantities.into_iter().flatten() {
                    if value.is_f64() {
                        let path = path.clone().key("resources").key(kind).key(name);
                        let message = format!("{name}: {value} is a number with a fraction; write \"{value}\"");
                        findings.add(path.clone(), message);
                        findings.mend(Mend::safe(Change::Quote { path }));
                    }
                }
            }
        }
    }
}

/// The flags among arguments, without their values.
fn flags(container: &Map) -> Vec<&str> {
    let arguments = Container::of(container).arguments();
    arguments.filter(|argument| argument.starts_with("--")).filter_map(|argument| argument.split('=').next()).collect()
}

fn argument_twice(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts().filter(|part| part.component == Component::Predictor) {
        for (path, written) in implementations(&part) {
            let own = flags(written);
            let merged = subject.containers().find(|(component, container)| {
                *component == part.component && Container::of(container).name() == MAIN_CONTAINER
            });
            let all = merged.map(|(_, container)| flags(container)).unwrap_or_default();
            let count = |flags: &[&str], flag: &str| flags.iter().filter(|other| **other == flag).count();
            for flag in filled::<_, BTreeSet<&str>>(own.iter().copied()) {
                if count(&all, flag) > count(&own, flag) {
                    findings
                        .add(path.clone().key("args"), format!("the runtime sets {flag} too; the server gets both"));
                }
            }
        }
    }
}

fn implementations<'a>(part: &Part<'a>) -> Vec<(Path, &'a Map)> {
    part.implementations().map(|(key, model)| (part.path.clone().key(key), model)).collect()
}

fn knative_pod_field(subject: &LintedService<'_>, findings: &mut Findings) {
    let features = subject.cluster.knative_config("config-features");
    let features = features.and_then(|object| object.get("data")?.as_object());
    for (component, template) in subject.pod_templates().filter(|_| subject.is_knative()) {
        for flag in pod::knative_features_off(&pod::knative_features(template), features) {
            findings.add(path_of(component), format!("Knative takes these pods only with the feature flag {flag}"));
        }
    }
}

fn not_in_input(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts() {
        let mut names: Vec<(Path, Kind, &str)> = Vec::new();
        let account = part.view().pod().service_account_name();
        names.push((part.path.clone().key("serviceAccountName"), Kind::ServiceAccount, account));
        for text in subject.cluster.missing_secrets(&subject.rendering.namespace, account) {
            findings.add(part.path.clone().key("serviceAccountName"), text);
        }
        for (index, secret) in objects(part.spec, "imagePullSecrets").enumerate() {
            names.push((part.path.clone().key("imagePullSecrets").index(index), Kind::Secret, text(secret, "name")));
        }
        for (path, container) in part.containers() {
            names.extend(environment(&path, container));
        }
        for (index, volume) in objects(part.spec, "volumes").enumerate() {
            let path = part.path.clone().key("volumes").index(index);
            let secret = member(volume, "secret").map_or("", |secret| text(secret, "secretName"));
            let map = member(volume, "configMap").map_or("", |map| text(map, "name"));
            names.extend([(path.clone(), Kind::Secret, secret), (path, Kind::ConfigMap, map)]);
        }
        for (path, kind, name) in names {
            let is_default = kind == Kind::ServiceAccount && name == "default";
            let is_known = subject.cluster.get(kind, &subject.rendering.namespace, name).is_some();
            if !name.is_empty() && !is_default && !is_known {
                findings
                    .add(path, format!("{} {}/{name} is not in the input", kind.name(), subject.rendering.namespace));
            }
        }
    }
}

/// The objects from which the environment of a container takes values: the path of the reference, kind and name.
fn environment<'a>(path: &Path, container: &'a Map) -> Vec<(Path, Kind, &'a str)> {
    let mut names = Vec::new();
    for (index, variable) in objects(container, "env").enumerate() {
        let path = path.clone().key("env").index(index);
        let source = member(variable, "valueFrom");
        for (key, kind) in [("secretKeyRef", Kind::Secret), ("configMapKeyRef", Kind::ConfigMap)] {
            if let Some(reference) = source.and_then(|source| member(source, key)) {
                names.push((path.clone(), kind, text(reference, "name")));
            }
        }
    }
    for (index, source) in objects(container, "envFrom").enumerate() {
        let path = path.clone().key("envFrom").index(index);
        for (key, kind) in [("secretRef", Kind::Secret), ("configMapRef", Kind::ConfigMap)] {
            if let Some(reference) = member(source, key) {
                names.push((path.clone(), kind, text(reference, "name")));
            }
        }
    }
    names
}

fn main_container(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts().filter(|part| part.component != Component::Transformer) {
        let mut containers = part.view().containers().peekable();
        let is_custom = part.implementations().next().is_none() && containers.peek().is_some();
        if is_custom && !containers.any(|container| container.name() == MAIN_CONTAINER) {
            let path = part.path.clone().key("containers").index(0).key("name");
            findings.add(path, format!("no container of the {} is called {MAIN_CONTAINER}", part.component.name()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_behind_the_last_slash() {
        for image in ["a", "a/b", "host:5000/a", "a:latest"] {
            assert!(has_floating_tag(image), "{image}");
        }
        for image in ["a:1", "host:5000/a:1", "a@sha256:00", "a:latest@sha256:00"] {
            assert!(!has_floating_tag(image), "{image}");
        }
    }
}
