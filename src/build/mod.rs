//! Builders of objects that controllers and webhooks share.

pub mod merge;
pub mod route;
pub mod workload;
