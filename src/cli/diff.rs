//! `kserve-render diff`: what differs between two inputs, releases, configurations, or from a dump of a cluster.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use similar::TextDiff as Lines;

use super::exit::{Exit, print};
use super::load::{documents, load_whole};
use super::messages::{Messages, for_stdout};
use super::options::{ClusterArgs, CommonArgs, InputArgs, KindParser, ReleaseParser};
use super::render::warn_of_kinds;
use crate::diff::{self, Causes, ObjectDiff, Selection, ServiceDiff, TextDiff, without_live_additions};
use crate::object::Key;
use crate::object::PathPattern;
use crate::object::tidy::{tidied, without_status};
use crate::output::printable::{escaped, on_one_line};
use crate::output::yaml;
use crate::release::Release;
use crate::session::{Release as Named, Service, Session};
use crate::webhook::pod::{hide_in_live, mark_changed};
use crate::{Rendering, Value};

/// Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster
///
/// Give two paths to compare two inputs, or one set of inputs and --to-version, --to-config or --live.
/// Exit status: 0 nothing differs, 1 something differs, 2 trouble.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    /// Release of the old side [default: that of --kserve-version]
    #[arg(long, value_name = "VERSION", value_parser = ReleaseParser, help_heading = "Sides")]
    from_version: Option<Named>,
    /// Release of the new side: what an upgrade changes
    #[arg(long, value_name = "VERSION", value_parser = ReleaseParser, help_heading = "Sides")]
    to_version: Option<Named>,
    /// ConfigMap of the new side
    #[arg(long, value_name = "FILE", help_heading = "Sides")]
    to_config: Option<PathBuf>,
    /// What is in the cluster as the old side: a dump, such as of `kubectl get ksvc,deploy,svc,hpa,ing -o yaml`
    #[arg(long, value_name = "PATH", conflicts_with_all = ["from_version", "to_version", "to_config"], help_heading = "Sides")]
    live: Vec<PathBuf>,
    /// How to print it
    #[arg(short, long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    output: Format,
    /// Show only a summary, a line each service
    #[arg(long, help_heading = "Output")]
    stat: bool,
    /// Lines of context around a difference
    #[arg(short = 'U', long = "unified", value_name = "N", default_value_t = 3, help_heading = "Output")]
    context_lines: usize,
    /// Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    ignore_path: Vec<String>,
    /// Compare only objects of this kind (InferenceService stands for the status); repeatable
    #[arg(long, value_name = "KIND", value_parser = KindParser, hide_possible_values = true, help_heading = "Output")]
    kind: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// One side: what it is called, and its renderings.
struct Side {
    name: String,
    session: Session,
    renderings: Vec<Rendering>,
}

impl Side {
    fn load(name: String, input: &InputArgs, cluster: &ClusterArgs, messages: &Messages) -> anyhow::Result<Side> {
        let session = load_whole(&CommonArgs { input: input.clone(), cluster: cluster.clone() }, messages)?;
        let compared = |_: &Service, mut rendering: Rendering| {
            rendering.objects = rendering.objects.into_iter().map(without_status).map(tidied).collect();
            rendering
        };
        let renderings = session.map_renderings(compared);
        let name = if name.is_empty() { session.cluster.release.version.name().to_owned() } else { name };
        Ok(Side { name, session, renderings })
    }
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let selection = Selection {
        ignored: args.ignore_path.iter().map(|path| PathPattern::new(path)).collect(),
        kinds: args.kind.clone(),
    };
    warn_of_kinds(&args.kind, std::iter::empty(), messages);
    if !args.live.is_empty() {
        return against_live(args, &selection, messages);
    }
    let (mut old, mut new) = sides(args, messages)?;
    hide_secrets(&mut old, &mut new);
    let mut found = diff::services(&old.renderings, &new.renderings, &selection);
    if args.to_version.is_some() || args.from_version.is_some() {
        add_causes(&mut found, args, &old, &new, &selection)?;
    }
    let text = match args.output {
        Format::Json => json(&found),
        Format::Text if args.stat => stat(&found),
        Format::Text => coloured(&text(args, &found, &old.name, &new.name)?),
    };
    print([text])?;
    Ok(if found.is_empty() { Exit::Done } else { Exit::Refused })
}

