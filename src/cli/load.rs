//! From files and flags to a session; every command reads its inputs here.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;

use super::exit::Exit;
use super::files::{self, Origin, Part, Sources};
use super::messages::{self, Message, Messages};
use super::options::{ClusterArgs, CommonArgs, InputArgs};
use super::progress::Progress;
use super::project::Project;
use super::walk;
use crate::input::{Document, Source};
use crate::object::Kind;
use crate::object::diagnostic::Severity;
use crate::parallel;
use crate::release::{Version, defaults};
use crate::session::{Builder, Finding, Release, Session, Spot, check};

/// So many bytes of input take long enough to read that other work is worth a thread of its own meanwhile.
const LARGE: usize = 1 << 18;

/// Reads inputs, context and flags, and tells what is wrong with them. If something cannot be read, that is the end, unless
/// `--keep-going` is given.
pub fn load(args: &CommonArgs, messages: &Messages) -> anyhow::Result<Session> {
    let session = examine(args, messages)?;
    report(&session.findings, messages);
    report(&check::slips(&session), messages);
    note_broken_config(&session, messages);
    if session.incomplete && !args.input.keep_going {
        bail!("nothing is done, as not everything can be read (--keep-going does what is possible)");
    }
    Ok(session)
}

/// Tells where sections of the ConfigMap are broken. Whether that matters to a service is told with the service.
fn note_broken_config(session: &Session, messages: &Messages) {
    for finding in check::broken_sections(session) {
        messages.tell(&Message { severity: messages::Severity::Warning, ..Message::from(&finding) });
    }
}

/// Like [`load`], but everything has to be readable, even with `--keep-going`.
pub fn load_whole(args: &CommonArgs, messages: &Messages) -> anyhow::Result<Session> {
    let session = examine(args, messages)?;
    be_whole(&session, messages)?;
    Ok(session)
}

/// Like [`load_whole`], for the release of `args` and for another one; everything is read once.
pub fn load_both(
    args: &CommonArgs,
    release: Option<Release>,
    messages: &Messages,
) -> anyhow::Result<(Session, Session)> {
    let mut other = args.clone();
    other.cluster.kserve_version = release;
    let other = Project::of(&args.input, messages)?.apply(&other, messages).cluster.kserve_version;
    let read = read(args, &BTreeMap::new(), messages)?;
    let other = read.builder.for_release(other);
    let other = Read { builder: other, names: read.names.clone(), input: read.input.clone() };
    let session = read.session()?;
    be_whole(&session, messages)?;
    Ok((session, other.session()?))
}

/// Tells what is wrong with a session; it is an error if something is missing.
fn be_whole(session: &Session, messages: &Messages) -> anyhow::Result<()> {
    report(&session.findings, messages);
    report(&check::slips(session), messages);
    note_broken_config(session, messages);
    if session.incomplete {
        bail!("nothing is done, as not everything can be read");
    }
    Ok(())
}

/// Reads inputs, context and flags. What is wrong with them is left among the findings of the session.
pub fn examine(args: &CommonArgs, messages: &Messages) -> anyhow::Result<Session> {
    examine_mended(args, &BTreeMap::new(), messages)
}

/// Like [`examine`], with other texts in place of the files of these names.
pub fn examine_mended(
    args: &CommonArgs,
    mended: &BTreeMap<String, Arc<Source>>,
    messages: &Messages,
) -> anyhow::Result<Session> {
    read(args, mended, messages)?.session()
}

/// What has been read.
struct Read {
    builder: Builder,
    /// The names of the inputs.
    names: Vec<String>,
    input: InputArgs,
}

impl Read {
    fn session(self) -> anyhow::Result<Session> {
        let mut session = self.builder.build();
        session.inputs = self.names;
        choose_services(&mut session, &self.input)?;
        Ok(session)
    }
}

fn read(args: &CommonArgs, mended: &BTreeMap<String, Arc<Source>>, messages: &Messages) -> anyhow::Result<Read> {
    let project = Project::of(&args.input, messages)?;
    let CommonArgs { input, cluster } = project.apply(args, messages);
    let cluster = &cluster;
    let mut builder = Builder::new(cluster.options(&input));
    // It goes with the builder, when everything is read.
    let progress = Progress::new("documents read", 0);
    builder.tell(move |more| progress.add(more));
    project.findings.into_iter().for_each(|finding| builder.note(finding));
    let mut sources = match cluster.observed.is_empty() {
        true => files::inputs(&input)?,
        false => files::inputs_if_any(&input)?,
    };
    sources.replace(mended);
    let names: Vec<String> = sources.all().map(|source| source.name.clone()).collect();
    if !cluster.observed.is_empty() && sources.parts.is_empty() && sources.unreadable.is_empty() {
        builder.take_stored();
    }
    add_cluster(&mut builder, cluster, &input, messages)?;
    let namespaces = sources.all().filter_map(|source| {
        let namespace = walk::namespace_of(&source.name, &input.namespaces)?;
        Some((source.name.clone(), namespace.to_owned()))
    });
    builder.namespaces(namespaces.collect());
    if !cluster.no_defaults && sources.size() >= LARGE {
        let version = cluster.kserve_version.as_ref().map_or(Version::NEWEST, |release| release.version);
        parallel::begin(move || {
            defaults::objects(version);
        });
    }
    for part in readable(&mut builder, sources, messages) {
        match part.origin {
            Origin::Named => builder.inputs(&part.sources),
            Origin::Walked => builder.walked(&part.sources),
            Origin::Built => builder.built(&part.sources),
        }
    }
    Ok(Read { builder, names, input })
}

