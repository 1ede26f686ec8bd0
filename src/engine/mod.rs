//! What all controllers share: the objects that their passes see, conditions, and what becomes ready.

pub mod conditions;
pub(crate) mod readiness;
pub mod reports;
pub(crate) mod store;
