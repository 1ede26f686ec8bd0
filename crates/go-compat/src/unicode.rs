//! Character classes as in Go's `unicode` package.

use std::sync::LazyLock;

use regex::Regex;

/// A class of non-ASCII characters, matched one at a time.
struct Class(LazyLock<Option<Regex>>);

impl Class {
    fn holds(&self, character: char) -> bool {
        self.0.as_ref().is_some_and(|class| class.is_match(character.encode_utf8(&mut [0; 4])))
    }
}

static PRINTABLE: Class = Class(LazyLock::new(|| Regex::new(r"[\p{L}\p{M}\p{N}\p{P}\p{S}]").ok()));
static LETTER: Class = Class(LazyLock::new(|| Regex::new(r"\p{L}").ok()));
static DIGIT: Class = Class(LazyLock::new(|| Regex::new(r"\p{Nd}").ok()));

/// Whether a character is printed unescaped: a letter, mark, number, punctuation sign, symbol or the blank.
pub fn is_printable(character: char) -> bool {
    if character.is_ascii() { (' '..='~').contains(&character) } else { PRINTABLE.holds(character) }
}

/// Whether a character may occur in an identifier.
pub fn is_alphanumeric(character: char) -> bool {
    if character.is_ascii() {
        character == '_' || character.is_ascii_alphanumeric()
    } else {
        LETTER.holds(character) || DIGIT.holds(character)
    }
}

/// The first character of a byte string and its length in bytes; `None` for the character, with length 1, if the bytes are not
/// UTF-8.
pub fn decode(bytes: &[u8]) -> Option<(Option<char>, usize)> {
    let first = *bytes.first()?;
    let length = match first {
        0..=0x7f => return Some((Some(char::from(first)), 1)),
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Some((None, 1)),
    };
    let text = bytes.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    match text.and_then(|text| text.chars().next()) {
        Some(character) => Some((Some(character), length)),
        None => Some((None, 1)),
    }
}

/// The characters of a byte string, each with its bytes; `None` for each byte that is not UTF-8.
pub fn characters(bytes: &[u8]) -> impl Iterator<Item = (Option<char>, &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (character, length) = decode(rest)?;
        let (bytes, tail) = rest.split_at(length);
        rest = tail;
        Some((character, bytes))
    })
}

/// Converts a byte string to a string; each byte that is not UTF-8 becomes U+FFFD.
pub fn to_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        characters(error.as_bytes()).map(|(character, _)| character.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_count_one_by_one() {
        assert_eq!(to_text(b"a\xe2\x82b\xff\xc3\xa9".to_vec()), "a\u{fffd}\u{fffd}b\u{fffd}é");
    }

    #[test]
    fn classes_beyond_ascii() {
        assert!(is_printable('é') && is_printable('€') && !is_printable('\u{a0}') && !is_printable('\u{200b}'));
        assert!(is_alphanumeric('é') && is_alphanumeric('٣') && !is_alphanumeric('€') && !is_alphanumeric('²'));
    }
}
