//! The types of a release as custom resource definitions, for API servers and tools that know no KServe.

use serde_json::json;

use super::check::QUANTITY;
use super::types::{Field, Rule, Struct, StructId, Type, Types};
use crate::release::Version;
use crate::{Map, Value};

/// What a definition says beside the schema.
struct Definition {
    kind: &'static str,
    plural: &'static str,
    short: &'static [&'static str],
    is_cluster_wide: bool,
    version: &'static str,
    root: fn(&Types) -> StructId,
    /// What is a resource of its own.
    subresources: Option<&'static [&'static str]>,
    /// What KServe changes in the schema that follows from the types.
    change: fn(&mut Value),
    /// What `kubectl get` shows: name, type and path.
    columns: &'static [(&'static str, &'static str, &'static str)],
}

const RUNTIME_COLUMNS: &[(&str, &str, &str)] = &[
    ("Disabled", "boolean", ".spec.disabled"),
    ("ModelType", "string", ".spec.supportedModelFormats[*].name"),
    ("Containers", "string", ".spec.containers[*].name"),
    AGE,
];
const URL_COLUMNS: &[(&str, &str, &str)] =
    &[("URL", "string", ".status.url"), ("Ready", "string", ".status.conditions[?(@.type=='Ready')].status"), AGE];
const AGE: (&str, &str, &str) = ("Age", "date", ".metadata.creationTimestamp");

const DEFINITIONS: &[Definition] = &[
    Definition {
        kind: "InferenceService",
        plural: "inferenceservices",
        short: &["isvc"],
        is_cluster_wide: false,
        version: "v1beta1",
        root: |types| types.inference_service,
        subresources: Some(&["status"]),
        change: relax,
        columns: &[
            ("URL", "string", ".status.url"),
            ("Ready", "string", ".status.conditions[?(@.type=='Ready')].status"),
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
        kind: "ServingRuntime",
        plural: "servingruntimes",
        short: &[],
        is_cluster_wide: false,
        version: "v1alpha1",
        root: |types| types.serving_runtime,
        subresources: Some(&[]),
        change: |_| {},
        columns: RUNTIME_COLUMNS,
    },
    Definition {
        kind: "ClusterServingRuntime",
        plural: "clusterservingruntimes",
        short: &[],
        is_cluster_wide: true,
        version: "v1alpha1",
        root: |types| types.cluster_serving_runtime,
        subresources: Some(&[]),
        change: |_| {},
        columns: RUNTIME_COLUMNS,
    },
    Definition {
        kind: "ClusterStorageContainer",
        plural: "clusterstoragecontainers",
        short: &[],
        is_cluster_wide: true,
        version: "v1alpha1",
        root: |types| types.cluster_storage_container,
        subresources: None,
        change: |_| {},
        columns: &[],
    },
    Definition {
        kind: "InferenceGraph",
        plural: "inferencegraphs",
        short: &["ig"],
        is_cluster_wide: false,
        version: "v1alpha1",
        root: |types| types.inference_graph,
        subresources: Some(&["status"]),
        change: |_| {},
        columns: URL_COLUMNS,
    },
    Definition {
        kind: "TrainedModel",
        plural: "trainedmodels",
        short: &["tm"],
        is_cluster_wide: false,
        version: "v1alpha1",
        root: |types| types.trained_model,
        subresources: Some(&["status"]),
        change: |_| {},
        columns: URL_COLUMNS,
    },
];

/// The custom resource definitions of a release that this crate has the types of: InferenceService, ServingRuntime,
/// ClusterServingRuntime, ClusterStorageContainer, InferenceGraph and TrainedModel. The schemas ask what KServe's own ask, without descriptions; a
/// status is taken as it is.
pub fn definitions(version: Version) -> Vec<Value> {
    let types = Types::of(version);
    DEFINITIONS.iter().map(|definition| definition.write(types)).collect()
}

impl Definition {
    /// The schema of an object.
    fn schema(&self, types: &Types) -> Value {
        let mut schema = types.structs.get((self.root)(types)).map(|root| structure(types, root)).unwrap_or_default();
        for name in ["apiVersion", "kind"] {
            schema["properties"][name] = json!({ "type": "string" });
        }
        // The API server knows the metadata of objects by itself.
        schema["properties"]["metadata"] = json!({ "type": "object" });
        (self.change)(&mut schema);
        schema
    }

    fn write(&self, types: &Types) -> Value {
        let mut names = json!({
            "kind": self.kind,
            "listKind": format!("{}List", self.kind),
            "plural": self.plural,
            "singular": self.kind.to_ascii_lowercase(),
        });
        if !self.short.is_empty() {
            names["shortNames"] = json!(self.short);
        }
        let mut version = json!({
            "name": self.version,
            "schema": { "openAPIV3Schema": self.schema(types) },
            "served": true,
            "storage": true,
        });
        if let Some(names) = self.subresources {
            version["subresources"] = names.iter().map(|name| ((*name).to_owned(), json!({}))).collect::<Map>().into();
        }
        if !self.columns.is_empty() {
            let column = |(name, ty, path): &_| json!({ "jsonPath": path, "name": name, "type": ty });
            version["additionalPrinterColumns"] = self.columns.iter().map(column).collect();
        }
        json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": { "name": format!("{}.serving.kserve.io", self.plural) },
            "spec": {
                "group": "serving.kserve.io",
                "names": names,
                "scope": if self.is_cluster_wide { "Cluster" } else { "Namespaced" },
                "versions": [version],
            },
        })
    }
}

