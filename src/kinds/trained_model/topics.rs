//! Why a trained model becomes what it becomes: its URL, and whether it is loaded.

use super::decisions::Decisions;
use super::models;
use super::status::CHECKS;
use crate::explain::{Cell, Inquiry, Item, Origin, Section, Table, Topic};
use crate::kinds::Status;
use crate::object::{Kind, Path};
use crate::render::Rendering;

/// The topics of TrainedModels.
pub(crate) fn sections(inquiry: &Inquiry<'_>, topics: &[Topic]) -> Vec<Section> {
    topics.iter().filter_map(|topic| section(inquiry.rendering, *topic)).collect()
}

/// One topic of a model; `None` for topics that models do not have.
fn section(rendering: &Rendering, topic: Topic) -> Option<Section> {
    match topic {
        Topic::Url => Some(url(rendering)),
        Topic::Storage => Some(storage(rendering)),
        _ => None,
    }
}

fn decisions(rendering: &Rendering) -> Option<&Decisions> {
    rendering.details()
}

fn url(rendering: &Rendering) -> Section {
    let status = rendering.status();
    let mut items = Vec::new();
    if let Some(address) = status.and_then(Status::address) {
        items.push(Item::fact("address", "within the cluster", address));
    }
    let answer = match status.and_then(Status::url) {
        Some(url) => {
            let text =
                "it is the URL of the InferenceService with the path of the model by the protocol of the predictor";
            items.push(Item::note(text));
            url.to_owned()
        }
        None => "none: the model is not loaded".to_owned(),
    };
    Section { topic: Topic::Url, answer, items }
}

fn storage(rendering: &Rendering) -> Section {
    let mut items = Vec::new();
    let Some(decisions) = decisions(rendering) else {
        let answer = "the model is refused, so the controller never sees it".to_owned();
        return Section { topic: Topic::Storage, answer, items };
    };
    let parent = Origin::Service(Path::keys(["spec", "inferenceService"]));
    items.push(Item::from("inferenceService", Kind::InferenceService.name(), decisions.parent.as_str(), parent));
    let Some(checks) = decisions.checks else {
        let answer = "none: the InferenceService does not exist, so the controller deletes the model".to_owned();
        return Section { topic: Topic::Storage, answer, items };
    };
    let row = |(holds, (kind, failing)): (bool, &(&str, super::status::Failing))| -> Vec<Cell> {
        let words = if holds { "holds" } else { failing.message };
        vec![(*kind).into(), words.into()]
    };
    let rows = checks.into_iter().zip(&CHECKS).map(row).collect();
    let columns = vec![("condition", "CONDITION"), ("outcome", "OUTCOME")];
    items.push(Item::Table(Table { key: "checks", columns, rows, rest: None }));
    items.push(Item::fact("limit", "memory limit of the predictor", decisions.limit.as_str()));
    items.push(Item::fact("wanted", "wanted by all its models", decisions.wanted.as_str()));
    let answer = match checks {
        [true, true, true] => {
            let list = models::config_map_name(&decisions.parent);
            format!("the agent of the InferenceService loads it, as the ConfigMap {list} lists it")
        }
        _ => "it is not loaded".to_owned(),
    };
    Section { topic: Topic::Storage, answer, items }
}
