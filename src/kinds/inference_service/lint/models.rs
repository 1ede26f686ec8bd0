//! Rules about models, the runtimes that serve them, and where they are stored.

use super::subject::LintedService;
use crate::Map;
use crate::api::{Component, FRAMEWORKS, Model};
use crate::kinds::inference_service::admission::implementation::FRAMEWORK_PROTOCOLS;
use crate::kinds::inference_service::runtime::{Candidate, Request, Verdict, rank};
use crate::lint::rule::{Findings, Mending, Topic, rules_for};
use crate::object::ObjectView as _;
use crate::object::diagnostic::{Change, Mend};
use crate::object::fields::member;
use crate::object::{Key, Kind, Path};
use crate::release::Version;

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR029" "legacy-framework" Note(legacy_framework) [mending: Mending::Safe, topic: Some(Topic::Models)] {
        what: "The predictor uses the older field for its framework.",
        why: "The webhook turns it into model, so the stored document differs from the written one; tools that compare them show a \
              difference for ever.",
        fine: "Nothing compares the two.",
        fix: "Write model with modelFormat.name.",
    }
    "KSR030" "equal-priorities" Warning(equal_priorities) [topic: Some(Topic::Models)] {
        what: "Several runtimes fit the model with the same priority.",
        why: "Then the protocol and the age or name of the runtimes decide, so another runtime may be chosen in another cluster.",
        fine: "The runtimes do the same.",
        fix: "Name the runtime in model.runtime, or give the runtimes priorities.",
    }
    "KSR031" "protocol-assumed" Warning(protocol_assumed) [topic: Some(Topic::Models)] {
        what: "The model has no protocolVersion, and its runtime does not speak v1, which is then assumed.",
        why: "Clients, transformers and readiness checks ask for paths of v1 that the server does not have.",
        fine: "Requests use the right protocol all the same.",
        fix: "Set protocolVersion to one that the runtime lists.",
    }
    "KSR032" "storage-without-container" Warning(storage_without_container) [topic: Some(Topic::Downloads), reports: &["#3873"]] {
        what: "No ClusterStorageContainer supports the storage URI, or it has no scheme.",
        why: "The controller accepts the URI, but the download is left to the image of the section storageInitializer, which may not \
              know the scheme; then the pods never start.",
        fine: "That image knows the scheme.",
        fix: "Use a scheme that a storage container lists, or add one with --context.",
    }
    "KSR068" "credentials-passed-over" Warning(credentials_passed_over)
        [mending: Mending::Unsafe, topic: Some(Topic::Downloads), reports: &["#1991", "#1764"]] {
        what: "The ServiceAccount has a Secret from which no credentials are taken.",
        why: "The pod webhook looks for certain keys, of which the section credentials names those for S3. A Secret with other keys is passed \
              over without a word, and the download fails for want of credentials.",
        fine: "The Secret is for something else, such as a registry.",
        fix: "Name the keys as the message tells, or name yours in the section credentials.",
    }
    "KSR069" "storage-container-ambiguous" Warning(storage_container_ambiguous)
        [topic: Some(Topic::Downloads), reports: &["#3900", "#5314"]] {
        what: "Several ClusterStorageContainers support the storage URI, and none is named.",
        why: "The controller takes the first of a list that comes from its cache in any order, so that pods of one service may load the model \
              with different images.",
        fine: "The containers do the same.",
        fix: "Name one in storageContainerName of the predictor (from v0.20), or let only one support the URI.",
    }
    "KSR104" "multi-node-never-ready" Error(multi_node_never_ready)
        [since: Version::V0_16, until: Some(Version::V0_19), topic: Some(Topic::Readiness), reports: &["#5703"]] {
        what: "A model on several nodes never becomes ready.",
        why: "From v0.16 to v0.19 the controller compares the conditions of the Deployments of head and workers so that two rollouts that \
              are done count as Unknown. The service stays without URL, and no route is made, although all pods run.",
        fine: "Requests go to the Service of the head directly.",
        fix: "Use v0.15, or v0.20, which makes the service ready but deletes the workers again (deleted-again).",
    }
    "KSR033" "oci-among-uris" Warning(oci_among_uris) [topic: Some(Topic::Downloads)] {
        what: "storageUris has an entry with oci://.",
        why: "Images are mounted only for storageUri; in the list the entry goes to the storage initializer, which cannot download it.",
        fine: "A storage container of one's own supports oci://.",
        fix: "Use storageUri for the image.",
    }
    "KSR034" "deleted-again" Warning(deleted_again) [topic: Some(Topic::Leftovers), reports: &["#6113"]] {
        what: "The controller creates an object and deletes it again in its next pass.",
        why: "Two steps of the controller disagree about it, so it comes and goes with every change of the service.",
        fine: "The pods do without it.",
        fix: "Use another release, or leave out what makes the object, such as workerSpec.",
    }
}

