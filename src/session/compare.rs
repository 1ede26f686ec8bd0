//! Two sides of one cluster: what an upgrade, another configuration or other documents make of what lives in it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::{Origin, Service, Session};
use crate::diff::{self, Causes, Place, Selection, ServiceDiff};
use crate::facts::{Existing, Found};
use crate::kinds::{self, KINDS, Reconcile, ResourceKind};
use crate::life::{self, Action};
use crate::object::Refusal;
use crate::object::fields::filled;
use crate::object::tidy::{tidied, without_status};
use crate::order;
use crate::output::objects::inject;
use crate::release::Release;
use crate::render::Reconciliation;
use crate::{Cluster, Rendering, parallel};

/// The largest number of resources that are rendered and compared at the same time, unless one namespace has more.
const BATCH: usize = 32;

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
    /// The services that both sides refuse, or fail with, in the same words, of those that have been compared.
    failing: Mutex<Vec<(Pair, String)>>,
}

/// A pair of documents: the positions of the same resource among those of both sides.
pub type Pair = (Option<usize>, Option<usize>);

/// A pair among those that are compared together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pair: Pair,
    /// Its position among all pairs; none if it is only there because the others read it.
    told: Option<usize>,
}

/// A part with which the new side continues.
struct Followed<'a> {
    part: Part,
    before: Rendering,
    existing: Existing,
    step: Action<'a>,
}

