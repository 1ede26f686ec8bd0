//! The LoRA adapters of a service.

use crate::kinds::llm_inference_service::spec::{LlmModel, LlmSpec, StorageInitializer};
use crate::object::ControllerError;
use crate::order;

/// An adapter and its mount path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adapter {
    pub name: String,
    pub uri: String,
    /// The path in the containers.
    pub path: String,
}

const HELP: &str = "https://github.com/kserve/kserve/blob/master/docs/samples/llmisvc/lora-adapters/README.md";

/// The adapters of a spec, sorted by name.
///
/// # Errors
/// The controller's error about the first adapter whose URI it cannot use.
pub fn adapters(spec: LlmSpec<'_>) -> Result<Vec<Adapter>, ControllerError> {
    let downloads = spec.storage_initializer().and_then(StorageInitializer::enabled) != Some(false);
    let mounted = |adapter: LlmModel<'_>| {
        let name = adapter.name();
        Adapter { name: name.to_owned(), uri: adapter.uri().to_owned(), path: format!("/mnt/lora/{}", segment(name)) }
    };
    let mut adapters: Vec<Adapter> = spec.model().adapters().map(mounted).collect();
    order::sort_by(&mut adapters, |a, b| a.name.cmp(&b.name));
    for Adapter { name, uri, .. } in &adapters {
        if let Some(problem) = refusal(uri, downloads) {
            return Err(ControllerError::new(format!(
                "failed to enumerate LoRA adapters: LoRA adapter \"{name}\": {problem}"
            )));
        }
    }
    Ok(adapters)
}

fn refusal(uri: &str, downloads: bool) -> Option<String> {
    let Some((scheme, _)) = uri.split_once("://") else { return Some(format!("invalid URI \"{uri}\"")) };
    match scheme {
        "hf" | "s3" if downloads => None,
        "hf" | "s3" => Some(format!(
            "hf:// and s3:// require the storage initializer — set storageInitializer.enabled to true (see {HELP})"
        )),
        "pvc" if downloads => None,
        "pvc" => Some(format!(
            "pvc:// requires a mounted volume — do not set storageInitializer.enabled to false (see {HELP})"
        )),
        "oci" => {
            Some(format!("oci:// is not supported for LoRA adapters; use hf://, s3://, or pvc:// instead (see {HELP})"))
        }
        scheme => Some(format!(
            "unsupported URI scheme \"{scheme}://\"; supported schemes are hf://, s3://, pvc:// (see {HELP})"
        )),
    }
}

/// A name as one part of a path.
fn segment(name: &str) -> String {
    let plain = |character: char| match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '-' => character,
        _ => '-',
    };
    match name {
        "" | "." | ".." => "adapter".to_owned(),
        name => name.chars().map(plain).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn adapters_are_sorted_and_mounted_by_name() {
        let spec = json!({"model": {"lora": {"adapters": [{"name": "z/Z", "uri": "hf://o/z"}, {"name": "a1", "uri": "pvc://c/p"}]}}});
        let adapters = adapters(LlmSpec::of(spec.as_object().expect("an object"))).expect("adapters");
        let paths: Vec<&str> = adapters.iter().map(|adapter| adapter.path.as_str()).collect();
        assert_eq!(paths, ["/mnt/lora/a1", "/mnt/lora/z-Z"]);
    }

    #[test]
    fn other_schemes_are_refused() {
        let error = |uri: &str, enabled: bool| {
            let spec = json!({"storageInitializer": {"enabled": enabled}, "model": {"lora": {"adapters": [{"name": "a", "uri": uri}]}}});
            adapters(LlmSpec::of(spec.as_object().expect("an object")))
                .err()
                .map(ControllerError::into_text)
                .unwrap_or_default()
        };
        assert!(error("gs://a/b", true).contains("unsupported URI scheme \"gs://\""));
        assert!(error("oci://a/b", true).contains("oci:// is not supported"));
        assert!(error("pvc:", true).ends_with("invalid URI \"pvc:\""));
        assert!(error("hf://a/b", false).contains("require the storage initializer"));
        assert!(error("pvc://a/b", false).contains("requires a mounted volume"));
    }
}
