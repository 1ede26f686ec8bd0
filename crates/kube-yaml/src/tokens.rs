//! YAML 1.1 text into tokens, with the rules and error texts of the library that `kubectl` uses. Only the
//! layout is looked at here; [`super::events`] makes nodes of the tokens.
//!
//! A plain or quoted text turns out to be a key when a colon follows it. Until that is decided, its
//! place in the queue of tokens is remembered, and the tokens that begin a key are put in before it.

use std::borrow::Cow;
use std::collections::VecDeque;

/// A place in the text and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub at: usize,
    pub problem: &'static str,
}

type Scanned<T> = Result<T, Fault>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token<'a> {
    VersionDirective {
        supported: bool,
    },
    TagDirective {
        handle: &'a str,
        prefix: &'a str,
    },
    DocumentStart,
    DocumentEnd,
    StreamEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    FlowEntry,
    BlockEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    /// `!suffix`, `!!suffix`, `!handle!suffix`; a tag in angle brackets has no handle.
    Tag {
        handle: &'a str,
        suffix: &'a str,
    },
    Scalar {
        text: Cow<'a, str>,
        plain: bool,
    },
}

/// A token with the bytes that it spans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<'a> {
    pub token: Token<'a>,
    pub start: usize,
    pub end: usize,
}

/// A token that may turn out to be a key, if a colon follows on the same line.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// Must be a key: it stands where the entries of a block map begin.
    required: bool,
    /// Number of the token since the beginning.
    number: usize,
    at: usize,
    line: usize,
    column: isize,
}

/// Longest text that can be a key without `?` before it.
const LONGEST_KEY: usize = 1024;

