//! Documents of a source, and the problems in it.

use std::ops::Range;
use std::sync::Arc;

use crate::locate::{Fields, Span};
use crate::places::{Places, place_at};
use crate::stream::{Chunk, split};
use crate::{Place, Value, tree};

/// A text to read documents from.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The name used in messages: a path, or `<stdin>`.
    pub name: String,
    /// The text, with any number of documents.
    pub text: String,
}

impl Source {
    /// A source from bytes as they were read.
    ///
    /// # Errors
    ///
    /// Bytes that cannot be YAML are refused, with the name, the place and the problem.
    pub fn new(name: String, bytes: Vec<u8>) -> Result<Source, (String, Place, String)> {
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let message = "the text is UTF-16; save it as UTF-8";
            return Err((name, Place { line: 1, column: 1 }, message.into()));
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(error.as_bytes().get(..valid).unwrap_or_default()).into_owned();
                let place = place_at(&before, before.len());
                return Err((name, place, "the text is not UTF-8; save it as UTF-8 (is it a binary file?)".into()));
            }
        };
        if let Some((at, found)) = control_character(&text) {
            let place = place_at(&text, at);
            let message = format!(
                "control characters are not allowed: found U+{:04X}; write it as an escape in double quotes",
                u32::from(found)
            );
            return Err((name, place, message));
        }
        Ok(Source { name, text })
    }
}

/// The first character of a text that no document may contain as it is, and where it is. In JSON these are only those that JSON forbids.
fn control_character(text: &str) -> Option<(usize, char)> {
    let is_json = text.trim_start().starts_with('{');
    let is_forbidden = |found: &char| match found {
        '\t' | '\n' | '\r' => false,
        '\0'..' ' => true,
        '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => !is_json,
        _ => false,
    };
    // Looking at every byte tells quickly whether there is one at all.
    let is_suspect = |byte: u8| (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte >= 0x7f;
    if !text.bytes().fold(false, |found, byte| found | is_suspect(byte)) {
        return None;
    }
    text.char_indices().find(|(_, found)| is_forbidden(found))
}

/// The field with the items of a list of documents.
const ITEMS: &str = "items";

/// The fields in which lists and templates have their objects.
pub const LISTS: [&str; 2] = [ITEMS, "objects"];

/// The kind whose values must not be shown.
pub(crate) const SECRET: &str = "Secret";

/// One object of a source. The places of its fields are computed on demand.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its value.
    pub value: Value,
    /// The source that contains it.
    pub source: Arc<Source>,
    /// The bytes of the source that contain the document.
    pub range: Range<usize>,
    /// The line of the source, counted from 1, on which the range begins.
    pub line: usize,
    /// The index in the `items` of a list, if the object came in one.
    pub item: Option<usize>,
    /// Whether its text is that of a Secret, or also contains one, so that it must not be shown.
    pub holds_secret: bool,
    /// The field that contains the list.
    pub(crate) list: &'static str,
    /// The places of the fields in its text.
    pub(crate) fields: Fields,
}

impl Document {
    /// A document that was not read from a text; `name` is the name of its source.
    pub fn without_text(name: String, value: Value) -> Document {
        let source = Arc::new(Source { name, text: String::new() });
        let holds_secret = holds_secret(&value);
        Document {
            value,
            source,
            range: 0..0,
            line: 1,
            item: None,
            holds_secret,
            list: ITEMS,
            fields: Fields::default(),
        }
    }

    /// A part of this document: item `index` of the list in the field `list`. For a part of a list item, only the place of that
    /// item is known.
    pub fn part(&self, list: &'static str, index: usize, value: Value) -> Document {
        let is_whole = self.item.is_none();
        Document {
            value,
            source: self.source.clone(),
            range: self.range.clone(),
            line: self.line,
            item: if is_whole { Some(index) } else { self.item },
            holds_secret: self.holds_secret,
            list: if is_whole { list } else { self.list },
            fields: self.fields.clone(),
        }
    }

    /// The place of the document's first line with content.
    pub fn start(&self) -> Place {
        self.beginning().place
    }

    /// Where the content of the document begins, as a piece of the source without length.
    pub fn beginning(&self) -> Span {
        if self.item.is_some() {
            let Span { place, range } = self.locate_nearest(&[]).value;
            return Span { place, range: range.start..range.start };
        }
        let text = self.source.text.get(self.range.clone()).unwrap_or_default();
        let mut at = self.range.start;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let content = line.trim_start_matches('\u{feff}').trim_start();
            let is_marker = line.starts_with("---") && content.trim_end() == "---";
            if !content.is_empty() && !content.starts_with(['#', '%']) && !is_marker {
                let column = line.chars().count() - content.chars().count() + 1;
                let at = at + line.len() - content.len();
                return Span { place: Place { line: self.line + index, column }, range: at..at };
            }
            at += line.len();
        }
        Span { place: Place { line: self.line, column: 1 }, range: self.range.start..self.range.start }
    }
}

