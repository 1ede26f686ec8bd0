//! The objects of a rendering as they would be applied.

use crate::object::ObjectView as _;
use crate::order;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::select::Selection;
use super::summary::Summary;
use super::yaml;
use crate::object::Key;
use crate::object::Kind;
use crate::object::role::{api_version, kind};
use crate::object::tidy::{applicable, tidied};
use crate::object::{keys, name};
use crate::render::{Reconciliation, Rendering};
use crate::webhook::pod::Injected;
use crate::webhook::pod::REVISION_FIELDS;
use crate::{Map, Value};

/// What happens to objects on their way out.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Uid for the owner references; without one they are left out, as the API server refuses an owner
    /// without uid.
    pub owner_uid: Option<String>,
    /// Whether pod templates are those after the pod webhook.
    pub inject: bool,
    /// Whether values of Secrets that controller and webhook copy are shown.
    pub show_secrets: bool,
    /// Which objects are wanted.
    pub selection: Selection,
}

/// Takes the objects that exist in the end out of a rendering: those that are selected, ready to apply, in order of creation.
pub fn take(rendering: &mut Rendering, options: &Options) -> Vec<Value> {
    if !options.show_secrets {
        rendering.hide_secrets();
    }
    let Some(Reconciliation { passes, injected, .. }) = rendering.reconciliation_mut() else { return Vec::new() };
    let mut objects = std::mem::take(&mut passes.objects);
    objects.retain(|object| {
        let stays = passes.deleted_again.is_empty() || !passes.deleted_again.contains(&Key::of(object));
        stays && options.selection.matches(object)
    });
    for object in &mut objects {
        *object = applicable(object.take());
        own(object, options.owner_uid.as_deref());
        encode_placeholders(object);
        if options.inject {
            inject(object, injected);
        }
    }
    objects
}

/// Leaves each object only once among the objects of several resources, in its last state. If a resource changes an object of another one,
/// such as the ConfigMap to which TrainedModels add their models, the object stays with the other one.
pub fn keep_last_states(renderings: &mut [Rendering]) {
    let rank = |kind: Kind| crate::kinds::KINDS.iter().position(|known| known.kind == kind);
    let mut order: Vec<usize> = (0..renderings.len()).collect();
    order::sort_by_key(&mut order, |place| renderings.get(*place).and_then(|rendering| rank(rendering.kind)));
    let mut first: HashMap<Key, (usize, usize)> = HashMap::new();
    for place in order {
        let Some(objects) = renderings.get_mut(place).and_then(objects_mut) else { continue };
        let (mut kept, mut changed) = (Vec::with_capacity(objects.len()), Vec::new());
        for object in std::mem::take(objects) {
            match first.entry(Key::of(&object)) {
                Entry::Occupied(known) => changed.push((*known.get(), object)),
                Entry::Vacant(new) => {
                    new.insert((place, kept.len()));
                    kept.push(object);
                }
            }
        }
        *objects = kept;
        for ((place, at), object) in changed {
            let known = renderings.get_mut(place).and_then(objects_mut).and_then(|objects| objects.get_mut(at));
            if let Some(known) = known {
                *known = object;
            }
        }
    }
}

fn objects_mut(rendering: &mut Rendering) -> Option<&mut Vec<Value>> {
    Some(&mut rendering.reconciliation_mut()?.passes.objects)
}

/// Objects as a YAML stream, after a comment with the summary where there is one.
pub fn stream(objects: &[Value], summary: Option<&Summary>) -> String {
    let mut out = String::with_capacity(8192);
    let mut comment = String::new();
    if let Some(summary) = summary {
        summary.write_comment(&mut comment);
        if let Some(secret) = placeholder(objects) {
            let text = format!("# the certificate in Secret {secret} is a placeholder; the controller makes one\n");
            comment.push_str(&text);
        }
        if objects.is_empty() {
            comment.push_str("# no objects\n");
            out.push_str(&comment);
        }
    }
    for (index, object) in objects.iter().enumerate() {
        out.push_str("---\n");
        if index == 0 {
            out.push_str(&comment);
        }
        yaml::write(object, &mut out);
    }
    out
}

/// The columns of a table of objects.
pub const COLUMNS: [&str; 6] = ["NAMESPACE", "KIND", "NAME", "APIVERSION", "COMPONENT", "SERVICE"];

/// The row of an object of a service.
pub fn row(object: &Value, service: &str) -> Vec<String> {
    let component = object.label(keys::COMPONENT_LABEL).unwrap_or_default();
    let (namespace, name) = (name::namespace(object), name::object_name(object));
    [namespace, kind(object), name, api_version(object), component, service].map(str::to_owned).to_vec()
}