/// Takes back what KServe does not ask for in the components of an InferenceService: the fields of their members, such as
/// `model`, and handlers of probes. Its webhook writes or checks them.
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

fn relax_probes(container: &mut Value, handlers: &[&str]) {
    for probe in ["livenessProbe", "readinessProbe"] {
        for handler in handlers {
            property(container, probe).and_then(|probe| property(probe, handler)).map(require_nothing);
        }
    }
}

fn property<'s>(schema: &'s mut Value, name: &str) -> Option<&'s mut Value> {
    schema.get_mut("properties")?.get_mut(name)
}

fn require_nothing(schema: &mut Value) {
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("required");
    }
}

/// Structs that are applied as a whole, not field by field.
const ATOMIC: [&str; 15] = [
    "v1.ConfigMapEnvSource",
    "v1.ConfigMapKeySelector",
    "v1.ConfigMapProjection",
    "v1.ConfigMapVolumeSource",
    "v1.FileKeySelector",
    "v1.LabelSelector",
    "v1.LocalObjectReference",
    "v1.NodeSelector",
    "v1.NodeSelectorTerm",
    "v1.ObjectFieldSelector",
    "v1.ResourceFieldSelector",
    "v1.SecretEnvSource",
    "v1.SecretKeySelector",
    "v1.SecretProjection",
    "v1.TypedLocalObjectReference",
];

fn structure(types: &Types, owner: &Struct) -> Value {
    let known = owner.fields.iter().filter(|field| !field.pruned);
    let properties: Map = known.map(|field| (field.name.to_owned(), of_field(types, field))).collect();
    let required: Vec<&str> =
        owner.required.iter().filter_map(|at| owner.fields.get(*at)).map(|field| field.name).collect();
    let mut schema = json!({ "type": "object" });
    if !properties.is_empty() {
        schema["properties"] = properties.into();
    }
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    for validation in owner.validations.iter() {
        let of = match validation.field {
            None => Some(&mut schema),
            Some(field) => property(&mut schema, field),
        };
        if let Some(of) = of {
            let rules = &mut of["x-kubernetes-validations"];
            let rule = json!({ "message": validation.message, "rule": validation.rule });
            match rules.as_array_mut() {
                Some(rules) => rules.push(rule),
                None => *rules = json!([rule]),
            }
        }
    }
    if ATOMIC.contains(&owner.go) {
        schema["x-kubernetes-map-type"] = "atomic".into();
    }
    schema
}

fn of_field(types: &Types, field: &Field) -> Value {
    if field.free {
        return json!({ "x-kubernetes-preserve-unknown-fields": true });
    }
    let mut schema = of_type(types, &field.ty);
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(key).filter(|_| !field.each.is_empty()) {
            add_rules(inner, &field.each);
        }
    }
    add_rules(&mut schema, &field.rules);
    if field.atomic {
        schema["x-kubernetes-map-type"] = "atomic".into();
    }
    if let Some(default) = &field.default {
        schema["default"] = default.clone();
    }
    schema
}

fn add_rules(schema: &mut Value, rules: &[Rule]) {
    for rule in rules {
        let (key, value) = match rule {
            Rule::Enum(values) => ("enum", json!(values)),
            Rule::Pattern(pattern) => ("pattern", json!(pattern.text)),
            Rule::Min(least) => ("minimum", json!(least)),
            Rule::Max(most) => ("maximum", json!(most)),
            Rule::MinItems(least) => ("minItems", json!(least)),
            Rule::MaxItems(most) => ("maxItems", json!(most)),
            Rule::MinProperties(least) => ("minProperties", json!(least)),
            Rule::MaxProperties(most) => ("maxProperties", json!(most)),
            Rule::MinLength(least) => ("minLength", json!(least)),
            Rule::MaxLength(most) => ("maxLength", json!(most)),
            Rule::Keys(keys) => {
                schema["x-kubernetes-list-map-keys"] = json!(keys);
                ("x-kubernetes-list-type", json!("map"))
            }
            Rule::Set => ("x-kubernetes-list-type", json!("set")),
        };
        schema[key] = value;
    }
}

fn of_type(types: &Types, ty: &Type) -> Value {
    match ty {
        Type::Any => json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true }),
        Type::String(_) | Type::Url => json!({ "type": "string" }),
        Type::Bool => json!({ "type": "boolean" }),
        Type::Int(int) => match int.format() {
            "" => json!({ "type": "integer" }),
            format => json!({ "type": "integer", "format": format }),
        },
        Type::Quantity | Type::MetricQuantity => {
            let mut schema = int_or_string();
            schema["pattern"] = QUANTITY.into();
            schema
        }
        Type::IntOrString => int_or_string(),
        Type::List(item) => json!({ "type": "array", "items": of_type(types, item) }),
        Type::Map(value, _) => json!({ "type": "object", "additionalProperties": of_type(types, value) }),
        Type::Struct(id) => types.structs.get(*id).map(|owner| structure(types, owner)).unwrap_or_default(),
    }
}

fn int_or_string() -> Value {
    json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }], "x-kubernetes-int-or-string": true })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn schemas_are_structural() {
        for version in Version::ALL {
            for definition in definitions(version) {
                let schema = &definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
                walk(schema, &mut |schema| {
                    assert_ne!(
                        schema.get("type").is_some(),
                        schema.get("x-kubernetes-int-or-string").is_some(),
                        "{schema}"
                    );
                    assert_eq!(schema["type"] == "array", schema.get("items").is_some(), "{schema}");
                    // Keys of lists must always be there.
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
