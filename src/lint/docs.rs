//! The rules for readers: lists, explanations and the document `docs/lint.md`.

use std::fmt::Write as _;

use super::{Rule, all, suppress};
use crate::object::diagnostic::{Code, Severity};
use crate::output::table;
use crate::webhook::codes as admission_codes;

/// The code of that identifier or name, of a rule or of admission.
pub fn code(text: &str) -> Option<&'static Code> {
    codes().find(|code| suppress::is_named(code, text))
}

/// Every kind of finding: those of the rules, and those of admission.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    all().map(|rule| &rule.code).chain(admission_codes::ALL.iter().copied())
}

/// The rule behind a code; codes of admission have none.
pub fn rule(code: &Code) -> Option<&'static Rule> {
    all().find(|rule| rule.code == *code)
}

/// What people should know about a rule, as plain text.
pub fn help(rule: &Rule) -> String {
    format!(
        "{}\n\nWhy: {}\n\nWhen it is fine: {}\n\nHow to fix it: {}\n",
        rule.code.explanation, rule.why, rule.fine, rule.fix
    )
}

/// The same as Markdown.
pub fn help_markdown(rule: &Rule) -> String {
    format!(
        "{}\n\n**Why.** {}\n\n**When it is fine.** {}\n\n**How to fix it.** {}\n",
        rule.code.explanation, rule.why, rule.fine, rule.fix
    )
}

/// The severity as people name it.
pub const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// All rules as a table.
pub fn list() -> String {
    let row = |rule: &Rule| [rule.code.id, severity(rule.severity), rule.code.name].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = all().map(row).collect();
    table::layout(&["CODE", "SEVERITY", "NAME"], &rows)
}

/// What is behind a code; `None` if there is no such.
pub fn explain(text: &str) -> Option<String> {
    let code = code(text)?;
    let Some(rule) = rule(code) else {
        return Some(format!("{} {}\n\n{}\n", code.id, code.name, code.explanation));
    };
    Some(format!("{} {} ({})\n\n{}", code.id, code.name, severity(rule.severity), help(rule)))
}

/// All rules as Markdown.
pub fn markdown() -> String {
    let mut text = String::from(
        "# What `kserve-render lint` looks for\n\n\
         Made from the rules in the source; `SNAPSHOTS=overwrite cargo test --test generated` writes it anew. A finding is left\n\
         out with `--suppress CODE` or `--suppress CODE=namespace/name`, or by the annotation\n\
         `kserve-render/ignore: CODE,…` on the service. Names can stand for codes; there is no word for all of them.\n\n\
         | Code | Severity | Name |\n|---|---|---|\n",
    );
    for rule in all() {
        let Code { id, name, .. } = rule.code;
        let anchor = format!("{}-{name}", id.to_ascii_lowercase());
        let _ = writeln!(text, "| [{id}](#{anchor}) | {} | {name} |", severity(rule.severity));
    }
    for rule in all() {
        let Code { id, name, .. } = rule.code;
        let _ = write!(text, "\n## {id} {name}\n\n{}", help_markdown(rule));
    }
    text.push_str(
        "\n## What admission says\n\n`lint` also gives everything that API server and webhooks have to say, not only the first refusal.\n\n",
    );
    for code in admission_codes::ALL {
        let _ = writeln!(text, "- {} `{}`: {}", code.id, code.name, code.explanation);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_unique_and_rules_sorted() {
        let ids: Vec<&str> = all().map(|rule| rule.code.id).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        let all: Vec<&Code> = codes().collect();
        assert_eq!(all.iter().map(|code| code.id).collect::<BTreeSet<_>>().len(), all.len());
        assert_eq!(all.iter().map(|code| code.name).collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn every_rule_says_what_to_do() {
        for rule in all() {
            for text in [rule.code.explanation, rule.why, rule.fine, rule.fix] {
                assert!(text.ends_with('.'), "{}: {text:?}", rule.code.id);
            }
        }
    }
}
