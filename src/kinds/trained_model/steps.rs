//! The controller's passes over TrainedModels. All models of an input share one world, which contains them as objects: they share
//! lists of models and memory.

use std::rc::Rc;
use std::sync::Arc;

use serde_json::json;

use super::decisions::{self, Decisions};
use super::models::{self, Change};
use super::reserved::Reserved;
use super::status::{CHECKS, Status};
use super::view::{self, ALLOCATED_LABEL, PARENT_LABEL, TrainedModelSpec};
use crate::engine::store::Effect;
use crate::engine::{self, Passed, Properties, World};
use crate::facts::{Cluster, Found};
use crate::kinds::{self, Admitted, Details, Reconciled};
use crate::object::ControllerError;
use crate::object::fields::{Lookup as _, member};
use crate::object::{Key, Kind, NotFound, ObjectView as _};
use crate::schema::{self, Through, Types};
use crate::{Map, Value};

/// The lists of models may be among the documents next to the models.
static PROPERTIES: Properties = Properties { sees_context: true, ..Properties::PLAIN };

/// Reconciles models.
pub fn run(cluster: &Cluster, admitted: &[Admitted], found: &Arc<Found>) -> Vec<Reconciled> {
    let mut world = World::new(cluster, found, &PROPERTIES, Reserved::default());
    let mut controllers: Vec<Controller> = admitted.iter().map(|model| Controller::of(cluster, model)).collect();
    for (turn, controller) in controllers.iter().enumerate() {
        world.store.begin(turn);
        controller.store(&mut world, &controller.applied);
    }
    let progress = engine::run(&mut world, &mut controllers);
    let ends = controllers.into_iter().zip(progress).zip(admitted);
    ends.map(|((controller, progress), admitted)| {
        let left = controller.left(&world, admitted, &progress.initial_status);
        Reconciled { error: progress.error, ..left }
    })
    .collect()
}

/// The controller of one model.
struct Controller {
    types: &'static Types,
    namespace: String,
    name: String,
    /// The model as applied.
    applied: Map,
    status: Status,
    /// Whether the controller has deleted it.
    deleted: bool,
    /// The list of models, if it was changed for this model.
    list: Option<String>,
    decisions: Decisions,
}

impl Controller {
    /// A model as applied on top of the one in the cluster: labels, annotations and finalizers that the controller has set stay.
    fn of(cluster: &Cluster, admitted: &Admitted) -> Controller {
        let mut applied = admitted.object.as_object().cloned().unwrap_or_default();
        let existing = admitted.existing.as_ref().and_then(Value::as_object);
        if let Some(existing) = existing {
            keep_metadata(&mut applied, existing);
        }
        Controller {
            types: Types::of(cluster.release.input.fields),
            namespace: admitted.key.namespace.clone(),
            name: admitted.key.name.clone(),
            applied,
            status: Status::read(existing.and_then(|existing| existing.get("status"))),
            deleted: false,
            list: None,
            decisions: Decisions::default(),
        }
    }

    /// The model as currently stored.
    fn stored(&self, world: &World<'_, Reserved>) -> Option<Map> {
        world.store.peek((Kind::TrainedModel, &self.namespace, &self.name))?.as_object().cloned()
    }

    /// Stores the model; returns true if that changes it.
    fn store(&self, world: &mut World<'_, Reserved>, model: &Map) -> bool {
        let at = (Kind::TrainedModel, &*self.namespace, &*self.name);
        let desired = Rc::new(Value::Object(model.clone()));
        let effect = match world.store.look_at(at) {
            None => Effect::Create,
            Some(existing) if *existing.object == *desired => Effect::Nothing,
            Some(_) => Effect::Update(Value::clone(&desired)),
        };
        let changes = effect != Effect::Nothing;
        if changes {
            let before = world.store.peek(at).and_then(Value::as_object);
            world.shared.note((&self.namespace, &self.name), before, Some(model));
        }
        world.store.apply(at, &desired, effect);
        changes
    }

