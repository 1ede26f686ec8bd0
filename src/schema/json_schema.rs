//! The types of a release as JSON Schemas, for editors and for tools such as kubeconform.

use std::collections::HashMap;

use serde_json::json;

use super::definitions::{DEFINITIONS, Definition, GROUP, Served, relax_canaries};
use super::openapi::Annotate;
use super::types::{Field, Struct};
use crate::release::{Span, Version};
use crate::{Map, Value};

/// Descriptions of the fields of KServe's own types: lines of words by struct, as the head of the file explains.
const WORDS: &str = include_str!("fields.words");

/// The JSON Schema (draft 7) of one version of a kind.
#[derive(Debug)]
pub struct JsonSchema {
    definition: &'static Definition,
    /// The API version, such as `v1beta1`.
    pub version: &'static str,
    /// Whether the API server stores this version; it is the newest one.
    pub is_stored: bool,
    /// The schema.
    pub schema: Value,
}

impl std::fmt::Debug for Definition {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(self.kind.name())
    }
}

impl JsonSchema {
    /// The kind, such as `InferenceService`.
    pub fn kind(&self) -> &'static str {
        self.definition.kind.name()
    }

    /// The path, `GROUP/KIND_VERSION.json` in lowercase, where kubeconform and the CRDs catalogue look for it.
    pub fn path(&self) -> String {
        format!("{GROUP}/{}_{}.json", self.kind().to_ascii_lowercase(), self.version)
    }

    /// Whether `name` means the kind: its name, plural, or short name.
    pub fn is_called(&self, name: &str) -> bool {
        self.definition.is_called(name)
    }
}

/// The JSON Schemas of all kinds that KServe has in a release, in all versions that it serves. With `closed`, they refuse unknown
/// fields, which the API server would drop. Rules that JSON Schema cannot express are in the descriptions.
pub fn json_schemas(release: Version, closed: bool) -> Vec<JsonSchema> {
    let notes = Described::read();
    let kinds = DEFINITIONS.iter().flat_map(|definition| {
        let stored = definition.served(release).next_back().map(|served| served.name);
        definition.served(release).map(move |served| (definition, served, stored == Some(served.name)))
    });
    kinds
        .map(|(definition, served, is_stored)| {
            let schema = write(definition, served, release, closed, &notes);
            JsonSchema { definition, version: served.name, is_stored, schema }
        })
        .collect()
}

/// A single JSON Schema for documents of all these kinds, which refers to their schemas next to it; documents of other kinds are
/// not checked. Returns its file name and the schema.
pub fn of_all_kinds(schemas: &[&JsonSchema]) -> (String, Value) {
    let cases = schemas.iter().map(|schema| {
        let is = json!({
            "apiVersion": { "const": format!("{GROUP}/{}", schema.version) },
            "kind": { "const": schema.kind() },
        });
        let path = schema.path();
        let file = path.rsplit('/').next().unwrap_or_default();
        json!({ "if": { "properties": is, "required": ["apiVersion", "kind"] }, "then": { "$ref": file } })
    });
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Documents of KServe",
        "type": "object",
        "allOf": cases.collect::<Vec<_>>(),
    });
    (format!("{GROUP}/all.json"), schema)
}

#[expect(
    clippy::indexing_slicing,
    reason = "`translate` gives an object for a struct, whose schema has properties; writing a key of an object, or of null, adds it"
)]
fn write(definition: &Definition, served: &Served, release: Version, closed: bool, notes: &Described) -> Value {
    let mut shared = Shared { closed, ..Shared::default() };
    let mut object = definition.schema(served, release, notes);
    relax_canaries(&mut object);
    // The schema contains the object itself instead of referring to it.
    if let Some(parts) = object.as_object_mut() {
        parts.remove("title");
    }
    let mut schema = shared.translate(object);
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    schema["title"] = format!("{} of KServe {}", definition.kind.name(), release.name()).into();
    let only = |value: String, what: &str| json!({ "type": "string", "description": what, "enum": [value] });
    schema["properties"]["apiVersion"] = only(format!("{GROUP}/{}", served.name), "Group and version of the API.");
    schema["properties"]["kind"] = only(definition.kind.name().to_owned(), "The kind of object.");
    schema["properties"]["status"] =
        json!({ "type": "object", "description": "What the controller reports; what is applied here is ignored." });
    schema["required"] = json!(["apiVersion", "kind", "metadata"]);
    schema["definitions"] = shared.definitions.into();
    schema
}

/// The structs of a schema, each once.
#[derive(Default)]
struct Shared {
    closed: bool,
    definitions: Map,
    /// Names by content: the same struct may require less in one place than in another.
    names: HashMap<String, String>,
}

