//! Decoding of ConfigMap sections as Go's `encoding/json` decodes into structs: names match without regard to
//! case, unknown members are ignored, `null` leaves scalars alone, a wrong type is an error but decoding goes on.

use std::collections::BTreeMap;

use crate::go::json::{self, Node};

/// What the controller reads from one key of the ConfigMap.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Section<T> {
    /// The key is not there.
    #[default]
    Absent,
    /// The key holds JSON `null`.
    Null,
    Value(T),
    /// Go's JSON error, without the wrapper that depends on who reads the key.
    Invalid(String),
}

impl<T: Decode> Section<T> {
    /// Decodes the text of a key.
    pub(super) fn read(text: Option<&str>) -> Section<T> {
        let Some(text) = text else { return Section::Absent };
        match json::parse(text) {
            Err(error) => Section::Invalid(error),
            Ok(Node::Null) => Section::Null,
            Ok(node) => {
                let mut value = T::default();
                let mut decoder = Decoder::default();
                value.decode(&node, &mut decoder);
                match decoder.error {
                    Some(error) => Section::Invalid(error),
                    None => Section::Value(value),
                }
            }
        }
    }
}

impl<T> Section<T> {
    /// The decoded value, if there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Section::Value(value) => Some(value),
            _ => None,
        }
    }
}

/// Where decoding stands, and the first type error.
#[derive(Debug, Default)]
pub struct Decoder {
    /// JSON names from the root.
    path: Vec<&'static str>,
    /// Name of the innermost struct.
    owner: &'static str,
    error: Option<String>,
}

impl Decoder {
    /// What was decoded, or the first type error.
    pub fn finish<T>(self, value: T) -> Result<T, String> {
        self.error.map_or(Ok(value), Err)
    }

    fn type_error(&mut self, found: &str, go_type: &str) {
        if self.error.is_some() {
            return;
        }
        self.error = Some(match self.path.is_empty() {
            true => format!("json: cannot unmarshal {found} into Go value of type {go_type}"),
            false => {
                let path = self.path.join(".");
                format!("json: cannot unmarshal {found} into Go struct field {}.{path} of type {go_type}", self.owner)
            }
        });
    }
}

/// A type that JSON is decoded into.
pub trait Decode: Default {
    /// The Go type that errors name.
    fn go_type() -> String;
    /// Decodes over the present value.
    fn decode(&mut self, node: &Node, decoder: &mut Decoder);
}

impl Decode for String {
    fn go_type() -> String {
        "string".into()
    }

    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        match node {
            Node::Null => {}
            Node::String(text) => self.clone_from(text),
            other => decoder.type_error(other.kind(), "string"),
        }
    }
}

impl Decode for bool {
    fn go_type() -> String {
        "bool".into()
    }

    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        match node {
            Node::Null => {}
            Node::Bool(value) => *self = *value,
            other => decoder.type_error(other.kind(), "bool"),
        }
    }
}

macro_rules! integer {
    ($rust:ty, $go:literal) => {
        impl Decode for $rust {
            fn go_type() -> String {
                $go.into()
            }

            fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
                match node {
                    Node::Null => {}
                    Node::Number(text) => match text.parse() {
                        Ok(value) => *self = value,
                        Err(_) => decoder.type_error(&format!("number {text}"), $go),
                    },
                    other => decoder.type_error(other.kind(), $go),
                }
            }
        }
    };
}

integer!(i32, "int32");
integer!(i64, "int64");
// Go's `int`.
integer!(isize, "int");

impl<T: Decode> Decode for Option<T> {
    fn go_type() -> String {
        T::go_type()
    }

    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        match node {
            Node::Null => *self = None,
            other => self.get_or_insert_default().decode(other, decoder),
        }
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn go_type() -> String {
        format!("[]{}", T::go_type())
    }

    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        match node {
            Node::Null => self.clear(),
            Node::Array(items) => {
                self.clear();
                for item in items {
                    let mut value = T::default();
                    value.decode(item, decoder);
                    self.push(value);
                }
            }
            other => decoder.type_error(other.kind(), &Self::go_type()),
        }
    }
}

impl Decode for BTreeMap<String, String> {
    fn go_type() -> String {
        "map[string]string".into()
    }

    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        match node {
            Node::Null => self.clear(),
            Node::Object(members) => {
                for (key, member) in members {
                    let mut value = String::new();
                    value.decode(member, decoder);
                    self.insert(key.clone(), value);
                }
            }
            other => decoder.type_error(other.kind(), &Self::go_type()),
        }
    }
}

