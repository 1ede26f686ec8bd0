//! Which of the ways to declare a model server a predictor uses.

use crate::Map;
use crate::api::{ComponentSpec, Container, IMPLEMENTATIONS, Model, PodSpec, Storage};
use crate::object::keys::MAIN_CONTAINER;

/// The implementation of a predictor that takes effect.
#[derive(Debug, Clone, Copy)]
pub enum Implementation<'s> {
    /// `model`, or a framework field that the webhook did not convert.
    Framework { key: &'static str, spec: Model<'s> },
    /// Custom containers.
    Custom { pod: PodSpec<'s> },
}

impl<'s> Implementation<'s> {
    /// The first implementation of a predictor, if there is any.
    pub fn of(predictor: &'s Map) -> Option<Implementation<'s>> {
        let pod = ComponentSpec::of(predictor).pod();
        first_framework(predictor, &IMPLEMENTATIONS)
            .map(|(key, spec)| Implementation::Framework { key, spec })
            .or_else(|| pod.containers().next().map(|_| Implementation::Custom { pod }))
    }

    /// The storage URI, which may be empty: `storageUri`, or `STORAGE_URI` of the serving container.
    pub fn storage_uri(&self) -> Option<&'s str> {
        match self {
            Implementation::Framework { spec, .. } => spec.storage_uri(),
            Implementation::Custom { pod } => variable_storage_uri(pod.container(MAIN_CONTAINER)?),
        }
    }

    /// The storage spec of a framework.
    pub fn storage(&self) -> Option<Storage<'s>> {
        match self {
            Implementation::Framework { spec, .. } => spec.storage(),
            Implementation::Custom { .. } => None,
        }
    }
}

/// The first framework in `order` that a predictor has.
pub(crate) fn first_framework<'s>(predictor: &'s Map, order: &[&'static str]) -> Option<(&'static str, Model<'s>)> {
    // A predictor has few fields: looking for each of them is faster than looking up each framework.
    let rank = |name: &str| order.iter().position(|framework| *framework == name);
    let given = predictor.iter().filter_map(|(name, spec)| Some((rank(name)?, Model::of(spec.as_object()?))));
    given.min_by_key(|(rank, _)| *rank).and_then(|(rank, spec)| Some((*order.get(rank)?, spec)))
}

/// The variable in which custom containers name their model.
pub const STORAGE_URI: &str = "STORAGE_URI";

/// The variable `STORAGE_URI` of a container.
pub fn variable_storage_uri(container: Container<'_>) -> Option<&str> {
    Some(container.variable(STORAGE_URI)?.value())
}

/// Whether the controller treats a predictor as a multi-model one, whose models the agent loads: one without storage, unless its
/// format is `huggingface`; with custom containers, the first one must say so.
pub fn is_multi_model(predictor: &Map, storage_uris_count: bool) -> bool {
    let spec = ComponentSpec::of(predictor);
    if let Some(first) = spec.containers().next() {
        return first.env().any(|variable| variable.name() == "MULTI_MODEL_SERVER" && variable.value() == "true");
    }
    let format = spec.model().and_then(|model| model.model_format().name());
    if spec.declares("huggingface") || format == Some("huggingface") {
        return false;
    }
    let has_uris = spec.storage_uris().next().is_some();
    match Implementation::of(predictor) {
        Some(implementation) => {
            implementation.storage_uri().is_none()
                && implementation.storage().is_none()
                && !(has_uris && storage_uris_count)
        }
        None => false,
    }
}