impl Shared {
    /// A structural schema as a JSON Schema.
    fn translate(&mut self, schema: Value) -> Value {
        let Value::Object(mut parts) = schema else { return schema };
        let name = parts.remove("title");
        let rules = parts.remove("x-kubernetes-validations");
        let is_open = parts.remove("x-kubernetes-preserve-unknown-fields").is_some();
        if parts.remove("x-kubernetes-list-type").is_some_and(|kind| kind == "set") {
            parts.insert("uniqueItems".into(), true.into());
        }
        parts.retain(|key, _| !key.starts_with("x-kubernetes-"));
        if is_open {
            // In editors such a value is not checked either: it may come from a template.
            parts.remove("type");
        }
        if let Some(Value::Object(properties)) = parts.get_mut("properties") {
            properties.values_mut().for_each(|property| *property = self.translate(property.take()));
            if self.closed && !is_open {
                parts.insert("additionalProperties".into(), false.into());
            }
        }
        for key in ["items", "additionalProperties"] {
            if let Some(inner) = parts.get_mut(key).filter(|inner| inner.is_object()) {
                *inner = self.translate(inner.take());
            }
        }
        append_rules(&mut parts, rules.as_ref());
        match name {
            Some(Value::String(name)) => self.share(name, parts),
            _ => parts.into(),
        }
    }

    /// A reference to a struct, next to what its field says about it.
    fn share(&mut self, go: String, mut parts: Map) -> Value {
        let mut reference = Map::new();
        for own in ["description", "default"] {
            reference.extend(parts.remove_entry(own));
        }
        let content = Value::from(parts.clone()).to_string();
        let count = self.definitions.keys().filter(|name| name.split('-').next() == Some(go.as_str())).count();
        let name = self.names.entry(content).or_insert_with(|| match count {
            0 => go,
            others => format!("{go}-{}", others + 1),
        });
        self.definitions.entry(name.clone()).or_insert(parts.into());
        reference.insert("$ref".into(), format!("#/definitions/{name}").into());
        reference.into()
    }
}

/// Appends the messages of rules that only the API server evaluates to a description.
fn append_rules(parts: &mut Map, rules: Option<&Value>) {
    let messages = rules.and_then(Value::as_array).into_iter().flatten();
    let messages: Vec<&str> = messages.filter_map(|rule| rule.get("message")?.as_str()).collect();
    if messages.is_empty() {
        return;
    }
    let text = parts.get("description").and_then(Value::as_str).unwrap_or_default();
    let told = format!("{text}\n\nThe API server also checks: {}.", messages.join("; "));
    parts.insert("description".into(), told.trim_start().into());
}

/// Adds this project's own descriptions.
struct Described {
    words: HashMap<(&'static str, &'static str), &'static str>,
}

impl Described {
    fn read() -> Described {
        let mut words = HashMap::new();
        let mut owner = "";
        for line in WORDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.strip_prefix("  ") {
                None => owner = line,
                Some(line) => {
                    let (name, text) = line.split_once(' ').unwrap_or((line, ""));
                    words.insert((owner, name), text.trim_ascii());
                }
            }
        }
        Described { words }
    }

    /// The description of a field: by its struct, by the name of its struct in any API version, or for all fields of the struct.
    fn words(&self, owner: &'static str, field: &'static str) -> Option<&'static str> {
        let short = owner.rsplit('.').next().unwrap_or(owner);
        let places = [(owner, field), (short, field), (owner, "*"), (short, "*")];
        places.into_iter().find_map(|place| self.words.get(&place).copied())
    }
}

impl Annotate for Described {
    fn structure(&self, of: &Struct, schema: &mut Value) {
        schema["title"] = of.table.replace('/', ".").into();
    }

    fn field(&self, of: &Field, schema: &mut Value) {
        let mut text = self.words(of.owner, of.name).unwrap_or_default().to_owned();
        let since = Version::parse(of.since).filter(|since| !Span::from(*since).is_from_the_oldest());
        if let Some(since) = since {
            text = format!("{text} Since {}.", since.name());
        }
        if let Some(until) = Version::parse(of.until) {
            text = format!("{text} Up to {}.", until.name());
        }
        if !text.is_empty() {
            schema["description"] = text.trim_start().into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(release: Version, kind: &str, closed: bool) -> Value {
        let all = json_schemas(release, closed).into_iter();
        all.filter(|schema| schema.kind() == kind && schema.is_stored)
            .map(|schema| schema.schema)
            .next()
            .expect("a kind")
    }

    /// The schema at a path of properties, where `*` stands for the items of a list; references are followed.
    fn at<'s>(schema: &'s Value, path: &str) -> &'s Value {
        path.split('.').fold(schema, |place, name| {
            let place = match place["$ref"].as_str() {
                Some(name) => &schema["definitions"][name.trim_start_matches("#/definitions/")],
                None => place,
            };
            if name == "*" { &place["items"] } else { &place["properties"][name] }
        })
    }

    #[test]
    fn every_release_has_the_kinds_that_it_serves() {
        let paths = |release| json_schemas(release, false).iter().map(JsonSchema::path).collect::<Vec<_>>();
        assert!(paths(Version::V0_15).contains(&"serving.kserve.io/inferenceservice_v1beta1.json".into()));
        assert!(!paths(Version::V0_15).iter().any(|path| path.contains("llm")));
        assert!(!paths(Version::V0_16).contains(&"serving.kserve.io/llminferenceservice_v1alpha2.json".into()));
        assert!(paths(Version::V0_20).contains(&"serving.kserve.io/llminferenceserviceconfig_v1alpha1.json".into()));
        assert_eq!(paths(Version::V0_20).len(), 14);
    }

