//! Explanations as text for people and as JSON for programs.

use std::fmt::Write as _;

use serde_json::json;

use super::explanation::Explanation;
use super::model::{Cell, Fact, Item, Provenance, Section, Table};
use super::origin::Places;
use crate::kinds;
use crate::output::printable::on_one_line;
use crate::output::table;
use crate::release::Version;
use crate::{Map, Value};

/// How parts of the text are highlighted, by escape sequences before and after them, and how wide the text may be.
#[derive(Debug, Clone, Default)]
pub struct Style {
    /// Columns of the terminal, into which tables fit where they can.
    pub width: Option<usize>,
    /// Around the title of a section.
    pub heading: (String, String),
    /// Around its answer.
    pub answer: (String, String),
    /// Around where a value comes from.
    pub origin: (String, String),
    /// Around what is refused or fails.
    pub error: (String, String),
    /// Around warnings.
    pub warning: (String, String),
}

fn styled(style: &(String, String), text: &str) -> String {
    format!("{}{text}{}", style.0, style.1)
}

/// Shorter lines are filled up to this many characters before their origin, so that origins stand below each other.
const ORIGIN_COLUMN: usize = 60;

impl Explanation {
    /// The explanation for people.
    pub fn to_text(&self, places: &dyn Places, style: &Style) -> String {
        let subject = format!("{} {}/{}", self.kind.name(), self.namespace, self.name);
        let mut out = styled(&style.heading, &on_one_line(&subject));
        out.push('\n');
        for refusal in &self.refusals {
            let _ = writeln!(
                out,
                "{} {}",
                styled(&style.error, &format!("{}:", refusal.by.words())),
                on_one_line(&refusal.text)
            );
        }
        for warning in &self.warnings {
            let _ = writeln!(out, "{} {}", styled(&style.warning, "warning:"), on_one_line(warning));
        }
        for section in &self.sections {
            out.push('\n');
            section.write(&mut Printer { out: &mut out, places, release: self.release, style });
        }
        out
    }

    /// The answers for people, one per line.
    pub fn to_short_text(&self, style: &Style) -> String {
        let subject = format!("{} {}/{}", self.kind.name(), self.namespace, self.name);
        let mut out = styled(&style.heading, &on_one_line(&subject));
        out.push('\n');
        for refusal in &self.refusals {
            let by = styled(&style.error, &format!("{}:", refusal.by.words()));
            let _ = writeln!(out, "  {by} {}", on_one_line(&refusal.text));
        }
        let width = self.sections.iter().map(|section| section.topic.name().len()).max().unwrap_or_default();
        for section in &self.sections {
            let answer = styled(&style.answer, &on_one_line(&section.answer));
            let _ = writeln!(out, "  {:width$}  {answer}", section.topic.name());
        }
        out
    }

    /// The explanation for programs.
    pub fn to_value(&self, places: &dyn Places) -> Value {
        let mut value = Map::new();
        value.insert(kinds::title(self.kind).into(), format!("{}/{}", self.namespace, self.name).into());
        value.insert("release".into(), self.release.name().into());
        if !self.refusals.is_empty() {
            let refusals = self.refusals.iter();
            let refusals = refusals.map(|refusal| json!({ "by": refusal.by.name(), "message": refusal.text }));
            value.insert("refusals".into(), refusals.collect());
        }
        if !self.warnings.is_empty() {
            value
                .insert("warnings".into(), self.warnings.iter().map(|warning| Value::from(warning.as_str())).collect());
        }
        for section in &self.sections {
            value.insert(section.topic.name().into(), section.to_value(places, self.release));
        }
        Value::Object(value)
    }
}

impl Section {
    fn write(&self, printer: &mut Printer<'_>) {
        let style = printer.style;
        let heading = styled(&style.heading, &format!("{}:", self.topic.name()));
        let _ = writeln!(printer.out, "{heading} {}", styled(&style.answer, &on_one_line(&self.answer)));
        printer.items(&self.items, 2);
    }

    /// The section for programs.
    pub fn to_value(&self, places: &dyn Places, release: Version) -> Value {
        let mut value = members(&self.items, places, release);
        value.insert("answer".into(), self.answer.as_str().into());
        Value::Object(value)
    }
}

