//! What scales each component, by which metric and within which bounds.

use super::subject::ExplainedService;
use crate::Value;
use crate::api::{Canary, Component, ComponentSpec, HorizontalPodAutoscalerSpec, Mode, Model, ScaledObjectSpec};
use crate::build::workload::{AutoscalerClass, Bound, BoundReason, Bounds, bounds};
use crate::explain::Origin;
use crate::explain::{Group, Item, Section, Topic};
use crate::object::Key;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::Path;
use crate::object::keys;
use crate::order;

const KNATIVE_CLASS: &str = "autoscaling.knative.dev/class";
const KNATIVE_METRIC: &str = "autoscaling.knative.dev/metric";
const KNATIVE_TARGET: &str = "autoscaling.knative.dev/target";

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let mut groups = Vec::new();
    let mut answers: Vec<String> = Vec::new();
    for component in Component::ALL {
        if subject.memory.component(component).is_none() {
            continue;
        }
        let found = match subject.mode() {
            Some(Mode::Standard) => standard(subject, component),
            Some(Mode::ModelMesh) | None => None,
            Some(Mode::Knative | Mode::Other(_)) => knative(subject, component),
        };
        if let Some((answer, items)) = found {
            let answer = format!("{}: {answer}", component.name());
            answers.push(answer);
            groups.push(Group { title: component.name().to_owned(), items });
        }
    }
    if subject.is_standard() {
        for canary in Canary::all(&subject.memory) {
            if let Some(items) = canary_items(subject, &canary) {
                groups.push(Group { title: format!("canary {}", canary.name), items });
            }
        }
    }
    let mut items = Vec::new();
    let refusal = subject.rendering.failure();
    let answer = match (answers.is_empty(), refusal) {
        (true, Some(refusal)) => {
            items.push(Item::fact("error", "error", refusal));
            if subject.mode() != Some(&Mode::ModelMesh) {
                groups = requested(subject);
            }
            match subject.rendering.refusal() {
                Some(_) => "none: the service is refused".to_owned(),
                None => "none: the controller fails".to_owned(),
            }
        }
        (true, None) => "none: nothing runs that could be scaled".to_owned(),
        (false, _) => answers.join("; "),
    };
    if subject.mode() == Some(&Mode::ModelMesh) {
        items.push(Item::note("in ModelMesh mode its ServingRuntimes say how many pods there are"));
    }
    items.push(Item::Groups { key: "components", groups });
    Section { topic: Topic::Autoscaler, answer, items }
}

/// The scaling that a service that is not running asks for: as written, or the default.
fn requested(subject: &ExplainedService<'_>) -> Vec<Group> {
    let standard = subject.is_standard();
    let declared = Component::ALL.into_iter().filter(|component| subject.memory.component(*component).is_some());
    let group = |component: Component| {
        let key = if standard { keys::AUTOSCALER_CLASS } else { KNATIVE_CLASS };
        let spec = subject.memory.component(component);
        let of_component = spec.map(|spec| ComponentSpec::of(spec).annotations()).unwrap_or_default();
        let annotation = of_component.get(key).or_else(|| subject.memory.metadata.annotations.get(key));
        let class = AutoscalerClass::parse(annotation.map(String::as_str).filter(|_| standard));
        let mut items = vec![match annotation {
            Some(text) => Item::from("class", "class", text.as_str(), annotation_of(subject, component, key)),
            None if standard => {
                let name = AutoscalerClass::Hpa.name();
                Item::unset("class", "class", format!("{name}, as {key} is not set"))
            }
            None => Item::unset("class", "class", format!("Knative's autoscaler (KPA), as {key} is not set")),
        }];
        let mode = if standard { Mode::Standard } else { Mode::Knative };
        let bounds = bounds(&subject.memory, component, &mode, class.unwrap_or(AutoscalerClass::Hpa));
        for (name, label, field, bound) in
            [("min", "minimum", "minReplicas", Some(bounds.min)), ("max", "maximum", "maxReplicas", bounds.max)]
        {
            items.push(match (spec.and_then(|spec| spec.get(field)), bound) {
                (Some(value), _) => Item::from(name, label, value.clone(), subject.component_field(component, field)),
                (None, Some(bound)) => Item::from(name, label, bound.value, Origin::BuiltIn),
                (None, None) => Item::unset(name, label, "none by KServe"),
            });
        }
        for field in ["scaleMetric", "scaleTarget", "autoScaling"] {
            add_field(subject, component, field, &mut items);
        }
        Group { title: component.name().to_owned(), items }
    };
    declared.map(group).collect()
}

