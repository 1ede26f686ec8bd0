//! Many services on their way to the output: rendered in batches on all processors, printed at once or held until all of
//! them are rendered.

use std::collections::BTreeSet;

use super::exit::{Exit, Printer};
use super::messages::{self, Message, Messages, Severity};
use super::output_directory;
use super::progress::Progress;
use super::terminal;
use super::view::{self, ServiceOutput, View};
use crate::object::name;
use crate::output::json;
use crate::output::objects::{self, Options};
use crate::output::summary::Summary;
use crate::session::service_messages::Manner;
use crate::session::{Service, Session, Spot};
use crate::{Rendering, parallel};

/// How many services are rendered before their output is printed, where it is printed at once.
const SIZE: usize = 1024;

/// A rendered service, ready for the output.
struct Rendered {
    output: anyhow::Result<ServiceOutput>,
    exit: Exit,
    messages: Vec<Message>,
    is_knative: bool,
    /// Which of the names in `--not-ready` are among the objects.
    not_ready: Vec<String>,
}

/// The output of some services together.
#[derive(Default)]
struct Batch {
    outputs: Vec<anyhow::Result<ServiceOutput>>,
    summary: Overview,
    messages: Vec<Message>,
}

/// What is known of all services once they are rendered.
#[derive(Debug, Default)]
pub struct Overview {
    /// The worst so far.
    pub exit: Exit,
    /// Whether the domain of Knative is in what is printed.
    pub is_knative: bool,
    /// Which of the names in `--not-ready` are among the objects.
    pub not_ready: BTreeSet<String>,
}

impl Overview {
    fn add(&mut self, other: Overview) {
        self.exit = self.exit.max(other.exit);
        self.is_knative |= other.is_knative;
        self.not_ready.extend(other.not_ready);
    }
}

impl Batch {
    /// The output of services; of refused ones only if the view shows them.
    fn of(services: impl Iterator<Item = Rendered>, shows_refused: bool) -> Batch {
        let mut batch = Batch::default();
        for rendered in services {
            let is_done = rendered.exit == Exit::Done;
            batch.summary.add(Overview {
                exit: rendered.exit,
                is_knative: rendered.is_knative && is_done,
                not_ready: rendered.not_ready.into_iter().collect(),
            });
            batch.messages.extend(rendered.messages);
            if is_done || shows_refused {
                batch.outputs.push(rendered.output);
            }
        }
        batch
    }
}

/// Renders all services into the sink; false when nobody reads any more. One batch is printed while the next is rendered.
pub fn render_all(
    session: &Session,
    mut services: Vec<Service>,
    view: &View,
    options: &Options,
    sink: &mut Sink,
    messages: &Messages,
) -> anyhow::Result<bool> {
    let shows_refused = matches!(view, View::Report | View::Status);
    // Where output and progress would meet on one terminal, the output tells enough.
    let progress = match sink.prints_at_once() && terminal::width().is_some() {
        true => Progress::silent(),
        false => Progress::new("services rendered", services.len()),
    };
    let render = |batch: Vec<Service>| {
        let one = |service| {
            let rendered = render_one(session, &service, view, options);
            progress.add(1);
            rendered
        };
        parallel::map_runs(batch, |run| Batch::of(run.into_iter().map(one), shows_refused))
    };
    let first = if sink.prints_at_once() { SIZE.min(services.len()) } else { services.len() };
    let mut later = services.split_off(first).into_iter();
    let mut rendered = render(services);
    while !rendered.is_empty() {
        let batch: Vec<Service> = later.by_ref().take(SIZE).collect();
        let mut next = Vec::new();
        let mut is_read = Ok(true);
        let print = || is_read = sink.take(rendered, messages);
        match batch.is_empty() {
            true => print(),
            false => parallel::beside(|| next = render(batch), print),
        }
        if !is_read? {
            return Ok(false);
        }
        rendered = next;
    }
    Ok(true)
}

/// Whether a view shows pods as the pod webhook makes them.
fn shows_pods(view: &View, options: &Options) -> bool {
    options.inject || matches!(view, View::Report | View::Template(_))
}

/// Renders all services of a session together, since some refer to others, into the sink; false when nobody reads any more.
pub fn render_together(
    session: &Session,
    view: &View,
    options: &Options,
    sink: &mut Sink,
    messages: &Messages,
) -> anyhow::Result<bool> {
    let mut renderings = session.render_all(shows_pods(view, options));
    if matches!(view, View::Yaml { .. } | View::Json | View::JsonLines | View::Name | View::Table | View::Files) {
        objects::keep_last_states(&mut renderings);
    }
    let all = session.services.iter().zip(renderings);
    let one = |(service, rendering)| finish(session, service, rendering, view, options);
    let batch = Batch::of(all.map(one), matches!(view, View::Report | View::Status));
    sink.take(vec![batch], messages)
}

