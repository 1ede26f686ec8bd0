//! Annotations that nobody reads, on anything but InferenceServices: runtimes, graphs, services for large language models.

use crate::kinds::is_stored_only;
use crate::lint::Findings;
use crate::lint::rule::Annotated;
use crate::object::diagnostic::{Change, Mend};
use crate::object::keys;
use crate::object::{Kind, Path};
use crate::release::Version;
use crate::release::annotations::{self as release, Place};
use crate::{Cluster, Value};

/// Which of the two rules about annotations is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Those that are written almost like one that is read.
    Misspelt,
    /// The others of KServe's.
    Unread,
}

/// Adds the annotations of a resource that nobody reads, at places where they are read as something.
pub fn find(cluster: &Cluster, written: &Value, places: &[Annotated], about: About, findings: &mut Findings) {
    let Some(kind) = Kind::of(written).filter(|_| !is_of_model_mesh(written)) else { return };
    let version = cluster.release.version;
    for (keys, place) in places {
        let map = keys.iter().try_fold(written, |value, key| value.get(*key)).and_then(Value::as_object);
        for key in map.into_iter().flatten().map(|(key, _)| key.as_str()) {
            let (group, _) = key.split_once('/').unwrap_or_default();
            let is_of_kserve = release::is_of_kserve(group) || release::meant_group(group).is_some();
            // What controllers and conversions keep there is theirs.
            let is_internal = group.starts_with("internal.");
            let is_read = release::read_at(*place, version).any(|known| known == key);
            if !is_of_kserve || is_internal || is_read || is_read_by_configuration(cluster, key) {
                continue;
            }
            let path = keys.iter().fold(Path::default(), |path, key| path.key(key)).key(key);
            match (about, release::alike(key, *place, version)) {
                (About::Misspelt, Some(known)) => {
                    findings.add(path.clone(), format!("nothing reads {key}; did you mean {known}?"));
                    findings.mend(Mend::safe(Change::Rename { path, key: known.to_owned() }));
                }
                (About::Unread, None) => {
                    findings.add(
                        path.clone(),
                        why(kind, keys.first().is_some_and(|key| *key == "metadata"), *place, version, key),
                    );
                    findings.mend(Mend::uncertain(Change::Remove { path }));
                }
                _ => {}
            }
        }
    }
}

/// ModelMesh has annotations of its own.
fn is_of_model_mesh(written: &Value) -> bool {
    let is_for_many = written.pointer("/spec/multiModel").and_then(Value::as_bool) == Some(true);
    is_for_many || written.pointer("/spec/builtInAdapter").is_some_and(Value::is_object)
}

/// Whether the configuration names the annotation, or a resource that others are put together from has it in a template.
fn is_read_by_configuration(cluster: &Cluster, key: &str) -> bool {
    let section = cluster.config.credentials.value();
    let is_template = |config: &Value| {
        is_stored_only(config) && config.get("spec").is_some_and(|spec| spec.to_string().contains(key))
    };
    key == keys::IGNORE
        || section.is_some_and(|section| section.storage_secret_name_annotation == key)
        || cluster.objects().any(is_template)
}

/// Why nothing reads an annotation.
fn why(kind: Kind, is_of_metadata: bool, place: Place, version: Version, key: &str) -> String {
    let later = release::known_at(place).into_iter().find(|(known, _)| *known == key);
    if let Some((_, since)) = later {
        return format!("{} does not read {key}; it is read from {} on", version.name(), since.name());
    }
    let name = kind.name();
    let is_runtime = place == Place::Runtime || place == Place::Component;
    let elsewhere = match place {
        Place::Runtime if release::read_at(Place::Component, version).any(|known| known == key) => {
            Some("it belongs in spec.annotations, which go to the pods")
        }
        _ if is_runtime && release::read_at(Place::Service, version).any(|known| known == key) => {
            Some("it belongs on the InferenceService")
        }
        Place::LanguageModel if release::read_at(Place::LanguageModelPods, version).any(|known| known == key) => {
            Some("it belongs in spec.annotations")
        }
        Place::LanguageModelPods if release::read_at(Place::LanguageModel, version).any(|known| known == key) => {
            Some("it belongs in metadata.annotations")
        }
        _ => None,
    };
    let place = if is_of_metadata { "" } else { "the spec of " };
    match elsewhere {
        Some(elsewhere) => format!("nothing reads {key} of {place}{}; {elsewhere}", with_article(name)),
        None => format!("nothing in {} reads {key} of {place}{}", version.name(), with_article(name)),
    }
}

fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['I', 'L']) { "an" } else { "a" };
    format!("{article} {kind}")
}
