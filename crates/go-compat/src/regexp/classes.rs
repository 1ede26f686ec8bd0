//! Character classes, and escapes for single characters.

use super::translate::{Problem, problem};

const BAD_RANGE: &str = "invalid character class range";
const BAD_ESCAPE: &str = "invalid escape sequence";

/// The names allowed between `[:` and `:]`.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "word",
    "xdigit",
];

/// The translated part, and the rest of the text.
type Read<'t, T> = Result<(T, &'t str), Problem>;

/// A character in a translated expression, inside and outside of classes.
pub(super) fn literal(character: char) -> String {
    format!("\\x{{{:x}}}", u32::from(character))
}

/// The code point of the first character, which may be an escape.
fn character(text: &str) -> Read<'_, u32> {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return Err(problem("missing closing ]", text)) };
    if first == '\\' { escape(text) } else { Ok((u32::from(first), characters.as_str())) }
}

/// An escape for a single character; `text` begins with the backslash.
pub(super) fn escape(text: &str) -> Read<'_, u32> {
    let mut characters = text.chars();
    characters.next();
    let Some(letter) = characters.next() else {
        return Err(problem("trailing backslash at end of expression", ""));
    };
    let bad = |rest: &str| Err(problem(BAD_ESCAPE, &text[..text.len() - rest.len()]));
    let rest = characters.as_str();
    let code = match letter {
        'a' => 0x07,
        'f' => 0x0c,
        'n' => 0x0a,
        'r' => 0x0d,
        't' => 0x09,
        'v' => 0x0b,
        'x' => return hexadecimal(text, rest),
        '1'..='7' if !rest.starts_with(|next: char| next.is_digit(8)) => return bad(rest),
        '0'..='7' => {
            let length = rest.bytes().take(2).take_while(|byte| char::from(*byte).is_digit(8)).count();
            let digits = &text[1..2 + length];
            return Ok((u32::from_str_radix(digits, 8).unwrap_or(0), &rest[length..]));
        }
        other if other.is_ascii() && !other.is_ascii_alphanumeric() => u32::from(other),
        _ => return bad(rest),
    };
    Ok((code, rest))
}

/// `\x7F` or `\x{10FFFF}`; `digits` is what follows the `x`.
fn hexadecimal<'t>(text: &'t str, digits: &'t str) -> Read<'t, u32> {
    let bad = |rest: &str| Err(problem(BAD_ESCAPE, &text[..text.len() - rest.len()]));
    let mut characters = digits.chars();
    let mut next = || (characters.next(), characters.as_str());
    let (first, mut rest) = next();
    if first != Some('{') {
        if first.is_none() {
            return bad(rest);
        }
        let (second, rest) = next();
        let value = first.and_then(|digit| digit.to_digit(16)).zip(second.and_then(|digit| digit.to_digit(16)));
        return match value {
            Some((high, low)) => Ok((high * 16 + low, rest)),
            None => bad(rest),
        };
    }
    let mut value = None;
    loop {
        let (digit, after) = next();
        rest = after;
        match (digit, value) {
            (Some('}'), Some(value)) => return Ok((value, rest)),
            (Some(digit), _) => {
                let Some(digit) = digit.to_digit(16) else { return bad(rest) };
                let sum = value.unwrap_or(0) * 16 + digit;
                if sum > u32::from(char::MAX) {
                    return bad(rest);
                }
                value = Some(sum);
            }
            (None, _) => return bad(rest),
        }
    }
}

/// `\d`, `\W` and the like, which cover only ASCII.
pub(super) fn perl(text: &str) -> Option<(&'static str, &str)> {
    let class = match text.as_bytes() {
        [b'\\', b'd', ..] => "[0-9]",
        [b'\\', b'D', ..] => "[^0-9]",
        [b'\\', b's', ..] => r"[\t\n\x0c\r ]",
        [b'\\', b'S', ..] => r"[^\t\n\x0c\r ]",
        [b'\\', b'w', ..] => "[0-9A-Za-z_]",
        [b'\\', b'W', ..] => "[^0-9A-Za-z_]",
        _ => return None,
    };
    Some((class, &text[2..]))
}

