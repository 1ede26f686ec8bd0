//! Labels and annotations of child objects.

use std::collections::BTreeMap;

use crate::Map;
use crate::api::{Component, ComponentSpec, InferenceService, Model};
use crate::facts::Cluster;
use crate::object::fields::filled;
use crate::object::{keys, string_map};

/// Maps of strings that are merged over each other; the later one wins.
pub type Strings = BTreeMap<String, String>;

/// A map without the keys that the ConfigMap keeps from being passed on to child objects.
pub(super) fn filtered(cluster: &Cluster, annotations: Strings) -> Strings {
    let filters = &cluster.config.filters;
    filled(annotations.into_iter().filter(|(key, _)| filters.keeps_annotation(key)))
}

/// The labels of a component: those of the runtime, the service and the component, and the fixed ones.
pub(super) fn labels(
    service: &InferenceService,
    component: Component,
    spec: ComponentSpec<'_>,
    runtime: Option<&Map>,
) -> Strings {
    let mut labels = string_map(runtime.and_then(|spec| spec.get("labels")));
    labels.extend(service.metadata.labels.clone());
    labels.extend(spec.labels());
    labels.insert(keys::INFERENCE_SERVICE_LABEL.into(), service.metadata.name.clone());
    labels.insert(keys::COMPONENT_LABEL.into(), component.name().into());
    labels
}

/// The annotations of a component: those of the runtime, those of the service with the internal ones, and those of the component.
pub(super) fn annotations(cluster: &Cluster, spec: ComponentSpec<'_>, runtime: Option<&Map>, own: Strings) -> Strings {
    let mut annotations = filtered(cluster, string_map(runtime.and_then(|spec| spec.get("annotations"))));
    annotations.extend(own);
    annotations.extend(filtered(cluster, spec.annotations()));
    annotations
}

/// The labels and annotations of a component as a domain template sees them. `service` is the one in memory, with the selected
/// runtime.
pub fn of_component(cluster: &Cluster, service: &InferenceService, component: Component) -> (Strings, Strings) {
    let spec = service.spec_of(component);
    let runtime = spec.model().filter(|_| component == Component::Predictor).and_then(Model::runtime);
    let runtime = runtime.and_then(|name| cluster.runtimes.find(&service.metadata.namespace, name));
    let runtime = runtime.as_ref().map(|runtime| runtime.spec());
    let own = filtered(cluster, service.metadata.annotations.clone());
    (labels(service, component, spec, runtime), annotations(cluster, spec, runtime, own))
}
