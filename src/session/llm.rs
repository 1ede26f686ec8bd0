//! What services for large language models are made of, as far as the other inputs tell.

use super::finding::Spot;
use super::{Service, Session};
use crate::input::Document;
use crate::kinds::llm_inference_service::CONFIG;
use crate::kinds::llm_inference_service::explain::{Composition, composition};
use crate::kinds::llm_inference_service::topics;

impl Session {
    /// What a service is made of, and what helps where that fails, as far as the other inputs tell.
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
        key.is(CONFIG.kind) && key.name == name
    };
    let config = session.services.iter().find(is_it).filter(|_| rest.contains("not found"))?;
    let (key, spot) = (config.key(), Spot::start(&config.document));
    let is_looked_at = rest.split(|c: char| "[] ,\"".contains(c)).any(|word| word == key.namespace);
    Some(match is_looked_at {
        true => format!("the cluster refuses the one at {spot}: mend that first"),
        false => format!("the one at {spot} is in the namespace {}, where it is not looked for", key.namespace),
    })
}
