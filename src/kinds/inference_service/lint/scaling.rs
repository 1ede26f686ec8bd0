//! Rules about replicas, autoscalers and shares of the traffic.

use super::subject::{LintedService, Part};
use crate::api::{ComponentSpec, HorizontalPodAutoscalerSpec, PodTemplate, QueryMetric, ScaledObjectSpec, ServiceSpec};
use crate::lint::rule::{Findings, Mending, Topic, rules_for};
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::Path;
use crate::object::diagnostic::{Change, Mend};
use crate::object::keys;
use crate::release::{KedaMetadata, Version};
use crate::{Map, Value};

rules_for! {
    Kind::InferenceService, LintedService::of;
    "KSR019" "min-above-max" Warning(min_above_max) [topic: Some(Topic::Scaling)] {
        what: "With all defaults and annotations, the least number of replicas is above the greatest.",
        why: "The autoscaler is refused, or one of the bounds does not hold.",
        fine: "Never.",
        fix: "Set minReplicas and maxReplicas together, and no annotations for the same.",
    }
    "KSR020" "no-scale-to-zero" Warning(no_scale_to_zero) [mending: Mending::Unsafe, topic: Some(Topic::Scaling)] {
        what: "minReplicas is 0 in Standard mode with a HorizontalPodAutoscaler.",
        why: "A HorizontalPodAutoscaler does not scale to zero: the controller makes it 1, so the pods keep running and costing.",
        fine: "One replica is fine.",
        fix: "Use Knative mode or KEDA (serving.kserve.io/autoscalerClass: keda), or write minReplicas: 1.",
    }
    "KSR021" "canary-traffic-in-standard" Warning(canary_traffic_in_standard) [mending: Mending::Unsafe, topic: Some(Topic::Scaling)] {
        what: "canaryTrafficPercent is set in Standard mode.",
        why: "It divides the traffic between revisions of Knative, which a Deployment does not have. All traffic goes to the new \
              pods at once.",
        fine: "The service is also rendered in Knative mode.",
        fix: "Use Knative mode, which alone divides the traffic; spec.canary (from v0.20) runs a second predictor, but no route leads to it.",
    }
    "KSR022" "scale-annotation-dropped" Warning(scale_annotation_dropped) [topic: Some(Topic::Scaling)] {
        what: "An annotation on the service bounds the replicas, but is not passed on.",
        why: "The controller drops min-scale and max-scale and sets what minReplicas and maxReplicas say.",
        fine: "Never.",
        fix: "Use minReplicas and maxReplicas of the component.",
    }
    "KSR023" "scaling-ignored" Warning(scaling_ignored) [topic: Some(Topic::Scaling)] {
        what: "A scaling field has no effect with the autoscaler in force.",
        why: "The autoscaler gets no metric from it, so it scales by nothing or by its default.",
        fine: "Never.",
        fix: "Choose a metric that the autoscaler has: cpu or memory with a scaleTarget for hpa, concurrency and rps for Knative.",
    }
    "KSR024" "concurrency-in-standard" Warning(concurrency_in_standard) [mending: Mending::Unsafe, topic: Some(Topic::Scaling)] {
        what: "containerConcurrency is set in Standard mode.",
        why: "Knative's queue limits concurrent requests; a Deployment has none, so nothing limits them.",
        fine: "On a transformer, where it sets the number of workers.",
        fix: "Limit requests in the model server, or use Knative mode.",
    }
    "KSR102" "wrapped-query" Warning(wrapped_query)
        [since: Version::V0_16, mending: Mending::Unsafe, topic: Some(Topic::Scaling), reports: &["#4559", "#4542"]] {
        what: "The query of a PodMetric is more than the name of a metric.",
        why: "From v0.16 on the controller writes sum(QUERY{namespace=…, deployment=…}) around it, so that pods of other services do not count. \
              Around anything but a name that is no query, and the autoscaler gets no value.",
        fine: "Never.",
        fix: "Name the metric alone; the sum is made by the controller.",
    }
    "KSR051" "canary-without-traffic" Warning(canary_without_traffic) [since: Version::V0_20, topic: Some(Topic::Scaling), reports: &["#5335", "#5912"]] {
        what: "A canary of spec.canary asks for a share of the traffic, but no route leads to it.",
        why: "The controller makes a Deployment and a Service for the canary; Ingress and HTTPRoutes name the stable predictor only, so all \
              traffic stays with it. trafficPercent only sets how many replicas the canary has.",
        fine: "The canary is reached by its own Service, or another route divides the traffic.",
        fix: "Route to the canary's Service yourself, or use canaryTrafficPercent in Knative mode.",
    }
}

