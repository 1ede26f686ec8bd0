//! `kserve-render runtimes`: the serving runtimes that services can select.

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::{load_cluster, load_whole};
use super::messages::Messages;
use super::options::CommonArgs;
use super::terminal;
use crate::object::name;
use crate::output::printable::on_one_line;
use crate::output::{json, yaml};
use crate::session::Spot;
use crate::session::runtimes::{self, Choice};
use crate::{Map, Value};

/// List the known serving runtimes: those that the release ships, and those of context and inputs
///
/// FORMATS shows name and version of each format, as in sklearn:1. A star says that the runtime can be selected without being named; behind
/// it stands its priority, as in sklearn:1*2.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    /// Rank the runtimes for the services in this file, and tell why others are passed over
    #[arg(long = "for", value_name = "FILE")]
    services: Vec<PathBuf>,
    /// How to print them
    #[arg(short, long, value_enum, default_value_t = RuntimesFormat::Table, help_heading = "Output")]
    output: RuntimesFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RuntimesFormat {
    Table,
    Yaml,
    Json,
    Name,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    if !args.services.is_empty() {
        return rank_for(args, messages);
    }
    let session = match args.common.input.paths().is_empty() {
        true => load_cluster(&args.common.cluster, messages)?,
        false => load_whole(&args.common, messages)?,
    };
    let exit = Exit::of(&session);
    let cluster = session.cluster;
    let all = runtimes::all(&cluster);
    let text = match args.output {
        RuntimesFormat::Table => {
            let rows: Vec<Vec<String>> = all.iter().map(|runtime| runtimes::row(runtime)).collect();
            terminal::table(&runtimes::COLUMNS, &rows)
        }
        RuntimesFormat::Yaml => all.iter().map(|runtime| format!("---\n{}", yaml::to_string(runtime))).collect(),
        RuntimesFormat::Json => json::list(&[json::items(all.iter().copied())]).collect(),
        RuntimesFormat::Name => all.iter().map(|runtime| format!("{}\n", on_one_line(&name::of(runtime)))).collect(),
    };
    print([text])?;
    Ok(exit)
}

/// The runtimes as each service sees them, the eligible ones in order of preference.
fn rank_for(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let mut common = args.common.clone();
    common.input.files.extend(args.services.iter().cloned());
    let session = load_whole(&common, messages)?;
    let mut exit = Exit::of(&session);
    let mut rows = Vec::new();
    for service in &session.services {
        let key = service.key();
        let named = format!("{}/{}", key.namespace, key.name);
        let spot = Spot::start(&service.document);
        match runtimes::choice(&session.cluster, service) {
            Choice::Refused(refusal) => {
                messages.error(&spot, &format!("{} {named} is refused: {refusal}", service.kind.name()));
                exit = Exit::Refused;
            }
            Choice::NotOfItsKind => {
                let kind = service.kind.name();
                messages.note(&spot, &format!("{kind} {named} needs no runtime: resources of its kind use none"));
            }
            Choice::OwnContainers => {
                messages.note(&spot, &format!("{named} brings its own containers and needs no runtime"));
            }
            Choice::Ranked { named: by_service, rows: ranked } => {
                if let Some(runtime) = by_service {
                    messages.note(&spot, &format!("{named} names its runtime, {runtime}; the ranking does not count"));
                }
                rows.extend(ranked.into_iter().map(|row| [vec![named.clone()], row].concat()));
            }
        }
    }
    print([match args.output {
        RuntimesFormat::Table => terminal::table(&runtimes::RANKING, &rows),
        RuntimesFormat::Json => ranking(&rows),
        RuntimesFormat::Yaml | RuntimesFormat::Name => bail!("--for prints a table or json"),
    }])?;
    Ok(exit)
}

/// The ranking for programs: a list of objects with the columns of the table, without empty ones.
fn ranking(rows: &[Vec<String>]) -> String {
    let object = |row: &Vec<String>| -> Value {
        let cells = runtimes::RANKING.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        cells.map(|(column, cell)| (column.to_ascii_lowercase(), Value::from(cell.as_str()))).collect::<Map>().into()
    };
    json::pretty(&rows.iter().map(object).collect())
}
