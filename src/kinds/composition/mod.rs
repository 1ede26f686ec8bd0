//! What a resource is put together from, if its kind has configs: the chain of them and, for each field of the effective spec,
//! where it comes from and what it overrides.

mod print;

use crate::Value;
use crate::object::{Cause, Key, Kind, Path, PathStep, is_at_or_below};
use crate::release::Version;

pub use print::Spots;
#[cfg(feature = "cli")]
pub use print::{CompositionFormat, Style};

/// The composition of a resource: its chain of configs and, for each field of its effective spec, where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Composition {
    /// The kind of the resource.
    pub kind: Kind,
    pub namespace: String,
    pub name: String,
    pub release: Version,
    /// The configs, the lowest first. The service's own spec is above all of them.
    pub chain: Vec<AppliedConfig>,
    /// Whether the API server and the webhooks accept the service.
    pub is_admitted: bool,
    /// Why there is no effective spec, in the words of the API server, a webhook or the controller.
    pub failure: Option<String>,
    /// The cause of a failure of the controller.
    pub cause: Option<Cause>,
    /// The field of the service that is refused or that names a missing config.
    pub place: Option<Path>,
    /// The field whose template fails.
    pub culprit: Option<Origin>,
    /// Advice on the failure.
    pub help: Option<String>,
    /// The effective spec, without empty values.
    pub spec: Value,
    /// The fields of the spec, in the order of its text form.
    pub fields: Vec<Field>,
    /// The fields of the service that have no effect.
    pub ineffective: Vec<Unread>,
    /// A note on what the presets leave out, if they do.
    pub note: Option<String>,
}

/// A field of the effective spec with its value. A list that is replaced as a whole is one field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub path: Path,
    pub value: Value,
    pub origin: Origin,
    /// The values in other layers, the nearest first.
    pub overrides: Vec<(Origin, Value)>,
    /// The template that produced the value.
    pub template: Option<String>,
}

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A field of the service.
    Service(Path),
    /// A field of a config, by its position in the chain.
    Config(usize, Path),
    /// The controller, with the reason.
    Controller(&'static str),
}

/// A field of a service that has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The path in the service.
    pub path: Path,
    pub reason: String,
    /// Whether the API server drops it.
    pub is_dropped: bool,
}

/// The origin of a config in the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Chosen by the controller.
    Preset,
    /// Named by the service.
    UserRef,
}

/// A config in the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedConfig {
    pub kind: Kind,
    pub name: String,
    /// The namespace where it was found.
    pub namespace: String,
    pub source: Source,
    /// Why it is in the chain.
    pub reason: &'static str,
}

impl AppliedConfig {
    /// What identifies it.
    pub fn key(&self) -> Key {
        Key::new(self.kind, &self.namespace, &self.name)
    }

    /// The entry of `status.appliedConfigs`.
    pub fn to_value(&self) -> Value {
        let source = match self.source {
            Source::Preset => "Preset",
            Source::UserRef => "UserRef",
        };
        serde_json::json!({ "name": self.name, "namespace": self.namespace, "source": source })
    }
}

impl Composition {
    /// The fields of the effective spec at and below a path, which users write with or without `spec.`.
    pub fn fields_below(&self, path: &str) -> Vec<&Field> {
        let path = inside_spec(path);
        let is_below = |field: &&Field| {
            is_at_or_below(path, &field.path.to_string())
                || self.named(field).is_some_and(|text| is_at_or_below(path, &text))
        };
        self.fields.iter().filter(is_below).collect()
    }

    /// The fields of the service at and below a path, which users write with or without `spec.`, that have no effect.
    pub fn ineffective_below(&self, path: &str) -> impl Iterator<Item = &Unread> {
        let path = inside_spec(path).to_owned();
        self.ineffective.iter().filter(move |unread| is_at_or_below(&path, &unread.path.inside("spec").to_string()))
    }

    /// A path with names instead of positions, such as `template.containers[main].args`.
    pub fn named(&self, field: &Field) -> Option<String> {
        let mut text = String::new();
        let mut at = &self.spec;
        for step in &field.path.0 {
            match step {
                PathStep::Key(key) => {
                    at = at.get(key)?;
                    let dot = if text.is_empty() { "" } else { "." };
                    text.push_str(&format!("{dot}{key}"));
                }
                PathStep::Index(index) => {
                    at = at.get(*index)?;
                    let keys = ["name", "mountPath", "containerPort", "ip", "topologyKey", "devicePath"];
                    let name = keys.iter().find_map(|key| at.get(key)).map_or_else(|| index.to_string(), shown);
                    text.push_str(&format!("[{name}]"));
                }
                PathStep::Item { .. } => return None,
            }
        }
        Some(text)
    }
}

/// A path as a user writes it, without a `spec.` at its beginning.
fn inside_spec(path: &str) -> &str {
    path.strip_prefix("spec.").unwrap_or(path)
}

/// The text of a value.
pub fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
