//! How requests are split between revisions or predictors.

use super::subject::ExplainedService;
use crate::Value;
use crate::api::{Canary, Component, TrafficTarget};
use crate::explain::{Cell, Item, Table};
use crate::facts::knative::Route;
use crate::object::Kind;
use crate::object::ObjectView as _;
use crate::object::keys;
use crate::object::name::object_name;

const PERCENT: &str = "canaryTrafficPercent";

/// A share of a Knative Service's requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Share {
    /// The revision by name; `None` for the newest one.
    pub revision: Option<String>,
    pub percent: Option<i64>,
    /// The tag, which gives the revision a host of its own.
    pub tag: String,
    /// The host of the tag.
    pub host: Option<String>,
    /// Whether that host is reachable only inside the cluster.
    pub internal: bool,
}

impl Share {
    /// What answers, in words.
    pub(super) fn of_what(&self) -> &str {
        self.revision.as_deref().unwrap_or("the latest revision")
    }
}

/// How a Knative Service splits its requests; empty if one revision gets all of them and has no other host.
pub(super) fn shares(subject: &ExplainedService<'_>, service: &Value) -> Vec<Share> {
    let settings = &subject.cluster.settings;
    let name = object_name(service);
    let labels = service.label_map();
    let annotations = service.annotation_map();
    let namespace = &subject.memory.metadata.namespace;
    let internal = labels.get(keys::VISIBILITY_LABEL).is_some_and(|value| value == "cluster-local");
    let route = Route { name, namespace, labels: &labels, annotations: &annotations };
    let host = |tag: &str| match internal {
        true => Some(format!("{tag}-{}", crate::build::route::cluster_host(subject.cluster, &subject.memory, name))),
        false => settings.knative_network.host(&route, Some(tag), &settings.knative_domain).ok(),
    };
    let shares = service.spec().into_iter().flat_map(TrafficTarget::all).map(|target| {
        let tag = target.tag();
        Share {
            revision: Some(target.revision_name()).filter(|name| !name.is_empty()).map(str::to_owned),
            percent: target.percent(),
            tag: tag.to_owned(),
            host: Some(tag).filter(|tag| !tag.is_empty()).and_then(host),
            internal,
        }
    });
    let shares: Vec<Share> = shares.collect();
    match &shares[..] {
        [only] if only.tag.is_empty() => Vec::new(),
        _ => shares,
    }
}

/// Adds the shares of requests, and the requested shares that have no effect.
pub(super) fn add(subject: &ExplainedService<'_>, items: &mut Vec<Item>) {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for service in subject.objects(Kind::KnativeService) {
        for share in shares(subject, service) {
            let percent = share.percent.unwrap_or_default();
            let or_null = |text: Option<&str>| text.map_or(Cell::Value(Value::Null), Cell::from);
            rows.push(vec![
                object_name(service).into(),
                share.of_what().into(),
                or_null(share.revision.as_deref()),
                format!("{percent}%").into(),
                percent.into(),
                or_null(Some(share.tag.as_str()).filter(|tag| !tag.is_empty())),
                or_null(share.host.as_deref()),
            ]);
        }
    }
    if !rows.is_empty() {
        let columns = vec![
            ("service", "REQUESTS TO"),
            ("", "ANSWERED BY"),
            ("revision", ""),
            ("", "SHARE"),
            ("percent", ""),
            ("tag", "TAG"),
            ("host", "HOST OF ITS OWN"),
        ];
        items.push(Item::Table(Table { key: "traffic", columns, rows, rest: None }));
    }
    for component in Component::ALL {
        add_ineffective(subject, component, items);
    }
    if subject.cluster.release.status.canaries {
        for canary in Canary::all(&subject.memory) {
            add_canary(subject, &canary, items);
        }
    } else if subject.written.pointer("/spec/canary").is_some() {
        let release = subject.cluster.release.version.name();
        items.push(Item::note(format!("{release} has no spec.canary, so no request is split by it")));
    }
}

/// Adds a requested share for the newest revision that nothing implements.
fn add_ineffective(subject: &ExplainedService<'_>, component: Component, items: &mut Vec<Item>) {
    let percent = subject.memory.spec_of(component).canary_traffic_percent();
    let Some(percent) = percent.filter(|percent| *percent < 100) else { return };
    let name = component.name();
    if subject.is_standard() {
        items.push(Item::note(format!(
            "{PERCENT} of the {name} does not count in Standard mode: the new pods get all requests as they replace the old ones"
        )));
        return;
    }
    let Some(service) = subject.object(Kind::KnativeService, &subject.memory.child_name(component)) else { return };
    let reported = subject.status().and_then(|status| status.components.get(&component));
    let latest = reported.map(|reported| reported.latest_created_revision.as_str());
    let is_former = |share: &Share| share.revision.is_some() && share.revision.as_deref() != latest;
    if !shares(subject, service).iter().any(is_former) {
        items.push(Item::note(format!(
            "{PERCENT} {percent} of the {name} splits nothing yet: no former revision is known to be rolled out, so the only one \
             gets all requests; --observed tells the cluster's"
        )));
    }
}

/// Adds a canary. No object of KServe splits requests between the predictor and its canaries.
fn add_canary(subject: &ExplainedService<'_>, canary: &Canary<'_>, items: &mut Vec<Item>) {
    let child = canary.child_name(&subject.memory);
    if subject.object(Kind::Service, &child).is_none() {
        return;
    }
    let host = crate::build::route::cluster_host(subject.cluster, &subject.memory, &child);
    let stable = subject.memory.child_name(Component::Predictor);
    items.push(Item::note(format!(
        "no route gives the canary {} its {}%: {} creates none that splits requests, all go to {stable}, and the canary answers \
         at {host} only",
        canary.name,
        canary.traffic_percent,
        subject.cluster.release.version.name(),
    )));
}
