//! What is wrong with services for large language models among each other.

use super::finding::Finding;
use super::{Session, subject};
use crate::Map;
use crate::lint;
use crate::object::Key;

/// Services that serve a model of the same name.
pub fn same_models(session: &Session) -> Vec<Finding> {
    let services: Vec<&Map> = session.llm_services().filter_map(|document| document.value.as_object()).collect();
    let mut found = Vec::new();
    for document in session.llm_services() {
        let Some(service) = document.value.as_object() else { continue };
        let diagnostics = lint::llm_peers(service, &services);
        let subject = subject(&Key::of(&document.value));
        found.extend(diagnostics.into_iter().map(|diagnostic| Finding::at_key(document, subject.clone(), diagnostic)));
    }
    found
}
