//! The Knative Service of a component.

use std::collections::BTreeMap;

use super::bounds::Bounds;
use super::child::{metadata, string_map};
use super::extension::Extension;
use super::storage::Storage;

use super::built::Built;
use crate::api::InferenceService;
use crate::build::storage::Notes;
use crate::facts::Cluster;
use crate::object::Kind;
use crate::object::fields::object;
use crate::{Map, Value};

const CLASS: &str = "autoscaling.knative.dev/class";
const DEFAULT_CLASS: &str = "kpa.autoscaling.knative.dev";
const TARGET: &str = "autoscaling.knative.dev/target";
const METRIC: &str = "autoscaling.knative.dev/metric";
const MIN_SCALE: &str = "autoscaling.knative.dev/min-scale";
const MAX_SCALE: &str = "autoscaling.knative.dev/max-scale";
const TAG_ROUTING: &str = "serving.kserve.io/enable-tag-routing";

/// Annotations that belong on the Knative Service itself, not on its revisions.
pub(super) const MANAGED_ANNOTATIONS: [&str; 2] = ["serving.knative.dev/rollout-duration", PASSTHROUGH];

/// An annotation for OpenShift's routes, which is read from the Knative Service.
pub(crate) const PASSTHROUGH: &str = "serving.knative.openshift.io/enablePassthrough";

/// Builds the Knative Service. `rolled_out` is the revision that gets the traffic not meant for the canary; it is empty if no
/// revision has been rolled out. `notes` receives errors about `storageUris`.
pub(super) fn build(
    cluster: &Cluster,
    service: &InferenceService,
    mut built: Built,
    storage: Storage<'_>,
    rolled_out: &str,
    notes: &mut Notes,
) -> Value {
    let mut annotations = std::mem::take(&mut built.annotations);
    let mut revision = std::mem::take(&mut built.pod_spec);
    let extension = Extension::of(&built);
    add_scaling(&mut annotations, extension);
    let managed = MANAGED_ANNOTATIONS.iter().filter_map(|key| annotations.remove_entry(*key)).collect();
    let traffic = traffic(&annotations, extension.spec.canary_traffic_percent(), rolled_out);
    let labels = string_map(&built.labels);
    let mut template_labels = labels.clone();
    template_labels.retain(|key, _| cluster.config.filters.keeps_label(key));

    let settings = [
        ("containerConcurrency", extension.spec.container_concurrency()),
        // Knative aborts slow first responses after a limit of its own, which has to grow with the timeout.
        ("responseStartTimeoutSeconds", extension.spec.timeout()),
        ("timeoutSeconds", extension.spec.timeout()),
    ];
    if let Err(error) = storage.initialise(cluster, &annotations, &mut revision, notes) {
        notes.add(format!("the storageUris of {} fail, which the controller only logs: {error}", built.name));
    }
    revision.extend(settings.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into()))));

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
    Kind::KnativeService.object([("metadata", metadata), ("spec", spec)])
}

/// Writes scale bounds and metric as annotations of the revision. They override the user's annotations, except for the class.
fn add_scaling(annotations: &mut BTreeMap<String, String>, extension: Extension<'_>) {
    scaling_annotations(annotations, extension.spec.fields());
}

/// Like [`add_scaling`], for a spec with the fields `minReplicas`, `maxReplicas`, `scaleTarget` and `scaleMetric`.
pub(crate) fn scaling_annotations(annotations: &mut BTreeMap<String, String>, fields: &Map) {
    let extension = Extension::of_fields(fields);
    annotations.entry(CLASS.to_owned()).or_insert_with(|| DEFAULT_CLASS.into());
    let mut set = |key: &str, value: String| annotations.insert(key.to_owned(), value);
    if let Some(target) = extension.spec.scale_target() {
        set(TARGET, target.to_string());
    }
    if let Some(metric) = extension.spec.scale_metric() {
        set(METRIC, metric.to_owned());
    }
    let bounds = Bounds::of_knative(&extension);
    set(MIN_SCALE, bounds.min.value.to_string());
    if let Some(max) = bounds.max {
        set(MAX_SCALE, max.value.to_string());
    }
}

