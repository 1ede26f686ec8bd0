//! Annotations and labels.

use super::rules;
use crate::api::Mode;
use crate::lint::{Findings, Subject, docs, suppress};
use crate::object::Path;
use crate::object::fields::member;
use crate::object::keys;

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
    "KSR052" "visibility-label" Warning Service(visibility_label) {
        what: "A label or annotation looks as if it kept the service inside the cluster, but does not.",
        why: "Knative mode reads only the label networking.knative.dev/visibility of the service and its components, Standard mode only \
              networking.kserve.io/visibility of the service, and the one value is cluster-local. Anything else is passed over without a \
              word, and the service is reached from outside.",
        fine: "Something else reads the label, or the service is meant to be public.",
        fix: "Use the label of the mode, on the service, with the value cluster-local.",
    }
    "KSR053" "unknown-suppression" Warning Service(unknown_suppression) {
        what: "An annotation for lint names no rule, or its key is misspelt.",
        why: "It leaves no finding aside.",
        fine: "Never.",
        fix: "Write kserve-render/ignore with codes or names of rules (lint --list), separated by commas. There is no word for all rules.",
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

/// How alike two keys are, group and name apart.
fn likeness(a: &str, b: &str) -> f64 {
    let split = |key| str::split_once(key, '/').unwrap_or_default();
    let ((group_a, name_a), (group_b, name_b)) = (split(a), split(b));
    let names = if name_a.eq_ignore_ascii_case(name_b) { 1.0 } else { strsim::jaro_winkler(name_a, name_b) };
    names.min(strsim::jaro_winkler(group_a, group_b))
}

/// The known key that was probably meant.
fn alike(key: &str) -> Option<&'static str> {
    let (group, _) = key.split_once('/')?;
    if KNOWN.iter().any(|known| group.ends_with("knative.dev") && is_other_form(known, key)) {
        return None;
    }
    let best = KNOWN.into_iter().map(|known| (likeness(known, key), known)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}

fn auto_update_disabled(subject: &Subject<'_>, findings: &mut Findings) {
    const KEY: &str = "serving.kserve.io/disable-auto-update";
    if subject.annotation(KEY) == Some("true") {
        findings.add(at(KEY), "changes of the serving runtime do not reach the pods of this service");
    }
}

const CLUSTER_LOCAL: &str = "cluster-local";

fn visibility_label(subject: &Subject<'_>, findings: &mut Findings) {
    let (effective, mode) = match subject.mode {
        Some(Mode::Knative) => (keys::VISIBILITY_LABEL, "Knative"),
        Some(Mode::Standard) => (keys::KSERVE_VISIBILITY_LABEL, "Standard"),
        _ => return,
    };
    let metadata = &subject.service.metadata;
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

/// Whether a key is one of visibility, or is probably meant as one.
fn means_visibility(key: &str) -> bool {
    let known = [keys::VISIBILITY_LABEL, keys::KSERVE_VISIBILITY_LABEL];
    known.into_iter().any(|known| likeness(known, key) >= ALIKE)
        || key.split_once('/').is_some_and(|(group, name)| {
            name == "visibility" && (group.ends_with("knative.dev") || group.ends_with("kserve.io"))
        })
}

fn unknown_suppression(subject: &Subject<'_>, findings: &mut Findings) {
    for (key, value) in &subject.service.metadata.annotations {
        if key == suppress::IGNORE {
            let names: Vec<&str> = value.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
            if names.is_empty() {
                findings.add(at(key), "no rule is named");
            }
            for name in names.into_iter().filter(|name| docs::code(name).is_none()) {
                let message = match name {
                    "*" | "all" => format!("{name:?} leaves nothing aside; each rule has to be named (lint --list)"),
                    _ => format!("there is no rule {name} (lint --list)"),
                };
                findings.add(at(key), message);
            }
        } else if likeness(suppress::IGNORE, key) >= ALIKE {
            findings.add(at(key), format!("nothing reads {key}; did you mean {}?", suppress::IGNORE));
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
