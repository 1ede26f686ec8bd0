//! Labels and annotations that are not passed on, and the list that filters them.

use super::subject::ExplainedService;
use crate::Value;
use crate::api::{Component, Model};
use crate::explain::Origin;
use crate::explain::{Cell, Item, Section, Table, Topic};
use crate::facts::config::FilterList;
use crate::object::Key;
use crate::object::Path;
use crate::object::name::object_name;
use crate::object::string_map;

/// Whether a list filters labels or annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Annotation,
    Label,
}

impl What {
    const fn word(self) -> &'static str {
        match self {
            What::Annotation => "annotation",
            What::Label => "label",
        }
    }

    const fn key(self) -> &'static str {
        match self {
            What::Annotation => "annotations",
            What::Label => "labels",
        }
    }

    /// The name of the list in the section `inferenceService`.
    const fn list(self) -> &'static str {
        match self {
            What::Annotation => "serviceAnnotationDisallowedList",
            What::Label => "serviceLabelDisallowedList",
        }
    }
}

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let filters = &subject.cluster.config.filters;
    let mut rows = Vec::new();
    for what in [What::Annotation, What::Label] {
        for (key, value, origin) in entries(subject, what) {
            let list = match what {
                What::Annotation => filters.annotation(&key),
                What::Label => filters.label(&key),
            };
            if let Some(list) = list {
                rows.push(row(subject, what, (&key, &value), origin, list));
            }
        }
    }
    let answer = match rows.len() {
        0 => "all are passed on".to_owned(),
        1 => "one is not passed on".to_owned(),
        count => format!("{count} are not passed on"),
    };
    let mut items = Vec::new();
    if subject.cluster.config.inference_service.value().is_none() {
        items.push(Item::note("without a section inferenceService in the ConfigMap nothing is kept back"));
    }
    if !rows.is_empty() {
        let columns = vec![
            ("kind", "KIND"),
            ("key", "KEY"),
            ("list", ""),
            ("listFrom", "KEPT BACK BY"),
            ("from", "WRITTEN AT"),
            ("stillOn", "STILL ON"),
        ];
        items.push(Item::Table(Table { key: "dropped", columns, rows, rest: None }));
        items.push(Item::note(
            "annotations are kept from what runs the components, labels only from Knative revisions and HTTPRoutes",
        ));
    }
    Section { topic: Topic::Labels, answer, items }
}

/// All entries that could be passed on, with their places: those of the runtime, of the service, and of its components.
fn entries(subject: &ExplainedService<'_>, what: What) -> Vec<(String, String, Origin)> {
    let mut entries = Vec::new();
    let runtime = subject.memory.predictor().model().and_then(Model::runtime);
    let runtime = runtime.and_then(|name| subject.cluster.runtimes.find(&subject.memory.metadata.namespace, name));
    if let Some(runtime) = runtime {
        let kind = runtime.kind();
        let of_runtime = Key::new(kind, &runtime.namespace, &runtime.name);
        for (key, value) in string_map(runtime.spec().get(what.key())) {
            let path = Path::keys(["spec", what.key(), &key]);
            entries.push((key, value, Origin::Object(of_runtime.clone(), path)));
        }
    }
    let metadata = &subject.service.metadata;
    let own = match what {
        What::Annotation => &metadata.annotations,
        What::Label => &metadata.labels,
    };
    for (key, value) in own {
        entries.push((key.clone(), value.clone(), subject.field(Path::keys(["metadata", what.key(), key]))));
    }
    for component in Component::ALL {
        let of_component = subject.service.component(component).and_then(|spec| spec.get(what.key()));
        for (key, value) in string_map(of_component) {
            let origin = subject.field(Path::keys(["spec", component.name(), what.key(), &key]));
            entries.push((key, value, origin));
        }
    }
    entries
}

fn row(
    subject: &ExplainedService<'_>,
    what: What,
    (key, value): (&str, &str),
    origin: Origin,
    list: FilterList,
) -> Vec<Cell> {
    let from = match list {
        FilterList::BuiltIn => Origin::BuiltIn,
        FilterList::Configured(_) => Origin::of_config(subject.cluster, "inferenceService", &[what.list()]),
    };
    let name = match list {
        FilterList::BuiltIn => "built-in",
        FilterList::Configured(_) => what.list(),
    };
    let carries = |metadata: Option<&Value>| {
        metadata.and_then(|metadata| metadata.get(what.key())?.get(key)).is_some_and(|found| found == value)
    };
    let mut still = Vec::new();
    for object in subject.rendering.objects() {
        let kind = crate::object::role::kind(object);
        let own = carries(object.get("metadata")) || carries(object.pointer("/spec/template/metadata"));
        if own {
            still.push(Value::from(format!("{kind}/{}", object_name(object))));
        }
    }
    vec![
        what.word().into(),
        key.into(),
        name.into(),
        Cell::From(from),
        Cell::From(origin),
        Cell::Value(Value::Array(still)),
    ]
}
