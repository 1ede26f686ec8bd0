//! The escaping that `html/template` adds, for text in which no HTML tag or comment begins.

use std::collections::{BTreeMap, BTreeSet};

use super::Position;
use super::functions::escape_html;
use super::tree::{List, Node, Pipe, TermKind};
use crate::go::data::Data;
use crate::go::format::sprint;
use crate::go::strconv::quote;

/// The functions that escape by themselves.
pub(super) fn is_escaper(name: &str) -> bool {
    matches!(name, "html" | "urlquery")
}

/// The escaper that a pipeline's last command is, if it is one.
pub(super) fn last_escaper(pipe: &Pipe) -> Option<&str> {
    match &pipe.commands.last()?.first.kind {
        TermKind::Function(name) if is_escaper(name) => Some(name),
        _ => None,
    }
}

/// Refuses what the escaper refuses in the template called `name` and those that it calls.
pub(super) fn check(trees: &BTreeMap<String, List>, name: &str, position: Position<'_>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![trees.get(name).map_or(&[][..], Vec::as_slice).iter()];
    while let Some(nodes) = open.last_mut() {
        let Some(node) = nodes.next() else {
            open.pop();
            continue;
        };
        match node {
            Node::Action(pipe) if pipe.variables.is_empty() => {
                let early = pipe.commands.iter().rev().skip(1).rev().find_map(|command| match &command.first.kind {
                    TermKind::Function(name) if is_escaper(name) => Some(name),
                    _ => None,
                });
                if let Some(name) = early {
                    let name = quote(name);
                    return Err(format!(
                        "html/template:{}: predefined escaper {name} disallowed in template",
                        position.of(pipe.at)
                    ));
                }
            }
            Node::Branch(branch) => {
                open.push(branch.otherwise.iter());
                open.push(branch.list.iter());
            }
            Node::Template(call) => match trees.get(&call.name) {
                None => {
                    let name = quote(&call.name);
                    return Err(format!("html/template:{}: no such template {name}", position.of(call.at)));
                }
                Some(list) if seen.insert(&call.name) => open.push(list.iter()),
                Some(_) => {}
            },
            _ => {}
        }
    }
    Ok(())
}

/// A value in the text of a document.
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
