//! Rules about pods: containers, images, accounts, names and storage.

use std::collections::BTreeMap;

use super::device_selector;
use super::subject::{LintedLlmService, keyed, made};
use crate::kinds::llm_inference_service::explain::Origin;
use crate::kinds::llm_inference_service::workload::devices;
use crate::kinds::llm_inference_service::{names, view};
use crate::lint::rule::Findings;
use crate::object::diagnostic::{Change, Mend};
use crate::object::{Key, Kind, Path, PathStep};
use crate::release::{Version, defaults};
use crate::{Map, Value};

/// Whether a container has what only a server of models needs.
fn looks_like_server(container: &Map) -> bool {
    let texts =
        ["command", "args"].into_iter().flat_map(|list| view::list(container, &[list])).filter_map(Value::as_str);
    let resources = ["limits", "requests"].into_iter().filter_map(|of| view::object(container, &["resources", of]));
    let asks_for_devices = resources.flatten().any(|(resource, _)| resource.contains('/'));
    let name = view::text(container, &["name"]);
    name == "kserve-container" || asks_for_devices || texts.into_iter().any(|text| text.contains("/mnt/models"))
}

pub(super) fn not_main(subject: &LintedLlmService<'_>, findings: &mut Findings) {
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

pub(super) fn device_selectors(subject: &LintedLlmService<'_>, findings: &mut Findings) {
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

const INITIALIZER: &str = "storage-initializer";

pub(super) fn initializers(subject: &LintedLlmService<'_>, findings: &mut Findings) {
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

pub(super) fn accounts(subject: &LintedLlmService<'_>, findings: &mut Findings) {
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

pub(super) fn long_names(subject: &LintedLlmService<'_>, findings: &mut Findings) {
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

pub(super) fn images(subject: &LintedLlmService<'_>, findings: &mut Findings) {
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

pub(super) fn storage_containers(subject: &LintedLlmService<'_>, findings: &mut Findings) {
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
