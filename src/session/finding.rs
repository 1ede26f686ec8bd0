//! Findings with their places: in a file, or in an option that somebody gave.

use std::collections::HashMap;
use std::sync::Arc;

use super::mend::Fix;
pub use super::paths::steps;
use crate::input::{Document, Located, Place, Source, Span};
use crate::object;
use crate::object::Key;
use crate::object::diagnostic::{Code, Diagnostic, Related, Severity};
use crate::webhook::codes;

/// Where a finding is.
#[derive(Debug, Clone)]
pub enum Spot {
    /// A piece of a text.
    Text {
        /// The text.
        source: Arc<Source>,
        /// The piece.
        span: Span,
    },
    /// A file as a whole, by its name.
    File(String),
    /// A flag of the command line or an option elsewhere, as it is written.
    Option(String),
    /// Nowhere in what was given.
    Nowhere,
}

impl Spot {
    /// The place in the text, if the spot is in one.
    pub fn place(&self) -> Option<Place> {
        match self {
            Spot::Text { span, .. } => Some(span.place),
            Spot::File(_) | Spot::Option(_) | Spot::Nowhere => None,
        }
    }

    /// The name of the file.
    pub fn file(&self) -> Option<&str> {
        match self {
            Spot::Text { source, .. } => Some(&source.name),
            Spot::File(name) => Some(name),
            Spot::Option(_) | Spot::Nowhere => None,
        }
    }

    /// The beginning of a document.
    pub fn start(document: &Document) -> Spot {
        Spot::located(document, document.beginning())
    }

    /// A field of a document; its beginning if the field is not there.
    pub fn of_field(document: &Document, path: &object::Path) -> Spot {
        match document.locate(&steps(document, path)) {
            Some(located) => Spot::located(document, located.first().clone()),
            None => Spot::start(document),
        }
    }

    fn located(document: &Document, span: Span) -> Spot {
        let (source, span) = shown(document, span);
        Spot::Text { source, span }
    }
}

impl std::fmt::Display for Spot {
    /// Writes what stands before a message: `file:line:column`, the name of the file, or the option.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Spot::Text { source, span } => write!(f, "{}:{}:{}", source.name, span.place.line, span.place.column),
            Spot::File(name) | Spot::Option(name) => f.write_str(name),
            Spot::Nowhere => Ok(()),
        }
    }
}

/// A finding with its place.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Where it is.
    pub spot: Spot,
    /// The object that it is about, if it is about one.
    pub subject: Option<Key>,
    /// What it is.
    pub diagnostic: Diagnostic,
    /// Other places that take part, as far as they are in the inputs.
    pub related: Vec<RelatedSpot>,
    /// How it can be mended in the text.
    pub fix: Option<Fix>,
}

/// Another place that takes part in a finding.
#[derive(Debug, Clone)]
pub struct RelatedSpot {
    pub source: Arc<Source>,
    pub span: Span,
    pub message: String,
}

/// The documents that findings are about, by what they are.
#[derive(Debug)]
pub struct Documents<'d>(pub(super) HashMap<Key, &'d Document>);

impl<'d> Documents<'d> {
    /// The document in which a finding stands, if it is another one; the path of the finding then leads into that.
    fn turn(&self, diagnostic: &mut Diagnostic) -> Option<&'d Document> {
        let (key, path) = diagnostic.elsewhere.take()?;
        let document = self.0.get(&key).copied().filter(|document| !document.source.text.is_empty());
        match document {
            Some(_) => diagnostic.path = path,
            // What leads into the other document mends nothing here.
            None => diagnostic.mend = None,
        }
        document
    }
}

impl Finding {
    /// A finding that is just a sentence at a place.
    pub fn plain(code: &'static Code, severity: Severity, spot: Spot, message: impl Into<String>) -> Finding {
        let diagnostic = Diagnostic::new(code, severity, object::Path::default(), message);
        Finding { spot, subject: None, diagnostic, related: Vec::new(), fix: None }
    }

