//! Documents in, a cluster and the services in it out: where every use of the tool begins.
//!
//! A [`Builder`] takes texts by their purpose: observed objects, context, the configuration, the inputs. It never fails: what cannot be
//! read or makes no sense becomes a [`Finding`] of the [`Session`], and [`Session::incomplete`] tells that something is missing because of
//! it. Nothing here reads files.
//!
//! ```
//! use std::sync::Arc;
//! use kserve_render::input::Source;
//! use kserve_render::session::{Builder, Options};
//!
//! let text = "
//! apiVersion: serving.kserve.io/v1beta1
//! kind: InferenceService
//! metadata: {name: leaf}
//! spec:
//!   predictor:
//!     model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}
//! ";
//! let mut builder = Builder::new(Options { namespace: "garden".into(), ..Options::default() });
//! builder.inputs(&[Arc::new(Source { name: "leaf.yaml".into(), text: text.into() })]);
//! let session = builder.build();
//!
//! let rendering = session.services[0].render(&session.cluster);
//! assert_eq!(rendering.namespace, "garden");
//! assert!(session.findings.is_empty());
//! ```

mod builder;
pub mod check;
pub mod compare;
mod composition;
mod config_findings;
pub mod dump;
mod facts;
pub(crate) mod finding;
pub(crate) mod finding_data;
pub mod held;
pub(crate) mod krm;
pub mod labels;
pub(crate) mod markdown;
pub mod mend;
pub(crate) mod message;
mod noted;
mod options;
mod paths;
mod peers;
pub(crate) mod placeholders;
pub(crate) mod places;
mod release;
pub mod report;
pub(crate) mod repository;
pub mod runtimes;
pub(crate) mod service_messages;
mod sorted;
mod templates;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use crate::facts::{Existing, Found};
use crate::input::Document;
use crate::kinds;
use crate::life::{self, Action};
use crate::object::{Key, Kind, name, role};
use crate::output::printable::counted;
use crate::render::{render, render_all, render_all_objects, render_objects};
use crate::{Cluster, Rendering, Value, parallel};
pub use builder::{Builder, documents};
pub use finding::{Finding, Spot};
pub use options::{Options, Origins, Release, UnknownRelease};
use repository::PassedOver;

/// A cluster, and what is to be looked at in it.
#[derive(Debug)]
pub struct Session {
    /// The cluster in which they are rendered.
    pub cluster: Cluster,
    /// What the cluster holds already.
    pub found: Arc<Found>,
    /// The services of the inputs, in their order.
    pub services: Vec<Service>,
    /// Services that are not looked at themselves, but that the others may refer to.
    pub beside: Vec<Service>,
    /// Runtimes and storage containers of the inputs, which have a schema too.
    pub checked: Vec<Document>,
    /// What among the inputs is a fact of the cluster.
    pub context: Vec<Arc<Value>>,
    /// Documents of kinds that are not known.
    pub others: Vec<Document>,
    /// Files of folders that were passed over, in their order.
    pub passed_over: Vec<(String, PassedOver)>,
    /// The number of documents of unknown kinds in files that were not passed over.
    pub others_beside: usize,
    /// Where settings come from.
    pub origins: Origins,
    /// What is wrong with the documents themselves, and with the options.
    pub findings: Vec<Finding>,
    /// Whether something that was given is missing because it could not be read.
    pub incomplete: bool,
    /// Whether anything was said about what the cluster holds.
    pub has_context: bool,
    /// Whether inputs were found in a folder.
    pub is_walked: bool,
    /// The names of the texts that are inputs, if the caller has set them.
    pub inputs: Vec<String>,
    /// Where each resource is among `services` and, behind these, `beside`, once somebody has asked.
    by_key: OnceLock<HashMap<Key, usize>>,
}

/// A resource of the inputs, with its namespace set and without status.
#[derive(Debug)]
pub struct Service {
    /// Its kind.
    pub kind: Kind,
    /// Its document.
    pub document: Arc<Document>,
    /// What the cluster holds of it.
    pub existing: Existing,
    /// What is known of how it came into the cluster.
    pub origin: Origin,
}

impl Service {
    /// A resource as the cluster holds it.
    fn stored(kind: Kind, document: Document, found: &Arc<Found>) -> Service {
        let Key { namespace, name, .. } = Key::of(&document.value);
        let existing = Existing::of(found, kind, &namespace, &name);
        Service { kind, document: Arc::new(document), existing, origin: Origin::Stored }
    }

