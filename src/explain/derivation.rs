//! How a template of hosts or paths comes to its result, step by step.

use serde_json::json;

use super::model::{Cell, Item, Table};
use super::origin::Origin;
use crate::Value;
use crate::facts::hosts::{Derivation, Variable};
use crate::go::template::{StepKind, TraceStep};
use crate::object::dns;

/// Which template it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Domain,
    Path,
    Knative,
}

impl Which {
    /// The key of the result in JSON, which also names it in text.
    const fn result(self) -> &'static str {
        match self {
            Which::Domain | Which::Knative => "host",
            Which::Path => "path",
        }
    }
}

/// The evaluation of a template. `origin` says where the template comes from, `of_variable` where a variable comes from; for a
/// map, it gets the key.
pub fn items(
    which: Which,
    derivation: &Derivation,
    origin: Origin,
    of_variable: &dyn Fn(&str, Option<&str>) -> Option<Origin>,
) -> Vec<Item> {
    let mut items = vec![
        Item::from("template", "template", derivation.template.as_str(), origin),
        Item::Table(variables(derivation, of_variable)),
    ];
    let steps = steps(derivation);
    if !steps.rows.is_empty() {
        items.push(Item::Table(steps));
    }
    match (&derivation.result, &derivation.text) {
        (Ok(result), _) => items.push(Item::fact(which.result(), which.result(), result.as_str())),
        (Err(error), text) => {
            if let Some(text) = text {
                items.push(Item::fact("text", "text", text.as_str()));
            }
            items.push(Item::fact("error", "error", error.to_string()));
            items.extend(derivation.advice().map(Item::note));
        }
    }
    if let (Some(text), true) = (&derivation.text, which != Which::Path) {
        items.push(dns_item(text, derivation.result.is_err()));
    }
    items
}

/// The variables of the template. Of labels and annotations, only the maps that it reads are listed, with what is missing in
/// them.
fn variables(derivation: &Derivation, of_variable: &dyn Fn(&str, Option<&str>) -> Option<Origin>) -> Table {
    let row = |name: String, value: &str, origin: Option<Origin>| {
        vec![name.into(), value.into(), origin.map_or(Cell::Value(Value::Null), Cell::From)]
    };
    let mut rows = Vec::new();
    for (name, value) in &derivation.variables {
        match value {
            Variable::Text(text) => rows.push(row(format!(".{name}"), text, of_variable(name, None))),
            Variable::Map(entries) if derivation.template.contains(name) => {
                let entry =
                    |(key, value): (&String, &String)| row(member(name, key), value, of_variable(name, Some(key)));
                rows.extend(entries.iter().map(entry));
            }
            Variable::Map(_) => {}
        }
    }
    let missing = derivation.missing_entries().into_iter().map(|(name, key)| member(name, &key));
    rows.extend(missing.map(|name| vec![name.into(), Cell::Value(Value::Null), Cell::Value(Value::Null)]));
    let columns = vec![("name", "VARIABLE"), ("value", "VALUE"), ("from", "FROM")];
    Table { key: "variables", columns, rows, rest: None }
}

/// The result of each action of the template.
fn steps(derivation: &Derivation) -> Table {
    let row = |step: &TraceStep| {
        let shown = match step.kind {
            StepKind::Passes => format!("  {}", step.action),
            _ => format!("{{{{{}}}}}", step.action),
        };
        let value = if step.value.is_empty() { "\"\"".to_owned() } else { step.value.clone() };
        vec![
            shown.into(),
            value.into(),
            step.action.as_str().into(),
            step.kind.name().into(),
            step.value.as_str().into(),
            step.line.into(),
            step.column.into(),
        ]
    };
    let columns =
        vec![("", "STEP"), ("", "RESULT"), ("action", ""), ("kind", ""), ("value", ""), ("line", ""), ("column", "")];
    Table { key: "steps", columns, rows: derivation.steps.iter().map(row).collect(), rest: None }
}

/// `.Labels.team`, or `index .Labels "a/b"` for a key that cannot be a field name.
fn member(map: &str, key: &str) -> String {
    let is_name = !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !key.starts_with(|c: char| c.is_ascii_digit());
    if is_name { format!(".{map}.{key}") } else { format!("index .{map} {}", crate::go::strconv::quote(key)) }
}

/// The length of a host, and whether it is valid, in words.
pub fn dns_words(host: &str) -> String {
    words(&dns::check(host), true)
}

/// The length of a host, and the problem with it unless an error already names that.
fn words(check: &dns::Check, told: bool) -> String {
    let size = format!("{} of 253 characters, longest label {} of 63", check.length, check.longest_label.len());
    match &check.problem {
        Some(_) if told => format!("no host: {size}"),
        Some(problem) => format!("{problem}; {size}"),
        None => format!("fine: {size}"),
    }
}

/// How a host measures up to the limits of DNS; the problem is left out if an error already names it.
fn dns_item(host: &str, told: bool) -> Item {
    let check = dns::check(host);
    let value = json!({
        "length": check.length,
        "longestLabel": check.longest_label,
        "longestLabelLength": check.longest_label.len(),
        "problem": check.problem,
    });
    Item::fact("dns", "DNS", value).shown(words(&check, told))
}
