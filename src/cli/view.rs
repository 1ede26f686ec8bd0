//! The forms in which `render` prints services.

use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};

use super::template::Template;
use crate::object::name;
use crate::output::chart::{Chart, Form};
use crate::output::objects::{self, Options};
use crate::output::printable::on_one_line;
use crate::output::select::Selection;
use crate::output::summary::Summary;
use crate::output::{directory, json, report, yaml};
use crate::{Rendering, Value};

/// What is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputFormat {
    Yaml,
    Json,
    JsonLines,
    Name,
    Table,
    Url,
    Status,
    Report,
    Chart(Form),
    Html,
    Template(PathBuf),
}

/// Reads a format; that of a template has its file after `=`.
#[derive(Clone)]
pub struct FormatParser;

const FORMATS: [(&str, OutputFormat, &str); 12] = [
    ("yaml", OutputFormat::Yaml, "YAML stream to apply"),
    ("json", OutputFormat::Json, "a List in JSON"),
    ("jsonl", OutputFormat::JsonLines, "JSON, one object per line"),
    ("name", OutputFormat::Name, "names as in kubectl -o name"),
    ("table", OutputFormat::Table, "the objects as a table"),
    ("url", OutputFormat::Url, "status.url, one per line"),
    ("status", OutputFormat::Status, "the services as a table"),
    ("report", OutputFormat::Report, "everything known about each service"),
    ("tree", OutputFormat::Chart(Form::Tree), "what becomes of each service up to its URL, and the steps of graphs"),
    ("mermaid", OutputFormat::Chart(Form::Mermaid), "the same as a flowchart of Mermaid"),
    ("dot", OutputFormat::Chart(Form::Dot), "the same for Graphviz"),
    ("html", OutputFormat::Html, "a page with everything, for reviews"),
];

impl TypedValueParser for FormatParser {
    type Value = OutputFormat;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<OutputFormat, clap::Error> {
        let text = value.to_string_lossy();
        if let Some((_, format, _)) = FORMATS.iter().find(|(name, ..)| *name == text) {
            return Ok(format.clone());
        }
        if let Some(file) = text.strip_prefix("template=").filter(|file| !file.is_empty()) {
            return Ok(OutputFormat::Template(file.into()));
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

/// What is printed, ready to be used for every service.
pub enum View {
    Yaml { comments: bool },
    Json,
    JsonLines,
    Name,
    Table,
    Url,
    Status,
    Report,
    Chart(Form),
    Html,
    Template(Template),
    Files,
}

impl View {
    /// Whether it is a text that follows the texts before it.
    pub fn is_text(&self) -> bool {
        matches!(self, View::Yaml { .. } | View::JsonLines | View::Name | View::Url | View::Chart(_))
    }
}

/// What a service adds to the output. Only its text is kept, since there may be thousands.
#[derive(Debug)]
pub enum ServiceOutput {
    Text(String),
    /// Items of a list.
    Items(String),
    Rows(Vec<Vec<String>>),
    /// Relative path and content.
    Files(Vec<(String, String)>),
}

/// What a service adds to the output.
pub fn of_service(
    mut rendering: Rendering,
    summary: &Summary,
    view: &View,
    options: &Options,
) -> anyhow::Result<ServiceOutput> {
    let is_told = match view {
        View::Report => rendering.refusal().is_some() || !rendering.warnings.is_empty(),
        View::Status => rendering.refusal().is_some(),
        _ => false,
    };
    if rendering.is_fact() && !is_told {
        return Ok(nothing(view));
    }
    Ok(match view {
        View::Yaml { comments } => {
            let objects = objects::take(&mut rendering, options);
            ServiceOutput::Text(shrunk(&objects::stream(&objects, comments.then_some(summary))))
        }
        View::Report => {
            let mut out = String::from("---\n");
            yaml::write(&report::of(rendering), &mut out);
            ServiceOutput::Text(out)
        }
        View::Url => {
            ServiceOutput::Text(summary.url.as_ref().map_or_else(String::new, |url| format!("{}\n", on_one_line(url))))
        }
        View::Chart(form) => ServiceOutput::Text(Chart::of(&rendering).to_text(*form)),
        View::Status => ServiceOutput::Rows(vec![summary.row()]),
        // It is made of all services together.
        View::Html => ServiceOutput::Text(String::new()),
        View::Template(template) => ServiceOutput::Text(template.apply(rendering, options)?),
        View::Json | View::JsonLines | View::Name | View::Table | View::Files => {
            let service = format!("{}/{}", rendering.namespace, rendering.name);
            of_objects(&objects::take(&mut rendering, options), view, &service)
        }
    })
}

/// What a resource that is only stored adds to the output.
fn nothing(view: &View) -> ServiceOutput {
    match view {
        View::Json => ServiceOutput::Items(String::new()),
        View::Table | View::Status => ServiceOutput::Rows(Vec::new()),
        View::Files => ServiceOutput::Files(Vec::new()),
        _ => ServiceOutput::Text(String::new()),
    }
}

/// A text in memory of exactly its size. Thousands may be held, and allocators rarely take a part of a block back.
fn shrunk(text: &str) -> String {
    text.to_owned()
}

/// Objects in a view that shows each by itself.
fn of_objects(all: &[Value], view: &View, service: &str) -> ServiceOutput {
    let in_yaml = |object: &Value| {
        let mut text = String::with_capacity(1024);
        yaml::write(object, &mut text);
        text
    };
    match view {
        View::Json => ServiceOutput::Items(shrunk(&json::items(all))),
        View::JsonLines => ServiceOutput::Text(all.iter().map(|object| format!("{object}\n")).collect()),
        View::Name => {
            ServiceOutput::Text(all.iter().map(|object| format!("{}\n", on_one_line(&name::of(object)))).collect())
        }
        View::Table => ServiceOutput::Rows(all.iter().map(|object| objects::row(object, service)).collect()),
        View::Files => ServiceOutput::Files(all.iter().map(|o| (directory::file_of(o), in_yaml(o))).collect()),
        View::Yaml { .. } => {
            ServiceOutput::Text(all.iter().map(|object| format!("---\n{}", in_yaml(object))).collect())
        }
        View::Url | View::Status | View::Report | View::Chart(_) | View::Html | View::Template(_) => {
            ServiceOutput::Text(String::new())
        }
    }
}

/// Objects of the inputs as they are, where there are any.
pub fn passed_through<'v>(
    objects: impl Iterator<Item = &'v Value>,
    view: &View,
    selection: &Selection,
) -> Option<ServiceOutput> {
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
            Ok::<_, clap::Error>(matches.get_one::<OutputFormat>("o").cloned())
        };
        for (name, format, _) in FORMATS {
            assert_eq!(read(name).expect("a format"), Some(format));
        }
        assert_eq!(read("template=a b").expect("a format"), Some(OutputFormat::Template("a b".into())));
        assert!(read("template=").is_err());
        assert!(read("yml").is_err());
    }
}
