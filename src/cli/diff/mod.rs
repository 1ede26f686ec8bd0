//! `kserve-render diff`: what differs between two inputs, releases, configurations, or from a dump of a cluster.

mod json;
mod live;
mod markdown;
mod text;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::load_whole;
use super::messages::Messages;
use super::options::{ClusterArgs, CommonArgs, InputArgs, KindParser, ReleaseParser};
use super::progress::Progress;
use super::render::warn_of_kinds;
use crate::answer::page;
use crate::diff::{Selection, ServiceDiff};
use crate::object::{Key, PathPattern};
use crate::output::html;
use crate::session::compare::{Comparison, Follows, Pair};
use crate::session::{Release as Named, Service, Session};

/// Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster
///
/// Give two paths to compare two inputs, or one set of inputs and --to-version, --to-config or --live. The new side starts
/// from what the old one leaves in the cluster: an upgrade or another ConfigMap goes on with what is stored, and a second input
/// is applied over the first; --fresh compares two new clusters.
/// Exit status: 0 nothing differs, 1 something differs, 2 trouble.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    /// Release of the old side [default: that of --kserve-version]
    #[arg(long, value_name = "VERSION", value_parser = ReleaseParser, help_heading = "Sides")]
    from_version: Option<Named>,
    /// Release of the new side: what an upgrade changes
    #[arg(long, value_name = "VERSION", value_parser = ReleaseParser, help_heading = "Sides")]
    to_version: Option<Named>,
    /// ConfigMap of the new side
    #[arg(long, value_name = "FILE", help_heading = "Sides")]
    to_config: Option<PathBuf>,
    /// Compare two new clusters, which know nothing of each other
    #[arg(long, conflicts_with = "live", help_heading = "Sides")]
    fresh: bool,
    /// What is in the cluster as the old side: a dump, made with
    /// `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject,opentelemetrycollector -A -o yaml`
    /// of the kinds that the cluster has
    #[arg(long, value_name = "PATH", conflicts_with_all = ["from_version", "to_version", "to_config"], help_heading = "Sides")]
    live: Vec<PathBuf>,
    /// How to print it; markdown is for comments on pull requests, html is a page for reviews
    #[arg(short, long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    output: Format,
    /// Show only a summary, a line each service
    #[arg(long, help_heading = "Output")]
    stat: bool,
    /// Compare pods as the pod webhook makes them
    #[arg(long, conflicts_with = "live", help_heading = "Output")]
    inject: bool,
    /// Lines of context around a difference
    #[arg(short = 'U', long = "unified", value_name = "N", default_value_t = 3, help_heading = "Output")]
    context_lines: usize,
    /// Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    ignore_path: Vec<String>,
    /// Compare only objects of this kind (InferenceService stands for the status); repeatable
    #[arg(long, value_name = "KIND", value_parser = KindParser, hide_possible_values = true, help_heading = "Output")]
    kind: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Markdown,
    Html,
}

/// What differs for one service, and what that service is called in this run.
struct Found {
    label: String,
    /// Its file, where the name alone does not tell which it is.
    file: Option<String>,
    diff: ServiceDiff,
}

/// One side: what it is called, and its services.
struct Side {
    name: String,
    /// The path that was named of it.
    root: String,
    session: Session,
}

impl Side {
    fn load(name: String, input: &InputArgs, cluster: &ClusterArgs, messages: &Messages) -> anyhow::Result<Side> {
        let session = load_whole(&CommonArgs { input: input.clone(), cluster: cluster.clone() }, messages)?;
        let name = if name.is_empty() { session.cluster.release.version.name().to_owned() } else { name };
        Ok(Side { name, root: String::new(), session })
    }
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let selection = Selection {
        ignored: args.ignore_path.iter().map(|path| PathPattern::new(path)).collect(),
        kinds: args.kind.clone(),
    };
    warn_of_kinds(&args.kind, std::iter::empty(), messages);
    if !args.live.is_empty() {
        return live::run(args, &selection, messages);
    }
    let (old, new, follows) = sides(args, messages)?;
    let comparison = Comparison::new(&old.session, &new.session, follows, &selection, args.inject);
    let pairs = comparison.pairs([&old.root, &new.root]);
    let labels = Labels::of([&old.session, &new.session]);
    let service = |pair: Pair| of_pair(&old.session, &new.session, pair);
    let label = |pair: Pair| service(pair).map(|service| labels.of_service(service)).unwrap_or_default();
    let progress = Progress::new("services compared", pairs.len());
    if args.stat && args.output == Format::Text {
        let row = |pair: Pair, diff: ServiceDiff| text::Row::of(label(pair), &diff);
        let rows = comparison.compare(&pairs, row, |more| progress.add(more));
        drop(progress);
        print([text::stat(&rows)])?;
        return Ok(if rows.is_empty() { Exit::Done } else { Exit::Refused });
    }
    let of_releases = args.to_version.is_some() || args.from_version.is_some();
    let shows_reasons = args.output != Format::Text || text::external().is_none();
    let comparison = match of_releases && shows_reasons {
        true => comparison.with_reasons(!args.common.cluster.no_defaults),
        false => comparison,
    };
    let file = |pair: Pair| service(pair).and_then(|service| labels.file_of(service));
    let make = |pair: Pair, diff: ServiceDiff| Found { label: label(pair), file: file(pair), diff };
    let found = comparison.compare(&pairs, make, |more| progress.add(more));
    drop(progress);
    print([match args.output {
        Format::Json => json::of(&found),
        Format::Text => text::of(args, &found, &old.name, &new.name)?,
        Format::Markdown => markdown::of(&found, &old, &new, &labels, of_releases),
        Format::Html => as_page(&found, &old, &new),
    }])?;
    Ok(if found.is_empty() { Exit::Done } else { Exit::Refused })
}

