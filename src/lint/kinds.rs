//! The kinds whose resources are linted.

use super::rule::KindRules;
use crate::kinds::{inference_graph, inference_service, llm_inference_service, trained_model};
use crate::object::Kind;

/// All of them.
pub static KINDS: [&KindRules; 4] = [
    &inference_service::lint::LINT,
    &llm_inference_service::lint::LINT,
    &inference_graph::lint::LINT,
    &trained_model::lint::LINT,
];

/// What is linted in resources of a kind.
pub fn of_kind(kind: Kind) -> Option<&'static KindRules> {
    KINDS.into_iter().find(|known| known.kind == kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::{self, Reconcile};

    #[test]
    fn every_kind_that_is_reconciled_is_linted() {
        for kind in kinds::KINDS.iter().filter(|kind| !matches!(kind.reconcile, Reconcile::Stored)) {
            assert!(of_kind(kind.kind).is_some(), "KINDS lacks {:?}", kind.kind);
        }
    }
}
