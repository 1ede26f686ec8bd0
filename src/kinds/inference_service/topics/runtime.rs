//! Which serving runtime a service gets, and why the others were passed over.

use std::collections::BTreeSet;

use super::subject::ExplainedService;
use crate::Value;
use crate::api::{Component, InferenceService, Mode, Model};
use crate::explain::Origin;
use crate::explain::{Cell, Item, Section, Table, Topic};
use crate::facts::runtimes::ServingRuntime;
use crate::kinds::inference_service::component::select_runtime;
use crate::kinds::inference_service::runtime::{
    ASSUMED_PROTOCOL, Candidate, Request, SERVER_TYPE, Selected, ServerType, Verdict, rank, server_type,
};
use crate::kinds::inference_service::status::Status;
use crate::object::ControllerError;
use crate::object::Key;
use crate::object::Path;
use crate::object::fields::filled;
use crate::order;

/// Up to this many runtimes of other formats are listed; more are only counted.
const FEW: usize = 3;

pub(super) fn explain(subject: &ExplainedService<'_>) -> Section {
    let section = |answer: String, items| Section { topic: Topic::Runtime, answer, items };
    let predictor = subject.service.component(Component::Predictor);
    let request = predictor.and_then(|spec| Request::of(&subject.service.metadata.namespace, spec));
    let Some(request) = request else {
        let answer = match predictor {
            Some(spec) if spec.contains_key("containers") => "none: the predictor brings its own containers",
            _ => "none: the predictor has no model",
        };
        return section(answer.into(), vec![Item::fact("runtime", "", Value::Null)]);
    };
    if subject.mode() == Some(&Mode::ModelMesh) {
        let text = "none: in ModelMesh mode the controller of ModelMesh chooses";
        return section(text.into(), vec![Item::fact("runtime", "", Value::Null)]);
    }
    let candidates = rank(&subject.cluster.runtimes, &request);
    let mut copy = subject.service.clone();
    let selected = select_runtime(subject.cluster, &mut copy, request.multi_node);
    let mut items = Vec::new();
    if let Ok(selected) = &selected {
        add_selected(subject, selected, because(&request, &candidates), &mut items);
    }
    if let Err(error) = &selected {
        items.push(Item::fact("runtime", "", Value::Null));
        let text = error.error().map_or("", ControllerError::text);
        items.push(Item::fact("error", "error", text));
        if let Some(kept) = subject.status().and_then(Status::runtime) {
            items.push(Item::note(format!("the status still names {kept}, which was chosen before")));
        }
    }
    add_request(subject, &request, &mut items);
    if let Ok(selected) = &selected {
        add_consequences(&request, selected, &copy, &mut items);
    }
    if let Some(known) = similar_format(&request, &candidates) {
        items.push(
            Item::fact("similarFormat", "did you mean", known).shown(format!("{known}, a format that runtimes list")),
        );
    }
    if candidates.is_empty() {
        items.push(Item::note("the service sees no runtime at all"));
    }
    let chosen = selected.as_ref().ok().map(|selected| &*selected.runtime);
    items.push(Item::Table(ranking(&request, candidates, chosen)));
    section(chosen.map_or("none serves the model", |runtime| &runtime.name).to_owned(), items)
}

/// Adds the selected runtime, and why it was selected.
fn add_selected(subject: &ExplainedService<'_>, selected: &Selected, because: String, items: &mut Vec<Item>) {
    let runtime = &selected.runtime;
    items.push(Item::fact("runtime", "", runtime.name.as_str()));
    items.push(Item::fact("kind", "kind", kind(runtime)));
    items.push(Item::fact("because", "because", because));
    add_server_type(subject, selected, items);
}

/// Adds what the selected runtime changes in the service; `service` is the controller's state afterwards.
fn add_consequences(request: &Request<'_>, selected: &Selected, service: &InferenceService, items: &mut Vec<Item>) {
    let protocol = service.predictor().model().and_then(Model::protocol_version);
    if let (Some(protocol), None) = (protocol, request.protocol) {
        let shown = format!("{protocol}, since the service asks for none");
        items.push(Item::fact("speaks", "speaks", protocol).shown(shown));
    }
    if selected.recorded.namespace != selected.runtime.namespace {
        items.push(Item::note(format!(
            "status and annotations are those of the {} of the same name in the namespace, which a lookup by name finds first",
            kind(&selected.recorded)
        )));
    }
}

