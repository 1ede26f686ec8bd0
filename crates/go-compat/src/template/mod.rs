//! Go's `text/template`, and `html/template` as far as texts without tags are concerned: complete, with the original's error
//! texts, except for methods of values.

mod error;
mod execute;
mod functions;
mod html;
mod lex;
mod number;
mod parse;
#[cfg(test)]
mod tests;
mod trace;
mod tree;

use std::collections::BTreeMap;

pub use crate::data::Data;
pub use error::{Action, Error, ErrorKind, Reason};
pub use functions::{Custom, FunctionError, Parameter};
pub use trace::{StepKind, Trace, TraceStep};
use tree::List;

/// A parsed template.
///
/// ```
/// use std::collections::BTreeMap;
/// use go_compat::data::Data;
/// use go_compat::template::Template;
/// let labels = BTreeMap::from([("team".to_owned(), "garden".to_owned())]);
/// let fields = vec![("Name", Data::string("leaf")), ("Labels", Data::StringMap(&labels))];
/// let data = Data::structure("main.Values", fields);
/// let template = Template::parse("host", "{{.Name}}.{{.Labels.team}}")?;
/// assert_eq!(template.execute(&data)?, "leaf.garden");
/// let error = Template::parse("host", "{{.Nmae}}")?.execute(&data).unwrap_err();
/// assert_eq!(error.missing_field(), Some("Nmae"));
/// # Ok::<(), go_compat::template::Error>(())
/// ```
#[derive(Debug)]
pub struct Template {
    name: String,
    text: String,
    /// The template itself and those that its text defines.
    trees: BTreeMap<String, List>,
    /// Whether the output of actions is escaped.
    html: bool,
    /// Whether a missing key of a map is an error.
    missing_keys_fail: bool,
}

impl Template {
    /// Parses a `text/template`.
    ///
    /// # Errors
    ///
    /// [`Error`], with the message of Go's parser.
    pub fn parse(name: &str, text: &str) -> Result<Template, Error> {
        Template::parse_with(name, text, &[])
    }

    /// Like [`Template::parse`], with custom functions in addition to the built-in ones.
    ///
    /// # Errors
    ///
    /// [`Error`], with the message of Go's parser.
    pub fn parse_with(name: &str, text: &str, functions: &'static [Custom]) -> Result<Template, Error> {
        let trees = parse::parse(name, text, functions)?;
        Ok(Template { name: name.into(), text: text.into(), trees, html: false, missing_keys_fail: false })
    }

    /// The same template with Go's option `missingkey=error`, so that a missing key of a map is an error.
    pub fn failing_at_missing_keys(self) -> Template {
        Template { missing_keys_fail: true, ..self }
    }

    /// Parses an `html/template` whose text, outside of actions, contains no `<`: the output of all actions is escaped as text of
    /// an HTML document, and a missing value is empty.
    ///
    /// # Errors
    ///
    /// [`Error`], with the message of Go's parser.
    pub fn parse_html(name: &str, text: &str) -> Result<Template, Error> {
        let template = Template { html: true, ..Template::parse(name, text)? };
        html::check(&template.trees, name, template.position())?;
        Ok(template)
    }

    /// The source text of the template.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Executes the template and returns its output.
    ///
    /// # Errors
    ///
    /// [`Error`], with Go's message, or this crate's if the template would run for too long or print too much.
    pub fn execute(&self, data: &Data<'_>) -> Result<String, Error> {
        execute::execute(self, data)
    }

    /// The error of a template that exceeds the limits of this crate on `data`: it would run for too long, or print too much.
    pub fn exceeds_bounds(&self, data: &Data<'_>) -> Option<Error> {
        execute::exceeds_bounds(self, data)
    }

    /// Like [`Template::execute`], but returns what each action does, even if one of them fails.
    pub fn trace(&self, data: &Data<'_>) -> Trace {
        execute::trace(self, data)
    }

    fn position(&self) -> Position<'_> {
        Position { name: &self.name, text: &self.text }
    }
}

/// Formats positions in a template's text.
#[derive(Clone, Copy)]
struct Position<'t> {
    name: &'t str,
    text: &'t str,
}

impl Position<'_> {
    /// `name:line:column`; the column counts bytes from 0.
    fn of(&self, at: usize) -> String {
        let (line, column) = self.line_and_column(at);
        format!("{}:{line}:{column}", self.name)
    }

    /// The line, counted from 1, and the column in bytes, counted from 0.
    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        (1 + before.matches('\n').count(), at - before.rfind('\n').map_or(0, |newline| newline + 1))
    }
}
