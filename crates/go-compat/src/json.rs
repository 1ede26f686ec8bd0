//! JSON as Go's `encoding/json` reads and writes it.

use std::fmt::Write as _;

use crate::Value;
use crate::strconv::{self, Quoting};

/// A JSON document as written: it keeps the order and duplicates of members and the literals of numbers, because Go's decoder
/// exposes them.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The literal, such as `1e3`.
    Number(String),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Node>),
    /// An object, with its members in the order of the text.
    Object(Vec<(String, Node)>),
}

impl Node {
    /// The word for this kind of value in Go's type errors.
    pub fn kind(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "bool",
            Node::Number(_) => "number",
            Node::String(_) => "string",
            Node::Array(_) => "array",
            Node::Object(_) => "object",
        }
    }

    /// The document as a value: of duplicate members the last one wins, and numbers that are not 64-bit integers become floats.
    pub fn to_value(&self) -> Value {
        match self {
            Node::Null => Value::Null,
            Node::Bool(b) => Value::Bool(*b),
            Node::Number(text) => number(text),
            Node::String(text) => Value::String(text.clone()),
            Node::Array(items) => items.iter().map(Node::to_value).collect(),
            Node::Object(members) => {
                Value::Object(members.iter().map(|(key, value)| (key.clone(), value.to_value())).collect())
            }
        }
    }
}

fn number(text: &str) -> Value {
    if let Ok(integer) = text.parse::<i64>() {
        return Value::from(integer);
    }
    if let Ok(integer) = text.parse::<u64>() {
        return Value::from(integer);
    }
    text.parse::<f64>().map_or(Value::Null, Value::from)
}

/// The nesting depth beyond which Go gives up.
const MAX_DEPTH: usize = 10_000;

/// Where and why a text is not JSON, in the words of Go's `SyntaxError`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// Go's message.
    pub message: String,
    /// The invalid character as Go's message quotes it.
    character: Option<String>,
    /// The byte offset at which parsing fails.
    pub at: usize,
}

impl SyntaxError {
    /// Go's message with `instead` in place of the quoted character.
    pub fn without_character(&self, instead: &str) -> String {
        match &self.character {
            Some(character) => self.message.replacen(character, instead, 1),
            None => self.message.clone(),
        }
    }
}

/// Parses a document.
///
/// # Errors
///
/// [`SyntaxError`] for the first byte that is not allowed at its place.
pub fn parse(text: &str) -> Result<Node, SyntaxError> {
    Parser { bytes: text.as_bytes(), at: 0 }.whole()
}

struct Parser<'t> {
    bytes: &'t [u8],
    at: usize,
}

/// A container that is not closed yet.
enum Open {
    Array(Vec<Node>),
    /// The members so far, and the key whose value is being parsed.
    Object(Vec<(String, Node)>, String),
}

/// The context in the error if the key of a member is expected.
const KEY: &str = "looking for beginning of object key string";

