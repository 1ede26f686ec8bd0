//! The functions that every template has.

use std::borrow::Cow;

use crate::data::Data;
use crate::format::{sprint, sprintf, sprintln};
use crate::unicode::{characters, is_printable, to_text};
use crate::url;

/// A function, named as in templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    And,
    Call,
    Eq,
    Ge,
    Gt,
    Html,
    Index,
    Js,
    Le,
    Len,
    Lt,
    Ne,
    Not,
    Or,
    Print,
    Printf,
    Println,
    Slice,
    Urlquery,
    /// A custom function, which only some templates have.
    Custom(&'static Custom),
}

/// A custom function, which templates have in addition to the built-in ones.
#[derive(Debug)]
pub struct Custom {
    /// Its name in templates.
    pub name: &'static str,
    /// What each parameter accepts; the function takes exactly as many arguments.
    pub parameters: &'static [Parameter],
    /// The implementation; it returns the result, or the error of the function.
    pub call: for<'d> fn(&[Data<'d>]) -> Result<Data<'d>, FunctionError>,
}

/// The error of a function; its `Display` is what follows `error calling NAME: ` in the error of the template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FunctionError(Cow<'static, str>);

impl From<&'static str> for FunctionError {
    fn from(text: &'static str) -> FunctionError {
        FunctionError(text.into())
    }
}

impl From<String> for FunctionError {
    fn from(text: String) -> FunctionError {
        FunctionError(text.into())
    }
}

impl PartialEq for Custom {
    fn eq(&self, other: &Custom) -> bool {
        self.name == other.name
    }
}

impl Eq for Custom {}

/// What a parameter of a function accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// A value of any type.
    Any,
    /// A string of any string type.
    String,
}

/// How many arguments a function takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arity {
    pub least: usize,
    pub variadic: bool,
}

const fn exactly(least: usize) -> Arity {
    Arity { least, variadic: false }
}

const fn at_least(least: usize) -> Arity {
    Arity { least, variadic: true }
}

const FUNCTIONS: [(&str, Function, Arity); 19] = [
    ("and", Function::And, at_least(1)),
    ("call", Function::Call, at_least(1)),
    ("eq", Function::Eq, at_least(1)),
    ("ge", Function::Ge, exactly(2)),
    ("gt", Function::Gt, exactly(2)),
    ("html", Function::Html, at_least(0)),
    ("index", Function::Index, at_least(1)),
    ("js", Function::Js, at_least(0)),
    ("le", Function::Le, exactly(2)),
    ("len", Function::Len, exactly(1)),
    ("lt", Function::Lt, exactly(2)),
    ("ne", Function::Ne, exactly(2)),
    ("not", Function::Not, exactly(1)),
    ("or", Function::Or, at_least(1)),
    ("print", Function::Print, at_least(0)),
    ("printf", Function::Printf, at_least(1)),
    ("println", Function::Println, at_least(0)),
    ("slice", Function::Slice, at_least(1)),
    ("urlquery", Function::Urlquery, at_least(0)),
];

/// The function's result, or its error.
type Outcome<'d> = Result<Data<'d>, FunctionError>;