/// Renders one service, and makes its part of the output.
fn render_one(session: &Session, service: &Service, view: &View, options: &Options) -> Rendered {
    let rendering = match shows_pods(view, options) {
        true => service.render(&session.cluster),
        false => service.render_objects(&session.cluster),
    };
    finish(session, service, rendering, view, options)
}

/// Makes a service's part of the output.
fn finish(session: &Session, service: &Service, mut rendering: Rendering, view: &View, options: &Options) -> Rendered {
    // A report is for comparison with what the controller does.
    let show_secrets = options.show_secrets || matches!(view, View::Report);
    if !show_secrets {
        rendering.hide_secrets();
    }
    // A report tells refused pods as data; elsewhere the output would have the pods as they are without the webhook.
    let refused_pods = match view {
        View::Report => Severity::Warning,
        _ => Severity::Error,
    };
    let without_pods = options.inject
        && refused_pods == Severity::Error
        && rendering.injected().iter().any(|injected| injected.template.is_err());
    let exit = match rendering.refusal().is_some() || rendering.error().is_some() || without_pods {
        true => Exit::Refused,
        false => Exit::Done,
    };
    let summary = Summary::of(&rendering);
    let refused_pods = options.inject.then_some(refused_pods);
    let manner = Manner { refused_pods, shows_secrets: show_secrets };
    let mut messages = messages::of(session, service, &rendering, manner);
    if !rendering.is_fact() {
        let text = summary.line(rendering.kind, rendering.objects().len());
        messages.push(Message { severity: Severity::Trace, code: None, spot: Spot::start(&service.document), text });
    }
    if matches!(view, View::Url) && !rendering.is_fact() && exit == Exit::Done && summary.url.is_none() {
        let text = format!(
            "{} {}/{} has no URL (explain url tells why)",
            rendering.kind.name(),
            rendering.namespace,
            rendering.name
        );
        messages.push(Message { severity: Severity::Note, code: None, spot: Spot::start(&service.document), text });
    }
    let not_ready = session.cluster.settings.not_ready.iter();
    let is_there = |name: &&String| rendering.objects().iter().any(|object| name::object_name(object) == name.as_str());
    Rendered {
        messages,
        exit,
        is_knative: summary.is_knative(),
        not_ready: not_ready.filter(is_there).cloned().collect(),
        output: view::of_service(rendering, &summary, view, options),
    }
}

/// The output on its way: printed at once, or held until all of it is known.
pub struct Sink {
    held: Vec<anyhow::Result<ServiceOutput>>,
    printer: Option<Printer>,
    pub overview: Overview,
}

impl Sink {
    /// A sink that prints texts at once, or holds everything.
    pub fn new(at_once: bool) -> Sink {
        Sink { held: Vec::new(), printer: at_once.then(Printer::new), overview: Overview::default() }
    }

    fn prints_at_once(&self) -> bool {
        self.printer.is_some()
    }

    /// Prints the messages of a batch and adds its output; false when nobody reads any more.
    fn take(&mut self, batches: Vec<Batch>, messages: &Messages) -> anyhow::Result<bool> {
        for batch in batches {
            self.overview.add(batch.summary);
            batch.messages.iter().for_each(|message| messages.tell(message));
            for output in batch.outputs {
                if !self.add(output)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Adds a part of the output; false when nobody reads any more.
    pub fn add(&mut self, output: anyhow::Result<ServiceOutput>) -> anyhow::Result<bool> {
        match (&mut self.printer, output) {
            (Some(printer), Ok(ServiceOutput::Text(text))) => printer.print(&text),
            (_, output) => {
                self.held.push(output);
                Ok(true)
            }
        }
    }

    /// Prints what is held: one part after the other, or all in one if the view wants that.
    pub fn print(self, view: &View) -> anyhow::Result<()> {
        let held = self.held.into_iter().collect::<anyhow::Result<Vec<ServiceOutput>>>()?;
        let mut printer = self.printer.unwrap_or_else(Printer::new);
        let mut texts = Vec::new();
        let mut items = Vec::new();
        let mut rows = Vec::new();
        for output in held {
            match output {
                ServiceOutput::Text(text) => texts.push(text),
                ServiceOutput::Items(more) => items.push(more),
                ServiceOutput::Rows(more) => rows.extend(more),
                ServiceOutput::Files(_) => {}
            }
        }
        let is_read = match view {
            View::Json => printer.print_all(&json::list(&items).collect::<Vec<&str>>())?,
            View::Table => printer.print(&terminal::table(&objects::COLUMNS, &rows))?,
            View::Status => printer.print(&terminal::table(&Summary::HEADER, &rows))?,
            _ => printer.print_all(&texts)?,
        };
        if is_read { printer.flush() } else { Ok(()) }
    }

    /// Writes what is held as files of a directory.
    pub fn write(self, directory: &std::path::Path, prune: bool, messages: &Messages) -> anyhow::Result<()> {
        let mut files = Vec::new();
        for output in self.held {
            if let ServiceOutput::Files(more) = output? {
                files.extend(more);
            }
        }
        output_directory::write(directory, files, prune, messages)
    }
}
