//! The kinds of findings, listed and explained by every command that finds something.

use anyhow::anyhow;

use super::exit::{Exit, print};
use super::options::CodeParser;
use crate::lint::docs;

/// Questions about kinds of findings rather than about documents.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Explain a kind of finding, by code or name
    #[arg(
        long,
        value_name = "CODE",
        conflicts_with = "list",
        value_parser = CodeParser,
        hide_possible_values = true
    )]
    explain: Option<String>,
    /// List the rules
    #[arg(long)]
    list: bool,
}

impl RuleArgs {
    /// Answers the question, if there is one.
    pub fn answer(&self) -> anyhow::Result<Option<Exit>> {
        if self.list {
            print([docs::list()])?;
            return Ok(Some(Exit::Done));
        }
        let Some(code) = &self.explain else { return Ok(None) };
        let text = docs::explain(code).ok_or_else(|| anyhow!("there is no rule {code} (lint --list)"))?;
        print([text])?;
        Ok(Some(Exit::Done))
    }
}
