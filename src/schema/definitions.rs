//! The types of a release as CustomResourceDefinitions, for API servers and tools that do not know KServe.

use serde_json::json;

use super::check::{Violation, ViolationKind};
use super::openapi::{Annotate, Bare, property, structure};
use super::tables::{LlmTypes, LocalModelTypes};
use super::types::{StructId, Types};
use crate::object::Kind;
use crate::object::PathStep;
use crate::release::{Span, Version};
use crate::{Map, Value};

/// A definition, apart from its schema.
pub struct Definition {
    pub kind: Kind,
    /// Oldest first; of those that a release has, the newest is stored.
    versions: &'static [Served],
    /// The subresources.
    subresources: Option<&'static [&'static str]>,
    /// How KServe modifies the schema that follows from the types.
    change: fn(&mut Value, &str, Version),
    /// The releases in which `status` is a subresource and has columns.
    reports: Span,
    /// The columns of `kubectl get`: name, type and path; those that begin with a star are shown only with `-o wide`.
    columns: &'static [Column],
}

/// A version of a kind.
pub struct Served {
    pub name: &'static str,
    /// The releases that have it.
    releases: Span,
    root: fn(Version) -> (&'static Types, StructId),
}

type Column = (&'static str, &'static str, &'static str);

pub use crate::object::kind::SERVING as GROUP;

const AGE: Column = ("Age", "date", ".metadata.creationTimestamp");
const READY: Column = ("Ready", "string", ".status.conditions[?(@.type=='Ready')].status");
const REASON: Column = ("Reason", "string", ".status.conditions[?(@.type=='Ready')].reason");
const URL: Column = ("URL", "string", ".status.url");
const RUNTIME_COLUMNS: &[Column] = &[
    ("Disabled", "boolean", ".spec.disabled"),
    ("ModelType", "string", ".spec.supportedModelFormats[*].name"),
    ("Containers", "string", ".spec.containers[*].name"),
    AGE,
];

/// A kind with a single version, in all releases.
macro_rules! only {
    ($kind:ident, $types:ident => $root:expr) => {
        &[Served {
            name: Kind::$kind.version(),
            releases: Span::ALL,
            root: |version| {
                let $types = Types::of(version);
                ($types, $root)
            },
        }]
    };
}

/// A cache of models on nodes.
macro_rules! local_model {
    ($kind:ident, $since:ident, $types:ident => $root:expr) => {
        &[Served {
            name: Kind::$kind.version(),
            releases: Span::from(Version::$since),
            root: |version| {
                let $types = LocalModelTypes::of(version);
                (&$types.types, $root)
            },
        }]
    };
}

/// The kind of LLMInferenceServices or of their configs.
macro_rules! llm {
    ($root:ident) => {
        &[
            Served {
                name: "v1alpha1",
                releases: Span::from(Version::V0_16),
                root: |version| {
                    let all = LlmTypes::of(version);
                    (&all.types, all.v1alpha1.$root)
                },
            },
            Served {
                name: "v1alpha2",
                releases: Span::from(Version::V0_17),
                root: |version| {
                    let all = LlmTypes::of(version);
                    (&all.types, all.v1alpha2.$root)
                },
            },
        ]
    };
}

/// All definitions, in the order of `config crd`.
pub const DEFINITIONS: &[Definition] = &[
    Definition {
        kind: Kind::InferenceService,
        versions: only!(InferenceService, types => types.inference_service),
        subresources: Some(&["status"]),
        change: |schema, _, _| relax(schema),
        reports: Span::ALL,
        columns: &[
            URL,
            READY,
            ("Prev", "integer", ".status.components.predictor.traffic[?(@.tag=='prev')].percent"),
            ("Latest", "integer", ".status.components.predictor.traffic[?(@.latestRevision==true)].percent"),
            ("PrevRolledoutRevision", "string", ".status.components.predictor.traffic[?(@.tag=='prev')].revisionName"),
            (
                "LatestReadyRevision",
                "string",
                ".status.components.predictor.traffic[?(@.latestRevision==true)].revisionName",
            ),
            AGE,
        ],
    },
    Definition {
        kind: Kind::ServingRuntime,
        versions: only!(ServingRuntime, types => types.serving_runtime),
        subresources: Some(&[]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: RUNTIME_COLUMNS,
    },
    Definition {
        kind: Kind::ClusterServingRuntime,
        versions: only!(ClusterServingRuntime, types => types.cluster_serving_runtime),
        subresources: Some(&[]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: RUNTIME_COLUMNS,
    },
    Definition {
        kind: Kind::ClusterStorageContainer,
        versions: only!(ClusterStorageContainer, types => types.cluster_storage_container),
        subresources: None,
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[],
    },
    Definition {
        kind: Kind::InferenceGraph,
        versions: only!(InferenceGraph, types => types.inference_graph),
        subresources: Some(&["status"]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[URL, READY, AGE],
    },
    Definition {
        kind: Kind::TrainedModel,
        versions: only!(TrainedModel, types => types.trained_model),
        subresources: Some(&["status"]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[URL, READY, AGE],
    },
    Definition {
        kind: Kind::LlmInferenceService,
        versions: llm!(service),
        subresources: Some(&["status"]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[URL, READY, REASON, AGE, ("*URLs", "string", ".status.addresses[*].url")],
    },
    Definition {
        kind: Kind::LlmInferenceServiceConfig,
        versions: llm!(config),
        subresources: Some(&["status"]),
        change: loosen,
        reports: Span::from(Version::V0_20),
        columns: &[READY, REASON, AGE],
    },
    Definition {
        kind: Kind::LocalModelCache,
        versions: local_model!(LocalModelCache, V0_15, types => types.cache),
        subresources: Some(&["status"]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[],
    },
    Definition {
        kind: Kind::LocalModelNamespaceCache,
        versions: local_model!(LocalModelNamespaceCache, V0_18, types => types.namespace_cache),
        subresources: Some(&["status"]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[],
    },
    Definition {
        kind: Kind::LocalModelNode,
        versions: local_model!(LocalModelNode, V0_15, types => types.node),
        subresources: Some(&["status"]),
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[],
    },
    Definition {
        kind: Kind::LocalModelNodeGroup,
        versions: local_model!(LocalModelNodeGroup, V0_15, types => types.node_group),
        subresources: None,
        change: |_, _, _| {},
        reports: Span::ALL,
        columns: &[],
    },
];

/// The CustomResourceDefinitions of all kinds that KServe has in a release. The schemas enforce what KServe's own enforce,
/// without descriptions; a status is accepted as it is. LLMInferenceServices have two versions; KServe converts between them with
/// a webhook, which these definitions do not name.
pub fn definitions(version: Version) -> Vec<Value> {
    defined_kinds(version).map(|defined| defined.definition).collect()
}

/// The same, each with its kind.
pub fn defined_kinds(version: Version) -> impl Iterator<Item = DefinedKind> {
    let write = move |of: &Definition| Some(DefinedKind { kind: of.kind, definition: of.write(version)? });
    DEFINITIONS.iter().filter_map(write)
}

/// The versions in which the API server of a release has a kind of KServe, newest first: none if the release lacks the kind. `None` for
/// the kinds of others, of which nothing is defined here.
pub fn served_versions(kind: Kind, release: Version) -> Option<Vec<&'static str>> {
    let definition = DEFINITIONS.iter().find(|definition| definition.kind == kind)?;
    Some(definition.served(release).rev().map(|served| served.name).collect())
}

/// A kind with its CustomResourceDefinition.
#[derive(Debug, Clone)]
pub struct DefinedKind {
    /// The kind that is defined.
    pub kind: Kind,
    /// The object that defines it.
    pub definition: Value,
}

impl DefinedKind {
    /// Whether `name` means the kind: its name, plural, or short name.
    pub fn is_called(&self, name: &str) -> bool {
        self.kind.is_meant_by(name)
    }
}

impl Definition {
    /// The versions of the kind in a release, oldest first; empty if the release does not have the kind.
    pub fn served(&self, release: Version) -> impl DoubleEndedIterator<Item = &'static Served> + use<> {
        self.versions.iter().filter(move |served| served.releases.contains(release))
    }

    /// The schema of an object.
    #[expect(
        clippy::indexing_slicing,
        reason = "a struct gives an object, and writing a key of an object, or of null, adds it"
    )]
    pub fn schema(&self, served: &Served, release: Version, notes: &dyn Annotate) -> Value {
        let (types, root) = (served.root)(release);
        let mut schema = types.structs.get(root).map(|root| structure(types, notes, root)).unwrap_or_default();
        for name in ["apiVersion", "kind"] {
            schema["properties"][name] = json!({ "type": "string" });
        }
        (self.change)(&mut schema, served.name, release);
        schema
    }

    /// Whether `name` means the kind: its name, plural, or short name.
    pub fn is_called(&self, name: &str) -> bool {
        self.kind.is_meant_by(name)
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "`json!` makes an object of it just above, and writing a key of an object adds it"
    )]
    fn write(&self, release: Version) -> Option<Value> {
        let stored = self.served(release).next_back()?.name;
        let versions: Value =
            self.served(release).map(|served| self.write_version(served, release, served.name == stored)).collect();
        let mut names = json!({
            "kind": self.kind.name(),
            "listKind": format!("{}List", self.kind.name()),
            "plural": self.kind.plural(),
            "singular": self.kind.name().to_ascii_lowercase(),
        });
        if !self.kind.short_names().is_empty() {
            names["shortNames"] = json!(self.kind.short_names());
        }
        Some(json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": { "name": format!("{}.{GROUP}", self.kind.plural()) },
            "spec": {
                "group": GROUP,
                "names": names,
                "scope": if self.kind.is_namespaced() { "Namespaced" } else { "Cluster" },
                "versions": versions,
            },
        }))
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "`schema` and `json!` give objects, and writing a key of an object adds it"
    )]
    fn write_version(&self, served: &Served, release: Version, is_stored: bool) -> Value {
        let mut schema = self.schema(served, release, &Bare);
        // The API server itself knows the metadata of objects.
        schema["properties"]["metadata"] = json!({ "type": "object" });
        let mut version = json!({
            "name": served.name,
            "schema": { "openAPIV3Schema": schema },
            "served": true,
            "storage": is_stored,
        });
        let reports = self.reports.contains(release);
        if let Some(names) = self.subresources.filter(|_| reports) {
            version["subresources"] = names.iter().map(|name| ((*name).to_owned(), json!({}))).collect::<Map>().into();
        }
        if reports && !self.columns.is_empty() {
            version["additionalPrinterColumns"] = self.columns.iter().map(column).collect();
        }
        version
    }
}

fn column((name, ty, path): &Column) -> Value {
    match name.strip_prefix('*') {
        Some(name) => json!({ "jsonPath": path, "name": name, "priority": 1, "type": ty }),
        None => json!({ "jsonPath": path, "name": name, "type": ty }),
    }
}

/// A requirement that KServe drops in LLMInferenceServiceConfigs, whose strings may be templates.
struct Loose {
    /// The API version whose schema drops it.
    api: &'static str,
    releases: Span,
    /// A path of properties below `spec.router`, where `*` stands for the items of a list.
    path: &'static str,
    parts: &'static [&'static str],
}

