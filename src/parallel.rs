//! Runs independent work on all processors if the feature `parallel` is on.

/// With fewer items than this, starting threads does not pay.
#[cfg(feature = "parallel")]
const WORTH_IT: usize = 16;
/// The smallest number of runs to cut work into, so that in the end no processor waits long for another.
#[cfg(feature = "parallel")]
const PARTS: usize = 128;
/// The largest number of items in a run, so that what is made from it stays in the processor's cache.
#[cfg(feature = "parallel")]
const LONGEST_RUN: usize = 64;

/// Applies `make` to each item; the results are in the order of the items.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    if items.len() < WORTH_IT {
        return items.into_iter().map(make).collect();
    }
    let longest = items.len().div_ceil(PARTS);
    items.into_par_iter().with_max_len(longest).map(make).collect()
}

/// Applies `make` to each item; the results are in the order of the items.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: Vec<T>, make: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(make).collect()
}

/// Applies `make` to each run of consecutive items; the results are in the order of the runs. Callers must not depend on the
/// length of runs.
#[cfg(feature = "parallel")]
pub(crate) fn map_runs<T: Send, R: Send>(items: Vec<T>, make: impl Fn(Vec<T>) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    if items.len() < WORTH_IT {
        return vec![make(items)];
    }
    let length = items.len().div_ceil(PARTS).min(LONGEST_RUN);
    items.into_par_iter().chunks(length).with_max_len(1).map(make).collect()
}

/// Applies `make` to each run of consecutive items; the results are in the order of the runs. Callers must not depend on the
/// length of runs.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_runs<T, R>(items: Vec<T>, make: impl Fn(Vec<T>) -> R) -> Vec<R> {
    vec![make(items)]
}

/// Does two things at the same time, `here` on the calling thread.
#[cfg(feature = "cli")]
pub(crate) fn beside(other: impl FnOnce() + Send, here: impl FnOnce()) {
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| other());
        here();
    });
}

/// Starts work whose result is kept elsewhere, and does not wait for it.
#[cfg(feature = "cli")]
pub(crate) fn begin(work: impl FnOnce() + Send + 'static) {
    rayon::spawn(work);
}
