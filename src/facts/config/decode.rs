//! Decodes ConfigMap sections as Go's `encoding/json` decodes into structs: names match in any case, unknown members are ignored,
//! `null` leaves scalars alone, and a wrong type is an error that does not stop decoding.

use std::collections::BTreeMap;

use std::fmt::Display;

use crate::go::json::{self, Node};
use crate::object::ControllerError;
use crate::object::error::NIL_POINTER;
use crate::release::{Span, Version};

/// What the controller reads from one key of the ConfigMap.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Section<T> {
    /// The key does not exist.
    #[default]
    Absent,
    /// The key holds JSON `null`.
    Null,
    /// The decoded value.
    Value(T),
    /// Go's JSON error, without the wrapper that the reader of the key adds.
    Invalid(Undecodable),
}

/// Why a text cannot be decoded, in Go's words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Undecodable {
    message: String,
    /// The keys that lead to a value of the wrong type; empty if the text is not JSON.
    pub keys: Vec<&'static str>,
}

impl Undecodable {
    /// The error of the reader of `section`, with the text `words`.
    pub fn refused(&self, section: &'static str, words: impl Into<String>) -> ControllerError {
        ControllerError::new(words).of_section(section, &self.keys)
    }

    /// The crash of the reader of `section`, with Go's `words`.
    pub fn crash(&self, section: &'static str, words: impl Display) -> ControllerError {
        ControllerError::crash(words).of_section(section, &self.keys)
    }
}

/// The crash on a section that is `null`.
pub fn null(section: &'static str) -> ControllerError {
    ControllerError::crash(NIL_POINTER).of_section(section, &[])
}

impl<T: Decode> Section<T> {
    /// Decodes the text of a key as the release `version` does.
    pub(super) fn read(text: Option<&str>, version: Version) -> Section<T> {
        Section::read_over(T::default(), text, version)
    }

    /// Decodes the text of a key into an existing value.
    pub(super) fn read_over(mut value: T, text: Option<&str>, version: Version) -> Section<T> {
        let Some(text) = text else { return Section::Absent };
        match json::parse(text) {
            Err(error) => Section::Invalid(Undecodable { message: error.message, keys: Vec::new() }),
            Ok(Node::Null) => Section::Null,
            Ok(node) => {
                let mut decoder = Decoder::of(version);
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

/// The state of decoding, and the first type error.
#[derive(Debug)]
pub struct Decoder {
    /// The release whose members are read; others are unknown.
    pub(super) version: Version,
    /// The JSON names from the root.
    path: Vec<&'static str>,
    /// The name of the innermost struct.
    owner: &'static str,
    error: Option<Undecodable>,
}

impl Default for Decoder {
    /// A decoder for values that have no members, or the same ones in all releases.
    fn default() -> Decoder {
        Decoder::of(Version::NEWEST)
    }
}

impl Decoder {
    fn of(version: Version) -> Decoder {
        Decoder { version, path: Vec::new(), owner: "", error: None }
    }

    /// The decoded value.
    ///
    /// # Errors
    ///
    /// The first type error.
    pub fn finish<T>(self, value: T) -> Result<T, Undecodable> {
        self.error.map_or(Ok(value), Err)
    }

    fn type_error(&mut self, found: &str, go_type: &str) {
        if self.error.is_some() {
            return;
        }
        let message = match self.path.is_empty() {
            true => format!("json: cannot unmarshal {found} into Go value of type {go_type}"),
            false => {
                let path = self.path.join(".");
                format!("json: cannot unmarshal {found} into Go struct field {}.{path} of type {go_type}", self.owner)
            }
        };
        // The name of an embedded struct and that of its member form one entry.
        let keys = self.path.iter().flat_map(|path| path.split('.')).collect();
        self.error = Some(Undecodable { message, keys });
    }
}

/// A type that JSON is decoded into.
pub trait Decode: Default {
    /// The name of the Go type in errors.
    fn go_type() -> String;
    /// The JSON names of the members that a release knows; empty for anything but a struct.
    fn names(_version: Version) -> Vec<&'static str> {
        Vec::new()
    }
    /// Decodes into the present value.
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
                // If a list is given twice, `null` in the second leaves the element of the first alone.
                self.resize_with(items.len(), T::default);
                for (value, item) in self.iter_mut().zip(items) {
                    value.decode(item, decoder);
                }
            }
            other => decoder.type_error(other.kind(), &Self::go_type()),
        }
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn go_type() -> String {
        format!("map[string]{}", T::go_type())
    }

    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        match node {
            Node::Null => self.clear(),
            Node::Object(members) => {
                for (key, member) in members {
                    let mut value = T::default();
                    value.decode(member, decoder);
                    self.insert(key.clone(), value);
                }
            }
            other => decoder.type_error(other.kind(), &Self::go_type()),
        }
    }
}

/// A member of a struct.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// Its JSON name.
    pub name: &'static str,
    /// What errors call it: its name, prefixed with that of the embedded struct that it belongs to.
    pub path: &'static str,
    /// The releases that know it.
    pub releases: Span,
}

