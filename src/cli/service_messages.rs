//! What is to be said of a service when it is rendered.

use std::collections::{BTreeMap, BTreeSet};

use super::files::STDIN;
use super::messages::{Message, Severity};
use crate::engine::changes::Changes;
use crate::input::Document;
use crate::kinds::llm_inference_service::topics;
use crate::object::ControllerError;
use crate::object::Key;
use crate::object::Kind;
use crate::object::Path;
use crate::object::diagnostic::Diagnostic;
use crate::session::{Finding, Service, Session, Spot, check, placeholders};
use crate::webhook::pod::Injected;
use crate::{Cluster, Rendering, Value};

/// What is to be said of a service, at the place of each: of what admission says the field, else the service.
pub fn of(
    session: &Session,
    service: &Service,
    rendering: &Rendering,
    refused_pods: Option<Severity>,
    show_secrets: bool,
) -> Vec<Message> {
    let cluster = &session.cluster;
    let document = &service.document;
    let mut messages = of_admission(document, rendering);
    let of_controller = of_controller(rendering, refused_pods, show_secrets);
    messages.extend(of_controller.into_iter().map(|sentence| at_start(document, sentence)));
    let spot = Spot::start(&service.document);
    // With the pods, the webhook's own text is among the messages.
    if refused_pods.is_none() {
        messages.extend(of_secrets(cluster, service, rendering));
    }
    if let (Some(_), Some(file)) = (rendering.error(), spot.file()) {
        let start = format!("{} fails: ", subject(rendering));
        if let Some(message) = messages.iter_mut().find(|message| message.text.starts_with(&start)) {
            advise(message, session, service, rendering);
            if let Some(help) = rendering.error().and_then(ControllerError::cause).and_then(topics::help) {
                message.text += &format!("; {help}");
            }
            let file = if file == STDIN { "-" } else { file };
            message.text += &format!(" (kserve-render explain {file} tells more)");
        }
    }
    messages.extend(of_silence(session, service, rendering));
    messages
}

/// What is to be said of a service for which the controller makes nothing, though it does not fail: a config that it waits for.
fn of_silence(session: &Session, service: &Service, rendering: &Rendering) -> Option<Message> {
    let is_silent = rendering.refusal().is_none() && rendering.error().is_none() && rendering.objects().is_empty();
    if !is_silent || rendering.kind != Kind::LlmInferenceService {
        return None;
    }
    let composition = session.composition(&service.document);
    let failure = composition.failure?;
    let path = composition.place.unwrap_or_else(|| Path::keys(["spec"]));
    let diagnostic =
        Diagnostic::new(crate::webhook::codes::LLM_CONFIG, crate::object::diagnostic::Severity::Warning, path, failure);
    let spot = Finding::new(&service.document, String::new(), diagnostic.clone()).spot;
    let help = composition.help.map(|help| format!("; {help}")).unwrap_or_default();
    let text = format!("{} gets no objects: {}{help}", subject(rendering), diagnostic.message);
    Some(Message { severity: Severity::Warning, code: None, spot, text })
}

/// Adds what helps against an error of the controller, where the cause of it stands.
fn advise(message: &mut Message, session: &Session, service: &Service, rendering: &Rendering) {
    let Some(failure) = check::failure(session, service, rendering) else { return };
    message.spot = failure.spot;
    if let Some(help) = failure.diagnostic.help {
        message.text += &format!("; {help}");
    }
}

fn subject(rendering: &Rendering) -> String {
    format!("{} {}/{}", rendering.kind.name(), rendering.namespace, rendering.name)
}

/// What is to be said of a service that lives in a cluster.
fn of_life(changes: &Changes) -> Vec<String> {
    let behind = changes.left_behind.iter();
    let mut texts: Vec<String> = behind
        .map(|key| format!("{} stays behind: it is no longer wanted, but nobody deletes it", key.qualified()))
        .collect();
    texts.extend(changes.conflicts.iter().cloned());
    if !changes.untouched.is_empty() {
        let untouched: Vec<String> = changes.untouched.iter().map(Key::qualified).collect();
        texts.push(format!("the controller does not come to {}, which stay as they are", untouched.join(", ")));
    }
    texts.extend(changes.next_apply.iter().map(|refusal| format!("the next apply is refused: {refusal}")));
    texts.extend(changes.next_delete.iter().map(|refusal| format!("deletion hangs: {refusal}")));
    texts
}

/// What is to be said of Secrets that are not given.
pub fn of_secrets(cluster: &Cluster, service: &Service, rendering: &Rendering) -> Vec<Message> {
    let spot = Spot::start(&service.document);
    let note = |text| {
        let text = format!("{}: {text}", subject(rendering));
        Message { severity: Severity::Note, code: None, spot: spot.clone(), text }
    };
    missing_secrets(cluster, rendering).into_iter().map(note).collect()
}

/// What is to be said of Secrets that the pods' ServiceAccounts name and that are not given, each once.
fn missing_secrets(cluster: &Cluster, rendering: &Rendering) -> BTreeSet<String> {
    let template = |object: &Value| {
        let spec = object.pointer("/spec/template/spec")?;
        Some(spec.get("serviceAccountName").and_then(Value::as_str).unwrap_or_default().to_owned())
    };
    let accounts: BTreeSet<String> = rendering.objects().iter().filter_map(template).collect();
    accounts.iter().flat_map(|account| cluster.missing_secrets(&rendering.namespace, account)).collect()
}

