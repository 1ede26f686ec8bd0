//! Locates fields in a document. Reading keeps no places; the text is read again on the first request, which only messages make.
//! All fields are then located at once, so that a document full of faults takes no more than linear time.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::index::{Found, Index, Layout};
use crate::places::Places;
use crate::{Document, Place};

/// A step of a path into a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// An entry of a map.
    Key(&'a str),
    /// An item of a list, counted from 0.
    Index(usize),
}

/// A range in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The place where it begins.
    pub place: Place,
    /// The byte range in the text of the source.
    pub range: Range<usize>,
}

/// The places of the fields in a document's text, computed on the first request; the items of a list share them.
#[derive(Debug, Clone, Default)]
pub struct Fields(Arc<OnceLock<Whole>>);

#[derive(Debug)]
struct Whole {
    index: Option<Index>,
    places: Places,
}

/// The place of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The key, for an entry of a map.
    pub key: Option<Span>,
    /// The value.
    pub value: Span,
}

impl Located {
    /// The key if there is one, otherwise the value.
    pub fn first(&self) -> &Span {
        self.key.as_ref().unwrap_or(&self.value)
    }
}

impl Document {
    /// Locates the field at `path`, which may lead into a string that contains JSON, as in the data of a ConfigMap. `None` if the
    /// document does not contain the field itself, because it is missing or merged in.
    pub fn locate(&self, path: &[Step<'_>]) -> Option<Located> {
        let found = self.find(path)?;
        (found.missing == 0).then(|| self.located(&found))
    }

    /// Locates the field at `path` or, failing that, the innermost enclosing field that exists.
    pub fn locate_nearest(&self, path: &[Step<'_>]) -> Located {
        match self.find(path) {
            Some(found) => self.located(&found),
            None => Located { key: None, value: self.span(&(self.range.start..self.range.start)) },
        }
    }

    /// The place of a value in a ConfigMap's data: `path` is the section, followed by the keys inside its string.
    pub fn place_in_data(&self, path: &[String]) -> Place {
        let in_data = |from: &[&'static str]| -> Found {
            let start = from.iter().copied().map(Step::Key);
            let steps: Vec<Step<'_>> = start.chain(path.iter().map(|key| Step::Key(key))).collect();
            self.find(&steps).unwrap_or_default()
        };
        // The document may also be the data alone.
        let whole = in_data(&["data"]);
        let found = if whole.missing > path.len() { in_data(&[]) } else { whole };
        if found.missing > path.len() { self.start() } else { self.located(&found).first().place }
    }

    /// Locates byte `at` of the string at `path`, such as an error in the JSON of a ConfigMap. `None` if the string differs from
    /// its written form in more than indentation.
    pub fn locate_in_text(&self, path: &[Step<'_>], at: usize) -> Option<Span> {
        let found = self.find(path).filter(|found| found.missing == 0)?;
        let meaning = path.iter().try_fold(&self.value, |value, step| match step {
            Step::Key(key) => value.get(*key),
            Step::Index(index) => value.get(*index),
        });
        let meaning = meaning?.as_str()?;
        let end = (at + 1).min(meaning.len()).max(at);
        let layout = Layout::of(self.text(), &found.value, meaning)?;
        layout.outside(self.text(), meaning, &(at..end)).map(|range| self.span(&range))
    }

    /// The text that contains the document.
    fn text(&self) -> &str {
        self.source.text.get(self.range.clone()).unwrap_or_default()
    }

    fn whole(&self) -> &Whole {
        let text = self.text();
        self.fields.0.get_or_init(|| Whole { index: Index::of(text), places: Places::of(text) })
    }

    fn find(&self, path: &[Step<'_>]) -> Option<Found> {
        let index = self.whole().index.as_ref()?;
        let mut steps = Vec::with_capacity(path.len() + 2);
        if let Some(item) = self.item {
            steps.extend([Step::Key(self.list), Step::Index(item)]);
        }
        steps.extend_from_slice(path);
        Some(index.find(self.text(), &steps))
    }

    fn located(&self, found: &Found) -> Located {
        Located { key: found.key.as_ref().map(|key| self.span(key)), value: self.span(&found.value) }
    }

    /// Converts a range in the document's text to a range in the source.
    fn span(&self, range: &Range<usize>) -> Span {
        let place = self.whole().places.at(self.text(), range.start);
        Span {
            place: Place { line: place.line + self.line - 1, ..place },
            range: range.start + self.range.start..range.end + self.range.start,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Source, read as read_lists_whole, read_with};

    /// The items of a list.
    fn items(mut value: crate::Value) -> Result<Vec<crate::Value>, crate::Value> {
        match value.get_mut("items").map(crate::Value::take) {
            Some(crate::Value::Array(items)) => Ok(items),
            _ => Err(value),
        }
    }

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
        let documents = read_with(&source, items).documents;
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
    fn items_are_located_in_the_whole_list() {
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
            let documents = read_with(&source, items).documents;
            assert!(!documents.is_empty());
            let whole = &read_lists_whole(&source).documents[0];
            for document in &documents {
                let Some(item) = document.item else { continue };
                let item = [Key("items"), Index(item)];
                assert_eq!(document.start(), whole.locate_nearest(&item).value.place, "{text}");
                for path in paths {
                    let from_whole = [&item, path].concat();
                    assert_eq!(document.locate_nearest(path), whole.locate_nearest(&from_whole), "{text} {path:?}");
                    assert_eq!(document.locate(path), whole.locate(&from_whole), "{text} {path:?}");
                }
            }
        }
    }

    #[test]
    fn paths_lead_into_the_json_of_a_config_map() {
        use Step::Key;
        let source = Arc::new(Source { name: "x".into(), text: TEXT.into() });
        let documents = read_with(&source, items).documents;
        let config = &documents[1];
        let at = |path: &[&str]| {
            let steps: Vec<Step<'_>> = path.iter().map(|key| Key(key)).collect();
            place(config, &steps)
        };
        assert_eq!(at(&["data", "ingress", "ingressDomain"]), Some((17, 7, "\"a\"".into())));
        assert_eq!(at(&["data", "ingress", "inner", "x"]), Some((19, 17, "1".into())));
        assert_eq!(at(&["data", "logger", "image"]), Some((21, 13, "\"b\"".into())));
        assert_eq!(at(&["data", "twice"]), Some((23, 3, "2".into())));
        // If it is written with escapes, the places in the string are unknown.
        assert_eq!(at(&["data", "deploy", "a"]), None);
        assert_eq!(config.place_in_data(&["deploy".into(), "a".into()]), Place { line: 24, column: 3 });
        assert_eq!(config.place_in_data(&["nothing".into()]), config.locate_nearest(&[Key("data")]).first().place);
    }
}
