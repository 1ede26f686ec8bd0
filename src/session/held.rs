//! What is given as the content of a cluster: what no cluster holds, and what stands there twice.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::finding::{Finding, RelatedSpot, Spot};
use crate::Value;
use crate::input::Document;
use crate::object::diagnostic::{Diagnostic, Severity};
use crate::object::role::{self, Role};
use crate::object::{Key, Path};
use crate::release::Release;
use crate::webhook::{self, codes};

/// The refusal of an object of KServe in a version in which the release does not have its kind. An object of a kind that the release
/// lacks altogether is refused where something asks for it.
pub fn refusal_of_version(release: &Release, object: &Value) -> Option<Diagnostic> {
    webhook::unserved(release, object).filter(|refusal| refusal.code == codes::UNKNOWN_VERSION)
}

/// The same as a finding. The value of the document may be elsewhere.
pub fn unserved(release: &Release, object: &Value, document: &Document) -> Option<Finding> {
    Some(Finding::new(document, Some(Key::of(object)), refusal_of_version(release, object)?))
}

/// Takes away what no cluster of the release can hold, and tells that of objects that `is_untold`.
pub fn take_unserved(
    documents: &mut Vec<Document>,
    release: &Release,
    is_untold: impl Fn(&Value) -> bool,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    documents.retain(|document| {
        let found = unserved(release, &document.value, document);
        let is_served = found.is_none();
        findings.extend(found.filter(|_| is_untold(&document.value)));
        is_served
    });
    findings
}

/// What is said of resources that stand twice in what a cluster holds, and of other objects that do so with another content: the last one
/// counts. `place` is where they stand, such as `the dump`.
pub fn repeated(documents: &[Document], place: &str) -> Vec<Finding> {
    let mut first: HashMap<Key, &Document> = HashMap::with_capacity(documents.len());
    let mut findings = Vec::new();
    for document in documents {
        let key = Key::of(&document.value);
        match first.entry(key) {
            Entry::Occupied(earlier) => {
                let is_resource = matches!(role::role(&document.value), Role::Resource(_));
                if is_resource || earlier.get().value != document.value {
                    let finding = of_repetition(earlier.key(), place, earlier.get(), document);
                    findings.push(finding.with_help("the last one counts"));
                }
            }
            Entry::Vacant(place) => drop(place.insert(document)),
        }
    }
    findings
}

/// The finding that an object stands twice somewhere.
pub fn of_repetition(key: &Key, place: &str, earlier: &Document, document: &Document) -> Finding {
    let first = Spot::start(earlier);
    let diagnostic = repetition(key, place, &earlier.source.name, &document.source.name, &format!("at {first}"));
    let spot = Spot::start(document);
    let mut finding = Finding { spot, subject: None, diagnostic, related: Vec::new(), fix: None };
    if let Spot::Text { source, span } = first {
        let message = "the first one is here".to_owned();
        finding.related.push(RelatedSpot { source, span, message });
    }
    finding
}

/// What is said of an object that stands twice somewhere, in files of these names. Folders are often stages of one thing, such as staging and
/// production, and then meant for different places.
pub fn repetition(key: &Key, place: &str, earlier: &str, file: &str, first: &str) -> Diagnostic {
    let folder = |file: &str| file.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let severity = if folder(earlier) == folder(file) { Severity::Warning } else { Severity::Note };
    let Key { kind, namespace, name, .. } = key;
    let text = format!("{kind} {namespace}/{name} stands in {place} twice, first {first}");
    Diagnostic::new(codes::REPEATED_OBJECT, severity, Path::default(), text)
}
