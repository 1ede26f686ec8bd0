//! Where in a document a field stands. Nothing is kept for this while reading: the text is read again
//! when somebody asks, which is only for messages.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::events::{Event, Events, Spot};
use super::yaml::key_text;
use super::{Document, Place, place_at};

/// One step of a path into a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// A piece of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub place: Place,
    /// Its bytes in the text of the source.
    pub range: Range<usize>,
}

/// Where the items of a list stand in the text of their document. All of them are found when somebody first asks for
/// one, so that asking for every item of a long list takes no more than linear time.
#[derive(Debug, Clone, Default)]
pub(super) struct Items(Arc<OnceLock<Vec<Item>>>);

#[derive(Debug)]
struct Item {
    /// Where it may be read on its own: maps and lists end by themselves.
    range: Range<usize>,
    /// Where it begins in the document's text.
    place: Place,
}

impl Items {
    fn get(&self, text: &str, index: usize) -> Option<&Item> {
        self.0.get_or_init(|| Walk { text, events: Events::new(text) }.items().unwrap_or_default()).get(index)
    }
}

/// Where a field stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The key, for an entry of a map.
    pub key: Option<Span>,
    pub value: Span,
}

impl Located {
    /// The key if there is one, else the value.
    pub fn first(&self) -> &Span {
        self.key.as_ref().unwrap_or(&self.value)
    }
}

