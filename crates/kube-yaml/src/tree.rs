//! A YAML document as a JSON value, as `kubectl` reads it: of duplicate keys the last one wins, keys become strings, and merge
//! keys are applied where they occur.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use serde_json::map::Entry;

use crate::cursor::Read;
use crate::document::{LISTS, SECRET};
use crate::error::{Error, Fault};
use crate::properties::Properties;
use crate::reader::{self, Builder, Extent, Written};
use crate::scalar::{self, Scalar, Tag};
use crate::{Map, Value};

/// The deepest nesting of maps and lists; real manifests stay below 30.
pub const MAX_DEPTH: usize = 300;

/// A place in a text, counted from line 1 and column 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

/// The value of a document and its duplicate keys.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// The value; null if the document is empty.
    pub value: Value,
    /// Keys that occurred in their map before, with the byte offset of the repetition.
    pub duplicates: Vec<(String, usize)>,
}

/// Parses the first document of a text.
///
/// # Errors
///
/// [`Error`] if the text is not YAML, or cannot be expressed in JSON.
///
/// ```
/// let parsed = kube_yaml::parse("on: 0o17\non: ~\n").unwrap();
/// assert_eq!(parsed.value, serde_json::json!({ "true": null }));
/// assert_eq!(parsed.duplicates, [("true".to_owned(), 9)]);
/// let error = kube_yaml::parse("a: b: c").unwrap_err();
/// assert_eq!((error.to_string().as_str(), error.at), ("yaml: mapping values are not allowed in this context", 4));
/// ```
pub fn parse(text: &str) -> Result<Parsed, Box<Error>> {
    let mut tree = Tree {
        anchors: HashMap::new(),
        duplicates: Vec::new(),
        later: None,
        depth: 0,
        kind: None,
        has_list: false,
        nodes: 0,
        repeated: 0,
        budget: (16 << 20) + 32 * text.len(),
    };
    let root = reader::read(text, &mut tree).map(|root| root.map_or(Value::Null, |root| tree.value(root)));
    match (root, tree.later) {
        (Ok(value), None) => Ok(Parsed { value, duplicates: tree.duplicates }),
        (Err(error), _) | (Ok(_), Some(error)) => {
            let may_contain_secret = tree.has_list || names_secrets(text);
            Err(Box::new(Error { kind: tree.kind, may_contain_secret, ..*error }))
        }
    }
}

/// Whether a text has the name of the kind of Secrets as a word of its own, perhaps of one that another `kind` replaced.
pub(crate) fn names_secrets(text: &str) -> bool {
    let is_part = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    text.match_indices(SECRET).any(|(at, name)| {
        let bytes = text.as_bytes();
        let rest = bytes.get(at + name.len()..).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !is_part(before) && !is_part(rest.strip_prefix(b"List").unwrap_or(rest).first())
    })
}

/// A node that may become a key or a value.
#[derive(Clone)]
struct Node<'t> {
    content: Content<'t>,
    /// The byte offset at which it begins.
    at: usize,
}

#[derive(Clone)]
enum Content<'t> {
    Text(Cow<'t, str>),
    /// `<<`, which is a string if it is a value.
    Merge,
    /// Any scalar that is not a string.
    Scalar(Scalar<'static>),
    /// A list or a map.
    Value(Value),
}

impl Node<'_> {
    fn weigh(&self) -> Cost {
        let mut cost = Cost::default();
        match &self.content {
            Content::Value(value) => weigh(value, 0, &mut cost),
            Content::Text(text) => cost = Cost { nodes: 1, bytes: size_of::<Value>() + text.len(), depth: 0 },
            Content::Merge | Content::Scalar(_) => cost = Cost { nodes: 1, bytes: size_of::<Value>(), depth: 0 },
        }
        cost
    }
}

/// A node that an anchor names, with the cost of repeating it.
struct Anchored<'t> {
    node: Node<'t>,
    cost: Cost,
}

#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: usize,
    bytes: usize,
    depth: usize,
}

