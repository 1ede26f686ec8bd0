//! The rules, one file a topic.

mod annotations;
mod config;
mod containers;
mod hosts;
mod models;
mod pods;
mod refused;
mod routes;
mod scaling;

use super::Rule;

/// Every rule, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
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
    ];
    topics.into_iter().flatten()
}

/// The table of a topic: `ID name Severity Kind(function) { what, why, fine, fix }`.
macro_rules! rules {
    ($(
        $id:literal $name:literal $severity:ident $kind:ident($check:path) {
            what: $what:literal, why: $why:literal, fine: $fine:literal, fix: $fix:literal $(,)?
        }
    )*) => {
        pub(super) static RULES: &[crate::lint::Rule] = &[$(crate::lint::Rule {
            code: crate::diagnostic::Code { id: $id, name: $name, explanation: $what },
            severity: crate::diagnostic::Severity::$severity,
            why: $why,
            fine: $fine,
            fix: $fix,
            check: crate::lint::Check::$kind($check),
        }),*];
    };
}
use rules;
