//! Kubernetes' own types, as in the crate k8s-openapi: its schemas show whether `kubernetes.types` is right, and its types
//! whether printed objects are.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use k8s_openapi::api::{apps, autoscaling, core, networking, rbac};
use k8s_openapi::schemars::SchemaGenerator;
use k8s_openapi::serde::{Serialize, de::DeserializeOwned};
use kserve_render::object::Key;
use kserve_render::output::objects::{self, Options};
use kserve_render::release::Version;
use kserve_render::{Found, Map, Value};
use support::case::Case;

/// The structs in a table with their lines.
struct Table<'t> {
    structs: BTreeMap<&'t str, Vec<&'t str>>,
}

/// A field as in a line of the table.
struct Field<'t> {
    name: &'t str,
    /// The type, without `?`, `!` and Go's name for a named string.
    ty: String,
    required: bool,
    has_default: bool,
}

impl<'t> Table<'t> {
    fn read(text: &'t str) -> Table<'t> {
        let mut structs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut current = "";
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            match line.strip_prefix("  ") {
                Some(field) => structs.get_mut(current).expect("a struct").push(field),
                None => {
                    current = line.split_whitespace().next().unwrap_or_default();
                    assert!(structs.insert(current, Vec::new()).is_none(), "{current} stands twice");
                }
            }
        }
        Table { structs }
    }

    /// The fields of a struct, with those of the structs that it inlines.
    fn fields(&self, name: &str) -> Vec<Field<'t>> {
        let lines = self.structs.get(name).unwrap_or_else(|| panic!("no struct {name}"));
        lines.iter().flat_map(|line| self.field(line)).collect()
    }

    fn field(&self, line: &'t str) -> Vec<Field<'t>> {
        if let Some(inlined) = line.strip_prefix("+ ") {
            return self.fields(inlined.trim());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, ty, rules @ ..] = &words[..] else { panic!("no type: {line}") };
        let written = ty.ends_with('!');
        let ty = ty.trim_start_matches('?').trim_end_matches('!');
        let ty = match ty.split_once(':') {
            Some((ty, _)) if ty.starts_with('[') => format!("{ty}]"),
            Some((ty, _)) => ty.to_owned(),
            None => ty.to_owned(),
        };
        let required = rules.contains(&"required") || (written && !rules.contains(&"optional"));
        vec![Field { name, ty, required, has_default: rules.iter().any(|rule| rule.starts_with("default=")) }]
    }
}

/// The definitions of all types that make up pods, workloads and autoscalers.
fn definitions() -> Map {
    let mut generator = SchemaGenerator::default();
    generator.subschema_for::<apps::v1::Deployment>();
    generator.subschema_for::<core::v1::EphemeralContainer>();
    generator.subschema_for::<autoscaling::v2::HorizontalPodAutoscaler>();
    generator.take_definitions(true).into_iter().collect()
}

/// The schema of a struct in the table; the types of the table have different names in all groups.
fn schema<'d>(definitions: &'d Map, name: &str) -> Result<&'d Value, String> {
    let ending = format!(".{name}");
    let mut fitting = definitions.iter().filter(|(key, _)| key.ends_with(&ending));
    match (fitting.next(), fitting.next()) {
        (Some((_, schema)), None) => Ok(schema),
        (None, _) => Err(format!("{name}: no schema")),
        (Some((one, _)), Some((other, _))) => Err(format!("{name}: {one} or {other}")),
    }
}

/// The type of a value according to its schema, in the words of the table.
fn type_of(schema: &Value) -> String {
    let reference = |schema: &Value| {
        let name = schema.get("$ref")?.as_str()?;
        let name = name.rsplit('/').next().unwrap_or_default();
        Some(match name.rsplit('.').next().unwrap_or_default() {
            "Quantity" => "quantity".to_owned(),
            "IntOrString" => "intOrString".to_owned(),
            "Time" => "time".to_owned(),
            _ => name.rsplit('.').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("."),
        })
    };
    let all_of = schema.pointer("/allOf/0").and_then(reference);
    if let Some(name) = reference(schema).or(all_of) {
        return name;
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("string"), _) => "string".into(),
        (Some("boolean"), _) => "bool".into(),
        (Some("integer"), Some(format)) => format.into(),
        (Some("array"), _) => format!("[{}]", type_of(&schema["items"])),
        (Some("object"), _) => format!("{{{}}}", type_of(&schema["additionalProperties"])),
        other => format!("{other:?}"),
    }
}

/// Whether a struct has no schema of its own in the API server, because it occurs only inlined in others.
fn is_inlined(table: &Table<'_>, name: &str) -> bool {
    let inlined = format!("+ {name}");
    table.structs.values().flatten().any(|line| line.trim() == inlined)
}

