//! Why the API server or a webhook refuses a document.

use std::fmt;

use super::Cause;
use super::diagnostic::Diagnostic;

/// A refusal of a document, in the words of the API server or webhook, with the places in the document that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    text: String,
    reasons: Vec<Diagnostic>,
}

impl Refusal {
    /// A refusal of the whole document with this text.
    pub fn new(text: impl Into<String>) -> Refusal {
        Refusal { text: text.into(), reasons: Vec::new() }
    }

    /// A refusal in one text for one or more reasons.
    pub(crate) fn because(text: String, reasons: Vec<Diagnostic>) -> Refusal {
        Refusal { text, reasons }
    }

    /// The message that the user gets.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The message that the user gets.
    pub fn into_text(self) -> String {
        self.text
    }

    /// What is wrong, each with its place. Further faults are not listed, because the cluster does not report them either.
    pub fn reasons(&self) -> &[Diagnostic] {
        &self.reasons
    }

    /// What it is about, if that decides which advice helps.
    pub fn cause(&self) -> Option<&Cause> {
        self.reasons.iter().find_map(|reason| reason.cause.as_ref())
    }
}

impl From<Diagnostic> for Refusal {
    fn from(reason: Diagnostic) -> Refusal {
        Refusal::because(reason.message.clone(), vec![reason])
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
