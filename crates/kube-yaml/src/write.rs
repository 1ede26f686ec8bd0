//! Writes values as YAML in the form of `kubectl get -o yaml`: keys are sorted, the indentation is two spaces, lists are not
//! indented under their key, strings with several lines are literal blocks, and nothing is folded. Strings that a YAML 1.1 reader
//! would take for something else are quoted.

use std::fmt::Write as _;

use go_compat::json::float_text;

use crate::{Map, Value, scalar};

/// The longest key that is written with its colon on one line; longer ones get a line with `?`.
const LONGEST_SIMPLE_KEY: usize = 128;

/// The column after which Go's writer breaks a string at the next blank.
const GO_WIDTH: usize = 80;

/// Appends `value` as a YAML document, without a `---` before it.
pub fn write(value: &Value, out: &mut String) {
    write_within(value, usize::MAX, out);
}

fn write_within(value: &Value, width: usize, out: &mut String) {
    match value {
        Value::Object(entries) if !entries.is_empty() => map(entries, 0, width, out),
        Value::Array(items) if !items.is_empty() => list(items, 0, width, out),
        _ => {
            flat(value, 0, width, out);
            out.push('\n');
        }
    }
}

/// `value` as a YAML document, with long strings broken as Go's writer breaks them.
///
/// ```
/// use serde_json::json;
/// let text = format!("{} bc d", "a".repeat(80));
/// assert_eq!(kube_yaml::write::folded(&json!({ "k": text })), format!("k: {}\n  bc d\n", "a".repeat(80)));
/// ```
pub fn folded(value: &Value) -> String {
    let mut out = String::with_capacity(1024);
    write_within(value, GO_WIDTH, &mut out);
    out
}

/// `value` as a YAML document.
///
/// ```
/// let object = kube_yaml::tree::parse("{kind: ConfigMap, data: {mode: 'on', text: \"a\\nb\\n\"}}").unwrap().value;
/// assert_eq!(kube_yaml::write::to_string(&object), "data:\n  mode: \"on\"\n  text: |\n    a\n    b\nkind: ConfigMap\n");
/// ```
pub fn to_string(value: &Value) -> String {
    let mut out = String::with_capacity(1024);
    write(value, &mut out);
    out
}

/// Writes the entries of a map; the indentation of the first line is already written.
fn map(entries: &Map, indent: usize, width: usize, out: &mut String) {
    for (index, (name, value)) in entries.iter().enumerate() {
        if index > 0 {
            pad(indent, out);
        }
        if name.len() > LONGEST_SIMPLE_KEY {
            out.push_str("? ");
            key(name, out);
            out.push('\n');
            pad(indent, out);
        } else {
            key(name, out);
        }
        match value {
            Value::Object(entries) if !entries.is_empty() => {
                out.push_str(":\n");
                pad(indent + 2, out);
                map(entries, indent + 2, width, out);
            }
            Value::Array(items) if !items.is_empty() => {
                out.push_str(":\n");
                pad(indent, out);
                list(items, indent, width, out);
            }
            _ => {
                out.push_str(": ");
                flat(value, indent, width, out);
                out.push('\n');
            }
        }
    }
}

/// Writes the items of a list; the indentation of the first line is already written.
fn list(items: &[Value], indent: usize, width: usize, out: &mut String) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            pad(indent, out);
        }
        out.push_str("- ");
        match item {
            Value::Object(entries) if !entries.is_empty() => map(entries, indent + 2, width, out),
            Value::Array(items) if !items.is_empty() => list(items, indent + 2, width, out),
            _ => {
                flat(item, indent, width, out);
                out.push('\n');
            }
        }
    }
}

fn pad(indent: usize, out: &mut String) {
    const BLANKS: &str = "                ";
    // Copying a fixed length is fast; the excess is cut off.
    let end = out.len() + indent;
    (0..indent.div_ceil(BLANKS.len())).for_each(|_| out.push_str(BLANKS));
    out.truncate(end);
}