const fn loose(api: &'static str, releases: Span, path: &'static str, parts: &'static [&'static str]) -> Loose {
    Loose { api, releases, path, parts }
}

impl Loose {
    /// Whether it is dropped from the schema of an API version in a release.
    fn is_for(&self, api: &str, release: Version) -> bool {
        self.api == api && self.releases.contains(release)
    }
}

const RULES: &[&str] = &["x-kubernetes-validations"];
static LOOSE: [Loose; 9] = [
    loose(
        "v1alpha1",
        Span::between(Version::V0_16, Version::V0_16),
        "route.http.spec.parentRefs.*.namespace",
        &["pattern"],
    ),
    loose(
        "v1alpha1",
        Span::between(Version::V0_16, Version::V0_16),
        "route.http.spec.rules.*.filters.*.urlRewrite.path",
        RULES,
    ),
    loose("v1alpha1", Span::between(Version::V0_16, Version::V0_16), "route.http.spec.rules.*.matches.*.path", RULES),
    loose("v1alpha1", Span::from(Version::V0_19), "route.http.spec.rules.*.matches.*.headers.*.name", &["pattern"]),
    loose("v1alpha2", Span::from(Version::V0_17), "route.http.spec.parentRefs.*.namespace", &["pattern"]),
    loose("v1alpha2", Span::from(Version::V0_17), "route.http.spec.rules.*.filters.*.urlRewrite.path", RULES),
    loose("v1alpha2", Span::from(Version::V0_17), "route.http.spec.rules.*.matches.*.path", RULES),
    loose("v1alpha2", Span::from(Version::V0_19), "route.http.spec.rules.*.matches.*.headers.*.name", &["pattern"]),
    loose(
        "v1alpha2",
        Span::from(Version::V0_17),
        "scheduler.pool.spec.selector.matchLabels",
        &["maxProperties", "minProperties"],
    ),
];

