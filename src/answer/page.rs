//! Whole HTML pages about documents, self-contained and without scripts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::explained::explanations;
use super::pieces;
use crate::Rendering;
use crate::diff::html::advices;
use crate::diff::summary::{count, total};
use crate::diff::{ServiceDiff, upgrade};
use crate::explain::Explanation;
use crate::object::ControllerError;
use crate::object::fields::filled;
use crate::output::chart::Chart;
use crate::output::html::{Links, escaped, page};
use crate::output::objects::{self, Options};
use crate::output::summary::Summary;
use crate::session::places::{CompositionPlaces, DocumentPlaces};
use crate::session::{Session, check};
use crate::webhook::Refusal;

/// A page about the resources of a session: a summary, the findings, and for each resource its objects, its explanation and a
/// picture; at the end the documents, which places link to.
pub fn of_renderings(
    session: &Session,
    mut renderings: Vec<Rendering>,
    options: &Options,
    is_cluster_domain_given: bool,
) -> String {
    let links = pieces::links(session);
    let all: Vec<Summary> = renderings.iter().filter(|one| !one.is_fact()).map(Summary::of).collect();
    let mut body = pieces::summaries(&all);
    let _ = write!(body, "<h2>Findings</h2>\n{}", pieces::findings(&check::everything(session, &|_| {}), &links));
    let pictures: Vec<String> =
        renderings.iter().enumerate().map(|(at, rendering)| Chart::of(rendering).to_svg(at)).collect();
    if session.renders_together() {
        objects::keep_last_states(&mut renderings);
    }
    let mut explained: BTreeMap<usize, Explanation> = filled(explanations(session, |_| true));
    for (at, (rendering, picture)) in renderings.into_iter().zip(pictures).enumerate() {
        if rendering.is_fact() {
            continue;
        }
        let title = format!("{} {}/{}", rendering.kind.name(), rendering.namespace, rendering.name);
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&title));
        body.push_str(&of_rendering(session, rendering, (at, &picture), options, &links));
        if let (Some(explanation), Some(service)) = (explained.remove(&at), session.services.get(at)) {
            let places = DocumentPlaces::of(session, Some(&service.document), is_cluster_domain_given);
            let _ = write!(body, "<h3>Why</h3>\n{}", explanation.to_html(&places, &links));
        }
        body.push_str(&of_composition(session, at, &links));
    }
    let _ = write!(body, "<h2>Documents</h2>\n{}", pieces::listings(session, &links));
    page(&format!("KServe {}", session.cluster.release.version.name()), &body)
}

fn of_rendering(
    session: &Session,
    mut rendering: Rendering,
    (at, picture): (usize, &str),
    options: &Options,
    links: &Links,
) -> String {
    let mut out = String::new();
    if !options.show_secrets {
        rendering.hide_secrets();
    }
    let error = rendering.error().map(ControllerError::text);
    for (word, text) in [("Refused", rendering.refusal().map(Refusal::text)), ("Fails", error)] {
        if let Some(text) = text {
            let _ = writeln!(out, "<p class=\"error\">{word}: {}</p>", links.text(text));
        }
    }
    let is_done = rendering.refusal().is_none() && rendering.error().is_none();
    if is_done {
        let made = objects::take(&mut rendering, options);
        let _ = write!(out, "<div class=\"wide\">{picture}</div>\n<h3>Objects</h3>\n{}", pieces::objects(&made));
    }
    if let Some(service) = session.services.get(at).filter(|_| !is_done) {
        let start = service.document.start();
        let place = format!("{}:{}", service.document.source.name, start.line);
        let _ = writeln!(out, "<p class=\"note\">{}</p>", links.text(&place));
    }
    out
}

fn of_composition(session: &Session, at: usize, links: &Links) -> String {
    let Some(document) = session.services.get(at).map(|service| &service.document) else { return String::new() };
    let Some(composition) = session.composition(document) else { return String::new() };
    let places = CompositionPlaces { document, session };
    format!("<h3>Merged spec</h3>\n{}", composition.to_html(&places, links))
}

/// The differences of services between two sides, each with its label, as a piece of a page.
pub fn differences(found: &[(String, ServiceDiff)], old: &Session, new: &Session) -> String {
    let compared = old.services.len().max(new.services.len());
    let heading = upgrade::heading(&old.cluster, &new.cluster);
    list(found, compared, &advices(heading, &before(found, old, new)))
}

/// The differences of some of `compared` services, preceded by `first`.
pub fn list(found: &[(String, ServiceDiff)], compared: usize, first: &str) -> String {
    if found.is_empty() {
        let services = count(compared, "service").unwrap_or_else(|| "no service".to_owned());
        return format!("<p class=\"good\">Nothing differs for {services}.</p>\n");
    }
    let restarts = found.iter().filter(|(_, diff)| diff.restarts_pods()).count();
    let urls = found.iter().filter(|(_, diff)| diff.url.is_some()).count();
    let mut out = format!("<p>{}, of {compared}.</p>\n{first}", total(found.len(), restarts, urls));
    out.extend(found.iter().map(|(label, diff)| diff.to_html(label)));
    out
}

/// What to look at before the change.
fn before(found: &[(String, ServiceDiff)], old: &Session, new: &Session) -> Vec<upgrade::Advice> {
    let name = |key: crate::object::Key| format!("{}/{}", key.namespace, key.name);
    let names: Vec<String> = old.services.iter().map(|service| name(service.key())).collect();
    let documents = names.iter().map(String::as_str).zip(old.services.iter().map(|service| &service.document.value));
    upgrade::before(&old.cluster, &new.cluster, documents, found.iter().map(|(label, diff)| (label.as_str(), diff)))
}