/// Writes a value without entries, and without the line break after it.
fn flat(value: &Value, indent: usize, width: usize, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (None, None, Some(float)) => out.push_str(&float_text(float)),
            // Writing to a String cannot fail.
            _ => drop(write!(out, "{number}")),
        },
        Value::String(text) => {
            let style = Style::of(text);
            let start = out.len();
            match style {
                Style::Plain => out.push_str(text),
                Style::Single => single_quoted(text, out),
                Style::Double => double_quoted(text, out),
                Style::Block => block(text, indent, out),
            }
            if style != Style::Block && out.len() - start > 1 && width < usize::MAX {
                fold(style, start, indent + 2, width, out);
            }
        }
        Value::Array(_) => out.push_str("[]"),
        Value::Object(_) => out.push_str("{}"),
    }
}

fn key(text: &str, out: &mut String) {
    match Style::of(text) {
        Style::Plain => out.push_str(text),
        Style::Single => single_quoted(text, out),
        Style::Double | Style::Block => double_quoted(text, out),
    }
}

/// How a string is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Single,
    Double,
    Block,
}

/// Classes of bytes in a plain scalar, as bits; the class of a string is the union of those of its bytes.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
mod class {
    /// Special at most at the beginning of the string.
    pub const FREE: u8 = 0;
    /// Special next to certain other bytes.
    pub const BY_NEIGHBOUR: u8 = 1;
    /// Needs a closer look.
    pub const OTHER: u8 = 2;

    pub const OF: [u8; 256] = {
        let mut table = [OTHER; 256];
        let mut byte = b' ';
        while byte <= b'~' {
            table[byte as usize] = if matches!(byte, b' ' | b':' | b'#') { BY_NEIGHBOUR } else { FREE };
            byte += 1;
        }
        table
    };

    /// The class of a string, computed eight bytes at a time.
    pub fn of(bytes: &[u8]) -> u8 {
        let (eights, rest) = bytes.as_chunks::<8>();
        let sum = |bytes: &[u8]| bytes.iter().fold(FREE, |sum, byte| sum | OF[*byte as usize]);
        eights.iter().fold(sum(rest), |all, eight| all | sum(eight))
    }
}

impl Style {
    /// The style of a string; for most strings, one look at each byte is enough.
    fn of(text: &str) -> Style {
        let bytes = text.as_bytes();
        let classes = class::of(bytes);
        match bytes {
            // Names, paths, URLs, images and arguments do not begin like a number, a date or an indicator.
            [b'a'..=b'z' | b'A'..=b'Z' | b'/', ..] | [b'-', b'-', b'a'..=b'z', ..]
                if classes == class::FREE || classes == class::BY_NEIGHBOUR && !has_indicator(bytes) =>
            {
                if bytes.len() <= LONGEST_WORD && is_word_of_yaml(text) { Style::Double } else { Style::Plain }
            }
            // A number in base ten or eight.
            [b'0'..=b'9', ..] if bytes.len() < 16 && bytes.iter().all(u8::is_ascii_digit) => Style::Double,
            _ => Style::analyze(text),
        }
    }

    fn analyze(text: &str) -> Style {
        let bytes = text.as_bytes();
        let Some(&first) = bytes.first() else { return Style::Double };
        let mut plain = !first.is_ascii_whitespace() && !text.ends_with([' ', '\n']);
        plain &= !text.starts_with("---") && !text.starts_with("...");
        let blank_or_end = |byte: Option<&u8>| byte.is_none_or(|b| matches!(b, b' ' | b'\n'));
        plain &= match first {
            b'#' | b',' | b'[' | b']' | b'{' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@'
            | b'`' => false,
            b'?' | b'-' | b':' => !blank_or_end(bytes.get(1)),
            _ => true,
        };
        let mut several_lines = false;
        // A block would keep a blank before a line break, but it would be invisible.
        let mut blank_before_break = false;
        let mut previous = 0;
        for (index, &byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => {
                    several_lines = true;
                    blank_before_break |= previous == b' ';
                }
                0..0x20 | 0x7f => return Style::Double,
                b':' => plain &= !blank_or_end(bytes.get(index + 1)),
                b'#' => plain &= !matches!(previous, b' ' | b'\n'),
                _ => {}
            }
            previous = byte;
        }
        if !text.is_ascii() && !text.chars().all(is_printable) {
            return Style::Double;
        }
        if several_lines {
            let only_breaks = bytes.iter().all(|b| *b == b'\n');
            let as_block = !blank_before_break && previous != b' ' && !only_breaks;
            return if as_block { Style::Block } else { Style::Double };
        }
        if !plain {
            return Style::Single;
        }
        if reads_as_text(text) { Style::Plain } else { Style::Double }
    }
}

