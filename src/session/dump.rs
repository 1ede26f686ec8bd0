//! The objects of a dump, compared with those that the controllers want.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Service, Session};
use crate::build::storage::{hide_data, pod_templates, pod_templates_mut, secrets_in_live};
use crate::diff::{self, Fate, ObjectDiff, Selection, ServiceDiff, TextDiff, without_live_additions};
use crate::engine::server::defaults;
use crate::facts::{Existing, Found};
use crate::kinds;
use crate::life::{self, Changes};
use crate::object::ControllerError;
use crate::object::fields::filled;
use crate::object::tidy::{tidied, without_status};
use crate::object::{Key, Kind};
use crate::render::render_all_objects;
use crate::webhook::Refusal;
use crate::{Cluster, Rendering, Value};

/// What a cluster holds, as its dump tells it.
#[derive(Debug)]
pub struct Dump {
    objects: BTreeMap<Key, Value>,
    found: Arc<Found>,
}

/// What differs between a dump and what is wanted.
#[derive(Debug)]
pub struct Differences {
    /// The services with differences, by their position in the session.
    pub services: Vec<(usize, ServiceDiff)>,
    /// The kinds that are wanted, but of which the dump has no object at all.
    pub missing: Vec<Kind>,
}

impl Dump {
    /// A dump of these objects; of two with the same key, the later one counts.
    pub fn new(objects: impl IntoIterator<Item = Value>) -> Dump {
        let objects: BTreeMap<Key, Value> = filled(objects.into_iter().map(|object| (Key::of(&object), object)));
        let found = Arc::new(Found::new(objects.values().cloned()));
        Dump { objects, found }
    }

    /// What differs between the dump and what the controllers make of the services of a session.
    pub fn compare(&self, session: &Session, selection: &Selection) -> Differences {
        let mut wanted = BTreeSet::new();
        let mut services = Vec::new();
        let mut together = self.render_together(session).into_iter();
        for (place, service) in session.services.iter().enumerate() {
            let key = service.key();
            let existing = Existing::of(&self.found, service.kind, &key.namespace, &key.name);
            let (rendering, changes) = together.next().unwrap_or_else(|| {
                (render(service, &session.cluster, &existing), changes(service, &session.cluster, &existing))
            });
            wanted.extend(rendering.objects().iter().filter_map(Kind::of));
            let diff = self.compare_rendering(&session.cluster, &rendering, selection, changes.as_deref());
            if !diff.is_empty() {
                services.push((place, diff));
            }
        }
        let missing = wanted.into_iter().filter(|kind| !self.objects.keys().any(|key| key.is(*kind))).collect();
        Differences { services, missing }
    }

    /// What becomes of all resources together with those that the cluster has, if one of them refers to others; nothing if none
    /// does.
    fn render_together(&self, session: &Session) -> Vec<Together> {
        if !session.renders_together() {
            return Vec::new();
        }
        let resources: Vec<Value> = session.services.iter().map(|service| service.document.value.clone()).collect();
        let others = Found::new(self.objects.values().filter(|object| kinds::find(object).is_some()).cloned());
        let mut renderings = render_all_objects(&session.cluster, &resources, &Arc::new(others));
        renderings.iter_mut().for_each(Rendering::hide_secrets);
        let mut living = render_all_objects(&session.cluster, &resources, &self.found);
        life::record_all_changes(&session.cluster, &self.found, &mut living);
        renderings.into_iter().zip(living.into_iter().map(changes_of)).collect()
    }

    fn compare_rendering(
        &self,
        cluster: &Cluster,
        rendering: &Rendering,
        selection: &Selection,
        changes: Option<&Changes>,
    ) -> ServiceDiff {
        let mut held = Vec::new();
        let mut wanted = Vec::new();
        for object in rendering.objects().iter().filter(|object| !rendering.deleted_again().contains(&Key::of(object)))
        {
            let mut object = tidied(without_status(object.clone()));
            if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.remove("ownerReferences");
            }
            held.extend(self.objects.get(&Key::of(&object)).map(|live| {
                object = tidied(defaults::adopt(&object, live));
                without_secrets(cluster, rendering, without_live_additions(&object, live))
            }));
            wanted.push(object);
        }
        let mut objects = diff::objects(&held, &wanted, selection);
        let is_told = |key: &Key| objects.iter().any(|object| object.key == *key);
        let unchanged = held.iter().map(Key::of).filter(|key| selection.has_key(key) && !is_told(key)).collect();
        if let Some(changes) = changes {
            let is_kept =
                |object: &&mut ObjectDiff| object.fate == Fate::Changed && !changes.changed.contains(&object.key);
            objects.iter_mut().filter(is_kept).for_each(|object| object.fate = Fate::Kept);
            objects.extend(dropped(changes, selection));
        }
        let new_text = |text: Option<&str>| text.map(|new| TextDiff { old: None, new: Some(new.to_owned()) });
        ServiceDiff {
            kind: Some(rendering.kind),
            namespace: rendering.namespace.clone(),
            name: rendering.name.clone(),
            rejected: new_text(rendering.refusal().map(Refusal::text)),
            error: new_text(rendering.error().map(ControllerError::text)),
            error_cause: rendering.error().and_then(ControllerError::cause).cloned(),
            objects,
            unchanged,
            conflicts: changes.map(|changes| changes.conflicts.clone()).unwrap_or_default(),
            ..ServiceDiff::default()
        }
    }
}

/// An object of the cluster without what it has of Secrets, which may stand in it already.
fn without_secrets(cluster: &Cluster, rendering: &Rendering, mut live: Value) -> Value {
    let own = secrets_in_live(cluster, &rendering.namespace, pod_templates(&live));
    pod_templates_mut(&mut live, |template| {
        own.hide(template);
        rendering.copied().hide_in_live(template);
    });
    hide_data(&mut live);
    tidied(live)
}

/// What the controller wants of a resource, and what it does to the objects of the cluster.
type Together = (Rendering, Option<Box<Changes>>);

/// The objects that the controller wants, of a service with the status that the cluster has of it.
fn render(service: &Service, cluster: &Cluster, existing: &Existing) -> Rendering {
    let alone = Existing { resource: existing.resource.clone(), ..Existing::default() };
    let mut rendering = crate::render_objects(cluster, &service.document.value, &alone);
    rendering.hide_secrets();
    rendering
}

/// What the controller does to the objects of the cluster once the document is applied; nothing where the cluster has none.
fn changes(service: &Service, cluster: &Cluster, existing: &Existing) -> Option<Box<Changes>> {
    let resource = existing.resource.clone().unwrap_or_else(|| service.document.value.clone());
    let known = Existing { resource: Some(resource), objects: existing.objects.clone() };
    changes_of(life::replace(cluster, &service.document.value, &known))
}

/// What becomes of the objects of the cluster.
fn changes_of(mut rendering: Rendering) -> Option<Box<Changes>> {
    rendering.reconciliation_mut()?.changes.take()
}

/// The objects of the cluster that the controller deletes, and those that stay though it no longer wants them.
fn dropped<'c>(changes: &'c Changes, selection: &'c Selection) -> impl Iterator<Item = ObjectDiff> + 'c {
    let of =
        |fate: Fate| move |key: &Key| ObjectDiff { key: key.clone(), fate, old: None, new: None, changes: Vec::new() };
    let deleted = changes.deleted.iter().map(of(Fate::Deleted));
    let all = deleted.chain(changes.left_behind.iter().map(of(Fate::LeftBehind)));
    all.filter(|object| selection.has_key(&object.key))
}
