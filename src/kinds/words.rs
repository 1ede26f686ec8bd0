//! What `explain` and `lint` say about each kind of resource.

use super::{inference_graph, inference_service, llm_inference_service, trained_model};
use crate::explain::{Inquiry, Section, Topic};
use crate::lint::rule::KindRules;
use crate::object::Kind;

/// What is said about resources of one kind.
#[derive(Debug)]
pub struct Words {
    /// A section for each topic that the kind has.
    pub sections: fn(&Inquiry<'_>, &[Topic]) -> Vec<Section>,
    /// The lint rules for such resources.
    pub rules: &'static KindRules,
}

/// What is said about all kinds whose resources are reconciled.
pub static WORDS: [Words; 4] = [
    Words { sections: inference_service::topics::sections, rules: &inference_service::lint::LINT },
    Words { sections: llm_inference_service::topics::sections, rules: &llm_inference_service::lint::LINT },
    Words { sections: inference_graph::topics::sections, rules: &inference_graph::lint::LINT },
    Words { sections: trained_model::topics::sections, rules: &trained_model::lint::LINT },
];

/// What is said about resources of a kind.
pub fn of(kind: Kind) -> Option<&'static Words> {
    WORDS.iter().find(|known| known.rules.kind == kind)
}

/// The lint rules for resources of a kind.
pub fn rules(kind: Kind) -> Option<&'static KindRules> {
    of(kind).map(|words| words.rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::{KINDS, Reconcile};

    #[test]
    fn every_kind_that_is_reconciled_has_words() {
        for kind in KINDS.iter().filter(|kind| !matches!(kind.reconcile, Reconcile::Stored)) {
            assert!(of(kind.kind).is_some(), "WORDS lacks {:?}", kind.kind);
        }
    }
}
