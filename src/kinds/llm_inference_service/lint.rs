//! Services for large language models: what a cluster accepts, but what does not do what its author expects.

mod device_selector;

use std::collections::BTreeMap;

use super::config::Source;
use super::explain::{Composition, Field, Origin, composition};
use super::status::trouble;
use super::status::types::{PRESETS_COMBINED, READY};
use super::workload::devices;
use super::{names, view};
use crate::facts::Cluster;
use crate::kinds::resource::{Details, Status};
use crate::lint::rule::{Findings, General, KindRules, Mending, Resource, Topic, rules_for};
use crate::object::diagnostic::{Change, Mend};
use crate::object::{Key, Kind, Path, PathStep};
use crate::release::annotations::Place;
use crate::release::{Version, defaults};
use crate::render::Rendering;
use crate::{Map, Value};

/// What is linted in services for large language models.
pub(crate) static LINT: KindRules = KindRules {
    rules: RULES,
    general: General::Some(&[
        "reconcile-fails",
        "pod-refused",
        "child-name-too-long",
        "requests-above-limits",
        "rollout-value",
        "autoscaler-refused",
        "knative-unknown-field",
        "label-refused",
    ]),
    annotations: &[
        (&["metadata", "annotations"], Place::LanguageModel),
        (&["spec", "annotations"], Place::LanguageModelPods),
        (&["spec", "prefill", "annotations"], Place::LanguageModelPods),
    ],
    topic: Topic::LanguageModels,
    prepare: |cluster, written, _| Details::new(composition(cluster, written, None)),
    // Why configs cannot be combined is told once, at its place.
    in_place_of: &[("llm-not-combined", "reconcile-fails")],
    shared: Some(served_model),
    ..KindRules::of(Kind::LlmInferenceService)
};

/// A service that is linted, with what it is made of.
pub struct LintedLlmService<'a> {
    pub cluster: &'a Cluster,
    /// As it is written.
    pub service: &'a Map,
    pub composition: &'a Composition,
    /// What becomes of it.
    pub rendering: &'a Rendering,
}

