//! The OpenTelemetryCollector that passes a component's metrics on to KEDA.

use crate::object::ControllerError;
use crate::release::CollectorForm;
use serde_json::json;

use super::child::{Child, Owned};
use super::extension::Extension;
use super::keda::{collector_settings, crash};
use crate::Value;
use crate::facts::Cluster;
use crate::facts::config::OpenTelemetryCollector;
use crate::go::quantity::Quantity;
use crate::object::Kind;
use crate::object::fields::object;

/// The port from which metrics are scraped if no annotation sets one.
const DEFAULT_PORT: &str = "8080";
const PORT_ANNOTATION: &str = "prometheus.kserve.io/port";

/// The collector, if a metric of the component needs one. The autoscaler class makes no difference.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    owned: Owned,
) -> Result<Option<Value>, ControllerError> {
    let form = cluster.release.workloads.collector;
    let mut names: Option<Vec<Value>> = None;
    for metric in extension.spec.metrics().filter(|metric| metric.kind() == "PodMetric") {
        let source = metric.pod_metric().ok_or_else(crash)?;
        let query = source.metric();
        if query.backend() != "opentelemetry" {
            continue;
        }
        let own = query.metric_names();
        match (&mut names, form) {
            (Some(names), CollectorForm::NamedMetrics) => names.extend_from_slice(own),
            (names, _) => *names = Some(own.to_vec()),
        }
    }
    let Some(names) = names.filter(|names| form == CollectorForm::LastMetric || !names.is_empty()) else {
        return Ok(None);
    };
    let settings = collector_settings(cluster)?;
    let resources = match form {
        CollectorForm::LastMetric => object([]),
        CollectorForm::NamedMetrics => resources(&settings)?,
    };
    let spec = json!({
        "config": config(&settings, child.annotation(PORT_ANNOTATION).unwrap_or(DEFAULT_PORT), names, form),
        "mode": "sidecar",
        "resources": resources,
        // The operator's type writes it even if it is empty.
        "daemonSetUpdateStrategy": {},
        "deploymentUpdateStrategy": {},
        "ingress": { "route": {} },
        "observability": { "metrics": {} },
        "podDnsConfig": {},
        "targetAllocator": { "observability": { "metrics": {} }, "prometheusCR": {}, "resources": {} },
        "upgradeStrategy": "",
    });
    let annotated = form == CollectorForm::NamedMetrics;
    Ok(Some(child.unlabelled(Kind::OpenTelemetryCollector, annotated, owned, spec)))
}

fn config(settings: &OpenTelemetryCollector, port: &str, names: Vec<Value>, form: CollectorForm) -> Value {
    let (processors, pipeline) = processors(names, form);
    json!({
        "receivers": { "prometheus": { "config": { "scrape_configs": [{
            "job_name": "otel-collector",
            "scrape_interval": settings.scrape_interval,
            "static_configs": [{ "targets": [format!("localhost:{port}")] }],
        }] } } },
        "processors": processors,
        "exporters": { "otlp": {
            "endpoint": settings.metric_receiver_endpoint,
            "compression": "none",
            "tls": { "insecure": true },
        } },
        "service": { "pipelines": { "metrics": {
            "receivers": ["prometheus"],
            "processors": pipeline,
            "exporters": ["otlp"],
        } } },
    })
}

/// The processors and their order in the pipeline.
fn processors(names: Vec<Value>, form: CollectorForm) -> (Value, Value) {
    match form {
        CollectorForm::LastMetric if names.is_empty() => (object([]), json!([])),
        CollectorForm::LastMetric => {
            let others = names.iter().map(|name| format!("name != \"{}\"", name.as_str().unwrap_or_default()));
            let others: Value = others.collect();
            (
                json!({ "filter/ottl": { "error_mode": "ignore", "metrics": { "metric": others } } }),
                json!(["filter/ottl"]),
            )
        }
        CollectorForm::NamedMetrics => (
            json!({
                "resourcedetection/env": { "detectors": ["env"], "timeout": "2s", "override": false },
                "transform": { "metric_statements": [{
                    "context": "datapoint",
                    "statements": [
                        r#"set(attributes["namespace"], resource.attributes["k8s.namespace.name"])"#,
                        r#"set(attributes["deployment"], resource.attributes["k8s.deployment.name"])"#,
                        r#"set(attributes["pod"], resource.attributes["k8s.pod.name"])"#,
                    ],
                }] },
                "filter/metrics": { "metrics": { "include": { "match_type": "strict", "metric_names": names } } },
            }),
            json!(["resourcedetection/env", "transform", "filter/metrics"]),
        ),
    }
}

