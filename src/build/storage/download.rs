//! Brings models into pods on behalf of controllers that write the download into their pod templates themselves.

use super::ca_bundle::Bundle;
use super::copied::{Copied, Notes};
use super::initializer::{self, HUGGING_FACE};
use super::injector::Injector;
use super::oci;
use super::settings::Settings;
use super::spec::{Pod, has_variable, push, variable};
use crate::facts::Cluster;
use crate::facts::config::{Agent, Credentials, Logger, OciMode, StorageInitializer};
use crate::object::ControllerError;
use crate::{Map, Value};

/// Builds the parts of a model's download with the settings of a cluster.
pub struct Downloads<'a> {
    cluster: &'a Cluster,
    settings: Settings,
    /// Notes on what was left out because a document is not in the input, and on what was copied from Secrets.
    pub notes: Notes,
}

impl<'a> Downloads<'a> {
    /// A builder with these settings.
    pub fn new(
        cluster: &'a Cluster,
        storage_initializer: StorageInitializer,
        credentials: Credentials,
        oci_mode: OciMode,
    ) -> Downloads<'a> {
        let settings = Settings {
            credentials,
            storage_initializer,
            logger: Logger::default(),
            agent: Agent::default(),
            metrics: None,
            oci_mode,
        };
        Downloads { cluster, settings, notes: Notes::default() }
    }

    fn injector(&self) -> Injector<'_> {
        Injector {
            cluster: self.cluster,
            service: None,
            settings: &self.settings,
            warnings: Vec::new(),
            copied: Copied::default(),
            lacks_document: false,
        }
    }

    /// The storage initializer with these arguments, which are pairs of URI and path.
    pub fn initializer(&self, args: Vec<Value>) -> Map {
        initializer::bare(&self.injector(), args)
    }

    /// Adds the credentials of an account to the storage initializer.
    ///
    /// # Errors
    ///
    /// A Secret that does not exist.
    pub fn add_credentials(
        &mut self,
        pod: &mut Pod,
        initializer: &mut Map,
        account: &Value,
    ) -> Result<(), ControllerError> {
        let mut injector = self.injector();
        let added = injector.add_account_object(pod, initializer, account);
        let notes = Notes { texts: injector.warnings, copied: injector.copied };
        self.notes.extend(notes);
        added
    }

    /// Sets up the CA bundle for the storage initializer, if one is configured, and mounts it.
    pub fn add_ca_bundle(&mut self, pod: &mut Pod, initializer: &mut Map) {
        let mut injector = Injector { copied: std::mem::take(&mut self.notes.copied), ..self.injector() };
        let bundle = Bundle::of(&mut injector, pod, initializer);
        let copied = injector.copied;
        self.notes.copied = copied;
        if let Some(bundle) = bundle {
            bundle.add(pod, initializer);
        }
    }

    /// Sets the variables with which the storage initializer downloads fast from Hugging Face.
    pub fn add_hugging_face(initializer: &mut Map) {
        for (name, value) in HUGGING_FACE {
            if !has_variable(initializer, name) {
                push(initializer, "env", variable(name, value));
            }
        }
    }

    /// Mounts an OCI image into a container at a path, as a volume or through a sidecar that shares it.
    ///
    /// # Errors
    ///
    /// Another volume is mounted at the path.
    pub fn mount_image(
        &self,
        pod: &mut Pod,
        container: &str,
        reference: &str,
        path: &str,
        native: bool,
    ) -> Result<(), ControllerError> {
        let image = oci::Image::new(reference, native);
        oci::mount_into(&self.injector(), pod, container, &image, path, 0)
    }
}
