//! What to do before an upgrade or a change of the configuration.

use std::collections::BTreeMap;

use super::{Fate, ServiceDiff};
use crate::api::Mode;
use crate::facts::Cluster;
use crate::lint::config_faults::{Fault, faults};
use crate::object::fields::Lookup as _;
use crate::object::{Cause, Kind, Path, PathStep, Refusal, keys};
use crate::order;
use crate::release::defaults;
use crate::{Map, Value};

/// Something to look at before the change, with the services that it affects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// Whether something stops working, is refused, or needs manual work.
    pub is_blocker: bool,
    /// What happens, in one line.
    pub what: String,
    /// The services; empty if it concerns the whole cluster.
    pub services: Vec<String>,
    /// What to do.
    pub advice: String,
}

/// Collects advice; each text appears once, with all of its services.
#[derive(Default)]
struct Advices(Vec<Advice>);

impl Advices {
    fn add(&mut self, is_blocker: bool, what: impl Into<String>, service: &str, advice: impl Into<String>) {
        let what = what.into();
        match self.0.iter_mut().find(|known| known.what == what) {
            Some(known) if known.services.iter().any(|other| other == service) => {}
            Some(known) => known.services.push(service.to_owned()),
            None => self.0.push(Advice { is_blocker, what, services: vec![service.to_owned()], advice: advice.into() }),
        }
    }

    fn add_for_all(&mut self, is_blocker: bool, what: String, advice: &str) {
        self.0.push(Advice { is_blocker, what, services: Vec::new(), advice: advice.to_owned() });
    }
}

/// The heading above the advice, which depends on whether the release goes up, down, or stays the same.
pub fn heading(old: &Cluster, new: &Cluster) -> &'static str {
    if new.release.is_newer_than(&old.release) {
        "Before you upgrade"
    } else if old.release.is_newer_than(&new.release) {
        "Before you go back"
    } else {
        "Before the change"
    }
}

/// What to look at before services move from one cluster's release and configuration to another's, blockers first. Each service
/// comes with its label, its document, and what differs.
pub fn before<'a>(
    old: &Cluster,
    new: &Cluster,
    documents: impl Iterator<Item = (&'a str, &'a Value)>,
    diffs: impl Iterator<Item = (&'a str, &'a ServiceDiff)> + Clone,
) -> Vec<Advice> {
    let mut advices = Advices::default();
    for (service, diff) in diffs.clone() {
        blockers(service, diff, &mut advices);
    }
    for (service, document) in documents {
        mode_names(new, service, document, &mut advices);
    }
    configuration(old, new, &mut advices);
    for (service, diff) in diffs {
        remarks(service, diff, &mut advices);
    }
    let Advices(mut all) = advices;
    order::sort_by_key(&mut all, |advice| !advice.is_blocker);
    all
}

fn blockers(service: &str, diff: &ServiceDiff, advices: &mut Advices) {
    let new_text = |diff: &Option<super::TextDiff>| diff.as_ref().and_then(|diff| diff.new.clone());
    if let Some(refusal) = new_text(&diff.rejected) {
        let advice = "Change the document first; what is stored goes on as it is";
        advices.add(true, format!("Refused: {refusal}"), service, advice);
    }
    if let Some(error) = new_text(&diff.error) {
        advices.add(
            true,
            format!("The controller fails: {error}"),
            service,
            advice_on_error(diff.error_cause.as_ref()),
        );
    }
    if let Some(error) = &diff.when_new {
        let what = format!("New services like it fail, while those that exist go on: {error}");
        advices.add(true, what, service, "Change the document before there is another such service");
    }
    if let Some(refusal) = &diff.next_apply {
        advices.add(true, format!("The next apply is refused: {refusal}"), service, advice_on_refusal(refusal));
    }
    if let Some(refusal) = &diff.next_delete {
        let what = format!("Deletion hangs, as the controller may not take its finalizer off: {refusal}");
        advices.add(true, what, service, advice_on_refusal(refusal));
    }
    if is_no_longer_ready(diff) {
        let what = match text_of_ready(diff) {
            Some(reason) => format!("No longer ready: {reason}"),
            None => "No longer ready".to_owned(),
        };
        advices.add(true, what, service, "See the differences of its status");
    }
    for object in diff.of_fate(Fate::LeftBehind) {
        let what = format!("Left behind, as nobody deletes it: {}", object.key.kind);
        advices.add(true, what, service, "Delete it by hand once nothing uses it");
    }
    for conflict in &diff.conflicts {
        advices.add(true, conflict.clone(), service, "Delete the one that stays behind");
    }
}

