//! The rules that look at any kind of resource or at the configuration, one file a topic, and the list of all rules.

mod config;
mod failures;
mod objects;
pub(super) mod unread;

use std::sync::LazyLock;

use super::rule::Rule;
use crate::kinds::words::WORDS;
use crate::order;

/// Every rule, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    SORTED.iter().copied()
}

/// A later rule stands in the file of its topic all the same.
static SORTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let shared = [config::RULES, failures::RULES, objects::RULES];
    let of_kinds = WORDS.iter().flat_map(|words| words.rules.rules.iter().copied());
    let mut rules: Vec<&Rule> = shared.into_iter().chain(of_kinds).flatten().collect();
    order::sort_by_key(&mut rules, |rule| rule.code.id);
    rules
});
