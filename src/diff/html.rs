//! Differences as pieces of HTML pages.

use std::fmt::Write as _;

use super::summary::{count, summary};
use super::upgrade::Advice;
use super::{Change, Fate, ObjectDiff, ServiceDiff};
use crate::Value;
use crate::object::Refusal;
use crate::output::html::escaped;
use crate::output::yaml;

impl ServiceDiff {
    /// What differs for a service as a piece of a page, under `label`, the name that the page gives the service.
    pub fn to_html(&self, label: &str) -> String {
        let mut out = format!(
            "<details class=\"difference\" open>\n<summary><strong>{}</strong>: {}</summary>\n",
            escaped(label),
            escaped(&summary(self))
        );
        self.write_texts(&mut out);
        self.write_reasons(&mut out);
        if !self.status.is_empty() {
            out.push_str("<h4>Status</h4>\n");
            write_changes(&self.status, &mut out);
        }
        self.objects.iter().for_each(|object| write_object(object, &mut out));
        if !self.unchanged.is_empty() {
            let names: Vec<String> = self.unchanged.iter().map(|key| key.qualified().to_string()).collect();
            let _ = writeln!(out, "<p class=\"note\">Unchanged: {}</p>", escaped(&names.join(", ")));
        }
        out.push_str("</details>\n");
        out
    }

    fn write_texts(&self, out: &mut String) {
        for (name, diff) in [("refused", &self.rejected), ("error", &self.error), ("URL", &self.url)] {
            let Some(diff) = diff else { continue };
            let side = |text: &Option<String>| text.as_deref().map(Value::from);
            let _ = writeln!(out, "<h4>{name}</h4>");
            write_rows(&[(String::new(), side(&diff.old), side(&diff.new))], out);
        }
        let refusals = [
            ("New services like it fail", self.when_new.as_deref()),
            ("The next apply is refused", self.next_apply.as_ref().map(Refusal::text)),
            ("Deletion is refused", self.next_delete.as_ref().map(Refusal::text)),
        ];
        for (what, refusal) in refusals {
            if let Some(refusal) = refusal {
                let _ = writeln!(out, "<p class=\"error\">{what}: {}</p>", escaped(refusal));
            }
        }
        for conflict in &self.conflicts {
            let _ = writeln!(out, "<p class=\"error\">Conflict: {}</p>", escaped(conflict));
        }
    }

    fn write_reasons(&self, out: &mut String) {
        for cause in &self.reasons.causes {
            let places = count(cause.places.len(), "place").unwrap_or_default();
            let _ = writeln!(
                out,
                "<p class=\"note\"><strong>Why</strong> ({}, {places}): {}</p>",
                escaped(&cause.name),
                escaped(&cause.text)
            );
        }
        if let Some(places) = count(self.reasons.unexplained.len(), "place") {
            let _ = writeln!(
                out,
                "<p class=\"note\"><strong>Why</strong> ({places}): no difference between the releases explains this by itself</p>"
            );
        }
    }
}

fn write_object(object: &ObjectDiff, out: &mut String) {
    let name = escaped(&object.key.qualified().to_string()).into_owned();
    let restarts = if object.restarts_pods() { ", pods restart" } else { "" };
    let _ = writeln!(out, "<h4>{name} <span class=\"note\">{}{restarts}</span></h4>", object.fate.name());
    match (object.fate, object.changes.is_empty()) {
        (Fate::LeftBehind, _) => {}
        (_, false) => write_changes(&object.changes, out),
        (_, true) => {
            let side = |value: &Option<Value>, tag: &str, out: &mut String| {
                if let Some(value) = value {
                    let _ = writeln!(
                        out,
                        "<details>\n<summary>YAML</summary>\n<pre><{tag}>{}</{tag}></pre>\n</details>",
                        escaped(&yaml::to_string(value))
                    );
                }
            };
            side(&object.old, "del", out);
            side(&object.new, "ins", out);
        }
    }
}

fn write_changes(changes: &[Change], out: &mut String) {
    let rows: Vec<_> =
        changes.iter().map(|change| (change.path.to_string(), change.old.clone(), change.new.clone())).collect();
    write_rows(&rows, out);
}

/// Rows with a path and both sides, one of which may be absent.
fn write_rows(rows: &[(String, Option<Value>, Option<Value>)], out: &mut String) {
    out.push_str(
        "<div class=\"wide\"><table class=\"change\">\n<thead><tr><th scope=\"col\">Path</th><th scope=\"col\">Old</th>\
         <th scope=\"col\">New</th></tr></thead>\n<tbody>\n",
    );
    for (path, old, new) in rows {
        let side = |value: &Option<Value>, tag: &str| match value {
            Some(value) => format!("<{tag}>{}</{tag}>", escaped(&written(value))),
            None => "<span class=\"note\">not there</span>".to_owned(),
        };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(path),
            side(old, "del"),
            side(new, "ins")
        );
    }
    out.push_str("</tbody></table></div>\n");
}

fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => yaml::to_string(value).trim_end().to_owned(),
        other => other.to_string(),
    }
}

/// What to look at before an upgrade, as a piece of a page with a heading; empty if there is nothing.
pub fn advices(heading: &str, advices: &[Advice]) -> String {
    if advices.is_empty() {
        return String::new();
    }
    let mut out = format!("<h3>{heading}</h3>\n<ul class=\"findings\">\n");
    for advice in advices {
        let severity = if advice.is_blocker { "error" } else { "note" };
        let services = match advice.services.is_empty() {
            true => String::new(),
            false => format!(" ({})", advice.services.join(", ")),
        };
        let _ = writeln!(
            out,
            "<li data-severity=\"{severity}\"><p>{}{}</p>\n<p class=\"note\">{}</p></li>",
            escaped(&advice.what),
            escaped(&services),
            escaped(&advice.advice)
        );
    }
    out.push_str("</ul>\n");
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::object::{Key, Kind, Path};

    #[test]
    fn both_sides_of_a_change_are_shown_and_stay_text() {
        let change = Change { path: Path::keys(["spec", "replicas"]), old: Some(json!("<b>")), new: None };
        let key = Key::new(Kind::Deployment, "garden", "leaf");
        let object = ObjectDiff { key, fate: Fate::Changed, old: None, new: None, changes: vec![change] };
        let diff = ServiceDiff { objects: vec![object], ..ServiceDiff::default() };
        let html = diff.to_html("garden/leaf");
        assert!(html.contains("<td>spec.replicas</td><td><del>&lt;b&gt;</del></td><td><span"), "{html}");
        assert!(html.contains("Deployment/garden/leaf <span class=\"note\">changed</span>"), "{html}");
    }
}
