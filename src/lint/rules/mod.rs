//! The rules, one file a topic.

mod annotations;
mod config;
mod containers;
pub(crate) mod hosts;
pub(crate) mod llm;
mod models;
mod placeholders;
mod pods;
mod refused;
mod routes;
mod scaling;
pub(super) mod unread;
mod updates;

use std::sync::LazyLock;

use super::rule::Rule;
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
