//! Reads the four forms of scalars: plain, single-quoted, double-quoted and block.

use std::borrow::Cow;

use crate::cursor::{Cursor, Indent, Read, class, class_of, fault, fold};

/// How a block ends.
#[derive(Clone, Copy, PartialEq)]
enum Chomp {
    Strip,
    Clip,
    Keep,
}

impl<'t> Cursor<'t> {
    /// Reads a plain scalar, whose further lines are to the right of `indent`.
    pub fn plain(&mut self, indent: Indent) -> Read<Cow<'t, str>> {
        let start = self.at;
        self.skip_plain();
        let mut text = Cow::Borrowed(self.slice(start, self.at));
        while let Some(next) = self.next_line(indent)? {
            let mut breaks = String::new();
            while self.at < next.at {
                if !self.take_break(&mut breaks) {
                    self.at += 1;
                }
            }
            self.skip_plain();
            fold(text.to_mut(), &breaks);
            text.to_mut().push_str(self.slice(next.at, self.at));
        }
        self.fresh = false;
        Ok(text)
    }

    /// Skips the plain scalar on the line, without blanks at its end.
    fn skip_plain(&mut self) {
        let special = class::GAP | class::COLON | if self.flow > 0 { class::FLOW } else { 0 };
        let bytes = self.text.as_bytes();
        let mut end = self.at;
        loop {
            let found = bytes.get(end..).unwrap_or_default().iter().position(|b| class_of(*b) & special != 0);
            end = found.map_or(bytes.len(), |found| end + found);
            self.at = end;
            match self.here() {
                b':' if !self.is_gap(end + 1) => end += 1,
                b' ' | b'\t' => {
                    let after = |end: usize| matches!(self.byte(end), b' ' | b'\t');
                    while after(end) {
                        end += 1;
                    }
                    if self.byte(end) == b'#' || self.ends_plain(end) {
                        return;
                    }
                }
                0xc2 | 0xe2 if self.break_length(end) == 0 => end += 1,
                _ => return,
            }
        }
    }

    /// Whether a plain scalar cannot continue at an offset after a blank.
    fn ends_plain(&self, at: usize) -> bool {
        match self.byte(at) {
            b':' => self.is_gap(at + 1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => self.flow > 0,
            _ => self.is_gap(at),
        }
    }

    /// Where a plain scalar continues on a further line, if it does.
    fn next_line(&self, indent: Indent) -> Read<Option<Cursor<'t>>> {
        let mut next = *self;
        next.skip_blanks();
        if !next.skip_break() {
            return Ok(None);
        }
        loop {
            while matches!(next.here(), b' ' | b'\t') {
                if next.here() == b'\t' && next.column() <= indent {
                    return next.fault("found a tab character that violates indentation");
                }
                next.at += 1;
            }
            if !next.skip_break() {
                break;
            }
        }
        let is_inside = next.flow > 0 || next.column() > indent;
        Ok((is_inside && next.here() != b'#' && !next.ends_plain(next.at) && !next.is_marker()).then_some(next))
    }

    /// Reads a quoted scalar. With `json`, it may have two escapes that JSON has and YAML does not have.
    pub fn quoted(&mut self, json: bool) -> Read<Cow<'t, str>> {
        let quote = self.here();
        let special = class::GAP | class::QUOTE | class::ESCAPE;
        self.at += 1;
        self.fresh = false;
        let bytes = self.text.as_bytes();
        let mut text = Cow::Borrowed("");
        let mut start = self.at;
        // What is literal is added when something comes next that is not.
        loop {
            let rest = bytes.get(self.at..).unwrap_or_default();
            let found = rest.iter().position(|b| class_of(*b) & special != 0);
            self.at = found.map_or(bytes.len(), |found| self.at + found);
            match self.here() {
                _ if self.is_end() => return self.fault("found unexpected end of stream"),
                b'\'' if quote == b'\'' && self.byte(self.at + 1) == quote => {
                    add(&mut text, self.slice(start, self.at + 1));
                    self.at += 2;
                    start = self.at;
                }
                byte if byte == quote => {
                    add(&mut text, self.slice(start, self.at));
                    self.at += 1;
                    return Ok(text);
                }
                b'\\' if quote == b'"' => {
                    add(&mut text, self.slice(start, self.at));
                    self.escape(text.to_mut(), json)?;
                    start = self.at;
                }
                b' ' | b'\t' => {
                    let end = self.at;
                    self.skip_blanks();
                    if self.break_length(self.at) > 0 {
                        add(&mut text, self.slice(start, end));
                        self.fold_lines(text.to_mut(), false)?;
                        start = self.at;
                    }
                }
                _ if self.break_length(self.at) > 0 => {
                    add(&mut text, self.slice(start, self.at));
                    self.fold_lines(text.to_mut(), false)?;
                    start = self.at;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Reads the line breaks between two pieces of a quoted scalar. An escaped break does not count, so all breaks after it do.
    fn fold_lines(&mut self, text: &mut String, escaped: bool) -> Read<()> {
        let mut breaks = String::new();
        while self.take_break(&mut breaks) {
            self.outside_marker()?;
            self.skip_blanks();
        }
        match escaped {
            true => text.push_str(&breaks),
            false => fold(text, &breaks),
        }
        Ok(())
    }

    fn outside_marker(&self) -> Read<()> {
        if self.is_marker() { self.fault("found unexpected document indicator") } else { Ok(()) }
    }

    /// Reads an escape in double quotes.
    fn escape(&mut self, text: &mut String, json: bool) -> Read<()> {
        let at = self.at;
        self.at += 1;
        if self.skip_break() {
            self.outside_marker()?;
            self.skip_blanks();
            return self.fold_lines(text, true);
        }
        let digits = match self.here() {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => 0,
        };
        if digits > 0 {
            self.at += 1;
            text.push(self.code_point(digits, json, at)?);
            return Ok(());
        }
        text.push(match self.here() {
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\u{b}',
            b'f' => '\u{c}',
            b'r' => '\r',
            b'e' => '\u{1b}',
            b' ' => ' ',
            b'"' => '"',
            b'\'' => '\'',
            b'\\' => '\\',
            b'/' if json => '/',
            b'N' => '\u{85}',
            b'_' => '\u{a0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            _ => return fault("found unknown escape character", at),
        });
        self.at += 1;
        Ok(())
    }

    /// Reads the character for a code point with this number of digits; in JSON it may consist of two such escapes. `at` is the
    /// offset at which the escape begins.
    fn code_point(&mut self, digits: usize, json: bool, at: usize) -> Read<char> {
        let mut code = self.hexadecimal(digits, at)?;
        let is_pair =
            json && digits == 4 && (0xd800..0xdc00).contains(&code) && self.slice(self.at, self.at + 2) == "\\u";
        if is_pair {
            self.at += 2;
            let low = self.hexadecimal(4, at)?.wrapping_sub(0xdc00);
            code = if low < 0x400 { 0x10000 + ((code - 0xd800) << 10) + low } else { code };
        }
        match char::from_u32(code) {
            Some(character) => Ok(character),
            None => fault("found invalid Unicode character escape code", at),
        }
    }

    /// Reads a hexadecimal number with this number of digits; `at` is the offset at which the escape begins.
    fn hexadecimal(&mut self, digits: usize, at: usize) -> Read<u32> {
        let text = self.slice(self.at, self.at + digits);
        let is_number = text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u32::from_str_radix(text, 16) {
            Ok(code) if is_number => {
                self.at += digits;
                Ok(code)
            }
            _ => fault("did not find expected hexdecimal number", at),
        }
    }

    /// Reads a block scalar, `|` or `>`, to the right of `indent`, and the offset at which it ends.
    pub fn block(&mut self, indent: Indent) -> Read<(String, usize)> {
        let folded = self.here() == b'>';
        self.at += 1;
        let (chomp, deeper) = self.block_header()?;
        let mut breaks = String::new();
        let column = match deeper {
            Some(deeper) => {
                let column = indent.max(0) + deeper;
                self.skip_empty_lines(column, &mut breaks)?;
                column
            }
            None => self.block_column(indent, &mut breaks)?,
        };
        let mut text = String::new();
        let mut end = self.at;
        // Of the last line: its break, and whether it is indented more than the block, where nothing is folded.
        let (mut last, mut was_deeper) = (String::new(), true);
        while self.column() == column && !self.is_end() {
            let is_deeper = matches!(self.here(), b' ' | b'\t');
            if folded && !was_deeper && !is_deeper && last == "\n" {
                last += &breaks;
                fold(&mut text, &last);
            } else {
                text += &last;
                text += &breaks;
            }
            was_deeper = is_deeper;
            let start = self.at;
            self.skip_line();
            text += self.slice(start, self.at);
            end = self.at;
            last.clear();
            breaks.clear();
            self.take_break(&mut last);
            self.skip_empty_lines(column, &mut breaks)?;
        }
        if chomp != Chomp::Strip {
            text += &last;
        }
        if chomp == Chomp::Keep {
            text += &breaks;
        }
        self.fresh = true;
        Ok((text, end))
    }

    /// Reads what follows the `|`: how the block ends, and its indentation.
    fn block_header(&mut self) -> Read<(Chomp, Option<Indent>)> {
        let (mut chomp, mut deeper) = (None, None);
        loop {
            match self.here() {
                b'-' if chomp.is_none() => chomp = Some(Chomp::Strip),
                b'+' if chomp.is_none() => chomp = Some(Chomp::Keep),
                b'0' if deeper.is_none() => return self.fault("found an indentation indicator equal to 0"),
                digit @ b'1'..=b'9' if deeper.is_none() => deeper = Some(Indent::from(digit - b'0')),
                _ => break,
            }
            self.at += 1;
        }
        self.end_of_line()?;
        Ok((chomp.unwrap_or(Chomp::Clip), deeper))
    }

    /// Checks that only a comment follows on the line.
    pub fn end_of_line(&mut self) -> Read<()> {
        self.skip_blanks();
        if self.here() == b'#' {
            self.skip_line();
        }
        if !self.is_end() && !self.skip_break() {
            return self.fault("did not find expected comment or line break");
        }
        Ok(())
    }

    /// Skips lines of nothing but blanks, at most `column` of them, and the indentation of the next line.
    fn skip_empty_lines(&mut self, column: Indent, breaks: &mut String) -> Read<()> {
        loop {
            while self.here() == b' ' && self.column() < column {
                self.at += 1;
            }
            if self.here() == b'\t' && self.column() < column {
                return self.fault("found a tab character where an indentation space is expected");
            }
            if !self.take_break(breaks) {
                return Ok(());
            }
        }
    }

    /// Determines the column of a block from its first line.
    fn block_column(&mut self, indent: Indent, breaks: &mut String) -> Read<Indent> {
        let mut column = 0;
        loop {
            while self.here() == b' ' {
                self.at += 1;
            }
            column = column.max(self.column());
            if self.here() == b'\t' {
                return self.fault("found a tab character where an indentation space is expected");
            }
            if !self.take_break(breaks) {
                return Ok(column.max(indent + 1).max(1));
            }
        }
    }
}

/// Adds a literal piece to a text, which borrows the first of them.
fn add<'t>(text: &mut Cow<'t, str>, piece: &'t str) {
    match text.is_empty() {
        true => *text = Cow::Borrowed(piece),
        false => text.to_mut().push_str(piece),
    }
}
