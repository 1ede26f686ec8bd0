//! `kserve-render lint`: advice about services that the controller accepts.

use super::exit::{Exit, print};
use super::findings::{self, FindingFormat, Report, Style};
use super::fix::{FixArgs, Fixed};
use super::load::{Tally, examine_mended, exit_of, note_passed_over, report};
use super::messages::Messages;
use super::options::{CommonArgs, FailOn, FindingArgs};
use super::progress::Progress;
use super::rules::RuleArgs;
use crate::session::{Spot, check};

/// Look for what is accepted, but fails or surprises later
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    fix: FixArgs,
    /// How to print what is found
    #[arg(short, long, value_enum, default_value_t = FindingFormat::Text, help_heading = "Output")]
    output: FindingFormat,
    #[command(flatten)]
    rules: RuleArgs,
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    if let Some(exit) = args.rules.answer()? {
        return Ok(exit);
    }
    let fixed = match args.fix.is_asked() {
        true => Fixed::of(&args.fix, &args.findings, &args.common, messages)?,
        false => Fixed::default(),
    };
    if args.fix.diff {
        let is_any = fixed.show(messages)?;
        return Ok(if is_any { Exit::Refused } else { Exit::Done });
    }
    fixed.write(messages)?;
    let session = examine_mended(&args.common, &fixed.after, messages)?;
    report(&session.findings, messages);
    report(&check::slips(&session), messages);
    let progress = Progress::new("services checked", session.services.len());
    let found = check::lint(&session, &|more| progress.add(more));
    drop(progress);
    let found = findings::weighed(found, &args.common, &args.findings, messages)?;
    let report = Report::new("lint", &session, &found);
    print([findings::text_of(&report, args.output, Style::Lines, messages)])?;
    note_passed_over(&session, false, messages);
    if args.output == FindingFormat::Text {
        let hint = if found.is_empty() { "" } else { " (lint --explain CODE tells more)" };
        messages.note(&Spot::Nowhere, &(report.counts() + hint));
    }
    let exit = exit_of(Tally::resources(session.services.len()), &session, &args.common, messages);
    let fails = args.findings.fails(&found, FailOn::Warning) || messages.has_failed();
    Ok(if fails { exit.max(Exit::Refused) } else { exit })
}
