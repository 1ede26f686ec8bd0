//! Work on many things that do not depend on each other, on all processors where the feature `parallel` is on.

/// Fewer items than this are not worth the start of threads.
#[cfg(feature = "parallel")]
const WORTH_IT: usize = 16;
/// In how many parts work is cut at least, so that in the end no processor waits long for another.
#[cfg(feature = "parallel")]
const PARTS: usize = 128;
/// The most items of a run, so that what is made of it stays in the processor's cache meanwhile.
#[cfg(feature = "parallel")]
const LONGEST_RUN: usize = 64;

/// What `make` makes of each item, in the order of the items.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    if items.len() < WORTH_IT {
        return items.into_iter().map(make).collect();
    }
    let longest = items.len().div_ceil(PARTS);
    items.into_par_iter().with_max_len(longest).map(make).collect()
}

/// What `make` makes of each item, in the order of the items.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: Vec<T>, make: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(make).collect()
}

/// What `make` makes of each run of consecutive items, in their order. How long the runs are is left open.
#[cfg(feature = "parallel")]
pub(crate) fn map_runs<T: Send, R: Send>(items: Vec<T>, make: impl Fn(Vec<T>) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    if items.len() < WORTH_IT {
        return vec![make(items)];
    }
    let length = items.len().div_ceil(PARTS).min(LONGEST_RUN);
    items.into_par_iter().chunks(length).with_max_len(1).map(make).collect()
}

/// What `make` makes of each run of consecutive items, in their order. How long the runs are is left open.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_runs<T, R>(items: Vec<T>, make: impl Fn(Vec<T>) -> R) -> Vec<R> {
    vec![make(items)]
}

/// Does two things at the same time, `here` on the thread that calls.
#[cfg(feature = "cli")]
pub(crate) fn beside(other: impl FnOnce() + Send, here: impl FnOnce()) {
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| other());
        here();
    });
}

/// Begins work whose outcome is kept elsewhere, and does not wait for it.
#[cfg(feature = "cli")]
pub(crate) fn begin(work: impl FnOnce() + Send + 'static) {
    rayon::spawn(work);
}
