//! Mends of findings as edits of texts: only the bytes that say something else change, so that comments, order and style stay.
//!
//! A change is found in the text by the places of its fields. All that is edited is read again, and has to say what the changes
//! make of the documents, and nothing else; otherwise the text is left as it is.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::paths::steps;
use crate::input::{self, Document, Located, Source, Step as Place};
use crate::object::diagnostic::{Change, Mend};
use crate::object::{self, Path};
use crate::{Map, Value};

/// A piece of a text that is to be another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: String,
}

impl Edit {
    /// The same with lines that end as those of the document do.
    fn with_line_ends_of(mut self, document: &Document) -> Edit {
        let text = document.source.text.get(document.range.clone()).unwrap_or_default();
        if self.text.contains('\n') && text.contains("\r\n") {
            self.text = self.text.replace("\r\n", "\n").replace('\n', "\r\n");
        }
        self
    }
}

/// Why a text is left alone of which more than what is meant would change.
const TANGLED: &str = "the text cannot be changed there without changing something else";

/// How a finding can be mended in the text in which it stands.
#[derive(Debug, Clone)]
pub struct Fix {
    /// Whether nobody can have meant anything else.
    pub is_safe: bool,
    /// The text.
    pub source: Arc<Source>,
    /// The document: where its text begins, and its position in a list.
    document: (usize, Option<usize>),
    changes: Vec<Change>,
    /// The edits, or why there can be none.
    edits: Result<Vec<Edit>, String>,
}

/// A text that is mended.
#[derive(Debug)]
pub struct Mended {
    /// The text as it was.
    pub source: Arc<Source>,
    /// The text as it is then.
    pub text: String,
    /// The positions of the findings whose mends are in it.
    pub done: Vec<usize>,
}

/// What comes of mends: texts, and the positions of findings that cannot be mended, with the reason.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The texts that change.
    pub texts: Vec<Mended>,
    /// The positions of findings that are left, each with the reason.
    pub left: Vec<(usize, String)>,
}

impl Fix {
    /// The edits for a mend in a document.
    pub fn of(document: &Document, mend: &Mend) -> Fix {
        let mut changes = mend.changes.clone();
        let edits = changes.iter_mut().map(|change| edits(document, change)).collect::<Result<Vec<_>, String>>();
        let edits =
            edits.map(|edits| edits.into_iter().flatten().map(|edit| edit.with_line_ends_of(document)).collect());
        Fix {
            is_safe: mend.is_safe,
            source: Arc::clone(&document.source),
            document: (document.range.start, document.item),
            changes,
            edits,
        }
    }

    /// The pieces of the text that change, where they are known.
    pub fn edits(&self) -> &[Edit] {
        self.edits.as_deref().unwrap_or_default()
    }
}

/// Mends what can be mended of findings, by their fixes, only safely unless `all` is set. Of changes that touch the same piece of a text the first counts.
pub fn mend<'f>(fixes: impl Iterator<Item = Option<&'f Fix>>, all: bool) -> Outcome {
    let mut by_source: BTreeMap<&str, Vec<(usize, &Fix)>> = BTreeMap::new();
    for (index, fix) in fixes.enumerate() {
        if let Some(fix) = fix.filter(|fix| all || fix.is_safe) {
            by_source.entry(&fix.source.name).or_default().push((index, fix));
        }
    }
    let mut outcome = Outcome::default();
    for fixes in by_source.into_values() {
        let Some(source) = fixes.first().map(|(_, fix)| Arc::clone(&fix.source)) else { continue };
        let (possible, left): (Vec<_>, Vec<_>) = fixes.into_iter().partition(|(_, fix)| fix.edits.is_ok());
        outcome.left.extend(left.into_iter().filter_map(|(at, fix)| Some((at, fix.edits.clone().err()?))));
        let chosen = apart(possible);
        match whole(&source, &chosen) {
            Ok(text) => {
                let done = chosen.iter().map(|(index, _)| *index).collect();
                outcome.texts.extend(changed(&source, text, done));
            }
            Err(_) => one_by_one(&source, chosen, &mut outcome),
        }
    }
    outcome
}

fn changed(source: &Arc<Source>, text: String, done: Vec<usize>) -> Option<Mended> {
    (text != source.text && !done.is_empty()).then(|| Mended { source: Arc::clone(source), text, done })
}

