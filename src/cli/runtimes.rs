//! `kserve-render runtimes`: the serving runtimes that services can select.

use crate::object::ObjectView as _;
use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::{load_cluster, load_whole};
use super::messages::Messages;
use super::options::CommonArgs;
use super::terminal;
use crate::kinds::inference_service::admission::admit;
use crate::kinds::inference_service::runtime::{Request, Verdict, rank};
use crate::object::name;
use crate::object::role::kind;
use crate::output::{json, yaml};
use crate::session::Spot;
use crate::{Cluster, Map, Value};

/// List the serving runtimes known: shipped, from the context and from the inputs
///
/// FORMATS has name and version of each format, as in sklearn:1; a star means that the runtime can be selected without being named, with
/// its priority behind it, as in sklearn:1*2.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    /// Rank the runtimes for the services in this file, and tell why others are passed over
    #[arg(long = "for", value_name = "FILE")]
    services: Vec<PathBuf>,
    /// How to print them
    #[arg(short, long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
    output: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Yaml,
    Json,
    Name,
}

const HEADER: [&str; 6] = ["NAMESPACE", "NAME", "FORMATS", "PROTOCOLS", "MULTIMODEL", "DISABLED"];

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    if !args.services.is_empty() {
        return rank_for(args, messages);
    }
    let session = match args.common.input.paths().is_empty() {
        true => load_cluster(&args.common.cluster, messages)?,
        false => load_whole(&args.common, messages)?,
    };
    let cluster = session.cluster;
    let runtimes = all(&cluster);
    let text = match args.output {
        Format::Table => {
            let rows: Vec<Vec<String>> = runtimes.iter().map(|runtime| row(runtime)).collect();
            terminal::table(&HEADER, &rows)
        }
        Format::Yaml => runtimes.iter().map(|runtime| format!("---\n{}", yaml::to_string(runtime))).collect(),
        Format::Json => json::list(&[json::items(runtimes.iter().copied())]).collect(),
        Format::Name => runtimes.iter().map(|runtime| name::of(runtime) + "\n").collect(),
    };
    print([text])?;
    Ok(Exit::Done)
}

const RANKING: [&str; 6] = ["SERVICE", "RANK", "NAMESPACE", "NAME", "PRIORITY", "VERDICT"];

/// The runtimes as each service sees them, the eligible ones in order of preference.
fn rank_for(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let mut common = args.common.clone();
    common.input.files.extend(args.services.iter().cloned());
    let session = load_whole(&common, messages)?;
    let mut exit = Exit::Done;
    let mut rows = Vec::new();
    for service in &session.services {
        let key = service.key();
        let named = format!("{}/{}", key.namespace, key.name);
        let stored = match admit(&session.cluster, &service.document.value, &service.existing).outcome {
            Ok(stored) => stored,
            Err(refusal) => {
                messages
                    .error(&Spot::start(&service.document), &format!("InferenceService {named} is refused: {refusal}"));
                exit = Exit::Refused;
                continue;
            }
        };
        let predictor = stored.predictor();
        let Some(request) = predictor.and_then(|predictor| Request::of(&key.namespace, predictor)) else {
            messages.note(
                &Spot::start(&service.document),
                &format!("{named} brings its own containers and needs no runtime"),
            );
            continue;
        };
        if let Some(runtime) = request.runtime {
            messages.note(
                &Spot::start(&service.document),
                &format!("{named} names its runtime, {runtime}; the ranking does not count"),
            );
        }
        for (index, candidate) in rank(&session.cluster.runtimes, &request).into_iter().enumerate() {
            let is_eligible = candidate.verdict == Verdict::Eligible;
            rows.push(vec![
                named.clone(),
                if is_eligible { (index + 1).to_string() } else { String::new() },
                candidate.runtime.namespace.clone(),
                candidate.runtime.name.clone(),
                candidate.priority.map_or_else(String::new, |priority| priority.to_string()),
                candidate.verdict.text().to_owned(),
            ]);
        }
    }
    print([match args.output {
        Format::Table => terminal::table(&RANKING, &rows),
        Format::Json => ranking(&rows),
        Format::Yaml | Format::Name => bail!("--for prints a table or json"),
    }])?;
    Ok(exit)
}

/// The ranking for programs: a list of objects with the columns of the table, what is empty left out.
fn ranking(rows: &[Vec<String>]) -> String {
    let object = |row: &Vec<String>| -> Value {
        let cells = RANKING.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        cells.map(|(column, cell)| (column.to_ascii_lowercase(), Value::from(cell.as_str()))).collect::<Map>().into()
    };
    let mut text = String::new();
    json::write_pretty(&rows.iter().map(object).collect(), 0, &mut text);
    text + "\n"
}

/// The runtimes of the cluster: cluster-wide ones first, then by namespace and name.
fn all(cluster: &Cluster) -> Vec<&Value> {
    let of_kind = |wanted: &'static str| cluster.objects().filter(move |object| kind(object) == wanted);
    of_kind("ClusterServingRuntime").chain(of_kind("ServingRuntime")).collect()
}

fn row(runtime: &Value) -> Vec<String> {
    let spec = |key: &str| runtime.get("spec").and_then(|spec| spec.get(key));
    let items = |key: &str| spec(key).and_then(Value::as_array).into_iter().flatten();
    let yes = |key: &str| if spec(key) == Some(&Value::Bool(true)) { "true".into() } else { String::new() };
    let protocols: Vec<&str> = items("protocolVersions").filter_map(Value::as_str).collect();
    let formats: Vec<String> = items("supportedModelFormats").map(format_of).collect();
    vec![
        name::namespace(runtime).to_owned(),
        name::object_name(runtime).to_owned(),
        formats.join(","),
        protocols.join(","),
        yes("multiModel"),
        yes("disabled"),
    ]
}

/// `sklearn:1*2`: name, version, a star if it is selected without being named, priority.
fn format_of(format: &Value) -> String {
    let mut text = format.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(version) = format.get("version").and_then(Value::as_str) {
        text.push(':');
        text.push_str(version);
    }
    if format.get("autoSelect") == Some(&Value::Bool(true)) {
        text.push('*');
        if let Some(priority) = format.get("priority").and_then(Value::as_i64) {
            text.push_str(&priority.to_string());
        }
    }
    text
}
