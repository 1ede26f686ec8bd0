//! Differences as data, for programs.

use serde_json::json;

use super::{Change, Fate, ObjectDiff, ServiceDiff, TextDiff};
use crate::Value;
use crate::object::Key;

/// What differs for a service, as data.
pub fn service(diff: &ServiceDiff) -> Value {
    let causes = diff.reasons.causes.iter();
    let causes = causes.map(|cause| {
        let mut value = json!({ "name": cause.name, "text": cause.text, "places": cause.places });
        put(&mut value, "changes", (!cause.by.is_empty()).then(|| cause.by.into()));
        value
    });
    let mut service = json!({
        "namespace": diff.namespace,
        "name": diff.name,
        "restartsPods": diff.restarts_pods(),
        "objects": diff.objects.iter().map(object).collect::<Vec<_>>(),
        "status": diff.status.iter().map(change).collect::<Vec<_>>(),
        "causes": causes.collect::<Vec<_>>(),
    });
    put(&mut service, "kind", diff.kind.map(|kind| kind.name().into()));
    put(&mut service, "service", diff.only_new.map(|new| if new { "added" } else { "removed" }.into()));
    put(&mut service, "rejected", diff.rejected.as_ref().map(texts));
    put(&mut service, "error", diff.error.as_ref().map(texts));
    put(&mut service, "url", diff.url.as_ref().map(texts));
    let unchanged: Vec<Value> = diff.unchanged.iter().map(key).collect();
    put(&mut service, "unchanged", (!unchanged.is_empty()).then(|| unchanged.into()));
    put(&mut service, "whenNew", diff.when_new.clone().map(Value::from));
    put(&mut service, "nextApply", diff.next_apply.as_ref().map(|refusal| refusal.text().into()));
    put(&mut service, "nextDelete", diff.next_delete.as_ref().map(|refusal| refusal.text().into()));
    put(&mut service, "conflicts", (!diff.conflicts.is_empty()).then(|| diff.conflicts.clone().into()));
    let unexplained = &diff.reasons.unexplained;
    put(&mut service, "unexplained", (!unexplained.is_empty()).then(|| unexplained.clone().into()));
    service
}

fn key(key: &Key) -> Value {
    json!({ "kind": key.kind, "group": key.group, "namespace": key.namespace, "name": key.name })
}

fn object(object: &ObjectDiff) -> Value {
    let mut value = key(&object.key);
    put(&mut value, "change", Some(object.fate.name().into()));
    put(&mut value, "restartsPods", Some(object.restarts_pods().into()));
    match object.fate {
        Fate::Changed | Fate::PodsChanged | Fate::Kept => {
            put(&mut value, "changes", Some(object.changes.iter().map(change).collect()));
        }
        _ => put(&mut value, "object", object.old.clone().or_else(|| object.new.clone())),
    }
    value
}

fn change(change: &Change) -> Value {
    let mut object = json!({ "path": change.path.to_string() });
    put(&mut object, "old", change.old.clone());
    put(&mut object, "new", change.new.clone());
    object
}

fn texts(diff: &TextDiff) -> Value {
    let mut object = json!({});
    put(&mut object, "old", diff.old.clone().map(Value::from));
    put(&mut object, "new", diff.new.clone().map(Value::from));
    object
}

/// Inserts a member if it has a value.
pub fn put(object: &mut Value, key: &str, value: Option<Value>) {
    if let (Some(object), Some(value)) = (object.as_object_mut(), value) {
        object.insert(key.to_owned(), value);
    }
}