    /// Notes what was applied last: what is given, or what the annotation of the resource in the cluster says.
    fn note_last_applied(&mut self, given: &BTreeMap<Key, Value>) {
        let Some(stored) = &self.existing.resource else { return };
        let last = given.get(&self.key()).cloned().or_else(|| life::merge::last_applied(stored));
        if let Some(last) = last {
            self.origin = Origin::Applied(last);
        }
    }
}

/// Where a document of a resource comes from, and what it follows.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// It is an input, and nothing is known of what was applied before.
    Input,
    /// It is an input, and this was applied before.
    Applied(Value),
    /// It is what the cluster holds: nothing is applied.
    Stored,
}

impl Session {
    /// Whether some resources refer to others, so that all of them have to be rendered together.
    pub fn renders_together(&self) -> bool {
        let refers = |service: &Service| kinds::of(service.kind).is_some_and(|kind| kind.refers());
        self.services.iter().any(refers)
    }

    /// What the controllers make of resources from outside the session, each with what exists of it already. They are rendered one by one,
    /// or together if some refer to others; `with_pods` adds the pod webhook.
    pub fn render_others(&self, resources: &[(&Value, &Existing)], with_pods: bool) -> Vec<Rendering> {
        if resources.iter().any(|(resource, _)| kinds::find(resource).is_some_and(|kind| kind.refers())) {
            let all: Vec<Value> = resources.iter().map(|(resource, _)| (*resource).clone()).collect();
            return match with_pods {
                true => render_all(&self.cluster, &all, &self.found),
                false => render_all_objects(&self.cluster, &all, &self.found),
            };
        }
        let one = |(resource, existing): &(&Value, &Existing)| match with_pods {
            true => render(&self.cluster, resource, existing),
            false => render_objects(&self.cluster, resource, existing),
        };
        resources.iter().map(one).collect()
    }

    /// What `answer` makes of the rendering of each resource, without pods. They are rendered on all processors, or together if some refer
    /// to others.
    pub fn map_renderings<A: Send>(&self, answer: impl Fn(&Service, Rendering) -> A + Sync) -> Vec<A> {
        if self.renders_together() {
            let renderings = self.render_all(false);
            return self
                .services
                .iter()
                .zip(renderings)
                .map(|(service, rendering)| answer(service, rendering))
                .collect();
        }
        parallel::map(self.services.iter().collect(), |service: &Service| {
            answer(service, service.render_objects(&self.cluster))
        })
    }

    /// What the controllers make of all resources, in their order; `with_pods` adds the pod webhook. They are rendered one by one, or together
    /// if some refer to others.
    pub fn renderings(&self, with_pods: bool) -> Vec<Rendering> {
        if self.renders_together() {
            return self.render_all(with_pods);
        }
        let render = |service: &Service| match with_pods {
            true => service.render(&self.cluster),
            false => service.render_objects(&self.cluster),
        };
        self.services.iter().map(render).collect()
    }

    /// What the controllers make of all resources together, in their order; `with_pods` adds the pod webhook. Resources that refer to others
    /// are always rendered this way.
    pub fn render_all(&self, with_pods: bool) -> Vec<Rendering> {
        let places: Vec<usize> = (0..self.services.len()).collect();
        let mut renderings = self.render_together(&places);
        if with_pods {
            renderings.iter_mut().for_each(|rendering| rendering.inject(&self.cluster));
        }
        renderings
    }

    /// What the controllers make of the resources at these positions, together with those beside them, and without pods.
    fn render_together(&self, places: &[usize]) -> Vec<Rendering> {
        let own = places.iter().filter_map(|place| self.services.get(*place));
        let all = own.chain(&self.beside);
        let resources: Vec<Value> = all.clone().map(|service| service.document.value.clone()).collect();
        let steps: Vec<Option<Action<'_>>> = all.map(Service::step).collect();
        let mut renderings = life::together(&self.cluster, &resources, &steps, &self.found);
        renderings.truncate(places.len());
        renderings
    }
}

impl<'d> finding::Documents<'d> {
    /// Those of a session.
    pub fn of(session: &'d Session) -> finding::Documents<'d> {
        let services = session.services.iter().map(|service| &*service.document);
        let facts = session.origins.objects.iter().map(|(key, document)| (key.clone(), document));
        let by_key = services.chain(&session.checked).map(|document| (Key::of(&document.value), document));
        // Of the ConfigMap there is only one, whatever its namespace.
        let config = session.origins.config.as_ref().map(|document| (session.cluster.config_key(), document));
        finding::Documents(facts.chain(by_key).chain(config).collect())
    }
}

impl Service {
    /// The key of the service.
    pub fn key(&self) -> Key {
        Key::of(&self.document.value)
    }

