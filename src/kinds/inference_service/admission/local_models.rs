//! Labels and annotations of a service whose model is cached on nodes.

use super::implementation::Implementation;
use crate::api::{Component, LocalModelCacheSpec};
use crate::facts::Cluster;
use crate::facts::webhooks::{Defaulting, LocalModels};
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::error::NIL_POINTER;
use crate::webhook::codes;
use crate::webhook::report::{INDEX_OUT_OF_RANGE, Report, at};
use crate::{Map, Value};

const LABEL: &str = "internal.serving.kserve.io/localmodel";
const NAMESPACE_LABEL: &str = "internal.serving.kserve.io/localmodel-namespace";
const SOURCE_URI: &str = "internal.serving.kserve.io/localmodel-sourceuri";
const PVC_NAME: &str = "internal.serving.kserve.io/localmodel-pvc-name";
const DISABLE: &str = "serving.kserve.io/disable-localmodel";
const NODE_GROUP: &str = "serving.kserve.io/nodegroup";

const NAMESPACED_CACHE: Kind = Kind::LocalModelNamespaceCache;

/// Where the marks are.
pub struct Marks<'a> {
    pub annotations: &'a mut Map,
    pub labels: &'a mut Map,
}

/// Marks a service whose model is in a cache, and removes the marks from one whose model is not, or that opts out: for a service
/// with the annotation `serving.kserve.io/disable-localmodel`, whatever its value, caches are ignored.
pub fn mark(
    cluster: &Cluster,
    settings: &Defaulting,
    namespace: &str,
    metadata: Marks,
    predictor: Option<&Map>,
    report: &mut Report,
) {
    let Marks { annotations, labels } = metadata;
    let release = &cluster.release.input;
    let looks = match settings.local_models {
        LocalModels::On => !annotations.contains_key(DISABLE),
        LocalModels::Off => false,
        LocalModels::Null => {
            report.refuse(codes::CONFIG, Default::default(), ControllerError::recovered_crash(NIL_POINTER).into_text());
            report.help("the webhook crashes here: the section localModel of the ConfigMap is null");
            return;
        }
    };
    if !looks && !release.local_model_marks_removed {
        return;
    }
    let Some(implementation) = predictor.and_then(|predictor| Implementation::of(Component::Predictor, predictor).1)
    else {
        report.refuse(codes::NO_PREDICTOR, at("spec.predictor"), INDEX_OUT_OF_RANGE);
        report.help("the webhook crashes here: the predictor has no model");
        return;
    };
    let Some(uri) = implementation.storage_uri() else { return };
    match if looks { find(cluster, namespace, uri, annotations) } else { None } {
        Some(cache) => {
            let Some(node_group) = cache.node_group else {
                let path = at(&format!("spec.predictor.{}", implementation.field()));
                report.refuse(codes::LOCAL_MODEL, path, INDEX_OUT_OF_RANGE);
                report.help("the webhook crashes here: the local model cache has no node group");
                return;
            };
            labels.insert(LABEL.into(), cache.name.into());
            if cache.namespaced {
                labels.insert(NAMESPACE_LABEL.into(), namespace.into());
            } else if release.namespaced_local_models {
                labels.remove(NAMESPACE_LABEL);
            }
            annotations.insert(SOURCE_URI.into(), cache.source_uri.into());
            annotations.insert(PVC_NAME.into(), format!("{}-{node_group}", cache.name).into());
        }
        None => Marks { annotations, labels }.remove(release.namespaced_local_models),
    }
}

impl Marks<'_> {
    /// Removes all marks; the namespaced one only if the release knows it.
    fn remove(self, is_namespaced: bool) {
        self.labels.remove(LABEL);
        if is_namespaced {
            self.labels.remove(NAMESPACE_LABEL);
        }
        self.annotations.remove(SOURCE_URI);
        self.annotations.remove(PVC_NAME);
    }
}

/// A cache that contains a model.
struct Cache<'a> {
    name: &'a str,
    namespaced: bool,
    source_uri: &'a str,
    /// The group of nodes to use; `None` if the cache names none, on which the webhook crashes.
    node_group: Option<&'a str>,
}

/// The first cache that contains the model; those in the namespace come first.
fn find<'a>(cluster: &'a Cluster, namespace: &str, uri: &str, annotations: &Map) -> Option<Cache<'a>> {
    let wanted_group = annotations.get(NODE_GROUP).and_then(Value::as_str);
    let matching = |namespaced, cache: &'a Map| {
        let spec = LocalModelCacheSpec::of(cache.spec()?);
        let source_uri = spec.source_model_uri();
        if !is_below(source_uri, uri) {
            return None;
        }
        let mut groups = spec.node_groups();
        let node_group = match wanted_group {
            Some(wanted) => Some(groups.find(|group| *group == wanted)?),
            None => groups.next(),
        };
        let name = cache.name();
        Some(Cache { name, namespaced, source_uri, node_group })
    };
    let namespaced = cluster.release.input.namespaced_local_models;
    let of_namespace = if namespaced {
        cluster.list(NAMESPACED_CACHE, namespace).find_map(|cache| matching(true, cache))
    } else {
        None
    };
    of_namespace.or_else(|| cluster.list(Kind::LocalModelCache, "").find_map(|cache| matching(false, cache)))
}

/// Whether a model is at the cached URI or below it.
fn is_below(cached: &str, uri: &str) -> bool {
    let bare = |uri: &'_ str| uri.strip_suffix('/').map_or(uri.len(), str::len);
    let (cached, uri) = (&cached[..bare(cached)], &uri[..bare(uri)]);
    uri.strip_prefix(cached).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Refuses services that use caches of a namespace in a release that does not have these yet.
pub fn refuse_unknown_caches(cluster: &Cluster, namespace: &str, report: &mut Report) {
    if !cluster.release.input.namespaced_local_models && cluster.list(NAMESPACED_CACHE, namespace).next().is_some() {
        let kind = NAMESPACED_CACHE.name();
        let message =
            format!("no kind \"{kind}\" is registered for version \"serving.kserve.io/v1alpha1\" in this release");
        report.refuse(codes::UNKNOWN_KIND, Default::default(), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_contains_everything_below_its_uri() {
        assert!(is_below("s3://a/b", "s3://a/b"));
        assert!(is_below("s3://a/b/", "s3://a/b"));
        assert!(is_below("s3://a/b", "s3://a/b/c"));
        assert!(!is_below("s3://a/b", "s3://a/bc"));
        assert!(!is_below("s3://a/b/c", "s3://a/b"));
    }
}
