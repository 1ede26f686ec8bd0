//! The annotations that a release reads, and where.

use super::Version;
use crate::order;

/// What bears an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The metadata of an InferenceService.
    Service,
    /// The annotations of one of its components.
    Component,
    /// A Secret or a ServiceAccount with credentials.
    Credentials,
    /// The metadata of a serving runtime; what its spec has goes to pods, as that of a component does.
    Runtime,
    /// The metadata of an InferenceGraph.
    Graph,
    /// The metadata of an LLMInferenceService.
    LanguageModel,
    /// The annotations in the spec of an LLMInferenceService, which its pods get.
    LanguageModelPods,
}

/// An annotation that releases read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annotation {
    pub key: &'static str,
    /// Where it is read.
    pub at: &'static [Place],
    /// The first of the known releases that reads it.
    pub since: Version,
    /// Whether Knative reads it, from Knative Services only.
    pub of_knative: bool,
}

impl Annotation {
    /// Whether a release reads it there.
    pub fn is_read(&self, place: Place, version: Version) -> bool {
        self.at.contains(&place) && version >= self.since
    }
}

/// All annotations that a known release reads, or passes on to something that does.
pub fn all() -> impl Iterator<Item = Annotation> {
    let both: &'static [Place] = &[Place::Service, Place::Component];
    let list = |keys: &'static [&'static str], at: &'static [Place], since: Version, of_knative: bool| {
        keys.iter().map(move |key| Annotation { key, at, since, of_knative })
    };
    list(&OF_SERVICES, &[Place::Service], Version::V0_15, false)
        .chain(list(&["serving.kserve.io/disable-auto-update"], &[Place::Service], Version::V0_16, false))
        .chain(list(&OF_PODS, both, Version::V0_15, false))
        .chain(list(&OF_CREDENTIALS, &[Place::Credentials], Version::V0_15, false))
        .chain(list(&OF_KNATIVE, both, Version::V0_15, true))
}

/// The annotations that a release reads at a place.
pub fn read_at(place: Place, version: Version) -> impl Iterator<Item = &'static str> {
    known_at(place).into_iter().filter(move |(_, since)| version >= *since).map(|(key, _)| key)
}

/// The annotations that known releases read at a place, each with the first release that reads it there.
pub fn known_at(place: Place) -> Vec<(&'static str, Version)> {
    let of_knative = || OF_KNATIVE.iter().map(|key| (*key, Version::V0_15));
    match place {
        Place::Service | Place::Component | Place::Credentials => {
            all().filter(|known| known.at.contains(&place)).map(|known| (known.key, known.since)).collect()
        }
        Place::Runtime => vec![("serving.kserve.io/server-type", Version::V0_17)],
        Place::Graph => OF_GRAPHS.iter().copied().chain(of_knative()).collect(),
        Place::LanguageModel => OF_LANGUAGE_MODELS.to_vec(),
        Place::LanguageModelPods => vec![("serving.kserve.io/model-based-routing-enabled", Version::V0_19)],
    }
}

/// Whether keys with this group are KServe's to read, and nobody else's.
pub fn is_of_kserve(group: &str) -> bool {
    group == "kserve.io" || group.ends_with(".kserve.io")
}

/// The group that a group of older releases, or one that looks like KServe's, stands for.
pub fn meant_group(group: &str) -> Option<String> {
    let name = group.strip_suffix("kserve.org").or_else(|| group.strip_suffix("kubeflow.org"))?;
    (name == "serving." || name == "internal.serving.").then(|| format!("{name}kserve.io"))
}

/// Annotations that are read on the service only.
const OF_SERVICES: [&str; 6] = [
    "serving.kserve.io/deploymentMode",
    "serving.kserve.io/disable-localmodel",
    "serving.kserve.io/gpu-resource-types",
    "serving.kserve.io/nodegroup",
    "serving.kserve.io/stop",
    "serving.kserve.io/storageSecretName",
];

