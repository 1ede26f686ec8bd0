//! The reader's position in its text, and what YAML counts as blanks, breaks and comments.

use crate::error::{Error, Fault};

pub(crate) type Read<T> = Result<T, Box<Error>>;

/// A position in a text.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    pub text: &'t str,
    /// The offset of the next byte.
    pub at: usize,
    /// The offset at which the line of that byte begins.
    pub line: usize,
    /// Whether a key, a list or a map may begin here: at the beginning of a line, and after some indicators.
    pub fresh: bool,
    /// How many flow collections are open.
    pub flow: usize,
}

/// The column of the innermost enclosing block: its content must be to the right of this column.
pub(crate) type Indent = isize;

/// The indentation of text that is not within any block.
pub(crate) const OUTERMOST: Indent = -1;

/// The classes of bytes for the readers of plain and quoted scalars.
pub(crate) mod class {
    pub const TEXT: u8 = 0;
    /// A blank or a break, or the first byte of a longer break.
    pub const GAP: u8 = 1;
    /// `:`
    pub const COLON: u8 = 2;
    /// A byte that ends a plain scalar within a flow collection.
    pub const FLOW: u8 = 4;
    pub const QUOTE: u8 = 8;
    pub const ESCAPE: u8 = 16;

    pub const OF: [u8; 256] = {
        let mut table = [TEXT; 256];
        let mut index = 0;
        while index < 256 {
            #[expect(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
            let entry = &mut table[index];
            *entry = match index as u8 {
                b' ' | b'\t' | b'\n' | b'\r' | 0 | 0xc2 | 0xe2 => GAP,
                b':' => COLON,
                b',' | b'?' | b'[' | b']' | b'{' | b'}' => FLOW,
                b'"' | b'\'' => QUOTE,
                b'\\' => ESCAPE,
                _ => TEXT,
            };
            index += 1;
        }
        table
    };
}

/// The class of a byte.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
pub(crate) fn class_of(byte: u8) -> u8 {
    class::OF[byte as usize]
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Cursor<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, at, line: at, fresh: true, flow: 0 }
    }

    /// The byte of the text at an offset; 0 after its end.
    pub fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    pub fn here(&self) -> u8 {
        self.byte(self.at)
    }

    pub fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    pub fn is_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// The column of the next byte, counted from 0. Before a column that matters there can only be ASCII.
    pub fn column(&self) -> Indent {
        (self.at - self.line) as Indent
    }

    /// The length of the line break at an offset in bytes; 0 if there is none.
    pub fn break_length(&self, at: usize) -> usize {
        match self.byte(at) {
            b'\n' => 1,
            b'\r' => 1 + usize::from(self.byte(at + 1) == b'\n'),
            0xc2 if self.byte(at + 1) == 0x85 => 2,
            0xe2 if self.byte(at + 1) == 0x80 && matches!(self.byte(at + 2), 0xa8 | 0xa9) => 3,
            _ => 0,
        }
    }

    /// Whether there is a blank, a break or the end at an offset.
    pub fn is_gap(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\t' | 0) || self.break_length(at) > 0
    }

    /// Whether an indicator comes next that must be followed by a blank, such as `- `.
    pub fn is_indicator(&self, indicator: u8) -> bool {
        self.here() == indicator && self.is_gap(self.at + 1)
    }

    /// Whether the line is `---` or `...`, which ends everything before it.
    pub fn is_marker(&self) -> bool {
        let is = |dots: u8| (0..3).all(|n| self.byte(self.at + n) == dots);
        self.at == self.line && (is(b'-') || is(b'.')) && self.is_gap(self.at + 3)
    }

    /// Whether the document has ended.
    pub fn is_over(&self) -> bool {
        self.is_end() || self.is_marker()
    }

    /// Skips blanks on the line.
    pub fn skip_blanks(&mut self) {
        while matches!(self.here(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Skips the rest of the line.
    pub fn skip_line(&mut self) {
        while !self.is_end() && self.break_length(self.at) == 0 {
            self.at += 1;
        }
    }

    /// Skips a line break, if there is one.
    pub fn skip_break(&mut self) -> bool {
        let length = self.break_length(self.at);
        if length > 0 {
            self.at += length;
            self.line = self.at;
        }
        length > 0
    }

    /// Skips a line break, and appends it in the form that it has in a scalar.
    pub fn take_break(&mut self, breaks: &mut String) -> bool {
        let at = self.at;
        if !self.skip_break() {
            return false;
        }
        breaks.push_str(if self.byte(at) == 0xe2 { self.slice(at, self.at) } else { "\n" });
        true
    }

    /// Skips blanks, comments and breaks. After a tab, no key may begin.
    pub fn skip_gap(&mut self) {
        loop {
            while self.here() == b' ' || self.here() == b'\t' && (self.flow > 0 || !self.fresh) {
                self.at += 1;
            }
            if self.here() == b'#' {
                self.skip_line();
            }
            if !self.skip_break() {
                return;
            }
            self.fresh |= self.flow == 0;
        }
    }

    pub fn fault<T>(&self, problem: &'static str) -> Read<T> {
        fault(problem, self.at)
    }
}

/// The error about a problem at an offset of the text.
pub(crate) fn fault<T>(problem: &'static str, at: usize) -> Read<T> {
    Err(Error::new(Fault::Syntax(problem), at))
}

/// Folds line breaks between two pieces of a scalar: a single break becomes a blank, several become one less.
pub(crate) fn fold(text: &mut String, breaks: &str) {
    match breaks.strip_prefix('\n') {
        Some("") => text.push(' '),
        Some(rest) => text.push_str(rest),
        None => text.push_str(breaks),
    }
}