/// A format listed by runtimes that was probably meant, if none lists the requested one.
fn similar_format<'c>(request: &Request<'_>, candidates: &'c [Candidate]) -> Option<&'c str> {
    let formats = candidates.iter().flat_map(|candidate| &candidate.runtime.formats);
    let names: BTreeSet<&str> = filled(formats.map(|format| format.name.as_str()));
    if names.contains(request.format) {
        return None;
    }
    // Formats are compared exactly, but people confuse upper and lower case.
    let format = request.format.to_lowercase();
    let likeness = |name: &&str| strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &format);
    let nearest = names.into_iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(&nearest) > 0.6).then_some(nearest)
}

/// Adds the type of server that the controller takes the runtime for, and what that changes in the service.
fn add_server_type(subject: &ExplainedService<'_>, selected: &Selected, items: &mut Vec<Item>) {
    let Selected { runtime, recorded } = selected;
    let release = &subject.cluster.release;
    let Some(server) = server_type(&recorded.annotations, &runtime.name, release) else { return };
    let by_annotation = release.components.server_type_annotation && recorded.annotations.contains_key(SERVER_TYPE);
    let path = match by_annotation {
        true => Path::keys(["metadata", "annotations", SERVER_TYPE]),
        false => Path::keys(["metadata", "name"]),
    };
    let key = Key::new(recorded.kind(), &recorded.namespace, &recorded.name);
    items.push(Item::from("serverType", "server", server.name(), Origin::Object(key, path)));
    if server == ServerType::MlServer {
        items.push(Item::note("for this server the controller sets the variables MLSERVER_… and the label modelClass"));
    }
}

fn kind(runtime: &ServingRuntime) -> &'static str {
    runtime.kind().name()
}

fn because(request: &Request<'_>, candidates: &[Candidate]) -> String {
    if request.runtime.is_some() {
        return "the service names it, so ranking and priorities do not count".to_owned();
    }
    let mut eligible = candidates.iter().filter(|candidate| candidate.verdict == Verdict::Eligible);
    match (eligible.next(), eligible.next()) {
        (Some(_), None) => "no other one is eligible".to_owned(),
        (Some(first), Some(second)) => format!("it goes before {}: {}", second.runtime.name, against(first, second)),
        (None, _) => String::new(),
    }
}

/// Why the first of two eligible runtimes precedes the second.
fn against(first: &Candidate, second: &Candidate) -> String {
    if first.runtime.namespace != second.runtime.namespace {
        return "runtimes of the namespace go before cluster-wide ones".to_owned();
    }
    match (first.priority, second.priority) {
        (first, second) if first == second => {
            let priority = first.map_or("none".to_owned(), |priority| priority.to_string());
            format!("their priorities are equal ({priority}), and protocol, age and name decide")
        }
        (Some(first), Some(second)) => format!("priority {first} against {second}"),
        (Some(first), None) => format!("priority {first} against none"),
        (None, _) => "none has a priority".to_owned(),
    }
}

fn add_request(subject: &ExplainedService<'_>, request: &Request<'_>, items: &mut Vec<Item>) {
    let model = |key: &str| Path::keys(["spec", "predictor", "model", key]);
    let format = |key: &str| model("modelFormat").key(key);
    items.push(match request.runtime {
        Some(name) => Item::from("named", "named", name, subject.field(model("runtime"))),
        None => Item::unset("named", "named", "model.runtime is not set"),
    });
    items.push(Item::from("format", "format", request.format, subject.field(format("name"))));
    items.push(match request.version {
        Some(version) => Item::from("version", "version", version, subject.field(format("version"))),
        None => Item::unset("version", "version", "any"),
    });
    items.push(match request.protocol {
        Some(protocol) => Item::from("protocol", "protocol", protocol, subject.field(model("protocolVersion"))),
        None if request.runtime.is_some() => Item::unset("protocol", "protocol", "not set, so not checked"),
        None => Item::unset("protocol", "protocol", format!("not set, which means {ASSUMED_PROTOCOL}")),
    });
    if request.multi_node {
        items.push(Item::fact("multiNode", "nodes", true).shown("several: the predictor has a workerSpec"));
    }
}

