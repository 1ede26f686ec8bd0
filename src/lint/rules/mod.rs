//! The rules, one file a topic.

mod annotations;
mod config;
mod containers;
mod hosts;
mod llm;
mod models;
mod placeholders;
mod pods;
mod refused;
mod routes;
mod scaling;
mod updates;

use std::sync::LazyLock;

use super::Rule;
use crate::kinds;

/// Every rule, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    SORTED.iter().copied()
}

/// A later rule stands in the file of its topic all the same.
static SORTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let topics = [
        pods::RULES,
        hosts::RULES,
        config::RULES,
        routes::RULES,
        scaling::RULES,
        annotations::RULES,
        models::RULES,
        containers::RULES,
        refused::RULES,
        llm::RULES,
        updates::RULES,
        kinds::inference_graph::lint::RULES,
        kinds::trained_model::lint::RULES,
    ];
    let mut rules: Vec<&Rule> = topics.into_iter().flatten().collect();
    rules.sort_by_key(|rule| rule.code.id);
    rules
});

/// The table of a topic: `ID name Severity Kind(function) [field: value, …] { what, why, fine, fix }`. The fields in brackets are
/// those of `Rule` that are not as in most rules.
macro_rules! rules {
    ($(
        $id:literal $name:literal $severity:ident $kind:ident($check:path) $([$($field:ident: $value:expr),* $(,)?])? {
            what: $what:literal, why: $why:literal, fine: $fine:literal, fix: $fix:literal $(,)?
        }
    )*) => {
        #[allow(clippy::needless_update)]
        pub(crate) static RULES: &[crate::lint::Rule] = &[$(crate::lint::Rule {
            code: crate::object::diagnostic::Code { id: $id, name: $name, explanation: $what },
            severity: crate::object::diagnostic::Severity::$severity,
            why: $why,
            fine: $fine,
            fix: $fix,
            check: crate::lint::Check::$kind($check),
            $($($field: $value,)*)?
            ..crate::lint::Rule::BLANK
        }),*];
    };
}
pub(crate) use rules;
