//! The objects that the controller creates, and why others that one may expect are missing.

use super::subject::ExplainedService;
use crate::api::Mode;
use crate::build::workload::AutoscalerClass;
use crate::explain::{Cell, Item, Section, Table, Topic};
use crate::object::Key;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::keys;
use crate::object::name::object_name;
use crate::object::role as kinds;

/// Kinds that one may expect.
const EXPECTED: [Kind; 7] = [
    Kind::KnativeService,
    Kind::Deployment,
    Kind::HorizontalPodAutoscaler,
    Kind::ScaledObject,
    Kind::VirtualService,
    Kind::Ingress,
    Kind::HttpRoute,
];

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let rendering = subject.rendering;
    let mut items = Vec::new();
    let created = rendering.objects().iter().filter(|object| !rendering.deleted_again().contains(&Key::of(object)));
    let rows: Vec<Vec<Cell>> = created
        .map(|object| {
            let words = Kind::of(object).map_or(kinds::kind(object), |kind| kind.words());
            vec![words.into(), kinds::api_version(object).into(), object_name(object).into()]
        })
        .collect();
    let answer = match rows.len() {
        0 => format!("none: {}", why_none(subject)),
        1 => "one is created".to_owned(),
        count => format!("{count} are created"),
    };
    if rows.is_empty() {
        items.push(Item::fact("whyNone", "", why_none(subject)));
    }
    let columns = vec![("kind", "CREATED"), ("apiVersion", ""), ("name", "NAME")];
    items.push(Item::Table(Table { key: "created", columns, rows, rest: None }));
    let missing = EXPECTED
        .iter()
        .filter(|_| rendering.refusal().is_none())
        .filter(|kind| subject.objects(**kind).next().is_none());
    let rows: Vec<Vec<Cell>> =
        missing.map(|expected| vec![Cell::from(expected.words()), why_not(subject, *expected).into()]).collect();
    let columns = vec![("kind", "NOT CREATED"), ("why", "WHY")];
    items.push(Item::Table(Table { key: "missing", columns, rows, rest: None }));
    for key in rendering.deleted_again() {
        items.push(Item::note(format!(
            "{} {} is created and then deleted again: it is taken for what an older spec left behind",
            key.kind, key.name
        )));
    }
    for key in rendering.deleted() {
        items.push(Item::note(format!("{} {} is found in the cluster and deleted", key.kind, key.name)));
    }
    Section { topic: Topic::Objects, answer, items }
}

/// Why there are no objects at all.
fn why_none(subject: &ExplainedService<'_>) -> String {
    if subject.rendering.refusal().is_some() {
        return "the service is refused, so the controller never sees it".to_owned();
    }
    if subject.rendering.error().is_some() {
        return "the controller fails before it creates any".to_owned();
    }
    if subject.decisions().is_some_and(|decisions| decisions.stopped) {
        return format!("the annotation {} stops the service", keys::STOP);
    }
    match subject.mode() {
        Some(Mode::ModelMesh) => "in ModelMesh mode another controller serves the model".to_owned(),
        _ => "the controller waits".to_owned(),
    }
}

fn why_not(subject: &ExplainedService<'_>, expected: Kind) -> String {
    let mode = match subject.mode() {
        None => return why_none(subject),
        Some(Mode::ModelMesh) => return "in ModelMesh mode another controller serves the model".to_owned(),
        Some(mode) => mode,
    };
    let name = mode.name(&subject.cluster.release);
    let standard = *mode == Mode::Standard;
    match expected {
        Kind::KnativeService if standard => format!("only in Knative mode; the mode is {name}"),
        Kind::Deployment if !standard => {
            let annotated = Mode::Standard.name(&subject.cluster.release).to_owned();
            format!(
                "Knative makes the Deployments, one for each revision, as the mode is {name}; the annotation {}: {annotated} \
                 makes KServe do it",
                keys::DEPLOYMENT_MODE
            )
        }
        Kind::HorizontalPodAutoscaler | Kind::ScaledObject if !standard => {
            format!("Knative scales, as the mode is {name}")
        }
        Kind::KnativeService | Kind::Deployment => why_no_workload(subject),
        Kind::HorizontalPodAutoscaler | Kind::ScaledObject => why_no_autoscaler(subject, expected),
        _ => why_no_route(subject, expected),
    }
}

fn why_no_workload(subject: &ExplainedService<'_>) -> String {
    if subject.decisions().is_some_and(|decisions| decisions.stopped) {
        return format!("the annotation {} stops the service", keys::STOP);
    }
    match subject.rendering.error() {
        Some(_) => "the controller fails before it creates one".to_owned(),
        None => "the controller waits".to_owned(),
    }
}

fn why_no_autoscaler(subject: &ExplainedService<'_>, expected: Kind) -> String {
    let mut deployments = subject.objects(Kind::Deployment);
    let Some(deployment) = deployments.next() else { return why_no_workload(subject) };
    let annotation = deployment.annotation(keys::AUTOSCALER_CLASS);
    let class = AutoscalerClass::parse(annotation).map_or("", AutoscalerClass::name);
    let reason = match annotation {
        Some(_) => format!("the annotation {} is {class}", keys::AUTOSCALER_CLASS),
        None => format!("the autoscaler class is {class}, as the annotation {} is not set", keys::AUTOSCALER_CLASS),
    };
    match (expected, class) {
        (Kind::ScaledObject, "keda") | (Kind::HorizontalPodAutoscaler, "hpa") => why_no_workload(subject),
        _ => reason,
    }
}

fn why_no_route(subject: &ExplainedService<'_>, expected: Kind) -> String {
    use crate::facts::routing::Class;
    let Ok(routing) = &subject.cluster.routing else { return why_none(subject) };
    let Some(mode) = subject.mode() else { return why_none(subject) };
    let class = routing.class(mode);
    let wanted = match expected {
        Kind::Ingress => Class::Ingress,
        Kind::HttpRoute => Class::HttpRoutes,
        _ => Class::VirtualService,
    };
    if class != wanted {
        return match (class, *mode == Mode::Standard) {
            (_, false) => {
                format!("a VirtualService takes its place, as the mode is {}", mode.name(&subject.cluster.release))
            }
            (Class::HttpRoutes, _) if wanted == Class::Ingress => {
                "HTTPRoutes take its place, as ingress.enableGatewayApi is true".to_owned()
            }
            (Class::Ingress, _) if wanted == Class::HttpRoutes => {
                "an Ingress takes its place, as ingress.enableGatewayApi is false".to_owned()
            }
            _ => format!("only in Knative mode; the mode is {}", mode.name(&subject.cluster.release)),
        };
    }
    let decisions = subject.decisions();
    let decision = decisions.and_then(|decisions| decisions.routing.as_ref());
    match decision.map(|decision| super::ingress::fate(subject, decision)) {
        Some(Some(why)) => why,
        Some(None) => "it is not wanted any more".to_owned(),
        None => why_no_workload(subject),
    }
}
