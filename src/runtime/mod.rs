//! Serving runtimes: selection, merge with the service, placeholders.

use std::sync::Arc;

use crate::Value;

/// All ServingRuntimes and ClusterServingRuntimes, indexed for selection.
#[derive(Debug, Clone, Default)]
pub struct Runtimes {}

impl Runtimes {
    /// Indexes the runtimes among `objects`.
    pub fn index<'a>(objects: impl Iterator<Item = &'a Arc<Value>>) -> Runtimes {
        let _ = objects;
        Runtimes {}
    }
}
