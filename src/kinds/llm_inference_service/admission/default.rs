//! The defaulting webhook.

use serde_json::json;

use crate::api::LocalModelCacheSpec;
use crate::facts::Cluster;
use crate::facts::config::{Section, Undecodable};
use crate::kinds::llm_inference_service::places::{self, POD_SPECS};
use crate::kinds::llm_inference_service::spec::{LlmModel, LlmSpec, Route};
use crate::object::{Kind, NotFound, ObjectView as _};
use crate::{Map, Value};

/// Applies the defaults other than those for local models, as the controller also does at the start of each pass.
pub fn default(service: &mut Map, labels_group: bool) {
    let name = service.name().to_owned();
    let spec = service.entry("spec").or_insert_with(|| json!({}));
    let Some(spec) = spec.as_object_mut() else { return };
    let model = spec.entry("model").or_insert_with(|| json!({ "uri": "" }));
    if let Some(model) = model.as_object_mut()
        && LlmModel::of(model).name().is_empty()
    {
        model.insert("name".into(), name.into());
    }
    for path in POD_SPECS {
        if let Some(pod) = places::object_mut(spec, path)
            && !pod.get("containers").is_some_and(Value::is_array)
        {
            pod.insert("containers".into(), json!([]));
        }
    }
    if labels_group {
        label_group(service);
    }
}

const GROUP: &str = "serving.kserve.io/routing-group";

/// Copies the group of the route into a label, by which other services find it.
fn label_group(service: &mut Map) {
    let group = LlmSpec::of_object(service).route().and_then(Route::group).map(str::to_owned);
    match group {
        Some(group) => set(service, "labels", GROUP, &group),
        None => remove(service, "labels", GROUP),
    }
}

fn set(service: &mut Map, list: &str, key: &str, value: &str) {
    let metadata = service.entry("metadata").or_insert_with(|| json!({}));
    let entries = metadata.as_object_mut().map(|metadata| metadata.entry(list).or_insert_with(|| json!({})));
    if let Some(entries) = entries.and_then(Value::as_object_mut) {
        entries.insert(key.to_owned(), value.into());
    }
}

fn remove(service: &mut Map, list: &str, key: &str) {
    if let Some(entries) = places::object_mut(service, &["metadata", list]) {
        entries.remove(key);
        if entries.is_empty()
            && let Some(metadata) = places::object_mut(service, &["metadata"])
        {
            metadata.remove(list);
        }
    }
}

const LOCAL_MODEL: &str = "internal.serving.kserve.io/localmodel";
const LOCAL_MODEL_NAMESPACE: &str = "internal.serving.kserve.io/localmodel-namespace";
const SOURCE_URI: &str = "internal.serving.kserve.io/localmodel-sourceuri";
const CLAIM: &str = "internal.serving.kserve.io/localmodel-pvc-name";
const DISABLED: &str = "serving.kserve.io/disable-localmodel";
const NODE_GROUP: &str = "serving.kserve.io/nodegroup";

/// Why the webhook cannot tell whether the cluster has caches of models, in its words.
#[derive(Debug, thiserror::Error)]
pub enum NoCaches {
    #[error(transparent)]
    NoConfig(#[from] NotFound<'static>),
    /// The section `localModel` of the ConfigMap cannot be decoded.
    #[error(transparent)]
    Section(Undecodable),
}

/// Marks a service whose model is in a cache of the cluster.
///
/// # Errors
/// The ConfigMap does not say whether there are caches.
pub fn local_model(cluster: &Cluster, service: &mut Map) -> Result<(), NoCaches> {
    cluster.config.exists()?;
    let enabled = match &cluster.config.local_model {
        Section::Invalid(error) => return Err(NoCaches::Section(error.clone())),
        Section::Value(section) => section.enabled,
        Section::Absent | Section::Null => false,
    };
    let uri = LlmSpec::of_object(service).model().uri().to_owned();
    let is_on = enabled && !service.annotations().is_some_and(|annotations| annotations.contains_key(DISABLED));
    if is_on && uri.is_empty() {
        return Ok(());
    }
    match is_on.then(|| Cache::of(cluster, service, &uri)).flatten() {
        Some(cache) => cache.mark(service),
        None => {
            for (list, key) in [
                ("labels", LOCAL_MODEL),
                ("labels", LOCAL_MODEL_NAMESPACE),
                ("annotations", SOURCE_URI),
                ("annotations", CLAIM),
            ] {
                remove(service, list, key);
            }
        }
    }
    Ok(())
}

/// A cache with the service's model.
struct Cache {
    name: String,
    source: String,
    claim: String,
    /// The namespace of a LocalModelNamespaceCache.
    namespace: Option<String>,
}

impl Cache {
    fn of(cluster: &Cluster, service: &Map, uri: &str) -> Option<Cache> {
        let namespace = service.namespace();
        let group = service.annotation(NODE_GROUP);
        let own = cluster.list(Kind::LocalModelNamespaceCache, namespace);
        let own = own.filter_map(|cache| Cache::matching(cache, uri, group, Some(namespace)));
        let shared =
            cluster.list(Kind::LocalModelCache, "").filter_map(|cache| Cache::matching(cache, uri, group, None));
        own.chain(shared).next()
    }

    fn matching(cache: &Map, uri: &str, group: Option<&str>, namespace: Option<&str>) -> Option<Cache> {
        let spec = LocalModelCacheSpec::of(cache.spec()?);
        let source = spec.source_model_uri();
        let bare = |text: &str| text.strip_suffix('/').unwrap_or(text).to_owned();
        let (wanted, held) = (bare(uri), bare(source));
        let below = wanted.strip_prefix(&held)?;
        if !below.is_empty() && !below.starts_with('/') {
            return None;
        }
        let group = spec.node_groups().find(|candidate| group.is_none_or(|group| group == *candidate))?;
        let name = cache.name();
        Some(Cache {
            name: name.to_owned(),
            source: source.to_owned(),
            claim: format!("{name}-{group}"),
            namespace: namespace.map(str::to_owned),
        })
    }

    fn mark(self, service: &mut Map) {
        set(service, "labels", LOCAL_MODEL, &self.name);
        set(service, "annotations", SOURCE_URI, &self.source);
        set(service, "annotations", CLAIM, &self.claim);
        match self.namespace {
            Some(namespace) => set(service, "labels", LOCAL_MODEL_NAMESPACE, &namespace),
            None => remove(service, "labels", LOCAL_MODEL_NAMESPACE),
        }
    }
}
