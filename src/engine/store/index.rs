//! Finds objects quickly when there are many.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use super::entry::{At, Entry};
use crate::object::Kind;

/// The positions of entries by the hash of what is looked up; another key may have the same hash.
#[derive(Debug, Default)]
pub(super) struct Index {
    hasher: RandomState,
    by_name: HashMap<u64, Vec<usize>>,
    by_namespace: HashMap<u64, Vec<usize>>,
}

impl Index {
    pub fn add(&mut self, place: usize, entry: &Entry) {
        let (kind, namespace, _) = entry.at();
        self.by_name.entry(self.hasher.hash_one(entry.at())).or_default().push(place);
        self.by_namespace.entry(self.hasher.hash_one((kind, namespace))).or_default().push(place);
    }

    /// The positions where an object may be.
    pub fn named(&self, at: At<'_>) -> &[usize] {
        self.by_name.get(&self.hasher.hash_one(at)).map_or(&[], Vec::as_slice)
    }

    /// The positions of the objects of a kind in a namespace, and possibly of others.
    pub fn within(&self, kind: Kind, namespace: &str) -> &[usize] {
        self.by_namespace.get(&self.hasher.hash_one((kind, namespace))).map_or(&[], Vec::as_slice)
    }
}
