//! The values that Go templates and formats work on, with the Go types that appear in their output.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

/// A byte string that is cheap to copy.
#[derive(Debug, Clone)]
pub enum Text<'d> {
    /// Borrowed bytes.
    Borrowed(&'d [u8]),
    /// Bytes shared by several values.
    Shared(Rc<[u8]>),
}

impl Deref for Text<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Text::Borrowed(bytes) => bytes,
            Text::Shared(bytes) => bytes,
        }
    }
}

impl<'d> Text<'d> {
    /// The bytes from `start` up to, but not including, `end`; empty if the range is invalid.
    pub fn slice(&self, start: usize, end: usize) -> Text<'d> {
        match self {
            Text::Borrowed(bytes) => Text::Borrowed(bytes.get(start..end).unwrap_or_default()),
            Text::Shared(bytes) => Text::Shared(bytes.get(start..end).unwrap_or_default().into()),
        }
    }
}

/// A Go value. Strings are byte strings: a literal, or a slice of one, need not be UTF-8.
#[derive(Debug, Clone)]
pub enum Data<'d> {
    /// No value at all: a missing map entry, or `nil`.
    Missing,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `int64`
    Int64(i64),
    /// `uint8`
    Byte(u8),
    /// `float64`
    Float(f64),
    /// `complex128`: real and imaginary part.
    Complex(f64, f64),
    /// `string`
    String(Text<'d>),
    /// A string of a named type, such as `types.UID`.
    NamedString(&'static str, Text<'d>),
    /// `map[string]string`; an empty one counts as nil.
    StringMap(&'d BTreeMap<String, String>),
    /// A pointer to a struct.
    Struct(Rc<Struct<'d>>),
    /// A slice; an empty one counts as nil.
    List(List<'d>),
    /// A nil pointer, with its type.
    Nil(&'static str),
    /// A pointer to something other than a struct, with its type.
    Pointer(&'static str, Rc<Data<'d>>),
    /// A nil pointer to a struct. Only the struct's type name, which is that of the pointer, and its field names are used.
    NilPointer(Rc<Struct<'d>>),
    /// A struct with a `String` method, such as `v1.Time`: its type and its text.
    Displayed(&'static str, Text<'d>),
}

/// A struct, as far as templates see it.
#[derive(Debug)]
pub struct Struct<'d> {
    /// The name of its type, such as `v1.ObjectMeta`.
    pub type_name: &'static str,
    /// The fields, in the order of declaration.
    pub fields: Vec<(&'static str, Data<'d>)>,
}

/// A slice of a list's items.
#[derive(Debug, Clone)]
pub struct List<'d> {
    type_name: &'static str,
    items: Rc<[Data<'d>]>,
    start: usize,
    end: usize,
}

impl<'d> List<'d> {
    /// A list of `items`; `type_name` is the type of the slice, such as `[]string`.
    pub fn new(type_name: &'static str, items: Vec<Data<'d>>) -> List<'d> {
        List { type_name, start: 0, end: items.len(), items: items.into() }
    }

    /// The items.
    pub fn items(&self) -> &[Data<'d>] {
        self.items.get(self.start..self.end).unwrap_or_default()
    }

    /// The capacity: how many items a slice of this one may have.
    pub fn capacity(&self) -> usize {
        self.items.len().saturating_sub(self.start)
    }

    /// The items from `start` up to, but not including, `end`, which may exceed the length of this list but not its capacity.
    pub fn slice(&self, start: usize, end: usize) -> List<'d> {
        List { start: self.start + start, end: self.start + end, ..self.clone() }
    }
}

impl<'d> Data<'d> {
    /// A `string` that borrows its text.
    pub fn string(text: &'d str) -> Data<'d> {
        Data::String(Text::Borrowed(text.as_bytes()))
    }

    /// A `string` that owns its bytes.
    pub fn owned_string(text: impl Into<Vec<u8>>) -> Data<'d> {
        Data::String(Text::Shared(text.into().into()))
    }

    /// A struct, with its fields in the order of declaration.
    pub fn structure(type_name: &'static str, fields: Vec<(&'static str, Data<'d>)>) -> Data<'d> {
        Data::Struct(Rc::new(Struct { type_name, fields }))
    }

    /// A slice; `type_name` is the type of the slice, such as `[]string`.
    pub fn list(type_name: &'static str, items: Vec<Data<'d>>) -> Data<'d> {
        Data::List(List::new(type_name, items))
    }

    /// The name of the Go type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Data::Missing => "<nil>",
            Data::Bool(_) => "bool",
            Data::Int(_) => "int",
            Data::Int64(_) => "int64",
            Data::Byte(_) => "uint8",
            Data::Float(_) => "float64",
            Data::Complex(..) => "complex128",
            Data::String(_) => "string",
            Data::StringMap(_) => "map[string]string",
            Data::Struct(structure) | Data::NilPointer(structure) => structure.type_name,
            Data::List(list) => list.type_name,
            Data::NamedString(name, _) | Data::Nil(name) | Data::Displayed(name, _) | Data::Pointer(name, _) => name,
        }
    }

    /// Whether templates treat it as true: everything that is not empty, zero or nil.
    pub fn is_true(&self) -> bool {
        match self {
            Data::Missing | Data::Nil(_) | Data::NilPointer(_) => false,
            Data::Bool(value) => *value,
            Data::Int(value) | Data::Int64(value) => *value != 0,
            Data::Byte(value) => *value != 0,
            Data::Float(value) => *value != 0.0,
            Data::Complex(real, imaginary) => *real != 0.0 || *imaginary != 0.0,
            Data::String(text) | Data::NamedString(_, text) => !text.is_empty(),
            Data::StringMap(map) => !map.is_empty(),
            Data::List(list) => !list.items().is_empty(),
            Data::Struct(_) | Data::Displayed(..) | Data::Pointer(..) => true,
        }
    }

    /// What a pointer points to; any other value itself.
    pub fn target(self) -> Data<'d> {
        match self {
            Data::Pointer(_, target) => (*target).clone(),
            other => other,
        }
    }

    /// The bytes of a string, of any string type.
    pub fn as_string(&self) -> Option<&Text<'d>> {
        match self {
            Data::String(text) | Data::NamedString(_, text) => Some(text),
            _ => None,
        }
    }

    /// The value of an integer, of any integer type.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Data::Int(value) | Data::Int64(value) => Some(*value),
            Data::Byte(value) => Some(i64::from(*value)),
            _ => None,
        }
    }

    /// Whether it is a nil pointer, map or slice, or no value at all.
    pub fn is_nil(&self) -> bool {
        match self {
            Data::Missing | Data::Nil(_) | Data::NilPointer(_) => true,
            Data::StringMap(map) => map.is_empty(),
            Data::List(list) => list.items().is_empty(),
            _ => false,
        }
    }
}