/// What admission warns of and why it refuses, each at the place in the document that it is about.
fn of_admission(document: &Document, rendering: &Rendering) -> Vec<Message> {
    let at_its_place = |(severity, text): (Severity, String), reason: Option<&Diagnostic>| {
        let Some(reason) = reason else { return at_start(document, (severity, text)) };
        let spot = Finding::new(document, String::new(), reason.clone()).spot;
        let help = reason.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        Message { severity, code: None, spot, text: text + &help }
    };
    let warnings = of_warnings(rendering).zip(&rendering.warnings);
    let warnings = warnings.map(|(sentence, warning)| at_its_place(sentence, Some(warning)));
    let refusal = of_refusal(rendering).zip(rendering.refusal()).map(|(sentence, refusal)| {
        let mut message = at_its_place(sentence, refusal.reasons().first());
        // A tool is still to fill it, so its faults are not those of the service.
        if let Some((sentence, advice)) = placeholders::sentence(&placeholders::of(&document.value)) {
            message.text = format!("{} {sentence}; {advice}", subject(rendering));
        }
        message
    });
    warnings.chain(refusal).collect()
}

fn at_start(document: &Document, (severity, text): (Severity, String)) -> Message {
    Message { severity, code: None, spot: Spot::start(document), text }
}

/// What admission warns of.
pub fn of_warnings(rendering: &Rendering) -> impl Iterator<Item = (Severity, String)> {
    let text = |warning: &Diagnostic| format!("{}: {}", subject(rendering), warning.message);
    rendering.warnings.iter().map(move |warning| (Severity::Warning, text(warning)))
}

/// What admission refuses.
pub fn of_refusal(rendering: &Rendering) -> Option<(Severity, String)> {
    let refusal = rendering.refusal()?;
    Some((Severity::Error, format!("{} is refused: {refusal}", subject(rendering))))
}

/// What is to be said about what the controller makes of it. Refused pods are as bad as `refused_pods` tells, if the webhook's
/// pods are asked for.
pub fn of_controller(
    rendering: &Rendering,
    refused_pods: Option<Severity>,
    show_secrets: bool,
) -> Vec<(Severity, String)> {
    let mut sentences = Vec::new();
    let service = || subject(rendering);
    let open = |text: &str| if show_secrets { text.to_owned() } else { rendering.copied().hide_in_text(text) };
    if let Some(error) = rendering.error() {
        sentences.push((Severity::Error, format!("{} fails: {}", service(), open(error.text()))));
    }
    for event in rendering.events() {
        sentences.push((Severity::Detail, format!("{}: event: {}", service(), open(event))));
    }
    for key in rendering.deleted() {
        sentences.push((Severity::Note, format!("{}: the controller deletes {key}", service())));
    }
    if let Some(changes) = rendering.changes() {
        sentences
            .extend(of_life(changes).into_iter().map(|text| (Severity::Warning, format!("{}: {text}", service()))));
    }
    for note in rendering.notes() {
        sentences.push((Severity::Warning, format!("{}: {}", service(), open(note))));
    }
    if let Some(severity) = refused_pods {
        for injected in rendering.injected() {
            let subject = format!("{}: {} {}", service(), injected.kind, injected.name);
            let of_pods = of_pods(injected, severity, &open);
            sentences.extend(of_pods.into_iter().map(|(severity, text)| (severity, format!("{subject}: {text}"))));
        }
    }
    let hidden = if show_secrets { "" } else { "; the value, which the pods need, is not printed (--show-secrets)" };
    let mut copied: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for found in rendering.copied().values() {
        let place = if show_secrets { found.place.to_string() } else { found.shown_place() };
        copied.entry(&found.secret).or_default().push(place);
    }
    for (secret, places) in copied {
        let text = format!("{}: Secret {secret} is copied into {} in clear text{hidden}", service(), places.join(", "));
        sentences.push((Severity::Warning, text));
    }
    sentences
}

/// What is to be said about the pods of an object, without its name.
fn of_pods(injected: &Injected, refused: Severity, open: &dyn Fn(&str) -> String) -> Vec<(Severity, String)> {
    let mut sentences = Vec::new();
    // What is missing is the reason of the refusal, and told with it.
    let reason = if injected.lacks_document { injected.warnings.join("; ") } else { String::new() };
    if reason.is_empty() {
        sentences.extend(injected.warnings.iter().map(|warning| (Severity::Warning, warning.clone())));
    }
    if let Err(error) = &injected.template {
        let error = open(error.text());
        let reason = if reason.is_empty() { reason } else { format!(" ({reason})") };
        sentences.push((refused, format!("the pods are refused: {error}{reason}")));
    }
    if let Some(refusal) = injected.knative_refusal {
        sentences.push((Severity::Warning, format!("Knative does not take these pods: {refusal}")));
    }
    if !injected.knative_features.is_empty() {
        let flags = injected.knative_features.join(", ");
        let text = format!("Knative takes these pods only with the flags {flags} of config-features");
        sentences.push((Severity::Warning, text));
    }
    sentences
}