/// Whether the definition of configs drops the requirement that a violation is about, for an API version in a release.
pub fn is_loose(violation: &Violation, version: &str, release: Version) -> bool {
    let keys = violation.path.0.iter().filter_map(|step| match step {
        PathStep::Key(key) => Some(key.as_str()),
        PathStep::Index(_) | PathStep::Item { .. } => None,
    });
    let keys: Vec<&str> = keys.collect();
    let Some(below) = keys.strip_prefix(&["spec", "router"]) else { return false };
    let covers = |loose: &&Loose| {
        let names: Vec<&str> = loose.path.split('.').filter(|step| *step != "*").collect();
        match violation.kind {
            ViolationKind::Rule => loose.parts == RULES && below == names,
            ViolationKind::Pattern if loose.parts.contains(&"pattern") => below == names,
            // Of the map of labels, only the type of its values is checked.
            ViolationKind::Pattern | ViolationKind::Bounds | ViolationKind::TooLong => {
                loose.parts.contains(&"maxProperties") && below.starts_with(&names)
            }
            _ => false,
        }
    };
    LOOSE.iter().filter(|loose| loose.is_for(version, release)).any(|loose| covers(&loose))
}

fn loosen(schema: &mut Value, version: &str, release: Version) {
    let Some(router) = property(schema, "spec").and_then(|spec| property(spec, "router")) else { return };
    for loose in LOOSE.iter().filter(|loose| loose.is_for(version, release)) {
        let mut steps = loose.path.split('.');
        let place = steps.try_fold(&mut *router, |schema, step| match step {
            "*" => schema.get_mut("items"),
            name => property(schema, name),
        });
        let Some(Value::Object(place)) = place else { continue };
        loose.parts.iter().for_each(|part| drop(place.remove(*part)));
        if loose.parts.contains(&"maxProperties") {
            place.insert("additionalProperties".into(), json!({ "type": "string" }));
        }
    }
}