/// A problem in a text: an error if `fatal`, otherwise a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The source.
    pub source: Arc<Source>,
    /// The line and column in the source.
    pub place: Place,
    /// The byte offset in the source.
    pub at: usize,
    /// The message.
    pub message: String,
    /// Whether the document cannot be read.
    pub fatal: bool,
    /// Whether the text at the place must not be shown, because the document is or may be a Secret.
    pub secret: bool,
}

/// The content of a source: its objects in order, and the problems.
#[derive(Debug, Clone, Default)]
pub struct Read {
    /// The documents that can be read, in their order.
    pub documents: Vec<Document>,
    /// The problems, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads all documents of a source. An error in one document leaves the others readable.
pub fn read(source: &Arc<Source>) -> Read {
    read_with(source, Err)
}

/// Like [`read`]. `items` takes apart documents that are lists of documents, and returns others as its error.
pub fn read_with(source: &Arc<Source>, items: fn(Value) -> Result<Vec<Value>, Value>) -> Read {
    let mut read = Read::default();
    for chunk in split(&source.text) {
        read_chunk(source, &chunk, items, &mut |document| read.documents.push(document), &mut read.problems);
    }
    read
}

/// Reads the document in one chunk of a source, and its problems. `items` takes apart a document that is a list of documents, and
/// returns any other as its error.
pub fn read_chunk(
    source: &Arc<Source>,
    chunk: &Chunk,
    items: fn(Value) -> Result<Vec<Value>, Value>,
    add: &mut impl FnMut(Document),
    problems: &mut Vec<Problem>,
) {
    let text = source.text.get(chunk.range.clone()).unwrap_or_default();
    let in_stream = |place: Place| Place { line: place.line + chunk.line - 1, ..place };
    let parsed = match tree::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            problems.push(Problem {
                source: source.clone(),
                place: in_stream(place_at(text, error.at)),
                at: chunk.range.start + error.at,
                message: error.message(),
                fatal: true,
                secret: !error.may_quote(),
            });
            return;
        }
    };
    // Where documents run into one another, the kind of the last one stays.
    let mixes_kinds = || parsed.duplicates.iter().any(|(key, _)| key == "kind") && tree::names_secrets(text);
    let secret = holds_secret(&parsed.value) || mixes_kinds();
    if !parsed.duplicates.is_empty() {
        let places = Places::of(text);
        for (key, at) in parsed.duplicates {
            let place = in_stream(places.at(text, at));
            let at = chunk.range.start + at;
            let key = if secret { "a key".to_owned() } else { format!("key {key:?}") };
            let message = format!("{key} stands twice in the same map; the last one counts");
            problems.push(Problem { source: source.clone(), place, at, message, fatal: false, secret });
        }
    }
    let fields = Fields::default();
    let document = |value, item| {
        let (source, range, fields) = (source.clone(), chunk.range.clone(), fields.clone());
        Document { value, source, range, line: chunk.line, item, holds_secret: secret, list: ITEMS, fields }
    };
    match items(parsed.value) {
        Ok(items) => {
            for (index, item) in items.into_iter().enumerate() {
                add(document(item, Some(index)));
            }
        }
        Err(Value::Null) => {}
        Err(value) => add(document(value, None)),
    }
}

/// Whether a kind is that of Secrets or of lists of them, even if it is written in other letters than the API server takes: to take too
/// much for a Secret hides more, never less.
pub fn names_kind_of_secrets(kind: &str) -> bool {
    kind.eq_ignore_ascii_case(SECRET) || kind.eq_ignore_ascii_case("SecretList")
}

