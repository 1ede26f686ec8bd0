//! Flow collections: lists and maps in brackets.

use super::{Builder, Raw, Reader};
use crate::cursor::{Indent, Read};
use crate::properties::Properties;

impl<'t, B: Builder<'t>> Reader<'t, '_, B> {
    /// Goes to the next entry of a flow collection, if there is one.
    fn next_entry(&mut self, close: u8, is_first: bool, indent: Indent) -> Read<bool> {
        self.cursor.skip_gap();
        if !is_first && self.cursor.here() != close {
            if self.cursor.here() != b',' {
                return self.unexpected(no_bracket(close), indent);
            }
            self.skip(1);
            self.cursor.fresh = true;
            self.cursor.skip_gap();
        }
        Ok(self.cursor.here() != close)
    }

    fn open_bracket(&mut self) -> Read<()> {
        self.builder.open(self.cursor.at)?;
        self.skip(1);
        self.cursor.flow += 1;
        self.cursor.fresh = true;
        Ok(())
    }

    /// Skips the closing bracket and returns its offset.
    fn close_bracket(&mut self) -> usize {
        let close = self.cursor.at;
        self.skip(1);
        self.cursor.flow -= 1;
        self.cursor.fresh = false;
        close
    }

    pub(super) fn flow_list(&mut self, indent: Indent) -> Read<Raw<'t, B>> {
        self.open_bracket()?;
        let mut list = B::List::default();
        let mut is_first = true;
        while self.next_entry(b']', is_first, indent)? {
            is_first = false;
            let candidate = self.candidate(indent);
            let item = if self.cursor.here() == b'?' {
                self.skip(1);
                self.cursor.fresh = false;
                self.cursor.skip_gap();
                if matches!(self.cursor.here(), b':' | b',' | b']') {
                    // The library skips this, and fails on what follows.
                    self.skip(1);
                    self.cursor.skip_gap();
                    return self.unexpected(no_bracket(b']'), indent);
                }
                let key = self.flow_node(indent)?;
                self.pair(candidate.at, key, indent)?
            } else {
                let node = self.flow_node(indent)?;
                self.cursor.skip_gap();
                match self.cursor.here() == b':' && candidate.allowed && candidate.is_near(&self.cursor) {
                    true => self.pair(candidate.at, node, indent)?,
                    false => node,
                }
            };
            self.builder.item(&mut list, item)?;
        }
        Ok(Raw::List(list, self.close_bracket()))
    }

    /// Reads a map with a single entry, whose key has been read.
    fn pair(&mut self, start: usize, key: B::Node, indent: Indent) -> Read<B::Node> {
        self.builder.open(start)?;
        let mut map = B::Map::default();
        let value = self.flow_value(b']', true, indent)?;
        self.builder.entry(&mut map, key, value)?;
        self.cursor.skip_gap();
        let extent = self.extent(start);
        self.builder.map(map, Properties::default(), extent)
    }

    pub(super) fn flow_map(&mut self, indent: Indent) -> Read<Raw<'t, B>> {
        self.open_bracket()?;
        let mut map = B::Map::default();
        let mut is_first = true;
        while self.next_entry(b'}', is_first, indent)? {
            is_first = false;
            let candidate = self.candidate(indent);
            let is_indicated = self.cursor.here() == b'?';
            if is_indicated {
                self.skip(1);
                self.cursor.fresh = false;
                self.cursor.skip_gap();
            }
            let key = match self.cursor.here() {
                b':' | b',' | b'}' if is_indicated => self.empty(Properties::default(), self.end)?,
                _ => self.flow_node(indent)?,
            };
            self.cursor.skip_gap();
            let may_have_value = is_indicated || candidate.allowed && candidate.is_near(&self.cursor);
            let value = self.flow_value(b'}', may_have_value, indent)?;
            self.builder.entry(&mut map, key, value)?;
        }
        Ok(Raw::Map(map, self.close_bracket()))
    }

    /// Reads what follows the colon after a key, if there is a colon.
    fn flow_value(&mut self, close: u8, may_have_one: bool, indent: Indent) -> Read<B::Node> {
        self.cursor.skip_gap();
        if self.cursor.here() == b':' && may_have_one {
            self.skip(1);
            self.cursor.fresh = false;
            self.cursor.skip_gap();
            if self.cursor.here() != b',' && self.cursor.here() != close {
                return self.flow_node(indent);
            }
        }
        self.empty(Properties::default(), self.cursor.at)
    }
}

fn no_bracket(close: u8) -> &'static str {
    match close {
        b']' => "did not find expected ',' or ']'",
        _ => "did not find expected ',' or '}'",
    }
}
