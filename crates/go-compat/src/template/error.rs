//! Why a template does not parse or fails.

use std::fmt;

/// Why a template does not parse or fails: Go's text, or our own where Go would go on, and what the text is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    text: String,
    kind: ErrorKind,
}

/// What a template's error is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// The template does not parse.
    Syntax,
    /// The template does not parse, as there is no function of this name.
    UnknownFunction(String),
    /// An action fails.
    Action(Action),
    /// Something else than an action fails.
    Other,
}

/// An action that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The expression as Go writes it.
    pub expression: String,
    /// Why it fails.
    pub reason: Reason,
}

/// Why an action fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Its value has no field of this name.
    NoField(String),
    /// It reads a field of what is not there.
    NilPointer,
    /// It is given up: the template would run for too long, or print too much.
    GivenUp,
    /// For a reason that only the text tells.
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

    /// What it is about.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Why an action fails; `None` if the template does not parse.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.kind {
            ErrorKind::Action(action) => Some(&action.reason),
            _ => None,
        }
    }

    /// The field that a value was asked for and does not have.
    pub fn missing_field(&self) -> Option<&str> {
        match self.reason()? {
            Reason::NoField(name) => Some(name),
            _ => None,
        }
    }

    /// The text in the template that it is about: an expression, or the name of a function.
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
