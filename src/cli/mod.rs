//! The command line: the arguments, and one file per command.
//!
//! Only this module knows the command line, the file system and the environment. Data goes to
//! standard output, everything else to standard error.

mod batch;
mod builds;
mod check;
mod completions;
mod composition;
mod config;
mod diff;
mod examples;
mod exit;
mod explain;
mod files;
mod findings;
mod fix;
#[doc(hidden)]
pub mod fuzzed;
mod krm;
mod lint;
mod load;
mod man;
mod messages;
mod options;
mod output_directory;
mod page;
mod progress;
mod project;
mod render;
mod rules;
mod runtimes;
mod status;
mod template;
mod terminal;
mod unified;
mod validate;
mod version;
mod view;
mod walk;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::output::printable::on_one_line;
use crate::session::Spot;
use exit::Exit;
use messages::Messages;

/// How the program is called: the command `render` needs no name.
const USAGE: &str = "kserve-render [OPTIONS] [FILES]...\n       kserve-render <COMMAND> [OPTIONS] [FILES]...";

/// Render KServe resources offline, exactly as the controllers would
#[derive(Debug, Parser)]
#[command(
    name = "kserve-render",
    version,
    subcommand_required = true,
    override_usage = USAGE,
    after_help = "Without a command, `render` is run, with its options (see kserve-render render --help).\n\
        Exit status: 0 done, 1 an input is refused, 2 usage, unreadable input or broken YAML."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    messages: messages::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    Render(render::Args),
    Status(status::Args),
    Explain(Box<explain::Args>),
    Check(check::Args),
    Validate(validate::Args),
    Diff(Box<diff::Args>),
    Lint(lint::Args),
    Runtimes(runtimes::Args),
    Config(config::Args),
    Krm(krm::Args),
    Completions(completions::Args),
    Man(man::Args),
    Version(version::Args),
}

/// The command line with everything that its help says.
fn command() -> clap::Command {
    examples::decorate(Cli::command())
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let cli = match parse(arguments.clone()) {
        Ok(cli) => cli,
        Err(error) => return messages::print_usage(error, &arguments).into(),
    };
    let messages = Messages::new(&cli.messages);
    let result = match &cli.command {
        Command::Render(args) => render::run(args, &messages),
        Command::Status(args) => status::run(args, &messages),
        Command::Explain(args) => explain::run(args, &messages),
        Command::Check(args) => check::run(args, &messages),
        Command::Validate(args) => validate::run(args, &messages),
        Command::Diff(args) => diff::run(args, &messages),
        Command::Lint(args) => lint::run(args, &messages),
        Command::Runtimes(args) => runtimes::run(args, &messages),
        Command::Config(args) => config::run(args, &messages),
        Command::Krm(args) => krm::run(args, &messages),
        Command::Completions(args) => completions::run(args, command()),
        Command::Man(args) => man::run(args, command()),
        Command::Version(args) => version::run(args),
    };
    result
        .unwrap_or_else(|error| {
            messages.error(&Spot::Nowhere, &format!("{error:#}"));
            Exit::Trouble
        })
        .into()
}

/// The name of a program that kubectl finds as the plugin `kubectl kserve-render`.
const KUBECTL_PLUGIN: &str = "kubectl-kserve_render";

/// Reads the arguments, the first of which is the name that the program was called by.
fn parse(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let called = arguments.first().and_then(|program| Path::new(program).file_stem());
    let mut command = command();
    if called.is_some_and(|name| name == KUBECTL_PLUGIN) {
        let usage = USAGE.replace("kserve-render", "kubectl kserve-render");
        command = command.bin_name("kubectl kserve-render").override_usage(usage);
    }
    if let Some((word, meant)) = meant_command(&command, &arguments) {
        let word = on_one_line(&word);
        let text = format!("cannot read {word}: there is no such file; did you mean the command {meant}?");
        return Err(command.error(clap::error::ErrorKind::InvalidSubcommand, text));
    }
    let matches = command.try_get_matches_from_mut(with_command(arguments))?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The first argument that would be taken for a file because it is not a command, with the command that it resembles.
fn meant_command(command: &clap::Command, arguments: &[OsString]) -> Option<(String, String)> {
    let completed = with_command(arguments.to_vec());
    let at = completed.iter().zip(arguments).position(|(completed, given)| completed != given)?;
    let word = arguments.get(at)?.to_str().filter(|word| !word.starts_with('-') && !Path::new(word).exists())?;
    let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    files::similar(word, known).map(|meant| (word.to_owned(), meant.to_owned()))
}

/// The arguments with `render` inserted if no command is named: before the first argument that is not an option of all commands.
/// A file with the name of a command is written with its folder: `./status`.
fn with_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let root = Cli::command();
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        match argument.to_str() {
            Some("-h" | "--help" | "-V" | "--version" | "help") => return arguments,
            Some(text) if Command::has_subcommand(text) => return arguments,
            Some(text) => match option_length(&root, text) {
                Some(length) => at += length,
                None => break,
            },
            None => break,
        }
    }
    let at = at.min(arguments.len());
    arguments.insert(at, "render".into());
    arguments
}

/// How many arguments an option of all commands takes, with its value; `None` for anything else.
fn option_length(root: &clap::Command, text: &str) -> Option<usize> {
    let options = || root.get_arguments().filter(|argument| argument.is_global_set());
    if let Some(long) = text.strip_prefix("--") {
        let (name, has_value) = long.split_once('=').map_or((long, false), |(name, _)| (name, true));
        let option = options().find(|option| option.get_long() == Some(name))?;
        return Some(if option.get_action().takes_values() && !has_value { 2 } else { 1 });
    }
    let shorts = text.strip_prefix('-').filter(|shorts| !shorts.is_empty())?;
    let is_flag = |c| options().any(|option| option.get_short() == Some(c) && !option.get_action().takes_values());
    shorts.chars().all(is_flag).then_some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_sound() {
        command().debug_assert();
    }

    #[test]
    fn help_names_the_plugin_when_kubectl_calls() {
        let usage = |program: &str| {
            let error = parse(vec![program.into(), "render".into(), "--help".into()]).expect_err("help");
            error.to_string().lines().find_map(|line| line.strip_prefix("Usage: ").map(str::to_owned)).expect("a usage")
        };
        assert_eq!(usage("/usr/bin/kubectl-kserve_render"), "kubectl kserve-render render [OPTIONS] [FILES]...");
        assert_eq!(usage("/usr/bin/kserve-render"), "kserve-render render [OPTIONS] [FILES]...");
    }

    #[test]
    fn render_is_the_command_when_none_is_named() {
        let with = |text: &str| {
            let arguments = std::iter::once("x").chain(text.split_whitespace()).map(OsString::from).collect();
            let arguments: Vec<String> =
                with_command(arguments).into_iter().skip(1).filter_map(|a| a.into_string().ok()).collect();
            arguments.join(" ")
        };
        assert_eq!(with(""), "render");
        assert_eq!(with("a.yaml -o name"), "render a.yaml -o name");
        assert_eq!(with("-qq --color never -o name a.yaml"), "-qq --color never render -o name a.yaml");
        assert_eq!(with("-"), "render -");
        assert_eq!(with("-v status a.yaml"), "-v status a.yaml");
        assert_eq!(with("./status"), "render ./status");
        assert_eq!(with("--help"), "--help");
    }
}
