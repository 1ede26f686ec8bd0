//! The report: everything about a rendering in one document, for comparison and for tests.

use serde_json::json;

use crate::engine::changes::Changes;
use crate::kinds::{self, Status};
use crate::object::ControllerError;
use crate::object::Key;
use crate::object::tidy::{is_nothing, tidied, without_status};
use crate::render::{Outcome, Reconciliation, Rendering};
use crate::webhook::Refusal;
use crate::webhook::pod::Injected;
use crate::{Map, Value};

/// The report of one resource. Only keys with content are there.
pub fn of(rendering: Rendering) -> Value {
    let is_fact = rendering.is_fact();
    let mut report = Map::new();
    let mut put = |key: &str, value: Value| {
        if !is_nothing(&value) {
            report.insert(key.to_owned(), value);
        }
    };
    put(kinds::title(rendering.kind), format!("{}/{}", rendering.namespace, rendering.name).into());
    let (refusal, reconciliation) = match rendering.outcome {
        Outcome::Refused(refusal) => (Some(refusal), None),
        Outcome::Reconciled(reconciliation) => (None, Some(reconciliation)),
        Outcome::UpdateRefused(refusal, reconciliation) => (Some(refusal), Some(reconciliation)),
    };
    put("rejected", refusal.map(Refusal::into_text).into());
    put("warnings", rendering.warnings.into_iter().map(|warning| warning.message).collect());
    if let Some(reconciliation) = reconciliation {
        put_reconciliation(*reconciliation, is_fact, put);
    }
    Value::Object(report)
}

fn put_reconciliation(reconciliation: Reconciliation, is_fact: bool, mut put: impl FnMut(&str, Value)) {
    let Reconciliation { defaulted, passes, changes, .. } = reconciliation;
    // Of a resource that lives in a cluster, what is stored is news only when a document is applied.
    let living = changes.as_deref().filter(|changes| changes.complete);
    let is_news = living.is_none_or(|changes| changes.applied);
    put("defaulted", defaulted.filter(|_| is_news && !is_fact).map(tidied).into());
    put("error", passes.error.map(ControllerError::into_text).into());
    put("events", passes.events.into());
    put("initialStatus", status(passes.initial_status));
    put("status", status(passes.status));
    put("stored", passes.stored.map(tidied).into());
    match living {
        None => {
            let unlisted = passes.unlisted;
            let objects = passes.objects.into_iter().filter(|object| !unlisted.contains(&Key::of(object)));
            put("objects", objects.map(without_status).collect());
            put("deletedAgain", keys(&passes.deleted_again));
            let deleted = passes.deleted.into_iter().filter(|key| !unlisted.contains(key));
            put("deleted", keys(&deleted.collect::<Vec<_>>()));
        }
        Some(changes) => put_changes(passes.objects, changes, &mut put),
    }
    put("injected", reconciliation.injected.into_iter().map(injected).collect());
}

/// What becomes of the objects that the cluster holds.
fn put_changes(objects: Vec<Value>, changes: &Changes, mut put: impl FnMut(&str, Value)) {
    let stays = |object: &Value| changes.deleted_again.is_empty() || !changes.deleted_again.contains(&Key::of(object));
    let objects = objects.into_iter().filter(stays).chain(changes.rest.iter().cloned());
    put("objects", objects.map(without_status).collect());
    put("created", qualified(&changes.created));
    put("changed", qualified(&changes.changed));
    put("restarts", qualified(&changes.restarts));
    put("deleted", qualified(&changes.deleted));
    put("deletedAgain", qualified(&changes.deleted_again));
    put("leftBehind", qualified(&changes.left_behind));
    put("untouched", qualified(&changes.untouched));
    put("nextApply", changes.next_apply.as_ref().map(Refusal::text).into());
    put("nextDelete", changes.next_delete.as_ref().map(Refusal::text).into());
}

fn status(status: Option<Status>) -> Value {
    status.map(|status| tidied(status.to_value())).into()
}

fn keys(keys: &[Key]) -> Value {
    keys.iter().map(Key::to_string).collect()
}

fn qualified(keys: &[Key]) -> Value {
    keys.iter().map(Key::qualified).collect()
}

fn injected(injected: Injected) -> Value {
    match injected.template {
        Ok(template) => {
            let mut template = Value::Object(template);
            if let Some(metadata) = template.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.remove("namespace");
            }
            json!({ "kind": injected.kind, "name": injected.name, "template": tidied(template) })
        }
        Err(error) => json!({ "kind": injected.kind, "name": injected.name, "error": error.text() }),
    }
}
