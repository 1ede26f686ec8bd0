//! The HorizontalPodAutoscaler of a component.

use super::bounds::Bounds;
use super::child::{Child, Owned};
use super::extension::Extension;
use super::keda::crash;
use crate::Value;
use crate::api::{Metric, MetricTarget};
use crate::facts::Cluster;
use crate::go::quantity::Quantity;
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::fields::object;

const DEFAULT_CPU_UTILIZATION: i64 = 80;

/// Builds the HorizontalPodAutoscaler. It never scales to zero, and the behaviour that the service sets is not passed on to it.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    owned: Owned,
) -> Result<Value, ControllerError> {
    let bounds = Bounds::of_hpa(&extension);
    let metrics = if extension.spec.auto_scaling().is_some() {
        let mut metrics = Vec::new();
        for metric in extension.spec.metrics() {
            metrics.extend(entry(cluster, metric)?);
        }
        metrics
    } else {
        scale_metric(extension).into_iter().collect()
    };
    let target = Kind::Deployment.object([("name", child.name.into())]);
    let spec = object([
        ("behavior", object([])),
        ("maxReplicas", bounds.max.map_or(Value::Null, |max| max.value.into())),
        ("metrics", if metrics.is_empty() { Value::Null } else { metrics.into() }),
        ("minReplicas", bounds.min.value.into()),
        ("scaleTargetRef", target),
    ]);
    Ok(child.object(Kind::HorizontalPodAutoscaler, owned, spec))
}

/// The metric that `scaleMetric` and `scaleTarget` describe: cpu unless another is chosen, with a default target; memory only with a
/// target.
fn scale_metric(extension: Extension<'_>) -> Option<Value> {
    match (extension.spec.scale_metric().unwrap_or("cpu"), extension.spec.scale_target()) {
        ("cpu", target) => Some(resource("cpu", utilization(target.unwrap_or(DEFAULT_CPU_UTILIZATION).into()))),
        ("memory", Some(target)) => Some(resource("memory", utilization(target.into()))),
        _ => None,
    }
}

/// The metric for an entry of `autoScaling.metrics`, from its block `resource`; its type is ignored.
fn entry(cluster: &Cluster, metric: Metric<'_>) -> Result<Option<Value>, ControllerError> {
    let Some(source) = metric.resource() else {
        return if cluster.release.workloads.skips_metrics_without_resource { Ok(None) } else { Err(crash()) };
    };
    let target = source.target();
    let average_utilization = target.and_then(MetricTarget::average_utilization);
    let name = source.name();
    let target = match (name, target.map(MetricTarget::kind).unwrap_or_default()) {
        ("cpu", _) => utilization(average_utilization.unwrap_or(DEFAULT_CPU_UTILIZATION).into()),
        ("memory", "Utilization") => utilization(average_utilization.map_or(Value::Null, Value::from)),
        ("memory", "AverageValue") => {
            let value = target.and_then(MetricTarget::average_value).cloned().unwrap_or_default();
            object([("averageValue", canonical(value)), ("type", "AverageValue".into())])
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Value;
    use crate::build::workload::testing::{cluster, cluster_of, object, predictor, service, standard};
    use crate::object::Kind;
    use crate::release::Version;

    fn spec(extension: Value) -> Value {
        object(&cluster(&[]), predictor(&[], extension), Kind::HorizontalPodAutoscaler)["spec"].clone()
    }

    fn metrics(metrics: Value) -> Value {
        spec(json!({ "autoScaling": { "metrics": metrics }, "scaleMetric": "memory", "scaleTarget": 10 }))["metrics"]
            .clone()
    }

    #[test]
    fn it_never_scales_to_zero_and_never_below_its_minimum() {
        let bounds = |extension| {
            let spec = spec(extension);
            (spec["minReplicas"].clone(), spec["maxReplicas"].clone())
        };
        assert_eq!(bounds(json!({})), (json!(1), json!(1)));
        assert_eq!(bounds(json!({ "minReplicas": 0, "maxReplicas": 3 })), (json!(1), json!(3)));
        assert_eq!(bounds(json!({ "minReplicas": 4, "maxReplicas": 2 })), (json!(4), json!(4)));
    }

    #[test]
    fn only_cpu_has_a_target_of_its_own() {
        let target = |extension| spec(extension)["metrics"][0]["resource"]["target"]["averageUtilization"].clone();
        assert_eq!(target(json!({})), 80);
        assert_eq!(target(json!({ "scaleTarget": 0 })), 0);
        assert_eq!(target(json!({ "scaleMetric": "memory", "scaleTarget": 70 })), 70);
        for metric in ["memory", "concurrency", "rps"] {
            assert_eq!(spec(json!({ "scaleMetric": metric })).get("metrics"), None);
        }
    }

    #[test]
    fn listed_metrics_win_and_their_targets_follow_the_resource() {
        let resource = |name: &str, target: Value| json!({ "resource": { "name": name, "target": target } });
        let given = json!([
            resource("cpu", json!({ "type": "AverageValue", "averageValue": "1" })),
            resource("memory", json!({ "type": "Utilization", "averageUtilization": 60 })),
            resource("memory", json!({ "type": "AverageValue", "averageValue": "1024Mi" })),
            resource("memory", json!({ "type": "Value", "value": "1" })),
            resource("disk", json!({ "type": "Utilization", "averageUtilization": 60 })),
            { "type": "External", "external": {} },
        ]);
        let entry =
            |name: &str, target: Value| json!({ "type": "Resource", "resource": { "name": name, "target": target } });
        assert_eq!(
            metrics(given),
            json!([
                entry("cpu", json!({ "type": "Utilization", "averageUtilization": 80 })),
                entry("memory", json!({ "type": "Utilization", "averageUtilization": 60 })),
                entry("memory", json!({ "type": "AverageValue", "averageValue": "1Gi" })),
                entry("memory", json!({ "type": "" })),
            ])
        );
        assert_eq!(metrics(json!([])), Value::Null);
    }

    #[test]
    fn a_metric_without_resource_crashed_0_15() {
        let built = || predictor(&[], json!({ "autoScaling": { "metrics": [{ "type": "Resource" }] } }));
        let service = service(json!({ "predictor": {} }));
        assert!(standard(&cluster_of(Version::V0_15, &[]), &service, built()).unwrap_err().error().unwrap().is_crash());
        assert!(standard(&cluster_of(Version::V0_16, &[]), &service, built()).is_ok());
    }
}
