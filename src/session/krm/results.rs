//! The `results` of the function: what is found, about which object, in which file.

use serde_json::json;

use super::annotations;
use crate::Value;
use crate::object::diagnostic::{Diagnostic, Severity};
use crate::object::name;
use crate::object::role::{api_version, kind};
use crate::object::{Path, PathStep};
use crate::session::message;
use crate::session::{Finding, Spot};

/// The object that something is found about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResultSubject {
    api_version: String,
    kind: String,
    namespace: String,
    name: String,
    path: Option<String>,
    index: Option<u64>,
}

impl ResultSubject {
    pub fn of(object: &Value) -> ResultSubject {
        ResultSubject {
            api_version: api_version(object).to_owned(),
            kind: kind(object).to_owned(),
            namespace: name::namespace(object).to_owned(),
            name: name::object_name(object).to_owned(),
            path: annotations::path(object).map(str::to_owned),
            index: annotations::index(object),
        }
    }

    /// The file that has it; empty if that is not known.
    pub fn file(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    /// The reference, which needs version, kind and name.
    #[expect(
        clippy::indexing_slicing,
        reason = "`json!` makes an object of it just above, and writing a key of an object adds it"
    )]
    fn reference(&self) -> Option<Value> {
        if [&self.api_version, &self.kind, &self.name].into_iter().any(String::is_empty) {
            return None;
        }
        let mut reference = json!({ "apiVersion": self.api_version, "kind": self.kind, "name": self.name });
        if !self.namespace.is_empty() {
            reference["namespace"] = self.namespace.as_str().into();
        }
        Some(reference)
    }
}

impl std::fmt::Display for ResultSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.kind.as_str(), self.namespace.as_str()) {
            ("", _) => write!(f, "functionConfig"),
            (kind, "") => write!(f, "{kind} {}", self.name),
            (kind, namespace) => write!(f, "{kind} {namespace}/{}", self.name),
        }
    }
}

/// One result.
#[derive(Debug, Clone)]
pub struct Outcome {
    severity: Severity,
    message: String,
    subject: ResultSubject,
    /// Path of the field.
    field: Option<String>,
    code: Option<&'static str>,
    /// Whether the message tells what it is about.
    names_subject: bool,
}

impl Outcome {
    pub fn error(subject: &ResultSubject, message: String) -> Outcome {
        Outcome {
            severity: Severity::Error,
            message,
            subject: subject.clone(),
            field: None,
            code: None,
            names_subject: false,
        }
    }

    /// The same about a field.
    pub fn at(self, field: String) -> Outcome {
        Outcome { field: Some(field), ..self }
    }

    /// Makes an error of a warning.
    pub fn promote(&mut self) {
        if self.severity == Severity::Warning {
            self.severity = Severity::Error;
        }
    }

    /// What is found in `object`.
    pub fn of(subject: &ResultSubject, object: &Value, diagnostic: Diagnostic) -> Outcome {
        let message = match diagnostic.help {
            Some(help) => format!("{}; {help}", diagnostic.message),
            None => diagnostic.message,
        };
        let path = by_index(object, &diagnostic.path).to_string();
        Outcome {
            severity: diagnostic.severity,
            field: (!path.is_empty()).then_some(path),
            code: Some(diagnostic.code.id),
            ..Outcome::error(subject, message)
        }
    }

    /// What is wrong with the cluster or its options.
    pub fn of_finding(subject: &ResultSubject, finding: &Finding) -> Outcome {
        let message = match &finding.spot {
            Spot::Nowhere => finding.message(),
            // An object of the list has no text.
            Spot::Text { source, .. } if source.text.is_empty() => format!("{}: {}", source.name, finding.message()),
            spot => format!("{spot}: {}", finding.message()),
        };
        Outcome {
            severity: finding.diagnostic.severity,
            code: Some(finding.diagnostic.code.id),
            ..Outcome::error(subject, message)
        }
    }

    /// A sentence about the rendering of a service; details are left out.
    pub fn sentence(subject: &ResultSubject, severity: message::Severity, text: String) -> Option<Outcome> {
        let severity = match severity {
            message::Severity::Error => Severity::Error,
            message::Severity::Warning => Severity::Warning,
            message::Severity::Note => Severity::Note,
            message::Severity::Detail | message::Severity::Trace => return None,
        };
        Some(Outcome { severity, names_subject: true, ..Outcome::error(subject, text) })
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The code of what is found, if it has one.
    pub fn code(&self) -> Option<&'static str> {
        self.code
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The message with what it is about and the file that has it: not every orchestrator shows results.
    pub fn sentence_with_subject(&self) -> String {
        let file = self.subject.path.as_ref().map_or_else(String::new, |path| format!("{path}: "));
        match self.names_subject {
            true => file + &self.message,
            false => format!("{file}{}: {}", self.subject, self.message),
        }
    }

    /// The result as it stands in the list.
    #[expect(
        clippy::indexing_slicing,
        reason = "`json!` makes an object of it just above, and writing a key of an object adds it"
    )]
    pub fn to_value(&self) -> Value {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "info",
        };
        let mut result = json!({ "message": self.message, "severity": severity });
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                result[key] = value;
            }
        };
        let reference = self.subject.reference();
        // A field says nothing without the object.
        let field = self.field.as_ref().filter(|_| reference.is_some()).map(|path| json!({ "path": path }));
        put("resourceRef", reference);
        put("field", field);
        put(
            "file",
            self.subject.path.as_ref().map(|path| json!({ "path": path, "index": self.subject.index.unwrap_or(0) })),
        );
        put("tags", self.code.map(|code| json!({ "code": code })));
        result
    }
}

/// A path in which items of lists stand by index rather than by name.
fn by_index(object: &Value, path: &Path) -> Path {
    let mut at = Some(object);
    let mut steps = Vec::with_capacity(path.0.len());
    for step in &path.0 {
        let step = match step {
            PathStep::Item { field, value } => {
                let mut items = at.and_then(Value::as_array).into_iter().flatten();
                let is_it = |item: &Value| item.get(*field).and_then(Value::as_str) == Some(value);
                items.position(is_it).map_or_else(|| step.clone(), PathStep::Index)
            }
            PathStep::Key(_) | PathStep::Index(_) => step.clone(),
        };
        at = at.and_then(|value| match &step {
            PathStep::Key(key) => value.get(key),
            PathStep::Index(index) => value.get(index),
            PathStep::Item { .. } => None,
        });
        steps.push(step);
    }
    Path(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_in_lists_stand_by_index() {
        let object = json!({ "spec": { "containers": [{ "name": "a" }, { "name": "b", "image": "x" }] } });
        let item = |value: &str| {
            let step = PathStep::Item { field: "name", value: value.into() };
            by_index(&object, &Path(vec![PathStep::Key("spec".into()), PathStep::Key("containers".into()), step]))
                .key("image")
        };
        assert_eq!(item("b").to_string(), "spec.containers[1].image");
        assert_eq!(item("c").to_string(), "spec.containers[name=c].image");
    }

    #[test]
    fn a_result_refers_only_to_objects_that_have_a_name() {
        let outcome =
            Outcome::error(&ResultSubject::of(&json!({ "kind": "KServeRender" })), "x".into()).at("spec".into());
        assert_eq!(outcome.to_value(), json!({ "message": "x", "severity": "error" }));
    }
}
