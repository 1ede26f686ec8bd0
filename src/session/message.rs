//! Messages beside the output: how important, about what, and in which words.

use super::{Finding, Spot};
use crate::object::diagnostic;

/// How important a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
    /// Only shown with more output.
    Detail,
    /// Only shown with the most output.
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

/// A message.
#[derive(Debug, Clone)]
pub struct Message {
    pub severity: Severity,
    /// The code of the finding behind it, if there is one.
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