impl Document {
    /// Where the field at `path` stands. A path may go on into a text that is JSON, as in the data of a
    /// ConfigMap. `None` if the field is not there by itself, but missing or merged in.
    pub fn locate(&self, path: &[Step<'_>]) -> Option<Located> {
        let found = self.find(path)?;
        (found.missing == 0).then(|| self.located(&found))
    }

    /// Where the field at `path` stands, or else the innermost field around it that is there.
    pub fn locate_nearest(&self, path: &[Step<'_>]) -> Located {
        match self.find(path) {
            Some(found) => self.located(&found),
            None => Located { key: None, value: self.span(&(self.range.start..self.range.start)) },
        }
    }

    /// Where a value of a ConfigMap's data stands: the section, then the keys inside its text.
    pub fn place_in_data(&self, path: &[String]) -> Place {
        let in_data = |from: &[&'static str]| -> Found {
            let start = from.iter().copied().map(Step::Key);
            let steps: Vec<Step<'_>> = start.chain(path.iter().map(|key| Step::Key(key))).collect();
            self.find(&steps).unwrap_or_default()
        };
        // Data alone stands for the ConfigMap too.
        let whole = in_data(&["data"]);
        let found = if whole.missing > path.len() { in_data(&[]) } else { whole };
        if found.missing > path.len() { self.start() } else { self.located(&found).first().place }
    }

    /// Where a byte of the text under `path` stands, such as an error in the JSON of a ConfigMap. `None` where the text
    /// differs from how it is written in more than indentation.
    pub fn locate_in_text(&self, path: &[Step<'_>], at: usize) -> Option<Span> {
        let found = self.find(path).filter(|found| found.missing == 0)?;
        let meaning = path.iter().try_fold(&self.value, |value, step| match step {
            Step::Key(key) => value.get(*key),
            Step::Index(index) => value.get(*index),
        });
        let text = self.source.text.get(self.range.clone())?;
        let end = (at + 1).min(meaning?.as_str()?.len()).max(at);
        outside(text, &found.value, meaning?.as_str()?, &(at..end)).map(|range| self.span(&range))
    }

    /// The document as an item of its list.
    fn as_item(&self) -> Option<&Item> {
        self.items.as_ref()?.get(self.source.text.get(self.range.clone())?, self.item?)
    }

    fn find(&self, path: &[Step<'_>]) -> Option<Found> {
        let text = self.source.text.get(self.range.clone())?;
        if let Some(Item { range, .. }) = self.as_item()
            && let Some(text) = text.get(..range.end)
            && let Some(found) = find_from(Walk { text, events: Events::from(text, range.start) }, path)
        {
            return Some(found);
        }
        let mut steps = Vec::with_capacity(path.len() + 2);
        if let Some(item) = self.item {
            steps.extend([Step::Key("items"), Step::Index(item)]);
        }
        steps.extend_from_slice(path);
        find_in(text, &steps)
    }

    fn located(&self, found: &Found) -> Located {
        Located { key: found.key.as_ref().map(|key| self.span(key)), value: self.span(&found.value) }
    }

    /// A piece of the document's text as a piece of the source.
    fn span(&self, range: &Range<usize>) -> Span {
        let text = self.source.text.get(self.range.clone()).unwrap_or_default();
        let place = match self.as_item().filter(|item| item.range.start <= range.start) {
            Some(item) => place_after(text, item.range.start, item.place, range.start),
            None => place_at(text, range.start),
        };
        Span {
            place: Place { line: place.line + self.line - 1, ..place },
            range: range.start + self.range.start..range.end + self.range.start,
        }
    }
}

/// What was found of a path, in bytes of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Found {
    key: Option<Range<usize>>,
    value: Range<usize>,
    /// Steps at the end of the path for which there was nothing.
    missing: usize,
}

fn find_in(text: &str, path: &[Step<'_>]) -> Option<Found> {
    find_from(Walk { text, events: Events::new(text) }, path)
}

fn find_from(mut walk: Walk<'_>, path: &[Step<'_>]) -> Option<Found> {
    let root = walk.next()?;
    walk.find(root, path)
}

/// The place of a byte that is not before another one whose place is known.
fn place_after(text: &str, known: usize, place: Place, at: usize) -> Place {
    let between = text.get(known..at).unwrap_or_default();
    match between.rfind('\n') {
        Some(newline) => Place {
            line: place.line + between.bytes().filter(|byte| *byte == b'\n').count(),
            column: between.get(newline + 1..).unwrap_or_default().chars().count() + 1,
        },
        None => Place { column: place.column + between.chars().count(), ..place },
    }
}

struct Walk<'a> {
    text: &'a str,
    events: Events<'a>,
}

impl<'a> Walk<'a> {
    /// The next event, unless the text is broken from here on.
    fn next(&mut self) -> Option<Spot<'a>> {
        self.events.next().ok().flatten()
    }

    /// Where the items of a list stand.
    fn items(&mut self) -> Option<Vec<Item>> {
        let mut items = None;
        if !matches!(self.next()?.event, Event::MappingStart { .. }) {
            return None;
        }
        loop {
            let key = self.next()?;
            if key.event == Event::MappingEnd {
                return items;
            }
            let is_items = matches!(&key.event, Event::Scalar { text, .. } if text == "items");
            self.skip(&key)?;
            let value = self.next()?;
            if !(is_items && matches!(value.event, Event::SequenceStart { .. })) {
                self.skip(&value)?;
                continue;
            }
            let mut found = Vec::new();
            let mut known = (0, Place { line: 1, column: 1 });
            loop {
                let item = self.next()?;
                if item.event == Event::SequenceEnd {
                    break;
                }
                let is_scalar = matches!(item.event, Event::Scalar { .. } | Event::Alias(_));
                let end = self.skip(&item)?;
                let end = if is_scalar { end } else { self.text.len() };
                let place = place_after(self.text, known.0, known.1, item.start);
                known = (item.start, place);
                found.push(Item { range: item.start..end, place });
            }
            items = Some(found);
        }
    }

    /// Goes over the rest of a node; tells its last byte.
    fn skip(&mut self, node: &Spot<'a>) -> Option<usize> {
        let mut end = node.end;
        let mut depth = usize::from(matches!(node.event, Event::MappingStart { .. } | Event::SequenceStart { .. }));
        while depth > 0 {
            let spot = self.next()?;
            match spot.event {
                Event::MappingStart { .. } | Event::SequenceStart { .. } => depth += 1,
                Event::MappingEnd | Event::SequenceEnd => depth -= 1,
                Event::Scalar { .. } | Event::Alias(_) => {}
            }
            // The end of a block is where the next thing begins.
            if !matches!(spot.event, Event::MappingEnd | Event::SequenceEnd) || spot.end > spot.start {
                end = spot.end;
            }
        }
        Some(end)
    }

    /// Goes over a node and looks for the path in it. The depth is that of the path.
    fn find(&mut self, node: Spot<'a>, path: &[Step<'_>]) -> Option<Found> {
        let Some((step, rest)) = path.split_first() else {
            let end = self.skip(&node)?;
            return Some(Found { key: None, value: node.start..end, missing: 0 });
        };
        let mut found = None;
        let end = match (&node.event, step) {
            (Event::MappingStart { .. }, Step::Key(wanted)) => loop {
                let key = self.next()?;
                if key.event == Event::MappingEnd {
                    break key.start;
                }
                let name = match &key.event {
                    Event::Scalar { text, plain, tag, .. } => key_text(text, *plain, *tag),
                    _ => None,
                };
                self.skip(&key)?;
                let value = self.next()?;
                if name.as_deref() == Some(*wanted) {
                    // Of keys that stand twice the last counts.
                    let mut inner = self.find(value, rest)?;
                    if inner.missing == rest.len() {
                        inner.key.get_or_insert(key.start..key.end);
                    }
                    found = Some(inner);
                } else {
                    self.skip(&value)?;
                }
            },
            (Event::SequenceStart { .. }, Step::Index(wanted)) => {
                let mut index = 0;
                loop {
                    let item = self.next()?;
                    if item.event == Event::SequenceEnd {
                        break item.start;
                    }
                    if index == *wanted {
                        found = Some(self.find(item, rest)?);
                    } else {
                        self.skip(&item)?;
                    }
                    index += 1;
                }
            }
            (Event::Scalar { text, .. }, _) => {
                let is_json = text.trim_start().starts_with(['{', '[']);
                if is_json && let Some(inner) = find_in(text, path).filter(|inner| inner.missing < path.len()) {
                    let to_source = |range: &Range<usize>| outside(self.text, &(node.start..node.end), text, range);
                    let key = inner.key.as_ref().and_then(to_source);
                    if let Some(value) = to_source(&inner.value) {
                        return Some(Found { key, value, missing: inner.missing });
                    }
                }
                node.end
            }
            _ => self.skip(&node)?,
        };
        Some(found.unwrap_or(Found { key: None, value: node.start..end.max(node.start), missing: path.len() }))
    }
}

