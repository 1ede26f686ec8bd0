//! Builds the parts that controllers and webhooks share.

pub(crate) mod containers;
pub mod merge;
pub mod route;
pub mod storage;
pub mod workload;