/// A fix with the position of its finding.
type Numbered<'f> = (usize, &'f Fix);

/// Those of the fixes that touch no piece of the text that an earlier one touches. The others are looked at again when these are done.
fn apart(fixes: Vec<Numbered<'_>>) -> Vec<Numbered<'_>> {
    let mut taken: Vec<Range<usize>> = Vec::new();
    let mut is_apart = |(_, fix): &(usize, &Fix)| {
        let edits = fix.edits.as_deref().unwrap_or_default();
        let meets =
            |one: &Range<usize>, other: &Range<usize>| one == other || (one.start < other.end && other.start < one.end);
        if edits.iter().any(|edit| taken.iter().any(|range| meets(range, &edit.range))) {
            return false;
        }
        taken.extend(edits.iter().map(|edit| edit.range.clone()));
        true
    };
    fixes.into_iter().filter(|fix| is_apart(fix)).collect()
}

/// Where all mends together do something else, takes those that do not.
fn one_by_one(source: &Arc<Source>, fixes: Vec<(usize, &Fix)>, outcome: &mut Outcome) {
    let (mut kept, mut text): (Vec<(usize, &Fix)>, String) = (Vec::new(), source.text.clone());
    for fix in fixes {
        let index = fix.0;
        kept.push(fix);
        match whole(source, &kept) {
            Ok(mended) => text = mended,
            Err(why) => {
                kept.pop();
                outcome.left.push((index, why));
            }
        }
    }
    let done = kept.iter().map(|(index, _)| *index).collect();
    outcome.texts.extend(changed(source, text, done));
}

/// The text with all edits.
///
/// # Errors
/// Why it would say something else than what the changes make of it.
fn whole(source: &Arc<Source>, fixes: &[(usize, &Fix)]) -> Result<String, String> {
    let mut edits: Vec<&Edit> = fixes.iter().flat_map(|(_, fix)| fix.edits.as_deref().unwrap_or_default()).collect();
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    edits.dedup();
    let mut text = String::with_capacity(source.text.len() + 64);
    let mut at = 0;
    for edit in edits {
        text.push_str(source.text.get(at..edit.range.start).ok_or("two changes touch the same place")?);
        text.push_str(&edit.text);
        at = edit.range.end;
    }
    text.push_str(source.text.get(at..).unwrap_or_default());
    let mended = Arc::new(Source { name: source.name.clone(), text });
    let (before, after) = (input::read(source), input::read(&mended));
    let is_alike = before.problems.len() == after.problems.len() && before.documents.len() == after.documents.len();
    if !is_alike {
        return Err(TANGLED.into());
    }
    for (old, new) in before.documents.iter().zip(&after.documents) {
        let own = fixes.iter().filter(|(_, fix)| fix.document == (old.range.start, old.item));
        let mut changes: Vec<&Change> = own.flat_map(|(_, fix)| &fix.changes).collect();
        // Where an entry has another key, the paths of what is in it lead nowhere any more.
        changes.sort_by_key(|change| match change {
            Change::Rename { path, .. } => (true, Reverse(path.0.len())),
            _ => (false, Reverse(0)),
        });
        let mut wanted = old.value.clone();
        for change in changes {
            apply(&mut wanted, change)?;
        }
        if wanted != new.value {
            return Err(
                "the text cannot be changed there without changing something else, such as what an anchor shares"
                    .into(),
            );
        }
    }
    Ok(mended.text.clone())
}

/// What a change makes of a document.
fn apply(document: &mut Value, change: &Change) -> Result<(), String> {
    let gone = || "what is to be changed is not there".to_owned();
    match change {
        Change::Write { path, value } => {
            *value_at(document, &path.0).ok_or_else(gone)? = value.clone();
        }
        // Resolved when its edit was made.
        Change::Quote { .. } => return Err(gone()),
        Change::Rename { path, key } => {
            let (last, map) = entry(document, path).ok_or_else(gone)?;
            if map.contains_key(key) {
                return Err(format!("there is an entry {key} already"));
            }
            let value = map.remove(&last).ok_or_else(gone)?;
            map.insert(key.clone(), value);
        }
        Change::Remove { path } => {
            let (last, map) = entry(document, path).ok_or_else(gone)?;
            map.remove(&last).ok_or_else(gone)?;
        }
        Change::Move { path, to } => {
            let (key, map) = entry(document, path).ok_or_else(gone)?;
            let value = map.remove(&key).ok_or_else(gone)?;
            insert(document, to, &key, value)?;
        }
        Change::Insert { path, key, value } => insert(document, path, key, value.clone())?,
    }
    Ok(())
}

/// Adds an entry to the map at a path.
fn insert(document: &mut Value, path: &Path, key: &str, value: Value) -> Result<(), String> {
    let map = value_at(document, &path.0).and_then(Value::as_object_mut);
    let map = map.ok_or_else(|| "what is to be changed is not there".to_owned())?;
    match map.insert(key.to_owned(), value) {
        Some(_) => Err(format!("there is an entry {key} already")),
        None => Ok(()),
    }
}

fn value_at<'v>(value: &'v mut Value, steps: &[object::PathStep]) -> Option<&'v mut Value> {
    steps.iter().try_fold(value, |value, step| match step {
        object::PathStep::Key(key) => value.get_mut(key),
        object::PathStep::Index(index) => value.get_mut(index),
        object::PathStep::Item { field, value: wanted } => {
            let items = value.as_array_mut()?;
            items.iter_mut().find(|item| item.get(field).and_then(Value::as_str) == Some(wanted))
        }
    })
}