    /// The same with what helps.
    pub fn with_help(mut self, help: impl Into<String>) -> Finding {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// Finds the place of a diagnostic in its document.
    pub fn new(document: &Document, subject: Option<Key>, diagnostic: Diagnostic) -> Finding {
        let steps = steps(document, &diagnostic.path);
        let span = match document.locate(&steps) {
            // What nothing reads is shown by its key.
            Some(found) if [codes::UNKNOWN_FIELD, codes::CONFIG_NOT_READ].contains(&diagnostic.code) => {
                found.first().clone()
            }
            Some(found) => found.value,
            // Of a missing field the thing around it is shown, by its key.
            None => document.locate_nearest(&steps).first().clone(),
        };
        Finding::located(document, span, subject, diagnostic)
    }

    /// Finds the other places that take part, in the finding's own document and in others.
    pub fn with_related(mut self, own: &Document, documents: &Documents<'_>) -> Finding {
        let place = |related: &Related| {
            let document = match &related.document {
                Some(key) => documents.0.get(key)?,
                None => own,
            };
            let (source, span) = shown(document, located(document, &related.path).first().clone());
            Some(RelatedSpot { source, span, message: related.message.clone() })
        };
        self.related = self.diagnostic.related.iter().filter_map(place).collect();
        self
    }

    fn located(document: &Document, span: Span, subject: Option<Key>, diagnostic: Diagnostic) -> Finding {
        let fix = diagnostic.mend.as_ref().map(|mend| Fix::of(document, mend));
        Finding { spot: Spot::located(document, span), subject, diagnostic, related: Vec::new(), fix }
    }

    /// Like [`Finding::new`], but placed at the key, if there is one.
    pub fn at_key(document: &Document, subject: Option<Key>, diagnostic: Diagnostic) -> Finding {
        if diagnostic.path.0.is_empty() {
            return Finding::new(document, subject, diagnostic);
        }
        let span = located(document, &diagnostic.path).first().clone();
        Finding::located(document, span, subject, diagnostic)
    }

    /// Namespace and name of the object that it is about.
    pub fn object(&self) -> Option<(&str, &str)> {
        self.subject.as_ref().map(|key| (key.namespace.as_str(), key.name.as_str()))
    }

    /// What the object that it is about is called, such as `InferenceService garden/flower`; empty if it is about none.
    pub fn subject_in_words(&self) -> String {
        self.subject.as_ref().map(Key::in_words).unwrap_or_default()
    }

    /// Like [`Finding::new`], perhaps in another document.
    pub fn new_of(
        own: &Document,
        documents: &Documents<'_>,
        subject: Option<Key>,
        mut diagnostic: Diagnostic,
    ) -> Finding {
        match documents.turn(&mut diagnostic) {
            Some(document) => Finding::at_key(document, subject, diagnostic),
            None => Finding::new(own, subject, diagnostic),
        }
    }

    /// Like [`Finding::at_key`], perhaps in another document.
    pub fn at_key_of(
        own: &Document,
        documents: &Documents<'_>,
        subject: Option<Key>,
        mut diagnostic: Diagnostic,
    ) -> Finding {
        match documents.turn(&mut diagnostic) {
            Some(document) => Finding::at_key(document, subject, diagnostic),
            None => Finding::at_key(own, subject, diagnostic),
        }
    }

    /// The message, with what helps.
    pub fn message(&self) -> String {
        match &self.diagnostic.help {
            Some(help) => format!("{}; {help}", self.diagnostic.message),
            None => self.diagnostic.message.clone(),
        }
    }
}

/// A piece of a document's text. In a text with a Secret, the place is kept, but not the text around it.
fn shown(document: &Document, mut span: Span) -> (Arc<Source>, Span) {
    if !document.holds_secret {
        return (Arc::clone(&document.source), span);
    }
    span.range = 0..0;
    (Arc::new(Source { name: document.source.name.clone(), text: String::new() }), span)
}

fn located(document: &Document, path: &object::Path) -> Located {
    document.locate_nearest(&steps(document, path))
}

/// The column just behind the first line of a span.
pub fn end_column(source: &Source, span: &Span) -> usize {
    let text = source.text.get(span.range.clone()).unwrap_or_default();
    span.place.column + text.lines().next().unwrap_or_default().chars().count()
}