    /// Stores the model as the controller sends it, with quantities in Go's canonical form; returns true if that changes it.
    fn write(&self, world: &mut World<'_, Reserved>, model: &Map) -> bool {
        let written = schema::object(self.types, self.types.trained_model, model, Through::GoTypes).object;
        self.store(world, &written)
    }

    /// Deletes the model from the cluster, unless finalizers keep it: its controller then never gets to remove its own.
    fn delete(&mut self, world: &mut World<'_, Reserved>, mut model: Map) {
        self.deleted = true;
        if view::has_finalizers(&model) {
            view::mark_deleted(&mut model);
            self.store(world, &model);
        } else {
            self.remove(world);
        }
    }

    fn remove(&self, world: &mut World<'_, Reserved>) {
        let at = (Kind::TrainedModel, &*self.namespace, &*self.name);
        let before = world.store.peek(at).and_then(Value::as_object);
        world.shared.note((&self.namespace, &self.name), before, None);
        world.store.delete(at);
    }

    /// Runs the controller's steps in their order; returns whether it has changed the model.
    fn take_steps(&mut self, world: &mut World<'_, Reserved>) -> Result<bool, ControllerError> {
        let Some(stored) = self.stored(world) else { return Ok(false) };
        let parent = TrainedModelSpec::of_object(&stored).inference_service().to_owned();
        self.decisions.parent.clone_from(&parent);
        let Some(service) = world.store.peek((Kind::InferenceService, &self.namespace, &parent)).cloned() else {
            let was_deleted = self.deleted;
            self.delete(world, stored);
            return Ok(!was_deleted);
        };
        let mut model = stored.clone();
        view::set_label(&mut model, PARENT_LABEL, &parent);
        if stored.is_deleted() {
            return self.release(world, &parent, model);
        }
        let mut wrote = false;
        if !view::has_finalizer(&stored) {
            view::add_finalizer(&mut model);
            wrote |= self.write(world, &model);
        }
        let before = self.status.clone();
        self.status.begin();
        let checks = self.check(world, &service, &mut model, &parent);
        // The status is written in any case, and with it the model as Go writes it.
        wrote |= self.stored(world).is_some_and(|stored| self.write(world, &stored));
        if let Some((_, (_, failing))) = checks.iter().zip(&CHECKS).rev().find(|(holds, _)| !**holds) {
            let name = &self.name;
            return Err(ControllerError::new(format!(
                "Inference Service \"{parent}\" {}. Trained Model \"{name}\" cannot deploy",
                failing.error
            )));
        }
        let path = decisions::path(&service, &self.name);
        let url = |pointer: &str| service.at(pointer).and_then(Value::as_str).map(|url| format!("{url}{path}"));
        self.status.url = url("/status/url").or(self.status.url.take());
        self.status.address = url("/status/address/url").or(self.status.address.take());
        wrote |= before != self.status;
        self.change_list(world, &parent, Some(TrainedModelSpec::of_object(&model).model().fields()))?;
        Ok(wrote)
    }

    /// Finishes the deletion of a model: removes it from the list of models, then removes its finalizer.
    fn release(
        &mut self,
        world: &mut World<'_, Reserved>,
        parent: &str,
        mut model: Map,
    ) -> Result<bool, ControllerError> {
        if !view::has_finalizer(&model) {
            return Ok(false);
        }
        self.change_list(world, parent, None)?;
        view::remove_finalizer(&mut model);
        self.write(world, &model);
        if !view::has_finalizers(&model) {
            self.remove(world);
        }
        Ok(true)
    }

