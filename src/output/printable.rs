//! Users' texts in what people read: terminals and the logs of CI act on some characters, and some readers take others for the end of a
//! line.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character does more than show itself: control characters (C0, DEL, C1), those that change the direction of text, and the
/// separators of lines and paragraphs.
pub fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text whose only active characters are line breaks and tabs: others are written out, as `\u001b`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let acts = |c: char| !matches!(c, '\n' | '\t') && is_active(c);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            // Writing to a String cannot fail.
            c if acts(c) => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A text with colours that the program has set: sequences that set colours stay, and other active characters are written out as by
/// [`escaped`].
pub fn escaped_but_colours(text: &str) -> Cow<'_, str> {
    let mut pieces = text.split('\u{1b}');
    let Some(first) = pieces.next() else { return Cow::Borrowed(text) };
    let mut out = escaped(first);
    for piece in pieces {
        let is_colour = piece
            .strip_prefix('[')
            .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').starts_with('m'));
        let out = out.to_mut();
        out.push_str(if is_colour { "\u{1b}" } else { "\\u001b" });
        out.push_str(&escaped(piece));
    }
    out
}

/// Like [`escaped`], on one line: line breaks and tabs become blanks, and blanks at the end are left out.
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim_end();
    let blanks = ['\n', '\r', '\t'];
    match text.contains(blanks) {
        true => Cow::Owned(escaped(&text.replace(blanks, " ")).into_owned()),
        false => escaped(text),
    }
}

/// A text with a sign for each active character but line breaks and tabs, so that columns stay as they are.
pub fn pictured(text: &str) -> Cow<'_, str> {
    let acts = |c: char| !matches!(c, '\n' | '\t') && is_active(c);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    // Unicode has pictures of C0 from here on.
    let picture = |c: char| char::from_u32(0x2400 + u32::from(c)).filter(|_| c < ' ').unwrap_or('\u{fffd}');
    Cow::Owned(text.chars().map(|c| if acts(c) { picture(c) } else { c }).collect())
}

/// A number of things, such as `2 services`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_acts_is_written_out() {
        assert_eq!(escaped("a\u{1b}[31m\u{7}\tb\nc"), "a\\u001b[31m\\u0007\tb\nc");
        assert_eq!(escaped("\u{9b}\u{85}\u{7f}\r"), "\\u009b\\u0085\\u007f\\u000d");
        assert_eq!(escaped("\u{202e}\u{2066}\u{2028}\u{2029}\u{200f}"), "\\u202e\\u2066\\u2028\\u2029\\u200f");
        assert!(matches!(escaped("é日😀\u{301}\n"), Cow::Borrowed(_)));
        assert_eq!(on_one_line("a\nerror: b\r\nc\td\r\n"), "a error: b  c d");
        assert_eq!(pictured("a\u{1b}\u{9b}\tb"), "a\u{241b}\u{fffd}\tb");
    }

    #[test]
    fn only_colours_act() {
        let coloured = "\u{1b}[1m\u{1b}[38;5;9mx\u{1b}[0m\ny";
        assert_eq!(escaped_but_colours(coloured), coloured);
        assert_eq!(escaped_but_colours("\u{1b}]0;x\u{7}\u{1b}[2J\u{1b}"), "\\u001b]0;x\\u0007\\u001b[2J\\u001b");
        assert!(matches!(escaped_but_colours("a\nb"), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn nothing_active_is_left(text in any::<String>()) {
            prop_assert!(!on_one_line(&text).contains(is_active));
            prop_assert!(!escaped(&text).contains(|c| !matches!(c, '\n' | '\t') && is_active(c)));
            prop_assert_eq!(pictured(&text).chars().count(), text.chars().count());
        }
    }
}
