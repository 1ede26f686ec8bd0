//! Volumes: their names and what they hold.

use std::collections::BTreeSet;

use super::report::{Report, is_missing};
use crate::Map;
use crate::go::quantity::Quantity;
use crate::go::strconv::quote;
use crate::object::fields::{integer, member, objects, text};
use crate::object::names;

/// The kinds of volumes that pods can have, in the order in which the server looks at them.
pub(super) const SOURCES: [&str; 30] = [
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "flocker",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "quobyte",
    "downwardAPI",
    "fc",
    "flexVolume",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "photonPersistentDisk",
    "portworxVolume",
    "azureDisk",
    "storageos",
    "projected",
    "scaleIO",
    "csi",
    "ephemeral",
    "image",
];

/// Fields that a kind of volume must have.
const REQUIRED: [(&str, &str); 7] = [
    ("secret", "secretName"),
    ("persistentVolumeClaim", "claimName"),
    ("configMap", "name"),
    ("hostPath", "path"),
    ("csi", "driver"),
    ("flexVolume", "driver"),
    ("nfs", "server"),
];

const HOST_PATHS: [&str; 8] =
    ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"];

/// Checks the volumes and gives the names of those that mounts find: one that is refused is not found.
pub fn check<'a>(spec: &'a Map, report: &mut Report) -> BTreeSet<&'a str> {
    let mut known = BTreeSet::new();
    for (index, volume) in objects(spec, "volumes").enumerate() {
        let path = format!("volumes[{index}]");
        let before = report.refusals.len();
        source(volume, &path, report);
        let name = text(volume, "name");
        let at = format!("{path}.name");
        if name.is_empty() {
            report.required(&at, "");
        } else {
            report.texts(&at, name, names::dns_label(name));
        }
        if known.contains(name) {
            report.duplicate(&at, name);
        }
        if report.refusals.len() == before {
            known.insert(name);
        }
    }
    known
}

fn source(volume: &Map, path: &str, report: &mut Report) {
    let mut found = SOURCES.into_iter().filter(|kind| !is_missing(volume, kind));
    if let Some(kind) = found.next() {
        content(volume, kind, &format!("{path}.{kind}"), report);
    }
    for kind in found {
        report.forbidden(&format!("{path}.{kind}"), "may not specify more than 1 volume type");
    }
}

fn content(volume: &Map, kind: &str, path: &str, report: &mut Report) {
    let Some(source) = member(volume, kind) else { return };
    for (_, field) in REQUIRED.into_iter().filter(|(of, _)| *of == kind) {
        if text(source, field).is_empty() {
            report.required(&format!("{path}.{field}"), "");
        }
    }
    if let Some(mode) = integer(source, "defaultMode").filter(|mode| !(0..=0o777).contains(mode)) {
        report.invalid(
            &format!("{path}.defaultMode"),
            mode,
            "must be a number between 0 and 0777 (octal), both inclusive",
        );
    }
    match kind {
        "hostPath" if !text(source, "path").is_empty() => {
            let host = text(source, "path");
            backsteps(host, &format!("{path}.path"), report);
            report.one_of(source, &format!("{path}."), "type", &HOST_PATHS);
        }
        "emptyDir" => {
            let limit = source.get("sizeLimit").and_then(|limit| Quantity::from_json(limit).ok());
            if limit.is_some_and(|limit| limit.signum() < 0) {
                report.forbidden(&format!("{path}.sizeLimit"), "SizeLimit field must be a valid resource quantity");
            }
        }
        "secret" | "configMap" => {
            for (index, item) in objects(source, "items").enumerate() {
                file(item, &format!("{path}.items[{index}]"), report);
            }
        }
        _ => {}
    }
}

/// A file that a key becomes.
fn file(item: &Map, path: &str, report: &mut Report) {
    if text(item, "key").is_empty() {
        report.required(&format!("{path}.key"), "");
    }
    let at = format!("{path}.path");
    match text(item, "path") {
        "" => report.required(&at, ""),
        file => relative(file, &at, report),
    }
    if let Some(mode) = integer(item, "mode").filter(|mode| !(0..=0o777).contains(mode)) {
        report.invalid(&format!("{path}.mode"), mode, "must be a number between 0 and 0777 (octal), both inclusive");
    }
}

/// A path within a volume.
pub fn relative(file: &str, path: &str, report: &mut Report) {
    if file.starts_with('/') {
        report.invalid(path, quote(file), "must be a relative path");
    }
    backsteps(file, path, report);
}

fn backsteps(file: &str, path: &str, report: &mut Report) {
    if file.split('/').any(|part| part == "..") {
        report.invalid(path, quote(file), "must not contain '..'");
    }
}