fn standard(subject: &ExplainedService<'_>, component: Component) -> Option<(String, Vec<Item>)> {
    let name = subject.memory.child_name(component);
    let deployment = subject.object(Kind::Deployment, &name)?;
    let annotation = deployment.annotation(keys::AUTOSCALER_CLASS);
    let class = AutoscalerClass::parse(annotation)?;
    let kind = match class {
        AutoscalerClass::Keda => Kind::ScaledObject,
        _ => Kind::HorizontalPodAutoscaler,
    };
    let chosen = match annotation {
        Some(text) => Item::from("class", "class", text, annotation_of(subject, component, keys::AUTOSCALER_CLASS)),
        None => Item::unset("class", "class", format!("{}, as {} is not set", class.name(), keys::AUTOSCALER_CLASS)),
    };
    let Some(object) = subject.object(kind, &name) else {
        let words = fixed_replicas(class, deployment.replicas());
        let replicas = Item::fact("replicas", "replicas", Value::from(deployment.replicas())).shown(words.clone());
        return Some((format!("none: {words}"), vec![Item::fact("kind", "", Value::Null), chosen, replicas]));
    };
    let mut items =
        vec![Item::fact("kind", "kind", kind.name()), Item::fact("object", "object", name.as_str()), chosen];
    let bounds = bounds(&subject.memory, component, &Mode::Standard, class);
    add_standard_bounds(subject, component, class, bounds, &mut items);
    if deployment.replicas().is_none() && bounds.min.value > 1 {
        let kind = kind.name();
        let text = format!("the Deployment names no replicas: a new one starts with 1 pod, and the {kind} raises it");
        items.push(Item::note(text));
    }
    let metrics = match class {
        AutoscalerClass::Keda => triggers(object),
        _ => hpa_metrics(object),
    };
    add_metrics(subject, component, &metrics, &mut items);
    if let Some(worker) = subject.object(Kind::Deployment, &format!("{name}-worker")) {
        let replicas = worker.replicas().map_or_else(|| "null".to_owned(), |replicas| replicas.to_string());
        items.push(Item::note(format!("the worker Deployment {name}-worker is not scaled: {replicas} replicas")));
    }
    add_unread(subject, component, &mut items);
    let max = bounds.max.map_or_else(String::new, |max| format!(" to {}", max.value));
    let by = if metrics.is_empty() { "no metric".to_owned() } else { metrics.join(", ") };
    Some((format!("{}, {}{max}, by {by}", kind.name(), bounds.min.value), items))
}

/// The number of pods of a Deployment that no autoscaler of KServe scales.
fn fixed_replicas(class: AutoscalerClass, replicas: Option<i64>) -> String {
    match replicas {
        None if class == AutoscalerClass::External => "whoever scales the Deployment sets its replicas".to_owned(),
        None => "the Deployment sets no replicas, so it has one".to_owned(),
        Some(replicas) => format!("the Deployment has {replicas} replicas"),
    }
}

/// Adds the bounds of a HorizontalPodAutoscaler or ScaledObject, and their consequences.
fn add_standard_bounds(
    subject: &ExplainedService<'_>,
    component: Component,
    class: AutoscalerClass,
    bounds: Bounds,
    items: &mut Vec<Item>,
) {
    add_bounds(subject, component, bounds.min, bounds.max, items);
    if bounds.max.is_some_and(|max| max.value == bounds.min.value) {
        items.push(Item::note("minimum and maximum are equal, so the number of pods does not change"));
    }
    items.push(scale_to_zero(match (class, bounds.min.value) {
        (AutoscalerClass::Keda, 0) => (true, "yes, by KEDA"),
        (AutoscalerClass::Keda, _) => (false, "no, as the minimum is not 0"),
        _ => (false, "no: a HorizontalPodAutoscaler keeps one replica"),
    }));
}

