//! Compositions as text, Markdown, HTML and JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::{AppliedConfig, Composition, Field, Origin, Source, Unread};
use crate::go::json::marshal;
use crate::object::{Key, Path, PathStep};
use crate::output::html::{Links, escaped, page};
use crate::output::printable::{self, on_one_line};
use crate::{Map, Value};
use kube_yaml::write as yaml;

/// The format of a printed composition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompositionFormat {
    Text,
    Markdown,
    Html,
}

/// Where fields are in files, as `FILE:LINE`.
pub trait Spots {
    /// The location of a field of the service.
    fn service(&self, path: &Path) -> Option<String>;
    /// The location of a field of a config; `None` for configs that come with the release.
    fn config(&self, config: &Key, path: &Path) -> Option<String>;
}

/// The markup before and after words of each kind.
#[derive(Debug, Clone, Default)]
pub struct Style {
    pub heading: (String, String),
    pub error: (String, String),
    pub warning: (String, String),
    /// For the origins: the service, base configs, presets, the controller.
    pub origins: [(String, String); 4],
}

/// A line of the effective spec, with the field whose value starts on it.
struct SpecLine<'c> {
    text: String,
    field: Option<&'c Field>,
}

impl Composition {
    /// Prints the composition for people.
    pub fn print(&self, format: CompositionFormat, spots: &dyn Spots, style: &Style) -> String {
        match format {
            CompositionFormat::Text => self.text(spots, style),
            CompositionFormat::Markdown => self.markdown(spots),
            CompositionFormat::Html => self.html(spots),
        }
    }

    fn text(&self, spots: &dyn Spots, style: &Style) -> String {
        let mut out = String::new();
        let heading = |text: &str| format!("{}{text}{}", style.heading.0, style.heading.1);
        let _ = writeln!(out, "{}", heading(&on_one_line(&self.title())));
        self.failure_text(&mut out, spots, style);
        if !self.chain.is_empty() || self.failure.is_none() {
            let _ = writeln!(out, "\n{}", heading("configs, each over those before it:"));
            for (index, [config, kind, reason]) in self.links(spots).into_iter().enumerate() {
                let (config, reason) = (on_one_line(&config), on_one_line(&reason));
                let _ = writeln!(out, "  {}. {config}  {kind}: {reason}", index + 1);
            }
        }
        if !self.fields.is_empty() {
            let title = if self.failure.is_some() { "merged as far as it goes:" } else { "effective spec:" };
            let _ = writeln!(out, "\n{}", heading(title));
            for line in self.lines() {
                match line.field {
                    Some(field) => {
                        let (before, after) = style.origins.get(self.rank(&field.origin)).cloned().unwrap_or_default();
                        let (text, note) = (printable::escaped(&line.text), self.note(field, spots));
                        let _ = writeln!(out, "{before}{text}{after}  # {}", on_one_line(&note));
                    }
                    None => {
                        let _ = writeln!(out, "{}", printable::escaped(&line.text));
                    }
                }
            }
        }
        if !self.ineffective.is_empty() {
            let _ = writeln!(out, "\n{}", heading("without effect:"));
            for unread in &self.ineffective {
                let at = spots.service(&unread.path).map(|spot| format!("{spot} ")).unwrap_or_default();
                let place = format!("{at}{}", unread.path);
                let (place, reason) = (on_one_line(&place), on_one_line(&unread.reason));
                let _ = writeln!(out, "  {}{place}{}: {reason}", style.warning.0, style.warning.1);
            }
        }
        if let Some(note) = self.noted() {
            let _ = writeln!(out, "\n{}", on_one_line(&note));
        }
        out
    }

