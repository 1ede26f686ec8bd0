//! What the files of a repository are that hold no objects as they are: charts, Kustomizations, patches, templates.

use std::sync::LazyLock;

use regex::Regex;

use crate::input::{self, Source};
use crate::object::role;
use crate::{Map, Value};

/// Why a file of a folder is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PassedOver {
    /// It holds objects that have nothing to do with KServe.
    OtherKinds,
    /// What it holds has no apiVersion and kind.
    NotAnObject,
    /// It changes objects that stand elsewhere.
    Patch,
    /// It says how objects are put together.
    Kustomization,
    /// A template of a chart.
    HelmTemplate,
    /// Another file of a chart, such as its values.
    HelmChart,
    /// A template of some other tool.
    Template,
    /// What `kustomize build` or `helm template` makes of it is read instead.
    Built,
    /// A pattern or the project file leaves it out.
    Excluded,
}

impl PassedOver {
    /// What so many files of this kind are called in a list, with what can be done about them.
    pub fn describe(self, count: usize) -> String {
        let plural = if count == 1 { "" } else { "s" };
        match self {
            PassedOver::OtherKinds => format!("{count} of other kinds"),
            PassedOver::NotAnObject => format!("{count} without apiVersion and kind"),
            PassedOver::Patch => format!("{count} patch{}", if count == 1 { "" } else { "es" }),
            PassedOver::Kustomization => {
                format!("{count} Kustomization{plural} (pipe `kustomize build DIR`, or --kustomize)")
            }
            PassedOver::HelmTemplate => format!("{count} Helm template{plural} (pipe `helm template`, or --helm)"),
            PassedOver::HelmChart => format!("{count} other file{plural} of Helm charts"),
            PassedOver::Template => format!("{count} template{plural} of other tools"),
            PassedOver::Built => format!("{count} that a build has read"),
            PassedOver::Excluded => format!("{count} excluded"),
        }
    }

    /// What the file is, in a sentence about it.
    pub const fn name(self) -> &'static str {
        match self {
            PassedOver::OtherKinds => "of other kinds",
            PassedOver::NotAnObject => "without apiVersion and kind",
            PassedOver::Patch => "a patch",
            PassedOver::Kustomization => "a Kustomization",
            PassedOver::HelmTemplate => "a Helm template",
            PassedOver::HelmChart => "part of a Helm chart",
            PassedOver::Template => "a template",
            PassedOver::Built => "read by a build",
            PassedOver::Excluded => "excluded",
        }
    }
}

/// Whether a file of this name says how `kustomize build` puts objects together.
pub fn is_kustomization(file_name: &str) -> bool {
    ["kustomization.yaml", "kustomization.yml", "Kustomization"].contains(&file_name)
}

/// Whether an object is a Kustomization or a part of one.
pub fn is_kustomize(object: &Value) -> bool {
    ["Kustomization", "Component"].contains(&role::kind(object)) && role::group(object) == "kustomize.config.k8s.io"
}

/// The part of a Kustomization that tells which files are its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kustomization {
    /// Files that change objects, relative to the folder.
    pub patches: Vec<String>,
    /// Files and folders with objects, relative to the folder.
    pub resources: Vec<String>,
    /// Whether it is a component, which is nothing by itself.
    pub is_component: bool,
}

/// Fields of a Kustomization with files of patches or other settings, the path itself or below `path`.
const PATCHES: [&str; 6] =
    ["patches", "patchesStrategicMerge", "patchesJson6902", "replacements", "configurations", "openapi"];
/// Fields with files and folders of objects.
const RESOURCES: [&str; 5] = ["resources", "bases", "components", "generators", "transformers"];

impl Kustomization {
    /// Reads a Kustomization; from one that is not YAML, such as a template of one, what its lines say.
    pub fn read(text: &str) -> Kustomization {
        match input::values(text).ok().and_then(|mut values| values.pop()) {
            Some(Value::Object(fields)) => Kustomization::of(&fields),
            _ => Kustomization::of_lines(text),
        }
    }

    fn of(fields: &Map) -> Kustomization {
        let files = |names: &[&str]| {
            let entries = names.iter().filter_map(|name| match fields.get(*name)? {
                Value::Array(items) => Some(items.iter().collect()),
                one => Some(vec![one]),
            });
            let path = |entry: &Value| entry.as_str().or_else(|| entry.get("path")?.as_str()).map(str::to_owned);
            // A patch may stand in the Kustomization itself.
            let is_path = |path: &String| !path.contains('\n') && !path.contains("://");
            entries.flat_map(|items: Vec<&Value>| items.into_iter().filter_map(path)).filter(is_path).collect()
        };
        Kustomization {
            patches: files(&PATCHES),
            resources: files(&RESOURCES),
            is_component: fields.get("kind").is_some_and(|kind| kind == "Component"),
        }
    }

