//! The ConfigMap `inferenceservice-config`: its sections, typed, with Go's JSON leniency.

use crate::Map;
use crate::release::Release;

/// What the controller reads from one key of the ConfigMap.
#[derive(Debug, Clone, PartialEq)]
pub enum Section<T> {
    /// The key is not there.
    Absent,
    /// The key holds JSON `null`.
    Null,
    Value(T),
    /// Go's JSON error, without the wrapper that depends on who reads the key.
    Invalid(String),
}

/// The parsed ConfigMap. Each section is parsed once; who reads it decides what an error means.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Whether the ConfigMap exists at all.
    pub present: bool,
}

impl Config {
    /// Reads the `data` of the ConfigMap; `None` when the ConfigMap does not exist.
    pub fn read(data: Option<&Map>, release: &Release) -> Config {
        let _ = release;
        Config { present: data.is_some() }
    }
}
