//! What is wrong with the documents of a session: by API server and webhooks, and by the rules of `lint`.

use super::composition::{advice_on_absence, config_beside};
use super::config_findings::{config as config_key, diagnostic, in_config, unread};
use super::finding::{Documents, Finding, Spot};
use super::held;
use super::options::flag_of;
use super::{Service, Session, peers, placeholders};
use crate::facts::Existing;
use crate::input::{self, Document};
use crate::kinds;
use crate::lint::config_faults::{Fault, faults};
use crate::lint::peers::{Claim, claims_of_service};
use crate::lint::{self, Peers, ToldBy};
use crate::object::Key;
use crate::object::Kind;
use crate::object::PathStep;
use crate::object::diagnostic::{Diagnostic, Related, Severity};
use crate::order;
use crate::webhook::{self, codes};
use crate::{Cluster, Rendering, Value, parallel};

/// Called with the number of services that have been finished since the last call, perhaps by several workers at the same time.
pub type Tell<'a> = &'a (dyn Fn(usize) + Sync);

/// What API server and webhooks say of all documents of the inputs, in their order.
pub fn validate(session: &Session, tell: Tell<'_>) -> Vec<Finding> {
    let mut found = findings_but_of_config(session);
    found.extend(slips(session));
    found.extend(config(session));
    found.extend(of_others(session));
    found.extend(of_services(session, tell, |service| {
        let written = &service.document.value;
        let (admission, mut found) = kinds::examine(&session.cluster, written, &service.existing);
        // What is taken now may be refused the next time.
        if admission.outcome.is_ok() && lint::has_next_write(service.kind) {
            let rendering = service.render_objects(&session.cluster);
            found.extend(lint::next_write(&session.cluster, written, &rendering));
        }
        found
    }));
    found
}

/// What is wrong with runtimes and storage containers.
fn of_others(session: &Session) -> Vec<Finding> {
    let cluster = &session.cluster;
    let documents = Documents::of(session);
    let mut found = Vec::new();
    for document in &session.checked {
        let key = Key::of(&document.value);
        let Some(examine) = webhook::examination(&document.value) else { continue };
        // That the cluster has its kind in other versions only has been told where the document was read.
        if held::refusal_of_version(&cluster.release, &document.value).is_some() {
            continue;
        }
        let diagnostics = examine(cluster, &document.value);
        let at_place = |mut diagnostic: Diagnostic| {
            if diagnostic.code == codes::RUNTIME_PRIORITY {
                weigh_conflict(session, document, &documents, &mut diagnostic);
            }
            Finding::new(document, Some(key.clone()), diagnostic).with_related(document, &documents)
        };
        found.extend(without_placeholders(document, diagnostics.into_iter().map(at_place).collect()));
    }
    found
}

/// The option that sets the value of the configuration at which a finding stands.
fn in_option(session: &Session, diagnostic: &mut Diagnostic) -> Option<Spot> {
    let (key, path) = diagnostic.elsewhere.as_ref()?;
    if *key != session.cluster.config_key() {
        return None;
    }
    let keys = path.0.iter().skip(1).filter_map(|step| match step {
        PathStep::Key(key) => Some(key.clone()),
        PathStep::Index(_) | PathStep::Item { .. } => None,
    });
    let change = session.origins.setting(&keys.collect::<Vec<String>>())?;
    diagnostic.elsewhere = None;
    Some(Spot::Option(flag_of(change)))
}

/// How many of the runtimes are told that have the same priority as another: each of thousands conflicts with all others.
const TOLD: usize = 4;

