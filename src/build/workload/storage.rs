//! The list `storageUris` of a component, for which the controller itself puts the storage initializer into the pods.

use std::collections::BTreeMap;

use crate::api::{self, Component, InferenceService, StorageUri};
use crate::build::storage::{self, Notes, StorageUris};
use crate::facts::Cluster;
use crate::facts::config::Section;
use crate::facts::implementation::Implementation;
use crate::facts::storage_containers::StorageContainer;
use crate::object::ControllerError;

use crate::{Map, Value};

/// What the controller looks up before it builds the workload of a component; empty for canaries.
#[derive(Clone, Copy, Default)]
pub(super) struct Storage<'a> {
    uris: &'a [Value],
    storage: Option<api::Storage<'a>>,
    container: Option<&'a StorageContainer>,
    namespace: &'a str,
}

impl<'a> Storage<'a> {
    /// Reads the configuration and the storage container. Every component needs the configuration, with or without `storageUris`.
    ///
    /// # Errors
    ///
    /// The controller's error about the configuration, or about the storage container for the first URI.
    pub(super) fn look_up(
        cluster: &'a Cluster,
        service: &'a InferenceService,
        component: Component,
    ) -> Result<Storage<'a>, ControllerError> {
        let mut found = Storage { namespace: &service.metadata.namespace, ..Storage::default() };
        if !cluster.release.input.storage_initializer_checked_by_components {
            return Ok(found);
        }
        if let Err(error) = &cluster.storage_initializer {
            return Err(error.clone().within("failed to get StorageInitializer config"));
        }
        if let Section::Invalid(error) = &cluster.config.credentials {
            return Err(error.crash("credentials", format_args!("unable to parse credential config json: {error}")));
        }
        let spec = service.spec_of(component);
        found.uris = spec.storage_uri_list().unwrap_or_default();
        let Some(first) = spec.storage_uris().next().map(StorageUri::uri) else { return Ok(found) };
        let chosen = if component == Component::Predictor { spec.storage_container_name() } else { "" };
        let container = match chosen {
            "" => cluster.storage_containers.for_uri(first),
            name => cluster.storage_containers.chosen(name, first).map(Some),
        };
        found.container = container.map_err(|error| error.within("failed to get storage container spec"))?;
        let predictor = service.component(Component::Predictor);
        found.storage = predictor.and_then(Implementation::of).and_then(|implementation| implementation.storage());
        Ok(found)
    }

    /// Adds the storage initializer to the pods of a component if it lists URIs. `notes` receives assumptions made because a
    /// document is not in the input.
    ///
    /// # Errors
    ///
    /// The controller's error; what was added before stays.
    pub(super) fn initialise(
        &self,
        cluster: &Cluster,
        annotations: &BTreeMap<String, String>,
        pod_spec: &mut Map,
        notes: &mut Notes,
    ) -> Result<(), ControllerError> {
        if self.uris.is_empty() {
            return Ok(());
        }
        let Storage { namespace, uris, storage, container } = *self;
        let request = StorageUris { namespace, uris, annotations, storage, container };
        storage::initialise_storage(cluster, request, pod_spec, notes)
    }
}
