//! Findings for code review: the Static Analysis Results Interchange Format.

use std::collections::HashMap;

use serde_json::json;

use super::found::{Report, path, word};
use super::hosts::COMMAND_LINE;
use crate::Value;
use crate::input::{Source, Span};
use crate::lint::docs;
use crate::object::diagnostic::Code;
use crate::order;
use crate::session::finding::end_column;
use crate::session::mend::{self, Fix};
use crate::session::{Finding, Spot};

/// The page about a kind of finding.
fn page_of(code: &Code) -> String {
    let page = match docs::rule(code) {
        Some(_) => format!("#{}-{}", code.id.to_ascii_lowercase(), code.name),
        None => "#what-admission-says".to_owned(),
    };
    format!("{}/blob/main/docs/lint.md{page}", env!("CARGO_PKG_REPOSITORY"))
}

/// A log with one run.
pub fn log(report: &Report<'_>) -> Value {
    let mut codes: Vec<&Code> = report.findings.iter().map(|finding| finding.diagnostic.code).collect();
    order::sort_by_key(&mut codes, |code| code.id);
    codes.dedup();
    let rules: Vec<Value> = codes.into_iter().map(rule).collect();
    let mut results: Vec<Value> = report.findings.iter().map(result).collect();
    add_fixes(report.findings, &mut results);
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "kserve-render",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            }},
            // Code hosts keep the runs of one tool apart by this.
            "automationDetails": {"id": format!("kserve-render/{}/", report.command)},
            // Of a run that is not whole, what it does not find may be there all the same.
            "invocations": [{"executionSuccessful": report.is_complete}],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: &Code) -> Value {
    let mut entry = json!({
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.name.replace('-', " ")},
        "fullDescription": {"text": code.explanation},
        "help": {"text": code.explanation},
        "helpUri": page_of(code),
    });
    if let (Some(rule), Some(fields)) = (docs::rule(code), entry.as_object_mut()) {
        fields.insert("help".into(), json!({"text": docs::help(rule), "markdown": docs::help_markdown(rule)}));
        // The words are those of SARIF too.
        fields.insert("defaultConfiguration".into(), json!({"level": docs::severity(rule.severity)}));
    }
    entry
}

#[expect(
    clippy::indexing_slicing,
    reason = "`json!` makes an object of it just above, and writing a key of an object adds it"
)]
fn result(finding: &Finding) -> Value {
    let mut result = json!({
        "ruleId": finding.diagnostic.code.id,
        "level": word(finding),
        "message": {"text": finding.message()},
        "locations": [location(finding)],
    });
    if let Spot::Option(option) = &finding.spot {
        result["message"] = json!({"text": format!("{option}: {}", finding.message())});
    }
    if let (false, Some(fields)) = (finding.related.is_empty(), result.as_object_mut()) {
        let related = finding.related.iter().map(|place| {
            json!({
                "message": {"text": place.message},
                "physicalLocation": physical_location(&place.source, &place.span),
            })
        });
        fields.insert("relatedLocations".into(), related.collect());
    }
    result
}

/// How often what is left is looked at again.
const ROUNDS: usize = 10;

/// Adds to each finding that can be mended the changes of the text that mend it.
fn add_fixes(findings: &[Finding], results: &mut [Value]) {
    // What a Secret says is not shown, also not changed.
    let is_shown = |finding: &Finding| matches!(&finding.spot, Spot::Text { source, .. } if !source.text.is_empty());
    let mut fixes: Vec<Option<&Fix>> =
        findings.iter().map(|finding| finding.fix.as_ref().filter(|_| is_shown(finding))).collect();
    let mut lines: HashMap<&str, Lines<'_>> = HashMap::new();
    let mut offered = Vec::new();
    // Those that are known to change nothing else. Of what comes to the same place one at a time is looked at.
    for _ in 0..ROUNDS {
        let done = mend::mend(fixes.iter().copied(), true).texts.into_iter().flat_map(|mended| mended.done);
        let before = offered.len();
        offered.extend(done);
        let Some(new) = offered.get(before..).filter(|new| !new.is_empty()) else { break };
        for index in new {
            if let Some(fix) = fixes.get_mut(*index) {
                *fix = None;
            }
        }
    }
    for index in offered {
        let (Some(finding), Some(result)) = (findings.get(index), results.get_mut(index)) else { continue };
        let (Some(fix), Some(fields)) = (&finding.fix, result.as_object_mut()) else { continue };
        let lines = lines.entry(&fix.source.name).or_insert_with(|| Lines::of(&fix.source.text));
        let replacements: Vec<Value> = fix
            .edits()
            .iter()
            .map(|edit| {
                let ((line, column), (end_line, end_column)) = (lines.at(edit.range.start), lines.at(edit.range.end));
                let region =
                    json!({"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column});
                match edit.text.is_empty() {
                    true => json!({"deletedRegion": region}),
                    false => json!({"deletedRegion": region, "insertedContent": {"text": edit.text}}),
                }
            })
            .collect();
        let option = if fix.is_safe { "--fix" } else { "--unsafe-fixes" };
        let text = format!("what kserve-render lint {option} writes");
        let text = finding.diagnostic.help.as_ref().map_or_else(|| text.clone(), |help| format!("{help} ({text})"));
        let changes = json!([{
            "artifactLocation": {"uri": uri(path(&fix.source.name))},
            "replacements": replacements,
        }]);
        fields.insert("fixes".into(), json!([{"description": {"text": text}, "artifactChanges": changes}]));
    }
}

/// A text with the places where its lines begin.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Lines<'t> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// Line and column of a byte, both from 1.
    fn at(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = line.checked_sub(1).and_then(|index| self.starts.get(index)).copied().unwrap_or_default();
        (line, self.text.get(start..at).unwrap_or_default().chars().count() + 1)
    }
}

/// Where a finding is. Code hosts refuse a result without a file.
fn location(finding: &Finding) -> Value {
    match &finding.spot {
        Spot::Text { source, span } => json!({"physicalLocation": physical_location(source, span)}),
        Spot::File(name) => json!({"physicalLocation": {"artifactLocation": {"uri": uri(path(name))}}}),
        Spot::Option(_) | Spot::Nowhere => {
            json!({"physicalLocation": {"artifactLocation": {"uri": uri(COMMAND_LINE)}}})
        }
    }
}

fn physical_location(source: &Source, span: &Span) -> Value {
    json!({
        "artifactLocation": {"uri": uri(path(&source.name))},
        "region": {
            "startLine": span.place.line,
            "startColumn": span.place.column,
            "endColumn": end_column(source, span),
        },
    })
}

/// A path as a URI reference.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    path.bytes().fold(String::with_capacity(path.len()), |mut uri, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
        uri
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_changes_count_characters() {
        let lines = Lines::of("a\nélan: 1\n");
        assert_eq!([lines.at(0), lines.at(2), lines.at(5), lines.at(11)], [(1, 1), (2, 1), (2, 3), (3, 1)]);
    }

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("./services/leaf 2.yaml"), "services/leaf%202.yaml");
        assert_eq!([path("<stdin>"), path("a.yaml")], ["stdin", "a.yaml"]);
    }
}