/// Drops requirements that KServe's definition does not have for the components of an InferenceService: those for the fields of
/// their members, such as `model`, and for handlers of probes. The webhook fills in or checks these.
fn relax(schema: &mut Value) {
    for component in ["explainer", "predictor", "transformer"] {
        let component = property(schema, "spec").and_then(|spec| property(spec, component));
        let Some(Value::Object(members)) = component.and_then(|component| component.get_mut("properties")) else {
            continue;
        };
        for member in members.values_mut() {
            relax_probes(member, &["httpGet", "tcpSocket"]);
            require_nothing(member);
        }
        if let Some(container) = members.get_mut("containers").and_then(|containers| containers.get_mut("items")) {
            relax_probes(container, &["httpGet"]);
        }
    }
}

/// Drops the requirement for names of members such as `model` in canaries, since the webhook fills them in.
pub fn relax_canaries(schema: &mut Value) {
    let canaries = property(schema, "spec").and_then(|spec| property(spec, "canary"));
    let predictor = canaries.and_then(|canaries| property(canaries.get_mut("items")?, "predictor"));
    let members = predictor.and_then(|predictor| predictor.get_mut("properties")?.as_object_mut());
    for member in members.into_iter().flat_map(Map::values_mut) {
        if let Some(required) = member.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| name != "name");
        }
    }
}

fn relax_probes(container: &mut Value, handlers: &[&str]) {
    for probe in ["livenessProbe", "readinessProbe"] {
        for handler in handlers {
            property(container, probe).and_then(|probe| property(probe, handler)).map(require_nothing);
        }
    }
}

