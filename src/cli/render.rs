//! `kserve-render render`: the objects of each service, or another view of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::{PossibleValue, TypedValueParser};

use super::exit::{Exit, Printer};
use super::findings::Finding;
use super::load::{Loaded, Service, Unreadable, load};
use super::messages::{At, Messages, Severity};
use super::options::{ClusterArgs, InputArgs};
use super::output_directory;
use super::template::Template;
use super::terminal;
use crate::admission::{examine, examine_other};
use crate::api::Component;
use crate::diagnostic::Diagnostic;
use crate::input::kinds::{api_version, kind};
use crate::input::{Place, Source};
use crate::output::objects::{self, Options};
use crate::output::select::{self, Requirement, Selection};
use crate::output::summary::Summary;
use crate::output::{json, name, report, yaml};
use crate::pod::{CopiedSecret, hide_in_refusal};
use crate::reconcile::Existing;
use crate::{Cluster, Rendering, Value, parallel, render, render_objects};

/// Print the objects that the controller would create
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
struct OutputArgs {
    /// What to print: yaml, json, jsonl, name, table, url, status, report or template=FILE
    #[arg(short, long, value_name = "FORMAT", default_value = "yaml", value_parser = FormatParser)]
    output: Format,
    /// Template (Jinja) that is applied to each service
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["output", "output_dir"])]
    template: Option<String>,
    /// Write one file an object, DIR/<namespace>/<kind>/<name>.yaml
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
    #[arg(long, value_name = "UID")]
    owner_uid: Option<String>,
    /// Copy documents of unknown kinds through; `all` copies everything that is no InferenceService
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "unknown"
    )]
    passthrough: Option<Passthrough>,
    /// Print objects of this kind only (Deployment, ksvc, …); repeatable
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    kind: Vec<String>,
    /// Print objects of this component only; repeatable
    #[arg(long, value_name = "COMPONENT", value_delimiter = ',', value_parser = component_parser())]
    component: Vec<Component>,
    /// Print objects of this name only; repeatable
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    name: Vec<String>,
    /// Print objects with these labels only, as in kubectl
    #[arg(short = 'l', long, value_name = "SELECTOR")]
    selector: Vec<String>,
    /// Leave out the comments before each service's objects
    #[arg(long)]
    no_comments: bool,
    /// Print what can be rendered, even if some inputs fail
    #[arg(long)]
    keep_going: bool,
}

/// Which of the inputs that are not rendered are printed too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Passthrough {
    /// Kinds that the tool does not know, after the rendered objects
    Unknown,
    /// Also what is a fact of the cluster, such as Secrets and runtimes, before the rendered objects
    All,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Format {
    Yaml,
    Json,
    JsonLines,
    Name,
    Table,
    Url,
    Status,
    Report,
    Template(PathBuf),
}

/// Reads a format; a template names its file after `=`.
#[derive(Clone)]
struct FormatParser;

const FORMATS: [(&str, Format, &str); 8] = [
    ("yaml", Format::Yaml, "YAML stream to apply"),
    ("json", Format::Json, "a List in JSON"),
    ("jsonl", Format::JsonLines, "one JSON object a line"),
    ("name", Format::Name, "names as in kubectl -o name"),
    ("table", Format::Table, "the objects as a table"),
    ("url", Format::Url, "status.url, one a line"),
    ("status", Format::Status, "the services as a table"),
    ("report", Format::Report, "everything known about each service"),
];

impl TypedValueParser for FormatParser {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Format, clap::Error> {
        let text = value.to_string_lossy();
        if let Some((_, format, _)) = FORMATS.iter().find(|(name, ..)| *name == text) {
            return Ok(format.clone());
        }
        if let Some(file) = text.strip_prefix("template=").filter(|file| !file.is_empty()) {
            return Ok(Format::Template(file.into()));
        }
        let names = FORMATS.iter().map(|(name, ..)| *name).chain(["template=FILE"]);
        Err(clap::builder::PossibleValuesParser::new(names)
            .parse_ref(command, argument, value)
            .err()
            .unwrap_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidValue)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let formats = FORMATS.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
        let template = PossibleValue::new("template=FILE").help("a template of your own (Jinja)");
        Some(Box::new(formats.chain([template])))
    }
}

