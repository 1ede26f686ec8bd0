//! Words that are probably meant by others.

use std::collections::HashMap;

/// So many words are compared for all that are asked for together. Nobody has misspelt thousands of names, and comparing each with all
/// others would take longer than everything else.
const COMPARISONS: usize = 100_000;

/// The words that may be meant.
#[derive(Debug)]
pub struct Alike<'k> {
    known: Vec<&'k str>,
    /// How many comparisons are left.
    left: usize,
    /// What has been found before.
    found: HashMap<String, Option<&'k str>>,
}

impl<'k> Alike<'k> {
    pub fn to(known: impl IntoIterator<Item = &'k str>) -> Alike<'k> {
        Alike { known: known.into_iter().collect(), left: COMPARISONS, found: HashMap::new() }
    }

    /// The word that is most similar to another, and how similar it is; `None` once too much has been asked.
    pub fn nearest(&mut self, word: &str) -> Option<(&'k str, f64)> {
        let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, word);
        let nearest = match self.found.get(word) {
            Some(found) => *found,
            None => {
                self.left = self.left.checked_sub(self.known.len())?;
                let rated = self.known.iter().map(|known| (*known, likeness(known)));
                let nearest = rated.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(known, _)| known);
                self.found.insert(word.to_owned(), nearest);
                nearest
            }
        };
        nearest.map(|known| (known, likeness(known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_of_unknown_words_are_not_compared_with_thousands_of_known_ones() {
        let names = |letter: char| (0..5_000).map(|at| format!("{letter}{at}")).collect::<Vec<_>>();
        let (known, unknown) = (names('a'), names('b'));
        let mut alike = Alike::to(known.iter().map(String::as_str));
        let found = unknown.iter().filter(|word| alike.nearest(word).is_some()).count();
        assert_eq!(found, COMPARISONS / known.len());
        // The same word again costs nothing.
        let first = unknown.first().expect("a word");
        assert!(alike.nearest(first).is_some() && alike.nearest("c1").is_none());
    }
}
