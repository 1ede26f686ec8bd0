//! Labels and annotations of child objects.

use std::collections::BTreeMap;

use crate::Map;
use crate::api::{Component, ComponentSpec, InferenceService, Model};
use crate::facts::Cluster;
use crate::object::fields::filled;
use crate::object::{keys, string_map};

/// String maps merged over each other; the later wins.
pub type Strings = BTreeMap<String, String>;

/// A map without the keys that the ConfigMap keeps from child objects.
pub(super) fn filtered(cluster: &Cluster, annotations: Strings) -> Strings {
    let filters = &cluster.config.filters;
    filled(annotations.into_iter().filter(|(key, _)| filters.keeps_annotation(key)))
}

/// The labels of a component: of the runtime, the service, the component, and the fixed ones.
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

/// The annotations of a component: of the runtime, of the service with the internal ones, of the component.
pub(super) fn annotations(cluster: &Cluster, spec: ComponentSpec<'_>, runtime: Option<&Map>, own: Strings) -> Strings {
    let mut annotations = filtered(cluster, string_map(runtime.and_then(|spec| spec.get("annotations"))));
    annotations.extend(own);
    annotations.extend(filtered(cluster, spec.annotations()));
    annotations
}

/// Labels and annotations of a component as a domain template sees them. `service` is in memory, with the runtime that was
/// chosen.
pub fn of_component(cluster: &Cluster, service: &InferenceService, component: Component) -> (Strings, Strings) {
    let spec = service.spec_of(component);
    let runtime = spec.model().filter(|_| component == Component::Predictor).and_then(Model::runtime);
    let runtime = runtime.and_then(|name| cluster.runtimes.find(&service.metadata.namespace, name));
    let runtime = runtime.as_ref().map(|runtime| runtime.spec());
    let own = filtered(cluster, service.metadata.annotations.clone());
    (labels(service, component, spec, runtime), annotations(cluster, spec, runtime, own))
}