fn knative(subject: &ExplainedService<'_>, component: Component) -> Option<(String, Vec<Item>)> {
    let name = subject.memory.child_name(component);
    let object = subject.object(Kind::KnativeService, &name)?;
    let template = object.template().filter(|template| template.annotations().is_some())?;
    let class = template.annotation(KNATIVE_CLASS).unwrap_or_default();
    let (kind, words) = match class {
        "kpa.autoscaling.knative.dev" => ("KPA", "Knative's autoscaler (KPA)"),
        "hpa.autoscaling.knative.dev" => ("HPA", "Knative's HorizontalPodAutoscaler"),
        _ => ("other", "an autoscaler of another class"),
    };
    let mut items = vec![
        Item::fact("kind", "kind", kind).shown(words),
        Item::fact("object", "object", name.as_str()),
        Item::from("class", "class", class, annotation_of(subject, component, KNATIVE_CLASS)),
    ];
    let bounds = bounds(&subject.memory, component, &Mode::Knative, AutoscalerClass::Hpa);
    add_bounds(subject, component, bounds.min, bounds.max, &mut items);
    let by_kpa = class.starts_with("kpa.");
    items.push(scale_to_zero(match bounds.min.value {
        0 if by_kpa => (true, "yes, when no requests come and config-autoscaler allows it"),
        0 => (false, "no: only the KPA scales to zero"),
        _ => (false, "no, as the minimum is not 0"),
    }));
    let of = |key: &str| template.annotation(key);
    let metric = match (of(KNATIVE_METRIC), of(KNATIVE_TARGET)) {
        (None, None) => "Knative's default, which is concurrency".to_owned(),
        (Some(metric), None) => format!("{metric}, target by Knative's default"),
        (None, Some(target)) => format!("Knative's default metric, which is concurrency, target {target}"),
        (Some(metric), Some(target)) => format!("{metric}, target {target}"),
    };
    items.push(Item::fact("metrics", "metric", vec![metric.as_str()]));
    for (field, key) in [("scaleMetric", KNATIVE_METRIC), ("scaleTarget", KNATIVE_TARGET)] {
        add_field(subject, component, field, &mut items);
        let written = subject.memory.component(component).is_some_and(|spec| spec.contains_key(field));
        if let (false, Some(value)) = (written, of(key)) {
            items.push(Item::from(field, field, value, annotation_of(subject, component, key)));
        }
    }
    add_unread(subject, component, &mut items);
    let max = bounds.max.map_or_else(|| " or more".to_owned(), |max| format!(" to {}", max.value));
    Some((format!("{words}, {}{max}, by {metric}", bounds.min.value), items))
}

/// Adds the scaling fields of the service that its mode does not read.
fn add_unread(subject: &ExplainedService<'_>, component: Component, items: &mut Vec<Item>) {
    let spec = subject.memory.component(component);
    let of_component = spec.map(|spec| ComponentSpec::of(spec).annotations()).unwrap_or_default();
    let mut annotations: Vec<&String> = subject.memory.metadata.annotations.keys().chain(of_component.keys()).collect();
    order::sort(&mut annotations);
    annotations.dedup();
    let standard = subject.is_standard();
    let unread = |key: &str| match standard {
        true => key.starts_with("autoscaling.knative.dev/"),
        false => key == keys::AUTOSCALER_CLASS,
    };
    let mode = subject.mode().map(|mode| mode.name(&subject.cluster.release)).unwrap_or_default();
    for key in annotations.into_iter().filter(|key| unread(key)) {
        items.push(Item::note(format!("the annotation {key} does not count, as the mode is {mode}")));
    }
    if !standard && spec.is_some_and(|spec| spec.contains_key("autoScaling")) {
        items.push(Item::note(format!("autoScaling does not count, as the mode is {mode}")));
    }
}

fn scale_to_zero((yes, shown): (bool, &str)) -> Item {
    Item::fact("scaleToZero", "scale to zero", yes).shown(shown)
}

fn add_bounds(
    subject: &ExplainedService<'_>,
    component: Component,
    min: Bound,
    max: Option<Bound>,
    items: &mut Vec<Item>,
) {
    let origin = |bound: Bound, field| match bound.why {
        BoundReason::Default => Origin::BuiltIn,
        BoundReason::AtLeastMin if subject.memory.component(component).is_none_or(|spec| !spec.contains_key(field)) => {
            Origin::BuiltIn
        }
        _ => subject.component_field(component, field),
    };
    let shown = |bound: Bound| {
        let why = match bound.why {
            BoundReason::Given | BoundReason::Default => return bound.value.to_string(),
            BoundReason::AtLeastOne => "a HorizontalPodAutoscaler does not go below one",
            BoundReason::AtLeastMin => "not below the minimum",
            BoundReason::ReducedByCanaries => "what the canaries leave",
        };
        format!("{}, {why}", bound.value)
    };
    items.push(Item::from("min", "minimum", min.value, origin(min, "minReplicas")).shown(shown(min)));
    items.push(match max {
        Some(max) => Item::from("max", "maximum", max.value, origin(max, "maxReplicas")).shown(shown(max)),
        None => Item::unset("max", "maximum", "none by KServe; Knative's config-autoscaler may have one"),
    });
}

