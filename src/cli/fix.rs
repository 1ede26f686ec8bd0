//! Mending files: `lint --fix`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};

use super::exit::print;
use super::files::STDIN;
use super::load::examine_mended;
use super::messages::{self, Messages};
use super::options::{CommonArgs, FindingArgs};
use super::progress::Progress;
use super::project::Project;
use super::terminal::is_terminal;
use super::unified::{file_name, unified};
use crate::input::Source;
use crate::output::printable::counted;
use crate::session::{Finding, Session, Spot, check, mend};

/// Whether and how to fix.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Fixing")]
pub struct FixArgs {
    /// Fix in the files what can be meant in only one way; comments, order and style stay
    #[arg(long)]
    pub fix: bool,
    /// Also fix what may have been meant otherwise
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Show what would be fixed, and write nothing; the exit status is 1 if there is anything
    #[arg(long)]
    pub diff: bool,
}

impl FixArgs {
    /// Whether anything is to be fixed.
    pub fn is_asked(&self) -> bool {
        self.fix || self.unsafe_fixes || self.diff
    }
}

/// How often a fixed text is looked at again: one fix may bring another finding to light.
const ROUNDS: usize = 10;

/// What has been fixed.
#[derive(Debug, Default)]
pub struct Fixed {
    /// Texts as they were, by the names of files.
    before: BTreeMap<String, Arc<Source>>,
    /// Texts as they are now.
    pub after: BTreeMap<String, Arc<Source>>,
    /// Codes of what has been fixed, by the names of files.
    codes: BTreeMap<String, BTreeMap<&'static str, usize>>,
    /// Files that cannot be written, and why.
    unwritable: BTreeMap<String, String>,
    /// The messages that were printed already.
    told: BTreeSet<String>,
}

impl Fixed {
    /// Fixes until nothing more can be fixed. The files stay as they are.
    pub fn of(
        args: &FixArgs,
        findings: &FindingArgs,
        common: &CommonArgs,
        messages: &Messages,
    ) -> anyhow::Result<Fixed> {
        let mut fixed = Fixed::default();
        for _ in 0..ROUNDS {
            let session = examine_mended(common, &fixed.after, messages)?;
            if session.inputs.iter().any(|name| name == STDIN) {
                bail!("only files can be fixed, and standard input is none; name the files");
            }
            // A pipe can be read only once.
            if let Some(pipe) = session.inputs.iter().find(|name| std::fs::metadata(name).is_ok_and(|of| !of.is_file()))
            {
                bail!("only files can be fixed, and {pipe} is none; name the files");
            }
            let progress = Progress::new("services checked", session.services.len());
            let mut found = check::everything(&session, &|more| progress.add(more));
            drop(progress);
            Project::of(&common.input, messages)?.weigh(&mut found);
            findings.apply(&mut found);
            if !fixed.round(&session, &found, args.unsafe_fixes, messages) {
                break;
            }
        }
        Ok(fixed)
    }

    /// Fixes once; false if nothing was.
    fn round(&mut self, session: &Session, found: &[Finding], all: bool, messages: &Messages) -> bool {
        let inputs = names_of_inputs(session);
        let is_mendable = |finding: &&Finding| {
            let source = finding.fix.as_ref().map(|fix| fix.source.name.as_str());
            source.is_some_and(|name| inputs.contains(name) && !self.unwritable.contains_key(name))
        };
        let found: Vec<Finding> = found.iter().filter(is_mendable).cloned().collect();
        let outcome = mend::mend(found.iter().map(|finding| finding.fix.as_ref()), all);
        for (index, why) in outcome.left {
            if let Some(finding) = found.get(index) {
                self.tell(finding, &why.to_string(), messages);
            }
        }
        let mut is_new = false;
        for mended in outcome.texts {
            let name = mended.source.name.clone();
            if let Err(why) = self.writable(&mended.source).map_err(|error| error.to_string()) {
                let first = mended.done.first().and_then(|index| found.get(*index));
                first.into_iter().for_each(|finding| self.tell(finding, &why, messages));
                self.unwritable.insert(name, why);
                continue;
            }
            for finding in mended.done.iter().filter_map(|index| found.get(*index)) {
                *self.codes.entry(name.clone()).or_default().entry(finding.diagnostic.code.id).or_default() += 1;
            }
            self.before.entry(name.clone()).or_insert(mended.source);
            self.after.insert(name.clone(), Arc::new(Source { name, text: mended.text }));
            is_new = true;
        }
        is_new
    }