/// Makes a warning of a conflict between runtimes if the other ones stand in other files, since the files of a repository are not all for
/// one namespace, or if the release ships them and nothing is known of the cluster. Of many others the first few are told.
fn weigh_conflict(session: &Session, own: &Document, documents: &Documents<'_>, diagnostic: &mut Diagnostic) {
    let document = |related: &Related| documents.0.get(related.document.as_ref()?).copied();
    let is_sure = |related: &Related| match document(related) {
        Some(other) => !session.is_walked || other.source.name == own.source.name,
        None => !session.is_walked || session.has_context,
    };
    order::sort_by_key(&mut diagnostic.related, |related| !is_sure(related));
    let more = diagnostic.related.len().saturating_sub(TOLD);
    diagnostic.related.truncate(TOLD);
    // All of them together have as much as the square of the runtimes.
    diagnostic.related.shrink_to_fit();
    let help = match diagnostic.related.first() {
        Some(first) if is_sure(first) => None,
        None => None,
        Some(_) if diagnostic.related.iter().any(|related| document(related).is_some()) => {
            Some("the cluster refuses the second of them, if both are applied to it")
        }
        Some(_) => Some("the release ships the other one; if the cluster has other runtimes, give them with --context"),
    };
    if help.is_some() {
        diagnostic.severity = Severity::Warning;
        diagnostic.refusal = false;
    }
    let more = (more > 0).then(|| format!("{more} more have the same priority"));
    let help: Vec<String> = help.map(str::to_owned).into_iter().chain(more).collect();
    if !help.is_empty() {
        diagnostic.help = Some(help.join("; "));
    }
}

/// What `diagnose` finds in each service, at its place.
fn of_services(
    session: &Session,
    tell: Tell<'_>,
    diagnose: impl Fn(&Service) -> Vec<Diagnostic> + Sync + Send,
) -> Vec<Finding> {
    let documents = Documents::of(session);
    let found = parallel::map(session.services.iter().collect(), |service: &Service| {
        let document = &service.document;
        let at_place = |mut diagnostic: Diagnostic| {
            let subject = Some(service.key());
            if let Some(spot) = in_option(session, &mut diagnostic) {
                return Finding { spot, ..Finding::new(document, subject, diagnostic) };
            }
            Finding::new_of(document, &documents, subject, diagnostic).with_related(document, &documents)
        };
        let found = without_placeholders(document, diagnose(service).into_iter().map(at_place).collect());
        tell(1);
        found
    });
    found.into_iter().flatten().collect()
}

/// The findings about a document. One finding stands for everything that is wrong only because a tool has yet to fill in a value.
fn without_placeholders(document: &Document, mut found: Vec<Finding>) -> Vec<Finding> {
    let placeholders = placeholders::of(&document.value);
    let Some((sentence, advice)) = placeholders::sentence(&placeholders) else { return found };
    found.retain(|finding| {
        let diagnostic = &finding.diagnostic;
        // What comes of the whole may come of the part that is to be filled.
        let is_of_whole = diagnostic.path.0.is_empty() && diagnostic.severity == Severity::Error;
        !is_of_whole && !placeholders::is_at(&placeholders, &diagnostic.path)
    });
    let path = placeholders.into_iter().next().map(|first| first.path).unwrap_or_default();
    let subject = Key::of(&document.value);
    let diagnostic = Diagnostic {
        help: Some(advice.to_owned()),
        ..Diagnostic::new(codes::PLACEHOLDER, Severity::Warning, path, format!("{} {sentence}", subject.in_words()))
    };
    found.insert(0, Finding::new(document, Some(subject), diagnostic));
    found
}

/// Probable slips in documents of unknown kinds, and of kinds that are not rendered.
pub fn slips(session: &Session) -> Vec<Finding> {
    let slip = |document: &Document| {
        let diagnostic = webhook::examine_other(&document.value)?;
        Some(Finding::new(document, Some(Key::of(&document.value)), diagnostic))
    };
    session.others.iter().filter_map(slip).collect()
}

