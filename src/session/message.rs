//! What is said beside the data: how loud, about what, in which words.

use super::{Finding, Spot};
use crate::object::diagnostic;

/// What kind of thing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
    /// Only said when asked for more.
    Detail,
    /// Only said when asked for more twice.
    Trace,
}

impl From<diagnostic::Severity> for Severity {
    fn from(severity: diagnostic::Severity) -> Severity {
        match severity {
            diagnostic::Severity::Error => Severity::Error,
            diagnostic::Severity::Warning => Severity::Warning,
            diagnostic::Severity::Note => Severity::Note,
        }
    }
}

/// Something to be said.
#[derive(Debug, Clone)]
pub struct Message {
    pub severity: Severity,
    /// The code of what is said, if it has one.
    pub code: Option<&'static str>,
    pub spot: Spot,
    pub text: String,
}

impl From<&Finding> for Message {
    fn from(finding: &Finding) -> Message {
        Message {
            severity: finding.diagnostic.severity.into(),
            code: Some(finding.diagnostic.code.id),
            spot: finding.spot.clone(),
            text: finding.message(),
        }
    }
}
