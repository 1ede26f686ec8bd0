//! `kserve-render man`: the manual page.

use anyhow::Context as _;

use super::exit::{Exit, print};

/// Print the manual page, in roff
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Command to print the page of, such as render
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Exit> {
    command.build();
    let page = match &args.command {
        None => command,
        Some(name) => {
            let found = command.find_subcommand(name).with_context(|| format!("there is no command {name:?}"))?;
            found.clone().name(format!("kserve-render-{name}"))
        }
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff).context("cannot make the manual page")?;
    print([String::from_utf8_lossy(&roff)])?;
    Ok(Exit::Done)
}
