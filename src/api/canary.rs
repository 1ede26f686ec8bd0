//! Canary predictors as a service declares them.

use super::component::ComponentSpec;
use super::inference_service::InferenceService;
use crate::Value;

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
        let entries = service.spec.get("canary").and_then(Value::as_array);
        entries.into_iter().flatten().filter_map(|entry| {
            let predictor = ComponentSpec::of(entry.get("predictor")?.as_object()?);
            Some(Canary {
                name: predictor.name(),
                traffic_percent: entry.get("trafficPercent").and_then(Value::as_i64).unwrap_or_default(),
                predictor,
            })
        })
    }

    /// Name of its child objects.
    pub fn child_name(&self, service: &InferenceService) -> String {
        format!("{}-{}-predictor", service.metadata.name, self.name)
    }

    /// The replicas of a canary: its `minReplicas`, else its share of the stable predictor's, rounded up.
    pub fn replicas(&self, service: &InferenceService) -> i64 {
        if let Some(own) = self.predictor.min_replicas() {
            return own;
        }
        let share = i128::from(service.predictor().min_replicas().unwrap_or(1)) * i128::from(self.traffic_percent);
        i64::try_from(share.div_euclid(100) + i128::from(share.rem_euclid(100) > 0)).unwrap_or(i64::MAX)
    }
}