/// Keeps the services that `--service` asks for.
fn choose_services(session: &mut Session, input: &InputArgs) -> anyhow::Result<()> {
    if input.service.is_empty() || session.services.is_empty() {
        return Ok(());
    }
    session.choose(|key| input.service.iter().any(|glob| glob.matches(&key.namespace, &key.name)));
    if session.services.is_empty() {
        let names: Vec<String> = session.beside.iter().take(5).map(|service| service.key().name).collect();
        let more = if session.beside.len() > names.len() { ", …" } else { "" };
        bail!("no service matches --service; there are {}{more}", names.join(", "));
    }
    Ok(())
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

/// Like [`load_cluster`]; what is wrong is left among the findings of the session.
pub fn examine_cluster(cluster: &ClusterArgs, messages: &Messages) -> anyhow::Result<Session> {
    let own = CommonArgs { input: InputArgs::default(), cluster: cluster.clone() };
    let project = Project::of(&own.input, messages)?;
    let CommonArgs { input, cluster } = project.apply(&own, messages);
    let mut builder = Builder::new(cluster.options(&input));
    project.findings.into_iter().for_each(|finding| builder.note(finding));
    add_cluster(&mut builder, &cluster, &input, messages)?;
    Ok(builder.build())
}

/// Adds what flags tell of the cluster: what it holds, its context and its configuration.
pub fn add_cluster(
    builder: &mut Builder,
    cluster: &ClusterArgs,
    input: &InputArgs,
    messages: &Messages,
) -> anyhow::Result<()> {
    for part in readable(builder, files::read_all(&cluster.observed, input)?, messages) {
        builder.observed(&part.sources, part.origin == Origin::Walked);
    }
    for part in readable(builder, files::read_all(&cluster.last_applied, input)?, messages) {
        builder.last_applied(&part.sources, part.origin == Origin::Walked);
    }
    for part in readable(builder, files::read_all(&cluster.context, input)?, messages) {
        builder.context(&part.sources, part.origin == Origin::Walked);
    }
    if let Some(path) = &cluster.config {
        match files::read(path) {
            Ok(source) => builder.config(&source),
            Err(finding) => builder.miss(*finding),
        }
    }
    Ok(())
}

/// All objects of some paths, whatever their kind, with their namespace set.
pub fn documents(paths: &[PathBuf], input: &InputArgs, messages: &Messages) -> anyhow::Result<Vec<Document>> {
    let read = files::read_all(paths, input)?;
    let parts = read.parts.iter().map(|part| (part.sources.as_slice(), part.origin == Origin::Walked));
    let (documents, findings) = crate::session::documents(parts, input.namespace());
    let problems: Vec<Finding> = read.unreadable.into_iter().chain(findings).collect();
    report(&problems, messages);
    if problems.iter().any(|finding| finding.diagnostic.severity == Severity::Error) {
        bail!("nothing is done, as not everything can be read");
    }
    Ok(documents)
}

fn readable(builder: &mut Builder, sources: Sources, messages: &Messages) -> Vec<Part> {
    for source in sources.all() {
        messages.detail(&Spot::Nowhere, &format!("read {}", source.name));
    }
    sources.unreadable.into_iter().for_each(|finding| builder.miss(finding));
    sources.passed_over.into_iter().for_each(|(name, why)| builder.pass_over(name, why));
    sources.parts
}

/// Prints findings.
pub fn report(findings: &[Finding], messages: &Messages) {
    for finding in findings {
        messages.tell(&Message::from(finding));
    }
}

/// Tells in one note what was passed over, and with more output each file and document. `are_copied` says that documents of other kinds
/// are copied instead.
pub fn note_passed_over(session: &Session, are_copied: bool, messages: &Messages) {
    for (name, why) in &session.passed_over {
        messages.detail(&Spot::File(name.clone()), &format!("passed over: {}", why.name()));
    }
    if !are_copied {
        for (spot, what) in session.other_documents() {
            messages.detail(&spot, &format!("passed over: {what}"));
        }
    }
    if let Some(text) = session.passed_over_in_short(are_copied) {
        messages.note(&Spot::Nowhere, &format!("{text}; -v lists them"));
    }
}

/// What a run had to look at.
#[derive(Debug, Clone, Copy)]
pub struct Tally {
    pub count: usize,
    /// What one of them is called.
    pub what: &'static str,
}

impl Tally {
    /// Resources of any kind, which are called by the usual one.
    pub fn resources(count: usize) -> Tally {
        Tally { count, what: Kind::USUAL.name() }
    }
}

/// The exit status of a run: one that had nothing to look at does not end as if all were well.
pub fn exit_of(tally: Tally, session: &Session, args: &CommonArgs, messages: &Messages) -> Exit {
    let exit = Exit::of(session);
    if tally.count > 0 {
        return exit;
    }
    let text = format!("there is no {} in the inputs", tally.what);
    if args.input.allow_empty {
        messages.note(&Spot::Nowhere, &text);
        return exit;
    }
    messages.error(&Spot::Nowhere, &format!("{text}, so nothing is done (--allow-empty takes that as success)"));
    exit.max(Exit::Refused)
}

/// The final exit status of a run, in which warnings may have counted as errors.
pub fn final_exit(exit: Exit, tally: Tally, session: &Session, args: &CommonArgs, messages: &Messages) -> Exit {
    let exit = exit.max(exit_of(tally, session, args, messages));
    if messages.has_failed() { exit.max(Exit::Refused) } else { exit }
}
