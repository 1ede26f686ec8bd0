//! Which release of KServe a cluster has, as far as its documents tell.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::finding::{Finding, Spot};
use super::options::{Options, Release};
use crate::Value;
use crate::input::Document;
use crate::object::Kind;
use crate::object::diagnostic::Severity;
use crate::object::fields::filled;
use crate::object::kind::SERVING;
use crate::object::role as kinds;
use crate::release::Version;
use crate::webhook::codes;

/// Images that KServe builds anew with each release and that its ConfigMap and runtimes name.
static IMAGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let names =
        "storage-initializer|agent|router|sklearnserver|xgbserver|lgbserver|pmmlserver|paddleserver|huggingfaceserver";
    Regex::new(&format!(r"[\w.:/-]*\b(?:{names}):v?(\d+\.\d+)(\.\d+)?[\w.-]*")).ok()
});

/// The kind of what tells the API server of other kinds.
const DEFINITION: &str = "CustomResourceDefinition";

/// What tells the release: the patch release, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Clue {
    /// Such as `v0.17.0`.
    name: String,
    /// Such as `the image kserve/agent:v0.17.0`.
    by: String,
}

/// The release that all images in a value agree on.
fn of_images(value: &Value) -> Option<Clue> {
    let text = value.to_string();
    let images: Vec<regex::Captures<'_>> = IMAGE.as_ref()?.captures_iter(&text).collect();
    let minors: BTreeSet<&str> = filled(images.iter().filter_map(|image| Some(image.get(1)?.as_str())));
    let first = images.first().filter(|_| minors.len() == 1)?;
    let patch = first.get(2).map_or("", |patch| patch.as_str());
    let image = first.get(0)?.as_str().trim_start_matches('/');
    Some(Clue { name: format!("v{}{patch}", first.get(1)?.as_str()), by: format!("the image {image}") })
}

/// The release that the labels of KServe's own objects name, as charts write them.
fn of_labels(object: &Value) -> Option<Clue> {
    let is_definition =
        kinds::kind(object) == DEFINITION && object.pointer("/spec/group").and_then(Value::as_str) == Some(SERVING);
    if !is_definition && !kinds::is_of_kserve(kinds::kind(object)) {
        return None;
    }
    let labels = object.pointer("/metadata/labels")?;
    let label = |key: &str| labels.get(key).and_then(Value::as_str);
    if !label("helm.sh/chart").is_some_and(|chart| chart.starts_with("kserve")) && !is_definition {
        return None;
    }
    let chart = label("helm.sh/chart").and_then(|chart| chart.rsplit_once("-v")).map(|(_, version)| version);
    let version = label("app.kubernetes.io/version").map(|version| version.trim_start_matches('v')).or(chart)?;
    version.starts_with("0.").then(|| Clue {
        name: format!("v{version}"),
        by: format!("the labels of {}", crate::object::name::object_name(object)),
    })
}

/// The release to imitate, and what is to be said about it.
pub fn choose<'v>(
    options: &Options,
    config: Option<&Document>,
    objects: impl Iterator<Item = &'v Value>,
) -> (Version, Option<Finding>) {
    let spot = config.map_or(Spot::Nowhere, Spot::start);
    let clue = match config.and_then(|config| of_images(&config.value)) {
        Some(clue) => Some((clue, spot)),
        None => of_objects(objects).map(|clue| (clue, Spot::Nowhere)),
    };
    let note = |spot, text| Some(Finding::plain(codes::RELEASE, Severity::Note, spot, text));
    match (&options.release, clue) {
        (Some(Release { version, written }), Some((clue, spot))) if !version.is_named_by(&clue.name) => {
            let text = format!("{} is of KServe {}, but {written} is imitated", clue.by, clue.name);
            (*version, note(spot, text))
        }
        (Some(Release { version, written }), _) => {
            let patch = version.patch();
            let is_other = written != patch && written.trim_start_matches('v').matches('.').count() > 1;
            let text = format!("{patch} stands for {written}; releases of one minor version are not told apart");
            let spot = Spot::Option(format!("--kserve-version {written}"));
            (*version, if is_other { note(spot, text) } else { None })
        }
        (None, Some((clue, spot))) => match Version::parse(&clue.name) {
            Some(version) => {
                let patch = version.patch();
                let stands = if patch == clue.name { String::new() } else { format!(", for which {patch} stands") };
                let text =
                    format!("{} tells that the cluster runs KServe {}{stands} (--kserve-version)", clue.by, clue.name);
                // What is imitated anyway is not worth a word.
                let is_usual = version.is_newest() && patch == clue.name;
                (version, if is_usual { None } else { note(spot, text) })
            }
            None => {
                let newest = Version::NEWEST.name();
                let text = format!(
                    "{} is of KServe {}, which is not known; {newest} is imitated (--kserve-version)",
                    clue.by, clue.name
                );
                (Version::NEWEST, note(spot, text))
            }
        },
        (None, None) => (Version::NEWEST, None),
    }
}

/// The release that KServe's own objects agree on.
fn of_objects<'v>(objects: impl Iterator<Item = &'v Value>) -> Option<Clue> {
    let shipped = [Kind::ClusterServingRuntime.name(), Kind::ClusterStorageContainer.name(), DEFINITION];
    let is_shipped = |object: &&Value| shipped.contains(&kinds::kind(object));
    let clues: Vec<Clue> =
        objects.filter(is_shipped).filter_map(|object| of_labels(object).or_else(|| of_images(object))).collect();
    let versions: BTreeSet<Option<Version>> = filled(clues.iter().map(|clue| Version::parse(&clue.name)));
    if versions.len() == 1 { clues.into_iter().next() } else { None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::input::settings;
    use crate::release::defaults;

    #[test]
    fn the_shipped_configuration_tells_its_patch_release() {
        for version in Version::ALL {
            let config = defaults::objects(version).iter().find(|object| settings::is_config(object)).unwrap();
            assert_eq!(of_images(config).unwrap().name, version.patch());
        }
    }

    #[test]
    fn images_and_labels_tell_the_release() {
        let release_name = |value: &Value| of_images(value).map(|clue| clue.name);
        let agent = json!({ "data": { "agent": "{\"image\": \"acme.example/kserve/agent:v0.17.0\"}" } });
        assert_eq!(
            of_images(&agent).map(|clue| clue.by).as_deref(),
            Some("the image acme.example/kserve/agent:v0.17.0")
        );
        assert_eq!(release_name(&json!("kserve/agent:v0.17.0 kserve/router:v0.16.0")), None);
        assert_eq!(release_name(&json!("kserve/art-explainer:latest")), None);
        let definition = json!({
            "kind": "CustomResourceDefinition", "spec": { "group": "serving.kserve.io" },
            "metadata": { "name": "x", "labels": { "app.kubernetes.io/version": "v0.16.0" } },
        });
        assert_eq!(of_objects([&definition].into_iter()).map(|clue| clue.name).as_deref(), Some("v0.16.0"));
    }
}
