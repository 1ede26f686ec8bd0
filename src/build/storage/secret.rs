//! Secrets as the webhook reads them.

use std::collections::BTreeMap;

use base64::Engine as _;

use crate::Map;
use crate::facts::config::{Decode, Decoder, Undecodable};
use crate::go::json as go_json;
use crate::object::fields::filled;
use crate::object::string_map;

/// A Secret as the webhook reads it: decoded data and annotations.
#[derive(Clone)]
pub(crate) struct Secret {
    pub name: String,
    pub data: BTreeMap<String, Vec<u8>>,
    pub annotations: BTreeMap<String, String>,
}

impl Secret {
    /// Reads a Secret; `stringData` counts as data and takes precedence.
    pub(crate) fn of(name: &str, object: &Map) -> Secret {
        let decode = |text: String| {
            let bare: String = text.split_whitespace().collect();
            base64::engine::general_purpose::STANDARD.decode(bare).unwrap_or_default()
        };
        let mut data: BTreeMap<String, Vec<u8>> =
            filled(string_map(object.get("data")).into_iter().map(|(key, text)| (key, decode(text))));
        data.extend(string_map(object.get("stringData")).into_iter().map(|(key, text)| (key, text.into_bytes())));
        let annotations = string_map(object.get("metadata").and_then(|metadata| metadata.get("annotations")));
        Secret { name: name.to_owned(), data, annotations }
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.data.contains_key(key)
    }

    /// The string under a key.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.data.get(key).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// The keys, with the strings under them.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, String)> {
        self.data.iter().map(|(key, bytes)| (key.as_str(), String::from_utf8_lossy(bytes).into_owned()))
    }
}

/// Why a text is not a JSON map of strings, in Go's words.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotStringMap {
    #[error(transparent)]
    Syntax(#[from] go_json::SyntaxError),
    #[error(transparent)]
    Type(#[from] Undecodable),
}

/// Parses a JSON map of strings; `null` is an empty one.
///
/// # Errors
///
/// Go's error.
pub(crate) fn parse_strings(text: &str) -> Result<BTreeMap<String, String>, NotStringMap> {
    let node = go_json::parse(text)?;
    let mut strings = BTreeMap::new();
    let mut decoder = Decoder::default();
    strings.decode(&node, &mut decoder);
    Ok(decoder.finish(strings)?)
}