fn legacy_framework(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(predictor) = subject.service().component(Component::Predictor) else { return };
    for framework in FRAMEWORKS.into_iter().filter(|framework| predictor.contains_key(*framework)) {
        let message = format!("{framework} is the older form of model with modelFormat.name: {framework}");
        let path = Path::keys(["spec", "predictor", framework]);
        findings.add(path.clone(), message);
        if !predictor.contains_key("model") {
            let format = serde_json::json!({ "name": framework });
            let mut changes = vec![
                Change::Insert { path: path.clone(), key: "modelFormat".into(), value: format },
                Change::Rename { path: path.clone(), key: "model".into() },
            ];
            // Some older fields stand for a protocol too.
            let protocol =
                FRAMEWORK_PROTOCOLS.into_iter().find(|(name, _)| *name == framework).and_then(|known| known.1);
            let is_written = member(predictor, framework).is_some_and(|model| model.contains_key("protocolVersion"));
            if let Some(protocol) = protocol.filter(|_| !is_written) {
                changes.insert(1, Change::Insert { path, key: "protocolVersion".into(), value: protocol.into() });
            }
            findings.mend(Mend { is_safe: true, changes });
        }
    }
}

/// The model of the predictor as it would be stored.
fn stored_model<'a>(subject: &LintedService<'a>) -> Option<&'a Map> {
    subject.stored("/spec/predictor/model")?.as_object()
}

/// Where the model of the predictor stands in the document.
fn model_path(subject: &LintedService<'_>) -> Path {
    let predictor = Path::keys(["spec", "predictor"]);
    let part = subject.parts().find(|part| part.component == Component::Predictor);
    match part.as_ref().and_then(|part| part.implementations().next()) {
        Some((key, _)) => predictor.key(key),
        None => predictor,
    }
}

/// The runtimes as automatic selection sees them; `None` if the runtime is named.
fn candidates(subject: &LintedService<'_>, model: &Map) -> Option<Vec<Candidate>> {
    if subject.written.model().is_some_and(|model| Model::of(model).runtime().is_some()) {
        return None;
    }
    model.get("modelFormat")?.as_object()?;
    let predictor = subject.stored("/spec/predictor")?.as_object()?;
    let request = Request { runtime: None, ..Request::of(&subject.rendering.namespace, predictor)? };
    Some(rank(&subject.cluster.runtimes, &request))
}

fn equal_priorities(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(candidates) = stored_model(subject).and_then(|model| candidates(subject, model)) else { return };
    let mut eligible = candidates.iter().filter(|candidate| candidate.verdict == Verdict::Eligible);
    let Some(chosen) = eligible.next() else { return };
    let is_equal =
        |other: &&Candidate| other.priority == chosen.priority && other.runtime.namespace == chosen.runtime.namespace;
    let others: Vec<&str> = eligible.take_while(is_equal).map(|other| other.runtime.name.as_str()).collect();
    if !others.is_empty() {
        let message = format!("{} is chosen, but {} has the same priority", chosen.runtime.name, others.join(", "));
        findings.add(model_path(subject), message);
    }
}

fn protocol_assumed(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(model) = stored_model(subject).map(Model::of) else { return };
    let Some(name) = &subject.summary().runtime else { return };
    let Some(runtime) = subject.cluster.runtimes.find(&subject.rendering.namespace, name) else { return };
    let is_set = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
    if is_set(model.runtime()) && !is_set(model.protocol_version()) && !runtime.supports_protocol("v1") {
        let message = format!("{name} speaks {}, but v1 is assumed; set protocolVersion", runtime.protocols.join(", "));
        findings.add(model_path(subject), message);
    }
}

/// All storage URIs with their places.
fn storage_uris(subject: &LintedService<'_>) -> Vec<(Path, String)> {
    let mut uris = Vec::new();
    for part in subject.parts() {
        for (key, model) in part.implementations() {
            if let Some(uri) = Model::of(model).storage_uri() {
                uris.push((part.path.clone().key(key).key("storageUri"), uri.to_owned()));
            }
        }
        for (index, entry) in part.view().storage_uris().enumerate() {
            let path = part.path.clone().key("storageUris").index(index).key("uri");
            uris.push((path, entry.uri().to_owned()));
        }
    }
    uris
}

/// Schemes for which no storage container is looked up: volumes and images are mounted.
const MOUNTED: [&str; 3] = ["pvc://", "oci://", "oci+native://"];