    #[test]
    fn a_closed_schema_knows_every_field_that_an_open_one_knows_and_no_other() {
        let (open, closed) =
            (schema(Version::V0_20, "InferenceService", false), schema(Version::V0_20, "InferenceService", true));
        let at_model = |schema: &Value| at(schema, "spec.predictor.model.storageUri").clone();
        assert_eq!(at_model(&open), at_model(&closed));
        let is_closed = |schema: &Value| schema["definitions"]["v1beta1.ModelFormat"]["additionalProperties"] == false;
        assert!(is_closed(&closed) && !is_closed(&open));
        // Maps stay open, and so does what the controller reports.
        assert!(at(&closed, "metadata.labels")["additionalProperties"].is_object());
        assert!(at(&closed, "status").get("additionalProperties").is_none());
    }

    #[test]
    fn fields_describe_what_they_become_and_since_when() {
        let service = schema(Version::V0_20, "InferenceService", true);
        let text = at(&service, "spec.canary")["description"].as_str().unwrap_or_default();
        assert!(text.contains("Standard") && text.ends_with("Since v0.20."), "{text}");
        let text = at(&service, "spec.predictor.minReplicas")["description"].as_str().unwrap_or_default();
        assert!(text.contains("HorizontalPodAutoscaler"), "{text}");
        let uri = at(&service, "spec.predictor.storageUris.*.mountPath");
        assert_eq!((&uri["default"], &uri["maxLength"]), (&json!("/mnt/models"), &json!(255)));
        assert_eq!(at(&service, "spec.predictor.scaleMetric")["enum"], json!(["cpu", "memory", "concurrency", "rps"]));
    }

    #[test]
    fn the_object_itself_is_not_a_reference() {
        let service = schema(Version::V0_20, "InferenceService", true);
        assert_eq!(service["properties"]["kind"]["enum"], json!(["InferenceService"]));
        assert_eq!(service["additionalProperties"], false);
        assert!(service.get("$ref").is_none());
    }

    #[test]
    fn rules_of_the_api_server_are_in_the_description() {
        let service = schema(Version::V0_20, "LLMInferenceService", true);
        let scaling = &service["definitions"]["v1alpha2.ScalingSpec"];
        assert!(!scaling.to_string().contains("x-kubernetes"));
        let text = at(&service, "spec.scaling")["description"].as_str().unwrap_or_default();
        assert!(text.contains("minReplicas cannot exceed maxReplicas"), "{text}");
    }

    /// Collects the fields of all structs, with their descriptions.
    struct Seen(std::cell::RefCell<std::collections::BTreeSet<(&'static str, &'static str)>>);

    impl Annotate for Seen {
        fn field(&self, of: &Field, _schema: &mut Value) {
            self.0.borrow_mut().insert((of.owner, of.name));
        }
    }

    #[test]
    fn words_occur_once_and_below_a_struct() {
        let (mut owner, mut known) = ("", std::collections::BTreeSet::new());
        for line in WORDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.strip_prefix("  ") {
                None => {
                    assert!(!line.contains(' '), "neither struct nor field: {line}");
                    owner = line;
                }
                Some(line) => {
                    let (name, text) = line.split_once(' ').expect("name and words");
                    assert!(!owner.is_empty() && !name.is_empty() && !text.trim().is_empty(), "{owner}: {line}");
                    assert!(known.insert((owner, name)), "{owner} has words for {name} twice");
                }
            }
        }
    }

    #[test]
    fn every_field_of_kserves_types_has_a_description_and_every_description_a_field() {
        let seen = Seen(std::cell::RefCell::default());
        for release in Version::ALL {
            for definition in DEFINITIONS {
                definition.served(release).for_each(|served| drop(definition.schema(served, release, &seen)));
            }
        }
        let (seen, described) = (seen.0.into_inner(), Described::read());
        let is_own = |owner: &str| {
            !owner.contains('/') && ["v1beta1.", "v1alpha1.", "v1alpha2."].iter().any(|own| owner.starts_with(own))
        };
        let silent: Vec<_> =
            seen.iter().filter(|(owner, field)| is_own(owner) && described.words(owner, field).is_none()).collect();
        assert!(silent.is_empty(), "without words: {silent:#?}");
        let has = |(owner, name): &(&str, &str)| {
            seen.iter().any(|(go, field)| {
                (go == owner || go.rsplit('.').next() == Some(*owner)) && (*name == "*" || field == name)
            })
        };
        let lost: Vec<_> = described.words.keys().filter(|place| !has(place)).collect();
        assert!(lost.is_empty(), "words of no field: {lost:#?}");
        for (place, text) in &described.words {
            assert!(text.ends_with(['.', ')']) && text.len() >= 10, "{place:?}: {text}");
        }
    }
}