    fn failure_text(&self, out: &mut String, spots: &dyn Spots, style: &Style) {
        let Some(failure) = &self.failure else { return };
        let (verdict, failure) = (self.verdict().to_lowercase(), on_one_line(failure));
        let _ = writeln!(out, "\n{}{verdict}:{} {failure}", style.error.0, style.error.1);
        if let Some(at) = self.failure_place(spots) {
            let _ = writeln!(out, "  at {}", on_one_line(&at));
        }
        if let Some(culprit) = &self.culprit {
            let _ = writeln!(out, "  in the template {}", on_one_line(&self.at(culprit, spots)));
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "  help: {}", on_one_line(help));
        }
    }

    fn noted(&self) -> Option<String> {
        Some(format!("note: {}", self.note.as_ref()?))
    }

    fn title(&self) -> String {
        format!("{} {}/{} under {}", self.kind.name(), self.namespace, self.name, self.release.name())
    }

    /// Each config with its location, its role and why it is in the chain.
    fn links(&self, spots: &dyn Spots) -> Vec<[String; 3]> {
        let mut links: Vec<[String; 3]> = self
            .chain
            .iter()
            .map(|config| {
                let kind = match config.source {
                    Source::Preset => "preset",
                    Source::UserRef => "base config",
                };
                let spot = spots.config(&config.key(), &Path::keys(["metadata"]));
                let at = spot.map_or_else(|| self.shipped(config), |spot| format!(" ({spot})"));
                [format!("{}/{}", config.namespace, config.name), kind.to_owned(), format!("{}{at}", config.reason)]
            })
            .collect();
        let spot = spots.service(&Path::keys(["spec"])).unwrap_or_else(|| "its document".to_owned());
        links.push([
            format!("{}/{}", self.namespace, self.name),
            "the service".to_owned(),
            format!("its own spec ({spot})"),
        ]);
        links
    }

    fn shipped(&self, config: &AppliedConfig) -> String {
        match config.source {
            Source::Preset => format!(" (as {} ships it)", self.release.name()),
            Source::UserRef => String::new(),
        }
    }

    /// The rank among the origins: the service, base configs, presets, the controller.
    fn rank(&self, origin: &Origin) -> usize {
        match origin {
            Origin::Service(_) => 0,
            Origin::Config(index, _) => match self.chain.get(*index).map(|config| config.source) {
                Some(Source::UserRef) => 1,
                _ => 2,
            },
            Origin::Controller(_) => 3,
        }
    }

    fn origin(&self, origin: &Origin, spots: &dyn Spots) -> String {
        match origin {
            Origin::Service(path) => spots.service(path).unwrap_or_else(|| "the service".to_owned()),
            Origin::Config(index, path) => match self.chain.get(*index) {
                Some(config) => {
                    let name = format!("{}/{}", config.namespace, config.name);
                    match spots.config(&config.key(), path) {
                        Some(spot) => format!("{name} {spot}"),
                        None => name,
                    }
                }
                None => String::new(),
            },
            Origin::Controller(reason) => format!("controller: {reason}"),
        }
    }

    /// What a failure means: the cluster refuses the service, or accepts it and creates nothing.
    pub fn verdict(&self) -> &'static str {
        if self.is_admitted { "Fails" } else { "Refused" }
    }

    /// The field of the service that a failure is about, with its location.
    pub fn failure_place(&self, spots: &dyn Spots) -> Option<String> {
        let path = self.place.as_ref()?;
        Some(spots.service(path).map_or_else(|| path.to_string(), |spot| format!("{path} of {spot}")))
    }

    fn at(&self, origin: &Origin, spots: &dyn Spots) -> String {
        let place = self.origin(origin, spots);
        match origin {
            Origin::Service(path) | Origin::Config(_, path) => format!("{path} of {place}"),
            Origin::Controller(_) => place,
        }
    }

    fn note(&self, field: &Field, spots: &dyn Spots) -> String {
        let mut note = self.origin(&field.origin, spots);
        if let Some(template) = field.template.as_deref().filter(|text| !text.contains('\n') && text.len() < 80) {
            let _ = write!(note, ", template {template}");
        }
        for (origin, value) in &field.overrides {
            let _ = write!(note, "; over {} of {}", brief(value), self.origin(origin, spots));
        }
        note
    }

    fn lines(&self) -> Vec<SpecLine<'_>> {
        let fields = self.fields.iter().map(|field| (&field.path, field)).collect();
        let mut writer = Writer { fields, lines: Vec::new() };
        writer.object(&self.spec, &Path::default(), 0);
        writer.lines
    }

    fn markdown(&self, spots: &dyn Spots) -> String {
        let mut out = format!("## {}\n", on_one_line(&self.title()));
        if let Some(failure) = &self.failure {
            let _ = writeln!(out, "\n**{}:** {}", self.verdict(), on_one_line(failure));
            if let Some(at) = self.failure_place(spots) {
                let _ = writeln!(out, "\nAt {}", on_one_line(&at));
            }
            if let Some(culprit) = &self.culprit {
                let _ = writeln!(out, "\nIn the template {}", on_one_line(&self.at(culprit, spots)));
            }
            if let Some(help) = &self.help {
                let _ = writeln!(out, "\nHelp: {}", on_one_line(help));
            }
        }
        let _ = writeln!(out, "\n| | Config | | Why |\n|---|---|---|---|");
        for (index, [config, kind, reason]) in self.links(spots).into_iter().enumerate() {
            let (config, reason) = (on_one_line(&config), on_one_line(&reason));
            let _ = writeln!(out, "| {} | `{config}` | {kind} | {} |", index + 1, reason.replace('|', "\\|"));
        }
        if !self.fields.is_empty() {
            out.push_str("\n```yaml\n");
            for line in self.lines() {
                let note = line
                    .field
                    .map(|field| format!("  # {}", on_one_line(&self.note(field, spots))))
                    .unwrap_or_default();
                let _ = writeln!(out, "{}{note}", printable::escaped(&line.text));
            }
            out.push_str("```\n");
        }
        if !self.ineffective.is_empty() {
            out.push_str("\nWithout effect:\n\n");
            for unread in &self.ineffective {
                let at = spots.service(&unread.path).map(|spot| format!(" ({spot})")).unwrap_or_default();
                let line = format!("`{}`{at}: {}", unread.path, unread.reason);
                let _ = writeln!(out, "- {}", on_one_line(&line));
            }
        }
        if let Some(note) = self.noted() {
            let _ = writeln!(out, "\n{}", on_one_line(&note));
        }
        out
    }

    fn html(&self, spots: &dyn Spots) -> String {
        page(&self.title(), &self.to_html(spots, &Links::default()))
    }

    fn failure_html(&self, out: &mut String, spots: &dyn Spots, links: &Links) {
        let Some(failure) = &self.failure else { return };
        let _ = writeln!(out, "<p class=\"error\">{}: {}</p>", self.verdict(), links.text(failure));
        if let Some(at) = self.failure_place(spots) {
            let _ = writeln!(out, "<p>At {}</p>", links.text(&at));
        }
        if let Some(culprit) = &self.culprit {
            let _ = writeln!(out, "<p>In the template {}</p>", links.text(&self.at(culprit, spots)));
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "<p>Help: {}</p>", links.text(help));
        }
    }

    /// The composition as an HTML fragment, coloured by origin, with links to locations.
    pub fn to_html(&self, spots: &dyn Spots, links: &Links) -> String {
        const CLASSES: [&str; 4] = ["service", "base", "preset", "controller"];
        let mut out = String::from("<div class=\"composition\">\n");
        self.failure_html(&mut out, spots, links);
        out.push_str("<ol>\n");
        let ranks = self.chain.iter().map(|config| usize::from(config.source == Source::Preset) + 1).chain([0]);
        for (rank, [config, kind, reason]) in ranks.zip(self.links(spots)) {
            let class = CLASSES.get(rank).copied().unwrap_or_default();
            let (config, reason) = (escaped(&config), links.text(&reason));
            let _ = writeln!(out, "<li><span class=\"{class}\">{config}</span> {kind}: {reason}</li>");
        }
        out.push_str("</ol>\n<pre>\n");
        for line in self.lines() {
            let text = escaped(&line.text);
            match line.field {
                Some(field) => {
                    let class = CLASSES.get(self.rank(&field.origin)).copied().unwrap_or_default();
                    let note = links.text(&self.note(field, spots));
                    let _ =
                        writeln!(out, "<span class=\"{class}\">{text}</span>  <span class=\"note\"># {note}</span>");
                }
                None => {
                    let _ = writeln!(out, "{text}");
                }
            }
        }
        out.push_str("</pre>\n");
        if !self.ineffective.is_empty() {
            out.push_str("<h2>Without effect</h2>\n<ul>\n");
            for unread in &self.ineffective {
                let at = spots.service(&unread.path).map(|spot| format!(" ({spot})")).unwrap_or_default();
                let path = links.text(&format!("{}{at}", unread.path));
                let _ = writeln!(out, "<li><code>{path}</code>: {}</li>", links.text(&unread.reason));
            }
            out.push_str("</ul>\n");
        }
        if let Some(note) = self.noted() {
            let _ = writeln!(out, "<p>{}</p>", escaped(&note));
        }
        out.push_str("</div>\n");
        out
    }

    /// The composition as JSON.
    #[expect(
        clippy::indexing_slicing,
        reason = "`json!` and `to_value` make objects, and writing a key of an object adds it"
    )]
    pub fn to_value(&self, spots: &dyn Spots) -> Value {
        let chain: Vec<Value> = self
            .chain
            .iter()
            .map(|config| {
                let mut link = config.to_value();
                link["reason"] = config.reason.into();
                if let Some(spot) = spots.config(&config.key(), &Path::keys(["metadata"])) {
                    link["place"] = spot.into();
                }
                link
            })
            .collect();
        let mut value = json!({
            "service": format!("{}/{}", self.namespace, self.name),
            "release": self.release.name(),
            "configs": chain,
        });
        if let Some(failure) = &self.failure {
            value["error"] = failure.as_str().into();
        }
        if let Some(at) = self.failure_place(spots) {
            value["at"] = at.into();
        }
        if let Some(culprit) = &self.culprit {
            value["template"] = self.at(culprit, spots).into();
        }
        if let Some(help) = &self.help {
            value["help"] = help.as_str().into();
        }
        if !self.fields.is_empty() {
            value["spec"] = self.spec.clone();
            value["fields"] = self.fields.iter().map(|field| self.field_value(field, spots)).collect();
        }
        if !self.ineffective.is_empty() {
            let unread = self.ineffective.iter().map(|unread| {
                json!({ "path": unread.path.to_string(), "place": spots.service(&unread.path), "reason": unread.reason })
            });
            value["withoutEffect"] = unread.collect();
        }
        if let Some(note) = self.noted() {
            value["note"] = note.into();
        }
        value
    }

    fn origin_value(&self, origin: &Origin, spots: &dyn Spots) -> Map {
        let mut value = Map::new();
        let mut add = |key: &str, text: Option<String>| value.extend(text.map(|text| (key.to_owned(), text.into())));
        match origin {
            Origin::Service(path) => {
                add("from", Some("service".to_owned()));
                add("place", spots.service(path));
            }
            Origin::Config(index, path) => {
                if let Some(config) = self.chain.get(*index) {
                    let from = if config.source == Source::Preset { "preset" } else { "base config" };
                    add("from", Some(from.to_owned()));
                    add("config", Some(format!("{}/{}", config.namespace, config.name)));
                    add("place", spots.config(&config.key(), path));
                }
            }
            Origin::Controller(reason) => {
                add("from", Some("controller".to_owned()));
                add("reason", Some((*reason).to_owned()));
            }
        }
        value
    }

    fn field_value(&self, field: &Field, spots: &dyn Spots) -> Value {
        let mut value = self.origin_value(&field.origin, spots);
        value.insert("path".into(), self.named(field).unwrap_or_else(|| field.path.to_string()).into());
        value.insert("value".into(), field.value.clone());
        if let Some(template) = &field.template {
            value.insert("template".into(), template.as_str().into());
        }
        let overrides = field.overrides.iter().map(|(origin, written)| {
            let mut value = self.origin_value(origin, spots);
            value.insert("value".into(), written.clone());
            Value::Object(value)
        });
        let overrides: Vec<Value> = overrides.collect();
        if !overrides.is_empty() {
            value.insert("overrides".into(), overrides.into());
        }
        Value::Object(value)
    }

    /// Why a field has its value: the value itself, its origin, and what it overrides.
    pub fn why(&self, field: &Field, spots: &dyn Spots) -> String {
        let mut lines = vec![format!("{}: {}", self.named(field).unwrap_or_default(), brief(&field.value))];
        lines.push(format!("  from {}", self.origin(&field.origin, spots)));
        if let Some(template) = &field.template {
            lines.push(format!("  printed by {}", brief(&Value::String(template.clone()))));
        }
        let over =
            |(origin, value): &(Origin, Value)| format!("  over {} of {}", brief(value), self.origin(origin, spots));
        lines.extend(field.overrides.iter().map(over));
        lines.iter().flat_map(|line| [on_one_line(line), "\n".into()]).collect()
    }

    /// Why a field of the service has no effect.
    pub fn why_ineffective(&self, unread: &Unread, spots: &dyn Spots) -> String {
        let at = spots.service(&unread.path).map(|spot| format!(" of {spot}")).unwrap_or_default();
        let line = format!("{}{at} has no effect: {}", unread.path.inside("spec"), unread.reason);
        format!("{}\n", on_one_line(&line))
    }
}

