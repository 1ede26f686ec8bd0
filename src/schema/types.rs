//! The form of the types of the API objects of a release.

use std::sync::{Arc, OnceLock};

use regex::Regex;

pub use super::rules::Validation;
use crate::Value;

/// The index of a struct in [`Types::structs`].
pub type StructId = usize;

/// The API objects of one release and their fields.
#[derive(Debug)]
pub struct Types {
    pub structs: Vec<Struct>,
    /// Whether errors of decoders name embedded structs.
    pub names_embedded: bool,
    pub inference_service: StructId,
    pub serving_runtime: StructId,
    pub cluster_serving_runtime: StructId,
    pub cluster_storage_container: StructId,
    pub inference_graph: StructId,
    pub inference_graph_spec: StructId,
    pub trained_model: StructId,
    /// What a TrainedModel loads, as it appears in the list of models of an InferenceService.
    pub model_spec: StructId,
    pub container: StructId,
}

/// A Go struct with the fields of the structs it inlines.
#[derive(Debug, Clone, Default)]
pub struct Struct {
    /// The name with its package, such as `v1.Container`.
    pub go: &'static str,
    /// The name in the tables, which distinguishes packages with the same name: `gateway/v1.HTTPHeader`.
    pub table: &'static str,
    /// The name without its package, as Go's decoder names the owner of a field.
    pub short: &'static str,
    /// The structs to which it only gives a new name, each followed by a dot.
    pub embedded: String,
    /// Sorted by name.
    pub fields: Arc<[Field]>,
    /// The [`head`]s of their names, for a search that compares numbers.
    pub(super) heads: Arc<[u64]>,
    /// The positions in `fields` in the order in which Go writes them.
    pub order: Arc<[usize]>,
    /// The fields that appear even if the user left them out: defaults, and fields that Go always writes.
    pub implied: Arc<[usize]>,
    /// Fields that the schema requires.
    pub required: Arc<[usize]>,
    /// Rules about several fields at once.
    pub validations: Arc<[Validation]>,
    /// Whether it is applied as a whole, not field by field.
    pub atomic: bool,
    /// Whether a value that Go has decoded can still violate the schema here or below.
    pub checked: bool,
}

impl Struct {
    pub fn field(&self, name: &str) -> Option<&Field> {
        let head = head(name);
        let first = self.heads.partition_point(|other| *other < head);
        self.fields.get(first..)?.iter().find(|field| field.name >= name).filter(|field| field.name == name)
    }
}

/// The first bytes of a name as a number that sorts like the name.
pub(super) fn head(name: &str) -> u64 {
    if let Some(head) = name.as_bytes().first_chunk() {
        return u64::from_be_bytes(*head);
    }
    let mut head = [0; 8];
    for (to, from) in head.iter_mut().zip(name.bytes()) {
        *to = from;
    }
    u64::from_be_bytes(head)
}

#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    /// The Go struct that declares it.
    pub owner: &'static str,
    /// The embedded Go structs through which the field gets into its struct, each followed by a dot.
    pub embedded: String,
    pub ty: Type,
    /// Whether it is a pointer in Go: absent and empty then differ.
    pub pointer: bool,
    /// Whether it is written even if empty.
    pub always: bool,
    /// Whether the schema requires it.
    pub required: bool,
    /// Whether only Go knows it, so that the API server prunes it.
    pub pruned: bool,
    /// Whether it is a map that is applied as a whole, not key by key.
    pub atomic: bool,
    pub default: Option<Value>,
    pub rules: Vec<FieldRule>,
    /// The rules for each item of a list, or each value of a map.
    pub each: Vec<FieldRule>,
    /// Whether the schema does not describe its content.
    pub free: bool,
    /// Like [`Struct::checked`].
    pub checked: bool,
    /// The first release that has the field; empty if all older ones have it.
    pub since: &'static str,
    /// The last release that has the field; empty if all newer ones have it.
    pub until: &'static str,
}

impl Field {
    /// A field with this name and no other properties.
    pub(super) fn named(name: &'static str) -> Field {
        Field {
            name,
            owner: "",
            embedded: String::new(),
            ty: Type::Any,
            pointer: false,
            always: false,
            required: false,
            pruned: false,
            atomic: false,
            default: None,
            rules: Vec::new(),
            each: Vec::new(),
            free: false,
            checked: false,
            since: "",
            until: "",
        }
    }

    /// Whether the field itself can violate its schema, apart from its content.
    pub(super) fn has_rules(&self) -> bool {
        !self.rules.is_empty()
            || !self.each.is_empty()
            || (self.required && !self.always_written())
            // A nil value that Go writes becomes null, which no schema accepts.
            || matches!(self.ty, Type::MetricQuantity)
            || (self.always && (self.pointer || matches!(self.ty, Type::List(_) | Type::Map(..))))
    }