/// Decodes the members of a struct; `field` decodes the member with an index.
pub(super) fn members<T>(
    target: &mut T,
    node: &Node,
    decoder: &mut Decoder,
    (name, go_type): (&'static str, &'static str),
    known: &[Member],
    field: impl Fn(&mut T, usize, &Node, &mut Decoder),
) {
    match node {
        Node::Null => {}
        Node::Object(members) => {
            for (key, value) in members {
                let find = |matches: &dyn Fn(&str) -> bool| known.iter().position(|member| matches(member.name));
                let index = find(&|name| name == key).or_else(|| find(&|name| same_folded(name, key)));
                let Some((index, member)) = index.and_then(|index| Some((index, known.get(index)?))) else { continue };
                if !member.releases.contains(decoder.version) {
                    continue;
                }
                let outer = std::mem::replace(&mut decoder.owner, name);
                decoder.path.push(member.path);
                field(target, index, value, decoder);
                decoder.path.pop();
                decoder.owner = outer;
            }
        }
        other => decoder.type_error(other.kind(), go_type),
    }
}

/// Whether a key matches an ASCII name in any case. Two non-ASCII letters have an ASCII letter as their other case.
fn same_folded(name: &str, key: &str) -> bool {
    let folded = |character: char| match character {
        'ſ' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    };
    name.chars().map(folded).eq(key.chars().map(folded))
}

/// Defines a section's struct with its JSON names; errors name the Go struct. A member may state since or until when releases
/// know it, and which embedded Go struct it belongs to; a struct may state the package in which older releases have it.
macro_rules! section {
    (
        $(#[$meta:meta])*
        $package:literal $([until $moved:ident $old_package:literal])? $name:ident as $go:literal {
            $(
                $(#[$doc:meta])*
                $json:literal $([since $since:ident])? $([until $until:ident])? $([in $embedded:literal])?
                $field:ident : $ty:ty
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name { $( $(#[$doc])* #[doc = concat!("`", $json, "`")] pub $field: $ty ),* }

        impl $name {
            const MEMBERS: &'static [crate::facts::config::decode::Member] = &[ $( crate::facts::config::decode::Member {
                name: $json,
                path: concat!($($embedded, ".",)? $json),
                releases: crate::release::Span {
                    $( since: crate::release::Version::$since, )?
                    $( until: Some(crate::release::Version::$until), )?
                    ..crate::release::Span::ALL
                },
            } ),* ];
        }

        impl crate::facts::config::decode::Decode for $name {
            fn go_type() -> String {
                concat!($package, ".", $go).into()
            }

            fn names(version: crate::release::Version) -> Vec<&'static str> {
                let known = Self::MEMBERS.iter().filter(|member| member.releases.contains(version));
                known.map(|member| member.name).collect()
            }

            fn decode(&mut self, node: &crate::go::json::Node, decoder: &mut crate::facts::config::decode::Decoder) {
                #[allow(unused_mut, reason = "most structs never moved")]
                let mut go_type = concat!($package, ".", $go);
                $( if crate::release::Span::up_to(crate::release::Version::$moved).contains(decoder.version) {
                    go_type = concat!($old_package, ".", $go);
                } )?
                crate::facts::config::decode::members(
                    self,
                    node,
                    decoder,
                    ($go, go_type),
                    Self::MEMBERS,
                    |target, index, member, decoder| {
                        let mut at = 0;
                        $(
                            if index == at {
                                return crate::facts::config::decode::Decode::decode(&mut target.$field, member, decoder);
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
        "v1beta1" [until V0_15 "pod"] Outer as "OuterConfig" {
            "on" on: bool,
            "inner" inner: Option<Inner>,
            "text" text: String,
            "new" [since V0_18] new: bool,
            "old" [until V0_16] old: bool,
            "part" [in "Embedded"] part: String,
            "numbers" numbers: Vec<i32>,
        }
    }

    fn read(text: &str) -> Section<Outer> {
        Section::read(Some(text), Version::NEWEST)
    }

    fn error(text: &str) -> String {
        match read(text) {
            Section::Invalid(error) => error.to_string(),
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
            error(r#"{"part": 1}"#),
            "json: cannot unmarshal number into Go struct field OuterConfig.Embedded.part of type string"
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
        let numbers = |text: &str| match read(text) {
            Section::Value(outer) => outer.numbers,
            other => panic!("{other:?}"),
        };
        assert_eq!(numbers(r#"{"numbers": [1, 2, 3], "Numbers": [null, 5]}"#), [1, 5]);
        assert_eq!(numbers(r#"{"number\u017f": [7], "numberſe": [8]}"#), [7]);
    }

    #[test]
    fn members_of_other_releases_are_unknown() {
        assert_eq!(Outer::names(Version::V0_15), ["on", "inner", "text", "old", "part", "numbers"]);
        let old = |text: &str| Section::<Outer>::read(Some(text), Version::V0_15);
        assert!(matches!(old(r#"{"new": "x", "old": true}"#), Section::Value(outer) if outer.old && !outer.new));
        assert!(matches!(read(r#"{"new": true, "old": "x"}"#), Section::Value(outer) if outer.new && !outer.old));
        let message = "json: cannot unmarshal number into Go value of type pod.OuterConfig";
        assert!(matches!(old("1"), Section::Invalid(error) if error.to_string() == message));
    }

    #[test]
    fn an_empty_text_is_an_error_and_null_is_distinguished() {
        assert_eq!(error(" "), "unexpected end of JSON input");
        assert_eq!(read("null"), Section::Null);
        assert_eq!(Section::<Outer>::read(None, Version::NEWEST), Section::Absent);
    }
}
