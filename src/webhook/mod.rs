//! What the API server and webhooks do for all kinds, and the pod webhook.

pub mod codes;
pub(crate) mod containers;
pub(crate) mod misplaced;
pub mod pipeline;
pub mod pod;
pub(crate) mod report;
mod runtimes;

use crate::object::Kind;
pub use crate::object::Refusal;
pub use pipeline::{Admission, Request, Stages, examine_other};
pub use runtimes::{check_runtime, check_storage_container, examination};

/// The API versions in which the API server has serving runtimes and storage containers.
const RUNTIME_VERSIONS: &[&str] = &[Kind::ServingRuntime.api_version()];
