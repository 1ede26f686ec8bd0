//! The list of models in the ConfigMap that the agent of an InferenceService watches.
//!
//! The controller reads and writes it with the JSON library json-iterator, whose errors quote the bytes around a fault.

mod decode;

use std::collections::BTreeMap;

use crate::Map;
use crate::go::json;
use crate::object::ControllerError;
use crate::object::fields::map;
use crate::schema::{self, Types};

/// The key of the ConfigMap.
pub const KEY: &str = "models.json";

/// The name of an InferenceService's ConfigMap with the list of its models.
pub fn config_map_name(service: &str) -> String {
    format!("modelconfig-{service}-0")
}

/// A change to a list of models.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a> {
    /// Adds or replaces the model with this name.
    Set(&'a str, &'a Map),
    /// Removes the model with this name.
    Remove(&'a str),
}

/// The list after a change. The controller writes it in random order; here it is sorted by name.
///
/// # Errors
///
/// The JSON library's error if the list cannot be read.
pub fn change(types: &Types, list: &str, change: Change<'_>) -> Result<String, ControllerError> {
    let mut models: BTreeMap<String, Map> = BTreeMap::new();
    for (name, spec) in if list.is_empty() { Vec::new() } else { decode::list(list)? } {
        models.insert(name, spec);
    }
    match change {
        Change::Set(name, spec) => drop(models.insert(name.to_owned(), spec.clone())),
        Change::Remove(name) => drop(models.remove(name)),
    }
    let entry = |(name, spec): (&String, &Map)| {
        let mut line = String::from("{\"modelName\":");
        json::write_string(&mut line, name);
        line.push_str(",\"modelSpec\":");
        line.push_str(&schema::encode(types, types.model_spec, &complete(types, spec)));
        line.push('}');
        line
    };
    let entries: Vec<String> = models.iter().map(entry).collect();
    Ok(format!("[{}]", entries.join(",")))
}

/// A spec with all its fields, which Go always writes, and with a canonical quantity.
fn complete(types: &Types, spec: &Map) -> Map {
    let mut complete = map([("storageUri", "".into()), ("framework", "".into()), ("memory", "0".into())]);
    complete.extend(spec.clone());
    schema::part(types, types.model_spec, complete)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn changed(list: &str, by: Change<'_>) -> Result<String, ControllerError> {
        change(Types::of(Version::NEWEST), list, by)
    }

    fn set(list: &str) -> Result<String, ControllerError> {
        let spec = json!({ "storageUri": "gs://a?b&c", "framework": "x", "memory": "1024Mi" });
        changed(list, Change::Set("m", spec.as_object().unwrap()))
    }

    const ENTRY: &str =
        r#"{"modelName":"m","modelSpec":{"storageUri":"gs://a?b\u0026c","framework":"x","memory":"1Gi"}}"#;

    #[test]
    fn a_model_is_added_or_replaced() {
        for empty in ["", "[]", "null", " [ ] "] {
            assert_eq!(set(empty).unwrap(), format!("[{ENTRY}]"), "{empty:?}");
        }
        let list = r#"[{"modelName":"m"},{"MODELNAME":"a","modelSpec":{"memory":1000,"other":[{}]}}]"#;
        let other = r#"{"modelName":"a","modelSpec":{"storageUri":"","framework":"","memory":"1k"}}"#;
        assert_eq!(set(list).unwrap(), format!("[{other},{ENTRY}]"));
        assert_eq!(changed(list, Change::Remove("a")).unwrap().matches("modelName").count(), 1);
    }

    #[test]
    fn a_broken_list_is_reported_in_the_words_of_the_library() {
        assert_eq!(
            set(r#"[{"modelName":"#).unwrap_err().text(),
            "modelconfig.ModelConfigs: modelconfig.ModelConfig.Name: ReadString: expects \" or n, but found \0, error found in #10 \
             byte of ...|odelName\":|..., bigger context ...|[{\"modelName\":|..."
        );
        assert_eq!(
            set(r#"{"modelName":"a"}"#).unwrap_err().text(),
            "modelconfig.ModelConfigs: decode slice: expect [ or n, but found {, error found in #1 byte of ...|{\"modelName|..., \
             bigger context ...|{\"modelName\":\"a\"}|..."
        );
        assert_eq!(
            set(r#"[{"modelName":"a","modelSpec":{"memory":"x"}}]"#).unwrap_err().text(),
            "modelconfig.ModelConfigs: modelconfig.ModelConfig.Spec: v1alpha1.ModelSpec.Memory: unmarshalerDecoder: quantities must \
             match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$', error found in #10 byte of \
             ...|emory\":\"x\"}}]|..., bigger context ...|[{\"modelName\":\"a\",\"modelSpec\":{\"memory\":\"x\"}}]|..."
        );
    }

    #[test]
    fn each_fault_has_its_words() {
        let faults = [
            ("[] x", "Unmarshal: there are bytes left after unmarshal, "),
            ("[{}x", "decode slice: expect ], but found x, "),
            ("[{\"a\":1x", "isObjectEnd: object ended prematurely, unexpected char x, "),
            ("[{x", "readObjectStart: expect \" or }, but found x, "),
            ("[x", "readObjectStart: expect { or n, but found x, "),
            ("[{\"a\":1,x", "readFieldHash: expect \", but found x, "),
            ("[{\"a", "readFieldHash: incomplete field name, "),
            ("[{\"a\"x", "readFieldHash: expect :, but found x, "),
            ("[{\"modelName\":\"\n\"", "ReadString: invalid control character found: 10, "),
            ("[{\"modelName\":\"a", "readStringSlowPath: unexpected end of input, "),
            ("[{\"a\":\"b", "skipString: incomplete string, "),
            ("[{\"a\":x", "Skip: do not know how to skip: 120, "),
        ];
        for (list, words) in faults {
            let error = set(list).unwrap_err().into_text();
            assert!(error.contains(words), "{list}: {error}");
        }
    }
}
