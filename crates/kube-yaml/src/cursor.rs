//! Where a reader is in its text, and what YAML calls blanks, breaks and comments.

use crate::error::{Error, Fault};

pub(crate) type Read<T> = Result<T, Box<Error>>;

/// A place in a text.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    pub text: &'t str,
    /// The next byte.
    pub at: usize,
    /// Where the line of that byte begins.
    pub line: usize,
    /// Whether a key, a list or a map may begin here: at the beginning of a line, and behind some indicators.
    pub fresh: bool,
    /// How many brackets are open.
    pub flow: usize,
}

/// Where the innermost block stands around what is read: nothing of it is at that column or left of it.
pub(crate) type Indent = isize;

/// The text does not begin within any block.
pub(crate) const OUTERMOST: Indent = -1;

/// What a byte can be for the readers of plain and quoted texts.
pub(crate) mod class {
    pub const TEXT: u8 = 0;
    /// A blank or a break, or the first byte of a longer break.
    pub const GAP: u8 = 1;
    /// `:`
    pub const COLON: u8 = 2;
    /// What ends a plain text within brackets.
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

/// What a byte can be.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
pub(crate) fn class_of(byte: u8) -> u8 {
    class::OF[byte as usize]
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Cursor<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, at, line: at, fresh: true, flow: 0 }
    }

    /// A byte of the text, 0 behind its end.
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

    /// The column of the next byte, from 0. What may stand before a column that matters is ASCII.
    pub fn column(&self) -> Indent {
        (self.at - self.line) as Indent
    }

    /// How many bytes the line break at a byte has, 0 if there is none.
    pub fn break_length(&self, at: usize) -> usize {
        match self.byte(at) {
            b'\n' => 1,
            b'\r' => 1 + usize::from(self.byte(at + 1) == b'\n'),
            0xc2 if self.byte(at + 1) == 0x85 => 2,
            0xe2 if self.byte(at + 1) == 0x80 && matches!(self.byte(at + 2), 0xa8 | 0xa9) => 3,
            _ => 0,
        }
    }

    /// Whether a blank, a break or the end is at a byte.
    pub fn is_gap(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\t' | 0) || self.break_length(at) > 0
    }

    /// Whether an indicator is next that something has to be blank behind, such as `- `.
    pub fn is_indicator(&self, indicator: u8) -> bool {
        self.here() == indicator && self.is_gap(self.at + 1)
    }

    /// Whether the line is `---` or `...`, which ends whatever is before it.
    pub fn is_marker(&self) -> bool {
        let is = |dots: u8| (0..3).all(|n| self.byte(self.at + n) == dots);
        self.at == self.line && (is(b'-') || is(b'.')) && self.is_gap(self.at + 3)
    }

    /// Whether the document has ended.
    pub fn is_over(&self) -> bool {
        self.is_end() || self.is_marker()
    }

    /// Goes over blanks on the line.
    pub fn skip_blanks(&mut self) {
        while matches!(self.here(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Goes to the end of the line.
    pub fn skip_line(&mut self) {
        while !self.is_end() && self.break_length(self.at) == 0 {
            self.at += 1;
        }
    }

    /// Goes over a line break, if one is here.
    pub fn skip_break(&mut self) -> bool {
        let length = self.break_length(self.at);
        if length > 0 {
            self.at += length;
            self.line = self.at;
        }
        length > 0
    }

    /// Goes over a line break and keeps it in the form that it has in a text.
    pub fn take_break(&mut self, breaks: &mut String) -> bool {
        let at = self.at;
        if !self.skip_break() {
            return false;
        }
        breaks.push_str(if self.byte(at) == 0xe2 { self.slice(at, self.at) } else { "\n" });
        true
    }

    /// Goes over blanks, comments and breaks to what is next. A tab does not indent what may be a key.
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

/// What is wrong at a byte of the text.
pub(crate) fn fault<T>(problem: &'static str, at: usize) -> Read<T> {
    Err(Error::new(Fault::Syntax(problem), at))
}

/// Line breaks between two pieces of a text that is folded: one is a blank, more are one less.
pub(crate) fn fold(text: &mut String, breaks: &str) {
    match breaks.strip_prefix('\n') {
        Some("") => text.push(' '),
        Some(rest) => text.push_str(rest),
        None => text.push_str(breaks),
    }
}
