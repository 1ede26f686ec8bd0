//! `kserve-render explain config` and `explain why`: what an LLMInferenceService is made of.

use anstyle::{AnsiColor, Style as Ansi};
use anyhow::bail;
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::{final_exit, load};
use super::messages::{self, Messages};
use super::options::CommonArgs;
use crate::Value;
use crate::input::Document;
use crate::kinds::llm_inference_service;
use crate::kinds::llm_inference_service::explain::{Composition, CompositionFormat, Style, fields_below, named};
use crate::output::json;
use crate::session::Session;
use crate::session::places::CompositionPlaces;

/// Show what an LLMInferenceService is made of: its configs, and where each field of the effective spec comes from
#[derive(Debug, clap::Args)]
pub struct ConfigArgs {
    #[command(flatten)]
    common: CommonArgs,
    /// How to print it
    #[arg(short, long, value_enum, default_value_t = Output::Text, help_heading = "Output")]
    output: Output,
}

/// Explain why a field of an LLMInferenceService has its value
#[derive(Debug, clap::Args)]
pub struct WhyArgs {
    /// The field, such as template.containers[main].args; of one that holds others, all of them are explained
    #[arg(value_name = "PATH")]
    path: String,
    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    Text,
    Json,
    Markdown,
    Html,
}

/// The services for large language models of the inputs, each with what it is made of.
fn compositions(session: &Session) -> Vec<(&Document, Composition)> {
    let documents = session.composed_services();
    documents.map(|document| (document, session.composition(document))).collect()
}

pub fn explain_config(args: &ConfigArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let session = load(&args.common, messages)?;
    let mut exit = if session.incomplete { Exit::Trouble } else { Exit::Done };
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    let compositions = compositions(&session);
    for (document, composition) in &compositions {
        if composition.failure.is_some() {
            exit = exit.max(Exit::Refused);
        }
        let files = CompositionPlaces { document, session: &session };
        match args.output {
            Output::Json => values.push(composition.to_value(&files)),
            Output::Text => {
                texts.push(messages::for_stdout(&composition.print(CompositionFormat::Text, &files, &style())))
            }
            Output::Markdown => texts.push(composition.print(CompositionFormat::Markdown, &files, &Style::default())),
            Output::Html => texts.push(composition.print(CompositionFormat::Html, &files, &Style::default())),
        }
    }
    print([match args.output {
        Output::Json => json::pretty(&Value::Array(values)),
        _ => texts.join("\n"),
    }])?;
    Ok(final_exit(exit, compositions.len(), llm_inference_service::KIND.kind, &session, &args.common, messages))
}

pub fn explain_why(args: &WhyArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let session = load(&args.common, messages)?;
    let compositions = compositions(&session);
    let mut exit = if session.incomplete { Exit::Trouble } else { Exit::Done };
    let (mut texts, mut unknown) = (Vec::new(), None);
    for (document, composition) in &compositions {
        let files = CompositionPlaces { document, session: &session };
        let name = format!("LLMInferenceService {}/{}", composition.namespace, composition.name);
        if let Some(failure) = &composition.failure {
            exit = exit.max(Exit::Refused);
            let help = composition.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            let verdict = if composition.is_admitted { "fails" } else { "is refused" };
            let place = composition.placed(&files).map(|at| format!(", at {at}")).unwrap_or_default();
            texts.push(format!("{name} {verdict}{place}: {failure}{help}\n"));
        }
        let fields = fields_below(composition, &args.path);
        let lost: Vec<String> =
            composition.lost_below(&args.path).map(|lost| composition.why_lost(lost, &files)).collect();
        if fields.is_empty() && lost.is_empty() && composition.failure.is_none() {
            let known = composition.fields.iter().filter_map(|field| named(composition, field));
            let nearest = known.max_by(|a, b| {
                let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, &args.path);
                likeness(a).total_cmp(&likeness(b))
            });
            let help = nearest.map(|nearest| format!("; is it {nearest}?")).unwrap_or_default();
            unknown = unknown.or(Some(format!("the effective spec of {name} has no field {}{help}", args.path)));
        }
        texts.extend(fields.into_iter().map(|field| composition.why(field, &files)));
        texts.extend(lost);
    }
    if let (Some(unknown), true) = (unknown, texts.is_empty()) {
        bail!(unknown);
    }
    print([messages::for_stdout(&texts.concat())])?;
    Ok(final_exit(exit, compositions.len(), llm_inference_service::KIND.kind, &session, &args.common, messages))
}

fn style() -> Style {
    let of = |style: Ansi| (style.render().to_string(), style.render_reset().to_string());
    let colour = |colour: AnsiColor| of(Ansi::new().fg_color(Some(colour.into())));
    Style {
        heading: of(Ansi::new().bold()),
        error: of(Ansi::new().bold().fg_color(Some(AnsiColor::Red.into()))),
        warning: colour(AnsiColor::Yellow),
        origins: [
            colour(AnsiColor::Green),
            colour(AnsiColor::Yellow),
            colour(AnsiColor::Blue),
            of(Ansi::new().dimmed()),
        ],
    }
}