impl Parser<'_> {
    fn whole(&mut self) -> Result<Node, SyntaxError> {
        let root = self.document()?;
        self.skip_space();
        match self.peek() {
            None => Ok(root),
            Some(_) => Err(self.unexpected("after top-level value")),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// The error for the next character in a place where white space is not allowed either; the end of the text counts as a
    /// blank.
    fn broken(&self, context: &str) -> SyntaxError {
        let character = quoted(self.peek().unwrap_or(b' '));
        let message = format!("invalid character {character} {context}");
        SyntaxError { character: Some(character), ..self.error(message) }
    }

    fn error(&self, message: String) -> SyntaxError {
        SyntaxError { message, character: None, at: self.at }
    }

    /// The error for the next character, or for the end of the text.
    fn unexpected(&self, context: &str) -> SyntaxError {
        match self.peek() {
            None => self.error("unexpected end of JSON input".to_owned()),
            Some(_) => self.broken(context),
        }
    }

    /// Parses a value. Open containers are kept on a separate stack, so that deep nesting does not use up the call stack.
    fn document(&mut self) -> Result<Node, SyntaxError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.skip_space();
            let Some(value) = self.begin(&mut open)? else {
                self.check_depth(open.len())?;
                continue;
            };
            if let Some(whole) = self.close(value, &mut open)? {
                return Ok(whole);
            }
        }
    }

    /// Parses a scalar or an empty container. Any other container is opened, up to its first value.
    fn begin(&mut self, open: &mut Vec<Open>) -> Result<Option<Node>, SyntaxError> {
        let (end, empty) = match self.peek() {
            Some(b'{') => (b'}', Node::Object(Vec::new())),
            Some(b'[') => (b']', Node::Array(Vec::new())),
            _ => return self.scalar().map(Some),
        };
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(end) {
            self.at += 1;
            return Ok(Some(empty));
        }
        open.push(match end {
            b'}' => Open::Object(Vec::new(), self.key(KEY)?),
            _ => Open::Array(Vec::new()),
        });
        Ok(None)
    }

    /// Puts a value into the innermost container and closes the containers that end after it; returns the whole value once none
    /// is open.
    fn close(&mut self, mut value: Node, open: &mut Vec<Open>) -> Result<Option<Node>, SyntaxError> {
        loop {
            let Some(container) = open.pop() else { return Ok(Some(value)) };
            self.skip_space();
            match (container, self.peek()) {
                (Open::Array(mut items), Some(b',')) => {
                    self.at += 1;
                    items.push(value);
                    open.push(Open::Array(items));
                    return Ok(None);
                }
                (Open::Array(mut items), Some(b']')) => {
                    self.at += 1;
                    items.push(value);
                    value = Node::Array(items);
                }
                (Open::Array(_), _) => return Err(self.unexpected("after array element")),
                (Open::Object(mut members, key), Some(b',')) => {
                    self.at += 1;
                    members.push((key, value));
                    self.skip_space();
                    let key = self.key(KEY)?;
                    open.push(Open::Object(members, key));
                    return Ok(None);
                }
                (Open::Object(mut members, key), Some(b'}')) => {
                    self.at += 1;
                    members.push((key, value));
                    value = Node::Object(members);
                }
                (Open::Object(..), _) => return Err(self.unexpected("after object key:value pair")),
            }
        }
    }

    fn check_depth(&self, depth: usize) -> Result<(), SyntaxError> {
        if depth > MAX_DEPTH { Err(self.error("exceeded max depth".to_owned())) } else { Ok(()) }
    }

    fn key(&mut self, context: &str) -> Result<String, SyntaxError> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected(context));
        }
        let key = self.string()?;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("after object key"));
        }
        self.at += 1;
        Ok(key)
    }

    fn scalar(&mut self) -> Result<Node, SyntaxError> {
        match self.peek() {
            Some(b'"') => self.string().map(Node::String),
            Some(b'-' | b'0'..=b'9') => self.number().map(Node::Number),
            Some(b't') => self.literal("true").map(|()| Node::Bool(true)),
            Some(b'f') => self.literal("false").map(|()| Node::Bool(false)),
            Some(b'n') => self.literal("null").map(|()| Node::Null),
            _ => Err(self.unexpected("looking for beginning of value")),
        }
    }

    fn literal(&mut self, word: &str) -> Result<(), SyntaxError> {
        for (i, expected) in word.bytes().enumerate() {
            if self.peek() != Some(expected) {
                debug_assert!(i > 0, "the first byte chose the literal");
                return Err(self.broken(&format!("in literal {word} (expecting {})", quoted(expected))));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<String, SyntaxError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.broken("in numeric literal")),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if !self.peek().is_some_and(|b| b.is_ascii_digit()) {
                return Err(self.broken("after decimal point in numeric literal"));
            }
            self.digits();
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if !self.peek().is_some_and(|b| b.is_ascii_digit()) {
                return Err(self.broken("in exponent of numeric literal"));
            }
            self.digits();
        }
        Ok(self.bytes.get(start..self.at).unwrap_or_default().iter().map(|b| char::from(*b)).collect())
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        self.at += 1;
        let mut decoded: Vec<u8> = Vec::new();
        loop {
            match self.peek() {
                None => return Err(self.unexpected("")),
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escape(&mut decoded)?;
                }
                Some(control) if control < 0x20 => return Err(self.unexpected("in string literal")),
                Some(byte) => {
                    decoded.push(byte);
                    self.at += 1;
                }
            }
        }
        Ok(String::from_utf8_lossy(&decoded).into_owned())
    }

    fn escape(&mut self, decoded: &mut Vec<u8>) -> Result<(), SyntaxError> {
        let plain = match self.peek() {
            Some(b'b') => 0x08,
            Some(b'f') => 0x0c,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'u') => {
                self.at += 1;
                let mut character = self.hex4()?;
                if (0xd800..0xdc00).contains(&character) {
                    // A surrogate pair is a single character; a lone surrogate becomes U+FFFD.
                    let before = self.at;
                    if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u")) {
                        self.at += 2;
                        let low = self.hex4()?;
                        if (0xdc00..0xe000).contains(&low) {
                            character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
                        } else {
                            self.at = before;
                        }
                    }
                }
                let character = char::from_u32(character).unwrap_or(char::REPLACEMENT_CHARACTER);
                decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err(self.broken("in string escape code")),
        };
        decoded.push(plain);
        self.at += 1;
        Ok(())
    }

    fn hex4(&mut self) -> Result<u32, SyntaxError> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| char::from(b).to_digit(16));
            let Some(digit) = digit else { return Err(self.broken("in \\u hexadecimal character escape")) };
            value = value * 16 + digit;
            self.at += 1;
        }
        Ok(value)
    }
}

/// A byte as Go's syntax errors quote it: a byte of a non-ASCII character is read as Latin-1.
fn quoted(byte: u8) -> String {
    strconv::quote_char(char::from(byte), Quoting::Printable)
}

/// Compact JSON with sorted keys, as Go's `json.Marshal` writes it: `<`, `>`, `&` and the line separators U+2028 and U+2029 are
/// escaped.
pub fn marshal(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value);
    out
}

fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => out.push_str(&float_text(float)),
            _ => out.push_str(&number.to_string()),
        },
        Value::String(text) => write_string(out, text),
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_value(out, item);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (i, (key, member)) in members.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_string(out, key);
                out.push(':');
                write_value(out, member);
            }
            out.push('}');
        }
    }
}

/// Appends a JSON string in double quotes, with Go's escapes.
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\u{0}'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

/// A float as Go's encoder writes it: plain digits, and an exponent only for very small and very large numbers.
pub fn float_text(float: f64) -> String {
    let size = float.abs();
    if size != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{float:e}");
        // Go writes the sign of a positive exponent, and no leading zeros.
        return match text.split_once('e') {
            Some((mantissa, exponent)) if !exponent.starts_with('-') => format!("{mantissa}e+{exponent}"),
            _ => text,
        };
    }
    format!("{float}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded;
    use serde_json::json;

    fn error(text: &str) -> String {
        parse(text).unwrap_err().message
    }

    #[test]
    fn syntax_errors_have_the_texts_of_go() {
        assert_eq!(error(""), "unexpected end of JSON input");
        assert_eq!(error("{\"a\": tru"), "invalid character ' ' in literal true (expecting 'e')");
        assert_eq!(error("{\"a\": trux}"), "invalid character 'x' in literal true (expecting 'e')");
        assert_eq!(error("{a: 1}"), "invalid character 'a' looking for beginning of object key string");
        assert_eq!(error("{\"a\" 1}"), "invalid character '1' after object key");
        assert_eq!(error("{\"a\": 1,}"), "invalid character '}' looking for beginning of object key string");
        assert_eq!(error("{\"a\": 1 \"b\"}"), "invalid character '\"' after object key:value pair");
        assert_eq!(error("[1 2]"), "invalid character '2' after array element");
        assert_eq!(error("[1,]"), "invalid character ']' looking for beginning of value");
        assert_eq!(error("{} {}"), "invalid character '{' after top-level value");
        assert_eq!(error("01"), "invalid character '1' after top-level value");
        assert_eq!(error("1."), "invalid character ' ' after decimal point in numeric literal");
        assert_eq!(error("1.x"), "invalid character 'x' after decimal point in numeric literal");
        assert_eq!(error("-x"), "invalid character 'x' in numeric literal");
        assert_eq!(error("1ex"), "invalid character 'x' in exponent of numeric literal");
        assert_eq!(error("\"a\nb\""), "invalid character '\\n' in string literal");
        assert_eq!(error("\"\\x\""), "invalid character 'x' in string escape code");
        assert_eq!(error("\"\\u12g4\""), "invalid character 'g' in \\u hexadecimal character escape");
        assert_eq!(error("'a'"), "invalid character '\\'' looking for beginning of value");
    }

    #[test]
    fn order_duplicates_and_number_texts_are_kept() {
        let node = parse("{\"b\": 1.0, \"a\": [], \"b\": {}}").unwrap();
        let Node::Object(members) = &node else { panic!("{node:?}") };
        assert_eq!(members[0], ("b".to_owned(), Node::Number("1.0".to_owned())));
        assert_eq!(members.len(), 3);
        assert_eq!(node.to_value(), json!({"a": [], "b": {}}));
    }

    #[test]
    fn surrogates_are_joined_and_lone_ones_replaced() {
        assert_eq!(parse("\"\\ud83d\\ude00\"").unwrap(), Node::String("😀".into()));
        assert_eq!(parse("\"\\ud83dx\"").unwrap(), Node::String("\u{fffd}x".into()));
        assert_eq!(parse("\"\\ud83d\\u0041\"").unwrap(), Node::String("\u{fffd}A".into()));
    }

    #[test]
    fn deep_nesting_is_refused_without_recursion() {
        assert!(parse(&"[".repeat(10_000)).is_err_and(|e| e.message == "unexpected end of JSON input"));
        assert!(parse(&"[".repeat(10_001)).is_err_and(|e| e.message == "exceeded max depth"));
    }

    #[test]
    fn marshal_escapes_as_go_does() {
        assert_eq!(
            marshal(&json!({"b": "<a>&\u{2028}\u{1}", "a": [1, 1.5, 1e21, 1e-7, true, null]})),
            "{\"a\":[1,1.5,1e+21,1e-7,true,null],\"b\":\"\\u003ca\\u003e\\u0026\\u2028\\u0001\"}"
        );
    }

    #[test]
    fn documents_of_go() {
        recorded::check(recorded::vectors(include_str!("../testdata/vectors/json.jsonl")), |case| {
            let node = parse(case["text"].as_str().unwrap()).map_err(|error| error.to_string())?;
            Ok(marshal(&floats(node.to_value())))
        });
    }

    /// Converts numbers to floats, as Go reads all numbers of an untyped document.
    fn floats(value: Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64()),
            Value::Array(items) => items.into_iter().map(floats).collect(),
            Value::Object(members) => members.into_iter().map(|(key, value)| (key, floats(value))).collect(),
            other => other,
        }
    }
}