/// Annotations that are read on the service, for all components, or on one of its components.
const OF_PODS: [&str; 33] = [
    "internal.serving.kserve.io/agent",
    "internal.serving.kserve.io/batcher",
    "internal.serving.kserve.io/batcher-max-batchsize",
    "internal.serving.kserve.io/batcher-max-latency",
    "internal.serving.kserve.io/confidential-enabled",
    "internal.serving.kserve.io/confidential-resource-id",
    "internal.serving.kserve.io/configMountPath",
    "internal.serving.kserve.io/configVolumeName",
    "internal.serving.kserve.io/localmodel-pvc-name",
    "internal.serving.kserve.io/localmodel-sourceuri",
    "internal.serving.kserve.io/logger",
    "internal.serving.kserve.io/logger-metadata-annotations",
    "internal.serving.kserve.io/logger-metadata-headers",
    "internal.serving.kserve.io/logger-mode",
    "internal.serving.kserve.io/logger-sink-url",
    "internal.serving.kserve.io/modelDir",
    "internal.serving.kserve.io/predictor-host",
    "internal.serving.kserve.io/predictor-protocol",
    "internal.serving.kserve.io/storage-container-name",
    "internal.serving.kserve.io/storage-initializer-sourceuri",
    "internal.serving.kserve.io/storage-spec",
    "internal.serving.kserve.io/storage-spec-key",
    "internal.serving.kserve.io/storage-spec-param",
    "prometheus.kserve.io/path",
    "prometheus.kserve.io/port",
    "serving.kserve.io/autoscalerClass",
    "serving.kserve.io/enable-metric-aggregation",
    "serving.kserve.io/enable-prometheus-scraping",
    "serving.kserve.io/enable-tag-routing",
    "serving.kserve.io/gke-accelerator",
    "serving.kserve.io/storage-initializer-uid",
    "sidecar.istio.io/inject",
    "storage.kserve.io/readonly",
];

/// Annotations that are read on graphs.
const OF_GRAPHS: [(&str, Version); 3] = [
    ("serving.kserve.io/autoscalerClass", Version::V0_15),
    ("serving.kserve.io/deploymentMode", Version::V0_15),
    ("serving.kserve.io/stop", Version::V0_16),
];

/// Annotations that are read on services for large language models.
const OF_LANGUAGE_MODELS: [(&str, Version); 7] = [
    ("serving.kserve.io/disable-localmodel", Version::V0_19),
    ("serving.kserve.io/exp-dra-cel-selector", Version::V0_20),
    ("serving.kserve.io/exp-dra-container-name", Version::V0_20),
    ("serving.kserve.io/exp-dra-device-class", Version::V0_20),
    ("serving.kserve.io/exp-dra-device-count", Version::V0_20),
    ("serving.kserve.io/nodegroup", Version::V0_19),
    ("serving.kserve.io/stop", Version::V0_17),
];

/// Annotations of Secrets and ServiceAccounts that say how a store is reached.
const OF_CREDENTIALS: [&str; 9] = [
    "serving.kserve.io/s3-cabundle",
    "serving.kserve.io/s3-cabundle-configmap",
    "serving.kserve.io/s3-endpoint",
    "serving.kserve.io/s3-region",
    "serving.kserve.io/s3-useaccelerate",
    "serving.kserve.io/s3-useanoncredential",
    "serving.kserve.io/s3-usehttps",
    "serving.kserve.io/s3-usevirtualbucket",
    "serving.kserve.io/s3-verifyssl",
];

/// Annotations that Knative reads from Knative Services, to which KServe passes them on.
const OF_KNATIVE: [&str; 17] = [
    "autoscaling.knative.dev/activation-scale",
    "autoscaling.knative.dev/class",
    "autoscaling.knative.dev/initial-scale",
    "autoscaling.knative.dev/max-scale",
    "autoscaling.knative.dev/metric",
    "autoscaling.knative.dev/min-scale",
    "autoscaling.knative.dev/panic-threshold-percentage",
    "autoscaling.knative.dev/panic-window-percentage",
    "autoscaling.knative.dev/scale-down-delay",
    "autoscaling.knative.dev/scale-to-zero-pod-retention-period",
    "autoscaling.knative.dev/target",
    "autoscaling.knative.dev/target-burst-capacity",
    "autoscaling.knative.dev/target-utilization-percentage",
    "autoscaling.knative.dev/window",
    "queue.sidecar.serving.knative.dev/resource-percentage",
    "serving.knative.dev/progress-deadline",
    "serving.knative.dev/rollout-duration",
];

