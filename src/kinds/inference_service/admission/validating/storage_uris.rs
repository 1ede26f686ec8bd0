//! Rules for `storageUris`.

use super::subject::SentService;
use crate::Value;
use crate::api::{Component, ComponentSpec, StorageUri};
use crate::kinds::inference_service::admission::implementation::Implementation;
use crate::object::PathStep;
use crate::webhook::codes;
use crate::webhook::report::{INDEX_OUT_OF_RANGE, Report, at};

pub fn check(subject: &SentService, report: &mut Report) {
    for component in [Component::Transformer, Component::Explainer, Component::Predictor] {
        let Some(spec) = subject.component(component) else { continue };
        let Some(entries) = ComponentSpec::of(spec).storage_uri_list() else { continue };
        let path = format!("spec.{}.storageUris", component.name());
        let single = Implementation::of(component, spec).1.filter(|only| only.storage_uri().is_some());
        if let Some(single) = single.map(|only| at(&format!("spec.{}.{}", component.name(), only.field()))) {
            let single = if matches!(single.0.last(), Some(PathStep::Key(key)) if key != "containers") {
                single.key("storageUri")
            } else {
                single
            };
            let message = "Setting both StorageURI and StorageURIs is not supported.";
            report.refuse(codes::BOTH_STORAGES, at(&path), message);
            report.relate(None, single, "the model's own location");
        }
        let mut well_formed = true;
        for (index, entry) in StorageUri::all(entries).enumerate() {
            if let Some((field, message)) = entry_fault(entry) {
                well_formed = false;
                report.refuse(codes::STORAGE_URIS, at(&format!("{path}[{index}].{field}")), message);
            }
        }
        if well_formed {
            mount_paths(entries, &path, report);
        }
    }
}

/// The faulty field of an entry, and the text.
fn entry_fault(entry: StorageUri<'_>) -> Option<(&'static str, String)> {
    if entry.uri().is_empty() {
        return Some(("uri", "storage URI cannot be empty".to_owned()));
    }
    let path = entry.mount_path().unwrap_or_default();
    let message = if path == "/" {
        "storage path cannot be empty".to_owned()
    } else if !path.starts_with('/') {
        format!("storage path must be absolute: {path}")
    } else if path.contains("..") {
        format!("storage path cannot contain '..' for security reasons: {path}")
    } else {
        return None;
    };
    Some(("mountPath", message))
}

/// Volumes need separate paths, and downloads a common directory. Nothing is compared unless there are two downloads.
fn mount_paths(entries: &[Value], path: &str, report: &mut Report) {
    let entries = StorageUri::all(entries).enumerate();
    let (volumes, downloads): (Vec<_>, Vec<_>) = entries
        .map(|(index, entry)| (index, entry.uri(), entry.mount_path().unwrap_or_default()))
        .partition(|e| e.1.starts_with("pvc://"));
    if downloads.len() < 2 {
        return;
    }
    for (seen, (index, _, mount)) in volumes.iter().enumerate() {
        if volumes.iter().take(seen).any(|(_, _, earlier)| earlier == mount) {
            let path = at(&format!("{path}[{index}].mountPath"));
            report.refuse(codes::STORAGE_URIS, path, "PVC storage paths must be unique");
        }
    }
    let mounts: Vec<&str> = downloads.iter().map(|(_, _, mount)| *mount).collect();
    match share_directory(&mounts) {
        Some(true) => {}
        Some(false) => {
            let message = format!(
                "storage paths must have a common parent directory. Current paths: [{}] have no common parent beyond root",
                mounts.join(" ")
            );
            report.refuse(codes::STORAGE_URIS, at(path), message);
        }
        None => report.refuse(codes::STORAGE_URIS, at(path), INDEX_OUT_OF_RANGE),
    }
}

/// Whether paths have a common first component; `None` if one has no component but others do, on which the webhook crashes.
fn share_directory(paths: &[&str]) -> Option<bool> {
    let mut first = paths.iter().map(|path| path.trim_matches('/').split('/').next().unwrap_or_default());
    if paths.iter().any(|path| path.trim_matches('/').is_empty()) {
        return first.all(str::is_empty).then_some(false);
    }
    let one = first.next();
    Some(first.all(|other| Some(other) == one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downloads_share_a_directory() {
        assert_eq!(share_directory(&["/a/x", "/a/y"]), Some(true));
        assert_eq!(share_directory(&["/a", "/a/y/"]), Some(true));
        assert_eq!(share_directory(&["/a/x", "/b/x"]), Some(false));
        assert_eq!(share_directory(&["//", "///"]), Some(false));
        assert_eq!(share_directory(&["//", "/a"]), None);
    }
}
