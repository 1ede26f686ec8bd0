//! The facts about the cluster that a rendering depends on.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::settings::Settings;
use super::{knative, webhooks};
use crate::facts::config::{Config, StorageInitializer};
use crate::facts::copyable::Copyable;
use crate::facts::routing::Routing;
use crate::facts::runtimes::Runtimes;
use crate::facts::storage_containers::StorageContainers;
use crate::input::settings::NAME;
use crate::object::ControllerError;
use crate::object::Key;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::kind::Use;
use crate::order;
use crate::release::{Release, Version, defaults};
use crate::{Map, Value, input};

/// The cluster in which services are rendered: the release, the configuration, and the objects that controllers and webhooks
/// would find.
#[derive(Debug, Clone)]
pub struct Cluster {
    /// What the controller of this release does.
    pub release: Cow<'static, Release>,
    /// The facts that no document states.
    pub settings: Settings,
    /// The ConfigMap `inferenceservice-config`, section by section.
    pub config: Config,
    /// What the webhooks read from the ConfigMap.
    pub webhooks: webhooks::Settings,
    /// ServingRuntimes and ClusterServingRuntimes, indexed for selection.
    pub runtimes: Runtimes,
    /// ClusterStorageContainers, sorted by name.
    pub storage_containers: StorageContainers,
    /// The section `ingress`, or the error with which the controller refuses it.
    pub routing: Result<Routing, ControllerError>,
    /// The section `storageInitializer`, or the error with which the controller refuses it.
    pub storage_initializer: Result<StorageInitializer, ControllerError>,
    /// Whether the presets for LLMInferenceServices that the release ships are present.
    pub has_shipped_presets: bool,
    objects: BTreeMap<Key, Arc<Value>>,
    /// The LLMInferenceServiceConfigs that other objects of the same name have replaced.
    replaced: BTreeMap<Key, Arc<Value>>,
    /// Values of Secrets that may end up in pods, found when they are first needed.
    pub(crate) copyable: Copyable,
}

fn config_key(settings: &Settings) -> Key {
    Key::new(Kind::ConfigMap, &settings.kserve_namespace, NAME)
}

