//! The rules, one file a topic.

mod annotations;
mod config;
mod containers;
pub(crate) mod hosts;
mod models;
mod placeholders;
mod pods;
mod refused;
mod routes;
mod scaling;
pub(super) mod unread;
mod updates;

use std::sync::LazyLock;

use super::rule::{KindRules, Rule};
use crate::kinds;
use crate::object::Kind;
use crate::order;

/// The kinds whose resources are linted.
static KINDS: [&KindRules; 4] = [
    &kinds::inference_service::lint::LINT,
    &kinds::llm_inference_service::lint::LINT,
    &kinds::inference_graph::lint::LINT,
    &kinds::trained_model::lint::LINT,
];

/// What is linted in resources of a kind.
pub fn of_kind(kind: Kind) -> Option<&'static KindRules> {
    KINDS.into_iter().find(|known| known.kind == kind)
}

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
        updates::RULES,
    ];
    let mut rules: Vec<&Rule> = topics.into_iter().chain(KINDS.into_iter().map(|kind| kind.rules)).flatten().collect();
    order::sort_by_key(&mut rules, |rule| rule.code.id);
    rules
});
