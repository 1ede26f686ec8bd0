//! What is wrong with services for large language models among each other.

use std::collections::HashMap;

use super::finding::{Finding, Spot};
use super::{Service, Session, subject};
use crate::Map;
use crate::input::Document;
use crate::kinds::llm_inference_service::explain::{Composition, composition};
use crate::kinds::llm_inference_service::topics;
use crate::lint;
use crate::object::{Key, Kind};

impl Session {
    /// Of what a service is made, and what helps where that fails, as far as the other inputs tell.
    pub fn composition(&self, document: &Document) -> Composition {
        let mut composition = composition(&self.cluster, &document.value, None);
        if let (Some(failure), None) = (&composition.failure, &composition.help) {
            let help = config_beside(self, failure).or_else(|| topics::help(failure).map(str::to_owned));
            composition.help = help;
        }
        composition
    }
}

/// Of a config that the controller does not find although the inputs have one of its name: where that stands, and why it does not count.
pub fn config_beside(session: &Session, message: &str) -> Option<String> {
    let (_, rest) = message.split_once("LLMInferenceServiceConfig \"")?;
    let (name, rest) = rest.split_once('"')?;
    let is_it = |service: &&Service| {
        let key = service.key();
        key.is(Kind::LlmInferenceServiceConfig) && key.name == name
    };
    let config = session.services.iter().find(is_it).filter(|_| rest.contains("not found"))?;
    let (key, spot) = (config.key(), Spot::start(&config.document));
    let is_looked_at = rest.split(|c: char| "[] ,\"".contains(c)).any(|word| word == key.namespace);
    Some(match is_looked_at {
        true => format!("the cluster refuses the one at {spot}: mend that first"),
        false => format!("the one at {spot} is in the namespace {}, where it is not looked for", key.namespace),
    })
}

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
