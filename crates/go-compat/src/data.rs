//! The values that Go templates and formats work on, with the Go types that their texts mention.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

/// A byte string that is cheap to copy.
#[derive(Debug, Clone)]
pub enum Text<'d> {
    /// Bytes that live elsewhere.
    Borrowed(&'d [u8]),
    /// Bytes that several values share.
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
    /// The bytes from `start` to before `end`; nothing if there are none.
    pub fn slice(&self, start: usize, end: usize) -> Text<'d> {
        match self {
            Text::Borrowed(bytes) => Text::Borrowed(bytes.get(start..end).unwrap_or_default()),
            Text::Shared(bytes) => Text::Shared(bytes.get(start..end).unwrap_or_default().into()),
        }
    }
}

/// A Go value. Strings are byte strings: a literal or a slice of one need not be UTF-8.
#[derive(Debug, Clone)]
pub enum Data<'d> {
    /// No value at all: a map entry that is not there, or `nil`.
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
    /// Real and imaginary part.
    Complex(f64, f64),
    /// `string`
    String(Text<'d>),
    /// A string of a type of its own, such as `types.UID`.
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
    /// A nil pointer to a struct. Of the struct here only the type, that of the pointer, and the names of the fields count.
    NilPointer(Rc<Struct<'d>>),
    /// A struct that prints itself, such as `v1.Time`, with its type.
    Displayed(&'static str, Text<'d>),
}

/// A struct, as far as templates see it.
#[derive(Debug)]
pub struct Struct<'d> {
    /// The name of its type, such as `v1.ObjectMeta`.
    pub type_name: &'static str,
    /// In the order of declaration.
    pub fields: Vec<(&'static str, Data<'d>)>,
}

/// A part of a list's items.
#[derive(Debug, Clone)]
pub struct List<'d> {
    type_name: &'static str,
    items: Rc<[Data<'d>]>,
    start: usize,
    end: usize,
}

impl<'d> List<'d> {
    /// `type_name` is that of the slice, such as `[]string`.
    pub fn new(type_name: &'static str, items: Vec<Data<'d>>) -> List<'d> {
        List { type_name, start: 0, end: items.len(), items: items.into() }
    }

    /// The items.
    pub fn items(&self) -> &[Data<'d>] {
        self.items.get(self.start..self.end).unwrap_or_default()
    }

    /// How many items a slice of this one may have.
    pub fn capacity(&self) -> usize {
        self.items.len().saturating_sub(self.start)
    }

    /// The items from `start` to before `end`, which may reach beyond this list up to its capacity.
    pub fn slice(&self, start: usize, end: usize) -> List<'d> {
        List { start: self.start + start, end: self.start + end, ..self.clone() }
    }
}

impl<'d> Data<'d> {
    /// A `string` of text that lives elsewhere.
    pub fn string(text: &'d str) -> Data<'d> {
        Data::String(Text::Borrowed(text.as_bytes()))
    }

    /// A `string` of its own bytes.
    pub fn owned_string(text: impl Into<Vec<u8>>) -> Data<'d> {
        Data::String(Text::Shared(text.into().into()))
    }

    /// A struct, with its fields in the order of declaration.
    pub fn structure(type_name: &'static str, fields: Vec<(&'static str, Data<'d>)>) -> Data<'d> {
        Data::Struct(Rc::new(Struct { type_name, fields }))
    }

    /// A slice; `type_name` is that of the slice, such as `[]string`.
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

    /// Whether templates take it for true: whatever is not empty, zero or nil.
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

    /// What a pointer points to; anything else itself.
    pub fn target(self) -> Data<'d> {
        match self {
            Data::Pointer(_, target) => (*target).clone(),
            other => other,
        }
    }

    /// The bytes of a string of any type.
    pub fn as_string(&self) -> Option<&Text<'d>> {
        match self {
            Data::String(text) | Data::NamedString(_, text) => Some(text),
            _ => None,
        }
    }

    /// The value of an integer of any type.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Data::Int(value) | Data::Int64(value) => Some(*value),
            Data::Byte(value) => Some(i64::from(*value)),
            _ => None,
        }
    }

    /// Whether it is a nil pointer, map or slice, or no value.
    pub fn is_nil(&self) -> bool {
        match self {
            Data::Missing | Data::Nil(_) | Data::NilPointer(_) => true,
            Data::StringMap(map) => map.is_empty(),
            Data::List(list) => list.items().is_empty(),
            _ => false,
        }
    }
}
