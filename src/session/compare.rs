//! Two sides of one cluster: what an upgrade, another configuration or other documents make of what lives in it.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use super::{Origin, Service, Session};
use crate::diff::{self, Causes, Place, Selection, ServiceDiff};
use crate::facts::{Existing, Found};
use crate::kinds::{self, KINDS, Reconcile};
use crate::life::{self, Action};
use crate::object::tidy::{tidied, without_status};
use crate::output::objects::inject;
use crate::release::Release;
use crate::render::Reconciliation;
use crate::{Cluster, Rendering, parallel};

/// How the new side comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    /// Nothing is applied: the release or the configuration changes.
    Reconciled,
    /// The new documents are applied over the old ones.
    Applied,
    /// Not at all: the sides are two new clusters.
    Apart,
}

/// Two sessions, and how the second follows the first.
pub struct Comparison<'a> {
    old: &'a Session,
    new: &'a Session,
    follows: Follows,
    selection: &'a Selection,
    /// Whether pods are those after the pod webhook.
    inject: bool,
    /// The releases' differences, where reasons are asked for.
    causes: Option<Causes>,
    /// What both sides refuse or fail with alike, as far as it has been compared.
    failing: Mutex<Vec<(Pair, String)>>,
}

/// A pair of documents: the positions of the same resource among those of both sides.
pub type Pair = (Option<usize>, Option<usize>);

