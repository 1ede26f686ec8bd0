//! What is wrong with the documents of a session: by API server and webhooks, and by the rules of `lint`.

use super::finding::{Documents, Finding, Spot};
use super::{Service, Session, flag_of, slips};
use crate::input::{self, Document};
use crate::kinds::inference_service::admission;
use crate::lint::config_faults::{Fault, faults};
use crate::lint::{self, Peers, Suppression};
use crate::object::ObjectKey;
use crate::object::diagnostic::{Diagnostic, Severity};
use crate::object::{Path, Step};
use crate::webhook;
use crate::webhook::codes;
use crate::{Rendering, parallel};

const CONFIG: &str = "ConfigMap inferenceservice-config";

/// What API server and webhooks say of all documents of the inputs, in their order.
pub fn validate(session: &Session) -> Vec<Finding> {
    let cluster = &session.cluster;
    let documents = Documents::of(session);
    let mut found = findings_but_of_config(session);
    found.extend(slips(&session.others));
    found.extend(config(session));
    for document in &session.checked {
        let key = ObjectKey::of(&document.value);
        let diagnostics = match key.kind.as_str() {
            "ClusterStorageContainer" => webhook::check_storage_container(cluster, &document.value),
            _ => webhook::check_runtime(cluster, &document.value),
        };
        let subject = super::subject(&key);
        for diagnostic in diagnostics {
            found.push(Finding::new(document, subject.clone(), diagnostic).with_related(document, &documents));
        }
    }
    let of_services = parallel::map(session.services.iter().collect(), |service: &Service| {
        let document = &service.document;
        let key = service.key();
        let (_, diagnostics) = admission::examine(cluster, &document.value, &service.existing);
        let finding = |diagnostic| {
            let subject = format!("InferenceService {}/{}", key.namespace, key.name);
            Finding::new(document, subject, diagnostic).with_related(document, &documents)
        };
        diagnostics.into_iter().map(finding).collect::<Vec<_>>()
    });
    found.extend(of_services.into_iter().flatten());
    found
}

/// What is wrong with the documents themselves. What a ConfigMap lacks is among what is wrong with the configuration.
pub fn findings_but_of_config(session: &Session) -> Vec<Finding> {
    let is_of_config = |finding: &&Finding| finding.diagnostic.code == codes::CONFIG_INCOMPLETE;
    session.findings.iter().filter(|finding| !is_of_config(finding)).cloned().collect()
}

/// What is wrong with the ConfigMap, where one is given or a value of it is set.
pub fn config(session: &Session) -> Vec<Finding> {
    let origins = &session.origins;
    if origins.config.is_none() && origins.set.is_empty() {
        return Vec::new();
    }
    faults(&session.cluster).into_iter().filter_map(|fault| config_finding(session, fault)).collect()
}

/// A fault of the ConfigMap at its place: a value that is set one by one is wrong where it is set.
fn config_finding(session: &Session, fault: Fault) -> Option<Finding> {
    let path = match &fault {
        Fault::Refused { section, keys, .. } => [&[(*section).to_owned()], &keys[..]].concat(),
        Fault::NotRead { path, .. } => path.clone(),
    };
    let (diagnostic, at) = match fault {
        Fault::Refused { section, message, at, .. } => {
            let text = format!("section {section}: {}", message.trim_end());
            (diagnostic(codes::CONFIG, Severity::Error, text, &path, None), at.map(|at| (section, at)))
        }
        Fault::NotRead { known, .. } => {
            let text = format!("{} is not read by the controller", path.join("."));
            let help = known.map(|known| format!("did you mean {known}?"));
            (diagnostic(codes::CONFIG_NOT_READ, Severity::Warning, text, &path, help), None)
        }
    };
    if let Some(change) = session.origins.setting(&path) {
        // That nothing reads it has been said of the flag already.
        let spot = Spot::Option(flag_of(change));
        let is_said = diagnostic.code == codes::CONFIG_NOT_READ;
        return (!is_said).then(|| Finding { spot, subject: CONFIG.into(), diagnostic, related: Vec::new() });
    }
    let Some(document) = &session.origins.config else {
        return Some(Finding { spot: Spot::Nowhere, subject: CONFIG.into(), diagnostic, related: Vec::new() });
    };
    let in_text = at.and_then(|(section, at)| in_section(document, section, at));
    // Data alone stands for the ConfigMap too.
    let is_data_alone = document.locate(&[input::Step::Key("data")]).is_none();
    let own_path = |mut diagnostic: Diagnostic| {
        diagnostic.path.0.drain(..usize::from(is_data_alone));
        diagnostic
    };
    let diagnostic = own_path(diagnostic);
    let finding = Finding::new(document, CONFIG.into(), diagnostic);
    Some(match in_text {
        Some(spot) => Finding { spot, ..finding },
        None => finding,
    })
}