/// The key that was probably meant, among those that the release reads at a place: one of the same group, or one that is a single edit
/// away.
pub fn alike(key: &str, place: Place, version: Version) -> Option<&'static str> {
    let (group, name) = key.split_once('/')?;
    let read = || read_at(place, version);
    if read().any(|known| group.ends_with("knative.dev") && is_other_form(known, key)) {
        return None;
    }
    let meant = meant_group(group).unwrap_or_else(|| group.to_owned());
    let of_group = read().filter_map(|known| Some((known.split_once('/')?, known)));
    let of_group = of_group.filter(|((of, _), _)| *of == meant || strsim::osa_distance(of, &meant) <= 1);
    let bare = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    let edits = |known: &str| match bare(known) == bare(name) {
        true => 0,
        false => strsim::osa_distance(known, name),
    };
    let rated = of_group.map(|((_, own), known)| (edits(own), own.len(), known));
    let mut fitting: Vec<(usize, &str)> =
        rated.filter(|(edits, length, _)| *edits * 6 <= *length).map(|(edits, _, known)| (edits, known)).collect();
    order::sort(&mut fitting);
    match fitting.as_slice() {
        [(best, _), (second, _), ..] if best == second => None,
        [(_, known), ..] => Some(known),
        [] => None,
    }
}

/// Whether a key is a known one in Knative's other spelling: `minScale` for `min-scale`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_look_like_kserves_are_told_from_others() {
        for group in ["kserve.io", "serving.kserve.io", "internal.serving.kserve.io", "prometheus.kserve.io"] {
            assert!(is_of_kserve(group), "{group}");
        }
        for group in ["acme.example", "notkserve.io", "serving.kserve.org", "serving.knative.dev"] {
            assert!(!is_of_kserve(group), "{group}");
        }
        assert_eq!(meant_group("serving.kserve.org").as_deref(), Some("serving.kserve.io"));
        assert_eq!(meant_group("serving.kubeflow.org").as_deref(), Some("serving.kserve.io"));
        assert_eq!(meant_group("notebooks.kubeflow.org"), None);
    }

    #[test]
    fn other_kinds_read_annotations_of_their_own() {
        let is_read = |place, version, key: &str| read_at(place, version).any(|known| known == key);
        assert!(is_read(Place::Graph, Version::V0_16, "serving.kserve.io/stop"));
        assert!(!is_read(Place::Graph, Version::V0_15, "serving.kserve.io/stop"));
        assert!(is_read(Place::Graph, Version::V0_15, "autoscaling.knative.dev/target"));
        assert!(!is_read(Place::Runtime, Version::NEWEST, "serving.kserve.io/stop"));
        assert!(!is_read(Place::LanguageModel, Version::NEWEST, "serving.kserve.io/deploymentMode"));
        assert!(is_read(Place::Component, Version::NEWEST, "prometheus.kserve.io/port"));
    }

    #[test]
    fn an_annotation_is_read_at_its_place_and_from_its_release_on() {
        let find = |key: &str| all().find(|annotation| annotation.key == key).expect("it is known");
        let update = find("serving.kserve.io/disable-auto-update");
        assert!(!update.is_read(Place::Service, Version::V0_15) && update.is_read(Place::Service, Version::V0_16));
        let endpoint = find("serving.kserve.io/s3-endpoint");
        assert!(!endpoint.is_read(Place::Service, Version::NEWEST));
        assert!(endpoint.is_read(Place::Credentials, Version::NEWEST));
        let mut keys: Vec<&str> = all().map(|annotation| annotation.key).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn misspellings_are_told_from_other_keys() {
        let of_service = |key| alike(key, Place::Service, Version::NEWEST);
        assert_eq!(of_service("serving.kserve.io/deploymentmode"), Some("serving.kserve.io/deploymentMode"));
        assert_eq!(of_service("autoscaling.knative.dev/min-scales"), Some("autoscaling.knative.dev/min-scale"));
        assert_eq!(of_service("autoscaling.knative.dev/minScale"), None);
        assert_eq!(of_service("serving.kserve.org/stop"), Some("serving.kserve.io/stop"));
        assert_eq!(of_service("serving.kserv.io/autoscaler-class"), Some("serving.kserve.io/autoscalerClass"));
        for other in [
            "acme.example/stop",
            "serving.kserve.io/team",
            "stop",
            "sidecar.istio.io/interceptionMode",
            "serving.knative.dev/enablePassthrough",
            "serving.kserve.io/metric",
            "serving.kserve.io/enable-metrics",
            "serving.kserve.io/s3-endpoint",
        ] {
            assert_eq!(of_service(other), None, "{other}");
        }
        let of_secret = |key| alike(key, Place::Credentials, Version::NEWEST);
        assert_eq!(of_secret("serving.kserve.org/s3-endpoint"), Some("serving.kserve.io/s3-endpoint"));
        assert_eq!(of_secret("serving.kserve.io/s3-usehttp"), Some("serving.kserve.io/s3-usehttps"));
    }
}