    /// What the controller makes of the service, with the pods as the pod webhook makes them.
    pub fn render(&self, cluster: &Cluster) -> Rendering {
        let mut rendering = self.render_objects(cluster);
        rendering.inject(cluster);
        rendering
    }

    /// Like [`Service::render`], without the pod webhook.
    pub fn render_objects(&self, cluster: &Cluster) -> Rendering {
        match self.step() {
            None => life::replace(cluster, &self.document.value, &self.existing),
            Some(step) => life::step(cluster, &self.existing, step),
        }
    }

    /// What happens to the service that the cluster holds; nothing if the document takes its place.
    fn step(&self) -> Option<Action<'_>> {
        match &self.origin {
            Origin::Input => None,
            Origin::Applied(last) => Some(Action::Apply { document: &self.document.value, last }),
            Origin::Stored => Some(Action::Reconcile),
        }
    }
}

/// The APIs that controllers can do without, sorted.
pub fn optional_apis() -> Vec<&'static str> {
    let apis: BTreeSet<&str> = Kind::ALL.iter().filter_map(|kind| kind.optional_api()).collect();
    apis.into_iter().collect()
}

impl Session {
    /// The resource of this key, of the inputs or beside them; the first if there are several.
    pub fn resource(&self, key: &Key) -> Option<&Service> {
        let all = || self.services.iter().chain(&self.beside);
        let by_key = self.by_key.get_or_init(|| {
            let mut by_key = HashMap::with_capacity(self.services.len() + self.beside.len());
            for (at, service) in all().enumerate() {
                by_key.entry(service.key()).or_insert(at);
            }
            by_key
        });
        let at = *by_key.get(key)?;
        let found = self.services.get(at).or_else(|| self.beside.get(at.checked_sub(self.services.len())?));
        // The lists may have changed since.
        found.filter(|service| service.key() == *key).or_else(|| all().find(|service| service.key() == *key))
    }

    /// Keeps the services that are wanted; the others stand beside them.
    pub fn choose(&mut self, is_wanted: impl Fn(&Key) -> bool) {
        self.by_key = OnceLock::new();
        let all = std::mem::take(&mut self.services);
        (self.services, self.beside) = all.into_iter().partition(|service| is_wanted(&service.key()));
    }

    /// A sentence about Knative's domain if it is only assumed; `option` is what sets it.
    pub fn assumed_domain(&self, option: &str) -> Option<String> {
        let domain = &self.cluster.settings.knative_domain;
        self.origins.assumed_domain.then(|| format!("Knative's domain is not known; assumed {domain} ({option})"))
    }

    /// The documents of unknown kinds: where each begins, and its kind and name.
    pub fn other_documents(&self) -> impl Iterator<Item = (Spot, String)> {
        self.others.iter().map(|document| {
            let (kind, name) = (role::kind(&document.value), name::object_name(&document.value));
            (Spot::start(document), format!("{kind} {name}").trim_end().to_owned())
        })
    }

    /// What was passed over, in one sentence; nothing if nothing was. `are_copied` says that documents of other kinds are copied instead.
    pub fn passed_over_in_short(&self, are_copied: bool) -> Option<String> {
        let mut counts: BTreeMap<PassedOver, usize> = BTreeMap::new();
        for (_, why) in &self.passed_over {
            *counts.entry(*why).or_default() += 1;
        }
        let parts: Vec<String> = counts.iter().map(|(why, count)| why.describe(*count)).collect();
        let files = counted(self.passed_over.len(), "file");
        let files = (!parts.is_empty()).then(|| format!("passed over {files}: {}", parts.join(", ")));
        let others = counted(self.others_beside, "document");
        match (files, self.others_beside) {
            (files, 0) => files,
            (files, _) if are_copied => files,
            (Some(files), _) => Some(format!("{files}; and {others} of other kinds in files that are read")),
            (None, _) => Some(format!("passed over {others} of other kinds")),
        }
    }

    /// File and name of everything that has a schema or is read: the ConfigMap, runtimes and storage containers, services.
    pub fn checked_documents(&self) -> Vec<(String, String)> {
        let services = self.services.iter().map(|service| &*service.document);
        let all = self.origins.config.iter().chain(&self.checked).chain(services);
        all.map(|document| (document.source.name.clone(), Key::of(&document.value).in_words())).collect()
    }
}
