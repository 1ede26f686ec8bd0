//! Where the nodes of a text stand: made by one walk over its events, then asked for any number of paths.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::events::{Event, Events, Spot};
use crate::locate::Step;
use crate::tree::key_text;

/// Where the nodes of a text stand. Only ranges are kept; texts are looked at again where they are in the source.
#[derive(Debug)]
pub struct Index {
    root: Node,
    /// The entries or items of each map or list beside each other; the entries of a map by their names.
    nodes: Vec<Node>,
    /// Names of keys that are written in another way, by where the key begins.
    names: BTreeMap<u32, Box<str>>,
    /// Texts that are JSON, as in the data of a ConfigMap, by where they begin.
    texts: BTreeMap<u32, Text>,
}

/// Bytes of the text.
#[derive(Debug, Clone, Copy, Default)]
struct Piece {
    start: u32,
    end: u32,
}

impl Piece {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    /// The key, for an entry of a map.
    key: Piece,
    value: Piece,
    /// Where the last entry or item ends, and what follows them begins.
    inner_end: u32,
    /// Indices of the entries or items.
    children: Piece,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Map,
    List,
    /// A text or an alias.
    Leaf,
}

/// What was found of a path, in bytes of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    pub key: Option<Range<usize>>,
    pub value: Range<usize>,
    /// Steps at the end of the path for which there was nothing.
    pub missing: usize,
}

impl Index {
    /// The index of the first document of a text. `None` if the document is empty or broken, or longer than 4 GiB.
    pub fn of(text: &str) -> Option<Index> {
        u32::try_from(text.len()).ok()?;
        let index = Index {
            root: Node::leaf(Piece::default()),
            nodes: Vec::new(),
            names: BTreeMap::new(),
            texts: BTreeMap::new(),
        };
        let mut builder = Builder { text, index, open: Vec::new(), pending: Vec::new(), end: 0 };
        let mut events = Events::new(text);
        loop {
            if let Some(root) = builder.take(events.next().ok()??) {
                return Some(Index { root, ..builder.index });
            }
        }
    }

    /// Looks for a path in the text that the index was made of.
    pub fn find(&self, text: &str, path: &[Step<'_>]) -> Found {
        let mut node = &self.root;
        let mut key = None;
        let mut rest = path;
        while let Some((step, further)) = rest.split_first() {
            let Some(child) = self.child(text, node, *step) else {
                if let Some(found) = self.texts.get(&node.value.start).and_then(|inner| inner.find(text, rest)) {
                    return found;
                }
                let end = match (node.kind, step) {
                    (Kind::Map, Step::Key(_)) | (Kind::List, Step::Index(_)) => node.inner_end,
                    _ => node.value.end,
                };
                return Found { key, value: Piece { end, ..node.value }.range(), missing: rest.len() };
            };
            key = matches!(step, Step::Key(_)).then(|| child.key.range());
            (node, rest) = (child, further);
        }
        Found { key, value: node.value.range(), missing: 0 }
    }

    fn child(&self, text: &str, node: &Node, step: Step<'_>) -> Option<&Node> {
        let children = self.nodes.get(node.children.range())?;
        match (node.kind, step) {
            (Kind::Map, Step::Key(key)) => {
                let at = children.binary_search_by(|child| self.name(text, child).cmp(key)).ok()?;
                children.get(at)
            }
            (Kind::List, Step::Index(index)) => children.get(index),
            _ => None,
        }
    }

    /// The name of an entry of a map.
    fn name<'i>(&'i self, text: &'i str, entry: &Node) -> &'i str {
        match self.names.get(&entry.key.start) {
            Some(name) => name,
            None => unquoted(text.get(entry.key.range()).unwrap_or_default()),
        }
    }
}

impl Node {
    fn leaf(value: Piece) -> Node {
        let Piece { end, .. } = value;
        Node { kind: Kind::Leaf, key: Piece::default(), value, inner_end: end, children: Piece::default() }
    }
}

/// A text without the quotes around it.
fn unquoted(written: &str) -> &str {
    let within = |quote| written.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(written)
}

/// A map or a list whose end is still to come.
struct Open {
    kind: Kind,
    start: u32,
    /// In a map the key of the next value.
    key: Next,
    /// How many pending nodes belong to the outer ones.
    outer: usize,
}

/// What the next node in a map is.
#[derive(Clone, Copy)]
enum Next {
    Key,
    /// The value of a key that a path can name.
    Value(Piece),
    /// The value of any other key.
    Unnamed,
}

struct Builder<'a> {
    text: &'a str,
    index: Index,
    open: Vec<Open>,
    /// Complete nodes of the open maps and lists.
    pending: Vec<Node>,
    /// Where the last thing ends that is more than the end of a block.
    end: u32,
}

