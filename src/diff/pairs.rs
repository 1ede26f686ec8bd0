//! Which documents on two sides are the same resource.

use std::collections::HashMap;

use crate::object::Key;

/// Where a document is on one side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// Kind, namespace and name of the document.
    pub key: Key,
    /// Its file, relative to what the user named for this side, so that files in two folders can be matched.
    pub file: String,
}

/// Pairs the documents of two sides: first those with the same file and key, then those whose key is left exactly once on each side. So two
/// services with the same name, such as those for production and staging, are never mixed up. Returns pairs of positions, in the order of
/// the old side, then the documents that only the new side has.
pub fn pair(old: &[Place], new: &[Place]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut partners: Vec<Option<usize>> = vec![None; old.len()];
    let mut taken = vec![false; new.len()];
    by_file(old, new, &mut partners, &mut taken);
    by_name(old, new, &mut partners, &mut taken);
    let paired = partners.into_iter().enumerate().map(|(old, new)| (Some(old), new));
    let added = taken.into_iter().enumerate().filter(|(_, taken)| !taken).map(|(new, _)| (None, Some(new)));
    paired.chain(added).collect()
}

/// Pairs documents with the same file and key, in their order.
fn by_file(old: &[Place], new: &[Place], partners: &mut [Option<usize>], taken: &mut [bool]) {
    let mut free: HashMap<&Place, Vec<usize>> = HashMap::new();
    for (index, place) in new.iter().enumerate().rev() {
        free.entry(place).or_default().push(index);
    }
    for (place, partner) in old.iter().zip(partners) {
        *partner = free.get_mut(place).and_then(Vec::pop);
        if let Some(taken) = partner.and_then(|index| taken.get_mut(index)) {
            *taken = true;
        }
    }
}

/// Pairs remaining documents whose key is left exactly once on each side.
fn by_name(old: &[Place], new: &[Place], partners: &mut [Option<usize>], taken: &mut [bool]) {
    let mut left: HashMap<&Key, [Vec<usize>; 2]> = HashMap::new();
    for (index, (place, _)) in old.iter().zip(&*partners).enumerate().filter(|(_, (_, partner))| partner.is_none()) {
        left.entry(&place.key).or_default()[0].push(index);
    }
    for (index, (place, _)) in new.iter().zip(&*taken).enumerate().filter(|(_, (_, taken))| !**taken) {
        left.entry(&place.key).or_default()[1].push(index);
    }
    for [old, new] in left.into_values() {
        if let ([old], [new]) = (&old[..], &new[..])
            && let (Some(partner), Some(taken)) = (partners.get_mut(*old), taken.get_mut(*new))
        {
            (*partner, *taken) = (Some(*new), true);
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
    fn two_services_of_one_name_are_never_paired() {
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

    #[test]
    fn several_with_one_name_in_other_files_are_not_paired() {
        let old = places(&[("prod.yaml", "fraud"), ("staging.yaml", "fraud")]);
        let new = places(&[("live.yaml", "fraud"), ("test.yaml", "fraud")]);
        assert_eq!(pair(&old, &new), [(Some(0), None), (Some(1), None), (None, Some(0)), (None, Some(1))]);
    }

    #[test]
    fn documents_with_one_name_in_a_file_are_paired_in_order() {
        let twice = places(&[("all.yaml", "fraud"), ("all.yaml", "fraud")]);
        assert_eq!(pair(&twice, &twice), [(Some(0), Some(0)), (Some(1), Some(1))]);
        assert_eq!(pair(&twice[..1], &twice), [(Some(0), Some(0)), (None, Some(1))]);
    }
}
