//! The objects of a rendering as they would be applied.

use super::select::Selection;
use super::tidy::without_status;
use crate::cluster::ObjectKey;
use crate::input::kinds::{group, kind};
use crate::rendering::{Injected, Rendering};
use crate::{Map, Value};

/// What happens to objects on their way out.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Uid for the owner references; without one they are left out, as the API server refuses an owner
    /// without uid.
    pub owner_uid: Option<String>,
    /// Whether pod templates are those after the pod webhook.
    pub inject: bool,
    pub selection: Selection,
}

/// The objects that exist in the end, selected and ready to apply, in order of creation.
pub fn of(rendering: &Rendering, options: &Options) -> Vec<Value> {
    rendering
        .objects
        .iter()
        .filter(|object| !rendering.deleted_again.contains(&ObjectKey::of(object)) && options.selection.matches(object))
        .map(|object| {
            let mut object = without_status(object.clone());
            own(&mut object, options.owner_uid.as_deref());
            if options.inject {
                inject(&mut object, &rendering.injected);
            }
            object
        })
        .collect()
}

fn own(object: &mut Value, uid: Option<&str>) {
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    let Some(uid) = uid else {
        metadata.remove("ownerReferences");
        return;
    };
    for owner in metadata.get_mut("ownerReferences").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(owner) = owner.as_object_mut() {
            owner.insert("uid".into(), uid.into());
        }
    }
}

/// Replaces the pod template of a Deployment or Knative Service by the webhook's result. Where the
/// webhook refuses the pod, the template stays.
fn inject(object: &mut Value, injected: &[Injected]) {
    if kind(object) == "Service" && group(object) != "serving.knative.dev" {
        return;
    }
    let name = super::name::object_name(object);
    let Some(template) = injected.iter().find(|i| i.kind == kind(object) && i.name == name) else { return };
    let Ok(template) = &template.template else { return };
    let Some(own) = object.pointer_mut("/spec/template").and_then(Value::as_object_mut) else { return };
    let mut template = Map::clone(template);
    if let Some(metadata) = template.get_mut("metadata").and_then(Value::as_object_mut) {
        // The name is that of the pod's generator, not of the template.
        let named = own.get("metadata").and_then(|metadata| metadata.get("name")).cloned();
        metadata.remove("namespace");
        metadata.remove("name");
        if let Some(name) = named {
            metadata.insert("name".into(), name);
        }
    }
    *own = template;
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rendering() -> Rendering {
        let owner = json!({ "kind": "InferenceService", "name": "a" });
        let metadata = json!({ "name": "a-predictor", "namespace": "n", "ownerReferences": [owner] });
        let template = json!({ "metadata": { "name": "a-predictor", "namespace": "n" }, "spec": { "x": 1 } });
        Rendering {
            objects: vec![
                json!({ "apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": { "template": {}, "strategy": {} } }),
                json!({ "apiVersion": "v1", "kind": "Service", "metadata": { "name": "gone", "namespace": "n" } }),
            ],
            deleted_again: vec![ObjectKey::new("Service", "n", "gone")],
            injected: vec![Injected {
                kind: "Deployment".into(),
                name: "a-predictor".into(),
                template: Ok(template.as_object().cloned().unwrap_or_default()),
                warnings: Vec::new(),
                copied: Vec::new(),
            }],
            ..Rendering::default()
        }
    }

    #[test]
    fn owners_are_left_out_unless_their_uid_is_known() {
        let objects = of(&rendering(), &Options::default());
        assert_eq!(objects.len(), 1);
        assert_eq!(objects[0]["metadata"], json!({ "name": "a-predictor", "namespace": "n" }));
        assert_eq!(objects[0]["spec"], json!({ "template": {} }));
        let objects = of(&rendering(), &Options { owner_uid: Some("u".into()), ..Options::default() });
        assert_eq!(objects[0]["metadata"]["ownerReferences"][0]["uid"], "u");
    }

    #[test]
    fn the_injected_template_takes_the_place_of_the_own_one() {
        let objects = of(&rendering(), &Options { inject: true, ..Options::default() });
        assert_eq!(objects[0]["spec"]["template"], json!({ "metadata": {}, "spec": { "x": 1 } }));
    }
}
