//! Files and flags into a session; every command reads its inputs here.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;

use super::files::{self, Sources};
use super::messages::{Message, Messages};
use super::options::{ClusterArgs, CommonArgs};
use crate::input::{Document, Source};
use crate::parallel;
use crate::release::defaults;
use crate::session::{Builder, Finding, Session, Spot};

/// Bytes of input that take so long to read that other work is worth a thread of its own meanwhile.
const LARGE: usize = 1 << 18;

/// Reads inputs, context and flags, and says what is wrong with them. What cannot be read ends it, unless `--keep-going` is
/// given.
pub fn load(args: &CommonArgs, messages: &Messages) -> anyhow::Result<Session> {
    let session = examine(args, messages)?;
    report(&session.findings, messages);
    if session.incomplete && !args.input.keep_going {
        bail!("nothing is done, as not everything can be read (--keep-going does what is possible)");
    }
    note_if_empty(&session, messages);
    Ok(session)
}

/// As [`load`], of all or nothing.
pub fn load_whole(args: &CommonArgs, messages: &Messages) -> anyhow::Result<Session> {
    let session = examine(args, messages)?;
    report(&session.findings, messages);
    if session.incomplete {
        bail!("nothing is done, as not everything can be read");
    }
    Ok(session)
}

/// Reads inputs, context and flags. What is wrong with them is left among the findings of the session.
pub fn examine(args: &CommonArgs, messages: &Messages) -> anyhow::Result<Session> {
    let (input, cluster) = (&args.input, &args.cluster);
    let mut builder = Builder::new(cluster.options(&input.namespace));
    add_cluster(&mut builder, cluster, input.recursive, messages)?;
    let sources = files::inputs(&input.paths(), input.recursive)?;
    if !cluster.no_defaults && sources.sources.iter().map(|source| source.text.len()).sum::<usize>() >= LARGE {
        let version = cluster.kserve_version;
        parallel::begin(move || {
            defaults::objects(version);
        });
    }
    let sources = readable(&mut builder, sources, messages);
    builder.inputs(&sources);
    Ok(builder.build())
}

/// A cluster without any input: the release, flags and context.
pub fn load_cluster(cluster: &ClusterArgs, messages: &Messages) -> anyhow::Result<Session> {
    let session = examine_cluster(cluster, messages)?;
    report(&session.findings, messages);
    if session.incomplete {
        bail!("nothing is done, as not everything can be read");
    }
    Ok(session)
}

/// As [`load_cluster`]; what is wrong is left among the findings of the session.
pub fn examine_cluster(cluster: &ClusterArgs, messages: &Messages) -> anyhow::Result<Session> {
    let mut builder = Builder::new(cluster.options("default"));
    add_cluster(&mut builder, cluster, false, messages)?;
    Ok(builder.build())
}

/// Adds what flags name of the cluster: what it holds, its context and its configuration.
pub fn add_cluster(
    builder: &mut Builder,
    cluster: &ClusterArgs,
    recursive: bool,
    messages: &Messages,
) -> anyhow::Result<()> {
    let observed = readable(builder, files::read_all(&cluster.observed, recursive)?, messages);
    builder.observed(&observed);
    let context = readable(builder, files::read_all(&cluster.context, recursive)?, messages);
    builder.context(&context);
    if let Some(path) = &cluster.config {
        match files::read(path) {
            Ok(source) => builder.config(&source),
            Err(finding) => builder.miss(*finding),
        }
    }
    Ok(())
}

/// All documents of some paths, whatever their kind, with their namespace set.
pub fn documents(
    paths: &[PathBuf],
    recursive: bool,
    namespace: &str,
    messages: &Messages,
) -> anyhow::Result<Vec<Document>> {
    let Sources { sources, unreadable } = files::read_all(paths, recursive)?;
    let (documents, findings) = crate::session::documents(&sources, namespace);
    let problems: Vec<Finding> = unreadable.into_iter().chain(findings).collect();
    report(&problems, messages);
    if problems.iter().any(|finding| finding.diagnostic.severity == crate::object::diagnostic::Severity::Error) {
        bail!("nothing is done, as not everything can be read");
    }
    Ok(documents)
}

fn readable(builder: &mut Builder, sources: Sources, messages: &Messages) -> Vec<Arc<Source>> {
    sources.unreadable.into_iter().for_each(|finding| builder.miss(finding));
    for source in &sources.sources {
        messages.detail(&Spot::Nowhere, &format!("read {}", source.name));
    }
    sources.sources
}

/// Says findings.
pub fn report(findings: &[Finding], messages: &Messages) {
    for finding in findings {
        messages.tell(&Message::from(finding));
    }
}

/// Says when there is nothing to do.
pub fn note_if_empty(session: &Session, messages: &Messages) {
    if session.services.is_empty() {
        messages.note(&Spot::Nowhere, "there is no InferenceService in the inputs");
    }
}