/// A short form of a value.
fn brief(value: &Value) -> String {
    let text = marshal(value);
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// Writes a spec as YAML, line by line.
struct Writer<'c> {
    fields: BTreeMap<&'c Path, &'c Field>,
    lines: Vec<SpecLine<'c>>,
}

impl<'c> Writer<'c> {
    fn object(&mut self, value: &Value, path: &Path, indent: usize) {
        for (key, value) in value.as_object().into_iter().flatten() {
            let path = path.clone().key(key);
            self.member(key, value, &path, indent);
        }
    }

    fn member(&mut self, key: &str, value: &Value, path: &Path, indent: usize) {
        let pad = " ".repeat(indent);
        let field = self.fields.get(path).copied();
        if field.is_some() {
            let text = yaml::to_string(&Value::Object(Map::from_iter([(key.to_owned(), value.clone())])));
            for (number, line) in text.lines().enumerate() {
                let line = if line.is_empty() { String::new() } else { format!("{pad}{line}") };
                self.lines.push(SpecLine { text: line, field: field.filter(|_| number == 0) });
            }
            return;
        }
        let head = yaml::to_string(&Value::Object(Map::from_iter([(key.to_owned(), Value::Null)])));
        let head = head.trim_end().trim_end_matches("null").trim_end();
        self.lines.push(SpecLine { text: format!("{pad}{head}"), field: None });
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let mut path = path.clone();
                    path.0.push(PathStep::Index(index));
                    let first = self.lines.len();
                    self.object(item, &path, indent + 2);
                    if let Some(line) = self.lines.get_mut(first) {
                        line.text.replace_range(indent..indent + 2, "- ");
                    }
                }
            }
            value => self.object(value, path, indent + 2),
        }
    }
}