fn component_parser() -> impl TypedValueParser<Value = Component> {
    clap::builder::PossibleValuesParser::new(Component::ALL.map(Component::name)).map(|name| {
        Component::ALL.into_iter().find(|component| component.name() == name).unwrap_or(Component::Predictor)
    })
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
            (None, None, Format::Template(file)) => {
                View::Template(Template::new(super::files::read(file)?.text.clone())?)
            }
            (None, None, Format::Yaml) => View::Yaml { comments: !self.no_comments },
            (None, None, Format::Json) => View::Json,
            (None, None, Format::JsonLines) => View::JsonLines,
            (None, None, Format::Name) => View::Name,
            (None, None, Format::Table) => View::Table,
            (None, None, Format::Url) => View::Url,
            (None, None, Format::Status) => View::Status,
            (None, None, Format::Report) => View::Report,
        })
    }
}

/// What is printed, ready to be used for every service.
enum View {
    Yaml { comments: bool },
    Json,
    JsonLines,
    Name,
    Table,
    Url,
    Status,
    Report,
    Template(Template),
    Files,
}

impl View {
    /// Whether it is a text that follows the texts before it.
    fn is_text(&self) -> bool {
        matches!(self, View::Yaml { .. } | View::JsonLines | View::Name | View::Url)
    }
}

/// What a service contributes to the output. Only the text is kept of it, as there may be thousands.
#[derive(Debug)]
enum Piece {
    Text(String),
    /// Items of a list.
    Items(String),
    Rows(Vec<Vec<String>>),
    /// Relative path and content.
    Files(Vec<(String, String)>),
}

/// A service when it is rendered.
struct Done {
    piece: anyhow::Result<Piece>,
    exit: Exit,
    said: Option<Said>,
    knative: bool,
    /// Which of the names in `--not-ready` are among the objects.
    not_ready: Vec<String>,
}

/// What is to be said of a service.
struct Said {
    messages: Vec<(Severity, String, Place)>,
    source: Arc<Source>,
}

/// What some services come to together.
#[derive(Default)]
struct Run {
    /// What is printed of them.
    pieces: Vec<anyhow::Result<Piece>>,
    exit: Exit,
    said: Vec<Said>,
    /// Whether the domain of Knative is in what is printed.
    knative: bool,
    not_ready: BTreeSet<String>,
}

impl Run {
    /// What services come to, the pieces of refused ones only where the view shows them.
    fn of(services: impl Iterator<Item = Done>, shows_refused: bool) -> Run {
        let mut run = Run::default();
        for done in services {
            run.exit = run.exit.max(done.exit);
            run.knative |= done.knative && done.exit == Exit::Done;
            run.not_ready.extend(done.not_ready);
            run.said.extend(done.said);
            if done.exit == Exit::Done || shows_refused {
                run.pieces.push(done.piece);
            }
        }
        run
    }
}

/// How many services are rendered before their output is printed, where it is printed at once.
const BATCH: usize = 1024;