fn storage_without_container(subject: &LintedService<'_>, findings: &mut Findings) {
    for (path, uri) in storage_uris(subject) {
        let is_mounted = MOUNTED.iter().any(|scheme| uri.starts_with(scheme));
        if !is_mounted && !uri.is_empty() && matches!(subject.cluster.storage_containers.for_uri(&uri), Ok(None)) {
            let message = match uri.contains("://") {
                true => format!("no ClusterStorageContainer supports {uri}"),
                false => {
                    format!("{uri} has no scheme, so it is taken for a path in the container and nothing is downloaded")
                }
            };
            findings.add(path, message);
        }
    }
}

fn storage_container_ambiguous(subject: &LintedService<'_>, findings: &mut Findings) {
    if !subject.service().predictor().storage_container_name().is_empty() {
        return;
    }
    for (path, uri) in storage_uris(subject) {
        if MOUNTED.iter().any(|scheme| uri.starts_with(scheme)) || uri.is_empty() {
            continue;
        }
        let names: Vec<&str> =
            subject.cluster.storage_containers.all_for_uri(&uri).map(|container| container.name.as_str()).collect();
        if let [first, _, ..] = names.as_slice() {
            let message = format!(
                "{} support {uri}; {first} is shown, but which one the controller takes is left to chance",
                names.join(" and ")
            );
            findings.add(path, message);
        }
    }
}

fn credentials_passed_over(subject: &LintedService<'_>, findings: &mut Findings) {
    let namespace = &subject.rendering.namespace;
    for part in subject.parts() {
        let downloads = storage_uris(subject).iter().any(|(path, uri)| {
            path.is_below(&["spec", part.component.name()]) && !MOUNTED.iter().any(|scheme| uri.starts_with(scheme))
        });
        let account = part.view().pod().service_account_name();
        if !downloads {
            continue;
        }
        for passed in crate::build::storage::secrets_passed_over(subject.cluster, namespace, account) {
            let secret = Key::new(Kind::Secret, namespace, &passed.secret);
            let place = part.path.clone().key("serviceAccountName");
            findings.add(place, passed.sentence());
            if let Some((has, wanted)) = passed.misnamed.first() {
                findings.help(format!("the key {has} is to be called {wanted}"));
                let path = Path::keys([passed.field, has]);
                findings.elsewhere(secret, path);
                let rename = |(has, wanted): &(String, String)| Change::Rename {
                    path: Path::keys([passed.field, has]),
                    key: wanted.clone(),
                };
                findings.mend(Mend { is_safe: false, changes: passed.misnamed.iter().map(rename).collect() });
            } else {
                findings.elsewhere(secret, Path::keys(["metadata", "name"]));
            }
        }
    }
}

fn oci_among_uris(subject: &LintedService<'_>, findings: &mut Findings) {
    for (path, uri) in storage_uris(subject) {
        let in_list = path.0.len() > 4 && path.is_below(&["spec"]) && path.has_key("storageUris");
        if in_list && uri.starts_with("oci") {
            findings.add(path, format!("{uri} in storageUris is not mounted; only storageUri mounts images"));
        }
    }
}

fn deleted_again(subject: &LintedService<'_>, findings: &mut Findings) {
    for key in subject.rendering.deleted_again() {
        findings.add(Path::keys(["spec"]), format!("the controller deletes {} {} again", key.kind, key.name));
        if is_of_worker(subject, key) {
            findings.help(
                "v0.20 takes what bears the labels of a predictor and is not the stable one for what is left of a canary".into(),
            );
        }
    }
}

/// Whether an object belongs to the workers of a model on several nodes.
fn is_of_worker(subject: &LintedService<'_>, key: &Key) -> bool {
    let has_workers = subject.stored("/spec/predictor/workerSpec").is_some();
    let is_taken = [Kind::Deployment, Kind::Service].iter().any(|kind| kind.name() == key.kind);
    has_workers && subject.cluster.release.status.canaries && is_taken
}

fn multi_node_never_ready(subject: &LintedService<'_>, findings: &mut Findings) {
    let rendering = subject.rendering;
    let has_workers = subject.is_standard() && subject.stored("/spec/predictor/workerSpec").is_some();
    let is_excused = rendering.refusal().is_some()
        || rendering.error().is_some()
        || subject.service().is_stopped()
        || !subject.cluster.settings.not_ready.is_empty()
        || !rendering.deleted_again().is_empty();
    if has_workers && !is_excused && subject.summary().ready != "True" {
        let path = Path::keys(["spec", "predictor", "workerSpec"]);
        let message = format!(
            "the service never becomes ready in {}: what head and workers report counts as Unknown together, so it gets no URL and no route",
            subject.cluster.release.version.name()
        );
        findings.add(path, message);
    }
}