/// The key of an entry, and the map that has it.
fn entry<'v>(document: &'v mut Value, path: &Path) -> Option<(String, &'v mut Map)> {
    let (object::PathStep::Key(last), above) = path.0.split_last()? else { return None };
    Some((last.clone(), value_at(document, above)?.as_object_mut()?))
}

/// The edits that move an entry: with the lines that it has, so that its comments come along, or else what it says.
fn movement(document: &Document, path: &Path, to: &Path) -> Result<Vec<Edit>, String> {
    let gone = || "what is to be changed is not there".to_owned();
    let Some(object::PathStep::Key(key)) = path.0.last() else { return Err(gone()) };
    let value = value_of(&document.value, path).ok_or_else(gone)?;
    if value_of(&document.value, to).is_some_and(|map| map.get(key).is_some()) {
        return Err(format!("there is an entry {key} already"));
    }
    let mut removal = removal(document, path)?;
    if !is_in_brackets(document, path) {
        removal.range.start = with_comments(&document.source.text, removal.range.start);
    }
    let mut insertion = insertion(document, to, key, value)?;
    let text = document.source.text.get(removal.range.clone()).unwrap_or_default();
    let into_brackets = document.source.text.get(insertion.range.start.saturating_sub(1)..insertion.range.start);
    if !is_in_brackets(document, path) && into_brackets != Some("{") {
        let line = document.source.text.get(..insertion.range.start).unwrap_or_default();
        let indent = " ".repeat(line.len() - line.rfind('\n').map_or(0, |at| at + 1));
        insertion.text = reindented(text, &indent)?;
    }
    Ok(vec![removal, insertion])
}

/// Where the comments begin that stand right above a line and are indented as it is.
fn with_comments(text: &str, line: usize) -> usize {
    let blanks = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let indent = blanks(text.get(line..).unwrap_or_default());
    let mut start = line;
    while let Some(above) = text.get(..start).and_then(|before| before.strip_suffix('\n')) {
        let begin = above.rfind('\n').map_or(0, |at| at + 1);
        let own = above.get(begin..).unwrap_or_default();
        if blanks(own) != indent || !own.trim_start().starts_with('#') {
            break;
        }
        start = begin;
    }
    start
}

/// Lines with another indentation, of which the first has it already and which another entry follows.
fn reindented(lines: &str, indent: &str) -> Result<String, String> {
    let old = lines.len() - lines.trim_start_matches(' ').len();
    let mut text = String::with_capacity(lines.len() + 64);
    for (index, line) in lines.split_inclusive('\n').enumerate() {
        let own = match line.trim().is_empty() {
            true => line.trim_start_matches(' '),
            false => line
                .get(old..)
                .filter(|_| line.get(..old).is_some_and(|start| start.trim().is_empty()))
                .ok_or(TANGLED)?,
        };
        if index > 0 && !own.trim().is_empty() {
            text.push_str(indent);
        }
        text.push_str(own);
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text + indent)
}