impl Function {
    /// The function with this name; a custom one takes precedence.
    pub(super) fn named(name: &str, custom: &'static [Custom]) -> Option<Function> {
        let own = custom.iter().find(|own| own.name == name).map(Function::Custom);
        own.or_else(|| FUNCTIONS.iter().find(|(other, ..)| *other == name).map(|(_, function, _)| *function))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Function::Custom(custom) => custom.name,
            function => function.entry().0,
        }
    }

    pub(super) fn arity(self) -> Arity {
        match self {
            Function::Custom(custom) => exactly(custom.parameters.len()),
            function => function.entry().1,
        }
    }

    /// What the parameter at a position accepts.
    pub(super) fn parameter(self, index: usize) -> Parameter {
        match self {
            Function::Printf if index == 0 => Parameter::String,
            Function::Custom(custom) => custom.parameters.get(index).copied().unwrap_or(Parameter::Any),
            _ => Parameter::Any,
        }
    }

    fn entry(self) -> (&'static str, Arity) {
        let entry = FUNCTIONS.iter().find(|(_, function, _)| *function == self);
        entry.map_or(("", exactly(0)), |(name, _, arity)| (name, *arity))
    }

    /// Calls a function; the number of arguments must match its arity. `and` and `or`, which do not evaluate all arguments,
    /// return the last one.
    pub(super) fn call<'d>(self, arguments: &[Data<'d>]) -> Outcome<'d> {
        let no_value = Data::Missing;
        let (first, rest) = arguments.split_first().unwrap_or((&no_value, &[]));
        let second = rest.first().unwrap_or(&no_value);
        match self {
            Function::Custom(custom) => (custom.call)(arguments),
            Function::And | Function::Or => Ok(arguments.last().cloned().unwrap_or(no_value)),
            Function::Call => Err(not_callable(&reflected(first), first)),
            Function::Eq => equal(first, rest).map(Data::Bool),
            Function::Ne => equal(first, rest).map(|equal| Data::Bool(!equal)),
            Function::Lt => less(first, second).map(Data::Bool),
            Function::Ge => less(first, second).map(|less| Data::Bool(!less)),
            Function::Le => less_or_equal(first, second).map(Data::Bool),
            Function::Gt => less_or_equal(first, second).map(|less_or_equal| Data::Bool(!less_or_equal)),
            Function::Not => Ok(Data::Bool(!first.is_true())),
            Function::Html => Ok(Data::owned_string(escape_html(&join(arguments)))),
            Function::Js => Ok(Data::owned_string(escape_js(&join(arguments)))),
            Function::Urlquery => Ok(Data::owned_string(url::query_escape(&join(arguments)))),
            Function::Print => Ok(Data::owned_string(sprint(arguments))),
            Function::Println => Ok(Data::owned_string(sprintln(arguments))),
            Function::Printf => {
                let format = first.as_string().map_or(&[][..], |format| format);
                Ok(Data::owned_string(sprintf(format, rest)))
            }
            Function::Len => length(first),
            Function::Index => index(first, rest),
            Function::Slice => slice(first, rest),
        }
    }
}

/// The input of the escaping functions: the string itself, or the arguments as `print` writes them, where a missing value is `<no
/// value>`.
fn join(arguments: &[Data<'_>]) -> Vec<u8> {
    let shown: Vec<Data<'_>> = arguments
        .iter()
        .map(|argument| match argument {
            Data::Missing => Data::string("<no value>"),
            other => other.clone(),
        })
        .collect();
    sprint(&shown)
}

pub(super) fn escape_html(text: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(text.len());
    for byte in text {
        match byte {
            0 => escaped.extend("\u{fffd}".as_bytes()),
            b'"' => escaped.extend(b"&#34;"),
            b'\'' => escaped.extend(b"&#39;"),
            b'&' => escaped.extend(b"&amp;"),
            b'<' => escaped.extend(b"&lt;"),
            b'>' => escaped.extend(b"&gt;"),
            other => escaped.push(*other),
        }
    }
    escaped
}

fn escape_js(text: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(text.len());
    for (character, bytes) in characters(text) {
        let short: &[u8] = match character {
            Some('\\') => br"\\",
            Some('\'') => br"\'",
            Some('"') => br#"\""#,
            Some('<') => br"\u003C",
            Some('>') => br"\u003E",
            Some('&') => br"\u0026",
            Some('=') => br"\u003D",
            Some(' '..='~' | '\u{7f}') => bytes,
            Some(character) if !character.is_ascii() && is_printable(character) => bytes,
            // A byte that is not UTF-8 counts as the replacement character, which is printed unescaped.
            None => bytes,
            Some(character) => {
                escaped.extend(format!("\\u{:04X}", u32::from(character)).into_bytes());
                continue;
            }
        };
        escaped.extend(short);
    }
    escaped
}

/// The original's error for a reflection on no value.
const NOTHING: &str = "reflect: call of reflect.Value.Type on zero Value";

fn length<'d>(item: &Data<'d>) -> Outcome<'d> {
    let length = match &item.clone().target() {
        Data::Missing => return Err(NOTHING.into()),
        Data::Nil(_) | Data::NilPointer(_) => return Err("len of nil pointer".into()),
        Data::String(text) | Data::NamedString(_, text) => text.len(),
        Data::StringMap(map) => map.len(),
        Data::List(list) => list.items().len(),
        other => return Err(format!("len of type {}", other.type_name()).into()),
    };
    Ok(Data::Int(i64::try_from(length).unwrap_or(i64::MAX)))
}

