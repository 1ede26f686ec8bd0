//! Which documents of two sides are the same resource.

use std::collections::HashMap;

use crate::object::Key;

/// Where a document of one side stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    pub key: Key,
    /// Its file, below what was named of this side, so that the files of two folders compare.
    pub file: String,
}

/// Pairs the documents of two sides: those of the same file and name first, in their order, then those of the same name
/// that are left. A name that stands more than once is never paired with itself. Gives the positions on both sides, in
/// the order of the old side, then what only the new one has.
pub fn pair(old: &[Place], new: &[Place]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut partners: Vec<Option<usize>> = vec![None; old.len()];
    let mut taken = vec![false; new.len()];
    take(old, new, &mut partners, &mut taken, |place| (place.key.clone(), Some(place.file.clone())));
    take(old, new, &mut partners, &mut taken, |place| (place.key.clone(), None));
    let paired = partners.into_iter().enumerate().map(|(old, new)| (Some(old), new));
    let added = taken.into_iter().enumerate().filter(|(_, taken)| !taken).map(|(new, _)| (None, Some(new)));
    paired.chain(added).collect()
}

/// Pairs what is left of both sides by what `by` gives, in the order of the documents.
fn take(
    old: &[Place],
    new: &[Place],
    partners: &mut [Option<usize>],
    taken: &mut [bool],
    by: impl Fn(&Place) -> (Key, Option<String>),
) {
    let mut free: HashMap<(Key, Option<String>), Vec<usize>> = HashMap::new();
    for (index, place) in new.iter().enumerate().rev().filter(|(index, _)| taken.get(*index) == Some(&false)) {
        free.entry(by(place)).or_default().push(index);
    }
    for (place, partner) in old.iter().zip(partners.iter_mut()).filter(|(_, partner)| partner.is_none()) {
        *partner = free.get_mut(&by(place)).and_then(Vec::pop);
        if let Some(taken) = partner.and_then(|index| taken.get_mut(index)) {
            *taken = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::Kind;

    fn places(all: &[(&str, &str)]) -> Vec<Place> {
        let place = |(file, name): &(&str, &str)| Place {
            key: Key::new(Kind::InferenceService, "default", name),
            file: (*file).to_owned(),
        };
        all.iter().map(place).collect()
    }

    #[test]
    fn two_services_of_one_name_never_meet() {
        let old = places(&[("prod/a.yaml", "fraud"), ("staging/a.yaml", "fraud")]);
        assert_eq!(pair(&old, &old), [(Some(0), Some(0)), (Some(1), Some(1))]);
        let new = places(&[("staging/a.yaml", "fraud"), ("prod/a.yaml", "fraud")]);
        assert_eq!(pair(&old, &new), [(Some(0), Some(1)), (Some(1), Some(0))]);
    }

    #[test]
    fn a_document_in_another_file_is_found_by_its_name() {
        let old = places(&[("a.yaml", "one"), ("b.yaml", "gone"), ("c.yaml", "one")]);
        let new = places(&[("new.yaml", "one"), ("c.yaml", "one"), ("d.yaml", "other")]);
        assert_eq!(pair(&old, &new), [(Some(0), Some(0)), (Some(1), None), (Some(2), Some(1)), (None, Some(2))]);
    }
}
