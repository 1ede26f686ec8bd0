//! `kserve-render check`: everything that is wrong with services, in one run.

use super::exit::{Exit, print};
use super::findings::{self, FindingFormat, Report, Style};
use super::load::{examine, exit_of, note_passed_over};
use super::messages::Messages;
use super::options::{CommonArgs, FailOn, FindingArgs};
use super::progress::Progress;
use super::project::Project;
use super::rules::RuleArgs;
use crate::session::{Spot, check};

/// Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint
///
/// What validate and lint find, each once. For repositories (-R), pipelines and hooks. Exit status: 0 no errors, 1 errors
/// (with --strict also warnings), 2 something cannot be read.
#[derive(Debug, clap::Args)]
pub struct Args {
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
    if let Some(exit) = args.rules.answer()? {
        return Ok(exit);
    }
    let session = examine(&args.common, messages)?;
    let progress = Progress::new("services checked", session.services.len());
    let mut found = check::everything(&session, &|more| progress.add(more));
    drop(progress);
    Project::of(&args.common.input, messages)?.weigh(&mut found);
    args.findings.apply(&mut found);
    findings::promote(&mut found, messages);
    let report = Report::new("check", &session, &found);
    print([report.print(args.output, Style::Snippets, messages)])?;
    note_passed_over(&session, false, messages);
    if args.output == FindingFormat::Text {
        messages.note(&Spot::Nowhere, &report.counts());
    }
    let exit = exit_of(report.checked.len(), "document of KServe", &session, &args.common, messages);
    Ok(if args.findings.fails(&found, FailOn::Error) { exit.max(Exit::Refused) } else { exit })
}
