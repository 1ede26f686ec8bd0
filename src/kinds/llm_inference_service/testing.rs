//! Services for the unit tests of builders.

use serde_json::json;

use super::builder::Builder;
use super::config::Settings;
use super::names::Names;
use super::service::{Adapter, Service};
use super::spec::LlmSpec;
use super::world::PROPERTIES;
use crate::engine::store::Store;
use crate::facts::{Cluster, Found};
use crate::object::fields::NOTHING;
use crate::release::Version;
use crate::{Map, Value};

/// The input of a test.
pub(super) struct Given {
    pub metadata: Value,
    /// The effective spec.
    pub spec: Value,
    pub adapters: Vec<Adapter>,
    pub objects: Vec<Value>,
    pub version: Version,
}

impl Given {
    /// The service `demo/llama` with this effective spec and a model.
    pub fn spec(mut spec: Value) -> Given {
        spec["model"] = spec.get("model").cloned().unwrap_or_else(|| json!({"uri": "hf://org/llama", "name": "llama"}));
        let metadata = json!({"name": "llama", "namespace": "demo"});
        Given { metadata, spec, adapters: Vec::new(), objects: Vec::new(), version: Version::NEWEST }
    }

    pub fn annotations(mut self, annotations: Value) -> Given {
        self.metadata["annotations"] = annotations;
        self
    }

    pub fn objects(mut self, objects: impl IntoIterator<Item = Value>) -> Given {
        self.objects.extend(objects);
        self
    }

    pub fn adapters<const N: usize>(mut self, adapters: [(&str, &str); N]) -> Given {
        let adapter = |(name, uri): (&str, &str)| Adapter {
            name: name.into(),
            uri: uri.into(),
            path: format!("/mnt/lora/{name}"),
        };
        self.adapters = adapters.map(adapter).into();
        self
    }

    /// Runs a test with a builder.
    pub fn build<T>(self, test: impl FnOnce(&mut Builder<'_>) -> T) -> T {
        let cluster = Cluster::of(self.version, self.objects);
        let settings = Settings::read(&cluster).expect("the shipped configuration");
        let found = Found::default();
        let store = Store::of(&cluster, &found, &PROPERTIES);
        let stored = Map::from_iter([("metadata".to_owned(), self.metadata)]);
        let service = Service {
            names: Names { namespace: "demo", service: "llama" },
            stored: &stored,
            spec: LlmSpec::of(self.spec.as_object().unwrap_or(&NOTHING)),
            adapters: &self.adapters,
        };
        let mut builder = Builder {
            service,
            cluster: &cluster,
            settings: &settings,
            store: &store,
            events: Vec::new(),
            notes: Default::default(),
        };
        test(&mut builder)
    }
}
