//! A recorded case: its input, the facts about the cluster, and the reports of every release.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use kserve_render::Existing;
use kserve_render::release::Version;
use kserve_render::{Cluster, Map, Value};

use super::patch;

/// The sections of a report that are compared one by one.
pub const SECTIONS: [&str; 13] = [
    "rejected",
    "warnings",
    "error",
    "events",
    "defaulted",
    "stored",
    "objects",
    "order",
    "deletedAgain",
    "deleted",
    "initialStatus",
    "status",
    "injected",
];

/// The keys that identify the subject of a report.
const TITLES: [&str; 3] = ["service", "graph", "trainedModel"];

pub struct Case {
    /// The facts about the cluster that are not documents.
    pub options: Map,
    pub input: String,
    pub observed: Option<String>,
    /// The reports of each release, newest first.
    expected: BTreeMap<std::cmp::Reverse<Version>, Value>,
}

impl Case {
    /// Reads a packed case, in which older releases are patches of the next newer one.
    pub fn read(file: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut packed = super::read_yaml(&text)?;
        if let Some(expected) = packed.get_mut("expected") {
            insert_shared(expected, file)?;
        }
        let expected = packed.get("expected").and_then(Value::as_object).ok_or("a case without `expected`")?;
        let mut reports = BTreeMap::new();
        let mut newer: Option<Value> = None;
        for version in Version::ALL.into_iter().rev() {
            if let Some(recorded) = expected.get(version.name()) {
                newer = Some(match newer.take() {
                    None => complete(recorded.clone())?,
                    Some(mut reports) => {
                        patch::apply(&mut reports, recorded)?;
                        reports
                    }
                });
            }
            reports.insert(
                std::cmp::Reverse(version),
                newer.clone().ok_or_else(|| format!("{}: not recorded", version.name()))?,
            );
        }
        let text = |key: &str| packed.get(key).and_then(Value::as_str).map(str::to_owned);
        Ok(Case {
            options: packed.get("options").and_then(Value::as_object).cloned().unwrap_or_default(),
            input: text("input").ok_or("a case without `input`")?,
            observed: text("observed"),
            expected: reports,
        })
    }

    /// The recorded reports of a release.
    pub fn reports(&self, version: Version) -> &[Value] {
        self.expected[&std::cmp::Reverse(version)].as_array().map(Vec::as_slice).unwrap_or_default()
    }

    /// The cluster of the case under a release.
    pub fn cluster(&self, version: Version, own_defaults: bool) -> Result<Cluster, String> {
        let defaults = if own_defaults { version } else { Version::NEWEST };
        super::read(&self.input, &self.options, version, defaults).map(|(_, cluster)| cluster)
    }

    /// The cluster of the case under a release, and its services with what was observed of each.
    pub fn services(&self, version: Version, own_defaults: bool) -> Result<(Cluster, Vec<(Value, Existing)>), String> {
        let defaults = if own_defaults { version } else { Version::NEWEST };
        super::services(&self.input, self.observed.as_deref(), &self.options, version, defaults)
    }

    /// The first difference in each section in which the tool answers differently.
    pub fn differences(&self, version: Version, own_defaults: bool) -> Result<BTreeMap<&'static str, String>, String> {
        let wanted = self.reports(version);
        let defaults = if own_defaults { version } else { Version::NEWEST };
        let got = super::render(&self.input, self.observed.as_deref(), &self.options, version, defaults)?;
        let mut differences = BTreeMap::new();
        if wanted.len() != got.len() {
            return Err(format!("{} reports, want {}", got.len(), wanted.len()));
        }
        for (wanted, got) in wanted.iter().zip(&got) {
            if wanted.get("panic").is_some() {
                // The controller crashes on this input; any clear refusal will do.
                if got.get("rejected").is_none() && got.get("error").is_none() {
                    differences.insert("rejected", "want a refusal (rejected or error)".to_owned());
                }
                continue;
            }
            for title in TITLES.into_iter().filter(|title| wanted.get(title) != got.get(title)) {
                differences.insert("objects", format!("{title}: want {:?}", wanted.get(title)));
            }
            for section in SECTIONS {
                if let Some(difference) = difference(&part(wanted, section), &part(got, section), section) {
                    differences.entry(section).or_insert(difference);
                }
            }
        }
        Ok(differences)
    }
}

/// What several cases of a folder share, from `shared.yaml` next to the case; empty for most cases.
fn shared(case: &Path) -> Result<Arc<Value>, String> {
    static READ: Mutex<BTreeMap<PathBuf, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let file = case.parent().and_then(Path::parent).map(|folder| folder.join("shared.yaml")).unwrap_or_default();
    let mut read = READ.lock().map_err(|error| error.to_string())?;
    if let Some(known) = read.get(&file) {
        return Ok(Arc::clone(known));
    }
    let shared = match std::fs::read_to_string(&file) {
        Ok(text) => super::read_yaml(&text)?,
        Err(_) => Value::Null,
    };
    Ok(Arc::clone(read.entry(file).or_insert(Arc::new(shared))))
}

