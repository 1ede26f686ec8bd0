//! `kserve-render config`: the configuration in force, its check, and what releases ship.

use clap::{Subcommand, ValueEnum};

use super::exit::{Exit, print};
use super::load::{examine_cluster, load_cluster, report};
use super::messages::{Message, Messages};
use super::options::{ClusterArgs, InputArgs, ReleaseParser, one_of};
use super::output_directory;
use super::project::Project;
use crate::Value;
use crate::input::settings;
use crate::object::diagnostic::Severity;
use crate::output::{json, yaml};
use crate::release::Version;
use crate::release::defaults::{self, Part};
use crate::schema;
use crate::session::{Origins, Release, Spot, check};

/// Show, check and print the configuration: ConfigMap inferenceservice-config
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show every value in force and where it comes from
    Show(ShowArgs),
    /// Check the configuration: JSON, types, required values, unknown names
    Check(CheckArgs),
    /// Print what a release ships, as YAML to start from
    Defaults(DefaultsArgs),
    /// Show every option of the project file, with the values that it sets
    Project(ProjectArgs),
    /// Print the custom resource definitions of a release, to check documents where KServe is not installed
    Crd(CrdArgs),
    /// Print JSON Schemas of the kinds of a release, for editors and kubeconform
    Schema(SchemaArgs),
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    #[command(flatten)]
    cluster: ClusterArgs,
    /// How to print it
    #[arg(short, long, value_enum, default_value_t = ConfigFormat::Table, help_heading = "Output")]
    output: ConfigFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ConfigFormat {
    Table,
    Yaml,
    Json,
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// ConfigMap, or only its data; same as --config
    #[arg(value_name = "FILE", conflicts_with = "config")]
    file: Option<std::path::PathBuf>,
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// The release whose own objects are printed.
#[derive(Debug, clap::Args)]
struct ReleaseArg {
    /// KServe release
    #[arg(
        long,
        value_name = "VERSION",
        env = "KSERVE_RENDER_KSERVE_VERSION",
        default_value = Version::NEWEST.name(),
        value_parser = ReleaseParser,
    )]
    kserve_version: Release,
}

#[derive(Debug, clap::Args)]
struct DefaultsArgs {
    #[command(flatten)]
    release: ReleaseArg,
    /// Which of the objects; all if none is named
    #[arg(value_parser = one_of(Part::ALL, Part::name))]
    what: Vec<Part>,
}

#[derive(Debug, clap::Args)]
struct CrdArgs {
    #[command(flatten)]
    release: ReleaseArg,
    /// Which of the kinds, such as InferenceService or isvc; all if none is named
    #[arg(value_name = "KIND")]
    kinds: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct SchemaArgs {
    #[command(flatten)]
    release: ReleaseArg,
    /// Which of the kinds, such as InferenceService or isvc; all if none is named
    #[arg(value_name = "KIND")]
    kinds: Vec<String>,
    /// Write each to GROUP/KIND_VERSION.json in a directory, where kubeconform and editors look for it
    #[arg(long, value_name = "DIR")]
    dir: Option<std::path::PathBuf>,
    /// Refuse fields that the kinds do not know; the API server drops them
    #[arg(long)]
    strict: bool,
}

#[derive(Debug, clap::Args)]
struct ProjectArgs {
    /// Files and directories of the project; without any, the current one
    #[arg(value_name = "FILES")]
    files: Vec<std::path::PathBuf>,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    match &args.command {
        Command::Show(args) => show(args, messages),
        Command::Check(args) => check_config(args, messages),
        Command::Defaults(args) => {
            let wanted = |object: &Value| args.what.is_empty() || args.what.iter().any(|part| part.has(object));
            let objects = defaults::objects(args.release.kserve_version.version).iter().filter(|object| wanted(object));
            print(objects.map(|object| format!("---\n{}", yaml::to_string(object))))?;
            Ok(Exit::Done)
        }
        Command::Crd(args) => definitions(args),
        Command::Schema(args) => json_schemas(args, messages),
        Command::Project(args) => {
            let input = InputArgs { files: args.files.clone(), ..InputArgs::default() };
            let project = Project::of(&input, messages)?;
            report(&project.findings, messages);
            print([project.show()])?;
            Ok(if messages.has_failed() { Exit::Refused } else { Exit::Done })
        }
    }
}

fn definitions(args: &CrdArgs) -> anyhow::Result<Exit> {
    let all: Vec<_> = schema::defined_kinds(args.release.kserve_version.version).collect();
    let known = all.iter().map(|defined| defined.kind.name()).collect::<Vec<_>>().join(", ");
    let unknown = |kind: &str| format!("there is no definition of {kind}, only of {known}");
    let chosen = choose(&all, &args.kinds, schema::DefinedKind::is_called, unknown)?;
    print(chosen.into_iter().map(|defined| format!("---\n{}", yaml::to_string(&defined.definition))))?;
    Ok(Exit::Done)
}

/// Those of `all` that are called like one of `names`, in their order; all of them if there are no names.
fn choose<'a, T>(
    all: &'a [T],
    names: &[String],
    is_called: impl Fn(&T, &str) -> bool,
    unknown: impl Fn(&str) -> String,
) -> anyhow::Result<Vec<&'a T>> {
    if let Some(name) = names.iter().find(|name| !all.iter().any(|one| is_called(one, name))) {
        anyhow::bail!(unknown(name));
    }
    Ok(all.iter().filter(|one| names.is_empty() || names.iter().any(|name| is_called(one, name))).collect())
}