/// What is wrong with the documents themselves. What a ConfigMap lacks is among what is wrong with the configuration.
pub fn findings_but_of_config(session: &Session) -> Vec<Finding> {
    let of_config = [codes::CONFIG_INCOMPLETE, codes::CONFIG_NOT_READ];
    let is_of_config = |finding: &&Finding| of_config.contains(&finding.diagnostic.code);
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

/// What is wrong in the sections that the ConfigMap has, as far as it has a place in a text. Missing sections are one finding of their own,
/// and what a flag sets is told with the services that fail because of it.
pub fn broken_sections(session: &Session) -> Vec<Finding> {
    let data = &session.cluster.config.data;
    let is_there = |step: &PathStep| matches!(step, PathStep::Key(section) if data.contains_key(section));
    let mut found = config(session);
    found.retain(|finding| {
        let Diagnostic { code, path, .. } = &finding.diagnostic;
        *code == codes::CONFIG && path.0.iter().any(is_there) && finding.spot.place().is_some()
    });
    found
}

/// A fault of the ConfigMap at its place. If an option sets the value, that is the place.
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
        Fault::NotRead { known, .. } => (unread(&path, known), None),
    };
    if let Some(change) = session.origins.setting(&path) {
        // That nothing reads it has been said of the flag already.
        let spot = Spot::Option(flag_of(change));
        let is_said = diagnostic.code == codes::CONFIG_NOT_READ;
        return (!is_said).then(|| Finding {
            spot,
            subject: Some(config_key()),
            diagnostic,
            related: Vec::new(),
            fix: None,
        });
    }
    let Some(document) = &session.origins.config else {
        return Some(Finding {
            spot: Spot::Nowhere,
            subject: Some(config_key()),
            diagnostic,
            related: Vec::new(),
            fix: None,
        });
    };
    let in_text = at.and_then(|(section, at)| in_section(document, section, at));
    let finding = in_config(document, diagnostic);
    Some(match in_text {
        Some(spot) => Finding { spot, ..finding },
        None => finding,
    })
}

/// The place of a byte in the text of a section of the ConfigMap.
fn in_section(document: &Document, section: &str, at: usize) -> Option<Spot> {
    let steps = [input::Step::Key("data"), input::Step::Key(section)];
    let span = document.locate_in_text(&steps, at)?;
    Some(Spot::Text { source: std::sync::Arc::clone(&document.source), span })
}

/// What the rules of `lint` find, in the order of the documents.
pub fn lint(session: &Session, tell: Tell<'_>) -> Vec<Finding> {
    let mut found = lint_config(session);
    found.extend(lint_services(session, tell, &|cluster, written, _, rendering, peers| match rendering.refusal() {
        None => lint::rules(cluster, written, rendering, peers),
        // There is nothing to lint; that it is refused is told.
        Some(refusal) => refusal.reasons().to_vec(),
    }));
    found.extend(peers::findings(session));
    found.extend(lint_runtimes(session));
    found
}

/// Everything that is wrong, each once: what [`validate`] and [`lint()`] find.
pub fn everything(session: &Session, tell: Tell<'_>) -> Vec<Finding> {
    let mut found = findings_but_of_config(session);
    found.extend(slips(session));
    found.extend(config(session));
    let is_new = |finding: &Finding| lint::told_by(finding.diagnostic.code) != Some(ToldBy::Configuration);
    found.extend(lint_config(session).into_iter().filter(is_new));
    found.extend(of_others(session));
    found.extend(lint_services(session, tell, &lint::service));
    found.extend(peers::findings(session));
    found.extend(lint_runtimes(session));
    found
}

/// What the rules find in runtimes.
fn lint_runtimes(session: &Session) -> Vec<Finding> {
    let find = |document: &Document| {
        let subject = Some(Key::of(&document.value));
        let found = lint::runtime(&session.cluster, &document.value);
        let place = |diagnostic| Finding::at_key(document, subject.clone(), diagnostic);
        let mut findings: Vec<Finding> = found.into_iter().map(place).collect();
        order::sort_by_key(&mut findings, |finding| finding.spot.place().map(|place| (place.line, place.column)));
        findings
    };
    session.checked.iter().flat_map(find).collect()
}

fn lint_config(session: &Session) -> Vec<Finding> {
    let place = |diagnostic| match &session.origins.config {
        Some(document) => Finding::at_key(document, Some(config_key()), diagnostic),
        None => {
            Finding { spot: Spot::Nowhere, subject: Some(config_key()), diagnostic, related: Vec::new(), fix: None }
        }
    };
    lint::config(&session.cluster).into_iter().map(place).collect()
}