/// The differences as a page of its own.
fn as_page(found: &[Found], old: &Side, new: &Side) -> String {
    let title = format!("KServe: {} to {}", old.name, new.name);
    html::page(&title, &page::differences(&labelled(found), &old.session, &new.session))
}

/// Differences with what their services are called.
fn labelled(found: &[Found]) -> Vec<(String, ServiceDiff)> {
    found.iter().map(|found| (found.label.clone(), found.diff.clone())).collect()
}

fn sides(args: &Args, messages: &Messages) -> anyhow::Result<(Side, Side, Follows)> {
    let paths = args.common.input.paths();
    let (mut old_cluster, mut new_cluster) = (args.common.cluster.clone(), args.common.cluster.clone());
    if let Some(release) = &args.from_version {
        old_cluster.kserve_version = Some(release.clone());
    }
    if let Some(release) = &args.to_version {
        new_cluster.kserve_version = Some(release.clone());
    }
    if let Some(config) = &args.to_config {
        new_cluster.config = Some(config.clone());
    }
    let follows = |follows| if args.fresh { Follows::Apart } else { follows };
    let two_inputs = args.to_version.is_none() && args.from_version.is_none() && args.to_config.is_none();
    if two_inputs {
        let [old, new] = &paths[..] else {
            bail!("give two paths to compare, or one of --to-version, --to-config and --live");
        };
        if [old, new].into_iter().all(|path| path.as_os_str() == "-") {
            bail!("standard input can be one of the two inputs, not both");
        }
        let side = |path: &Path, cluster: &ClusterArgs| -> anyhow::Result<Side> {
            let input = InputArgs { files: vec![path.to_owned()], filename: Vec::new(), ..args.common.input.clone() };
            let name = path.display().to_string();
            Ok(Side { root: name.clone(), ..Side::load(name, &input, cluster, messages)? })
        };
        return Ok((side(old, &old_cluster)?, side(new, &new_cluster)?, follows(Follows::Applied)));
    }
    let name = |cluster: &ClusterArgs| match &args.to_config {
        Some(_) => cluster.config.as_ref().map_or("defaults".to_owned(), |path| path.display().to_string()),
        // That of the documents is only known when they are read.
        None => cluster.kserve_version.as_ref().map_or(String::new(), |release| release.version.name().to_owned()),
    };
    let input = &args.common.input;
    Ok((
        Side::load(name(&old_cluster), input, &old_cluster, messages)?,
        Side::load(name(&new_cluster), input, &new_cluster, &messages.silenced())?,
        follows(Follows::Reconciled),
    ))
}

/// The service of a pair, that of the old side first.
fn of_pair<'s>(old: &'s Session, new: &'s Session, pair: Pair) -> Option<&'s Service> {
    let before = pair.0.and_then(|place| old.services.get(place));
    before.or_else(|| pair.1.and_then(|place| new.services.get(place)))
}

/// What services are called: by their file too where a name stands more than once.
struct Labels(HashMap<Key, usize>);

impl Labels {
    fn of(sides: [&Session; 2]) -> Labels {
        let mut most: HashMap<Key, usize> = HashMap::new();
        for session in sides {
            let mut counts: HashMap<Key, usize> = HashMap::new();
            session.services.iter().for_each(|service| *counts.entry(service.key()).or_default() += 1);
            for (key, count) in counts {
                let known = most.entry(key).or_default();
                *known = count.max(*known);
            }
        }
        Labels(most)
    }

    /// The file of a service whose name stands more than once.
    fn file_of(&self, service: &Service) -> Option<String> {
        let is_repeated = self.0.get(&service.key()).is_some_and(|count| *count > 1);
        is_repeated.then(|| service.document.source.name.clone())
    }

    fn of_service(&self, service: &Service) -> String {
        let key = service.key();
        let kind = match &*key.kind {
            "InferenceService" => String::new(),
            kind => format!("{kind} "),
        };
        let file = self.file_of(service).map(|file| format!(" ({file})")).unwrap_or_default();
        format!("{kind}{}/{}{file}", key.namespace, key.name)
    }
}