fn json_schemas(args: &SchemaArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let version = args.release.kserve_version.version;
    let all = schema::json_schemas(version, args.strict);
    let mut known: Vec<&str> = all.iter().map(schema::JsonSchema::kind).collect();
    known.dedup();
    let known = known.join(", ");
    let unknown = |kind: &str| format!("{} has no schema of {kind}, only of {known}", version.name());
    let chosen = choose(&all, &args.kinds, schema::JsonSchema::is_called, unknown)?;
    let text = |schema: &Value| json::pretty(schema);
    if let Some(directory) = &args.dir {
        let (path, all) = schema::of_all_kinds(&chosen);
        let files = chosen.iter().map(|schema| (schema.path(), text(&schema.schema)));
        let files = files.chain([(path, text(&all))]).collect();
        output_directory::write(directory, files, true, messages)?;
        return Ok(Exit::Done);
    }
    match chosen.iter().filter(|schema| schema.is_stored).collect::<Vec<_>>().as_slice() {
        [schema] => print([text(&schema.schema)])?,
        _ => anyhow::bail!("there are several schemas: name one of {known}, or give a directory to --dir"),
    }
    Ok(Exit::Done)
}

fn show(args: &ShowArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let session = load_cluster(&args.cluster, messages)?;
    let (cluster, origins) = (session.cluster, session.origins);
    let map = cluster.config_map().cloned().unwrap_or_default();
    let text = match args.output {
        ConfigFormat::Table => {
            let row = |(path, value): (Vec<String>, Value)| {
                vec![path.join("."), value.to_string(), origin(&path, &origins, cluster.release.version)]
            };
            let rows: Vec<_> = settings::single_values(&map).into_iter().map(row).collect();
            super::terminal::table(&["KEY", "VALUE", "FROM"], &rows)
        }
        ConfigFormat::Yaml => yaml::to_string(&Value::Object(settings::parsed_sections(&map))),
        ConfigFormat::Json => json::pretty(&Value::Object(settings::parsed_sections(&map))),
    };
    print([text])?;
    Ok(Exit::Done)
}

/// Where a value comes from: a flag, a place in a file, or the release.
fn origin(path: &[String], origins: &Origins, version: Version) -> String {
    if origins.is_set(path) {
        return "--set".into();
    }
    match &origins.config {
        None => format!("{} default", version.name()),
        Some(document) => {
            let place = document.place_in_data(path);
            format!("{}:{}:{}", document.source.name, place.line, place.column)
        }
    }
}

fn check_config(args: &CheckArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let mut cluster_args = args.cluster.clone();
    if args.file.is_some() {
        cluster_args.config.clone_from(&args.file);
    }
    let session = examine_cluster(&cluster_args, messages)?;
    report(&check::findings_but_of_config(&session), messages);
    if session.incomplete {
        return Ok(Exit::Trouble);
    }
    if !session.cluster.config.present {
        messages.error(&Spot::Nowhere, &format!("there is no ConfigMap {}", settings::NAME));
        return Ok(Exit::Refused);
    }
    let found = check::config(&session);
    found.iter().for_each(|finding| messages.tell(&Message::from(finding)));
    let is_refused = found.iter().any(|finding| finding.diagnostic.severity == Severity::Error);
    Ok(if is_refused || messages.has_failed() { Exit::Refused } else { Exit::Done })
}