/// Whether a single-line string contains an indicator that separates key from value or begins a comment, or ends with a blank.
fn has_indicator(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, b": " | b" #")) || matches!(bytes.last(), Some(b':' | b' '))
}

/// Whether a plain scalar is a string to readers of YAML 1.1 and of its Go dialect.
fn reads_as_text(text: &str) -> bool {
    matches!(scalar::resolve(text, None), Ok(scalar::Scalar::Text(_)))
        && !is_word_of_yaml(text)
        && !is_sexagesimal(text)
        && !is_date(text)
}

/// The length in bytes of the longest word that is not a string, `false`.
const LONGEST_WORD: usize = 5;

/// Whether it is a word that means a boolean, null, a default value or a merge.
fn is_word_of_yaml(text: &str) -> bool {
    text.len() <= LONGEST_WORD
        && matches!(
            text,
            "y" | "Y"
                | "yes"
                | "Yes"
                | "YES"
                | "on"
                | "On"
                | "ON"
                | "n"
                | "N"
                | "no"
                | "No"
                | "NO"
                | "off"
                | "Off"
                | "OFF"
                | "true"
                | "True"
                | "TRUE"
                | "false"
                | "False"
                | "FALSE"
                | "null"
                | "Null"
                | "NULL"
                | "~"
                | "="
                | "<<"
        )
}

/// Whether it is like `1:30`, a number in base 60 to readers of YAML 1.1.
fn is_sexagesimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    unsigned.starts_with(|c: char| c.is_ascii_digit())
        && unsigned.contains(':')
        && unsigned.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'_' | b'.'))
}

/// Whether it is like `2001-01-01`, optionally with a time.
fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { return false };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    year.len() == 4
        && digits(year)
        && month.len() <= 2
        && digits(month)
        && rest.starts_with(|c: char| c.is_ascii_digit())
}

fn is_printable(c: char) -> bool {
    matches!(c, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}')
        && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Breaks the single-line string that begins at `start`: at the first single blank past the width, repeatedly.
fn fold(style: Style, start: usize, indent: usize, width: usize, out: &mut String) {
    let line = out.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    if out.len() - line <= width {
        return;
    }
    let mut column = out.get(line..start).unwrap_or_default().chars().count();
    let written: Vec<char> = out.split_off(start).chars().collect();
    // Quoted strings are not broken at the first or the last character.
    let inside = if style == Style::Plain { 0..written.len() } else { 2..written.len().saturating_sub(2) };
    let mut after_blank = false;
    for (place, c) in written.iter().copied().enumerate() {
        let next_blank = written.get(place + 1) == Some(&' ');
        let breaks = c == ' ' && !after_blank && column > width && inside.contains(&place);
        after_blank = c == ' ';
        if !breaks || next_blank && style != Style::Double {
            out.push(c);
            column += 1;
            continue;
        }
        out.push('\n');
        pad(indent, out);
        column = indent;
        if next_blank {
            out.push('\\');
            column += 1;
        }
    }
}

fn single_quoted(text: &str, out: &mut String) {
    out.push('\'');
    let mut rest = text;
    while let Some(at) = rest.find('\'') {
        out.push_str(&rest[..=at]);
        out.push('\'');
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('\'');
}

fn double_quoted(text: &str, out: &mut String) {
    out.push('"');
    if text.bytes().all(|b| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\') {
        out.push_str(text);
        out.push('"');
        return;
    }
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\u{1b}' => out.push_str("\\e"),
            '\u{85}' => out.push_str("\\N"),
            '\u{2028}' => out.push_str("\\L"),
            '\u{2029}' => out.push_str("\\P"),
            _ if is_printable(c) => out.push(c),
            _ => {
                let code = u32::from(c);
                // Writing to a String cannot fail.
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02X}"),
                    0x100..=0xffff => write!(out, "\\u{code:04X}"),
                    _ => write!(out, "\\U{code:08X}"),
                };
            }
        }
    }
    out.push('"');
}