fn value_of<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
    path.0.iter().try_fold(value, |value, step| match step {
        object::PathStep::Key(key) => value.get(key),
        object::PathStep::Index(index) => value.get(index),
        object::PathStep::Item { .. } => None,
    })
}

/// The edits that make a change; a number that is to be a text becomes the text of its characters.
fn edits(document: &Document, change: &mut Change) -> Result<Vec<Edit>, String> {
    match change {
        Change::Rename { path, key } => {
            let key_of = locate(document, path)?.key.ok_or("what stands there has no key")?;
            let old = document.source.text.get(key_of.range.clone()).unwrap_or_default();
            Ok(vec![Edit { text: in_style(old, key), range: key_of.range }])
        }
        Change::Write { path, value } => {
            let range = locate(document, path)?.value.range;
            let old = document.source.text.get(range.clone()).unwrap_or_default();
            if old.contains('\n') {
                return Err("the text goes over several lines".into());
            }
            let text = match value {
                Value::String(text) => in_style(old, text),
                other => other.to_string(),
            };
            Ok(vec![Edit { text, range }])
        }
        Change::Quote { path } => {
            let range = locate(document, path)?.value.range;
            let lexeme = document.source.text.get(range.clone()).unwrap_or_default().trim_end().to_owned();
            let is_plain =
                !lexeme.is_empty() && lexeme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-._~".contains(&b));
            if !is_plain {
                return Err("what stands there is no plain number or truth value".into());
            }
            let range = range.start..range.start + lexeme.len();
            let edit = Edit { range, text: format!("\"{lexeme}\"") };
            *change = Change::Write { path: std::mem::take(path), value: lexeme.into() };
            Ok(vec![edit])
        }
        Change::Remove { path } => {
            *path = with_what_is_left_empty(document, std::mem::take(path));
            Ok(vec![removal(document, path)?])
        }
        Change::Insert { path, key, value } => Ok(vec![insertion(document, path, key, value)?]),
        Change::Move { path, to } => movement(document, path, to),
    }
}

/// The path of an entry, or of the annotations or labels that have no other.
fn with_what_is_left_empty(document: &Document, mut path: Path) -> Path {
    let above = match path.0.as_slice() {
        [above @ .., object::PathStep::Key(_)] => above,
        _ => return path,
    };
    let is_map_of_texts = above
        .last()
        .is_some_and(|step| matches!(step, object::PathStep::Key(key) if key == "annotations" || key == "labels"));
    let map = value_of(&document.value, &Path(above.to_vec()));
    if is_map_of_texts && map.and_then(Value::as_object).is_some_and(|map| map.len() == 1) {
        path.0.pop();
    }
    path
}

fn locate(document: &Document, path: &Path) -> Result<Located, String> {
    let steps: Vec<Place<'_>> = steps(document, path);
    let found = document.locate(&steps).filter(|_| steps.len() == path.0.len());
    found.ok_or_else(|| "it does not stand there by itself: an anchor or a list brings it in".to_owned())
}

/// A text in the quotes of an older one. Without quotes it gets some where it needs them.
fn in_style(old: &str, text: &str) -> String {
    let doubled = || Value::from(text).to_string();
    match old.chars().next() {
        Some('"') => doubled(),
        Some('\'') => format!("'{}'", text.replace('\'', "''")),
        _ => {
            let probe = Arc::new(Source { name: String::new(), text: format!("[{text}]") });
            let read = input::read(&probe);
            let is_plain =
                read.documents.first().is_some_and(|document| document.value.get(0) == Some(&Value::from(text)));
            if is_plain { text.to_owned() } else { doubled() }
        }
    }
}

/// Whether the map or list that holds an entry is written with brackets.
fn is_in_brackets(document: &Document, path: &Path) -> bool {
    let mut above = path.clone();
    above.0.pop();
    locate(document, &above).is_ok_and(|located| {
        let text = document.source.text.get(located.value.range).unwrap_or_default();
        text.trim_start().starts_with(['{', '['])
    })
}

