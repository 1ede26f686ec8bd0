//! Explanations as pieces of pages.

use std::fmt::Write as _;

use super::Explanation;
use super::model::{Cell, Fact, Item, Provenance, Section, Table};
use super::origin::Places;
use super::print::words;
use crate::output::html::{Links, escaped};
use crate::release::Version;

impl Explanation {
    /// The explanation as a piece of a page, in which places are links.
    pub fn to_html(&self, places: &dyn Places, links: &Links) -> String {
        let mut out = String::new();
        for refusal in &self.refusals {
            let _ = writeln!(
                out,
                "<p class=\"error\"><strong>{}:</strong> {}</p>",
                refusal.by.words(),
                links.text(&refusal.text)
            );
        }
        for warning in &self.warnings {
            let _ = writeln!(out, "<p class=\"warning\"><strong>warning:</strong> {}</p>", links.text(warning));
        }
        let mut writer = Writer { out: &mut out, places, links, release: self.release };
        for section in &self.sections {
            writer.section(section);
        }
        out
    }
}

struct Writer<'w> {
    out: &'w mut String,
    places: &'w dyn Places,
    links: &'w Links,
    release: Version,
}

impl Writer<'_> {
    fn section(&mut self, section: &Section) {
        let (name, about) = (section.topic.name(), escaped(section.topic.about()));
        let answer = self.links.text(&section.answer);
        let _ = writeln!(
            self.out,
            "<details class=\"topic\" data-topic=\"{name}\" open>\n<summary><span class=\"name\" title=\"{about}\">{name}</span> \
             <span class=\"answer\">{answer}</span></summary>"
        );
        self.items(&section.items);
        self.out.push_str("</details>\n");
    }

    fn items(&mut self, items: &[Item]) {
        for run in items.chunk_by(|a, b| matches!((a, b), (Item::Fact(_), Item::Fact(_)))) {
            match run {
                [Item::Fact(_), ..] => self.facts(run),
                [Item::Table(table)] => self.table(table),
                [Item::Note(text)] => {
                    let _ = writeln!(self.out, "<p class=\"note\">{}</p>", self.links.text(text));
                }
                [Item::Groups { groups, .. }] => {
                    for group in groups {
                        let title = escaped(&group.title);
                        let _ = writeln!(self.out, "<div class=\"group\">\n<h4>{title}</h4>");
                        self.items(&group.items);
                        self.out.push_str("</div>\n");
                    }
                }
                _ => {}
            }
        }
    }

    fn facts(&mut self, run: &[Item]) {
        self.out.push_str("<table class=\"facts\">\n");
        for item in run {
            match item {
                Item::Fact(fact) if !fact.label.is_empty() => self.fact(fact),
                _ => {}
            }
        }
        self.out.push_str("</table>\n");
    }

    fn fact(&mut self, fact: &Fact) {
        let value = fact.shown.clone().unwrap_or_else(|| words(&fact.value));
        let origin = match &fact.from {
            Provenance::From(origin) => self.links.text(&origin.text(self.places, self.release)),
            Provenance::Derived | Provenance::Nowhere => String::new(),
        };
        let _ = writeln!(
            self.out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"origin\">{origin}</td></tr>",
            escaped(fact.label),
            self.links.text(&value)
        );
    }

    fn table(&mut self, table: &Table) {
        let shown: Vec<usize> = (0..table.columns.len())
            .filter(|column| table.columns.get(*column).is_some_and(|(_, header)| !header.is_empty()))
            .collect();
        let count = table.rest.as_ref().map_or(table.rows.len(), |(rest, _)| *rest);
        self.out.push_str("<div class=\"wide\"><table>\n<thead><tr>");
        for (_, header) in shown.iter().filter_map(|column| table.columns.get(*column)) {
            let _ = write!(self.out, "<th scope=\"col\">{}</th>", escaped(&header.to_lowercase()));
        }
        self.out.push_str("</tr></thead>\n<tbody>\n");
        for row in table.rows.iter().take(count) {
            self.out.push_str("<tr>");
            for column in &shown {
                let cell = match row.get(*column) {
                    Some(Cell::Value(value)) => format!("<td>{}</td>", self.links.text(&words(value))),
                    Some(Cell::From(origin)) => {
                        let origin = self.links.text(&origin.text(self.places, self.release));
                        format!("<td class=\"origin\">{origin}</td>")
                    }
                    None => "<td></td>".to_owned(),
                };
                self.out.push_str(&cell);
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</tbody></table></div>\n");
        if let Some((_, rest)) = &table.rest {
            let _ = writeln!(self.out, "<p class=\"note\">{}</p>", self.links.text(rest));
        }
    }
}
