//! `kserve-render man`: the manual pages.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap_mangen::Man;

use super::examples;
use super::exit::{Exit, print};

/// Print a manual page, in roff, or write all of them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Command to print the page of, such as render or config show
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Vec<String>,
    /// Write the pages of all commands into this directory
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Exit> {
    command.build();
    if let Some(directory) = &args.dir {
        std::fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
        write_all(&command, "", directory)?;
        return Ok(Exit::Done);
    }
    let mut page = &command;
    for name in &args.command {
        page = page.find_subcommand(name).with_context(|| format!("there is no command {name:?}"))?;
    }
    print([roff(page, &args.command.join(" "))?])?;
    Ok(Exit::Done)
}

/// The pages of a command and of all below it, each in a file.
fn write_all(command: &clap::Command, path: &str, directory: &Path) -> anyhow::Result<()> {
    let file = directory.join(format!("{}.1", name(path)));
    std::fs::write(&file, roff(command, path)?).with_context(|| format!("cannot write {}", file.display()))?;
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        write_all(below, format!("{path} {}", below.get_name()).trim_start(), directory)?;
    }
    Ok(())
}

/// The name of a page.
fn name(path: &str) -> String {
    format!("kserve-render {path}").trim_end().replace(' ', "-")
}

const ENVIRONMENT: [(&str, &str); 5] = [
    ("KSERVE_RENDER_CONFIG", "the ConfigMap, where --config does not name one"),
    ("KSERVE_RENDER_KSERVE_VERSION", "the release, where --kserve-version does not name one"),
    ("KUBECTL_EXTERNAL_DIFF", "the program that shows the differences of diff"),
    ("NO_COLOR", "if set, nothing is in colour"),
    ("CLICOLOR_FORCE", "if set, everything is in colour"),
];

const EXIT_STATUS: [(&str, &str); 3] = [
    ("0", "done; of diff: nothing differs"),
    ("1", "an input is refused, or there are findings; of diff: something differs"),
    ("2", "usage, unreadable input, broken YAML or configuration"),
];

/// A page in roff: what clap knows, then examples, environment and exit status.
fn roff(command: &clap::Command, path: &str) -> anyhow::Result<String> {
    let man = Man::new(command.clone().name(name(path)));
    let mut out = Vec::new();
    let mut render = || {
        man.render_title(&mut out)?;
        man.render_name_section(&mut out)?;
        man.render_synopsis_section(&mut out)?;
        man.render_description_section(&mut out)?;
        man.render_options_section(&mut out)?;
        if command.has_subcommands() {
            man.render_subcommands_section(&mut out)?;
        }
        Ok::<(), std::io::Error>(())
    };
    render().context("cannot make the manual page")?;
    let mut text = String::from_utf8_lossy(&out).into_owned();
    text += ".SH EXAMPLES\n";
    for (what, line) in examples::of(path) {
        text += &format!(".TP\n{}\n\\fB{}\\fR\n", literal(what), literal(line));
    }
    for (title, entries) in [("ENVIRONMENT", &ENVIRONMENT[..]), ("EXIT STATUS", &EXIT_STATUS[..])] {
        text += &format!(".SH \"{title}\"\n");
        for (term, what) in entries {
            text += &format!(".TP\n\\fB{}\\fR\n{}\n", literal(term), literal(what));
        }
    }
    Ok(text)
}

/// A text in which roff sees no requests of its own.
fn literal(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
