//! The parsed form of a template. `Display` writes nodes as error texts quote them.

use std::fmt;

use super::functions::Function;
use crate::strconv::quote;

/// A list of nodes.
pub(super) type List = Vec<Node>;

#[derive(Debug)]
pub(super) enum Node {
    Text(String),
    /// A pipeline whose value is printed unless it is declared.
    Action(Pipe),
    Break,
    Continue,
    Branch(Branch),
    Template(Call),
}

/// `if`, `with` or `range`.
#[derive(Debug)]
pub(super) struct Branch {
    pub kind: BranchKind,
    pub pipe: Pipe,
    pub list: List,
    pub otherwise: List,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BranchKind {
    If,
    With,
    Range,
}

impl BranchKind {
    /// The keyword.
    pub(super) const fn word(self) -> &'static str {
        match self {
            BranchKind::If => "if",
            BranchKind::With => "with",
            BranchKind::Range => "range",
        }
    }
}

/// `template`
#[derive(Debug)]
pub(super) struct Call {
    pub at: usize,
    pub name: String,
    pub pipe: Option<Pipe>,
}

/// Commands, each of which passes its value to the next.
#[derive(Debug)]
pub(super) struct Pipe {
    pub at: usize,
    /// Whether the variables are assigned to rather than declared.
    pub assigns: bool,
    pub variables: Vec<String>,
    pub commands: Vec<Command>,
}

/// An operand, or a function with its arguments.
#[derive(Debug)]
pub(super) struct Command {
    pub at: usize,
    /// Never empty.
    pub first: Term,
    pub arguments: Vec<Term>,
}

#[derive(Debug)]
pub(super) struct Term {
    pub at: usize,
    pub kind: TermKind,
}

#[derive(Debug)]
pub(super) enum TermKind {
    Bool(bool),
    Dot,
    Nil,
    Number {
        text: String,
        constant: Constant,
    },
    String {
        quoted: String,
        bytes: Vec<u8>,
    },
    Function(Function),
    /// `.A.B`
    Field(Vec<String>),
    /// `$x.A.B`: the variable with its `$`, and the fields.
    Variable(String, Vec<String>),
    /// Fields of an expression in parentheses or of a function's result.
    Chain(Box<Term>, Vec<String>),
    Pipe(Box<Pipe>),
}

/// The value of a number if no particular type is required.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Constant {
    Int(i64),
    Float(f64),
    Complex(f64, f64),
    /// A whole number too large for `int`.
    TooLarge,
    /// A number that is neither whole nor written as a float; it has no value.
    Nothing,
}

struct Fields<'t>(&'t [String]);

impl fmt::Display for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|field| write!(f, ".{field}"))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TermKind::Bool(value) => write!(f, "{value}"),
            TermKind::Dot => f.write_str("."),
            TermKind::Nil => f.write_str("nil"),
            TermKind::Number { text, .. } => f.write_str(text),
            TermKind::String { quoted, .. } => f.write_str(quoted),
            TermKind::Function(function) => f.write_str(function.name()),
            TermKind::Field(fields) => write!(f, "{}", Fields(fields)),
            TermKind::Variable(name, fields) => write!(f, "{name}{}", Fields(fields)),
            TermKind::Chain(term, fields) => match &term.kind {
                TermKind::Pipe(pipe) => write!(f, "({pipe}){}", Fields(fields)),
                _ => write!(f, "{term}{}", Fields(fields)),
            },
            TermKind::Pipe(pipe) => write!(f, "{pipe}"),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in std::iter::once(&self.first).chain(&self.arguments).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            match &term.kind {
                TermKind::Pipe(pipe) => write!(f, "({pipe})")?,
                _ => write!(f, "{term}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.variables.is_empty() {
            let sign = if self.assigns { "=" } else { ":=" };
            write!(f, "{} {sign} ", self.variables.join(", "))?;
        }
        for (index, command) in self.commands.iter().enumerate() {
            if index > 0 {
                f.write_str(" | ")?;
            }
            write!(f, "{command}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{{template {}", quote(&self.name))?;
        if let Some(pipe) = &self.pipe {
            write!(f, " {pipe}")?;
        }
        f.write_str("}}")
    }
}

/// Whether a list prints nothing but white space, so that such a definition is replaced by another.
pub(super) fn is_empty(list: &[Node]) -> bool {
    list.iter().all(|node| matches!(node, Node::Text(text) if text.trim().is_empty()))
}
