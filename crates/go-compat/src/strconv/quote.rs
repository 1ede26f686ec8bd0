//! Quotes and unquotes strings and characters.

use std::fmt::Write as _;

use crate::unicode::{characters, is_printable};

/// Which characters a quoted string contains without escaping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// All printable characters.
    Printable,
    /// Only printable ASCII characters.
    Ascii,
}

/// Quotes a string as a Go string literal in double quotes.
pub fn quote(text: &str) -> String {
    quote_bytes(text.as_bytes(), Quoting::Printable)
}

/// Like [`quote`], for a string that need not be UTF-8.
pub fn quote_bytes(bytes: &[u8], quoting: Quoting) -> String {
    let mut quoted = String::with_capacity(bytes.len() + 2);
    quoted.push('"');
    for (character, bytes) in characters(bytes) {
        match character {
            Some(character) => escape(&mut quoted, character, '"', quoting),
            None => bytes.iter().for_each(|byte| quoted.push_str(&format!("\\x{byte:02x}"))),
        }
    }
    quoted.push('"');
    quoted
}

/// Quotes a character as a Go character literal in single quotes.
pub fn quote_char(character: char, quoting: Quoting) -> String {
    let mut quoted = String::from("'");
    escape(&mut quoted, character, '\'', quoting);
    quoted.push('\'');
    quoted
}

fn escape(quoted: &mut String, character: char, mark: char, quoting: Quoting) {
    let short = match character {
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\u{b}' => 'v',
        '\\' => '\\',
        _ if character == mark => mark,
        _ if is_printable(character) && (character.is_ascii() || quoting == Quoting::Printable) => {
            quoted.push(character);
            return;
        }
        '\u{0}'..='\u{1f}' | '\u{7f}' => {
            let _ = write!(quoted, "\\x{:02x}", u32::from(character));
            return;
        }
        '\u{0}'..='\u{ffff}' => {
            let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            return;
        }
        _ => {
            let _ = write!(quoted, "\\U{:08x}", u32::from(character));
            return;
        }
    };
    quoted.push('\\');
    quoted.push(short);
}

/// The string for a Go literal in double quotes or back quotes; `None` if it is not such a literal.
pub fn unquote(literal: &str) -> Option<Vec<u8>> {
    if let Some(raw) = literal.strip_prefix('`') {
        let raw = raw.strip_suffix('`')?;
        return (!raw.contains('`')).then(|| raw.bytes().filter(|byte| *byte != b'\r').collect());
    }
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        if rest.starts_with('\n') {
            return None;
        }
        let (unit, tail) = unit(rest, '"')?;
        match unit {
            Unit::Byte(byte) => bytes.push(byte),
            Unit::Char(character) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        rest = tail;
    }
    Some(bytes)
}

/// The code point of the first character of `text`, which may be an escape, inside quotes of the kind `mark`, and the rest of the
/// text; `None` if the escape is invalid.
pub fn unquote_char(text: &str, mark: char) -> Option<(u32, &str)> {
    let (unit, rest) = unit(text, mark)?;
    Some(match unit {
        Unit::Byte(byte) => (u32::from(byte), rest),
        Unit::Char(character) => (u32::from(character), rest),
    })
}

/// What a single escape stands for.
enum Unit {
    Byte(u8),
    Char(char),
}

fn unit(text: &str, mark: char) -> Option<(Unit, &str)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if first == mark {
        return None;
    }
    if first != '\\' {
        return Some((Unit::Char(first), characters.as_str()));
    }
    let escape = characters.next()?;
    let rest = characters.as_str();
    let number = |digits: usize, radix: u32, from: &'_ str| -> Option<u32> {
        let digits = from.get(..digits)?;
        digits.bytes().all(|byte| char::from(byte).is_digit(radix)).then(|| u32::from_str_radix(digits, radix).ok())?
    };
    let simple = |character| Some((Unit::Char(character), rest));
    match escape {
        'a' => simple('\u{7}'),
        'b' => simple('\u{8}'),
        'f' => simple('\u{c}'),
        'n' => simple('\n'),
        'r' => simple('\r'),
        't' => simple('\t'),
        'v' => simple('\u{b}'),
        '\\' => simple('\\'),
        '\'' | '"' if escape == mark => simple(escape),
        'x' => Some((Unit::Byte(u8::try_from(number(2, 16, rest)?).ok()?), &rest[2..])),
        'u' => Some((Unit::Char(char::from_u32(number(4, 16, rest)?)?), &rest[4..])),
        'U' => Some((Unit::Char(char::from_u32(number(8, 16, rest)?)?), &rest[8..])),
        '0'..='7' => {
            let octal = text.get(1..)?;
            Some((Unit::Byte(u8::try_from(number(3, 8, octal)?).ok()?), &octal[3..]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_strings() {
        assert_eq!(quote("a\"\\\n\u{1}\u{7f}é\u{a0}\u{e0001}"), r#""a\"\\\n\x01\x7fé\u00a0\U000e0001""#);
        assert_eq!(quote_bytes("é'\u{1f600}".as_bytes(), Quoting::Ascii), r#""\u00e9'\U0001f600""#);
        assert_eq!(quote_bytes(b"\xff", Quoting::Printable), r#""\xff""#);
        assert_eq!(quote_char('\'', Quoting::Printable), r"'\''");
    }

    #[test]
    fn literals() {
        assert_eq!(unquote(r#""a\x41\101\u00e9\t\"""#).unwrap(), "aAAé\t\"".as_bytes());
        assert_eq!(unquote(r#""\xff""#).unwrap(), b"\xff");
        assert_eq!(unquote("`a\\n\r`").unwrap(), b"a\\n");
        for bad in ["a", "\"", "\"\\'\"", "\"\\z\"", "\"\\ud800\"", "\"\\400\"", "\"\\x4\"", "\"\"\"", "`", "```"] {
            assert_eq!(unquote(bad), None, "{bad}");
        }
    }
}