impl<'a> Builder<'a> {
    /// Takes an event; gives the root when it is complete.
    fn take(&mut self, spot: Spot<'a>) -> Option<Node> {
        // Positions fit: the text does.
        let piece = Piece { start: spot.start as u32, end: spot.end as u32 };
        let is_end = matches!(spot.event, Event::MappingEnd | Event::SequenceEnd);
        // The end of a block is where the next thing begins.
        if !is_end || piece.end > piece.start {
            self.end = piece.end;
        }
        match spot.event {
            Event::MappingStart { .. } => self.begin(Kind::Map, piece.start),
            Event::SequenceStart { .. } => self.begin(Kind::List, piece.start),
            Event::MappingEnd | Event::SequenceEnd => {
                let node = self.close(piece.start)?;
                self.finish(node)
            }
            Event::Alias(_) => self.finish(Node::leaf(piece)),
            Event::Scalar { text, plain, tag, .. } => {
                if let Some(Open { kind: Kind::Map, key: key @ Next::Key, .. }) = self.open.last_mut() {
                    *key = Next::Unnamed;
                    if let Some(name) = key_text(&text, plain, tag) {
                        *key = Next::Value(piece);
                        if unquoted(self.text.get(piece.range())?) != name {
                            self.index.names.insert(piece.start, name.into());
                        }
                    }
                    return None;
                }
                if text.trim_start().starts_with(['{', '['])
                    && let Some(inner) = Text::of(self.text, &piece.range(), &text)
                {
                    self.index.texts.insert(piece.start, inner);
                }
                self.finish(Node::leaf(piece))
            }
        }
    }

    fn begin(&mut self, kind: Kind, start: u32) -> Option<Node> {
        self.open.push(Open { kind, start, key: Next::Key, outer: self.pending.len() });
        None
    }

    /// The innermost open map or list as a node, whose end begins at `inner_end`.
    fn close(&mut self, inner_end: u32) -> Option<Node> {
        let Open { kind, start, outer, .. } = self.open.pop()?;
        let index = &mut self.index;
        let first = index.nodes.len();
        if kind == Kind::Map {
            let entries = self.pending.get_mut(outer..)?;
            entries.sort_by(|a, b| index.name(self.text, a).cmp(index.name(self.text, b)));
            let mut entries = entries.iter().peekable();
            while let Some(entry) = entries.next() {
                // Of keys that stand twice the last counts.
                let is_last =
                    entries.peek().is_none_or(|next| index.name(self.text, next) != index.name(self.text, entry));
                if is_last {
                    index.nodes.push(*entry);
                }
            }
            self.pending.truncate(outer);
        } else {
            index.nodes.extend(self.pending.drain(outer..));
        }
        let children = Piece { start: u32::try_from(first).ok()?, end: u32::try_from(index.nodes.len()).ok()? };
        let value = Piece { start, end: self.end.max(start) };
        Some(Node { kind, key: Piece::default(), value, inner_end: inner_end.max(start), children })
    }

    /// Puts a complete node where it belongs.
    fn finish(&mut self, node: Node) -> Option<Node> {
        match self.open.last_mut() {
            None => return Some(node),
            Some(Open { kind: Kind::Map, key, .. }) => match std::mem::replace(key, Next::Key) {
                // An alias or a collection as a key.
                Next::Key => *key = Next::Unnamed,
                Next::Value(piece) => self.pending.push(Node { key: piece, ..node }),
                Next::Unnamed => {}
            },
            Some(_) => self.pending.push(node),
        }
        None
    }
}

/// A text that is JSON itself.
#[derive(Debug)]
struct Text {
    meaning: Box<str>,
    layout: Layout,
    index: Index,
}

impl Text {
    fn of(text: &str, node: &Range<usize>, meaning: &str) -> Option<Text> {
        let layout = Layout::of(text, node, meaning)?;
        Some(Text { meaning: meaning.into(), layout, index: Index::of(meaning)? })
    }

    /// Where in the outer text a path stands, if anything of it is there.
    fn find(&self, outer: &str, path: &[Step<'_>]) -> Option<Found> {
        let inner = self.index.find(&self.meaning, path);
        let outside = |range: &Range<usize>| self.layout.outside(outer, &self.meaning, range);
        let value = outside(&inner.value).filter(|_| inner.missing < path.len())?;
        Some(Found { key: inner.key.as_ref().and_then(outside), value, missing: inner.missing })
    }
}

/// How the meaning of a text lies in what is written.
#[derive(Debug)]
pub enum Layout {
    /// As a piece that begins at a byte.
    Verbatim(usize),
    /// Line by line: each line of a literal block is the same line without indentation.
    Lines {
        /// Where the lines of the meaning begin, and the lines of what is written, which then have the indentation.
        meant: Vec<usize>,
        written: Vec<usize>,
        indent: usize,
    },
}

impl Layout {
    /// `None` where the two differ in more than indentation.
    pub fn of(text: &str, node: &Range<usize>, meaning: &str) -> Option<Layout> {
        let written = text.get(node.clone())?;
        if !written.starts_with(['|', '>']) {
            return Some(Layout::Verbatim(node.start + written.find(meaning)?));
        }
        let body = written.find('\n')? + 1;
        let lines = || written.get(body..).unwrap_or_default().split_inclusive('\n');
        let indent = lines().find(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len())?;
        let newlines = meaning.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let mut written = vec![node.start + body];
        written.extend(lines().scan(node.start + body, |at, line| {
            *at += line.len();
            Some(*at)
        }));
        Some(Layout::Lines { meant: std::iter::once(0).chain(newlines).collect(), written, indent })
    }

