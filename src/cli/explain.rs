//! `kserve-render explain`: why a service becomes what it becomes.

use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, bail};

use super::composition;
use super::exit::{Exit, print};
use super::files::similar;
use super::load::{Tally, final_exit, load, load_cluster, note_passed_over};
use super::messages::{self, Messages};
use super::options::{ClusterArgs, CommonArgs, InputArgs, TextOrJson};
use crate::Value;
use crate::explain::{self, Explanation, Topic, Trial};
use crate::object::fields::filled;
use crate::output::json;
use crate::session::places::DocumentPlaces;
use crate::session::service_messages;

/// Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels, objects, and the steps of graphs
///
/// Each decision is shown with its inputs and where they come from. The first words choose topics; a file with the name of a topic is
/// written with its folder, as in ./url.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "kserve-render explain [TOPIC]... [OPTIONS] [FILES]...\n       \
        kserve-render explain template [OPTIONS] --name <NAME> [TEMPLATE]\n       \
        kserve-render explain config [OPTIONS] [FILES]...\n       \
        kserve-render explain why [OPTIONS] <PATH> [FILES]...",
    after_help = topics()
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    common: CommonArgs,
    /// A request in JSON with which the conditions of graphs are tried
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    payload: Option<PathBuf>,
    /// How to print it
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text, help_heading = "Output")]
    output: TextOrJson,
    /// Print only the answers, one per line
    #[arg(long, conflicts_with = "output", help_heading = "Output")]
    short: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Template(Box<TemplateArgs>),
    Config(Box<composition::ConfigArgs>),
    Why(Box<composition::WhyArgs>),
}

/// The list of topics for the help.
fn topics() -> String {
    let width = Topic::ALL.iter().map(|topic| topic.name().len()).max().unwrap_or_default();
    let lines = Topic::ALL.iter().map(|topic| format!("  {:width$}  {}", topic.name(), topic.about()));
    format!("Topics:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// Try out a domain template or path template, without a service
#[derive(Debug, clap::Args)]
struct TemplateArgs {
    /// The template is one for paths, like ingress.pathTemplate
    #[arg(long)]
    path: bool,
    /// The template; without one, that of the configuration
    #[arg(value_name = "TEMPLATE")]
    text: Option<String>,
    /// Name of the service or component
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    name: String,
    /// Namespace of the service or component
    #[arg(short, long, value_name = "NAMESPACE", default_value = "default", help_heading = "Input")]
    namespace: String,
    /// A label of the service or component; repeatable
    #[arg(short, long, value_name = "KEY=VALUE", value_parser = pair, help_heading = "Input")]
    label: Vec<(String, String)>,
    /// An annotation of the service or component; repeatable
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair, help_heading = "Input")]
    annotation: Vec<(String, String)>,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// How to print it
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text, help_heading = "Output")]
    output: TextOrJson,
}

fn pair(text: &str) -> anyhow::Result<(String, String)> {
    let (key, value) = text.split_once('=').context("want KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    match &args.command {
        Some(Command::Template(args)) => return try_template(args, messages),
        Some(Command::Config(args)) => return composition::explain_config(args, messages),
        Some(Command::Why(args)) => return composition::explain_why(args, messages),
        None => {}
    }
    let (topics, input) = narrowed(&args.common.input);
    check_words(&input)?;
    let common = CommonArgs { input, cluster: args.common.cluster.clone() };
    let session = load(&common, messages)?;
    let mut exit = Exit::of(&session);
    let payload = args.payload.as_deref().map(super::files::text).transpose()?;
    let together = session.renders_together().then(|| session.render_all(true));
    let mut together = together.into_iter().flatten();
    let mut output = Output { form: Form::of(args), texts: Vec::new(), values: Vec::new() };
    for service in &session.services {
        let mut rendering = together.next().unwrap_or_else(|| service.render(&session.cluster));
        // The topic has it already.
        if !topics.contains(&Topic::Storage) || args.short {
            for message in service_messages::of_secrets(&session.cluster, service, &rendering) {
                messages.tell(&message);
            }
        }
        rendering.hide_secrets();
        if rendering.is_fact() && rendering.refusal().is_none() {
            continue;
        }
        if rendering.refusal().is_some() || rendering.error().is_some() {
            exit = exit.max(Exit::Refused);
        }
        let (cluster, document) = (&session.cluster, &service.document);
        let explanation =
            explain::explain_with(cluster, &document.value, &service.existing, &rendering, &topics, payload.as_deref());
        let is_domain_given = common.cluster.cluster_domain.is_some();
        output.add(&explanation, &DocumentPlaces::of(&session, Some(document), is_domain_given));
    }
    output.print()?;
    note_passed_over(&session, false, messages);
    Ok(final_exit(exit, Tally::resources(session.services.len()), &session, &common, messages))
}

