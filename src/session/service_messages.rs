//! Messages about a service that is rendered: the warnings of admission, why it fails, and what becomes of it.

use std::collections::{BTreeMap, BTreeSet};

use super::composition::advice_on_absence;
use super::message::{Message, Severity};
use super::{Finding, Service, Session, Spot, check, placeholders};
use crate::engine::changes::Changes;
use crate::input::Document;
use crate::object::ObjectView as _;
use crate::object::diagnostic::{self, Diagnostic};
use crate::object::fields::{self, filled};
use crate::object::{ControllerError, Key, Path};
use crate::webhook::codes;
use crate::webhook::pod::Injected;
use crate::{Cluster, Rendering};

/// How messages about services are written.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// The severity of pods that the webhook refuses; `None` if its pods are not asked for.
    pub refused_pods: Option<Severity>,
    /// Whether values of Secrets are shown.
    pub shows_secrets: bool,
}

/// A sentence about a service, with its severity.
pub type Sentence = (Severity, String);

impl Session {
    /// The messages about a service, each with its place: the field that admission speaks of, else the service. `more` says how to find
    /// out more about a service that fails, from the name of its file.
    pub fn messages_of(
        &self,
        service: &Service,
        rendering: &Rendering,
        manner: Manner,
        more: impl Fn(&str) -> String,
    ) -> Vec<Message> {
        let document = &service.document;
        let mut messages = of_admission(document, rendering);
        messages.extend(failure(rendering, manner).map(|sentence| {
            let mut message = at_start(document, sentence);
            self.advise(&mut message, service, rendering, more);
            message
        }));
        messages.extend(of_outcome(rendering, manner).into_iter().map(|sentence| at_start(document, sentence)));
        // With the pods, the webhook's own text is among the messages.
        if manner.refused_pods.is_none() {
            messages.extend(of_secrets(&self.cluster, service, rendering));
        }
        messages.extend(self.reason_for_silence(service, rendering));
        messages
    }

    /// Moves the message about a failure to its cause, and adds what helps.
    fn advise(&self, message: &mut Message, service: &Service, rendering: &Rendering, more: impl Fn(&str) -> String) {
        let spot = message.spot.clone();
        let Some(file) = spot.file() else { return };
        if let Some(failure) = check::failure(self, service, rendering) {
            message.spot = failure.spot;
            message.text += &after_semicolon(failure.diagnostic.help.as_deref());
        }
        let cause = rendering.error().and_then(ControllerError::cause);
        message.text += &after_semicolon(cause.and_then(|cause| advice_on_absence(rendering.kind, cause)));
        message.text += &format!(" ({})", more(file));
    }

    /// Why the controller makes nothing for a service, though it does not fail: a config that it waits for.
    fn reason_for_silence(&self, service: &Service, rendering: &Rendering) -> Option<Message> {
        let is_silent = rendering.refusal().is_none() && rendering.error().is_none() && rendering.objects().is_empty();
        if !is_silent {
            return None;
        }
        let composition = self.composition(&service.document)?;
        let path = composition.place.unwrap_or_else(|| Path::keys(["spec"]));
        let severity = diagnostic::Severity::Warning;
        let reason = Diagnostic::new(codes::LLM_CONFIG, severity, path, composition.failure?);
        let help = after_semicolon(composition.help.as_deref());
        let text = format!("{} gets no objects: {}{help}", subject(rendering), reason.message);
        let spot = Finding::new(&service.document, None, reason).spot;
        Some(Message { severity: Severity::Warning, code: None, spot, text })
    }
}

/// Help as it is added to the text of a message.
fn after_semicolon(help: Option<&str>) -> String {
    help.map(|help| format!("; {help}")).unwrap_or_default()
}

fn subject(rendering: &Rendering) -> String {
    format!("{} {}/{}", rendering.kind.name(), rendering.namespace, rendering.name)
}

/// Sentences about the life of a service in a cluster.
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

/// Messages about Secrets that are not given.
pub fn of_secrets(cluster: &Cluster, service: &Service, rendering: &Rendering) -> Vec<Message> {
    let spot = Spot::start(&service.document);
    let note = |text| {
        let text = format!("{}: {text}", subject(rendering));
        Message { severity: Severity::Note, code: None, spot: spot.clone(), text }
    };
    missing_secrets(cluster, rendering).into_iter().map(note).collect()
}