const MIN_SCALE: &str = "autoscaling.knative.dev/min-scale";
const MAX_SCALE: &str = "autoscaling.knative.dev/max-scale";

fn wrapped_query(subject: &LintedService<'_>, findings: &mut Findings) {
    if !subject.is_standard() || subject.cluster.release.workloads.keda_metadata != KedaMetadata::AsWritten {
        return;
    }
    for part in subject.parts().filter(|part| autoscaler(subject, part) == "keda") {
        for (index, metric) in part.view().numbered_metrics() {
            let Some(metric) = metric.pod_metric().map(QueryMetric::metric) else { continue };
            let query = metric.query().trim();
            if metric.backend() != "opentelemetry" || query.is_empty() || is_metric_name(query) {
                continue;
            }
            let path = part.path.clone().key("autoScaling").key("metrics").index(index);
            let path = path.key("podmetric").key("metric").key("query");
            let message = format!("the query becomes sum({query}{{namespace=…, deployment=…}}), which is none");
            findings.add(path.clone(), message);
            let inner = query.strip_prefix("sum(").and_then(|rest| rest.strip_suffix(')')).map(str::trim);
            if let Some(name) = inner.filter(|name| is_metric_name(name)) {
                findings.help(format!("write {name}"));
                findings.mend(Mend::uncertain(Change::Write { path, value: name.into() }));
            }
        }
    }
}

/// Whether a query is the name of a metric alone.
fn is_metric_name(query: &str) -> bool {
    query.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':'))
        && !query.starts_with(|first: char| first.is_ascii_digit())
}

/// The bounds of an autoscaler or of the revisions of a Knative Service.
fn bounds(object: &Map) -> Option<(i64, i64)> {
    match Kind::of_members(object)? {
        Kind::HorizontalPodAutoscaler => {
            let spec = HorizontalPodAutoscalerSpec::of(object.spec()?);
            Some((spec.min_replicas()?, spec.max_replicas()?))
        }
        Kind::ScaledObject => {
            let spec = ScaledObjectSpec::of(object.spec()?);
            Some((spec.min_replica_count()?, spec.max_replica_count()?))
        }
        Kind::KnativeService => {
            let template = PodTemplate::of(object.template()?);
            let number = |key: &str| template.annotation(key).parse::<i64>().ok();
            // 0 is no bound.
            Some((number(MIN_SCALE)?, number(MAX_SCALE).filter(|max| *max > 0)?))
        }
        _ => None,
    }
}

fn min_above_max(subject: &LintedService<'_>, findings: &mut Findings) {
    for object in subject.rendering.objects().iter().filter_map(Value::as_object) {
        if let Some((min, max)) = bounds(object).filter(|(min, max)| min > max) {
            let (kind, name) = (object.kind(), object.name());
            let message = format!("{kind} {name} has at least {min} and at most {max} replicas");
            findings.add(Path::keys(["spec"]), message);
        }
    }
}

/// The autoscaler that the annotations of a component or of the service choose in Standard mode.
fn autoscaler<'a>(subject: &'a LintedService<'_>, part: &Part<'a>) -> &'a str {
    match part.annotation(keys::AUTOSCALER_CLASS) {
        "" => subject.annotation(keys::AUTOSCALER_CLASS).unwrap_or("hpa"),
        own => own,
    }
}

fn no_scale_to_zero(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts().filter(|_| subject.is_standard()) {
        if part.view().min_replicas() == Some(0) && autoscaler(subject, &part) == "hpa" {
            let path = part.path.clone().key("minReplicas");
            findings.add(path.clone(), "a HorizontalPodAutoscaler does not scale to zero; there is always one replica");
            findings.mend(Mend::uncertain(Change::Write { path, value: 1.into() }));
        }
    }
}

