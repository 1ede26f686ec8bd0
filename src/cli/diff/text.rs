//! Differences for people.

use std::process::{Command, Stdio};

use anstyle::{AnsiColor, Color, Style};
use anyhow::{Context as _, bail};

use super::sides::Args;
use crate::Value;
use crate::cli::messages::for_stdout;
use crate::cli::unified::{self, Line, Mark};
use crate::diff::summary::{count, summary, total};
use crate::diff::{self, Cause, Fate, ObjectDiff, ServiceDiff};
use crate::object::Kind;
use crate::output::printable::{escaped, on_one_line};
use crate::output::yaml;
use crate::session::labels::Found;

/// What the summary tells of a service.
pub struct Row {
    label: String,
    summary: String,
    restarts: bool,
    has_other_url: bool,
}

impl Row {
    pub fn of(label: String, diff: &ServiceDiff) -> Row {
        Row { label, summary: summary(diff), restarts: diff.restarts_pods(), has_other_url: diff.url.is_some() }
    }
}

/// One line per service, and one for all.
pub fn stat(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        text.push_str(&format!("{}: {}\n", on_one_line(&row.label), row.summary));
    }
    if !rows.is_empty() {
        let restarts = rows.iter().filter(|row| row.restarts).count();
        let urls = rows.iter().filter(|row| row.has_other_url).count();
        text.push_str(&total(rows.len(), restarts, urls));
        text.push('\n');
    }
    for_stdout(&text)
}

pub fn of(args: &Args, found: &[Found], old_name: &str, new_name: &str) -> anyhow::Result<String> {
    if args.stat {
        let rows: Vec<Row> = found.iter().map(|found| Row::of(found.label.clone(), &found.diff)).collect();
        return Ok(stat(&rows));
    }
    if let Some(command) = external() {
        return by_program(&command, found);
    }
    let mut text = String::new();
    let mut add = |style: Style, line: &str| {
        let content = escaped(line.trim_end_matches('\n'));
        text.push_str(&format!("{style}{content}{style:#}\n"));
    };
    for Found { label, diff, .. } in found {
        add(REMARK, &format!("# {}: {}", on_one_line(label), summary(diff)));
        remarks(diff).iter().for_each(|remark| add(REMARK, &format!("# {remark}")));
        for line in marked(diff, args.context_lines, old_name, new_name) {
            add(style_of(line.mark), &line.text);
        }
    }
    Ok(for_stdout(&text))
}

const REMARK: Style = Style::new().bold();

/// Removed lines are red and added ones green.
fn style_of(mark: Mark) -> Style {
    let coloured = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour)));
    match mark {
        Mark::Name => Style::new().bold(),
        Mark::Hunk => coloured(AnsiColor::Cyan),
        Mark::Removed => coloured(AnsiColor::Red),
        Mark::Added => coloured(AnsiColor::Green),
        Mark::Context => Style::new(),
    }
}

/// The program that kubectl users have set to show differences.
pub fn external() -> Option<String> {
    std::env::var("KUBECTL_EXTERNAL_DIFF").ok().filter(|command| !command.trim().is_empty())
}

/// What is said of a service before its objects, each in a line of its own.
fn remarks(diff: &ServiceDiff) -> Vec<String> {
    let mut remarks = Vec::new();
    for (name, change) in [("refused", &diff.rejected), ("error", &diff.error), ("status.url", &diff.url)] {
        if let Some(change) = change {
            remarks.push(format!("{name}:"));
            remarks.extend(change.old.iter().map(|old| format!("  - {}", on_one_line(old))));
            remarks.extend(change.new.iter().map(|new| format!("  + {}", on_one_line(new))));
        }
    }
    if let Some(refusal) = &diff.when_new {
        remarks.push(format!("a new service of this document fails: {}", on_one_line(refusal)));
    }
    if let Some(refusal) = &diff.next_apply {
        remarks.push(format!("the next apply is refused: {}", on_one_line(refusal.text())));
    }
    if let Some(refusal) = &diff.next_delete {
        remarks.push(format!("deletion is refused: {}", on_one_line(refusal.text())));
    }
    let deleted = diff.of_fate(Fate::Deleted).filter(|object| object.old.is_none());
    let told = deleted.chain(diff.of_fate(Fate::LeftBehind));
    remarks.extend(told.map(|object| format!("{}: {}", object.fate.name(), on_one_line(&object.key.qualified()))));
    remarks.extend(diff.of_fate(Fate::Kept).map(|object| {
        let key = object.key.qualified();
        format!("kept, as the controller does not look at what differs: {}", on_one_line(&key))
    }));
    remarks.extend(diff.conflicts.iter().map(|conflict| format!("conflict: {}", on_one_line(conflict))));
    let why = |cause: &Cause| format!("why ({}, {}): {}", cause.name, places(cause.places.len()), cause.text);
    remarks.extend(diff.reasons.causes.iter().map(why));
    if !diff.reasons.unexplained.is_empty() {
        let places = places(diff.reasons.unexplained.len());
        remarks.push(format!("why ({places}): no difference between the releases explains this by itself"));
    }
    remarks
}