impl<'a> LintedLlmService<'a> {
    fn of(resource: &Resource<'a>) -> Option<LintedLlmService<'a>> {
        Some(LintedLlmService {
            cluster: resource.cluster,
            service: resource.written.as_object()?,
            composition: resource.prepared.get()?,
            rendering: resource.rendering,
        })
    }
}

rules_for! {
    Kind::LlmInferenceService, LintedLlmService::of;
    "KSR070" "llm-not-combined" Error(not_combined) [reports: &["#5035", "#5047"]] {
        what: "The configs of an LLMInferenceService cannot be combined.",
        why: "Without an effective spec the controller makes nothing of the service, and a config that is missing is told in its status only.",
        fine: "The config comes later, such as from another repository; give it with --context.",
        fix: "Mend the config that the text names, or take it out of baseRefs.",
    }
    "KSR071" "llm-unread" Warning(unread) [mending: Mending::Unsafe, reports: &["#5773", "#6044", "#5211"]] {
        what: "A field of an LLMInferenceService has no effect in this shape of the service.",
        why: "No template of its configs reads the field and neither does the controller, so servers start as if it were not there.",
        fine: "A config that is not among the documents reads it.",
        fix: "Give the server what the field means in its arguments, or use a config whose templates read it.",
    }
    "KSR072" "llm-replaced-list" Warning(replaced_lists) [reports: &["#5048", "#5049"]] {
        what: "A list of the service takes the place of a config's list.",
        why: "Containers, variables, volumes and ports are merged by name, but args and command are replaced as a whole: the launch script \
              or arguments of the preset are gone.",
        fine: "All of it is meant to be replaced.",
        fix: "Repeat what is still wanted, or add arguments with VLLM_ADDITIONAL_ARGS.",
    }
    "KSR073" "llm-initializer" Warning(initializers) [until: Some(Version::V0_19), reports: &["#5225"]] {
        what: "The service has an init container storage-initializer of its own.",
        why: "Before v0.20 it is not merged with the controller's: it is removed, or stands beside it and the API server refuses the pod.",
        fine: "storageInitializer.enabled is false.",
        fix: "Switch the controller's off with storageInitializer.enabled: false, or use v0.20.",
    }
    "KSR074" "llm-worker-account" Warning(accounts) [mending: Mending::Safe, reports: &["#4903"]] {
        what: "Leader and workers name different service accounts.",
        why: "All pods of a group run under one account, that of the leader.",
        fine: "Both accounts have the same rights.",
        fix: "Name one account, in template.",
    }
    "KSR075" "llm-long-name" Note(long_names) [reports: &["#5415"]] {
        what: "The name of the service is so long that names of objects are cut.",
        why: "A cut name ends in a hash, and different objects are cut at different lengths, so that dashboards and scripts that put names \
              together miss them.",
        fine: "Everything finds the objects by label.",
        fix: "Use a name of at most 38 characters.",
    }
    "KSR076" "llm-image" Warning(images) [mending: Mending::Unsafe, reports: &["#5595"]] {
        what: "A container has the image of another release's presets.",
        why: "The arguments and files that a preset expects change with its image.",
        fine: "The image was tried with these presets.",
        fix: "Leave the image to the preset, or take the one of this release.",
    }
    "KSR077" "llm-storage-container" Note(storage_containers) [reports: &["#6024", "#5412"]] {
        what: "A ClusterStorageContainer fits the model's URI, but LLMInferenceServices do not use such containers.",
        why: "Their image, resources and credentials come from the section storageInitializer of the ConfigMap, for all services alike.",
        fine: "The storage container is for InferenceServices.",
        fix: "Change the section storageInitializer, or since v0.20 template.initContainers[storage-initializer] of the service.",
    }
    "KSR078" "llm-same-model" Warning Peers(same_models) [reports: &["#5800"]] {
        what: "Two services of one namespace serve a model of the same name.",
        why: "Requests that name only the model reach either of them.",
        fine: "Clients use the path of one service.",
        fix: "Give each its own model.name, or let them share traffic with router.route.group and weight.",
    }
    "KSR079" "llm-own-label" Warning(own_labels) {
        what: "A label of the spec takes the place of one that the controller sets.",
        why: "Services and InferencePools find pods by the controller's labels, so they miss pods that have another value.",
        fine: "Nothing but your own tools finds the pods.",
        fix: "Choose another key.",
    }
    "KSR080" "llm-selector" Note(selectors) [reports: &["#6145"]] {
        what: "Labels of an LLMInferenceService become part of the selector of a Deployment.",
        why: "A selector never changes: once the service runs, a change of such a label is refused, and the controller does not get \
              further.",
        fine: "The labels stay as long as the service.",
        fix: "Keep labels that change out of spec.labels; to change one, delete the Deployment first.",
    }
    "KSR081" "llm-empty-route" Warning(empty_routes) [reports: &["#5385"]] {
        what: "A rule of the managed HTTPRoute has no backends.",
        why: "A spec of the route without rules gets one from the API server that leads nowhere, and it takes the place of the rules of \
              the preset.",
        fine: "The rule redirects, or refuses on purpose.",
        fix: "Write rules with backendRefs, or take route.http.spec out; for hostnames alone use a config or listeners of a Gateway.",
    }
    "KSR082" "llm-dangling-backend" Warning(dangling_backends) [reports: &["#5415"]] {
        what: "The managed HTTPRoute leads to an object that does not exist.",
        why: "Requests fail, though the service itself runs. Long names are cut by the controller, but not in rules that you write.",
        fine: "Something else makes the object.",
        fix: "Take the name that `kserve-render -o name` tells; in configs write {{ ChildName .ObjectMeta.Name `-inference-pool` }}.",
    }
    "KSR083" "llm-never-ready" Warning(never_ready) [reports: &["#5986"]] {
        what: "An LLMInferenceService does not become ready though everything that it makes is.",
        why: "A condition waits for something that does not come, such as a Gateway for a pool to which no route leads.",
        fine: "What it waits for comes later, by hand.",
        fix: "Add what the condition waits for; `kserve-render explain ready` tells what each looks at.",
    }
    "KSR084" "llm-device-selector" Error(device_selectors) [since: Version::V0_20] {
        what: "A selector of devices is no expression that the API server takes.",
        why: "Each line of the annotation serving.kserve.io/exp-dra-cel-selector becomes a selector of the ResourceClaimTemplate. The API \
              server compiles it, refuses the object, and the controller repeats its attempt for ever.",
        fine: "Never.",
        fix: "Write one expression a line, in the Common Expression Language and about `device` alone.",
    }
    "KSR085" "llm-not-main" Warning(not_main) [mending: Mending::Unsafe] {
        what: "A container that looks like the server of the model is not called main.",
        why: "Containers are merged by name, and the server of the presets is called main: one of another name runs beside it, and the \
              devices, arguments and image that were meant for the server go to a second one.",
        fine: "The container is meant to run beside the server.",
        fix: "Call it main.",
    }
}

/// Whether a container has what only a server of models needs.
fn looks_like_server(container: &Map) -> bool {
    let texts =
        ["command", "args"].into_iter().flat_map(|list| view::list(container, &[list])).filter_map(Value::as_str);
    let resources = ["limits", "requests"].into_iter().filter_map(|of| view::object(container, &["resources", of]));
    let asks_for_devices = resources.flatten().any(|(resource, _)| resource.contains('/'));
    let name = view::text(container, &["name"]);
    name == "kserve-container" || asks_for_devices || texts.into_iter().any(|text| text.contains("/mnt/models"))
}

fn not_main(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let is_main = |container: &Value| container.get("name").is_some_and(|name| name == names::MAIN);
    for keys in view::POD_SPECS.into_iter().filter(|keys| keys.first() != Some(&"router")) {
        let keys = [keys, &["containers"]].concat();
        let merged = subject.composition.spec.as_object().map(|spec| view::list(spec, &keys)).unwrap_or_default();
        let keys = [&["spec"], &*keys].concat();
        let own = view::list(subject.service, &keys);
        if own.iter().any(is_main) || !merged.iter().any(is_main) {
            continue;
        }
        for (index, container) in own.iter().enumerate() {
            let Some(container) = container.as_object().filter(|container| looks_like_server(container)) else {
                continue;
            };
            let name = view::text(container, &["name"]);
            let path = keyed(&keys).index(index).key("name");
            findings
                .add(path.clone(), format!("{name} runs beside main, the server of the preset, and not in its place"));
            findings.help("call it main".to_owned());
            findings.mend(Mend::uncertain(Change::Write { path, value: names::MAIN.into() }));
        }
    }
}

fn device_selectors(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for template in made(subject, Kind::ResourceClaimTemplate) {
        let requests = template.pointer("/spec/spec/devices/requests").and_then(Value::as_array);
        for (request, asked) in requests.into_iter().flatten().enumerate() {
            let selectors = asked.pointer("/exactly/selectors").and_then(Value::as_array);
            for (index, selector) in selectors.into_iter().flatten().enumerate() {
                let expression = selector.pointer("/cel/expression").and_then(Value::as_str).unwrap_or_default();
                let Some(refusal) = device_selector::refusal(expression) else { continue };
                let name = Key::of(template).name;
                findings.add(
                    Path::keys(["metadata", "annotations", devices::SELECTOR]),
                    format!(
                        "the API server refuses ResourceClaimTemplate {name}: spec.spec.devices.requests[{request}].exactly\
                         .selectors[{index}].cel.expression: {}",
                        refusal.text
                    ),
                );
                if let Some(help) = refusal.help {
                    findings.help(help);
                }
            }
        }
    }
}

fn not_combined(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let composition = subject.composition;
    let Some(failure) = composition.failure.as_deref().filter(|_| composition.is_admitted) else { return };
    let path = match (&composition.place, &composition.culprit) {
        (Some(path), _) | (None, Some(Origin::Service(path))) => path.clone(),
        _ => Path::keys(["spec"]),
    };
    findings.add(path, failure);
    findings.about(composition.cause.as_ref());
    if let Some(help) = &composition.help {
        findings.help(help.clone());
    }
}

fn unread(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for lost in subject.composition.lost.iter().filter(|lost| !lost.is_dropped) {
        let text = lost.path.to_string();
        findings.add(lost.path.clone(), format!("{} has no effect", text.strip_prefix("spec.").unwrap_or(&text)));
        findings.help(lost.reason.clone());
        findings.mend(Mend::uncertain(Change::Remove { path: alone(subject.service, &lost.path) }));
    }
}

/// The path of a field, or of the map that has nothing but it.
fn alone(service: &Map, path: &Path) -> Path {
    let mut path = path.clone();
    while path.0.len() > 2 {
        let above = path.0.get(..path.0.len() - 1).unwrap_or_default();
        let keys: Vec<&str> = above
            .iter()
            .filter_map(|step| if let PathStep::Key(key) = step { Some(key.as_str()) } else { None })
            .collect();
        if keys.len() != above.len() || view::object(service, &keys).is_none_or(|map| map.len() > 1) {
            break;
        }
        path.0.pop();
    }
    path
}

fn replaced_lists(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for field in &subject.composition.fields {
        let list = match field.path.0.last() {
            Some(PathStep::Key(key)) if key == "args" || key == "command" => key.as_str(),
            _ => continue,
        };
        let Origin::Service(path) = &field.origin else { continue };
        let Some((config, words)) = replaced(subject, field) else { continue };
        let entries = if words == 1 { "entry" } else { "entries" };
        let message = format!("this list replaces the {list} of {config}, which has {words} {entries}");
        findings.add(path.clone(), message);
        findings.help("repeat what is still wanted, or give vLLM its arguments in VLLM_ADDITIONAL_ARGS".to_owned());
    }
}

/// The config whose list a field replaces, and how long that is.
fn replaced(subject: &LintedLlmService<'_>, field: &Field) -> Option<(String, usize)> {
    field.overrides.iter().find_map(|(origin, value)| {
        let Origin::Config(index, _) = origin else { return None };
        let config = subject.composition.chain.get(*index)?;
        let words = value.as_array().map(Vec::len).filter(|words| *words > 0)?;
        let kind = if config.source == Source::Preset { "preset" } else { "base config" };
        Some((format!("the {kind} {}", config.name), words))
    })
}

const INITIALIZER: &str = "storage-initializer";

fn initializers(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let release = &subject.cluster.release.llm_input;
    let is_off = view::get(subject.service, &["spec", "storageInitializer", "enabled"]) == Some(&Value::Bool(false));
    if release.initializer_merged || is_off {
        return;
    }
    for keys in view::POD_SPECS {
        let keys = [&["spec"], keys, &["initContainers"]].concat();
        let list = view::list(subject.service, &keys);
        let own = list.iter().position(|container| container.get("name").is_some_and(|name| name == INITIALIZER));
        let Some(index) = own else { continue };
        let mut path = keyed(&keys);
        path.0.push(PathStep::Index(index));
        findings.add(
            path,
            match release.initializer_removed {
                true => format!("the controller removes this {INITIALIZER} and writes its own"),
                false => {
                    format!("the controller adds a {INITIALIZER} beside this one, and the API server refuses the pod")
                }
            },
        );
        findings.help(
            "switch the controller's off with storageInitializer.enabled: false, or use v0.20, which merges the two"
                .to_owned(),
        );
    }
}

fn keyed(keys: &[&str]) -> Path {
    keys.iter().fold(Path::default(), |path, key| path.key(key))
}

fn accounts(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for block in [&["spec"][..], &["spec", "prefill"]] {
        let account = |pod: &'static str| {
            let keys = [block, &[pod, "serviceAccountName"]].concat();
            (keyed(&keys), view::text(subject.service, &keys).to_owned())
        };
        let ((_, leader), (path, worker)) = (account("template"), account("worker"));
        if !worker.is_empty() && !leader.is_empty() && leader != worker {
            let message =
                format!("the account {worker} is overwritten: workers run under that of the leader, {leader}");
            findings.add(path.clone(), message);
            findings.mend(Mend::safe(Change::Write { path, value: leader.into() }));
        }
    }
}

