//! Why a template does not parse, or fails.

use std::fmt;

/// Why a template does not parse, or fails: Go's message (or this crate's, where Go would continue), and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    text: String,
    kind: ErrorKind,
}

/// What the error of a template is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// The template does not parse.
    Syntax,
    /// The template does not parse, because there is no function with this name.
    UnknownFunction(String),
    /// An action fails.
    Action(Action),
    /// Something other than an action fails.
    Other,
}

/// An action that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The expression as Go prints it.
    pub expression: String,
    /// Why it fails.
    pub reason: Reason,
}

/// Why an action fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Its value has no field with this name.
    NoField(String),
    /// It accesses a field of a nil or missing value.
    NilPointer,
    /// It is aborted: the template would run for too long, or print too much.
    GivenUp,
    /// Another reason, given only by the message.
    Other,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, text: String) -> Error {
        Error { text, kind }
    }

    /// A template that does not parse.
    pub(super) fn syntax(text: String) -> Error {
        Error::new(ErrorKind::Syntax, text)
    }

    /// What the error is about.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Why an action fails; `None` if the error is not about an action.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.kind {
            ErrorKind::Action(action) => Some(&action.reason),
            _ => None,
        }
    }

    /// The name of the field that a value does not have, if that is the reason.
    pub fn missing_field(&self) -> Option<&str> {
        match self.reason()? {
            Reason::NoField(name) => Some(name),
            _ => None,
        }
    }

    /// The text in the template that the error is about: an expression, or the name of a function.
    pub fn expression(&self) -> Option<&str> {
        match &self.kind {
            ErrorKind::UnknownFunction(name) => Some(name),
            ErrorKind::Action(action) => Some(&action.expression),
            ErrorKind::Syntax | ErrorKind::Other => None,
        }
    }

    /// Whether the template does not parse.
    pub fn is_syntax(&self) -> bool {
        matches!(self.kind, ErrorKind::Syntax | ErrorKind::UnknownFunction(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
