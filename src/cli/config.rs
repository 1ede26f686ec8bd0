//! `kserve-render config`: the configuration in force, its check, and what releases ship.

use std::collections::BTreeMap;

use clap::{Subcommand, ValueEnum};

use super::exit::{Exit, print};
use super::load::{Origins, load_cluster};
use super::messages::{At, Messages};
use super::options::{ClusterArgs, version};
use crate::config::{self, Section};
use crate::input::kinds::kind;
use crate::input::settings;
use crate::output::{json, table, yaml};
use crate::release::{Version, defaults};
use crate::{Cluster, Map, Value};

/// Show, check and get the configuration: ConfigMap inferenceservice-config
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
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    #[command(flatten)]
    cluster: ClusterArgs,
    /// How to print it
    #[arg(short, long, value_enum, default_value_t = Format::Table, help_heading = "Output")]
    output: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
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

#[derive(Debug, clap::Args)]
struct DefaultsArgs {
    /// KServe release
    #[arg(
        long,
        value_name = "VERSION",
        env = "KSERVE_RENDER_KSERVE_VERSION",
        default_value = Version::NEWEST.name(),
        value_parser = version,
    )]
    kserve_version: Version,
    /// Which of the objects; all if none is named
    #[arg(value_enum)]
    what: Vec<What>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Config,
    Runtimes,
    Storage,
}

impl What {
    const fn kind(self) -> &'static str {
        match self {
            What::Config => "ConfigMap",
            What::Runtimes => "ClusterServingRuntime",
            What::Storage => "ClusterStorageContainer",
        }
    }
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    match &args.command {
        Command::Show(args) => show(args, messages),
        Command::Check(args) => check(args, messages),
        Command::Defaults(args) => {
            let wanted =
                |object: &Value| args.what.is_empty() || args.what.iter().any(|what| what.kind() == kind(object));
            let objects = defaults::objects(args.kserve_version).iter().filter(|object| wanted(object));
            print(objects.map(|object| format!("---\n{}", yaml::to_string(object))))?;
            Ok(Exit::Done)
        }
    }
}

fn show(args: &ShowArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let (cluster, origins) = load_cluster(&args.cluster, messages)?;
    let map = config_map(&cluster).cloned().unwrap_or_default();
    let text = match args.output {
        Format::Table => {
            let mut rows = Vec::new();
            for (section, text) in map.get("data").and_then(Value::as_object).into_iter().flatten() {
                let parsed = text.as_str().and_then(|text| serde_json::from_str(text).ok());
                let parsed: Value = parsed.unwrap_or_else(|| text.clone());
                leaves(&parsed, &mut vec![section.clone()], &mut |path, value| {
                    let origin = origin(path, &origins, args.cluster.kserve_version);
                    rows.push(vec![path.join("."), value.to_string(), origin]);
                });
            }
            if rows.is_empty() { String::new() } else { table::layout(&["KEY", "VALUE", "FROM"], &rows) }
        }
        Format::Yaml => yaml::to_string(&Value::Object(settings::parsed_sections(&map))),
        Format::Json => {
            let mut text = String::new();
            json::write_pretty(&Value::Object(settings::parsed_sections(&map)), 0, &mut text);
            text + "\n"
        }
    };
    print([text])?;
    Ok(Exit::Done)
}

fn config_map(cluster: &Cluster) -> Option<&Value> {
    cluster.get("ConfigMap", &cluster.settings.kserve_namespace, settings::NAME)
}

/// Calls `each` with the path and value of all values that are no maps with entries.
fn leaves(value: &Value, path: &mut Vec<String>, each: &mut impl FnMut(&[String], &Value)) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                path.push(key.clone());
                leaves(value, path, each);
                path.pop();
            }
        }
        _ => each(path, value),
    }
}

