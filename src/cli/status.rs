//! `kserve-render status`: what the controller would report of each service.

use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::{Unreadable, load};
use super::messages::{At, Messages};
use super::options::{ClusterArgs, InputArgs};
use super::render::{placed, rendered, said};
use super::terminal;
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
    let mut rows = Vec::new();
    let mut text = String::new();
    let mut items = Vec::new();
    let renderings =
        parallel::map(loaded.services.iter().collect(), |service| rendered(&loaded.cluster, service, false));
    for (service, rendering) in loaded.services.iter().zip(renderings) {
        for (severity, text, place) in placed(&loaded.cluster, service, &rendering, said(&rendering, None, false)) {
            messages.say(severity, None, Some(At { place, ..service.at() }), &text);
        }
        if rendering.rejected.is_some() || rendering.error.is_some() {
            exit = exit.max(Exit::Refused);
        }
        match args.output {
            Format::Table => rows.push(Summary::of(&rendering).row()),
            Format::Yaml => {
                if let Some(service) = with_status(rendering) {
                    text.push_str("---\n");
                    yaml::write(&service, &mut text);
                }
            }
            Format::Json => items.extend(with_status(rendering).map(|service| {
                let mut item = String::new();
                json::write_pretty(&service, 2, &mut item);
                item
            })),
        }
    }
    match args.output {
        Format::Table => text = terminal::table(&Summary::HEADER, &rows),
        Format::Yaml => {}
        Format::Json => text = json::list(items),
    }
    print([text])?;
    Ok(exit)
}

/// The service as it would be stored, with the status that it gets; `None` for one that is refused.
fn with_status(rendering: Rendering) -> Option<Value> {
    let mut service = rendering.defaulted?;
    if let (Some(service), Some(status)) = (service.as_object_mut(), rendering.status) {
        service.insert("status".into(), status.to_value());
    }
    Some(tidied(service))
}
