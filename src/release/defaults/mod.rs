//! What each release ships: ConfigMap, cluster serving runtimes and storage container.
//!
//! The files beside this one hold the newest release in full, and for older ones how they differ from the one after them; the table of
//! releases names these. `${release}` in a text stands for the patch release, such as `v0.20.0`. The newest release is embedded as
//! `newest.json`, which is made from its YAML files.

mod llm;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;

use super::version::{PerRelease, Version, with_releases};
use crate::input::yaml;
use crate::object::Kind;
use crate::{Map, Value};

pub use llm::{STAND_IN, presets as llm_presets};

/// `config.yaml`, `runtimes.yaml` and `storage.yaml` as JSON, which is read in a tenth of the time; a test makes it.
const NEWEST: &str = include_str!("newest.json");

/// What people call the groups of objects that a release ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The ConfigMap.
    Config,
    /// The serving runtimes.
    Runtimes,
    /// The storage containers.
    Storage,
}

impl Part {
    /// All parts, in the order of the objects.
    pub const ALL: [Part; 3] = [Part::Config, Part::Runtimes, Part::Storage];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Config => "config",
            Part::Runtimes => "runtimes",
            Part::Storage => "storage",
        }
    }

    /// Whether an object that a release ships belongs to it.
    pub fn has(self, object: &Value) -> bool {
        let kind = match self {
            Part::Config => Kind::ConfigMap,
            Part::Runtimes => Kind::ClusterServingRuntime,
            Part::Storage => Kind::ClusterStorageContainer,
        };
        Kind::of(object) == Some(kind)
    }
}

/// How the objects of a release differ from those of the release after it, if they do.
fn changes(version: Version) -> Option<&'static str> {
    macro_rules! table {
        ($($variant:ident $name:literal $patch:literal {
            $(changes $changes:literal)? $(presets $presets:literal)?
        };)*) => {
            match version {
                $($(Version::$variant => Some(include_str!($changes)),)?)*
                _ => None,
            }
        };
    }
    with_releases!(table)
}

/// Key of the ConfigMap's sections among the objects, here and in the files of changes.
const SECTIONS: &str = "config";

/// The objects that `version` ships: ConfigMap `inferenceservice-config` in namespace `kserve`,
/// ClusterServingRuntimes by name, ClusterStorageContainer. Built once, when first asked for.
pub fn objects(version: Version) -> &'static [Arc<Value>] {
    static BUILT: PerRelease<Vec<Arc<Value>>> = PerRelease::empty();
    BUILT.get(version, || build(version))
}

fn build(version: Version) -> Vec<Arc<Value>> {
    let mut objects = newest();
    for changes in Version::ALL.into_iter().rev().take_while(|newer| *newer >= version).filter_map(changes) {
        apply(&mut objects, read(changes));
    }
    for object in objects.values_mut() {
        name_release(object, version.patch());
    }
    if let Some(sections) = objects.remove(SECTIONS) {
        objects.insert(SECTIONS.into(), config_map(&sections));
    }
    objects.into_values().map(Arc::new).collect()
}

/// The objects of the newest release by `Kind/name`, and the ConfigMap's sections.
fn newest() -> BTreeMap<String, Value> {
    let mut files: Map = serde_json::from_str(NEWEST).unwrap_or_default();
    let mut file = |name: &str| match files.remove(name) {
        Some(Value::Object(entries)) => entries,
        _ => Map::new(),
    };
    let mut objects = BTreeMap::new();
    objects.insert(SECTIONS.to_owned(), Value::Object(file("config")));
    let mut add = |kind: Kind, metadata: Value, spec: Value| {
        let name = metadata.get("name").and_then(Value::as_str).unwrap_or_default();
        objects.insert(format!("{}/{name}", kind.name()), kind.object([("metadata", metadata), ("spec", spec)]));
    };
    for (name, mut spec) in file("runtimes") {
        let server = spec.as_object_mut().and_then(|spec| spec.remove("serverType"));
        let annotations = json!({ "serving.kserve.io/server-type": server });
        add(Kind::ClusterServingRuntime, json!({ "name": name, "annotations": annotations }), spec);
    }
    for (name, spec) in file("storage") {
        add(Kind::ClusterStorageContainer, json!({ "name": name }), spec);
    }
    objects
}

/// An embedded file; a test reads them all, so that none is broken.
fn read(text: &str) -> Map {
    match yaml::parse(text) {
        Ok(yaml::Parsed { value: Value::Object(map), .. }) => map,
        _ => Map::new(),
    }
}