/// What makes the longest name of an object.
const LONGEST_SUFFIX: &str = "-kserve-self-signed-certs";

fn long_names(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let name = view::text(subject.service, &["metadata", "name"]);
    let secret = names::child(name, LONGEST_SUFFIX);
    if !secret.starts_with(name) {
        let message = format!("names of objects are cut and get a hash, such as that of the Secret {secret}");
        findings.add(Path::keys(["metadata", "name"]), message);
    }
}

/// Repositories of images and their tags in the presets of a release.
fn shipped_images(version: Version) -> BTreeMap<&'static str, &'static str> {
    fn collect(value: &'static Value, images: &mut BTreeMap<&'static str, &'static str>) {
        match value {
            Value::Object(members) => {
                let image = members.get("image").and_then(Value::as_str);
                images.extend(image.and_then(|image| image.rsplit_once(':')));
                members.values().for_each(|value| collect(value, images));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, images)),
            _ => {}
        }
    }
    let mut images = BTreeMap::new();
    defaults::llm_presets(version).values().for_each(|preset| collect(preset, &mut images));
    images
}

fn images(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let release = subject.cluster.release.version;
    let own = shipped_images(release);
    for field in &subject.composition.fields {
        let is_image = matches!(field.path.0.last(), Some(PathStep::Key(key)) if key == "image");
        let (true, Origin::Service(path)) = (is_image, &field.origin) else { continue };
        let Some((repository, tag)) = field.value.as_str().and_then(|image| image.rsplit_once(':')) else { continue };
        if own.get(repository) == Some(&tag) {
            continue;
        }
        let others = Version::ALL.into_iter().rev().filter(|version| *version != release);
        let Some(other) = others.into_iter().find(|version| shipped_images(*version).get(repository) == Some(&tag))
        else {
            continue;
        };
        let message = format!("this image is that of the presets of {}, not of {}", other.name(), release.name());
        findings.add(path.clone(), message);
        if let Some(shipped) = own.get(repository) {
            findings.help(format!("{} ships {repository}:{shipped}", release.name()));
            let value = format!("{repository}:{shipped}").into();
            findings.mend(Mend::uncertain(Change::Write { path: path.clone(), value }));
        }
    }
}