    /// A piece of the meaning as a piece of what is written.
    pub fn outside(&self, text: &str, meaning: &str, inner: &Range<usize>) -> Option<Range<usize>> {
        let (meant, written, indent) = match self {
            Layout::Verbatim(at) => return Some(at + inner.start..at + inner.end),
            Layout::Lines { meant, written, indent } => (meant, written, indent),
        };
        let offset = |at: usize| {
            meaning.get(..at)?;
            let line = meant.partition_point(|start| *start <= at).checked_sub(1)?;
            Some(written.get(line)? + indent + at - meant.get(line)?)
        };
        let range = offset(inner.start)?..offset(inner.end)?;
        let same = text.get(range.clone())?.lines().next() == meaning.get(inner.clone())?.lines().next();
        same.then_some(range)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::Value;
    use crate::{Source, read as read_lists_whole, walk};

    /// Paths to all nodes of a value, JSON in its texts included, and to what is not there.
    fn paths<'v>(value: &'v Value, path: &mut Vec<Step<'v>>, found: &mut Vec<Vec<Step<'v>>>) {
        found.push(path.clone());
        let mut also = |step| found.push([&path[..], &[step]].concat());
        also(Step::Key("missing"));
        also(Step::Index(7));
        also(Step::Key("<<"));
        match value {
            Value::Object(entries) => {
                for (key, value) in entries {
                    path.push(Step::Key(key));
                    paths(value, path, found);
                    path.pop();
                }
            }
            Value::Array(items) => {
                for (index, value) in items.iter().enumerate() {
                    path.push(Step::Index(index));
                    paths(value, path, found);
                    path.pop();
                }
            }
            Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
                if let Some(inner) = read_lists_whole(&source(text)).documents.pop() {
                    let mut inside = Vec::new();
                    paths(&inner.value, &mut Vec::new(), &mut inside);
                    let owned = |step: &Step<'_>| match step {
                        Step::Key(key) => Step::Key(key.to_string().leak()),
                        Step::Index(index) => Step::Index(*index),
                    };
                    found.extend(
                        inside.iter().map(|inner| path.iter().copied().chain(inner.iter().map(owned)).collect()),
                    );
                }
            }
            _ => {}
        }
    }

    fn source(text: &str) -> Arc<Source> {
        Arc::new(Source { name: String::new(), text: text.to_owned() })
    }

    fn agrees_with_a_walk(text: &str) {
        for document in read_lists_whole(&source(text)).documents {
            let text = &text[document.range.clone()];
            let index = Index::of(text);
            let mut all = Vec::new();
            paths(&document.value, &mut Vec::new(), &mut all);
            for path in all {
                let found = index.as_ref().map(|index| index.find(text, &path));
                assert_eq!(found, walk::find(text, &path), "{text:?} {path:?}");
            }
        }
    }

    #[test]
    fn the_index_answers_as_a_walk_along_the_path() {
        for text in [
            "a: 1\nb: [x, {c: d}, [e: f, g]]\na: {yes: 1, 0x10: 2, 1e3: 3, ~: 4, \"\\u0061\": 5, 'it''s': 6}\n",
            "? [a]\n: b\n? |\n  c\n: d: 1\n  # end\n\ne:\n- f\n-\n  g: 1\n  h:\n  - i\n\n  j: 2\n",
            "base: &b {a: 1}\nx:\n  <<: *b\n  c: *b\n  *b : 1\n",
            "base: &b a\n*b : 1\nx: {*b : 2, <<: {z: 1}}\n? &k k\n: !!str\n!!str : {a: 1}\n",
            "data:\n  a: |-\n    {\n      \"x\": {\"y\": [1, 2]},\n\n      \"é\": 1\n    }\n  b: '{\"x\": {\"y\": 1}}'\n\
             \x20 c: \"{\\\"x\\\": 1}\"\n  d: >\n    [a,\n    b: {c: d}]\n  e: '{\"x\": \"[1, {y: 2}]\", \"z\": [\"{w: 1}\"]}'\n\
             \x20 f: '{broken'\n  g: '{a: 1} b'\n  h: |2\n      {\"k\":\n   1}\n  i: |\n    {a: 1}",
            "%TAG !e! tag:example.com,2000:\n---\na: !e!x {b: &c 1}\nd: {}\ne: []\nf: [ ]\ng:\n",
            "{\"a\": {\"b\": [1, {\"c\": null}]},\r\n\t\"a\": {\"b\": 2}, \"d\"}",
            "\u{feff}a:\n   b: 1\nkind: List",
            "--- >\n {a: 1}\n",
            "--- '{a: {b: 1}}'\n",
        ] {
            agrees_with_a_walk(text);
        }
    }

    const PIECES: &[&str] = include!("../../../fuzz/yaml_pieces.rs");

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_index_of_any_text_answers_as_a_walk(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..24)) {
            agrees_with_a_walk(&pieces.concat());
        }
    }
}
