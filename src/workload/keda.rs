//! The ScaledObject of a component, by which KEDA scales it.

use super::child::{Child, Owned};
use super::extension::{Extension, Metric};
use crate::api::fields::{integer, map, member, non_empty, object, text};
use crate::cluster::Cluster;
use crate::config::{NIL_DEREFERENCE, OpenTelemetryCollector, Section};
use crate::go::quantity::Quantity;
use crate::{Map, Value};

/// What happens to a metric without the block that its type names.
pub(super) const CRASH: &str = NIL_DEREFERENCE;

/// What KEDA metadata of a release is written like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KedaMetadata {
    /// Quantities in canonical form or as floats with six decimals, OpenTelemetry queries as given, with bounds.
    Converted,
    /// Quantities as the user wrote them, OpenTelemetry queries narrowed to the Deployment.
    AsWritten,
}

/// Builds the ScaledObject. It may scale to zero.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    owned: Owned,
) -> Result<Value, String> {
    let advanced = advanced(cluster, extension)?;
    let min = extension.min_replicas.unwrap_or(1);
    let max = extension.max_replicas().max(min);
    let mut triggers = Vec::new();
    for metric in extension.metrics() {
        triggers.extend(trigger(cluster, child, metric, (min, max))?);
    }
    let mut spec = map([
        ("advanced", advanced),
        ("maxReplicaCount", max.into()),
        ("minReplicaCount", min.into()),
        ("scaleTargetRef", object([("name", child.name.into())])),
    ]);
    // Without triggers the member is there and null, which KEDA's schema refuses.
    spec.insert("triggers".into(), if triggers.is_empty() { Value::Null } else { triggers.into() });
    Ok(child.object("keda.sh/v1alpha1", "ScaledObject", owned, spec.into()))
}

/// The stabilisation windows, each from the service or else the ConfigMap; nothing else of the behaviour counts.
fn advanced(cluster: &Cluster, extension: Extension<'_>) -> Result<Value, String> {
    if !cluster.release.workloads.keda_stabilization_windows {
        return Ok(Value::Null);
    }
    let mut down = extension.stabilization_window("scaleDown");
    let mut up = extension.stabilization_window("scaleUp");
    if down.is_none() || up.is_none() {
        match &cluster.config.autoscaler {
            Section::Invalid(error) => return Err(format!("unable to parse autoscaler config json: {error}")),
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

/// Whole seconds of 32 bits; anything else counts as not given.
fn seconds(text: &str) -> Option<i64> {
    text.parse::<i32>().ok().map(i64::from)
}

fn trigger(
    cluster: &Cluster,
    child: &Child<'_>,
    metric: Metric<'_>,
    bounds: (i64, i64),
) -> Result<Option<Value>, String> {
    let metadata = cluster.release.workloads.keda_metadata;
    let source = |block: &str| metric.source(block).ok_or_else(|| CRASH.to_owned());
    match metric.kind() {
        "Resource" => source("resource").map(|source| Some(resource(source, metadata))),
        "External" => external(source("external")?, metadata).map(Some),
        "PodMetric" => pod_metric(cluster, child, source("podmetric")?, metadata, bounds).map(Some),
        _ => Ok(None),
    }
}

fn resource(source: &Map, metadata: KedaMetadata) -> Value {
    let name = text(source, "name");
    let empty = Map::new();
    let target = member(source, "target").unwrap_or(&empty);
    let kind = text(target, "type");
    let quantity = |key: &str| match (target.get(key), metadata) {
        (Some(quantity), KedaMetadata::Converted) if !quantity.is_null() => {
            Quantity::from_json(quantity).map_or_else(|_| as_written(Some(quantity)), |quantity| quantity.to_string())
        }
        (quantity, _) => as_written(quantity),
    };
    let value = match kind {
        "Utilization" => {
            let default = if name == "cpu" { 80 } else { 0 };
            integer(target, "averageUtilization").unwrap_or(default).to_string()
        }
        "AverageValue" => quantity("averageValue"),
        "Value" => quantity("value"),
        _ => "0".to_owned(),
    };
    object([("metadata", object([("value", value.into())])), ("metricType", non_empty(kind)), ("type", name.into())])
}

fn external(source: &Map, metadata: KedaMetadata) -> Result<Value, String> {
    let empty = Map::new();
    let metric = member(source, "metric").unwrap_or(&empty);
    let authentication = match metadata {
        KedaMetadata::AsWritten => member(source, "authenticationRef").unwrap_or(&empty),
        KedaMetadata::Converted => &empty,
    };
    let reference = member(authentication, "authenticationRef").map(|r| text(r, "name")).unwrap_or_default();
    let backend = text(metric, "backend");
    let namespace = if backend == "prometheus" { text(metric, "namespace") } else { "" };
    let entries = object([
        ("authModes", non_empty(text(authentication, "authModes"))),
        ("namespace", non_empty(namespace)),
        ("query", text(metric, "query").into()),
        ("serverAddress", text(metric, "serverAddress").into()),
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
    source: &Map,
    metadata: KedaMetadata,
    bounds: (i64, i64),
) -> Result<Value, String> {
    let collector = collector_settings(cluster)?;
    let empty = Map::new();
    let metric = member(source, "metric").unwrap_or(&empty);
    let value = target_value(source, metadata)?;
    if text(metric, "backend") != "opentelemetry" {
        return Ok(object([("metadata", object([])), ("type", "".into())]));
    }
    let address = match text(metric, "serverAddress") {
        "" => &collector.metric_scaler_endpoint,
        address => address,
    };
    let query = text(metric, "query");
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
        ("operationOverTime", non_empty(text(metric, "operationOverTime"))),
        ("scalerAddress", address.into()),
        ("targetValue", value.into()),
    ]);
    Ok(object([("metadata", entries), ("type", "external".into())]))
}

/// `target.value`.
fn target_value(source: &Map, metadata: KedaMetadata) -> Result<String, String> {
    let value = member(source, "target").and_then(|target| target.get("value")).filter(|value| !value.is_null());
    match metadata {
        KedaMetadata::AsWritten => Ok(as_written(value)),
        KedaMetadata::Converted => {
            let quantity = value.and_then(|value| Quantity::from_json(value).ok()).ok_or(CRASH)?;
            Ok(format!("{:.6}", quantity.approximate()))
        }
    }
}

/// The text of a quantity in the manifest, `0` if there is none.
fn as_written(quantity: Option<&Value>) -> String {
    match quantity {
        Some(Value::String(text)) if !text.is_empty() => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => "0".to_owned(),
    }
}

/// The section `opentelemetryCollector`, empty if there is none.
pub(super) fn collector_settings(cluster: &Cluster) -> Result<OpenTelemetryCollector, String> {
    match &cluster.config.opentelemetry_collector {
        Section::Invalid(error) => Err(format!("unable to parse otel config json: {error}")),
        Section::Absent | Section::Null => Ok(OpenTelemetryCollector::default()),
        Section::Value(section) => Ok(section.clone()),
    }
}
