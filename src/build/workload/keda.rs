//! The ScaledObject of a component, through which KEDA scales it.

use super::bounds::Bounds;
use super::child::{Child, Owned};
use super::extension::Extension;
use crate::Value;
use crate::api::{Authentication, Metric, MetricTarget, QueryMetric, ResourceMetric};
use crate::facts::Cluster;
use crate::facts::config::{OpenTelemetryCollector, Section};
use crate::go::quantity::Quantity;
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::error::NIL_POINTER;
use crate::object::fields::{map, non_empty, object};
use crate::release::KedaMetadata;

/// The crash on a metric without the block that its type names.
pub(super) fn crash() -> ControllerError {
    ControllerError::crash(NIL_POINTER)
}

/// Builds the ScaledObject. It may scale to zero.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    owned: Owned,
) -> Result<Value, ControllerError> {
    let advanced = advanced(cluster, extension)?;
    let bounds = Bounds::of_keda(&extension);
    let (min, max) = (bounds.min.value, bounds.max.map_or(0, |max| max.value));
    let mut triggers = Vec::new();
    for metric in extension.spec.metrics() {
        triggers.extend(trigger(cluster, child, metric, (min, max))?);
    }
    let mut spec = map([
        ("advanced", advanced),
        ("maxReplicaCount", max.into()),
        ("minReplicaCount", min.into()),
        ("scaleTargetRef", object([("name", child.name.into())])),
    ]);
    // Without triggers the member is present but null, which KEDA's schema refuses.
    spec.insert("triggers".into(), if triggers.is_empty() { Value::Null } else { triggers.into() });
    Ok(child.object(Kind::ScaledObject, owned, spec.into()))
}

/// The stabilisation windows, each from the service or else from the ConfigMap; the rest of the behaviour is ignored.
fn advanced(cluster: &Cluster, extension: Extension<'_>) -> Result<Value, ControllerError> {
    if !cluster.release.workloads.keda_stabilization_windows {
        return Ok(Value::Null);
    }
    let [mut down, mut up] = extension.stabilization_windows();
    if down.is_none() || up.is_none() {
        match &cluster.config.autoscaler {
            Section::Invalid(error) => {
                return Err(error.refused("autoscaler", format!("unable to parse autoscaler config json: {error}")));
            }
            Section::Absent | Section::Null => {}
            Section::Value(section) => {
                down = down.or_else(|| seconds(&section.scale_down_stabilization_window_seconds));
                up = up.or_else(|| seconds(&section.scale_up_stabilization_window_seconds));
            }
        }
    }
    if down.is_none() && up.is_none() {
        return Ok(Value::Null);
    }
    let rules = |window: Option<i64>| {
        window.map_or(Value::Null, |window| object([("stabilizationWindowSeconds", window.into())]))
    };
    let behavior = object([("scaleDown", rules(down)), ("scaleUp", rules(up))]);
    Ok(object([("horizontalPodAutoscalerConfig", object([("behavior", behavior)])), ("scalingModifiers", object([]))]))
}

/// Parses whole seconds of 32 bits; anything else counts as not set.
fn seconds(text: &str) -> Option<i64> {
    text.parse::<i32>().ok().map(i64::from)
}

fn trigger(
    cluster: &Cluster,
    child: &Child<'_>,
    metric: Metric<'_>,
    bounds: (i64, i64),
) -> Result<Option<Value>, ControllerError> {
    let metadata = cluster.release.workloads.keda_metadata;
    match metric.kind() {
        "Resource" => metric.resource().ok_or_else(crash).map(|source| Some(resource(source, metadata))),
        "External" => external(metric.external().ok_or_else(crash)?, metadata).map(Some),
        "PodMetric" => {
            let source = metric.pod_metric().ok_or_else(crash)?;
            pod_metric(cluster, child, source, metadata, bounds).map(Some)
        }
        _ => Ok(None),
    }
}

