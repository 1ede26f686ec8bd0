//! The ingress step.

use super::pass::{Controller, End};
use crate::api::{Component, Mode};
use crate::status::{Status, Truth, Verdict, types};

impl Controller<'_> {
    pub(super) fn reconcile_ingress(&mut self, mode: &Mode, status: &mut Status) -> Result<(), End> {
        let keep = self.release().reasons_of_true_conditions;
        let _ = mode;
        if !status.conditions.is_true(types::PREDICTOR_READY) {
            let truth = match (mode, status.conditions.status(types::PREDICTOR_READY)) {
                (Mode::Knative, Some(Truth::Unknown) | None) => Truth::Unknown,
                _ => Truth::False,
            };
            let verdict = Verdict::new(truth, "Predictor ingress not created", "");
            status.conditions.set(types::INGRESS_READY, verdict, keep);
            return Ok(());
        }
        let name = &self.service.metadata.name;
        status.url = match mode {
            Mode::Standard => Some(format!("http://{name}-{}.example.com", self.namespace)),
            _ => status.component_url(Component::Predictor).map(|url| url.replacen("-predictor", "", 1)),
        };
        status.conditions.set(types::INGRESS_READY, Verdict::bare(Truth::True), keep);
        Ok(())
    }
}
