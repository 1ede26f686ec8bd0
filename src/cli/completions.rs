//! `kserve-render completions`: completion scripts for shells.

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell as Common, generate};
use clap_complete_nushell::Nushell;

use super::exit::{Exit, print};
use crate::explain::Topic;

/// Print the completion script for a shell
///
/// Put it where the shell looks for such scripts, as the examples do.
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

pub fn run(args: &Args, command: clap::Command) -> anyhow::Result<Exit> {
    const NAME: &str = "kserve-render";
    let mut command = with_topics(with_options_of_render(command));
    let mut script = Vec::new();
    match args.shell {
        Language::Bash => generate(Common::Bash, &mut command, NAME, &mut script),
        Language::Elvish => generate(Common::Elvish, &mut command, NAME, &mut script),
        Language::Fish => generate(Common::Fish, &mut command, NAME, &mut script),
        Language::PowerShell => generate(Common::PowerShell, &mut command, NAME, &mut script),
        Language::Zsh => generate(Common::Zsh, &mut command, NAME, &mut script),
        Language::Nushell => generate(Nushell, &mut command, NAME, &mut script),
    }
    let script = String::from_utf8_lossy(&script);
    // Of a name with a hyphen the generator makes two spellings, so that nothing is offered behind a command
    // (clap-rs/clap issue 6421).
    let script = script.replace("kserve__subcmd__render", "kserve__render");
    let script = match args.shell {
        Language::Bash => with_topics_in_bash(&script),
        _ => script,
    };
    print([script])?;
    Ok(Exit::Done)
}

/// Without a command, `render` is run, so its options are offered there too.
fn with_options_of_render(command: clap::Command) -> clap::Command {
    let of_render: Vec<clap::Arg> =
        command.find_subcommand("render").into_iter().flat_map(|render| render.get_arguments().cloned()).collect();
    command.args(of_render)
}

/// The first words of `explain` may be topics.
fn with_topics(command: clap::Command) -> clap::Command {
    let topics = || PossibleValuesParser::new(Topic::ALL.map(Topic::name));
    command.mut_subcommand("explain", |explain| explain.mut_arg("files", |files| files.value_parser(topics())))
}

/// The generator leaves out what may stand for files.
fn with_topics_in_bash(script: &str) -> String {
    let of_explain = "kserve__render__subcmd__explain)\n            opts=\"";
    script.replace(of_explain, &format!("{of_explain}{} ", Topic::ALL.map(Topic::name).join(" ")))
}
