//! Rules for pods: containers, images, accounts, names and storage.

use std::collections::BTreeMap;

use super::device_selector;
use super::subject::{LintedLlmService, keyed, made};
use crate::api::{Container, PodSpec, ResourceClaimTemplateSpec, Resources, StorageContainerSpec};
use crate::kinds::composition::Origin;
use crate::kinds::llm_inference_service::names;
use crate::kinds::llm_inference_service::spec::{LlmSpec, StorageInitializer, Workload};
use crate::kinds::llm_inference_service::workload::devices;
use crate::lint::rule::Findings;
use crate::object::diagnostic::{Change, Mend};
use crate::object::{Kind, ObjectView as _, Path, PathStep};
use crate::release::{Version, defaults};
use crate::{Map, Value};

/// Whether a container has what only a model server needs.
fn looks_like_server(container: Container<'_>) -> bool {
    let resources = container.resources();
    let resources = [resources.and_then(Resources::limits), resources.and_then(Resources::requests)];
    let asks_for_devices = resources.into_iter().flatten().flatten().any(|(resource, _)| resource.contains('/'));
    container.name() == "kserve-container"
        || asks_for_devices
        || container.command_line().any(|text| text.contains("/mnt/models"))
}

pub(super) fn not_main(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let has_main = |pod: PodSpec<'_>| pod.container(names::MAIN).is_some();
    let merged = subject.composition.spec.as_object().map(LlmSpec::of);
    let pods = LlmSpec::of_object(subject.service).pods();
    for (keys, own) in pods.filter(|(keys, _)| keys.first() != Some(&"router")) {
        if has_main(own) || !merged.and_then(|merged| merged.pod(keys)).is_some_and(has_main) {
            continue;
        }
        for (index, container) in own.numbered_containers().filter(|(_, container)| looks_like_server(*container)) {
            let name = container.name();
            let path = keyed(&[&["spec"], keys].concat()).key("containers").index(index).key("name");
            findings
                .add(path.clone(), format!("{name} runs beside main, the server of the preset, and not in its place"));
            findings.help("call it main".to_owned());
            findings.mend(Mend::uncertain(Change::Write { path, value: names::MAIN.into() }));
        }
    }
}

pub(super) fn device_selectors(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    for template in made(subject, Kind::ResourceClaimTemplate) {
        let requests = template.spec().into_iter().flat_map(|spec| ResourceClaimTemplateSpec::of(spec).requests());
        for (request, asked) in requests.enumerate() {
            for (index, expression) in asked.expressions().enumerate() {
                let Some(refusal) = device_selector::refusal(expression) else { continue };
                let name = template.name();
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
    let spec = LlmSpec::of_object(subject.service);
    let is_off = spec.storage_initializer().and_then(StorageInitializer::enabled) == Some(false);
    if release.initializer_merged || is_off {
        return;
    }
    for (keys, pod) in spec.pods() {
        let own = pod.numbered_init_containers().find(|(_, container)| container.name() == INITIALIZER);
        let Some((index, _)) = own else { continue };
        findings.add(
            keyed(&[&["spec"], keys].concat()).key("initContainers").index(index),
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

fn account_of(pod: Option<PodSpec<'_>>) -> &str {
    pod.map_or("", PodSpec::service_account_name)
}

pub(super) fn accounts(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let spec = LlmSpec::of_object(subject.service);
    for (block, workload) in [(&["spec"][..], Some(spec.main())), (&["spec", "prefill"], spec.prefill())] {
        let leader = account_of(workload.and_then(Workload::template));
        let worker = account_of(workload.and_then(Workload::worker));
        let path = keyed(block).key("worker").key("serviceAccountName");
        if !worker.is_empty() && !leader.is_empty() && leader != worker {
            let message =
                format!("the account {worker} is overwritten: workers run under that of the leader, {leader}");
            findings.add(path.clone(), message);
            findings.mend(Mend::safe(Change::Write { path, value: leader.into() }));
        }
    }
}

/// The longest suffix of an object's name.
const LONGEST_SUFFIX: &str = "-kserve-self-signed-certs";

pub(super) fn long_names(subject: &LintedLlmService<'_>, findings: &mut Findings) {
    let name = subject.service.name();
    let secret = names::child(name, LONGEST_SUFFIX);
    if !secret.starts_with(name) {
        let message = format!("names of objects are cut and get a hash, such as that of the Secret {secret}");
        findings.add(Path::keys(["metadata", "name"]), message);
    }
}

/// The repositories of images in a release's presets, with their tags.
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
        let Some(other) = release.others().find(|version| shipped_images(*version).get(repository) == Some(&tag))
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
    let uri = LlmSpec::of_object(subject.service).model().uri();
    let fits = |container: &&Map| {
        let formats =
            container.spec().into_iter().flat_map(|spec| StorageContainerSpec::of(spec).supported_uri_formats());
        let mut prefixes = formats.map(|format| format.prefix()).filter(|prefix| !prefix.is_empty());
        container.name() != "default" && prefixes.any(|prefix| uri.starts_with(prefix))
    };
    if uri.is_empty() {
        return;
    }
    if let Some(container) = subject.cluster.list(Kind::ClusterStorageContainer, "").find(fits) {
        let name = container.name();
        let message = format!("the ClusterStorageContainer {name} is not used: it is for InferenceServices only");
        findings.add(Path::keys(["spec", "model", "uri"]), message);
        let own = "template.initContainers[storage-initializer] of the service";
        findings.help(match subject.cluster.release.llm_input.initializer_merged {
            true => format!("change the section storageInitializer of the ConfigMap, or {own}"),
            false => "change the section storageInitializer of the ConfigMap".to_owned(),
        });
    }
}