fn storage_containers(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let uri = view::text(subject.service, &["spec", "model", "uri"]);
    let fits = |container: &&Map| {
        let formats = view::list(container, &["spec", "supportedUriFormats"]).iter();
        let mut prefixes = formats.filter_map(|format| format.get("prefix").and_then(Value::as_str));
        view::text(container, &["metadata", "name"]) != "default" && prefixes.any(|prefix| uri.starts_with(prefix))
    };
    if uri.is_empty() {
        return;
    }
    if let Some(container) = subject.cluster.list(Kind::ClusterStorageContainer, "").find(fits) {
        let name = view::text(container, &["metadata", "name"]);
        let message = format!("the ClusterStorageContainer {name} is not used: it is for InferenceServices only");
        findings.add(Path::keys(["spec", "model", "uri"]), message);
        let own = "template.initContainers[storage-initializer] of the service";
        findings.help(match subject.cluster.release.llm_input.initializer_merged {
            true => format!("change the section storageInitializer of the ConfigMap, or {own}"),
            false => "change the section storageInitializer of the ConfigMap".to_owned(),
        });
    }
}

/// The labels by which the controller, its Services and pools know pods.
const OWN_LABELS: [&str; 5] = [
    "app.kubernetes.io/component",
    "app.kubernetes.io/name",
    "app.kubernetes.io/part-of",
    "kserve.io/component",
    "llm-d.ai/role",
];

