//! Rules about what happens to a service later: the next write, and what is left behind of earlier objects.

use super::subject::LintedService;
use crate::api::Mode;
use crate::life;
use crate::lint::rule::{Findings, Mending, Topic, rules_for};
use crate::object::diagnostic::{Change, Mend};
use crate::object::{Kind, ObjectView as _, Path, keys};
use crate::{Map, Value};

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR060" "next-write-refused" Error(next_write_refused)
        [mending: Mending::Both, topic: Some(Topic::Updates), reports: &["#4798", "#5885", "#4710", "#4191"]] {
        what: "The service is accepted, but the webhook refuses the next update of it, and perhaps its deletion.",
        why: "The controller records the deployment mode in the status, and the webhook compares the annotation with it by its text, also when \
              the controller takes off its finalizer. A mode that is recorded under another name than it is written, or that the release does \
              not know, is refused from then on: nothing can be changed, and up to v0.16 deletion hangs.",
        fine: "Never.",
        fix: "Write the mode as the message tells; a service that is there already needs its annotation changed to what the status has.",
    }
    "KSR061" "left-behind" Warning(left_behind)
        [topic: Some(Topic::Leftovers), reports: &["#5335", "#5912", "#5196"]] {
        what: "An object of the service stays in the cluster although nothing needs it any more.",
        why: "The controller makes the objects of the new form and does not delete those of the old one: an autoscaler keeps scaling, a route \
              keeps taking requests.",
        fine: "It is deleted by hand, or harmless.",
        fix: "Delete the object; kubectl delete tells the way by the name in the message.",
    }
    "KSR062" "scaled-twice" Error(scaled_twice)
        [topic: Some(Topic::Leftovers), reports: &["#5196"]] {
        what: "A HorizontalPodAutoscaler stays behind for a Deployment that a ScaledObject is to scale.",
        why: "The controller does not delete the autoscaler of the class before. KEDA's webhook refuses the ScaledObject because of it; \
              without that webhook both scale the same pods.",
        fine: "Never.",
        fix: "Delete the HorizontalPodAutoscaler that the message names.",
    }
}

/// Whether two texts are names of one mode, in any release.
fn is_same_mode(one: &str, other: &str) -> bool {
    const NAMES: [[&str; 2]; 2] = [["Standard", "RawDeployment"], ["Knative", "Serverless"]];
    one == other || NAMES.iter().any(|names| names.contains(&one) && names.contains(&other))
}

fn next_write_refused(subject: &LintedService<'_>, findings: &mut Findings) {
    let rendering = subject.rendering;
    if rendering.refusal().is_some() || rendering.error().is_some() {
        return;
    }
    let (apply, delete) = life::next_writes(subject.cluster, subject.written, rendering);
    let (what, refusal) = match (&apply, &delete) {
        (Some(refusal), Some(_)) => ("updates and deletion are then refused", refusal),
        (Some(refusal), None) => ("updates are then refused", refusal),
        (None, Some(refusal)) => ("deletion is then refused", refusal),
        (None, None) => return,
    };
    let release = &subject.cluster.release;
    let recorded = subject.summary().mode.as_deref().unwrap_or_default();
    let annotation = Path::keys(["metadata", "annotations", keys::DEPLOYMENT_MODE]);
    let Some(written) = subject.annotation(keys::DEPLOYMENT_MODE) else {
        findings.add(Path::keys(["metadata", "name"]), format!("the controller records {recorded}; {what}: {refusal}"));
        return;
    };
    findings.add(annotation.clone(), format!("the controller records {recorded}; {what}: {refusal}"));
    let meant = [Mode::Standard, Mode::Knative].into_iter().map(|mode| mode.name(release).to_owned());
    let Some(name) = meant.into_iter().find(|name| is_same_mode(name, written)) else { return };
    findings.help(match name == recorded {
        true => format!("write {name}, as the controller records it"),
        false => format!("write {name}, as {} calls the mode", release.version.name()),
    });
    let changes = vec![Change::Write { path: annotation, value: name.as_str().into() }];
    findings.mend(Mend { is_safe: name == recorded && rendering.changes().is_none(), changes });
}

fn left_behind(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(changes) = subject.rendering.changes() else { return };
    for key in &changes.left_behind {
        let message = format!("{} {}/{} stays: the controller does not delete it", key.kind, key.namespace, key.name);
        findings.add(Path::keys(["metadata", "name"]), message);
    }
}

fn scaled_twice(subject: &LintedService<'_>, findings: &mut Findings) {
    let Some(changes) = subject.rendering.changes() else { return };
    for scaled in subject.objects(Kind::ScaledObject) {
        let target = scaled.scale_target().unwrap_or_default();
        let left = changes.left_behind.iter().filter(|key| key.is(Kind::HorizontalPodAutoscaler));
        for hpa in left.filter(|hpa| scales(subject, changes_rest(changes), &hpa.name, target)) {
            let name = scaled.name();
            let message = format!(
                "KEDA refuses ScaledObject {name}: the workload '{target}' of type 'apps/v1.Deployment' is already managed by the hpa '{}'",
                hpa.name
            );
            findings.add(Path::keys(["metadata", "annotations", keys::AUTOSCALER_CLASS]), message);
        }
    }
}

fn changes_rest(changes: &life::Changes) -> impl Iterator<Item = &Map> {
    changes.rest.iter().filter_map(Value::as_object)
}

/// Whether the autoscaler of that name scales a Deployment.
fn scales<'a>(subject: &LintedService<'a>, rest: impl Iterator<Item = &'a Map>, name: &str, deployment: &str) -> bool {
    let mut all = rest.chain(subject.objects(Kind::HorizontalPodAutoscaler));
    all.any(|object| object.name() == name && object.scale_target() == Some(deployment))
}