pub fn run(args: &Args, messages: &Messages) -> anyhow::Result<Exit> {
    let output = &args.output;
    let options = output.options()?;
    let view = output.view()?;
    let mut loaded = load(&args.input, &args.cluster, Unreadable::by_option(output.keep_going), messages)?;
    loaded.note_inputs(messages);
    let given = loaded.context.iter().map(Arc::as_ref).chain(loaded.others.iter().map(|other| &other.value));
    warn_of_kinds(&output.kind, given, messages);
    // Else nothing is printed before all are known to be rendered.
    let at_once = output.keep_going && view.is_text();
    let mut out = Out {
        held: Vec::new(),
        printer: at_once.then(Printer::new),
        exit: if loaded.incomplete { Exit::Trouble } else { Exit::Done },
        knative: false,
        not_ready: BTreeSet::new(),
    };
    // Namespaces and Secrets have to be there before the pods that need them.
    if output.passthrough == Some(Passthrough::All)
        && let Some(piece) = passed(loaded.context.iter().map(Arc::as_ref), &view, &options.selection)
    {
        out.add(Ok(piece))?;
    }
    let cluster = &loaded.cluster;
    let shows_refused = matches!(view, View::Report | View::Status);
    let render = |batch: Vec<Service>| {
        let one = |service| render_one(cluster, service, &view, &options);
        parallel::map_runs(batch, |run| Run::of(run.into_iter().map(one), shows_refused))
    };
    let mut services = std::mem::take(&mut loaded.services);
    let mut later = services.split_off(if at_once { BATCH.min(services.len()) } else { services.len() }).into_iter();
    let mut rendered = render(services);
    while !rendered.is_empty() {
        let batch: Vec<Service> = later.by_ref().take(BATCH).collect();
        let mut next = Vec::new();
        let mut is_read = Ok(true);
        let print = || is_read = out.take(rendered, messages);
        match batch.is_empty() {
            true => print(),
            false => parallel::beside(|| next = render(batch), print),
        }
        if !is_read? {
            return Ok(out.exit);
        }
        rendered = next;
    }
    if loaded.origins.assumed_domain && out.knative {
        let domain = &loaded.cluster.settings.knative_domain;
        messages.note(None, &format!("Knative's domain is not known; assumed {domain} (--knative-domain)"));
    }
    for name in loaded.cluster.settings.not_ready.difference(&out.not_ready) {
        messages.warning(None, &format!("--not-ready {name}: there is no object of this name"));
    }
    if output.passthrough.is_none() {
        note_others(&loaded, messages);
    }
    // A report tells refusals as data.
    let exit = out.exit;
    if exit != Exit::Done && !output.keep_going && !matches!(view, View::Report) {
        return Ok(exit);
    }
    if output.passthrough.is_some()
        && let Some(piece) = passed(loaded.others.iter().map(|other| &other.value), &view, &options.selection)
    {
        out.add(Ok(piece))?;
    }
    match (&view, &output.output_dir) {
        (View::Files, Some(directory)) => {
            let mut files = Vec::new();
            for piece in out.held {
                if let Piece::Files(more) = piece? {
                    files.extend(more);
                }
            }
            output_directory::write(directory, files, output.prune, messages)?;
        }
        _ => out.finish(&view)?,
    }
    Ok(exit)
}

/// The output on its way: printed at once, or held until all of it is known.
struct Out {
    held: Vec<anyhow::Result<Piece>>,
    printer: Option<Printer>,
    /// The worst that has come so far.
    exit: Exit,
    /// Whether the domain of Knative is in it.
    knative: bool,
    /// Which of the names in `--not-ready` are among the objects.
    not_ready: BTreeSet<String>,
}

