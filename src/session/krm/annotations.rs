//! What orchestrators note on the items: where they come from, and who they are.

use crate::object::ObjectView as _;
use crate::output::directory;
use crate::{Map, Value};

/// Prefix of the annotations that never leave the pipeline.
const INTERNAL: &str = "internal.config.kubernetes.io/";
/// The same notes under older names, and that of kustomize.
const OLDER: [&str; 4] =
    ["config.kubernetes.io/index", "config.kubernetes.io/path", "config.k8s.io/id", "kustomize.config.k8s.io/id"];
/// The file that an item comes from, the newer name first.
const PATH: [&str; 2] = ["internal.config.kubernetes.io/path", "config.kubernetes.io/path"];
/// Which document of the file it is.
const INDEX: [&str; 2] = ["internal.config.kubernetes.io/index", "config.kubernetes.io/index"];

fn of(object: &Value) -> Option<&Map> {
    object.annotations()
}

/// An object as it stands in its file: the controller would pass the notes on to everything that it creates.
pub fn without_notes(mut object: Value) -> Value {
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return object };
    let Some(annotations) = metadata.get_mut("annotations").and_then(Value::as_object_mut) else { return object };
    let before = annotations.len();
    annotations.retain(|key, _| !key.starts_with(INTERNAL) && !OLDER.contains(&key.as_str()));
    if annotations.is_empty() && before > 0 {
        metadata.remove("annotations");
    }
    object
}

/// The file that an item comes from.
pub fn path(object: &Value) -> Option<&str> {
    PATH.iter().find_map(|key| of(object)?.get(*key)?.as_str())
}

/// Which document of its file an item is.
pub fn index(object: &Value) -> Option<u64> {
    INDEX.iter().find_map(|key| match of(object)?.get(*key)? {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64(),
    })
}

/// Gives a new object a file of its own: below a folder that stands beside the file of its service and is named after it.
/// What has no file gets none; the orchestrator then chooses.
pub fn place_beside(object: &mut Value, service: &Value) {
    let Some(beside) = path(service) else { return };
    let stem = ["yaml", "yml", "json"].iter().find_map(|extension| beside.strip_suffix(extension)?.strip_suffix('.'));
    let file = format!("{}/{}", stem.unwrap_or(beside), directory::file_of(object));
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    let annotations = metadata.entry("annotations").or_insert_with(|| Map::new().into());
    let Some(annotations) = annotations.as_object_mut() else { return };
    for (path, index) in PATH.iter().zip(INDEX) {
        // Both spellings have to agree where the orchestrator writes both.
        if of(service).is_some_and(|notes| notes.contains_key(*path)) {
            annotations.insert((*path).into(), file.clone().into());
            annotations.insert(index.into(), "0".into());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn notes_of_the_orchestrator_are_not_part_of_the_service() {
        let noted = json!({ "metadata": { "annotations": {
            "internal.config.kubernetes.io/previousNames": "x", "config.kubernetes.io/path": "a.yaml",
            "config.k8s.io/id": "1", "config.kubernetes.io/origin": "kept", "own": "kept",
        }}});
        let kept = json!({ "metadata": { "annotations": { "config.kubernetes.io/origin": "kept", "own": "kept" } } });
        assert_eq!(without_notes(noted), kept);
        let only = json!({ "metadata": { "name": "x", "annotations": { "config.k8s.io/id": "1" } } });
        assert_eq!(without_notes(only), json!({ "metadata": { "name": "x" } }));
        let none = json!({ "metadata": { "annotations": {} } });
        assert_eq!(without_notes(none.clone()), none);
    }

    #[test]
    fn new_objects_stand_beside_the_file_of_their_service() {
        let service = |key: &str| json!({ "metadata": { "annotations": { key: "apps/flower.yaml" } } });
        let mut object =
            json!({ "apiVersion": "v1", "kind": "Service", "metadata": { "name": "flower", "namespace": "garden" } });
        let other = object.clone();
        place_beside(&mut object, &service("other"));
        assert_eq!(object, other);
        place_beside(&mut object, &service("internal.config.kubernetes.io/path"));
        assert_eq!(
            object["metadata"]["annotations"],
            json!({
                "internal.config.kubernetes.io/index": "0",
                "internal.config.kubernetes.io/path": "apps/flower/garden/service/flower.yaml",
            })
        );
        let mut object = other;
        place_beside(&mut object, &service("config.kubernetes.io/path"));
        assert_eq!(path(&object), Some("apps/flower/garden/service/flower.yaml"));
        assert_eq!(index(&object), Some(0));
    }
}
