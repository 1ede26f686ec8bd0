//! What the services of a session are made of, as far as the other inputs tell.

use super::finding::Spot;
use super::{Service, Session};
use crate::input::Document;
use crate::kinds;
use crate::kinds::llm_inference_service::explain::{Composition, composition};
use crate::object::{Cause, Kind};

impl Session {
    /// What a service is made of, and what helps if it cannot be put together, as far as the other inputs tell.
    pub fn composition(&self, document: &Document) -> Composition {
        let mut composition = composition(&self.cluster, &document.value, None);
        if let (Some(cause), None) = (&composition.cause, &composition.help) {
            let advice = || advice_on_absence(Kind::of(&document.value)?, cause);
            composition.help = config_beside(self, cause).or_else(|| advice().map(str::to_owned));
        }
        composition
    }
}

/// What helps where the controller of a kind misses something that the cluster may have.
pub(super) fn advice_on_absence(kind: Kind, cause: &Cause) -> Option<&'static str> {
    (kinds::properties(kind).advise_on_absence)(cause)
}

/// Where the inputs have a config of the name that the controller does not find, and why that one does not count.
pub(super) fn config_beside(session: &Session, cause: &Cause) -> Option<String> {
    let Cause::Absent(absent) = cause else { return None };
    let is_it = |service: &&Service| service.kind == absent.kind && service.key().name == absent.name;
    let config = session.services.iter().find(is_it)?;
    let (key, spot) = (config.key(), Spot::start(&config.document));
    Some(match absent.namespaces.contains(&key.namespace) {
        true => format!("the cluster refuses the one at {spot}: mend that first"),
        false => format!("the one at {spot} is in the namespace {}, where it is not looked for", key.namespace),
    })
}
