//! The Deployments of a component in Standard mode.

use super::autoscaler;
use super::child::{Child, Owned};
use super::extension::Extension;
use super::{pod_defaults, strategy};
use crate::api::fields::object;
use crate::cluster::Cluster;
use crate::{Map, Value};

/// The Deployment of a component, or the head of a multi-node predictor. Its replicas are left to the
/// autoscaler, unless the class is `none`.
pub(super) fn build(cluster: &Cluster, child: &Child<'_>, extension: Extension<'_>, pod_spec: Map) -> Value {
    let replicas = extension
        .min_replicas
        .filter(|_| child.annotation(autoscaler::CLASS_ANNOTATION) == Some(autoscaler::NONE))
        .map_or(Value::Null, Value::from);
    deployment(child, pod_spec, replicas, strategy::settings(cluster, extension))
}

/// The Deployment of a multi-node predictor's workers, always with replicas.
pub(super) fn build_worker(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    pod_spec: Map,
    replicas: i64,
) -> Value {
    let mut settings = strategy::settings(cluster, extension);
    strategy::replace_workers_at_once(&mut settings);
    deployment(child, pod_spec, replicas.into(), settings)
}

fn deployment(child: &Child<'_>, mut pod_spec: Map, replicas: Value, settings: Map) -> Value {
    pod_defaults::fill(&mut pod_spec);
    let mut spec = settings;
    if !replicas.is_null() {
        spec.insert("replicas".into(), replicas);
    }
    spec.insert("selector".into(), object([("matchLabels", object([("app", child.app())]))]));
    spec.insert("template".into(), object([("metadata", child.template_metadata()), ("spec", pod_spec.into())]));
    child.object("apps/v1", "Deployment", Owned::Yes, spec.into())
}