/// Where a value comes from: a flag, a place in a file, or the release.
fn origin(path: &[String], origins: &Origins, version: Version) -> String {
    let is_set =
        |change: &settings::Override| path.first() == Some(&change.section) && path[1..].starts_with(&change.keys);
    if origins.set.iter().any(is_set) {
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

fn check(args: &CheckArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let mut cluster_args = args.cluster.clone();
    if args.file.is_some() {
        cluster_args.config.clone_from(&args.file);
    }
    let (cluster, origins) = load_cluster(&cluster_args, messages)?;
    let place = |path: &[&str]| {
        let document = origins.config.as_ref()?;
        let path: Vec<String> = path.iter().map(|key| (*key).to_owned()).collect();
        Some(At { source: &document.source, place: document.place_in_data(&path) })
    };
    let mut exit = Exit::Done;
    let mut error = |path: &[&str], text: &str| {
        messages.error(place(path), text);
        exit = Exit::Refused;
    };
    if !cluster.config.present {
        error(&[], &format!("there is no ConfigMap {}", settings::NAME));
        return Ok(exit);
    }
    for (section, text) in errors(&cluster) {
        error(&[section], &format!("section {section}: {}", text.trim_end()));
    }
    let map = config_map(&cluster).cloned().unwrap_or_default();
    let known = known();
    for (section, value) in settings::parsed_sections(&map) {
        let Some(names) = known.get(section.as_str()) else { continue };
        for key in value.as_object().into_iter().flat_map(Map::keys) {
            if !names.iter().any(|name| name.eq_ignore_ascii_case(key)) {
                let hint = hint(key, names.iter().copied());
                messages
                    .warning(place(&[&section, key]), &format!("{section}.{key} is not read by the controller{hint}"));
            }
        }
    }
    for section in map.get("data").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
        let is_known = known.contains_key(section.as_str()) || FOR_OTHERS.contains(&section.as_str());
        if !is_known && !section.starts_with('_') {
            let hint = hint(section, known.keys().copied());
            messages.warning(place(&[section]), &format!("section {section} is not known{hint}"));
        }
    }
    Ok(exit)
}

/// `; did you mean x?` for a name that is close to a known one.
fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let close = known.map(|known| (strsim::jaro_winkler(name, known), known)).max_by(|a, b| a.0.total_cmp(&b.0));
    match close {
        Some((likeness, known)) if likeness > 0.85 => format!("; did you mean {known}?"),
        _ => String::new(),
    }
}

/// Sections that the controller of InferenceServices does not read.
const FOR_OTHERS: [&str; 1] = ["router"];

/// The sections with the names that the controller reads in them.
fn known() -> BTreeMap<&'static str, &'static [&'static str]> {
    BTreeMap::from([
        ("agent", config::Agent::NAMES),
        ("autoscaler", config::Autoscaler::NAMES),
        ("batcher", config::Batcher::NAMES),
        ("credentials", config::Credentials::NAMES),
        ("deploy", config::Deploy::NAMES),
        ("explainers", config::Explainers::NAMES),
        ("inferenceService", config::InferenceServices::NAMES),
        ("ingress", config::Ingress::NAMES),
        ("localModel", config::LocalModel::NAMES),
        ("logger", config::Logger::NAMES),
        ("metricsAggregator", config::MetricsAggregator::NAMES),
        ("multiNode", config::MultiNode::NAMES),
        ("opentelemetryCollector", config::OpenTelemetryCollector::NAMES),
        ("security", config::Security::NAMES),
        ("service", config::Service::NAMES),
        ("storageInitializer", config::StorageInitializer::NAMES),
    ])
}

/// What the controller refuses in the configuration, by section.
fn errors(cluster: &Cluster) -> Vec<(&'static str, String)> {
    let config = &cluster.config;
    let release = &cluster.release;
    let mut errors: Vec<(&'static str, String)> = Vec::new();
    let mut decoded = |section: &'static str, error: Option<&str>| {
        errors.extend(error.map(|error| (section, error.to_owned())));
    };
    decoded("agent", invalid(&config.agent));
    decoded("autoscaler", invalid(&config.autoscaler));
    decoded("batcher", invalid(&config.batcher));
    decoded("credentials", invalid(&config.credentials));
    decoded("deploy", invalid(&config.deploy));
    decoded("explainers", invalid(&config.explainers));
    decoded("inferenceService", invalid(&config.inference_service));
    decoded("ingress", invalid(&config.ingress));
    decoded("localModel", invalid(&config.local_model));
    decoded("logger", invalid(&config.logger));
    decoded("metricsAggregator", invalid(&config.metrics_aggregator));
    decoded("multiNode", invalid(&config.multi_node));
    decoded("opentelemetryCollector", invalid(&config.opentelemetry_collector));
    decoded("security", invalid(&config.security));
    decoded("service", invalid(&config.service));
    decoded("storageInitializer", invalid(&config.storage_initializer));
    // What is well-formed may still lack something.
    let mut checked = |section: &'static str, error: Option<String>| {
        if let Some(error) = error
            && !errors.iter().any(|(broken, _)| *broken == section)
        {
            errors.push((section, error));
        }
    };
    checked("deploy", config.deploy_defaults(release).err());
    checked("ingress", config.ingress_settings().err());
    checked("inferenceService", config.inference_services().err());
    checked("storageInitializer", config.storage_initializer_settings(release).err());
    errors
}

fn invalid<T>(section: &Section<T>) -> Option<&str> {
    match section {
        Section::Invalid(error) => Some(error),
        Section::Absent | Section::Null | Section::Value(_) => None,
    }
}
