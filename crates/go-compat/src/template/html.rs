//! The escaping that `html/template` adds to texts without HTML tags and comments.

use std::collections::{BTreeMap, BTreeSet};

use super::functions::{Function, escape_html};
use super::tree::{Command, List, Node, Pipe, TermKind};
use super::{Error, Position};
use crate::data::Data;
use crate::format::sprint;
use crate::strconv::quote;

/// The function of a command, if it escapes by itself.
fn escaper(command: &Command) -> Option<Function> {
    match command.first.kind {
        TermKind::Function(function @ (Function::Html | Function::Urlquery)) => Some(function),
        _ => None,
    }
}

/// The escaper in the last command of a pipeline, if it is one.
pub(super) fn last_escaper(pipe: &Pipe) -> Option<Function> {
    escaper(pipe.commands.last()?)
}

/// Refuses what the escaper refuses, in the template called `name` and in those that it calls.
pub(super) fn check(trees: &BTreeMap<String, List>, name: &str, position: Position<'_>) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    let mut open = vec![trees.get(name).map_or(&[][..], Vec::as_slice).iter()];
    while let Some(nodes) = open.last_mut() {
        let Some(node) = nodes.next() else {
            open.pop();
            continue;
        };
        match node {
            Node::Action(pipe) if pipe.variables.is_empty() => {
                let (_, early) = pipe.commands.split_last().unzip();
                if let Some(escaper) = early.unwrap_or_default().iter().find_map(escaper) {
                    return Err(Error::syntax(format!(
                        "html/template:{}: predefined escaper {} disallowed in template",
                        position.of(pipe.at),
                        quote(escaper.name())
                    )));
                }
            }
            Node::Branch(branch) => {
                open.push(branch.otherwise.iter());
                open.push(branch.list.iter());
            }
            Node::Template(call) => match trees.get(&call.name) {
                None => {
                    let name = quote(&call.name);
                    let text = format!("html/template:{}: no such template {name}", position.of(call.at));
                    return Err(Error::syntax(text));
                }
                Some(list) if seen.insert(&call.name) => open.push(list.iter()),
                Some(_) => {}
            },
            _ => {}
        }
    }
    Ok(())
}

/// A value escaped as text of a document.
pub(super) fn escape(value: &Data<'_>) -> Vec<u8> {
    let shown = match value {
        Data::Missing => Vec::new(),
        other => sprint(std::slice::from_ref(other)),
    };
    let escaped = escape_html(&shown);
    if !escaped.contains(&b'+') {
        return escaped;
    }
    escaped.split(|byte| *byte == b'+').collect::<Vec<_>>().join(&b"&#43;"[..])
}
