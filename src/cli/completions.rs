//! `kserve-render completions`: completion scripts for shells.

use clap_complete::Shell;

use super::exit::{Exit, print};

/// Print the completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Shell to complete in
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "kserve-render", &mut script);
    print([String::from_utf8_lossy(&script)])?;
    Ok(Exit::Done)
}