pub struct Tokens<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: usize,
    line_start: usize,
    queue: VecDeque<Spanned<'a>>,
    /// Tokens handed out.
    taken: usize,
    /// Number of the first token that may turn out to be a key.
    undecided: usize,
    done: bool,
    /// Indentation of the block that the text is in, -1 outside of any.
    indent: isize,
    outer_indents: Vec<isize>,
    /// For the block level and each level of brackets the candidate for a key.
    candidates: Vec<Option<Candidate>>,
    /// Whether a key may begin here.
    key_allowed: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        // A mark of the byte order does not count as a column.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Tokens {
            text,
            bytes: text.as_bytes(),
            at,
            line: 0,
            line_start: at,
            queue: VecDeque::with_capacity(8),
            taken: 0,
            undecided: 0,
            done: false,
            indent: -1,
            outer_indents: Vec::with_capacity(8),
            candidates: vec![None],
            key_allowed: true,
        }
    }

    /// The next token, which stays next. After the end of the stream it is that end for ever.
    #[inline]
    pub fn peek(&mut self) -> Scanned<&Spanned<'a>> {
        self.fill()?;
        // `fill` leaves at least one token.
        self.queue.front().ok_or(Fault { at: self.at, problem: "found unexpected end of stream" })
    }

    /// Takes the next token.
    pub fn next(&mut self) -> Scanned<Spanned<'a>> {
        self.fill()?;
        Ok(self.take().unwrap_or(Spanned { token: Token::StreamEnd, start: self.at, end: self.at }))
    }

    /// Takes the token that was peeked at.
    #[inline]
    pub fn skip(&mut self) {
        drop(self.take());
    }

    /// Takes what is first in the queue, but never the end of the stream.
    #[inline]
    fn take(&mut self) -> Option<Spanned<'a>> {
        if matches!(self.queue.front()?.token, Token::StreamEnd) {
            return None;
        }
        self.taken += 1;
        self.queue.pop_front()
    }

    /// Scans until it is known what the next token is.
    #[inline]
    fn fill(&mut self) -> Scanned<()> {
        if self.taken < self.undecided && !self.queue.is_empty() { Ok(()) } else { self.scan_to_next() }
    }

    fn scan_to_next(&mut self) -> Scanned<()> {
        while !self.done {
            if !self.queue.is_empty() {
                self.drop_stale_candidates()?;
                let candidates = self.candidates.iter().flatten().map(|candidate| candidate.number);
                self.undecided = candidates.min().unwrap_or(usize::MAX);
                if self.taken < self.undecided {
                    break;
                }
            }
            self.scan()?;
        }
        Ok(())
    }

    fn in_flow(&self) -> bool {
        self.candidates.len() > 1
    }

    fn column(&self) -> isize {
        (self.at - self.line_start) as isize
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn is_end(&self, ahead: usize) -> bool {
        self.at + ahead >= self.bytes.len()
    }

    /// Length of the line break at the place `ahead`, 0 if there is none.
    fn break_length(&self, ahead: usize) -> usize {
        match self.byte(ahead) {
            b'\n' => 1,
            b'\r' if self.byte(ahead + 1) == b'\n' => 2,
            b'\r' => 1,
            0xc2 if self.byte(ahead + 1) == 0x85 => 2,
            0xe2 if self.byte(ahead + 1) == 0x80 && matches!(self.byte(ahead + 2), 0xa8 | 0xa9) => 3,
            _ => 0,
        }
    }

    fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t')
    }

    fn is_break_or_end(&self, ahead: usize) -> bool {
        self.is_end(ahead) || self.break_length(ahead) > 0
    }

    fn is_blank_or_end(&self, ahead: usize) -> bool {
        self.is_blank(ahead) || self.is_break_or_end(ahead)
    }

    fn skip_spaces(&mut self) {
        while self.bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    /// Moves behind a line break; tells what stands for it in a text.
    fn take_break(&mut self) -> &'static str {
        let length = self.break_length(0);
        let kept = match (self.byte(0), self.byte(2)) {
            (0xe2, 0xa8) => "\u{2028}",
            (0xe2, 0xa9) => "\u{2029}",
            _ => "\n",
        };
        self.at += length;
        self.line += 1;
        self.line_start = self.at;
        kept
    }

    fn fault<T>(&self, problem: &'static str) -> Scanned<T> {
        Err(Fault { at: self.at, problem })
    }

    fn push(&mut self, token: Token<'a>, start: usize) {
        self.queue.push_back(Spanned { token, start, end: self.at });
    }

    /// `---` or `...` at the beginning of a line, with a blank after it.
    fn at_document_marker(&self) -> bool {
        self.at == self.line_start
            && matches!(self.bytes.get(self.at..self.at + 3), Some(b"---" | b"..."))
            && self.is_blank_or_end(3)
    }

    // Candidates for keys.

    fn drop_stale_candidates(&mut self) -> Scanned<()> {
        let (line, at) = (self.line, self.at);
        for candidate in &mut self.candidates {
            if let Some(key) = candidate
                && (key.line < line || key.at + LONGEST_KEY < at)
            {
                if key.required {
                    return Err(Fault { at: key.at, problem: "could not find expected ':'" });
                }
                *candidate = None;
            }
        }
        Ok(())
    }

    fn add_candidate(&mut self) -> Scanned<()> {
        if !self.key_allowed {
            return Ok(());
        }
        self.drop_candidate()?;
        let candidate = Candidate {
            required: !self.in_flow() && self.indent == self.column(),
            number: self.taken + self.queue.len(),
            at: self.at,
            line: self.line,
            column: self.column(),
        };
        if let Some(last) = self.candidates.last_mut() {
            *last = Some(candidate);
        }
        Ok(())
    }

    fn drop_candidate(&mut self) -> Scanned<()> {
        match self.candidates.last_mut().and_then(Option::take) {
            Some(key) if key.required => Err(Fault { at: key.at, problem: "could not find expected ':'" }),
            _ => Ok(()),
        }
    }

    // Indentation.

    /// Begins a block if the column is right of the present one. `number` puts its token before that one.
    fn begin_block(&mut self, column: isize, number: Option<usize>, token: Token<'a>, at: usize) {
        if self.in_flow() || self.indent >= column {
            return;
        }
        self.outer_indents.push(self.indent);
        self.indent = column;
        let token = Spanned { token, start: at, end: at };
        match number {
            Some(number) => self.queue.insert(number.saturating_sub(self.taken), token),
            None => self.queue.push_back(token),
        }
    }

    /// Ends the blocks that begin right of `column`.
    fn end_blocks(&mut self, column: isize) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.push(Token::BlockEnd, self.at);
            self.indent = self.outer_indents.pop().unwrap_or(-1);
        }
    }

    // Tokens.

    fn scan(&mut self) -> Scanned<()> {
        self.skip_to_token();
        self.drop_stale_candidates()?;
        self.end_blocks(self.column());
        let start = self.at;
        if self.is_end(0) {
            self.end_blocks(-1);
            if let Some(key) = self.candidates.iter().flatten().find(|candidate| candidate.required) {
                return Err(Fault { at: key.at, problem: "could not find expected ':'" });
            }
            self.candidates.fill(None);
            self.key_allowed = false;
            self.done = true;
            self.push(Token::StreamEnd, start);
            return Ok(());
        }
        let byte = self.byte(0);
        if self.at == self.line_start {
            if byte == b'%' {
                return self.directive();
            }
            if self.at_document_marker() {
                self.end_blocks(-1);
                self.drop_candidate()?;
                self.key_allowed = false;
                self.at += 3;
                self.push(if byte == b'-' { Token::DocumentStart } else { Token::DocumentEnd }, start);
                return Ok(());
            }
        }
        match byte {
            b'[' => self.flow_start(Token::FlowSequenceStart),
            b'{' => self.flow_start(Token::FlowMappingStart),
            b']' => self.flow_end(Token::FlowSequenceEnd),
            b'}' => self.flow_end(Token::FlowMappingEnd),
            b',' => {
                self.drop_candidate()?;
                self.key_allowed = true;
                self.at += 1;
                self.push(Token::FlowEntry, start);
                Ok(())
            }
            b'-' if self.is_blank_or_end(1) => self.block_entry(),
            b'?' if self.is_blank_or_end(1) => self.explicit_key(),
            b':' if self.in_flow() || self.is_blank_or_end(1) => self.value(),
            b'*' | b'&' => self.anchor(),
            b'!' => self.tag(),
            b'|' | b'>' if !self.in_flow() => self.block_scalar(byte == b'|'),
            b'\'' | b'"' => self.quoted(byte),
            b'-' => self.plain(),
            b'?' | b':' if !self.in_flow() || byte == b'?' => self.plain(),
            b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b'\t' => {
                self.fault("found character that cannot start any token")
            }
            _ => self.plain(),
        }
    }

    fn skip_to_token(&mut self) {
        loop {
            // A tab where a key may begin would be indentation, which tabs cannot be.
            self.skip_spaces();
            while self.byte(0) == b'\t' && (self.in_flow() || !self.key_allowed) {
                self.at += 1;
                self.skip_spaces();
            }
            if self.byte(0) == b'#' {
                while !self.is_break_or_end(0) {
                    self.at += 1;
                }
            }
            if self.break_length(0) == 0 {
                return;
            }
            self.take_break();
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    fn directive(&mut self) -> Scanned<()> {
        self.end_blocks(-1);
        self.drop_candidate()?;
        self.key_allowed = false;
        let start = self.at;
        while !self.is_break_or_end(0) {
            self.at += 1;
        }
        let line = self.text.get(start..self.at).unwrap_or_default();
        let line = line.split(" #").next().unwrap_or_default();
        let mut words = line.split_ascii_whitespace();
        let wrong = |problem| Err(Fault { at: start, problem });
        let token = match (words.next(), words.next(), words.next(), words.next()) {
            (Some("%YAML"), Some(version), None, None) => Token::VersionDirective { supported: version == "1.1" },
            (Some("%YAML"), ..) => return wrong("did not find expected digit or '.' character"),
            (Some("%TAG"), Some(handle), Some(prefix), None) => Token::TagDirective { handle, prefix },
            (Some("%TAG"), ..) => return wrong("did not find expected whitespace"),
            _ => return wrong("found unknown directive name"),
        };
        self.push(token, start);
        Ok(())
    }

    fn flow_start(&mut self, token: Token<'a>) -> Scanned<()> {
        self.add_candidate()?;
        self.candidates.push(None);
        self.key_allowed = true;
        let start = self.at;
        self.at += 1;
        self.push(token, start);
        Ok(())
    }

    fn flow_end(&mut self, token: Token<'a>) -> Scanned<()> {
        self.drop_candidate()?;
        if self.in_flow() {
            self.candidates.pop();
        }
        self.key_allowed = false;
        let start = self.at;
        self.at += 1;
        self.push(token, start);
        Ok(())
    }

    fn block_entry(&mut self) -> Scanned<()> {
        let start = self.at;
        if !self.in_flow() {
            if !self.key_allowed {
                return self.fault("block sequence entries are not allowed in this context");
            }
            self.begin_block(self.column(), None, Token::BlockSequenceStart, start);
        }
        self.drop_candidate()?;
        self.key_allowed = true;
        self.at += 1;
        self.push(Token::BlockEntry, start);
        Ok(())
    }

    fn explicit_key(&mut self) -> Scanned<()> {
        let start = self.at;
        if !self.in_flow() {
            if !self.key_allowed {
                return self.fault("mapping keys are not allowed in this context");
            }
            self.begin_block(self.column(), None, Token::BlockMappingStart, start);
        }
        self.drop_candidate()?;
        self.key_allowed = !self.in_flow();
        self.at += 1;
        self.push(Token::Key, start);
        Ok(())
    }

    fn value(&mut self) -> Scanned<()> {
        let start = self.at;
        match self.candidates.last_mut().and_then(Option::take) {
            Some(key) => {
                let token = Spanned { token: Token::Key, start: key.at, end: key.at };
                self.queue.insert(key.number.saturating_sub(self.taken), token);
                self.begin_block(key.column, Some(key.number), Token::BlockMappingStart, key.at);
                self.key_allowed = false;
            }
            None => {
                if !self.in_flow() {
                    if !self.key_allowed {
                        return self.fault("mapping values are not allowed in this context");
                    }
                    self.begin_block(self.column(), None, Token::BlockMappingStart, start);
                }
                self.key_allowed = !self.in_flow();
            }
        }
        self.at += 1;
        self.push(Token::Value, start);
        Ok(())
    }

    fn anchor(&mut self) -> Scanned<()> {
        self.add_candidate()?;
        self.key_allowed = false;
        let start = self.at;
        let is_alias = self.byte(0) == b'*';
        self.at += 1;
        while self.byte(0).is_ascii_alphanumeric() || matches!(self.byte(0), b'_' | b'-') {
            self.at += 1;
        }
        let name = self.text.get(start + 1..self.at).unwrap_or_default();
        let ends = self.is_blank_or_end(0) || b"?:,]}%@`".contains(&self.byte(0));
        if name.is_empty() || !ends {
            return self.fault("did not find expected alphabetic or numeric character");
        }
        self.push(if is_alias { Token::Alias(name) } else { Token::Anchor(name) }, start);
        Ok(())
    }

    fn tag(&mut self) -> Scanned<()> {
        self.add_candidate()?;
        self.key_allowed = false;
        let start = self.at;
        let token = if self.byte(1) == b'<' {
            self.at += 2;
            while is_of_uri(self.byte(0)) {
                self.at += 1;
            }
            let suffix = self.text.get(start + 2..self.at).unwrap_or_default();
            if self.byte(0) != b'>' {
                return self.fault("did not find the expected '>'");
            }
            self.at += 1;
            Token::Tag { handle: "", suffix }
        } else {
            self.at += 1;
            while is_of_uri(self.byte(0)) && !(self.in_flow() && matches!(self.byte(0), b',' | b'[' | b']')) {
                self.at += 1;
            }
            let whole = self.text.get(start..self.at).unwrap_or_default();
            let handle_end = whole.rfind('!').map_or(0, |bang| bang + 1);
            let (handle, suffix) = whole.split_at(handle_end);
            Token::Tag { handle, suffix }
        };
        let ends_flow = self.in_flow() && matches!(self.byte(0), b',' | b']' | b'}');
        if !self.is_blank_or_end(0) && !ends_flow {
            return self.fault("did not find expected whitespace or line break");
        }
        self.push(token, start);
        Ok(())
    }

    fn block_scalar(&mut self, literal: bool) -> Scanned<()> {
        self.drop_candidate()?;
        self.key_allowed = true;
        let start = self.at;
        self.at += 1;
        let mut keep = None;
        let mut increment = 0;
        for _ in 0..2 {
            match self.byte(0) {
                b'+' if keep.is_none() => keep = Some(true),
                b'-' if keep.is_none() => keep = Some(false),
                b'0' => return self.fault("found an indentation indicator equal to 0"),
                digit @ b'1'..=b'9' if increment == 0 => increment = isize::from(digit - b'0'),
                _ => break,
            }
            self.at += 1;
        }
        while self.is_blank(0) {
            self.at += 1;
        }
        if self.byte(0) == b'#' {
            while !self.is_break_or_end(0) {
                self.at += 1;
            }
        }
        if !self.is_break_or_end(0) {
            return self.fault("did not find expected comment or line break");
        }
        if !self.is_end(0) {
            self.take_break();
        }
        let mut end = self.at;
        let mut breaks = String::new();
        let mut indent = if increment > 0 { self.indent.max(0) + increment } else { 0 };
        self.block_breaks(&mut indent, &mut breaks, &mut end)?;
        let mut text = String::new();
        let mut line_break = "";
        let mut blank_before = false;
        while self.column() == indent && !self.is_end(0) {
            let blank_here = self.is_blank(0);
            if !literal && line_break == "\n" && !blank_before && !blank_here {
                if breaks.is_empty() {
                    text.push(' ');
                }
            } else {
                text.push_str(line_break);
            }
            text.push_str(&breaks);
            breaks.clear();
            blank_before = blank_here;
            let line = self.at;
            while !self.is_break_or_end(0) {
                self.at += 1;
            }
            text.push_str(self.text.get(line..self.at).unwrap_or_default());
            end = self.at;
            line_break = if self.is_end(0) { "" } else { self.take_break() };
            self.block_breaks(&mut indent, &mut breaks, &mut end)?;
        }
        if keep != Some(false) {
            text.push_str(line_break);
        }
        if keep == Some(true) {
            text.push_str(&breaks);
        }
        self.queue.push_back(Spanned { token: Token::Scalar { text: text.into(), plain: false }, start, end });
        Ok(())
    }

    /// Skips the indentation of a block scalar's line and the empty lines before it. `indent` is 0 until the
    /// first line with content tells it.
    fn block_breaks(&mut self, indent: &mut isize, breaks: &mut String, end: &mut usize) -> Scanned<()> {
        let mut deepest = 0;
        loop {
            while (*indent == 0 || self.column() < *indent) && self.byte(0) == b' ' {
                self.at += 1;
            }
            deepest = deepest.max(self.column());
            if (*indent == 0 || self.column() < *indent) && self.byte(0) == b'\t' {
                return self.fault("found a tab character where an indentation space is expected");
            }
            if self.break_length(0) == 0 {
                break;
            }
            breaks.push_str(self.take_break());
            *end = self.at;
        }
        if *indent == 0 {
            *indent = deepest.max(self.indent + 1).max(1);
        }
        Ok(())
    }

    fn quoted(&mut self, quote: u8) -> Scanned<()> {
        self.add_candidate()?;
        self.key_allowed = false;
        let start = self.at;
        self.at += 1;
        // Most quoted texts are a piece of the source.
        let simple = self.bytes[self.at..]
            .iter()
            .position(|b| *b == quote || matches!(b, b'\\' | b'\n' | b'\r' | 0xc2 | 0xe2))
            .filter(|length| self.byte(*length) == quote && !(quote == b'\'' && self.byte(length + 1) == quote));
        if let Some(length) = simple {
            let text = self.text.get(self.at..self.at + length).unwrap_or_default();
            self.at += length + 1;
            self.text(Token::Scalar { text: text.into(), plain: false }, start, self.at);
            return Ok(());
        }
        let mut text = String::new();
        loop {
            if self.at_document_marker() {
                return self.fault("found unexpected document indicator");
            }
            if self.is_end(0) {
                return self.fault("found unexpected end of stream");
            }
            let mut on_new_line = false;
            while !self.is_blank_or_end(0) {
                let byte = self.byte(0);
                if byte == quote {
                    if quote == b'\'' && self.byte(1) == b'\'' {
                        text.push('\'');
                        self.at += 2;
                        continue;
                    }
                    break;
                }
                if byte != b'\\' || quote == b'\'' {
                    self.take_character(&mut text);
                } else if self.break_length(1) > 0 {
                    self.at += 1;
                    self.take_break();
                    on_new_line = true;
                    break;
                } else {
                    self.escape(&mut text)?;
                }
            }
            if self.byte(0) == quote {
                break;
            }
            self.fold(&mut text, on_new_line, None)?;
        }
        self.at += 1;
        self.text(Token::Scalar { text: text.into(), plain: false }, start, self.at);
        Ok(())
    }

    /// Adds a text, for which a candidate was added if it may be a key. Most keys have their colon right behind them.
    fn text(&mut self, token: Token<'a>, start: usize, end: usize) {
        let (at, line) = (self.at, self.line);
        let before_colon = self.byte(0) == b':' && self.is_blank_or_end(1);
        let is_this = |key: &mut Candidate| key.at == start && key.line == line && at - start <= LONGEST_KEY;
        let key = self.candidates.last_mut().filter(|_| before_colon).and_then(|candidate| candidate.take_if(is_this));
        let spanned = Spanned { token, start, end };
        let Some(key) = key else {
            self.queue.push_back(spanned);
            return;
        };
        self.begin_block(key.column, None, Token::BlockMappingStart, start);
        self.queue.push_back(Spanned { token: Token::Key, start, end: start });
        self.queue.push_back(spanned);
        self.at += 1;
        self.push(Token::Value, at);
    }

    fn take_character(&mut self, text: &mut String) {
        if let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            text.push(c);
            self.at += c.len_utf8();
        }
    }

    fn escape(&mut self, text: &mut String) -> Scanned<()> {
        let (character, digits) = match self.byte(1) {
            b'0' => ('\0', 0),
            b'a' => ('\u{7}', 0),
            b'b' => ('\u{8}', 0),
            b't' | b'\t' => ('\t', 0),
            b'n' => ('\n', 0),
            b'v' => ('\u{b}', 0),
            b'f' => ('\u{c}', 0),
            b'r' => ('\r', 0),
            b'e' => ('\u{1b}', 0),
            b' ' => (' ', 0),
            b'"' => ('"', 0),
            b'\'' => ('\'', 0),
            b'/' => ('/', 0),
            b'\\' => ('\\', 0),
            b'N' => ('\u{85}', 0),
            b'_' => ('\u{a0}', 0),
            b'L' => ('\u{2028}', 0),
            b'P' => ('\u{2029}', 0),
            b'x' => ('x', 2),
            b'u' => ('u', 4),
            b'U' => ('U', 8),
            _ => return self.fault("found unknown escape character"),
        };
        if digits == 0 {
            text.push(character);
            self.at += 2;
            return Ok(());
        }
        let hex = self.text.get(self.at + 2..self.at + 2 + digits).unwrap_or_default();
        if hex.len() != digits || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            return self.fault("did not find expected hexdecimal number");
        }
        let code = u32::from_str_radix(hex, 16).unwrap_or(u32::MAX);
        let mut length = 2 + digits;
        let mut character = char::from_u32(code);
        if let 0xd800..0xdc00 = code {
            // JSON writes characters beyond 16 bits as two escapes.
            let low = self.text.get(self.at + length..self.at + length + 6).and_then(|low| low.strip_prefix("\\u"));
            if let Some(low @ 0xdc00..0xe000) = low.and_then(|low| u32::from_str_radix(low, 16).ok()) {
                character = char::from_u32(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
                length += 6;
            }
        }
        match character {
            Some(character) => text.push(character),
            None => return self.fault("found invalid Unicode character escape code"),
        }
        self.at += length;
        Ok(())
    }

    /// Goes over blanks and line breaks inside a text and adds what they amount to: the blanks themselves on
    /// one line; across lines a blank for a single break, else the breaks after the first.
    /// `plain_indent` is the least column of a plain text; blanks are then left out unless more text follows.
    fn fold(&mut self, text: &mut String, mut on_new_line: bool, plain_indent: Option<isize>) -> Scanned<Folded> {
        let start = self.at;
        let mut first_break = "";
        let mut more_breaks = String::new();
        let mut end_of_blanks = self.at;
        loop {
            self.skip_spaces();
            if !on_new_line {
                end_of_blanks = self.at;
            }
            if self.byte(0) == b'\t' {
                if let Some(indent) = plain_indent
                    && on_new_line
                    && self.column() < indent
                {
                    return self.fault("found a tab character that violates indentation");
                }
                self.at += 1;
            } else if self.break_length(0) == 0 {
                break;
            } else if on_new_line {
                more_breaks.push_str(self.take_break());
            } else {
                first_break = self.take_break();
                on_new_line = true;
            }
        }
        let folded = if !on_new_line {
            Folded::Blanks(start..end_of_blanks)
        } else if first_break == "\n" && more_breaks.is_empty() {
            Folded::Break(Cow::Borrowed(" "))
        } else if first_break == "\n" {
            Folded::Break(more_breaks.into())
        } else {
            Folded::Break(format!("{first_break}{more_breaks}").into())
        };
        if plain_indent.is_none() {
            self.add_folded(text, &folded);
        }
        Ok(folded)
    }

    fn add_folded(&self, text: &mut String, folded: &Folded) {
        match folded {
            Folded::Nothing => {}
            Folded::Blanks(range) => text.push_str(self.text.get(range.clone()).unwrap_or_default()),
            Folded::Break(breaks) => text.push_str(breaks),
        }
    }

    fn plain(&mut self) -> Scanned<()> {
        self.add_candidate()?;
        self.key_allowed = false;
        let start = self.at;
        let mut end = self.at;
        let indent = self.indent + 1;
        let mut joined: Option<String> = None;
        let mut gap = Folded::Nothing;
        loop {
            if self.at_document_marker() || self.byte(0) == b'#' {
                break;
            }
            let word = self.at;
            self.skip_word();
            if self.at == word {
                break;
            }
            if joined.is_some() || matches!(gap, Folded::Break(_)) {
                let whole = joined.get_or_insert_with(|| self.text.get(start..end).unwrap_or_default().to_owned());
                self.add_folded(whole, &gap);
                whole.push_str(self.text.get(word..self.at).unwrap_or_default());
            }
            end = self.at;
            if !(self.is_blank(0) || self.break_length(0) > 0) {
                gap = Folded::Nothing;
                break;
            }
            gap = self.fold(&mut String::new(), false, Some(indent))?;
            if !self.in_flow() && self.column() < indent {
                break;
            }
        }
        if matches!(gap, Folded::Break(_)) {
            self.key_allowed = true;
        }
        let text = match joined {
            Some(joined) => Cow::Owned(joined),
            None => Cow::Borrowed(self.text.get(start..end).unwrap_or_default()),
        };
        self.text(Token::Scalar { text, plain: true }, start, end);
        Ok(())
    }

    /// Goes to the end of a word of a plain text: a blank, a colon before a blank, a bracket in brackets.
    fn skip_word(&mut self) {
        let in_flow = self.in_flow();
        let may_end = if in_flow { &MAY_END_IN_FLOW } else { &MAY_END };
        while let Some(ahead) =
            self.bytes.get(self.at..).and_then(|rest| rest.iter().position(|byte| may_end[usize::from(*byte)]))
        {
            self.at += ahead;
            match self.byte(0) {
                b':' if self.is_blank_or_end(1) => return,
                b':' if in_flow && matches!(self.byte(1), b',' | b'[' | b']' | b'{' | b'}') => return,
                0xc2 | 0xe2 if self.break_length(0) > 0 => return,
                b':' | 0xc2 | 0xe2 => self.at += 1,
                _ => return,
            }
        }
        self.at = self.bytes.len();
    }
}

/// The bytes with which something may begin that ends a word of a plain text.
const MAY_END: [bool; 256] = table(b" \t\n\r:\xc2\xe2");
const MAY_END_IN_FLOW: [bool; 256] = table(b" \t\n\r:\xc2\xe2,[]{}");

const fn table(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

/// What blanks and line breaks between the words of a text amount to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Folded {
    Nothing,
    /// Blanks on one line, as they stand in the source.
    Blanks(std::ops::Range<usize>),
    /// What stands for the line breaks.
    Break(Cow<'static, str>),
}

fn is_of_uri(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_;/?:@&=+$.!~*'()[]%#,".contains(&byte)
}
