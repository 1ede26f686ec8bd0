//! The places of the nodes in a text: computed in one pass over it, then looked up for any number of paths.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::cursor::Read;
use crate::error::{Error, Fault};
use crate::locate::Step;
use crate::properties::Properties;
use crate::reader::{self, Builder, Extent, Written};
use crate::tree::{MAX_DEPTH, key_text};

/// The places of the nodes in a text. Only ranges are kept; strings are read from the source again.
#[derive(Debug)]
pub struct Index {
    root: Node,
    /// The nodes, with the entries or items of each map or list next to each other; the entries of a map are sorted by name.
    nodes: Vec<Node>,
    /// The names of keys that are not written literally, by the offset at which the key begins.
    names: BTreeMap<u32, Box<str>>,
    /// Strings that contain JSON, such as those in the data of a ConfigMap, by the offset at which they begin.
    texts: BTreeMap<u32, Text>,
}

/// A range of bytes in the text.
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
    kind: NodeKind,
    /// The key of an entry in a map.
    key: Piece,
    value: Piece,
    /// The offset at which the last entry or item ends and what follows them begins.
    inner_end: u32,
    /// The range of indices of the entries or items.
    children: Piece,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NodeKind {
    Map,
    List,
    /// A scalar or an alias.
    Leaf,
}

/// The places found for a path, as byte ranges in the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    pub key: Option<Range<usize>>,
    pub value: Range<usize>,
    /// The number of steps at the end of the path that were not found.
    pub missing: usize,
}

impl Index {
    /// The index of the first document in a text; `None` if the document is empty or broken, or longer than 4 GiB.
    pub fn of(text: &str) -> Option<Index> {
        u32::try_from(text.len()).ok()?;
        let index = Index {
            root: Node::leaf(Piece::default()),
            nodes: Vec::new(),
            names: BTreeMap::new(),
            texts: BTreeMap::new(),
        };
        let mut places = Nodes { text, index, depth: 0 };
        let root = reader::read(text, &mut places).ok()??;
        let root = places.value(root);
        Some(Index { root, ..places.index })
    }

    /// Looks up a path; `text` must be the text from which the index was made.
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
                    (NodeKind::Map, Step::Key(_)) | (NodeKind::List, Step::Index(_)) => node.inner_end,
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
            (NodeKind::Map, Step::Key(key)) => {
                let at = children.binary_search_by(|child| self.name(text, child).cmp(key)).ok()?;
                children.get(at)
            }
            (NodeKind::List, Step::Index(index)) => children.get(index),
            _ => None,
        }
    }

    /// The name of an entry in a map.
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
        Node { kind: NodeKind::Leaf, key: Piece::default(), value, inner_end: end, children: Piece::default() }
    }
}

/// A scalar without the quotes around it.
fn unquoted(written: &str) -> &str {
    let within = |quote| written.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(written)
}

/// Whether a string begins like a map or list. White space other than YAML's would make it a plain scalar, which would be the
/// string itself again and again.
fn is_collection(text: &str) -> bool {
    text.trim_start_matches([' ', '\t', '\n', '\r']).starts_with(['{', '['])
}

/// A node that may become a key or a value.
struct Candidate<'t> {
    node: Node,
    written: Option<Written<'t>>,
}

/// Collects the places of nodes.
struct Nodes<'t> {
    text: &'t str,
    index: Index,
    /// The number of open maps and lists.
    depth: usize,
}

/// Offsets fit into 32 bits, since the text does.
fn piece(range: &Range<usize>) -> Piece {
    Piece { start: range.start as u32, end: range.end as u32 }
}

impl<'t> Nodes<'t> {
    /// The node of a value; a path may lead into it if it is a string that contains JSON.
    fn value(&mut self, candidate: Candidate<'t>) -> Node {
        if let Some(Written { text, span, .. }) = &candidate.written
            && is_collection(text)
            && let Some(inner) = Text::of(self.text, span, text)
        {
            self.index.texts.insert(piece(span).start, inner);
        }
        candidate.node
    }

    /// Finishes a map or list, whose entries or items are the nodes from `first` on.
    fn finish(&mut self, kind: NodeKind, first: usize, extent: &Extent) -> Candidate<'t> {
        self.depth -= 1;
        let children = piece(&(first..self.index.nodes.len()));
        let inner_end = extent.close as u32;
        Candidate {
            node: Node { kind, key: Piece::default(), value: piece(&extent.span), inner_end, children },
            written: None,
        }
    }
}

