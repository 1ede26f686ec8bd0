//! `kserve-render diff`: what differs between two inputs, releases, configurations, or from a dump of a cluster.

mod json;
mod live;
mod sides;
mod text;

use std::path::Path;

use anyhow::bail;

use super::exit::{Exit, print};
use super::load::{Tally, exit_of, load_both};
use super::messages::Messages;
use super::options::{ClusterArgs, CommonArgs, InputArgs};
use super::progress::Progress;
use super::render::warn_of_kinds;
use crate::answer::markdown::{self, Sides};
use crate::answer::page;
use crate::diff::{Selection, ServiceDiff};
use crate::object::Key;
use crate::object::PathPattern;
use crate::output::html;
use crate::session::compare::{Comparison, Follows, Pair};
use crate::session::labels::{Found, Labels};
use crate::session::{Service, Session, Spot};
pub use sides::Args;
use sides::{DiffFormat, Side, labelled};

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
    let services = old.session.services.len() + new.session.services.len();
    if services == 0 {
        return Ok(exit_of(Tally::resources(services), &old.session, &args.common, messages));
    }
    let comparison = Comparison::new(&old.session, &new.session, follows, &selection, args.inject);
    let pairs = comparison.pairs([&old.root, &new.root]);
    let labels = Labels::of([&old.session, &new.session]);
    let service = |pair: Pair| of_pair(&old.session, &new.session, pair);
    let label = |pair: Pair| service(pair).map(|service| labels.of_service(service)).unwrap_or_default();
    let progress = Progress::new("services compared", pairs.len());
    let exit = |is_same: bool| if is_same && !messages.has_failed() { Exit::Done } else { Exit::Refused };
    if args.stat && args.output == DiffFormat::Text {
        let row = |pair: Pair, diff: ServiceDiff| text::Row::of(label(pair), &diff);
        let rows = comparison.compare(&pairs, row, |more| progress.add(more));
        drop(progress);
        print([text::stat(&rows)])?;
        warn_of_failing(&comparison, &old.session, &new.session, messages);
        return Ok(exit(rows.is_empty()));
    }
    let of_releases = args.to_version.is_some() || args.from_version.is_some();
    let shows_reasons = args.output != DiffFormat::Text || text::external().is_none();
    let comparison = match of_releases && shows_reasons {
        true => comparison.with_reasons(!args.common.cluster.no_defaults),
        false => comparison,
    };
    let file = |pair: Pair| service(pair).and_then(|service| labels.file_of(service));
    let make = |pair: Pair, diff: ServiceDiff| Found { label: label(pair), file: file(pair), diff };
    let found = comparison.compare(&pairs, make, |more| progress.add(more));
    drop(progress);
    print([match args.output {
        DiffFormat::Json => json::of(&found),
        DiffFormat::Text => text::of(args, &found, &old.name, &new.name)?,
        DiffFormat::Markdown => as_markdown(&found, [&old, &new], &labels, of_releases),
        DiffFormat::Html => as_page(&found, &old, &new),
    }])?;
    warn_of_failing(&comparison, &old.session, &new.session, messages);
    Ok(exit(found.is_empty()))
}

/// Warns of services that cannot be compared because both sides fail with them.
fn warn_of_failing(comparison: &Comparison<'_>, old: &Session, new: &Session, messages: &Messages) {
    for (pair, text) in comparison.failing() {
        let Some(service) = of_pair(old, new, pair) else { continue };
        let Key { kind, namespace, name, .. } = service.key();
        let text =
            format!("{kind} {namespace}/{name} fails on both sides, so that its objects are not compared: {text}");
        messages.warning(&Spot::start(&service.document), &text);
    }
}

/// The differences as a comment on a pull request.
fn as_markdown(found: &[Found], [old, new]: [&Side; 2], labels: &Labels, of_releases: bool) -> String {
    let names = [old.name.as_str(), new.name.as_str()];
    let lines = |diff: &ServiceDiff| text::unified(diff, 3, &old.name, &new.name);
    let sessions = [&old.session, &new.session];
    markdown::of(found, &Sides { names, sessions, labels, of_releases, lines: &lines })
}

/// The differences as a page of its own.
fn as_page(found: &[Found], old: &Side, new: &Side) -> String {
    let title = format!("KServe: {} to {}", old.name, new.name);
    html::page(&title, &page::differences(&labelled(found), &old.session, &new.session))
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
    if args.to_config.is_none() {
        let common = CommonArgs { input: input.clone(), cluster: old_cluster.clone() };
        let (old, new) = load_both(&common, new_cluster.kserve_version.clone(), messages)?;
        return Ok((
            Side::of(name(&old_cluster), old),
            Side::of(name(&new_cluster), new),
            follows(Follows::Reconciled),
        ));
    }
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
