//! Whether what begins here is a key, which the rest of its line decides.

use crate::cursor::{Cursor, Indent, Read};
use crate::properties::Handles;

/// The longest key, in characters, that may be followed by its colon on the same line.
const LONGEST_KEY: usize = 1024;

/// A node that turns out to be a key if a colon follows on its line.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub at: usize,
    pub line: usize,
    pub column: Indent,
    /// How many flow collections are open there.
    pub flow: usize,
    /// Whether a key may begin there.
    pub allowed: bool,
    /// Whether only a key may begin there, because it is in the column of a block.
    pub required: bool,
}

pub(super) const NO_LIST_HERE: &str = "block sequence entries are not allowed in this context";
pub(super) const NO_KEY_HERE: &str = "mapping keys are not allowed in this context";
pub(super) const NO_VALUE_HERE: &str = "mapping values are not allowed in this context";

impl Candidate {
    /// Whether a colon at the cursor would be on the same line and not too far away.
    pub(super) fn is_near(&self, cursor: &Cursor<'_>) -> bool {
        let length = cursor.at - self.at;
        let is_short = || length <= LONGEST_KEY || cursor.slice(self.at, cursor.at).chars().count() <= LONGEST_KEY;
        cursor.line == self.line && is_short()
    }
}

impl<'t> Cursor<'t> {
    /// Whether a plain scalar begins here.
    pub(super) fn is_plain(&self) -> bool {
        match self.here() {
            b'-' => !self.is_gap(self.at + 1) && !self.is_marker(),
            b'?' | b':' => self.flow == 0 && !self.is_gap(self.at + 1),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@'
            | b'`' => false,
            b'.' => !self.is_marker(),
            _ => !self.is_gap(self.at),
        }
    }

    pub(super) fn may_begin_key(&self) -> bool {
        matches!(self.here(), b'"' | b'\'' | b'[' | b'{' | b'*' | b'&' | b'!') || self.is_plain()
    }

    /// Skips the next token, whatever it is.
    pub(super) fn token(&mut self, handles: &Handles<'t>, indent: Indent) -> Read<()> {
        let is_block = self.flow == 0;
        match self.here() {
            b'%' if self.column() == 0 => drop(self.directive()?),
            b'-' if self.is_indicator(b'-') && is_block && !self.fresh => return self.fault(NO_LIST_HERE),
            b'?' if self.is_indicator(b'?') && is_block && !self.fresh => return self.fault(NO_KEY_HERE),
            b':' if self.is_indicator(b':') && is_block && !self.fresh => return self.fault(NO_VALUE_HERE),
            b'"' | b'\'' => drop(self.quoted(false)?),
            b'&' | b'*' => drop(self.anchor()?),
            b'!' => drop(self.tag(handles)?),
            b'|' | b'>' if is_block => drop(self.block(indent)?),
            open @ (b'[' | b'{' | b',') => {
                self.flow += usize::from(open != b',');
                self.at += 1;
                self.fresh = true;
            }
            b']' | b'}' => {
                self.flow = self.flow.saturating_sub(1);
                self.at += 1;
                self.fresh = false;
            }
            b'-' | b'?' | b':' if self.is_gap(self.at + 1) || !is_block => {
                self.at += 1;
                self.fresh = is_block;
            }
            _ if self.is_plain() => drop(self.plain(indent)?),
            _ => return self.fault("found character that cannot start any token"),
        }
        Ok(())
    }

    /// Whether a colon makes the skipped text a key; skips what comes before the colon.
    pub(super) fn finds_colon(&mut self, candidate: Candidate, handles: &Handles<'t>, indent: Indent) -> Read<bool> {
        loop {
            let before = *self;
            self.skip_gap();
            if self.is_over() || !candidate.is_near(self) {
                *self = before;
                return Ok(false);
            }
            if self.flow <= candidate.flow {
                let is_indicator = self.flow == 0 && self.is_gap(self.at + 1);
                match self.here() {
                    b':' if is_indicator || self.flow > 0 => return Ok(true),
                    // After these, nothing before them is a key.
                    b',' | b']' | b'}' => return Ok(false),
                    b'|' | b'>' if self.flow == 0 => return Ok(false),
                    _ => {}
                }
            }
            self.token(handles, indent)?;
        }
    }
}
