//! `kserve-render render`: the objects of each service, or another view of them.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::builder::NonEmptyStringValueParser;

use super::batch::{Overview, Sink, render_all, render_together};
use super::exit::Exit;
use super::load::{Tally, final_exit, load, note_passed_over};
use super::messages::Messages;
use super::options::{CommonArgs, KindParser, one_of};
use super::page::print_page;
use super::template::Template;
use super::view::{self, FormatParser, OutputFormat, View};
use crate::Value;
use crate::api::Component;
use crate::output::objects::Options;
use crate::output::select::{self, Requirement, Selection};
use crate::session::{Session, Spot};

/// Print the objects that the controller would create
#[derive(Debug, clap::Args)]
#[command(after_help = super::template::variables())]
pub struct Args {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
struct OutputArgs {
    /// What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot, html or template=FILE
    #[arg(short, long, value_name = "FORMAT", default_value = "yaml", value_parser = FormatParser)]
    output: OutputFormat,
    /// Template (Jinja) that is applied to each service
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["output", "output_dir"])]
    template: Option<String>,
    /// Write one file per object, DIR/<namespace>/<kind>/<name>.yaml
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    output_dir: Option<PathBuf>,
    /// Remove files of an earlier run that this one does not write
    #[arg(long, requires = "output_dir", conflicts_with_all = ["kind", "component", "name", "selector", "keep_going"])]
    prune: bool,
    /// Print pods as the pod webhook makes them, for clusters where it does not run
    #[arg(long)]
    inject: bool,
    /// Print values of Secrets that end up in pods in clear text, such as headers for https downloads
    #[arg(long)]
    show_secrets: bool,
    /// Print ownerReferences, with this uid of the InferenceService
    #[arg(long, value_name = "UID", value_parser = NonEmptyStringValueParser::new())]
    owner_uid: Option<String>,
    /// Copy documents of unknown kinds to the output; `all` copies everything that is not rendered
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "unknown"
    )]
    passthrough: Option<Passthrough>,
    /// Print only objects of this kind (Deployment, ksvc, …); repeatable
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = KindParser, hide_possible_values = true)]
    kind: Vec<String>,
    /// Print only objects of this component; repeatable
    #[arg(long, value_name = "COMPONENT", value_delimiter = ',', value_parser = one_of(Component::ALL, Component::name))]
    component: Vec<Component>,
    /// Print only objects of this name; repeatable
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    name: Vec<String>,
    /// Print only objects with these labels, as in kubectl
    #[arg(short = 'l', long, value_name = "SELECTOR")]
    selector: Vec<String>,
    /// Leave out the comments before each service's objects
    #[arg(long)]
    no_comments: bool,
}

/// Which of the inputs that are not rendered are printed too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Passthrough {
    /// Documents of kinds that the tool does not know, after the rendered objects
    Unknown,
    /// Also what is a fact of the cluster, such as Secrets and runtimes, before the rendered objects
    All,
}

impl Passthrough {
    /// How many documents of the input are printed for it.
    fn count(self, session: &Session) -> usize {
        match self {
            Passthrough::Unknown => session.others.len(),
            Passthrough::All => session.others.len() + session.context.len(),
        }
    }
}

impl OutputArgs {
    fn options(&self) -> anyhow::Result<Options> {
        let mut labels = Vec::new();
        for selector in &self.selector {
            labels.extend(Requirement::parse_all(selector).map_err(|error| anyhow::anyhow!("-l: {error}"))?);
        }
        let selection = Selection {
            kinds: self.kind.clone(),
            components: self.component.clone(),
            names: self.name.clone(),
            labels,
        };
        Ok(Options {
            owner_uid: self.owner_uid.clone(),
            inject: self.inject,
            show_secrets: self.show_secrets,
            selection,
        })
    }