fn resource(source: ResourceMetric<'_>, metadata: KedaMetadata) -> Value {
    let name = source.name();
    let target = source.target();
    let kind = target.map(MetricTarget::kind).unwrap_or_default();
    let quantity = |quantity: Option<&Value>| match (quantity, metadata) {
        (Some(quantity), KedaMetadata::Converted) if !quantity.is_null() => {
            Quantity::from_json(quantity).map_or_else(|_| as_written(Some(quantity)), |quantity| quantity.to_string())
        }
        (quantity, _) => as_written(quantity),
    };
    let value = match kind {
        "Utilization" => {
            let default = if name == "cpu" { 80 } else { 0 };
            target.and_then(MetricTarget::average_utilization).unwrap_or(default).to_string()
        }
        "AverageValue" => quantity(target.and_then(MetricTarget::average_value)),
        "Value" => quantity(target.and_then(MetricTarget::value)),
        _ => "0".to_owned(),
    };
    object([("metadata", object([("value", value.into())])), ("metricType", non_empty(kind)), ("type", name.into())])
}

fn external(source: QueryMetric<'_>, metadata: KedaMetadata) -> Result<Value, ControllerError> {
    let metric = source.metric();
    let authentication = source.authentication_ref().filter(|_| metadata == KedaMetadata::AsWritten);
    let reference = authentication.map(Authentication::reference).unwrap_or_default();
    let backend = metric.backend();
    let namespace = if backend == "prometheus" { metric.namespace() } else { "" };
    let entries = object([
        ("authModes", non_empty(authentication.map(Authentication::auth_modes).unwrap_or_default())),
        ("namespace", non_empty(namespace)),
        ("query", metric.query().into()),
        ("serverAddress", metric.server_address().into()),
        ("threshold", target_value(source, metadata)?.into()),
    ]);
    Ok(object([
        ("authenticationRef", if reference.is_empty() { Value::Null } else { object([("name", reference.into())]) }),
        ("metadata", entries),
        ("type", backend.into()),
    ]))
}

fn pod_metric(
    cluster: &Cluster,
    child: &Child<'_>,
    source: QueryMetric<'_>,
    metadata: KedaMetadata,
    bounds: (i64, i64),
) -> Result<Value, ControllerError> {
    let collector = collector_settings(cluster)?;
    let value = target_value(source, metadata)?;
    let metric = source.metric();
    if metric.backend() != "opentelemetry" {
        return Ok(object([("metadata", object([])), ("type", "".into())]));
    }
    let address = match metric.server_address() {
        "" => &collector.metric_scaler_endpoint,
        address => address,
    };
    let query = metric.query();
    let (min, max) = bounds;
    let (query, clamp_min, clamp_max) = match metadata {
        KedaMetadata::Converted => (query.to_owned(), min.to_string().into(), max.to_string().into()),
        KedaMetadata::AsWritten => {
            let query = format!("sum({query}{{namespace=\"{}\", deployment=\"{}\"}})", child.namespace, child.name);
            (query, Value::Null, Value::Null)
        }
    };
    let entries = object([
        ("clampMax", clamp_max),
        ("clampMin", clamp_min),
        ("metricQuery", query.into()),
        ("operationOverTime", non_empty(metric.operation_over_time())),
        ("scalerAddress", address.into()),
        ("targetValue", value.into()),
    ]);
    Ok(object([("metadata", entries), ("type", "external".into())]))
}

/// `target.value`.
fn target_value(source: QueryMetric<'_>, metadata: KedaMetadata) -> Result<String, ControllerError> {
    let value = source.target().and_then(MetricTarget::value).filter(|value| !value.is_null());
    match metadata {
        KedaMetadata::AsWritten => Ok(as_written(value)),
        KedaMetadata::Converted => {
            let quantity = value.and_then(|value| Quantity::from_json(value).ok()).ok_or_else(crash)?;
            Ok(format!("{:.6}", quantity.approximate()))
        }
    }
}

/// The quantity as written in the manifest, or `0` if there is none.
fn as_written(quantity: Option<&Value>) -> String {
    match quantity {
        Some(Value::String(text)) if !text.is_empty() => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => "0".to_owned(),
    }
}