/// `\pL` or `\p{Greek}`; `None` if the text does not begin with such a class.
pub(super) fn unicode(text: &str) -> Result<Option<(String, &str)>, Problem> {
    if !text.starts_with("\\p") && !text.starts_with("\\P") {
        return Ok(None);
    }
    let Some(first) = text[2..].chars().next() else { return Err(problem(BAD_RANGE, text)) };
    let length = match first {
        '{' => text.find('}').map(|end| end + 1).ok_or_else(|| problem(BAD_RANGE, text))?,
        other => 2 + other.len_utf8(),
    };
    let (class, rest) = text.split_at(length);
    let name = class[2..].trim_start_matches('{').trim_end_matches('}');
    let (negated, name) = match name.strip_prefix('^') {
        Some(name) => (true, name),
        None => (false, name),
    };
    let letter = if (class.starts_with("\\P")) == negated { 'p' } else { 'P' };
    let translated = format!("\\{letter}{{{name}}}");
    let capital = name.starts_with(|first: char| first.is_ascii_uppercase());
    if !capital || regex::Regex::new(&translated).is_err() {
        return Err(problem(BAD_RANGE, class));
    }
    Ok(Some((translated, rest)))
}

/// `[:alpha:]` inside a class; `None` if the text does not begin with such a name.
fn posix(text: &str) -> Result<Option<(&str, &str)>, Problem> {
    if !text.starts_with("[:") {
        return Ok(None);
    }
    let Some(end) = text[2..].find(":]") else { return Ok(None) };
    let (class, rest) = text.split_at(end + 4);
    let name = class[2..].trim_end_matches(":]");
    if POSIX.contains(&name.strip_prefix('^').unwrap_or(name)) {
        Ok(Some((class, rest)))
    } else {
        Err(problem(BAD_RANGE, class))
    }
}

/// A class in brackets; `text` begins with the bracket.
pub(super) fn bracketed(text: &str) -> Read<'_, String> {
    let mut rest = &text[1..];
    let mut class = String::from("[");
    if let Some(negated) = rest.strip_prefix('^') {
        class.push('^');
        rest = negated;
    }
    let mut first = true;
    while first || !rest.starts_with(']') {
        first = false;
        if let Some((name, after)) = posix(rest)? {
            class.push_str(name);
            rest = after;
            continue;
        }
        if let Some((name, after)) = unicode(rest)? {
            class.push_str(&name);
            rest = after;
            continue;
        }
        if let Some((name, after)) = perl(rest) {
            class.push_str(name);
            rest = after;
            continue;
        }
        let range = rest;
        let unclosed =
            |found: Problem| if found.code == "missing closing ]" { problem(found.code, text) } else { found };
        let (low, after) = character(rest).map_err(unclosed)?;
        let (mut high, mut after) = (low, after);
        if let Some(end) = after.strip_prefix('-').filter(|end| !end.is_empty() && !end.starts_with(']')) {
            (high, after) = character(end).map_err(unclosed)?;
            if high < low {
                return Err(problem(BAD_RANGE, &range[..range.len() - after.len()]));
            }
        }
        rest = after;
        push_range(&mut class, low, high);
    }
    class.push(']');
    Ok((class, &rest[1..]))
}

/// Adds a range without surrogates, which a Rust string cannot contain.
fn push_range(class: &mut String, low: u32, high: u32) {
    let low = if (0xd800..0xe000).contains(&low) { 0xe000 } else { low };
    let high = if (0xd800..0xe000).contains(&high) { 0xd7ff } else { high };
    if low <= high {
        class.push_str(&format!("\\x{{{low:x}}}-\\x{{{high:x}}}"));
    }
}