    /// Tells why something is left alone.
    fn tell(&mut self, finding: &Finding, why: &str, messages: &Messages) {
        let code = finding.diagnostic.code.id;
        let text = format!("is left alone: {why}");
        if self.told.insert(format!("{} {code} {text}", finding.spot)) {
            messages.say(messages::Severity::Warning, Some(code), &finding.spot, &text);
        }
    }

    /// Whether a text is that of a file, so that it can be written.
    fn writable(&self, source: &Source) -> anyhow::Result<()> {
        if self.after.contains_key(&source.name) {
            return Ok(());
        }
        match std::fs::read_to_string(&source.name) {
            Ok(text) if text == source.text => Ok(()),
            _ => Err(anyhow!("what is read is made of files, and is none itself")),
        }
    }

    /// Writes the files.
    pub fn write(&self, messages: &Messages) -> anyhow::Result<()> {
        for (name, source) in &self.after {
            replace(Path::new(name), &source.text)
                .with_context(|| format!("cannot write {name}, which is as it was"))?;
            messages.note(&Spot::File(name.clone()), &format!("fixed {}", self.summary(name)));
        }
        Ok(())
    }

    /// Prints what would be written, and tells whether there is anything.
    pub fn show(&self, messages: &Messages) -> anyhow::Result<bool> {
        for (name, before) in &self.before {
            let Some(after) = self.after.get(name) else { continue };
            let (old, new) = (mend::without_secrets(before), mend::without_secrets(after));
            let names = (format!("a/{name}"), format!("b/{name}"));
            let unified = unified(&old, &new, 3, (&file_name(&names.0), &file_name(&names.1)));
            // What is not for people may be applied, and has to have the text of the file.
            print([if is_terminal() { messages::for_stdout(&unified) } else { unified }])?;
            messages.note(&Spot::File(name.clone()), &format!("would fix {}", self.summary(name)));
        }
        Ok(!self.after.is_empty())
    }

    fn summary(&self, name: &str) -> String {
        let codes = self.codes.get(name).cloned().unwrap_or_default();
        let count = counted(codes.values().sum(), "finding");
        let codes: Vec<String> = codes
            .into_iter()
            .map(|(code, count)| if count > 1 { format!("{count} times {code}") } else { code.to_owned() })
            .collect();
        format!("{count} ({})", codes.join(", "))
    }
}

/// The names of the inputs: this command does not change context and configuration.
fn names_of_inputs(session: &Session) -> BTreeSet<&str> {
    session.inputs.iter().map(String::as_str).collect()
}

/// Replaces the content of a file in one step, so that it has the old content or the new one whatever happens in between. Permissions stay,
/// and a link leads to the new content.
fn replace(file: &Path, text: &str) -> std::io::Result<()> {
    let file = file.canonicalize()?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let permissions = std::fs::metadata(&file)?.permissions();
    // Replacing a file needs no permission for the file itself, which somebody may have taken away on purpose.
    std::fs::OpenOptions::new().write(true).open(&file)?;
    let mut new = tempfile::Builder::new().prefix(".kserve-render-").tempfile_in(folder)?;
    new.as_file_mut().write_all(text.as_bytes())?;
    new.as_file().set_permissions(permissions)?;
    new.as_file().sync_all()?;
    new.persist(&file)?;
    Ok(())
}
