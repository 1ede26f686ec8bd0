//! `kserve-render status`: what the controller would report of each service.

use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::{Service, Unreadable, load};
use super::messages::{At, Messages, Severity};
use super::options::{ClusterArgs, InputArgs};
use super::render::{placed, rendered, said};
use super::terminal;
use crate::input::Place;
use crate::output::summary::Summary;
use crate::output::tidy::tidied;
use crate::output::{json, yaml};
use crate::parallel;
use crate::{Rendering, Value};

/// Show mode, runtime, URLs and readiness of each service
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// How to print it; yaml and json show the InferenceService with its status
    #[arg(short, long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
    output: Format,
    /// Show what can be rendered, even if some inputs cannot be read
    #[arg(long, help_heading = "Output")]
    keep_going: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Yaml,
    Json,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let loaded = load(&args.input, &args.cluster, Unreadable::by_option(args.keep_going), messages)?;
    loaded.note_inputs(messages);
    let mut exit = if loaded.incomplete { Exit::Trouble } else { Exit::Done };
    let answer = |service: &Service| {
        let rendering = rendered(&loaded.cluster, service, false);
        let messages = placed(&loaded.cluster, service, &rendering, said(&rendering, None, false));
        let is_refused = rendering.rejected.is_some() || rendering.error.is_some();
        let mut row = None;
        let mut text = String::new();
        match args.output {
            Format::Table => row = Some(Summary::of(&rendering).row()),
            Format::Yaml => {
                if let Some(service) = with_status(rendering) {
                    text.push_str("---\n");
                    yaml::write(&service, &mut text);
                }
            }
            Format::Json => {
                if let Some(service) = with_status(rendering) {
                    text = json::items(&[service]);
                }
            }
        }
        Answer { messages, is_refused, row, text }
    };
    let mut rows = Vec::new();
    let mut texts = Vec::new();
    for (service, answer) in loaded.services.iter().zip(parallel::map(loaded.services.iter().collect(), answer)) {
        for (severity, text, place) in &answer.messages {
            messages.say(*severity, None, Some(At { place: *place, ..service.at() }), text);
        }
        if answer.is_refused {
            exit = exit.max(Exit::Refused);
        }
        rows.extend(answer.row);
        texts.push(answer.text);
    }
    match args.output {
        Format::Table => print([terminal::table(&Summary::HEADER, &rows)])?,
        Format::Yaml => print(texts)?,
        Format::Json => print(json::list(&texts))?,
    }
    Ok(exit)
}

/// What a service contributes.
struct Answer {
    messages: Vec<(Severity, String, Place)>,
    is_refused: bool,
    row: Option<Vec<String>>,
    /// Empty for a service that is not stored.
    text: String,
}

/// The service as it would be stored, with the status that it gets; `None` for one that is refused.
fn with_status(rendering: Rendering) -> Option<Value> {
    let mut service = rendering.defaulted?;
    if let (Some(service), Some(status)) = (service.as_object_mut(), rendering.status) {
        service.insert("status".into(), status.to_value());
    }
    Some(tidied(service))
}
