//! What services for large language models are made of, as far as the other inputs tell.

use super::finding::Spot;
use super::{Service, Session};
use crate::input::Document;
use crate::kinds::llm_inference_service::CONFIG;
use crate::kinds::llm_inference_service::explain::{Composition, composition};
use crate::kinds::llm_inference_service::topics;
use crate::object::Cause;

impl Session {
    /// What a service is made of, and what helps where that fails, as far as the other inputs tell.
    pub fn composition(&self, document: &Document) -> Composition {
        let mut composition = composition(&self.cluster, &document.value, None);
        if let (Some(cause), None) = (&composition.cause, &composition.help) {
            let help = config_beside(self, cause).or_else(|| topics::help(cause).map(str::to_owned));
            composition.help = help;
        }
        composition
    }
}

/// Of a config that the controller does not find although the inputs have one of its name: where that stands, and why it does not count.
pub fn config_beside(session: &Session, cause: &Cause) -> Option<String> {
    let Cause::Absent(absent) = cause else { return None };
    let is_it = |service: &&Service| {
        let key = service.key();
        key.is(CONFIG.kind) && key.name == absent.name
    };
    let config = session.services.iter().find(is_it).filter(|_| absent.kind == CONFIG.kind)?;
    let (key, spot) = (config.key(), Spot::start(&config.document));
    Some(match absent.namespaces.contains(&key.namespace) {
        true => format!("the cluster refuses the one at {spot}: mend that first"),
        false => format!("the one at {spot} is in the namespace {}, where it is not looked for", key.namespace),
    })
}
