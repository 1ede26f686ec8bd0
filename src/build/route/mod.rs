//! The objects that route to a service: VirtualService, Ingress, HTTPRoutes; their hosts and URLs.
//!
//! The functions here build objects and strings. Which of them a pass needs, and which conditions it writes, is decided by the
//! code that drives the passes; the hosts themselves are made in [`crate::facts::routing`], from the domain template.

mod external_name;
mod http_route;
mod kubernetes_ingress;
pub mod update;
mod virtual_service;

pub use external_name::build as external_name;
pub use http_route::{Ports, Route, build as http_route, readiness as route_readiness};
pub use kubernetes_ingress::build as kubernetes_ingress;
pub use virtual_service::build as virtual_service;

use crate::api::InferenceService;
use crate::facts::Cluster;
use crate::object::{Kind, fields};
use crate::{Map, Value};

/// The in-cluster host of an object in the service's namespace.
pub fn cluster_host(cluster: &Cluster, service: &InferenceService, name: &str) -> String {
    format!("{name}.{}.svc.{}", service.metadata.namespace, cluster.settings.cluster_domain)
}

/// The annotations that are passed on to routing objects.
fn annotations(cluster: &Cluster, service: &InferenceService) -> Map {
    let filters = &cluster.config.filters;
    let all = service.metadata.annotations.iter();
    all.filter(|(key, _)| filters.keeps_annotation(key))
        .map(|(key, value)| (key.clone(), value.as_str().into()))
        .collect()
}

/// An object in the service's namespace with the controller reference; empty labels and annotations are left out.
fn object(kind: Kind, name: &str, service: &InferenceService, (labels, annotations): (Map, Map), spec: Value) -> Value {
    let filled = |entries: Map| if entries.is_empty() { Value::Null } else { entries.into() };
    let metadata = fields::object([
        ("annotations", filled(annotations)),
        ("labels", filled(labels)),
        ("name", name.into()),
        ("namespace", service.metadata.namespace.as_str().into()),
        ("ownerReferences", vec![service.owner_reference()].into()),
    ]);
    kind.object([("metadata", metadata), ("spec", spec)])
}

/// The path below which the path-based routes of a service are, without a trailing slash.
fn path_prefix(path: &str) -> &str {
    path.strip_suffix('/').unwrap_or(path)
}

/// The expression for the paths of explanation requests.
const EXPLAIN: &str = r"^/v1/models/[\w-]+:explain$";
/// The end of the expression for explanation requests below a path.
const EXPLAIN_SUFFIX: &str = r"(/v1/models/[\w-]+:explain)$";
