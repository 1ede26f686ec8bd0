//! What a template does step by step, for those who ask why its text is what it is.

use super::Position;
use crate::go::data::Data;
use crate::go::format::sprint;
use crate::go::unicode::to_text;

/// Steps that are kept; a loop can make many more.
const MAX_STEPS: usize = 500;

/// Characters of a value that are kept.
const MAX_VALUE: usize = 1_000;

/// The run of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// In the order of evaluation, up to the action that fails; of very many, the first ones.
    pub steps: Vec<Step>,
    /// What the template prints, or the text of Go's error.
    pub result: Result<String, String>,
}

/// What one action of a template, or a part of it, comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The action as Go writes it, such as `.Name` or `index .Labels "team"`.
    pub action: String,
    pub kind: Kind,
    /// The value as text.
    pub value: String,
    /// Line in the template, from 1.
    pub line: usize,
    /// Column in the line, in bytes from 0, as in Go's errors.
    pub column: usize,
}

/// What the value of a step is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It is printed.
    Prints,
    /// It goes into the rest of the action: a pipeline in parentheses, or a command before a `|`.
    Passes,
    /// A variable takes it.
    Declares,
    /// It decides about an `if` or `with`.
    Decides,
    /// A `range` goes over it.
    Repeats,
}

impl Kind {
    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Prints => "prints",
            Kind::Passes => "passes",
            Kind::Declares => "declares",
            Kind::Decides => "decides",
            Kind::Repeats => "repeats",
        }
    }
}

/// Takes steps down while a template runs.
#[derive(Debug, Default)]
pub(super) struct Recorder(pub Vec<Step>);

impl Recorder {
    pub(super) fn record(
        &mut self,
        kind: Kind,
        position: Position<'_>,
        at: usize,
        action: &dyn std::fmt::Display,
        value: &Data<'_>,
    ) {
        if self.0.len() == MAX_STEPS {
            return;
        }
        let shown = match value {
            Data::Missing => "<no value>".to_owned(),
            value => to_text(sprint(std::slice::from_ref(value))),
        };
        let value = match shown.char_indices().nth(MAX_VALUE) {
            Some((end, _)) => format!("{}…", &shown[..end]),
            None => shown,
        };
        let (line, column) = position.line_and_column(at);
        self.0.push(Step { action: action.to_string(), kind, value, line, column });
    }
}
