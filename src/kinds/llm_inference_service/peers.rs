//! All services of the input, as they read each other: specs and statuses as stored.

use std::collections::{BTreeSet, HashMap};

use super::builder::Builder;
use super::router::group::{Peer, full_models, models_of};
use super::status_view::LlmStatus;
use crate::Map;
use crate::object::ObjectView as _;
use crate::object::fields::filled;

/// A stored service and its status.
#[derive(Debug)]
struct Own {
    namespace: String,
    stored: Map,
    status: Map,
}

impl Own {
    fn peer(&self) -> Peer<'_> {
        Peer { stored: &self.stored, status: LlmStatus::of(&self.status) }
    }
}

/// All services of the input, indexed by group and by model.
#[derive(Debug, Default)]
pub struct Peers {
    all: Vec<Own>,
    /// Namespace and group.
    by_group: HashMap<(String, String), Vec<usize>>,
    /// Namespace and model.
    by_model: HashMap<(String, String), BTreeSet<usize>>,
}

impl Peers {
    /// Creates the index from stored services, of which `metadata`, `spec` and `status` are used.
    pub fn new<'s>(services: impl IntoIterator<Item = (&'s Map, &'s Map)>) -> Peers {
        let mut peers = Peers::default();
        for (place, (stored, status)) in services.into_iter().enumerate() {
            let namespace = stored.namespace().to_owned();
            let own = Own { namespace, stored: stored.clone(), status: status.clone() };
            if let Some(group) = own.peer().spec().group() {
                peers.by_group.entry((own.namespace.clone(), group.to_owned())).or_default().push(place);
            }
            peers.all.push(own);
            peers.index_models(place);
        }
        peers
    }

    fn index_models(&mut self, place: usize) {
        let Some(own) = self.all.get(place) else { return };
        for model in models_of(&own.peer(), &own.namespace) {
            self.by_model.entry((own.namespace.clone(), model)).or_default().insert(place);
        }
    }

    /// Stores the status of a service.
    pub fn write(&mut self, place: usize, status: Map) {
        if let Some(own) = self.all.get_mut(place) {
            own.status = status;
        }
        self.index_models(place);
    }

    /// The services of a group.
    pub fn in_group(&self, namespace: &str, group: &str) -> impl Iterator<Item = Peer<'_>> {
        let places = self.by_group.get(&(namespace.to_owned(), group.to_owned()));
        places.into_iter().flatten().filter_map(|place| self.all.get(*place)).map(Own::peer)
    }

    /// The services of the namespace that may share a model with this service.
    pub fn sharing_models(&self, builder: &Builder<'_>) -> impl Iterator<Item = Peer<'_>> {
        let service = &builder.service;
        let namespace = service.names.namespace;
        let models = full_models(service.names.service, service.spec, namespace);
        let places = models.into_iter().filter_map(|model| self.by_model.get(&(namespace.to_owned(), model)));
        let places: BTreeSet<usize> = filled(places.flatten().copied());
        places.into_iter().filter_map(|place| self.all.get(place)).map(Own::peer)
    }
}
