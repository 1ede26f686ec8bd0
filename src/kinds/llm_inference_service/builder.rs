//! The input of the functions that build a service's objects, and the events and notes that they add.

use super::config::Settings;
use super::service::Service;
use crate::api::{LeaderWorkerTemplate, PodSpec};
use crate::build::storage::{Downloads, Notes};
use crate::engine::server;
use crate::engine::store::Store;
use crate::facts::Cluster;
use crate::object::Missing;
use crate::object::{ControllerError, Kind, ObjectView as _};
use crate::{Map, Value};

/// Builds the objects of one service.
pub struct Builder<'b> {
    /// The service with its effective spec.
    pub service: Service<'b>,
    /// The release, and what is known about the cluster.
    pub cluster: &'b Cluster,
    /// The controller's settings from the ConfigMap.
    pub settings: &'b Settings,
    /// The objects that exist.
    pub store: &'b Store<'b>,
    /// Warning events: reason and message.
    pub events: Vec<(&'static str, String)>,
    /// Remarks for the reader that the controller itself does not report.
    pub notes: Notes,
}

impl<'b> Builder<'b> {
    /// An existing object.
    ///
    /// # Errors
    /// It does not exist, or its kind is not installed.
    pub(super) fn find(&self, kind: Kind, namespace: &str, name: &str) -> Result<&'b Map, Missing> {
        server::find(self.cluster, self.store, (kind, namespace, name))
    }

    /// An object of the service's namespace.
    pub(super) fn get(&self, kind: Kind, name: &str) -> Option<&'b Value> {
        self.store.peek((kind, self.service.names.namespace, name))
    }

    /// Whether the service is stopped and the release leaves its pods empty.
    pub(super) fn has_no_pods(&self) -> bool {
        self.service.is_stopped() && self.cluster.release.llm.stopped_pods_are_empty
    }

    /// An existing account that the spec names for a workload; `of` is what the error calls the workload.
    ///
    /// # Errors
    /// The account does not exist.
    pub(super) fn existing_account(&self, name: &str, of: &str) -> Result<Value, ControllerError> {
        let namespace = self.service.names.namespace;
        let found = self.get(Kind::ServiceAccount, name).cloned();
        found.ok_or_else(|| {
            let missing = Missing::object(Kind::ServiceAccount, namespace, name);
            missing.within(format_args!("failed to fetch existing {of} service account {namespace}/{name}"))
        })
    }

    /// The builder of downloads, with the controller's settings.
    pub(super) fn downloads(&self) -> Downloads<'b> {
        let settings = self.settings;
        let (initializer, credentials) = (settings.storage_initializer.clone(), settings.credentials.clone());
        Downloads::new(self.cluster, initializer, credentials, settings.oci_mode)
    }

    /// The namespace's account `default`. Every namespace has one.
    pub(super) fn default_account(&self) -> Option<&'b Value> {
        self.get(Kind::ServiceAccount, "default")
    }

    /// Copies the Secrets of the account `default` to an account made by the controller.
    pub(super) fn copy_default_secrets(&self, account: &mut Value) {
        if self.cluster.release.llm.accounts_get_default_secrets
            && let Some(default) = self.default_account()
        {
            copy_secrets(default, account);
        }
    }

    /// The pod of an existing Deployment.
    pub(super) fn deployed_pod(&self, name: &str) -> Option<PodSpec<'b>> {
        self.get(Kind::Deployment, name)?.pod_spec().map(PodSpec::of)
    }

    /// The pods of an existing LeaderWorkerSet.
    pub(super) fn deployed_set(&self, name: &str) -> Option<LeaderWorkerTemplate<'b>> {
        LeaderWorkerTemplate::of_object(self.get(Kind::LeaderWorkerSet, name)?.as_object()?)
    }
}

/// Copies the Secrets and pull Secrets of one account to another.
pub(super) fn copy_secrets(from: &Value, to: &mut Value) {
    let Some(to) = to.as_object_mut() else { return };
    for list in ["secrets", "imagePullSecrets"] {
        match from.get(list).and_then(Value::as_array).filter(|items| !items.is_empty()) {
            Some(items) => drop(to.insert(list.into(), items.clone().into())),
            None => drop(to.remove(list)),
        }
    }
}
