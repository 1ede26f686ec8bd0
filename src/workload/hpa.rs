//! The HorizontalPodAutoscaler of a component.

use super::child::{Child, Owned};
use super::extension::{Extension, Metric};
use super::keda::CRASH;
use crate::Value;
use crate::api::fields::{integer, member, object, text};
use crate::cluster::Cluster;
use crate::go::quantity::Quantity;

const DEFAULT_CPU_UTILIZATION: i64 = 80;

/// Builds the HorizontalPodAutoscaler. It never scales to zero, and the behaviour that the service asks for
/// does not reach it.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    owned: Owned,
) -> Result<Value, String> {
    let min = extension.min_replicas.unwrap_or(1).max(1);
    let metrics = if extension.auto_scaling().is_some() {
        let mut metrics = Vec::new();
        for metric in extension.metrics() {
            metrics.extend(entry(cluster, metric)?);
        }
        metrics
    } else {
        scale_metric(extension).into_iter().collect()
    };
    let target = object([("apiVersion", "apps/v1".into()), ("kind", "Deployment".into()), ("name", child.name.into())]);
    let spec = object([
        ("behavior", object([])),
        ("maxReplicas", extension.max_replicas().max(min).into()),
        ("metrics", if metrics.is_empty() { Value::Null } else { metrics.into() }),
        ("minReplicas", min.into()),
        ("scaleTargetRef", target),
    ]);
    Ok(child.object("autoscaling/v2", "HorizontalPodAutoscaler", owned, spec))
}

/// The metric that `scaleMetric` and `scaleTarget` describe. Only cpu has a target of its own.
fn scale_metric(extension: Extension<'_>) -> Option<Value> {
    match (extension.scale_metric().unwrap_or("cpu"), extension.scale_target()) {
        ("cpu", target) => Some(resource("cpu", utilization(target.unwrap_or(DEFAULT_CPU_UTILIZATION).into()))),
        ("memory", Some(target)) => Some(resource("memory", utilization(target.into()))),
        _ => None,
    }
}

/// An entry of `autoScaling.metrics`, by its block `resource`; the type is not looked at.
fn entry(cluster: &Cluster, metric: Metric<'_>) -> Result<Option<Value>, String> {
    let Some(source) = metric.source("resource") else {
        return if cluster.release.workloads.skips_metrics_without_resource { Ok(None) } else { Err(CRASH.to_owned()) };
    };
    let target = member(source, "target");
    let given = |key: &str| target.and_then(|target| target.get(key)).cloned().unwrap_or_default();
    let average_utilization = target.and_then(|target| integer(target, "averageUtilization"));
    let name = text(source, "name");
    let target = match (name, target.map(|target| text(target, "type")).unwrap_or_default()) {
        ("cpu", _) => utilization(average_utilization.unwrap_or(DEFAULT_CPU_UTILIZATION).into()),
        ("memory", "Utilization") => utilization(given("averageUtilization")),
        ("memory", "AverageValue") => {
            object([("averageValue", canonical(given("averageValue"))), ("type", "AverageValue".into())])
        }
        ("memory", _) => object([("type", "".into())]),
        _ => return Ok(None),
    };
    Ok(Some(resource(name, target)))
}

fn utilization(average: Value) -> Value {
    object([("averageUtilization", average), ("type", "Utilization".into())])
}

fn resource(name: &str, target: Value) -> Value {
    object([("resource", object([("name", name.into()), ("target", target)])), ("type", "Resource".into())])
}

/// A quantity in canonical form; null stays null.
fn canonical(quantity: Value) -> Value {
    if quantity.is_null() {
        return quantity;
    }
    Quantity::from_json(&quantity).map_or(quantity, |quantity| quantity.to_string().into())
}