/// A part whose sides know nothing of each other, if both have it.
struct Apart {
    part: Part,
    before: Option<Rendering>,
    after: Option<Rendering>,
}

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

    /// What `make` makes of each pair that differs, in the order of the pairs. `progress` is called for each pair that is done.
    pub fn compare<T: Send>(
        &self,
        pairs: &[Pair],
        make: impl Fn(Pair, ServiceDiff) -> T + Sync,
        progress: impl Fn(usize) + Sync,
    ) -> Vec<T> {
        if self.old.renders_together() || self.new.renders_together() {
            let one = |batch: Vec<Part>| {
                let found = self.compare_together(&batch, &make);
                progress(batch.iter().filter(|part| part.told.is_some()).count());
                found
            };
            let mut found: Vec<_> = parallel::map(self.batches(pairs), one).into_iter().flatten().collect();
            order::sort_by_key(&mut found, |(place, _)| *place);
            return found.into_iter().map(|(_, found)| found).collect();
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
        order::sort(&mut failing);
        failing
    }

    /// The difference, if there is one.
    fn differing(&self, pair: Pair, mut diff: ServiceDiff) -> Option<ServiceDiff> {
        if !diff.is_empty() {
            return Some(diff);
        }
        if let (Some(text), Ok(mut failing)) = (diff.common_failure.take(), self.failing.lock()) {
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

    /// The error with which a new service of this document would fail in the new cluster, if that is not told anyway.
    fn refusal_when_new(&self, diff: &ServiceDiff, new: &Service) -> Option<String> {
        if self.follows != Follows::Reconciled {
            return None;
        }
        let mut rendering = new.render_objects(&self.new.cluster);
        rendering.hide_secrets();
        let text = rendering.failure()?.to_owned();
        let told = [&diff.rejected, &diff.error].into_iter().flatten().filter_map(|text| text.new.as_ref());
        let is_told =
            told.map(String::as_str).chain(diff.next_apply.as_ref().map(Refusal::text)).any(|told| told == text);
        (!is_told).then_some(text)
    }

    /// A refusal that the old side has too is no difference.
    fn leave_known_refusals(&self, diff: &mut ServiceDiff, existing: &Existing) {
        let Some(stored) = &existing.resource else { return };
        let is_known = |new: &Refusal, old: Option<Refusal>| old.is_some_and(|old| old.text() == new.text());
        diff.next_apply.take_if(|new| is_known(new, life::next_apply(&self.old.cluster, stored)));
        diff.next_delete.take_if(|new| is_known(new, life::next_delete(&self.old.cluster, stored)));
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

    /// The pairs in batches that know nothing of each other, so that not all renderings are kept at the same time: a batch for each
    /// namespace, with what is only stored in every batch. If there are kinds whose resources see other namespaces, all pairs are one batch.
    pub(super) fn batches(&self, pairs: &[Pair]) -> Vec<Vec<Part>> {
        let parts = || pairs.iter().enumerate().map(|(place, pair)| Part { pair: *pair, told: Some(place) });
        let all = [self.old, self.new].into_iter().flat_map(|session| session.services.iter().chain(&session.beside));
        let is_apart = |service: &Service| kinds::properties(service.kind).stays_in_namespace;
        if !all.clone().all(|service| is_apart(service) || is_stored(service)) {
            return vec![parts().collect()];
        }
        let (mut by_namespace, mut shared): (BTreeMap<String, Vec<Part>>, Vec<Part>) = Default::default();
        for part in parts() {
            let (old, new) = self.services(part.pair);
            match new.or(old).filter(|service| is_apart(service)) {
                Some(service) => by_namespace.entry(service.key().namespace).or_default().push(part),
                None => shared.push(part),
            }
        }
        let mut batches = vec![shared.clone()];
        shared.iter_mut().for_each(|part| part.told = None);
        for own in by_namespace.into_values() {
            match batches.last_mut().filter(|batch| batch.len() + own.len() <= BATCH + shared.len()) {
                Some(batch) => batch.extend(own),
                None => batches.push(shared.iter().copied().chain(own).collect()),
            }
        }
        batches
    }

    /// Resources that refer to others: each side is one world, and later kinds see what has become of earlier ones.
    fn compare_together<T: Send>(
        &self,
        batch: &[Part],
        make: &(impl Fn(Pair, ServiceDiff) -> T + Sync),
    ) -> Vec<(usize, T)> {
        let places: Vec<usize> = batch.iter().filter_map(|part| part.pair.0).collect();
        let renderings = self.old.render_together(&places);
        let mut before: BTreeMap<usize, Rendering> = filled(places.into_iter().zip(renderings));
        let mut world = Found::clone(&self.old.found);
        before.values().for_each(|rendering| add(&mut world, rendering, &life::after(rendering)));
        let mut cluster = Cow::Borrowed(&self.new.cluster);
        let mut found = Vec::new();
        let mut kinds = KINDS.iter().map(|kind| (*kind, self.of_kind(batch, kind))).filter(|(_, own)| !own.is_empty());
        let mut next = kinds.next();
        while let Some((kind, own)) = next {
            next = kinds.next();
            let shared = Arc::new(world);
            let (followed, apart) = self.sort_out(own, kind, &mut before, &shared, &cluster);
            let steps = followed.iter().map(|one| (one.existing.clone(), one.step)).collect();
            let after = life::steps(&cluster, kind, steps, &shared);
            world = Found::clone(&shared);
            let mut next_cluster = None;
            // Nobody looks at what the last ones leave.
            if next.is_some() {
                let all = || after.iter().chain(apart.iter().filter_map(|one| one.after.as_ref()));
                if matches!(kind.reconcile, Reconcile::Stored) {
                    next_cluster = Some(cluster.with_objects(all().filter_map(Rendering::resource)));
                }
                all().for_each(|rendering| add(&mut world, rendering, &life::after(rendering)));
            }
            let follow = |(one, after): (Followed<'_>, Rendering)| {
                let Followed { part, before, existing, step } = one;
                self.tell(part, || self.follow(&cluster, (before, after), &existing, step), make)
            };
            found.extend(parallel::map(followed.into_iter().zip(after).collect(), follow).into_iter().flatten());
            found.extend(
                apart.into_iter().filter_map(|one| self.tell(one.part, || self.apart(one.before, one.after), make)),
            );
            cluster = next_cluster.map_or(cluster, Cow::Owned);
        }
        found
    }

    /// The parts of a batch that are of a kind.
    fn of_kind(&self, batch: &[Part], kind: &ResourceKind) -> Vec<Part> {
        let is_own = |service: &Service| service.kind == kind.kind;
        let is_of_kind = |part: &&Part| {
            let (old, new) = self.services(part.pair);
            new.or(old).is_some_and(is_own)
        };
        batch.iter().filter(is_of_kind).copied().collect()
    }

    /// The parts with which the new side continues, and the others with what the new side makes of them.
    fn sort_out(
        &self,
        own: Vec<Part>,
        kind: &ResourceKind,
        before: &mut BTreeMap<usize, Rendering>,
        shared: &Arc<Found>,
        cluster: &Cluster,
    ) -> (Vec<Followed<'a>>, Vec<Apart>) {
        let (mut followed, mut apart) = (Vec::new(), Vec::new());
        for part in own {
            let (old, new) = self.services(part.pair);
            match (part.pair.0.and_then(|place| before.remove(&place)), new) {
                (Some(before), Some(new)) if self.is_followed(&before) => {
                    let existing = Existing::of(shared, kind.kind, &before.namespace, &before.name);
                    followed.push(Followed { part, before, existing, step: self.step(old, new) });
                }
                (before, new) => {
                    apart.push(Apart { part, before, after: new.map(|service| service.render_objects(cluster)) });
                }
            }
        }
        (followed, apart)
    }

    /// What `make` has of a part that is told and differs, with its place.
    fn tell<T>(
        &self,
        part: Part,
        compare: impl FnOnce() -> ServiceDiff,
        make: &impl Fn(Pair, ServiceDiff) -> T,
    ) -> Option<(usize, T)> {
        let place = part.told?;
        Some((place, make(part.pair, self.differing(part.pair, compare())?)))
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

/// Whether a resource is of a kind that is only stored, and that others read.
fn is_stored(service: &Service) -> bool {
    kinds::find(&service.document.value).is_some_and(|kind| matches!(kind.reconcile, Reconcile::Stored))
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
