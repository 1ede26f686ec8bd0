//! `kserve-render explain config` and `explain why`: what an LLMInferenceService is made of.

use anstyle::{AnsiColor, Style as Ansi};
use anyhow::bail;
use clap::ValueEnum;

use super::exit::{Exit, print};
use super::load::{Tally, final_exit, load};
use super::messages::{self, Messages};
use super::options::CommonArgs;
use crate::Value;
use crate::kinds::{CompositionFormat, CompositionStyle as Style, composed_kind};
use crate::output::json;
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

pub fn explain_config(args: &ConfigArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let session = load(&args.common, messages)?;
    let mut exit = Exit::of(&session);
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    let compositions = session.compositions();
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
            Output::Markdown => texts.push(messages::for_stdout(&composition.print(
                CompositionFormat::Markdown,
                &files,
                &Style::default(),
            ))),
            Output::Html => texts.push(composition.print(CompositionFormat::Html, &files, &Style::default())),
        }
    }
    print([match args.output {
        Output::Json => json::pretty(&Value::Array(values)),
        _ => texts.join("\n"),
    }])?;
    Ok(final_exit(exit, composed(compositions.len()), &session, &args.common, messages))
}

pub fn explain_why(args: &WhyArgs, messages: &Messages) -> anyhow::Result<Exit> {
    let session = load(&args.common, messages)?;
    let reasons = session.reasons(&args.path);
    let mut exit = Exit::of(&session);
    if reasons.has_failures {
        exit = exit.max(Exit::Refused);
    }
    if let (Some(unknown), true) = (reasons.unknown, reasons.texts.is_empty()) {
        bail!(unknown);
    }
    print([messages::for_stdout(&reasons.texts.concat())])?;
    Ok(final_exit(exit, composed(reasons.count), &session, &args.common, messages))
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

/// Resources of the kind that is composed.
fn composed(count: usize) -> Tally {
    Tally { count, what: composed_kind().name() }
}
