//! What a YAML scalar means to Kubernetes: the YAML 1.1 rules of `kubectl` and the API server's clients, which read `yes` as a
//! boolean and `0777` as 511.

use base64::alphabet;
use base64::engine::{Engine as _, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Number;

use go_compat::{json, strconv};

use crate::Value;
use crate::error::Fault;

/// The standard tags that change what a scalar means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// `!!str`
    Str,
    /// `!!bool`
    Bool,
    /// `!!int`
    Int,
    /// `!!float`
    Float,
    /// `!!null`
    Null,
    /// `!!timestamp`
    Timestamp,
    /// `!!binary`
    Binary,
    /// Any other tag: the scalar stays as written.
    Foreign,
}

impl Tag {
    /// The tag with this suffix after `tag:yaml.org,2002:`.
    pub fn standard(suffix: &str) -> Tag {
        match suffix {
            "str" => Tag::Str,
            "bool" => Tag::Bool,
            "int" => Tag::Int,
            "float" => Tag::Float,
            "null" => Tag::Null,
            "timestamp" => Tag::Timestamp,
            "binary" => Tag::Binary,
            _ => Tag::Foreign,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Tag::Str => "!!str",
            Tag::Bool => "!!bool",
            Tag::Int => "!!int",
            Tag::Float => "!!float",
            Tag::Null => "!!null",
            Tag::Timestamp => "!!timestamp",
            Tag::Binary => "!!binary",
            Tag::Foreign => "!",
        }
    }
}

/// The value of a scalar, before it is converted to JSON.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar<'a> {
    /// An empty scalar, or a word for null.
    Null,
    /// One of the many words for true and false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A whole number too large for `i64`.
    Unsigned(u64),
    /// Any other number.
    Float(f64),
    /// A string, as written.
    Text(&'a str),
    /// Decoded `!!binary`.
    Decoded(String),
}

impl Scalar<'_> {
    /// The scalar, unless it is the string that was read.
    pub(crate) fn not_text(self) -> Option<Scalar<'static>> {
        Some(match self {
            Scalar::Text(_) => return None,
            Scalar::Null => Scalar::Null,
            Scalar::Bool(value) => Scalar::Bool(value),
            Scalar::Int(value) => Scalar::Int(value),
            Scalar::Unsigned(value) => Scalar::Unsigned(value),
            Scalar::Float(value) => Scalar::Float(value),
            Scalar::Decoded(text) => Scalar::Decoded(text),
        })
    }

    fn tag(&self) -> Tag {
        match self {
            Scalar::Null => Tag::Null,
            Scalar::Bool(_) => Tag::Bool,
            Scalar::Int(_) | Scalar::Unsigned(_) => Tag::Int,
            Scalar::Float(_) => Tag::Float,
            Scalar::Text(_) => Tag::Str,
            Scalar::Decoded(_) => Tag::Binary,
        }
    }
}

/// Resolves a scalar. `tag` is the one written before it; pass [`Tag::Str`] for a quoted or block scalar without a tag.
///
/// # Errors
///
/// [`Fault`] if the scalar does not match its tag.
pub fn resolve(text: &str, tag: Option<Tag>) -> Result<Scalar<'_>, Fault> {
    let Some(tag) = tag else { return Ok(plain(text)) };
    match tag {
        Tag::Str | Tag::Foreign => return Ok(Scalar::Text(text)),
        Tag::Binary => {
            return match base64(text) {
                Some(bytes) => Ok(Scalar::Decoded(String::from_utf8_lossy(&bytes).into_owned())),
                None => Err(Fault::Base64),
            };
        }
        Tag::Timestamp => return Ok(Scalar::Text(text)),
        Tag::Bool | Tag::Int | Tag::Float | Tag::Null => {}
    }
    let read = plain(text);
    match (tag, read) {
        (Tag::Float, Scalar::Int(number)) => Ok(Scalar::Float(number as f64)),
        (_, read) if read.tag() == tag => Ok(read),
        (_, read) => Err(Fault::Tag { is: read.tag().name(), text: text.to_owned(), wanted: tag.name() }),
    }
}

fn plain(text: &str) -> Scalar<'_> {
    match text.as_bytes().first() {
        None => Scalar::Null,
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~') if text.len() <= 5 => {
            match text {
                "~" | "null" | "Null" | "NULL" => Scalar::Null,
                "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Scalar::Bool(true),
                "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
                    Scalar::Bool(false)
                }
                _ => Scalar::Text(text),
            }
        }
        Some(b'.') => match text {
            ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
            ".inf" | ".Inf" | ".INF" => Scalar::Float(f64::INFINITY),
            _ => strconv::parse_float(text).map_or(Scalar::Text(text), Scalar::Float),
        },
        Some(b'+' | b'-' | b'0'..=b'9') => number(text),
        Some(_) => Scalar::Text(text),
    }
}

fn number(text: &str) -> Scalar<'_> {
    match text {
        "+.inf" | "+.Inf" | "+.INF" => return Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Scalar::Float(f64::NEG_INFINITY),
        _ => {}
    }
    let stripped;
    let digits = if text.contains('_') {
        stripped = text.replace('_', "");
        stripped.as_str()
    } else {
        text
    };
    if let Some(whole) = integer(digits) {
        return whole;
    }
    if is_float(digits)
        && let Ok(number) = digits.parse::<f64>()
        && number.is_finite()
    {
        return Scalar::Float(number);
    }
    Scalar::Text(text)
}

