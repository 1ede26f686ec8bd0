//! Why API server and webhooks refuse a document.

use std::fmt;

/// A refusal of a document, in the words of API server or webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    text: String,
}

impl Refusal {
    /// A refusal in these words.
    pub fn new(text: impl Into<String>) -> Refusal {
        Refusal { text: text.into() }
    }

    /// What the user is told.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the user is told.
    pub fn into_text(self) -> String {
        self.text
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
