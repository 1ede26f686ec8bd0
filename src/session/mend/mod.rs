//! Mends of findings as edits of texts: only the bytes that say something else change, so that comments, order and style stay.
//!
//! A change is found in the text by the places of its fields. The edited text is read again, and has to be exactly what the changes make of
//! the documents; otherwise the text is left as it is.

mod change;
mod edit;
mod error;
mod hidden;
#[cfg(test)]
mod tests;
mod written;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use crate::input::{self, Document, Source};
use crate::object::diagnostic::{Change, Mend};
use change::apply;
pub use edit::Edit;
use edit::edits;
pub use error::Unmendable;
pub use hidden::without_secrets;

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
    edits: Result<Vec<Edit>, Unmendable>,
}

/// A text that is mended.
#[derive(Debug)]
pub struct Mended {
    /// The text as it was.
    pub source: Arc<Source>,
    /// The text after the mend.
    pub text: String,
    /// The positions of the findings whose mends are in it.
    pub done: Vec<usize>,
}

/// The result of mending: texts, and the positions of findings that cannot be mended, with the reason.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The texts that change.
    pub texts: Vec<Mended>,
    /// The positions of findings that are left, each with the reason.
    pub left: Vec<(usize, Unmendable)>,
}

impl Fix {
    /// The edits for a mend in a document.
    pub fn of(document: &Document, mend: &Mend) -> Fix {
        let mut changes = mend.changes.clone();
        let edits = changes.iter_mut().map(|change| edits(document, change)).collect::<Result<Vec<_>, Unmendable>>();
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

/// Applies the fixes of findings, only the safe ones unless `all` is set. Of changes that touch the same piece of a text, the first counts.
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
            Err(_) => those_possible(&source, &chosen, &mut outcome),
        }
    }
    outcome
}

fn changed(source: &Arc<Source>, text: String, done: Vec<usize>) -> Option<Mended> {
    (text != source.text && !done.is_empty()).then(|| Mended { source: Arc::clone(source), text, done })
}

/// A fix with the position of its finding.
type Numbered<'f> = (usize, &'f Fix);

/// The fixes that touch no piece of the text that an earlier one touches. The others are looked at again after these are done.
fn apart(fixes: Vec<Numbered<'_>>) -> Vec<Numbered<'_>> {
    let mut taken = Taken::default();
    let mut is_apart = |(_, fix): &Numbered<'_>| {
        let edits = fix.edits.as_deref().unwrap_or_default();
        let is_free = !edits.iter().any(|edit| taken.meets(&edit.range));
        if is_free {
            edits.iter().for_each(|edit| taken.add(&edit.range));
        }
        is_free
    };
    fixes.into_iter().filter(|fix| is_apart(fix)).collect()
}

/// Pieces of a text that do not overlap, by where they begin and end.
#[derive(Debug, Default)]
struct Taken(BTreeSet<(usize, usize)>);

impl Taken {
    /// Whether a piece is one of these or overlaps one. Since they do not overlap each other, that can only be the last of those that
    /// begin before the end of the piece.
    fn meets(&self, piece: &Range<usize>) -> bool {
        let last = self.0.range(..(piece.end, 0)).next_back();
        self.0.contains(&(piece.start, piece.end)) || last.is_some_and(|(_, end)| piece.start < *end)
    }

    fn add(&mut self, piece: &Range<usize>) {
        self.0.insert((piece.start, piece.end));
    }
}

/// How often a text is put together to find the fixes that cannot be done. What is then not yet known is left for the next round.
const TRIES: usize = 256;

/// If all fixes together would do something else, keeps those that do not.
fn those_possible(source: &Arc<Source>, fixes: &[Numbered<'_>], outcome: &mut Outcome) {
    let mut sieve = Sieve { source, kept: Vec::new(), text: source.text.clone(), tries: TRIES, left: Vec::new() };
    sieve.take(fixes);
    outcome.left.append(&mut sieve.left);
    let done = sieve.kept.iter().map(|(index, _)| *index).collect();
    outcome.texts.extend(changed(source, sieve.text, done));
}

/// Finds the fixes that can be done together: of some that cannot, each half is tried, in their order.
struct Sieve<'s, 'f> {
    source: &'s Arc<Source>,
    kept: Vec<Numbered<'f>>,
    /// The text with those that are kept.
    text: String,
    tries: usize,
    left: Vec<(usize, Unmendable)>,
}

impl<'f> Sieve<'_, 'f> {
    fn take(&mut self, fixes: &[Numbered<'f>]) {
        if fixes.is_empty() || self.tries == 0 {
            return;
        }
        self.tries -= 1;
        let before = self.kept.len();
        self.kept.extend(fixes);
        match whole(self.source, &self.kept) {
            Ok(text) => self.text = text,
            Err(why) => {
                self.kept.truncate(before);
                match fixes {
                    [(index, _)] => self.left.push((*index, why)),
                    _ => {
                        let (first, second) = fixes.split_at(fixes.len() / 2);
                        self.take(first);
                        self.take(second);
                    }
                }
            }
        }
    }
}

/// The text with all edits.
///
/// # Errors
/// Why the text would differ from what the changes make of it.
fn whole(source: &Arc<Source>, fixes: &[(usize, &Fix)]) -> Result<String, Unmendable> {
    let mut edits: Vec<&Edit> = fixes.iter().flat_map(|(_, fix)| fix.edits.as_deref().unwrap_or_default()).collect();
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    edits.dedup();
    let mut text = String::with_capacity(source.text.len() + 64);
    let mut at = 0;
    for edit in edits {
        text.push_str(source.text.get(at..edit.range.start).ok_or(Unmendable::Meets)?);
        text.push_str(&edit.text);
        at = edit.range.end;
    }
    text.push_str(source.text.get(at..).unwrap_or_default());
    let mended = Arc::new(Source { name: source.name.clone(), text });
    let (before, after) = (input::read(source), input::read(&mended));
    let is_alike = before.problems.len() == after.problems.len() && before.documents.len() == after.documents.len();
    if !is_alike {
        return Err(Unmendable::Tangled);
    }
    let mut by_document: HashMap<(usize, Option<usize>), Vec<&Change>> = HashMap::new();
    for (_, fix) in fixes {
        by_document.entry(fix.document).or_default().extend(&fix.changes);
    }
    for (old, new) in before.documents.iter().zip(&after.documents) {
        let mut changes = by_document.remove(&(old.range.start, old.item)).unwrap_or_default();
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
            return Err(Unmendable::Shared);
        }
    }
    Ok(mended.text.clone())
}
