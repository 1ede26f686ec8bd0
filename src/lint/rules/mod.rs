//! The rules, one file a topic.

mod config;
mod hosts;
mod pods;

use super::Rule;

/// Every rule, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [pods::RULES, hosts::RULES, config::RULES].into_iter().flatten()
}
