//! The ConfigMap `inferenceservice-config` in the forms that people pass it in: whole, only its data, with sections written as
//! YAML, or a single value of a section.

use serde_json::json;

use super::scalar;
use crate::object::fields::Lookup as _;
use crate::object::{Kind, role};
use crate::{Map, Value};

/// Name of KServe's ConfigMap.
pub const NAME: &str = "inferenceservice-config";

/// Whether a document is KServe's ConfigMap, in any namespace.
pub fn is_config(object: &Value) -> bool {
    role::kind(object) == Kind::ConfigMap.name() && object.at("/metadata/name").is_some_and(|name| name == NAME)
}

/// Why a document is not a configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAConfig {
    /// It has no sections.
    #[error("not a map of configuration sections")]
    NoSections,
    /// It is an object of another kind, or another ConfigMap.
    #[error("kind {0}, not the ConfigMap {NAME}")]
    OtherKind(String),
}

/// Turns a document given as configuration into the ConfigMap that it stands for: itself, or one built from its `data` or,
/// without `data`, from its keys.
///
/// # Errors
///
/// [`NotAConfig`] if the document is neither.
pub fn config_map(document: Value, namespace: &str) -> Result<Value, NotAConfig> {
    if is_config(&document) {
        return Ok(document);
    }
    let mut entries = match document {
        Value::Object(entries) => entries,
        _ => return Err(NotAConfig::NoSections),
    };
    if let Some(kind) = entries.get("kind").and_then(Value::as_str) {
        return Err(NotAConfig::OtherKind(kind.to_owned()));
    }
    let data = match entries.remove("data") {
        Some(Value::Object(data)) => data,
        Some(_) => return Err(NotAConfig::NoSections),
        None => entries,
    };
    let metadata = json!({ "name": NAME, "namespace": namespace });
    Ok(
        json!({ "apiVersion": Kind::ConfigMap.api_version(), "kind": Kind::ConfigMap.name(), "metadata": metadata, "data": data }),
    )
}

/// Turns sections written as YAML into the JSON strings that the controller reads. Returns the names of the sections that it changed.
pub fn sections_as_text(config_map: &mut Value) -> Vec<String> {
    let mut turned = Vec::new();
    for (name, section) in config_map.get_mut("data").and_then(Value::as_object_mut).into_iter().flatten() {
        if !section.is_string() {
            *section = section.to_string().into();
            turned.push(name.clone());
        }
    }
    turned
}

/// A value to set, written `section.key.key=value`; a backslash before a dot makes the dot part of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The name of the section in the ConfigMap.
    pub section: String,
    /// The keys that lead to the value in the section, outermost first.
    pub keys: Vec<String>,
    /// The value as written; [`set`] says how it is read.
    pub value: String,
}

/// A text that is not of the form `section.key.key=value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("want SECTION.KEY=VALUE")]
pub struct NotAnOverride;

impl std::str::FromStr for Override {
    type Err = NotAnOverride;

    fn from_str(text: &str) -> Result<Override, NotAnOverride> {
        let (path, value) = text.split_once('=').ok_or(NotAnOverride)?;
        let mut keys = vec![String::new()];
        let mut characters = path.chars();
        while let Some(c) = characters.next() {
            match (c, keys.last_mut()) {
                ('.', _) => keys.push(String::new()),
                ('\\', Some(key)) => key.extend(characters.next()),
                (c, Some(key)) => key.push(c),
                (_, None) => {}
            }
        }
        if keys.len() < 2 || keys.iter().any(String::is_empty) {
            return Err(NotAnOverride);
        }
        let section = keys.remove(0);
        Ok(Override { section, keys, value: value.to_owned() })
    }
}

/// Why a value cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSet {
    /// What is given as the ConfigMap is not an object.
    #[error("the ConfigMap is not an object")]
    NotAnObject,
    /// Its `data` is not a map.
    #[error("the ConfigMap's data is not a map")]
    NoData,
    /// The section is not JSON.
    #[error("section {0} is not JSON: {1}")]
    BrokenSection(String, String),
    /// On the way to the keys, the section has something other than a map.
    #[error("{0} in section {1} is not below a map")]
    NotBelowMap(String, String),
    /// The value looks like JSON but does not parse.
    #[error("{0} is not JSON: {1}")]
    BrokenValue(String, String),
    /// The value is not a valid YAML scalar.
    #[error("{0}")]
    Scalar(String),
}