fn sides(args: &Args, messages: &Messages) -> anyhow::Result<(Side, Side)> {
    let paths = args.common.input.paths();
    let (mut old_cluster, mut new_cluster) = (args.common.cluster.clone(), args.common.cluster.clone());
    if let Some(release) = &args.from_version {
        old_cluster.kserve_version = Some(release.clone());
    }
    if let Some(release) = &args.to_version {
        new_cluster.kserve_version = Some(release.clone());
    }
    if let Some(config) = &args.to_config {
        new_cluster.config = Some(config.clone());
    }
    let two_inputs = args.to_version.is_none() && args.from_version.is_none() && args.to_config.is_none();
    if two_inputs {
        let [old, new] = &paths[..] else {
            bail!("give two paths to compare, or one of --to-version, --to-config and --live");
        };
        if [old, new].into_iter().all(|path| path.as_os_str() == "-") {
            bail!("standard input can be one of the two inputs, not both");
        }
        let of =
            |path: &Path| InputArgs { files: vec![path.to_owned()], filename: Vec::new(), ..args.common.input.clone() };
        let name = |path: &Path| path.display().to_string();
        return Ok((
            Side::load(name(old), &of(old), &old_cluster, messages)?,
            Side::load(name(new), &of(new), &new_cluster, messages)?,
        ));
    }
    let name = |cluster: &ClusterArgs| match &args.to_config {
        Some(_) => cluster.config.as_ref().map_or("defaults".to_owned(), |path| path.display().to_string()),
        // That of the documents is only known when they are read.
        None => cluster.kserve_version.as_ref().map_or(String::new(), |release| release.version.name().to_owned()),
    };
    Ok((
        Side::load(name(&old_cluster), &args.common.input, &old_cluster, messages)?,
        Side::load(name(&new_cluster), &args.common.input, &new_cluster, &messages.silenced())?,
    ))
}

/// Hides what is copied from Secrets, so that a changed value still differs.
fn hide_secrets(old: &mut Side, new: &mut Side) {
    let known: HashMap<(&str, &str), &Rendering> =
        old.renderings.iter().map(|old| ((&*old.namespace, &*old.name), old)).collect();
    for rendering in new.renderings.iter_mut().filter(|new| !new.copied.is_empty()) {
        if let Some(old) = known.get(&(&*rendering.namespace, &*rendering.name)) {
            mark_changed(&mut rendering.copied, &old.copied);
        }
        rendering.hide_secrets();
    }
    old.renderings.iter_mut().for_each(Rendering::hide_secrets);
}

/// Finds out which differences between the releases cause what differs.
fn add_causes(
    found: &mut [ServiceDiff],
    args: &Args,
    old: &Side,
    new: &Side,
    selection: &Selection,
) -> anyhow::Result<()> {
    let from = Release::of(old.session.cluster.release.version);
    // The new release with the documents of the old side, among which are those that the old release ships.
    let old_defaults = (!args.common.cluster.no_defaults)
        .then(|| old.session.cluster.with_release(Release::of(new.session.cluster.release.version)));
    let causes = Causes::between(from, &new.session.cluster, old_defaults);
    for diff in found.iter_mut() {
        let is_this = |r: &&Rendering| r.namespace == diff.namespace && r.name == diff.name;
        let Some(rendering) = old.renderings.iter().find(is_this) else { continue };
        let service = new.session.services.iter().zip(&new.renderings).find(|(_, r)| is_this(r)).map(|(s, _)| s);
        let Some(service) = service else { continue };
        diff.causes = causes.of(diff, rendering, &service.document.value, &service.existing, selection);
    }
    Ok(())
}

/// Compares the objects of a dump with those of the inputs.
fn against_live(args: &Args, selection: &Selection, messages: &Messages) -> anyhow::Result<Exit> {
    let mut side = Side::load("rendered".into(), &args.common.input, &args.common.cluster, messages)?;
    side.renderings.iter_mut().for_each(Rendering::hide_secrets);
    let live: BTreeMap<Key, Value> = documents(&args.live, &args.common.input, messages)?
        .into_iter()
        .map(|document| (Key::of(&document.value), document.value))
        .collect();
    let mut found = Vec::new();
    for rendering in &side.renderings {
        let mut held = Vec::new();
        let mut wanted = Vec::new();
        for object in &rendering.objects {
            let key = Key::of(object);
            if rendering.deleted_again.contains(&key) {
                continue;
            }
            let mut object = object.clone();
            if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.remove("ownerReferences");
            }
            held.extend(live.get(&key).map(|live| {
                let mut live = without_live_additions(&object, live);
                if let Some(template) = live.pointer_mut("/spec/template").and_then(Value::as_object_mut) {
                    hide_in_live(template, &rendering.copied);
                }
                tidied(live)
            }));
            wanted.push(object);
        }
        let diff = ServiceDiff {
            namespace: rendering.namespace.clone(),
            name: rendering.name.clone(),
            rejected: rendering.rejected.clone().map(|new| TextDiff { old: None, new: Some(new) }),
            objects: diff::objects(&held, &wanted, selection),
            ..ServiceDiff::default()
        };
        if !diff.is_empty() {
            found.push(diff);
        }
    }
    let text = match args.output {
        Format::Json => json(&found),
        Format::Text if args.stat => stat(&found),
        Format::Text => coloured(&text(args, &found, "live", "rendered")?),
    };
    print([text])?;
    Ok(if found.is_empty() { Exit::Done } else { Exit::Refused })
}