/// Where and why the controller fails with a service, and what helps: in the service, or in the runtime that it takes.
pub fn failure(session: &Session, service: &Service, rendering: &Rendering) -> Option<Finding> {
    rendering.error()?;
    let mut found = lint::failure(&session.cluster, &service.document.value, rendering)?;
    let subject = Some(service.key());
    if let Some(spot) = in_option(session, &mut found) {
        return Some(Finding { spot, ..Finding::at_key(&service.document, subject, found) });
    }
    let document = found.elsewhere.as_ref().and_then(|(key, _)| {
        let of_config = session.origins.config.as_ref().filter(|_| *key == session.cluster.config_key());
        Some((key.clone(), of_config.or_else(|| session.origins.objects.get(key))?))
    });
    let documents = Documents(document.into_iter().collect());
    Some(Finding::at_key_of(&service.document, &documents, subject, found))
}

/// A way to lint one service.
type LintService = dyn Fn(&Cluster, &Value, &Existing, &Rendering, &Peers) -> Vec<Diagnostic> + Sync;

fn lint_services(session: &Session, tell: Tell<'_>, lint: &LintService) -> Vec<Finding> {
    let documents = Documents::of(session);
    let lint = |service: &Service, rendering: &Rendering, peers: &Peers| {
        let document = &service.document;
        let diagnostics = lint(&session.cluster, &document.value, &service.existing, rendering, peers);
        let place = |mut diagnostic| {
            weigh(session, service.kind, &mut diagnostic);
            let subject = Some(service.key());
            if let Some(spot) = in_option(session, &mut diagnostic) {
                return Finding { spot, ..Finding::at_key(document, subject, diagnostic) };
            }
            Finding::at_key_of(document, &documents, subject, diagnostic).with_related(document, &documents)
        };
        let mut findings = without_placeholders(document, diagnostics.into_iter().map(place).collect());
        order::sort_by_key(&mut findings, |finding| finding.spot.place().map(|place| (place.line, place.column)));
        findings
    };
    // Of thousands of renderings only that is kept by which services are peers. Few have any, and are rendered again.
    let alone = session.map_renderings(|service, rendering| {
        let own = lint(service, &rendering, &Peers::default());
        let url = rendering.status().and_then(|status| status.url()).map(str::to_owned);
        let claims = claims_of_service(&session.cluster, &rendering);
        tell(1);
        (own, rendering.key(), url, claims)
    });
    let mut peers = Peers::default();
    for (_, reached, url, claims) in &alone {
        peers.add(reached, url.as_deref(), claims);
    }
    let all = session.services.iter().zip(alone).collect();
    let of_services = parallel::map(all, |(service, (own, reached, url, claims)): (&Service, Alone)| {
        let has_peers = url.is_some_and(|url| peers.with_same_url(&url, &reached).is_some())
            || claims.iter().any(|claim| !peers.with_same_claim(claim, &reached).is_empty());
        match has_peers && kinds::properties(service.kind).shares_hosts {
            true => lint(service, &service.render_objects(&session.cluster), &peers),
            false => own,
        }
    });
    of_services.into_iter().flatten().collect()
}

/// The findings about a service by itself, and the values that it may share with others: its key, its URL and what its routes claim.
type Alone = (Vec<Finding>, Key, Option<String>, Vec<Claim>);

/// Makes warnings of findings about things that a repository need not hold: when a folder is all that is known, the cluster may have
/// other runtimes, Gateways, accounts, configs and Secrets. A name that is close to a known one is a slip all the same.
fn weigh(session: &Session, kind: Kind, diagnostic: &mut Diagnostic) {
    let is_open = session.is_walked && !session.has_context;
    if let (None, Some(cause)) = (&diagnostic.help, &diagnostic.cause) {
        if let Some(help) = config_beside(session, cause) {
            diagnostic.help = Some(help);
            return;
        }
        if let Some(help) = advice_on_absence(kind, cause) {
            diagnostic.help = Some(help.to_owned());
            if is_open {
                diagnostic.severity = Severity::Warning;
            }
            return;
        }
    }
    // A misspelt format can be mended; a runtime or a service of a name that is only like another may be in the cluster.
    let is_sure = diagnostic.mend.is_some();
    if let (true, false, Some(help)) = (is_open, is_sure, diagnostic.unless_given) {
        diagnostic.severity = Severity::Warning;
        diagnostic.help.get_or_insert_with(|| help.to_owned());
    }
}
