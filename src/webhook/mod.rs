//! What the API server and webhooks do for all kinds, and the pod webhook.

pub mod codes;
pub(crate) mod containers;
pub(crate) mod misplaced;
pub mod pipeline;
pub mod pod;
pub(crate) mod report;
mod runtimes;

pub use crate::object::Refusal;
pub use pipeline::{Admission, Request, Stages, examine_other, unserved};
pub use runtimes::{check_runtime, check_storage_container, examination};
