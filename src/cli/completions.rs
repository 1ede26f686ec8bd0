//! `kserve-render completions`: completion scripts for shells.

use clap::ValueEnum;
use clap_complete::{Shell as Common, generate};
use clap_complete_nushell::Nushell;

use super::exit::{Exit, print};

/// Print the completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Shell to complete in
    #[arg(value_enum)]
    shell: Language,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    Bash,
    Elvish,
    Fish,
    Nushell,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Exit> {
    const NAME: &str = "kserve-render";
    let mut script = Vec::new();
    let common = match args.shell {
        Language::Bash => Common::Bash,
        Language::Elvish => Common::Elvish,
        Language::Fish => Common::Fish,
        Language::PowerShell => Common::PowerShell,
        Language::Zsh => Common::Zsh,
        Language::Nushell => {
            // This shell refuses what a script does not name, and without a command it is `render`.
            let of_render: Vec<clap::Arg> = command
                .find_subcommand("render")
                .into_iter()
                .flat_map(|render| render.get_arguments().cloned())
                .collect();
            command = command.args(of_render);
            generate(Nushell, &mut command, NAME, &mut script);
            return print_script(&script);
        }
    };
    generate(common, &mut command, NAME, &mut script);
    print_script(&script)
}

fn print_script(script: &[u8]) -> anyhow::Result<Exit> {
    print([String::from_utf8_lossy(script)])?;
    Ok(Exit::Done)
}
