//! Lookup of configs and ConfigMaps.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::facts::Cluster;
use crate::kinds::llm_inference_service::admission;
use crate::object::error::Absent;
use crate::object::{Cause, ControllerError, Kind};
use crate::release::defaults;
use crate::{Map, Value};

/// The namespace and name of a config.
type Place = (String, String);

/// The configs that services are based on, read and merged once for all services of a cluster.
#[derive(Debug, Default)]
pub struct Configs {
    specs: RefCell<HashMap<Place, Rc<Map>>>,
    merged: RefCell<HashMap<Vec<Place>, Rc<Map>>>,
}

impl Configs {
    /// The spec of the config at this place.
    fn spec(&self, place: Place, read: impl FnOnce() -> Map) -> Rc<Map> {
        Rc::clone(self.specs.borrow_mut().entry(place).or_insert_with(|| Rc::new(read())))
    }

    /// The configs at these places merged into one spec, the lowest first.
    ///
    /// # Errors
    /// Those of `merge`. They are not cached.
    pub(super) fn merged<E>(&self, places: Vec<Place>, merge: impl FnOnce() -> Result<Map, E>) -> Result<Rc<Map>, E> {
        if let Some(known) = self.merged.borrow().get(&places) {
            return Ok(Rc::clone(known));
        }
        let merged = Rc::new(merge()?);
        self.merged.borrow_mut().insert(places, Rc::clone(&merged));
        Ok(merged)
    }
}

/// The namespaces in which configs and ConfigMaps are looked up.
#[derive(Debug, Clone, Copy)]
pub struct Lookup<'a> {
    pub cluster: &'a Cluster,
    pub configs: &'a Configs,
    /// The service's namespace.
    pub namespace: &'a str,
    /// The controller's namespace.
    pub system: &'a str,
}

impl<'a> Lookup<'a> {
    pub(super) fn config_map(&self, namespace: &str, name: &str) -> Option<&'a Value> {
        self.cluster.get(Kind::ConfigMap, namespace, name)
    }

    /// The config of this name, with its namespace. Configs that come with the release are in the controller's
    /// namespace.
    pub fn find(&self, name: &str) -> Option<(&'a str, &'a Value)> {
        let held = |namespace| Some((namespace, self.cluster.get(Kind::LlmInferenceServiceConfig, namespace, name)?));
        let shipped = || defaults::llm_presets(self.cluster.release.version).get(name);
        let shipped = || shipped().filter(|_| self.cluster.has_shipped_presets);
        held(self.namespace).or_else(|| held(self.system)).or_else(|| Some((self.system, shipped()?)))
    }

    /// The namespace and spec of a config, found in the service's namespace or else in the controller's.
    pub(super) fn config(&self, name: &str) -> Result<(&'a str, Rc<Map>), ControllerError> {
        let (own, system) = (self.namespace, self.system);
        if let Some((namespace, config)) = self.find(name) {
            let read = || match admission::stored(&self.cluster.release, config).remove("spec") {
                Some(Value::Object(spec)) => spec,
                _ => Map::new(),
            };
            return Ok((namespace, self.configs.spec((namespace.to_owned(), name.to_owned()), read)));
        }
        let text = match self.cluster.release.llm_input.missing_config_told {
            true => format!("LLMInferenceServiceConfig \"{name}\" not found in namespaces [{own} {system}]"),
            // These releases read from a cache, whose errors have the kind instead of the plural.
            false => format!(
                "failed to get LLMInferenceServiceConfig \"{name}\" from namespaces [\"{own}\", \"{system}\"]: \
                 LLMInferenceServiceConfig.serving.kserve.io \"{name}\" not found"
            ),
        };
        Err(ControllerError::new(text).about(Cause::Absent(Absent {
            kind: Kind::LlmInferenceServiceConfig,
            name: name.to_owned(),
            namespaces: vec![own.to_owned(), system.to_owned()],
        })))
    }
}