/// Replaces each `{shared: NAME}` with the value that it stands for.
fn insert_shared(value: &mut Value, file: &Path) -> Result<(), String> {
    match value {
        Value::Object(map) if map.len() == 1 && map.contains_key("shared") => {
            let name = map["shared"].as_str().ok_or("the name of a shared value is a text")?;
            let mut found = shared(file)?.get(name).cloned().ok_or_else(|| format!("no shared value {name}"))?;
            insert_shared(&mut found, file)?;
            *value = found;
        }
        Value::Object(map) => map.iter_mut().try_for_each(|(_, value)| insert_shared(value, file))?,
        Value::Array(items) => items.iter_mut().try_for_each(|value| insert_shared(value, file))?,
        _ => {}
    }
    Ok(())
}

/// Restores what is stored as a difference: the status of the first pass as a patch of that of the last, and the injected
/// templates as patches of the objects' own templates.
fn complete(mut reports: Value) -> Result<Value, String> {
    for report in reports.as_array_mut().ok_or("the newest reports are a list")? {
        if let Some(operations) = report.pointer("/initialStatus/patch").cloned() {
            let mut status = report.get("status").cloned().ok_or("a patch of no status")?;
            patch::apply(&mut status, &operations)?;
            report["initialStatus"] = status;
        }
        let objects = report.get("objects").cloned().unwrap_or_default();
        for entry in report.get_mut("injected").and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(operations) = entry.as_object_mut().and_then(|entry| entry.remove("patch")) else { continue };
            let own = objects.as_array().into_iter().flatten().find(|object| {
                object.get("kind") == entry.get("kind") && object.pointer("/metadata/name") == entry.get("name")
            });
            let mut template =
                own.and_then(|object| object.pointer("/spec/template")).cloned().ok_or("a patch of no template")?;
            patch::apply(&mut template, &operations)?;
            entry["template"] = template;
        }
    }
    Ok(reports)
}

/// A section in the form in which it is compared: lists of objects by name, and their order separately.
pub fn part(report: &Value, section: &str) -> Value {
    // For other kinds, the owners of objects are not recorded.
    let without_owners = |item: &Value| {
        let mut item = item.clone();
        if report.get("service").is_none()
            && let Some(metadata) = item.get_mut("metadata").and_then(Value::as_object_mut)
        {
            metadata.remove("ownerReferences");
        }
        item
    };
    let named = |items: &Value| -> Value {
        items.as_array().into_iter().flatten().map(|item| (key(item), without_owners(item))).collect::<Map>().into()
    };
    match section {
        "order" => report
            .get("objects")
            .and_then(Value::as_array)
            .filter(|objects| !objects.is_empty())
            .map_or(Value::Null, |objects| objects.iter().map(|object| Value::from(key(object))).collect()),
        "objects" | "injected" => report.get(section).map_or(Value::Null, named),
        _ => report.get(section).cloned().unwrap_or_default(),
    }
}

fn key(object: &Value) -> String {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let name = object.pointer("/metadata/name").or_else(|| object.get("name"));
    format!("{}/{}/{}", text(object.get("kind")), text(object.pointer("/metadata/namespace")), text(name))
}

/// The first difference, as `path: want …, got …`; `<pointer>` in an expected text stands for any word.
pub fn difference(want: &Value, got: &Value, path: &str) -> Option<String> {
    match (want, got) {
        (Value::Object(wanted), Value::Object(found)) => {
            let keys: std::collections::BTreeSet<&String> = wanted.keys().chain(found.keys()).collect();
            keys.into_iter().find_map(|key| match (wanted.get(key), found.get(key)) {
                (Some(want), Some(got)) => difference(want, got, &format!("{path}.{key}")),
                (Some(want), None) => Some(format!("{path}.{key}: missing, want {}", short(want))),
                (None, Some(got)) => Some(format!("{path}.{key}: unexpected {}", short(got))),
                (None, None) => None,
            })
        }
        (Value::Array(wanted), Value::Array(found)) => {
            let items = wanted.iter().zip(found).enumerate();
            items.into_iter().find_map(|(i, (want, got))| difference(want, got, &format!("{path}[{i}]"))).or_else(
                || {
                    (wanted.len() != found.len())
                        .then(|| format!("{path}: want {} items, got {}: {}", wanted.len(), found.len(), short(got)))
                },
            )
        }
        (Value::String(want), Value::String(got)) if matches_pointer(want, got) => None,
        (want, got) => (want != got).then(|| format!("{path}: want {}, got {}", short(want), short(got))),
    }
}

fn matches_pointer(want: &str, got: &str) -> bool {
    let Some((before, after)) = want.split_once("<pointer>") else { return false };
    got.strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(after))
        .is_some_and(|word| !word.is_empty() && !word.contains(char::is_whitespace))
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 300 { text } else { text.chars().take(300).chain(['…']).collect() }
}
