//! The input of the rules, and their findings.

use crate::kinds::llm_inference_service::spec::LlmSpec;
use crate::object::Path;
use crate::object::diagnostic::Code;
use crate::release::Release;
use crate::schema::{self, LlmTypes, StructId};
use crate::webhook::report::{at, at_annotation};

/// A finding of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub code: &'static Code,
    pub path: Path,
    /// The message with its path, as the webhook writes it.
    pub message: String,
}

/// A service under validation, and the findings so far.
pub struct Rules<'a> {
    pub(super) release: &'a Release,
    pub(super) types: &'static LlmTypes,
    /// The type of the spec.
    pub(super) root: StructId,
    /// Whether the spec is of the older version of the API, which has fewer rules.
    pub(super) is_old: bool,
    pub(super) spec: LlmSpec<'a>,
    pub errors: Vec<Finding>,
    pub warnings: Vec<Finding>,
}

impl Rules<'_> {
    pub(super) fn add(&mut self, code: &'static Code, path: &str, message: String) {
        self.add_at(code, at(path), format!("{path}: {message}"));
    }

    /// Adds a finding about the value of an annotation.
    pub(super) fn add_of_annotation(&mut self, code: &'static Code, key: &str, message: String) {
        self.add_at(code, at_annotation(key), format!("metadata.annotations[{key}]: {message}"));
    }

    /// Adds a finding unless there is one with the same message.
    fn add_at(&mut self, code: &'static Code, path: Path, message: String) {
        if !self.errors.iter().any(|error| error.message == message) {
            self.errors.push(Finding { code, path, message });
        }
    }

    /// The value at `path`, as the webhook prints it.
    pub(super) fn shown(&self, path: &str) -> String {
        let path = path.replace('[', ".[");
        let keys: Vec<&str> = path.split('.').skip(1).collect();
        let value = schema::encode_at(&self.types.types, self.root, self.spec.fields(), &keys);
        value.unwrap_or_else(|| "null".to_owned())
    }

    /// Reports the value at `path` as invalid.
    pub(super) fn invalid(&mut self, code: &'static Code, path: &str, text: &str) {
        let value = self.shown(path);
        self.add(code, path, format!("Invalid value: {value}: {text}"));
    }

    pub(super) fn required(&mut self, code: &'static Code, path: &str, text: &str) {
        self.add(code, path, format!("Required value: {text}"));
    }

    pub(super) fn forbidden(&mut self, code: &'static Code, path: &str, text: &str) {
        self.add(code, path, format!("Forbidden: {text}"));
    }

    pub(super) fn warn(&mut self, code: &'static Code, path: &str, message: &str) {
        self.warnings.push(Finding { code, path: at(path), message: message.to_owned() });
    }
}
