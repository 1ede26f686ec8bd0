//! The Knative Service of a component.

use std::collections::BTreeMap;

use super::child::{document, metadata, string_map};
use super::extension::Extension;
use super::storage::Storage;

use crate::api::InferenceService;
use crate::api::fields::object;
use crate::cluster::Cluster;
use crate::component::Built;
use crate::{Map, Value};

const CLASS: &str = "autoscaling.knative.dev/class";
const DEFAULT_CLASS: &str = "kpa.autoscaling.knative.dev";
const TARGET: &str = "autoscaling.knative.dev/target";
const METRIC: &str = "autoscaling.knative.dev/metric";
const MIN_SCALE: &str = "autoscaling.knative.dev/min-scale";
const MAX_SCALE: &str = "autoscaling.knative.dev/max-scale";
const TAG_ROUTING: &str = "serving.kserve.io/enable-tag-routing";

/// Annotations that belong on the Knative Service itself, not on its revisions.
pub(super) const MANAGED_ANNOTATIONS: [&str; 2] =
    ["serving.knative.dev/rollout-duration", "serving.knative.openshift.io/enablePassthrough"];

/// Builds the Knative Service. `rolled_out` is the revision that traffic not meant for the canary goes to, empty
/// if no revision has been rolled out.
pub(super) fn build(
    cluster: &Cluster,
    service: &InferenceService,
    mut built: Built,
    storage: Storage<'_>,
    rolled_out: &str,
) -> Value {
    let mut annotations = std::mem::take(&mut built.annotations);
    let mut revision = std::mem::take(&mut built.pod_spec);
    let extension = Extension::of(&built);
    add_scaling(&mut annotations, extension);
    let managed = MANAGED_ANNOTATIONS.iter().filter_map(|key| annotations.remove_entry(*key)).collect();
    let traffic = traffic(&annotations, extension.canary_traffic_percent(), rolled_out);
    let labels = string_map(&built.labels);
    let mut template_labels = labels.clone();
    template_labels.retain(|key, _| cluster.config.filters.keeps_label(key));

    let settings = [
        ("containerConcurrency", extension.number("containerConcurrency")),
        // Knative aborts slow first responses by a limit of its own, which has to grow with the timeout.
        ("responseStartTimeoutSeconds", extension.number("timeout")),
        ("timeoutSeconds", extension.number("timeout")),
    ];
    // The controller only logs what goes wrong here.
    let _ = storage.initialise(cluster, &annotations, &mut revision);
    revision.extend(settings.into_iter().filter(|(_, value)| !value.is_null()).map(|(k, v)| (k.to_owned(), v)));

    let mut template_metadata = Map::new();
    if !annotations.is_empty() {
        template_metadata.insert("annotations".into(), string_map(&annotations).into());
    }
    if !template_labels.is_empty() {
        template_metadata.insert("labels".into(), template_labels.into());
    }
    let spec = object([
        ("template", object([("metadata", template_metadata.into()), ("spec", revision.into())])),
        ("traffic", traffic),
    ]);
    let metadata =
        metadata(&built.name, &service.metadata.namespace, labels, string_map(&managed), service.owner_reference());
    document("serving.knative.dev/v1", "Service", metadata, spec)
}

/// Scale bounds and metric become annotations of the revision. They win over the user's annotations, but the
/// class does not.
fn add_scaling(annotations: &mut BTreeMap<String, String>, extension: Extension<'_>) {
    annotations.entry(CLASS.to_owned()).or_insert_with(|| DEFAULT_CLASS.into());
    let mut set = |key: &str, value: String| annotations.insert(key.to_owned(), value);
    if let Some(target) = extension.scale_target() {
        set(TARGET, target.to_string());
    }
    if let Some(metric) = extension.scale_metric() {
        set(METRIC, metric.to_owned());
    }
    set(MIN_SCALE, extension.min_replicas.unwrap_or(1).to_string());
    if extension.max_replicas() != 0 {
        set(MAX_SCALE, extension.max_replicas().to_string());
    }
}

/// The newest revision gets all traffic, or the canary's share while there is a revision for the rest.
fn traffic(annotations: &BTreeMap<String, String>, canary_percent: Option<i64>, rolled_out: &str) -> Value {
    let tag_routing = annotations.get(TAG_ROUTING).is_some_and(|value| value == "true");
    let percent = canary_percent.filter(|_| !rolled_out.is_empty()).unwrap_or(100);
    let latest = object([
        ("latestRevision", true.into()),
        ("percent", percent.into()),
        ("tag", if tag_routing { "latest".into() } else { Value::Null }),
    ]);
    let mut targets = vec![latest];
    if percent < 100 {
        targets.push(object([
            ("latestRevision", false.into()),
            ("percent", (100 - percent).into()),
            ("revisionName", rolled_out.into()),
            ("tag", "prev".into()),
        ]));
    }
    targets.into()
}