/// An index of a list or string, at most `limit`.
fn position(index: &Data<'_>, limit: usize) -> Result<usize, FunctionError> {
    let Some(number) = index.as_integer() else {
        return Err(match index {
            Data::Missing => "cannot index slice/array with nil".into(),
            other => format!("cannot index slice/array with type {}", other.type_name()).into(),
        });
    };
    usize::try_from(number)
        .ok()
        .filter(|position| *position <= limit)
        .ok_or_else(|| format!("index out of range: {number}").into())
}

fn index<'d>(item: &Data<'d>, indexes: &[Data<'d>]) -> Outcome<'d> {
    if matches!(item, Data::Missing) {
        return Err("index of untyped nil".into());
    }
    let mut item = item.clone();
    for index in indexes {
        item = match &item {
            Data::Nil(_) | Data::NilPointer(_) => return Err("index of nil pointer".into()),
            Data::String(text) | Data::NamedString(_, text) => {
                let byte = text.get(position(index, text.len())?);
                Data::Byte(*byte.ok_or("reflect: string index out of range")?)
            }
            Data::List(list) => {
                let items = list.items();
                items.get(position(index, items.len())?).ok_or("reflect: slice index out of range")?.clone()
            }
            Data::StringMap(map) => match index {
                Data::String(key) => {
                    let value = std::str::from_utf8(key).ok().and_then(|key| map.get(key));
                    Data::string(value.map_or("", String::as_str))
                }
                Data::Missing => return Err("value is nil; should be of type string".into()),
                other => return Err(format!("value has type {}; should be string", other.type_name()).into()),
            },
            other => return Err(format!("can't index item of type {}", other.type_name()).into()),
        };
    }
    Ok(item)
}

fn slice<'d>(item: &Data<'d>, indexes: &[Data<'d>]) -> Outcome<'d> {
    let (length, capacity) = match item {
        Data::Missing => return Err("slice of untyped nil".into()),
        Data::Nil(_) | Data::NilPointer(_) => return Err("slice of nil pointer".into()),
        _ if indexes.len() > 3 => return Err(format!("too many slice indexes: {}", indexes.len()).into()),
        Data::String(_) | Data::NamedString(..) if indexes.len() == 3 => {
            return Err("cannot 3-index slice a string".into());
        }
        Data::String(text) | Data::NamedString(_, text) => (text.len(), text.len()),
        Data::List(list) => (list.items().len(), list.capacity()),
        other => return Err(format!("can't slice item of type {}", other.type_name()).into()),
    };
    let mut bounds = [0, length, capacity];
    for (bound, index) in bounds.iter_mut().zip(indexes) {
        *bound = position(index, capacity)?;
    }
    let [start, end, limit] = bounds;
    if start > end {
        return Err(format!("invalid slice index: {start} > {end}").into());
    }
    if end > limit {
        return Err(format!("invalid slice index: {end} > {limit}").into());
    }
    Ok(match item {
        Data::String(text) => Data::String(text.slice(start, end)),
        Data::NamedString(name, text) => Data::NamedString(name, text.slice(start, end)),
        Data::List(list) => Data::List(list.slice(start, end)),
        other => other.clone(),
    })
}

/// The kinds of values that can be compared with each other. Unsigned and signed integers can also be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Basic {
    Bool,
    Complex,
    Integer,
    Float,
    String,
}

fn basic(value: &Data<'_>) -> Option<Basic> {
    match value {
        Data::Bool(_) => Some(Basic::Bool),
        Data::Complex(..) => Some(Basic::Complex),
        Data::Int(_) | Data::Int64(_) | Data::Byte(_) => Some(Basic::Integer),
        Data::Float(_) => Some(Basic::Float),
        Data::String(_) | Data::NamedString(..) => Some(Basic::String),
        _ => None,
    }
}

fn incompatible(a: &Data<'_>, b: &Data<'_>) -> FunctionError {
    format!("incompatible types for comparison: {} and {}", a.type_name(), b.type_name()).into()
}

/// Whether the first value equals any of the others.
fn equal(first: &Data<'_>, others: &[Data<'_>]) -> Result<bool, FunctionError> {
    if others.is_empty() {
        return Err("missing argument for comparison".into());
    }
    for other in others {
        let equal = match (basic(first), basic(other)) {
            (None, None) => equal_composites(first, other)?,
            (a, b) if a == b => equal_basics(first, other),
            _ if matches!(first, Data::Missing) || matches!(other, Data::Missing) => false,
            _ => return Err(incompatible(first, other)),
        };
        if equal {
            return Ok(true);
        }
    }
    Ok(false)
}

