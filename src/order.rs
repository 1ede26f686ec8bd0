//! Sorting that favours a small program over speed.
//!
//! The standard library's sorting code takes about 7 kB for each type and comparison; a hundred instances would
//! make up a tenth of the program. Here only positions are sorted, by code that exists once.

use std::cmp::Ordering;

/// Sorts as [`slice::sort`] does.
pub(crate) fn sort<T: Ord>(list: &mut Vec<T>) {
    sort_by(list, T::cmp);
}

/// Sorts as [`slice::sort_by_key`] does.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(list, |one, other| key(one).cmp(&key(other)));
}

/// Sorts as [`slice::sort_by`] does.
pub(crate) fn sort_by<T>(list: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let in_order = |two: &[T]| matches!(two, [one, other] if compare(one, other).is_le());
    if list.windows(2).all(in_order) {
        return;
    }
    let order = sorted_positions(list.len(), &|one, other| match (list.get(one), list.get(other)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    });
    let mut items: Vec<Option<T>> = list.drain(..).map(Some).collect();
    list.extend(order.into_iter().filter_map(|at| items.get_mut(at)?.take()));
}

/// The positions of a list, in the order of its items.
fn sorted_positions(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..length).collect();
    positions.sort_by(|one, other| compare(*one, *other));
    positions
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lists_are_sorted_as_the_standard_library_does(list: Vec<(u8, u32)>) {
            let (mut own, mut expected) = (list.clone(), list);
            sort_by_key(&mut own, |item| item.0);
            expected.sort_by_key(|item| item.0);
            prop_assert_eq!(&own, &expected);
            sort(&mut own);
            expected.sort();
            prop_assert_eq!(own, expected);
        }
    }
}
