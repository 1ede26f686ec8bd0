//! What the controller finds out about a model.

use crate::api::Condition;
use crate::engine::conditions::READY;
use crate::facts::implementation::{Implementation, is_multi_model};
use crate::facts::{Cluster, endpoint};
use crate::go::quantity::Quantity;
use crate::object::ObjectView as _;
use crate::object::keys::MAIN_CONTAINER;
use crate::{Map, Value};

/// The decisions of a pass over a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decisions {
    /// The InferenceService.
    pub parent: String,
    /// Whether each check holds, in the order of the controller; `None` if the InferenceService does not exist.
    pub checks: Option<[bool; 3]>,
    /// The memory limit of the InferenceService, and the sum of what its models request.
    pub limit: String,
    pub wanted: String,
}

/// Whether the condition `Ready` of an InferenceService is True.
pub fn is_ready(service: &Value) -> bool {
    Condition::all(service.conditions()).any(|condition| condition.kind() == READY && condition.is_true())
}

/// Whether the predictor of an InferenceService is a multi-model one.
pub fn serves_many_models(cluster: &Cluster, service: &Value) -> bool {
    predictor(service).is_some_and(|predictor| is_multi_model(predictor, cluster.release.components.storage_uris))
}

/// The memory limit written in the predictor of a stored InferenceService; what a runtime would add does not count.
pub fn memory_limit(service: &Value) -> Option<Quantity> {
    let container = match Implementation::of(predictor(service)?)? {
        Implementation::Framework { spec, .. } => Some(spec.container()),
        Implementation::Custom { pod } => pod.container(MAIN_CONTAINER),
    };
    let limit = container.and_then(|container| container.resources()?.limits()?.get("memory"));
    Some(limit.and_then(|limit| Quantity::from_json(limit).ok()).unwrap_or_default())
}

/// The path of a model according to the protocol of the predictor.
pub fn path(service: &Value, model: &str) -> String {
    let protocol = predictor(service).and_then(|predictor| endpoint::of_predictor(predictor).name);
    protocol.map(|protocol| endpoint::predict_path(model, &protocol)).unwrap_or_default()
}

fn predictor(service: &Value) -> Option<&Map> {
    service.predictor()
}