/// Decodes the members of a struct: `field` takes a JSON name and decodes it, false if it has no such field.
pub(super) fn members<T>(
    target: &mut T,
    node: &Node,
    decoder: &mut Decoder,
    (name, go_type): (&'static str, &'static str),
    names: &[&'static str],
    field: impl Fn(&mut T, usize, &Node, &mut Decoder),
) {
    match node {
        Node::Null => {}
        Node::Object(members) => {
            for (key, member) in members {
                let exact = names.iter().position(|name| name == key);
                let folded = || names.iter().position(|name| name.eq_ignore_ascii_case(key));
                let Some(index) = exact.or_else(folded) else { continue };
                let outer = std::mem::replace(&mut decoder.owner, name);
                decoder.path.push(names[index]);
                field(target, index, member, decoder);
                decoder.path.pop();
                decoder.owner = outer;
            }
        }
        other => decoder.type_error(other.kind(), go_type),
    }
}

/// Defines a section's struct with its JSON names; in errors it has the name of the Go struct.
macro_rules! section {
    (
        $(#[$meta:meta])*
        $package:literal $name:ident as $go:literal { $( $(#[$doc:meta])* $json:literal $field:ident : $ty:ty ),* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name { $( $(#[$doc])* pub $field: $ty ),* }

        impl $name {
            /// The JSON names that are read.
            pub const NAMES: &'static [&'static str] = &[ $( $json ),* ];
        }

        impl crate::config::decode::Decode for $name {
            fn go_type() -> String {
                concat!($package, ".", $go).into()
            }

            fn decode(&mut self, node: &crate::go::json::Node, decoder: &mut crate::config::decode::Decoder) {
                crate::config::decode::members(
                    self,
                    node,
                    decoder,
                    ($go, concat!($package, ".", $go)),
                    Self::NAMES,
                    |target, index, member, decoder| {
                        let mut at = 0;
                        $(
                            if index == at {
                                return crate::config::decode::Decode::decode(&mut target.$field, member, decoder);
                            }
                            at += 1;
                        )*
                        let _ = at;
                    },
                );
            }
        }
    };
}
pub(super) use section;

#[cfg(test)]
mod tests {
    use super::*;

    section! {
        "v1beta1" Inner as "InnerConfig" { "count" count: Option<i64>, "words" words: Vec<String> }
    }
    section! {
        "v1beta1" Outer as "OuterConfig" { "on" on: bool, "inner" inner: Option<Inner>, "text" text: String }
    }

    fn read(text: &str) -> Section<Outer> {
        Section::read(Some(text))
    }

    fn error(text: &str) -> String {
        match read(text) {
            Section::Invalid(error) => error,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn wrong_types_are_reported_with_the_innermost_struct_and_the_whole_path() {
        assert_eq!(error("[]"), "json: cannot unmarshal array into Go value of type v1beta1.OuterConfig");
        assert_eq!(
            error(r#"{"on": "true"}"#),
            "json: cannot unmarshal string into Go struct field OuterConfig.on of type bool"
        );
        assert_eq!(
            error(r#"{"inner": {"count": 1.0}}"#),
            "json: cannot unmarshal number 1.0 into Go struct field InnerConfig.inner.count of type int64"
        );
        assert_eq!(
            error(r#"{"inner": {"words": "x"}}"#),
            "json: cannot unmarshal string into Go struct field InnerConfig.inner.words of type []string"
        );
        assert_eq!(
            error(r#"{"inner": 1, "on": 2}"#),
            "json: cannot unmarshal number into Go struct field OuterConfig.inner of type v1beta1.Inner"
                .replace("v1beta1.Inner", "v1beta1.InnerConfig")
        );
    }

    #[test]
    fn names_match_in_any_case_and_nested_duplicates_merge() {
        let Section::Value(outer) = read(
            r#"{"ON": true, "inner": {"count": 1}, "Inner": {"words": ["a"]}, "text": "x", "TEXT": null, "more": 1}"#,
        ) else {
            panic!("not decoded")
        };
        assert!(outer.on);
        assert_eq!(outer.inner, Some(Inner { count: Some(1), words: vec!["a".into()] }));
        assert_eq!(outer.text, "x");
    }

    #[test]
    fn an_empty_text_is_an_error_and_null_is_told_apart() {
        assert_eq!(error(" "), "unexpected end of JSON input");
        assert_eq!(read("null"), Section::Null);
        assert_eq!(Section::<Outer>::read(None), Section::Absent);
    }
}
