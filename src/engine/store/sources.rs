//! The objects of a cluster before the first pass.

use super::entry::{At, Origin};
use crate::Value;
use crate::facts::{Cluster, Found};
use crate::object::{Kind, ObjectView as _};

/// The objects in a dump of the cluster and, if they count as objects, the documents next to the resources. An object in the dump
/// takes precedence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sources<'a> {
    pub found: &'a Found,
    pub context: Option<&'a Cluster>,
}

impl<'a> Sources<'a> {
    pub fn get(&self, (kind, namespace, name): At<'_>) -> Option<(&'a Value, Origin)> {
        let of_context = || Some((self.context?.get(kind, namespace, name)?, Origin::Context));
        self.found.get(kind, namespace, name).map(|object| (object, Origin::Found)).or_else(of_context)
    }

    /// The objects of a kind in a namespace, with their names.
    pub fn list(&self, kind: Kind, namespace: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let of_context = self.context.map(|context| context.of_kind_in(kind, namespace)).into_iter().flatten();
        let of_context = of_context.map(|object| (object.name(), object));
        self.found
            .list(kind, namespace)
            .chain(of_context.filter(move |(name, _)| !self.is_found((kind, namespace, name))))
    }

    /// The objects of a kind in all namespaces.
    pub fn all(&self, kind: Kind) -> impl Iterator<Item = &'a Value> {
        let of_context = self.context.map(|context| context.of_kind(kind)).into_iter().flatten();
        let of_context = of_context.filter(move |object| !self.is_found((kind, object.namespace(), object.name())));
        self.found.all(kind).chain(of_context)
    }

    fn is_found(&self, (kind, namespace, name): At<'_>) -> bool {
        self.found.get(kind, namespace, name).is_some()
    }
}