fn count(number: usize, what: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        many => Some(format!("{many} {what}s")),
    }
}

/// What differs for a service, in a few words.
fn summary(diff: &ServiceDiff) -> String {
    let objects = |is: fn(&ObjectDiff) -> bool| diff.objects.iter().filter(|object| is(object)).count();
    let mut parts: Vec<String> = Vec::new();
    match diff.only_new {
        Some(true) => parts.push("new service".into()),
        Some(false) => parts.push("service removed".into()),
        None => {}
    }
    match &diff.rejected {
        Some(TextDiff { new: Some(_), .. }) => parts.push("refused".into()),
        Some(_) => parts.push("no longer refused".into()),
        None => {}
    }
    match &diff.error {
        Some(TextDiff { old: None, .. }) => parts.push("fails".into()),
        Some(TextDiff { new: None, .. }) => parts.push("no longer fails".into()),
        Some(_) => parts.push("fails otherwise".into()),
        None => {}
    }
    parts.extend(count(objects(|o| o.old.is_none()), "object").map(|text| format!("{text} added")));
    parts.extend(count(objects(|o| o.new.is_none()), "object").map(|text| format!("{text} removed")));
    parts.extend(count(objects(|o| !o.changes.is_empty()), "object").map(|text| format!("{text} changed")));
    if !diff.status.is_empty() {
        parts.push("status changed".into());
    }
    if diff.url.is_some() {
        parts.push("URL changed".into());
    }
    if diff.restarts_pods() {
        parts.push("pods restart".into());
    }
    parts.join(", ")
}

fn stat(found: &[ServiceDiff]) -> String {
    let mut text = String::new();
    for diff in found {
        let service = format!("{}/{}", diff.namespace, diff.name);
        text.push_str(&format!("{}: {}\n", on_one_line(&service), summary(diff)));
    }
    if !found.is_empty() {
        let restarts = found.iter().filter(|diff| diff.restarts_pods()).count();
        let urls = found.iter().filter(|diff| diff.url.is_some()).count();
        let services = count(found.len(), "service").unwrap_or_default();
        let differ = if found.len() == 1 { "differs" } else { "differ" };
        text.push_str(&format!("{services} {differ}, {restarts} with restarted pods, {urls} with another URL\n"));
    }
    text
}

fn text(args: &Args, found: &[ServiceDiff], old_name: &str, new_name: &str) -> anyhow::Result<String> {
    let external = std::env::var("KUBECTL_EXTERNAL_DIFF").ok().filter(|command| !command.trim().is_empty());
    if let Some(command) = external {
        return by_program(&command, found);
    }
    let mut text = String::new();
    for diff in found {
        let service = format!("{}/{}", diff.namespace, diff.name);
        text.push_str(&format!("# {}: {}\n", on_one_line(&service), summary(diff)));
        for (name, change) in [("refused", &diff.rejected), ("error", &diff.error), ("status.url", &diff.url)] {
            if let Some(change) = change {
                text.push_str(&format!("# {name}:\n"));
                text.extend(change.old.iter().map(|old| format!("#   - {}\n", on_one_line(old))));
                text.extend(change.new.iter().map(|new| format!("#   + {}\n", on_one_line(new))));
            }
        }
        for cause in &diff.causes {
            text.push_str(&format!("# why ({}, {}): {}\n", cause.name, places(cause.places.len()), cause.text));
        }
        let mut unified = |name: &str, old: &str, new: &str| {
            let lines = Lines::from_lines(old, new);
            let mut lines = lines.unified_diff();
            let header = (format!("{old_name}/{name}"), format!("{new_name}/{name}"));
            text.push_str(&lines.context_radius(args.context_lines).header(&header.0, &header.1).to_string());
        };
        if !diff.status.is_empty() {
            let (old, new) = changed_only(&diff.status);
            unified(&format!("InferenceService/{}/{} status", diff.namespace, diff.name), &old, &new);
        }
        for object in &diff.objects {
            let written = |object: &Option<Value>| {
                let mut text = String::new();
                if let Some(object) = object {
                    yaml::write(object, &mut text);
                }
                text
            };
            unified(&on_one_line(&object.key.to_string()), &written(&object.old), &written(&object.new));
        }
    }
    Ok(escaped(&text).into_owned())
}

