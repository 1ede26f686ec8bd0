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
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Sync) -> Vec<R> {
    if items.len() < WORTH_IT {
        return items.into_iter().map(make).collect();
    }
    let longest = items.len().div_ceil(PARTS);
    shared(items, longest, make)
}

/// Applies `make` to each item; the results are in the order of the items.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: Vec<T>, make: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(make).collect()
}

/// Applies `make` to each run of consecutive items; the results are in the order of the runs. Callers must not depend on the
/// length of runs.
#[cfg(feature = "parallel")]
pub(crate) fn map_runs<T: Send, R: Send>(items: Vec<T>, make: impl Fn(Vec<T>) -> R + Sync) -> Vec<R> {
    if items.len() < WORTH_IT {
        return vec![make(items)];
    }
    let length = items.len().div_ceil(PARTS).min(LONGEST_RUN);
    let mut items = items.into_iter();
    let next_run = || Some(items.by_ref().take(length).collect()).filter(|run: &Vec<T>| !run.is_empty());
    shared(std::iter::from_fn(next_run).collect(), 1, make)
}

/// Applies `make` to each item on all processors; none of them takes more than `longest` items at a time.
#[cfg(feature = "parallel")]
fn shared<T: Send, R: Send>(items: Vec<T>, longest: usize, make: impl Fn(T) -> R + Sync) -> Vec<R> {
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
    // None is missing: a panic in `make` would have ended this function, too.
    results.into_iter().filter_map(|result| result.into_inner().ok()?).collect()
}

/// Runs jobs by number on all processors. It does not know what the jobs are, so that the code that distributes them exists only
/// once, not for every type.
#[cfg(feature = "parallel")]
fn each(jobs: usize, longest: usize, job: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    (0..jobs).into_par_iter().with_max_len(longest).for_each(job);
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
