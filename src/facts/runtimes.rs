//! All runtimes of a cluster, indexed for selection.

use super::rivals::Rivals;
use crate::api::{RuntimeSpec, SupportedModelFormat};
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::order;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::object::Key;
use crate::release::Version;
use crate::schema;
use crate::{Map, Value};

/// An entry of `supportedModelFormats`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFormat {
    pub name: String,
    pub version: Option<String>,
    pub auto_select: bool,
    pub priority: Option<i64>,
}

impl ModelFormat {
    /// Whether a model with this label has this format: the label is the name, or name and version. A model without a version
    /// matches every version.
    fn has_label(&self, label: &str) -> bool {
        label.strip_prefix(self.name.as_str()).is_some_and(|rest| {
            rest.is_empty() || self.version.as_deref().is_some_and(|version| rest.strip_prefix(':') == Some(version))
        })
    }
}

/// The label of a model's format: its name, followed by a colon and the version if there is one.
pub(crate) fn label<'a>(name: &'a str, version: Option<&str>) -> Cow<'a, str> {
    match version {
        Some(version) => format!("{name}:{version}").into(),
        None => name.into(),
    }
}

/// A ServingRuntime or ClusterServingRuntime, with what selection reads from it.
#[derive(Debug, Clone)]
pub struct ServingRuntime {
    object: Arc<Value>,
    /// The spec as the API server would store it; computed when it is first needed.
    stored: OnceLock<Map>,
    version: Version,
    pub name: String,
    /// Empty for a ClusterServingRuntime.
    pub namespace: String,
    pub disabled: bool,
    pub multi_model: bool,
    /// Whether it runs on several nodes (`spec.workerSpec`).
    pub multi_node: bool,
    pub protocols: Vec<String>,
    pub formats: Vec<ModelFormat>,
    /// The runtime's own annotations, not those for its pods.
    pub annotations: BTreeMap<String, String>,
    /// `metadata.creationTimestamp`, as Kubernetes writes it; empty if unknown.
    created: String,
}

/// The protocols that KServe knows, by rank, lowest first; others come last.
pub const PROTOCOLS: [&str; 4] = ["v1", "v2", "grpc-v1", "grpc-v2"];

impl ServingRuntime {
    fn of(object: &Arc<Value>, key: &Key, version: Version) -> ServingRuntime {
        let spec = RuntimeSpec::of_object(object);
        let format = |format: SupportedModelFormat<'_>| ModelFormat {
            name: format.name().to_owned(),
            version: format.version().map(str::to_owned),
            auto_select: format.auto_select(),
            priority: format.priority(),
        };
        ServingRuntime {
            name: key.name.clone(),
            namespace: key.namespace.clone(),
            disabled: spec.disabled(),
            multi_model: spec.multi_model(),
            multi_node: spec.worker().is_some(),
            protocols: spec.protocol_versions().iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            formats: spec.supported_model_formats().map(format).collect(),
            annotations: object.annotation_map(),
            created: object.creation_timestamp().to_owned(),
            object: Arc::clone(object),
            stored: OnceLock::new(),
            version,
        }
    }

    /// ServingRuntime or ClusterServingRuntime.
    pub fn kind(&self) -> Kind {
        if self.is_cluster_wide() { Kind::ClusterServingRuntime } else { Kind::ServingRuntime }
    }

    /// Whether it is a ClusterServingRuntime.
    pub fn is_cluster_wide(&self) -> bool {
        self.namespace.is_empty()
    }

    /// The runtime's `spec`, with the defaults of its schema and canonical quantities.
    pub fn spec(&self) -> &Map {
        self.stored.get_or_init(|| {
            let stored = schema::stored(self.version, &self.object);
            stored.spec().cloned().unwrap_or_default()
        })
    }

    /// The runtime's `spec` as a view.
    pub fn view(&self) -> RuntimeSpec<'_> {
        RuntimeSpec::of(self.spec())
    }

    /// Whether a protocol is supported: it is empty, the runtime lists none, or the runtime lists it.
    pub fn supports_protocol(&self, protocol: &str) -> bool {
        protocol.is_empty() || self.protocols.is_empty() || self.protocols.iter().any(|p| p == protocol)
    }

    /// Whether a format is supported; if a version is given, it must be equal. With `auto_select`, only entries that are meant
    /// for automatic selection count.
    pub fn supports_format(&self, name: &str, version: Option<&str>, auto_select: bool) -> bool {
        let label = label(name, version);
        self.formats.iter().any(|format| (format.auto_select || !auto_select) && format.has_label(&label))
    }

    /// The priority for a format: that of the first entry with this name, whatever its version.
    pub fn priority(&self, name: &str) -> Option<i64> {
        self.formats.iter().find(|format| format.name == name)?.priority
    }

    /// The smallest rank among the protocols; the largest rank if none is known.
    fn protocol_rank(&self) -> usize {
        let rank = |protocol: &String| PROTOCOLS.iter().position(|p| p == protocol).unwrap_or(PROTOCOLS.len());
        self.protocols.iter().map(rank).min().unwrap_or(PROTOCOLS.len())
    }
}