/// The labels of a service that reach pods, by where they stand.
const POD_LABELS: [&[&str]; 2] = [&["spec", "labels"], &["spec", "prefill", "labels"]];

fn own_labels(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for keys in POD_LABELS {
        let labels = view::object(subject.service, keys).into_iter().flatten();
        for (key, _) in labels.filter(|(key, _)| OWN_LABELS.contains(&key.as_str())) {
            findings.add(keyed(keys).key(key), format!("this takes the place of the controller's own label {key}"));
        }
    }
}

/// The objects of a kind that a service has in the end.
fn made<'a>(subject: &LintedLlmService<'a>, kind: Kind) -> impl Iterator<Item = &'a Value> {
    let rendering = subject.rendering;
    let is_there = |object: &&Value| !rendering.deleted_again().contains(&Key::of(object));
    rendering.objects().iter().filter(move |object| Kind::of(object) == Some(kind)).filter(is_there)
}

fn selectors(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let mut known = Vec::new();
    for deployment in made(subject, Kind::Deployment) {
        let selector = deployment.pointer("/spec/selector/matchLabels").and_then(Value::as_object);
        let Some(selector) = selector else { continue };
        for keys in POD_LABELS.into_iter().chain([&["metadata", "labels"][..]]) {
            let labels = view::object(subject.service, keys).into_iter().flatten();
            let own = labels.filter(|(key, value)| {
                !OWN_LABELS.contains(&key.as_str()) && selector.get(key.as_str()) == Some(value)
            });
            let path = keyed(keys);
            let names: Vec<&str> = own.map(|(key, _)| key.as_str()).collect();
            if !names.is_empty() && !known.contains(&path) {
                let name = Key::of(deployment).name;
                let message =
                    format!("in the selector of Deployment {name}, which never changes: {}", names.join(", "));
                findings.add(path.clone(), message);
                known.push(path);
            }
        }
    }
}

/// The rules of the route that the controller makes.
fn managed_rules<'a>(subject: &LintedLlmService<'a>) -> impl Iterator<Item = &'a Map> {
    let rules = made(subject, Kind::HttpRoute).filter_map(|route| route.pointer("/spec/rules")?.as_array());
    rules.flatten().filter_map(Value::as_object)
}