/// How explanations are printed.
#[derive(Debug, Clone, Copy)]
enum Form {
    Text,
    Short,
    Json,
}

impl Form {
    fn of(args: &Args) -> Form {
        match args.output {
            TextOrJson::Text if args.short => Form::Short,
            TextOrJson::Text => Form::Text,
            TextOrJson::Json => Form::Json,
        }
    }
}

/// The explanations of all services.
struct Output {
    form: Form,
    texts: Vec<String>,
    values: Vec<Value>,
}

impl Output {
    fn add(&mut self, explanation: &Explanation, places: &DocumentPlaces<'_>) {
        match self.form {
            Form::Short => self.texts.push(explanation.to_short_text(&style())),
            Form::Text => self.texts.push(explanation.to_text(places, &style())),
            Form::Json => self.values.push(explanation.to_value(places)),
        }
    }

    fn print(self) -> anyhow::Result<()> {
        print([match self.form {
            Form::Text | Form::Short => messages::for_stdout(&self.texts.join("\n")),
            Form::Json => json::pretty(&Value::Array(self.values)),
        }])
    }
}

/// The topics that the first words name, all if there are none, and the input without these words.
fn narrowed(input: &InputArgs) -> (Vec<Topic>, InputArgs) {
    let mut input = input.clone();
    let topic = |word: &std::path::PathBuf| Topic::ALL.into_iter().find(|topic| word.as_os_str() == topic.name());
    let topics: Vec<Topic> = input.files.iter().map_while(topic).collect();
    input.files.drain(..topics.len());
    (if topics.is_empty() { Topic::ALL.to_vec() } else { topics }, input)
}

/// A word that is not a file but resembles a topic is a topic in the wrong place, or misspelt.
fn check_words(input: &InputArgs) -> anyhow::Result<()> {
    for word in input.files.iter().filter(|word| !word.exists()) {
        let Some(text) = word.to_str() else { continue };
        let Some(topic) = similar(text, Topic::ALL.map(Topic::name)) else { continue };
        let known = Topic::ALL.map(Topic::name).join(", ");
        bail!(
            "cannot read {text}: there is no such file; the topic {topic} goes before the files, as in \
             kserve-render explain {topic} isvc.yaml (topics are {known})"
        );
    }
    Ok(())
}

fn try_template(args: &TemplateArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let session = load_cluster(&args.cluster, messages)?;
    let trial = Trial {
        path: args.path,
        text: args.text.clone(),
        name: args.name.clone(),
        namespace: args.namespace.clone(),
        labels: filled(args.label.iter().cloned()),
        annotations: filled(args.annotation.iter().cloned()),
    };
    let tried = explain::try_template(&session.cluster, &trial)?;
    let places = DocumentPlaces::of(&session, None, args.cluster.cluster_domain.is_some());
    print([match args.output {
        TextOrJson::Text => messages::for_stdout(&tried.to_text(&places, &style())),
        TextOrJson::Json => json::pretty(&tried.to_value(&places)),
    }])?;
    Ok(if tried.result.is_ok() { Exit::Done } else { Exit::Refused })
}

fn style() -> explain::Style {
    let of = |style: Style| (style.render().to_string(), style.render_reset().to_string());
    explain::Style {
        width: super::terminal::width(),
        heading: of(Style::new().bold()),
        answer: of(Style::new().bold().fg_color(Some(AnsiColor::Green.into()))),
        origin: of(Style::new().dimmed()),
        error: of(Style::new().bold().fg_color(Some(AnsiColor::Red.into()))),
        warning: of(Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()))),
    }
}
