//! Differences as a comment on a pull request.

use std::collections::BTreeMap;

use crate::diff::summary::{count, summary, total};
use crate::diff::{Cause, ServiceDiff, upgrade};
use crate::object::fields::filled;
use crate::output::printable::escaped;
use crate::release::table::link;
use crate::session::Session;
use crate::session::labels::{Found, Labels};

/// The longest comment; GitHub accepts at most 65,536 characters.
const LONGEST: usize = 60_000;

/// The two sides of a comparison, and how they are shown.
pub struct Sides<'s> {
    /// Their names.
    pub names: [&'s str; 2],
    pub sessions: [&'s Session; 2],
    pub labels: &'s Labels,
    /// Whether the sides differ in their release.
    pub of_releases: bool,
    /// Formats the difference of a service in lines that begin with `+` and `-`.
    pub lines: &'s dyn Fn(&ServiceDiff) -> String,
}

/// The differences as a comment.
pub fn of(found: &[Found], sides: &Sides<'_>) -> String {
    let [old, new] = sides.sessions;
    let compared = old.services.len().max(new.services.len());
    let [old_name, new_name] = sides.names;
    let mut text = format!("## KServe: {} to {}\n\n", cell(old_name), cell(new_name));
    if found.is_empty() {
        text.push_str(&format!("Nothing differs for {}.\n", count(compared, "service").unwrap_or_default()));
        return text;
    }
    let restarts = found.iter().filter(|found| found.diff.restarts_pods()).count();
    let urls = found.iter().filter(|found| found.diff.url.is_some()).count();
    text.push_str(&format!("{}, of {compared}.\n", total(found.len(), restarts, urls)));
    before(found, old, new, sides.labels, &mut text);
    text.push_str("\n### Services\n\n| Service | What differs | Why |\n|---|---|---|\n");
    for Found { label, diff, .. } in found {
        let causes: Vec<String> = diff.reasons.causes.iter().map(|cause| format!("`{}`", cause.name)).collect();
        let mut why = causes.join(", ");
        if !diff.reasons.unexplained.is_empty() && sides.of_releases {
            why += if why.is_empty() { "no single cause" } else { ", and no single cause for the rest" };
        }
        text.push_str(&format!("| {} | {} | {why} |\n", cell(label), cell(&summary(diff))));
    }
    causes(found, &mut text);
    folded(found, sides.lines, &mut text);
    text
}

/// The causes, each once.
fn causes(found: &[Found], text: &mut String) {
    let all: BTreeMap<&str, &Cause> =
        filled(found.iter().flat_map(|found| &found.diff.reasons.causes).map(|cause| (cause.name.as_str(), cause)));
    if all.is_empty() {
        return;
    }
    text.push_str("\n### Why\n\n");
    for (name, cause) in all {
        let links: Vec<String> = cause.by.iter().map(|number| link(*number)).collect();
        let change = if links.is_empty() { String::new() } else { format!(" ({})", links.join(", ")) };
        text.push_str(&format!("- `{name}`{change}: {}\n", escaped(&cause.text)));
    }
}

/// What to look at before the change.
fn before(found: &[Found], old: &Session, new: &Session, labels: &Labels, text: &mut String) {
    let names: Vec<String> = old.services.iter().map(|service| labels.of_service(service)).collect();
    let documents = names.iter().map(String::as_str).zip(old.services.iter().map(|service| &service.document.value));
    let diffs = found.iter().map(|found| (found.label.as_str(), &found.diff));
    let advices = upgrade::before(&old.cluster, &new.cluster, documents, diffs);
    if advices.is_empty() {
        return;
    }
    let heading = upgrade::heading(&old.cluster, &new.cluster);
    text.push_str(&format!("\n### {heading}\n\n| | What | Services | What to do |\n|---|---|---|---|\n"));
    for advice in advices {
        let mark = if advice.is_blocker { "**!**" } else { "" };
        let (what, services) = (cell(&advice.what), cell(&some(&advice.services)));
        text.push_str(&format!("| {mark} | {what} | {services} | {} |\n", cell(&advice.advice)));
    }
}

/// The first names in a list, and how many more there are.
fn some(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        _ => shown,
    }
}

/// The differences themselves, folded, as far as there is space.
fn folded(found: &[Found], lines: &dyn Fn(&ServiceDiff) -> String, text: &mut String) {
    let mut left_out = 0;
    for Found { label, diff, .. } in found {
        let lines = lines(diff);
        if lines.is_empty() {
            continue;
        }
        let fence = fence(&lines);
        let part = format!(
            "\n<details><summary>{}</summary>\n\n{fence}diff\n{}{fence}\n\n</details>\n",
            cell(label),
            escaped(&lines)
        );
        match text.len() + part.len() > LONGEST {
            true => left_out += 1,
            false => text.push_str(&part),
        }
    }
    if left_out > 0 {
        let services = count(left_out, "service").unwrap_or_default();
        let why = "as a comment has no room for them";
        text.push_str(&format!("\nThe differences of {services} are left out, {why}.\n"));
    }
}

/// A code fence that does not occur in the text.
fn fence(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    fence
}

/// A text for a table cell.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => cell.push(' '),
            '|' => cell.push_str("\\|"),
            '<' => cell.push_str("&lt;"),
            '>' => cell.push_str("&gt;"),
            '&' => cell.push_str("&amp;"),
            other => cell.push(other),
        }
    }
    escaped(&cell).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::{Fate, ObjectDiff};
    use crate::object::{Key, Kind};

    fn found(text: String) -> Found {
        let object = ObjectDiff {
            key: Key::new(Kind::ConfigMap, "ns", "a"),
            fate: Fate::Created,
            old: None,
            new: Some(serde_json::json!({ "data": { "text": text } })),
            changes: Vec::new(),
        };
        let diff = ServiceDiff { objects: vec![object], ..ServiceDiff::default() };
        Found { label: "ns/a".into(), file: None, diff }
    }

    #[test]
    fn a_comment_has_limited_room() {
        let mut text = String::new();
        let lines = |diff: &ServiceDiff| {
            let new = diff.objects.iter().filter_map(|object| object.new.as_ref());
            new.map(|object| format!("+  {object}\n")).collect()
        };
        folded(&[found("x".repeat(LONGEST)), found("y".into())], &lines, &mut text);
        assert!(text.len() < LONGEST);
        assert!(
            text.contains("The differences of 1 service are left out, as a comment has no room for them."),
            "{text}"
        );
        assert!(text.contains("\"text\":\"y\""), "{text}");
    }

    #[test]
    fn what_has_a_meaning_in_a_table_is_escaped() {
        assert_eq!(cell("a|b\n<c>"), "a\\|b &lt;c&gt;");
        assert_eq!(fence("a ``` b"), "````");
        let names: Vec<String> = (0..7).map(|number| number.to_string()).collect();
        assert_eq!(some(&names), "0, 1, 2, 3, 4 and 2 more");
    }
}