/// The requests and limits of the collector from the ConfigMap. A quantity that cannot be parsed crashes the controller.
fn resources(settings: &OpenTelemetryCollector) -> Result<Value, ControllerError> {
    let resource = &settings.resource;
    let list = |cpu: &str, memory: &str| -> Result<Value, ControllerError> {
        let quantity = |text: &str| match text {
            "" => Ok(Value::Null),
            _ => Quantity::parse(text)
                .map(|quantity| quantity.to_string().into())
                .map_err(|error| ControllerError::crash(format!("cannot parse '{text}': {error}"))),
        };
        Ok(match object([("cpu", quantity(cpu)?), ("memory", quantity(memory)?)]) {
            Value::Object(list) if list.is_empty() => Value::Null,
            list => list,
        })
    };
    Ok(object([
        ("limits", list(&resource.cpu_limit, &resource.memory_limit)?),
        ("requests", list(&resource.cpu_request, &resource.memory_request)?),
    ]))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Value;
    use crate::api::Component;
    use crate::build::workload::Built;
    use crate::build::workload::testing::{cluster, cluster_of, object, plan, predictor};
    use crate::object::Kind;
    use crate::object::keys;
    use crate::release::Version;

    fn metrics(names: &[&[&str]]) -> Value {
        let metric = |names: &&[&str]| {
            json!({ "type": "PodMetric", "podmetric": {
                "metric": { "backend": "opentelemetry", "metricNames": names }, "target": { "value": "1" },
            } })
        };
        json!({ "autoScaling": { "metrics": names.iter().map(metric).collect::<Vec<_>>() } })
    }

    /// Without this class, releases crash that can only use such metrics with KEDA.
    const KEDA: (&str, &str) = (keys::AUTOSCALER_CLASS, "keda");

    fn count(version: Version, names: &[&[&str]]) -> usize {
        let plan = plan(&cluster_of(version, &[]), predictor(&[KEDA], metrics(names)));
        plan.steps.iter().filter(|step| step.kind == Kind::OpenTelemetryCollector).count()
    }

    #[test]
    fn only_named_metrics_make_a_collector() {
        assert_eq!(count(Version::V0_20, &[&["a"]]), 1);
        assert_eq!(count(Version::V0_20, &[&[]]), 0);
        assert_eq!(count(Version::V0_15, &[&[]]), 1);
        assert_eq!(count(Version::V0_15, &[]), 0);
    }

    #[test]
    fn all_named_metrics_are_collected_once_only_the_last() {
        let collector = |version| {
            let built = predictor(&[KEDA], metrics(&[&["a", "b"], &["b"]]));
            object(&cluster_of(version, &[]), built, Kind::OpenTelemetryCollector)
        };
        let new = collector(Version::V0_20);
        let include = &new["spec"]["config"]["processors"]["filter/metrics"]["metrics"]["include"];
        assert_eq!(include["metric_names"], json!(["a", "b", "b"]));
        assert_eq!(new["metadata"]["annotations"], json!({ KEDA.0: "keda" }));
        assert_eq!(new["metadata"].get("labels"), None);
        let old = collector(Version::V0_15);
        assert_eq!(old["spec"]["config"]["processors"]["filter/ottl"]["metrics"]["metric"], json!([r#"name != "b""#]));
        assert_eq!(old["metadata"].get("annotations"), None);
    }

    #[test]
    fn port_and_resources_are_configured() {
        let section = r#"{"resource": {"cpuLimit": "1000m", "memoryLimit": "2048Mi"}}"#;
        let cluster = cluster(&[("opentelemetryCollector", section)]);
        let spec = |annotations: &[(&str, &str)]| {
            object(&cluster, predictor(annotations, metrics(&[&["a"]])), Kind::OpenTelemetryCollector)["spec"].clone()
        };
        let target = |spec: &Value| {
            spec["config"]["receivers"]["prometheus"]["config"]["scrape_configs"][0]["static_configs"][0]["targets"][0]
                .clone()
        };
        assert_eq!(target(&spec(&[])), "localhost:8080");
        assert_eq!(target(&spec(&[("prometheus.kserve.io/port", "")])), "localhost:");
        assert_eq!(spec(&[])["resources"], json!({ "limits": { "cpu": "1", "memory": "2Gi" } }));
    }

    #[test]
    fn only_the_predictors_collector_has_an_owner() {
        let owners = |component| {
            let built = Built { component, ..predictor(&[], metrics(&[&["a"]])) };
            object(&cluster(&[]), built, Kind::OpenTelemetryCollector)["metadata"].get("ownerReferences").is_some()
        };
        assert_eq!(Component::ALL.map(owners), [true, false, false]);
    }
}
