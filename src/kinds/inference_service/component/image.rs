//! The image tag of the serving container.

use crate::kinds::inference_service::runtime::ServerType;
use crate::release::Release;
use crate::{Map, Value};

/// Adjusts the image: `runtimeVersion` becomes the tag; without it, for some servers, the tag depends on whether the container
/// has a GPU.
pub(super) fn adjust(
    container: &mut Map,
    runtime_version: Option<&str>,
    server: Option<ServerType>,
    release: &Release,
) {
    let image = container.get("image").and_then(Value::as_str).unwrap_or_default();
    if release.components.image_digests_kept && image.contains("@sha256:") {
        return;
    }
    let adjusted = match runtime_version {
        Some(version) => with_tag(image, version),
        None => match with_accelerator(image, server, has_gpu(container, release)) {
            Some(image) => image,
            None => return,
        },
    };
    container.insert("image".into(), adjusted.into());
}

/// The image up to its tag, and the tag with its colon, if there is one: a colon followed only by letters, digits and `_.-`.
fn split_tag(image: &str) -> (&str, Option<&str>) {
    let is_tag = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    match image.rfind(':') {
        Some(colon) if is_tag(&image[colon + 1..]) => (&image[..colon], Some(&image[colon..])),
        _ => (image, None),
    }
}

fn with_tag(image: &str, version: &str) -> String {
    let (name, tag) = split_tag(image);
    match tag {
        // The controller uses a regular expression; a dollar sign in its replacement text refers to a group.
        Some(tag) => format!("{name}:{}", expand(version, tag)),
        None => format!("{image}:{version}"),
    }
}

/// Expands the replacement text of a Go regular expression with the groups `$0` and `$1` (`tag`) and `$2` (`tag` without its
/// colon); other groups are empty.
fn expand(replacement: &str, tag: &str) -> String {
    let mut expanded = String::new();
    let mut rest = replacement;
    while let Some(dollar) = rest.find('$') {
        expanded.push_str(&rest[..dollar]);
        rest = &rest[dollar + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            expanded.push('$');
            rest = after;
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (name, after) = match rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((name, after)) if !name.is_empty() && name.chars().all(is_word) => (name, after),
            _ => rest.split_at(rest.find(|c: char| !is_word(c)).unwrap_or(rest.len())),
        };
        if name.is_empty() {
            expanded.push('$');
            continue;
        }
        match name {
            "0" | "1" => expanded.push_str(tag),
            "2" => expanded.push_str(tag.strip_prefix(':').unwrap_or(tag)),
            _ => {}
        }
        rest = after;
    }
    expanded.push_str(rest);
    expanded
}

fn has_gpu(container: &Map, release: &Release) -> bool {
    let limits = container.get("resources").and_then(|r| r.get("limits")).and_then(Value::as_object);
    limits.into_iter().flatten().any(|(name, _)| {
        name == "nvidia.com/gpu" || (release.components.mig_counts_as_gpu && name.starts_with("nvidia.com/mig"))
    })
}

/// The image with the suffix for the accelerator, if that changes it.
fn with_accelerator(image: &str, server: Option<ServerType>, gpu: bool) -> Option<String> {
    let (name, tag) = split_tag(image);
    let tag = tag?;
    match server? {
        ServerType::TensorflowServing | ServerType::TorchServe | ServerType::HuggingFace if gpu => {
            (!image.ends_with("-gpu")).then(|| format!("{image}-gpu"))
        }
        ServerType::Vllm if !gpu => (!name.ends_with("-cpu")).then(|| format!("{name}-cpu{tag}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::Version;
    use serde_json::json;

    fn adjusted(image: &str, version: Option<&str>, server: Option<ServerType>, gpu: bool) -> String {
        let limits = if gpu { json!({"nvidia.com/gpu": "1"}) } else { json!({}) };
        let mut container = json!({"image": image, "resources": {"limits": limits}}).as_object().cloned().unwrap();
        adjust(&mut container, version, server, Release::of(Version::NEWEST));
        container["image"].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_runtime_version_becomes_the_tag() {
        assert_eq!(adjusted("a/b:1", Some("2"), None, false), "a/b:2");
        assert_eq!(adjusted("a/b", Some("2"), None, false), "a/b:2");
        assert_eq!(adjusted("host:5000/b", Some("2"), None, false), "host:5000/b:2");
        assert_eq!(adjusted("a/b@sha256:0123", Some("2"), None, false), "a/b@sha256:0123");
        assert_eq!(adjusted("", Some("2"), None, false), ":2");
    }

    #[test]
    fn a_dollar_sign_in_a_runtime_version_begins_a_group() {
        assert_eq!(adjusted("a:1", Some("v$2-x"), None, false), "a:v1-x");
        assert_eq!(adjusted("a:1", Some("v$$2"), None, false), "a:v$2");
        assert_eq!(adjusted("a:1", Some("v${1}$3$"), None, false), "a:v:1$");
        // Without a tag nothing is replaced.
        assert_eq!(adjusted("a", Some("v$2"), None, false), "a:v$2");
    }

    #[test]
    fn a_gpu_chooses_the_image_of_known_servers() {
        assert_eq!(adjusted("h:v1", None, Some(ServerType::HuggingFace), true), "h:v1-gpu");
        assert_eq!(adjusted("h:v1-gpu", None, Some(ServerType::HuggingFace), true), "h:v1-gpu");
        assert_eq!(adjusted("h:v1", None, Some(ServerType::HuggingFace), false), "h:v1");
        assert_eq!(adjusted("vllm/vllm-openai:v1", None, Some(ServerType::Vllm), false), "vllm/vllm-openai-cpu:v1");
        assert_eq!(adjusted("vllm/vllm-openai:v1", None, Some(ServerType::Vllm), true), "vllm/vllm-openai:v1");
        assert_eq!(adjusted("h", None, Some(ServerType::HuggingFace), true), "h");
    }
}