    /// Runs the controller's checks in its order and reports them in the status. Available memory is reserved with a label.
    fn check(&mut self, world: &mut World<'_, Reserved>, service: &Value, model: &mut Map, parent: &str) -> [bool; 3] {
        let mut wanted = world.shared.with(&world.store, &self.namespace, parent);
        let is_allocated = model.label(ALLOCATED_LABEL).is_some();
        if !is_allocated {
            wanted.add(&TrainedModelSpec::of_object(model).model().memory());
        }
        let limit = decisions::memory_limit(service);
        let fits = limit.as_ref().is_some_and(|limit| *limit >= wanted);
        if fits && !is_allocated {
            view::set_label(model, ALLOCATED_LABEL, parent);
            self.write(world, model);
        }
        let checks = [decisions::is_ready(service), decisions::serves_many_models(world.cluster, service), fits];
        for (at, holds) in checks.into_iter().enumerate() {
            self.status.set(at, holds);
        }
        self.decisions.checks = Some(checks);
        self.decisions.limit = limit.unwrap_or_default().to_string();
        self.decisions.wanted = wanted.to_string();
        checks
    }

    /// Changes the list of models of an InferenceService: adds the model if there is a `spec`, removes it otherwise.
    fn change_list(
        &mut self,
        world: &mut World<'_, Reserved>,
        service: &str,
        spec: Option<&Map>,
    ) -> Result<(), ControllerError> {
        let list = models::config_map_name(service);
        let at = (Kind::ConfigMap, &*self.namespace, &*list);
        let Some(current) = world.store.peek(at).cloned() else {
            return Err(NotFound(Kind::ConfigMap, &list).into());
        };
        let text = current.at("/data").and_then(|data| data.get(models::KEY)?.as_str()).unwrap_or_default();
        let name = &self.name;
        let (change, verb) = match spec {
            Some(spec) => (Change::Set(name, spec), "add or update a model"),
            None => (Change::Remove(name), "remove model"),
        };
        let changed = models::change(self.types, text, change).map_err(|error| {
            let text = format!("Can not {verb} {name} from config because of error while updating {list} err {error}");
            error.reworded(text)
        })?;
        let changed = Rc::new(with_list(current, changed));
        let effect = match world.store.look_at(at) {
            None => Effect::Create,
            Some(_) => Effect::Update(Value::clone(&changed)),
        };
        world.store.apply(at, &changed, effect);
        self.list = Some(list);
        Ok(())
    }

    /// What the passes leave for the model.
    fn left(&self, world: &World<'_, Reserved>, admitted: &Admitted, initial_status: &Status) -> Reconciled {
        let value = |status: &Status| status.to_value().map(kinds::Status::Value);
        let list = self.list.as_ref().and_then(|name| world.store.peek((Kind::ConfigMap, &self.namespace, name)));
        let mut left = Reconciled {
            objects: list.cloned().into_iter().collect(),
            details: Details::new(self.decisions.clone()),
            ..Reconciled::default()
        };
        if self.deleted {
            let key = Key::new(Kind::TrainedModel, &self.namespace, &self.name);
            let deleted = if admitted.existing.is_some() { &mut left.deleted } else { &mut left.deleted_again };
            deleted.push(key);
        }
        if let Some(stored) = self.stored(world) {
            left.initial_status = value(initial_status);
            left.status = value(&self.status);
            let applied = admitted.object.as_object();
            let differs = self.deleted || applied.is_none_or(|applied| metadata(applied) != metadata(&stored));
            left.stored = differs.then_some(Value::Object(stored));
        }
        left
    }
}

/// The ConfigMap with a new list of models.
fn with_list(mut config_map: Value, list: String) -> Value {
    if let Some(fields) = config_map.as_object_mut() {
        let data = fields.entry("data").or_insert_with(|| json!({}));
        if let Some(data) = data.as_object_mut() {
            data.insert(models::KEY.to_owned(), list.into());
        }
    }
    config_map
}

/// The parts of the metadata that a controller changes.
fn metadata(model: &Map) -> [Option<&Value>; 3] {
    ["labels", "annotations", "finalizers"].map(|key| member(model, "metadata")?.get(key))
}