/// Sentences about Secrets that the ServiceAccounts of the pods name, but that are not given; each once.
fn missing_secrets(cluster: &Cluster, rendering: &Rendering) -> BTreeSet<String> {
    let pods = rendering.objects().iter().filter_map(|object| object.pod_spec());
    let accounts: BTreeSet<&str> = filled(pods.map(|spec| fields::text(spec, "serviceAccountName")));
    accounts.iter().flat_map(|account| cluster.missing_secrets(&rendering.namespace, account)).collect()
}

/// The warnings of admission and its refusal, each at the field that it is about.
fn of_admission(document: &Document, rendering: &Rendering) -> Vec<Message> {
    let at_its_place = |(severity, text): Sentence, reason: Option<&Diagnostic>| {
        let Some(reason) = reason else { return at_start(document, (severity, text)) };
        let spot = Finding::new(document, None, reason.clone()).spot;
        Message { severity, code: None, spot, text: text + &after_semicolon(reason.help.as_deref()) }
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

fn at_start(document: &Document, (severity, text): Sentence) -> Message {
    Message { severity, code: None, spot: Spot::start(document), text }
}

/// The warnings of admission.
pub fn of_warnings(rendering: &Rendering) -> impl Iterator<Item = Sentence> {
    let text = |warning: &Diagnostic| format!("{}: {}", subject(rendering), warning.message);
    rendering.warnings.iter().map(move |warning| (Severity::Warning, text(warning)))
}

/// The refusal of admission.
pub fn of_refusal(rendering: &Rendering) -> Option<Sentence> {
    let refusal = rendering.refusal()?;
    Some((Severity::Error, format!("{} is refused: {refusal}", subject(rendering))))
}

/// What the controller makes of a resource, in sentences.
pub fn of_controller(rendering: &Rendering, manner: Manner) -> Vec<Sentence> {
    failure(rendering, manner).into_iter().chain(of_outcome(rendering, manner)).collect()
}

/// A text about a rendering, in which values of Secrets are hidden unless they are to be shown.
fn open(rendering: &Rendering, manner: Manner, text: &str) -> String {
    if manner.shows_secrets { text.to_owned() } else { rendering.copied().hide_in_text(text) }
}

/// Why the controller fails.
fn failure(rendering: &Rendering, manner: Manner) -> Option<Sentence> {
    let text = open(rendering, manner, rendering.error()?.text());
    Some((Severity::Error, format!("{} fails: {text}", subject(rendering))))
}

/// Events, notes and what else the controller leaves, whether it fails or not.
fn of_outcome(rendering: &Rendering, manner: Manner) -> Vec<Sentence> {
    let service = subject(rendering);
    let open = |text: &str| open(rendering, manner, text);
    let mut sentences: Vec<Sentence> = Vec::new();
    let mut say = |severity: Severity, text: String| sentences.push((severity, format!("{service}: {text}")));
    rendering.events().iter().for_each(|event| say(Severity::Detail, format!("event: {}", open(event))));
    rendering.deleted().iter().for_each(|key| say(Severity::Note, format!("the controller deletes {key}")));
    for text in rendering.changes().into_iter().flat_map(of_life) {
        say(Severity::Warning, text);
    }
    rendering.notes().iter().for_each(|note| say(Severity::Warning, open(note)));
    for injected in rendering.injected() {
        let Some(severity) = manner.refused_pods else { break };
        for (severity, text) in of_pods(injected, severity, &open) {
            say(severity, format!("{} {}: {text}", injected.kind, injected.name));
        }
    }
    of_copied_secrets(rendering, manner).into_iter().for_each(|text| say(Severity::Warning, text));
    sentences
}

/// Sentences about Secrets that are copied into objects in clear text.
fn of_copied_secrets(rendering: &Rendering, manner: Manner) -> Vec<String> {
    let hidden = match manner.shows_secrets {
        true => "",
        false => "; the value, which the pods need, is not printed (--show-secrets)",
    };
    let mut copied: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for found in rendering.copied().values() {
        let place = if manner.shows_secrets { found.place.to_string() } else { found.shown_place() };
        copied.entry(&found.secret).or_default().push(place);
    }
    let sentence = |(secret, places): (&str, Vec<String>)| {
        format!("Secret {secret} is copied into {} in clear text{hidden}", places.join(", "))
    };
    copied.into_iter().map(sentence).collect()
}

/// Sentences about the pods of an object, without its name.
fn of_pods(injected: &Injected, refused: Severity, open: &dyn Fn(&str) -> String) -> Vec<Sentence> {
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