fn diagnostic(
    code: &'static crate::object::diagnostic::Code,
    severity: Severity,
    message: String,
    path: &[String],
    help: Option<String>,
) -> Diagnostic {
    let keys = std::iter::once("data".to_owned()).chain(path.iter().cloned());
    let path = Path(keys.map(Step::Key).collect());
    Diagnostic { code, severity, message, path, help, related: Vec::new(), refusal: false }
}

/// The place of a byte in the text of a section of the ConfigMap.
fn in_section(document: &Document, section: &str, at: usize) -> Option<Spot> {
    let steps = [input::Step::Key("data"), input::Step::Key(section)];
    let span = document.locate_in_text(&steps, at)?;
    Some(Spot::Text { source: std::sync::Arc::clone(&document.source), span })
}

/// What the rules of `lint` find, with what admission says of each service, in the order of the documents.
pub fn lint(session: &Session, suppress: &[Suppression]) -> Vec<Finding> {
    let suppressed = |diagnostic: &Diagnostic, key: Option<&ObjectKey>| {
        let service = key.map(|key| (key.namespace.as_str(), key.name.as_str()));
        suppress.iter().any(|suppression| suppression.covers(diagnostic.code, service))
    };
    let mut found = Vec::new();
    for diagnostic in lint::config(&session.cluster).into_iter().filter(|diagnostic| !suppressed(diagnostic, None)) {
        found.push(match &session.origins.config {
            Some(document) => Finding::at_key(document, CONFIG.into(), diagnostic),
            None => Finding { spot: Spot::Nowhere, subject: CONFIG.into(), diagnostic, related: Vec::new() },
        });
    }
    let documents = Documents::of(session);
    let lint = |service: &Service, rendering: &Rendering, peers: &Peers| {
        let document = &service.document;
        let key = service.key();
        let diagnostics = lint::service(&session.cluster, &document.value, &service.existing, rendering, peers);
        let kept = diagnostics.into_iter().filter(|diagnostic| !suppressed(diagnostic, Some(&key)));
        let subject = format!("InferenceService {}/{}", key.namespace, key.name);
        let mut placed: Vec<Finding> = kept
            .map(|diagnostic| Finding::at_key(document, subject.clone(), diagnostic).with_related(document, &documents))
            .collect();
        placed.sort_by_key(|finding| finding.spot.place().map(|place| (place.line, place.column)));
        placed
    };
    // Of thousands of renderings only that is kept by which services are peers. Few have any, and are rendered again.
    let alone = parallel::map(session.services.iter().collect(), |service: &Service| {
        let rendering = service.render_objects(&session.cluster);
        let placed = lint(service, &rendering, &Peers::default());
        let Rendering { namespace, name, status, .. } = rendering;
        (service, placed, Rendering { namespace, name, status, ..Rendering::default() })
    });
    let peers = Peers::of(alone.iter().map(|(.., reached)| reached));
    let of_services = parallel::map(alone, |(service, placed, reached)| {
        let url = reached.status.as_ref().and_then(|status| status.url());
        match url.and_then(|url| peers.with_same_url(url, &reached)) {
            Some(_) => lint(service, &service.render_objects(&session.cluster), &peers),
            None => placed,
        }
    });
    found.extend(of_services.into_iter().flatten());
    found
}
