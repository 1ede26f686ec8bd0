//! `kserve-render lint`: advice about services that the controller accepts.

use anyhow::anyhow;
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::findings::{self, Format, Report, Style};
use super::load::load;
use super::messages::Messages;
use super::options::CommonArgs;
use crate::lint::{Suppression, docs};
use crate::object::diagnostic::Severity;
use crate::session::{Spot, check};

/// Look for what is accepted, but fails or surprises later
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    /// How to print what is found
    #[arg(short, long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    output: Format,
    /// The least severity with which the exit status is 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Warning, help_heading = "Output")]
    fail_on: FailOn,
    /// Leave out a kind of finding, everywhere or for one service; repeatable
    #[arg(long, value_name = "CODE[=NAMESPACE/NAME]", help_heading = "Output")]
    suppress: Vec<Suppression>,
    /// Explain a kind of finding, by code or name
    #[arg(long, value_name = "CODE", conflicts_with = "list", help_heading = "Rules")]
    explain: Option<String>,
    /// List the rules
    #[arg(long, help_heading = "Rules")]
    list: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    #[value(alias = "info")]
    Note,
    Never,
}

impl FailOn {
    fn includes(self, severity: Severity) -> bool {
        match self {
            FailOn::Error => severity == Severity::Error,
            FailOn::Warning => severity <= Severity::Warning,
            FailOn::Note => true,
            FailOn::Never => false,
        }
    }
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    if args.list {
        print([docs::list()])?;
        return Ok(Exit::Done);
    }
    if let Some(code) = &args.explain {
        let text = docs::explain(code).ok_or_else(|| anyhow!("there is no rule {code} (lint --list)"))?;
        print([text])?;
        return Ok(Exit::Done);
    }
    let session = load(&args.common, messages)?;
    let mut found = check::lint(&session, &args.suppress);
    findings::promote(&mut found, messages);
    let report = Report::new("lint", &session, &found);
    print([report.print(args.output, Style::Lines, messages)])?;
    if args.output == Format::Text {
        messages.note(&Spot::Nowhere, &report.counts());
    }
    let fails = found.iter().any(|finding| args.fail_on.includes(finding.diagnostic.severity)) || messages.has_failed();
    let exit = if fails { Exit::Refused } else { Exit::Done };
    Ok(if session.incomplete { Exit::Trouble } else { exit })
}