    fn view(&self) -> anyhow::Result<View> {
        Ok(match (&self.template, &self.output_dir, &self.output) {
            (Some(text), ..) => View::Template(Template::new(text.clone())?),
            (None, Some(_), _) => View::Files,
            (None, None, OutputFormat::Template(file)) => View::Template(Template::new(super::files::text(file)?)?),
            (None, None, OutputFormat::Yaml) => View::Yaml { comments: !self.no_comments },
            (None, None, OutputFormat::Json) => View::Json,
            (None, None, OutputFormat::JsonLines) => View::JsonLines,
            (None, None, OutputFormat::Name) => View::Name,
            (None, None, OutputFormat::Table) => View::Table,
            (None, None, OutputFormat::Url) => View::Url,
            (None, None, OutputFormat::Status) => View::Status,
            (None, None, OutputFormat::Report) => View::Report,
            (None, None, OutputFormat::Chart(form)) => View::Chart(*form),
            (None, None, OutputFormat::Html) => View::Html,
        })
    }
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let output = &args.output;
    let options = output.options()?;
    let view = output.view()?;
    if matches!(view, View::Html) && output.passthrough.is_some() {
        bail!("--passthrough: a page has only what is rendered");
    }
    let mut session = load(&args.common, messages)?;
    let given = session.context.iter().map(Arc::as_ref).chain(session.others.iter().map(|other| &other.value));
    warn_of_kinds(&output.kind, given, messages);
    if matches!(view, View::Html) {
        return run_page(args, &session, &options, messages);
    }
    run_services(args, &mut session, &view, &options, messages)
}

/// Prints all services in a view of single objects or services, with what is passed through.
fn run_services(
    args: &Args,
    session: &mut Session,
    view: &View,
    options: &Options,
    messages: &Messages,
) -> anyhow::Result<Exit> {
    let output = &args.output;
    let keep_going = args.common.input.keep_going;
    // Else nothing is printed before all are known to be rendered.
    let mut sink = Sink::new(keep_going && view.is_text());
    sink.overview.exit = Exit::of(session);
    // Namespaces and Secrets have to be there before the pods that need them.
    if output.passthrough == Some(Passthrough::All)
        && let Some(output) = view::passed_through(session.context.iter().map(Arc::as_ref), view, &options.selection)
    {
        sink.add(Ok(output))?;
    }
    let count = session.services.len();
    let is_read = match session.renders_together() {
        true => render_together(session, view, options, &mut sink, messages)?,
        false => {
            let services = std::mem::take(&mut session.services);
            render_all(session, services, view, options, &mut sink, messages)?
        }
    };
    if !is_read {
        return Ok(sink.overview.exit);
    }
    say_what_is_assumed(session, &sink.overview, view, messages);
    note_passed_over(session, output.passthrough.is_some(), messages);
    let given = count + output.passthrough.map_or(0, |passthrough| passthrough.count(session));
    let exit = final_exit(sink.overview.exit, Tally::resources(given), session, &args.common, messages);
    // A report tells refusals as data.
    if exit != Exit::Done && !keep_going && !matches!(view, View::Report) {
        return Ok(exit);
    }
    if output.passthrough.is_some()
        && let Some(output) =
            view::passed_through(session.others.iter().map(|other| &other.value), view, &options.selection)
    {
        sink.add(Ok(output))?;
    }
    match (view, &output.output_dir) {
        (View::Files, Some(directory)) => sink.write(directory, output.prune, messages)?,
        _ => sink.print(view)?,
    }
    Ok(exit)
}

/// Prints all services as a page.
fn run_page(args: &Args, session: &Session, options: &Options, messages: &Messages) -> anyhow::Result<Exit> {
    let overview = print_page(session, options, args.common.cluster.cluster_domain.is_some(), messages)?;
    say_what_is_assumed(session, &overview, &View::Html, messages);
    note_passed_over(session, false, messages);
    Ok(final_exit(overview.exit, Tally::resources(session.services.len()), session, &args.common, messages))
}

/// Tells what is only assumed of the cluster, and which options had no effect.
fn say_what_is_assumed(session: &Session, overview: &Overview, view: &View, messages: &Messages) {
    let settings = &session.cluster.settings;
    // Names of objects do not tell the domain.
    if overview.is_knative
        && !matches!(view, View::Name)
        && let Some(text) = session.assumed_domain("--knative-domain")
    {
        messages.note(&Spot::Nowhere, &text);
    }
    for name in settings.not_ready.difference(&overview.not_ready) {
        messages.warning(&Spot::Option(format!("--not-ready {name}")), "there is no object of this name");
    }
}

/// Warns of kinds that are asked for, but that neither the controller nor the input has.
pub fn warn_of_kinds<'v>(kinds: &[String], given: impl Iterator<Item = &'v Value> + Clone, messages: &Messages) {
    for kind in kinds {
        if let Some(text) = select::without_objects(kind, given.clone()) {
            messages.warning(&Spot::Option(format!("--kind {kind}")), &text);
        }
    }
}
