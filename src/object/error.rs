//! Errors in the words of the components that raise them in a cluster. Besides its text, an error carries the data by which
//! callers tell cases apart, so that no code parses texts.

use std::fmt::{self, Display};

use super::Kind;
use crate::go::template::ErrorKind;

/// An error of KServe's controller manager, in its words: from one of its controllers, or from its webhook for pods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControllerError {
    text: String,
    nature: Nature,
    // Boxed, so that a result with an error is not much larger than one without.
    cause: Option<Box<Cause>>,
}

/// How an error affects the pass in which it occurs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Nature {
    /// It ends the pass.
    #[default]
    Plain,
    /// It ends the pass, and its text shows a memory address, which differs in each pass.
    ShowsAddress,
    /// It crashes the manager: nothing more is written, and callers add no prefix to the text.
    Crash,
}

/// What an error is about, if that decides which advice helps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// A section of `inferenceservice-config`.
    Configuration(SectionCause),
    /// A host built from templates and names.
    Host,
    /// A placeholder in a container.
    Placeholder,
    /// No serving runtime supports the model.
    NoRuntime,
    /// There is no serving runtime of this name.
    RuntimeNotFound(String),
    /// The API of a kind is not installed.
    MissingApi,
    /// A change of a field that must not change.
    Immutable,
    /// A change of the mode in which a service is deployed.
    ModeChange {
        /// The mode that its status has.
        stored: String,
    },
    /// The storage container downloads one model only.
    OneModelOnly,
    /// The storage of the model.
    Storage,
    /// A URI from which the controller cannot get a model.
    ModelUri(String),
    /// An object that does not exist.
    Absent(Absent),
    /// A template of a configuration.
    Template(ErrorKind),
}

/// An object that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// Where it was looked for; an empty string for cluster-wide kinds.
    pub namespaces: Vec<String>,
}

/// A section that the controller refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionCause {
    /// Its key in the ConfigMap.
    pub section: &'static str,
    /// The keys in the section that lead to the value; empty if no single value is to blame.
    pub keys: Vec<String>,
}

/// Go's message when a nil pointer is dereferenced.
pub const NIL_POINTER: &str = "runtime error: invalid memory address or nil pointer dereference";

/// Go's message when the first item of an empty list is read.
pub const OUT_OF_RANGE: &str = "runtime error: index out of range [0] with length 0";

/// How the text of a crash starts.
const PANIC: &str = "panic: ";

impl ControllerError {
    /// An error with only a text.
    pub fn new(text: impl Into<String>) -> ControllerError {
        ControllerError { text: text.into(), nature: Nature::Plain, cause: None }
    }

    /// A crash, with Go's message for it.
    pub fn crash(words: impl Display) -> ControllerError {
        ControllerError { text: format!("{PANIC}{words}"), nature: Nature::Crash, cause: None }
    }

    /// A crash that a deferred handler recovers and raises again, so that Go appends `[recovered]`.
    pub fn recovered_crash(words: impl Display) -> ControllerError {
        ControllerError::crash(words).recovered()
    }

    /// The error as it reads after a deferred handler has raised a crash again; other errors are unchanged.
    pub fn recovered(self) -> ControllerError {
        match self.nature {
            Nature::Crash => ControllerError { text: format!("{} [recovered]", self.text), ..self },
            Nature::Plain | Nature::ShowsAddress => self,
        }
    }

    /// The same error, marked as showing a memory address in its text.
    pub fn showing_an_address(self) -> ControllerError {
        ControllerError { nature: Nature::ShowsAddress, ..self }
    }

    /// The same error with this cause.
    pub fn about(self, cause: Cause) -> ControllerError {
        ControllerError { cause: Some(Box::new(cause)), ..self }
    }

    /// The same error, with this cause if it has none yet.
    pub fn or_about(self, cause: Cause) -> ControllerError {
        ControllerError { cause: self.cause.or_else(|| Some(Box::new(cause))), ..self }
    }

    /// The same error with another text.
    pub fn reworded(self, text: impl Into<String>) -> ControllerError {
        ControllerError { text: text.into(), ..self }
    }

    /// The same error, caused by the value at `keys` in a section of the configuration.
    pub fn of_section(self, section: &'static str, keys: &[&str]) -> ControllerError {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        self.about(Cause::Configuration(SectionCause { section, keys }))
    }

    /// The same error, its text prefixed as `what: text`. A crash gets no prefix.
    pub fn within(self, what: impl Display) -> ControllerError {
        match self.nature {
            Nature::Crash => self,
            Nature::Plain | Nature::ShowsAddress => ControllerError { text: format!("{what}: {}", self.text), ..self },
        }
    }

    /// The text as logs and conditions show it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as logs and conditions show it.
    pub fn into_text(self) -> String {
        self.text
    }

    /// How it affects the pass.
    pub fn nature(&self) -> Nature {
        self.nature
    }

    /// Whether it crashes the manager.
    pub fn is_crash(&self) -> bool {
        self.nature == Nature::Crash
    }

    /// What it is about.
    pub fn cause(&self) -> Option<&Cause> {
        self.cause.as_deref()
    }

    /// The section of the configuration that caused it, if one did.
    pub fn section(&self) -> Option<&SectionCause> {
        match self.cause() {
            Some(Cause::Configuration(section)) => Some(section),
            _ => None,
        }
    }
}

impl Display for ControllerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for ControllerError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_gets_no_prefix() {
        assert_eq!(ControllerError::new("no").within("fails").text(), "fails: no");
        let crash = ControllerError::crash("nil").within("fails");
        assert_eq!((crash.text(), crash.is_crash()), ("panic: nil", true));
        assert_eq!(crash.recovered().text(), "panic: nil [recovered]");
    }

    #[test]
    fn the_cause_of_an_error_stays_with_it() {
        let error = ControllerError::new("bad mode").of_section("deploy", &["defaultDeploymentMode"]);
        let error = error.within("fails to create DeployConfig");
        let section = error.section().expect("a section");
        assert_eq!(error.text(), "fails to create DeployConfig: bad mode");
        assert_eq!((section.section, section.keys.as_slice()), ("deploy", &["defaultDeploymentMode".to_owned()][..]));
    }
}
