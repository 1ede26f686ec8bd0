//! `kserve-render status`: what the controller would report of each service.

use std::collections::HashSet;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::{Tally, final_exit, load, note_passed_over};
use super::messages::{self, Message, Messages};
use super::options::CommonArgs;
use super::progress::Progress;
use super::terminal;
use crate::Rendering;
use crate::output::summary::Summary;
use crate::output::{json, objects, yaml};
use crate::session::Service;
use crate::session::service_messages::Manner;

/// Show mode, runtime, URLs and readiness of each service
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    /// How to print it; yaml and json show the InferenceService with its status
    #[arg(short, long, value_enum, default_value_t = StatusFormat::Table, help_heading = "Output")]
    output: StatusFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatusFormat {
    /// Name, mode, runtime, readiness and URL
    Table,
    /// Also addresses, the URLs of components, and reasons
    Wide,
    Yaml,
    Json,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let session = load(&args.common, messages)?;
    let mut exit = Exit::of(&session);
    let progress = Progress::new("services rendered", session.services.len());
    let answer = |service: &Service, mut rendering: Rendering| {
        rendering.hide_secrets();
        let messages = messages::of(&session, service, &rendering, Manner { refused_pods: None, shows_secrets: false });
        let is_refused = rendering.refusal().is_some() || rendering.error().is_some();
        let mut row = None;
        let mut text = String::new();
        let is_shown = !rendering.is_fact() || is_refused;
        match args.output {
            _ if !is_shown => {}
            StatusFormat::Table | StatusFormat::Wide => row = Some(Summary::of(&rendering).row()),
            StatusFormat::Yaml => {
                if let Some(service) = objects::with_status(rendering) {
                    text.push_str("---\n");
                    yaml::write(&service, &mut text);
                }
            }
            StatusFormat::Json => {
                if let Some(service) = objects::with_status(rendering) {
                    text = json::items(&[service]);
                }
            }
        }
        progress.add(1);
        Answer { messages, is_refused, row, text }
    };
    let mut rows = Vec::new();
    let mut texts = Vec::new();
    let answers = session.map_renderings(answer);
    drop(progress);
    for answer in answers {
        answer.messages.iter().for_each(|message| messages.tell(message));
        if answer.is_refused {
            exit = exit.max(Exit::Refused);
        }
        rows.extend(answer.row);
        texts.push(answer.text);
    }
    match args.output {
        StatusFormat::Table => print([first_columns(rows)])?,
        StatusFormat::Wide => print([table(&Summary::HEADER, &rows)])?,
        StatusFormat::Yaml => print(texts)?,
        StatusFormat::Json => print(json::list(&texts))?,
    }
    note_passed_over(&session, false, messages);
    Ok(final_exit(exit, Tally::resources(session.services.len()), &session, &args.common, messages))
}

/// The columns that people look for first; namespaces only where there are several.
fn first_columns(mut rows: Vec<Vec<String>>) -> String {
    let first = Summary::FIRST.len();
    rows.iter_mut().for_each(|row| row.truncate(first));
    let namespaces: HashSet<Option<&String>> = rows.iter().map(|row| row.first()).collect();
    let from = usize::from(namespaces.len() < 2);
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().skip(from).cloned().collect()).collect();
    let header: Vec<&str> = Summary::FIRST.into_iter().skip(from).collect();
    table(&header, &rows)
}

/// A table of services, in which what stands under READY is green, yellow or red.
fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let paint = |header: &str, cell: &str| {
        let colour = match cell {
            _ if header != Summary::READY => return cell.to_owned(),
            "True" => AnsiColor::Green,
            "Unknown" => AnsiColor::Yellow,
            _ => AnsiColor::Red,
        };
        let style = Style::new().fg_color(Some(colour.into()));
        format!("{style}{cell}{style:#}")
    };
    messages::for_stdout(&terminal::coloured(header, rows, Some(&paint)))
}

/// What a service contributes.
struct Answer {
    messages: Vec<Message>,
    is_refused: bool,
    row: Option<Vec<String>>,
    /// Empty for a service that is not stored.
    text: String,
}