/// Builds JSON values.
struct Tree<'t> {
    /// The anchored nodes; `None` while a node is being read.
    anchors: HashMap<&'t str, Option<Anchored<'t>>>,
    duplicates: Vec<(String, usize)>,
    /// An error that is reported only if the text is YAML: the library parses a text to its end before it looks at the content.
    later: Option<Box<Error>>,
    /// The number of open maps and lists.
    depth: usize,
    /// The document's `kind`, once it has been read.
    kind: Option<String>,
    /// Whether the document has one of the fields that contain other documents.
    has_list: bool,
    /// The number of nodes seen, including those that aliases repeat.
    nodes: usize,
    /// The number of nodes that aliases repeat.
    repeated: usize,
    /// The number of bytes that may still be copied for anchors and aliases.
    budget: usize,
}

impl<'t> Tree<'t> {
    /// Keeps an error about a node, unless there is one that the library would find first.
    fn later(&mut self, problem: Fault, at: usize) {
        if self.later.as_ref().is_none_or(|known| stage(&problem) < stage(&known.fault)) {
            self.later = Some(Error::new(problem, at));
        }
    }

    fn value(&mut self, node: Node<'t>) -> Value {
        match node.content {
            Content::Text(text) => Value::String(text.into_owned()),
            Content::Merge => "<<".into(),
            Content::Scalar(scalar) => scalar::to_json(scalar).unwrap_or_else(|problem| {
                self.later(problem, node.at);
                Value::Null
            }),
            Content::Value(value) => value,
        }
    }

    /// Finishes a node, which later ones may repeat if it has an anchor.
    fn finish(&mut self, content: Content<'t>, anchor: Option<&'t str>, at: usize) -> Read<Node<'t>> {
        let node = Node { content, at };
        if let Some(anchor) = anchor {
            let cost = node.weigh();
            self.pay(cost.bytes, at)?;
            self.anchors.insert(anchor, Some(Anchored { node: node.clone(), cost }));
        }
        Ok(node)
    }

    fn pay(&mut self, bytes: usize, at: usize) -> Read<()> {
        match self.budget.checked_sub(bytes) {
            Some(rest) => self.budget = rest,
            None => return Err(Error::new(Fault::ExcessiveAliasing, at)),
        }
        Ok(())
    }

    fn put(&mut self, map: &mut Map, key: String, at: usize, value: Value) {
        if self.depth == 1 && key == "kind" {
            self.kind = value.as_str().map(str::to_owned);
        }
        match map.entry(key) {
            Entry::Vacant(place) => {
                place.insert(value);
            }
            Entry::Occupied(mut place) => {
                self.duplicates.push((place.key().clone(), at));
                place.insert(value);
            }
        }
    }
}