fn removal(document: &Document, path: &Path) -> Result<Edit, String> {
    let located = locate(document, path)?;
    let text = document.source.text.as_str();
    let start = located.key.as_ref().ok_or("what stands there has no key")?.range.start;
    let end = located.value.range.end.max(start);
    if is_in_brackets(document, path) {
        let after = text.get(end..).unwrap_or_default();
        let blank = after.len() - after.trim_start().len();
        if after.trim_start().starts_with(',') {
            let rest = after.get(blank + 1..).unwrap_or_default();
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            return Ok(Edit { range: start..end + blank + 1 + spaces, text: String::new() });
        }
        let before = text.get(..start).unwrap_or_default().trim_end();
        let from = if before.ends_with(',') { before.len() - 1 } else { start };
        return Ok(Edit { range: from..end, text: String::new() });
    }
    let line = text.get(..start).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
    let indent = text.get(line..start).unwrap_or_default();
    if !indent.trim().is_empty() {
        return Err("it begins an item of a list".into());
    }
    // A value of several lines ends where its last line does.
    let value = text.get(start..end).unwrap_or_default();
    let end = start + value.trim_end().len();
    let rest = text.get(end..).unwrap_or_default();
    let line_end = rest.find('\n').map_or(text.len(), |at| end + at + 1);
    let tail = text.get(end..line_end).unwrap_or_default().trim();
    if !(tail.is_empty() || tail.starts_with('#')) {
        return Err("something else stands behind it on the same line".into());
    }
    Ok(Edit { range: line..line_end, text: String::new() })
}

fn insertion(document: &Document, path: &Path, key: &str, value: &Value) -> Result<Edit, String> {
    let range = locate(document, path)?.value.range;
    let text = document.source.text.as_str();
    let old = text.get(range.clone()).unwrap_or_default();
    if let Some(inner) = old.strip_prefix('{') {
        let entry = match inner.trim_start().starts_with('"') {
            true => format!("{}: {}", Value::from(key), json(value)),
            false => format!("{key}: {}", flow(value)),
        };
        let separator = if inner.trim_start().starts_with('}') { "" } else { ", " };
        let at = range.start + 1;
        return Ok(Edit { range: at..at, text: format!("{entry}{separator}") });
    }
    let line = text.get(..range.start).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
    let before = text.get(line..range.start).unwrap_or_default();
    if old.is_empty() || !before.chars().all(|c| matches!(c, ' ' | '-')) {
        return Err("there is nothing yet beside which it could stand".into());
    }
    let indent = " ".repeat(before.len());
    // What is written above the first entry is about that.
    let at = match before.contains('-') {
        true => range.start,
        false => with_comments(text, line) + before.len(),
    };
    Ok(Edit { range: at..at, text: format!("{}{indent}", block(key, value, &indent)) })
}

/// A value as JSON is usually written on one line.
fn json(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), json(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// A map of texts as it is written with brackets.
fn flow(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key}: {}", flow(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::String(text) => in_style("", text),
        other => other.to_string(),
    }
}