impl<'a> Comparison<'a> {
    /// Compares the resources of two sessions; `follows` says how the new side comes about, and `inject` whether pods are
    /// compared as the pod webhook makes them.
    pub fn new(
        old: &'a Session,
        new: &'a Session,
        follows: Follows,
        selection: &'a Selection,
        inject: bool,
    ) -> Comparison<'a> {
        Comparison { old, new, follows, selection, inject, causes: None, failing: Mutex::default() }
    }

    /// Asks for the reasons of differences between the releases of the sides. `with_shipped` tells whether what they ship
    /// counts.
    pub fn with_reasons(mut self, with_shipped: bool) -> Comparison<'a> {
        let (old, new) = (&self.old.cluster, &self.new.cluster);
        // The new release with the documents of the old side, among which are those that the old release ships.
        let old_defaults = with_shipped.then(|| old.with_release(Release::of(new.release.version)));
        self.causes = Some(Causes::between(Release::of(old.release.version), new, old_defaults));
        self
    }

    /// The pairs of the documents: by file and place, then by name. `roots` are the paths that were named of each side.
    pub fn pairs(&self, roots: [&str; 2]) -> Vec<Pair> {
        let places = |session: &Session, root: &str| -> Vec<Place> {
            let file = |service: &Service| {
                let name = &service.document.source.name;
                name.strip_prefix(root).unwrap_or(name).trim_start_matches('/').to_owned()
            };
            session.services.iter().map(|service| Place { key: service.key(), file: file(service) }).collect()
        };
        let [old, new] = roots;
        diff::pair(&places(self.old, old), &places(self.new, new))
    }

    /// What differs in each pair that differs, in their order, as `make` has it. `progress` is told of each that is done.
    pub fn compare<T: Send>(
        &self,
        pairs: &[Pair],
        make: impl Fn(Pair, ServiceDiff) -> T + Sync,
        progress: impl Fn(usize) + Sync,
    ) -> Vec<T> {
        if self.old.renders_together() || self.new.renders_together() {
            return self.compare_together(pairs).into_iter().map(|(pair, diff)| make(pair, diff)).collect();
        }
        let one = |pair: Pair| {
            let diff = self.compare_pair(pair);
            progress(1);
            self.differing(pair, diff).map(|diff| make(pair, diff))
        };
        parallel::map(pairs.to_vec(), one).into_iter().flatten().collect()
    }

    /// The pairs that were left out of what differs because both sides refuse them, or fail, with the same text.
    pub fn failing(&self) -> Vec<(Pair, String)> {
        let mut failing = self.failing.lock().map(|failing| failing.clone()).unwrap_or_default();
        failing.sort();
        failing
    }

    /// The difference, if there is one.
    fn differing(&self, pair: Pair, mut diff: ServiceDiff) -> Option<ServiceDiff> {
        if !diff.is_empty() {
            return Some(diff);
        }
        if let (Some(text), Ok(mut failing)) = (diff.fails_alike.take(), self.failing.lock()) {
            failing.push((pair, text));
        }
        None
    }

    fn services(&self, (old, new): Pair) -> (Option<&'a Service>, Option<&'a Service>) {
        let of = |session: &'a Session, place: Option<usize>| session.services.get(place?);
        (of(self.old, old), of(self.new, new))
    }

    fn compare_pair(&self, pair: Pair) -> ServiceDiff {
        let (old, new) = self.services(pair);
        let before = old.map(|service| first(service, &self.old.cluster));
        match (before, new) {
            (Some(before), Some(new)) if self.is_followed(&before) => {
                let existing = life::after(&before);
                let is_new = old.is_some_and(is_new) && before.error().is_none();
                let step = self.step(old, new);
                let after = life::step(&self.new.cluster, &existing, step);
                let mut diff = self.follow(&self.new.cluster, (before, after), &existing, step);
                diff.when_new = self.refusal_when_new(&diff, new).filter(|_| is_new);
                diff
            }
            (before, new) => {
                let after = new.map(|service| service.render_objects(&self.new.cluster));
                self.apart(before, after)
            }
        }
    }

    /// Compares what the old side has left with what the new one makes of it in `cluster`.
    fn follow(
        &self,
        cluster: &Cluster,
        (before, after): (Rendering, Rendering),
        existing: &Existing,
        step: Action<'_>,
    ) -> ServiceDiff {
        let render = |cluster: &Cluster| self.with_pods(life::step(cluster, existing, step), cluster);
        let mut before = self.with_pods(before, &self.old.cluster);
        let mut after = self.with_pods(after, cluster);
        after.mark_changed_secrets(before.copied());
        after.hide_secrets();
        before.hide_secrets();
        let compare = |old: &Rendering, new: &Rendering| diff::living(old, new, self.selection);
        let mut diff = compare(&before, &after);
        self.leave_known_refusals(&mut diff, existing);
        if let (Some(causes), false) = (&self.causes, diff.is_empty()) {
            diff.reasons = causes.of(&diff, &before, render, compare);
        }
        diff
    }

    /// With what a new service of this document would fail in the new cluster, if that is not told anyway.
    fn refusal_when_new(&self, diff: &ServiceDiff, new: &Service) -> Option<String> {
        if self.follows != Follows::Reconciled {
            return None;
        }
        let mut rendering = new.render_objects(&self.new.cluster);
        rendering.hide_secrets();
        let text = rendering.failure()?.to_owned();
        let told = [&diff.rejected, &diff.error].into_iter().flatten().filter_map(|text| text.new.as_ref());
        let is_told = told.chain(&diff.next_apply).any(|known| *known == text);
        (!is_told).then_some(text)
    }

    /// A refusal that the old side has too is no difference.
    fn leave_known_refusals(&self, diff: &mut ServiceDiff, existing: &Existing) {
        let Some(stored) = &existing.resource else { return };
        if diff.next_apply.is_some() && diff.next_apply == life::next_apply(&self.old.cluster, stored) {
            diff.next_apply = None;
        }
        if diff.next_delete.is_some() && diff.next_delete == life::next_delete(&self.old.cluster, stored) {
            diff.next_delete = None;
        }
    }

    /// Compares two sides that know nothing of each other.
    fn apart(&self, before: Option<Rendering>, after: Option<Rendering>) -> ServiceDiff {
        let tidy = |rendering: Rendering, cluster: &Cluster| {
            let mut rendering = self.with_pods(rendering, cluster);
            if let Some(reconciliation) = rendering.reconciliation_mut() {
                let objects = std::mem::take(&mut reconciliation.passes.objects);
                reconciliation.passes.objects = objects.into_iter().map(without_status).map(tidied).collect();
            }
            rendering
        };
        let mut before = before.map(|rendering| tidy(rendering, &self.old.cluster));
        let mut after = after.map(|rendering| tidy(rendering, &self.new.cluster));
        if let Some(after) = &mut after {
            if let Some(before) = &before {
                after.mark_changed_secrets(before.copied());
            }
            after.hide_secrets();
        }
        before.iter_mut().for_each(Rendering::hide_secrets);
        diff::service(before.as_ref(), after.as_ref(), self.selection)
    }

    /// The rendering with pods after the pod webhook, if these are compared.
    fn with_pods(&self, mut rendering: Rendering, cluster: &Cluster) -> Rendering {
        if self.inject {
            rendering.inject(cluster);
            if let Some(Reconciliation { passes, injected, .. }) = rendering.reconciliation_mut() {
                passes.objects.iter_mut().for_each(|object| inject(object, injected));
            }
        }
        rendering
    }

    /// Resources that refer to others: each side is one world, and later kinds see what has become of earlier ones.
    fn compare_together(&self, pairs: &[Pair]) -> Vec<(Pair, ServiceDiff)> {
        let before = self.old.render_all(false);
        let mut world = Found::clone(&self.old.found);
        before.iter().for_each(|rendering| add(&mut world, rendering, &life::after(rendering)));
        let mut cluster = Cow::Borrowed(&self.new.cluster);
        let mut diffs: Vec<Option<ServiceDiff>> = pairs.iter().map(|_| None).collect();
        for kind in KINDS {
            let shared = Arc::new(world);
            let is_of_kind =
                |service: &Service| kinds::find(&service.document.value).is_some_and(|own| own.kind == kind.kind);
            let (mut followed, mut apart) = (Vec::new(), Vec::new());
            for (pair, slot) in pairs.iter().zip(&mut diffs) {
                let (old, new) = self.services(*pair);
                if !new.or(old).is_some_and(is_of_kind) {
                    continue;
                }
                match (pair.0.and_then(|place| before.get(place)), new) {
                    (Some(before), Some(new)) if self.is_followed(before) => {
                        let existing = Existing::of(&shared, kind.kind, &before.namespace, &before.name);
                        followed.push((slot, before, existing, self.step(old, new)));
                    }
                    (before, new) => apart.push((slot, before, new)),
                }
            }
            let steps = followed.iter().map(|(_, _, existing, step)| (existing.clone(), *step)).collect();
            let mut after = life::steps(&cluster, kind, steps, &shared);
            let pairs = followed.into_iter().zip(&after).collect();
            let follow =
                |((slot, before, existing, step), after): ((&mut Option<ServiceDiff>, &Rendering, _, _), _)| {
                    *slot = Some(self.follow(
                        &cluster,
                        (Rendering::clone(before), Rendering::clone(after)),
                        &existing,
                        step,
                    ));
                };
            parallel::map(pairs, follow);
            for (slot, before, new) in apart {
                let new = new.map(|service| service.render_objects(&cluster));
                *slot = Some(self.apart(before.cloned(), new.clone()));
                after.extend(new);
            }
            if matches!(kind.reconcile, Reconcile::Stored) {
                cluster = Cow::Owned(cluster.with_objects(after.iter().filter_map(Rendering::resource)));
            }
            world = Found::clone(&shared);
            after.iter().for_each(|rendering| add(&mut world, rendering, &life::after(rendering)));
        }
        let all = pairs.iter().copied().zip(diffs);
        all.filter_map(|(pair, diff)| Some((pair, self.differing(pair, diff?)?))).collect()
    }

    fn is_followed(&self, before: &Rendering) -> bool {
        self.follows != Follows::Apart && before.refusal().is_none()
    }

    fn step<'s>(&self, old: Option<&'s Service>, new: &'s Service) -> Action<'s> {
        match (self.follows, old) {
            (Follows::Applied, Some(old)) => Action::Apply { document: &new.document.value, last: &old.document.value },
            _ => Action::Reconcile,
        }
    }
}

/// What the old side makes of a service, to be followed by another step.
fn first(service: &Service, cluster: &Cluster) -> Rendering {
    match is_new(service) {
        true => life::create(cluster, &service.document.value, &service.existing.objects),
        false => service.render_objects(cluster),
    }
}

/// Whether a service is a document that the cluster does not hold.
fn is_new(service: &Service) -> bool {
    matches!(service.origin, Origin::Input) && service.existing.resource.is_none()
}

/// Adds to a world what a resource has become.
fn add(world: &mut Found, rendering: &Rendering, after: &Existing) {
    world.add(after.objects.objects().cloned().chain(after.resource.clone()));
    rendering.deleted().iter().for_each(|key| world.remove(key));
}
