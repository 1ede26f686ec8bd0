//! Why a text cannot be read as a document.

use std::fmt;

use crate::document::names_kind_of_secrets;

/// Why a text cannot be read as a document. `Display` gives the message of the Go library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub fault: Fault,
    /// The byte offset in the text.
    pub at: usize,
    /// The document's `kind`, if it was read before the error.
    pub kind: Option<String>,
    /// Whether a Secret may stand inside of the document: it has a list of objects, or names the kind.
    pub(crate) may_contain_secret: bool,
    /// The byte there; 0 at the end.
    pub(crate) byte: u8,
}

/// What can be wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The text breaks a rule of YAML; the message is that of the library.
    Syntax(&'static str),
    /// An alias without an anchor of that name before it.
    UnknownAnchor(String),
    /// An alias inside the node that its anchor names.
    ContainsItself(String),
    /// Aliases repeat too many nodes.
    ExcessiveAliasing,
    /// Maps and lists are nested deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// A list or map is used as a key.
    InvalidKey {
        /// Whether it is a list rather than a map.
        list: bool,
        /// The key in Go's notation.
        text: String,
    },
    /// The key is a null or a number, which cannot be a key in JSON.
    UnsupportedKey {
        /// Its type in Go.
        kind: &'static str,
        /// The key in Go's notation.
        key: String,
        /// Its value in Go's notation.
        value: String,
    },
    /// The value of a merge key is neither a map nor a list of maps.
    Merge,
    /// A scalar does not match its tag.
    Tag {
        /// The tag that would match the scalar.
        is: &'static str,
        /// The scalar.
        text: String,
        /// The tag as written.
        wanted: &'static str,
    },
    /// A scalar tagged as base64 is not base64.
    Base64,
    /// A number that JSON cannot express, such as `+Inf`.
    NotJson(&'static str),
}

impl Error {
    pub(crate) fn new(fault: Fault, at: usize) -> Box<Error> {
        Box::new(Error { fault, at, kind: None, may_contain_secret: false, byte: 0 })
    }

    /// The message without any text from the document, which may be a password in broken YAML.
    pub fn without_texts(&self) -> String {
        match &self.fault {
            Fault::UnknownAnchor(_) => "yaml: unknown anchor referenced".into(),
            Fault::ContainsItself(_) => "yaml: anchor value contains itself".into(),
            Fault::InvalidKey { list: true, .. } => "yaml: invalid map key: a list".into(),
            Fault::InvalidKey { list: false, .. } => "yaml: invalid map key: a map".into(),
            Fault::UnsupportedKey { kind, .. } => format!("unsupported map key of type: {kind}"),
            Fault::Tag { is, wanted, .. } => format!("yaml: cannot decode {is} as a {wanted}"),
            Fault::Syntax(_)
            | Fault::ExcessiveAliasing
            | Fault::TooDeep
            | Fault::Merge
            | Fault::Base64
            | Fault::NotJson(_) => self.to_string(),
        }
    }

    /// Whether text from the document may be shown: its kind is known, and it is neither a Secret nor a list or template that may contain
    /// one.
    pub fn may_quote(&self) -> bool {
        !self.may_contain_secret
            && self.kind.as_deref().is_some_and(|kind| !names_kind_of_secrets(kind) && !kind.ends_with("List"))
    }

    /// The message for users: with a hint, if there is one, and with text from the document only if that cannot be a secret.
    pub fn message(&self) -> String {
        let message = if self.may_quote() { self.to_string() } else { self.without_texts() };
        match self.hint() {
            Some(hint) => format!("{message} ({hint})"),
            None => message,
        }
    }

    /// What the user can do about it, if known.
    pub fn hint(&self) -> Option<&'static str> {
        let Fault::Syntax(problem) = self.fault else { return None };
        Some(match (problem, self.byte) {
            ("found character that cannot start any token", b'\t') => "indent with blanks, not tabs",
            ("found character that cannot start any token", _) => "put the text in quotes",
            ("mapping values are not allowed in this context", _) => {
                "put the text in quotes if it holds a colon and a blank, else check the indentation"
            }
            ("could not find expected ':'", _) => "a key needs a colon and a blank after it",
            ("did not find expected key" | "did not find expected '-' indicator", _) => {
                "check the indentation here and in the lines before"
            }
            ("block sequence entries are not allowed in this context", _) => "begin the list on a line of its own",
            ("did not find expected ',' or ']'" | "did not find expected ',' or '}'", _) => "is a bracket not closed?",
            ("found unexpected end of stream", _) => "is a quote not closed?",
            ("found incompatible YAML document", _) => "remove the %YAML line, or write %YAML 1.1",
            ("found unknown escape character", _) => "write the backslash twice, or use single quotes",
            _ => return None,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Syntax(problem) => write!(f, "yaml: {problem}"),
            Fault::UnknownAnchor(anchor) => write!(f, "yaml: unknown anchor '{anchor}' referenced"),
            Fault::ContainsItself(anchor) => write!(f, "yaml: anchor '{anchor}' value contains itself"),
            Fault::ExcessiveAliasing => f.write_str("yaml: document contains excessive aliasing"),
            Fault::TooDeep => write!(f, "yaml: exceeded max depth of {}", crate::MAX_DEPTH),
            Fault::InvalidKey { text, .. } => write!(f, "yaml: invalid map key: {text}"),
            Fault::UnsupportedKey { kind, key, value } => {
                write!(f, "unsupported map key of type: {kind}, key: {key}, value: {value}")
            }
            Fault::Merge => f.write_str("yaml: map merge requires map or sequence of maps as the value"),
            Fault::Tag { is, text, wanted } => write!(f, "yaml: cannot decode {is} `{text}` as a {wanted}"),
            Fault::Base64 => f.write_str("yaml: !!binary value contains invalid base64 data"),
            Fault::NotJson(number) => write!(f, "json: unsupported value: {number}"),
        }
    }
}

impl std::error::Error for Error {}
impl std::error::Error for Fault {}