impl<'t> Builder<'t> for Tree<'t> {
    type Node = Node<'t>;
    type List = Vec<Value>;
    type Map = Map;

    fn announce(&mut self, anchor: &'t str) {
        self.anchors.insert(anchor, None);
    }

    fn scalar(&mut self, written: Written<'t>) -> Read<Node<'t>> {
        let Written { text, plain, properties, span } = written;
        self.nodes += 1;
        // A key comes before its value, in which the error may be.
        self.has_list |= self.depth == 1 && LISTS.contains(&&*text);
        let content = match properties.tag {
            None if plain && text == "<<" => Content::Merge,
            None if !plain => Content::Text(text),
            tag => match scalar::resolve(&text, tag).map(Scalar::not_text) {
                Ok(Some(scalar)) => Content::Scalar(scalar),
                Ok(None) => Content::Text(text),
                Err(problem) => {
                    self.later(problem, span.start);
                    Content::Scalar(Scalar::Null)
                }
            },
        };
        self.finish(content, properties.anchor, span.start)
    }

    fn alias(&mut self, anchor: &'t str, span: Range<usize>) -> Read<Node<'t>> {
        let at = span.start;
        let anchored = match self.anchors.get(anchor) {
            Some(Some(anchored)) => anchored,
            Some(None) => {
                self.later(Fault::ContainsItself(anchor.to_owned()), at);
                return Ok(Node { content: Content::Scalar(Scalar::Null), at });
            }
            None => return Err(Error::new(Fault::UnknownAnchor(anchor.to_owned()), at)),
        };
        let cost = anchored.cost;
        self.nodes += 1 + cost.nodes;
        self.repeated += cost.nodes;
        if too_much_repeated(self.repeated, self.nodes) {
            return Err(Error::new(Fault::ExcessiveAliasing, at));
        }
        if self.depth + cost.depth > MAX_DEPTH {
            return Err(Error::new(Fault::TooDeep, at));
        }
        let node = Node { at, ..anchored.node.clone() };
        self.pay(cost.bytes, at)?;
        Ok(node)
    }

    fn open(&mut self, at: usize) -> Read<()> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::new(Fault::TooDeep, at));
        }
        self.nodes += 1;
        self.depth += 1;
        Ok(())
    }

    fn item(&mut self, list: &mut Vec<Value>, item: Node<'t>) -> Read<()> {
        list.push(self.value(item));
        Ok(())
    }

    fn entry(&mut self, map: &mut Map, key: Node<'t>, value: Node<'t>) -> Read<()> {
        let Node { content, at } = key;
        let value_at = value.at;
        let value = self.value(value);
        match Key::of(content) {
            Key::Text(text) => self.put(map, text, at, value),
            Key::Merge => {
                if let Err(problem) = merge(map, value) {
                    self.later(problem, value_at);
                }
            }
            Key::Unsupported { kind, text } => {
                // On its own, a null is shown differently than within a list.
                let value = if value.is_null() { "<nil>".to_owned() } else { in_go_notation(&value) };
                self.later(Fault::UnsupportedKey { kind, key: text, value }, at);
            }
            Key::Invalid(key) => {
                self.later(Fault::InvalidKey { list: key.is_array(), text: in_go_notation(&key) }, at);
            }
        }
        Ok(())
    }

    fn list(&mut self, list: Vec<Value>, properties: Properties<'t>, extent: Extent) -> Read<Node<'t>> {
        self.depth -= 1;
        self.finish(Content::Value(Value::Array(list)), properties.anchor, extent.span.start)
    }

    fn map(&mut self, map: Map, properties: Properties<'t>, extent: Extent) -> Read<Node<'t>> {
        self.depth -= 1;
        self.finish(Content::Value(Value::Object(map)), properties.anchor, extent.span.start)
    }
}

/// The stage in which the library finds a problem: while it decodes, while it converts keys to JSON, or while it writes JSON.
fn stage(problem: &Fault) -> u8 {
    match problem {
        Fault::UnsupportedKey { .. } => 1,
        Fault::NotJson(_) => 2,
        _ => 0,
    }
}

/// A map key as JSON has it, or its type and text in Go's notation if it cannot be one.
enum Key {
    Text(String),
    Merge,
    Unsupported { kind: &'static str, text: String },
    Invalid(Value),
}

impl Key {
    fn of(content: Content<'_>) -> Key {
        match content {
            Content::Text(text) => Key::Text(text.into_owned()),
            Content::Merge => Key::Merge,
            Content::Scalar(scalar) => Key::of_scalar(scalar),
            Content::Value(value) => Key::Invalid(value),
        }
    }

    fn of_scalar(scalar: Scalar<'_>) -> Key {
        match scalar {
            Scalar::Text(text) => Key::Text(text.to_owned()),
            Scalar::Decoded(text) => Key::Text(text),
            Scalar::Bool(value) => Key::Text(value.to_string()),
            Scalar::Int(value) => Key::Text(value.to_string()),
            Scalar::Unsigned(value) => Key::Unsupported { kind: "uint64", text: format!("{value:#x}") },
            Scalar::Float(value) => Key::Text(float_key(value)),
            Scalar::Null => Key::Unsupported { kind: "%!s(<nil>)", text: "<nil>".into() },
        }
    }
}

/// A scalar as the key that it becomes in JSON; `None` if it cannot be a key.
pub(crate) fn key_text(text: &str, plain: bool, tag: Option<Tag>) -> Option<String> {
    if plain && tag.is_none() && text == "<<" {
        return Some(text.to_owned());
    }
    match Key::of_scalar(scalar::resolve(text, tag.or((!plain).then_some(Tag::Str))).ok()?) {
        Key::Text(text) => Some(text),
        Key::Merge | Key::Unsupported { .. } | Key::Invalid(_) => None,
    }
}

/// Merges the map or the list of maps after `<<` into the entries so far. Entries of the map itself win, and of several merged
/// maps the first.
fn merge(entries: &mut Map, value: Value) -> Result<(), Fault> {
    match value {
        Value::Object(merged) => entries.extend(merged),
        Value::Array(items) if items.iter().all(Value::is_object) => {
            for item in items.into_iter().rev() {
                if let Value::Object(merged) = item {
                    entries.extend(merged);
                }
            }
        }
        _ => return Err(Fault::Merge),
    }
    Ok(())
}

/// Whether the Go library refuses the share of repeated nodes: the more nodes, the smaller the share that it accepts.
fn too_much_repeated(repeated: usize, nodes: usize) -> bool {
    const LOW: f64 = 400_000.0;
    const HIGH: f64 = 4_000_000.0;
    let seen = nodes as f64;
    let allowed = 0.99 - 0.89 * ((seen - LOW) / (HIGH - LOW)).clamp(0.0, 1.0);
    repeated > 100 && nodes > 1000 && repeated as f64 / seen > allowed
}

fn weigh(value: &Value, depth: usize, cost: &mut Cost) {
    cost.nodes += 1;
    cost.bytes += size_of::<Value>();
    match value {
        Value::String(text) => cost.bytes += text.len(),
        Value::Array(items) => {
            cost.depth = cost.depth.max(depth + 1);
            items.iter().for_each(|item| weigh(item, depth + 1, cost));
        }
        Value::Object(entries) => {
            cost.depth = cost.depth.max(depth + 1);
            for (key, value) in entries {
                cost.nodes += 1;
                cost.bytes += size_of::<String>() + key.len();
                weigh(value, depth + 1, cost);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A float as a key: in single precision, with an exponent from a million on.
fn float_key(value: f64) -> String {
    let single = value as f32;
    if single.is_nan() {
        return ".nan".into();
    }
    if single.is_infinite() {
        return if single > 0.0 { ".inf".into() } else { "-.inf".into() };
    }
    let scientific = format!("{single:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse::<i32>() {
        Ok(exponent @ (..-4 | 6..)) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
        }
        _ => format!("{single}"),
    }
}

/// A value in the notation of Go's `%#v`, which errors about keys use.
fn in_go_notation(value: &Value) -> String {
    match value {
        Value::Null => "interface {}(nil)".into(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(in_go_notation).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Value::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), in_go_notation(value)))
                .collect();
            format!("map[interface {{}}]interface {{}}{{{}}}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_compat::json;

    fn read(text: &str) -> Result<String, String> {
        parse(text).map(|parsed| json::marshal(&parsed.value)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_null_as_key_is_refused_in_the_words_of_the_library() {
        for (text, value) in [("? ", "<nil>"), ("~: [~]", "[]interface {}{interface {}(nil)}"), ("~: a", "\"a\"")] {
            let refused = format!("unsupported map key of type: %!s(<nil>), key: <nil>, value: {value}");
            assert_eq!(read(text), Err(refused), "{text:?}");
        }
    }

    /// `kubectl` treats a text that begins like JSON as JSON, without reading it as YAML.
    #[test]
    fn recorded_texts_read_as_kubectl_reads_them() {
        let recorded = parse(include_str!("../testdata/recorded.yaml")).expect("readable");
        let cases = recorded.value["cases"].as_array().expect("a list");
        assert!(cases.len() > 80);
        let mut wrong = Vec::new();
        for case in cases {
            let text = case["yaml"].as_str().expect("a text");
            let got = read(text);
            let same = match (case["result"].as_str(), &got) {
                (Some(result), _) if text.starts_with('{') => result == text,
                (Some(result), Ok(got)) => result == got,
                (None, Err(got)) => case["error"] == got.as_str(),
                _ => false,
            };
            if !same {
                wrong.push(format!("{text:?}: {case}, got {got:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
