//! Rules for metrics and targets, which depend on the autoscaler.

use super::subject::SentService;
use crate::Map;
use crate::api::{ComponentSpec, Metric, MetricTarget, Mode, QueryMetric, ResourceMetric};
use crate::go::quantity::Quantity;
use crate::object::ControllerError;
use crate::object::error::NIL_POINTER;
use crate::object::keys;
use crate::webhook::codes;
use crate::webhook::report::{Report, at};

const KNATIVE_CLASS: &str = "autoscaling.knative.dev/class";
const KNATIVE_HPA: &str = "hpa.autoscaling.knative.dev";

/// Checks the component at `path`. Only the annotations of the service are considered.
pub fn check(subject: &SentService, spec: &Map, path: &str, report: &mut Report) {
    let is_standard = subject.annotation(keys::DEPLOYMENT_MODE) == Some(Mode::Standard.name(&subject.cluster.release));
    let mut findings = Vec::new();
    let spec = ComponentSpec::of(spec);
    match (is_standard, subject.annotation(keys::AUTOSCALER_CLASS)) {
        (true, Some("hpa")) => hpa(spec, &mut findings),
        (true, Some("keda")) => keda(subject, spec, &mut findings),
        (true, _) => {}
        (false, _) if subject.annotation(KNATIVE_CLASS) == Some(KNATIVE_HPA) => hpa(spec, &mut findings),
        (false, _) => kpa(spec, &mut findings),
    }
    for (field, message) in findings {
        let code = if field == "deploymentStrategy" { codes::STRATEGY } else { codes::SCALING };
        report.refuse(code, at(&format!("{path}.{field}")), message);
    }
}

/// Fields below the component, with their texts.
type Findings = Vec<(String, String)>;

fn found(findings: &mut Findings, field: impl Into<String>, message: impl Into<String>) {
    findings.push((field.into(), message.into()));
}

const OUTSIDE_PERCENT: &str = "the target utilization percentage should be a [1-100] integer";
const NO_RESOURCE: &str = "metricSpec.Resource is not set for resource metric source type";

fn hpa(spec: ComponentSpec<'_>, findings: &mut Findings) {
    let metric = spec.scale_metric().unwrap_or("cpu");
    if !matches!(metric, "cpu" | "memory") {
        found(findings, "scaleMetric", format!("[{metric}] is not a supported metric"));
    }
    if let Some(target) = spec.scale_target() {
        if (metric == "cpu" && target < 1) || target > 100 {
            found(findings, "scaleTarget", OUTSIDE_PERCENT);
        } else if metric == "memory" && target < 1 {
            found(findings, "scaleTarget", "the target memory should be greater than 1 MiB");
        }
    }
    for (path, metric) in metrics(spec) {
        match metric.kind() {
            "Resource" if metric.resource().is_some() => {}
            "Resource" => found(findings, path, NO_RESOURCE),
            other => found(
                findings,
                format!("{path}.type"),
                format!("invalid HPA metric source type with value [{other}],valid metric source types are Resource"),
            ),
        }
    }
}

fn kpa(spec: ComponentSpec<'_>, findings: &mut Findings) {
    if spec.deployment_strategy().is_some() {
        let message = "customizing deploymentStrategy is only supported for raw deployment mode";
        found(findings, "deploymentStrategy", message);
    }
    let metric = spec.scale_metric().unwrap_or("concurrency");
    if !matches!(metric, "concurrency" | "rps") {
        found(findings, "scaleMetric", format!("[{metric}] is not a supported metric"));
    }
    if metric == "rps" && spec.scale_target().is_some_and(|target| target < 1) {
        found(findings, "scaleTarget", "the target for rps should be greater than 1");
    }
}

fn keda(subject: &SentService, spec: ComponentSpec<'_>, findings: &mut Findings) {
    if spec.scale_metric().is_some() {
        found(findings, "scaleMetric", "ScaleMetric is not supported for KEDA");
    }
    for (path, metric) in metrics(spec) {
        let fault = match metric.kind() {
            "Resource" => match metric.resource() {
                Some(resource) => resource_fault(subject, resource),
                None => Some(NO_RESOURCE.to_owned()),
            },
            "External" => query_fault(metric.external(), "External", "external"),
            "PodMetric" => query_fault(metric.pod_metric(), "PodMetric", "pod"),
            other => Some(format!(
                "unknown KEDA metric type with value [{other}].Valid types are Resource,External,PodMetric"
            )),
        };
        if let Some(message) = fault {
            found(findings, path, message);
        }
    }
}

fn resource_fault(subject: &SentService, resource: ResourceMetric<'_>) -> Option<String> {
    let target = resource.target()?;
    let kind = target.kind();
    match resource.name() {
        "cpu" if kind != "Utilization" => return Some("the cpu target value type should be Utilization".into()),
        "cpu" => {}
        "memory" if !matches!(kind, "AverageValue" | "Utilization") => {
            return Some("the memory target value type should be AverageValue or Utilization".into());
        }
        "memory" if kind == "AverageValue" => {
            let value = target.average_value();
            if value.is_none() && !subject.cluster.release.input.missing_memory_target_refused {
                return Some(ControllerError::recovered_crash(NIL_POINTER).into_text());
            }
            let amount = value.and_then(|value| Quantity::from_json(value).ok()).unwrap_or_default();
            if Quantity::parse("1Mi").is_ok_and(|least| amount < least) {
                return Some("the memory target value should be greater than 1 MiB".into());
            }
        }
        "memory" => {}
        other => return Some(format!("resource type {other} is not supported")),
    }
    target_fault(target)
}

fn query_fault(source: Option<QueryMetric<'_>>, name: &str, words: &str) -> Option<String> {
    let Some(source) = source else {
        return Some(format!("metricSpec.{name} is not set for {words} metric source type"));
    };
    if source.metric().query().is_empty() {
        return Some("the query should not be empty".into());
    }
    let target = source.target().filter(|target| target.value().is_some());
    match target {
        None => Some("the target threshold value should not be empty".into()),
        Some(target) => target_fault(target),
    }
}

/// The value that the target's type names must be set.
fn target_fault(target: MetricTarget<'_>) -> Option<String> {
    let message = match target.kind() {
        "Utilization" => match target.average_utilization() {
            None => "the AverageUtilization type should be set",
            Some(1..=100) => return None,
            Some(_) => OUTSIDE_PERCENT,
        },
        "AverageValue" if target.average_value().is_none() => "the AverageValue type should be set",
        "Value" if target.value().is_none() => "the Value type should be set",
        _ => return None,
    };
    Some(message.into())
}

/// The metrics of `autoScaling`, with their paths below the component.
fn metrics(spec: ComponentSpec<'_>) -> impl Iterator<Item = (String, Metric<'_>)> {
    spec.numbered_metrics().map(|(number, metric)| (format!("autoScaling.metrics[{number}]"), metric))
}
