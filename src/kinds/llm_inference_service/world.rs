//! All services of an input, reconciled in turn until nothing changes any more.

use super::config::{Configs, Settings};
use super::live::{Left, Live};
use super::pass::{Controller, Shared};
use super::peers::Peers;
use super::settle::settle;
use crate::build::storage::Notes;
use crate::facts::{Cluster, Found};
use crate::object::{ControllerError, Key};
use crate::{Map, Value};

/// Rounds after which services that never settle are given up.
const MAX_ROUNDS: usize = 16;

/// What the passes over a service leave.
#[derive(Debug, Default)]
pub struct Outcome {
    pub error: Option<ControllerError>,
    /// What the last pass waits for, though it does not fail.
    pub waits: Option<ControllerError>,
    pub events: Vec<String>,
    pub initial_status: Map,
    pub status: Map,
    pub objects: Vec<Value>,
    pub deleted: Vec<Key>,
    pub deleted_again: Vec<Key>,
    /// Objects of the context that are taken over or deleted.
    pub of_context: Vec<Key>,
    /// What the service asked for in the last round.
    pub wanted: Vec<Key>,
    pub notes: Notes,
}

/// Reconciles stored services, each with the status that it has.
pub fn run(cluster: &Cluster, found: &Found, services: &[(&Map, &Map)]) -> Vec<Outcome> {
    let shared = Shared { settings: Settings::read(cluster), configs: Configs::default() };
    let mut live = Live::new(cluster, found);
    let mut peers = Peers::new(services.iter().copied());
    let mut controllers: Vec<Controller<'_>> = services
        .iter()
        .enumerate()
        .map(|(place, (stored, status))| Controller::new(cluster, place, stored, status))
        .collect();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for round in 0..MAX_ROUNDS {
        let changes = live.changes;
        live.begin_round(round);
        let mut wrote = false;
        for (place, controller) in controllers.iter_mut().enumerate() {
            let passed = controller.pass(&shared, &mut live, &mut peers);
            wrote |= passed.wrote;
            if round == 0 {
                let initial_status = controller.status.to_value();
                outcomes.push(Outcome { initial_status, ..Outcome::default() });
            }
            if let Some(outcome) = outcomes.get_mut(place) {
                (outcome.error, outcome.waits) = (passed.error, passed.waits);
            }
        }
        settle(&mut live);
        if !wrote && live.changes == changes {
            break;
        }
    }
    let left = live.finish(controllers.len());
    for ((outcome, controller), left) in outcomes.iter_mut().zip(controllers).zip(left) {
        let Left { objects, deleted, deleted_again, of_context, wanted } = left;
        let (status, events, notes) = controller.finish();
        outcome.status = status.to_value();
        outcome.events = events;
        outcome.notes = notes;
        outcome.objects = objects;
        outcome.deleted = deleted;
        outcome.deleted_again = deleted_again;
        outcome.of_context = of_context;
        outcome.wanted = wanted;
    }
    outcomes
}