/// A resource as it would be stored, with the status that it gets; `None` for one that is refused.
pub fn with_status(rendering: Rendering) -> Option<Value> {
    let mut resource = rendering.defaulted()?.clone();
    if let (Some(fields), Some(status)) = (resource.as_object_mut(), rendering.status()) {
        fields.insert("status".into(), status.to_value());
    }
    Some(tidied(resource))
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

/// Writes the placeholder of a certificate in a Secret in a form that the API server accepts.
fn encode_placeholders(object: &mut Value) {
    use base64::Engine as _;
    if Kind::of(object) != Some(Kind::Secret) {
        return;
    }
    for value in object.get_mut("data").and_then(Value::as_object_mut).into_iter().flat_map(|data| data.values_mut()) {
        if value == keys::GENERATED {
            *value = base64::engine::general_purpose::STANDARD.encode(keys::GENERATED).into();
        }
    }
}

/// The name of a Secret among the objects whose certificate is such a placeholder.
fn placeholder(objects: &[Value]) -> Option<&str> {
    let is_placeholder = |object: &&Value| {
        let annotations = object.annotations();
        Kind::of(object) == Some(Kind::Secret)
            && annotations.is_some_and(|own| own.values().any(|value| value == keys::GENERATED))
    };
    objects.iter().find(is_placeholder).map(crate::object::name::object_name)
}

/// Replaces the pod templates of a workload by the webhook's results. Where the webhook refuses the pod, the template stays.
pub(crate) fn inject(object: &mut Value, injected: &[Injected]) {
    if Kind::of(object) == Some(Kind::Service) {
        return;
    }
    let name = crate::object::name::object_name(object);
    let own = injected.iter().filter(|one| one.kind == kind(object) && one.name == name);
    for (place, template) in own.filter_map(|one| Some((one.place, one.template.as_ref().ok()?))).collect::<Vec<_>>() {
        if let Some(own) = object.pointer_mut(place).and_then(Value::as_object_mut) {
            *own = injected_over(own, template);
        }
    }
}

/// The webhook's result in place of a template.
fn injected_over(own: &Map, template: &Map) -> Map {
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
    if let (Some(spec), Some(fields)) =
        (template.get_mut("spec").and_then(Value::as_object_mut), own.get("spec").and_then(Value::as_object))
    {
        let of_revision = |field: &&str| fields.get(*field).map(|value| ((*field).to_owned(), value.clone()));
        spec.extend(REVISION_FIELDS.iter().filter_map(of_revision));
    }
    template
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::build::storage::{Copied, CopiedSecret};
    use crate::facts::copyable::Place;
    use crate::kinds::Reconciled;
    use crate::render::Outcome;

    fn rendering() -> Rendering {
        let owner = json!({ "kind": "InferenceService", "name": "a" });
        let metadata = json!({ "name": "a-predictor", "namespace": "n", "ownerReferences": [owner] });
        let env = json!([{ "name": "TOKEN", "value": "secret" }, { "name": "OTHER", "value": "x" }]);
        let spec = json!({ "containers": [{ "env": env }] });
        let template = json!({ "metadata": { "name": "a-predictor", "namespace": "n" }, "spec": spec });
        let passes = Reconciled {
            objects: vec![
                json!({ "apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": { "template": {}, "strategy": {} } }),
                json!({ "apiVersion": "v1", "kind": "Service", "metadata": { "name": "gone", "namespace": "n" } }),
            ],
            deleted_again: vec![Key::new(Kind::Service, "n", "gone")],
            ..Reconciled::default()
        };
        let mut copied = Copied::default();
        copied.note(CopiedSecret::new("hf", "HF_TOKEN", Place::Variable("TOKEN".into()), "secret"));
        let reconciliation = Reconciliation {
            passes,
            injected: vec![Injected {
                kind: "Deployment".into(),
                name: "a-predictor".into(),
                place: "/spec/template",
                template: Ok(template.as_object().cloned().unwrap_or_default()),
                warnings: Vec::new(),
                lacks_document: false,
                copied: Copied::default(),
                knative_features: Vec::new(),
                knative_refusal: None,
            }],
            copied,
            ..Reconciliation::default()
        };
        reconciled(Kind::InferenceService, reconciliation)
    }

    fn reconciled(kind: Kind, reconciliation: Reconciliation) -> Rendering {
        let outcome = Outcome::Reconciled(Box::new(reconciliation));
        Rendering { kind, namespace: String::new(), name: String::new(), warnings: Vec::new(), outcome }
    }

    #[test]
    fn an_object_of_several_resources_is_printed_once_in_its_last_state() {
        let models = |data: &str| json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "models", "namespace": "n" }, "data": { "models.json": data } });
        let of = |kind, objects| {
            let passes = Reconciled { objects, ..Reconciled::default() };
            reconciled(kind, Reconciliation { passes, ..Reconciliation::default() })
        };
        // The TrainedModel stands first in the input, but is reconciled last.
        let mut all = [of(Kind::TrainedModel, vec![models("[a]")]), of(Kind::InferenceService, vec![models("[]")])];
        keep_last_states(&mut all);
        assert!(all[0].objects().is_empty());
        assert_eq!(all[1].objects(), [models("[a]")]);
    }

    #[test]
    fn owners_are_left_out_unless_their_uid_is_known() {
        let objects = take(&mut rendering(), &Options::default());
        assert_eq!(objects.len(), 1);
        assert_eq!(objects[0]["metadata"], json!({ "name": "a-predictor", "namespace": "n" }));
        assert_eq!(objects[0]["spec"], json!({ "template": {} }));
        let objects = take(&mut rendering(), &Options { owner_uid: Some("u".into()), ..Options::default() });
        assert_eq!(objects[0]["metadata"]["ownerReferences"][0]["uid"], "u");
    }

    #[test]
    fn the_injected_template_takes_the_place_of_the_own_one() {
        let objects = take(&mut rendering(), &Options { inject: true, ..Options::default() });
        let template = &objects[0]["spec"]["template"];
        assert_eq!(template["metadata"], json!({}));
        let env = template.pointer("/spec/containers/0/env").expect("variables");
        assert_eq!(env[0]["value"], "<value of Secret hf>");
        assert_eq!(env[1]["value"], "x");
        let shown = take(&mut rendering(), &Options { inject: true, show_secrets: true, ..Options::default() });
        assert_eq!(shown[0].pointer("/spec/template/spec/containers/0/env/0/value"), Some(&json!("secret")));
    }
}
