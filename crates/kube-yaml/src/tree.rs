//! The events of one YAML document into a JSON value, as `kubectl` reads it: of duplicate keys the
//! last wins, keys become strings, merge keys are applied where they stand.

use std::collections::HashMap;

use serde_json::map::Entry;

use crate::events::{Event, Events, Spot};
use crate::scalar::{self, Scalar, Tag};
use crate::{Map, Value};

/// Deepest nesting of maps and lists; real manifests stay below 30.
pub const MAX_DEPTH: usize = 128;

/// A place in a text: line and column from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// Why a text is not a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// What is wrong, in the words of the YAML library that `kubectl` uses where it has some.
    pub message: String,
    /// What can be done about it, if that is known.
    pub hint: Option<&'static str>,
    /// The byte of the text where it is wrong.
    pub at: usize,
}

/// A document's value and the keys that stand twice in one map, with the bytes where they do.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    pub value: Value,
    pub duplicates: Vec<(String, usize)>,
}

/// Parses the first document of `text`.
pub fn parse(text: &str) -> Result<Parsed, Broken> {
    let mut builder = Builder::new(text.len());
    let mut events = Events::new(text);
    let broken = |at: usize, message: String| Broken { message, hint: None, at };
    loop {
        match events.next() {
            Ok(None) => break,
            Ok(Some(spot)) => {
                let at = spot.start;
                builder.take(spot).map_err(|message| broken(at, message))?;
            }
            Err(fault) => {
                let hint = hint(fault.problem, text.as_bytes().get(fault.at).copied());
                return Err(Broken { hint, ..broken(fault.at, format!("yaml: {}", fault.problem)) });
            }
        }
    }
    Ok(Parsed { value: builder.root, duplicates: builder.duplicates })
}

/// What can be done about a problem at a byte of the text.
fn hint(problem: &str, byte: Option<u8>) -> Option<&'static str> {
    Some(match (problem, byte) {
        ("found character that cannot start any token", Some(b'\t')) => "indent with blanks, not tabs",
        ("found character that cannot start any token", _) => "put the text in quotes",
        ("mapping values are not allowed in this context", _) => {
            "put the text in quotes if it holds a colon and a blank, else check the indentation"
        }
        ("could not find expected ':'", _) => "a key needs a colon and a blank after it",
        ("did not find expected key" | "did not find expected '-' indicator", _) => {
            "check the indentation here and in the lines before"
        }
        ("block sequence entries are not allowed in this context", _) => "begin the list on a line of its own",
        ("did not find expected ',' or ']'" | "did not find expected ',' or '}'", _) => "is a bracket not closed?",
        ("found unexpected end of stream", _) => "is a quote not closed?",
        ("found incompatible YAML document", _) => "remove the %YAML line, or write %YAML 1.1",
        ("found unknown escape character", _) => "write the backslash twice, or use single quotes",
        _ => return None,
    })
}

/// A map key as JSON has it, or what is wrong with it (its type and text in Go's notation).
enum Key {
    Text(String),
    Merge,
    Unsupported { kind: &'static str, text: String },
}

enum Frame<'a> {
    List { items: Vec<Value>, anchor: Option<&'a str> },
    Map { entries: Map, key: Option<Key>, key_at: usize, anchor: Option<&'a str> },
}

/// A value that an anchor names, with what it costs to repeat it.
struct Anchored {
    value: Value,
    cost: Cost,
}

#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: usize,
    bytes: usize,
    depth: usize,
}

struct Builder<'a> {
    root: Value,
    frames: Vec<Frame<'a>>,
    /// `None` while the value is being read.
    anchors: HashMap<&'a str, Option<Anchored>>,
    duplicates: Vec<(String, usize)>,
    /// Nodes seen, those that aliases repeat included.
    nodes: usize,
    /// Nodes that aliases repeat.
    repeated: usize,
    /// Bytes that may still be copied for anchors and aliases.
    budget: usize,
}

type Step = Result<(), String>;

