//! Rules about annotations and labels.

use std::collections::BTreeSet;

use super::subject::LintedService;
use crate::Map;
use crate::api::Mode;
use crate::lint::rule::{Findings, Mending, Topic, rules_for};
use crate::object::ObjectView as _;
use crate::object::diagnostic::{Change, Mend};
use crate::object::fields::member;
use crate::object::keys;
use crate::object::{Key, Kind, Path};
use crate::release::Version;
use crate::release::annotations::{self as release, Place};
use crate::webhook::report::{ALIKE as MISSPELT, closest};

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR025" "unknown-deployment-mode" Warning(unknown_deployment_mode) [mending: Mending::Safe, topic: Some(Topic::Annotations), reports: &["#4710"]] {
        what: "The annotation serving.kserve.io/deploymentMode has a value that the release does not know.",
        why: "The controller passes over it, and the service runs in the default mode.",
        fine: "Never.",
        fix: "Write Standard or Knative (RawDeployment or Serverless for v0.15), with upper and lower case as here.",
    }
    "KSR026" "stop-value" Warning(stop_value) [topic: Some(Topic::Annotations)] {
        what: "The annotation serving.kserve.io/stop is neither true nor false.",
        why: "Only the text true, in any case, stops a service; with anything else it keeps running.",
        fine: "Never.",
        fix: "Write \"true\", in quotes.",
    }
    "KSR027" "misspelt-annotation" Warning(misspelt_annotation) [mending: Mending::Safe, topic: Some(Topic::Annotations), reports: &["#4074"]] {
        what: "An annotation is written almost like one that KServe or Knative reads.",
        why: "Annotations that nobody knows are passed over without a word.",
        fine: "Something else reads it.",
        fix: "Write the key as proposed.",
    }
    "KSR063" "unread-annotation" Warning(unread_annotation)
        [mending: Mending::Unsafe, topic: Some(Topic::Annotations), reports: &["#4074", "#4308", "#3638"]] {
        what: "An annotation has a key of KServe's that the release does not read there, or one of Knative's in Standard mode. Services, \
               runtimes, graphs and services for large language models are looked at, each at its own places.",
        why: "Annotations that nobody reads are passed over without a word. Some are constants in KServe's source that nothing uses, such \
              as serving.kserve.io/metric and serving.kserve.io/targetUtilizationPercentage.",
        fine: "Something else in the cluster reads it, or the document is for several releases or modes.",
        fix: "Leave it out, or use the field or the place that the release reads; explain tells what counts.",
    }
    "KSR103" "old-mode-name" Note(old_mode_name)
        [since: Version::V0_17, mending: Mending::Safe, topic: Some(Topic::Annotations), reports: &["#4798"]] {
        what: "The annotation serving.kserve.io/deploymentMode has the older name of a mode.",
        why: "The webhook rewrites it to Standard or Knative, so the stored document differs from the written one; tools that compare \
              them show a difference for ever. v0.16 takes the older names too, but refuses the next update (next-write-refused).",
        fine: "The document is applied to v0.15 too, which knows the older names only.",
        fix: "Write Standard for RawDeployment and Knative for Serverless.",
    }
    "KSR028" "auto-update-disabled" Note(auto_update_disabled) [since: Version::V0_16, topic: Some(Topic::Leftovers)] {
        what: "The annotation serving.kserve.io/disable-auto-update keeps a ready service as it is.",
        why: "Changes of the serving runtime do not reach its pods.",
        fine: "It is meant to be so, as for a rollout by hand.",
        fix: "Remove the annotation to roll out the runtime's changes.",
    }
    "KSR052" "visibility-label" Warning(visibility_label) [topic: Some(Topic::Annotations)] {
        what: "A label or annotation looks as if it kept the service inside the cluster, but does not.",
        why: "Knative mode reads only the label networking.knative.dev/visibility of the service and its components, Standard mode only \
              networking.kserve.io/visibility of the service, and the one value is cluster-local. Anything else is passed over without a \
              word, and the service is reached from outside.",
        fine: "Something else reads the label, or the service is meant to be public.",
        fix: "Use the label of the mode, on the service, with the value cluster-local.",
    }
    "KSR053" "unknown-suppression" Warning(unknown_suppression) [mending: Mending::Safe, topic: Some(Topic::Annotations)] {
        what: "An annotation for lint names no rule, or its key is misspelt.",
        why: "It leaves no finding aside.",
        fine: "Never.",
        fix: "Write kserve-render/ignore with codes or names of rules (lint --list), separated by commas. There is no word for all of them.",
    }
}