fn add_metrics(subject: &ExplainedService<'_>, component: Component, metrics: &[String], items: &mut Vec<Item>) {
    let spec = subject.memory.component(component);
    let has = |field: &str| spec.is_some_and(|spec| spec.contains_key(field));
    let shown = match metrics {
        [] => "none, so nothing is scaled".to_owned(),
        metrics => metrics.join(", "),
    };
    let value: Value = metrics.iter().map(|metric| Value::from(metric.as_str())).collect();
    items.push(Item::fact("metrics", "metric", value).shown(shown));
    if has("autoScaling") {
        items.push(Item::from(
            "autoScaling",
            "listed in",
            "autoScaling.metrics",
            subject.component_field(component, "autoScaling"),
        ));
        for field in ["scaleMetric", "scaleTarget"].into_iter().filter(|field| has(field)) {
            items.push(Item::note(format!("{field} does not count beside autoScaling")));
        }
    } else {
        for field in ["scaleMetric", "scaleTarget"] {
            add_field(subject, component, field, items);
        }
    }
}

fn add_field(subject: &ExplainedService<'_>, component: Component, field: &'static str, items: &mut Vec<Item>) {
    if let Some(value) = subject.memory.component(component).and_then(|spec| spec.get(field)) {
        items.push(Item::from(field, field, value.clone(), subject.component_field(component, field)));
    }
}

/// The metrics of a HorizontalPodAutoscaler in words.
fn hpa_metrics(object: &Value) -> Vec<String> {
    let metrics = object.spec().into_iter().flat_map(|spec| HorizontalPodAutoscalerSpec::of(spec).metrics());
    metrics
        .filter_map(|metric| {
            let resource = metric.resource()?;
            let target = resource.target()?;
            let value = match (target.average_utilization(), target.average_value()) {
                (Some(percent), _) => format!(" at {percent}% of the request"),
                (None, Some(value)) => format!(" at {} a pod", value.as_str().unwrap_or_default()),
                (None, None) => String::new(),
            };
            Some(format!("{}{value}", resource.name()))
        })
        .collect()
}

/// The triggers of a ScaledObject in words: what they query, not how they authenticate.
fn triggers(object: &Value) -> Vec<String> {
    let triggers = object.spec().into_iter().flat_map(|spec| ScaledObjectSpec::of(spec).triggers());
    triggers
        .map(|trigger| {
            let first = |keys: &[&str]| keys.iter().map(|key| trigger.metadata(key)).find(|value| !value.is_empty());
            let query = first(&["query", "metricQuery"]);
            let target = first(&["value", "threshold", "targetValue"]);
            let query = query.map_or_else(String::new, |query| format!(" {query}"));
            let target = target.map_or_else(String::new, |target| format!(" at {target}"));
            let kind = match trigger.metric_type() {
                "" => String::new(),
                kind => format!(" ({kind})"),
            };
            format!("{}{query}{target}{kind}", trigger.kind())
        })
        .collect()
}

/// The autoscaler of a canary, whose bounds come from its share.
fn canary_items(subject: &ExplainedService<'_>, canary: &Canary<'_>) -> Option<Vec<Item>> {
    let name = canary.child_name(&subject.memory);
    let object = subject.object(Kind::HorizontalPodAutoscaler, &name)?;
    let spec = HorizontalPodAutoscalerSpec::of(object.spec()?);
    let why = match canary.predictor.min_replicas().is_some() {
        true => "minReplicas of the canary".to_owned(),
        false => format!("its {}% of the predictor's minReplicas, rounded up", canary.traffic_percent),
    };
    Some(vec![
        Item::fact("kind", "kind", Kind::HorizontalPodAutoscaler.name()),
        Item::fact("object", "object", name.as_str()),
        Item::fact("min", "minimum", Value::from(spec.min_replicas())),
        Item::fact("max", "maximum", Value::from(spec.max_replicas())),
        Item::fact("because", "because", why),
    ])
}

/// Where an annotation of a component's objects comes from: the component, the service, or the runtime.
fn annotation_of(subject: &ExplainedService<'_>, component: Component, key: &str) -> Origin {
    let of_component = Path::keys(["spec", component.name(), "annotations", key]);
    let spec = subject.service.component(component);
    if spec.is_some_and(|spec| ComponentSpec::of(spec).annotations().contains_key(key)) {
        return subject.field(of_component);
    }
    if subject.service.metadata.annotations.contains_key(key) {
        return subject.annotation(key);
    }
    let runtime = subject.memory.predictor().model().and_then(Model::runtime);
    let runtime = runtime.and_then(|name| subject.cluster.runtimes.find(&subject.memory.metadata.namespace, name));
    match runtime {
        Some(runtime)
            if component == Component::Predictor
                && runtime.view().annotations().is_some_and(|all| all.contains_key(key)) =>
        {
            let kind = runtime.kind();
            Origin::Object(Key::new(kind, &runtime.namespace, &runtime.name), Path::keys(["spec", "annotations", key]))
        }
        _ => Origin::BuiltIn,
    }
}