pub(super) fn members(items: &[Item], places: &dyn Places, release: Version) -> Map {
    let mut value = Map::new();
    let mut notes = Vec::new();
    for item in items {
        match item {
            Item::Fact(fact) => {
                let of_fact = match &fact.from {
                    Provenance::Derived => fact.value.clone(),
                    Provenance::Nowhere => json!({ "value": fact.value }),
                    Provenance::From(origin) => {
                        json!({ "value": fact.value, "from": origin.to_value(places, release) })
                    }
                };
                value.insert(fact.key.into(), of_fact);
            }
            Item::Table(table) => {
                let row = |cells: &Vec<Cell>| {
                    let cells = table.columns.iter().zip(cells).map(|((key, _), cell)| {
                        let cell = match cell {
                            Cell::Value(value) => value.clone(),
                            Cell::From(origin) => origin.to_value(places, release),
                        };
                        ((*key).to_owned(), cell)
                    });
                    Value::Object(cells.filter(|(key, cell)| !key.is_empty() && !cell.is_null()).collect())
                };
                value.insert(table.key.into(), table.rows.iter().map(row).collect());
            }
            Item::Note(text) => notes.push(Value::from(text.as_str())),
            Item::Groups { key, groups } => {
                let groups = groups.iter().map(|group| {
                    let mut of_group = members(&group.items, places, release);
                    of_group.insert("title".into(), group.title.as_str().into());
                    Value::Object(of_group)
                });
                value.insert((*key).into(), groups.collect());
            }
        }
    }
    if !notes.is_empty() {
        value.insert("notes".into(), notes.into());
    }
    value
}

/// Writes items for people.
pub(super) struct Printer<'p> {
    pub out: &'p mut String,
    pub places: &'p dyn Places,
    pub release: Version,
    pub style: &'p Style,
}

impl Printer<'_> {
    pub(super) fn items(&mut self, items: &[Item], indent: usize) {
        let facts = items.iter().filter_map(|item| match item {
            Item::Fact(fact) => Some(fact.label.chars().count()),
            _ => None,
        });
        let width = facts.max().unwrap_or_default();
        for item in items {
            match item {
                Item::Fact(fact) if fact.label.is_empty() => {}
                Item::Fact(fact) => self.fact(fact, indent, width),
                Item::Table(table) => self.table(table, indent),
                Item::Note(text) => {
                    let _ = writeln!(self.out, "{:indent$}- {}", "", on_one_line(text));
                }
                Item::Groups { groups, .. } => {
                    for group in groups {
                        let _ = writeln!(
                            self.out,
                            "{:indent$}{}:",
                            "",
                            styled(&self.style.heading, &on_one_line(&group.title))
                        );
                        self.items(&group.items, indent + 2);
                    }
                }
            }
        }
    }

    fn fact(&mut self, fact: &Fact, indent: usize, width: usize) {
        let value = fact.shown.clone().unwrap_or_else(|| words(&fact.value));
        let value = on_one_line(&value);
        let line = format!("{:indent$}{:width$}  {value}", "", fact.label);
        self.out.push_str(line.trim_end());
        if let Provenance::From(origin) = &fact.from {
            let used = line.trim_end().chars().count();
            let gap = ORIGIN_COLUMN.saturating_sub(used).max(2);
            let origin = origin.text(self.places, self.release);
            let origin = on_one_line(&origin);
            let _ = write!(self.out, "{:gap$}{}", "", styled(&self.style.origin, &format!("({origin})")));
        }
        self.out.push('\n');
    }

    fn table(&mut self, table: &Table, indent: usize) {
        let titles = table.columns.iter().map(|column| column.1).enumerate();
        let (shown, header): (Vec<usize>, Vec<&str>) = titles.filter(|(_, title)| !title.is_empty()).unzip();
        let last = table.rest.as_ref().map_or(table.rows.len(), |(rest, _)| *rest);
        let text = |cell: &Cell| match cell {
            Cell::Value(value) => on_one_line(&words(value)).into_owned(),
            Cell::From(origin) => format!("({})", on_one_line(&origin.text(self.places, self.release))),
        };
        let rows: Vec<Vec<String>> = table
            .rows
            .iter()
            .take(last)
            .map(|row| shown.iter().map(|column| row.get(*column).map(&text).unwrap_or_default()).collect())
            .collect();
        if !rows.is_empty() {
            let table = match self.style.width {
                Some(width) => table::layout_within(&header, &rows, width.saturating_sub(indent)),
                None => table::layout(&header, &rows),
            };
            for line in table.lines() {
                let _ = writeln!(self.out, "{}", format!("{:indent$}{line}", "").trim_end());
            }
        }
        if let Some((_, rest)) = &table.rest {
            let _ = writeln!(self.out, "{:indent$}- {}", "", on_one_line(rest));
        }
    }
}

/// A value in the words of people.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{key}={}", words(value)));
            entries.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
