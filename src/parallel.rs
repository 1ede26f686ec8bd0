//! Work on many things that do not depend on each other, on all processors where the feature `parallel` is on.

/// What `make` makes of each item, in the order of the items.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    // Threads are not worth their start for a few items.
    if items.len() < 16 {
        return items.into_iter().map(make).collect();
    }
    items.into_par_iter().map(make).collect()
}

/// What `make` makes of each item, in the order of the items.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: Vec<T>, make: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(make).collect()
}