impl<'t> Builder<'t> for Nodes<'t> {
    type Node = Candidate<'t>;
    type List = Vec<Node>;
    type Map = Vec<Node>;

    fn announce(&mut self, _: &'t str) {}

    fn scalar(&mut self, written: Written<'t>) -> Read<Candidate<'t>> {
        Ok(Candidate { node: Node::leaf(piece(&written.span)), written: Some(written) })
    }

    fn alias(&mut self, _: &'t str, span: Range<usize>) -> Read<Candidate<'t>> {
        Ok(Candidate { node: Node::leaf(piece(&span)), written: None })
    }

    fn open(&mut self, at: usize) -> Read<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Error::new(Fault::TooDeep, at)) } else { Ok(()) }
    }

    fn item(&mut self, list: &mut Vec<Node>, item: Candidate<'t>) -> Read<()> {
        list.push(self.value(item));
        Ok(())
    }

    fn entry(&mut self, map: &mut Vec<Node>, key: Candidate<'t>, value: Candidate<'t>) -> Read<()> {
        let node = self.value(value);
        // A path can only name keys that are strings.
        if let Some(Written { text, plain, properties, span }) = key.written
            && let Some(name) = key_text(&text, plain, properties.tag)
        {
            if unquoted(self.text.get(span.clone()).unwrap_or_default()) != name {
                self.index.names.insert(piece(&span).start, name.into());
            }
            map.push(Node { key: piece(&span), ..node });
        }
        Ok(())
    }

    fn list(&mut self, list: Vec<Node>, _: Properties<'t>, extent: Extent) -> Read<Candidate<'t>> {
        let first = self.index.nodes.len();
        self.index.nodes.extend(list);
        Ok(self.finish(NodeKind::List, first, &extent))
    }

    fn map(&mut self, mut map: Vec<Node>, _: Properties<'t>, extent: Extent) -> Read<Candidate<'t>> {
        let index = &mut self.index;
        let first = index.nodes.len();
        map.sort_by(|a, b| index.name(self.text, a).cmp(index.name(self.text, b)));
        let mut entries = map.iter().peekable();
        while let Some(entry) = entries.next() {
            // Of duplicate keys the last one counts.
            let is_last = entries.peek().is_none_or(|next| index.name(self.text, next) != index.name(self.text, entry));
            if is_last {
                index.nodes.push(*entry);
            }
        }
        Ok(self.finish(NodeKind::Map, first, &extent))
    }
}

/// A string that contains JSON.
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

    /// The place of a path in the outer text, if any step of it is found.
    fn find(&self, outer: &str, path: &[Step<'_>]) -> Option<Found> {
        let inner = self.index.find(&self.meaning, path);
        let outside = |range: &Range<usize>| self.layout.outside(outer, &self.meaning, range);
        let value = outside(&inner.value).filter(|_| inner.missing < path.len())?;
        Some(Found { key: inner.key.as_ref().and_then(outside), value, missing: inner.missing })
    }
}

/// How the value of a string corresponds to its written form.
#[derive(Debug)]
pub enum Layout {
    /// The value is a contiguous piece that begins at an offset.
    Verbatim(usize),
    /// Line by line: each line of a literal block is the same line without indentation.
    Lines {
        /// The offsets at which lines begin in the value, and the lines of the written form, which include the indentation.
        meant: Vec<usize>,
        written: Vec<usize>,
        indent: usize,
    },
}

impl Layout {
    /// The layout of a string; `None` if value and written form differ in more than indentation.
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

    /// Maps a range of the value to a range of the written form.
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
    use crate::{Source, read};

    #[test]
    fn texts_that_begin_with_other_white_space_do_not_recurse() {
        for space in ["\u{2003}", "\u{a0}", "\u{b}", "\u{c}", "\u{2028}", "\u{85}"] {
            for written in [format!("a: {space}[x\n"), format!("a: '{space}[x'\n"), format!("{space}{{x\n")] {
                let index = Index::of(&written);
                assert!(index.is_none_or(|index| index.texts.is_empty()), "{written:?}");
            }
        }
        assert_eq!(Index::of("a: ' [x]'\n").map(|index| index.texts.len()), Some(1));
    }

    /// The paths to all nodes of a value, including JSON in its strings, and to missing ones.
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
                if let Some(inner) = read(&source(text)).documents.pop() {
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

    /// The value at a path, which may lead into strings that contain JSON.
    fn value_at(value: &Value, path: &[Step<'_>]) -> Option<Value> {
        let Some((step, rest)) = path.split_first() else { return Some(value.clone()) };
        match (value, step) {
            (Value::String(text), _) if text.trim_start().starts_with(['{', '[']) => {
                value_at(&crate::parse(text).ok()?.value, path)
            }
            (_, Step::Key(key)) => value_at(value.get(key)?, rest),
            (_, Step::Index(index)) => value_at(value.get(index)?, rest),
        }
    }

    /// Checks that, for each path that is found, the range of the text reads as the value there, and the key as the last step.
    fn finds_what_is_there(text: &str) {
        for document in read(&source(text)).documents {
            let text = &text[document.range.clone()];
            let index = Index::of(text).expect("an index of a text that can be read");
            let mut all = Vec::new();
            paths(&document.value, &mut Vec::new(), &mut all);
            for path in all {
                let found = index.find(text, &path);
                let there = value_at(&document.value, &path);
                assert!(found.missing == 0 || there.is_none() || is_merged(text), "{text:?} {path:?} {found:?}");
                let (Some(there), 0) = (there, found.missing) else { continue };
                // Both stay in their column: further to the left, `---` would begin a document, and the later lines of a
                // block would be indented too far.
                let in_place = |piece: &Range<usize>| {
                    let column = text[..piece.start].rsplit('\n').next().map_or(0, |line| line.chars().count());
                    " ".repeat(column) + &text[piece.clone()]
                };
                if let (Some(Step::Key(name)), Some(key)) = (path.last(), &found.key) {
                    let reads = crate::parse(&(in_place(key) + " : 0")).map(|key| key.value[*name] == 0);
                    // A tag before the key, or a key that is a block, makes it different.
                    assert!(reads.unwrap_or(true) || text.contains(['!', '|', '>']), "{text:?} {path:?} {found:?}");
                }
                let piece = in_place(&found.value);
                let stands_alone = !text.contains(['&', '*', '!', '\r', '\\', '|', '>']) && !is_merged(text);
                if let (true, Ok(parsed)) = (stands_alone, crate::parse(&piece)) {
                    assert_eq!(parsed.value, there, "{text:?} {path:?} {piece:?}");
                }
            }
        }
    }

    fn is_merged(text: &str) -> bool {
        text.contains("<<")
    }

    #[test]
    fn the_index_finds_what_is_there() {
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
            "{---\né}",
        ] {
            finds_what_is_there(text);
        }
    }

    const PIECES: &[&str] = include!("../../../fuzz/yaml_pieces.rs");

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_index_of_any_text_finds_what_is_there(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..24)) {
            finds_what_is_there(&pieces.concat());
        }
    }
}