fn places(number: usize) -> String {
    count(number, "place").unwrap_or_default()
}

/// The differing lines of status and objects.
pub fn unified(diff: &ServiceDiff, context: usize, old_name: &str, new_name: &str) -> String {
    marked(diff, context, old_name, new_name).into_iter().map(|line| line.text).collect()
}

fn marked(diff: &ServiceDiff, context: usize, old_name: &str, new_name: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let (old_name, new_name) = (on_one_line(old_name), on_one_line(new_name));
    let mut add = |name: &str, old: &str, new: &str| {
        let names = (format!("{old_name}/{name}"), format!("{new_name}/{name}"));
        lines.extend(unified::marked(old, new, context, (&names.0, &names.1)));
    };
    if !diff.status.is_empty() {
        let (old, new) = changed_only(&diff.status);
        let kind = diff.kind.unwrap_or(Kind::USUAL).name();
        add(&on_one_line(&format!("{kind}/{}/{} status", diff.namespace, diff.name)), &old, &new);
    }
    for object in diff.objects.iter().filter(|object| object.fate != Fate::LeftBehind) {
        let (old, new) = sides(object);
        add(&on_one_line(&object.key.qualified()), &old, &new);
    }
    lines
}

fn sides(object: &ObjectDiff) -> (String, String) {
    let written = |object: &Option<Value>| {
        let mut text = String::new();
        if let Some(object) = object {
            yaml::write(object, &mut text);
        }
        text
    };
    (written(&object.old), written(&object.new))
}

/// The differing paths of a status, one per line, on both sides; a status that only one side has is shown as a whole.
fn changed_only(changes: &[diff::Change]) -> (String, String) {
    if let [change] = changes
        && change.path.0.is_empty()
    {
        let whole = |status: &Option<Value>| {
            let mut text = String::new();
            if let Some(status) = status.as_ref().filter(|status| !status.is_null()) {
                yaml::write(status, &mut text);
            }
            text
        };
        return (whole(&change.old), whole(&change.new));
    }
    let side = |value: fn(&diff::Change) -> Option<&Value>| {
        let line = |change: &diff::Change| Some(format!("{}: {}\n", change.path, value(change)?));
        changes.iter().filter_map(line).collect::<String>()
    };
    (side(|change| change.old.as_ref()), side(|change| change.new.as_ref()))
}

/// Shows the differing objects by a program.
fn by_program(command: &str, found: &[Found]) -> anyhow::Result<String> {
    let work = tempfile::Builder::new().prefix("kserve-render-").tempdir().context("cannot make a temporary folder")?;
    let work = work.path();
    let (old, new) = (work.join("OLD"), work.join("NEW"));
    for folder in [&old, &new] {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    for object in found.iter().flat_map(|found| &found.diff.objects) {
        let name = object.key.qualified().replace('/', ".");
        for (folder, side) in [(&old, &object.old), (&new, &object.new)] {
            if let Some(side) = side {
                let mut text = String::new();
                yaml::write(side, &mut text);
                let file = folder.join(&name);
                std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
            }
        }
    }
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let output = Command::new(program)
        .args(words)
        .args([&old, &new])
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run {program:?} of KUBECTL_EXTERNAL_DIFF"));
    let output = output?;
    // As with diff, 1 tells that there are differences.
    if output.status.code().is_none_or(|code| code > 1) {
        bail!("{program:?} of KUBECTL_EXTERNAL_DIFF fails: {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