/// Annotations that Knative or its operators write to name what has created an object, and that users copy.
const OF_OTHERS: [&str; 1] = ["serving.knative.dev/creator"];

/// Groups of annotations that only Knative reads.
const KNATIVE_GROUPS: [&str; 3] =
    ["autoscaling.knative.dev", "serving.knative.dev", "queue.sidecar.serving.knative.dev"];

/// The similarity above which one key is taken for a misspelling of another.
const ALIKE: f64 = 0.85;

fn at(key: &str) -> Path {
    Path::keys(["metadata", "annotations", key])
}

fn unknown_deployment_mode(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(mode) = subject.annotation(keys::DEPLOYMENT_MODE) else { return };
    if Mode::parse(mode, &subject.cluster.release).is_none() {
        findings.add(at(keys::DEPLOYMENT_MODE), format!("{mode:?} is not a deployment mode; the default applies"));
        let known = [Mode::Standard, Mode::Knative].map(|mode| mode.name(&subject.cluster.release).to_owned());
        let known = known.iter().map(String::as_str).chain(["ModelMesh"]);
        if let Some((known, _)) = closest(mode, known).filter(|(_, likeness)| *likeness >= MISSPELT) {
            findings.help(format!("did you mean {known}?"));
            let change = Change::Write { path: at(keys::DEPLOYMENT_MODE), value: known.into() };
            findings.mend(Mend::safe(change));
        }
    }
}

fn old_mode_name(subject: &LintedService<'_>, findings: &mut Findings) {
    let release = &subject.cluster.release;
    let Some(written) = subject.annotation(keys::DEPLOYMENT_MODE).filter(|_| release.input.mode_annotation_renamed)
    else {
        return;
    };
    let Some(mode) = Mode::parse(written, release).filter(|mode| mode.name(release) != written) else { return };
    let name = mode.name(release);
    findings.add(at(keys::DEPLOYMENT_MODE), format!("{written} is the older name of {name}"));
    // The stored document stays the same.
    let change = Change::Write { path: at(keys::DEPLOYMENT_MODE), value: name.into() };
    findings.mend(Mend::safe(change));
}

fn stop_value(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(value) = subject.annotation(keys::STOP) else { return };
    if !["true", "false"].iter().any(|known| value.eq_ignore_ascii_case(known)) {
        findings.add(at(keys::STOP), format!("{value:?} does not stop the service; only true does"));
    }
}

/// The annotations of a service and of its components, with their paths.
fn annotations<'a>(subject: &'a LintedService<'_>) -> Vec<(Place, Path, &'a str)> {
    let own = subject.service().metadata.annotations.keys().map(|key| (Place::Service, at(key), key.as_str()));
    let of_parts = subject.parts().flat_map(|part| {
        let all = member(part.spec, "annotations").into_iter().flatten();
        let path = part.path.key("annotations");
        all.map(move |(key, _)| (Place::Component, path.clone().key(key), key.as_str())).collect::<Vec<_>>()
    });
    own.chain(of_parts).collect()
}

/// Whether something reads an annotation at a place.
fn is_read(subject: &LintedService<'_>, place: Place, key: &str) -> bool {
    let version = subject.cluster.release.version;
    let is_known = release::all().any(|known| known.key == key && known.is_read(place, version));
    is_known || OF_OTHERS.contains(&key) || is_secret_annotation(subject, key)
}

/// Whether a key is the annotation that, according to the configuration, names the storage secret.
fn is_secret_annotation(subject: &LintedService<'_>, key: &str) -> bool {
    let section = subject.cluster.config.credentials.value();
    section.is_some_and(|section| section.storage_secret_name_annotation == key)
}

fn misspelt_annotation(subject: &LintedService<'_>, findings: &mut Findings) {
    for (place, path, key) in annotations(subject) {
        if !is_read(subject, place, key)
            && let Some(known) = release::alike(key, place, subject.cluster.release.version)
        {
            findings.add(path.clone(), format!("nothing reads {key}; did you mean {known}?"));
            findings.mend(Mend::safe(Change::Rename { path, key: known.to_owned() }));
        }
    }
    for (object, key) in of_credentials(subject) {
        if let Some(known) = release::alike(&key, Place::Credentials, subject.cluster.release.version) {
            let path = at(&key);
            let message = format!("{} {}: nothing reads {key}; did you mean {known}?", object.kind, object.name);
            findings.add(Path::keys(["metadata", "name"]), message);
            findings.elsewhere(object, path.clone());
            findings.mend(Mend::safe(Change::Rename { path, key: known.to_owned() }));
        }
    }
}