impl Cluster {
    /// A cluster with the objects that a release ships and `objects`: runtimes, Secrets, the ConfigMaps of Knative Serving, and
    /// the ConfigMap `inferenceservice-config`, whose namespace becomes that of KServe.
    ///
    /// ```
    /// use kserve_render::{Cluster, input, object::Kind, release::Version};
    /// let objects = input::values(
    ///     r#"
    /// apiVersion: v1
    /// kind: ConfigMap
    /// metadata: {name: inferenceservice-config, namespace: models}
    /// data:
    ///   deploy: '{"defaultDeploymentMode": "Standard"}'
    /// "#,
    /// )?;
    /// let cluster = Cluster::of(Version::NEWEST, objects);
    /// assert_eq!(cluster.settings.kserve_namespace, "models");
    /// assert!(cluster.get(Kind::ClusterServingRuntime, "", "kserve-sklearnserver").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(version: Version, objects: impl IntoIterator<Item = Value>) -> Cluster {
        let objects: Vec<Arc<Value>> = objects.into_iter().map(Arc::new).collect();
        let mut settings = Settings::default();
        if let Some(config) = objects.iter().rfind(|object| input::settings::is_config(object)) {
            settings.kserve_namespace = Key::of(config).namespace;
        }
        // Knative rejects a ConfigMap that it cannot read, and keeps its previous settings.
        let _ = settings.read_knative(objects.iter().map(Arc::as_ref), false);
        let shipped = defaults::objects(version).iter().cloned();
        let cluster = Cluster::new(Release::of(version), settings, shipped.chain(objects));
        Cluster { has_shipped_presets: true, ..cluster }
    }

    /// A cluster that holds `objects`; of two with the same kind, namespace and name, the later one wins.
    pub fn new(
        release: impl Into<Cow<'static, Release>>,
        settings: Settings,
        objects: impl IntoIterator<Item = Arc<Value>>,
    ) -> Cluster {
        let release = release.into();
        let (mut held, mut replaced) = (BTreeMap::new(), BTreeMap::new());
        for object in objects {
            let key = Key::of(&object);
            if let Some(earlier) = held.insert(key.clone(), object)
                && Kind::named(&key.group, &key.kind).is_some_and(|kind| kind.is(Use::Shipped))
            {
                replaced.entry(key).or_insert(earlier);
            }
        }
        let config_map = held
            .get(&config_key(&settings))
            .map(|object| object.get("data").and_then(Value::as_object).cloned().unwrap_or_default());
        let config = Config::read(config_map.as_ref(), &release);
        let webhooks = webhooks::Settings::read(&config, &release);
        let runtimes = Runtimes::index(held.values(), release.input.fields);
        let routing = Routing::of(&config);
        let storage_containers = StorageContainers::index(held.values(), release.input.fields);
        let storage_initializer = config.storage_initializer_settings(&release);
        Cluster {
            release,
            settings,
            config,
            webhooks,
            runtimes,
            storage_containers,
            routing,
            storage_initializer,
            has_shipped_presets: false,
            objects: held,
            replaced,
            copyable: Copyable::default(),
        }
    }

    /// The ConfigMap `inferenceservice-config`, if there is one.
    pub fn config_map(&self) -> Option<&Value> {
        self.objects.get(&self.config_key()).map(Arc::as_ref)
    }

    /// The key of the ConfigMap `inferenceservice-config`.
    pub fn config_key(&self) -> Key {
        config_key(&self.settings)
    }

    /// The same cluster with another release; the objects that the previous one shipped stay.
    pub fn with_release(&self, release: impl Into<Cow<'static, Release>>) -> Cluster {
        let cluster = Cluster::new(release, self.settings.clone(), self.all());
        Cluster { has_shipped_presets: self.has_shipped_presets, ..cluster }
    }

    /// All objects; those that were replaced come first.
    fn all(&self) -> impl Iterator<Item = Arc<Value>> {
        self.replaced.values().chain(self.objects.values()).cloned()
    }

    /// The same cluster with further objects.
    pub fn with_objects(&self, objects: impl IntoIterator<Item = Value>) -> Cluster {
        let all = self.all().chain(objects.into_iter().map(Arc::new));
        let cluster = Cluster::new(self.release.clone(), self.settings.clone(), all);
        Cluster { has_shipped_presets: self.has_shipped_presets, ..cluster }
    }

    /// The object with this kind, namespace (empty if cluster-wide) and name.
    pub fn get(&self, kind: Kind, namespace: &str, name: &str) -> Option<&Value> {
        self.objects.get(&Key::new(kind, namespace, name)).map(Arc::as_ref)
    }

    /// The LLMInferenceServiceConfig that another one of the same name has replaced.
    pub fn replaced(&self, kind: Kind, namespace: &str, name: &str) -> Option<&Value> {
        self.replaced.get(&Key::new(kind, namespace, name)).map(Arc::as_ref)
    }

    /// A sentence about each Secret that a ServiceAccount names and that is not among the objects. People rarely hand out their
    /// Secrets, so the cluster may well have them.
    pub fn missing_secrets(&self, namespace: &str, account: &str) -> Vec<String> {
        let account = if account.is_empty() { "default" } else { account };
        let named = self.get(Kind::ServiceAccount, namespace, account).into_iter().flat_map(Value::secret_names);
        named
            .filter(|name| self.get(Kind::Secret, namespace, name).is_none())
            .map(|name| missing_secret(namespace, name, Some(account)))
            .collect()
    }

    /// A ConfigMap of Knative Serving.
    pub fn knative_config(&self, name: &str) -> Option<&Value> {
        self.get(Kind::ConfigMap, knative::NAMESPACE, name)
    }

    /// Knative's domains as KServe sees them: the one that is given, or the keys of `config-domain`. The controller iterates over
    /// them in random order; here the longest comes first, so that the answer is the most specific one. Empty without the
    /// ConfigMap.
    pub fn knative_domains(&self) -> Vec<&str> {
        if self.settings.is_knative_domain_given {
            return vec![&self.settings.knative_domain];
        }
        let data = self.knative_config("config-domain").and_then(|map| map.get("data")?.as_object());
        let mut domains: Vec<&str> = data.into_iter().flatten().map(|(key, _)| key.as_str()).collect();
        order::sort_by_key(&mut domains, |domain| std::cmp::Reverse(domain.len()));
        domains
    }

    /// All objects, sorted by kind, namespace and name.
    pub fn objects(&self) -> impl Iterator<Item = &Value> {
        self.objects.values().map(Arc::as_ref)
    }

    /// All objects of a kind in a namespace (empty if cluster-wide), sorted by name.
    pub fn list(&self, kind: Kind, namespace: &str) -> impl Iterator<Item = &Map> {
        self.of_kind_in(kind, namespace).filter_map(Value::as_object)
    }

    /// Like [`list`](Cluster::list), as values.
    pub(crate) fn of_kind_in(&self, kind: Kind, namespace: &str) -> impl Iterator<Item = &Value> {
        self.objects
            .range(Key::new(kind, namespace, "")..)
            .take_while(move |(key, _)| key.is(kind) && key.namespace == namespace)
            .map(|(_, object)| &**object)
    }

    /// All objects of a kind, sorted by namespace and name.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Value> {
        self.objects
            .range(Key::new(kind, "", "")..)
            .take_while(move |(key, _)| key.is(kind))
            .map(|(_, object)| &**object)
    }

    /// Whether the API of a kind is installed.
    pub fn has_api(&self, kind: Kind) -> bool {
        kind.optional_api().is_none_or(|api| !self.settings.absent_apis.contains(api))
    }
}

/// A sentence about a Secret that is not in the input and without which the pod webhook refuses pods.
pub fn missing_secret(namespace: &str, name: &str, account: Option<&str>) -> String {
    let named = account.map(|account| format!(", which ServiceAccount {account} names,")).unwrap_or_default();
    format!(
        "Secret {namespace}/{name}{named} is not in the input: unless the cluster has it, the pod webhook refuses the pods"
    )
}