/// Keeps metadata that `kubectl apply` has not written, as it leaves that alone.
fn keep_metadata(applied: &mut Map, existing: &Map) {
    let Some(kept) = member(existing, "metadata") else { return };
    let Some(metadata) = applied.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    for key in ["labels", "annotations"] {
        let mut merged = member(kept, key).cloned().unwrap_or_default();
        merged.extend(member(metadata, key).cloned().unwrap_or_default());
        if !merged.is_empty() {
            metadata.insert(key.to_owned(), merged.into());
        }
    }
    if let Some(finalizers) = kept.get("finalizers").filter(|_| !metadata.contains_key("finalizers")) {
        metadata.insert("finalizers".into(), finalizers.clone());
    }
}

impl engine::Controller for Controller {
    type Status = Status;
    type Shared = Reserved;

    fn pass(&mut self, world: &mut World<'_, Reserved>) -> Passed {
        match self.take_steps(world) {
            Ok(wrote) => Passed { error: None, wrote },
            Err(error) => Passed { error: Some(error), wrote: false },
        }
    }

    fn status(&self) -> &Status {
        &self.status
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;
    use crate::render::render_all_objects;

    /// A model in a cluster with its InferenceService and a list of models.
    fn rendering(model: Value, list: &str) -> crate::Rendering {
        let service = json!({
            "apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService",
            "metadata": { "name": "pool", "namespace": "ns" },
            "spec": { "predictor": { "model": { "modelFormat": { "name": "sklearn" },
                "resources": { "limits": { "memory": "1Gi" } } } } },
            "status": { "conditions": [{ "type": "Ready", "status": "True" }], "url": "http://p" },
        });
        let list = json!({
            "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "modelconfig-pool-0", "namespace": "ns" },
            "data": { "models.json": list },
        });
        let existing = self::model("1", json!({ "finalizers": ["trainedmodel.finalizer"] }));
        let found = Arc::new(Found::new([service, list, existing]));
        render_all_objects(&Cluster::of(Version::NEWEST, []), &[model], &found).remove(0)
    }

    fn model(memory: &str, metadata: Value) -> Value {
        let mut metadata = metadata;
        metadata["name"] = "leaf".into();
        metadata["namespace"] = "ns".into();
        let model = json!({ "storageUri": "gs://b/m", "framework": "x", "memory": memory });
        json!({
            "apiVersion": "serving.kserve.io/v1alpha1", "kind": "TrainedModel", "metadata": metadata,
            "spec": { "inferenceService": "pool", "model": model },
        })
    }

    #[test]
    fn a_model_is_listed_where_its_service_is_ready_and_has_memory() {
        let rendering = rendering(model("1", json!({})), "[]");
        assert_eq!(rendering.error(), None);
        let list = &rendering.objects()[0]["data"]["models.json"];
        let entry = r#"[{"modelName":"leaf","modelSpec":{"storageUri":"gs://b/m","framework":"x","memory":"1"}}]"#;
        assert_eq!(list, entry);
        let stored = rendering.stored().unwrap();
        let labels = json!({ PARENT_LABEL: "pool", ALLOCATED_LABEL: "pool" });
        assert_eq!(stored["metadata"]["labels"], labels);
    }

    #[test]
    fn a_deleted_model_leaves_the_list() {
        let deleted = || model("1", json!({ "deletionTimestamp": "2026-01-01T00:00:00Z" }));
        let list = r#"[{"modelName":"leaf"}]"#;
        let left = rendering(deleted(), list);
        assert_eq!(left.objects()[0]["data"]["models.json"], "[]");
        assert!(left.defaulted().is_none() && left.stored().is_none() && left.status().is_none());
        let error = rendering(deleted(), "{").error().unwrap().text().to_owned();
        let text = "Can not remove model leaf from config because of error while updating modelconfig-pool-0 err ";
        assert!(error.starts_with(text), "{error}");
    }

    #[test]
    fn a_model_without_service_hangs_in_its_deletion() {
        let mut lost = model("1", json!({}));
        lost["spec"]["inferenceService"] = "gone".into();
        let rendering = rendering(lost, "[]");
        assert_eq!(rendering.deleted().len(), 1);
        assert!(rendering.stored().unwrap()["metadata"].get("deletionTimestamp").is_some());
    }
}
