//! OpenShift Templates: objects with parameters.

use crate::input::Document;
use crate::object::role as kinds;
use crate::{Map, Value};

/// The part of a Template that is read.
#[derive(Debug)]
pub struct Processed {
    /// The objects, with parameters filled in as far as they are known.
    pub objects: Vec<Document>,
    /// What is to be noted: parameters without a value.
    pub notes: Vec<String>,
    /// The names of its parameters.
    pub parameters: Vec<String>,
}

/// Whether an object is a Template.
pub fn is_template(object: &Value) -> bool {
    let group = kinds::group(object);
    kinds::kind(object) == "Template"
        && (group == "template.openshift.io" || kinds::api_version(object) == "v1")
        && object.get("objects").is_some_and(Value::is_array)
}

/// The objects of a Template. `given` are values of parameters, which go before their defaults. A parameter without a value is
/// left as it is written.
pub fn process(mut template: Document, given: &[(String, String)]) -> Processed {
    let mut processed = Processed { objects: Vec::new(), notes: Vec::new(), parameters: Vec::new() };
    let mut values: Vec<(String, String)> = Vec::new();
    let text = |map: &Value, key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
    for parameter in template.value.get("parameters").and_then(Value::as_array).into_iter().flatten() {
        let Some(name) = text(parameter, "name") else { continue };
        let given = given.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        let is_generated = parameter.get("generate").is_some();
        let is_required = parameter.get("required") == Some(&Value::Bool(true));
        match given.or_else(|| text(parameter, "value")) {
            Some(value) => values.push((name.clone(), value)),
            None if is_generated => {
                processed
                    .notes
                    .push(format!("the cluster generates parameter {name}; give one with --param {name}=VALUE"));
            }
            None if is_required => {
                processed.notes.push(format!("parameter {name} has no value; give one with --param {name}=VALUE"));
            }
            // What is not required is empty.
            None => values.push((name.clone(), String::new())),
        }
        processed.parameters.push(name);
    }
    let labels = template.value.get("labels").and_then(Value::as_object).cloned().unwrap_or_default();
    let objects = template.value.get_mut("objects").map(Value::take);
    for (index, mut object) in objects.into_iter().flat_map(items).enumerate() {
        fill(&mut object, &values);
        add_labels(&mut object, &labels);
        processed.objects.push(template.part("objects", index, object));
    }
    processed
}

fn items(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
}

fn add_labels(object: &mut Value, labels: &Map) {
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut).filter(|_| !labels.is_empty())
    else {
        return;
    };
    let own = metadata.entry("labels").or_insert_with(|| Map::new().into());
    if let Some(own) = own.as_object_mut() {
        own.extend(labels.clone());
    }
}

/// Puts values in for `${NAME}` in texts, and in for `${{NAME}}` as JSON.
fn fill(value: &mut Value, values: &[(String, String)]) {
    match value {
        Value::String(text) if text.contains("${") => {
            if let Some(name) = text.strip_prefix("${{").and_then(|rest| rest.strip_suffix("}}"))
                && let Some((_, given)) = values.iter().find(|(known, _)| known == name)
            {
                *value = serde_json::from_str(given).unwrap_or_else(|_| given.as_str().into());
                return;
            }
            for (name, given) in values {
                *text = text.replace(&format!("${{{{{name}}}}}"), given).replace(&format!("${{{name}}}"), given);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, values)),
        Value::Object(fields) => fields.values_mut().for_each(|field| fill(field, values)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::input::{Place, Source, read};

    const TEMPLATE: &str = "\
apiVersion: template.openshift.io/v1
kind: Template
labels: {team: garden}
parameters:
- {name: NAME, required: true}
- {name: REPLICAS, value: '2'}
- {name: KEY, generate: expression, from: '[a-z]{8}'}
objects:
- kind: InferenceService
  metadata: {name: 'x-${NAME}'}
  spec: {replicas: '${{REPLICAS}}', key: '${KEY}'}
";

    #[test]
    fn parameters_are_filled_in_and_objects_keep_their_places() {
        let source = Arc::new(Source { name: "t.yaml".into(), text: TEMPLATE.into() });
        let document = read(&source).documents.remove(0);
        assert!(is_template(&document.value));
        let processed = process(document.clone(), &[("NAME".into(), "leaf".into())]);
        assert_eq!(
            processed.objects[0].value,
            json!({
                "kind": "InferenceService",
                "metadata": { "name": "x-leaf", "labels": { "team": "garden" } },
                "spec": { "replicas": 2, "key": "${KEY}" },
            })
        );
        assert_eq!(processed.objects[0].start(), Place { line: 9, column: 3 });
        assert_eq!(processed.notes, ["the cluster generates parameter KEY; give one with --param KEY=VALUE"]);
        let without = process(document, &[]);
        assert_eq!(without.notes[0], "parameter NAME has no value; give one with --param NAME=VALUE");
        assert_eq!(without.objects[0].value["metadata"]["name"], "x-${NAME}");
    }
}