/// The runtimes of one namespace, or the cluster-wide ones.
#[derive(Debug, Clone, Default)]
struct Scope {
    by_name: BTreeMap<String, Arc<ServingRuntime>>,
    /// By protocol rank, then newest first, then by name. Most runtimes in files have no creation time; these count as equally
    /// old.
    ordered: Vec<Arc<ServingRuntime>>,
    /// The positions in `ordered` of the runtimes that automatic selection may choose for a model's label.
    by_label: BTreeMap<String, Vec<usize>>,
    /// By what they claim; computed when it is first needed.
    rivals: OnceLock<Rivals>,
}

/// All ServingRuntimes and ClusterServingRuntimes.
#[derive(Debug, Clone, Default)]
pub struct Runtimes {
    /// By namespace; an empty string for cluster-wide runtimes.
    scopes: BTreeMap<String, Scope>,
}

impl Runtimes {
    /// Indexes the runtimes among `objects`.
    pub fn index<'a>(objects: impl Iterator<Item = &'a Arc<Value>>, version: Version) -> Runtimes {
        let mut scopes: BTreeMap<String, Scope> = BTreeMap::new();
        for object in objects {
            let mut key = Key::of(object);
            if !key.is(Kind::ServingRuntime) && !key.is(Kind::ClusterServingRuntime) {
                continue;
            }
            if key.is(Kind::ClusterServingRuntime) {
                key.namespace.clear();
            }
            let runtime = Arc::new(ServingRuntime::of(object, &key, version));
            let scope = scopes.entry(key.namespace).or_default();
            scope.ordered.push(Arc::clone(&runtime));
            scope.by_name.insert(key.name, runtime);
        }
        for scope in scopes.values_mut() {
            let rank = |runtime: &ServingRuntime| (runtime.protocol_rank(), Reverse(runtime.created.clone()));
            order::sort_by(&mut scope.ordered, |a, b| (rank(a), &a.name).cmp(&(rank(b), &b.name)));
            for (position, runtime) in scope.ordered.iter().enumerate() {
                for format in runtime.formats.iter().filter(|format| format.auto_select) {
                    let versioned = format.version.as_deref().map(|version| label(&format.name, Some(version)));
                    for label in versioned.into_iter().chain([label(&format.name, None)]) {
                        let positions = scope.by_label.entry(label.into_owned()).or_default();
                        if positions.last() != Some(&position) {
                            positions.push(position);
                        }
                    }
                }
            }
        }
        Runtimes { scopes }
    }

    /// The runtime with this name in the namespace, or else the cluster-wide one.
    pub fn find(&self, namespace: &str, name: &str) -> Option<&Arc<ServingRuntime>> {
        [namespace, ""].into_iter().find_map(|scope| self.scopes.get(scope)?.by_name.get(name))
    }

    /// The runtimes that a service in the namespace sees: those in the namespace, then the cluster-wide ones, each by protocol
    /// rank, age and name.
    pub fn visible_from<'a>(&'a self, namespace: &'a str) -> impl Iterator<Item = &'a [Arc<ServingRuntime>]> + 'a {
        [namespace, ""].into_iter().filter_map(|scope| self.scopes.get(scope)).map(|scope| scope.ordered.as_slice())
    }

    /// Like [`Runtimes::visible_from`], but only those that list the format for automatic selection, with the version if one is
    /// given.
    pub(crate) fn candidates<'a>(
        &'a self,
        namespace: &'a str,
        format: &str,
        version: Option<&str>,
    ) -> impl Iterator<Item = impl Iterator<Item = &'a Arc<ServingRuntime>>> {
        let label = label(format, version).into_owned();
        [namespace, ""].into_iter().filter_map(|scope| self.scopes.get(scope)).map(move |scope| {
            let positions = scope.by_label.get(&label).map(Vec::as_slice).unwrap_or_default();
            positions.iter().filter_map(|position| scope.ordered.get(*position))
        })
    }

    /// The runtimes of a namespace, or the cluster-wide ones if it is empty, by the formats that they claim.
    pub(crate) fn rivals(&self, namespace: &str) -> Option<&Rivals> {
        let scope = self.scopes.get(namespace)?;
        Some(scope.rivals.get_or_init(|| {
            let runtimes = scope.by_name.iter();
            Rivals::index(runtimes.map(|(name, runtime)| (name.as_str(), RuntimeSpec::of_object(&runtime.object))))
        }))
    }

    /// All runtimes: first the namespaced ones, by namespace.
    pub fn all(&self) -> impl Iterator<Item = &Arc<ServingRuntime>> {
        self.scopes.values().flat_map(|scope| &scope.ordered)
    }
}
