//! What webhooks read from model caches on nodes.

use crate::object::fields::{elements, text};
use crate::{Map, Value};

/// The `spec` of a LocalModelCache or a LocalModelNamespaceCache.
#[derive(Debug, Clone, Copy)]
pub struct LocalModelCacheSpec<'a>(&'a Map);

impl<'a> LocalModelCacheSpec<'a> {
    pub const fn of(fields: &'a Map) -> LocalModelCacheSpec<'a> {
        LocalModelCacheSpec(fields)
    }

    /// Empty if unset.
    pub fn source_model_uri(self) -> &'a str {
        text(self.0, "sourceModelUri")
    }

    pub fn node_groups(self) -> impl Iterator<Item = &'a str> {
        elements(self.0, "nodeGroups").iter().filter_map(Value::as_str)
    }
}
