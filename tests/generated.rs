//! Checks that files generated from the source are current. `SNAPSHOTS=overwrite cargo test --test generated` writes them again.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use kserve_render::input::{self, Source};
use kserve_render::release::Version;
use snapbox::{Data, assert_data_eq};

#[test]
fn the_table_of_release_differences_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/releases.md");
    assert_data_eq!(kserve_render::release::table::markdown(), Data::read_from(&file, None).raw());
}

#[test]
fn the_list_of_lint_rules_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lint.md");
    assert_data_eq!(kserve_render::lint::docs::markdown(), Data::read_from(&file, None).raw());
}

#[test]
fn the_defaults_of_the_newest_release_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/release/defaults");
    let entries = ["config", "runtimes", "storage"].map(|name| {
        let bytes = std::fs::read(folder.join(name).with_extension("yaml")).expect("a readable file");
        let source = Source::new(name.into(), bytes).expect("a text");
        let documents = input::read(&Arc::new(source)).documents;
        let [document] = documents.as_slice() else { panic!("{name}: not one document") };
        let entries = document.value.as_object().expect("a map");
        let lines: Vec<String> = entries.iter().map(|(key, value)| format!("  {key:?}: {value}")).collect();
        format!("{name:?}: {{\n{}\n}}", lines.join(",\n"))
    });
    let made = format!("{{{}}}\n", entries.join(", "));
    assert_data_eq!(made, Data::read_from(&folder.join("newest.json"), None).raw());
}

#[test]
fn the_readme_names_the_first_and_the_newest_release() {
    let [first, .., newest] = Version::ALL.map(Version::name);
    let text = std::fs::read_to_string(root().join("README.md")).expect("a file");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(
        words.join(" ").matches(&format!("{first} to {newest}")).count(),
        2,
        "the head and the table of the README"
    );
}

/// The repository, for links in the book to files that the book does not contain.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The output of the program in the project's folder, with or without colours.
fn run(line: &str, colour: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
    command.args(line.split_whitespace()).current_dir(root()).env("COLUMNS", "100").env("TERM", "xterm-256color");
    for name in ["KSERVE_RENDER_CONFIG", "KSERVE_RENDER_KSERVE_VERSION", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env(if colour { "CLICOLOR_FORCE" } else { "NO_COLOR" }, "1");
    let output = command.output().expect("the program runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_picture_of_a_terminal_is_current() {
    let mut screen = String::new();
    for line in [
        "examples/sklearn-standard.yaml -o name",
        "status examples/sklearn-standard.yaml",
        "explain mode examples/sklearn-knative.yaml",
    ] {
        screen += &format!("\u{1b}[1;32m$\u{1b}[0m \u{1b}[1mkserve-render {line}\u{1b}[0m\n{}", run(line, true));
    }
    let picture = anstyle_svg::Term::new().render_svg(&screen);
    assert_data_eq!(picture, Data::read_from(&root().join("docs/terminal.svg"), None).raw());
}

/// The subcommands listed in the help of a command.
fn subcommands(help: &str) -> Vec<&str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

fn describe(command: &str, page: &mut String) {
    let help = run(&format!("{command} --help"), false);
    let title = format!("kserve-render {command}");
    *page += &format!("\n## `{}`\n\n```text\n{}\n```\n", title.trim_end(), help.trim_end());
    for name in subcommands(&help) {
        describe(format!("{command} {name}").trim_start(), page);
    }
}

#[test]
fn the_page_of_commands_is_current() {
    let mut page = String::from("# Commands\n\nWhat `--help` prints of each command.\n");
    describe("", &mut page);
    assert!(page.matches("\n## ").count() > 12, "commands are found");
    assert_data_eq!(page, Data::read_from(&root().join("docs/commands.md"), None).raw());
}

/// The first page of the book is the README, whose links are changed to those of the book.
#[test]
fn the_first_page_of_the_book_is_current() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let mut page = String::new();
    let mut rest = readme.as_str();
    while let Some(at) = rest.find("](") {
        let (before, link) = rest.split_at(at + 2);
        page += before;
        if link.starts_with("docs/SUMMARY.md) · ") {
            // The book has its contents beside every page.
            page.truncate(page.len() - "[Book](".len());
            rest = link.split_once(" · ").map_or("", |(_, rest)| rest);
            continue;
        }
        page += match link.strip_prefix("docs/") {
            _ if link.starts_with("http") || link.starts_with('#') => "",
            Some(_) => "",
            None => REPOSITORY,
        };
        rest = link.strip_prefix("docs/").unwrap_or(link);
    }
    page += rest;
    assert_data_eq!(page, Data::read_from(&root().join("docs/start.md"), None).raw());
}
