//! The rules that look at any kind of resource or at the configuration, one file a topic, and the list of all rules.

mod config;
mod failures;
mod objects;
pub(super) mod unread;

use std::sync::LazyLock;

use super::kinds::KINDS;
use super::rule::Rule;
use crate::order;

/// Every rule, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    SORTED.iter().copied()
}

/// A later rule stands in the file of its topic all the same.
static SORTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let shared = [config::RULES, failures::RULES, objects::RULES];
    let of_kinds = KINDS.into_iter().flat_map(|kind| kind.rules.iter().copied());
    let mut rules: Vec<&Rule> = shared.into_iter().chain(of_kinds).flatten().collect();
    order::sort_by_key(&mut rules, |rule| rule.code.id);
    rules
});