/// The section `opentelemetryCollector`; empty if there is none.
pub(super) fn collector_settings(cluster: &Cluster) -> Result<OpenTelemetryCollector, ControllerError> {
    match &cluster.config.opentelemetry_collector {
        Section::Invalid(error) => {
            Err(error.refused("opentelemetryCollector", format!("unable to parse otel config json: {error}")))
        }
        Section::Absent | Section::Null => Ok(OpenTelemetryCollector::default()),
        Section::Value(section) => Ok(section.clone()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Cluster;
    use crate::Value;
    use crate::build::workload::testing::{cluster, cluster_of, object, predictor, service, standard};
    use crate::object::Kind;
    use crate::object::keys;
    use crate::release::Version;

    const KEDA: [(&str, &str); 1] = [(keys::AUTOSCALER_CLASS, "keda")];

    fn spec(cluster: &Cluster, extension: Value) -> Value {
        object(cluster, predictor(&KEDA, extension), Kind::ScaledObject)["spec"].clone()
    }

    fn trigger(version: Version, metric: Value) -> Value {
        let extension = json!({ "autoScaling": { "metrics": [metric] }, "minReplicas": 2, "maxReplicas": 3 });
        let sections = [("opentelemetryCollector", r#"{"metricScalerEndpoint": "scaler:4318"}"#)];
        spec(&cluster_of(version, &sections), extension)["triggers"][0].clone()
    }

    #[test]
    fn it_may_scale_to_zero_and_shows_missing_triggers_as_null() {
        assert_eq!(
            spec(&cluster(&[]), json!({ "minReplicas": 0 })),
            json!({ "scaleTargetRef": { "name": "flower-predictor" }, "minReplicaCount": 0, "maxReplicaCount": 0,
                "triggers": null })
        );
        assert_eq!(spec(&cluster(&[]), json!({}))["minReplicaCount"], 1);
    }

    #[test]
    fn each_window_comes_from_the_service_or_else_the_configuration() {
        let configured = |down: &str| {
            format!(r#"{{"scaleUpStabilizationWindowSeconds": "0", "scaleDownStabilizationWindowSeconds": "{down}"}}"#)
        };
        let behavior = |down: &str, extension: Value| {
            let spec = spec(&cluster(&[("autoscaler", &configured(down))]), extension);
            spec["advanced"]["horizontalPodAutoscalerConfig"]["behavior"].clone()
        };
        let windows = |down: i64, up: i64| json!({ "scaleDown": { "stabilizationWindowSeconds": down }, "scaleUp": { "stabilizationWindowSeconds": up } });
        assert_eq!(behavior("300", json!({})), windows(300, 0));
        let own = json!({ "autoScaling": { "behavior": { "scaleDown": { "stabilizationWindowSeconds": 7, "policies": [] } } } });
        assert_eq!(behavior("300", own), windows(7, 0));
        // A text that is not a number of seconds counts as not configured.
        assert_eq!(behavior("5m", json!({})), json!({ "scaleUp": { "stabilizationWindowSeconds": 0 } }));
        let old = cluster_of(Version::V0_15, &[("autoscaler", &configured("300"))]);
        assert_eq!(spec(&old, json!({})).get("advanced"), None);
    }

    #[test]
    fn a_broken_section_matters_only_where_a_window_is_missing() {
        let broken = cluster(&[("autoscaler", "{")]);
        let result = |extension| standard(&broken, &service(json!({ "predictor": {} })), predictor(&KEDA, extension));
        assert!(
            result(json!({})).unwrap_err().error().unwrap().text().contains("unable to parse autoscaler config json: ")
        );
        let window = json!({ "stabilizationWindowSeconds": 1 });
        let both = json!({ "autoScaling": { "behavior": { "scaleDown": window, "scaleUp": window } } });
        assert!(result(both).is_ok());
    }

    #[test]
    fn resource_triggers_show_the_value_of_their_target_type() {
        let resource = |version, name: &str, target: Value| {
            trigger(version, json!({ "type": "Resource", "resource": { "name": name, "target": target } }))
        };
        let utilization = json!({ "type": "Utilization" });
        assert_eq!(
            resource(Version::V0_20, "cpu", utilization.clone()),
            json!({ "type": "cpu", "metricType": "Utilization", "metadata": { "value": "80" } })
        );
        assert_eq!(resource(Version::V0_20, "memory", utilization)["metadata"]["value"], "0");
        let average = json!({ "type": "AverageValue", "averageValue": "1024Mi" });
        assert_eq!(resource(Version::V0_20, "memory", average.clone())["metadata"]["value"], "1024Mi");
        assert_eq!(resource(Version::V0_15, "memory", average)["metadata"]["value"], "1Gi");
        let number = json!({ "type": "Value", "value": 5 });
        assert_eq!(resource(Version::V0_20, "memory", number)["metadata"]["value"], "5");
        let unknown = resource(Version::V0_20, "cpu", json!({ "value": "5" }));
        assert_eq!(unknown, json!({ "type": "cpu", "metadata": { "value": "0" } }));
    }

    #[test]
    fn external_triggers_name_server_query_and_authentication() {
        let metric = json!({ "type": "External", "external": {
            "metric": { "backend": "prometheus", "serverAddress": "http://p", "query": "q", "namespace": "mon" },
            "target": { "type": "Value", "value": "2.5" },
            "authenticationRef": { "authModes": "basic", "authenticationRef": { "name": "auth" } },
        } });
        let metadata = |threshold: &str| json!({ "serverAddress": "http://p", "query": "q", "namespace": "mon", "threshold": threshold });
        let mut expected =
            json!({ "type": "prometheus", "metadata": metadata("2.5"), "authenticationRef": { "name": "auth" } });
        expected["metadata"]["authModes"] = "basic".into();
        assert_eq!(trigger(Version::V0_20, metric.clone()), expected);
        assert_eq!(trigger(Version::V0_15, metric), json!({ "type": "prometheus", "metadata": metadata("2.500000") }));
        let graphite = json!({ "type": "External", "external": {
            "metric": { "backend": "graphite", "namespace": "mon" }, "target": { "averageValue": "4" },
        } });
        assert_eq!(
            trigger(Version::V0_20, graphite),
            json!({ "type": "graphite", "metadata": { "serverAddress": "", "query": "", "threshold": "0" } })
        );
    }

    #[test]
    fn pod_metric_triggers_ask_for_the_metrics_of_the_deployment() {
        let metric = |backend: &str, server: &str| {
            json!({ "type": "PodMetric", "podmetric": {
                "metric": { "backend": backend, "query": "q", "serverAddress": server }, "target": { "value": "4" },
            } })
        };
        assert_eq!(
            trigger(Version::V0_20, metric("opentelemetry", "")),
            json!({ "type": "external", "metadata": {
                "metricQuery": r#"sum(q{namespace="default", deployment="flower-predictor"})"#,
                "targetValue": "4",
                "scalerAddress": "scaler:4318",
            } })
        );
        assert_eq!(
            trigger(Version::V0_15, metric("opentelemetry", "other:1"))["metadata"],
            json!({ "clampMin": "2", "clampMax": "3", "metricQuery": "q", "targetValue": "4.000000",
                "scalerAddress": "other:1" })
        );
        assert_eq!(trigger(Version::V0_20, metric("x", "")), json!({ "type": "", "metadata": {} }));
    }

    #[test]
    fn a_metric_without_its_block_crashes_the_controller() {
        for kind in ["Resource", "External", "PodMetric"] {
            let extension = json!({ "autoScaling": { "metrics": [{ "type": kind }] } });
            let service = service(json!({ "predictor": {} }));
            assert!(
                standard(&cluster(&[]), &service, predictor(&KEDA, extension)).unwrap_err().error().unwrap().is_crash(),
                "{kind}"
            );
        }
    }
}