/// A whole number with an optional sign and the prefixes `0x`, `0o`, `0b` or, for octal, just `0`.
fn integer<'a>(text: &str) -> Option<Scalar<'a>> {
    let (negative, unsigned) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (digits, radix) = match unsigned.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&unsigned[2..], 16),
        [b'0', b'o' | b'O', ..] => (&unsigned[2..], 8),
        [b'0', b'b' | b'B', ..] => (&unsigned[2..], 2),
        [b'0', _, ..] => (&unsigned[1..], 8),
        _ => (unsigned, 10),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let magnitude = u64::from_str_radix(digits, radix).ok()?;
    if negative {
        return 0i64.checked_sub_unsigned(magnitude).map(Scalar::Int);
    }
    match i64::try_from(magnitude) {
        Ok(number) => Some(Scalar::Int(number)),
        // A plus sign is allowed only before a number that fits a signed integer.
        Err(_) if text.starts_with('+') => None,
        Err(_) => Some(Scalar::Unsigned(magnitude)),
    }
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_float(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits_from = |at: usize| bytes.iter().skip(at).take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits_from(at);
    at += whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits_from(at + 1);
        if whole == 0 && fraction == 0 {
            return false;
        }
        at += 1 + fraction;
    } else if whole == 0 {
        return false;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        let exponent = digits_from(at);
        if exponent == 0 {
            return false;
        }
        at += exponent;
    }
    at == bytes.len()
}

/// The JSON number that a float becomes on its way through the API server: one written without a fraction that fits 64 bits is an
/// integer. `None` if JSON cannot express it.
pub fn json_number(number: f64) -> Option<Number> {
    let text = json::float_text(number);
    let integer = text.parse::<i64>().map(Number::from).or_else(|_| text.parse::<u64>().map(Number::from));
    integer.ok().or_else(|| Number::from_f64(number))
}

/// The JSON value of a scalar.
///
/// # Errors
///
/// [`Fault`] for a float that JSON cannot express.
pub fn to_json(scalar: Scalar<'_>) -> Result<Value, Fault> {
    Ok(match scalar {
        Scalar::Null => Value::Null,
        Scalar::Bool(value) => value.into(),
        Scalar::Int(value) => value.into(),
        Scalar::Unsigned(value) => value.into(),
        Scalar::Text(text) => text.into(),
        Scalar::Decoded(text) => text.into(),
        Scalar::Float(value) => match json_number(value) {
            Some(number) => Value::Number(number),
            None if value.is_nan() => return Err(Fault::NotJson("NaN")),
            None if value > 0.0 => return Err(Fault::NotJson("+Inf")),
            None => return Err(Fault::NotJson("-Inf")),
        },
    })
}

/// Decodes standard base64 as Go does: line breaks are skipped, and left-over bits at the end are ignored.
fn base64(text: &str) -> Option<Vec<u8>> {
    const STANDARD: GeneralPurpose =
        GeneralPurpose::new(&alphabet::STANDARD, GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true));
    let bytes: Vec<u8> = text.bytes().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    STANDARD.decode(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_follow_yaml_1_1() {
        for (text, scalar) in [
            ("yes", Scalar::Bool(true)),
            ("Off", Scalar::Bool(false)),
            ("tRue", Scalar::Text("tRue")),
            ("~", Scalar::Null),
            ("0777", Scalar::Int(511)),
            ("0o17", Scalar::Int(15)),
            ("-0x10", Scalar::Int(-16)),
            ("08", Scalar::Float(8.0)),
            ("1_000", Scalar::Int(1000)),
            ("1:30", Scalar::Text("1:30")),
            ("1e3", Scalar::Float(1000.0)),
            ("5.", Scalar::Float(5.0)),
            (".", Scalar::Text(".")),
            ("-", Scalar::Text("-")),
            ("1e", Scalar::Text("1e")),
            ("1e999", Scalar::Text("1e999")),
            ("9223372036854775808", Scalar::Unsigned(1 << 63)),
            ("-9223372036854775808", Scalar::Int(i64::MIN)),
            ("0x+1", Scalar::Text("0x+1")),
        ] {
            assert_eq!(resolve(text, None), Ok(scalar), "{text}");
        }
    }

    #[test]
    fn a_tag_must_fit_the_text() {
        assert_eq!(resolve("1", Some(Tag::Float)), Ok(Scalar::Float(1.0)));
        assert_eq!(resolve("x", Some(Tag::Int)), Err(Fault::Tag { is: "!!str", text: "x".into(), wanted: "!!int" }));
        assert_eq!(resolve("aGk=", Some(Tag::Binary)), Ok(Scalar::Decoded("hi".into())));
        assert!(resolve("aGk", Some(Tag::Binary)).is_err());
        assert!(resolve("a=k=", Some(Tag::Binary)).is_err());
    }

    #[test]
    fn plain_scalars_of_go() {
        for line in include_str!("../testdata/scalars.jsonl").lines() {
            let case: Value = serde_json::from_str(line).expect("a recording");
            let read = resolve(case["text"].as_str().expect("a text"), None).and_then(to_json);
            let expected = case["result"]
                .as_str()
                .map(str::to_owned)
                .ok_or_else(|| case["error"].as_str().expect("an error").to_owned());
            assert_eq!(
                read.map(|value| json::marshal(&value)).map_err(|problem| problem.to_string()),
                expected,
                "{case}"
            );
        }
    }
}
