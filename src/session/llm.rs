//! What is wrong with services for large language models among each other.

use std::collections::HashMap;

use super::finding::Finding;
use super::{Session, subject};
use crate::Map;
use crate::lint;
use crate::object::Key;

/// Services that serve a model of the same name.
pub fn same_models(session: &Session) -> Vec<Finding> {
    let mut by_model: HashMap<(String, String), Vec<&Map>> = HashMap::new();
    for service in session.llm_services().filter_map(|document| document.value.as_object()) {
        if let Some(model) = lint::rules::llm::model_key(service) {
            by_model.entry(model).or_default().push(service);
        }
    }
    let mut found = Vec::new();
    for document in session.llm_services() {
        let Some(service) = document.value.as_object() else { continue };
        let peers = lint::rules::llm::model_key(service).and_then(|model| by_model.get(&model));
        let diagnostics = lint::llm_peers(service, peers.map_or(&[], Vec::as_slice));
        let subject = subject(&Key::of(&document.value));
        found.extend(diagnostics.into_iter().map(|diagnostic| Finding::at_key(document, subject.clone(), diagnostic)));
    }
    found
}