/// Whether a document is a Secret, or a list or template that contains one, however deep.
fn holds_secret(document: &Value) -> bool {
    let is_secret = |object: &Value| object.get("kind").and_then(Value::as_str).is_some_and(names_kind_of_secrets);
    let lists = LISTS.into_iter().filter_map(|list| document.get(list)?.as_array());
    is_secret(document) || lists.flatten().any(holds_secret)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{MAX_DEPTH, Step};

    fn source(text: &str) -> Arc<Source> {
        Arc::new(Source { name: "x.yaml".into(), text: text.into() })
    }

    fn values(text: &str) -> Vec<Value> {
        let read = read(&source(text));
        assert_eq!(read.problems, [], "{text:?}");
        read.documents.into_iter().map(|document| document.value).collect()
    }

    /// The first problem, as `line:column: message`.
    fn problem(text: &str) -> String {
        let read = read(&source(text));
        let problem = read.problems.first().expect("a problem");
        format!("{}:{}: {}", problem.place.line, problem.place.column, problem.message)
    }

    #[test]
    fn a_broken_document_leaves_the_others_readable() {
        let read = read(&source("a: 1\n---\nb: c: d\n---\ne: [\n---\nf: 2\n"));
        assert_eq!(read.documents.len(), 2);
        let places: Vec<_> = read.problems.iter().map(|problem| (problem.place.line, problem.place.column)).collect();
        assert_eq!(places, [(3, 5), (6, 1)]);
        assert_eq!(
            problem("a: b: c"),
            "1:5: yaml: mapping values are not allowed in this context (put the text in quotes if it holds a colon and a \
             blank, else check the indentation)"
        );
        assert_eq!(
            problem("a:\n\tb: 1"),
            "2:1: yaml: found character that cannot start any token (indent with blanks, not tabs)"
        );
    }

    #[test]
    fn the_last_of_duplicate_keys_counts_with_a_warning() {
        let read = read(&source("---\na: 1\nb: 2\na: 3\n"));
        assert_eq!(read.documents[0].value, json!({ "a": 3, "b": 2 }));
        assert!(!read.problems[0].fatal);
        assert_eq!(read.problems[0].place, Place { line: 4, column: 1 });
    }

    #[test]
    fn marks_line_ends_and_json_do_not_matter() {
        assert_eq!(values("\u{feff}a: 1\r\nb:\r\n- x\r\n"), [json!({ "a": 1, "b": ["x"] })]);
        assert_eq!(values("{\n\t\"a\": \"\\ud83d\\ude00\\/\",\n\t\"b\": 1.50\n}"), [json!({ "a": "😀/", "b": 1.5 })]);
        assert_eq!(values("a: [\nb,\n]\n"), [json!({ "a": ["b"] })]);
    }

    #[test]
    fn numbers_out_of_range_are_floats_or_texts() {
        assert_eq!(
            values("[18446744073709551615, 18446744073709551616, -9223372036854775809, 1e400, 0x10000000000000000]"),
            [json!([
                18446744073709551615u64,
                18446744073709551616.0,
                -9223372036854775809.0,
                "1e400",
                "0x10000000000000000"
            ])]
        );
        assert_eq!(problem("a: .inf"), "1:4: json: unsupported value: +Inf");
    }

    #[test]
    fn deep_nesting_is_refused() {
        for open in ["[", "{a: ", "- ", "? ", "{? ["] {
            for times in [MAX_DEPTH + 1, 100_000] {
                assert!(problem(&open.repeat(times)).contains("exceeded max depth"), "{open}");
            }
        }
        assert_eq!(values(&("[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH))).len(), 1);
        // Aliases nest too.
        let mut text = "a0: &a0 [x]\n".to_owned();
        for level in 1..=MAX_DEPTH {
            text += &format!("a{level}: &a{level} [*a{}]\n", level - 1);
        }
        assert!(problem(&text).contains("exceeded max depth"));
    }

    /// Threads may have stacks of only two megabytes, or less.
    #[test]
    fn the_deepest_nesting_needs_little_stack() {
        let whole = |open: &str, close: &str| open.repeat(MAX_DEPTH) + "x" + &close.repeat(MAX_DEPTH);
        let texts = [whole("[", "]"), whole("{a: ", "}"), "- ".repeat(MAX_DEPTH)];
        let work = move || {
            for text in texts {
                for document in read(&source(&text)).documents {
                    assert_eq!(
                        crate::parse(&crate::write::to_string(&document.value)).map(|p| p.value),
                        Ok(document.value.clone())
                    );
                    let _ = document.locate(&[Step::Index(0)]);
                }
            }
        };
        std::thread::Builder::new().stack_size(3 << 19).spawn(work).expect("a thread").join().expect("no overflow");
    }

    #[test]
    fn aliases_neither_explode_nor_loop() {
        let mut bomb = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
        for level in 1..12 {
            let name = format!("*a{}, ", level - 1).repeat(10);
            bomb += &format!("a{level}: &a{level} [{name}]\n");
        }
        assert!(problem(&bomb).contains("excessive aliasing"));
        let large = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), "*a, ".repeat(10_000));
        assert!(problem(&large).contains("excessive aliasing"));
        assert!(problem("kind: A\na: &a [*a]").contains("anchor 'a' value contains itself"));
        assert!(problem("kind: A\na: *b").contains("unknown anchor 'b' referenced"));
        // The scope of an anchor ends with its document.
        assert!(problem("a: &b 1\n---\na: *b\n").contains("unknown anchor"));
        assert_eq!(
            values("a: &a {x: 1}\nb: {<<: [*a, {x: 2, w: 2}], z: 3}")[0]["b"],
            json!({ "x": 1, "w": 2, "z": 3 })
        );
    }

    #[test]
    fn large_texts_take_no_more_than_linear_time() {
        let started = std::time::Instant::now();
        let _ = read(&source(&("'".to_owned() + &"x ".repeat(1 << 17))));
        let _ = read(&source(&("\"".to_owned() + &"\\n ".repeat(1 << 17))));
        let _ = read(&source(&("a".repeat(1 << 17) + ": b")));
        let _ = read(&source(&"a\n".repeat(1 << 17)));
        let _ = read(&source(&("[".to_owned() + &"1,".repeat(1 << 17) + "]")));
        let _ = read(&source(&"---\n".repeat(1 << 17)));
        let _ = read(&source(&"# \n".repeat(1 << 17)));
        let _ = read(&source(&("a: |\n".to_owned() + &" x\n\n".repeat(1 << 17))));
        let _ = read(&source(&("&a ".repeat(1 << 17))));
        // This is generous: unoptimized builds on busy machines need a few seconds.
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }

    #[test]
    fn bytes_that_are_not_text_are_refused_with_their_place() {
        let refused = |bytes: &[u8]| {
            let (_, place, message) = Source::new("x".into(), bytes.to_vec()).expect_err("no text");
            (place.line, place.column, message)
        };
        let (line, column, message) = refused(b"a: 1\nb: \xff");
        assert_eq!((line, column), (2, 4));
        assert!(message.contains("not UTF-8"));
        assert!(refused(b"\xff\xfea\0").2.contains("UTF-16"));
        assert_eq!(refused("é\0".as_bytes()).1, 2);
        assert!(Source::new("x".into(), b"a:\t1\r\n".to_vec()).is_ok());
        // Even if nobody has checked the text, a control character does no harm.
        assert_eq!(values("a: \"\0\"\nb: \u{85} 1")[0]["b"], json!(1));
    }

    #[test]
    fn a_secret_is_found_however_deep_it_is_in_lists() {
        let holds = |text: &str| read(&source(text)).documents.iter().any(|document| document.holds_secret);
        let secret = "{kind: Secret, data: {a: b}}";
        for text in [
            secret.to_owned(),
            format!("{{kind: List, items: [{secret}]}}"),
            format!("{{kind: List, items: [{{kind: List, items: [{{kind: Template, objects: [{secret}]}}]}}]}}"),
            "{kind: List, items: [{kind: SecretList, items: [{data: {a: b}}]}]}".to_owned(),
        ] {
            assert!(holds(&text), "{text}");
        }
        assert!(!holds("{kind: List, items: [{kind: List, items: [{kind: Pod, data: {kind: Secret}}]}]}"));
    }

    #[test]
    fn errors_quote_nothing_that_may_be_in_a_secret() {
        let template = "kind: Template\nobjects:\n- {data: {a: *pass}, kind: Secret}\n";
        for text in [
            template,
            "kind: Template\nobjects: [{data: {a: *pass}, kind: \"S\\u0065cret\"}]\n",
            "{kind: Cluster, items: [{kind: Pod, a: *pass}]}",
            "kind: Kept\nlast: {data: {a: *pass}, kind: Secret}\n",
        ] {
            assert!(!problem(text).contains("pass"), "{text}");
        }
        for text in ["kind: secret\ndata: {[pass]: b}", "kind: Secret\ndata: {a: *pass}\nkind: Pod\n"] {
            assert!(!problem(text).contains("pass"), "{text}");
        }
        let mixed = "kind: Secret\nstringData: {a: b}\nkind: InferenceService\nspec: {}\n";
        assert!(read(&source(mixed)).documents.iter().all(|document| document.holds_secret));
        assert!(problem("kind: Pod\nspec: {imagePullSecrets: [*name]}\n").contains("'name'"));
        assert!(problem("kind: Pod\nspec: {items: [*name]}\n").contains("'name'"));
    }

    #[test]
    fn a_document_starts_at_its_first_line_with_content() {
        let documents = read(&source("# c\n\n  a: 1\n---\n# x\n---  \nb: 1\n--- {c: 1}\n")).documents;
        let starts: Vec<_> = documents.iter().map(|d| (d.start().line, d.start().column)).collect();
        let texts: Vec<_> =
            documents.iter().map(|d| d.source.text[d.beginning().range.start..].lines().next()).collect();
        assert_eq!(texts, [Some("a: 1"), Some("b: 1"), Some("--- {c: 1}")]);
        assert_eq!(starts, [(3, 3), (7, 1), (8, 1)]);
    }

    mod anything {
        use proptest::prelude::*;

        use super::*;

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(2000))]
            #[test]
            fn can_be_read_without_a_panic(text in "([ -~\\n\\t\u{85}é]|[a-c\\[\\]{}:,&*!|>'\"#%?\\- \\n]){0,60}") {
                let source = source(&text);
                for document in read(&source).documents {
                    let step = [Step::Key("a"), Step::Index(0), Step::Key("b")];
                    let _ = (document.start(), document.locate(&step), document.locate_nearest(&step));
                }
            }
        }
    }
}
