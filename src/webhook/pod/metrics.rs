//! Makes the metrics of the queue proxy and of the model server available in one place.

use serde_json::json;

use crate::Value;
use crate::build::containers::set_variable;
use crate::build::storage::spec::{is_named, push};
use crate::build::storage::{Injector, Pod};
use crate::object::ControllerError;
use crate::object::error::NIL_POINTER;

const AGGREGATION: &str = "serving.kserve.io/enable-metric-aggregation";
const SCRAPING: &str = "serving.kserve.io/enable-prometheus-scraping";

/// Writes the metrics annotations, and makes the queue proxy collect the model server's metrics.
///
/// # Errors
///
/// The webhook crashes if the section is `null` and the pod does not set everything itself.
pub(super) fn aggregate(injector: &Injector, pod: &mut Pod) -> Result<(), ControllerError> {
    let config = || injector.settings.metrics.as_ref().ok_or_else(|| ControllerError::crash(NIL_POINTER));
    if pod.annotation(AGGREGATION).is_none() {
        pod.annotate(AGGREGATION, &config()?.enable_metric_aggregation);
    }
    let aggregates = pod.annotation(AGGREGATION) == Some("true");
    if aggregates {
        let text = |key: &str, default: &str| pod.annotation(key).unwrap_or(default).to_owned();
        let port = text("prometheus.kserve.io/port", "8080");
        let path = text("prometheus.kserve.io/path", "/metrics");
        let containers = pod.spec.get_mut("containers").and_then(Value::as_array_mut).into_iter().flatten();
        for proxy in containers.filter(|c| is_named(c, "queue-proxy")).filter_map(Value::as_object_mut) {
            set_variable(proxy, "KSERVE_CONTAINER_PROMETHEUS_METRICS_PORT", &port);
            set_variable(proxy, "KSERVE_CONTAINER_PROMETHEUS_METRICS_PATH", &path);
            set_variable(proxy, "AGGREGATE_PROMETHEUS_METRICS_PORT", "9088");
            let ports = proxy.get("ports").and_then(Value::as_array);
            if !ports.into_iter().flatten().any(|port| is_named(port, "aggr-metric")) {
                push(proxy, "ports", json!({"name": "aggr-metric", "containerPort": 9088, "protocol": "TCP"}));
            }
        }
    }
    if pod.annotation(SCRAPING).is_none() {
        pod.annotate(SCRAPING, &config()?.enable_prometheus_scraping);
    }
    if pod.annotation(SCRAPING) == Some("true") {
        pod.annotate("prometheus.io/port", if aggregates { "9088" } else { "9091" });
        pod.annotate("prometheus.io/path", "/metrics");
    }
    Ok(())
}