fn advice_on_error(cause: Option<&Cause>) -> &'static str {
    match cause {
        Some(Cause::MissingApi) => "Install the API that is missing, or choose what does not need it",
        Some(Cause::Immutable) => "Delete the object, so that the controller makes it anew",
        _ => "`kserve-render explain` tells where it comes from",
    }
}

fn advice_on_refusal(refusal: &Refusal) -> String {
    match refusal.cause() {
        Some(Cause::ModeChange { stored }) => {
            format!("Write the mode as the status has it: {}: {stored}", keys::DEPLOYMENT_MODE)
        }
        _ => "Change the document first".to_owned(),
    }
}

fn is_no_longer_ready(diff: &ServiceDiff) -> bool {
    let is = |value: &Option<Value>| value.as_ref().is_some_and(|value| value == "True");
    diff.only_new.is_none()
        && diff.status.iter().any(|change| change.path == in_ready("status") && is(&change.old) && !is(&change.new))
}

/// The path of a member of the condition `Ready` in the status.
fn in_ready(member: &str) -> Path {
    let ready = PathStep::Item { field: "type", value: "Ready".to_owned() };
    Path::keys(["conditions"]).with(ready).key(member)
}

/// What the condition `Ready` now says.
fn text_of_ready(diff: &ServiceDiff) -> Option<String> {
    let of = |member: &str| {
        let path = in_ready(member);
        diff.status.iter().find(|change| change.path == path)?.new.as_ref()?.as_str().map(str::to_owned)
    };
    of("message").or_else(|| of("reason"))
}

/// Advises services whose mode annotation uses a name that the new release writes differently.
fn mode_names(new: &Cluster, service: &str, document: &Value, advices: &mut Advices) {
    let annotations = document.at("/metadata/annotations");
    let Some(written) = annotations.and_then(|map| map.get(keys::DEPLOYMENT_MODE)?.as_str()) else { return };
    let renames = new.release.input.mode_annotation_renamed;
    let name = Mode::parse(written, &new.release).map(|mode| mode.name(&new.release).to_owned());
    if let Some(name) = name.filter(|name| renames && name != written) {
        let what = format!("{}: {written} is written as {name} from now on", keys::DEPLOYMENT_MODE);
        advices.add(
            false,
            what,
            service,
            format!("Write {name} once the new release runs, so that Git and cluster agree"),
        );
    }
}

/// Advises on the parts of the ConfigMap that the new release no longer reads, refuses, or newly reads.
fn configuration(old: &Cluster, new: &Cluster, advices: &mut Advices) {
    let known = faults(old);
    for fault in faults(new).into_iter().filter(|fault| !known.contains(fault)) {
        match fault {
            Fault::NotRead { path, .. } => {
                let what = format!("The ConfigMap's {} is no longer read", path.join("."));
                advices.add_for_all(false, what, "Take it out");
            }
            Fault::Refused { section, message, .. } => {
                let what = format!("The ConfigMap's section {section} is refused: {message}");
                advices.add_for_all(true, what, "Start from `kserve-render config defaults config` of the new release");
            }
        }
    }
    for (path, value) in new_settings(old, new) {
        let what = format!("The ConfigMap has a new {path}, shipped as {value}");
        advices.add_for_all(false, what, "Set it in your ConfigMap if the default does not suit");
    }
}

/// The members of the shipped ConfigMap that the older release does not ship and that the configuration does not set.
fn new_settings(old: &Cluster, new: &Cluster) -> Vec<(String, Value)> {
    let shipped = |cluster: &Cluster| -> BTreeMap<(String, String), Value> {
        let is_config = |object: &&std::sync::Arc<Value>| {
            object.pointer("/metadata/name").is_some_and(|name| name == "inferenceservice-config")
        };
        let objects = defaults::objects(cluster.release.version);
        let data = objects.iter().find(is_config).and_then(|config| config.get("data")?.as_object());
        data.map(members).unwrap_or_default()
    };
    let (before, effective) = (shipped(old), members(&new.config.data));
    let is_new = |path: &(String, String)| !before.contains_key(path) && !effective.contains_key(path);
    let all = shipped(new).into_iter().filter(|(path, _)| is_new(path));
    all.map(|((section, key), value)| (format!("{section}.{key}"), value)).collect()
}

