//! Pieces of HTML pages about documents: the summary, the findings, the objects, and the documents themselves.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::Value;
use crate::input::Document;
use crate::lint::docs;
use crate::object::Key;
use crate::output::html::{Links, escaped};
use crate::output::summary::Summary;
use crate::output::yaml;
use crate::session::{Finding, Session};

/// The summaries of services, one row each.
pub fn summaries(summaries: &[Summary]) -> String {
    let mut out = String::from("<div class=\"wide\"><table class=\"summary\">\n<thead><tr>");
    for header in ["", "Mode", "Runtime", "Ready", "URL"] {
        let _ = write!(out, "<th scope=\"col\">{header}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for summary in summaries {
        let text = |value: &Option<String>| escaped(value.as_deref().unwrap_or_default()).into_owned();
        let name = format!("{}/{}", summary.namespace, summary.name);
        let class = match summary.ready.as_str() {
            "True" => "good",
            "Refused" | "Failed" => "error",
            _ => "warning",
        };
        let reason = summary.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"{class}\">{}</td><td>{}</td></tr>",
            escaped(&name),
            text(&summary.mode),
            text(&summary.runtime),
            escaped(&format!("{}{reason}", summary.ready)),
            text(&summary.url)
        );
    }
    out.push_str("</tbody></table></div>\n");
    out
}

/// Findings, each with its place and advice.
pub fn findings(found: &[Finding], links: &Links) -> String {
    if found.is_empty() {
        return "<p class=\"good\">Nothing to complain about.</p>\n".to_owned();
    }
    let mut out = String::from("<ul class=\"findings\">\n");
    for (number, finding) in found.iter().enumerate() {
        let diagnostic = &finding.diagnostic;
        let severity = docs::severity(diagnostic.severity);
        let class = if severity == "note" { "info" } else { severity };
        let _ = write!(
            out,
            "<li data-finding=\"{number}\" data-severity=\"{severity}\"><p><strong class=\"{class}\">{severity}</strong> \
             <code title=\"{}\">{} {}</code> {}</p>\n<p>{}</p>\n",
            escaped(diagnostic.code.explanation),
            diagnostic.code.id,
            diagnostic.code.name,
            links.text(&place(finding)),
            links.text(&diagnostic.message)
        );
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "<p>Help: {}</p>", links.text(help));
        }
        for related in &finding.related {
            let place = format!("{}:{}", related.source.name, related.span.place.line);
            let _ = writeln!(out, "<p>{}: {}</p>", links.text(&place), escaped(&related.message));
        }
        if let Some(rule) = docs::rule(diagnostic.code) {
            let _ = writeln!(out, "<p class=\"note\">How to fix it: {}</p>", escaped(rule.fix));
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
    out
}

fn place(finding: &Finding) -> String {
    match (finding.spot.file(), finding.spot.place()) {
        (Some(file), Some(place)) => format!("{file}:{}", place.line),
        _ => finding.spot.to_string(),
    }
}

/// Objects, each of which can be folded.
pub fn objects(objects: &[Value]) -> String {
    let mut out = String::new();
    for object in objects {
        let key = Key::of(object);
        let name = if key.namespace.is_empty() { key.name.clone() } else { format!("{}/{}", key.namespace, key.name) };
        let _ = writeln!(
            out,
            "<details>\n<summary>{} {}</summary>\n<pre class=\"yaml\">{}</pre>\n</details>",
            escaped(&key.kind),
            escaped(&name),
            escaped(&yaml::to_string(object))
        );
    }
    if objects.is_empty() {
        out.push_str("<p class=\"note\">No objects.</p>\n");
    }
    out
}

/// The documents that are shown and that have a text of their own: services, configuration and runtimes, but nothing that may
/// contain Secrets.
pub fn documents(session: &Session) -> Vec<&Document> {
    let services = session.services.iter().map(|service| &*service.document);
    let all = services.chain(session.origins.config.iter()).chain(&session.checked);
    let mut seen = BTreeSet::new();
    all.filter(|document| {
        // An item of a list, such as a dump, has no text of its own.
        let is_own = document.item.is_none() && !document.range.is_empty();
        is_own && seen.insert((document.source.name.clone(), document.range.start))
    })
    .collect()
}

/// The text of a document in its source.
fn written(document: &Document) -> &str {
    document.source.text.get(document.range.clone()).unwrap_or_default()
}

/// The line on which the text of a document begins.
fn first_line(document: &Document) -> usize {
    let before = document.source.text.get(..document.range.start).unwrap_or_default();
    before.matches('\n').count() + 1
}

/// Links to the documents that are shown.
pub fn links(session: &Session) -> Links {
    let part = |document: &&Document| {
        let first = first_line(document);
        (document.source.name.clone(), first, first + written(document).lines().count().saturating_sub(1))
    };
    Links::to_parts(documents(session).iter().map(part))
}

/// The documents with line numbers.
pub fn listings(session: &Session, links: &Links) -> String {
    let listing = |document: &Document| links.listing(&document.source.name, first_line(document), written(document));
    documents(session).into_iter().map(listing).collect()
}