fn equal_basics(a: &Data<'_>, b: &Data<'_>) -> bool {
    match (a, b) {
        (Data::Bool(a), Data::Bool(b)) => a == b,
        (Data::Complex(a, a_imaginary), Data::Complex(b, b_imaginary)) => a == b && a_imaginary == b_imaginary,
        (Data::Float(a), Data::Float(b)) => a == b,
        _ => match (a.as_string(), b.as_string()) {
            (Some(a), Some(b)) => a[..] == b[..],
            _ => a.as_integer() == b.as_integer(),
        },
    }
}

fn equal_composites(a: &Data<'_>, b: &Data<'_>) -> Result<bool, FunctionError> {
    let show = |value: &Data<'_>| to_text(sprintf(b"%s", std::slice::from_ref(value)));
    let same_kind = match (a, b) {
        (Data::Missing, _) | (_, Data::Missing) => true,
        (Data::Struct(_) | Data::Displayed(..), Data::Struct(_) | Data::Displayed(..)) => true,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    if !same_kind {
        return Err(format!(
            "non-comparable types {}: {}, {}: {}",
            show(a),
            a.type_name(),
            b.type_name(),
            to_text(sprint(std::slice::from_ref(b)))
        )
        .into());
    }
    if a.is_nil() || b.is_nil() {
        return Ok(a.is_nil() == b.is_nil());
    }
    if !is_comparable(b) {
        return Err(format!("non-comparable type {}: {}", show(b), b.type_name()).into());
    }
    Ok(identical(a, b))
}

/// Whether Go can compare values of this type.
fn is_comparable(value: &Data<'_>) -> bool {
    match value {
        Data::StringMap(_) | Data::List(_) => false,
        Data::Struct(structure) => structure.fields.iter().all(|(_, field)| is_comparable(field)),
        _ => true,
    }
}

/// Whether two comparable values have the same type and are equal.
fn identical(a: &Data<'_>, b: &Data<'_>) -> bool {
    if a.type_name() != b.type_name() {
        return false;
    }
    match (a, b) {
        (Data::Struct(a), Data::Struct(b)) => a.fields.iter().zip(&b.fields).all(|((_, a), (_, b))| identical(a, b)),
        (Data::Displayed(_, a), Data::Displayed(_, b)) => a[..] == b[..],
        (Data::Nil(_), Data::Nil(_)) | (Data::NilPointer(_), Data::NilPointer(_)) => true,
        _ => equal_basics(a, b),
    }
}

fn less(a: &Data<'_>, b: &Data<'_>) -> Result<bool, FunctionError> {
    let bad_type = || FunctionError::from("invalid type for comparison");
    let (a_kind, b_kind) = (basic(a).ok_or_else(bad_type)?, basic(b).ok_or_else(bad_type)?);
    if a_kind != b_kind {
        return Err(incompatible(a, b));
    }
    match (a, b) {
        (Data::Float(a), Data::Float(b)) => Ok(a < b),
        _ => match ((a.as_string(), b.as_string()), (a.as_integer(), b.as_integer())) {
            ((Some(a), Some(b)), _) => Ok(a[..] < b[..]),
            (_, (Some(a), Some(b))) => Ok(a < b),
            _ => Err(bad_type()),
        },
    }
}

fn less_or_equal(a: &Data<'_>, b: &Data<'_>) -> Result<bool, FunctionError> {
    Ok(less(a, b)? || equal(a, std::slice::from_ref(b))?)
}

/// Why `call` fails, since no value is a function. `name` is how the template refers to the value.
pub(super) fn not_callable(name: &str, value: &Data<'_>) -> FunctionError {
    match value {
        Data::Missing => "call of nil".into(),
        other => format!("non-function {name} of type {}", other.type_name()).into(),
    }
}

/// The name of a value that came through a pipeline.
fn reflected(value: &Data<'_>) -> String {
    match value.as_string() {
        Some(text) => to_text(text.to_vec()),
        None => format!("<{} Value>", value.type_name()),
    }
}
