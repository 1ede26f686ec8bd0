//! The ConfigMaps that the controller puts into the service's namespace.

use super::pass::{Controller, End};

impl Controller<'_> {
    /// Copies the CA bundle into the namespace.
    pub(super) fn reconcile_ca_bundle(&mut self) -> Result<(), End> {
        Ok(())
    }

    /// Creates the model list of a multi-model predictor.
    pub(super) fn reconcile_model_config(&mut self) {}
}