/// A text of differences with what goes in red and what comes in green.
fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let style = match line {
            _ if line.starts_with("---") || line.starts_with("+++") || line.starts_with("# ") => Style::new().bold(),
            _ if line.starts_with('-') => Style::new().fg_color(Some(AnsiColor::Red.into())),
            _ if line.starts_with('+') => Style::new().fg_color(Some(AnsiColor::Green.into())),
            _ if line.starts_with("@@") => Style::new().fg_color(Some(AnsiColor::Cyan.into())),
            _ => {
                out.push_str(line);
                continue;
            }
        };
        let content = line.trim_end_matches('\n');
        let end = line.get(content.len()..).unwrap_or_default();
        out.push_str(&format!("{style}{content}{style:#}{end}"));
    }
    for_stdout(&out)
}

fn places(number: usize) -> String {
    count(number, "place").unwrap_or_default()
}

/// The differing paths of a status, a line each, on both sides; a status that is on one side only is there as a whole.
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

/// Shows the differing objects by the program that kubectl users have set.
fn by_program(command: &str, found: &[ServiceDiff]) -> anyhow::Result<String> {
    let work = tempfile::Builder::new().prefix("kserve-render-").tempdir().context("cannot make a temporary folder")?;
    let work = work.path();
    let (old, new) = (work.join("OLD"), work.join("NEW"));
    for folder in [&old, &new] {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    for object in found.iter().flat_map(|diff| &diff.objects) {
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

fn json(found: &[ServiceDiff]) -> String {
    let change = |change: &diff::Change| {
        let mut object = serde_json::json!({"path": change.path.to_string()});
        put(&mut object, "old", change.old.clone());
        put(&mut object, "new", change.new.clone());
        object
    };
    let text_diff = |diff: &TextDiff| {
        let mut object = serde_json::json!({});
        put(&mut object, "old", diff.old.clone().map(Value::from));
        put(&mut object, "new", diff.new.clone().map(Value::from));
        object
    };
    let services: Vec<Value> = found
        .iter()
        .map(|diff| {
            let objects: Vec<Value> = diff
                .objects
                .iter()
                .map(|object| {
                    let what = match (&object.old, &object.new) {
                        (None, _) => "added",
                        (_, None) => "removed",
                        _ => "changed",
                    };
                    let mut value = serde_json::json!({
                        "kind": object.key.kind,
                        "namespace": object.key.namespace,
                        "name": object.key.name,
                        "change": what,
                        "restartsPods": object.restarts_pods(),
                    });
                    match what {
                        "changed" => {
                            put(&mut value, "changes", Some(object.changes.iter().map(change).collect()));
                        }
                        _ => put(&mut value, "object", object.old.clone().or_else(|| object.new.clone())),
                    }
                    value
                })
                .collect();
            let causes: Vec<Value> = diff
                .causes
                .iter()
                .map(|cause| serde_json::json!({"name": cause.name, "text": cause.text, "places": cause.places}))
                .collect();
            let mut service = serde_json::json!({
                "namespace": diff.namespace,
                "name": diff.name,
                "restartsPods": diff.restarts_pods(),
                "objects": objects,
                "status": diff.status.iter().map(change).collect::<Vec<_>>(),
                "causes": causes,
            });
            put(&mut service, "service", diff.only_new.map(|new| if new { "added" } else { "removed" }.into()));
            put(&mut service, "rejected", diff.rejected.as_ref().map(text_diff));
            put(&mut service, "error", diff.error.as_ref().map(text_diff));
            put(&mut service, "url", diff.url.as_ref().map(text_diff));
            service
        })
        .collect();
    let mut text = String::new();
    crate::output::json::write_pretty(&serde_json::json!({"services": services}), 0, &mut text);
    text.push('\n');
    text
}

fn put(object: &mut Value, key: &str, value: Option<Value>) {
    if let (Some(object), Some(value)) = (object.as_object_mut(), value) {
        object.insert(key.to_owned(), value);
    }
}