#[test]
fn every_line_of_the_table_agrees_with_the_schema_of_kubernetes() {
    let table = Table::read(include_str!("../src/schema/kubernetes.types"));
    let definitions = definitions();
    let mut faults = Vec::new();
    let mut compared = 0;
    // The metadata in a template of a claim has a type that only CustomResourceDefinitions use.
    for name in table.structs.keys().filter(|name| **name != "EmbeddedObjectMeta") {
        let schema = match schema(&definitions, name) {
            Ok(schema) => schema,
            Err(_) if is_inlined(&table, name) => continue,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let required: BTreeSet<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for field in table.fields(name) {
            compared += 1;
            let Some(property) = schema["properties"].get(field.name) else {
                faults.push(format!("{name}.{}: not in the schema", field.name));
                continue;
            };
            let ty = type_of(property);
            if !["any", "[any]", "EmbeddedObjectMeta"].contains(&&*field.ty) && field.ty != ty {
                faults.push(format!("{name}.{}: {} in the table, {ty} in the schema", field.name, field.ty));
            }
            // k8s-openapi requires the names of references, for which the API server has a default.
            if !field.has_default && field.required != required.contains(field.name) {
                faults.push(format!("{name}.{}: required in one of table and schema", field.name));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(compared > 450, "{compared} fields");
}

/// The object, decoded into its type and written again; `None` if it is not of one of Kubernetes' own kinds.
fn round_trip(object: &Value) -> Option<Result<Value, serde_json::Error>> {
    fn through<T: Serialize + DeserializeOwned>(object: &Value) -> Result<Value, serde_json::Error> {
        serde_json::to_value(T::deserialize(object)?)
    }
    let text = |key: &str| object[key].as_str().unwrap_or_default();
    Some(match (text("apiVersion"), text("kind")) {
        ("v1", "Service") => through::<core::v1::Service>(object),
        ("v1", "ServiceAccount") => through::<core::v1::ServiceAccount>(object),
        ("v1", "Secret") => through::<core::v1::Secret>(object),
        ("v1", "ConfigMap") => through::<core::v1::ConfigMap>(object),
        ("apps/v1", "Deployment") => through::<apps::v1::Deployment>(object),
        ("autoscaling/v2", "HorizontalPodAutoscaler") => through::<autoscaling::v2::HorizontalPodAutoscaler>(object),
        ("networking.k8s.io/v1", "Ingress") => through::<networking::v1::Ingress>(object),
        ("networking.k8s.io/v1", "NetworkPolicy") => through::<networking::v1::NetworkPolicy>(object),
        ("rbac.authorization.k8s.io/v1", "Role") => through::<rbac::v1::Role>(object),
        ("rbac.authorization.k8s.io/v1", "RoleBinding") => through::<rbac::v1::RoleBinding>(object),
        ("rbac.authorization.k8s.io/v1", "ClusterRoleBinding") => through::<rbac::v1::ClusterRoleBinding>(object),
        _ => return None,
    })
}

/// The first difference between a value and its round trip.
fn difference(before: &Value, after: &Value, path: &str) -> Option<String> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            keys.into_iter().find_map(|key| {
                let side = |map: &Map| map.get(key).cloned().unwrap_or(Value::Null);
                difference(&side(before), &side(after), &format!("{path}.{key}"))
            })
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            let mut pairs = before.iter().zip(after).enumerate();
            pairs.find_map(|(index, (before, after))| difference(before, after, &format!("{path}[{index}]")))
        }
        _ => (before != after).then(|| format!("{path}: {before} becomes {after}")),
    }
}

#[test]
fn printed_objects_of_the_recorded_cases_keep_everything_in_the_types_of_kubernetes() {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/conformance");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults = BTreeMap::new();
    let mut folders: Vec<PathBuf> =
        ["catalog", "deep", "defaults", "observed", "graph", "llm"].map(|folder| recorded.join(folder)).into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                // What the cases of a folder share.
                false if path.ends_with("shared.yaml") => {}
                false if path.parent().is_some_and(|folder| folder.ends_with("context")) => {}
                false => files.push(path),
            }
        }
    }
    files.sort();
    // The cluster of an LLMInferenceService contains presets and a Gateway.
    let held = ["cluster.yaml", &format!("{}.yaml", Version::NEWEST.name())].map(|file| {
        let text = std::fs::read_to_string(recorded.join("llm/context").join(file)).unwrap();
        support::documents(&text).unwrap()
    });
    let held: Vec<Arc<Value>> = held.into_iter().flatten().map(Arc::new).collect();
    for (place, file) in files.iter().enumerate() {
        let case = Case::read(file).unwrap();
        let held = if file.starts_with(recorded.join("llm")) { &held[..] } else { &[] };
        let newest = Version::NEWEST;
        let (resources, cluster) = support::read_in_cluster(held, &case.input, &case.options, newest, newest).unwrap();
        let observed = case.observed.as_deref().map(support::documents).transpose().unwrap().unwrap_or_default();
        let found = Arc::new(Found::new(observed));
        // As printed, with and without the pods after the webhook.
        let options = Options { inject: place % 2 == 1, ..Options::default() };
        for mut rendering in kserve_render::render::render_all(&cluster, &resources, &found) {
            for object in objects::take(&mut rendering, &options) {
                let Some(after) = round_trip(&object) else { continue };
                *kinds.entry(Key::of(&object).kind.into_owned()).or_default() += 1;
                let fault = match after {
                    Ok(after) => difference(&object, &after, ""),
                    Err(error) => Some(error.to_string()),
                };
                if let Some(fault) = fault {
                    faults.entry(fault).or_insert_with(|| format!("{}", file.display()));
                }
            }
        }
    }
    assert_eq!(faults, BTreeMap::new());
    assert!(kinds.len() >= 10 && kinds.values().sum::<usize>() > 5_000, "{kinds:?}");
}
