//! `kserve-render validate`: what API server and webhooks would say.

use super::exit::{Exit, print};
use super::findings::{self, FindingFormat, Report, Style};
use super::load::{examine, exit_of, note_passed_over};
use super::messages::Messages;
use super::options::{CommonArgs, FailOn, FindingArgs};
use super::progress::Progress;
use super::project::Project;
use super::rules::RuleArgs;
use crate::session::{Spot, check};

/// Check services, runtimes and ConfigMap as API server and webhooks would, without rendering
///
/// All findings are shown; the one that the cluster would give is marked. Exit status: 0 nothing is refused, 1 something
/// is, 2 something cannot be read.
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
    let mut found = check::validate(&session, &|more| progress.add(more));
    drop(progress);
    Project::of(&args.common.input, messages)?.weigh(&mut found);
    args.findings.apply(&mut found);
    findings::promote(&mut found, messages);
    let report = Report::new("validate", &session, &found);
    print([report.print(args.output, Style::Snippets, messages)])?;
    note_passed_over(&session, false, messages);
    if args.output == FindingFormat::Text {
        messages.note(&Spot::Nowhere, &report.counts());
    }
    let exit = exit_of(report.checked.len(), "document of KServe", &session, &args.common, messages);
    Ok(if args.findings.fails(&found, FailOn::Error) { exit.max(Exit::Refused) } else { exit })
}