    /// Whether Go writes the field if the user leaves it out: structs that are not pointers have no empty value to omit.
    pub fn always_written(&self) -> bool {
        self.always || (!self.pointer && matches!(self.ty, Type::Struct(_) | Type::Quantity))
    }

    /// Whether Go omits such a value because it is empty.
    pub fn is_left_out(&self, value: &Value) -> bool {
        if self.pointer || self.always {
            return false;
        }
        match (value, &self.ty) {
            (Value::Bool(value), _) => !value,
            (Value::Number(number), Type::Int(_)) => number.as_i64() == Some(0),
            (Value::String(text), Type::String(_)) => text.is_empty(),
            (Value::Array(items), _) => items.is_empty(),
            (Value::Object(map), Type::Map(..)) => map.is_empty(),
            _ => false,
        }
    }
}

/// A type. The text of a string type is its Go name; that of a map type is too, or empty for a plain map.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// Anything; kept as it is.
    Any,
    /// An absolute or relative URL.
    Url,
    /// A point in time, in the layout of RFC 3339.
    Time,
    String(&'static str),
    Bool,
    Int(Integer),
    Quantity,
    /// A quantity that keeps its original text.
    MetricQuantity,
    IntOrString,
    List(Box<Type>),
    Map(Box<Type>, &'static str),
    Struct(StructId),
}

/// Go's integer types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Integer {
    /// `int`, of 64 bits.
    Native,
    I32,
    I64,
    U16,
}

impl Integer {
    pub const fn go(self) -> &'static str {
        match self {
            Integer::Native => "int",
            Integer::I32 => "int32",
            Integer::I64 => "int64",
            Integer::U16 => "uint16",
        }
    }

    pub fn holds(self, number: i64) -> bool {
        match self {
            Integer::Native | Integer::I64 => true,
            Integer::I32 => i32::try_from(number).is_ok(),
            Integer::U16 => u16::try_from(number).is_ok(),
        }
    }

    /// The `format` in the schema; empty if it has none.
    pub const fn format(self) -> &'static str {
        match self {
            Integer::I32 => "int32",
            Integer::I64 => "int64",
            Integer::Native | Integer::U16 => "",
        }
    }
}

/// What the schema requires of a value beyond its type.
#[derive(Debug)]
pub enum FieldRule {
    Enum(Vec<&'static str>),
    Pattern(Pattern),
    Min(i64),
    Max(i64),
    MinItems(usize),
    MaxItems(usize),
    MinProperties(usize),
    MaxProperties(usize),
    MinLength(usize),
    MaxLength(usize),
    /// No two items of the list have the same values in these fields.
    Keys(Vec<&'static str>),
    /// No two items of the list are equal.
    Set,
}

/// A regular expression that is compiled when it is first used.
#[derive(Debug)]
pub struct Pattern {
    pub text: &'static str,
    regex: OnceLock<Option<Regex>>,
}

impl Pattern {
    pub(super) const fn new(text: &'static str) -> Pattern {
        Pattern { text, regex: OnceLock::new() }
    }

    pub(super) fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(self.text).ok()).as_ref()
    }

    /// Whether the text matches; a test compiles all expressions, so that none is broken.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex().is_none_or(|regex| regex.is_match(text))
    }
}

impl Types {
    /// The struct of a field, if its type is one.
    pub fn struct_of(&self, of: StructId, field: &str) -> Option<StructId> {
        match self.structs.get(of)?.field(field)?.ty {
            Type::Struct(id) => Some(id),
            _ => None,
        }
    }

    /// The Go name of a type, as decoder errors give it.
    pub fn go_name(&self, ty: &Type) -> String {
        match ty {
            Type::Any => "interface {}".into(),
            Type::String(name) => (*name).into(),
            Type::Bool => "bool".into(),
            Type::Int(int) => int.go().into(),
            Type::Url => "apis.URL".into(),
            Type::Time => "v1.Time".into(),
            Type::Quantity => "resource.Quantity".into(),
            Type::MetricQuantity => "v1beta1.MetricQuantity".into(),
            Type::IntOrString => "intstr.IntOrString".into(),
            Type::List(item) => format!("[]{}", self.go_name(item)),
            Type::Map(_, name) if !name.is_empty() => (*name).into(),
            Type::Map(value, _) => format!("map[string]{}", self.go_name(value)),
            Type::Struct(id) => self.structs.get(*id).map_or("", |s| s.go).into(),
        }
    }
}
