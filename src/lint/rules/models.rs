//! Models, the runtimes that serve them, and where they are stored.

use super::rules;
use crate::api::Component;
use crate::kinds::inference_service::runtime::{Candidate, Request, Verdict, rank};
use crate::lint::subject::FRAMEWORKS;
use crate::lint::{Findings, Subject};
use crate::object::Path;
use crate::object::fields::{objects, text};
use crate::{Map, Value};

rules! {
    "KSR029" "legacy-framework" Note Service(legacy_framework) {
        what: "The predictor uses the older field for its framework.",
        why: "The webhook turns it into model, so the stored document differs from the written one; tools that compare them show a \
              difference for ever.",
        fine: "Nothing compares the two.",
        fix: "Write model with modelFormat.name.",
    }
    "KSR030" "equal-priorities" Warning Service(equal_priorities) {
        what: "Several runtimes fit the model with the same priority.",
        why: "Then the protocol and the age or name of the runtimes decide, so another runtime may be chosen in another cluster.",
        fine: "The runtimes do the same.",
        fix: "Name the runtime in model.runtime, or give the runtimes priorities.",
    }
    "KSR031" "protocol-assumed" Warning Service(protocol_assumed) {
        what: "The model has no protocolVersion, and its runtime does not speak v1, which is then assumed.",
        why: "Clients, transformers and readiness checks ask for paths of v1 that the server does not have.",
        fine: "Requests use the right protocol all the same.",
        fix: "Set protocolVersion to one that the runtime lists.",
    }
    "KSR032" "storage-without-container" Warning Service(storage_without_container) {
        what: "No ClusterStorageContainer supports the storage URI.",
        why: "The controller accepts the URI, but the download is left to the image of the section storageInitializer, which may not \
              know the scheme; then the pods never start.",
        fine: "That image knows the scheme.",
        fix: "Use a scheme that a storage container lists, or add one with --context.",
    }
    "KSR033" "oci-among-uris" Warning Service(oci_among_uris) {
        what: "storageUris has an entry with oci://.",
        why: "Images are mounted only for storageUri; in the list the entry goes to the storage initializer, which cannot download it.",
        fine: "A storage container of one's own supports oci://.",
        fix: "Use storageUri for the image.",
    }
    "KSR034" "deleted-again" Warning Service(deleted_again) {
        what: "The controller creates an object and deletes it again in its next pass.",
        why: "Two steps of the controller disagree about it, so it comes and goes with every change of the service.",
        fine: "The pods do without it.",
        fix: "Use another release, or leave out what makes the object, such as workerSpec.",
    }
}

fn legacy_framework(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(predictor) = subject.service.component(Component::Predictor) else { return };
    for framework in FRAMEWORKS.into_iter().filter(|framework| predictor.contains_key(*framework)) {
        let message = format!("{framework} is the older form of model with modelFormat.name: {framework}");
        findings.add(Path::keys(["spec", "predictor", framework]), message);
    }
}

/// The model of the predictor as it would be stored.
fn stored_model<'a>(subject: &Subject<'a>) -> Option<&'a Map> {
    subject.stored("/spec/predictor/model")?.as_object()
}

/// Where the model of the predictor stands in the document.
fn model_path(subject: &Subject<'_>) -> Path {
    let predictor = Path::keys(["spec", "predictor"]);
    let part = subject.parts().find(|part| part.component == Component::Predictor);
    match part.as_ref().and_then(|part| part.implementations().next()) {
        Some((key, _)) => predictor.key(key),
        None => predictor,
    }
}

/// The runtimes as automatic selection sees them; `None` when the runtime is named.
fn candidates(subject: &Subject<'_>, model: &Map) -> Option<Vec<Candidate>> {
    let written = subject.written.pointer("/spec/predictor/model/runtime");
    if written.is_some() {
        return None;
    }
    model.get("modelFormat")?.as_object()?;
    let predictor = subject.stored("/spec/predictor")?.as_object()?;
    let request = Request { runtime: None, ..Request::of(&subject.rendering.namespace, predictor)? };
    Some(rank(&subject.cluster.runtimes, &request))
}

fn equal_priorities(subject: &Subject<'_>, findings: &mut Findings) {
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

fn protocol_assumed(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(model) = stored_model(subject).filter(|model| text(model, "protocolVersion").is_empty()) else { return };
    let Some(name) = &subject.summary.runtime else { return };
    let Some(runtime) = subject.cluster.runtimes.find(&subject.rendering.namespace, name) else { return };
    if !text(model, "runtime").is_empty() && !runtime.supports_protocol("v1") {
        let message = format!("{name} speaks {}, but v1 is assumed; set protocolVersion", runtime.protocols.join(", "));
        findings.add(model_path(subject), message);
    }
}

/// All storage URIs with their places.
fn storage_uris(subject: &Subject<'_>) -> Vec<(Path, String)> {
    let mut uris = Vec::new();
    for part in subject.parts() {
        for (key, model) in part.implementations() {
            if let Some(uri) = model.get("storageUri").and_then(Value::as_str) {
                uris.push((part.path.clone().key(key).key("storageUri"), uri.to_owned()));
            }
        }
        for (index, entry) in objects(part.spec, "storageUris").enumerate() {
            let path = part.path.clone().key("storageUris").index(index).key("uri");
            uris.push((path, text(entry, "uri").to_owned()));
        }
    }
    uris
}

/// Schemes for which no storage container is asked: volumes and images are mounted.
const MOUNTED: [&str; 3] = ["pvc://", "oci://", "oci+native://"];

fn storage_without_container(subject: &Subject<'_>, findings: &mut Findings) {
    for (path, uri) in storage_uris(subject) {
        let is_mounted = MOUNTED.iter().any(|scheme| uri.starts_with(scheme));
        if !is_mounted && !uri.is_empty() && matches!(subject.cluster.storage_containers.for_uri(&uri), Ok(None)) {
            findings.add(path, format!("no ClusterStorageContainer supports {uri}"));
        }
    }
}

fn oci_among_uris(subject: &Subject<'_>, findings: &mut Findings) {
    for (path, uri) in storage_uris(subject) {
        let in_list = path.0.len() > 4 && path.is_below(&["spec"]) && path.to_string().contains("storageUris");
        if in_list && uri.starts_with("oci") {
            findings.add(path, format!("{uri} in storageUris is not mounted; only storageUri mounts images"));
        }
    }
}

fn deleted_again(subject: &Subject<'_>, findings: &mut Findings) {
    for key in &subject.rendering.deleted_again {
        findings.add(Path::keys(["spec"]), format!("the controller deletes {} {} again", key.kind, key.name));
    }
}
