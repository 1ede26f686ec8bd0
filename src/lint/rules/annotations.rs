//! Annotations.

use super::rules;
use crate::api::{Mode, keys};
use crate::diff::Path;
use crate::lint::{Findings, Subject};

rules! {
    "KSR025" "unknown-deployment-mode" Warning Service(unknown_deployment_mode) {
        what: "The annotation serving.kserve.io/deploymentMode has a value that the release does not know.",
        why: "The controller passes over it, and the service runs in the default mode.",
        fine: "Never.",
        fix: "Write Standard or Knative (RawDeployment or Serverless for v0.15), with upper and lower case as here.",
    }
    "KSR026" "stop-value" Warning Service(stop_value) {
        what: "The annotation serving.kserve.io/stop is neither true nor false.",
        why: "Only the text true, in any case, stops a service; with anything else it keeps running.",
        fine: "Never.",
        fix: "Write \"true\", in quotes.",
    }
    "KSR027" "misspelt-annotation" Warning Service(misspelt_annotation) {
        what: "An annotation is written almost like one that KServe or Knative reads.",
        why: "Annotations that nobody knows are passed over without a word.",
        fine: "Something else reads it.",
        fix: "Write the key as proposed.",
    }
    "KSR028" "auto-update-disabled" Note Service(auto_update_disabled) {
        what: "The annotation serving.kserve.io/disable-auto-update keeps a ready service as it is.",
        why: "Changes of the serving runtime do not reach its pods.",
        fine: "It is meant to be so, as for a rollout by hand.",
        fix: "Remove the annotation to roll out the runtime's changes.",
    }
}

/// Annotations that KServe, Knative and Istio read from a service or pass on to their own objects.
const KNOWN: [&str; 34] = [
    "autoscaling.knative.dev/class",
    "autoscaling.knative.dev/initial-scale",
    "autoscaling.knative.dev/max-scale",
    "autoscaling.knative.dev/metric",
    "autoscaling.knative.dev/min-scale",
    "autoscaling.knative.dev/panic-threshold-percentage",
    "autoscaling.knative.dev/panic-window-percentage",
    "autoscaling.knative.dev/scale-down-delay",
    "autoscaling.knative.dev/scale-to-zero-pod-retention-period",
    "autoscaling.knative.dev/activation-scale",
    "autoscaling.knative.dev/target",
    "autoscaling.knative.dev/target-burst-capacity",
    "autoscaling.knative.dev/target-utilization-percentage",
    "autoscaling.knative.dev/window",
    "prometheus.kserve.io/path",
    "prometheus.kserve.io/port",
    "prometheus.kserve.io/scrape",
    "queue.sidecar.serving.knative.dev/resource-percentage",
    "serving.knative.dev/creator",
    "serving.knative.dev/progress-deadline",
    "serving.knative.dev/rollout-duration",
    "serving.kserve.io/autoscalerClass",
    "serving.kserve.io/deploymentMode",
    "serving.kserve.io/disable-auto-update",
    "serving.kserve.io/enable-auth",
    "serving.kserve.io/enable-metric-aggregation",
    "serving.kserve.io/enable-prometheus-scraping",
    "serving.kserve.io/enable-tag-routing",
    "serving.kserve.io/gke-accelerator",
    "serving.kserve.io/gpu-resource-types",
    "serving.kserve.io/server-type",
    "serving.kserve.io/stop",
    "serving.kserve.io/storage-initializer-uid",
    "serving.kserve.io/storageSecretName",
];
/// How alike two keys are of which one is taken for a misspelling of the other.
const ALIKE: f64 = 0.85;

fn at(key: &str) -> Path {
    Path::keys(["metadata", "annotations", key])
}

fn unknown_deployment_mode(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(mode) = subject.annotation(keys::DEPLOYMENT_MODE) else { return };
    if Mode::parse(mode, &subject.cluster.release).is_none() {
        findings.add(at(keys::DEPLOYMENT_MODE), format!("{mode:?} is no deployment mode; the default applies"));
    }
}

fn stop_value(subject: &Subject<'_>, findings: &mut Findings) {
    let Some(value) = subject.annotation(keys::STOP) else { return };
    if !["true", "false"].iter().any(|known| value.eq_ignore_ascii_case(known)) {
        findings.add(at(keys::STOP), format!("{value:?} does not stop the service; only true does"));
    }
}

fn misspelt_annotation(subject: &Subject<'_>, findings: &mut Findings) {
    for key in subject.service.metadata.annotations.keys().filter(|key| !KNOWN.contains(&key.as_str())) {
        if let Some(known) = alike(key) {
            findings.add(at(key), format!("nothing reads {key}; did you mean {known}?"));
        }
    }
}

/// Whether a key is the other form that Knative takes of a known one: `minScale` for `min-scale`.
fn is_other_form(known: &str, key: &str) -> bool {
    let mut camel = String::with_capacity(known.len());
    let (group, name) = known.split_once('/').unwrap_or_default();
    for (index, word) in name.split('-').enumerate() {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        if index == 0 {
            camel.push_str(word);
        } else {
            camel.push_str(&first.to_ascii_uppercase());
            camel.push_str(rest);
        }
    }
    key.split_once('/') == Some((group, camel.as_str()))
}

/// The known key that was probably meant.
fn alike(key: &str) -> Option<&'static str> {
    let (group, name) = key.split_once('/')?;
    if KNOWN.iter().any(|known| group.ends_with("knative.dev") && is_other_form(known, key)) {
        return None;
    }
    let likeness = |known: &str| {
        let (known_group, known_name) = known.split_once('/').unwrap_or_default();
        let names = if known_name.eq_ignore_ascii_case(name) { 1.0 } else { strsim::jaro_winkler(known_name, name) };
        let groups = strsim::jaro_winkler(known_group, group);
        names.min(groups)
    };
    let best = KNOWN.into_iter().map(|known| (likeness(known), known)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}

fn auto_update_disabled(subject: &Subject<'_>, findings: &mut Findings) {
    const KEY: &str = "serving.kserve.io/disable-auto-update";
    if subject.annotation(KEY) == Some("true") {
        findings.add(at(KEY), "changes of the serving runtime do not reach the pods of this service");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_told_from_other_keys() {
        assert_eq!(alike("serving.kserve.io/deploymentmode"), Some("serving.kserve.io/deploymentMode"));
        assert_eq!(alike("autoscaling.knative.dev/min-scales"), Some("autoscaling.knative.dev/min-scale"));
        assert_eq!(alike("autoscaling.knative.dev/minScale"), None);
        assert_eq!(alike("serving.kserve.org/stop"), Some("serving.kserve.io/stop"));
        for other in ["acme.example/stop", "serving.kserve.io/team", "stop", "sidecar.istio.io/inject"] {
            assert_eq!(alike(other), None, "{other}");
        }
    }
}