/// The annotations that nothing reads on the ServiceAccounts of a service and on their Secrets, each with its object.
fn of_credentials(subject: &LintedService<'_>) -> BTreeSet<(Key, String)> {
    let cluster = subject.cluster;
    let namespace = &subject.rendering.namespace;
    let accounts = subject.parts().filter_map(|part| {
        let key = Key::new(Kind::ServiceAccount, namespace, part.view().pod().service_account_name());
        Some((cluster.get(Kind::ServiceAccount, namespace, &key.name)?, key))
    });
    let mut found = BTreeSet::new();
    for (account, key) in accounts {
        let secrets = account.secret_names().filter_map(|name| {
            Some((cluster.get(Kind::Secret, namespace, name)?, Key::new(Kind::Secret, namespace, name)))
        });
        for (object, key) in std::iter::once((account, key)).chain(secrets) {
            let annotations = object.annotations();
            let unread = annotations.into_iter().flat_map(Map::keys);
            let unread = unread.filter(|annotation| !is_read(subject, Place::Credentials, annotation));
            found.extend(unread.map(|annotation| (key.clone(), annotation.clone())));
        }
    }
    found
}

fn unread_annotation(subject: &LintedService<'_>, findings: &mut Findings) {
    // ModelMesh has annotations of its own.
    if subject.mode() == Some(&Mode::ModelMesh) {
        return;
    }
    let version = subject.cluster.release.version;
    for (place, path, key) in annotations(subject) {
        if is_read(subject, place, key) {
            if subject.is_standard() && is_only_for_knative(key) {
                let message = format!("{key} has no effect in Standard mode, which has nothing of Knative");
                findings.add(path.clone(), message);
                findings.mend(Mend::uncertain(Change::Remove { path }));
            }
            continue;
        }
        let group = key.split_once('/').map_or("", |(group, _)| group);
        let is_of_kserve = release::is_of_kserve(group) || release::meant_group(group).is_some();
        let is_of_knative = subject.is_standard() && KNATIVE_GROUPS.contains(&group);
        if !(is_of_kserve || is_of_knative) || release::alike(key, place, version).is_some() {
            continue;
        }
        let known = release::all().find(|known| known.key == key);
        let message = match known {
            Some(known) if known.at.contains(&place) => {
                format!("{} does not read {key}; it is read from {} on", version.name(), known.since.name())
            }
            Some(known) if known.at.contains(&Place::Credentials) => {
                format!("nothing reads {key} here; it is read on the Secret or ServiceAccount with the credentials")
            }
            Some(_) => format!("nothing reads {key} of a component; it belongs on the service"),
            None if is_of_knative => format!("{key} has no effect in Standard mode, which has nothing of Knative"),
            None => format!("nothing in {} reads {key}", version.name()),
        };
        findings.add(path.clone(), message);
        if known.is_none() {
            findings.mend(Mend::uncertain(Change::Remove { path }));
        }
    }
    for (object, key) in of_credentials(subject) {
        let group = key.split_once('/').map_or("", |(group, _)| group);
        let is_of_kserve = release::is_of_kserve(group) || release::meant_group(group).is_some();
        if is_of_kserve && release::alike(&key, Place::Credentials, version).is_none() {
            let message = format!("{} {}: nothing reads {key} there", object.kind, object.name);
            findings.add(Path::keys(["metadata", "name"]), message);
            findings.elsewhere(object, at(&key));
        }
    }
}

/// Whether only Knative reads an annotation. The bounds of replicas have a rule of their own.
fn is_only_for_knative(key: &str) -> bool {
    let has_rule = ["autoscaling.knative.dev/min-scale", "autoscaling.knative.dev/max-scale"].contains(&key);
    !has_rule && release::all().any(|known| known.key == key && known.of_knative)
}

/// The similarity of two keys, with group and name compared separately.
fn likeness(a: &str, b: &str) -> f64 {
    let split = |key| str::split_once(key, '/').unwrap_or_default();
    let ((group_a, name_a), (group_b, name_b)) = (split(a), split(b));
    let names = if name_a.eq_ignore_ascii_case(name_b) { 1.0 } else { strsim::jaro_winkler(name_a, name_b) };
    names.min(strsim::jaro_winkler(group_a, group_b))
}