fn empty_routes(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let spec = ["spec", "router", "route", "http", "spec"];
    let is_own = view::object(subject.service, &spec).is_some();
    let leads_nowhere = |rule: &Map| {
        let redirects = |filter: &Value| filter.get("type").is_some_and(|kind| kind == "RequestRedirect");
        view::list(rule, &["backendRefs"]).is_empty() && !view::list(rule, &["filters"]).iter().any(redirects)
    };
    let count = managed_rules(subject).filter(|rule| leads_nowhere(rule)).count();
    if is_own && count > 0 {
        let has_rules = view::get(subject.service, &[&spec[..], &["rules"]].concat()).is_some();
        let message = match has_rules {
            false => {
                "without rules the route gets one from the API server that has no backends, in place of those of the preset"
            }
            true => "a rule of this route has no backends",
        };
        findings.add(Path::keys(spec), message);
    }
}

fn dangling_backends(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let namespace = subject.rendering.namespace.as_str();
    let mut told: Vec<Key> = Vec::new();
    for rule in managed_rules(subject) {
        for backend in view::list(rule, &["backendRefs"]).iter().filter_map(Value::as_object) {
            let kind = match (view::text(backend, &["kind"]), view::text(backend, &["group"])) {
                ("" | "Service", "") => Kind::Service,
                ("InferencePool", group) if group == Kind::InferencePoolX.group() => Kind::InferencePoolX,
                ("InferencePool", group) if group == Kind::InferencePool.group() => Kind::InferencePool,
                _ => continue,
            };
            let at = Some(view::text(backend, &["namespace"])).filter(|at| !at.is_empty()).unwrap_or(namespace);
            let key = Key::new(kind, at, view::text(backend, &["name"]));
            let is_made = made(subject, kind).any(|object| Key::of(object) == key);
            if is_made || told.contains(&key) || subject.cluster.get(kind, at, &key.name).is_some() {
                continue;
            }
            findings.add(
                Path::keys(["spec", "router", "route"]),
                format!("the route leads to {} {}, which does not exist", kind.name(), key.name),
            );
            told.push(key);
        }
    }
}

fn never_ready(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let rendering = subject.rendering;
    let status = rendering.status().map(Status::to_value);
    let Some(status) = status.as_ref().and_then(Value::as_object) else { return };
    let is_ready = view::list(status, &["conditions"]).iter().any(|condition| {
        condition.get("type").is_some_and(|kind| kind == READY)
            && condition.get("status").is_some_and(|is| is == "True")
    });
    let waits = rendering.error().is_none() && subject.cluster.settings.not_ready.is_empty();
    let Some(trouble) = trouble(status).filter(|trouble| waits && !is_ready && trouble.reason != "Stopped") else {
        return;
    };
    // Why configs cannot be combined is told by itself.
    if trouble.condition != PRESETS_COMBINED {
        findings.add(Path::keys(["spec"]), format!("the service does not become ready: {trouble}"));
        findings.help("`kserve-render explain ready` tells what each condition looks at".to_owned());
    }
}

/// Namespace and name of the model that a service with a route serves by itself.
fn routed_model(service: &Map) -> Option<(&str, &str)> {
    view::object(service, &["spec", "router", "route"])?;
    // Members of a group share their model on purpose.
    if view::get(service, &["spec", "router", "route", "group"]).is_some() {
        return None;
    }
    let own = view::text(service, &["metadata", "name"]);
    let name = Some(view::text(service, &["spec", "model", "name"])).filter(|name| !name.is_empty()).unwrap_or(own);
    Some((view::text(service, &["metadata", "namespace"]), name))
}

/// What is alike in services that serve one model; `None` for one that serves none by itself.
fn served_model(service: &Map) -> Option<(String, String)> {
    routed_model(service).map(|(namespace, model)| (namespace.to_owned(), model.to_owned()))
}

fn same_models(service: &Map, peers: &[&Map], findings: &mut Findings) {
    let Some(model) = routed_model(service) else { return };
    let own = view::text(service, &["metadata", "name"]);
    let others = peers.iter().filter(|peer| routed_model(peer) == Some(model));
    let others: Vec<&str> =
        others.map(|peer| view::text(peer, &["metadata", "name"])).filter(|name| *name != own).collect();
    if !others.is_empty() {
        let has_name = !view::text(service, &["spec", "model", "name"]).is_empty();
        let path = if has_name { Path::keys(["spec", "model", "name"]) } else { Path::keys(["metadata", "name"]) };
        findings.add(path, format!("the model {} is also that of {}", model.1, others.join(", ")));
        findings.help(
            "give each its own model.name, or let them share traffic with router.route.group and weight".to_owned(),
        );
    }
}
