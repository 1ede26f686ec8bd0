//! Reconciles the services of one world in turn until nothing changes any more.

use super::config::{Configs, Settings};
use super::pass::{Controller, Finished, Shared, Waiting};
use super::peers::Peers;
use crate::Map;
use crate::Value;
use crate::engine::store::Objects;
use crate::engine::{self, Progress, Properties, World};
use crate::facts::{Cluster, Found};
use crate::kinds::{Admitted, Details, Reconciled, Status};
use crate::object::{Kind, ObjectView as _};

/// The objects that controllers see, and those that act on them.
pub(super) static PROPERTIES: Properties = Properties {
    sees_context: true,
    writes_status: true,
    reporting: &[Kind::Deployment, Kind::LeaderWorkerSet, Kind::HorizontalPodAutoscaler, Kind::ScaledObject],
    answered: &[Kind::Gateway, Kind::HttpRoute, Kind::InferencePool, Kind::InferencePoolX],
};

/// Reconciles services.
pub(super) fn run(cluster: &Cluster, found: &Found, admitted: &[&Admitted]) -> Vec<Reconciled> {
    let empty = Map::new();
    let services: Vec<(&Map, &Map)> = admitted.iter().map(|one| stored(one, &empty)).collect();
    let peers = Peers::new(services.iter().copied());
    let shared = Shared { settings: Settings::read(cluster), configs: Configs::default(), peers };
    let mut world = World::new(cluster, found, &PROPERTIES, shared);
    if admitted.iter().any(|one| one.keeps_states) {
        world.store.keep_states();
    }
    let controller = |(place, ((stored, status), one)): (usize, ((&Map, &Map), &&Admitted))| {
        Controller::new(cluster, place, stored, status).deleting(one.is_being_deleted())
    };
    let mut controllers: Vec<Controller<'_>> = services.into_iter().zip(admitted).enumerate().map(controller).collect();
    let progress = engine::run(&mut world, &mut controllers);
    let left = world.store.finish(controllers.len());
    let ends = controllers.into_iter().zip(progress).zip(left);
    ends.map(|((controller, progress), left)| reconciled(cluster, controller.finish(), progress, left)).collect()
}

/// A stored service with its status.
fn stored<'a>(admitted: &'a Admitted, empty: &'a Map) -> (&'a Map, &'a Map) {
    let existing = admitted.existing.as_ref().and_then(Value::as_object);
    let status = existing.and_then(|existing| existing.status());
    (admitted.object.as_object().unwrap_or(empty), status.unwrap_or(empty))
}

fn reconciled(
    cluster: &Cluster,
    finished: Finished,
    progress: Progress<super::status::Status>,
    left: Objects,
) -> Reconciled {
    let Finished { status, events, notes, waits, left_alone } = finished;
    let Objects { objects, deleted_again, deleted, states, wanted, of_context } = left;
    Reconciled {
        error: progress.error,
        events,
        initial_status: Some(Status::Value(progress.initial_status.to_value().into())),
        status: Some(Status::Value(status.to_value().into())),
        objects,
        states,
        deleted_again,
        deleted,
        wanted,
        left_alone,
        notes: notes.texts,
        copied: notes.copied,
        unlisted: if cluster.release.llm.context_is_reported { Vec::new() } else { of_context },
        details: waits.map_or_else(Details::default, |error| Details::new(Waiting(error))),
        ..Reconciled::default()
    }
}