fn canary_traffic_in_standard(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts().filter(|_| subject.is_standard()) {
        if part.spec.contains_key("canaryTrafficPercent") {
            let path = part.path.clone().key("canaryTrafficPercent");
            let message = "canaryTrafficPercent has no effect in Standard mode; all traffic goes to the new pods";
            findings.add(path.clone(), message);
            findings.mend(Mend::uncertain(Change::Remove { path }));
        }
    }
}

fn canary_without_traffic(subject: &LintedService<'_>, findings: &mut Findings) {
    // Older releases do not have the field.
    if !subject.is_standard() || subject.stored("/spec/canary").is_none() {
        return;
    }
    for (index, canary) in ServiceSpec::of(&subject.service().spec).canaries().enumerate() {
        let percent = canary.traffic_percent().unwrap_or_default();
        let name = canary.predictor().map_or("", ComponentSpec::name);
        let service = format!("{}-{name}-predictor", subject.rendering.name);
        if percent > 0 && !is_routed_to(subject, &service) {
            let path = Path::keys(["spec", "canary"]).index(index).key("trafficPercent");
            findings.add(path, format!("no route leads to {service}; it gets none of the traffic, not {percent}%"));
        }
    }
}

/// Whether a route of the service names a Service.
fn is_routed_to(subject: &LintedService<'_>, service: &str) -> bool {
    let mut specs = [Kind::HttpRoute, Kind::Ingress, Kind::VirtualService]
        .into_iter()
        .flat_map(|kind| subject.objects(kind))
        .filter_map(|route| route.get("spec"));
    specs.any(|spec| names(spec, service))
}

/// Whether a value is or contains exactly this text.
fn names(value: &Value, text: &str) -> bool {
    match value {
        Value::String(own) => own == text,
        Value::Array(items) => items.iter().any(|item| names(item, text)),
        Value::Object(fields) => fields.values().any(|field| names(field, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn scale_annotation_dropped(subject: &LintedService<'_>, findings: &mut Findings) {
    for (key, field) in [(MIN_SCALE, "minReplicas"), (MAX_SCALE, "maxReplicas")] {
        if subject.annotation(key).is_some() && !subject.cluster.config.filters.keeps_annotation(key) {
            let message = format!("{key} is not passed on; use {field} of the component");
            findings.add(Path::keys(["metadata", "annotations", key]), message);
        }
    }
}

fn scaling_ignored(subject: &LintedService<'_>, findings: &mut Findings) {
    for part in subject.parts().filter(|_| subject.is_standard()) {
        let metric = part.view().scale_metric().unwrap_or_default();
        match autoscaler(subject, &part) {
            class @ ("none" | "external") => {
                for field in
                    ["scaleMetric", "scaleTarget", "autoScaling"].iter().filter(|f| part.spec.contains_key(**f))
                {
                    findings.add(
                        part.path.clone().key(field),
                        format!("{field} has no effect with the autoscaler {class}"),
                    );
                }
            }
            "hpa" if part.spec.contains_key("autoScaling") => {}
            "hpa" if matches!(metric, "concurrency" | "rps") => {
                let message = format!("a HorizontalPodAutoscaler does not know the metric {metric}; it gets none");
                findings.add(part.path.clone().key("scaleMetric"), message);
            }
            "hpa" if metric == "memory" && !part.spec.contains_key("scaleTarget") => {
                let message = "without scaleTarget the HorizontalPodAutoscaler gets no metric for memory";
                findings.add(part.path.clone().key("scaleMetric"), message);
            }
            _ => {}
        }
    }
}

fn concurrency_in_standard(subject: &LintedService<'_>, findings: &mut Findings) {
    let parts = subject.parts().filter(|part| part.component != crate::api::Component::Transformer);
    for part in parts.filter(|_| subject.is_standard()) {
        if part.view().container_concurrency().is_some_and(|limit| limit > 0) {
            let path = part.path.clone().key("containerConcurrency");
            let message = "containerConcurrency has no effect in Standard mode; nothing limits concurrent requests";
            findings.add(path.clone(), message);
            findings.mend(Mend::uncertain(Change::Remove { path }));
        }
    }
}
