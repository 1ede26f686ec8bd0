//! The ConfigMaps that the controller reads and those that it puts into the service's namespace.

use crate::engine::World;
use crate::object::ControllerError;
use crate::object::{Kind, NotFound};
use std::rc::Rc;

use serde_json::json;

use super::pass::Controller;
use crate::engine::End;
use crate::facts::config::{Section, StorageInitializer, null};
use crate::facts::initial_scale::drop_refused_initial_scale;
use crate::{Map, Value};

/// The name of the copied CA bundle in every namespace, and the key that contains it.
const CA_BUNDLE: &str = "global-ca-bundle";
const CA_BUNDLE_KEY: &str = "cabundle.crt";

impl Controller<'_> {
    /// Drops an initial scale that Knative does not allow.
    pub(super) fn check_initial_scale(&mut self) -> Result<(), ControllerError> {
        drop_refused_initial_scale(self.cluster, &mut self.service.metadata.annotations)
    }

    /// Copies the CA bundle for downloads into the namespace, if one is configured.
    pub(super) fn reconcile_ca_bundle(&mut self, world: &mut World<'_>) -> Result<(), End> {
        let write = self.release().early_failures_write_status;
        let section = match &self.cluster.config.storage_initializer {
            Section::Value(section) => section,
            Section::Absent => return Ok(()),
            broken => return Err(End::error(unreadable(broken), write)),
        };
        let source = &section.ca_bundle_config_map_name;
        if source.is_empty() {
            return Ok(());
        }
        let fail = |text: String| {
            let what = "fails to get cabundle configmap for creating to user namespace";
            End::error(ControllerError::new(text).within(what), write)
        };
        let Some(found) = self.cluster.get(Kind::ConfigMap, &self.cluster.settings.kserve_namespace, source) else {
            return Err(fail(format!(
                "failed to get configmap {source} from the cluster: {}",
                NotFound(Kind::ConfigMap, source)
            )));
        };
        let bundle = found.get("data").and_then(|data| data.get(CA_BUNDLE_KEY)).and_then(Value::as_str);
        let Some(bundle) = bundle.filter(|bundle| !bundle.is_empty()) else {
            return Err(fail(format!(
                "specified cabundle file {CA_BUNDLE_KEY} not found in cabundle configmap {source}"
            )));
        };
        let exact = !self.release().ca_bundle_keeps_other_keys;
        let desired = json!({
            "apiVersion": Kind::ConfigMap.api_version(),
            "kind": Kind::ConfigMap.name(),
            "metadata": { "name": CA_BUNDLE, "namespace": self.namespace },
            "data": { CA_BUNDLE_KEY: bundle },
        });
        world.store.create_or_change(
            (Kind::ConfigMap, self.namespace, CA_BUNDLE),
            &Rc::new(desired),
            |existing, desired| {
                let held = existing.get("data").and_then(Value::as_object);
                let same = held.is_some_and(|held| held.get(CA_BUNDLE_KEY).and_then(Value::as_str) == Some(bundle));
                if same && (!exact || held.is_some_and(|held| held.len() == 1)) {
                    return None;
                }
                let mut changed = existing.clone();
                changed.as_object_mut()?.insert("data".into(), desired.get("data")?.clone());
                Some(changed)
            },
        );
        Ok(())
    }

    /// Creates the list of models of a multi-model predictor; it is never changed or deleted.
    pub(super) fn reconcile_model_config(&mut self, world: &mut World<'_>, multi_model: bool) {
        if !multi_model {
            return;
        }
        let name = format!("modelconfig-{}-0", self.service.metadata.name);
        // A ConfigMap in the context counts as existing.
        let is_there = world.store.look_at((Kind::ConfigMap, self.namespace, &name)).is_some();
        if is_there || self.cluster.get(Kind::ConfigMap, self.namespace, &name).is_some() {
            return;
        }
        let mut metadata = Map::new();
        metadata.insert("name".into(), name.as_str().into());
        metadata.insert("namespace".into(), self.namespace.into());
        metadata.insert("ownerReferences".into(), vec![self.service.owner_reference()].into());
        let labels = &self.service.metadata.labels;
        if !labels.is_empty() {
            metadata.insert("labels".into(), labels.iter().map(|(k, v)| (k.clone(), Value::from(v.clone()))).collect());
        }
        let desired = json!({
            "apiVersion": Kind::ConfigMap.api_version(),
            "kind": Kind::ConfigMap.name(),
            "metadata": metadata,
            "data": { "models.json": "[]" },
        });
        world.store.create_or_change((Kind::ConfigMap, self.namespace, &name), &Rc::new(desired), |_, _| None);
    }
}

/// The error about a section `storageInitializer` without settings.
fn unreadable(section: &Section<StorageInitializer>) -> ControllerError {
    const NAME: &str = "storageInitializer";
    match section {
        Section::Invalid(error) => {
            error.refused(NAME, format!("unable to unmarshal storage initializer json string due to {error} "))
        }
        _ => null(NAME),
    }
}