/// Applies changes: for each object (`Kind/*` means all of a kind), JSON pointers with the value that belongs there, or `null` to remove
/// what is there.
fn apply(objects: &mut BTreeMap<String, Value>, changes: Map) {
    for (key, changes) in changes {
        let Value::Object(changes) = changes else {
            objects.remove(&key);
            continue;
        };
        let all_of_kind = key.strip_suffix('*');
        for (_, object) in objects.iter_mut().filter(|(name, _)| match all_of_kind {
            Some(kind) => name.starts_with(kind),
            None => **name == key,
        }) {
            for (pointer, value) in &changes {
                set(object, pointer, value);
            }
        }
    }
}

fn set(object: &mut Value, pointer: &str, value: &Value) {
    let Some((parent, last)) = pointer.rsplit_once('/') else { return };
    match object.pointer_mut(parent) {
        Some(Value::Object(entries)) if value.is_null() => {
            entries.remove(last);
        }
        Some(Value::Object(entries)) => {
            entries.insert(last.to_owned(), value.clone());
        }
        Some(Value::Array(items)) => {
            if let Some(item) = last.parse().ok().and_then(|index: usize| items.get_mut(index)) {
                *item = value.clone();
            }
        }
        _ => {}
    }
}

fn name_release(value: &mut Value, patch: &str) {
    match value {
        Value::String(text) if text.contains('$') => *text = text.replace("${release}", patch),
        Value::Array(items) => items.iter_mut().for_each(|item| name_release(item, patch)),
        Value::Object(entries) => entries.values_mut().for_each(|value| name_release(value, patch)),
        _ => {}
    }
}

fn config_map(sections: &Value) -> Value {
    let data: Map = sections
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, section)| (name.clone(), format!("{section:#}").into()))
        .collect();
    Kind::ConfigMap.object([
        ("data", data.into()),
        ("metadata", json!({ "name": "inferenceservice-config", "namespace": "kserve" })),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 64-bit FNV-1a, enough to notice any difference.
    fn digest(text: &str) -> u64 {
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }

    /// The texts of a ConfigMap as the JSON they hold, so that their layout does not count.
    fn comparable(object: &Value) -> Value {
        let mut object = object.clone();
        for text in object.get_mut("data").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
            *text = serde_json::from_str(text.as_str().unwrap_or_default()).expect("every section is JSON");
        }
        object
    }

    #[test]
    fn every_release_ships_the_objects_that_were_recorded() {
        let recorded = include_str!("../../../testdata/defaults.txt");
        for version in Version::ALL {
            let built: Vec<String> = objects(version)
                .iter()
                .map(|object| {
                    let name = object["metadata"]["name"].as_str().expect("a name");
                    let digest = digest(&comparable(object).to_string());
                    format!("{} {}/{name} {digest:016x}", version.name(), object["kind"].as_str().expect("a kind"))
                })
                .collect();
            let mut wanted: Vec<&str> =
                recorded.lines().filter(|line| line.split(' ').next() == Some(version.name())).collect();
            let mut built: Vec<&str> = built.iter().map(String::as_str).collect();
            wanted.sort_unstable();
            built.sort_unstable();
            assert_eq!(built, wanted);
        }
    }

    /// A change of what is not there, or to what is there already, would be passed over without a word.
    #[test]
    fn every_change_of_a_release_changes_something() {
        let mut objects = newest();
        for version in Version::ALL.into_iter().rev() {
            let Some(text) = changes(version) else { continue };
            for (key, changes) in read(text) {
                let place = format!("{} {key}", version.name());
                let Value::Object(changes) = changes else {
                    assert!(changes.is_null(), "{place}: neither changes nor null");
                    assert!(objects.remove(&key).is_some(), "{place}: there is no such object");
                    continue;
                };
                for (pointer, value) in changes {
                    let before = objects.clone();
                    let change =
                        Map::from_iter([(key.clone(), Value::Object(Map::from_iter([(pointer.clone(), value)])))]);
                    apply(&mut objects, change);
                    assert_ne!(objects, before, "{place} {pointer}: nothing changes");
                }
            }
        }
    }

    /// A file that no release names would be left out without a word.
    #[test]
    fn every_file_of_a_release_is_named_in_the_table() {
        let mut named: Vec<&str> = vec![];
        macro_rules! table {
            ($($variant:ident $name:literal $patch:literal {
                $(changes $changes:literal)? $(presets $presets:literal)?
            };)*) => { $( $(named.push($changes);)? $(named.push($presets);)? )* };
        }
        with_releases!(table);
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/release/defaults");
        let mut there: Vec<String> = vec![];
        for prefix in ["", "llm/"] {
            for file in std::fs::read_dir(folder.join(prefix)).expect("the folder") {
                let name = file.expect("a file").file_name().into_string().expect("a name");
                if name.starts_with('v') {
                    there.push(format!("{prefix}{name}"));
                }
            }
        }
        there.sort_unstable();
        named.sort_unstable();
        named.dedup();
        assert_eq!(there, named);
    }
}