fn auto_update_disabled(subject: &LintedService<'_>, findings: &mut Findings) {
    const KEY: &str = "serving.kserve.io/disable-auto-update";
    if subject.annotation(KEY) == Some("true") && is_read(subject, Place::Service, KEY) {
        findings.add(at(KEY), "changes of the serving runtime do not reach the pods of this service");
    }
}

const CLUSTER_LOCAL: &str = "cluster-local";

fn visibility_label(subject: &LintedService<'_>, findings: &mut Findings) {
    let (effective, mode) = match subject.mode() {
        Some(Mode::Knative) => (keys::VISIBILITY_LABEL, "Knative"),
        Some(Mode::Standard) => (keys::KSERVE_VISIBILITY_LABEL, "Standard"),
        _ => return,
    };
    let metadata = &subject.service().metadata;
    let is_hidden = metadata.labels.get(effective).is_some_and(|value| value == CLUSTER_LOCAL);
    for (key, value) in metadata.labels.iter().filter(|(key, _)| means_visibility(key)) {
        let message = if key == effective {
            match value.as_str() {
                CLUSTER_LOCAL => continue,
                _ => format!("{value:?} keeps nothing inside the cluster; the label {key} takes {CLUSTER_LOCAL} only"),
            }
        } else if is_hidden {
            // The other label may be there for the other mode.
            continue;
        } else {
            format!("{key} has no effect in {mode} mode; the label is {effective}: {CLUSTER_LOCAL}")
        };
        findings.add(Path::keys(["metadata", "labels", key]), message);
    }
    for key in metadata.annotations.keys().filter(|key| means_visibility(key) && !is_hidden) {
        findings
            .add(at(key), format!("{key} has no effect as an annotation; the label is {effective}: {CLUSTER_LOCAL}"));
    }
    for part in subject.parts().filter(|_| !is_hidden) {
        for (key, value) in member(part.spec, "labels").into_iter().flatten() {
            // Knative takes the label of the Knative Service, which has those of the component.
            let is_read = mode == "Knative" && key == effective && value == CLUSTER_LOCAL;
            if means_visibility(key) && !is_read {
                let message = format!(
                    "{key}: {} of the {} has no effect in {mode} mode; the label is {effective}: {CLUSTER_LOCAL} on the service",
                    value.as_str().unwrap_or_default(),
                    part.component.name()
                );
                findings.add(part.path.clone().key("labels").key(key), message);
            }
        }
    }
}

/// Whether a key is a label for visibility, or is probably meant as one.
fn means_visibility(key: &str) -> bool {
    let known = [keys::VISIBILITY_LABEL, keys::KSERVE_VISIBILITY_LABEL];
    known.into_iter().any(|known| likeness(known, key) >= ALIKE)
        || key.split_once('/').is_some_and(|(group, name)| {
            name == "visibility" && (group.ends_with("knative.dev") || group.ends_with("kserve.io"))
        })
}

fn unknown_suppression(subject: &LintedService<'_>, findings: &mut Findings) {
    for (key, value) in &subject.service().metadata.annotations {
        if key == keys::IGNORE {
            let names: Vec<&str> = value.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
            if names.is_empty() {
                findings.add(at(key), "no rule is named");
            }
            let unknown: Vec<&str> = names.into_iter().filter(|name| !findings.is_code(name)).collect();
            for name in unknown {
                let message = match name {
                    "*" | "all" => format!("{name:?} leaves nothing aside; each rule has to be named (lint --list)"),
                    _ => format!("there is no rule {name} (lint --list)"),
                };
                findings.add(at(key), message);
            }
        } else if likeness(keys::IGNORE, key) >= ALIKE {
            findings.add(at(key), format!("nothing reads {key}; did you mean {}?", keys::IGNORE));
            findings.mend(Mend::safe(Change::Rename { path: at(key), key: keys::IGNORE.to_owned() }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_visibility_are_known_also_when_misspelt() {
        for key in
            ["networking.kserve.io/visiblity", "networking.knative.dev/Visibility", "serving.kserve.io/visibility"]
        {
            assert!(means_visibility(key), "{key}");
        }
        for key in [
            "visibility",
            "acme.example/visibility",
            "networking.kserve.io/team",
            "networking.knative.dev/ingress.class",
        ] {
            assert!(!means_visibility(key), "{key}");
        }
    }
}