/// A piece of the meaning of a text as a piece of how it is written. `None` where the two differ in more than
/// indentation.
fn outside(text: &str, node: &Range<usize>, meaning: &str, inner: &Range<usize>) -> Option<Range<usize>> {
    let written = text.get(node.clone())?;
    if !written.starts_with(['|', '>']) {
        let at = node.start + written.find(meaning)?;
        return Some(at + inner.start..at + inner.end);
    }
    // Line by line: each line of a literal block is the same line without indentation.
    let body = written.find('\n')? + 1;
    let lines: Vec<&str> = written.get(body..)?.split_inclusive('\n').collect();
    let indent = lines.iter().find(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len())?;
    let offset = |at: usize| {
        let before = meaning.get(..at)?;
        let line = before.matches('\n').count();
        let column = at - before.rfind('\n').map_or(0, |newline| newline + 1);
        let start: usize = lines.get(..line)?.iter().map(|line| line.len()).sum();
        Some(node.start + body + start + indent + column)
    };
    let range = offset(inner.start)?..offset(inner.end)?;
    let same = text.get(range.clone())?.lines().next() == meaning.get(inner.clone())?.lines().next();
    same.then_some(range)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::input::{Source, read};

    const TEXT: &str = "\
# services
kind: List
items:
- kind: InferenceService
  metadata: {name: \"a\", labels: {x: y}}
  spec:
    predictor:
      containers:
      - image: one
      - name: two
        image: two
---
kind: ConfigMap
data:
  ingress: |-
    {
      \"ingressDomain\": \"a\",

      \"inner\": {\"x\": 1}
    }
  logger: '{\"image\": \"b\"}'
  twice: 1
  twice: 2
  deploy: \"{\\\"a\\\": 1}\"
";

    fn place(document: &Document, path: &[Step<'_>]) -> Option<(usize, usize, String)> {
        let located = document.locate(path)?;
        let span = located.first();
        Some((span.place.line, span.place.column, document.source.text[located.value.range].to_owned()))
    }

    #[test]
    fn fields_are_found_in_lists_of_objects() {
        use Step::{Index, Key};
        let source = Arc::new(Source { name: "x".into(), text: TEXT.into() });
        let documents = read(&source).documents;
        let service = &documents[0];
        assert_eq!(place(service, &[Key("metadata"), Key("name")]), Some((5, 14, "\"a\"".into())));
        let image = [Key("spec"), Key("predictor"), Key("containers"), Index(1), Key("image")];
        assert_eq!(place(service, &image), Some((11, 9, "two".into())));
        let item = place(service, &image[..4]).expect("the container");
        assert_eq!(item, (10, 9, "name: two\n        image: two".into()));
        assert_eq!(place(service, &[Key("spec"), Key("missing")]), None);
        let nearest = service.locate_nearest(&[Key("spec"), Key("predictor"), Key("model"), Key("x")]);
        assert_eq!((nearest.first().place.line, nearest.first().place.column), (7, 5));
    }

    #[test]
    fn items_stand_where_the_whole_list_has_them() {
        use Step::{Index, Key};
        let texts = [
            TEXT,
            "kind: AList\nitems:\n- &x {é: é, a: 1}\n- *x\n-\n  é: 1\n  a:\n  - b\n  - c: é\n  # end\n- b:\n    a: 2\n",
            "{\"kind\": \"List\",\r\n\t\"items\": [{\"a\": 1},\r\n\t{\"a\": {\"c\": 2}, \"b\": [1, 2]}, 3]}",
            "kind: List\nitems: []\nx: 1\nitems: [{a: b}]\n",
            "%TAG !e! tag:example.com,2000:\n---\nkind: List\nitems:\n- a: !e!x 1\n- {b: {a: [1]}}\n",
            "\u{feff}items:\n- a:\n   b: 1\nkind: List",
        ];
        let paths: [&[Step<'_>]; 6] =
            [&[], &[Key("a")], &[Key("b")], &[Key("a"), Index(1), Key("c")], &[Key("b"), Key("a")], &[Key("x")]];
        for text in texts {
            let source = Arc::new(Source { name: "x".into(), text: text.into() });
            let documents = read(&source).documents;
            assert!(!documents.is_empty());
            for document in documents.iter().filter(|document| document.item.is_some()) {
                let alone = Document { items: None, ..document.clone() };
                assert_eq!(document.start(), alone.start(), "{text}");
                for path in paths {
                    assert_eq!(document.locate_nearest(path), alone.locate_nearest(path), "{text} {path:?}");
                    assert_eq!(document.locate(path), alone.locate(path), "{text} {path:?}");
                }
            }
        }
    }

    #[test]
    fn paths_go_on_into_the_json_of_a_config_map() {
        use Step::Key;
        let source = Arc::new(Source { name: "x".into(), text: TEXT.into() });
        let documents = read(&source).documents;
        let config = &documents[1];
        let at = |path: &[&str]| {
            let steps: Vec<Step<'_>> = path.iter().map(|key| Key(key)).collect();
            place(config, &steps)
        };
        assert_eq!(at(&["data", "ingress", "ingressDomain"]), Some((17, 7, "\"a\"".into())));
        assert_eq!(at(&["data", "ingress", "inner", "x"]), Some((19, 17, "1".into())));
        assert_eq!(at(&["data", "logger", "image"]), Some((21, 13, "\"b\"".into())));
        assert_eq!(at(&["data", "twice"]), Some((23, 3, "2".into())));
        // Written with escapes, the text is not where its meaning is.
        assert_eq!(at(&["data", "deploy", "a"]), None);
        assert_eq!(config.place_in_data(&["deploy".into(), "a".into()]), Place { line: 24, column: 3 });
        assert_eq!(config.place_in_data(&["nothing".into()]), config.locate_nearest(&[Key("data")]).first().place);
    }
}