impl<'a> Builder<'a> {
    fn new(length: usize) -> Builder<'a> {
        Builder {
            root: Value::Null,
            frames: Vec::with_capacity(8),
            anchors: HashMap::new(),
            duplicates: Vec::new(),
            nodes: 0,
            repeated: 0,
            budget: (16 << 20) + 32 * length,
        }
    }

    fn take(&mut self, spot: Spot<'a>) -> Step {
        let at = spot.start;
        match spot.event {
            Event::Scalar { text, plain, anchor, tag } => {
                self.nodes += 1;
                let tag = tag.or((!plain).then_some(Tag::Str));
                if let Some(Frame::Map { key: key @ None, key_at, .. }) = self.frames.last_mut() {
                    let scalar = scalar::resolve(&text, tag)?;
                    *key_at = at;
                    *key = Some(if plain && text == "<<" { Key::Merge } else { as_key(scalar.clone()) });
                    return match anchor {
                        Some(anchor) => self.remember(anchor, &scalar::to_json(scalar)?),
                        None => Ok(()),
                    };
                }
                let value = match tag {
                    Some(Tag::Str) => Value::String(text.into_owned()),
                    tag => scalar::to_json(scalar::resolve(&text, tag)?)?,
                };
                self.finish(value, anchor, at)
            }
            Event::SequenceStart { anchor } => self.open(Frame::List { items: Vec::new(), anchor }, anchor),
            Event::MappingStart { anchor } => {
                self.open(Frame::Map { entries: Map::new(), key: None, key_at: at, anchor }, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.frames.pop() {
                Some(Frame::List { items, anchor }) => self.finish(Value::Array(items), anchor, at),
                Some(Frame::Map { entries, anchor, .. }) => self.finish(Value::Object(entries), anchor, at),
                None => Ok(()),
            },
            Event::Alias(anchor) => self.repeat(anchor, at),
        }
    }

    fn open(&mut self, frame: Frame<'a>, anchor: Option<&'a str>) -> Step {
        if self.frames.len() >= MAX_DEPTH {
            return Err(too_deep());
        }
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, None);
        }
        self.nodes += 1;
        self.frames.push(frame);
        Ok(())
    }

    fn repeat(&mut self, anchor: &str, at: usize) -> Step {
        let anchored = match self.anchors.get(anchor) {
            Some(Some(anchored)) => anchored,
            Some(None) => return Err(format!("yaml: anchor '{anchor}' value contains itself")),
            None => return Err(format!("yaml: unknown anchor '{anchor}' referenced")),
        };
        let cost = anchored.cost;
        self.nodes += 1 + cost.nodes;
        self.repeated += cost.nodes;
        if too_much_repeated(self.repeated, self.nodes) || cost.bytes > self.budget {
            return Err("yaml: document contains excessive aliasing".into());
        }
        if self.frames.len() + cost.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        self.budget -= cost.bytes;
        let value = anchored.value.clone();
        self.finish(value, None, at)
    }

    fn remember(&mut self, anchor: &'a str, value: &Value) -> Step {
        let mut cost = Cost::default();
        weigh(value, 0, &mut cost);
        if cost.bytes > self.budget {
            return Err("yaml: document contains excessive aliasing".into());
        }
        self.budget -= cost.bytes;
        self.anchors.insert(anchor, Some(Anchored { value: value.clone(), cost }));
        Ok(())
    }

    /// Puts a complete node where it belongs.
    fn finish(&mut self, value: Value, anchor: Option<&'a str>, at: usize) -> Step {
        if let Some(anchor) = anchor {
            self.remember(anchor, &value)?;
        }
        match self.frames.last_mut() {
            None => self.root = value,
            Some(Frame::List { items, .. }) => items.push(value),
            Some(Frame::Map { entries, key, key_at, .. }) => match key.take() {
                Some(Key::Text(name)) => match entries.entry(name) {
                    Entry::Vacant(place) => {
                        place.insert(value);
                    }
                    Entry::Occupied(mut place) => {
                        self.duplicates.push((place.key().clone(), *key_at));
                        place.insert(value);
                    }
                },
                Some(Key::Merge) => merge(entries, value)?,
                Some(Key::Unsupported { kind, text }) => {
                    let value = in_go_notation(&value);
                    return Err(format!("unsupported map key of type: {kind}, key: {text}, value: {value}"));
                }
                // An alias or a collection as a key.
                None => {
                    *key_at = at;
                    *key = Some(match value {
                        Value::Array(_) | Value::Object(_) => {
                            return Err(format!("yaml: invalid map key: {}", in_go_notation(&value)));
                        }
                        Value::String(text) => Key::Text(text),
                        Value::Null => as_key(Scalar::Null),
                        other => Key::Text(other.to_string()),
                    });
                }
            },
        }
        Ok(())
    }
}

fn too_deep() -> String {
    format!("yaml: exceeded max depth of {MAX_DEPTH}")
}

/// Merges the map or the list of maps after `<<` into what the map has so far. What is written later
/// wins, and of several maps the first.
fn merge(entries: &mut Map, value: Value) -> Step {
    match value {
        Value::Object(merged) => entries.extend(merged),
        Value::Array(items) if items.iter().all(Value::is_object) => {
            for item in items.into_iter().rev() {
                if let Value::Object(merged) = item {
                    entries.extend(merged);
                }
            }
        }
        _ => return Err("yaml: map merge requires map or sequence of maps as the value".into()),
    }
    Ok(())
}

/// The share of repeated nodes that the Go library refuses: any large one, the larger the less.
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

fn as_key(scalar: Scalar<'_>) -> Key {
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

/// A scalar as the key that it is in JSON; `None` for what no key can be.
pub(super) fn key_text(text: &str, plain: bool, tag: Option<Tag>) -> Option<String> {
    match as_key(scalar::resolve(text, tag.or((!plain).then_some(Tag::Str))).ok()?) {
        Key::Text(text) => Some(text),
        Key::Merge | Key::Unsupported { .. } => None,
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

/// A value in the notation of Go's `%#v`, in which key errors show it.
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
        parse(text).map(|parsed| json::marshal(&parsed.value)).map_err(|broken| broken.message)
    }

    /// `kubectl` takes a text that begins like JSON for JSON, without reading it as YAML.
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
