//! The grammar of YAML, in one pass from bytes to nodes that a [`Builder`] makes. A node is read before it is known whether it is
//! the first key of a map; what follows on its line decides that.

mod flow;
mod lookahead;

use std::borrow::Cow;
use std::ops::Range;

use crate::cursor::{Cursor, Indent, OUTERMOST, Read, fault};
use crate::properties::{Handles, Properties};
use lookahead::{Candidate, NO_KEY_HERE, NO_LIST_HERE, NO_VALUE_HERE};

/// A scalar as written, with its properties.
pub(crate) struct Written<'t> {
    pub text: Cow<'t, str>,
    /// Whether it is neither quoted nor a block.
    pub plain: bool,
    pub properties: Properties<'t>,
    /// The byte range of the scalar, including properties.
    pub span: Range<usize>,
}

/// The extent of a list or a map.
pub(crate) struct Extent {
    /// Its byte range, including properties.
    pub span: Range<usize>,
    /// The offset of its closing bracket or, for a block, of what follows it.
    pub close: usize,
}

/// Builds something from the nodes of a text.
pub(crate) trait Builder<'t> {
    type Node;
    type List: Default;
    type Map: Default;

    /// An anchor names the node that begins here.
    fn announce(&mut self, anchor: &'t str);
    fn scalar(&mut self, written: Written<'t>) -> Read<Self::Node>;
    fn alias(&mut self, anchor: &'t str, span: Range<usize>) -> Read<Self::Node>;
    /// A list or a map begins.
    fn open(&mut self, at: usize) -> Read<()>;
    fn item(&mut self, list: &mut Self::List, item: Self::Node) -> Read<()>;
    fn entry(&mut self, map: &mut Self::Map, key: Self::Node, value: Self::Node) -> Read<()>;
    fn list(&mut self, list: Self::List, properties: Properties<'t>, extent: Extent) -> Read<Self::Node>;
    fn map(&mut self, map: Self::Map, properties: Properties<'t>, extent: Extent) -> Read<Self::Node>;
}

const NO_CONTENT: &str = "did not find expected node content";
const NO_KEY: &str = "did not find expected key";
const NO_COLON: &str = "could not find expected ':'";
/// Reads the first document of a text; `None` if it is empty.
pub(crate) fn read<'t, B: Builder<'t>>(text: &'t str, builder: &mut B) -> Read<Option<B::Node>> {
    let mut cursor = Cursor::new(text);
    let mut handles = Handles::default();
    let any = cursor.directives(&mut handles)?;
    // `kubectl` reads a text that begins like this as JSON.
    let json = matches!(cursor.here(), b'{' | b'[');
    let mut reader = Reader { cursor, builder, handles, json, end: 0 };
    reader.document(any).map_err(|mut error| {
        error.byte = text.as_bytes().get(error.at).copied().unwrap_or(0);
        error
    })
}

struct Reader<'t, 'b, B> {
    cursor: Cursor<'t>,
    builder: &'b mut B,
    handles: Handles<'t>,
    /// Whether quoted scalars may have JSON's escapes.
    json: bool,
    /// The offset at which the last token other than white space ends.
    end: usize,
}

/// A node that was read before it is known which node the properties before it belong to.
enum Raw<'t, B: Builder<'t>> {
    Text { text: Cow<'t, str>, plain: bool },
    Alias(&'t str),
    List(B::List, usize),
    Map(B::Map, usize),
}

impl<'t, B: Builder<'t>> Reader<'t, '_, B> {
    fn document(&mut self, after_directives: bool) -> Read<Option<B::Node>> {
        if self.cursor.is_marker() && self.cursor.here() == b'-' {
            self.cursor.at += 3;
            self.cursor.fresh = false;
            self.cursor.skip_gap();
        } else if after_directives {
            return self.cursor.fault(NO_START);
        } else if self.cursor.is_marker() {
            return self.cursor.fault(NO_CONTENT);
        }
        if self.cursor.is_over() {
            return Ok(None);
        }
        let root = self.block_node(OUTERMOST, false)?;
        self.cursor.skip_gap();
        if self.cursor.is_over() { Ok(Some(root)) } else { self.unexpected(NO_START, OUTERMOST) }
    }

    /// Skips a number of bytes.
    fn skip(&mut self, length: usize) {
        self.cursor.at += length;
        self.end = self.cursor.at;
    }

    /// Whether the next token is to the right of a column, and so belongs to what began there.
    fn is_inside(&self, column: Indent) -> bool {
        self.cursor.column() > column && !self.cursor.is_over()
    }

    /// Whether a block scalar begins here, which may be in the same column as its parent.
    fn is_block_text(&self) -> bool {
        matches!(self.cursor.here(), b'|' | b'>')
    }

    fn candidate(&self, indent: Indent) -> Candidate {
        let Cursor { at, line, fresh, flow, .. } = self.cursor;
        let column = self.cursor.column();
        Candidate { at, line, column, flow, allowed: fresh, required: fresh && flow == 0 && column == indent }
    }

    // Nodes.

    /// Reads a node within a block at `indent`; as the value of a key, it may be a list in that column.
    fn block_node(&mut self, indent: Indent, is_value: bool) -> Read<B::Node> {
        let mut outer = Properties::default();
        loop {
            let before = self.cursor;
            let candidate = self.candidate(indent);
            let inner = self.properties()?;
            self.cursor.skip_gap();
            let is_list = self.cursor.is_indicator(b'-');
            if !inner.is_empty() && self.cursor.line != candidate.line {
                // Properties alone on a line belong to what follows below.
                let Some(both) = outer.and(inner) else { return self.back_to(before, outer) };
                let belongs =
                    self.is_inside(indent) || self.is_at(indent) && (is_value && is_list || self.is_block_text());
                if !belongs {
                    return self.empty(both, self.end);
                }
                outer = both;
                continue;
            }
            let indicator = match self.cursor.here() {
                b'-' if is_list => Some(NO_LIST_HERE),
                b'?' if self.cursor.is_indicator(b'?') => Some(NO_KEY_HERE),
                _ => None,
            };
            return match (indicator, self.cursor.here()) {
                (Some(problem), _) if !self.cursor.fresh => self.cursor.fault(problem),
                (Some(NO_LIST_HERE), _) => self.block_list(indent, outer),
                (Some(_), _) => self.block_map(candidate, outer, None),
                (None, b'|' | b'>') => match outer.and(inner) {
                    Some(properties) => self.block_text(indent, properties),
                    None => self.back_to(before, outer),
                },
                (None, _) => {
                    let start = self.cursor.at;
                    let raw = self.content(indent, !inner.is_empty(), NO_CONTENT)?;
                    if self.is_key(candidate, indent)? {
                        let key = self.build(raw, inner, start)?;
                        return self.block_map(candidate, outer, Some(key));
                    }
                    match outer.and(inner) {
                        Some(properties) => self.build(raw, properties, start),
                        None => self.back_to(before, outer),
                    }
                }
            };
        }
    }

    /// Goes back to before a repeated property: the node ended there, without content.
    fn back_to(&mut self, before: Cursor<'t>, properties: Properties<'t>) -> Read<B::Node> {
        self.cursor = before;
        self.empty(properties, before.at)
    }

    /// Reads a node within a flow collection.
    fn flow_node(&mut self, indent: Indent) -> Read<B::Node> {
        let properties = self.properties()?;
        let start = self.cursor.at;
        let raw = self.content(indent, !properties.is_empty(), NO_CONTENT)?;
        self.build(raw, properties, start)
    }

    /// Reads what may be a key: a scalar, an alias, or a flow collection. After properties it may be empty.
    fn content(&mut self, indent: Indent, may_be_empty: bool, problem: &'static str) -> Read<Raw<'t, B>> {
        let raw = match self.cursor.here() {
            b'"' | b'\'' => Raw::Text { text: self.cursor.quoted(self.json)?, plain: false },
            b'[' => return self.flow_list(indent),
            b'{' => return self.flow_map(indent),
            b'*' if !may_be_empty => Raw::Alias(self.cursor.anchor()?),
            _ if self.cursor.is_plain() => Raw::Text { text: self.cursor.plain(indent)?, plain: true },
            _ if may_be_empty => {
                let is_value = self.cursor.is_indicator(b':');
                if !is_value && !self.cursor.is_over() {
                    self.cursor.clone().token(&self.handles, indent)?;
                }
                return Ok(Raw::Text { text: Cow::Borrowed(""), plain: true });
            }
            b':' if self.cursor.flow == 0 && self.cursor.fresh => return self.cursor.fault(NO_KEY),
            _ => return self.unexpected(problem, indent),
        };
        self.end = self.cursor.at;
        Ok(raw)
    }

    fn build(&mut self, raw: Raw<'t, B>, properties: Properties<'t>, start: usize) -> Read<B::Node> {
        let span = start..self.end.max(start);
        match raw {
            Raw::Text { text, plain } => self.builder.scalar(Written { text, plain, properties, span }),
            Raw::Alias(anchor) => self.builder.alias(anchor, span),
            Raw::List(list, close) => self.builder.list(list, properties, Extent { span, close }),
            Raw::Map(map, close) => self.builder.map(map, properties, Extent { span, close }),
        }
    }

    fn empty(&mut self, properties: Properties<'t>, at: usize) -> Read<B::Node> {
        self.end = at;
        self.builder.scalar(Written { text: Cow::Borrowed(""), plain: true, properties, span: at..at })
    }

    fn block_text(&mut self, indent: Indent, properties: Properties<'t>) -> Read<B::Node> {
        let start = self.cursor.at;
        let (text, end) = self.cursor.block(indent)?;
        self.end = end;
        self.builder.scalar(Written { text: text.into(), plain: false, properties, span: start..end })
    }

    /// Reads an anchor and a tag; in a block, only those on the same line.
    fn properties(&mut self) -> Read<Properties<'t>> {
        let mut properties = Properties::default();
        loop {
            let start = self.cursor.at;
            match self.cursor.here() {
                b'&' if properties.anchor.is_none() => {
                    let anchor = self.cursor.anchor()?;
                    self.builder.announce(anchor);
                    properties.anchor = Some(anchor);
                }
                b'!' if properties.tag.is_none() => properties.tag = Some(self.cursor.tag(&self.handles)?),
                _ => return Ok(properties),
            }
            properties.start.get_or_insert(start);
            self.end = self.cursor.at;
            match self.cursor.flow {
                0 => self.cursor.skip_blanks(),
                _ => self.cursor.skip_gap(),
            }
        }
    }

    /// Whether the node that was just read is a key, because a colon follows.
    fn is_key(&mut self, candidate: Candidate, indent: Indent) -> Read<bool> {
        self.cursor.skip_blanks();
        let is_near = candidate.is_near(&self.cursor);
        if self.cursor.is_indicator(b':') {
            return match (candidate.allowed && is_near, candidate.required) {
                (true, _) => Ok(true),
                (false, true) => fault(NO_COLON, candidate.at),
                (false, false) => self.cursor.fault(NO_VALUE_HERE),
            };
        }
        if candidate.allowed && is_near && !self.cursor.is_gap(self.cursor.at) && self.cursor.here() != b'#' {
            let mut ahead = self.cursor;
            if ahead.finds_colon(candidate, &self.handles, indent)? {
                return self.cursor.fault(NO_KEY);
            }
        }
        if candidate.required {
            return fault(NO_COLON, candidate.at);
        }
        Ok(false)
    }

    /// The error for a token that is not allowed here. Errors within the token come first, and so do those in the text that must
    /// be scanned to find out whether it is a key.
    fn unexpected<T>(&mut self, problem: &'static str, indent: Indent) -> Read<T> {
        let candidate = self.candidate(indent);
        let mut ahead = self.cursor;
        if !self.cursor.is_over() {
            let may_be_key = candidate.allowed && ahead.may_begin_key();
            ahead.token(&self.handles, indent)?;
            if may_be_key && !ahead.finds_colon(candidate, &self.handles, indent)? && candidate.required {
                return fault(NO_COLON, candidate.at);
            }
        }
        self.cursor.fault(problem)
    }

    // Blocks.

    /// Reads a block list at `indent`, from its first `-` on.
    fn block_list(&mut self, indent: Indent, properties: Properties<'t>) -> Read<B::Node> {
        let start = self.cursor.at;
        let column = self.cursor.column();
        self.builder.open(start)?;
        let mut list = B::List::default();
        loop {
            self.skip(1);
            self.cursor.fresh = true;
            self.cursor.skip_gap();
            let is_next = self.cursor.column() == column && self.cursor.is_indicator(b'-');
            let item = match self.is_inside(column) || self.is_at(column) && self.is_block_text() {
                true => self.block_node(column, false)?,
                false if column > indent && !is_next && self.is_at(column) => {
                    return self.unexpected(NO_CONTENT, column);
                }
                false => self.empty(Properties::default(), self.end)?,
            };
            self.builder.item(&mut list, item)?;
            self.cursor.skip_gap();
            if self.is_at(column) && self.cursor.is_indicator(b'-') {
                continue;
            }
            // What follows a list in the column of its key is checked by the map.
            if column > indent && (self.is_inside(column) || self.is_at(column)) {
                return self.unexpected("did not find expected '-' indicator", column);
            }
            let extent = self.extent(start);
            return self.builder.list(list, properties, extent);
        }
    }

    fn is_at(&self, column: Indent) -> bool {
        self.cursor.column() == column && !self.cursor.is_over()
    }

    fn extent(&self, start: usize) -> Extent {
        Extent { span: start..self.end.max(start), close: self.cursor.at.max(start) }
    }

    /// Reads a block map, from its first `?` on, or from the colon after its first key.
    fn block_map(&mut self, first: Candidate, properties: Properties<'t>, key: Option<B::Node>) -> Read<B::Node> {
        let Candidate { at, column, .. } = first;
        self.builder.open(at)?;
        let mut map = B::Map::default();
        let mut key = key;
        loop {
            let key = match key.take() {
                Some(key) => Some(key),
                None if self.cursor.is_indicator(b'?') => {
                    let key = self.indicated(column)?;
                    self.cursor.skip_gap();
                    // Without a colon of its own in the same column, it has no value.
                    if !(self.is_at(column) && self.cursor.fresh && self.cursor.is_indicator(b':')) {
                        let value = self.empty(Properties::default(), self.end)?;
                        self.builder.entry(&mut map, key, value)?;
                        None
                    } else {
                        Some(key)
                    }
                }
                None => Some(self.block_key(column)?),
            };
            if let Some(key) = key {
                let value = self.indicated(column)?;
                self.builder.entry(&mut map, key, value)?;
                self.cursor.skip_gap();
            }
            if self.is_inside(column) || self.is_at(column) && self.cursor.is_indicator(b'-') {
                return self.unexpected(NO_KEY, column);
            }
            if !self.is_at(column) {
                let extent = self.extent(at);
                return self.builder.map(map, properties, extent);
            }
        }
    }

    /// Reads the node after a `?` or `:`, if there is one.
    fn indicated(&mut self, column: Indent) -> Read<B::Node> {
        // Another block may begin after an indicator that is alone, but not after a key on the same line.
        let alone = self.cursor.column() == column && self.cursor.fresh;
        self.skip(1);
        self.cursor.fresh = alone;
        self.cursor.skip_gap();
        let may_begin_here = self.cursor.is_indicator(b'-') || self.is_block_text();
        match self.is_inside(column) || self.is_at(column) && may_begin_here {
            true => self.block_node(column, true),
            false => self.empty(Properties::default(), self.end),
        }
    }

    /// Reads a further key of a map.
    fn block_key(&mut self, column: Indent) -> Read<B::Node> {
        let candidate = self.candidate(column);
        let properties = self.properties()?;
        self.cursor.skip_gap();
        if self.cursor.line != candidate.line {
            return fault(NO_COLON, candidate.at);
        }
        let start = self.cursor.at;
        let raw = self.content(column, !properties.is_empty(), NO_KEY)?;
        match self.is_key(candidate, column)? {
            true => self.build(raw, properties, start),
            false => self.unexpected(NO_KEY, column),
        }
    }
}

const NO_START: &str = "did not find expected <document start>";

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the events of the recordings: `:` before a plain scalar, `"` before any other.
    struct Events<'t>(&'t str);

    fn events(properties: &Properties<'_>, first: String, inner: Vec<String>) -> Vec<String> {
        let first = match properties.anchor {
            Some(anchor) => format!("&{anchor} {first}"),
            None => first,
        };
        std::iter::once(first).chain(inner).collect()
    }

    impl<'t> Builder<'t> for Events<'t> {
        type Node = Vec<String>;
        type List = Vec<String>;
        type Map = Vec<String>;

        fn announce(&mut self, _: &'t str) {}

        fn scalar(&mut self, written: Written<'t>) -> Read<Vec<String>> {
            assert!(self.0.get(written.span).is_some(), "{:?}", self.0);
            let quote = if written.plain { ':' } else { '"' };
            Ok(events(&written.properties, format!("{quote}{}", written.text), Vec::new()))
        }

        fn alias(&mut self, anchor: &'t str, _: Range<usize>) -> Read<Vec<String>> {
            Ok(vec![format!("*{anchor}")])
        }

        fn open(&mut self, _: usize) -> Read<()> {
            Ok(())
        }

        fn item(&mut self, list: &mut Vec<String>, item: Vec<String>) -> Read<()> {
            list.extend(item);
            Ok(())
        }

        fn entry(&mut self, map: &mut Vec<String>, key: Vec<String>, value: Vec<String>) -> Read<()> {
            map.extend(key.into_iter().chain(value));
            Ok(())
        }

        fn list(&mut self, mut list: Vec<String>, properties: Properties<'t>, extent: Extent) -> Read<Vec<String>> {
            assert!(self.0.get(extent.span).is_some(), "{:?}", self.0);
            list.push("]".into());
            Ok(events(&properties, "[".into(), list))
        }

        fn map(&mut self, mut map: Vec<String>, properties: Properties<'t>, extent: Extent) -> Read<Vec<String>> {
            assert!(self.0.get(extent.span).is_some(), "{:?}", self.0);
            map.push("}".into());
            Ok(events(&properties, "{".into(), map))
        }
    }

    /// Odd texts, and what libyaml, on which the Go library is based, reads in them.
    #[test]
    fn odd_texts_have_the_events_that_libyaml_has() {
        let recorded = include_str!("../testdata/events.jsonl");
        assert!(recorded.lines().count() > 250);
        let mut wrong = Vec::new();
        for line in recorded.lines() {
            let (text, wanted): (String, Vec<String>) = serde_json::from_str(line).expect("a recording");
            let got = read(&text, &mut Events(&text)).map(Option::unwrap_or_default);
            let same = match (&got, wanted.last().and_then(|last| last.strip_prefix("! "))) {
                (Err(error), Some(problem)) => error.to_string() == format!("yaml: {problem}"),
                (Ok(got), None) => *got == wanted,
                _ => false,
            };
            if !same {
                wrong.push(format!("{text:?}: {got:?}, not {wanted:?}"));
            }
        }
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), recorded.lines().count(), wrong.join("\n"));
    }
}