/// The traffic targets: the newest revision gets all traffic, or the canary's share if there is a revision for the rest.
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
            ("percent", 100_i64.wrapping_sub(percent).into()),
            ("revisionName", rolled_out.into()),
            ("tag", "prev".into()),
        ]));
    }
    targets.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::build::workload::knative;
    use crate::build::workload::testing::{cluster, predictor, service};

    fn rolled_out(annotations: &[(&str, &str)], extension: Value, revision: &str) -> Value {
        let service = service(json!({ "predictor": {} }));
        let plan = knative(&cluster(&[]), &service, predictor(annotations, extension), revision, &mut Notes::default())
            .unwrap();
        Value::clone(&plan.steps[0].desired)
    }

    fn object(annotations: &[(&str, &str)], extension: Value) -> Value {
        rolled_out(annotations, extension, "")
    }

    #[test]
    fn scale_bounds_and_metric_are_annotations_of_the_revision() {
        let annotations = |annotations: &[(&str, &str)], extension: Value| {
            object(annotations, extension)["spec"]["template"]["metadata"]["annotations"].clone()
        };
        assert_eq!(annotations(&[], json!({})), json!({ CLASS: DEFAULT_CLASS, MIN_SCALE: "1" }));
        let users = [(CLASS, "hpa.autoscaling.knative.dev"), (TARGET, "1"), (METRIC, "rps")];
        assert_eq!(
            annotations(&users, json!({ "minReplicas": 0, "maxReplicas": 2, "scaleTarget": 0, "scaleMetric": "cpu" })),
            json!({ CLASS: users[0].1, TARGET: "0", METRIC: "cpu", MIN_SCALE: "0", MAX_SCALE: "2" })
        );
        assert_eq!(annotations(&users, json!({ "maxReplicas": 0 }))[TARGET], "1");
    }

    #[test]
    fn managed_annotations_move_to_the_service() {
        let object = object(&[(MANAGED_ANNOTATIONS[0], "10m"), ("a", "b")], json!({}));
        assert_eq!(object["metadata"]["annotations"], json!({ MANAGED_ANNOTATIONS[0]: "10m" }));
        let revision = &object["spec"]["template"]["metadata"]["annotations"];
        assert_eq!((revision.get(MANAGED_ANNOTATIONS[0]), revision.get("a")), (None, Some(&json!("b"))));
    }

    #[test]
    fn the_visibility_label_does_not_reach_revisions() {
        let mut built = predictor(&[], json!({}));
        built.labels.insert("networking.knative.dev/visibility".into(), "cluster-local".into());
        let plan = knative(&cluster(&[]), &service(json!({ "predictor": {} })), built, "", &mut Notes::default());
        let object = &plan.unwrap().steps[0].desired;
        let label = "networking.knative.dev/visibility";
        assert_eq!(object["metadata"]["labels"][label], "cluster-local");
        assert_eq!(object["spec"]["template"]["metadata"]["labels"].get(label), None);
    }

    #[test]
    fn the_timeout_limits_the_first_response_too() {
        let spec = object(&[], json!({ "timeout": 0, "containerConcurrency": 0 }))["spec"]["template"]["spec"].clone();
        for limit in ["timeoutSeconds", "responseStartTimeoutSeconds", "containerConcurrency"] {
            assert_eq!(spec[limit], 0);
        }
        assert_eq!(object(&[], json!({}))["spec"]["template"]["spec"].get("timeoutSeconds"), None);
    }

    #[test]
    fn the_canary_shares_with_the_revision_that_was_rolled_out() {
        let traffic = |percent: i64, revision: &str| {
            rolled_out(&[], json!({ "canaryTrafficPercent": percent }), revision)["spec"]["traffic"].clone()
        };
        let latest = |percent: i64| json!({ "latestRevision": true, "percent": percent });
        let previous = json!({ "latestRevision": false, "percent": 90, "revisionName": "r", "tag": "prev" });
        assert_eq!(traffic(10, "r"), json!([latest(10), previous]));
        assert_eq!(traffic(10, ""), json!([latest(100)]));
        assert_eq!(traffic(100, "r"), json!([latest(100)]));
        assert_eq!(traffic(110, "r"), json!([latest(110)]));
        assert_eq!(traffic(0, "r")[0], latest(0));
    }

    #[test]
    fn the_newest_revision_is_tagged_on_demand() {
        let tag = |value: &str| object(&[(TAG_ROUTING, value)], json!({}))["spec"]["traffic"][0].get("tag").cloned();
        assert_eq!(tag("true"), Some("latest".into()));
        assert_eq!(tag("True"), None);
    }
}