/// Writes a literal block below a line with `indent`; the last line break is left to the caller.
fn block(text: &str, indent: usize, out: &mut String) {
    let body = text.trim_end_matches('\n');
    let breaks = text.len() - body.len();
    out.push('|');
    if text.starts_with([' ', '\n']) {
        // A reader cannot infer the indentation from a first line that begins with a blank.
        out.push('2');
    }
    out.push_str(match breaks {
        0 => "-",
        1 => "",
        _ => "+",
    });
    for line in body.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            pad(indent + 2, out);
            out.push_str(line);
        }
    }
    for _ in 1..breaks {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::tree::parse;

    #[test]
    fn looks_as_kubectl_prints_it() {
        let value = json!({
            "spec": {"args": ["--a=b", "x: y", "- z", "", "it's: so", "#c"], "empty": {}, "none": [], "nested": [[1, 2], [{"a": null, "b": 0.5}]]},
            "text": {"lines": "a\n\n b\n", "cut": "a\nb", "kept": "a\n\n", "indented": "  a\nb", "seen": "a \nb", "tab": "\ta"},
            "1": "1", "yes": "no", "date": "2001-01-01", "time": "1:30", "octal": "0777", "float": "1e3", "version": "1.2.3", "url": "http://a.b:80/c?d",
        });
        assert_eq!(
            to_string(&value),
            r##""1": "1"
date: "2001-01-01"
float: "1e3"
octal: "0777"
spec:
  args:
  - --a=b
  - 'x: y'
  - '- z'
  - ""
  - 'it''s: so'
  - '#c'
  empty: {}
  nested:
  - - 1
    - 2
  - - a: null
      b: 0.5
  none: []
text:
  cut: |-
    a
    b
  indented: |2-
      a
    b
  kept: |+
    a

  lines: |
    a

     b
  seen: "a \nb"
  tab: "\ta"
time: "1:30"
url: http://a.b:80/c?d
version: 1.2.3
"yes": "no"
"##
        );
    }

    #[test]
    fn a_long_key_is_on_a_line_of_its_own() {
        let key = "k".repeat(129);
        assert_eq!(to_string(&json!({ &key: 1 })), format!("? {key}\n: 1\n"));
    }

    /// Strings with an unlikely density of characters that matter to YAML.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-z:#' \n\\-?&*!|>%@`\\[\\]{},\"=<~.0-9+_]{0,12}",
            "[0-9+.:eExXob_\\-]{0,8}",
            "(y|n|yes|No|TRUE|off|null|~|=|<<|---|\\.\\.\\.|\\.inf|0o7|2001-1-1)",
            any::<String>(),
            "[\u{80}-\u{a1}\u{2027}-\u{202a}\u{feff}\u{fffd}-\u{ffff}a\n \t]{0,6}",
            "[k ]{125,135}",
            "(/|--|[a-z])[a-zA-Z0-9=:# ./_\\-]{0,9}",
        ]
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_filter_map("finite", |float| scalar::json_number(float).map(Value::Number)),
            text().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec((text(), inner), 0..6).prop_map(|entries| entries.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn the_quick_style_equals_that_of_a_closer_look(text in text()) {
            prop_assert_eq!(Style::of(&text), Style::analyze(&text));
        }

        #[test]
        fn what_is_written_reads_back_the_same(value in value()) {
            let text = to_string(&value);
            prop_assert_eq!(parse(&text).map(|parsed| parsed.value), Ok(value), "{}", text);
        }
    }

    #[test]
    fn long_texts_are_broken_at_blanks_past_the_width() {
        let long = "x".repeat(79);
        let folded_of = |text: String| folded(&serde_json::json!([text]));
        assert_eq!(folded_of(format!("{long} y z")), format!("- {long}\n  y z\n"));
        assert_eq!(folded_of(format!("{long}: y z")), format!("- '{long}:\n  y z'\n"));
        assert_eq!(folded_of(format!("{long}\ty  z")), format!("- \"{long}\\ty\n  \\ z\"\n"));
        assert_eq!(folded_of(format!("{long}  y")), format!("- {long}  y\n"), "two blanks stay on the line");
        assert_eq!(folded_of("short text".into()), "- short text\n");
    }
}
