//! Canary predictors as a service declares them.

use super::component::{ComponentSpec, ServiceSpec};
use super::inference_service::InferenceService;

/// One entry of `spec.canary`.
#[derive(Debug, Clone)]
pub struct Canary<'s> {
    /// The name of its predictor.
    pub name: &'s str,
    pub traffic_percent: i64,
    pub predictor: ComponentSpec<'s>,
}

impl<'s> Canary<'s> {
    /// The canaries of a service, in the order of its spec.
    pub fn all(service: &'s InferenceService) -> impl Iterator<Item = Canary<'s>> {
        ServiceSpec::of(&service.spec).canaries().filter_map(|entry| {
            let predictor = entry.predictor()?;
            let traffic_percent = entry.traffic_percent().unwrap_or_default();
            Some(Canary { name: predictor.name(), traffic_percent, predictor })
        })
    }

    /// Name of its child objects.
    pub fn child_name(&self, service: &InferenceService) -> String {
        format!("{}-{}-predictor", service.metadata.name, self.name)
    }

    /// The replicas of a canary: its `minReplicas`, or else its share of the stable predictor's replicas, rounded up.
    pub fn replicas(&self, service: &InferenceService) -> i64 {
        if let Some(own) = self.predictor.min_replicas() {
            return own;
        }
        let share = i128::from(service.predictor().min_replicas().unwrap_or(1)) * i128::from(self.traffic_percent);
        i64::try_from(share.div_euclid(100) + i128::from(share.rem_euclid(100) > 0)).unwrap_or(i64::MAX)
    }
}