/// A table of all runtimes that the service sees. Those that do not know the format at all come last; the order of the others is
/// kept.
fn ranking(request: &Request<'_>, mut candidates: Vec<Candidate>, chosen: Option<&ServingRuntime>) -> Table {
    let is_minor = |candidate: &Candidate| {
        !is_chosen(candidate, chosen)
            && candidate.verdict == Verdict::FormatNotSupported
            && !candidate.runtime.formats.iter().any(|format| format.name == request.format)
            && request.runtime != Some(candidate.runtime.name.as_str())
    };
    order::sort_by_key(&mut candidates, is_minor);
    let minor: Vec<&str> =
        candidates.iter().filter(|candidate| is_minor(candidate)).map(|minor| minor.runtime.name.as_str()).collect();
    let others = candidates.len() - minor.len();
    let rest = (minor.len() > FEW).then(|| {
        let (count, names) = (minor.len(), minor.join(", "));
        let text = match others {
            0 => format!("none of the {count} runtimes lists the format {}: {names}", request.format),
            _ => format!("{count} others do not list the format {}: {names}", request.format),
        };
        (others, text)
    });
    let first = candidates.first().filter(|first| first.verdict == Verdict::Eligible);
    let rows = candidates.iter().enumerate().map(|(index, candidate)| {
        let why = why(candidate, request, chosen, first);
        let rank = (candidate.verdict == Verdict::Eligible).then_some(index + 1);
        row(rank, candidate, is_chosen(candidate, chosen), why)
    });
    let columns = vec![
        ("rank", "RANK"),
        ("name", "NAME"),
        ("namespace", "NAMESPACE"),
        ("priority", "PRIORITY"),
        ("chosen", ""),
        ("verdict", ""),
        ("why", "WHY"),
        ("from", ""),
    ];
    Table { key: "candidates", columns, rows: rows.collect(), rest }
}

fn is_chosen(candidate: &Candidate, chosen: Option<&ServingRuntime>) -> bool {
    chosen
        .is_some_and(|chosen| chosen.name == candidate.runtime.name && chosen.namespace == candidate.runtime.namespace)
}

fn row(rank: Option<usize>, candidate: &Candidate, is_chosen: bool, why: String) -> Vec<Cell> {
    let runtime = &candidate.runtime;
    let key = Key::new(runtime.kind(), &runtime.namespace, &runtime.name);
    vec![
        rank.map_or(Cell::Value(Value::Null), Cell::from),
        runtime.name.as_str().into(),
        match runtime.namespace.as_str() {
            "" => Cell::Value(Value::Null),
            namespace => namespace.into(),
        },
        candidate.priority.map_or(Cell::Value(Value::Null), Cell::from),
        is_chosen.into(),
        candidate.verdict.text().into(),
        why.into(),
        Cell::From(Origin::Object(key, Path::keys(["spec", "supportedModelFormats"]))),
    ]
}

/// Why a runtime was selected or not; `first` is the best of the eligible ones.
fn why(
    candidate: &Candidate,
    request: &Request<'_>,
    chosen: Option<&ServingRuntime>,
    first: Option<&Candidate>,
) -> String {
    let is_eligible = candidate.verdict == Verdict::Eligible;
    let is_named = request.runtime == Some(candidate.runtime.name.as_str());
    match (is_chosen(candidate, chosen), first) {
        (false, _) if is_named && chosen.is_none() => format!("named, but {}", passed_over(candidate, request)),
        (true, _) if request.runtime.is_some() && !is_eligible => {
            format!("chosen by name; not eligible by itself: {}", passed_over(candidate, request))
        }
        (true, _) => "chosen".to_owned(),
        (false, Some(first)) if is_eligible && request.runtime.is_none() => {
            format!("after {}: {}", first.runtime.name, against(first, candidate))
        }
        (false, _) if is_eligible => "eligible, if none were named".to_owned(),
        (false, _) => passed_over(candidate, request),
    }
}

/// Why automatic selection passes over a runtime.
fn passed_over(candidate: &Candidate, request: &Request<'_>) -> String {
    let runtime = &candidate.runtime;
    let version = request.version.map_or_else(String::new, |version| format!(" {version}"));
    let listed = || {
        let of_name = runtime.formats.iter().filter(|format| format.name == request.format);
        of_name.map(|format| format.version.as_deref().unwrap_or("without version")).collect::<Vec<_>>().join(", ")
    };
    match candidate.verdict {
        Verdict::FormatNotSupported if !listed().is_empty() => {
            format!("lists {} {}, not {}{version}", request.format, listed(), request.format)
        }
        Verdict::FormatNotSupported => format!("does not list the format {}", request.format),
        Verdict::NotForAutomaticSelection => {
            format!("lists {}{version} without autoSelect: only for services that name it", request.format)
        }
        Verdict::ProtocolNotSupported => {
            let protocol = request.protocol.unwrap_or(ASSUMED_PROTOCOL);
            format!("speaks {}, not {protocol}", runtime.protocols.join(", "))
        }
        Verdict::Disabled => "is disabled".to_owned(),
        Verdict::MultiModel => "is for ModelMesh only (multiModel)".to_owned(),
        Verdict::ForSeveralNodesOnly => "has a workerSpec, and the predictor has none".to_owned(),
        Verdict::ForOneNodeOnly => "has no workerSpec, and the predictor has one".to_owned(),
        Verdict::Eligible => Verdict::Eligible.text().to_owned(),
    }
}