/// An entry in lines of its own, of which the first has its indentation already.
fn block(key: &str, value: &Value, indent: &str) -> String {
    match value {
        Value::Object(fields) => {
            let deeper = format!("{indent}  ");
            let inner: Vec<String> =
                fields.iter().map(|(key, value)| format!("{deeper}{}", block(key, value, &deeper))).collect();
            format!("{key}:\n{}", inner.concat())
        }
        other => format!("{key}: {}\n", flow(other)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::object::diagnostic::{Diagnostic, Severity};
    use crate::session::finding::Finding;
    use crate::webhook::codes;

    /// What the changes make of a text, and why not.
    fn mended(text: &str, changes: &[Change]) -> Result<String, String> {
        let source = Arc::new(Source { name: "a.yaml".into(), text: text.into() });
        let document = input::read(&source).documents.remove(0);
        let finding = |change: &Change| {
            let diagnostic = Diagnostic {
                mend: Some(Mend::safe(change.clone())),
                ..Diagnostic::new(codes::UNKNOWN_FIELD, Severity::Warning, Path::default(), "x")
            };
            Finding::new(&document, String::new(), diagnostic)
        };
        let findings: Vec<Finding> = changes.iter().map(finding).collect();
        let outcome = mend(findings.iter().map(|finding| finding.fix.as_ref()), false);
        match outcome.left.into_iter().next() {
            Some((_, why)) => Err(why),
            None => Ok(outcome.texts.into_iter().next().map_or_else(|| text.to_owned(), |mended| mended.text)),
        }
    }

    fn rename(path: Path, key: &str) -> Change {
        Change::Rename { path, key: key.into() }
    }

    #[test]
    fn only_what_is_wrong_changes() {
        let text = "# top\nspec:   # the spec\n    storageURI : 'gs://a'   # where\n\n    other: 1\n";
        let wanted = "# top\nspec:   # the spec\n    storageUri : 'gs://a'   # where\n\n    other: 1\n";
        let path = Path::keys(["spec", "storageURI"]);
        assert_eq!(mended(text, &[rename(path.clone(), "storageUri")]).as_deref(), Ok(wanted));
        let json = "{\"spec\": {\"storageURI\": \"a\"}}\n";
        assert_eq!(mended(json, &[rename(path, "storageUri")]).as_deref(), Ok("{\"spec\": {\"storageUri\": \"a\"}}\n"));
    }

    #[test]
    fn numbers_become_texts_of_the_same_characters() {
        let quote = |text: &str| mended(text, &[Change::Quote { path: Path::keys(["a"]) }]);
        assert_eq!(quote("a: 1.50 # x\n").as_deref(), Ok("a: \"1.50\" # x\n"));
        assert_eq!(quote("a: yes\nb: 1\n").as_deref(), Ok("a: \"yes\"\nb: 1\n"));
        assert_eq!(quote("{a: 1}\n").as_deref(), Ok("{a: \"1\"}\n"));
        assert!(quote("a: &n 1\nb: *n\n").is_err());
    }

    #[test]
    fn all_that_is_wrong_with_an_entry_is_mended_at_once() {
        let text = "p:\n  sklearn:\n    storageURI: x\n    cpu: 0.5\n";
        let below = |key: &str| Path::keys(["p", "sklearn", key]);
        let changes = [
            rename(Path::keys(["p", "sklearn"]), "model"),
            Change::Quote { path: below("cpu") },
            rename(below("storageURI"), "storageUri"),
        ];
        assert_eq!(mended(text, &changes).as_deref(), Ok("p:\n  model:\n    storageUri: x\n    cpu: \"0.5\"\n"));
        let write = Change::Write { path: Path::keys(["a"]), value: 1.into() };
        assert_eq!(mended("a: 0 # x\n", &[write]).as_deref(), Ok("a: 1 # x\n"));
    }

    #[test]
    fn entries_go_without_what_stands_around_them() {
        let remove = |text: &str, keys: [&str; 2]| mended(text, &[Change::Remove { path: Path::keys(keys) }]);
        assert_eq!(
            remove("a:\n  # of c\n  c: 1\n  b:\n    x: 1 # y\n  # of d\n  d: 1\n", ["a", "b"]).as_deref(),
            Ok("a:\n  # of c\n  c: 1\n  # of d\n  d: 1\n")
        );
        assert_eq!(remove("a: {b: 1, c: 2}\n", ["a", "b"]).as_deref(), Ok("a: {c: 2}\n"));
        assert_eq!(remove("a: {b: 1, c: 2}\n", ["a", "c"]).as_deref(), Ok("a: {b: 1}\n"));
        // Then a would be null rather than a map without entries.
        assert!(remove("a:\n  b: 1\nc: 1\n", ["a", "b"]).is_err());
    }

    #[test]
    fn line_ends_and_byte_order_marks_stay() {
        let text = "\u{feff}# top\r\np:\r\n  model: # of it\r\n    a: 1\r\n    b:\r\n      c: 2\r\n";
        let path = |keys: &[&str]| keys.iter().fold(Path::default(), |path, key| path.key(key));
        let changed = |change| mended(text, &[change]);
        assert_eq!(
            changed(Change::Move { path: path(&["p", "model", "b"]), to: path(&["p"]) }).as_deref(),
            Ok("\u{feff}# top\r\np:\r\n  b:\r\n    c: 2\r\n  model: # of it\r\n    a: 1\r\n")
        );
        let value = json!({ "name": "x" });
        assert_eq!(
            changed(Change::Insert { path: path(&["p", "model"]), key: "format".into(), value }).as_deref(),
            Ok(text.replace("    a: 1", "    format:\r\n      name: x\r\n    a: 1").as_str())
        );
        assert_eq!(
            changed(Change::Remove { path: path(&["p", "model", "b"]) }).as_deref(),
            Ok(text.replace("    b:\r\n      c: 2\r\n", "").as_str())
        );
        assert_eq!(
            changed(Change::Quote { path: path(&["p", "model", "a"]) }).as_deref(),
            Ok(text.replace("a: 1", "a: \"1\"").as_str())
        );
        assert_eq!(changed(rename(path(&["p"]), "q")).as_deref(), Ok(text.replace("p:", "q:").as_str()));
    }

    #[test]
    fn a_field_moves_with_its_comments_to_where_it_belongs() {
        let moved = |text: &str, from: &[&str], to: &[&str]| {
            let path = |keys: &[&str]| keys.iter().fold(Path::default(), |path, key| path.key(key));
            mended(text, &[Change::Move { path: path(from), to: path(to) }])
        };
        let text = "p:\n  model:\n    # of a\n    a: 1\n    # above\n    args: # of args\n    - x\n    # of y\n    - y # last\n  b: 2\n";
        assert_eq!(
            moved(text, &["p", "model", "args"], &["p"]).as_deref(),
            Ok(
                "p:\n  # above\n  args: # of args\n  - x\n  # of y\n  - y # last\n  model:\n    # of a\n    a: 1\n  b: 2\n"
            )
        );
        assert_eq!(
            moved("p:\n  uri: x # where\n  model:\n    a: 1", &["p", "uri"], &["p", "model"]).as_deref(),
            Ok("p:\n  model:\n    uri: x # where\n    a: 1")
        );
        assert_eq!(
            moved("p:\n  uri: [x]\n  model: {a: 1}\n", &["p", "uri"], &["p", "model"]).as_deref(),
            Ok("p:\n  model: {uri: [\"x\"], a: 1}\n")
        );
        assert_eq!(
            moved("p: {model: {a: 1, b: {c: 2}}}\n", &["p", "model", "b"], &["p"]).as_deref(),
            Ok("p: {b: {c: 2}, model: {a: 1}}\n")
        );
        let taken = moved("p:\n  a: 1\n  model:\n    a: 1\n    b: 1\n", &["p", "model", "a"], &["p"]);
        assert_eq!(taken.unwrap_err(), "there is an entry a already");
        // The model would be null.
        assert!(moved("p:\n  model:\n    a: 1\n", &["p", "model", "a"], &["p"]).is_err());
    }

    #[test]
    fn a_framework_becomes_a_model() {
        let changes = |at: Path| {
            let value = json!({ "name": "sklearn" });
            let insert = Change::Insert { path: at.clone(), key: "modelFormat".into(), value };
            Mend { is_safe: true, changes: vec![insert, rename(at, "model")] }
        };
        let run = |text: &str| {
            let source = Arc::new(Source { name: "a.yaml".into(), text: text.into() });
            let document = input::read(&source).documents.remove(0);
            let fix = Fix::of(&document, &changes(Path::keys(["p", "sklearn"])));
            whole(&source, &[(0, &fix)])
        };
        assert_eq!(
            run("p:\n  sklearn: # old\n    storageUri: x\n").as_deref(),
            Ok("p:\n  model: # old\n    modelFormat:\n      name: sklearn\n    storageUri: x\n")
        );
        assert_eq!(
            run("p: {sklearn: {storageUri: x}}\n").as_deref(),
            Ok("p: {model: {modelFormat: {name: sklearn}, storageUri: x}}\n")
        );
        assert_eq!(
            run("{\"p\": {\"sklearn\": {\"storageUri\": \"x\"}}}").as_deref(),
            Ok("{\"p\": {\"model\": {\"modelFormat\": {\"name\": \"sklearn\"}, \"storageUri\": \"x\"}}}")
        );
    }

    #[test]
    fn what_an_anchor_shares_is_left_alone() {
        let text = "a: &x\n  storageURI: 1\nb: *x\n";
        assert!(mended(text, &[rename(Path::keys(["a", "storageURI"]), "storageUri")]).is_err());
        let text = "a:\n  storageURI: 1\n  storageUri: 2\n";
        assert!(mended(text, &[rename(Path::keys(["a", "storageURI"]), "storageUri")]).is_err());
    }
}
