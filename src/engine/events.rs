//! The events that a controller records.

use crate::go::format;

/// Events in the form `Type Reason Message`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Events(Vec<String>);

impl Events {
    /// Records a warning unless its text is already recorded. The message is a Go format string.
    pub fn warn(&mut self, reason: &str, message: &str) {
        self.once(format!("Warning {reason} {}", format::without_arguments(message)));
    }

    /// Records a warning unless its text is already recorded. The message is taken as it is.
    pub fn warn_verbatim(&mut self, reason: &str, message: &str) {
        self.once(format!("Warning {reason} {message}"));
    }

    /// Records a warning, even if its text is already recorded.
    pub fn warn_again(&mut self, reason: &str, message: &str) {
        self.0.push(format!("Warning {reason} {}", format::without_arguments(message)));
    }

    fn once(&mut self, event: String) {
        if !self.0.contains(&event) {
            self.0.push(event);
        }
    }

    pub fn into_list(self) -> Vec<String> {
        self.0
    }
}
