//! Why a text is not a document.

use std::fmt;

/// Why a text is not a document. It shows itself in the words of the Go library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub fault: Fault,
    /// The byte of the text where it is wrong.
    pub at: usize,
    /// The document's `kind`, if it was read before.
    pub kind: Option<String>,
    /// The byte there, 0 at the end.
    pub(crate) byte: u8,
}

/// What can be wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The text breaks a rule of YAML, told in the words of the library.
    Syntax(&'static str),
    /// An alias that no anchor before it has the name of.
    UnknownAnchor(String),
    /// An alias within what its anchor names.
    ContainsItself(String),
    /// Aliases repeat too much.
    ExcessiveAliasing,
    /// Maps and lists are nested deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// A list or map is a key; the text is the key in the notation of Go.
    InvalidKey {
        /// Whether it is a list.
        list: bool,
        /// The key in Go's notation.
        text: String,
    },
    /// A null or a number that no key in JSON can be.
    UnsupportedKey {
        /// Its type in Go.
        kind: &'static str,
        /// The key in Go's notation.
        key: String,
        /// Its value in Go's notation.
        value: String,
    },
    /// What is merged is neither a map nor a list of maps.
    Merge,
    /// A text does not fit its tag.
    Tag {
        /// The tag that would fit the text.
        is: &'static str,
        /// The text.
        text: String,
        /// The tag that is written.
        wanted: &'static str,
    },
    /// What is tagged as base64 is not.
    Base64,
    /// A number that JSON cannot write, such as `+Inf`.
    NotJson(&'static str),
}

impl Error {
    pub(crate) fn new(fault: Fault, at: usize) -> Box<Error> {
        Box::new(Error { fault, at, kind: None, byte: 0 })
    }

    /// The error without any text of the document, such as a password that is no YAML.
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

    /// Whether texts of the document may be shown: it is known what it is, and that is neither a Secret nor a list that may hold one.
    pub fn may_quote(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| kind != "Secret" && !kind.ends_with("List"))
    }

    /// The error for people: with what can be done about it, and with texts of the document only where they are no secret.
    pub fn message(&self) -> String {
        let message = if self.may_quote() { self.to_string() } else { self.without_texts() };
        match self.hint() {
            Some(hint) => format!("{message} ({hint})"),
            None => message,
        }
    }

    /// What can be done about it, if that is known.
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