fn require_nothing(schema: &mut Value) {
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("required");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::check::QUANTITY;

    fn schema(version: Version, kind: &str) -> Value {
        let definition =
            definitions(version).into_iter().find(|definition| definition["spec"]["names"]["kind"] == kind);
        definition.expect("a definition")["spec"]["versions"][0]["schema"]["openAPIV3Schema"].take()
    }

    /// The schema at a path of properties, where `*` stands for the items of a list.
    fn at<'s>(schema: &'s Value, path: &str) -> &'s Value {
        path.split('.').fold(schema, |schema, name| match name {
            "*" => &schema["items"],
            name => &schema["properties"][name],
        })
    }

    /// Calls `each` with every schema in a schema.
    fn walk(schema: &Value, each: &mut impl FnMut(&Value)) {
        each(schema);
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::values);
        let below = properties.chain(schema.get("items")).chain(schema.get("additionalProperties"));
        below.for_each(|schema| walk(schema, each));
    }

    #[test]
    fn every_kind_of_kserve_has_a_definition() {
        for kind in Kind::ALL.iter().filter(|kind| kind.group() == GROUP) {
            assert!(DEFINITIONS.iter().any(|definition| definition.kind == *kind), "DEFINITIONS lacks {kind:?}");
        }
    }

    #[test]
    fn schemas_are_structural() {
        for version in Version::ALL {
            for definition in definitions(version) {
                let schema = &definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
                walk(schema, &mut |schema| {
                    let has = |key: &str| schema.get(key).is_some();
                    let is_free = has("x-kubernetes-preserve-unknown-fields");
                    assert!(is_free || has("type") != has("x-kubernetes-int-or-string"), "{schema}");
                    assert_eq!(schema["type"] == "array", schema.get("items").is_some(), "{schema}");
                    // Keys of lists must always be present.
                    for key in schema["x-kubernetes-list-map-keys"].as_array().into_iter().flatten() {
                        let item = &schema["items"];
                        let is_required = item["required"].as_array().is_some_and(|required| required.contains(key));
                        let key = key.as_str().expect("a name");
                        assert!(is_required || item["properties"][key].get("default").is_some(), "{key}: {item}");
                    }
                });
            }
        }
    }

    #[test]
    fn rules_of_the_types_are_in_the_schema() {
        let service = schema(Version::V0_20, "InferenceService");
        let predictor = at(&service, "spec.predictor");
        assert_eq!(at(predictor, "scaleMetric")["enum"], json!(["cpu", "memory", "concurrency", "rps"]));
        assert_eq!(at(predictor, "storageUris")["minItems"], 1);
        assert_eq!(at(predictor, "storageUris.*.mountPath")["default"], "/mnt/models");
        assert_eq!(at(predictor, "storageUris.*.uri"), &json!({ "type": "string", "minLength": 1 }));
        assert_eq!(at(predictor, "minReplicas"), &json!({ "type": "integer", "format": "int32" }));
        assert_eq!(
            at(predictor, "containers.*.ports")["x-kubernetes-list-map-keys"],
            json!(["containerPort", "protocol"])
        );
        assert_eq!(at(predictor, "containers.*.resources.limits")["additionalProperties"]["pattern"], QUANTITY);
        assert_eq!(at(&service, "spec.canary.*.trafficPercent")["maximum"], 100);
        assert_eq!(at(&service, "status")["x-kubernetes-preserve-unknown-fields"], true);
    }

    #[test]
    fn a_release_has_the_fields_it_knows() {
        let has_canary = |version| at(&schema(version, "InferenceService"), "spec.canary").is_object();
        assert!(has_canary(Version::V0_20) && !has_canary(Version::V0_19));
        let service = schema(Version::V0_20, "InferenceService");
        assert!(at(&service, "spec.predictor.ephemeralContainers").is_null());
    }

    #[test]
    fn components_ask_for_less_than_runtimes() {
        let service = schema(Version::V0_20, "InferenceService");
        let runtime = schema(Version::V0_20, "ServingRuntime");
        assert!(at(&service, "spec.predictor.model").get("required").is_none());
        assert!(at(&service, "spec.predictor.model.livenessProbe.tcpSocket").get("required").is_none());
        assert!(at(&service, "spec.predictor.containers.*.livenessProbe.httpGet").get("required").is_none());
        assert_eq!(at(&service, "spec.predictor.containers.*.livenessProbe.tcpSocket")["required"], json!(["port"]));
        assert_eq!(at(&service, "spec.predictor.containers.*")["required"], json!(["name"]));
        assert_eq!(at(&service, "spec.canary.*.predictor.model")["required"], json!(["modelFormat", "name"]));
        assert_eq!(at(&runtime, "spec.containers.*.livenessProbe.httpGet")["required"], json!(["port"]));
    }
}