fn members(data: &Map) -> BTreeMap<(String, String), Value> {
    let mut all = BTreeMap::new();
    for (section, text) in data.iter().filter(|(section, _)| !section.starts_with('_')) {
        let parsed: Option<Map> = text.as_str().and_then(|text| serde_json::from_str(text).ok());
        all.extend(parsed.unwrap_or_default().into_iter().map(|(key, value)| ((section.clone(), key), value)));
    }
    all
}

/// Changes that do no harm but are worth knowing.
fn remarks(service: &str, diff: &ServiceDiff, advices: &mut Advices) {
    if diff.restarts_pods() {
        advices.add(false, "Pods restart", service, "Choose a time at which that is no trouble");
    }
    if let Some(url) = &diff.url
        && let (Some(old), Some(new)) = (&url.old, &url.new)
    {
        advices.add(true, format!("The URL changes from {old} to {new}"), service, "Tell its clients");
    }
    for object in diff.of_fate(Fate::Created) {
        let kind = Kind::named(&object.key.group, &object.key.kind);
        if let Some(api) = kind.and_then(Kind::optional_api) {
            let what = format!("Needs {} of {api}", object.key.kind);
            advices.add(false, what, service, "See that the cluster has it: kubectl api-resources");
        }
    }
    for object in diff.objects.iter().filter(|object| object.has_pods()) {
        for change in &object.changes {
            let is_image = matches!(change.path.0.last(), Some(PathStep::Key(key)) if key == "image");
            if let (true, Some(Value::String(old)), Some(Value::String(new))) = (is_image, &change.old, &change.new) {
                advices.add(
                    false,
                    format!("Image {old} becomes {new}"),
                    service,
                    "Mirror it where the registry cannot be reached",
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::diff::{ObjectDiff, TextDiff};
    use crate::object::Key;
    use crate::object::diagnostic::{Diagnostic, Severity};
    use crate::release::{Release, Version};
    use crate::webhook::codes;

    fn cluster(version: Version, data: Value) -> Cluster {
        let metadata = json!({ "name": "inferenceservice-config", "namespace": "kserve" });
        let config = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data });
        Cluster::new(Release::of(version), crate::Settings::default(), [config.into()])
    }

    /// Each advice as `! what (services) -> advice`.
    fn advice(old: &Cluster, new: &Cluster, document: &Value, diff: &ServiceDiff) -> Vec<String> {
        let advices = before(old, new, [("ns/a", document)].into_iter(), [("ns/a", diff)].into_iter());
        let line = |advice: Advice| {
            let mark = if advice.is_blocker { "! " } else { "" };
            format!("{mark}{} ({}) -> {}", advice.what, advice.services.join(", "), advice.advice)
        };
        advices.into_iter().map(line).collect()
    }

    fn new_text(text: &str) -> Option<TextDiff> {
        Some(TextDiff { old: None, new: Some(text.to_owned()) })
    }

    #[test]
    fn blockers_come_first_with_advice() {
        let same = cluster(Version::NEWEST, json!({}));
        let of = |diff: ServiceDiff| advice(&same, &same, &Value::Null, &diff);
        assert_eq!(
            of(ServiceDiff { rejected: new_text("no"), ..ServiceDiff::default() }),
            ["! Refused: no (ns/a) -> Change the document first; what is stored goes on as it is"]
        );
        let fails = |text: &str, error_cause: Option<Cause>| {
            of(ServiceDiff { error: new_text(text), error_cause, ..ServiceDiff::default() }).remove(0)
        };
        assert_eq!(
            fails("no matches for kind \"ScaledObject\"", Some(Cause::MissingApi)),
            "! The controller fails: no matches for kind \"ScaledObject\" (ns/a) -> Install the API that is missing, or \
             choose what does not need it"
        );
        let immutable = fails("field is immutable", Some(Cause::Immutable));
        assert!(immutable.ends_with("Delete the object, so that the controller makes it anew"));
        assert!(fails("other", None).ends_with("`kserve-render explain` tells where it comes from"));
        let mode = "update rejected: deploymentMode cannot be changed from 'Knative' to 'Standard'";
        let changes_mode = Diagnostic {
            cause: Some(Cause::ModeChange { stored: "Knative".to_owned() }),
            ..Diagnostic::new(codes::MODE_CHANGE, Severity::Error, Path::default(), mode)
        };
        let diff = ServiceDiff {
            next_apply: Some(Refusal::because(mode.to_owned(), vec![changes_mode])),
            next_delete: Some(Refusal::new("another")),
            conflicts: vec!["two autoscalers".to_owned()],
            ..ServiceDiff::default()
        };
        assert_eq!(
            of(diff),
            [
                "! The next apply is refused: update rejected: deploymentMode cannot be changed from 'Knative' to 'Standard' \
                 (ns/a) -> Write the mode as the status has it: serving.kserve.io/deploymentMode: Knative",
                "! Deletion hangs, as the controller may not take its finalizer off: another (ns/a) -> Change the document \
                 first",
                "! two autoscalers (ns/a) -> Delete the one that stays behind",
            ]
        );
        let refusal = "update rejected: deploymentMode cannot be changed from 'Standard' to 'Knative'";
        let diff = ServiceDiff { when_new: Some(refusal.to_owned()), ..ServiceDiff::default() };
        assert_eq!(
            of(diff),
            [format!(
                "! New services like it fail, while those that exist go on: {refusal} (ns/a) -> Change the document before there \
                 is another such service"
            )]
        );
        let url = Some(TextDiff { old: Some("http://a".to_owned()), new: Some("http://b".to_owned()) });
        assert_eq!(
            of(ServiceDiff { url, ..ServiceDiff::default() }),
            ["! The URL changes from http://a to http://b (ns/a) -> Tell its clients"]
        );
    }

    #[test]
    fn leftovers_are_reported_by_kind() {
        let same = cluster(Version::NEWEST, json!({}));
        let left = ObjectDiff {
            key: Key::new(Kind::Ingress, "ns", "a"),
            fate: Fate::LeftBehind,
            old: None,
            new: None,
            changes: Vec::new(),
        };
        let diff = ServiceDiff { objects: vec![left], ..ServiceDiff::default() };
        assert_eq!(
            advice(&same, &same, &Value::Null, &diff),
            ["! Left behind, as nobody deletes it: Ingress (ns/a) -> Delete it by hand once nothing uses it"]
        );
    }

    #[test]
    fn apis_that_are_needed_from_now_on_are_reported() {
        let same = cluster(Version::NEWEST, json!({}));
        let created = |kind: Kind| ObjectDiff {
            key: Key::new(kind, "ns", "a"),
            fate: Fate::Created,
            old: None,
            new: None,
            changes: Vec::new(),
        };
        let diff =
            ServiceDiff { objects: vec![created(Kind::Service), created(Kind::HttpRoute)], ..ServiceDiff::default() };
        assert_eq!(
            advice(&same, &same, &Value::Null, &diff),
            [
                "Needs HTTPRoute of gateway.networking.k8s.io/v1 (ns/a) -> See that the cluster has it: kubectl api-resources"
            ]
        );
    }

    #[test]
    fn names_of_modes_and_the_configuration_are_compared_with_the_new_release() {
        let data = json!({
            "storageInitializer": "{\"enableDirectPvcVolumeMount\": true}",
            "deploy": "{\"defaultDeploymentMode\": \"Serverless\"}",
        });
        let (old, new) = (cluster(Version::V0_15, data.clone()), cluster(Version::NEWEST, data));
        let document = json!({ "metadata": { "annotations": { keys::DEPLOYMENT_MODE: "RawDeployment" } } });
        let all = advice(&old, &new, &document, &ServiceDiff::default());
        let has = |text: &str| all.iter().any(|line| line.contains(text));
        assert!(
            has("serving.kserve.io/deploymentMode: RawDeployment is written as Standard from now on (ns/a)"),
            "{all:?}"
        );
        assert!(has("Write Standard once the new release runs, so that Git and cluster agree"), "{all:?}");
        assert!(
            has("The ConfigMap's storageInitializer.enableDirectPvcVolumeMount is no longer read () -> Take it out"),
            "{all:?}"
        );
        assert!(has("The ConfigMap has a new ingress.disableHTTPRouteTimeout, shipped as false"), "{all:?}");
        assert!(has("Set it in your ConfigMap if the default does not suit"), "{all:?}");
        let broken = cluster(Version::NEWEST, json!({ "deploy": "{" }));
        let all = advice(&old, &broken, &Value::Null, &ServiceDiff::default());
        assert!(all[0].starts_with("! The ConfigMap's section "), "{all:?}");
        assert!(all[0].contains("is refused: "), "{all:?}");
        assert!(all[0].ends_with("Start from `kserve-render config defaults config` of the new release"), "{all:?}");
    }
}