    fn of_lines(text: &str) -> Kustomization {
        let mut found = Kustomization::default();
        let mut field = "";
        for line in text.lines() {
            if let Some((key, _)) = line.split_once(':').filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase()))
            {
                field = key;
                continue;
            }
            let entry = line.trim().trim_start_matches("- ").trim_start_matches("path:").trim();
            let entry = entry.trim_matches(['"', '\'']);
            if entry.is_empty() || entry.contains([' ', '{', ':']) {
                continue;
            }
            if PATCHES.contains(&field) && entry.ends_with(".yaml") {
                found.patches.push(entry.to_owned());
            } else if RESOURCES.contains(&field) {
                found.resources.push(entry.to_owned());
            }
        }
        found
    }
}

/// Whether a text has marks of Go's or Jinja's templates.
pub fn has_actions(text: &str) -> bool {
    text.contains("{{") || text.contains("{%")
}

/// Whether a text is a template rather than YAML: a line or a value begins with an action.
pub fn is_template(text: &str) -> bool {
    static ACTION: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"(?m)^\s*(?:- )*(?:[^\s:#]+:\s+)?\{[{%]"#).ok());
    has_actions(text) && ACTION.as_ref().is_some_and(|action| action.is_match(text))
}

/// Whether a piece of text wants to be an object of Kubernetes, even if it cannot be read.
pub fn looks_like_object(text: &str) -> bool {
    let has =
        |key: &str| text.lines().any(|line| line.trim_start_matches([' ', '\t', '-', '{', '"', ',']).starts_with(key));
    has("apiVersion") && has("kind")
}

/// Whether a value is a list of changes in the form of RFC 6902.
pub fn is_json_patch(value: &Value) -> bool {
    let is_change = |item: &Value| item.get("op").is_some() && item.get("path").is_some();
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_change))
}

/// What to do with a named file that holds no object.
pub fn advice(source: &Source) -> Option<&'static str> {
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    if is_kustomization(name) {
        return Some("this is a Kustomization: pipe `kustomize build DIR`, or name the folder with --kustomize");
    }
    if source.name.contains("templates/") && has_actions(&source.text) {
        return Some("this is a Helm template: pipe `helm template`, or name the chart's folder with --helm");
    }
    if ["Chart.yaml", "values.yaml"].contains(&name) {
        return Some("this belongs to a Helm chart: pipe `helm template`, or name the chart's folder with --helm");
    }
    is_template(&source.text).then_some("this is a template: give what the tool makes of it, such as a pipe from it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kustomization_names_its_files() {
        let text = "
kind: Kustomization
resources: [base.yaml, ../other, 'https://acme.example/base.yaml']
patches:
- path: patch.yaml
  target: {kind: InferenceService}
- patch: |
    - op: remove
patchesStrategicMerge: [two.yaml, \"kind: A\\nx: 1\\n\"]
patchesJson6902: [{path: three.yaml}]
";
        let read = Kustomization::read(text);
        assert_eq!(read.patches, ["patch.yaml", "two.yaml", "three.yaml"]);
        assert_eq!(read.resources, ["base.yaml", "../other"]);
        assert!(!read.is_component && Kustomization::read("kind: Component\n").is_component);
        let template = "{% if a %}\nresources:\n- base.yaml\npatches:\n- path: \"one.yaml\"\n- {{ other }}\n";
        let read = Kustomization::read(template);
        assert_eq!((read.patches, read.resources), (vec!["one.yaml".to_owned()], vec!["base.yaml".to_owned()]));
    }

    #[test]
    fn placeholders_inside_of_values_make_no_template() {
        for text in ["a: {{ .Values.a }}\n", "{{- if .x }}\na: 1\n{{- end }}\n", "a:\n  - {% for x in y %}\n"] {
            assert!(is_template(text), "{text}");
        }
        for text in ["args:\n- --model_name={{.Name}}\n", "a: '{{ .x }}'\n", "a: b\n"] {
            assert!(!is_template(text), "{text}");
        }
    }

    #[test]
    fn json_of_other_programs_does_not_look_like_an_object() {
        assert!(looks_like_object("{\"apiVersion\": \"v1\",\n \"kind\": \"List\", }"));
        assert!(looks_like_object("apiVersion: v1\nkind: [\n"));
        assert!(!looks_like_object("{\"compilerOptions\": {}, }"));
        assert!(is_json_patch(&serde_json::json!([{"op": "remove", "path": "/a"}])));
        assert!(!is_json_patch(&serde_json::json!([])));
    }
}