impl Out {
    /// Says and adds what services have come to; false when nobody reads any more.
    fn take(&mut self, runs: Vec<Run>, messages: &Messages) -> anyhow::Result<bool> {
        for run in runs {
            self.exit = self.exit.max(run.exit);
            self.knative |= run.knative;
            self.not_ready.extend(run.not_ready);
            for Said { messages: said, source } in &run.said {
                for (severity, text, place) in said {
                    messages.say(*severity, None, Some(At { source, place: *place }), text);
                }
            }
            for piece in run.pieces {
                if !self.add(piece)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Adds a piece; false when nobody reads any more.
    fn add(&mut self, piece: anyhow::Result<Piece>) -> anyhow::Result<bool> {
        match (&mut self.printer, piece) {
            (Some(printer), Ok(Piece::Text(text))) => printer.print(&text),
            (_, piece) => {
                self.held.push(piece);
                Ok(true)
            }
        }
    }

    /// Prints what is held, one piece after the other, or together where the view is one whole.
    fn finish(self, view: &View) -> anyhow::Result<()> {
        let held = self.held.into_iter().collect::<anyhow::Result<Vec<Piece>>>()?;
        let mut printer = self.printer.unwrap_or_else(Printer::new);
        let mut texts = Vec::new();
        let mut items = Vec::new();
        let mut rows = Vec::new();
        for piece in held {
            match piece {
                Piece::Text(text) => texts.push(text),
                Piece::Items(more) => items.push(more),
                Piece::Rows(more) => rows.extend(more),
                Piece::Files(_) => {}
            }
        }
        let is_read = match view {
            View::Json => printer.print_all(&json::list(&items).collect::<Vec<&str>>())?,
            View::Table => printer.print(&terminal::table(&TABLE, &rows))?,
            View::Status => printer.print(&terminal::table(&Summary::HEADER, &rows))?,
            _ => printer.print_all(&texts)?,
        };
        if is_read { printer.flush() } else { Ok(()) }
    }
}

/// Warns of kinds that are asked for, but that neither the controller nor the input has.
pub fn warn_of_kinds<'v>(kinds: &[String], given: impl Iterator<Item = &'v Value> + Clone, messages: &Messages) {
    for kind in kinds.iter().filter(|kind| !select::is_known_kind(kind)) {
        if !given.clone().any(|object| select::is_kind(object, kind)) {
            let hint = select::alike_kind(kind).map_or_else(String::new, |known| format!("; did you mean {known}?"));
            messages.warning(None, &format!("--kind {kind}: there are no objects of this kind{hint}"));
        }
    }
}

/// Renders one service and makes its part of the output.
fn render_one(cluster: &Cluster, service: Service, view: &View, options: &Options) -> Done {
    let with_pods = options.inject || matches!(view, View::Report | View::Template(_));
    let rendering = rendered(cluster, &service, with_pods);
    // A report tells refused pods as data; elsewhere the output would have the pods as they are without the webhook.
    let refused_pods = match view {
        View::Report => Severity::Warning,
        _ => Severity::Error,
    };
    let without_pods = options.inject
        && refused_pods == Severity::Error
        && rendering.injected.iter().any(|injected| injected.template.is_err());
    let exit = match rendering.rejected.is_some() || rendering.error.is_some() || without_pods {
        true => Exit::Refused,
        false => Exit::Done,
    };
    let summary = Summary::of(&rendering);
    // A report is for comparison with what the controller does.
    let show_secrets = options.show_secrets || matches!(view, View::Report);
    let mut messages = said(&rendering, options.inject.then_some(refused_pods), show_secrets);
    if matches!(view, View::Url) && exit == Exit::Done && summary.url.is_none() {
        let text =
            format!("InferenceService {}/{} has no URL (explain url tells why)", rendering.namespace, rendering.name);
        messages.push((Severity::Note, text));
    }
    let said = (!messages.is_empty()).then(|| Said {
        messages: placed(cluster, &service, &rendering, messages),
        source: Arc::clone(&service.document.source),
    });
    Done {
        said,
        exit,
        knative: summary.is_knative(),
        not_ready: cluster
            .settings
            .not_ready
            .iter()
            .filter(|name| rendering.objects.iter().any(|object| name::object_name(object) == name.as_str()))
            .cloned()
            .collect(),
        piece: piece(rendering, &summary, view, options),
    }
}

/// The rendering of a service, also for what the API server refuses because it does not know it. Pods are
/// only looked at when they are wanted.
pub fn rendered(cluster: &Cluster, service: &Service, with_pods: bool) -> Rendering {
    rendered_object(cluster, &service.document.value, &service.existing, with_pods)
}

/// As [`rendered`], of a service that is no document.
pub fn rendered_object(cluster: &Cluster, object: &Value, existing: &Existing, with_pods: bool) -> Rendering {
    let version = api_version(object);
    if version == "serving.kserve.io/v1beta1" {
        return match with_pods {
            true => render(cluster, object, existing),
            false => render_objects(cluster, object, existing),
        };
    }
    Rendering {
        namespace: name::namespace(object).to_owned(),
        name: name::object_name(object).to_owned(),
        rejected: Some(format!("no matches for kind \"InferenceService\" in version \"{version}\"")),
        ..Rendering::default()
    }
}

/// What [`said`] says of a service, with the place of each: of what admission says the field, else the service.
pub fn placed(
    cluster: &Cluster,
    service: &Service,
    rendering: &Rendering,
    said: Vec<(Severity, String)>,
) -> Vec<(Severity, String, Place)> {
    let document = &service.document;
    let start = document.start();
    let mut placed: Vec<(Severity, String, Place)> =
        said.into_iter().map(|(severity, text)| (severity, text, start)).collect();
    if rendering.warnings.is_empty() && rendering.rejected.is_none() {
        return placed;
    }
    let (_, diagnostics) = examine(cluster, &document.value, &service.existing);
    // Warnings and refusal are said first, in this order.
    let by_message: HashMap<&str, &Diagnostic> =
        diagnostics.iter().rev().map(|found| (found.message.as_str(), found)).collect();
    let warnings = rendering.warnings.iter().map(|text| by_message.get(text.as_str()).copied()).enumerate();
    let refusal = diagnostics.iter().find(|found| found.refusal).filter(|_| rendering.rejected.is_some());
    for (at, diagnostic) in warnings.chain([(rendering.warnings.len(), refusal)]) {
        let (Some((_, text, place)), Some(diagnostic)) = (placed.get_mut(at), diagnostic) else { continue };
        *place = Finding::new(document, String::new(), diagnostic.clone()).span.place;
        if let Some(help) = &diagnostic.help {
            *text += &format!("; {help}");
        }
    }
    placed
}

/// What is to be said about a rendering. Refused pods are as bad as `refused_pods` tells, if the webhook's pods are asked for.
pub fn said(rendering: &Rendering, refused_pods: Option<Severity>, show_secrets: bool) -> Vec<(Severity, String)> {
    let mut said = Vec::new();
    let service = || format!("InferenceService {}/{}", rendering.namespace, rendering.name);
    for warning in &rendering.warnings {
        said.push((Severity::Warning, format!("{}: {warning}", service())));
    }
    if let Some(refusal) = &rendering.rejected {
        said.push((Severity::Error, format!("{} is refused: {refusal}", service())));
    }
    if let Some(error) = &rendering.error {
        said.push((Severity::Error, format!("{} fails: {error}", service())));
    }
    for event in &rendering.events {
        said.push((Severity::Detail, format!("{}: event: {event}", service())));
    }
    for key in &rendering.deleted {
        said.push((Severity::Note, format!("{}: the controller deletes {key}", service())));
    }
    for note in &rendering.notes {
        said.push((Severity::Warning, format!("{}: {note}", service())));
    }
    for (injected, severity) in rendering.injected.iter().flat_map(|injected| Some((injected, refused_pods?))) {
        let subject = format!("{}: {} {}", service(), injected.kind, injected.name);
        for warning in &injected.warnings {
            said.push((Severity::Warning, format!("{subject}: {warning}")));
        }
        if let Err(error) = &injected.template {
            let error = if show_secrets { error.into() } else { hide_in_refusal(error) };
            said.push((severity, format!("{subject}: the pods are refused: {error}")));
        }
        if let Some(refusal) = injected.knative_refusal {
            said.push((Severity::Warning, format!("{subject}: Knative does not take these pods: {refusal}")));
        }
        if !injected.knative_features.is_empty() {
            let flags = injected.knative_features.join(", ");
            let text = format!("{subject}: Knative takes these pods only with the flags {flags} of config-features");
            said.push((Severity::Warning, text));
        }
    }
    let mut copied: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for CopiedSecret { secret, place, .. } in &rendering.copied {
        copied.entry(secret).or_default().push(place.to_string());
    }
    for (secret, places) in copied {
        let hidden =
            if show_secrets { "" } else { "; the value, which the pods need, is not printed (--show-secrets)" };
        let text = format!("{}: Secret {secret} is copied into {} in clear text{hidden}", service(), places.join(", "));
        said.push((Severity::Warning, text));
    }
    said
}

fn piece(mut rendering: Rendering, summary: &Summary, view: &View, options: &Options) -> anyhow::Result<Piece> {
    Ok(match view {
        View::Yaml { comments } => {
            let mut out = String::with_capacity(8192);
            let mut comment = String::new();
            let objects = objects::take(&mut rendering, options);
            if *comments {
                summary.write_comment(&mut comment);
                if objects.is_empty() {
                    comment.push_str("# no objects\n");
                    out.push_str(&comment);
                }
            }
            for (index, object) in objects.iter().enumerate() {
                out.push_str("---\n");
                if index == 0 {
                    out.push_str(&comment);
                }
                yaml::write(object, &mut out);
            }
            Piece::Text(fitted(&out))
        }
        View::Report => {
            let mut out = String::from("---\n");
            yaml::write(&report::of(rendering), &mut out);
            Piece::Text(out)
        }
        View::Url => Piece::Text(summary.url.as_ref().map_or_else(String::new, |url| format!("{url}\n"))),
        View::Status => Piece::Rows(vec![summary.row()]),
        View::Template(template) => Piece::Text(template.apply(rendering, options)?),
        View::Json | View::JsonLines | View::Name | View::Table | View::Files => {
            let service = format!("{}/{}", rendering.namespace, rendering.name);
            of_objects(&objects::take(&mut rendering, options), view, &service)
        }
    })
}

/// A text in memory of its size. Thousands may be held, and an allocator hardly takes back a part of what it gave.
fn fitted(text: &str) -> String {
    text.to_owned()
}

const TABLE: [&str; 6] = ["NAMESPACE", "KIND", "NAME", "APIVERSION", "COMPONENT", "SERVICE"];

/// Objects in a view that shows each by itself.
fn of_objects(objects: &[Value], view: &View, service: &str) -> Piece {
    let in_yaml = |object: &Value| {
        let mut text = String::with_capacity(1024);
        yaml::write(object, &mut text);
        text
    };
    match view {
        View::Json => Piece::Items(fitted(&json::items(objects))),
        View::JsonLines => Piece::Text(objects.iter().map(|object| format!("{object}\n")).collect()),
        View::Name => Piece::Text(objects.iter().map(|object| name::of(object) + "\n").collect()),
        View::Table => {
            let label = |object: &Value| {
                let component = object.pointer("/metadata/labels/component").and_then(Value::as_str);
                component.unwrap_or_default().to_owned()
            };
            let row = |object: &Value| {
                let text = |text: &str| text.to_owned();
                vec![
                    text(name::namespace(object)),
                    text(kind(object)),
                    text(name::object_name(object)),
                    text(api_version(object)),
                    label(object),
                    text(service),
                ]
            };
            Piece::Rows(objects.iter().map(row).collect())
        }
        View::Files => {
            Piece::Files(objects.iter().map(|o| (crate::output::directory::file_of(o), in_yaml(o))).collect())
        }
        View::Yaml { .. } => Piece::Text(objects.iter().map(|object| format!("---\n{}", in_yaml(object))).collect()),
        View::Url | View::Status | View::Report | View::Template(_) => Piece::Text(String::new()),
    }
}

/// Says what happens to documents of unknown kinds.
fn note_others(loaded: &Loaded, messages: &Messages) {
    for document in &loaded.others {
        let at = super::messages::At { source: &document.source, place: document.start() };
        let (kind, name) = (kind(&document.value), name::object_name(&document.value));
        if let Some(diagnostic) = examine_other(&document.value) {
            let help = diagnostic.help.map(|help| format!("; {help}")).unwrap_or_default();
            messages.warning(Some(at), &format!("{}{help}", diagnostic.message));
        }
        let subject = format!("{kind} {name}");
        messages.note(Some(at), &format!("{} is ignored (--passthrough copies it)", subject.trim_end()));
    }
}

/// Objects of the inputs as they are, where there are any.
fn passed<'v>(objects: impl Iterator<Item = &'v Value>, view: &View, selection: &Selection) -> Option<Piece> {
    let objects: Vec<Value> = objects.filter(|object| selection.matches(object)).cloned().collect();
    (!objects.is_empty()).then(|| of_objects(&objects, view, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_read_by_its_name() {
        let read = |text: &str| {
            let command = clap::Command::new("x").arg(clap::Arg::new("o").value_parser(FormatParser));
            let matches = command.try_get_matches_from(["x", text])?;
            Ok::<_, clap::Error>(matches.get_one::<Format>("o").cloned())
        };
        for (name, format, _) in FORMATS {
            assert_eq!(read(name).expect("a format"), Some(format));
        }
        assert_eq!(read("template=a b").expect("a format"), Some(Format::Template("a b".into())));
        assert!(read("template=").is_err());
        assert!(read("yml").is_err());
    }
}
