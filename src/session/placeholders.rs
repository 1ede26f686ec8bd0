//! Places in a document that a tool fills before it is applied.

use std::sync::LazyLock;

use regex::Regex;

use crate::Value;
use crate::kinds;
use crate::object::{Kind, Path, PathStep};

/// A place to be filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    pub path: Path,
    /// As it is written, such as `${MIN}`.
    pub text: String,
    /// What to do about it.
    pub advice: &'static str,
}

/// Forms of placeholders, and what fills them.
const FORMS: [(&str, &str); 5] = [
    (r"\$\{\{?[A-Za-z_][A-Za-z0-9_]*(?::?[-=][^}]*)?\}?\}", "fill it first, as envsubst, Flux or `oc process` do"),
    (
        r"\{\{-?\s*(?:\.Values|\.Release|\.Chart|include |tpl |template |if |range )[^}]*\}\}",
        "this is a Helm template: pipe `helm template`",
    ),
    (
        r"\{\{-?\s*[A-Za-z_][A-Za-z0-9_. |()'-]*\}\}|\{%[^%]*%\}",
        "this is a template (Jinja): give what the tool makes of it",
    ),
    (r"<[A-Za-z][A-Za-z0-9_ .-]*>", "write the value in its place"),
    (BY_WORD, "give what the tool makes of it that sets the value, or write the value in its place"),
];

/// A word that stands for a value, such as `SET_AT_RUNTIME`.
const BY_WORD: &str =
    r"^(?:SET|CHANGE|REPLACE|FILL|INSERT)_?(?:ME|IT|THIS|HERE|AT_[A-Z_]+|BY_[A-Z_]+|WITH_[A-Z_]+|IN_[A-Z_]+)$";

static PATTERNS: LazyLock<Vec<(Regex, &'static str)>> =
    LazyLock::new(|| FORMS.iter().filter_map(|(pattern, advice)| Some((Regex::new(pattern).ok()?, *advice))).collect());

/// Fields that are read by programs with such forms of their own: shells, and the templates of KServe.
const OF_PROGRAMS: [&str; 5] = ["command", "args", "lifecycle", "description", "exec"];

/// The placeholders of a document, in the order of its fields.
pub fn of(document: &Value) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let looks_into_variables = Kind::of(document).is_some_and(|kind| kinds::properties(kind).has_final_variables);
    for part in ["metadata", "spec"] {
        if let Some(value) = document.get(part) {
            visit(value, &mut Path::keys([part]), looks_into_variables, &mut found);
        }
    }
    found
}

fn visit(value: &Value, path: &mut Path, looks_into_variables: bool, found: &mut Vec<Placeholder>) {
    match value {
        Value::String(text) => {
            found.extend(in_text(text).map(|(text, advice)| Placeholder { path: path.clone(), text, advice }))
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.0.push(PathStep::Index(index));
                visit(item, path, looks_into_variables, found);
                path.0.pop();
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields.iter().filter(|(key, _)| !OF_PROGRAMS.contains(&key.as_str())) {
                // Notes for people, and values that a program in the container may fill.
                if key == "annotations" || (key == "env" && !looks_into_variables) {
                    continue;
                }
                path.0.push(PathStep::Key(key.clone()));
                visit(value, path, looks_into_variables, found);
                path.0.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The first placeholder in a text.
fn in_text(text: &str) -> Option<(String, &'static str)> {
    if !text.contains(['$', '{', '<', '_']) && !text.ends_with("ME") {
        return None;
    }
    PATTERNS.iter().find_map(|(pattern, advice)| Some((pattern.find(text)?.as_str().to_owned(), *advice)))
}

/// Whether there is a placeholder at a path or below it.
pub fn is_at(placeholders: &[Placeholder], path: &Path) -> bool {
    placeholders.iter().any(|placeholder| !path.0.is_empty() && placeholder.path.0.starts_with(&path.0))
}

/// The placeholders in a sentence: the first with its place, and how many more there are.
pub fn sentence(placeholders: &[Placeholder]) -> Option<(String, &'static str)> {
    let first = placeholders.first()?;
    let more = match placeholders.len() - 1 {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    Some((format!("has the placeholder {} at {}{more}", first.text, first.path), first.advice))
}

/// A placeholder whose braces begin a map for YAML.
static BRACES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[:,\[{-]\s+(\$?\{[A-Za-z0-9_.-]+\})").ok());

/// What to do about a line that is not YAML because of a placeholder such as `{username}` or `${NAME}`.
pub fn unreadable(line: &str) -> Option<String> {
    let placeholder = BRACES.as_ref()?.captures(line)?.get(1)?.as_str();
    Some(format!(
        "{placeholder} looks like a placeholder, but begins a map for YAML: fill it first, or put the text in quotes"
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(document: &Value) -> Vec<String> {
        of(document).into_iter().map(|found| format!("{} at {}", found.text, found.path)).collect()
    }

    #[test]
    fn a_placeholder_in_braces_is_told_from_a_map() {
        let found = |line: &str| unreadable(line).map(|text| text.split(' ').next().unwrap_or_default().to_owned());
        assert_eq!(found("    - image: {username}/leaf:1").as_deref(), Some("{username}"));
        assert_eq!(found("spec: {minReplicas: ${MIN}, a: b}").as_deref(), Some("${MIN}"));
        for text in ["    - image: {a: b}", "  a: x{b}", "a: {}", "  a: b"] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn placeholders_of_tools_are_found_and_those_of_programs_are_not() {
        let document = json!({
            "apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService",
            "metadata": { "name": "${NAME}", "annotations": { "acme.example/note": "<none>" } },
            "spec": { "predictor": {
                "minReplicas": "${MIN:-1}",
                "model": {
                    "storageUri": "s3://<bucket>/leaf",
                    "runtime": "{{ runtime }}",
                    "args": ["--name={{.Name}}", "${HF_TOKEN}"],
                    "env": [{ "name": "A", "value": "$(B)" }],
                },
                "serviceAccountName": "SET_AT_RUNTIME",
                "timeout": "SET_OF_LEAVES",
            }},
        });
        assert_eq!(
            found(&document),
            [
                "${NAME} at metadata.name",
                "${MIN:-1} at spec.predictor.minReplicas",
                "{{ runtime }} at spec.predictor.model.runtime",
                "<bucket> at spec.predictor.model.storageUri",
                "SET_AT_RUNTIME at spec.predictor.serviceAccountName",
            ]
        );
        let runtime = json!({ "kind": "ServingRuntime", "spec": { "containers": [{
            "image": "x:{{.Labels.version}}", "env": [{ "name": "A", "value": "${B}" }],
        }]}});
        assert_eq!(found(&runtime), Vec::<String>::new());
    }

    #[test]
    fn a_fault_at_a_placeholder_is_no_fault_of_its_own() {
        let found = of(&json!({ "spec": { "a": { "b": "${X}" } } }));
        assert!(is_at(&found, &Path::keys(["spec", "a", "b"])) && is_at(&found, &Path::keys(["spec", "a"])));
        assert!(!is_at(&found, &Path::keys(["spec", "c"])) && !is_at(&found, &Path::default()));
    }
}
