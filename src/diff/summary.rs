//! What differs, in a few words.

use super::{Fate, ServiceDiff, TextDiff};

/// A count with its noun, such as `2 objects`; `None` for zero.
pub fn count(number: usize, what: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        many => Some(format!("{many} {what}s")),
    }
}

const FATES: [Fate; 8] = [
    Fate::Created,
    Fate::Added,
    Fate::Changed,
    Fate::PodsChanged,
    Fate::Deleted,
    Fate::Removed,
    Fate::LeftBehind,
    Fate::Kept,
];

/// What differs for a service, in a few words.
pub fn summary(diff: &ServiceDiff) -> String {
    let mut parts: Vec<String> = Vec::new();
    match diff.only_new {
        Some(true) => parts.push("new service".into()),
        Some(false) => parts.push("service removed".into()),
        None => {}
    }
    match &diff.rejected {
        Some(TextDiff { new: Some(_), .. }) => parts.push("refused".into()),
        Some(_) => parts.push("no longer refused".into()),
        None => {}
    }
    match &diff.error {
        Some(TextDiff { old: None, .. }) => parts.push("fails".into()),
        Some(TextDiff { new: None, .. }) => parts.push("no longer fails".into()),
        Some(_) => parts.push("fails otherwise".into()),
        None => {}
    }
    for fate in FATES {
        let text = match fate {
            Fate::PodsChanged => "with other pods from their next start on",
            Fate::Kept => "kept though not as wanted",
            fate => fate.name(),
        };
        parts.extend(count(diff.of_fate(fate).count(), "object").map(|objects| format!("{objects} {text}")));
    }
    if !diff.objects.is_empty() {
        parts.extend(count(diff.unchanged.len(), "object").map(|objects| format!("{objects} unchanged")));
    }
    if !diff.status.is_empty() {
        parts.push("status changed".into());
    }
    if diff.url.is_some() {
        parts.push("URL changed".into());
    }
    if diff.restarts_pods() {
        parts.push("pods restart".into());
    }
    if diff.error.is_none() && diff.status.is_empty() && diff.objects.is_empty() && diff.only_new.is_none() {
        parts.push("nothing changes".into());
    }
    parts.extend(diff.when_new.iter().map(|_| "new ones fail".into()));
    parts.extend(diff.next_apply.iter().map(|_| "next apply refused".into()));
    parts.extend(diff.next_delete.iter().map(|_| "deletion refused".into()));
    parts.join(", ")
}

/// How many services differ, and how many of these restart pods or change their URL, in a sentence.
pub fn total(services: usize, restarts: usize, urls: usize) -> String {
    let differ = if services == 1 { "differs" } else { "differ" };
    let services = count(services, "service").unwrap_or_default();
    format!("{services} {differ}, {restarts} with restarted pods, {urls} with another URL")
}
