//! `kserve-render check`: everything that can be found, and what it has in common with `validate`.

use super::exit::{Exit, print};
use super::findings::{self, FindingFormat, Report, Style};
use super::load::{Tally, examine, exit_of, note_passed_over};
use super::messages::Messages;
use super::options::{CommonArgs, FailOn, FindingArgs};
use super::progress::Progress;
use super::rules::RuleArgs;
use crate::session::{Finding, Session, Spot, check};

/// Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint
///
/// What validate and lint find, each once. For repositories (-R), pipelines and hooks. Exit status: 0 no errors, 1 errors
/// (with --strict also warnings), 2 something cannot be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    own: CheckArgs,
}

/// What is looked at, and which findings are printed and how.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    findings: FindingArgs,
    /// How to print the findings
    #[arg(short, long, value_enum, default_value_t = FindingFormat::Text, help_heading = "Output")]
    output: FindingFormat,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    args.own.run("check", check::everything, messages)
}

/// A way to look at the documents of a session.
type Look = fn(&Session, check::Tell<'_>) -> Vec<Finding>;

impl CheckArgs {
    /// Runs a command that looks at documents in some way.
    pub fn run(&self, command: &'static str, look: Look, messages: &Messages) -> anyhow::Result<Exit> {
        if let Some(exit) = self.rules.answer()? {
            return Ok(exit);
        }
        let session = examine(&self.common, messages)?;
        let progress = Progress::new("services checked", session.services.len());
        let found = look(&session, &|more| progress.add(more));
        drop(progress);
        let found = findings::weighed(found, &self.common, &self.findings, messages)?;
        let report = Report::new(command, &session, &found);
        print([findings::text_of(&report, self.output, Style::Snippets, messages)])?;
        note_passed_over(&session, false, messages);
        if self.output == FindingFormat::Text {
            messages.note(&Spot::Nowhere, &report.counts());
        }
        let tally = Tally { count: report.checked.len(), what: "document of KServe" };
        let exit = exit_of(tally, &session, &self.common, messages);
        Ok(if self.findings.fails(&found, FailOn::Error) { exit.max(Exit::Refused) } else { exit })
    }
}
