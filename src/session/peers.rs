//! What is wrong with resources among each other.

use super::Session;
use super::finding::Finding;
use crate::lint;
use crate::object::Key;
use crate::{Value, input::Document};

/// What the rules find in the resources of the inputs that share something, such as the name of a model.
pub fn findings(session: &Session) -> Vec<Finding> {
    let documents: Vec<&Document> = session.services.iter().map(|service| &*service.document).collect();
    let resources: Vec<&Value> = documents.iter().map(|document| &document.value).collect();
    let found = documents.into_iter().zip(lint::among(&resources));
    let found = found.flat_map(|(document, diagnostics)| {
        let subject = Key::of(&document.value);
        diagnostics.into_iter().map(move |diagnostic| Finding::at_key(document, Some(subject.clone()), diagnostic))
    });
    found.collect()
}
