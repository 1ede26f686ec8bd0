//! Runs independent work on all processors, if the feature `parallel` is on.

/// With fewer items than this, starting threads does not pay.
#[cfg(feature = "parallel")]
const WORTH_IT: usize = 16;
/// The minimum number of runs, so that no processor waits long for another at the end.
#[cfg(feature = "parallel")]
const PARTS: usize = 128;
/// The maximum number of items in a run, so that its results stay in the processor's cache.
#[cfg(feature = "parallel")]
const LONGEST_RUN: usize = 64;

/// Applies `make` to each item and returns the results in order.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Sync) -> Vec<R> {
    if items.len() < WORTH_IT {
        return items.into_iter().map(make).collect();
    }
    let longest = items.len().div_ceil(PARTS);
    map_on_all_processors(items, longest, make)
}

/// Applies `make` to each item and returns the results in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: Vec<T>, make: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(make).collect()
}

/// Applies `make` to each run of consecutive items and returns the results in order. Callers must not depend on the
/// length of runs.
#[cfg(feature = "parallel")]
pub(crate) fn map_runs<T: Send, R: Send>(items: Vec<T>, make: impl Fn(Vec<T>) -> R + Sync) -> Vec<R> {
    if items.len() < WORTH_IT {
        return vec![make(items)];
    }
    let length = items.len().div_ceil(PARTS).min(LONGEST_RUN);
    let mut items = items.into_iter();
    let next_run = || Some(items.by_ref().take(length).collect()).filter(|run: &Vec<T>| !run.is_empty());
    map_on_all_processors(std::iter::from_fn(next_run).collect(), 1, make)
}

/// Applies `make` to each item on all processors, with at most `longest` items in a run.
#[cfg(feature = "parallel")]
fn map_on_all_processors<T: Send, R: Send>(items: Vec<T>, longest: usize, make: impl Fn(T) -> R + Sync) -> Vec<R> {
    use std::sync::Mutex;
    let items: Vec<Mutex<Option<T>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    each(items.len(), longest, &|at| {
        let take = || items.get(at)?.lock().ok()?.take();
        let result = take().map(&make);
        if let Some(Ok(mut place)) = results.get(at).map(Mutex::lock) {
            *place = result;
        }
    });
    // No result is missing: a panic in `make` would have unwound this function as well.
    results.into_iter().filter_map(|result| result.into_inner().ok()?).collect()
}

/// Runs numbered jobs on all processors. It is not generic, so that its code exists only once.
#[cfg(feature = "parallel")]
fn each(jobs: usize, longest: usize, job: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    (0..jobs).into_par_iter().with_max_len(longest).for_each(job);
}

/// Applies `make` to each run of consecutive items and returns the results in order. Callers must not depend on the
/// length of runs.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map_runs<T, R>(items: Vec<T>, make: impl Fn(Vec<T>) -> R) -> Vec<R> {
    vec![make(items)]
}

/// Runs two jobs at the same time, `here` on the calling thread.
#[cfg(feature = "cli")]
pub(crate) fn beside(other: impl FnOnce() + Send, here: impl FnOnce()) {
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| other());
        here();
    });
}

/// Starts a job without waiting for it. It has to store its own result.
#[cfg(feature = "cli")]
pub(crate) fn begin(work: impl FnOnce() + Send + 'static) {
    rayon::spawn(work);
}