/// Sets a value in a section of the ConfigMap. It stays a string if the section has a string there; otherwise it is read as JSON if it
/// begins with `[` or `{`, and as a YAML scalar if not. Missing sections and keys are added.
///
/// # Errors
///
/// [`NotSet`] if there is no place for the value, or if the present or the new value cannot be parsed.
pub fn set(config_map: &mut Value, change: &Override) -> Result<(), NotSet> {
    let Some(object) = config_map.as_object_mut() else { return Err(NotSet::NotAnObject) };
    let data = object.entry("data").or_insert_with(|| json!({}));
    let Some(data) = data.as_object_mut() else { return Err(NotSet::NoData) };
    let mut section: Value = match data.get(&change.section).and_then(Value::as_str) {
        None => json!({}),
        Some(text) => {
            let broken = |error: serde_json::Error| NotSet::BrokenSection(change.section.clone(), error.to_string());
            serde_json::from_str(text).map_err(broken)?
        }
    };
    let mut at = &mut section;
    for key in &change.keys {
        if at.is_null() {
            *at = json!({});
        }
        let Value::Object(entries) = at else {
            return Err(NotSet::NotBelowMap(change.keys.join("."), change.section.clone()));
        };
        at = entries.entry(key.as_str()).or_insert(Value::Null);
    }
    *at = match at {
        _ if change.value.starts_with(['[', '{']) && !matches!(at, Value::String(_)) => {
            serde_json::from_str(&change.value)
                .map_err(|error| NotSet::BrokenValue(change.keys.join("."), error.to_string()))?
        }
        Value::String(_) => Value::from(change.value.as_str()),
        _ => scalar::resolve(&change.value, None)
            .and_then(scalar::to_json)
            .map_err(|fault| NotSet::Scalar(fault.to_string()))?,
    };
    data.insert(change.section.clone(), section.to_string().into());
    Ok(())
}

/// The sections of a ConfigMap that are JSON, parsed; other sections are left out.
pub fn parsed_sections(config_map: &Value) -> Map {
    let data = config_map.get("data").and_then(Value::as_object);
    let parse = |text: &Value| serde_json::from_str(text.as_str()?).ok();
    data.into_iter().flatten().filter_map(|(name, text)| Some((name.clone(), parse(text)?))).collect()
}

/// Every single value in the sections of a ConfigMap, with the section and the keys that lead to it. A section that is not JSON
/// is one value; a text of examples, whose key begins with an underscore, is no section.
pub fn single_values(config_map: &Value) -> Vec<(Vec<String>, Value)> {
    let mut found = Vec::new();
    let data = config_map.get("data").and_then(Value::as_object).into_iter().flatten();
    for (section, text) in data.filter(|(section, _)| !section.starts_with('_')) {
        let parsed = text.as_str().and_then(|text| serde_json::from_str(text).ok());
        add_leaves(parsed.unwrap_or_else(|| text.clone()), &mut vec![section.clone()], &mut found);
    }
    found
}

/// Adds all values that are not maps with entries.
fn add_leaves(value: Value, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, Value)>) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                path.push(key);
                add_leaves(value, path, found);
                path.pop();
            }
        }
        value => found.push((path.clone(), value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_alone_can_replace_the_config_map() {
        for document in [json!({ "ingress": "{}" }), json!({ "data": { "ingress": "{}" } })] {
            let map = config_map(document, "kserve").expect("data");
            assert!(is_config(&map));
            assert_eq!(map["data"], json!({ "ingress": "{}" }));
        }
        assert_eq!(config_map(json!({ "kind": "Secret" }), "kserve"), Err(NotAConfig::OtherKind("Secret".into())));
        assert!(config_map(json!([1]), "kserve").is_err());
    }

    #[test]
    fn single_values_are_found_in_sections_but_not_in_examples() {
        let data = json!({ "_example": "{\"a\": 1}", "deploy": "{\"b\": {\"c\": [1], \"d\": {}}}", "ingress": "{" });
        let found = single_values(&json!({ "data": data }));
        let found: Vec<(String, Value)> = found.into_iter().map(|(path, value)| (path.join("."), value)).collect();
        let values = [("deploy.b.c", json!([1])), ("deploy.b.d", json!({})), ("ingress", json!("{"))];
        assert_eq!(found, values.map(|(path, value)| (path.to_owned(), value)));
    }

    #[test]
    fn sections_in_yaml_become_text() {
        let mut map = json!({ "data": { "deploy": { "defaultDeploymentMode": "Standard" }, "ingress": "{}" } });
        assert_eq!(sections_as_text(&mut map), ["deploy"]);
        assert_eq!(map["data"]["deploy"], r#"{"defaultDeploymentMode":"Standard"}"#);
    }

    #[test]
    fn a_value_is_set_with_the_existing_type() {
        let mut map = json!({ "data": { "logger": r#"{"cpuLimit":"1","on":false}"# } });
        for text in ["logger.cpuLimit=2", "logger.on=true", "logger.a\\.b.c=3", "deploy.mode=Standard"] {
            set(&mut map, &text.parse().expect("an override")).expect("settable");
        }
        assert_eq!(map["data"]["logger"], r#"{"a.b":{"c":3},"cpuLimit":"2","on":true}"#);
        assert_eq!(map["data"]["deploy"], r#"{"mode":"Standard"}"#);
        assert!(set(&mut map, &"logger.on.x=1".parse().expect("an override")).is_err());
        for text in ["logger", "logger=1", ".x=1", "logger.=1"] {
            assert!(text.parse::<Override>().is_err(), "{text}");
        }
    }
}
