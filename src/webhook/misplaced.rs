//! Finds where a field at the wrong level belongs.

use crate::object::{Path, PathStep};
use crate::schema::{StructId, Type, Types};
use crate::{Map, Value};

/// The path of the object to which the unknown field at `path` belongs: the nearest enclosing object that has such a field, or
/// else the only one elsewhere in the document `object`, whose type is `root`.
pub fn owner(types: &Types, root: StructId, object: &Map, path: &Path) -> Option<Path> {
    let (PathStep::Key(name), parents) = path.0.split_last()? else { return None };
    let has_field = |id: StructId| types.structs.get(id).and_then(|owner| owner.field(name)).is_some_and(|f| !f.pruned);
    // The enclosing objects, each with its depth.
    let mut owners = Vec::new();
    let root = Type::Struct(root);
    let (mut ty, mut members) = (&root, Some(object));
    let mut value = None;
    for (depth, step) in parents.iter().enumerate() {
        let (next, found) = match (ty, step) {
            (Type::Struct(id), PathStep::Key(key)) => {
                owners.push((depth, *id));
                (&types.structs.get(*id)?.field(key)?.ty, members.and_then(|members| members.get(key)))
            }
            (Type::Map(inner, _), PathStep::Key(key)) => (&**inner, members.and_then(|members| members.get(key))),
            (Type::List(inner), PathStep::Index(index)) => (&**inner, value.and_then(|list: &Value| list.get(*index))),
            _ => return None,
        };
        (ty, value) = (next, found);
        members = value.and_then(Value::as_object);
    }
    // Fields of the whole document, such as its kind, do not count as misplaced.
    let around = owners.iter().rev().find(|(depth, id)| *depth > 0 && has_field(*id));
    if let Some((depth, _)) = around {
        return Some(Path(parents.iter().take(*depth).cloned().collect()));
    }
    let Type::Struct(id) = ty else { return None };
    // A type has few fields, while there may be thousands of entries that are unknown.
    let (fields, members) = (&types.structs.get(*id)?.fields, members?);
    let mut beside = fields.iter().filter_map(|field| match (&field.ty, members.get(field.name)) {
        (Type::Struct(id), Some(Value::Object(_))) if has_field(*id) => Some(field.name),
        _ => None,
    });
    let (only, None) = (beside.next()?, beside.next()) else { return None };
    Some(Path(parents.to_vec()).key(only))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::report::at;
    use super::*;
    use crate::release::Version;

    #[test]
    fn a_field_belongs_to_an_enclosing_object_or_the_only_other_one() {
        let types = Types::of(Version::NEWEST);
        let object = json!({"spec": {"predictor": {"model": {"minReplicas": 1}, "containers": [{"name": "a"}], "storageUri": "x"}}});
        let owner = |path: &str| {
            owner(types, types.inference_service, object.as_object().unwrap(), &at(path)).map(|path| path.to_string())
        };
        assert_eq!(owner("spec.predictor.model.minReplicas").as_deref(), Some("spec.predictor"));
        assert_eq!(owner("spec.predictor.containers[0].minReplicas").as_deref(), Some("spec.predictor"));
        assert_eq!(owner("spec.predictor.storageUri").as_deref(), Some("spec.predictor.model"));
        assert_eq!(owner("spec.minReplicas").as_deref(), Some("spec.predictor"));
        assert_eq!(owner("spec.predictor.metadata"), None, "of the document");
        assert_eq!(owner("spec.predictor.petals"), None);
        assert_eq!(owner("petals"), None);
    }

    #[test]
    fn several_other_objects_are_not_suggested() {
        let types = Types::of(Version::NEWEST);
        let object = json!({"spec": {"predictor": {}, "transformer": {}}});
        let object = object.as_object().unwrap();
        assert_eq!(owner(types, types.inference_service, object, &at("spec.minReplicas")), None);
    }
}
