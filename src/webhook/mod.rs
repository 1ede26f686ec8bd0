//! What API server and webhooks share for all kinds, and the webhook of pods.

pub mod codes;
pub(crate) mod misplaced;
pub mod pod;
pub(crate) mod report;
mod runtimes;

use crate::Value;
use crate::object::diagnostic::{Diagnostic, Severity};
use crate::object::{Path, role};

pub use runtimes::{check_runtime, check_storage_container};

/// The versions that the API server has.
pub(crate) const SERVICE_VERSION: &str = "serving.kserve.io/v1beta1";
pub(crate) const RUNTIME_VERSION: &str = "serving.kserve.io/v1alpha1";

/// Why a document of a kind that is known cannot be sent: the cluster has its kind in another version.
pub(crate) fn unknown_version(object: &Value, wanted: &str) -> Option<Diagnostic> {
    let version = role::api_version(object);
    (version != wanted).then(|| Diagnostic {
        code: codes::UNKNOWN_VERSION,
        severity: Severity::Error,
        message: format!("no matches for kind \"{}\" in version \"{version}\"", role::kind(object)),
        path: Path::keys(["apiVersion"]),
        help: Some(format!("write {wanted}")),
        related: Vec::new(),
        refusal: true,
    })
}
